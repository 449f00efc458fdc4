"""A good seating at once: deal from the top, then swap players while that helps. Every search starts here."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tourney_xlsx.seating.objective import UNIT, Ints
from tourney_xlsx.seating.records import OutOfTime

_LEVEL = 36
"""Bits of L2 in a rough score: more than a whole seating of 1,000 players costs."""


def rough_score(price: Ints, costs: Ints) -> Ints:
    """L1 and L2 of each pair in one integer, L3 left out."""
    score: Ints = (price << _LEVEL) + costs // UNIT
    return score


def deal(score: Ints) -> Ints:
    """Tables (N/4 x 4): the best unseated player takes the three cheapest mates one after another."""
    size = len(score)
    free = np.ones(size, np.bool_)
    tables = np.zeros((size // 4, 4), np.int64)
    for number in range(size // 4):
        first = int(free.argmax())
        free[first] = False
        sums = score[first].copy()
        tables[number, 0] = first
        for chair in range(1, 4):
            mate = int(np.where(free, sums, np.iinfo(np.int64).max).argmin())
            free[mate] = False
            sums += score[mate]
            tables[number, chair] = mate
    return tables


def improve(tables: Ints, score: Ints, out_of_time: OutOfTime, passes: int = 12) -> Ints:
    """Swap two players of different tables wherever that lowers the score, until nothing helps."""
    tables = tables.copy()
    seat_of = np.empty(tables.size, np.int64)
    seat_of[tables.ravel()] = np.arange(tables.size)
    own = np.zeros(tables.size, np.int64)
    for number in range(len(tables)):
        _settle(tables[number], score, own)
    for _ in range(passes):
        swapped = False
        for player in np.argsort(-own, kind="stable"):
            if out_of_time():
                return tables
            swapped |= _best_swap(int(player), tables, seat_of, own, score)
        if not swapped:
            break
    return tables


def _settle(table: Ints, score: Ints, own: Ints) -> None:
    """Write down what each player of a table pays there."""
    own[table] = score[np.ix_(table, table)].sum(1)


def _best_swap(player: int, tables: Ints, seat_of: Ints, own: Ints, score: Ints) -> bool:
    mine = int(seat_of[player]) // 4
    row = score[player]
    there = row[tables].sum(1)[seat_of // 4] - row
    here = score[tables[mine]].sum(0) - row
    change = there + here - own - own[player]
    change[tables[mine]] = 0
    other = int(change.argmin())
    if change[other] >= 0:
        return False
    seat, target = int(seat_of[player]), int(seat_of[other])
    tables[seat // 4, seat % 4], tables[target // 4, target % 4] = other, player
    seat_of[player], seat_of[other] = target, seat
    _settle(tables[seat // 4], score, own)
    _settle(tables[target // 4], score, own)
    return True


def quick_seating(price: Ints, costs: Ints, out_of_time: OutOfTime) -> list[list[int]]:
    """A valid seating, tables of ranks; repeats are rare but not proved to be fewest."""
    score = rough_score(price, costs)
    return sorted_tables(improve(deal(score), score, out_of_time))


def sorted_tables(tables: Sequence[Sequence[int]] | Ints) -> list[list[int]]:
    """Plain lists, each table by rank, the tables by their best player."""
    return sorted(sorted(int(k) for k in table) for table in tables)
