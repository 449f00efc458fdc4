"""How much room later rounds have."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from tourney_xlsx.seating.exhaustive import Round
from tourney_xlsx.seating.objective import Bools, Ints


def without(allowed: Bools, rounds: Iterable[Round]) -> Bools:
    """The allowed pairs that none of these rounds uses."""
    left = allowed.copy()
    for table in (table for tables in rounds for table in tables):
        left[np.ix_(table, table)] = False
    return left


def forbidden_pairs(allowed: Bools, tables: Round) -> int:
    """Pairs at these tables that may not sit together."""
    return sum(not allowed[a, b] for t in tables for i, a in enumerate(t) for b in t[i + 1 :])


def tables_through(allowed: Bools) -> Ints:
    """For each pair the number of tables of allowed pairs that contain it."""
    share = allowed.astype(np.int64)
    common = np.zeros_like(share)
    for player in range(len(allowed)):
        mates = share[player]
        among = share * mates[:, None] * mates[None, :]
        common[player] = np.where(mates, among.sum(1), 0)
    return common
