"""A good start for stages whose players come in whole groups of as many as there are tables.

With T tables and N a multiple of T, players are put in N / T groups. In a full round the members of a group
that plays sit at different tables, one each, shifted by one number per group and round. Two full rounds then
overlap evenly when the differences of their shifts do: a difference matrix over Z_T with holes (the rests),
so small that annealing finds one where it can't find the seating itself. Rounds that aren't full (fewer
tables, stand-ins) are annealed along, player by player.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from .annealing import RESTING, Cooling, Rounds, chances

_STRETCH = 500
_TAIL_MOVES = 0.4


class Groups:
    """The state: `shift[g][r]` of group g in full round r (RESTING in a hole), `seat_at[r][p]` the table of
    player p.

    `cross[r][t][u][v]`: players both at table t of round r and table v of round u, kept up to date where
    round r isn't full.
    `differences[r][u][d]`: groups whose shift in full round u is d more than in r. `energy`: sum of squared
    overlaps.
    """

    __slots__ = ("cross", "differences", "energy", "full", "seat_at", "shift", "tables")

    def __init__(self, rng: Random, sizes: Sequence[Sequence[int]], rests: Sequence[set[int]], players: int, full: int):
        self.tables = len(sizes[0])
        self.full = full
        groups = players // self.tables
        self.seat_at = [[RESTING] * players for _ in sizes]
        self.shift = [[RESTING] * full for _ in range(groups)]
        for g in range(groups):
            for r in range(full):
                if g * self.tables not in rests[r]:
                    self.shift[g][r] = int(rng.random() * self.tables)
                    self.seat_group(g, r)
        for r in range(full, len(sizes)):
            playing = shuffled([p for p in range(players) if p not in rests[r]], rng)
            for t, size in enumerate(sizes[r]):
                for _ in range(size):
                    self.seat_at[r][playing.pop()] = t
        self._count(sizes, players)

    def _count(self, sizes: Sequence[Sequence[int]], players: int) -> None:
        rounds = range(len(sizes))
        self.cross = [[[[0] * len(sizes[u]) for u in rounds] for _ in sizes[r]] for r in rounds]
        self.differences = [[[0] * self.tables for _ in range(self.full)] for _ in range(self.full)]
        for r in rounds:
            for u in rounds:
                for here, there in zip(self.seat_at[r], self.seat_at[u], strict=True):
                    if r != u and here >= 0 and there >= 0:
                        self.cross[r][here][u][there] += 1
        for row in self.shift:
            for r, here in enumerate(row):
                for u, there in enumerate(row):
                    if r != u and here >= 0 and there >= 0:
                        self.differences[r][u][(there - here) % self.tables] += 1
        self.energy = sum(n * n for r in rounds for here in self.cross[r] for u in range(r) for n in here[u])

    def seat_group(self, g: int, r: int) -> None:
        """Seat the members of group g in full round r by its shift."""
        for member in range(self.tables):
            self.seat_at[r][g * self.tables + member] = (self.shift[g][r] + member) % self.tables

    def rounds(self, sizes: Sequence[Sequence[int]]) -> Rounds:
        """Rounds -> tables -> players."""
        return [
            [[p for p, at in enumerate(seat_at) if at == t] for t in range(len(tables))]
            for seat_at, tables in zip(self.seat_at, sizes, strict=True)
        ]


def full_rounds(sizes: Sequence[Sequence[int]], players: int, table_size: int) -> int:
    """How many rounds from the first on have every table and no stand-in; 0 when players don't come in whole
    groups.

    Also 0 for two tables, where groups are pairs who never meet and annealing alone does better.
    """
    tables = len(sizes[0])
    if tables < 3 or players % tables:
        return 0
    count = 0
    while count < len(sizes) and tuple(sizes[count]) == (table_size,) * tables:
        count += 1
    return count


def group_start(
    rng: Random,
    sizes: Sequence[Sequence[int]],
    rests: Sequence[set[int]],
    players: int,
    full: int,
    cooling: Cooling,
    target: int,
    out_of_time: Callable[[], bool],
) -> tuple[Rounds, int]:
    """Best rounds found and the sum of squared overlaps of tables of different rounds; stops at `target`."""
    state = Groups(rng, sizes, rests, players, full)
    tail = [(r, p) for r in range(full, len(sizes)) for p in range(players) if state.seat_at[r][p] >= 0]
    best, best_energy = state.rounds(sizes), state.energy
    rnd = rng.random
    tail_moves = _TAIL_MOVES if tail else 0.0
    for done in range(0, cooling.work, _STRETCH):
        if best_energy <= target or out_of_time():
            break
        temperature = cooling.warm * (cooling.cold / cooling.warm) ** (done / cooling.work)
        chance = chances(temperature)
        for _ in range(_STRETCH):
            made = _move_player(state, rnd, chance, tail) if rnd() < tail_moves else _shift_group(state, rnd, chance)
            if made and state.energy < best_energy:
                best, best_energy = state.rounds(sizes), state.energy
    return best, best_energy


def _taken(cost: int, rnd: Callable[[], float], chance: list[float]) -> bool:
    return cost <= 0 or (cost < len(chance) and rnd() < chance[cost])


def _move_player(state: Groups, rnd: Callable[[], float], chance: list[float], tail: list[tuple[int, int]]) -> bool:
    """Two players of a round that isn't full change tables."""
    r, p = tail[int(rnd() * len(tail))]
    seat_at = state.seat_at[r]
    q = int(rnd() * len(seat_at))
    t, u = seat_at[p], seat_at[q]
    if u < 0 or t == u:
        return False
    here, there = state.cross[r][t], state.cross[r][u]
    cost = 0
    for k, other in enumerate(state.seat_at):
        of_p, of_q = other[p], other[q]
        if k != r and of_p != of_q:
            if of_p >= 0:
                cost += there[k][of_p] - here[k][of_p] + 1
            if of_q >= 0:
                cost += here[k][of_q] - there[k][of_q] + 1
    cost *= 2
    if not _taken(cost, rnd, chance):
        return False
    for k, other in enumerate(state.seat_at):
        if k != r and other[p] != other[q]:
            for at, step in ((other[p], 1), (other[q], -1)):
                if at >= 0:
                    there[k][at] += step
                    here[k][at] -= step
                    state.cross[k][at][r][u] += step
                    state.cross[k][at][r][t] -= step
    seat_at[p], seat_at[q] = u, t
    state.energy += cost
    return True


