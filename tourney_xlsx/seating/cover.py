"""Exact search for the cheapest seating among candidate tables: the tables, the answer, and dynamic programming.

`frontier` goes over the sets of seated players, always seating the best-ranked free player next. Like
`descent.branch_and_bound` it is complete within a gap: if it finishes, no seating of cost <= gap was missed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tourney_xlsx.seating.effort import Effort
from tourney_xlsx.seating.objective import Bools, Ints

Path = tuple[int, "Path"] | None
"""Chosen columns as a linked list, so that branches share their beginnings."""


_BREADTH = 16
"""Sets that may follow one set, on the average, where only the cheapest go on."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Candidate tables with reduced costs >= 0, cheapest first.

    `real`: what the tables cost in the end. A seating's real cost is at least `raised` more than its reduced one, and
    exactly that where nothing has sharpened the bound (`sharpen`), with `raised` 0. `second` and `limit`: a further
    sum (>= 0 for each table) that may not exceed `limit`. `step`: values of seatings differ by multiples of it.
    """

    tables: list[list[int]]
    reduced: list[int]
    real: list[int]
    size: int
    raised: int = 0
    second: list[int] | None = None
    limit: int = 0
    step: int = 1


@dataclass(frozen=True, slots=True)
class Found:
    """The cheapest seating met (its real cost and its tables), and whether the search was complete."""

    cost: int | None
    tables: list[list[int]]
    complete: bool
    work: int


def columns(
    tables: Ints,
    reduced: Ints,
    size: int,
    gap: int,
    second: Ints | None = None,
    limit: int = 0,
    step: int = 1,
) -> Columns:
    """The tables that a seating within `gap` (and within `limit` for the second sum) can use."""
    kept = reduced <= gap if second is None else (reduced <= gap) & (second <= limit)
    rows = np.flatnonzero(kept)
    rows = rows[np.argsort(reduced[rows], kind="stable")]
    also = None if second is None else second[rows].tolist()
    costs = reduced[rows].tolist()
    return Columns(tables[rows].tolist(), costs, costs, size, 0, also, limit, step)


def bits_of(table: Sequence[int]) -> int:
    """A set of players as bits."""
    return sum(1 << player for player in table)


def members(sets: Sequence[int], size: int) -> Ints:
    """Sets of players as rows of `size` numbers, 1 for each member."""
    width = (size + 7) // 8
    packed = np.frombuffer(b"".join(players.to_bytes(width, "little") for players in sets), np.uint8)
    return np.unpackbits(packed.reshape(-1, width), axis=1, count=size, bitorder="little").astype(np.int64)


def odd_shares(sets: Ints, tables: Ints) -> Bools:
    """Sets (rows of 0 and 1 for the players) x tables: whether the table takes an odd number of the set."""
    first, second, third, fourth = (sets.T.astype(np.uint8)[players] for players in tables.T)
    odd: Bools = (first ^ second ^ third ^ fourth).astype(np.bool_).T
    return odd


def tables_of(cols: Columns, path: Path) -> list[list[int]]:
    """The tables of a path."""
    tables = []
    while path:
        row, path = path
        tables.append(cols.tables[row])
    return tables


def frontier(cols: Columns, gap: int, effort: Effort, narrow: int = 0) -> Found:
    """Layer by layer over the sets of seated players. Once the effort is used up only the `narrow` cheapest sets of
    each layer go on, and the search is not complete; without `narrow` it ends there.

    Of two ways to seat the same players the one of less real cost is kept: no seating needs the other.
    """
    by_first: list[list[tuple[int, int, int, int]]] = [[] for _ in range(cols.size)]
    bit = [1 << player for player in range(cols.size)]
    for row, ((a, b, c, d), reduced, real) in enumerate(zip(cols.tables, cols.reduced, cols.real, strict=True)):
        by_first[a].append((bit[a] | bit[b] | bit[c] | bit[d], reduced, real, row))
    full, before, limit, whole = (1 << cols.size) - 1, effort.left, gap - cols.raised, True
    states: _States = {0: (0, 0, None)}
    for _ in range(cols.size // 4):
        room = max(effort.left, _BREADTH * narrow)
        following = _next_layer(states, by_first, full, limit, room)
        effort.spend(len(following))
        if len(following) > room or effort.spent:
            if not narrow or effort.out_of_time():
                return Found(None, [], False, before - effort.left)
            whole = False
            if len(following) > room:
                following = _next_layer(_cheapest(states, narrow), by_first, full, limit, room)
            following = _cheapest(following, narrow)
        if not following:
            return Found(None, [], whole, before - effort.left)
        states = following
    cost, _, path = states[full]
    if cost > gap:
        return Found(None, [], whole, before - effort.left)
    return Found(cost, tables_of(cols, path), whole, before - effort.left)


_States = dict[int, tuple[int, int, Path]]
"""From who is seated to the real cost, the reduced cost and the tables."""


def _cheapest(states: _States, most: int) -> _States:
    if len(states) <= most:
        return states
    return dict(sorted(states.items(), key=lambda state: state[1][1])[:most])


def _next_layer(
    states: _States, by_first: list[list[tuple[int, int, int, int]]], full: int, limit: int, room: int
) -> _States:
    """All sets with one table more, within the limit; left unfinished once there are more than `room`."""
    following: _States = {}
    known = following.get
    for seated, (cost, sum_of_reduced, path) in states.items():
        if len(following) > room:
            break
        free = full & ~seated
        for bits, reduced, real, row in by_first[(free & -free).bit_length() - 1]:
            total = sum_of_reduced + reduced
            if total > limit:
                break
            if bits & seated:
                continue
            key, dearer = seated | bits, cost + real
            old = known(key)
            if old is None or dearer < old[0]:
                following[key] = (dearer, total, (row, path))
    return following
