"""Keep chosen pairs (club mates) apart without making the meetings of all pairs any less even.

First players trade whole places in the plan, which leaves the evenness as it is when nothing has been
played; then two players of one round change tables where that costs nothing. So the wish never has a price
in evenness.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from .annealing import RESTING, Board, Cooling, Rounds, chances

IntArray: TypeAlias = npt.NDArray[np.int64]

_COOLING = Cooling(warm=24.0, cold=1.0, work=60_000)
_STRETCH = 500
_WALK = 3000
_PER_MEETING = 4  # a meeting of mates costs 4, a second one of the same pair more: 4 m + m^2


def trade_places(rounds: Rounds, players: int, mates: Sequence[tuple[int, int]], rng: Random) -> Rounds:
    """The rounds with players renamed so that mates meet least; only right when nothing has been played."""
    board = Board(players, rounds, [[0] * players for _ in range(players)], frozenset())
    price = [[_PER_MEETING * m + m * m for m in row] for row in board.met]
    friends: list[list[int]] = [[] for _ in range(players)]
    for a, b in mates:
        friends[a].append(b)
        friends[b].append(a)
    place = list(range(players))
    best, best_cost = list(place), sum(price[a][b] for a, b in mates)
    cost = best_cost
    rnd = rng.random
    for done in range(0, _COOLING.work, _STRETCH):
        chance = chances(_COOLING.warm * (_COOLING.cold / _COOLING.warm) ** (done / _COOLING.work))
        for _ in range(_STRETCH):
            a, b = int(rnd() * players), int(rnd() * players)
            at_a, at_b = price[place[a]], price[place[b]]
            change = sum(at_b[place[f]] - at_a[place[f]] for f in friends[a] if f != b)
            change += sum(at_a[place[f]] - at_b[place[f]] for f in friends[b] if f != a)
            if change <= 0 or (change < len(chance) and rnd() < chance[change]):
                place[a], place[b] = place[b], place[a]
                cost += change
                if cost < best_cost:
                    best, best_cost = list(place), cost
        if best_cost == 0:
            break
    name = [0] * players
    for player, at in enumerate(best):
        name[at] = player
    return [[[name[p] for p in table] for table in tables] for tables in rounds]


def part_mates(board: Board, mates: Sequence[tuple[int, int]], rng: Random) -> Rounds:
    """Walk among seatings of no greater energy, changing two players of a round at a time; the fewest
    meetings of mates seen.

    With D the change of half the energy for every two players of a round (as a matrix) and F the same for
    mates alone, a step takes the least F among D <= 0, ties by chance.
    """
    players = board.players
    met = np.array(board.met, dtype=np.int64)
    friend = np.zeros((players, players), dtype=np.int64)
    for a, b in mates:
        friend[a, b] = friend[b, a] = 1
    several = [r for r, tables in enumerate(board.tables) if len(tables) > 1]
    at = [np.array(seat_at) for seat_at in board.seat_at]
    cost = best_cost = int((friend * met).sum()) // 2
    best = board.rounds()
    for _ in range(_WALK if several else 0):
        r = several[int(rng.random() * len(several))]
        seat_at = at[r]
        here = (seat_at[:, None] == np.arange(len(board.tables[r]))).astype(np.int64)
        size = here.sum(axis=0)[seat_at]
        energy = _changes(met, here, seat_at) + size[:, None] + size[None, :] - 2
        mating = _changes(friend, here, seat_at)
        barred = (seat_at[:, None] == seat_at) | (seat_at[:, None] == RESTING) | (seat_at == RESTING)
        mating[barred | (energy > 0)] = 1
        least = int(mating.min())
        if least > 0:
            continue
        choices = np.flatnonzero(mating == least)
        p, q = divmod(int(choices[int(rng.random() * len(choices))]), players)
        step = here[:, seat_at[q]] - here[:, seat_at[p]]
        step[[p, q]] = 0
        for x, sign in ((p, 1), (q, -1)):
            met[x] += sign * step
            met[:, x] += sign * step
        seat_at[p], seat_at[q] = seat_at[q], seat_at[p]
        cost += least
        if cost < best_cost:
            best_cost = cost
            best = [
                [np.flatnonzero(row == t).tolist() for t in range(len(tables))]
                for row, tables in zip(at, board.tables, strict=True)
            ]
    return best


def _changes(weight: IntArray, here: IntArray, seat_at: IntArray) -> IntArray:
    """For players p, q: the change of the weight seated together when they change tables."""
    to_table = weight @ here
    gain = to_table[:, seat_at] - np.take_along_axis(to_table, seat_at[:, None], axis=1) - weight
    return gain + gain.T
