"""Seats by wind (A-13)."""

from __future__ import annotations

import random
from itertools import permutations

from tests.seating.events import engine_event
from tourney_xlsx.seating import Winds, winds


def spread(order: tuple[int, ...], before: dict[int, Winds]) -> int:
    """Sum over a table's players of squared counts after this round."""
    total = 0
    for wind, player in enumerate(order):
        counts = list(before.get(player, (0, 0, 0, 0)))
        counts[wind] += 1
        total += sum(count * count for count in counts)
    return total


def test_each_table_takes_the_most_even_of_its_orders() -> None:
    rng = random.Random(4)
    before: dict[int, Winds] = {p: tuple(rng.randrange(3) for _ in range(4)) for p in range(20)}  # type: ignore[misc]
    tables = tuple(tuple(range(k, k + 4)) for k in range(0, 20, 4))
    for table, order in zip(tables, winds(tables, before, "x"), strict=True):
        assert sorted(order) == list(table)
        assert spread(order, before) == min(spread(other, before) for other in permutations(table))


def test_winds_stay_even_over_the_rounds() -> None:
    counts: dict[int, list[int]] = {player: [0, 0, 0, 0] for player in range(1, 17)}
    for result in engine_event(16, 5, "winds"):
        before: dict[int, Winds] = {p: (c[0], c[1], c[2], c[3]) for p, c in counts.items()}
        for order in winds(result.ids(), before, "winds"):
            for wind, player in enumerate(order):
                counts[player][wind] += 1
    assert all(max(c) <= 2 for c in counts.values())
    assert sum(max(c) == 1 for c in counts.values()) >= 8


def test_ties_fall_to_the_seed_and_not_to_the_order_given() -> None:
    orders = {winds(((1, 2, 3, 4),), {}, f"{seed}") for seed in range(200)}
    assert len(orders) == 24
    assert winds(((1, 2, 3, 4),), {}, "x") == winds(((4, 2, 1, 3),), {}, "x")


def test_a_table_of_three_has_no_north() -> None:
    before: dict[int, Winds] = {1: (1, 0, 0, 0), 2: (0, 1, 0, 0), 3: (0, 0, 1, 0)}
    (order,) = winds(((1, 2, 3),), before, "x")
    assert order in {(2, 3, 1), (3, 1, 2)}
