"""`Итоги`: the standings to pin up, each row with what decided it against the row below (A-2, A-12)."""

from __future__ import annotations

from collections.abc import Sequence

from openpyxl.formatting.rule import DataBarRule
from openpyxl.workbook import Workbook

from ...model import RoundStandings, Standing, Status, column_letters
from .. import style
from ..style import Pen, Shown
from .chart import places_chart
from .frame import Area, Column, finish, open_sheet, write_list
from .view import View

HEADER_ROW = 5
BEFORE_KEYS = 5


def standings_sheet(view: View, book: Workbook) -> None:
    """Place, player, the ladder's keys, points by round, what decided; substitutes apart below, without a place."""
    title = view.t("sheet.standings")
    heading = f"{title} ({view.t('sheets.provisional')})" if view.outcome.provisional else title
    pen = open_sheet(view, book, title, heading, view.where_and_when, f"{view.progress} · {view.updated}")
    ranked = [row for row in view.outcome.standings if row.status is not Status.SUBSTITUTE]
    apart = [row for row in view.outcome.standings if row.status is Status.SUBSTITUTE]
    below: Sequence[Standing | None] = [*ranked[1:], None]
    rows = [_row(view, row, other) for row, other in zip(ranked, below, strict=True)]
    aside = [_row(view, row, None) for row in apart]
    area = write_list(pen, HEADER_ROW, _columns(view), [*rows, *aside])
    last_row = _move_apart(view, pen, area, len(rows), aside)
    area = Area(area.header, area.first, area.header + len(rows), area.columns)
    _adorn(view, pen, area, ranked)
    finish(view, pen.sheet, area, title, landscape=len(view.outcome.history) > 2, frozen=3, last_row=last_row)
    if len(view.outcome.history) >= 2 and ranked:
        places_chart(view, pen, area.columns + 2, HEADER_ROW, ranked)


def _columns(view: View) -> tuple[Column, ...]:
    head = {key: view.t(f"column.players.{key}") for key in ("number", "name", "city", "club")}
    keys = (
        Column(view.t(f"key.{step.key}"), style.NUMBER.but(size=11, bold=not position), low=9, high=16)
        for position, step in enumerate(view.ladder)
    )
    rounds = (Column(view.round_name(after.key), style.NUMBER, low=7, high=11) for after in view.outcome.history)
    return (
        Column(view.t("sheets.place"), style.NUMBER.but(size=11, bold=True), low=8, high=10),
        Column(head["number"], style.NUMBER, low=6, high=8),
        Column(head["name"], style.BODY.but(size=11, bold=True), low=26, high=36),
        Column(head["city"], low=12, high=20),
        Column(head["club"], low=12, high=24),
        *keys,
        *rounds,
        Column(view.t("sheets.standings.decided"), low=16, high=24),
        Column(view.t("sheets.remark"), low=12, high=20),
    )


def _row(view: View, row: Standing, below: Standing | None) -> tuple[Shown, ...]:
    player = view.players[row.player]
    keys = [row.keys.get(step.key) for step in view.ladder]
    return (
        view.place(row),
        player.number,
        player.name,
        player.city,
        player.club,
        *keys,
        *(round_points(view, after, row.player) for after in view.outcome.history),
        decided(view, row, below),
        view.remark(player),
    )


def round_points(view: View, after: RoundStandings, player: int) -> Shown:
    """What the first key of the ladder got from one round; a dash for a round not played."""
    score = view.scores.get(after.key, {}).get(player)
    return view.value(view.ladder[0], score) if score else "–"


def decided(view: View, row: Standing, below: Standing | None) -> str:
    """What put the row above the row below, in words; `level` for those who share the place."""
    if below is None or row.place is None or below.place is None:
        return view.t("sheets.standings.level") if row.shared else ""
    if row.decided_by is None:
        return view.t("sheets.standings.level")
    mine, theirs = (view.t.number(each.keys[row.decided_by]) for each in (row, below))
    return view.t("sheets.standings.by", step=view.t(f"key.{row.decided_by}"), mine=mine, theirs=theirs)


def _move_apart(view: View, pen: Pen, area: Area, ranked: int, aside: Sequence[Sequence[Shown]]) -> int:
    """Put the substitutes under a heading of their own, outside the filter; the last row used."""
    if not aside:
        return area.last
    sheet, columns = pen.sheet, column_letters(area.columns)
    start = area.header + ranked + 1
    sheet.move_range(f"A{start}:{columns}{area.last}", rows=2)
    for line in range(area.last + 2, start + 1, -1):
        sheet.row_dimensions[line].height = sheet.row_dimensions[line - 2].height
    for column in range(1, area.columns + 1):
        pen.put(start, column, None, style.PLAIN)
    pen.put(start + 1, 1, view.t("sheets.standings.apart"), style.Look(bold=True))
    sheet.row_dimensions[start].height, sheet.row_dimensions[start + 1].height = 8, 20
    sheet.auto_filter.ref = f"A{area.header}:{columns}{start - 1}"
    return area.last + 2


def _adorn(view: View, pen: Pen, area: Area, ranked: Sequence[Standing]) -> None:
    """Bars behind the first key; the last row of a shared or prize place is underlined."""
    if not ranked:
        return
    letter = column_letters(BEFORE_KEYS + 1)
    bar = DataBarRule("num", 0, "max", color="FFB6D4F0", showValue=True)
    pen.sheet.conditional_formatting.add(f"{letter}{area.first}:{letter}{area.last}", bar)
    for line, row in enumerate(ranked, area.first):
        if row.place is not None and row.place <= 3:
            for column in (1, 3):
                cell = pen.sheet.cell(line, column)
                look = (style.NUMBER if column == 1 else style.BODY).but(size=11, bold=True, fill=style.WARN)
                pen.dress(cell, look.but(format=cell.number_format))
