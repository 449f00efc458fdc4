"""Where everybody sits next: by table for the wall, by player for the phone, and what the seating is worth in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..model import SeatedTable, Seating
from .context import Context, Person, alphabetical, anchor
from .stages_view import resting

# What the stage's figures say better.
EVEN_NOTES = ("rotation_best", "rotation_near")


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat and who takes it."""

    seat: str
    person: Person


@dataclass(frozen=True, slots=True)
class TableSeats:
    """A table and its seats in order; `repeats` names the pairs that meet again."""

    number: int
    seats: tuple[Seat, ...]
    repeats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundSeats:
    """A round to be played. `start` is the time of the day's plan, empty when it has none; `going`: results are in;
    `rests`: who sits at no table.
    """

    anchor: str
    label: str
    short: str
    start: str
    going: bool
    tables: tuple[TableSeats, ...]
    rests: tuple[Person, ...]
    quality: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerSeats:
    """A player's seats in the rounds to come, one (table, seat) for each; empty texts: rests."""

    person: Person
    seats: tuple[tuple[str, str], ...]


def upcoming(ctx: Context) -> tuple[Seating, ...]:
    """The published seatings of rounds that aren't finished, in order."""
    outcome = ctx.outcome
    complete = {played.key for played in outcome.tournament.rounds if played.complete}
    seatings = {seating.key: seating for seating in outcome.schedule}
    if outcome.seating:
        seatings[outcome.seating.key] = outcome.seating
    return tuple(seatings[key] for key in sorted(seatings) if key not in complete)


def round_seats(ctx: Context) -> tuple[RoundSeats, ...]:
    """The rounds to come, by table."""
    going = {played.key for played in ctx.rounds}
    return tuple(
        RoundSeats(
            anchor=f"seats-{anchor(seating.key)}",
            label=ctx.round_label(seating.key),
            short=ctx.short(seating.key),
            start=_start(ctx, seating),
            going=seating.key in going,
            tables=tuple(_table(ctx, table) for table in seating.tables),
            rests=resting(ctx, seating),
            quality=_quality(ctx, seating),
        )
        for seating in upcoming(ctx)
    )


def player_seats(ctx: Context) -> tuple[PlayerSeats, ...]:
    """The rounds to come, by player in alphabetical order; a single round names its seats in full."""
    seatings = upcoming(ctx)
    seat = ctx.seat if len(seatings) == 1 else ctx.seat_short
    where = [
        {
            number: (str(table.number), seat(ctx.seat_name(index)))
            for table in seating.tables
            for index, number in enumerate(table.players)
            if number
        }
        for seating in seatings
    ]
    people = [ctx.numbered(number) for number in {number for seats in where for number in seats}]
    return tuple(
        PlayerSeats(person, tuple(seats.get(person.number, ("", "")) for seats in where))
        for person in alphabetical(people)
    )


def _start(ctx: Context, seating: Seating) -> str:
    """The start by the day's plan, whose rounds count on from stage to stage."""
    before: dict[int, int] = {}
    for other in ctx.outcome.schedule:
        if other.key.phase < seating.key.phase:
            before[other.key.phase] = max(other.key.number, before.get(other.key.phase, 0))
    number = sum(before.values()) + seating.key.number
    return next((item.start for item in ctx.outcome.tournament.schedule if item.round == number), "")


def _table(ctx: Context, table: SeatedTable) -> TableSeats:
    return TableSeats(
        number=table.number,
        seats=tuple(
            Seat(ctx.seat_short(ctx.seat_name(index)), ctx.numbered(number))
            for index, number in enumerate(table.players)
        ),
        repeats=_pairs(ctx, table.repeats),
    )


def _pairs(ctx: Context, pairs: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    return tuple(ctx.t("page.pair", first=ctx.numbered(one).name, second=ctx.numbered(two).name) for one, two in pairs)


def _quality(ctx: Context, seating: Seating) -> tuple[str, ...]:
    """How good the seating is, in sentences: what the engine has to say of it, else its bare figures."""
    facts = {"n": seating.repeats, "seed": seating.seed}
    even = _evenness(ctx, seating)
    notes = [ctx.t(f"seating_note.{code}", **facts) for code in seating.notes if not even or code not in EVEN_NOTES]
    if not ctx.four:
        return (*even, *notes)
    if notes:
        return tuple(notes)
    met = ctx.t("page.repeats", n=seating.repeats) if seating.repeats else ctx.word("page.no_repeats")
    return (met, ctx.word("page.optimal")) if seating.optimal else (met,)


def _evenness(ctx: Context, seating: Seating) -> list[str]:
    quality = ctx.outcome.quality.get(seating.key.stage)
    if quality is None:
        return []
    key = "page.even_best" if quality.optimal else "page.even"
    return [ctx.t(key, n=ctx.number(quality.pairs_ssq), bound=ctx.number(quality.bound))]
