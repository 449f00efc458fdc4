"""Finding later rounds in which nobody meets again: the social golfer problem, begun by the rounds played.

`exhaustive` takes tables one by one, all sets being bits of integers, and may prove that there is no
completion; it is for few players or few rounds. `tabu` finds the others, if anything does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import or_

import numpy as np

from tourney_xlsx.seating.candidates import quadruples
from tourney_xlsx.seating.effort import Effort
from tourney_xlsx.seating.objective import Bools, key
from tourney_xlsx.seating.quick import sorted_tables
from tourney_xlsx.seating.tabu import tabu

Round = list[list[int]]

_MOST_COLUMNS = 6_000


@dataclass(frozen=True, slots=True)
class Completion:
    """`rounds` of tables of ranks, or None; then `impossible` tells whether that is proved."""

    rounds: list[Round] | None
    impossible: bool = False


def complete(
    allowed: Bools, rounds: int, seed: str, effort: Effort, work: int, start: Sequence[Round] = ()
) -> Completion:
    """Rounds of allowed pairs, by both searches in turn, first with a tenth of `work` and then with all of it.

    The walks begin with the rounds of `start`. Work is counted in units of about three microseconds.
    """
    for part in (work // 10, work):
        share = effort.share(part)
        found = exhaustive(allowed, rounds, seed, share)
        effort.settle(part, share)
        if found.rounds is not None or found.impossible:
            return found
        share = effort.share(part)
        walked = tabu(allowed, rounds, f"{seed} {part}", share, start)
        effort.settle(part, share)
        if walked is not None:
            return Completion(walked)
    return Completion(None)


def too_few_strangers(allowed: Bools, rounds: int) -> bool:
    """Somebody has fewer than three strangers for each round, so no completion exists."""
    return bool((allowed.sum(1) < 3 * rounds).any())


def exhaustive(allowed: Bools, rounds: int, seed: str, effort: Effort) -> Completion:
    """All rounds in one depth-first search over the tables of allowed pairs, most constrained player first."""
    if rounds == 0:
        return Completion([])
    if too_few_strangers(allowed, rounds):
        return Completion(None, True)
    tables = quadruples(allowed)
    if len(tables) > _MOST_COLUMNS:
        return Completion(None)
    shuffled = np.random.RandomState(key(seed, "exhaustive") % 2**32).permutation(len(tables))
    return _DepthFirst(tables[shuffled].tolist(), len(allowed), rounds, effort).run()


class _Spent(Exception):
    """The work allowed is used up."""


class _DepthFirst:
    """Tables are bits. `later`: tables whose pairs are all unused; `now`: those that also fit the round begun."""

    def __init__(self, tables: list[list[int]], size: int, rounds: int, effort: Effort) -> None:
        self._tables, self._size, self._rounds, self._effort = tables, size, rounds, effort
        self._node, self._visits = 1 + len(tables) // 400, 0
        self._of_player = [0] * size
        of_pair: dict[tuple[int, int], int] = {}
        for row, table in enumerate(tables):
            for player in table:
                self._of_player[player] |= 1 << row
            for pair in combinations(table, 2):
                of_pair[pair] = of_pair.get(pair, 0) | 1 << row
        self._share_player = [reduce(or_, (self._of_player[p] for p in t)) for t in tables]
        self._share_pair = [reduce(or_, (of_pair[pair] for pair in combinations(t, 2))) for t in tables]
        self._seats = [sum(1 << player for player in table) for table in tables]

    def run(self) -> Completion:
        everything, everybody = (1 << len(self._tables)) - 1, (1 << self._size) - 1
        try:
            chosen = self._visit(everything, everything, everybody, self._rounds, ())
        except _Spent:
            return Completion(None)
        if chosen is None:
            return Completion(None, True)
        per_round = self._size // 4
        rows = [chosen[k : k + per_round] for k in range(0, len(chosen), per_round)]
        return Completion([sorted_tables([self._tables[row] for row in part]) for part in rows])

    def _visit(self, later: int, now: int, free: int, left: int, path: tuple[int, ...]) -> tuple[int, ...] | None:
        self._effort.spend(self._node)
        if self._effort.left <= 0 or self._clock():
            raise _Spent
        if not free:
            if left == 1:
                return path
            return self._next_round(later, left - 1, path)
        choice = self._most_constrained(now, free)
        while choice:
            low = choice & -choice
            choice ^= low
            row = low.bit_length() - 1
            unused = later & ~self._share_pair[row]
            fitting = now & ~self._share_player[row] & ~self._share_pair[row]
            done = self._visit(unused, fitting, free & ~self._seats[row], left, (*path, row))
            if done is not None:
                return done
        return None

    def _clock(self) -> bool:
        self._visits += 1
        return not self._visits & 63 and self._effort.out_of_time()

    def _most_constrained(self, now: int, free: int) -> int:
        fewest, choice = 1 << 60, 0
        while free:
            low = free & -free
            free ^= low
            mine = now & self._of_player[low.bit_length() - 1]
            if not mine:
                return 0
            count = mine.bit_count()
            if count < fewest:
                fewest, choice = count, mine
        return choice

    def _next_round(self, later: int, left: int, path: tuple[int, ...]) -> tuple[int, ...] | None:
        """Rounds are interchangeable, so the tables of player 0 are taken in ascending order."""
        if any((later & mine).bit_count() < left for mine in self._of_player):
            return None
        last = max(row for row in path if self._seats[row] & 1)
        choice = later & self._of_player[0] & ~((1 << (last + 1)) - 1)
        everybody = (1 << self._size) - 1
        while choice:
            low = choice & -choice
            choice ^= low
            row = low.bit_length() - 1
            unused = later & ~self._share_pair[row]
            fitting = unused & ~self._share_player[row]
            done = self._visit(unused, fitting, everybody & ~self._seats[row], left, (*path, row))
            if done is not None:
                return done
        return None
