"""The empty protocol sheet of a newly seated round, prefilled from the seating. From then on it is the organiser's."""

from __future__ import annotations

from collections.abc import Mapping

from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from ...model import Outcome, SeatedTable, Seating, column_letters
from ...rules import Column, Kind, RuleSet
from .. import style
from ..inputs import choice_list, guard, input_look, offer
from ..metrics import fit
from ..style import Pen, Shown
from .live import ZERO_SUM, Place, mark, place_of, sum_check
from .view import View

KNOWN = ("table", "seat", "number", "name")
SPARE_ROWS, NAMES_TO_COME, HEADER_HEIGHT, ROW_HEIGHT = 12, 20, 32, 19
CHECK, CHECK_WIDTH = style.PLAIN.but(size=11, colour=style.GREY, indent=1, locked=False), 22.0
WIDTHS = {"table": 8.0, "seat": 8.0, "number": 8.0, "name": 38.0, "note": 30.0, "released": 22.0}


def protocol(seating: Seating, outcome: Outcome, rules: RuleSet, book: Workbook) -> Worksheet:
    """Add the round's protocol sheet to `book`: headers of the contract, seats prefilled, yellow cells to type into.

    Free rows below are for those who step in (A-16). A running check stands beside each table.
    """
    view = View(outcome, rules)
    sheet: Worksheet = book.create_sheet(view.round_name(seating.key))
    pen = Pen(sheet)
    columns = {column.key: position for position, column in enumerate(rules.protocol.columns, 1)}
    _header(view, pen)
    row = 1
    for table in seating.tables:
        for position in range(len(rules.seats)):
            row += 1
            _seat(view, pen, row, table, position)
    last = row + SPARE_ROWS
    for spare in range(row + 1, last + 1):
        for column in rules.protocol.columns:
            pen.put(spare, columns[column.key], None, input_look(column, lang=view.t.lang))
        pen.tall(spare, ROW_HEIGHT)
    for column in rules.protocol.columns:
        _guard(view, sheet, column, columns[column.key], last)
    place = place_of(columns, last, len(rules.seats))
    mark(sheet, place, view.t)
    if ZERO_SUM in columns:
        _checks(view, pen, place, len(columns) + 1)
    _finish(view, sheet, columns, row, last)
    return sheet


def _header(view: View, pen: Pen) -> None:
    for position, column in enumerate(view.rules.protocol.columns, 1):
        header = view.t(f"column.{view.rules.protocol.key}.{column.key}")
        pen.put(1, position, header, style.HEADER.but(size=11))
        width = WIDTHS.get(column.key) or fit([header], 7, 20, size=11, bold=True) + 2.5
        pen.widths([width], position)
    pen.tall(1, HEADER_HEIGHT)


def _seat(view: View, pen: Pen, row: int, table: SeatedTable, position: int) -> None:
    """One seat of a table, the last one underlined."""
    seat = view.rules.seats[position]
    number = table.players[position] if position < len(table.players) else 0
    player = view.by_number.get(number)
    known: dict[str, Shown] = {
        "table": table.number,
        "seat": int(seat) if seat.isdecimal() else view.seat(seat),
        "number": number or None,
        "name": player.name if player else None,
    }
    under = "medium" if position == len(view.rules.seats) - 1 else ""
    for column, spec in enumerate(view.rules.protocol.columns, 1):
        look = input_look(spec, prefilled=spec.key in KNOWN, lang=view.t.lang).but(under=under)
        pen.put(row, column, known.get(spec.key), look)
    pen.height(row, [(player.name if player else "", WIDTHS["name"], style.KNOWN)], low=ROW_HEIGHT)


def _guard(view: View, sheet: Worksheet, column: Column, position: int, last: int) -> None:
    """A drop-down or bounds with a hint for the column's cells, free rows included."""
    letter = column_letters(position)
    seats = tuple(view.seat(seat) for seat in view.rules.seats) if column.key == "seat" else ()
    hint, area = f"sheets.hint.{view.rules.protocol.key}.{column.key}", f"{letter}2:{letter}{last}"
    names = _names(view) if column.kind is Kind.NAME else ""
    if names:
        offer(sheet, area, names)
    else:
        guard(sheet, area, column, view.t, seats or choice_list(column, view.t), hint)


def _names(view: View) -> str:
    """The registration sheet's names as a range, with room for players still to come; empty when there are none."""
    places = [player.at for player in view.outcome.tournament.players]
    if not places or not places[0].column:
        return ""
    letter, quoted = column_letters(places[0].column), places[0].sheet.replace("'", "''")
    rows = [place.row for place in places]
    return f"'{quoted}'!${letter}${min(rows)}:${letter}${max(rows) + NAMES_TO_COME}"


def _checks(view: View, pen: Pen, place: Place, column: int) -> None:
    """A running check beside the first row of each table; nothing is typed yet, so its value is empty."""
    pen.put(1, column, view.t("sheets.live.header"), style.HEADER.but(size=11, fill=style.BAND, colour=style.GREY))
    pen.widths([CHECK_WIDTH], column)
    for row in range(2, place.last - SPARE_ROWS + 1, place.seats):
        pen.formula(row, column, sum_check(place, row, view.t), "", CHECK)


def _finish(view: View, sheet: Worksheet, columns: Mapping[str, int], seats: int, last: int) -> None:
    """Header and names stay in view; a filter over the seats; ready for paper."""
    right = column_letters(len(columns))
    known = [columns[key] for key in KNOWN if key in columns]
    sheet.freeze_panes = f"{column_letters(max(known, default=0) + 1)}2"
    sheet.auto_filter.ref = f"A1:{right}{seats}"
    footer = f"{view.title} · {sheet.title}"
    page = view.t("sheets.page")
    style.paper(sheet, landscape=True, area=f"A1:{right}{last}", header=(1, 1), footer=footer, page=page)
