"""`Посадка N`: who sits where, for the wall: by table, then by player, in type that reads from two metres (A-11, A-13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from openpyxl.workbook import Workbook

from ...model import SeatedTable, Seating, column_letters
from ...text import sort_key
from .. import style
from ..style import Look, Pen
from .frame import close, open_sheet
from .picture import put_qr
from .view import View

MOST_SEATS_ACROSS = 5
TABLES_A_PAGE, TABLES_ACROSS, PLAYERS_A_PAGE = 10, 5, 40
HEAD = Look(size=14, bold=True, fill=style.HEAD, across="center", edge="thin", wrap=True)
KEY = Look(size=20, bold=True, across="center", edge="thin")
NAME = Look(size=14, edge="thin", wrap=True)
PERSON = Look(size=13, bold=True, edge="thin", wrap=True)
SPOT = Look(size=13, edge="thin", wrap=True)
NAME_WIDTH, KEY_WIDTH, FIRST_ROW = 31.0, 9.0, 5
QR_SIDE = 96


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a player sits."""

    name: str
    table: int
    seat: str


def seating_sheet(view: View, book: Workbook, seating: Seating) -> None:
    """One round: a grid of tables, what is to be known about the seating, and the list by player on pages of its own."""
    name = view.numbered("seating", seating.key)
    pen = open_sheet(view, book, name, view.t("sheet.seating"), view.title, _times(view, seating))
    pen.put(2, 1, view.t("sheets.seating.title", round=view.round_name(seating.key)), Look(size=26, bold=True))
    pen.put(3, 1, view.title, Look(size=14, bold=True))
    pen.put(4, 1, _times(view, seating), Look(size=14))
    for row, height in ((2, 36), (3, 22), (4, 22)):
        pen.sheet.row_dimensions[row].height = height
    across = len(view.rules.seats) <= MOST_SEATS_ACROSS
    columns = 1 + (len(view.rules.seats) if across else TABLES_ACROSS)
    style.set_widths(pen.sheet, [KEY_WIDTH, *[NAME_WIDTH if across else NAME_WIDTH - 5] * (columns - 1)])
    put_qr(pen.sheet, view.outcome.tournament.text("page_url"), f"{column_letters(columns)}2", QR_SIDE)
    row = _tables_across(view, pen, seating) if across else _tables_down(view, pen, seating)
    row = _notes(view, pen, seating, row, columns)
    row = _by_player(view, pen, seating, row)
    close(view, pen.sheet, name, landscape=True, columns=columns, last_row=row - 1)
    pen.sheet.freeze_panes = f"A{FIRST_ROW}"


def _times(view: View, seating: Seating) -> str:
    """When the round is played, from the day's schedule, and where."""
    count = sum(s.rounds for s in view.rules.stages(view.outcome.tournament) if s.phase < seating.key.phase)
    wanted = {seating.key.number + count} | ({seating.key.number} if not seating.key.phase else set())
    times = [f"{item.start}–{item.end}".rstrip("–") for item in view.outcome.tournament.schedule if item.round in wanted]
    return " · ".join(text for text in (*times[:1], view.where_and_when) if text)


def _chunks(tables: Sequence[SeatedTable], size: int) -> Iterator[Sequence[SeatedTable]]:
    for start in range(0, len(tables), size):
        yield tables[start : start + size]


def _tables_across(view: View, pen: Pen, seating: Seating) -> int:
    """A table a row, a seat a column; a header on each page. Returns the next free row."""
    row = FIRST_ROW
    heads = [view.t("sheets.table"), *(view.seat_name(seat) for seat in view.rules.seats)]
    for tables in _chunks(seating.tables, TABLES_A_PAGE):
        if row > FIRST_ROW:
            style.break_before(pen.sheet, row)
        pen.row(row, heads, HEAD)
        pen.sheet.row_dimensions[row].height = 24
        for row, table in enumerate(tables, row + 1):
            names = [view.numbered_name(number) for number in table.players]
            names += [""] * (len(view.rules.seats) - len(names))
            pen.put(row, 1, table.number, KEY)
            pen.row(row, names, NAME, first=2)
            style.set_height(pen.sheet, row, {NAME_WIDTH: max(names, key=len)}, size=14, low=38)
        row += 1
    return row


