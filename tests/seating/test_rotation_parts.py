"""The rooms a stage is seated with: bounds, layouts, chairs, the orthogonal array, the board, keeping apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.seating.stages import stage
from tourney_xlsx.seating.annealing import Board, Cooling, Rounds, anneal
from tourney_xlsx.seating.bounds import Overlap, even_squares, least_squares, least_ssq
from tourney_xlsx.seating.chairs import seat_numbers
from tourney_xlsx.seating.orthogonal import (
    differences_are_even,
    fifty_players,
    hadamard_matrix,
    orthogonal_array,
    twenty_players,
)
from tourney_xlsx.seating.rotation import rotation, stage_bound
from tourney_xlsx.seating.rotation_layout import Layout, choose_rests, plan_layout, rests_are_gentle
from tourney_xlsx.seating.symmetric import full_rounds, group_start


def splits(players: frozenset[int], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """All ways to seat tables of these sizes; players left over rest."""
    if not sizes:
        yield []
        return
    for table in combinations(sorted(players), sizes[0]):
        for rest in splits(players - set(table), sizes[1:]):
            yield [table, *rest]


def brute_force(players: int, games: int, layout: Layout) -> Fraction:
    """Least SSQ over every stage of this layout with nobody resting twice running, by trying them all."""
    everybody = frozenset(range(players))
    pairs = list(combinations(range(players), 2))
    met = Counter[tuple[int, int]]()
    left = [games] * players
    best: list[int] = []

    def go(r: int, rested: frozenset[int]) -> None:
        if r == len(layout.sizes):
            best.append(sum(m * m for m in met.values()))
            return
        for tables in splits(everybody, layout.sizes[r]):
            playing = frozenset(p for table in tables for p in table)
            rests = everybody - playing
            if rests & rested or any(left[p] == 0 for p in playing):
                continue
            if any(left[p] > len(layout.sizes) - r - 1 for p in rests):
                continue
            together = [pair for table in tables for pair in combinations(table, 2)]
            met.update(together)
            for p in playing:
                left[p] -= 1
            go(r + 1, rests)
            for p in playing:
                left[p] += 1
            met.subtract(together)
            if r == 0:
                return  # all first rounds are alike but for names

    go(0, frozenset())
    total = sum(size * (size - 1) for tables in layout.sizes for size in tables) // 2
    return min(best) - Fraction(total**2, len(pairs))


TINY = [
    *((4, 2, 2), (4, 3, 2), (5, 2, 2), (5, 4, 2), (6, 2, 2), (6, 3, 2), (7, 1, 2)),
    *((5, 2, 4), (5, 4, 4), (6, 2, 4), (6, 4, 4), (7, 1, 4), (7, 2, 4), (8, 2, 4), (9, 1, 4)),
]


@pytest.mark.parametrize(("players", "games", "size"), TINY)
def test_the_bound_is_under_the_optimum_and_the_stage_reaches_the_optimum(players: int, games: int, size: int) -> None:
    layout = plan_layout([games] * players, size, players // size)
    optimum = brute_force(players, games, layout)
    result = rotation(stage(players, games, table_size=size), lambda: False)
    assert stage_bound(players, games, size) <= optimum
    assert result.pairs_ssq == optimum


@pytest.mark.parametrize(
    ("players", "bound"),
    [(20, 221.05), (30, 404.07), (37, 445.09), (40, 568.62), (44, 548.64), (50, 600.0)],
)
def test_bounds_worked_out_elsewhere(players: int, bound: float) -> None:
    assert round(float(stage_bound(players, 7)), 2) == bound


def test_the_bound_counts_games_already_played() -> None:
    # Four players at tables of two: after 01|23 twice, two more rounds leave 02|13 and 03|12; nothing is more even.
    played = [frozenset({0, 1}), frozenset({2, 3})] * 2
    assert least_ssq([2] * 4, [(2, 2)] * 2, True, played) == Fraction(2 * 4 + 4) - Fraction(64, 6)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.tuples(st.integers(1, 3), st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=4),
    st.integers(0, 6),
)
def test_least_squares_is_the_least(limits: list[tuple[int, int, int]], extra: int) -> None:
    overlaps = [Overlap(parts, low, low + room) for parts, low, room in limits]
    total = min(sum(o.low for o in overlaps) + extra, sum(o.high for o in overlaps))

    def every(k: int, left: int) -> Iterator[int]:
        if k == len(overlaps):
            if left == 0:
                yield 0
            return
        for amount in range(overlaps[k].low, min(left, overlaps[k].high) + 1):
            for others in every(k + 1, left - amount):
                yield even_squares(amount, overlaps[k].parts) + others

    assert least_squares(overlaps, total) == min(every(0, total))


@pytest.mark.parametrize("players", range(10, 70))
def test_layouts_and_rests_of_every_stage(players: int) -> None:
    for games in range(1, 13):
        layout = plan_layout([games] * players, 10, players // 10)
        rests = choose_rests(layout, [games] * players, frozenset())
        assert layout.gentle
        assert rests_are_gentle(rests, frozenset())
        counts = Counter(p for resting in rests for p in resting)
        assert {counts[p] for p in range(players)} == {len(rests) - games}
        assert [players - len(resting) for resting in rests] == [layout.seated(r) for r in range(len(rests))]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.integers(0, 5), min_size=4, max_size=16), st.integers(1, 3), st.randoms())
def test_layouts_of_players_with_different_games_due(due: list[int], most: int, random: Random) -> None:
    if not any(due):
        due[0] = 1
    rested = frozenset(p for p in range(len(due)) if random.random() < 0.2)
    layout = plan_layout(due, 4, most, len(rested))
    rests = choose_rests(layout, due, rested)
    plays = [sum(p not in resting for resting in rests) for p in range(len(due))]
    assert plays == due
    assert all(1 <= len(tables) <= most and 1 <= size <= 4 for tables in layout.sizes for size in tables)


@settings(max_examples=80, deadline=None)
@given(st.integers(10, 45), st.integers(1, 23), st.randoms())
def test_chairs_are_exact_for_any_tables(players: int, games: int, random: Random) -> None:
    layout = plan_layout([games] * players, 10, players // 10)
    rests = choose_rests(layout, [games] * players, frozenset())
    tables = []
    for sizes, resting in zip(layout.sizes, rests, strict=True):
        playing = [p + 1 for p in range(players) if p not in resting]
        random.shuffle(playing)
        tables += [[playing.pop() for _ in range(size)] for size in sizes]
    seated = seat_numbers(tables, 10, Random(1))
    assert [sorted(filter(None, row)) for row in seated] == [sorted(table) for table in tables]
    for p in range(1, players + 1):
        counts = Counter(row.index(p) for row in seated if p in row)
        row = [counts[seat] for seat in range(10)]
        assert max(row) - min(row) <= 1
        assert abs(sum(row[:5]) - sum(row[5:])) <= 1


def test_chairs_make_good_what_was_uneven_before() -> None:
    before = {p: [int(seat == p - 1) for seat in range(10)] for p in range(1, 11)}
    seated = seat_numbers([list(range(1, 11))] * 9, 10, Random(1), before)
    for p in range(1, 11):
        assert sorted(row.index(p) for row in seated) == [seat for seat in range(10) if seat != p - 1]


def test_the_hadamard_matrix_and_its_array() -> None:
    matrix = hadamard_matrix()
    assert matrix.shape == (10, 10)
    assert differences_are_even(matrix)
    spoilt = matrix.copy()
    spoilt[0, 0] = (spoilt[0, 0] + 1) % 5
    assert not differences_are_even(spoilt)
    array = orthogonal_array()
    assert array.shape == (50, 11)
    for a, b in combinations(range(11), 2):
        assert set(Counter(zip(array[:, a].tolist(), array[:, b].tolist(), strict=True)).values()) == {2}


@pytest.mark.parametrize("rounds", range(1, 12))
def test_fifty_players_overlap_by_two(rounds: int) -> None:
    chosen = fifty_players(rounds)
    for first, second in combinations(chosen, 2):
        assert {len(set(a) & set(b)) for a in first for b in second} == {2}


def test_twenty_players_overlap_by_five() -> None:
    chosen = twenty_players(19)
    assert all(len(table) == 10 for tables in chosen for table in tables)
    for first, second in combinations(chosen, 2):
        assert {len(set(a) & set(b)) for a in first for b in second} == {5}


def dealt(players: int, rounds: int, tables: int, size: int, random: Random) -> Rounds:
    dealt_rounds = []
    for _ in range(rounds):
        order = list(range(players))
        random.shuffle(order)
        dealt_rounds.append([order[t * size : (t + 1) * size] for t in range(tables)])
    return dealt_rounds


def test_the_board_keeps_its_books() -> None:
    random = Random(3)
    met0 = [[0] * 13 for _ in range(13)]
    met0[2][5] = met0[5][2] = 3
    board = Board(13, dealt(13, 5, 3, 4, random), met0, frozenset({0}))
    for cooling in (Cooling(5.0, 4.0, 3000), Cooling(1.0, 0.1, 3000)):
        _, energy = anneal(board, random, cooling, 0, lambda: False)
        fresh = Board(13, board.rounds(), met0, frozenset({0}))
        assert board.energy == fresh.energy
        assert board.met == fresh.met
        assert board.sums == fresh.sums
        assert board.masks == fresh.masks
        assert board.seat_at == fresh.seat_at
        assert [sorted(x) for x in board.resting] == [sorted(x) for x in fresh.resting]
        assert energy <= board.energy


def test_annealing_gives_back_the_rounds_of_its_best_energy() -> None:
    met0 = [[0] * 12 for _ in range(12)]
    board = Board(12, dealt(12, 4, 3, 4, Random(1)), met0, frozenset())
    start = board.energy
    rounds, energy = anneal(board, Random(2), Cooling(1.0, 0.1, 20_000), 0, lambda: False)
    assert Board(12, rounds, met0, frozenset()).energy == energy < start


def test_groups_keep_their_count_of_overlaps() -> None:
    layout = plan_layout([7] * 44, 10, 4)
    rests = choose_rests(layout, [7] * 44, frozenset())
    full = full_rounds(layout.sizes, 44, 10)
    assert full == 7
    assert full_rounds(layout.sizes, 43, 10) == 0
    cooling = Cooling(6.0, 1.0, 20_000)
    rounds, energy = group_start(Random(1), layout.sizes, rests, 44, full, cooling, 0, lambda: False)
    tables = [(r, set(table)) for r, tables in enumerate(rounds) for table in tables]
    counted = sum(len(a & b) ** 2 for (r, a), (u, b) in combinations(tables, 2) if r != u)
    assert energy == counted
    for group in np.arange(44).reshape(11, 4).tolist():
        for tables_ in rounds[:full]:
            at = [t for t, table in enumerate(tables_) for p in group if p in table]
            assert sorted(at) in ([], [0, 1, 2, 3])
