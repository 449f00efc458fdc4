"""Never into a corner: the closest seating after which all later rounds can still be free of repeats.

The proof is a certificate: those rounds, written out. The plain best seating is tried first; then the
others in order of cost; then the best under a price on pairs that many tables need; and always the best
that leaves the certificate of the round before (or a fresh one) intact. The cheapest with a completion is
taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tourney_xlsx.seating.candidates import pair_sums, quadruples
from tourney_xlsx.seating.completion import Completion, Round, complete
from tourney_xlsx.seating.cover import all_seatings, columns
from tourney_xlsx.seating.duals import valid_duals
from tourney_xlsx.seating.effort import Effort
from tourney_xlsx.seating.exact import Best, Task, cheapest
from tourney_xlsx.seating.objective import UNIT, Bools, Ints, seating_cost
from tourney_xlsx.seating.records import OutOfTime

_ALL_TABLES = 48
_CHOOSING = 128
"""Up to that many players other seatings than the plain best are tried."""
_WORK = 1_600_000
"""All work of one look-ahead, in units of about three microseconds."""
_FIRST = 400_000
_NEXT = 40_000
_NODE = 10
"""Work of a node in a listing of seatings."""
_IN_ORDER = 4_000
"""Seatings listed at once in order of cost."""
_LISTING = 40_000
_ROUND_WORK = 20_000
_NEAR = 5


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
    if search.in_order(plain, first.impossible and plain.proved):
        return search.outcome(plain, True)
    search.with_freedom(plain)
    search.change_the_future()
    return search.outcome(plain, False)


def completion_of(allowed: Bools, tables: Round, rounds: int, seed: str, out_of_time: OutOfTime) -> list[Round] | None:
    """Later rounds that complete a seating which is not to be changed."""
    effort = Effort(_WORK, out_of_time)
    return complete(without(allowed, [tables]), rounds, seed, effort, _FIRST).rounds


def without(allowed: Bools, rounds: Iterable[Round]) -> Bools:
    """The allowed pairs that none of these rounds uses."""
    left = allowed.copy()
    for table in (table for tables in rounds for table in tables):
        left[np.ix_(table, table)] = False
    return left


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
        return sorted(self._carried, key=lambda tables: _forbidden_pairs(allowed, tables))[:rounds]

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
        best = cheapest(task, start, self._effort.out_of_time, _ROUND_WORK)
        if best.tables is not None:
            self._keep(best.tables, future)

    def in_order(self, plain: Best, dead: bool) -> bool:
        """Try seatings in order of cost; True if all cheaper than the one found, or all, are dead.

        `dead`: so is the plain best, which is the first of them.
        """
        if self._task.size > _ALL_TABLES:
            return False
        tables = quadruples(self._task.allowed)
        costs = pair_sums(self._task.costs, tables)
        duals = valid_duals(tables, costs, self._task.size, UNIT, self._task.solver)
        gap, done = max(plain.cost - duals.bound, abs(duals.bound) // 50), -1
        most = self._task.size // 4 * int(costs.max()) - duals.bound
        while not self._effort.spent:
            limit = most if self._known is None else self._known.cost - 1 - duals.bound
            gap = min(gap, limit)
            listed = columns(tables, duals.reduced, self._task.size, gap)
            share = Effort(_LISTING, self._effort.out_of_time)
            seatings, complete = all_seatings(listed, gap, share, _IN_ORDER)
            self._effort.spend(_NODE * (_LISTING - share.left))
            for cost, rows in seatings if complete else ():
                if cost <= done:
                    continue
                found = self._try([listed.tables[row] for row in rows])
                if found.rounds is not None or self._effort.spent:
                    return dead and found.rounds is not None
                dead = dead and found.impossible
            if not complete:
                return False
            if gap >= limit:
                return dead
            done, gap = gap, gap * 3 // 2
        return False

    def _try(self, tables: Round) -> Completion:
        found = self.complete(tables, _NEXT)
        if found.rounds is not None:
            self._keep(tables, found.rounds)
        return found

    def with_freedom(self, plain: Best) -> None:
        """Try the best seatings under a rising price on pairs that many repeat-free tables need."""
        need = _tables_through(self._task)
        unit = plain.cost // (6 * self._task.size)
        for weight in (2, 6, 20, 60):
            if self._effort.spent:
                return
            task = replace(self._task, costs=self._task.costs + weight * unit * need // max(1, int(need.mean())))
            tables = cheapest(task, None, self._effort.out_of_time, _ROUND_WORK).tables
            if tables is None:
                continue
            cost = seating_cost(self._task.costs, tables)
            if self._known is not None and cost >= self._known.cost:
                return
            if cost <= plain.cost * 13 // 10:
                self._flexible = tables
            if self._try(tables).rounds is not None:
                return

    def change_the_future(self) -> None:
        """In turn: a new future that leaves pairs of near ranks free, then the best seating of this round before it."""
        ranks = np.arange(self._task.size)
        distance = np.abs(ranks[:, None] - ranks[None, :])
        near = _NEAR
        while self._known is not None and near >= 0 and not self._effort.spent:
            allowed = without(self._task.allowed, [self._known.tables]) & (distance > near)
            future = self._rounds_of(allowed, self._rounds, _NEXT)
            before = self._known.cost
            if future is not None:
                self._seat_before(future, self._known.tables)
            if future is None or self._known.cost >= before:
                near -= 1


def _forbidden_pairs(allowed: Bools, tables: Round) -> int:
    return sum(not allowed[a, b] for t in tables for i, a in enumerate(t) for b in t[i + 1 :])


def _tables_through(task: Task) -> Ints:
    """For each pair the number of tables of allowed pairs that contain it."""
    share = task.allowed.astype(np.int64)
    common = np.zeros_like(share)
    for player in range(task.size):
        mates = share[player]
        among = share * mates[:, None] * mates[None, :]
        common[player] = np.where(mates, among.sum(1), 0)
    return common
