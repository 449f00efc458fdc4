"""Which tables can occur at all: quadruples of pairs that may meet, cut down by rank or by reduced cost.

A table is a row of four ranks in ascending order; tables come as an (m x 4) array.
"""

from __future__ import annotations

import numpy as np

from tourney_xlsx.seating.objective import Bools, Ints

_AT_ONCE = 20_000
"""Trios whose fourth players are looked for together."""
FAR = np.int64(1 << 59)
"""More than any reduced cost; three of them still fit 64 bits."""


def quadruples(allowed: Bools, window: int | None = None) -> Ints:
    """All tables of mutually allowed pairs whose best and worst rank are at most `window` apart, sorted."""
    size = len(allowed)
    later = np.triu(allowed, 1)
    if window is not None and window < size:
        later &= ~np.triu(np.ones_like(later), window + 1)
    first, second = np.nonzero(later)
    pair, third = np.nonzero(later[first] & later[second])
    first, second = first[pair], second[pair]
    found = [np.empty((0, 4), np.int64)]
    for begin in range(0, len(third), _AT_ONCE):
        trio = slice(begin, begin + _AT_ONCE)
        row, fourth = np.nonzero(later[first[trio]] & later[second[trio]] & later[third[trio]])
        found.append(np.column_stack([first[trio][row], second[trio][row], third[trio][row], fourth]))
    return np.concatenate(found)


def pair_sums(matrix: Ints, tables: Ints) -> Ints:
    """For each table the sum of a pair matrix over its six pairs."""
    a, b, c, d = tables.T
    sums: Ints = matrix[a, b] + matrix[a, c] + matrix[a, d] + matrix[b, c] + matrix[b, d] + matrix[c, d]
    return sums


def reduced_costs(tables: Ints, costs: Ints, duals: Ints) -> Ints:
    """Cost of each table minus the duals of its four players."""
    reduced: Ints = costs - duals[tables].sum(1)
    return reduced


def least_with(allowed: Bools, costs: Ints, duals: Ints) -> Ints:
    """For each pair a bound on three times the reduced cost of every table with it; `FAR` or more where none may be.

    With e(i, j) = 3 cost - dual i - dual j, three times a table's reduced cost is the sum of e over its
    pairs. For a table {i, j, k, l} that is at least e(i, j) + 2 min over k of (e(i, k) + e(j, k)) + min e.
    """
    share = np.where(allowed, 3 * costs - duals[:, None] - duals[None, :], FAR)
    third = np.stack([(row[None, :] + share).min(1) for row in share])
    least: Ints = share + 2 * np.minimum(third, FAR) + share.min()
    return least
