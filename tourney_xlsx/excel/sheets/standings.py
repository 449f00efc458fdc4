"""`Итоги`: the standings to pin up, each row with what decided it against the row below (A-2, A-12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from openpyxl.formatting.rule import DataBarRule
from openpyxl.workbook import Workbook

from ...model import RoundStandings, Standing, Status
from .. import style
from ..style import Pen, Shown
from .chart import places_chart
from .difficult_card import card_lines
from .frame import Area, Column, Item, Marked, finish, open_sheet, write_list
from .picture import put_qr
from .view import View

HEADER_ROW, PRIZE_PLACES, QR_SIDE = 5, 3, 78
BOLD_NAME = style.BODY.but(size=11, bold=True)
BOLD_NUMBER = style.NUMBER.but(size=11, bold=True)


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
    gap: list[tuple[Item, ...]] = [("",) * len(_columns(view))] * 2 if aside else []
    area = write_list(pen, HEADER_ROW, _columns(view), [*rows, *gap, *aside])
    last_row = area.last
    area = replace(area, last=HEADER_ROW + len(rows))
    _set_apart(view, pen, area, bool(aside))
    _bars(pen, area)
    put_qr(pen.sheet, view.outcome.tournament.text("page_url"), f"{area.right}2", QR_SIDE)
    for line in card_lines(view):
        last_row += 1
        pen.put(last_row, 1, line, style.SUBTITLE)
    finish(view, pen.sheet, area, title, landscape=True, frozen=3, last_row=last_row)
    if len(view.outcome.history) >= 2 and ranked:
        places_chart(view, pen, len(area.columns) + 2, HEADER_ROW, ranked)


def _columns(view: View) -> tuple[Column, ...]:
    def head(key: str) -> str:
        return view.t(f"column.players.{key}")

    keys = (
        Column(f"key_{step.key}", view.t(f"key.{step.key}"), style.NUMBER.but(size=11, bold=not position), 7, 16)
        for position, step in enumerate(view.ladder)
    )
    rounds = (
        Column(f"round_{position}", view.round_name(after.key), style.NUMBER, low=6, high=11)
        for position, after in enumerate(view.outcome.history)
    )
    return (
        Column("place", view.t("sheets.place"), BOLD_NUMBER, low=7, high=10),
        Column("number", head("number"), style.NUMBER, low=5, high=8),
        Column("name", head("name"), BOLD_NAME, low=26, high=36),
        Column("city", head("city"), low=12, high=20, optional=True),
        Column("club", head("club"), low=12, high=27, optional=True),
        *keys,
        *rounds,
        Column("decided", view.t("sheets.standings.decided"), low=16, high=24),
        Column("remark", view.t("sheets.remark"), low=12, high=20, optional=True),
    )


def _row(view: View, row: Standing, below: Standing | None) -> tuple[Item, ...]:
    player = view.players[row.player]
    prize = row.place is not None and row.place <= PRIZE_PLACES
    gold = {"fill": style.WARN} if prize else {}
    return (
        Marked(view.place(row), BOLD_NUMBER.but(**gold)),
        player.number,
        Marked(player.name, BOLD_NAME.but(**gold)),
        player.city,
        player.club,
        *(row.keys.get(step.key) for step in view.ladder),
        *(round_points(view, after, row.player) for after in view.outcome.history),
        decided(view, row, below),
        view.remark(player) if row.place is not None else "",
    )


def round_points(view: View, after: RoundStandings, player: int) -> Shown:
    """What the first key of the ladder got from one round; a dash for a round not played."""
    score = view.scores.get(after.key, {}).get(player)
    return view.value(view.ladder[0], score) if score else "–"


def decided(view: View, row: Standing, below: Standing | None) -> str:
    """What put the row above the row below, in words; for those who share the place, that they are level."""
    if row.shared:
        return view.t("sheets.standings.level")
    if below is None or row.place is None or row.decided_by is None:
        return ""
    mine, theirs = (view.number(each.keys[row.decided_by]) for each in (row, below))
    return view.t("sheets.standings.by", step=view.t(f"key.{row.decided_by}"), mine=mine, theirs=theirs)


def _set_apart(view: View, pen: Pen, area: Area, any_apart: bool) -> None:
    """A heading between those with a place and the substitutes, who stay outside the filter."""
    pen.sheet.auto_filter.ref = f"A{area.header}:{area.right}{area.last}"
    if not any_apart:
        return
    for row in (area.last + 1, area.last + 2):
        pen.row(row, [None] * len(area.columns))
    pen.put(area.last + 1, 1, None)
    pen.put(area.last + 2, 1, view.t("sheets.standings.apart"), style.SUMMARY)
    pen.sheet.row_dimensions[area.last + 1].height = 8
    pen.sheet.row_dimensions[area.last + 2].height = 21


def _bars(pen: Pen, area: Area) -> None:
    """Bars behind the first key."""
    first = next((key for key in area.columns if key.startswith("key_")), None)
    if first and area.last >= area.first:
        bar = DataBarRule("num", 0, "max", color="FF" + style.BAR, showValue=True)  # type: ignore[no-untyped-call]
        pen.sheet.conditional_formatting.add(area.column(first), bar)
