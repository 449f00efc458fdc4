"""Exact search for the cheapest seating among candidate tables, by reduced cost.

Two searches with one contract. `frontier` is dynamic programming over who is seated, always seating the
best-ranked free player next: best in early rounds, when few tables differ from plain order.
`branch_and_bound` takes the player with the fewest tables left, all sets being bits of integers: best when
many pairs have met. Both are complete within `gap`: if they finish, no seating of reduced cost <= gap was
missed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tourney_xlsx.seating.effort import Effort
from tourney_xlsx.seating.objective import Ints

Path = tuple[int, "Path"] | None
"""Chosen columns as a linked list, so that branches share their beginnings."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Candidate tables with reduced costs >= 0, cheapest first.

    `second` and `limit`: a further sum (>= 0 for each table) that may not exceed `limit`. `step`: values
    of seatings differ by multiples of it.
    """

    tables: list[list[int]]
    reduced: list[int]
    size: int
    second: list[int] | None = None
    limit: int = 0
    step: int = 1


@dataclass(frozen=True, slots=True)
class Found:
    """The cheapest seating met (its reduced cost and rows of the columns), and whether the search was complete."""

    cost: int | None
    rows: tuple[int, ...]
    complete: bool
    work: int


class _Spent(Exception):
    """The work allowed is used up."""


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
    return Columns(tables[rows].tolist(), reduced[rows].tolist(), size, also, limit, step)


def _bits(table: list[int]) -> int:
    return sum(1 << player for player in table)


def _rows(path: Path) -> tuple[int, ...]:
    rows = []
    while path:
        row, path = path
        rows.append(row)
    return tuple(rows)


def frontier(cols: Columns, gap: int, effort: Effort, beam: int = 0) -> Found:
    """Layer by layer over the sets of seated players; with `beam` only the cheapest sets are kept (never complete)."""
    by_first: list[list[tuple[int, int, int]]] = [[] for _ in range(cols.size)]
    for row, table in enumerate(cols.tables):
        by_first[table[0]].append((_bits(table), cols.reduced[row], row))
    full, work = (1 << cols.size) - 1, 0
    states: dict[int, tuple[int, Path]] = {0: (0, None)}
    for _ in range(cols.size // 4):
        room = 16 * beam if beam else max(effort.left, 0)
        states = _next_layer(states, by_first, full, gap, room)
        if beam and len(states) > beam:
            states = dict(sorted(states.items(), key=lambda state: state[1][0])[:beam])
        work += len(states)
        effort.spend(len(states))
        if not states:
            return Found(None, (), not beam, work)
        if len(states) > room or (effort.spent and not beam):
            return Found(None, (), False, work)
    cost, path = states[full]
    return Found(cost, _rows(path), not beam, work)


def _next_layer(
    states: dict[int, tuple[int, Path]],
    by_first: list[list[tuple[int, int, int]]],
    full: int,
    gap: int,
    room: int,
) -> dict[int, tuple[int, Path]]:
    """All sets with one table more, within the gap; left unfinished once there are more than `room`."""
    following: dict[int, tuple[int, Path]] = {}
    known = following.get
    for seated, (cost, path) in states.items():
        if len(following) > room:
            break
        free = full & ~seated
        for bits, reduced, row in by_first[(free & -free).bit_length() - 1]:
            total = cost + reduced
            if total > gap:
                break
            if bits & seated:
                continue
            key = seated | bits
            old = known(key)
            if old is None or total < old[0]:
                following[key] = (total, (row, path))
    return following


class _Board:
    """The columns as bit sets: for each player his columns, for each column those it excludes."""

    __slots__ = ("bits", "clashes", "of_player")

    def __init__(self, cols: Columns) -> None:
        self.of_player = [0] * cols.size
        for row, table in enumerate(cols.tables):
            for player in table:
                self.of_player[player] |= 1 << row
        self.clashes = [self._any(table) for table in cols.tables]
        self.bits = [_bits(table) for table in cols.tables]

    def _any(self, table: list[int]) -> int:
        a, b, c, d = table
        return self.of_player[a] | self.of_player[b] | self.of_player[c] | self.of_player[d]


def branch_and_bound(cols: Columns, gap: int, effort: Effort) -> Found:
    """Depth first on the most constrained player, cheapest table first, with a cheapest-table bound."""
    best: list[tuple[int, Path]] = []

    def keep(cost: int, path: Path) -> int:
        best[:] = [(cost, path)]
        return cost - cols.step

    work, complete = _descend(cols, gap, effort, keep, remember=True)
    if not best:
        return Found(None, (), complete, work)
    return Found(best[0][0], _rows(best[0][1]), complete, work)


def all_seatings(cols: Columns, gap: int, effort: Effort, most: int) -> tuple[list[tuple[int, tuple[int, ...]]], bool]:
    """All seatings within `gap` as (reduced cost, rows), cheapest first; False if there are more, or work ran out."""
    found: list[tuple[int, Path]] = []

    def keep(cost: int, path: Path) -> int:
        found.append((cost, path))
        if len(found) >= most:
            raise _Spent
        return gap

    _, complete = _descend(cols, gap, effort, keep, remember=False)
    return sorted((cost, _rows(path)) for cost, path in found), complete


def _descend(
    cols: Columns, gap: int, effort: Effort, keep: Callable[[int, Path], int], remember: bool
) -> tuple[int, bool]:
    """Visit seatings within the current limit; `keep` takes one and returns the limit from there on.

    With `remember` a set of free players reached again at no lower cost is skipped.
    """
    board, reduced, second = _Board(cols), cols.reduced, cols.second
    of_player, clashes, bits = board.of_player, board.clashes, board.bits
    most, nodes, seen = gap, 0, dict[int, list[tuple[int, int]]]()

    def visit(active: int, free: int, cost: int, also: int, path: Path) -> None:
        nonlocal most, nodes
        nodes += 1
        effort.spend(1)
        if effort.left <= 0 or (not nodes & 255 and effort.out_of_time()):
            raise _Spent
        if not free:
            most = keep(cost, path)
            return
        if remember:
            known = seen.setdefault(free, [])
            if any(c <= cost and s <= also for c, s in known):
                return
            known.append((cost, also))
        slack, quarters, fewest, choice, rest = most - cost, 0, 1 << 60, 0, free
        while rest:
            low = rest & -rest
            rest ^= low
            mine = active & of_player[low.bit_length() - 1]
            if not mine:
                return
            cheapest = reduced[(mine & -mine).bit_length() - 1]
            if cheapest > slack:
                return
            quarters += cheapest
            count = mine.bit_count()
            if count < fewest:
                fewest, choice = count, mine
        if quarters > 4 * slack:
            return
        while choice:
            low = choice & -choice
            choice ^= low
            row = low.bit_length() - 1
            total = cost + reduced[row]
            if total > most:
                return
            sum2 = also + second[row] if second else 0
            if sum2 <= cols.limit:
                visit(active & ~clashes[row], free & ~bits[row], total, sum2, (row, path))

    try:
        visit((1 << len(bits)) - 1, (1 << cols.size) - 1, 0, 0, None)
    except _Spent:
        return nodes, False
    return nodes, True


def search(cols: Columns, gap: int, effort: Effort) -> Found:
    """The frontier first; where its states run over, branch and bound with as much work again."""
    work = effort.left
    if cols.second is None:
        found = frontier(cols, gap, effort)
        if found.complete or len(cols.tables) > 9000:
            return found
    again = Effort(work, effort.out_of_time)
    return branch_and_bound(cols, gap, again)
