"""`Бланки N`: a protocol to print for each table, one A4 page each, then seat cards to cut (A-17, A-21)."""

from __future__ import annotations

from openpyxl.workbook import Workbook

from ...model import SeatedTable, Seating, column_letters
from .. import style
from ..style import Look, Pen
from .cards import CARD_COLUMN, CARD_WIDTH, seat_cards
from .forms_seats import seats_form, seats_widths
from .frame import TITLE_ROW, close, open_sheet
from .view import View

CELL = Look(size=11, edge="thin", across="center")
LABEL = CELL.but(bold=True, fill=style.HEAD, wrap=True, size=10)
PLAYER = CELL.but(bold=True, fill=style.HEAD, wrap=True, size=9)
HAND_KEYS, HAND_WIDTHS, PLAYER_WIDTH = ("hand", "worth", "winner", "discarder"), (9.0, 9.0, 9.0, 11.0), 13.0
HANDS, HANDS_A_ROUND = 16, 4
LAST_LINES = (("game_points", 28), ("penalty", 28), ("table_points", 28), ("signed", 42))
# Page after page is filled so far that Excel breaks at the same rows by itself when it scales to the width.
TITLE_HEIGHT, HAND_HEIGHT = 60.0, 24.5


def forms_sheet(view: View, book: Workbook, seating: Seating) -> None:
    """The forms of a round in the order of tables, with names and winds filled in, and its seat cards."""
    name = view.numbered("forms", seating.key)
    pen = open_sheet(view, book, name, "")
    hands = view.rules.hands is not None
    widths = [*HAND_WIDTHS, *[PLAYER_WIDTH] * len(view.rules.seats)] if hands else seats_widths(view)
    pen.widths(widths)
    row = TITLE_ROW
    for table in seating.tables:
        if row > TITLE_ROW:
            style.break_before(pen.sheet, row)
        row = _heading(view, pen, seating, table, row, len(widths))
        row = _hands_form(view, pen, table, row) if hands else seats_form(view, pen, table, row)
    last = seat_cards(view, pen, seating, row)
    pen.widths([3.0, CARD_WIDTH, CARD_WIDTH], CARD_COLUMN - 1)
    close(view, pen.sheet, name, right=column_letters(len(widths)), last_row=row - 1)
    cards = f"{column_letters(CARD_COLUMN)}{row}:{column_letters(CARD_COLUMN + 1)}{last}"
    pen.sheet.print_area = f"A{TITLE_ROW}:{column_letters(len(widths))}{row - 1},{cards}"


def _heading(view: View, pen: Pen, seating: Seating, table: SeatedTable, row: int, columns: int) -> int:
    """Table and round in large type, the tournament under it. Returns the next row."""
    pen.put(row, 1, view.t("sheets.table_n", n=table.number), Look(size=28, bold=True, down="bottom"))
    pen.put(row, columns, view.round_name(seating.key), Look(size=20, bold=True, across="right", down="bottom"))
    pen.tall(row, TITLE_HEIGHT)
    pen.put(row + 1, 1, view.title, style.SUBTITLE.but(size=11))
    pen.put(row + 1, columns, view.where_and_when, style.SUBTITLE.but(size=11, across="right"))
    pen.tall(row + 1, 22)
    return row + 2


def _hands_form(view: View, pen: Pen, table: SeatedTable, row: int) -> int:
    """Sixteen hands; a column a player for penalties or running totals; results, signatures. Returns the next row."""
    pen.row(row, [view.t(f"column.hands.{key}") for key in HAND_KEYS], LABEL)
    first, columns = len(HAND_KEYS) + 1, len(HAND_KEYS) + len(view.rules.seats)
    for column, (seat, number) in enumerate(zip(view.rules.seats, table.players, strict=False), first):
        pen.put(row, column, f"{view.seat_name(seat).upper()}\n{view.numbered_name(number)}", PLAYER)
    pen.tall(row, 78)
    for hand in range(1, HANDS + 1):
        row += 1
        look = CELL.but(under="medium" if hand % HANDS_A_ROUND == 0 else "")
        pen.put(row, 1, hand, look.but(bold=True))
        pen.row(row, [None] * (columns - 1), look, first=2)
        pen.tall(row, HAND_HEIGHT)
    for key, height in LAST_LINES:
        row += 1
        pen.join(row, 1, len(HAND_KEYS), view.t(f"sheets.forms.{key}"), LABEL.but(across="right", size=11, indent=1))
        pen.row(row, [None] * len(view.rules.seats), CELL, first=first)
        pen.tall(row, height)
    row += 1
    pen.join(row, 1, columns, view.t("sheets.forms.reminder"), style.NOTE.but(size=9))
    pen.tall(row, 52)
    return row + 1
