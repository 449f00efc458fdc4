"""`По турам`: the cross table: each player's table, points and place after every round."""

from __future__ import annotations

from collections.abc import Iterator

from openpyxl.workbook import Workbook

from ...model import RoundStandings, Standing
from .. import style
from ..style import Pen, Shown
from .frame import Column, finish, open_sheet, write_list
from .view import View

GROUP_ROW, HEADER_ROW, BEFORE = 5, 6, 3
AFTER = style.NUMBER.but(fill=style.BAND)


def by_round_sheet(view: View, book: Workbook) -> None:
    """Rows in the order of the standings, substitutes last; a group of columns for each round."""
    title = view.t("sheet.by_round")
    pen = open_sheet(view, book, title, title, view.where_and_when, f"{view.progress} · {view.updated}")
    ordered = sorted(view.outcome.standings, key=lambda row: row.place is None)
    area = write_list(pen, HEADER_ROW, tuple(_columns(view)), [_row(view, row) for row in ordered])
    _groups(view, pen)
    finish(view, pen.sheet, area, title, landscape=True, frozen=BEFORE)
    pen.sheet.print_title_rows = f"{GROUP_ROW}:{HEADER_ROW}"


def _columns(view: View) -> Iterator[Column]:
    place = view.t("sheets.place")
    yield Column("place", place, style.NUMBER.but(bold=True), low=7, high=10)
    yield Column("number", view.t("column.players.number"), style.NUMBER, low=5, high=8)
    yield Column("name", view.t("column.players.name"), style.BODY.but(bold=True), low=24, high=32)
    for n, _ in enumerate(view.outcome.history):
        yield Column(f"table_{n}", view.t("sheets.table"), style.NUMBER, low=5, high=9)
        for step in view.round_keys:
            yield Column(f"{step.key}_{n}", view.t(f"key.{step.key}"), style.NUMBER, low=5, high=10)
        yield Column(f"place_{n}", place, AFTER, low=6, high=9)
    for step in view.round_keys:
        yield Column(f"total_{step.key}", view.t(f"key.{step.key}"), style.NUMBER.but(bold=True), low=6, high=12)


def _row(view: View, row: Standing) -> tuple[Shown, ...]:
    player = view.players[row.player]
    rounds = (value for after in view.outcome.history for value in _round(view, after, row.player))
    totals = (row.keys.get(step.key) for step in view.round_keys)
    return view.place(row) or view.remark(player), player.number, player.name, *rounds, *totals


def _round(view: View, after: RoundStandings, player: int) -> tuple[Shown, ...]:
    score = view.scores.get(after.key, {}).get(player)
    standing = view.places[after.key].get(player)
    place = view.place(standing) if standing else None
    if score is None:
        return ("–", *("" for _ in view.round_keys), place)
    return (score.table, *(view.value(step, score) for step in view.round_keys), place)


def _groups(view: View, pen: Pen) -> None:
    """The row over the header that names each round over its columns."""
    width = len(view.round_keys) + 2
    pen.row(GROUP_ROW, [None] * BEFORE, style.HEADER)
    for position, after in enumerate(view.outcome.history):
        first = BEFORE + 1 + position * width
        name = view.round_name(after.key) + (f" ({view.t('sheets.provisional')})" if after.provisional else "")
        pen.join(GROUP_ROW, first, first + width - 1, name, style.HEADER)
    start = BEFORE + 1 + len(view.outcome.history) * width
    pen.join(GROUP_ROW, start, start + len(view.round_keys) - 1, view.t("sheets.by_round.all"), style.HEADER)
    pen.sheet.row_dimensions[GROUP_ROW].height = 20
