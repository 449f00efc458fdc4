"""`По турам`: the cross table: each player's table, points and place after every round.

A cup of many short games has a column a game, and the sum and the place after each stage.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from openpyxl.workbook import Workbook

from ...model import RoundStandings, Standing
from .. import style
from ..style import Pen, Shown
from .frame import Column, finish, open_sheet, write_list
from .standings import round_points, stage_points
from .view import View, capital

GROUP_ROW, HEADER_ROW, BEFORE = 5, 6, 3
AFTER = style.NUMBER.but(fill=style.BAND)


def by_round_sheet(view: View, book: Workbook) -> None:
    """Rows in the order of the standings, substitutes last; a group of columns for each round."""
    title = view.t("sheet.by_round")
    pen = open_sheet(view, book, title, title, view.where_and_when, f"{view.progress} · {view.updated}")
    ordered = sorted(view.outcome.standings, key=lambda row: row.place is None)
    columns, line, groups = (
        (_games_columns, _games_row, _stage_groups) if view.parts else (_columns, _row, _round_groups)
    )
    area = write_list(pen, HEADER_ROW, tuple(columns(view)), [line(view, row) for row in ordered])
    pen.row(GROUP_ROW, [None] * BEFORE, style.HEADER)
    groups(view, pen)
    pen.tall(GROUP_ROW, 20)
    finish(view, pen.sheet, area, title, landscape=True, frozen=BEFORE)
    pen.sheet.print_title_rows = f"{GROUP_ROW}:{HEADER_ROW}"


def _people(view: View) -> Iterator[Column]:
    yield Column("place", view.t("sheets.place"), style.NUMBER.but(bold=True), low=7, high=10)
    yield Column("number", view.t("column.players.number"), style.NUMBER, low=5, high=8)
    yield Column("name", view.t("column.players.name"), style.BODY.but(bold=True), low=24, high=32)


def _columns(view: View) -> Iterator[Column]:
    place = view.t("sheets.place")
    yield from _people(view)
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


def _round_groups(view: View, pen: Pen) -> None:
    """The row over the header that names each round over its columns."""
    width = len(view.round_keys) + 2
    for position, after in enumerate(view.outcome.history):
        first = BEFORE + 1 + position * width
        name = view.round_name(after.key) + (f" ({view.t('sheets.provisional')})" if after.provisional else "")
        pen.join(GROUP_ROW, first, first + width - 1, name, style.HEADER)
    start = BEFORE + 1 + len(view.outcome.history) * width
    pen.join(GROUP_ROW, start, start + len(view.round_keys) - 1, view.t("sheets.by_round.all"), style.HEADER)


def _stages(view: View) -> list[tuple[str, list[RoundStandings]]]:
    """Stages by key with the rounds of each that have results."""
    return [(key, list(rounds)) for key, rounds in groupby(view.outcome.history, key=lambda after: after.key.stage)]


def _games_columns(view: View) -> Iterator[Column]:
    yield from _people(view)
    for stage, rounds in _stages(view):
        for after in rounds:
            yield Column(f"{stage}_{after.key.number}", str(after.key.number), style.NUMBER, low=5, high=9)
        yield Column(f"{stage}_sum", view.t("sheets.by_round.sum"), style.NUMBER.but(bold=True), low=7, high=10)
        yield Column(f"{stage}_place", view.t("sheets.place"), AFTER, low=6, high=9)
    yield Column("total", view.t(f"key.{view.ladder[0].key}"), style.NUMBER.but(bold=True), low=7, high=12)


def _games_row(view: View, row: Standing) -> tuple[Shown, ...]:
    player = view.players[row.player]
    found: list[Shown] = []
    for _, rounds in _stages(view):
        found += [round_points(view, after, row.player) for after in rounds]
        then = view.places[rounds[-1].key].get(row.player)
        found += [stage_points(view, rounds[0].key.phase, row.player), view.place(then) if then else None]
    total = row.keys.get(view.ladder[0].key)
    return view.place(row) or view.remark(player), player.number, player.name, *found, total


def _stage_groups(view: View, pen: Pen) -> None:
    """The row over the header that names each stage over its games."""
    first = BEFORE + 1
    for stage, rounds in _stages(view):
        last = first + len(rounds) + 1
        pen.join(GROUP_ROW, first, last, capital(view.stage_name(stage)), style.HEADER)
        first = last + 1
    pen.put(GROUP_ROW, first, view.t("sheets.by_round.all"), style.HEADER)
