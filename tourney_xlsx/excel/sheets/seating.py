"""`Посадка N`: who sits where, for the wall: by table, then by player, in type to be read from afar (A-11, A-13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from openpyxl.workbook import Workbook

from ...model import ScheduleItem, SeatedTable, Seating, column_letters
from ...text import sort_key
from .. import style
from ..style import Look, Pen
from .frame import close, open_sheet
from .picture import put_qr
from .view import View

HEAD = Look(size=14, bold=True, fill=style.HEAD, across="center", edge="thin", wrap=True)
KEY = Look(size=22, bold=True, across="center", edge="thin")
NAME = Look(size=13, edge="thin", wrap=True, indent=1)
WIDE_NAME = NAME.but(size=18)
PERSON = Look(size=12, edge="thin", wrap=True, indent=1)
SPOT = Look(size=13, bold=True, edge="thin", wrap=True, indent=1)
REPEAT, REMARKS = style.NOTE.but(size=12, down="center"), style.NOTE.but(colour=style.GREY)
# Five columns fill a landscape page at full size, so that Excel doesn't scale the type down.
KEY_WIDTH, PAGE_WIDTH = 9.0, 128.0
MOST_SEATS_ACROSS, TABLES_ACROSS, MOST_WIDE = 5, (5, 4), 2
TABLES_A_PAGE, PLAYERS_A_PAGE = 10, 40
FIRST_ROW, QR_SIDE = 5, 96


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a player sits; table 0: rests."""

    name: str
    table: int
    seat: str


def seating_sheet(view: View, book: Workbook, seating: Seating) -> None:
    """One round: the tables, what is to be known about the seating, and the list by player on pages of its own."""
    name = view.numbered("seating", seating.key)
    pen = open_sheet(view, book, name, "")
    across = len(view.rules.seats) <= MOST_SEATS_ACROSS
    most, fewest = TABLES_ACROSS
    seat_columns = len(view.rules.seats) if across else min(max(len(seating.tables), fewest), most)
    widths = [KEY_WIDTH, *[round(PAGE_WIDTH / seat_columns, 1)] * seat_columns]
    pen.widths(widths)
    _heading(view, pen, seating, column_letters(seat_columns + 1))
    row = (_tables_across if across else _tables_down)(view, pen, seating, widths[-1])
    row = _notes(view, pen, seating, row, widths)
    row = _by_player(view, pen, seating, row, widths)
    close(view, pen.sheet, name, landscape=True, right=column_letters(seat_columns + 1), last_row=row - 1)
    pen.sheet.freeze_panes = f"A{FIRST_ROW}"


def _heading(view: View, pen: Pen, seating: Seating, last: str) -> None:
    """The round in large type, the tournament, the time; the page's QR code at the right."""
    lines = (
        (view.t("sheets.seating.title", round=view.round_name(seating.key)), Look(size=26, bold=True), 35),
        (view.title, Look(size=14, bold=True), 20),
        (_times(view, seating), Look(size=14), 20),
    )
    for row, (text, look, height) in enumerate(lines, FIRST_ROW - len(lines)):
        pen.put(row, 1, text, look)
        pen.tall(row, height)
    put_qr(pen.sheet, view.outcome.tournament.text("page_url"), f"{last}2", QR_SIDE)


def _times(view: View, seating: Seating) -> str:
    """When the round is played, from the day's schedule, and where."""
    item = _planned(view, seating)
    time = f"{item.start}–{item.end}".rstrip("–") if item else ""
    return " · ".join(text for text in (time, view.where_and_when) if text)


def start_of(view: View, seating: Seating) -> str:
    """When the round begins by the day's schedule; empty where that doesn't say."""
    item = _planned(view, seating)
    return item.start if item else ""


def _planned(view: View, seating: Seating) -> ScheduleItem | None:
    """The round's line of the schedule, whose rounds count on from stage to stage."""
    before = sum(stage.rounds for stage in view.stages if stage.phase < seating.key.phase)
    items = view.outcome.tournament.schedule
    return next((item for item in items if item.round == before + seating.key.number), None)


def _chunks(tables: Sequence[SeatedTable], size: int) -> Iterator[Sequence[SeatedTable]]:
    for start in range(0, len(tables), size):
        yield tables[start : start + size]


def _tables_across(view: View, pen: Pen, seating: Seating, width: float) -> int:
    """A table a row, a seat a column; a header on each page. Returns the next free row."""
    row = FIRST_ROW
    heads = [view.t("sheets.table"), *(view.seat_name(seat) for seat in view.rules.seats)]
    for tables in _chunks(seating.tables, TABLES_A_PAGE):
        _head(pen, row, heads)
        for table in tables:
            row += 1
            names = [view.numbered_name(number) for number in table.players]
            names += [""] * (len(view.rules.seats) - len(names))
            pen.put(row, 1, table.number, KEY)
            pen.row(row, names, NAME, first=2)
            pen.height(row, ((name, width, NAME) for name in names), low=35)
        row += 1
    return row


