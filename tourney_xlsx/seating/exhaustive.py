"""Later rounds by exhaustive search, which may prove that there are none: for few players or few rounds.

All rounds in one depth-first search over tables, the most constrained player first. Sets of tables are bits of
integers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import or_

import numpy as np

from tourney_xlsx.seating.candidates import quadruples
from tourney_xlsx.seating.effort import Effort
from tourney_xlsx.seating.objective import Bools, Ints, key
from tourney_xlsx.seating.quick import sorted_tables

Round = list[list[int]]
Path = tuple[int, ...]
"""Rows of the tables taken, round after round."""

MOST_TABLES = 6_000
"""Above that the search is not worth its while."""
_SETTING_UP = 10
"""Work of beginning a search."""


@dataclass(frozen=True, slots=True)
class Completion:
    """`rounds` of tables of ranks, or None; then `impossible` tells whether that is proved."""

    rounds: list[Round] | None
    impossible: bool = False


def exhaustive(allowed: Bools, rounds: int, seed: str, effort: Effort) -> Completion:
    """`rounds` rounds of allowed pairs, no pair twice. Work is counted in units of about three microseconds."""
    if rounds == 0:
        return Completion([])
    if (allowed.sum(1) < 3 * rounds).any():
        return Completion(None, True)
    tables = quadruples(allowed)
    if len(tables) > MOST_TABLES:
        return Completion(None)
    shuffled = tables[np.random.RandomState(key(seed, "exhaustive") % 2**32).permutation(len(tables))]
    return Pool(shuffled, len(allowed)).rounds_within((1 << len(tables)) - 1, rounds, effort)


class _Spent(Exception):
    """The work allowed is used up."""


class Pool:
    """Tables that may be played, as bits: those of each player, and for each table those that share a pair with it."""

    def __init__(self, tables: Ints, size: int) -> None:
        self.tables: Round = tables.tolist()
        self.size = size
        self.of_player = [0] * size
        of_pair: dict[tuple[int, int], int] = {}
        for row, table in enumerate(self.tables):
            for player in table:
                self.of_player[player] |= 1 << row
            for pair in combinations(table, 2):
                of_pair[pair] = of_pair.get(pair, 0) | 1 << row
        self.share_player = [reduce(or_, (self.of_player[p] for p in t)) for t in self.tables]
        self.share_pair = [reduce(or_, (of_pair[pair] for pair in combinations(t, 2))) for t in self.tables]
        self.seats = [sum(1 << player for player in table) for table in self.tables]

    def rounds_within(self, later: int, rounds: int, effort: Effort) -> Completion:
        """Rounds made of the tables `later` alone."""
        return _DepthFirst(self, effort).run(later, rounds)


class _DepthFirst:
    """One search. `later`: tables whose pairs are all unused; `now`: those that also fit the round begun."""

    def __init__(self, pool: Pool, effort: Effort) -> None:
        self._pool, self._effort = pool, effort
        self._work, self._visits = 1 + len(pool.tables) // 400, 0
        self._everybody = (1 << pool.size) - 1

    def run(self, later: int, rounds: int) -> Completion:
        self._effort.spend(_SETTING_UP)
        if self._short(later, rounds):
            return Completion(None, True)
        try:
            chosen = self._visit(later, later, self._everybody, rounds, ())
        except _Spent:
            return Completion(None)
        if chosen is None:
            return Completion(None, True)
        count = self._pool.size // 4
        parts = [chosen[k : k + count] for k in range(0, len(chosen), count)]
        return Completion([sorted_tables([self._pool.tables[row] for row in part]) for part in parts])

    def _short(self, later: int, rounds: int) -> bool:
        """Somebody has fewer tables left than rounds."""
        return any((later & mine).bit_count() < rounds for mine in self._pool.of_player)

    def _visit(self, later: int, now: int, free: int, left: int, path: Path) -> Path | None:
        self._effort.spend(self._work)
        self._visits += 1
        if self._effort.left <= 0 or (not self._visits & 63 and self._effort.out_of_time()):
            raise _Spent
        if not free:
            return self._next_round(later, left - 1, path) if left > 1 else path
        return self._seat(later, now, free, left, path, self._most_constrained(now, free))

    def _seat(self, later: int, now: int, free: int, left: int, path: Path, choice: int) -> Path | None:
        """Try the tables of `choice` one after another."""
        pool = self._pool
        while choice:
            low = choice & -choice
            choice ^= low
            row = low.bit_length() - 1
            unused = later & ~pool.share_pair[row]
            fitting = now & unused & ~pool.share_player[row]
            done = self._visit(unused, fitting, free & ~pool.seats[row], left, (*path, row))
            if done is not None:
                return done
        return None

    def _most_constrained(self, now: int, free: int) -> int:
        fewest, choice = 1 << 60, 0
        while free:
            low = free & -free
            free ^= low
            mine = now & self._pool.of_player[low.bit_length() - 1]
            if not mine:
                return 0
            count = mine.bit_count()
            if count < fewest:
                fewest, choice = count, mine
        return choice

    def _next_round(self, later: int, left: int, path: Path) -> Path | None:
        """Rounds are interchangeable, so the tables of player 0 are taken in ascending order."""
        if self._short(later, left):
            return None
        last = max(row for row in path if self._pool.seats[row] & 1)
        choice = later & self._pool.of_player[0] & ~((1 << (last + 1)) - 1)
        return self._seat(later, later, self._everybody, left, path, choice)
