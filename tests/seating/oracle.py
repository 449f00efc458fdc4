"""The objective and its optimum, written once more and naively, for comparison with the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csc_matrix

from tourney_xlsx.seating import Certificate, Pair, Tables


def pairs(tables: Iterable[Sequence[int]]) -> list[Pair]:
    """Everybody who sits together."""
    return [(min(p), max(p)) for table in tables for p in combinations(table, 2)]


def met_before(history: Iterable[Tables]) -> Counter[Pair]:
    return Counter(pair for tables in history for pair in pairs(tables))


def repeat_level(history: Iterable[Tables], tables: Iterable[Sequence[int]]) -> int:
    """L1 by its definition."""
    met = met_before(history)
    return sum(2 ** met[pair] - 1 for pair in pairs(tables))


def closeness_level(ranking: Sequence[int], tables: Iterable[Sequence[int]]) -> int:
    """L2 by its definition."""
    rank = {player: k for k, player in enumerate(ranking)}
    total = 0
    for a, b in pairs(tables):
        i, j = sorted((rank[a], rank[b]))
        total += (16 + 128 // (1 + i)) * (j - i) ** 2
    return total


def partitions(players: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """All ways to seat players at tables of four."""
    if not players:
        yield []
        return
    first, rest = players[0], list(players[1:])
    for mates in combinations(rest, 3):
        for others in partitions([p for p in rest if p not in mates]):
            yield [(first, *mates), *others]


def brute_force(ranking: Sequence[int], history: Sequence[Tables]) -> tuple[int, int]:
    """The least (L1, L2) over all seatings."""
    return min((repeat_level(history, t), closeness_level(ranking, t)) for t in partitions(ranking))


def by_milp(ranking: Sequence[int], history: Sequence[Tables]) -> tuple[int, int]:
    """The same from scipy's integer programming: first L1, then L2 at that L1."""
    tables = list(combinations(ranking, 4))
    first = np.array([repeat_level(history, [t]) for t in tables], dtype=float)
    second = np.array([closeness_level(ranking, [t]) for t in tables], dtype=float)
    place = {player: k for k, player in enumerate(ranking)}
    rows = [place[player] for t in tables for player in t]
    columns = [k for k in range(len(tables)) for _ in range(4)]
    matrix = csc_matrix((np.ones(len(rows)), (rows, columns)), shape=(len(ranking), len(tables)))
    once = LinearConstraint(matrix, 1, 1)
    kinds, box = np.ones(len(tables)), Bounds(0, 1)
    fewest = round(milp(first, constraints=once, integrality=kinds, bounds=box).fun)
    as_few = LinearConstraint(csc_matrix(first[None, :]), fewest, fewest)
    best = milp(second, constraints=[once, as_few], integrality=kinds, bounds=box, options={"mip_rel_gap": 0})
    return fewest, round(best.fun)


def assert_seated(players: Iterable[int], tables: Tables) -> None:
    """Everybody sits once, at fours and the fewest threes."""
    players = list(players)
    assert sorted(p for table in tables for p in table) == sorted(players)
    assert sorted(map(len, tables)) == sorted([3] * (-len(players) % 4) + [4] * (len(tables) - -len(players) % 4))


def assert_completes(certificate: Certificate, history: Sequence[Tables], apart: Iterable[Pair] = ()) -> None:
    """The certificate's rounds seat everybody of the last round, and nobody twice with the same player."""
    players = {p for table in history[-1] for p in table}
    met = set(met_before(history)) | set(apart)
    for tables in certificate.rounds:
        assert_seated(players, tables)
        assert not met & set(pairs(tables))
        met |= set(pairs(tables))
