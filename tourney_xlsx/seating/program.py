"""The linear program over a list of tables, growing by what seatings of people fulfil and those in fractions break.

Requirements (`oddsets`, `gomory`) have prices like players: a table that helps to fulfil one pays less, since every
seating has to. Prices are rounded and corrected as in `duals`, so the bound is exact. What it gains, the gap loses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from tourney_xlsx.seating.cover import Columns
from tourney_xlsx.seating.duals import Floats
from tourney_xlsx.seating.effort import Effort
from tourney_xlsx.seating.gomory import Requirement, broken_cuts, odd_set
from tourney_xlsx.seating.objective import Ints
from tourney_xlsx.seating.oddsets import broken_sets

if TYPE_CHECKING:
    from tourney_xlsx.seating.lp import Master

_ROUNDS = 5
"""Times that the program is sharpened before the next try."""
_SETS, _CUTS, _SUGGESTED = 40, 30, 90
"""Larger odd sets and cuts added at a time; multiples looked at."""
_ROUND_WORK = 20_000
"""In states of dynamic programming: one solution with what it breaks."""
_SCALE = 1_000.0
"""The gap in the solver's numbers."""
_ZERO = 1e-7
_LIKELY = 6
"""Pairs looked at before one is chosen to branch on."""


class Program:
    """The solver sees costs divided by `unit`. `known`: requirements that hold for these columns."""

    def __init__(self, master: Master, cols: Columns, gap: int, known: Sequence[Requirement]) -> None:
        self._master, self._cols, self._gap = master, cols, gap
        self.columns = cols
        self._unit = max(1, gap) / _SCALE
        self._tables, self._real = np.array(cols.tables, np.int64), np.array(cols.real, np.int64)
        self._sits = sitting(cols)
        master.add(self._tables, self._real / self._unit, np.arange(len(cols.tables)))
        self._known: list[Requirement] = []
        self._odd = set[int]()
        self._require(known)
        self._priced, self._value = 0, 0.0
        self.rows, self.needed = np.arange(len(cols.tables)), list(known)

    @staticmethod
    def of(cols: Columns, gap: int, known: Sequence[Requirement]) -> Program | None:
        """None without HiGHS."""
        try:
            from tourney_xlsx.seating.lp import Master
        except ImportError:
            return None
        return Program(Master(cols.size, 30.0 * _SCALE, None), cols, gap, known)

    def _require(self, new: Sequence[Requirement]) -> None:
        for requirement in new:
            self._known.append(requirement)
            self._master.require(requirement.shares, requirement.least)

    def sharpened(self, effort: Effort) -> Columns | None:
        """The columns after some rounds of new requirements; None if nothing is known that the last ones did not know.

        Then `rows` are the places of those columns among all, and `needed` the requirements with a price.
        """
        for left in range(_ROUNDS, -1, -1):
            raw, self._value = self._master.run()
            weights, prices = self._master.fractions()
            new = self._broken(weights) if left and self._value < _SCALE and not effort.spent else []
            if not new:
                break
            effort.spend(_ROUND_WORK)
            self._require(new)
        if len(self._known) == self._priced:
            return None
        self._priced = len(self._known)
        return self._columns(raw.players, prices)

    def _broken(self, weights: Floats) -> list[Requirement]:
        rows = np.flatnonzero((weights > _ZERO) & (weights < 1 - _ZERO))
        sets = broken_sets(self._tables[rows].tolist(), weights[rows].tolist(), self._cols.size, _SETS)
        cuts = broken_cuts(self._master.suggested(_SUGGESTED), self._sits, self._known, weights, _CUTS)
        new = [players for players in sets if players not in self._odd]
        self._odd.update(new)
        return [*(odd_set(players, self._sits) for players in new), *cuts]

    def _columns(self, raw_players: Floats, raw_prices: Floats) -> Columns:
        players = np.rint(raw_players * self._unit).astype(np.int64)
        prices = np.maximum(0, np.rint(raw_prices * self._unit).astype(np.int64)).tolist()
        paid, raised = self._real.copy(), 0
        for requirement, price in zip(self._known, prices, strict=True):
            paid -= price * requirement.shares
            raised += price * requirement.least
        lowest = np.zeros(self._cols.size, np.int64)
        np.minimum.at(lowest, self._tables[:, 0], paid - players[self._tables].sum(1))
        players += lowest
        reduced, raised = paid - players[self._tables].sum(1), raised + int(players.sum())
        rows = np.flatnonzero(reduced <= self._gap - raised)
        self.rows = rows = rows[np.argsort(reduced[rows], kind="stable")]
        self.needed = [requirement for requirement, price in zip(self._known, prices, strict=True) if price]
        cols = self._cols
        return replace(
            cols,
            tables=[cols.tables[row] for row in rows],
            reduced=reduced[rows].tolist(),
            real=[cols.real[row] for row in rows],
            raised=raised,
        )

    def dividing_pair(self) -> tuple[int, int] | None:
        """The pair to branch on, of whom being together and being apart both cost much; None if nothing is divided."""
        weights, _ = self._master.fractions()
        together = np.zeros((self._cols.size, self._cols.size))
        for row in np.flatnonzero(weights > _ZERO):
            for pair in combinations(self._tables[row].tolist(), 2):
                together[pair] += weights[row]
        divided = np.round(0.5 - np.abs(together - 0.5), 6).ravel()
        likely = [int(k) for k in np.argsort(-divided, kind="stable")[:_LIKELY] if divided[k] > 0]
        return max((divmod(k, self._cols.size) for k in likely), key=self._worth, default=None)

    def _worth(self, pair: tuple[int, int]) -> float:
        seated = self._sits[:, pair].sum(1)
        values = [self._master.value_without(np.flatnonzero(seated == banned)) for banned in (1, 2)]
        gains = [min(value, _SCALE) - self._value + 1.0 for value in values]
        return round(gains[0] * gains[1], 3)


def sitting(cols: Columns) -> Ints:
    """Tables x players: 1 where he sits at that table."""
    sits = np.zeros((len(cols.tables), cols.size), np.int64)
    np.put_along_axis(sits, np.array(cols.tables, np.int64), 1, 1)
    return sits
