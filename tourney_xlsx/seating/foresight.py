"""The cheapest seating of this round that later rounds can complete, by branch and bound on this round.

A branch is cut when it costs too much, and also when it leaves somebody too few tables for the rounds to come.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tourney_xlsx.seating.effort import Effort
from tourney_xlsx.seating.exhaustive import Completion, Path, Pool, Round
from tourney_xlsx.seating.quick import sorted_tables

_LEAF = 3_000
"""Work that may go into one seating's completion."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A seating of reduced cost `excess`, with rounds that complete it."""

    excess: int
    tables: Round
    future: list[Round]


class _Spent(Exception):
    """The work allowed is used up."""


class Foresight:
    """`pool`: all tables, cheapest first by the `reduced` costs; `walk`: asked where exhaustion leaves it open."""

    def __init__(
        self, pool: Pool, reduced: list[int], rounds: int, effort: Effort, walk: Callable[[Round], Completion]
    ) -> None:
        self._pool, self._reduced, self._rounds = pool, reduced, rounds
        self._effort, self._walk = effort, walk
        self._node = 2 + len(pool.tables) // 200
        self._everything, self._everybody = (1 << len(pool.tables)) - 1, (1 << pool.size) - 1
        self._best: Foreseen | None = None
        self._limit, self._open, self._nodes = 0, False, 0

    def within(self, gap: int) -> tuple[Foreseen | None, bool]:
        """The cheapest within `gap`; True if no cheaper one, or no other one, can be completed."""
        self._best, self._limit, self._open = None, gap, False
        affordable = self._everything
        while affordable and self._reduced[affordable.bit_length() - 1] > gap:
            affordable ^= 1 << (affordable.bit_length() - 1)
        try:
            self._visit(affordable, self._everything, self._everybody, 0, ())
        except _Spent:
            return self._best, False
        return self._best, not self._open

    def _visit(self, active: int, later: int, free: int, cost: int, path: Path) -> None:
        self._effort.spend(self._node)
        self._nodes += 1
        if self._effort.left <= 0 or (not self._nodes & 63 and self._effort.out_of_time()):
            raise _Spent
        if not free:
            self._complete(later, cost, path)
            return
        choice = self._choice(active, free, self._limit - cost)
        if not choice or self._leaves_too_few(later):
            return
        pool = self._pool
        while choice:
            low = choice & -choice
            choice ^= low
            row = low.bit_length() - 1
            total = cost + self._reduced[row]
            if total > self._limit:
                return
            fitting = active & ~pool.share_player[row]
            self._visit(fitting, later & ~pool.share_pair[row], free & ~pool.seats[row], total, (*path, row))

    def _choice(self, active: int, free: int, slack: int) -> int:
        """The tables of the most constrained player; none if the free players cannot be seated within the slack."""
        fewest, choice, quarters = 1 << 60, 0, 0
        while free:
            low = free & -free
            free ^= low
            mine = active & self._pool.of_player[low.bit_length() - 1]
            if not mine:
                return 0
            quarters += self._reduced[(mine & -mine).bit_length() - 1]
            count = mine.bit_count()
            if count < fewest:
                fewest, choice = count, mine
        return choice if quarters <= 4 * slack else 0

    def _leaves_too_few(self, later: int) -> bool:
        return any((later & mine).bit_count() < self._rounds for mine in self._pool.of_player)

    def _complete(self, later: int, cost: int, path: Path) -> None:
        tables = sorted_tables([self._pool.tables[row] for row in path])
        share = self._effort.share(_LEAF)
        found = self._pool.rounds_within(later, self._rounds, share)
        self._effort.settle(_LEAF, share)
        if found.rounds is None and not found.impossible:
            found = self._walk(tables)
        if found.rounds is not None:
            self._best, self._limit = Foreseen(cost, tables, found.rounds), cost - 1
        elif not found.impossible:
            self._open = True
