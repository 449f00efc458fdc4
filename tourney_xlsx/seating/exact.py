"""The cheapest seating of allowed pairs, with its proof: a bound, and a complete search up to it.

1. Candidate tables: all, or above `_ALL_TABLES` players first those within a window of ranks.
2. Integer prices of the players give a bound and reduced costs (`duals`).
3. A seating within `gap` of the bound uses only tables of reduced cost <= gap. All of those are listed,
   inside the window or not (`candidates.least_with`); with a negative one among them, back to step 2.
4. They are searched completely (`sharpen`). Nothing found: the gap grows. Found: that is the proof.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tourney_xlsx.seating.candidates import least_with, pair_sums, quadruples, reduced_costs
from tourney_xlsx.seating.cover import Columns, columns
from tourney_xlsx.seating.duals import Duals, Solver, valid_duals
from tourney_xlsx.seating.effort import Effort
from tourney_xlsx.seating.objective import UNIT, Bools, Ints, seating_cost
from tourney_xlsx.seating.quick import sorted_tables
from tourney_xlsx.seating.records import OutOfTime
from tourney_xlsx.seating.sharpen import Closer, Lessons, likely, search

_ALL_TABLES = 48
_WINDOW = 14
_FIRST_WORK = 400_000
_FAR, _JUMP = 10, 6_000
"""After a hard search the next gap reaches to the seating known: at most so many times as far, and so many tables."""
_NEAR = 6
"""So many fourths of the next gap are searched at once if that settles it."""
MOST_WORK = 3_000_000


@dataclass(frozen=True, slots=True)
class Task:
    """An integer pair matrix, to be minimised over seatings of allowed pairs; its natural unit is `unit`.

    Costs of seatings are multiples of `step`.
    """

    allowed: Bools
    costs: Ints
    solver: Solver
    unit: int = UNIT
    step: int = 1

    @property
    def size(self) -> int:
        return len(self.allowed)


@dataclass(frozen=True, slots=True)
class Best:
    """The cheapest seating found (None: none), a bound on all, and whether that settles it.

    `tables` None and `proved`: there is no seating at all.
    """

    tables: list[list[int]] | None
    cost: int
    bound: int
    proved: bool

    def better_with(self, tables: list[list[int]], cost: int) -> Best:
        if self.tables is not None and self.cost <= cost:
            return self
        return replace(self, tables=sorted_tables(tables), cost=cost)


Listing = Callable[[int], Columns | None]
"""All tables that a seating within a gap can use; None if they cannot be listed from here."""


def cheapest(
    task: Task,
    start: Sequence[Sequence[int]] | None,
    out_of_time: OutOfTime,
    most_work: int = MOST_WORK,
    closer: Closer | None = None,
) -> Best:
    """The cheapest partition of all ranks into tables of allowed pairs.

    `start`: a seating to begin with; one with pairs that are not allowed is left out. `closer`: asked once for a
    closer seating than the best known, where the search turns out to be hard.
    """
    best, lessons = _incumbent(task, start), Lessons(closer)
    effort = Effort(most_work, out_of_time)
    window = task.size if task.size <= _ALL_TABLES else _WINDOW
    tables = quadruples(task.allowed, window)
    while not effort.spent:
        duals = _price(task, tables)
        if not duals.covered and best.tables is None:
            if window >= task.size:
                return replace(best, proved=_uncoverable(task, tables))
            window, tables = _widened(task, window)
            continue
        lister = Lister(task, tables, duals, window)
        best = within_gaps(replace(best, bound=duals.bound), lister, task, effort, lessons)
        if best.proved:
            break
        if not lister.is_bound:
            best = replace(best, bound=0)
        if len(lister.missing):
            tables = np.concatenate([tables, lister.missing])
        elif lister.too_wide:
            window, tables = _widened(task, window)
        else:
            break
    return best


def _incumbent(task: Task, start: Sequence[Sequence[int]] | None) -> Best:
    nothing = Best(None, 0, 0, False)
    if start is None or any(not task.allowed[a, b] for t in start for i, a in enumerate(t) for b in t[i + 1 :]):
        return nothing
    return nothing.better_with([list(table) for table in start], seating_cost(task.costs, start))


def _price(task: Task, tables: Ints) -> Duals:
    return valid_duals(tables, pair_sums(task.costs, tables), task.size, task.unit, task.solver)


def _widened(task: Task, window: int) -> tuple[int, Ints]:
    return 2 * window, quadruples(task.allowed, 2 * window)


def _uncoverable(task: Task, tables: Ints) -> bool:
    """Proof that `tables` (all there are) seat nobody: free of charge they would still cost more than nothing."""
    if not len(tables):
        return True
    free = np.zeros(len(tables), np.int64)
    return valid_duals(tables, free, task.size, UNIT, task.solver).bound > 0


class Lister:
    """Lists the tables within a gap of the bound, or says why it cannot.

    `is_bound`: it has listed once, so no table has a negative reduced cost and the bound holds for all seatings.
    `missing`: tables of negative reduced cost that the prices did not know; `too_wide`: the window of
    ranks is too narrow for this gap.
    """

    def __init__(self, task: Task, tables: Ints, duals: Duals, window: int) -> None:
        self._task, self._tables, self._duals, self._window = task, tables, duals, window
        self.missing: Ints = np.empty((0, 4), np.int64)
        self.too_wide = False
        self._least: Ints | None = None
        self.is_bound = window >= task.size

    def __call__(self, gap: int) -> Columns | None:
        size = self._task.size
        if self._window >= size:
            return columns(self._tables, self._duals.reduced, size, gap, step=self._task.step)
        ranks = np.arange(size)
        if self._least is None:
            self._least = least_with(self._task.allowed, self._task.costs, self._duals.players)
        pairs = self._task.allowed & (self._least <= 3 * gap)
        far = np.abs(ranks[:, None] - ranks[None, :]) > self._window
        if int((pairs & far).sum()) > 12 * size:
            self.too_wide = True
            return None
        tables = quadruples(pairs)
        reduced = reduced_costs(tables, pair_sums(self._task.costs, tables), self._duals.players)
        below = np.flatnonzero(reduced < 0)
        if len(below):
            self.missing = tables[below[np.argsort(reduced[below], kind="stable")[: 20 * size]]]
            return None
        self.is_bound = True
        return columns(tables, reduced, size, gap, step=self._task.step)


def within_gaps(best: Best, lister: Listing, task: Task, effort: Effort, lessons: Lessons) -> Best:
    """Search within a small gap of `best.bound`, then larger ones, until the best seating is proved.

    Effort grows steeply with the gap, so it creeps where the last search was hard.
    """
    gap, work = max(task.unit, abs(best.bound) // 200, 6 * (lessons.searched - best.bound) // 5), _FIRST_WORK
    most = task.size // 4 * 6 * int(task.costs.max()) - best.bound
    while True:
        if best.tables is not None:
            gap = min(gap, best.cost - task.step - best.bound)
        listed = lister(max(gap, 0))
        if listed is None or effort.spent:
            return replace(best, bound=max(best.bound, lessons.searched))
        if gap < 0:
            return replace(best, proved=True)
        found = search(listed, gap, effort.share(work if best.tables is None else effort.left), lessons)
        effort.spend(found.work)
        if found.cost is not None:
            best = best.better_with(found.tables, best.bound + found.cost)
        if found.complete:
            if gap >= (most if best.tables is None else best.cost - task.step - best.bound):
                return replace(best, proved=True)
            lessons.searched = best.bound + gap + 1
            gap = max(gap + 1, int(gap * (1.7 if found.work < 3_000 else 1.35 if found.work < 12_000 else 1.2)))
            if best.tables is not None and best.cost - best.bound <= gap * _NEAR // 4:
                gap = best.cost - best.bound
            continue
        work *= 4
        if best.tables is None:
            best = _by_beam(best, lister, 4 * gap, effort)
        if best.tables is not None and lessons.closer is not None:
            better, lessons.closer = lessons.closer(best.tables), None
            best = best.better_with(better, seating_cost(task.costs, better))
            gap = _jump(best, gap, lister)


def _jump(best: Best, gap: int, lister: Listing) -> int:
    """The gap up to the seating known, if it is not too wide; else the same."""
    whole = best.cost - best.bound
    known = lister(whole) if whole <= _FAR * gap else None
    return whole if known is not None and len(known.tables) <= _JUMP else gap


def _by_beam(best: Best, lister: Listing, gap: int, effort: Effort) -> Best:
    """Some seating within the gap, if one is near the cheapest beginnings."""
    listed = lister(gap)
    if listed is None or listed.second is not None:
        return best
    found = likely(listed, gap, effort)
    return best if found.cost is None else best.better_with(found.tables, best.bound + found.cost)
