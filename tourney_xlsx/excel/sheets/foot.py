"""What stands below the standings: the difficult card, the ladder in force and the settings played by (B-12, B-20)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ... import i18n
from ...model import Value
from ...rules import COMMON_SETTINGS, Setting
from .. import style
from ..style import Look, Pen
from .difficult_card import card_lines
from .view import View

HEADING = style.SUMMARY.but(size=11)
LINE = Look(size=10, colour=style.GREY, wrap=True, down="top")


def foot(view: View, pen: Pen, row: int, widths: float, columns: int) -> int:
    """Sentences over `columns` columns of together `widths`, from `row` on. Returns the last row."""
    pen.put(row, 1, view.t("sheets.rules.title"), HEADING)
    pen.height(row, low=22)
    for line in _lines(view):
        row += 1
        pen.join(row, 1, columns, line, LINE)
        pen.height(row, [(line, widths, LINE)], low=15)
    return row


def _lines(view: View) -> Iterator[str]:
    stage, players = view.going_on()
    if stage and players:
        yield view.t("sheets.rules.going_on", n=players, stage=view.t(f"sheets.stage_into.{stage}"))
    ladder = " → ".join(view.t(f"key.{step.key}") for step in view.ladder)
    yield view.t("sheets.rules.ladder", steps=ladder)
    yield from card_lines(view)
    common = {setting.key for setting in COMMON_SETTINGS}
    own = (setting for setting in view.rules.settings if setting.key not in common)
    said = [f"{view.t(f'setting.{s.key}.name')}: {text}" for s in own if (text := setting_text(view, s))]
    if said:
        yield "; ".join(said) + "."
    yield view.t("sheets.rules.seed", seed=view.outcome.seed)


def setting_text(view: View, setting: Setting) -> str:
    """A setting in force, as the organiser would type it; empty where nothing is set."""
    value: Value = view.outcome.tournament.settings.get(setting.key, setting.default)
    if isinstance(value, bool):
        return view.t(f"value.yes.{'yes' if value else 'no'}")
    if isinstance(value, int | Fraction):
        return view.number(value)
    if isinstance(value, str) and i18n.has(view.t.lang, f"value.{setting.choices}.{value}"):
        return view.t(f"value.{setting.choices}.{value}")
    return value if isinstance(value, str) else ""
