"""A card for every player: each game with opponents and points, the place after each round, who was met how often."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ..model import RoundKey
from .charts import Spark, spark
from .context import Context, Person, alphabetical
from .rounds_view import ResultRow, RoundResults
from .seating_view import upcoming
from .standings_view import place_text

FEW = 4


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a player. `at`: table and seat; `opponents`, as links, for small tables only; unplayed: no cells.

    `role` in words where the game deals roles.
    """

    label: str
    at: str
    opponents: Markup
    cells: tuple[str, ...]
    marks: tuple[str, ...]
    place: str
    role: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A player's card. `points`: the first key of the ladder; `met`: opponents with the number of common games."""

    person: Person
    place: str
    points: str
    games: tuple[Game, ...]
    met: tuple[tuple[Person, int], ...]
    line: Spark | None


@dataclass(frozen=True, slots=True)
class _Sat:
    """A seat somebody has sat in, and who else was at the table."""

    key: RoundKey
    table: int
    row: ResultRow
    others: tuple[ResultRow, ...]


def card_heads(ctx: Context) -> tuple[str, ...]:
    """The heads of a card's number columns."""
    return tuple(ctx.word(f"key.{name}") for name in ctx.columns)


def cards(ctx: Context, results: Sequence[RoundResults]) -> tuple[Card, ...]:
    """The cards in alphabetical order, of everybody with a number who plays or has played.

    `results`: the latest round first.
    """
    sat = _played(results)
    ahead = _ahead(ctx)
    places = _places(ctx)
    ids = {ctx.people[player].number: player for player in ctx.people if ctx.people[player].number}
    standing = {row.player: row for row in ctx.outcome.standings}
    people = [ctx.by_number[n] for n, player in ids.items() if player in sat or n in ahead or player in standing]
    result = []
    for person in alphabetical(people):
        player = ids[person.number]
        row = standing.get(player)
        games = [_game(ctx, one, places) for one in sat[player]] + ahead.get(person.number, [])
        met = Counter(other.player for one in sat[player] for other in one.others)
        result.append(
            Card(
                person=person,
                place=place_text(row) if row else "",
                points=ctx.number(row.keys[ctx.ladder[0]]) if row and ctx.ladder else "",
                games=tuple(games),
                met=_met(ctx, met),
                line=spark([places.get((player, after.key), (None, ""))[0] for after in ctx.outcome.history]),
            )
        )
    return tuple(result)


def _played(results: Sequence[RoundResults]) -> Mapping[int, list[_Sat]]:
    """For each player the games they have sat in, the first one first."""
    sat: defaultdict[int, list[_Sat]] = defaultdict(list)
    for played in reversed(results):
        for table in played.tables:
            for row in table.rows if table.counts else ():
                others = tuple(other for other in table.rows if other.player != row.player)
                sat[row.player].append(_Sat(played.key, table.number, row, others))
    return sat


def _ahead(ctx: Context) -> Mapping[int, list[Game]]:
    """For each tournament number the games that are seated and not played."""
    counted = {(r.key, t.number) for r in ctx.rounds for t in r.tables if t.counts}
    ahead: defaultdict[int, list[Game]] = defaultdict(list)
    for seating in upcoming(ctx):
        for table in seating.tables:
            if (seating.key, table.number) in counted:
                continue
            for index, number in enumerate(table.players):
                others = tuple(ctx.numbered(other) for other in table.players if other != number)
                game = Game(
                    label=ctx.short(seating.key),
                    at=f"{table.number} · {ctx.seat_short(ctx.seat_name(index))}",
                    opponents=_named(others),
                    cells=(),
                    marks=(),
                    place="",
                )
                ahead[number].append(game)
    return ahead


def _places(ctx: Context) -> dict[tuple[int, RoundKey], tuple[int | None, str]]:
    return {
        (row.player, after.key): (row.place, place_text(row)) for after in ctx.outcome.history for row in after.rows
    }


def _game(ctx: Context, sat: _Sat, places: Mapping[tuple[int, RoundKey], tuple[int | None, str]]) -> Game:
    return Game(
        label=ctx.short(sat.key),
        at=f"{sat.table} · {sat.row.seat}",
        opponents=_named(tuple(other.person for other in sat.others)),
        cells=sat.row.cells,
        marks=sat.row.marks,
        place=places.get((sat.row.player, sat.key), (None, ""))[1],
        role=sat.row.role,
    )


def _named(others: tuple[Person, ...]) -> Markup:
    return Markup(", ".join(person.short for person in others) if len(others) <= FEW else "")


def _met(ctx: Context, met: Counter[int]) -> tuple[tuple[Person, int], ...]:
    """Opponents by common games, most first; where winds are played, whose games name them, only those met again."""
    often = {ctx.person(player): times for player, times in met.items() if times > 1 or not ctx.four}
    return tuple(sorted(((person, often[person]) for person in alphabetical(list(often))), key=lambda pair: -pair[1]))
