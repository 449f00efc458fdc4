"""Branch and bound on the most constrained player, all sets being bits of integers: best when many pairs have met."""

from __future__ import annotations

from typing import NamedTuple

from tourney_xlsx.seating.cover import Columns, Found, Path, bits_of, tables_of
from tourney_xlsx.seating.effort import Effort


class _Spent(Exception):
    """The work allowed is used up."""


class _Board:
    """The columns as bit sets: for each player his columns, for each column those it excludes."""

    __slots__ = ("bits", "clashes", "of_player")

    def __init__(self, cols: Columns) -> None:
        self.of_player = [0] * cols.size
        for row, table in enumerate(cols.tables):
            for player in table:
                self.of_player[player] |= 1 << row
        self.clashes = [self._any(table) for table in cols.tables]
        self.bits = [bits_of(table) for table in cols.tables]

    def _any(self, table: list[int]) -> int:
        a, b, c, d = table
        return self.of_player[a] | self.of_player[b] | self.of_player[c] | self.of_player[d]


def branch_and_bound(cols: Columns, gap: int, effort: Effort) -> Found:
    """Depth first on the most constrained player, cheapest table first, with a cheapest-table bound."""
    descent = _Descent(cols, gap, effort)
    try:
        descent.visit((1 << len(cols.tables)) - 1, (1 << cols.size) - 1, _Sums(0, 0, 0), None)
    except _Spent:
        return descent.found(False)
    return descent.found(True)


class _Sums(NamedTuple):
    """Of the tables chosen so far: reduced costs, real costs, the second sum."""

    reduced: int
    real: int
    second: int


class _Descent:
    """One branch and bound. A set of free players reached again at no lower real cost is skipped."""

    def __init__(self, cols: Columns, gap: int, effort: Effort) -> None:
        self._cols, self._board, self._effort = cols, _Board(cols), effort
        self._goal, self._limit, self._nodes = gap, gap - cols.raised, 0
        self._best: tuple[int, Path] | None = None
        self._seen: dict[int, list[_Sums]] = {}

    def found(self, complete: bool) -> Found:
        if self._best is None:
            return Found(None, [], complete, self._nodes)
        return Found(self._best[0], tables_of(self._cols, self._best[1]), complete, self._nodes)

    def visit(self, active: int, free: int, sums: _Sums, path: Path) -> None:
        """Seat the `free` players at `active` tables; `sums` are those of `path`."""
        self._nodes += 1
        self._effort.spend(1)
        if self._effort.left <= 0 or (not self._nodes & 255 and self._effort.out_of_time()):
            raise _Spent
        if not free:
            self._keep(sums.real, path)
            return
        if self._known(free, sums):
            return
        choice, cols, board = self._choice(active, free, self._limit - sums.reduced), self._cols, self._board
        while choice:
            low = choice & -choice
            choice ^= low
            row = low.bit_length() - 1
            total = sums.reduced + cols.reduced[row]
            if total > self._limit:
                return
            second = sums.second + cols.second[row] if cols.second else 0
            if second <= cols.limit:
                following = _Sums(total, sums.real + cols.real[row], second)
                self.visit(active & ~board.clashes[row], free & ~board.bits[row], following, (row, path))

    def _keep(self, real: int, path: Path) -> None:
        if real <= self._goal:
            self._best, self._goal = (real, path), real - self._cols.step
            self._limit = self._goal - self._cols.raised

    def _known(self, free: int, sums: _Sums) -> bool:
        known = self._seen.setdefault(free, [])
        if any(k.real <= sums.real and k.second <= sums.second for k in known):
            return True
        known.append(sums)
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
