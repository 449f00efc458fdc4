"""`Рейтинг`: the list for the federation's rating, without substitutes (A-12)."""

from __future__ import annotations

from openpyxl.workbook import Workbook

from ...model import Standing
from .. import style
from ..style import Shown
from .frame import Column, finish, open_sheet, write_list
from .view import View

HEADER_ROW = 6
KEPT = ("name", "city", "country", "club")


def rating_sheet(view: View, book: Workbook) -> None:
    """Place, player, city, country, club, the ladder's keys and rounds played."""
    title = view.t("sheet.rating")
    rows = [_row(view, row) for row in view.outcome.standings if row.place is not None]
    count = view.t("sheets.rating.count", n=len(rows))
    heading = view.t("sheets.rating.title")
    pen = open_sheet(view, book, title, heading, view.where_and_when, f"{view.progress} · {view.updated}", count)
    area = write_list(pen, HEADER_ROW, _columns(view), rows)
    finish(view, pen.sheet, area, title, landscape=True, frozen=2)


def _columns(view: View) -> tuple[Column, ...]:
    people = (
        Column(key, view.t(f"column.players.{key}"), low=26 if key == "name" else 12, high=34, optional=key != "name")
        for key in KEPT
    )
    keys = (Column(step.key, view.t(f"key.{step.key}"), style.NUMBER, low=9, high=16) for step in view.ladder)
    return (
        Column("place", view.t("sheets.place"), style.NUMBER.but(bold=True), low=7, high=10),
        *people,
        *keys,
        Column("rounds", view.t("sheets.rating.rounds"), style.NUMBER, low=8, high=12),
        Column("remark", view.t("sheets.remark"), low=12, high=22, optional=True),
    )


def _row(view: View, row: Standing) -> tuple[Shown, ...]:
    player = view.players[row.player]
    keys = (row.keys.get(step.key) for step in view.ladder)
    people = (player.name, player.city, player.country, player.club)
    return view.place(row), *people, *keys, row.rounds, view.remark(player)
