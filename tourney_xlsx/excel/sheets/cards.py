"""Seat cards to cut out and lay on the tables: ten to a page, in the order of tables and seats."""

from __future__ import annotations

from ...model import Seating
from .. import style
from ..style import Look, Pen
from .view import View

# Beside the forms, so that neither's column widths bind the other's.
CARD_COLUMN, CARD_WIDTH, CARDS_A_PAGE = 20, 46.0, 10
LINES = (
    (Look(size=13, colour=style.GREY, across="center", edge="dashed"), 34.0),
    (Look(size=32, bold=True, across="center", edge="dashed"), 54.0),
    (Look(size=15, bold=True, across="center", edge="dashed", wrap=True), 58.0),
)


def seat_cards(view: View, pen: Pen, seating: Seating, row: int) -> int:
    """Two cards beside each other, from `row` down: round and table, seat, player. Returns the last row."""
    cards = [
        (
            view.t("sheets.forms.card", round=view.round_name(seating.key), n=table.number),
            view.seat_name(seat),
            view.numbered_name(number),
        )
        for table in seating.tables
        for seat, number in zip(view.rules.seats, table.players, strict=False)
    ]
    for start in range(0, len(cards), 2):
        if start % CARDS_A_PAGE == 0:
            style.break_before(pen.sheet, row)
        for line, (look, height) in enumerate(LINES):
            pen.row(row + line, [card[line] for card in cards[start : start + 2]], look, first=CARD_COLUMN)
            pen.tall(row + line, height)
        row += len(LINES)
    return row - 1