def _shift_group(state: Groups, rnd: Callable[[], float], chance: list[float]) -> bool:
    """One group changes its shift in one full round."""
    tables = state.tables
    g = int(rnd() * len(state.shift))
    r = int(rnd() * state.full)
    row = state.shift[g]
    old = row[r]
    if old < 0:
        return False
    new = (old + 1 + int(rnd() * (tables - 1))) % tables
    differences = state.differences[r]
    cost = 0
    for u, other in enumerate(row):
        if u != r and other >= 0:
            count = differences[u]
            cost += count[(other - new) % tables] - count[(other - old) % tables] + 1
    cost *= 2 * tables
    if cost >= 2 * len(chance):
        return False
    cost += _move_in_tail(state, g, r, old, new)
    if not _taken(cost, rnd, chance):
        _move_in_tail(state, g, r, new, old)
        return False
    for u, other in enumerate(row):
        if u != r and other >= 0:
            back = state.differences[u][r]
            differences[u][(other - new) % tables] += 1
            differences[u][(other - old) % tables] -= 1
            back[(new - other) % tables] += 1
            back[(old - other) % tables] -= 1
    row[r] = new
    state.seat_group(g, r)
    state.energy += cost
    return True


def _move_in_tail(state: Groups, g: int, r: int, old: int, new: int) -> int:
    """Carry a change of shift into the overlaps with rounds that aren't full; returns the change of
    energy.
    """
    tables = state.tables
    cost = 0
    for u in range(state.full, len(state.seat_at)):
        for member in range(tables):
            at = state.seat_at[u][g * tables + member]
            if at >= 0:
                overlap = state.cross[u][at][r]
                leaves, joins = (old + member) % tables, (new + member) % tables
                cost += 1 - 2 * overlap[leaves]
                overlap[leaves] -= 1
                cost += 1 + 2 * overlap[joins]
                overlap[joins] += 1
    return cost


def shuffled(items: Sequence[int], rng: Random) -> list[int]:
    """The items in seeded order (Fisher and Yates); only `rng.random` is used, which is the same in every
    Python.
    """
    order = list(items)
    for k in range(len(order) - 1, 0, -1):
        other = int(rng.random() * (k + 1))
        order[k], order[other] = order[other], order[k]
    return order
