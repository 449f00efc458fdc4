"""Judging a seated stage from its rounds alone, apart from the code that seats it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, pairwise

from tourney_xlsx.seating.rotation import RotationRequest, RotationResult


def looks(count: int) -> Callable[[], bool]:
    """An `out_of_time` that lets the work go on for so many looks at the clock."""
    left = [count]

    def out_of_time() -> bool:
        left[0] -= 1
        return left[0] < 0

    return out_of_time


def stage(players: int, games: int, seed: str = "seed", **more: object) -> RotationRequest:
    """A request for players numbered from 1."""
    return RotationRequest(tuple(range(1, players + 1)), games, seed, **more)  # type: ignore[arg-type]


def check_valid(request: RotationRequest, result: RotationResult) -> None:
    """Everybody plays the games of the stage, nobody twice in a round, every table full."""
    played: Counter[int] = Counter()
    for tables in result.rounds:
        sitting = [n for table in tables for n in table if n]
        assert len(sitting) == len(set(sitting))
        assert all(len(table) == request.table_size for table in tables)
        played.update(sitting)
    assert {p: played[p] for p in request.players} == dict.fromkeys(request.players, request.games)


def check_quality(request: RotationRequest, result: RotationResult) -> None:
    """The figures of the result are those of its rounds."""
    met = dict.fromkeys(combinations(sorted(request.players), 2), 0)
    for tables in result.rounds:
        for table in tables:
            for pair in combinations(sorted(n for n in table if n in request.players), 2):
                met[pair] += 1
    mean = Fraction(sum(met.values()), len(met))
    assert result.pairs_ssq == sum(((m - mean) ** 2 for m in met.values()), Fraction(0))
    assert result.pairs_ssq >= result.bound
    assert result.optimal == (result.pairs_ssq == result.bound)
    assert result.meetings == Counter(met.values())
    apart = {(min(pair), max(pair)) for pair in request.apart}
    assert result.apart_met == sum(met.get(pair, 0) for pair in apart)
    spread, halves = seat_figures(request, result)
    assert (result.seat_spread, result.half_difference) == (spread, halves)
    assert result.stand_ins == sum(table.count(0) for tables in result.rounds for table in tables)
    for p in request.players:
        absent = [r for r, tables in enumerate(result.rounds, 1) if all(p not in table for table in tables)]
        assert list(result.rests[p]) == absent


def seat_figures(request: RotationRequest, result: RotationResult) -> tuple[int, int]:
    """Most by which a player's counts of two seats, and of the two halves of the table, differ."""
    seats: Counter[tuple[int, int]] = Counter()
    for tables in result.rounds:
        for table in tables:
            seats.update((p, seat) for seat, p in enumerate(table))
    size = request.table_size
    rows = [[seats[p, seat] for seat in range(size)] for p in request.players]
    spread = max(max(row) - min(row) for row in rows)
    return spread, max(abs(sum(row[: size // 2]) - sum(row[size // 2 :])) for row in rows)


def rests_running(result: RotationResult) -> int:
    """Players who rest twice running."""
    return sum(any(b - a == 1 for a, b in pairwise(r)) for r in result.rests.values())


def stand_ins_at_tables(result: RotationResult) -> list[list[int]]:
    """Rounds -> tables -> stand-ins there."""
    return [[table.count(0) for table in tables] for tables in result.rounds]