def _tables_down(view: View, pen: Pen, seating: Seating) -> int:
    """A seat a row, a table a column, five tables beside each other. Returns the next free row."""
    row = FIRST_ROW
    for tables in _chunks(seating.tables, TABLES_ACROSS):
        if row > FIRST_ROW:
            style.break_before(pen.sheet, row)
        heads = (view.t("sheets.table_n", n=table.number) for table in tables)
        pen.row(row, [view.t("sheets.seat"), *heads], HEAD)
        pen.sheet.row_dimensions[row].height = 24
        for seat in range(len(view.rules.seats)):
            row += 1
            names = [view.numbered_name(table.players[seat]) for table in tables if seat < len(table.players)]
            pen.put(row, 1, view.seat(view.rules.seats[seat]), KEY)
            pen.row(row, names, NAME, first=2)
            style.set_height(pen.sheet, row, {NAME_WIDTH - 5: max(names, key=len)}, size=14, low=36)
        row += 1
    return row


def _notes(view: View, pen: Pen, seating: Seating, row: int, columns: int) -> int:
    """Pairs that meet again, named; notes of the engine; the seed that repeats the draw. Returns the next free row."""
    said = [
        view.t("sheets.seating.repeat", table=table.number, one=view.numbered_name(one), two=view.numbered_name(two))
        for table in seating.tables
        for one, two in table.repeats
    ]
    said += [view.t(f"seating_note.{note}") for note in seating.notes]
    if seating.seed and seating.key.number == 1 and not seating.key.phase:
        said.append(view.t("sheets.seating.seed", seed=seating.seed))
    width = KEY_WIDTH + NAME_WIDTH * (columns - 1)
    for row, text in enumerate(said, row):
        pen.join(row, 1, columns, text, style.NOTE.but(size=12))
        style.set_height(pen.sheet, row, {width: text}, size=12)
    return row + 1 if said else row


def _by_player(view: View, pen: Pen, seating: Seating, row: int) -> int:
    """Two columns of names in alphabetical order, read down, a page at a time. Returns the next free row."""
    spots = sorted(_spots(view, seating), key=lambda spot: sort_key(spot.name))
    for start in range(0, len(spots), PLAYERS_A_PAGE):
        page = spots[start : start + PLAYERS_A_PAGE]
        style.break_before(pen.sheet, row)
        heading = view.t("sheets.seating.by_player", round=view.round_name(seating.key))
        pen.join(row, 1, 5, heading, Look(size=18, bold=True))
        pen.sheet.row_dimensions[row].height = 28
        half = (len(page) + 1) // 2
        for line in range(half):
            row += 1
            _person(view, pen, row, 1, page[line])
            if half + line < len(page):
                _person(view, pen, row, 4, page[half + line])
            names = [spot.name for spot in page[line::half]]
            style.set_height(pen.sheet, row, {NAME_WIDTH: max(names, key=len)}, size=13, low=22.5)
        row += 1
    return row


def _person(view: View, pen: Pen, row: int, column: int, spot: Spot) -> None:
    """A name (two cells wide on the left, where the narrow key column is) and its table and seat."""
    pen.join(row, column, column + (column == 1), spot.name, PERSON)
    where = view.t("sheets.seating.spot", table=spot.table, seat=view.seat_name(spot.seat))
    pen.put(row, column + (2 if column == 1 else 1), where, SPOT)


def _spots(view: View, seating: Seating) -> Iterator[Spot]:
    for table in seating.tables:
        for seat, number in zip(view.rules.seats, table.players, strict=False):
            if number:
                yield Spot(f"{view.name_of(number)} ({number})", table.number, seat)
