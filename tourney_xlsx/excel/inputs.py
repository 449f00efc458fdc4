"""Cells that people type into: formats that keep what was typed, drop-downs, bounds and hints, by a column's kind."""

from __future__ import annotations

from collections.abc import Sequence

from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from .. import i18n
from ..rules import Column, Kind, Setting
from . import style
from .style import Look

TEXTUAL = frozenset(Kind) - {Kind.WHOLE, Kind.NUMBER, Kind.DATE, Kind.PAID}
TICKS = frozenset({Kind.YES, Kind.MARK, Kind.REASON})
# A date typed by mistake (`3-1`) is a number above 40,000 to Excel: these bounds make it refuse it.
LEAST, MOST = -9999, 9999
LONGEST_LIST, LONGEST_TITLE, LONGEST_HINT = 255, 32, 255


def input_look(column: Column | Setting, *, prefilled: bool = False, lang: str = "ru") -> Look:
    """The look of an input cell: text kinds as text, so that `007`, `1/2` and `3-1` stay as typed.

    A payment may be a sum, which a date's format would show as a day of 1902: Excel itself makes dates of days."""
    look = style.KNOWN if prefilled else style.FIELD
    if column.kind is Kind.DATE:
        look = look.but(format="dd.mm.yyyy hh:mm" if lang == "ru" else "yyyy-mm-dd hh:mm")
    elif column.kind in TEXTUAL:
        look = look.but(format="@")
    wide = column.kind in (Kind.TEXT, Kind.NAME)
    # A reason is a tick in the middle or a sentence that has to wrap.
    return look.but(across="left" if wide else "center", wrap=wide or column.kind is Kind.REASON, indent=int(wide))


def choice_list(column: Column | Setting, t: i18n.Words) -> tuple[str, ...]:
    """The words of a column's drop-down; empty where there is none."""
    if column.kind in TICKS:
        both = ("yes", "no") if isinstance(column, Setting) else ("yes",)
        return tuple(t(f"value.yes.{key}") for key in both)
    if column.kind is Kind.CHOICE and column.choices:
        return tuple(t(f"value.{column.choices}.{key}") for key in i18n.section(f"value.{column.choices}"))
    return ()


def guard(
    sheet: Worksheet,
    area: str,
    column: Column | Setting,
    t: i18n.Words,
    choices: Sequence[str],
    hint: str = "",
) -> None:
    """A drop-down or bounds for `area`, with the hint of the locale's key `hint` shown when a cell is chosen."""
    rule = _rule(column, t, choices)
    if hint and i18n.has(t.lang, hint):
        rule = rule or DataValidation(allow_blank=True)
        rule.showInputMessage, rule.prompt = True, t(hint)[:LONGEST_HINT]
    if rule is not None:
        sheet.add_data_validation(rule)
        rule.add(area)


def offer(sheet: Worksheet, area: str, source: str) -> None:
    """A drop-down from the cells `source`; anything else may be typed too."""
    rule = DataValidation(type="list", formula1=source, allow_blank=True, showErrorMessage=False)
    sheet.add_data_validation(rule)
    rule.add(area)


def _rule(column: Column | Setting, t: i18n.Words, choices: Sequence[str]) -> DataValidation | None:
    literal = ",".join(choices)
    if choices and len(literal) <= LONGEST_LIST:
        rule = DataValidation(type="list", formula1=f'"{literal}"', allow_blank=True)
        # Other ways of saying it are accepted too, so a list only asks back; ticks not even that.
        rule.showErrorMessage, rule.errorStyle = column.kind not in TICKS, "warning"
        rule.errorTitle = t("sheets.guard.title")[:LONGEST_TITLE]
        rule.error = t("sheets.guard.choice", words=", ".join(choices))[:LONGEST_HINT]
        return rule
    if column.kind not in (Kind.WHOLE, Kind.NUMBER):
        return None
    low = column.low if column.low is not None else LEAST
    high = column.high if column.high is not None else MOST
    rule = DataValidation(
        type="whole" if column.kind is Kind.WHOLE else "decimal",
        operator="between",
        formula1=str(low),
        formula2=str(high),
        allow_blank=True,
        showErrorMessage=True,
    )
    rule.errorTitle = t("sheets.guard.title")[:LONGEST_TITLE]
    rule.error = t(f"sheets.guard.{column.kind}", low=low, high=high)[:LONGEST_HINT]
    return rule
