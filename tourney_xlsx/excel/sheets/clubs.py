"""`Клубы`: club standings, with the players who counted (B-19)."""

from __future__ import annotations

from openpyxl.workbook import Workbook

from ...model import ClubStanding
from .. import style
from ..style import Shown
from .frame import Column, finish, open_sheet, write_list
from .view import View

HEADER_ROW = 5


def clubs_sheet(view: View, book: Workbook) -> None:
    """Place, club, sum, mean, and who counted."""
    title = view.t("sheet.clubs")
    heading = view.t("sheets.clubs.title")
    pen = open_sheet(view, book, title, heading, view.where_and_when, f"{view.progress} · {view.updated}")
    figure = style.NUMBER.but(size=11, bold=True)
    columns = (
        Column("place", view.t("sheets.place"), figure, low=7, high=10),
        Column("club", view.t("column.players.club"), style.BODY.but(size=11, bold=True), low=24, high=36),
        Column("points", view.t("sheets.clubs.points"), figure, low=9, high=14),
        Column("mean", view.t("sheets.clubs.mean"), style.NUMBER, low=9, high=14),
        Column("counted", view.t("sheets.clubs.counted"), low=36, high=60),
    )
    area = write_list(pen, HEADER_ROW, columns, [_row(view, club) for club in view.outcome.clubs])
    finish(view, pen.sheet, area, title, frozen=2)


def _row(view: View, club: ClubStanding) -> tuple[Shown, ...]:
    counted = ", ".join(view.players[player].name for player in club.counted)
    return club.place, club.club, club.points, club.mean, counted
