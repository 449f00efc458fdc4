"""Results by round and table with the hands where given, and the cross table of all rounds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from ..i18n import has
from ..model import Hand, Round, RoundKey, Row, Score, Table
from ..rules import as_plain
from .context import WINDS, Context, Person, anchor
from .standings_view import place_text


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A seat of a table: who sat there, the numbers of the round's columns, marks in words; `best` leads the table.

    `player`: the registration row.
    """

    player: int
    seat: str
    person: Person
    role: str
    cells: tuple[str, ...]
    marks: tuple[str, ...]
    best: bool


@dataclass(frozen=True, slots=True)
class HandRow:
    """A hand: its number; what it was worth, who won and from whom (by wind), as `24 В←Ю`; penalties."""

    number: int
    told: str
    penalties: str


@dataclass(frozen=True, slots=True)
class TableResult:
    """A table's results. `counts`: they stand; `state` in words while they don't; `facts`: winner, judge, awarded."""

    number: int
    state: str
    counts: bool
    facts: tuple[str, ...]
    rows: tuple[ResultRow, ...]
    hands: tuple[HandRow, ...]


@dataclass(frozen=True, slots=True)
class RoundResults:
    """A round's results; `heads` name the number columns."""

    key: RoundKey
    anchor: str
    label: str
    heads: tuple[str, ...]
    roles: bool
    tables: tuple[TableResult, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class CrossCell:
    """What a round was for a player: points, and table → place afterwards; no points where they didn't play."""

    points: str
    way: str


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A player's way through all rounds."""

    person: Person
    place: str
    total: str
    cells: tuple[CrossCell, ...]


def cells(ctx: Context, score: Score, names: Iterable[str]) -> tuple[str, ...]:
    """The numbers of `names` for one result; the first key of the ladder is the round's points."""
    first = ctx.ladder[:1]
    return tuple(
        ctx.number(ctx.points(score) if (name,) == first else score.parts.get(name, Fraction(0))) for name in names
    )


def marks(ctx: Context, score: Score) -> tuple[str, ...]:
    """The parts that are no columns, each in words with its number: `штраф −20`, `лучший +1`."""
    shown = ctx.columns
    whole = ctx.ladder[:1] == shown and shown[0] not in score.parts
    texts = [
        f"{ctx.mark(part)} {ctx.signed(value)}"
        for part, value in score.parts.items()
        if value and (whole or part not in shown)
    ]
    texts += [ctx.word(f"remark.{code}") for code in score.remarks if has(ctx.lang, f"remark.{code}")]
    return tuple(texts)


def round_results(ctx: Context) -> tuple[RoundResults, ...]:
    """The rounds with anything typed, the latest first."""
    names = ctx.columns
    heads = tuple(ctx.word(f"key.{name}") for name in names)
    return tuple(
        RoundResults(
            key=played.key,
            anchor=f"results-{anchor(played.key)}",
            label=ctx.round_label(played.key),
            heads=heads,
            roles=not ctx.four,
            tables=tuple(_table(ctx, played, table, names) for table in played.tables),
            complete=played.complete,
        )
        for played in reversed(ctx.rounds)
    )


def _table(ctx: Context, played: Round, table: Table, names: tuple[str, ...]) -> TableResult:
    seated = [row for row in table.rows if row.player is not None]
    scores = [ctx.scores.get((row.player or 0, played.key)) if table.counts else None for row in seated]
    points = [as_plain(ctx.points(score)) if score else None for score in scores]
    best = max((found for found in points if found is not None), default=None)
    return TableResult(
        number=table.number,
        state=ctx.word(f"page_table.{table.state}") if has(ctx.lang, f"page_table.{table.state}") else "",
        counts=table.counts,
        facts=_facts(ctx, table) if table.counts else (),
        rows=tuple(
            _row(ctx, row, score, names, found is not None and found == best)
            for row, score, found in zip(seated, scores, points, strict=True)
        ),
        hands=tuple(_hand(ctx, hand) for hand in table.hands) if table.counts else (),
    )


def _row(ctx: Context, row: Row, score: Score | None, names: tuple[str, ...], best: bool) -> ResultRow:
    role = row.text("role") if score else ""
    return ResultRow(
        player=row.player or 0,
        seat=ctx.seat_short(row.seat),
        person=ctx.person(row.player or 0),
        role=ctx.word(f"value.role.{role}") if role else "",
        cells=cells(ctx, score, names) if score else ("",) * len(names),
        marks=marks(ctx, score) if score else (),
        best=best,
    )


def _facts(ctx: Context, table: Table) -> tuple[str, ...]:
    """What belongs to the whole table: who won, who judged, whether the judge awarded it (B-6)."""
    winner = next((row.text("winner") for row in table.rows if row.text("winner")), "")
    judge = next((row.text("judge") for row in table.rows if row.text("judge")), "")
    facts = [ctx.word(f"page_winner.{winner}")] if winner else []
    facts += [ctx.t("page.judged_by", name=judge)] if judge else []
    facts += [ctx.word("page.awarded")] if any(row.yes("awarded") for row in table.rows) else []
    return tuple(facts)


def _hand(ctx: Context, hand: Hand) -> HandRow:
    """A hand as a protocol has it: winds stand for the players of the table."""
    penalties = zip(WINDS, hand.penalties, strict=False)
    told = ctx.word("page.hand_drawn")
    if hand.winner:
        origin = f"←{ctx.seat_short(hand.discarder)}" if hand.discarder else f", {ctx.word('page.hand_self')}"
        told = f"{hand.worth} {ctx.seat_short(hand.winner)}{origin}"
    return HandRow(
        number=hand.number,
        told=told,
        penalties=", ".join(f"{ctx.seat_short(seat)} {ctx.signed(p)}" for seat, p in penalties if p),
    )


def cross_table(ctx: Context) -> tuple[tuple[str, ...], tuple[CrossRow, ...]]:
    """The heads of the rounds, and a row for each player in the order of the standings."""
    history = ctx.outcome.history
    places = {(row.player, after.key): place_text(row) for after in history for row in after.rows}
    keys = tuple(after.key for after in history)
    rows = tuple(
        CrossRow(
            person=ctx.person(row.player),
            place=place_text(row),
            total=ctx.number(next(iter(row.keys.values()), Fraction(0))),
            cells=tuple(_cross(ctx, row.player, key, places) for key in keys),
        )
        for row in ctx.outcome.standings
    )
    return tuple(ctx.short(key) for key in keys), rows


def _cross(ctx: Context, player: int, key: RoundKey, places: dict[tuple[int, RoundKey], str]) -> CrossCell:
    score = ctx.scores.get((player, key))
    if score is None:
        return CrossCell("", "")
    place = places.get((player, key), "")
    return CrossCell(ctx.number(ctx.points(score)), f"{score.table} → {place}" if place else str(score.table))
