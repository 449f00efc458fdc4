"""A whole stage on one list for the wall: each player's table and seat in every game of it (B-5, B-22)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from openpyxl.workbook import Workbook

from ...model import Seating
from ...text import sort_key
from .. import style
from ..style import Look, Shown
from .frame import Column, finish, open_sheet, write_list
from .seating import start_of
from .view import STAND_IN, View

HEADER_ROW = 6
SPOT = Look(size=12, edge="hair", across="center", locked=False, format="@")
PERSON = style.BODY.but(size=12, bold=True)
REMARKS = style.SUBTITLE.but(wrap=True, down="top")
NAMES_WIDTH, LEAST_SPOT, MOST_UPRIGHT = 33.0, 8.0, 8


def stage_sheet(view: View, book: Workbook, seatings: Sequence[Seating]) -> None:
    """`seatings` are the rounds of one stage. Players in alphabetical order, stand-ins' seats in the last row."""
    name = view.t(f"sheets.stage_sheet.{seatings[0].key.stage}")
    pen = open_sheet(view, book, name, name, view.where_and_when, view.t("sheets.stage_seats.legend"))
    remarks, across = view.seating_remarks(seatings[0]), len(seatings) + 2
    pen.join(HEADER_ROW - 1, 1, across, remarks, REMARKS)
    pen.height(HEADER_ROW - 1, [(remarks, NAMES_WIDTH + LEAST_SPOT * len(seatings), REMARKS)])
    spots = [_spots(seating) for seating in seatings]
    numbers = sorted({n for seats in spots for n in seats}, key=lambda n: (n == STAND_IN, sort_key(view.name_of(n))))
    columns = (
        Column("number", view.t("column.players.number"), style.NUMBER.but(size=12), low=5, high=8),
        Column("name", view.t("column.players.name"), PERSON, low=28, high=40),
        *(Column(f"round_{n}", _head(view, s), SPOT, low=LEAST_SPOT, high=14) for n, s in enumerate(seatings)),
        Column("remark", view.t("sheets.remark"), low=12, high=20, optional=True),
    )
    area = write_list(pen, HEADER_ROW, columns, [_row(view, number, spots) for number in numbers])
    finish(view, pen.sheet, area, name, landscape=len(seatings) > MOST_UPRIGHT, frozen=2)


def _head(view: View, seating: Seating) -> str:
    """The game, with the start by the day's plan under it."""
    return f"{view.round_name(seating.key)}\n{start_of(view, seating)}".strip()


def _spots(seating: Seating) -> Mapping[int, str]:
    """`table · seat` by tournament number; a stand-in may have several."""
    found: dict[int, list[str]] = {}
    for table in seating.tables:
        for seat, number in enumerate(table.players, 1):
            found.setdefault(number, []).append(f"{table.number} · {seat}")
    return {number: ", ".join(spots) for number, spots in found.items()}


def _row(view: View, number: int, spots: Sequence[Mapping[int, str]]) -> tuple[Shown, ...]:
    player = view.by_number.get(number)
    rest = "" if number == STAND_IN else view.t("sheets.rest")
    return (
        number or None,
        view.name_of(number),
        *(seats.get(number, rest) for seats in spots),
        view.remark(player) if player else "",
    )
