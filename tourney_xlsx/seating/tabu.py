"""Tabu search for rounds in which nobody meets again: seat everybody somehow, then swap until no pair
meets twice.

After Dotu and Van Hentenryck, Scheduling Social Golfers Locally (2005).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tourney_xlsx.seating.effort import Effort
from tourney_xlsx.seating.objective import Bools, Ints, key
from tourney_xlsx.seating.quick import sorted_tables

_PATIENCE = 1_000
_FORBIDDEN = 1 << 20
_MOVE = 10


def tabu(
    allowed: Bools, rounds: int, seed: str, effort: Effort, start: Sequence[Sequence[Sequence[int]]] = ()
) -> list[list[list[int]]] | None:
    """`rounds` rounds of tables of allowed pairs, no pair twice; None if not found within the effort.

    The first attempt begins with the rounds of `start`, the others at random. Work is counted in units of about
    three microseconds.
    """
    random = np.random.RandomState(key(seed, "tabu") % 2**32)
    size = len(allowed)
    seats = np.repeat(np.arange(size // 4), 4)
    given = [_places(tables, size) for tables in start][:rounds]
    while not effort.spent:
        places = np.array(given + [random.permutation(seats) for _ in range(rounds - len(given))])
        if _Walk(allowed, places, random).run(effort):
            return [_tables(row) for row in places]
        given = []
    return None


def _places(tables: Sequence[Sequence[int]], size: int) -> Ints:
    places = np.empty(size, np.int64)
    for number, table in enumerate(tables):
        places[list(table)] = number
    return places


def _tables(places: Ints) -> list[list[int]]:
    return sorted_tables(np.argsort(places, kind="stable").reshape(-1, 4))


class _Walk:
    """One walk. `places`: the table of each player in each round; `met`: meetings of each pair, past and planned."""

    def __init__(self, allowed: Bools, places: Ints, random: np.random.RandomState) -> None:
        rounds, size = places.shape
        self._places, self._random = places, random
        self._until = np.zeros((rounds, size), np.int64)
        self._together = [row[:, None] == row[None, :] for row in places]
        self._met = (~allowed).astype(np.int64)
        for together in self._together:
            self._met += together
        np.fill_diagonal(self._met, 0)
        self._rows = np.arange(size)
        self._work = _MOVE + size * size // 80

    def run(self, effort: Effort) -> bool:
        best, last, move = 1 << 60, 0, 0
        while True:
            clashes = [int((self._met[t] > 1).sum()) for t in self._together]
            total = sum(clashes)
            if total == 0:
                return True
            if total < best:
                best, last = total, move
            if move - last > _PATIENCE or effort.left <= 0 or (not move & 15 and effort.out_of_time()):
                return False
            move += 1
            effort.spend(self._work)
            pick = self._random.random_sample() * total
            number = 0
            while pick >= clashes[number]:
                pick -= clashes[number]
                number += 1
            self._step(number, move)

    def _step(self, number: int, move: int) -> None:
        """The best swap in one round that moves a clashing player and is not tabu."""
        place, together, until = self._places[number], self._together[number], self._until[number]
        others = ((self._met - together) >= 1).astype(np.int64)
        np.fill_diagonal(others, 0)
        members = np.argsort(place, kind="stable").reshape(-1, 4)
        at_table = others[:, members].sum(2)
        own = at_table[self._rows, place]
        there = at_table[:, place]
        change = there + there.T - own[:, None] - own[None, :] - 2 * others
        change[together] = _FORBIDDEN
        change[own == 0] = _FORBIDDEN
        blocked = until > move
        change[blocked] += 64
        change[:, blocked] += 64
        choices = np.flatnonzero(change == change.min())
        a, b = divmod(int(choices[int(self._random.random_sample() * len(choices))]), len(place))
        place[a], place[b] = place[b], place[a]
        self._met -= together
        self._together[number] = place[:, None] == place[None, :]
        self._met += self._together[number]
        np.fill_diagonal(self._met, 0)
        for player in (a, b):
            until[player] = move + 3 + int(self._random.random_sample() * 8)
