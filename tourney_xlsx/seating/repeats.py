"""When repeats are forced: the fewest (L1), then strong with strong (L2) among the seatings that have as few."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tourney_xlsx.seating.candidates import pair_sums, quadruples
from tourney_xlsx.seating.cover import Columns, columns
from tourney_xlsx.seating.duals import Budget, Solver, valid_duals
from tourney_xlsx.seating.effort import Effort
from tourney_xlsx.seating.exact import MOST_WORK, Best, Task, cheapest, within_gaps
from tourney_xlsx.seating.objective import UNIT, Bools, Ints, seating_cost
from tourney_xlsx.seating.quick import sorted_tables
from tourney_xlsx.seating.records import OutOfTime
from tourney_xlsx.seating.sharpen import Lessons

_PART = 9
"""Tables solved together where the whole hall is too large."""
_PARTS = 30
_FINE = 1 << 10
"""L1 is bounded in fractions of this size; seatings differ by whole units."""


def fewest_repeats(
    price: Ints,
    costs: Ints,
    together: Bools,
    start: Sequence[Sequence[int]],
    solver: Solver,
    out_of_time: OutOfTime,
) -> Best:
    """The best seating by (price, cost) of pairs `together` (everybody but empty chairs may meet).

    Its bound is on the cost at the least price. All tables are listed: meant for up to 48 players.
    """
    first = cheapest(Task(together, price * _FINE, solver, _FINE, _FINE), start, out_of_time)
    chosen = first.tables if first.tables is not None else [list(table) for table in start]
    known = Best(chosen, seating_cost(costs, chosen), 0, False)
    if not first.proved:
        return known
    limit = first.cost // _FINE
    if seating_cost(price, start) == limit:
        known = known.better_with([list(table) for table in start], seating_cost(costs, start))
    return _closest(price, costs, together, limit, known, solver, out_of_time)


def _closest(
    price: Ints, costs: Ints, together: Bools, limit: int, known: Best, solver: Solver, out_of_time: OutOfTime
) -> Best:
    """The least cost among seatings whose price is `limit`, which is the least there is."""
    tables = quadruples(together)
    size = len(price)
    weights = pair_sums(price, tables)
    fewest = valid_duals(tables, weights * _FINE, size, _FINE, solver)
    room = limit * _FINE - fewest.bound
    kept = (fewest.reduced <= room) & (weights <= limit)
    tables, weights, excess = tables[kept], weights[kept], fewest.reduced[kept]
    duals = valid_duals(tables, pair_sums(costs, tables), size, UNIT, solver, Budget(weights, limit))
    task = Task(together, costs, solver)

    def lister(gap: int) -> Columns:
        return columns(tables, duals.reduced, size, gap, excess, room)

    return within_gaps(replace(known, bound=duals.bound), lister, task, Effort(MOST_WORK, out_of_time), Lessons())


def fewer_repeats(
    price: Ints, costs: Ints, together: Bools, start: Sequence[Sequence[int]], solver: Solver, out_of_time: OutOfTime
) -> Best:
    """For halls that are too large: the tables around each repeat are seated anew, exactly, while that helps.

    Neither the number of repeats nor the cost is proved to be least.
    """
    tables, solved, changed = sorted_tables(start), 0, True
    while changed:
        changed = False
        for table in [t for t in tables if seating_cost(price, [t])]:
            if table not in tables or solved == _PARTS or out_of_time():
                continue
            solved += 1
            near = sorted(tables, key=lambda other: (other != table, abs(sum(other) - sum(table)), other))[:_PART]
            better = _part(price, costs, together, near, solver, out_of_time)
            if better is not None:
                tables = sorted_tables([t for t in tables if t not in near] + better)
                changed = True
    return Best(tables, seating_cost(costs, tables), 0, False)


def _part(
    price: Ints, costs: Ints, together: Bools, near: list[list[int]], solver: Solver, out_of_time: OutOfTime
) -> list[list[int]] | None:
    """A better seating of the players of these tables among themselves."""
    ranks = sorted(rank for table in near for rank in table)
    place = {rank: k for k, rank in enumerate(ranks)}
    block = np.ix_(ranks, ranks)
    start = [[place[rank] for rank in table] for table in near]
    best = fewest_repeats(price[block], costs[block], together[block], start, solver, out_of_time)
    found = [[ranks[k] for k in table] for table in best.tables or ()]
    worth, before = ((seating_cost(price, t), seating_cost(costs, t)) for t in (found, near))
    return found if worth < before else None
