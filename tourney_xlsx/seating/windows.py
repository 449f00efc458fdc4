"""More players than one exact search can take: windows of neighbouring ranks, each solved exactly.

Windows overlap by half: a player is seated with those before him and with those behind him in view.
"""

from __future__ import annotations

import numpy as np

from tourney_xlsx.seating.duals import Solver
from tourney_xlsx.seating.exact import Best, Task, cheapest
from tourney_xlsx.seating.objective import Bools, Ints, seating_cost
from tourney_xlsx.seating.quick import sorted_tables
from tourney_xlsx.seating.records import OutOfTime

_WIDTH = 96
_KEPT = 48
_TAIL = 32
_PART = 12
_WORK = 200_000

Ranks = list[int]


def by_windows(allowed: Bools, costs: Ints, start: list[Ranks] | None, solver: Solver, out_of_time: OutOfTime) -> Best:
    """A seating of allowed pairs, close to the best but not proved.

    An allowed `start` is seated anew window by window, the leaders first, and so can be had at any time. Otherwise the
    windows have to seat everybody first.
    """
    room = _Room(allowed, costs, solver, out_of_time)
    if start is not None and room.is_allowed(start):
        tables: list[Ranks] | None = room.again(start, _WIDTH // 4, 0, _WIDTH // 8)
    else:
        tables = room.slide()
        tables = None if tables is None else room.again(tables, _WIDTH // 4, _WIDTH // 8, _WIDTH // 4)
    nothing = Best(None, 0, 0, False)
    return nothing if tables is None else nothing.better_with(tables, seating_cost(costs, tables))


def by_parts(allowed: Bools, costs: Ints, tables: list[Ranks], solver: Solver, out_of_time: OutOfTime) -> list[Ranks]:
    """A closer seating of allowed pairs from a valid one: overlapping groups of a dozen tables solved exactly."""
    room = _Room(allowed, costs, solver, out_of_time)
    for _ in range(2):
        tables = room.again(tables, _PART, 0, _PART // 2)
    return tables


class _Room:
    def __init__(self, allowed: Bools, costs: Ints, solver: Solver, out_of_time: OutOfTime) -> None:
        self._allowed, self._costs = allowed, costs
        self._solver, self._out_of_time = solver, out_of_time
        self._solved = set[tuple[int, ...]]()

    def is_allowed(self, tables: list[Ranks]) -> bool:
        return all(self._allowed[a, b] for t in tables for i, a in enumerate(t) for b in t[i + 1 :])

    def solve(self, ranks: Ranks, start: list[Ranks] | None = None) -> list[Ranks] | None:
        """The best tables found for these ranks alone."""
        place = {rank: k for k, rank in enumerate(ranks)}
        block = np.ix_(ranks, ranks)
        known = None if start is None else [[place[rank] for rank in table] for table in start]
        task = Task(self._allowed[block], self._costs[block], self._solver)
        tables = cheapest(task, known, self._out_of_time, _WORK).tables
        return None if tables is None else sorted_tables([[ranks[k] for k in table] for table in tables])

    def slide(self) -> list[Ranks] | None:
        """Solve the best unseated ranks, keep the tables that begin in their first half, go on."""
        left, width, seated = list(range(len(self._allowed))), _WIDTH, list[Ranks]()
        while left and not self._out_of_time():
            last = len(left) - width < _TAIL
            tables = self.solve(left if last else left[:width])
            if tables is None:
                if last:
                    return None
                width *= 2
                continue
            kept = tables if last else [table for table in tables if table[0] < left[_KEPT]]
            seated += kept
            gone = {rank for table in kept for rank in table}
            left, width = [rank for rank in left if rank not in gone], _WIDTH
        return sorted_tables(seated) if not left else None

    def again(self, tables: list[Ranks], group: int, first: int, step: int) -> list[Ranks]:
        """Solve each group of so many neighbouring tables, from the `first` on."""
        tables = sorted(tables, key=sum)
        for begin in range(first, len(tables), step):
            if self._out_of_time():
                break
            block = tables[begin : begin + group]
            ranks = sorted(rank for table in block for rank in table)
            better = self.solve(ranks, block) if tuple(ranks) not in self._solved else None
            self._solved.add(tuple(ranks))
            if better is not None:
                tables[begin : begin + group] = sorted(better, key=sum)
        return sorted_tables(tables)
