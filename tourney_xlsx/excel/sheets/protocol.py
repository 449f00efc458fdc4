"""The empty protocol sheet of a newly seated round, prefilled from the seating. From then on it is the organiser's."""

from __future__ import annotations

from collections.abc import Mapping

from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Border, Font, PatternFill, Side
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from ...model import Outcome, Seating, column_letters
from ...rules import Column, RuleSet
from .. import style
from ..inputs import choice_list, guard, input_look
from ..style import Pen
from .view import View

KNOWN = ("table", "seat", "number", "name")
SPARE_ROWS = 12
WIDTHS = {"table": 8.0, "seat": 8.0, "number": 8.0, "name": 38.0, "note": 30.0, "released": 22.0}
MARKS = {"zero_sum": style.BAD, "twice": style.BAD, "empty": style.WARN}


def protocol(seating: Seating, outcome: Outcome, rules: RuleSet, book: Workbook) -> Worksheet:
    """Add the round's protocol sheet to `book`: headers of the contract, seats prefilled, yellow cells to type into."""
    view = View(outcome, rules)
    name = view.round_name(seating.key)
    sheet = book.create_sheet(name)
    pen = Pen(sheet)
    columns = {column.key: position for position, column in enumerate(rules.protocol.columns, 1)}
    for column in rules.protocol.columns:
        pen.put(1, columns[column.key], view.t(f"column.{rules.protocol.key}.{column.key}"), style.HEADER)
    last = _seats(view, pen, seating, columns)
    _spare(view, pen, last + 1, columns)
    _widths(view, sheet)
    for column in rules.protocol.columns:
        _guard(view, sheet, column, columns[column.key], last)
    _marks(view, sheet, columns, last)
    sheet.freeze_panes = f"{column_letters(len([k for k in KNOWN if k in columns]) + 1)}2"
    sheet.auto_filter.ref = f"A1:{column_letters(len(columns))}{last}"
    style.paper(
        sheet,
        landscape=True,
        area=f"A1:{column_letters(len(columns))}{last + SPARE_ROWS}",
        header=(1, 1),
        footer=f"{view.title} · {name}",
        page=view.t("sheets.page"),
    )
    return sheet


def _seats(view: View, pen: Pen, seating: Seating, columns: Mapping[str, int]) -> int:
    """A row a seat, tables set apart by a line. Returns the last row."""
    row = 1
    for table in seating.tables:
        for position, seat in enumerate(view.rules.seats):
            row += 1
            number = table.players[position] if position < len(table.players) else 0
            ends = position == len(view.rules.seats) - 1
            known = {
                "table": table.number,
                "seat": int(seat) if seat.isdecimal() else view.seat(seat),
                "number": number or None,
                "name": view.by_number[number].name if number in view.by_number else None,
            }
            for column in view.rules.protocol.columns:
                look = input_look(column, prefilled=column.key in KNOWN).but(under=ends)
                pen.put(row, columns[column.key], known.get(column.key), look)
    return row


def _spare(view: View, pen: Pen, first: int, columns: Mapping[str, int]) -> None:
    """Empty rows for those who step in (A-16)."""
    for row in range(first, first + SPARE_ROWS):
        for column in view.rules.protocol.columns:
            pen.put(row, columns[column.key], None, input_look(column, prefilled=False))


def _widths(view: View, sheet: Worksheet) -> None:
    for position, column in enumerate(view.rules.protocol.columns, 1):
        header = view.t(f"column.{view.rules.protocol.key}.{column.key}")
        width = WIDTHS.get(column.key) or style.fit([header], 9, 20)
        style.set_widths(sheet, [width], position)
    sheet.row_dimensions[1].height = 30


def _guard(view: View, sheet: Worksheet, column: Column, position: int, last: int) -> None:
    """A drop-down or bounds with a hint for the column's cells, spare rows included."""
    letter = column_letters(position)
    area = f"{letter}2:{letter}{last + SPARE_ROWS}"
    choices: tuple[str, ...] = ()
    if column.key == "seat":
        choices = tuple(view.seat(seat) for seat in view.rules.seats)
    hint = f"sheets.hint.{view.rules.protocol.key}.{column.key}"
    guard(sheet, area, column, view.t, choices or choice_list(column, view.t), hint)


def _marks(view: View, sheet: Worksheet, columns: Mapping[str, int], last: int) -> None:
    """Live marks: an empty seat, a player twice, and a table whose game points don't add up to 0.

    Names are compared one by one: COUNTIF would take `007` for 7 and `>5` for a condition. Marks are bold and
    framed as well as coloured, so that they show on a black-and-white print.
    """
    end = last + SPARE_ROWS
    letters = {key: column_letters(position) for key, position in columns.items()}
    table, number, name = (f"${letters[key]}2" for key in ("table", "number", "name"))
    who = f"{letters['number']}2:{letters['name']}{end}"
    ranges = {key: f"${letter}$2:${letter}${end}" for key, letter in letters.items()}
    empty = f'AND({table}<>"",{number}="",{name}="")'
    twice = (
        f'OR(AND({number}<>"",COUNTIF({ranges["number"]},{number})>1),'
        f'AND({name}<>"",SUMPRODUCT(--({ranges["name"]}={name}))>1))'
    )
    _mark(sheet, who, twice, MARKS["twice"])
    _mark(sheet, who, empty, MARKS["empty"])
    if "game_points" in letters:
        points, mine = ranges["game_points"], f"{letters['game_points']}2:{letters['game_points']}{end}"
        here = f"{ranges['table']},{table}"
        count = f'COUNTIFS({here},{points},"<>")>={len(view.rules.seats)}'
        _mark(sheet, mine, f'AND({table}<>"",{count},SUMIF({here},{points})<>0)', MARKS["zero_sum"])


def _mark(sheet: Worksheet, area: str, formula: str, fill: str) -> None:
    side = Side(style="thin", color="FF" + style.RED)
    rule = FormulaRule(
        formula=[formula],
        font=Font(bold=True, underline="single", color="FF" + style.RED),
        fill=PatternFill("solid", start_color="FF" + fill, end_color="FF" + fill),
        border=Border(left=side, right=side, top=side, bottom=side),
    )
    sheet.conditional_formatting.add(area, rule)


