"""A request turned into matrices over ranks, with empty chairs filling the tables of three.

An empty chair is a player who always stands last: closeness then puts the tables of three at the bottom,
and having sat with a chair is having sat in a table of three, no more to be repeated than a meeting is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from tourney_xlsx.seating.objective import (
    APART_PRICE,
    THREES_PRICE,
    Bools,
    Ints,
    pair_costs,
    repeat_costs,
)
from tourney_xlsx.seating.records import Pair, Refusal, Tables

_CHAIRS_TOGETHER = 4 * APART_PRICE


@dataclass(frozen=True, slots=True)
class Field:
    """Everybody to be seated, by rank, empty chairs last; all matrices are N x N with N a multiple of four.

    `met`: meetings of players (chairs: 0). `apart`: pairs to be kept apart. `price`: L1. `costs`: L2, L3.
    """

    ids: tuple[int, ...]
    players: int
    met: Ints
    apart: Bools
    price: Ints
    costs: Ints

    @property
    def size(self) -> int:
        return len(self.ids)

    @property
    def allowed(self) -> Bools:
        """Pairs that may sit together without any repeat."""
        allowed: Bools = self.price == 0
        np.fill_diagonal(allowed, False)
        return allowed

    @property
    def may_sit(self) -> Bools:
        """Pairs that may sit together at all: everybody, but no two empty chairs."""
        may = np.ones((self.size, self.size), np.bool_)
        may[self.players :, self.players :] = False
        np.fill_diagonal(may, False)
        return may

    def ranks_of(self, tables: Tables) -> list[list[int]] | None:
        """Tables of ids as tables of ranks, chairs filled in; None unless everybody sits exactly once."""
        rank = {player: k for k, player in enumerate(self.ids)}
        chairs = iter(range(self.players, self.size))
        seated: list[list[int]] = []
        for table in tables:
            ranks = [rank.get(player, -1) for player in table]
            ranks += [next(chairs, -1) for _ in range(4 - len(table))]
            seated.append(sorted(ranks))
        everybody = sorted(k for table in seated for k in table)
        return sorted(seated) if everybody == list(range(self.size)) else None

    def ids_of(self, tables: Iterable[Sequence[int]]) -> Tables:
        """Tables of ranks as tables of ids, without the chairs."""
        return tuple(tuple(self.ids[k] for k in table if k < self.players) for table in tables)


def refusal(ids: Sequence[int]) -> Refusal | None:
    """Why these players cannot be seated at tables of four and three, if they cannot."""
    if len(set(ids)) < len(ids):
        return Refusal.DOUBLED_ID
    if len(ids) < 4:
        return Refusal.TOO_FEW_PLAYERS
    if len(ids) == 5:
        return Refusal.NO_SUCH_TABLES
    return None


def lay_out(ranking: Sequence[int], history: Sequence[Tables], apart: Iterable[Pair], seed: str) -> Field:
    """The field of one round; `ranking` has been through `refusal`."""
    players = len(ranking)
    chairs = -players % 4
    lowest = min(0, *ranking)
    ids = (*ranking, *(lowest - 1 - k for k in range(chairs)))
    rank = {player: k for k, player in enumerate(ranking)}
    met = _meetings(rank, history, len(ids))
    kept = _pairs(rank, apart, len(ids))
    price = repeat_costs(met) + APART_PRICE * kept
    if chairs:
        visits = (np.int64(1) << np.minimum(_visits_to_threes(ranking, history), 8)) - 1
        price[:players, players:] = THREES_PRICE * visits[:, None]
        price[players:, :players] = THREES_PRICE * visits[None, :]
        price[players:, players:] = _CHAIRS_TOGETHER
    np.fill_diagonal(price, 0)
    costs = pair_costs(ids, np.arange(len(ids), dtype=np.int64), seed, len(ids) // 4)
    return Field(ids, players, met, kept, price, costs)


def _meetings(rank: Mapping[int, int], history: Sequence[Tables], size: int) -> Ints:
    met = np.zeros((size, size), np.int64)
    for table in (table for tables in history for table in tables):
        for a, b in combinations([rank[p] for p in table if p in rank], 2):
            met[a, b] += 1
            met[b, a] += 1
    return met


def _pairs(rank: Mapping[int, int], pairs: Iterable[Pair], size: int) -> Bools:
    matrix = np.zeros((size, size), np.bool_)
    for a, b in pairs:
        if a in rank and b in rank and a != b:
            matrix[rank[a], rank[b]] = matrix[rank[b], rank[a]] = True
    return matrix


def _visits_to_threes(ranking: Sequence[int], history: Sequence[Tables]) -> Ints:
    """How often each player sat in a table of three, beyond what everybody did."""
    seated = [player for tables in history for table in tables if len(table) == 3 for player in table]
    visits = np.array([seated.count(player) for player in ranking], dtype=np.int64)
    fewest: Ints = visits - visits.min()
    return fewest
