"""The linear program over a list of tables, growing by what seatings of people fulfil and those in fractions break.

Requirements (`oddsets`, `gomory`) have prices like players: a table that helps to fulfil one pays less, since every
seating has to. Prices are rounded and corrected as in `duals`, so the bound is exact. What it gains, the gap loses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from tourney_xlsx.seating.cover import Columns, Found
from tourney_xlsx.seating.duals import Floats
from tourney_xlsx.seating.effort import Effort
from tourney_xlsx.seating.gomory import Requirement, broken_cuts, odd_sets, restricted
from tourney_xlsx.seating.objective import Bools, Ints
from tourney_xlsx.seating.oddsets import broken_sets

if TYPE_CHECKING:
    from tourney_xlsx.seating.lp import Master

_SLOW = 0.005
"""Of what the bound still lacks, the part that a round has to gain."""
_SETS, _CUTS, _SUGGESTED = 40, 30, 90
"""Larger odd sets and cuts added at a time; multiples looked at."""
_ROUND_WORK = 20_000
"""In states of dynamic programming: one solution with what it breaks."""
_SCALE = 1_000.0
"""The gap in the solver's numbers."""
_ZERO, _MET = 1e-7, 1e-4
"""Less than any part of a table; more than a requirement that is just met."""
_LIKELY = 6
"""Pairs, and players, looked at before one is chosen to branch on."""


@dataclass(frozen=True, slots=True)
class _Bound:
    """Whole prices of the requirements, and what they make of each table and of the bound."""

    reduced: Ints
    raised: int
    prices: Ints


