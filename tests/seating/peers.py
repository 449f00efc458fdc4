"""Baselines for the seating engine, written from published ideas alone and sharing no code with it.

`greedy`: from the top, everybody takes the nearest players he has met least. `swapping`: the method of club servers:
start from rank order, exchange random pairs, keep what lowers squared distance plus a penalty for each repeat.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

Tables = tuple[tuple[int, ...], ...]


def meetings(history: Sequence[Tables]) -> Counter[frozenset[int]]:
    """How often each pair has sat together."""
    return Counter(frozenset(pair) for tables in history for table in tables for pair in combinations(table, 2))


def repeats(history: Sequence[Tables], tables: Tables) -> int:
    """Pairs of `tables` that have met before."""
    met = meetings(history)
    return sum(frozenset(pair) in met for table in tables for pair in combinations(table, 2))


def greedy(ranking: Sequence[int], history: Sequence[Tables], seed: str) -> Tables:
    """Best player first; his mates are those met least at the table so far, the best-ranked of them."""
    met, free, tables = meetings(history), list(ranking), []
    while free:
        table = [free.pop(0)]
        while len(table) < 4:
            mate = min(free, key=lambda player: sum(met[frozenset((player, other))] for other in table))
            free.remove(mate)
            table.append(mate)
        tables.append(tuple(table))
    return tuple(tables)


def swapping(ranking: Sequence[int], history: Sequence[Tables], seed: str, swaps_each: int = 200) -> Tables:
    """Random exchanges, `swaps_each` tries for each player; a repeat costs as much as the whole ranking's breadth."""
    met, rng = meetings(history), random.Random(f"{seed}/{len(history)}")
    count = len(ranking)
    penalty = count * count
    cost = [
        [(i - j) ** 2 + penalty * met[frozenset((a, b))] for j, b in enumerate(ranking)] for i, a in enumerate(ranking)
    ]
    seats = list(range(count))
    for _ in range(swaps_each * count):
        a, b = int(rng.random() * count), int(rng.random() * count)
        if a // 4 == b // 4:
            continue
        one, two = seats[a], seats[b]
        mates_a = [seats[k] for k in range(a // 4 * 4, a // 4 * 4 + 4) if k != a]
        mates_b = [seats[k] for k in range(b // 4 * 4, b // 4 * 4 + 4) if k != b]
        before = sum(cost[one][m] for m in mates_a) + sum(cost[two][m] for m in mates_b)
        after = sum(cost[two][m] for m in mates_a) + sum(cost[one][m] for m in mates_b)
        if after < before:
            seats[a], seats[b] = two, one
    tables = [tuple(ranking[k] for k in sorted(seats[t : t + 4])) for t in range(0, count, 4)]
    return tuple(sorted(tables, key=lambda table: ranking.index(table[0])))