def _tables_down(view: View, pen: Pen, seating: Seating, width: float) -> int:
    """A seat a row, a table a column, five tables beside each other. Returns the next free row."""
    row = FIRST_ROW
    # One or two tables alone have the page to themselves.
    each = 2 if len(seating.tables) <= MOST_WIDE else 1
    look = WIDE_NAME if each > 1 else NAME
    for tables in _chunks(seating.tables, TABLES_ACROSS[0]):
        _head(pen, row, [view.t("sheets.seat")])
        firsts = range(2, 2 + each * len(tables), each)
        for first, table in zip(firsts, tables, strict=True):
            pen.join(row, first, first + each - 1, view.t("sheets.table_n", n=table.number), HEAD)
        for position, seat in enumerate(view.rules.seats):
            row += 1
            names = [view.numbered_name(table.players[position]) for table in tables if position < len(table.players)]
            pen.put(row, 1, view.seat(seat), KEY)
            for first, name in zip(firsts, names, strict=False):
                pen.join(row, first, first + each - 1, name, look)
            pen.height(row, ((name, width * each, look) for name in names), low=35)
        row += 1
    return row


def _head(pen: Pen, row: int, words: Sequence[str]) -> None:
    if row > FIRST_ROW:
        style.break_before(pen.sheet, row)
    pen.row(row, words, HEAD)
    pen.tall(row, 24)


def _notes(view: View, pen: Pen, seating: Seating, row: int, widths: Sequence[float]) -> int:
    """Who rests; pairs that meet again, named; then what there is to say in smaller type. Returns the next free row."""
    resting = ", ".join(view.numbered_name(number) for number in view.resting(seating))
    rests = [view.t("sheets.seating.rests", names=resting)] if resting else []
    repeats = (
        view.t("sheets.seating.repeat", table=table.number, one=view.numbered_name(one), two=view.numbered_name(two))
        for table in seating.tables
        for one, two in table.repeats
    )
    named = [(text, REPEAT) for text in (*rests, *repeats)]
    for text, look in (*named, (view.seating_remarks(seating), REMARKS)):
        if text:
            pen.join(row, 1, len(widths), text, look)
            pen.height(row, [(text, sum(widths), look)], low=18)
            row += 1
    return row


def _by_player(view: View, pen: Pen, seating: Seating, row: int, widths: Sequence[float]) -> int:
    """Two columns of names in alphabetical order, read down, a page at a time. Returns the next free row.

    A name takes the narrow key column too on the left, and the last column but one on the right of a wide sheet.
    """
    spots = sorted(_spots(view, seating), key=lambda spot: sort_key(spot.name))
    spans = ((1, 2), (4, len(widths) - 1))
    rooms = [sum(widths[first - 1 : last]) for first, last in spans]
    pages = -(-len(spots) // PLAYERS_A_PAGE)
    # As many on each page, so that the last one isn't left with a few.
    size = -(-len(spots) // max(pages, 1)) + 1 & ~1
    for start in range(0, len(spots), max(size, 1)):
        page = spots[start : start + size]
        style.break_before(pen.sheet, row)
        heading = view.t("sheets.seating.by_player", round=view.round_name(seating.key))
        pen.join(row, 1, len(widths), heading, Look(size=18, bold=True))
        pen.tall(row, 28)
        half = (len(page) + 1) // 2
        for line in range(half):
            row += 1
            pair = page[line::half]
            for (first, last), spot in zip(spans, pair, strict=False):
                pen.join(row, first, last, spot.name, PERSON)
                pen.put(row, last + 1, _where(view, spot), SPOT)
            pen.height(row, ((spot.name, room, PERSON) for spot, room in zip(pair, rooms, strict=False)), low=22)
        row += 1
    return row


def _where(view: View, spot: Spot) -> str:
    if not spot.table:
        return view.t("sheets.rest")
    key = "sheets.seating.spot_numbered" if spot.seat.isdecimal() else "sheets.seating.spot"
    return view.t(key, table=spot.table, seat=view.seat_name(spot.seat))


def _spots(view: View, seating: Seating) -> Iterator[Spot]:
    for number in view.resting(seating):
        yield Spot(f"{view.name_of(number)} ({number})", 0, "")
    for table in seating.tables:
        for seat, number in zip(view.rules.seats, table.players, strict=False):
            if number:
                yield Spot(f"{view.name_of(number)} ({number})", table.number, seat)
