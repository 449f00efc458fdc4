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

_PATIENCE = 3_000
_TABU = np.float32(64.0)
_NEVER = np.float32(1 << 20)
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
    """One walk. `places`: the table of each player in each round.

    `met`: how often each pair meets, past and planned (1 on the diagonal). `together`: for each round a matrix of who
    shares a table. Both are floats, small whole numbers, for the sake of fast products.
    """

    def __init__(self, allowed: Bools, places: Ints, random: np.random.RandomState) -> None:
        rounds, size = places.shape
        self._places, self._random = places, random
        self._until = np.zeros((rounds, size), np.int64)
        self._together = (places[:, :, None] == places[:, None, :]).astype(np.float32)
        self._met = (~allowed).astype(np.float32) + self._together.sum(0)
        np.fill_diagonal(self._met, 1.0)
        self._work = _MOVE + size * size // 160

    def run(self, effort: Effort) -> bool:
        best, last, move = 1 << 60, 0, 0
        pairs = self._together.reshape(len(self._together), -1)
        while True:
            clashes = pairs[:, np.flatnonzero(self._met.ravel() > 1.5)].sum(1).tolist()
            total = sum(clashes)
            if total == 0:
                return True
            if total < best:
                best, last = total, move
            if move - last > _PATIENCE or effort.left <= 0 or (not move & 15 and effort.out_of_time()):
                return False
            move += 1
            effort.spend(self._work)
            self._step(self._pick(clashes, total), move)

    def _pick(self, clashes: list[float], total: float) -> int:
        """A round, by its share of the clashes."""
        left, number = self._random.random_sample() * total, 0
        while left >= clashes[number]:
            left -= clashes[number]
            number += 1
        return number

    def _step(self, number: int, move: int) -> None:
        """The best swap in one round that moves a clashing player and is not tabu."""
        together, until = self._together[number], self._until[number]
        others = np.minimum(self._met - together, 1.0)
        there = others @ together
        own = there.diagonal()
        tabu = _TABU * (until > move)
        change = there + there.T - 2.0 * others + _NEVER * together
        change += (tabu - own)[None, :]
        change += (tabu - own + _NEVER * (own == 0))[:, None]
        choices = np.flatnonzero(change == change.min())
        a, b = divmod(int(choices[int(self._random.random_sample() * len(choices))]), len(own))
        self._swap(number, a, b)
        for player in (a, b):
            until[player] = move + 1 + int(self._random.random_sample() * 2)

    def _swap(self, number: int, a: int, b: int) -> None:
        place, together = self._places[number], self._together[number]
        for player in (a, b):
            self._met[player] -= together[player]
            self._met[:, player] -= together[:, player]
        place[a], place[b] = place[b], place[a]
        for player in (a, b):
            row = (place == place[player]).astype(np.float32)
            together[player] = row
            together[:, player] = row
            self._met[player] += row
            self._met[:, player] += row
        self._met[a, a] = self._met[b, b] = 1.0