class Program:
    """The solver sees costs divided by `unit`. `known`: requirements that hold for these columns.

    Tables that the bound leaves no room for are taken out on the way, and requirements that are more than met.
    `gap`: lowered when a seating is `found`, here or elsewhere. `columns`: those left, cheapest first; `rows`: their
    places in the program; `needed`: the requirements with a price. `rounds`: solutions before the next try.
    """

    def __init__(self, master: Master, cols: Columns, gap: int, known: Sequence[Requirement], rounds: int) -> None:
        self._master, self._size, self._rounds, self.gap = master, cols.size, rounds, gap
        self._unit = max(1, gap) / _SCALE
        self._tables, self._real = np.array(cols.tables, np.int64).reshape(-1, 4), np.array(cols.real, np.int64)
        master.add(self._tables, self._real / self._unit, np.arange(len(cols.tables)))
        self._known = list[Requirement]()
        self._require(known)
        self._learned, self._value = bool(known), 0.0
        self.found: Found | None = None
        self.columns, self.rows, self.needed = cols, np.arange(len(cols.tables)), list(known)

    @property
    def _limit(self) -> float:
        """The gap as the solver sees it."""
        return self.gap / self._unit

    @staticmethod
    def of(cols: Columns, gap: int, known: Sequence[Requirement], rounds: int) -> Program | None:
        """None without HiGHS."""
        try:
            from tourney_xlsx.seating.lp import Master
        except ImportError:
            return None
        return Program(Master(cols.size, 30.0 * _SCALE, None), cols, gap, known, rounds)

    def _require(self, new: Sequence[Requirement]) -> None:
        self._known += new
        if new:
            shares, least = np.stack([r.shares for r in new]), np.array([r.least for r in new])
            self._master.require(shares, least)

    def sharpened(self, effort: Effort) -> Columns | None:
        """The columns after some rounds of new requirements; None if nothing is known that the last did not know."""
        for left in range(self._rounds, -1, -1):
            before = self._value
            raw, self._value = self._master.run()
            weights, prices = self._master.fractions()
            slow = left < self._rounds - 1 and self._value - before < (self._limit - self._value) * _SLOW
            new = self._broken(weights) if left and not slow and self._value < self._limit and not effort.spent else []
            bound = self._bound(raw.players, prices)
            self._keep_whole(weights)
            if not new:
                break
            effort.spend(_ROUND_WORK)
            self._require(self._without_the_idle(bound, weights, new))
            self._learned = True
        learned, self._learned = self._learned, False
        self._list(bound)
        return self.columns if learned else None

    def _keep_whole(self, weights: Floats) -> None:
        """The seating if no table is divided: then it is the best, and only cheaper ones are left to be excluded."""
        rows = np.flatnonzero(weights > 1 - _ZERO)
        cost = int(self._real[rows].sum())
        if len(set(self._tables[rows].ravel().tolist())) == 4 * len(rows) == self._size and cost <= self.gap:
            self.found = Found(cost, self._tables[rows].tolist(), False, 0)
            self.gap, self._learned = cost - self.columns.step, True

    def _broken(self, weights: Floats) -> list[Requirement]:
        rows = np.flatnonzero((weights > _ZERO) & (weights < 1 - _ZERO))
        sets = broken_sets(self._tables[rows].tolist(), weights[rows].tolist(), self._size, _SETS)
        cuts = broken_cuts(self._master.suggested(_SUGGESTED), self._tables, self._known, weights, _CUTS)
        return [*odd_sets(sets, self._tables, self._size), *cuts]

    def _bound(self, raw_players: Floats, raw_prices: Floats) -> _Bound:
        players = np.rint(raw_players * self._unit).astype(np.int64)
        prices = np.maximum(0, np.rint(raw_prices * self._unit).astype(np.int64))
        paid, raised = self._real.copy(), 0
        for requirement, price in zip(self._known, prices.tolist(), strict=True):
            if price:
                paid -= price * requirement.shares
                raised += price * requirement.least
        lowest = np.zeros(self._size, np.int64)
        np.minimum.at(lowest, self._tables[:, 0], paid - players[self._tables].sum(1))
        players += lowest
        return _Bound(paid - players[self._tables].sum(1), raised + int(players.sum()), prices)

    def _without_the_idle(self, bound: _Bound, weights: Floats, new: list[Requirement]) -> list[Requirement]:
        """Take out what the bound proves to be of no use for this gap. `new`: to be added; back for what is left."""
        idle = (bound.reduced > self.gap - bound.raised) & (weights < _ZERO)
        if 10 * int(idle.sum()) > len(idle):
            left = np.flatnonzero(~idle)
            met = np.array([float(r.shares @ weights) > r.least + _MET for r in self._known], np.bool_)
            self._master.forget(np.flatnonzero(idle), np.flatnonzero(met))
            self._tables, self._real = self._tables[left], self._real[left]
            needed = [r for r, more in zip(self._known, met.tolist(), strict=True) if not more]
            self._known, new = restricted(needed, left), restricted(new, left)
        return new

    def _list(self, bound: _Bound) -> None:
        rows = np.flatnonzero(bound.reduced <= self.gap - bound.raised)
        self.rows = rows = rows[np.argsort(bound.reduced[rows], kind="stable")]
        self.needed = [r for r, price in zip(self._known, bound.prices.tolist(), strict=True) if price]
        self.columns = replace(
            self.columns,
            tables=self._tables[rows].tolist(),
            reduced=bound.reduced[rows].tolist(),
            real=self._real[rows].tolist(),
            raised=bound.raised,
        )

    def halves(self) -> tuple[Bools, Bools] | None:
        """Two lots of tables: every seating does without one of them, at a price. None if nothing is divided.

        Tables that take one of a pair, or both (Ryan and Foster, 1981); or a player's tables with better and with worse
        mates.
        """
        weights, _ = self._master.fractions()
        likely = [*self._pairs(weights), *self._mates(weights)]
        return max(likely, key=self._worth, default=None)

    def _pairs(self, weights: Floats) -> Iterator[tuple[Bools, Bools]]:
        together = np.zeros((self._size, self._size))
        for row in np.flatnonzero(weights > _ZERO):
            for pair in combinations(self._tables[row].tolist(), 2):
                together[pair] += weights[row]
        for k in _most_divided(together.ravel()):
            seated = np.isin(self._tables, divmod(k, self._size)).sum(1)
            yield seated == 1, seated == 2

    def _mates(self, weights: Floats) -> Iterator[tuple[Bools, Bools]]:
        """Cut where the tables with better mates come nearest to half of him."""
        order = np.argsort(self._tables.sum(1), kind="stable")
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        taken = np.zeros((len(order), self._size))
        np.put_along_axis(taken, self._tables[order], weights[order, None], 1)
        taken = np.cumsum(taken, axis=0)
        cuts = np.abs(taken - 0.5).argmin(0)
        for k in _most_divided(taken[cuts, np.arange(self._size)]):
            his, better = (self._tables == k).any(1), place <= cuts[k]
            yield his & better, his & ~better

    def _worth(self, halves: tuple[Bools, Bools]) -> float:
        values = [self._master.value_without(np.flatnonzero(banned)) for banned in halves]
        gains = [min(value, self._limit) - self._value + 1.0 for value in values]
        return round(gains[0] * gains[1], 3)


def _most_divided(shares: Floats) -> list[int]:
    divided = np.round(0.5 - np.abs(shares - 0.5), 6)
    return [int(k) for k in np.argsort(-divided, kind="stable")[:_LIKELY] if divided[k] > 0]
