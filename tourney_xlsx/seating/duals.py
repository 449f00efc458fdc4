"""Prices of the players that bound every seating from below, as integers.

A seating takes each player once, so with any prices its cost is the sum of all prices plus the reduced
costs of its tables. Prices under which no table has a negative reduced cost are a lower bound; those of
the linear program are the best. They come in floating point from a solver, are rounded here, and corrected
until the bound holds exactly: the answer hangs on no solver's arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tourney_xlsx.seating.candidates import reduced_costs
from tourney_xlsx.seating.objective import Ints

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Budget:
    """A side condition: the `weights` of the chosen tables sum to at most `limit`."""

    weights: Ints
    limit: int


@dataclass(frozen=True, slots=True)
class RawDuals:
    """A solver's prices: of the players and of the budget; `covered` if the program has a solution."""

    players: Floats
    budget: float
    covered: bool


Solver = Callable[[Ints, Floats, int, Budget | None], RawDuals]
"""From tables, their costs, the number of players and a side condition to raw prices."""


@dataclass(frozen=True, slots=True)
class Duals:
    """Integer prices of the `players`, from which no seating's cost is below `bound`.

    `reduced`: the reduced cost of each table, none negative. `covered`: the program had a solution.
    With a budget the reduced costs contain its price times the table's weight.
    """

    players: Ints
    reduced: Ints
    bound: int
    covered: bool


def valid_duals(tables: Ints, costs: Ints, size: int, unit: int, solver: Solver, budget: Budget | None = None) -> Duals:
    """Integer prices for all of `tables`; the solver sees the costs divided by `unit`."""
    raw = solver(tables, costs / unit, size, budget)
    players = np.rint(raw.players * unit).astype(np.int64)
    fine = max(0, round(raw.budget * unit)) if budget else 0
    total = costs + fine * budget.weights if budget else costs
    lowest = np.zeros(size, np.int64)
    np.minimum.at(lowest, tables[:, 0], reduced_costs(tables, total, players))
    players += lowest
    bound = int(players.sum()) - (fine * budget.limit if budget else 0)
    return Duals(players, reduced_costs(tables, total, players), bound, raw.covered)


def best_solver() -> Solver:
    """HiGHS, loaded only now that a seating is to be made; without it the slower ascent, to the same answers."""
    try:
        from tourney_xlsx.seating import lp
    except ImportError:
        from tourney_xlsx.seating import ascent

        return ascent.solve
    return lp.solve
