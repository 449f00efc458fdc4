"""`Итоги`: the standings to pin up, each row with what decided it against the row below (A-2, A-12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from openpyxl.formatting.rule import DataBarRule
from openpyxl.workbook import Workbook

from ...model import RoundStandings, Standing, column_letters
from ...rules import Stage
from .. import style
from ..style import Pen, Shown
from .chart import places_chart
from .foot import foot
from .frame import Area, Column, Item, Marked, bare, finish, open_sheet, write_list
from .picture import put_qr
from .view import View, capital

HEADER_ROW, PRIZE_PLACES, QR_SIDE = 5, 3, 78
BOLD_NAME = style.BODY.but(size=11, bold=True)
BOLD_NUMBER = style.NUMBER.but(size=11, bold=True)


def standings_sheet(view: View, book: Workbook) -> None:
    """Place, player, points and what they are made of, the ladder, what decided; substitutes apart below, without a
    place; then the rules in force.
    """
    title = view.t("sheet.standings")
    heading = f"{title} ({view.t('sheets.provisional')})" if view.outcome.provisional else title
    pen = open_sheet(view, book, title, heading, view.where_and_when, f"{view.progress} · {view.updated}")
    ranked = [row for row in view.outcome.standings if row.place is not None]
    apart = [row for row in view.outcome.standings if row.place is None]
    below: Sequence[Standing | None] = [*ranked[1:], None]
    columns = _columns(view)
    rows = [_row(view, row, other) for row, other in zip(ranked, below, strict=True)]
    if edge := _edge(view, ranked):
        rows[edge - 1] = _underlined(columns, rows[edge - 1])
    aside = [_row(view, row, None) for row in apart]
    gap: list[tuple[Item, ...]] = [("",) * len(columns)] * 2 if aside else []
    area = write_list(pen, HEADER_ROW, columns, [*rows, *gap, *aside])
    last_row = area.last
    area = replace(area, last=HEADER_ROW + len(rows))
    _set_apart(view, pen, area, bool(aside))
    _bars(pen, area)
    put_qr(pen.sheet, view.outcome.tournament.text("page_url"), f"{area.right}2", QR_SIDE)
    last_row = foot(view, pen, last_row + 2, _width(pen, area), len(area.columns))
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
    points, *steps = keys
    if view.parts:
        stages = tuple(Column(f"stage_{s.phase}", capital(view.stage_name(s.key)), style.NUMBER) for s in _staged(view))
        parts = (Column(f"part_{p}", capital(view.t(f"part.{p}")), style.NUMBER, 6, 12, True) for p in view.parts)
        figures = (points, *parts, *stages, *steps)
    else:
        rounds = (
            Column(f"round_{position}", view.round_name(after.key), style.NUMBER, low=6, high=11)
            for position, after in enumerate(view.outcome.history)
        )
        figures = (points, *steps, *rounds)
    return (
        Column("place", view.t("sheets.place"), BOLD_NUMBER, low=7, high=10),
        Column("number", head("number"), style.NUMBER, low=5, high=8),
        Column("name", head("name"), BOLD_NAME, low=26, high=36),
        Column("city", head("city"), low=12, high=20, optional=True),
        Column("club", head("club"), low=12, high=27, optional=True),
        *figures,
        Column("decided", view.t("sheets.standings.decided"), low=16, high=30),
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
        *_figures(view, row),
        decided(view, row, below),
        view.remark(player) if row.place is not None else "",
    )


def _figures(view: View, row: Standing) -> tuple[Shown, ...]:
    """Points with their parts and the points of each stage, then the other steps; or all steps, then each round."""
    points, *steps = (row.keys.get(step.key) for step in view.ladder)
    if not view.parts:
        return (points, *steps, *(round_points(view, after, row.player) for after in view.outcome.history))
    stages = (stage_points(view, stage.phase, row.player) for stage in _staged(view))
    return (points, *(row.parts.get(part) or None for part in view.parts), *stages, *steps)


def _staged(view: View) -> tuple[Stage, ...]:
    """The stages with results, once there are several of them."""
    played = {after.key.phase for after in view.outcome.history}
    return tuple(stage for stage in view.stages if stage.phase in played) if len(played) > 1 else ()


def _edge(view: View, ranked: Sequence[Standing]) -> int:
    """The row after which players don't go on to the next stage as things stand (B-5); 0 where there is none."""
    _, wanted = view.going_on()
    staying = [position for position, row in enumerate(ranked, 1) if not row.status.gone]
    return staying[wanted - 1] if 0 < wanted < len(staying) else 0


def _underlined(columns: Sequence[Column], row: Sequence[Item]) -> tuple[Item, ...]:
    looks = (item.look if isinstance(item, Marked) else spec.look for spec, item in zip(columns, row, strict=True))
    return tuple(Marked(bare(item), look.but(under="medium")) for item, look in zip(row, looks, strict=True))


def _width(pen: Pen, area: Area) -> float:
    return sum(pen.sheet.column_dimensions[column_letters(i)].width for i in range(1, len(area.columns) + 1))


def stage_points(view: View, phase: int, player: int) -> Shown:
    """What the first key of the ladder got from a stage; a dash for a stage not played."""
    scores = [found[player] for key, found in view.scores.items() if key.phase == phase and player in found]
    return sum((view.value(view.ladder[0], score) for score in scores), Fraction(0)) if scores else "–"


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
    pen.tall(area.last + 1, 8)
    pen.tall(area.last + 2, 21)


def _bars(pen: Pen, area: Area) -> None:
    """Bars behind the first key."""
    first = next((key for key in area.columns if key.startswith("key_")), None)
    if first and area.last >= area.first:
        bar = DataBarRule("num", 0, "max", color="FF" + style.BAR, showValue=True)  # type: ignore[no-untyped-call]
        pen.sheet.conditional_formatting.add(area.column(first), bar)
