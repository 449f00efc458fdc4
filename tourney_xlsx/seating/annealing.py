"""Simulated annealing of a whole stage: who sits at which table in which round, so that pairs meet evenly.

For every round, player and table the board keeps the number of meetings of the player with those at the
table, so a move is judged in a handful of additions; only moves that are made pay for bringing those sums up
to date. Two moves: two players of one round change tables; a resting and a playing player change places in
one round, and back in another.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

Rounds = list[list[list[int]]]

RESTING = -1
_STRETCH = 500  # proposals between two looks at the temperature and the clock
_MOVE_COST = 25  # what making a move costs, in proposals
_REST_MOVES = 0.2


@dataclass(frozen=True, slots=True)
class Cooling:
    """From `warm` to `cold` (in half units of the sum of squares) over `work` proposals."""

    warm: float
    cold: float
    work: int


class Board:
    """A stage being improved. `energy` is the sum over pairs of squared meetings, `met0` (earlier meetings)
    included.
    """

    __slots__ = ("energy", "masks", "met", "players", "rested_before", "resting", "seat_at", "sums", "tables")

    def __init__(
        self, players: int, rounds: Rounds, met0: Sequence[Sequence[int]], rested_before: frozenset[int]
    ) -> None:
        self.players = players
        self.rested_before = rested_before
        self.tables = [[list(table) for table in tables] for tables in rounds]
        self.seat_at = [[RESTING] * players for _ in rounds]
        self.met = [list(row) for row in met0]
        for seat_at, tables in zip(self.seat_at, self.tables, strict=True):
            for t, table in enumerate(tables):
                for p in table:
                    seat_at[p] = t
                    for q in table:
                        self.met[p][q] += p != q
        self.resting = [[p for p in range(players) if seat_at[p] == RESTING] for seat_at in self.seat_at]
        self.masks = [[sum(1 << p for p in table) for table in tables] for tables in self.tables]
        self.sums = [
            [[sum(self.met[p][q] for q in table) for table in tables] for p in range(players)] for tables in self.tables
        ]
        self.energy = sum(self.met[p][q] ** 2 for p in range(players) for q in range(p))

    def rounds(self) -> Rounds:
        """A copy of the tables as they stand."""
        return [[list(table) for table in tables] for tables in self.tables]

    def change_tables(self, r: int, p: int, q: int, gain: int) -> None:
        """Player p and player q of round r change tables; `gain` is half the change of energy."""
        seat_at = self.seat_at[r]
        t, u = seat_at[p], seat_at[q]
        here, there = self.tables[r][t], self.tables[r][u]
        here.remove(p)
        there.remove(q)
        self._shift_meetings(p, q, here, there)
        seat_at[p], seat_at[q] = u, t
        for row, more, less in zip(self.sums[r], self.met[q], self.met[p], strict=True):
            if more != less:
                row[t] += more - less
                row[u] -= more - less
        here.append(q)
        there.append(p)
        both = 1 << p | 1 << q
        self.masks[r][t] ^= both
        self.masks[r][u] ^= both
        self.energy += 2 * gain

    def change_rests(self, r: int, u: int, a: int, b: int, gain: int) -> None:
        """Player a plays round r and rests in u, player b the other way round: they change places in both
        rounds.
        """
        t, v = self.seat_at[r][a], self.seat_at[u][b]
        here, there = self.tables[r][t], self.tables[u][v]
        here.remove(a)
        there.remove(b)
        self._shift_meetings(a, b, here, there)
        self.seat_at[r][a], self.seat_at[r][b] = RESTING, t
        self.seat_at[u][b], self.seat_at[u][a] = RESTING, v
        for x, (more, less) in enumerate(zip(self.met[b], self.met[a], strict=True)):
            if more != less:
                self.sums[r][x][t] += more - less
                self.sums[u][x][v] -= more - less
        here.append(b)
        there.append(a)
        self.resting[r][self.resting[r].index(b)] = a
        self.resting[u][self.resting[u].index(a)] = b
        both = 1 << a | 1 << b
        self.masks[r][t] ^= both
        self.masks[u][v] ^= both
        self.energy += 2 * gain

    def _shift_meetings(self, p: int, q: int, here: list[int], there: list[int]) -> None:
        """p leaves `here` for `there`, q the other way; the lists hold neither of them."""
        met = self.met
        for others, step in ((here, -1), (there, 1)):
            for x in others:
                met[p][x] += step
                met[x][p] += step
                met[q][x] -= step
                met[x][q] -= step
        for seat_at, sums in zip(self.seat_at, self.sums, strict=True):
            of_p, of_q, at_p, at_q = sums[p], sums[q], seat_at[p], seat_at[q]
            for others, step in ((here, -1), (there, 1)):
                for x in others:
                    t = seat_at[x]
                    if t >= 0:
                        of_p[t] += step
                        of_q[t] -= step
                if at_p != at_q:
                    if at_p >= 0:
                        for x in others:
                            sums[x][at_p] += step
                    if at_q >= 0:
                        for x in others:
                            sums[x][at_q] -= step

    def rests_beside(self, p: int, r: int, but: int) -> bool:
        """Whether player p rests just before or just after round r (round `but` doesn't count)."""
        if r == 0:
            if p in self.rested_before:
                return True
        elif r - 1 != but and self.seat_at[r - 1][p] == RESTING:
            return True
        return r + 1 < len(self.seat_at) and r + 1 != but and self.seat_at[r + 1][p] == RESTING


def anneal(
    board: Board, rng: Random, cooling: Cooling, target: int, out_of_time: Callable[[], bool]
) -> tuple[Rounds, int]:
    """Best rounds met on the way and their energy; stops at `target`, at the end of the work, or out of time.

    A move that costs c is taken with chance exp(-c / temperature): a limit with that distribution is drawn
    first, then the players of the other table, or those resting, are gone through until one is within it.
    """
    best, best_energy = board.rounds(), board.energy
    several = [r for r, tables in enumerate(board.tables) if len(tables) > 1]
    resters = [r for r, resting in enumerate(board.resting) if resting]
    rest_moves = (_REST_MOVES if several else 1.0) if len(resters) > 1 else 0.0
    if not several and not rest_moves:
        return best, best_energy
    rnd = rng.random
    done = 0
    while done < cooling.work and best_energy > target and not out_of_time():
        temperature = cooling.warm * (cooling.cold / cooling.warm) ** (done / cooling.work)
        for _ in range(_STRETCH):
            limit = int(-temperature * math.log(1.0 - rnd()))
            if rnd() < rest_moves:
                made = _try_rests(board, rnd, limit, resters)
            else:
                made = _try_tables(board, rnd, limit, several)
            if made:
                done += _MOVE_COST
                if board.energy < best_energy:
                    best, best_energy = board.rounds(), board.energy
                    if best_energy <= target:
                        break
        done += _STRETCH
    return best, best_energy


def _try_tables(board: Board, rnd: Callable[[], float], limit: int, several: Sequence[int]) -> bool:
    """A player changes tables with the first at another table for whom it costs no more than `limit`."""
    r = several[int(rnd() * len(several))]
    tables = board.tables[r]
    t = int(rnd() * len(tables))
    u = int(rnd() * (len(tables) - 1))
    if u >= t:
        u += 1
    here, there = tables[t], tables[u]
    p = here[int(rnd() * len(here))]
    sums, met = board.sums[r], board.met[p]
    cost_of_p = sums[p][u] - sums[p][t] + len(here) + len(there) - 2
    for q in there:
        of_q = sums[q]
        cost = cost_of_p + of_q[t] - of_q[u] - 2 * met[q]
        if cost <= limit:
            board.change_tables(r, p, q, cost)
            return True
    return False


def _try_rests(board: Board, rnd: Callable[[], float], limit: int, resters: Sequence[int]) -> bool:
    """A player of round r who rests in u changes with the first who does the reverse; no two rests running."""
    r = resters[int(rnd() * len(resters))]
    u = resters[int(rnd() * len(resters))]
    resting = board.resting[u]
    a = resting[int(rnd() * len(resting))]
    t = board.seat_at[r][a]
    if t == RESTING or board.rests_beside(a, r, u):
        return False
    sums, sums_u, met, mask = board.sums[r], board.sums[u], board.met[a], board.masks[r][t]
    cost_of_a = len(board.tables[r][t]) - 2 - sums[a][t]
    for b in board.resting[r]:
        v = board.seat_at[u][b]
        if v == RESTING:
            continue
        cost = cost_of_a + sums[b][t] + sums_u[a][v] - sums_u[b][v] + len(board.tables[u][v])
        cost -= 2 * met[b] + 2 * (mask & board.masks[u][v]).bit_count()
        if cost <= limit and not board.rests_beside(b, u, r):
            board.change_rests(r, u, a, b, cost)
            return True
    return False


def chances(temperature: float) -> list[float]:
    """Chance of taking a move that costs 0, 1, 2 ..., up to where it is below one in a million."""
    return [math.exp(-cost / temperature) for cost in range(1 + int(14 * temperature))]
