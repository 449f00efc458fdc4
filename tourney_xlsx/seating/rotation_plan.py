"""Find an even plan: build it where a construction is known, start from groups where players come in groups,
anneal the rest.

All work is counted in proposals, so the same plan comes out on every machine. Attempts differ in their
random numbers and, where players come in groups, in the start: even ones take the start that is better as a
rule, odd ones the other. One attempt is made; `_LUCKY` says which, where another than the first did better
in a trial of many.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random

from .annealing import Board, Cooling, Rounds, anneal
from .orthogonal import COLUMNS, PLAYERS, TABLES, fifty_players
from .rotation_layout import Layout
from .symmetric import full_rounds, group_start, shuffled

_TABLE_SIZE = 10
_GROUP_STARTS = 6
_FROM_GROUPS = Cooling(5.0, 0.7, 120_000)
_POLISH = Cooling(0.22, 0.12, 1_200_000)
_FROM_NOTHING = Cooling(0.6, 0.12, 4_000_000)

# (players, games): the attempt to make.
_LUCKY: dict[tuple[int, int], int] = {}


def even_plan(
    numbers: Callable[[int], Random],
    fresh: bool,
    layout: Layout,
    rests: Sequence[set[int]],
    met: Sequence[Sequence[int]],
    rested: frozenset[int],
    bound: Fraction,
    table_size: int,
    out_of_time: Callable[[], bool],
) -> Rounds:
    """Rounds -> tables -> player indices, as near to `bound` as the work allows.

    `numbers(attempt)`: the random numbers of an attempt. `fresh`: nothing has been played. `met`: meetings so
    far; `rested`: who rested in the round before.
    """
    players = len(met)
    sizes = layout.sizes
    if not sizes:
        return []
    met_total = sum(map(sum, met)) // 2
    meetings = met_total + sum(size * (size - 1) for tables in sizes for size in tables) // 2
    target = int(bound + Fraction(meetings**2, max(1, players * (players - 1) // 2)))
    games = sum(map(sum, sizes)) // players
    attempt = _LUCKY.get((players, games), 0) if fresh and table_size == _TABLE_SIZE else 0
    rng = numbers(attempt)
    cooling = _FROM_NOTHING
    if fresh and _is_fifty(players, sizes):
        start = fifty_players(min(len(sizes), COLUMNS))
        start += _dealt(rng, sizes[COLUMNS:], rests[COLUMNS:], players)
        cooling = _POLISH
    elif fresh and _in_groups(sizes, players, table_size, attempt):
        start = _best_of_groups(rng, sizes, rests, players, table_size, games, target, out_of_time)
        cooling = _POLISH
    else:
        start = _dealt(rng, sizes, rests, players)
    rounds, _ = anneal(Board(players, start, met, rested), rng, cooling, target, out_of_time)
    return rounds


def _is_fifty(players: int, sizes: Sequence[Sequence[int]]) -> bool:
    return players == PLAYERS and all(tuple(tables) == (PLAYERS // TABLES,) * TABLES for tables in sizes)


def _in_groups(sizes: Sequence[Sequence[int]], players: int, table_size: int, attempt: int) -> bool:
    full = full_rounds(sizes, players, table_size)
    better = full >= len(sizes) - 1
    return full > 1 and better == (attempt % 2 == 0)


def _dealt(rng: Random, sizes: Sequence[Sequence[int]], rests: Sequence[set[int]], players: int) -> Rounds:
    rounds = []
    for tables, resting in zip(sizes, rests, strict=True):
        playing = shuffled([p for p in range(players) if p not in resting], rng)
        rounds.append([[playing.pop() for _ in range(size)] for size in tables])
    return rounds


def _best_of_groups(
    rng: Random,
    sizes: Sequence[Sequence[int]],
    rests: Sequence[set[int]],
    players: int,
    table_size: int,
    games: int,
    target: int,
    out_of_time: Callable[[], bool],
) -> Rounds:
    full = full_rounds(sizes, players, table_size)
    own = (sum(size**2 for tables in sizes for size in tables) - players * games**2) // 2
    best: Rounds = []
    best_energy: int | None = None
    for _ in range(_GROUP_STARTS):
        start = group_start(rng, sizes, rests, players, full, _FROM_GROUPS, target - own, out_of_time)
        if best_energy is None or start[1] < best_energy:
            best, best_energy = start
        if best_energy + own <= target:
            break
    return best
