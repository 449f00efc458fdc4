"""When repeats are forced: the fewest (L1), then strong with strong (L2) among the seatings that have as few."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tourney_xlsx.seating.candidates import pair_sums, quadruples
from tourney_xlsx.seating.cover import Columns, columns
from tourney_xlsx.seating.duals import Budget, Solver, valid_duals
from tourney_xlsx.seating.effort import Effort
from tourney_xlsx.seating.exact import MOST_WORK, Best, Task, cheapest, within_gaps
from tourney_xlsx.seating.objective import UNIT, Bools, Ints, seating_cost
from tourney_xlsx.seating.records import OutOfTime

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

    return within_gaps(replace(known, bound=duals.bound), lister, task, Effort(MOST_WORK, out_of_time))
