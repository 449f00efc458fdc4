"""Sharper bounds: what they require holds for every seating, and the answer stays the same."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from tests.seating.events import never
from tests.seating.oracle import partitions
from tests.seating.test_optimum import shuffled_history
from tourney_xlsx.seating import program, sharpen
from tourney_xlsx.seating.candidates import pair_sums, quadruples
from tourney_xlsx.seating.cover import bits_of, columns, frontier
from tourney_xlsx.seating.effort import Effort
from tourney_xlsx.seating.exact import Task, cheapest
from tourney_xlsx.seating.field import lay_out
from tourney_xlsx.seating.gomory import broken_cuts, carried, odd_sets
from tourney_xlsx.seating.lp import solve
from tourney_xlsx.seating.oddsets import broken_sets
from tourney_xlsx.seating.program import Program

ALL = quadruples(~np.eye(12, dtype=bool))
PLACE = {tuple(table): k for k, table in enumerate(ALL.tolist())}
SEATINGS = np.array([[PLACE[t] for t in tables] for tables in partitions(range(12))])


def test_a_seating_in_fractions_breaks_an_odd_set() -> None:
    tables = [[0, 1, 2, 3], [0, 1, 4, 5], [2, 3, 4, 5]]
    broken = broken_sets(tables, [0.5, 0.5, 0.5], 8, 10)
    assert {bits_of(three) for three in ((0, 2, 4), (1, 3, 5))} <= set(broken)
    for players in broken:
        assert players.bit_count() % 2 == 1
        assert sum((bits_of(table) & players).bit_count() % 2 for table in tables) < 2
    assert broken_sets([[0, 1, 2, 3], [4, 5, 6, 7]], [1.0, 1.0], 8, 10) == []


def test_whatever_the_multiples_no_seating_breaks_the_cut() -> None:
    rng = random.Random(5)
    known = odd_sets([bits_of(rng.sample(range(12), size)) for size in (3, 5, 7)], ALL, 12)
    for _ in range(100):
        divisor = rng.choice([2, 3, 4, 6])
        floats = np.array([rng.randrange(divisor) / divisor for _ in range(12 + len(known))])
        # nobody seated at all breaks every cut
        known += broken_cuts([floats], ALL, known, np.zeros(len(ALL)), 1)
    assert len(known) > 12 and any(requirement.parents for requirement in known)
    for requirement in known:
        assert requirement.shares[SEATINGS].sum(1).min() >= requirement.least > 0
    some = np.sort(np.array(rng.sample(range(len(ALL)), 200)))
    for requirement, over in zip(known, carried(known, ALL[some]), strict=True):
        assert over.least == requirement.least and (over.shares == requirement.shares[some]).all()


@pytest.mark.parametrize("seed", range(3))
def test_sharpened_columns_keep_every_seating_within_the_gap(seed: int) -> None:
    rng = np.random.RandomState(seed)
    real = rng.randint(0, 1_000, len(ALL)).astype(np.int64)
    # a cheap triangle of tables that only fractions can use
    for table in ((0, 1, 2, 3), (0, 1, 4, 5), (2, 3, 4, 5), (6, 7, 8, 9), (6, 7, 10, 11), (8, 9, 10, 11)):
        real[PLACE[table]] = 0
    gap = 900
    cols = columns(ALL, real, 12, gap)
    whole = Program.of(cols, gap, [], 5)
    assert whole is not None
    sharper = whole.sharpened(Effort(10**9, never))
    assert sharper is not None and sharper.raised > 0
    left = {
        tuple(t): (reduced, cost)
        for t, reduced, cost in zip(sharper.tables, sharper.reduced, sharper.real, strict=True)
    }
    within = [tables for tables in SEATINGS.tolist() if real[tables].sum() <= gap]
    if whole.found is not None:
        assert whole.found.cost == min(int(real[tables].sum()) for tables in within) == whole.gap + 1
    for tables in (tables for tables in within if real[tables].sum() <= whole.gap):
        chosen = [left[tuple(ALL[k].tolist())] for k in tables]
        assert sum(reduced for reduced, _ in chosen) + sharper.raised <= sum(cost for _, cost in chosen)
    for hard in (False, True):
        found = sharpen.search(cols, gap, Effort(10**9, never), sharpen.Lessons(hard=hard))
        assert found.complete
        assert found.cost == (min(int(real[tables].sum()) for tables in within) if within else None)


@pytest.mark.parametrize(("players", "rounds", "seed"), [(32, 6, 2), (40, 8, 1), (48, 9, 2)])
def test_branching_from_the_start_gives_the_same_seating(
    monkeypatch: pytest.MonkeyPatch, players: int, rounds: int, seed: int
) -> None:
    ranking = list(range(1, players + 1))
    random.Random(seed).shuffle(ranking)
    field = lay_out(ranking, shuffled_history(players, rounds, f"b{seed}"), (), "b")
    task = Task(field.allowed, field.costs, solve)
    plain = cheapest(task, None, never)
    branches: list[object] = []
    branch = sharpen._branch

    def counted(*given: Any) -> Any:
        branches.append(given[1])
        return branch(*given)

    monkeypatch.setattr(sharpen, "_branch", counted)
    monkeypatch.setattr(sharpen, "_EASY", (40, 5))
    monkeypatch.setattr(sharpen, "_FAIR", (40, 5))
    monkeypatch.setattr(sharpen, "_FEW_PLAYERS", 0)
    for name in ("_NEXT_STATES", "_BRANCH_STATES"):
        monkeypatch.setattr(sharpen, name, (40,))
    for name in ("_ROUNDS", "_BRANCH_ROUNDS", "_NARROW"):
        monkeypatch.setattr(sharpen, name, 1)
    for name in ("_SETS", "_CUTS"):
        monkeypatch.setattr(program, name, 1)
    branched = cheapest(task, None, never, 10**9)
    assert branches
    assert plain.proved and branched.proved
    assert (branched.tables, branched.cost) == (plain.tables, plain.cost)


def test_costs_of_a_list_are_those_of_its_tables() -> None:
    costs = np.arange(144).reshape(12, 12) + np.arange(144).reshape(12, 12).T
    cols = columns(ALL, pair_sums(costs, ALL), 12, 10**6)
    assert cols.real == cols.reduced == sorted(cols.real) and cols.raised == 0


def test_the_frontier_goes_on_narrowly_when_its_work_is_used_up() -> None:
    rng = np.random.RandomState(7)
    real = rng.randint(0, 1_000, len(ALL)).astype(np.int64)
    least = min(int(real[tables].sum()) for tables in SEATINGS.tolist())
    cols = columns(ALL, real, 12, 3_000)
    whole = frontier(cols, 3_000, Effort(10**9, never))
    assert (whole.cost, whole.complete) == (least, True)
    assert frontier(cols, 3_000, Effort(5, never)).cost is None
    narrow = frontier(cols, 3_000, Effort(5, never), 20)
    assert not narrow.complete and narrow.cost is not None and narrow.cost >= least
    assert narrow.cost == sum(int(real[PLACE[tuple(table)]]) for table in narrow.tables)


def test_a_closer_seating_is_asked_for_once_where_the_search_is_hard(monkeypatch: pytest.MonkeyPatch) -> None:
    field = lay_out(range(1, 41), shuffled_history(40, 8, "b1"), (), "b")
    task = Task(field.allowed, field.costs, solve)
    plain = cheapest(task, None, never)
    asked: list[list[list[int]]] = []
    monkeypatch.setattr(sharpen, "_FAIR", (10, 2))
    monkeypatch.setattr(sharpen, "_FEW_PLAYERS", 0)
    monkeypatch.setattr(sharpen, "_NARROW", 1)

    def closer(tables: list[list[int]]) -> list[list[int]]:
        asked.append(tables)
        return tables

    found = cheapest(task, None, never, closer=closer)
    assert len(asked) == 1 and all(task.allowed[a, b] for t in asked[0] for i, a in enumerate(t) for b in t[i + 1 :])
    assert (found.tables, found.proved) == (plain.tables, True)
