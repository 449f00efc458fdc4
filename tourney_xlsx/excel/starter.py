"""The workbook of `new`: settings, a registration sheet ready for a paste, the regulation's day, and a help sheet."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction

from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from .. import i18n
from ..model import column_letters
from ..rules import SCHEDULE_FORM, SETTINGS_FORM, Column, Form, Kind, RuleSet, Setting
from . import style
from .day_plan import day_plan
from .inputs import choice_list, guard, input_look
from .metrics import fit
from .style import Look, Pen, Shown

READY_ROWS, GUARDED_ROWS = 60, 1500
VALUE_WIDTH, NOTE_WIDTH, HELP_WIDTH, FILTER = 38.0, 84.0, 92.0, 2.5
HELP_PARTS = ("before", "rounds", "closing", "sheets", "trouble")
WIDTHS = {"name": 42.0, "city": 20.0, "club": 32.0, "registered": 19.0, "paid": 19.0, "status": 18.0, "note": 32.0}
HELP = Look(size=11, wrap=True, down="top", indent=1)
EXAMPLE = Look(size=11, italic=True, colour=style.GREY, edge="thin", indent=1, locked=False, format="@")


def starter(rules: RuleSet, lang: str, *, title: str, rounds: int | None) -> Workbook:
    """A new tournament's workbook of the game, in the language; `rounds` None takes the game's default."""
    t, book = i18n.Words(lang), style.new_book()
    given: dict[str, Shown] = {"game": t(f"value.game.{rules.key}"), "title": title, "lang": t(f"value.lang.{lang}")}
    if rounds is not None:
        given[_rounds_key(rules)] = rounds
    _settings(book, rules, t, given)
    _players(book, rules, t)
    _schedule(book, rules, t, rounds)
    _help(book, rules, t)
    return book


def _rounds_key(rules: RuleSet) -> str:
    """The setting that says how many rounds there are: the games of the first stage where an event has stages (B-5)."""
    keys = [setting.key for setting in rules.settings]
    return next((key for key in keys if key == "rounds"), "") or next(key for key in keys if key.endswith("_games"))


def _sheet(book: Workbook, name: str, t: i18n.Words, form: Form, widths: list[float]) -> Pen:
    """A sheet with its header row frozen, filters on it, and the paper ready."""
    sheet = book.create_sheet(name)
    pen = Pen(sheet)
    pen.row(1, [t(f"column.{form.key}.{column.key}") for column in form.columns], style.HEADER.but(size=11))
    pen.tall(1, 34)
    pen.widths(widths)
    sheet.freeze_panes = "A2"
    return pen


def _paper(sheet: Worksheet, t: i18n.Words, columns: int, last: int, *, landscape: bool) -> None:
    area = f"A1:{column_letters(columns)}{last}"
    style.paper(sheet, landscape=landscape, area=area, header=(1, 1), footer=sheet.title, page=t("sheets.page"))


def _settings(book: Workbook, rules: RuleSet, t: i18n.Words, given: Mapping[str, Shown]) -> None:
    """A setting a row: its name, a yellow cell with the default, what it is for."""
    pen = _sheet(book, t("sheet.settings"), t, SETTINGS_FORM, [34, VALUE_WIDTH, NOTE_WIDTH])
    for row, setting in enumerate(rules.settings, 2):
        name, note = (t(f"setting.{setting.key}.{word}") for word in ("name", "note"))
        value = given.get(setting.key, _shown(setting, t))
        pen.put(row, 1, name, style.KNOWN.but(bold=True, indent=1))
        pen.put(row, 2, value, input_look(setting, lang=t.lang).but(across="left", indent=1, wrap=True))
        pen.put(row, 3, note, style.KNOWN.but(colour=style.GREY, wrap=True, indent=1))
        pen.height(row, [(note, NOTE_WIDTH, style.KNOWN), (str(value or ""), VALUE_WIDTH, style.KNOWN)], low=22)
        guard(pen.sheet, f"B{row}", setting, t, choice_list(setting, t))
    _paper(pen.sheet, t, 3, len(rules.settings) + 1, landscape=True)


def _shown(setting: Setting, t: i18n.Words) -> Shown:
    """A setting's default as the organiser would type it."""
    default = setting.default
    if setting.kind is Kind.YES:
        return t(f"value.yes.{'yes' if default else 'no'}")
    if setting.kind is Kind.CHOICE and default:
        return t(f"value.{setting.choices}.{default}")
    return default if isinstance(default, str | int | Fraction | datetime) else None


