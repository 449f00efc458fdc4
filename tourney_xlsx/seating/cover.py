"""Exact search for the cheapest seating among candidate tables, by reduced cost.

Two searches with one contract. `frontier` is dynamic programming over who is seated, always seating the
best-ranked free player next: best in early rounds, when few tables differ from plain order.
`branch_and_bound` takes the player with the fewest tables left, all sets being bits of integers: best when
many pairs have met. Both are complete within `gap`: if they finish, no seating of reduced cost <= gap was
missed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from tourney_xlsx.seating.effort import Effort
from tourney_xlsx.seating.objective import Ints

Path = tuple[int, "Path"] | None
"""Chosen columns as a linked list, so that branches share their beginnings."""


_NODE = 8


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
    descent = _Descent(cols, gap, effort)
    try:
        descent.visit((1 << len(cols.tables)) - 1, (1 << cols.size) - 1, 0, 0, None)
    except _Spent:
        return descent.found(False)
    return descent.found(True)


class _Descent:
    """One branch and bound. A set of free players reached again at no lower cost is skipped."""

    def __init__(self, cols: Columns, gap: int, effort: Effort) -> None:
        self._cols, self._board, self._effort = cols, _Board(cols), effort
        self._limit, self._nodes = gap, 0
        self._best: tuple[int, Path] | None = None
        self._seen: dict[int, list[tuple[int, int]]] = {}

    def found(self, complete: bool) -> Found:
        if self._best is None:
            return Found(None, (), complete, self._nodes)
        return Found(self._best[0], _rows(self._best[1]), complete, self._nodes)

    def visit(self, active: int, free: int, cost: int, also: int, path: Path) -> None:
        """Seat the `free` players at `active` tables; `cost` and `also` (the second sum) are those of `path`."""
        self._nodes += 1
        self._effort.spend(1)
        if self._effort.left <= 0 or (not self._nodes & 255 and self._effort.out_of_time()):
            raise _Spent
        if not free:
            self._best, self._limit = (cost, path), cost - self._cols.step
            return
        if self._known(free, cost, also):
            return
        choice, reduced, second = self._choice(active, free, self._limit - cost), self._cols.reduced, self._cols.second
        while choice:
            low = choice & -choice
            choice ^= low
            row = low.bit_length() - 1
            total = cost + reduced[row]
            if total > self._limit:
                return
            sum2 = also + second[row] if second else 0
            if sum2 <= self._cols.limit:
                board = self._board
                self.visit(active & ~board.clashes[row], free & ~board.bits[row], total, sum2, (row, path))

    def _known(self, free: int, cost: int, also: int) -> bool:
        known = self._seen.setdefault(free, [])
        if any(c <= cost and s <= also for c, s in known):
            return True
        known.append((cost, also))
        return False

    def _choice(self, active: int, free: int, slack: int) -> int:
        """The tables of the most constrained player; none if the free players cannot be seated within the slack.

        Every player's table costs at least a quarter of his cheapest one each.
        """
        fewest, choice, quarters = 1 << 60, 0, 0
        of_player, reduced = self._board.of_player, self._cols.reduced
        while free:
            low = free & -free
            free ^= low
            mine = active & of_player[low.bit_length() - 1]
            if not mine:
                return 0
            quarters += reduced[(mine & -mine).bit_length() - 1]
            count = mine.bit_count()
            if count < fewest:
                fewest, choice = count, mine
        return choice if quarters <= 4 * slack else 0


def search(cols: Columns, gap: int, effort: Effort) -> Found:
    """The frontier first; where its states run over, branch and bound with as much work again.

    Work is counted in states; a node of branch and bound takes as long as `_NODE` of them.
    """
    again = Effort(effort.left // _NODE, effort.out_of_time)
    if cols.second is None:
        found = frontier(cols, gap, effort)
        if found.complete or len(cols.tables) > 9000:
            return found
    found = branch_and_bound(cols, gap, again)
    return replace(found, work=_NODE * found.work)
