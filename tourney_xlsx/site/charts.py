"""Geometry of the page's charts, in whole units of their viewBox; templates draw them as inline SVG.

Three charts: places round by round (a bump chart), points by round (stacked bars), and a player's line of places.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from .context import Context

MOST_LINES = 40
WIDTH = 400
ROW = 16
BAR_ROW = 20
LEFT = 26
HEAD = 26
NAMES = 150
LONGEST_NAME = 22
PODIUM = 3
ALL_LABELLED = 8


@dataclass(frozen=True, slots=True)
class BumpLine:
    """A player's way: polyline points, the name beside its end, and the places for the description."""

    number: int
    name: str
    label: str
    points: str
    end_y: int
    places: str
    prize: bool


@dataclass(frozen=True, slots=True)
class Bump:
    """The bump chart. `marks`: (x, head) of each round; `rows`: (y, place) of the first and every fifth."""

    width: int
    height: int
    name_x: int
    marks: tuple[tuple[int, str], ...]
    rows: tuple[tuple[int, str], ...]
    lines: tuple[BumpLine, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """A player's points: SVG paths of the odd and of the even rounds' segments, and the total beside their end."""

    number: int
    name: str
    label: str
    y: int
    odd: str
    even: str
    end: int
    total: str
    points: str


@dataclass(frozen=True, slots=True)
class Bars:
    """The stacked bars of points by round; `heads` name the rounds for the legend."""

    width: int
    height: int
    left: int
    heads: tuple[str, ...]
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class Spark:
    """A line of places, best on top, in 228 x 72 units: polyline points, and (x, y, place) of each label."""

    points: str
    labels: tuple[tuple[int, int, int], ...]


def shortened(name: str) -> str:
    """A name that fits beside a chart; SVG text doesn't wrap."""
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1].rstrip() + "…"


def bump(ctx: Context) -> Bump | None:
    """Places round by round of the first `MOST_LINES`; None before the second round.

    A line's height is the row in the standings, so that shared places don't hide each other.
    """
    history = ctx.outcome.history
    if len(history) < 2:
        return None
    ranks = [
        {row.player: at for at, row in enumerate(r for r in after.rows if r.place is not None)} for after in history
    ]
    last = [row for row in ctx.outcome.standings if row.place is not None][:MOST_LINES]
    prizes = {player for award in ctx.outcome.awards if award.place <= PODIUM for player in award.players}
    deepest = max((rank[row.player] for rank in ranks for row in last if row.player in rank), default=0)
    rows = min(deepest + 1, 2 * MOST_LINES)
    step = (WIDTH - LEFT - NAMES - 12) // (len(history) - 1)
    lines = []
    for row in last:
        person = ctx.person(row.player)
        way = [
            (LEFT + at * step, ROW * min(rank[row.player], rows - 1) + 28)
            for at, rank in enumerate(ranks)
            if row.player in rank
        ]
        lines.append(
            BumpLine(
                number=person.number,
                name=person.name,
                label=shortened(person.name),
                points=" ".join(f"{x},{y}" for x, y in way),
                end_y=way[-1][1],
                places=", ".join(str(rank[row.player] + 1) for rank in ranks if row.player in rank),
                prize=row.player in prizes,
            )
        )
    return Bump(
        width=WIDTH,
        height=ROW * rows + 28,
        name_x=LEFT + step * (len(history) - 1) + 10,
        marks=tuple((LEFT + at * step, head) for at, head in enumerate(_heads(ctx, step))),
        rows=tuple((ROW * at + 28, str(at + 1)) for at in range(rows) if at == 0 or at % 5 == 4),
        lines=tuple(lines),
    )


def _heads(ctx: Context, step: int) -> list[str]:
    """The rounds' short names, the last always shown and of the others as many as there is room for."""
    heads = [ctx.short(after.key) for after in ctx.outcome.history]
    every = -(-HEAD // step)
    return [head if (len(heads) - 1 - at) % every == 0 else "" for at, head in enumerate(heads)]


def bars(ctx: Context) -> Bars | None:
    """Points by round of the first `MOST_LINES`; None before the first round. A round below zero has no segment."""
    rows = [row for row in ctx.outcome.standings if row.place is not None][:MOST_LINES]
    keys = [after.key for after in ctx.outcome.history]
    if not rows or not keys:
        return None
    gained = {
        row.player: [ctx.points(s) if (s := ctx.scores.get((row.player, key))) else Fraction(0) for key in keys]
        for row in rows
    }
    most = max(sum(max(p, Fraction(0)) for p in points) for points in gained.values()) or Fraction(1)
    room = WIDTH - NAMES - 44
    result = []
    for at, row in enumerate(rows):
        person, x, paths = ctx.person(row.player), NAMES, ["", ""]
        for index, points in enumerate(gained[row.player]):
            width = int(max(points, Fraction(0)) / most * room)
            if width > 1:
                paths[index % 2] += f"M{x} {BAR_ROW * at + 10}h{width - 1}"
            x += width
        result.append(
            Bar(
                number=person.number,
                name=person.name,
                label=shortened(person.name),
                y=BAR_ROW * at,
                odd=paths[0],
                even=paths[1],
                end=x,
                total=ctx.number(next(iter(row.keys.values()))),
                points=" + ".join(ctx.number(points) for points in gained[row.player]),
            )
        )
    heads = tuple(ctx.short(key) for key in keys)
    return Bars(WIDTH, BAR_ROW * len(rows), NAMES, heads, tuple(result))


def spark(places: Sequence[int | None]) -> Spark | None:
    """A player's line of places; None when there are fewer than two."""
    known = [(at, place) for at, place in enumerate(places) if place is not None]
    if len(known) < 2:
        return None
    best, worst = min(place for _, place in known), max(place for _, place in known)
    step = 200 // (len(places) - 1)
    dots = [(14 + at * step, 24 + (place - best) * 36 // max(worst - best, 1), place) for at, place in known]
    return Spark(
        points=" ".join(f"{x},{y}" for x, y, _ in dots),
        labels=tuple((x, y - 8, place) for x, y, place in _labelled(dots)),
    )


def _labelled(dots: Sequence[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """The dots with room for their place: all of a few, else the first, the best, the worst and the last."""
    if len(dots) <= ALL_LABELLED:
        return list(dots)
    places = [place for _, _, place in dots]
    wanted = {0, places.index(min(places)), places.index(max(places)), len(dots) - 1}
    return [dots[at] for at in sorted(wanted)]
