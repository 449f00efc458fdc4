"""Seat a whole stage at once, tables of ten (sport Mafia, clauses B-5, B-7, B-22).

Order of goals, each only within what those before it leave:
1. everybody plays exactly the games of the stage, nobody twice in a round;
2. fewest stand-ins, then fewest rounds with no more tables at once than players fill (as many as in the
   rounds played);
3. nobody rests twice running; rests are equal; one stand-in at a table at most, in the last rounds;
4. pairs meet as evenly as possible: least sum of squared deviations (SSQ), measured against a proved bound;
5. pairs to keep apart meet least, at no price in SSQ;
6. seat numbers: each player in each seat floor or ceiling times, and seats of the lower and the upper half
   differing by at most one: always when nothing has been played; as near as exchanges get when played rounds
   are given.

What is found hangs on the counts alone (the plan), the seed deals players into it: so evenness doesn't hang
on the seed. With rounds already played the plan hangs on the seed too.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import TypeAlias

from .annealing import Board, Rounds
from .apart import part_mates, trade_places
from .bounds import least_ssq
from .chairs import seat_numbers
from .rotation_layout import Layout, choose_rests, plan_layout, rests_are_gentle
from .rotation_plan import even_plan
from .symmetric import shuffled

STAND_IN = 0

SeatedRounds: TypeAlias = tuple[tuple[tuple[int, ...], ...], ...]


class RotationRefused(ValueError):
    """The request can't be seated. `code` is one of

    `table-size` (odd or under 2), `no-games`, `bad-number` (a tournament number under 1), `listed-twice`,
    `too-few-players` (fewer than a table, nothing played), `twice-in-round`, `bad-table` (a played table of
    the wrong size), `too-many-games` (a player has played more than the stage has).
    `facts` name the numbers concerned.
    """

    def __init__(self, code: str, **facts: int) -> None:
        super().__init__(code)
        self.code = code
        self.facts: Mapping[str, int] = facts


@dataclass(frozen=True, slots=True)
class RotationRequest:
    """A stage: tournament numbers (> 0) of its players, and how many games each plays.

    `apart`: pairs to keep apart as far as possible. `played`: rounds that stay, tables in seat order with
    STAND_IN for a stand-in; numbers in them that aren't in `players` have left and count no more.
    """

    players: tuple[int, ...]
    games: int
    seed: str
    table_size: int = 10
    apart: frozenset[tuple[int, int]] = frozenset()
    played: SeatedRounds = ()


@dataclass(frozen=True, slots=True)
class RotationResult:
    """The seating and its quality, measured afresh from the rounds.

    `rounds`: rounds -> tables -> numbers in seat order 1..10, STAND_IN for a stand-in; played rounds first.
    `pairs_ssq`: sum over pairs of players of (times met - mean)^2; `bound`: proved least value; `optimal`:
    they are equal.
    `meetings`: times met -> pairs. `seat_spread`: most by which a player's counts of two seats differ.
    `half_difference`: most by which a player's counts of lower and upper seats differ.
    `rests`: numbers (from 1) of the rounds each player sits out. `stand_ins`: seats of stand-ins.
    `apart_met`: meetings of pairs to be kept apart.
    """

    rounds: SeatedRounds
    pairs_ssq: Fraction
    bound: Fraction
    optimal: bool
    meetings: Mapping[int, int]
    seat_spread: int
    half_difference: int
    rests: Mapping[int, tuple[int, ...]]
    stand_ins: int
    apart_met: int


def rotation(request: RotationRequest, out_of_time: Callable[[], bool]) -> RotationResult:
    """Seat the stage. The same request gives the same result unless `out_of_time` cuts the work short.

    Raises RotationRefused.
    """
    _check(request)
    index = {number: i for i, number in enumerate(request.players)}
    over = [[frozenset(index[n] for n in table if n in index) for table in rnd] for rnd in request.played]
    due = _games_due(request, over)
    everybody = frozenset(range(len(index)))
    rested = everybody.difference(*over[-1]) if over else frozenset[int]()
    layout = _layout(request, due, len(rested))
    rests = choose_rests(layout, due, rested)
    gentle = rests_are_gentle(rests, rested)
    bound = least_ssq(due, layout.sizes, gentle, [game for tables in over for game in tables])
    rounds = _seat_tables(request, layout, rests, over, rested, index, bound, out_of_time)
    named = [[[request.players[p] for p in table] for table in tables] for tables in rounds]
    return _judged(request, request.played + _seat_chairs(request, named), bound)


def stage_bound(players: int, games: int, table_size: int = 10) -> Fraction:
    """The bound on SSQ of a stage nobody has played yet, without seating it."""
    due = [games] * players
    layout = plan_layout(due, table_size, max(1, players // table_size))
    return least_ssq(due, layout.sizes, layout.gentle)


def _check(request: RotationRequest) -> None:
    size = request.table_size
    if size < 2 or size % 2:
        raise RotationRefused("table-size", table_size=size)
    if request.games < 1:
        raise RotationRefused("no-games", games=request.games)
    for number, times in Counter(request.players).items():
        if number < 1:
            raise RotationRefused("bad-number", player=number)
        if times > 1:
            raise RotationRefused("listed-twice", player=number)
    if len(request.players) < (1 if request.played else size):
        raise RotationRefused("too-few-players", players=len(request.players), table_size=size)
    for r, tables in enumerate(request.played, start=1):
        if any(len(table) != size for table in tables):
            raise RotationRefused("bad-table", round=r, table_size=size)
        for number, times in Counter(n for table in tables for n in table).items():
            if number != STAND_IN and times > 1:
                raise RotationRefused("twice-in-round", round=r, player=number)


def _games_due(request: RotationRequest, over: Sequence[Sequence[frozenset[int]]]) -> list[int]:
    done = Counter(p for tables in over for game in tables for p in game)
    due = [request.games - done[p] for p in range(len(request.players))]
    for p, games in enumerate(due):
        if games < 0:
            raise RotationRefused("too-many-games", player=request.players[p], games=done[p])
    return due


def _layout(request: RotationRequest, due: Sequence[int], rested: int) -> Layout:
    if not any(due):
        return Layout((), True)
    most = max(len(request.players) // request.table_size, 1, *map(len, request.played))
    return plan_layout(due, request.table_size, most, rested)


def _seat_tables(
    request: RotationRequest,
    layout: Layout,
    rests: Sequence[set[int]],
    over: Sequence[Sequence[frozenset[int]]],
    rested: frozenset[int],
    index: Mapping[int, int],
    bound: Fraction,
    out_of_time: Callable[[], bool],
) -> Rounds:
    """Tables of player indices, players dealt into the plan and mates kept apart."""
    players = len(index)
    met = _meetings(players, (game for tables in over for game in tables))
    rng = Random(_number(request.seed, "deal"))
    plan_seed = request.seed if over else ""
    mates = _mates(request, index)
    rounds = even_plan(
        lambda attempt: Random(_number(plan_seed, f"plan {players} {request.games} {attempt}")),
        not over,
        layout,
        rests,
        met,
        rested,
        bound,
        request.table_size,
        out_of_time,
    )
    if not over:
        name = shuffled(range(players), rng)
        rounds = [[[name[p] for p in table] for table in tables] for tables in rounds]
        if mates:
            rounds = trade_places(rounds, players, mates, rng)
    if mates:
        rounds = part_mates(Board(players, rounds, met, rested), mates, rng)
    return rounds


def _mates(request: RotationRequest, index: Mapping[int, int]) -> list[tuple[int, int]]:
    pairs = {(index[a], index[b]) for a, b in request.apart if a in index and b in index and a != b}
    return sorted({(min(pair), max(pair)) for pair in pairs})


def _meetings(players: int, games: Iterable[frozenset[int]]) -> list[list[int]]:
    met = [[0] * players for _ in range(players)]
    for game in games:
        for a, b in combinations(sorted(game), 2):
            met[a][b] += 1
            met[b][a] += 1
    return met


def _seat_chairs(request: RotationRequest, rounds: Sequence[Sequence[Sequence[int]]]) -> SeatedRounds:
    before: dict[int, list[int]] = {}
    for tables in request.played:
        for table in tables:
            for seat, number in enumerate(table):
                if number in request.players:
                    before.setdefault(number, [0] * request.table_size)[seat] += 1
    games = [table for tables in rounds for table in tables]
    seated = iter(seat_numbers(games, request.table_size, Random(_number(request.seed, "chairs")), before))
    return tuple(tuple(tuple(next(seated)) for _ in tables) for tables in rounds)


def _judged(request: RotationRequest, rounds: SeatedRounds, bound: Fraction) -> RotationResult:
    """Measure the finished seating afresh, from nothing but its rounds."""
    players = request.players
    met = dict.fromkeys(combinations(sorted(players), 2), 0)
    seats = {p: [0] * request.table_size for p in players}
    for tables in rounds:
        for table in tables:
            for seat, number in enumerate(table):
                if number in seats:
                    seats[number][seat] += 1
            for pair in combinations(sorted(n for n in table if n in seats), 2):
                met[pair] += 1
    total = sum(met.values())
    ssq = sum(m * m for m in met.values()) - Fraction(total**2, max(1, len(met)))
    present = [{n for table in tables for n in table} for tables in rounds]
    half = request.table_size // 2
    return RotationResult(
        rounds=rounds,
        pairs_ssq=ssq,
        bound=bound,
        optimal=ssq == bound,
        meetings=dict(sorted(Counter(met.values()).items())),
        seat_spread=max(max(row) - min(row) for row in seats.values()),
        half_difference=max(abs(sum(row[:half]) - sum(row[half:])) for row in seats.values()),
        rests={p: tuple(r for r, here in enumerate(present, start=1) if p not in here) for p in players},
        stand_ins=sum(table.count(STAND_IN) for tables in rounds for table in tables),
        apart_met=sum(met.get((min(pair), max(pair)), 0) for pair in {(min(p), max(p)) for p in request.apart}),
    )


def _number(seed: str, purpose: str) -> int:
    return int.from_bytes(hashlib.sha256(f"{purpose}\n{seed}".encode()).digest()[:16], "big")
