"""Who is East (A-13): after the tables are fixed, each player's winds as even as possible."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations

from tourney_xlsx.seating.objective import key
from tourney_xlsx.seating.records import Tables

Winds = tuple[int, int, int, int]
"""How often a player has been East, South, West, North."""


def winds(tables: Tables, history_of_winds: Mapping[int, Winds], seed: str) -> Tables:
    """The same tables, each in the order East, South, West, North (a table of three has no North).

    Of a table's orders the one with the least sum over its players of squared counts is taken; the seed
    breaks ties.
    """
    return tuple(_turn(table, history_of_winds, seed) for table in tables)


def _turn(table: tuple[int, ...], before: Mapping[int, Winds], seed: str) -> tuple[int, ...]:
    players = sorted(table)
    orders = permutations(players)
    return min(orders, key=lambda order: (_unevenness(order, before), key(seed, "winds", *order)))


def _unevenness(order: tuple[int, ...], before: Mapping[int, Winds]) -> int:
    """What the order adds to the sum of squared counts, up to a constant: (c + 1)^2 - c^2 = 2c + 1."""
    return sum(2 * before.get(player, (0, 0, 0, 0))[wind] + 1 for wind, player in enumerate(order))
