"""`Рейтинг`: the list for the federation's rating, without substitutes (A-12)."""

from __future__ import annotations

from openpyxl.workbook import Workbook

from ...model import Standing, Status
from .. import style
from ..style import Shown
from .frame import Column, finish, open_sheet, write_list
from .view import View

HEADER_ROW = 6
KEPT = ("name", "city", "country", "club")


def rating_sheet(view: View, book: Workbook) -> None:
    """Place, player, city, country, club, the ladder's keys and rounds played."""
    title = view.t("sheet.rating")
    pen = open_sheet(view, book, title, view.t("sheets.rating.title"), view.where_and_when, view.progress)
    rows = [_row(view, row) for row in view.outcome.standings if row.status is not Status.SUBSTITUTE]
    pen.put(5, 1, view.t("sheets.rating.count", n=len(rows)), style.SUBTITLE)
    area = write_list(pen, HEADER_ROW, _columns(view), rows)
    finish(view, pen.sheet, area, title, frozen=2)


def _columns(view: View) -> tuple[Column, ...]:
    return (
        Column(view.t("sheets.place"), style.NUMBER.but(bold=True), low=8, high=10),
        *(Column(view.t(f"column.players.{key}"), low=24 if key == "name" else 12, high=34) for key in KEPT),
        *(Column(view.t(f"key.{step.key}"), style.NUMBER, low=9, high=16) for step in view.ladder),
        Column(view.t("sheets.rating.rounds"), style.NUMBER, low=8, high=12),
        Column(view.t("sheets.remark"), low=12, high=22),
    )


def _row(view: View, row: Standing) -> tuple[Shown, ...]:
    player = view.players[row.player]
    return (
        view.place(row),
        player.name,
        player.city,
        player.country,
        player.club,
        *(row.keys.get(step.key) for step in view.ladder),
        row.rounds,
        view.remark(player),
    )
