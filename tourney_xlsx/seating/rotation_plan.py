"""Find an even plan: built where a construction is known, from groups where players come in groups, annealed.

All work is counted in proposals, so the same plan comes out on every machine. Attempts differ in their
random numbers; where players come in groups, even ones start from those, odd ones from nothing. One attempt
is made; `_LUCKY` says which, where another than the first did better in a trial of many.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random

from .annealing import Board, Cooling, Rounds, anneal
from .orthogonal import MOST_ROUNDS, PALEY_PRIME, PLAYERS, TABLES, fifty_players, twenty_players
from .rotation_layout import Layout
from .symmetric import full_rounds, group_start, shuffled

_TABLE_SIZE = 10
_FROM_GROUPS = Cooling(6.0, 1.0, 600_000)
_POLISH = Cooling(0.24, 0.12, 1_000_000)
_FROM_NOTHING = Cooling(0.35, 0.12, 2_000_000)

# (players, games): the attempt to make.
_LUCKY = {(33, 7): 2, (36, 7): 2, (37, 7): 1, (44, 7): 54, (48, 7): 2}


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
    if fresh and (built := _constructed(players, sizes)) is not None:
        return built
    met_total = sum(map(sum, met)) // 2
    meetings = met_total + sum(size * (size - 1) for tables in sizes for size in tables) // 2
    target = int(bound + Fraction(meetings**2, max(1, players * (players - 1) // 2)))
    games = sum(map(sum, sizes)) // players
    attempt = _LUCKY.get((players, games), 0) if fresh and table_size == _TABLE_SIZE else 0
    rng = numbers(attempt)
    full = full_rounds(sizes, players, table_size)
    cooling = _FROM_NOTHING
    if fresh and attempt % 2 == 0 and full > 1:
        own = (sum(size**2 for tables in sizes for size in tables) - players * games**2) // 2
        start, _ = group_start(rng, sizes, rests, players, full, _FROM_GROUPS, target - own, out_of_time)
        cooling = _POLISH
    else:
        start = _dealt(rng, sizes, rests, players)
    rounds, _ = anneal(Board(players, start, met, rested), rng, cooling, target, out_of_time)
    return rounds


def _constructed(players: int, sizes: Sequence[Sequence[int]]) -> Rounds | None:
    """Rounds by a known construction; None when there is none for these sizes."""
    for build, count, tables, most in (
        (twenty_players, 20, 2, PALEY_PRIME),
        (fifty_players, PLAYERS, TABLES, MOST_ROUNDS),
    ):
        full = (count // tables,) * tables
        if players == count and len(sizes) <= most and all(tuple(size) == full for size in sizes):
            return build(len(sizes))
    return None


def _dealt(rng: Random, sizes: Sequence[Sequence[int]], rests: Sequence[set[int]], players: int) -> Rounds:
    rounds = []
    for tables, resting in zip(sizes, rests, strict=True):
        playing = shuffled([p for p in range(players) if p not in resting], rng)
        rounds.append([[playing.pop() for _ in range(size)] for size in tables])
    return rounds
