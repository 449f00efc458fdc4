"""Prices by subgradient ascent, with numpy alone: for machines without HiGHS, and to check its answers.

The bound that `duals.valid_duals` makes from any prices is the sum of the prices plus, for each player, the least
reduced cost (if negative) of the tables that begin with him. It is concave; stepping along 1 - (tables taken that
contain the player) raises it towards the linear program's value. The step follows Polyak with a moving target.
"""

from __future__ import annotations

import numpy as np

from tourney_xlsx.seating.duals import Budget, Floats, RawDuals
from tourney_xlsx.seating.objective import Ints

_STEPS = 1_500
_PATIENCE = 12


def solve(tables: Ints, costs: Floats, size: int, budget: Budget | None = None) -> RawDuals:
    """Prices close to the linear program's; the same contract as `lp.solve`."""
    seats = np.bincount(tables.ravel(), minlength=size)
    if not seats.all():
        return RawDuals(np.zeros(size), 0.0, False)
    order = np.argsort(tables[:, 0], kind="stable")
    weights = None if budget is None else budget.weights[order].astype(np.float64)
    climb = _Climb(tables[order], costs[order], size, weights)
    climb.run(0.0 if budget is None else float(budget.limit))
    most = (size // 4) * float(costs.max()) + 1.0
    return RawDuals(climb.prices[:size], max(0.0, -float(climb.prices[size])), climb.best <= most)


class _Climb:
    """Prices of the players and, last and never positive, of the budget."""

    def __init__(self, tables: Ints, costs: Floats, size: int, weights: Floats | None) -> None:
        self._tables, self._costs, self._size, self._weights = tables, costs, size, weights
        self._begins = np.flatnonzero(np.diff(tables[:, 0], prepend=-1))
        self.prices = np.zeros(size + 1)
        self.prices[:size] = self._shares()
        self.best = -np.inf

    def _shares(self) -> Floats:
        """A quarter of each player's cheapest table: prices without a negative reduced cost."""
        least = np.full(self._size, np.inf)
        for position in range(4):
            np.minimum.at(least, self._tables[:, position], self._costs / 4)
        return least

    def run(self, limit: float) -> None:
        prices = self.prices.copy()
        hope, stale = max(1.0, abs(float(prices.sum()))), 0
        for _ in range(_STEPS):
            value, slope = self._look(prices, limit)
            if value > self.best + hope / 2:
                hope *= 1.5
            stale = 0 if value > self.best else stale + 1
            if value > self.best:
                self.best, self.prices = value, prices.copy()
            elif stale > _PATIENCE:
                hope, stale, prices = hope / 2, 0, self.prices.copy()
                value, slope = self._look(prices, limit)
            length = float(slope @ slope)
            if length == 0.0 or hope < 1e-6 * max(1.0, abs(self.best)):
                return
            prices = prices + slope * ((self.best + hope - value) / length)
            prices[self._size] = min(0.0, prices[self._size])

    def _look(self, prices: Floats, limit: float) -> tuple[float, Floats]:
        """The bound at these prices, and the direction in which it rises."""
        reduced = self._costs - prices[self._tables].sum(1)
        if self._weights is not None:
            reduced -= prices[self._size] * self._weights
        least = np.minimum.reduceat(reduced, self._begins)
        groups = np.repeat(np.arange(len(least)), np.diff([*self._begins, len(reduced)]))
        hits = np.flatnonzero((reduced == least[groups]) & (least[groups] < 0))
        _, firsts = np.unique(groups[hits], return_index=True)
        taken = hits[firsts]
        slope = np.empty(self._size + 1)
        slope[: self._size] = 1.0 - np.bincount(self._tables[taken].ravel(), minlength=self._size)
        slope[self._size] = 0.0 if self._weights is None else limit - float(self._weights[taken].sum())
        value = float(prices[: self._size].sum() + least[least < 0].sum() + prices[self._size] * limit)
        return value, slope