def _players(book: Workbook, rules: RuleSet, t: i18n.Words) -> None:
    """The registration sheet: columns formatted to the bottom for a paste, two examples that are passed over."""
    form = rules.players
    heads = {column.key: t(f"column.{form.key}.{column.key}") for column in form.columns}
    widths = [WIDTHS.get(key) or fit(head.split(), 7, 18, 11, bold=True) + FILTER for key, head in heads.items()]
    pen = _sheet(book, t("sheet.players"), t, form, widths)
    for position, column in enumerate(form.columns, 1):
        letter = column_letters(position)
        look = input_look(column, lang=t.lang).but(wrap=False)
        pen.sheet.column_dimensions[letter].number_format = look.format
        for row in range(2, READY_ROWS + 2):
            pen.put(row, position, None, look)
        hint = f"sheets.hint.players.{column.key}"
        guard(pen.sheet, f"{letter}2:{letter}{GUARDED_ROWS}", column, t, choice_list(column, t), hint)
    for row, example in enumerate(("first", "second"), 2):
        for position, column in enumerate(form.columns, 1):
            pen.put(row, position, _example(t, example, column), EXAMPLE)
    pen.sheet.freeze_panes = "C2"
    pen.sheet.auto_filter.ref = f"A1:{column_letters(len(form.columns))}{READY_ROWS + 1}"
    _paper(pen.sheet, t, len(form.columns), READY_ROWS + 1, landscape=True)


def _example(t: i18n.Words, example: str, column: Column) -> str | None:
    key = f"sheets.example.{example}.{column.key}"
    if column.key == "name":
        return f"{t('value.example')}: {t(key)}"
    return t(key) if i18n.has(t.lang, key) else None


def _schedule(book: Workbook, rules: RuleSet, t: i18n.Words, rounds: int | None) -> None:
    """The day of A-4, or a day of games, to be changed freely."""
    pen = _sheet(book, t("sheet.schedule"), t, SCHEDULE_FORM, [12, 12, 50, 10])
    lines = day_plan(rules, t, rounds)
    look = style.FIELD.but(format="@", across="center")
    for row, item in enumerate(lines, 2):
        pen.put(row, 1, item.start, look)
        pen.put(row, 2, item.end, look)
        pen.put(row, 3, item.what, look.but(across="left", indent=1, bold=item.round is not None))
        pen.put(row, 4, item.round, look)
        pen.tall(row, 20)
    for letter in "AB":
        pen.sheet.column_dimensions[letter].number_format = "@"
    _paper(pen.sheet, t, 4, len(lines) + 1, landscape=False)


def _help(book: Workbook, rules: RuleSet, t: i18n.Words) -> None:
    """What to do and when, in plain words."""
    sheet = book.create_sheet(t("sheets.help.sheet"))
    sheet.sheet_view.showGridLines = False
    pen = Pen(sheet)
    pen.widths([4, HELP_WIDTH])
    pen.put(1, 1, t("sheets.help.title"), style.TITLE)
    pen.tall(1, 30)
    row = 2
    for part in HELP_PARTS:
        row += 1
        pen.put(row, 1, t(f"sheets.help.{part}.title"), Look(size=12, bold=True))
        pen.tall(row, 24)
        for step, key in enumerate(_steps(part, rules, t.lang), 1):
            row += 1
            text = t(f"sheets.help.{part}.{key}")
            pen.put(row, 1, step, Look(size=11, colour=style.GREY, across="right", down="top"))
            pen.put(row, 2, text, HELP)
            pen.height(row, [(text, HELP_WIDTH, HELP)], low=18)
    style.paper(sheet, landscape=False, area=f"A1:B{row}", header=None, footer=sheet.title, page=t("sheets.page"))


def _steps(part: str, rules: RuleSet, lang: str) -> list[str]:
    """The steps of a part: those for every game, and those whose key ends with this game's."""
    keys = [key for key in i18n.section(f"sheets.help.{part}", lang) if key != "title"]
    return [key for key in keys if "_" not in key or key.endswith(f"_{rules.key}")]
