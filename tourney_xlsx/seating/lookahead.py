"""Never into a corner: the closest seating after which all later rounds can still be free of repeats.

The proof is a certificate: those rounds, written out. The plain best seating is tried first. If it cannot be
completed, then in turn: the best before the rounds of the last certificate (or fresh ones), branch and bound
over all seatings (`foresight`), the best under a price on pairs that many tables need, and the best before
other later rounds that leave this one more room. The cheapest with a completion is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tourney_xlsx.seating.candidates import pair_sums, quadruples
from tourney_xlsx.seating.completion import complete
from tourney_xlsx.seating.duals import valid_duals
from tourney_xlsx.seating.effort import Effort
from tourney_xlsx.seating.exact import Best, Task, cheapest
from tourney_xlsx.seating.exhaustive import MOST_TABLES, Completion, Pool, Round
from tourney_xlsx.seating.foresight import Foresight
from tourney_xlsx.seating.freedom import forbidden_pairs, tables_through, without
from tourney_xlsx.seating.objective import UNIT, Bools, Ints, seating_cost
from tourney_xlsx.seating.records import OutOfTime

_CHOOSING = 128
"""Up to that many players other seatings than the plain best are tried."""

_WORK = 2_000_000
"""All work of one look-ahead, in units of about three microseconds; its parts follow."""
_FIRST = 150_000
"""To complete the plain best, or to find fresh later rounds."""
_BRANCHING = 800_000
_WALKS, _WALK = 24, 15_000
"""In branch and bound: seatings whose completion may be sought by a walk."""
_RENEWAL = 25_000
"""To find other later rounds for a seating that has some."""
_ROUND = 80_000
"""States and nodes for the best seating before given later rounds."""
_FINENESS, _DEAREST, _HALVINGS = 8, 64, 5
"""The price on pairs goes in eighths, up to so many times a fair one, and is then made finer so many times."""
_NEAR = 5
"""Ranks so near that later rounds should leave them to this one."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """A seating with rounds that complete it (None: none known), and what the search has proved.

    `best.proved`: no cheaper seating can be completed. `dead`: no seating at all can be.
    """

    best: Best
    rounds: list[Round] | None
    dead: bool


def look_ahead(
    task: Task, plain: Best, rounds: int, carried: Sequence[Round], seed: str, out_of_time: OutOfTime
) -> Ahead:
    """The cheapest seating found that `rounds` later rounds complete; `plain` itself if none is found.

    `plain`: the best seating of this round alone. `carried`: rounds of allowed pairs that fit together,
    this round and the later ones, from the certificate of the round before; may be empty.
    """
    if plain.tables is None:
        return Ahead(plain, None, plain.proved)
    search = _Search(task, rounds, seed, Effort(_WORK, out_of_time), list(carried))
    first = search.complete(plain.tables, _FIRST)
    if first.rounds is not None:
        return Ahead(plain, first.rounds, False)
    if task.size > _CHOOSING:
        return Ahead(plain, None, False)
    search.keep_the_future()
    if search.branch_and_bound(plain) and plain.proved:
        return search.outcome(plain, True)
    search.with_freedom(plain)
    search.change_the_future(plain)
    return search.outcome(plain, False)


def completion_of(allowed: Bools, tables: Round, rounds: int, seed: str, out_of_time: OutOfTime) -> list[Round] | None:
    """Later rounds that complete a seating which is not to be changed."""
    effort = Effort(_WORK, out_of_time)
    return complete(without(allowed, [tables]), rounds, seed, effort, _FIRST).rounds


@dataclass(frozen=True, slots=True)
class _Known:
    """A seating with its completion."""

    tables: Round
    cost: int
    future: list[Round]


class _Search:
    """One look-ahead: the work left and the cheapest completed seating so far."""

    def __init__(self, task: Task, rounds: int, seed: str, effort: Effort, carried: list[Round]) -> None:
        self._task, self._rounds, self._seed = task, rounds, seed
        self._effort, self._carried = effort, carried
        self._known: _Known | None = None
        self._flexible: Round | None = None
        self._tries, self._walks = 0, _WALKS

    def outcome(self, plain: Best, settled: bool) -> Ahead:
        """What was found; `settled`: every cheaper seating (or every one at all) is proved to lead into a corner."""
        if self._known is not None:
            best = replace(plain, tables=self._known.tables, cost=self._known.cost, proved=settled)
            return Ahead(best, self._known.future, False)
        if settled or self._flexible is None:
            return Ahead(plain, None, settled)
        cost = seating_cost(self._task.costs, self._flexible)
        return Ahead(replace(plain, tables=self._flexible, cost=cost, proved=False), None, False)

    def complete(self, tables: Round, work: int) -> Completion:
        """Rounds that may follow these tables."""
        allowed = without(self._task.allowed, [tables])
        start = self._start(allowed, self._rounds)
        return complete(allowed, self._rounds, self._seed, self._effort, work, start)

    def _start(self, allowed: Bools, rounds: int) -> list[Round]:
        """The carried rounds that clash least with what is allowed now."""
        return sorted(self._carried, key=lambda tables: forbidden_pairs(allowed, tables))[:rounds]

    def _rounds_of(self, allowed: Bools, rounds: int, work: int) -> list[Round] | None:
        start = self._start(allowed, rounds)
        return complete(allowed, rounds, self._seed, self._effort, work, start).rounds

    def _keep(self, tables: Round, future: list[Round]) -> None:
        cost = seating_cost(self._task.costs, tables)
        if self._known is None or cost < self._known.cost:
            self._known = _Known(tables, cost, future)

    def keep_the_future(self) -> None:
        """For each round of the certificate: keep the others, and seat this round as close as they allow."""
        plan = self._carried
        if len(plan) <= self._rounds:
            plan = self._rounds_of(self._task.allowed, self._rounds + 1, _FIRST) or []
        for k, tables in enumerate(plan):
            self._seat_before([*plan[:k], *plan[k + 1 :]], tables)

    def _seat_before(self, future: list[Round], start: Round) -> None:
        """The best seating of this round that uses no pair of the later rounds."""
        task = replace(self._task, allowed=without(self._task.allowed, future))
        best = cheapest(task, start, self._effort.out_of_time, _ROUND)
        if best.tables is not None:
            self._keep(best.tables, future)

    def branch_and_bound(self, plain: Best) -> bool:
        """The cheapest seating that can be completed; True if that is proved, or that none can."""
        tables = quadruples(self._task.allowed)
        if len(tables) > MOST_TABLES:
            return False
        costs = pair_sums(self._task.costs, tables)
        duals = valid_duals(tables, costs, self._task.size, UNIT, self._task.solver)
        order = np.argsort(duals.reduced, kind="stable")
        pool, share = Pool(tables[order], self._task.size), self._effort.share(_BRANCHING)
        foresight = Foresight(pool, duals.reduced[order].tolist(), self._rounds, share, self._by_walk)
        settled = self._widen(foresight, plain, duals.bound, self._task.size // 4 * int(costs.max()), share)
        self._effort.settle(_BRANCHING, share)
        return settled

    def _widen(self, foresight: Foresight, plain: Best, bound: int, most: int, share: Effort) -> bool:
        """Search within growing gaps above the bound, up to the seating known or the dearest there can be."""
        gap = max(plain.cost - bound, bound // 50)
        while not share.spent:
            limit = (most if self._known is None else self._known.cost - 1) - bound
            found, settled = foresight.within(min(gap, limit))
            if found is not None:
                self._keep(found.tables, found.future)
            if found is not None or not settled or gap >= limit:
                return settled
            gap = gap * 3 // 2
        return False

    def _by_walk(self, tables: Round) -> Completion:
        self._walks -= 1
        return self.complete(tables, _WALK) if self._walks >= 0 else Completion(None)

    def with_freedom(self, plain: Best) -> None:
        """The best seatings under a price on pairs that many repeat-free tables need.

        The least price that leaves the later rounds room enough is found by doubling, then by halving the distance.
        """
        need = tables_through(self._task.allowed)
        price = need * (plain.cost // (6 * self._task.size * _FINENESS)) // max(1, int(need.mean()))
        low, high = 0, _FINENESS
        while high <= _DEAREST * _FINENESS and not self._leads_on(price * high, plain):
            low, high = high, 2 * high
        for _ in range(_HALVINGS):
            middle = (low + high) // 2
            if self._leads_on(price * middle, plain):
                high = middle
            else:
                low = middle

    def _leads_on(self, price: Ints, plain: Best) -> bool:
        """Whether the best seating under this price can be completed, or costs no less than the one known."""
        if self._effort.left < _WORK // 3 or self._effort.spent:
            return True
        task = replace(self._task, costs=self._task.costs + price)
        tables = cheapest(task, None, self._effort.out_of_time, _ROUND).tables
        if tables is None:
            return False
        cost = seating_cost(self._task.costs, tables)
        if self._known is not None and cost >= self._known.cost:
            return True
        if cost <= plain.cost * 13 // 10:
            self._flexible = tables
        found = self.complete(tables, _RENEWAL)
        if found.rounds is not None:
            self._keep(tables, found.rounds)
        return found.rounds is not None

    def change_the_future(self, plain: Best) -> None:
        """In turn: later rounds that leave the plain best tables or near ranks free, then this round before them."""
        ranks = np.arange(self._task.size)
        distance = np.abs(ranks[:, None] - ranks[None, :])
        cost = -1
        while self._known is not None and self._known.cost != cost:
            cost = self._known.cost
            for table in plain.tables or ():
                if table not in self._known.tables:
                    self._leave_free(~without(np.ones_like(self._task.allowed), [[table]]))
            for near in range(_NEAR, 0, -1):
                self._leave_free(distance <= near)

    def _leave_free(self, pairs: Bools) -> None:
        """Other later rounds that use neither these pairs nor those of the seating found; then seat it anew."""
        if self._known is None or self._effort.spent:
            return
        self._tries += 1
        allowed = without(self._task.allowed, [self._known.tables]) & ~pairs
        seed = f"{self._seed} {self._tries}"
        found = complete(allowed, self._rounds, seed, self._effort, _RENEWAL, self._known.future)
        if found.rounds is not None:
            self._seat_before(found.rounds, self._known.tables)
