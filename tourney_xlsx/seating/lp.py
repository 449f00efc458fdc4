"""The linear program over tables, by column generation with HiGHS (https://highs.dev)."""

from __future__ import annotations

import highspy
import numpy as np

from tourney_xlsx.seating.duals import Budget, Floats, RawDuals
from tourney_xlsx.seating.objective import Ints

_MISSING = 1e-7
_DIVIDED = 1e-5
_PROBE = 50
"""Steps of the solver when a branch is only looked at."""
_SMALL = 40
"""Up to that many tables for each player all are given to the solver at once."""


def solve(tables: Ints, costs: Floats, size: int, budget: Budget | None = None) -> RawDuals:
    """Prices of min cost over seatings in fractions; an unseated player costs more than any table."""
    master = Master(size, 30.0 * max(1.0, float(costs.max(initial=0.0))), budget)
    active = _first_columns(tables, costs, size)
    new = np.flatnonzero(active)
    while True:
        master.add(tables[new], costs[new], new)
        raw, value = master.run()
        reduced = costs - raw.players[tables].sum(1)
        if budget:
            reduced += raw.budget * budget.weights
        new = np.flatnonzero((reduced < -_MISSING * max(1.0, abs(value) / size)) & ~active)
        if not len(new):
            return raw
        if len(new) > 12 * size:
            new = new[np.argpartition(reduced[new], 12 * size)[: 12 * size]]
        active[new] = True


def _first_columns(
    tables: Ints, costs: Floats, size: int, each: int = 10
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """The cheapest tables of each player in each of the four positions."""
    if len(tables) <= _SMALL * size:
        return np.ones(len(tables), np.bool_)
    active = np.zeros(len(tables), np.bool_)
    cheap = np.argsort(costs, kind="stable")
    for position in range(4):
        players = tables[cheap, position].astype(np.int16)  # so short numbers are sorted many times as fast
        order = np.argsort(players, kind="stable")
        grouped = players[order]
        within = np.arange(len(order)) - np.searchsorted(grouped, np.arange(size))[grouped]
        active[cheap[order[within < each]]] = True
    return active


class _Silent(highspy.Highs):
    """HiGHS greets on standard output while it is made, unless it is told not to before that."""

    def enableCallbacks(self) -> None:
        self.silent()
        super().enableCallbacks()  # type: ignore[no-untyped-call]


class Master:
    """A HiGHS model with a row for each player, a column for leaving him out, and perhaps a budget row."""

    def __init__(self, size: int, unseated: float, budget: Budget | None) -> None:
        self._size, self._budget = size, budget
        self._model = _Silent()  # type: ignore[no-untyped-call]
        self._model.setOptionValue("threads", 1)
        self._model.setOptionValue("presolve", "off")
        self._model.passModel(self._empty(size, unseated, budget))

    @staticmethod
    def _empty(size: int, unseated: float, budget: Budget | None) -> highspy.HighsLp:
        program = highspy.HighsLp()
        program.num_col_, program.num_row_ = size, size + (budget is not None)
        program.col_cost_ = np.full(size, unseated)
        program.col_lower_ = np.zeros(size)
        program.col_upper_ = np.full(size, highspy.kHighsInf)
        extra = [] if budget is None else [float(budget.limit)]
        program.row_lower_ = np.array([1.0] * size + [-highspy.kHighsInf] * len(extra))
        program.row_upper_ = np.array([1.0] * size + extra)
        program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        program.a_matrix_.start_ = np.arange(size + 1)
        program.a_matrix_.index_ = np.arange(size)
        program.a_matrix_.value_ = np.ones(size)
        return program

    def add(self, tables: Ints, costs: Floats, rows: Ints) -> None:
        """Add tables; `rows` are their places in the pool (for the budget's weights)."""
        count, index, value = len(tables), tables, np.ones((len(tables), 4))
        if self._budget:
            index = np.column_stack([tables, np.full(count, self._size)])
            value = np.column_stack([value, self._budget.weights[rows].astype(np.float64)])
        starts = np.arange(0, index.size, index.shape[1], dtype=np.int32)
        upper = np.full(count, highspy.kHighsInf)
        entries = np.ascontiguousarray(index.ravel(), dtype=np.int32)
        self._model.addCols(
            count,
            np.ascontiguousarray(costs),
            np.zeros(count),
            upper,
            index.size,
            starts,
            entries,
            value.ravel(),
        )

    def run(self) -> tuple[RawDuals, float]:
        self._model.run()
        solution = self._model.getSolution()
        prices = np.array(solution.row_dual, dtype=np.float64)
        unseated = float(np.sum(solution.col_value[: self._size]))
        fine = -float(prices[self._size]) if self._budget else 0.0
        raw = RawDuals(prices[: self._size], fine, unseated < _MISSING)
        return raw, float(self._model.getObjectiveValue())

    def require(self, shares: Ints, least: Ints) -> None:
        """For each row of `shares`: the sum of these shares of the tables, in their order, is at least so much."""
        rows, places = np.nonzero(shares)
        starts = np.searchsorted(rows, np.arange(len(shares))).astype(np.int32)
        index, value = (self._size + places).astype(np.int32), shares[rows, places].astype(np.float64)
        upper = np.full(len(shares), highspy.kHighsInf)
        self._model.addRows(len(shares), least.astype(np.float64), upper, len(index), starts, index, value)

    def forget(self, tables: Ints, requirements: Ints) -> None:
        """Take out tables that are not taken and requirements that are more than met, by their places; the rest moves
        up.
        """
        if len(tables):
            self._model.deleteCols(len(tables), (self._size + tables).astype(np.int32))
        if len(requirements):
            first = self._size + (self._budget is not None)
            self._model.deleteRows(len(requirements), (first + requirements).astype(np.int32))

    def fractions(self) -> tuple[Floats, Floats]:
        """After `run`: how much of each table is taken, and the prices of the requirements."""
        solution = self._model.getSolution()
        first = self._size + (self._budget is not None)
        return np.array(solution.col_value[self._size :]), np.array(solution.row_dual[first:])

    def suggested(self, most: int) -> list[Floats]:
        """After `run`: the multiples of the rows that give each table taken by halves, or nearly so, in the basis."""
        values = self._model.getSolution().col_value
        _, basis = self._model.getBasicVariables()  # type: ignore[attr-defined]
        halves = ((abs(values[k] - 0.5), position) for position, k in enumerate(basis.tolist()) if k >= self._size)
        nearest = sorted((distance, position) for distance, position in halves if distance < 0.5 - _DIVIDED)
        row = self._model.getBasisInverseRow  # type: ignore[attr-defined]
        return [np.array(row(position)[1]) for _, position in nearest[:most]]

    def value_without(self, rows: Ints) -> float:
        """The least cost if none of these tables may be taken, or less where that takes long to find out."""
        index = (self._size + rows).astype(np.int32)
        zeros, count = np.zeros(len(index)), len(index)
        self._model.changeColsBounds(count, index, zeros, zeros)
        self._model.setOptionValue("simplex_iteration_limit", _PROBE)
        self._model.run()
        self._model.setOptionValue("simplex_iteration_limit", highspy.kHighsIInf)
        value = float(self._model.getObjectiveValue())
        self._model.changeColsBounds(count, index, zeros, np.full(count, highspy.kHighsInf))
        return value
