"""`Клубы`: club standings, with the players who counted (B-19)."""

from __future__ import annotations

from openpyxl.workbook import Workbook

from .. import style
from .frame import Column, finish, open_sheet, write_list
from .view import View

HEADER_ROW = 5


def clubs_sheet(view: View, book: Workbook) -> None:
    """Place, club, sum, mean, and who counted."""
    title = view.t("sheet.clubs")
    pen = open_sheet(view, book, title, view.t("sheets.clubs.title"), view.where_and_when, view.progress)
    columns = (
        Column(view.t("sheets.place"), style.NUMBER.but(size=11, bold=True), low=8, high=10),
        Column(view.t("column.players.club"), style.BODY.but(size=11, bold=True), low=24, high=36),
        Column(view.t("sheets.clubs.points"), style.NUMBER.but(size=11, bold=True), low=10, high=14),
        Column(view.t("sheets.clubs.mean"), style.NUMBER, low=10, high=14),
        Column(view.t("sheets.clubs.counted"), low=36, high=60),
    )
    rows = [
        (club.place, club.club, club.points, club.mean, ", ".join(view.players[player].name for player in club.counted))
        for club in view.outcome.clubs
    ]
    area = write_list(pen, HEADER_ROW, columns, rows)
    finish(view, pen.sheet, area, title, frozen=2)
