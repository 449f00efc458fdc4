"""A stage of tables of ten: what is always so, what is reached, and what is refused."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.seating.stages import (
    check_quality,
    check_valid,
    looks,
    rests_running,
    seat_figures,
    stage,
    stand_ins_at_tables,
)
from tourney_xlsx.seating.rotation import RotationRefused, RotationRequest, RotationResult, rotation, stage_bound


def never() -> bool:
    return False


def check_all(request: RotationRequest, result: RotationResult) -> None:
    """Everything that holds for every stage nobody has played yet."""
    check_valid(request, result)
    check_quality(request, result)
    players, games = len(request.players), request.games
    assert seat_figures(request, result)[0] <= 1
    assert seat_figures(request, result)[1] <= 1
    assert rests_running(result) == 0
    assert len({len(rests) for rests in result.rests.values()}) == 1
    assert result.stand_ins == -players * games % 10
    tables = (players * games + result.stand_ins) // 10
    assert sum(map(len, result.rounds)) == tables
    assert len(result.rounds) == -(-tables // (players // 10))
    at_tables = [count for tables in stand_ins_at_tables(result) for count in tables]
    assert max(at_tables) == -(-result.stand_ins // tables)
    assert result.bound == stage_bound(players, games)


@settings(max_examples=60, deadline=None)
@given(players=st.integers(10, 60), games=st.integers(1, 12), seed=st.text(max_size=3))
def test_every_stage_is_valid(players: int, games: int, seed: str) -> None:
    request = stage(players, games, seed)
    check_all(request, rotation(request, looks(4)))


@pytest.mark.parametrize(
    ("players", "games", "ssq"),
    [
        (10, 5, 0),
        (20, 3, 126.32),
        (20, 7, 221.05),
        (30, 7, 404.07),
        (37, 7, 445.09),
        (40, 7, 568.62),
        (50, 7, 600),
        (60, 7, 879.86),
    ],
)
def test_the_bound_is_reached(players: int, games: int, ssq: float) -> None:
    request = stage(players, games)
    result = rotation(request, never)
    check_all(request, result)
    assert result.optimal
    assert round(float(result.pairs_ssq), 2) == ssq


def test_44_players_come_near_the_bound() -> None:
    request = stage(44, 7)
    result = rotation(request, never)
    check_all(request, result)
    assert float(result.pairs_ssq) <= 562.65
    assert round(float(result.bound), 2) == 548.64
    assert not result.optimal


@pytest.mark.parametrize("games", range(1, 13))
def test_50_players_are_always_optimal(games: int) -> None:
    result = rotation(stage(50, games), never)
    assert result.optimal
    if games == 7:
        assert max(result.meetings) == 2


@pytest.mark.parametrize("games", range(1, 13))
@pytest.mark.parametrize("players", [10, 20])
def test_a_semifinal_and_a_final_are_optimal(players: int, games: int) -> None:
    request = stage(players, games)
    result = rotation(request, never)
    check_all(request, result)
    assert result.optimal


def test_the_seed_deals_players_and_leaves_the_evenness() -> None:
    first, second = (rotation(stage(30, 4, seed), never) for seed in ("a", "b"))
    assert first.rounds != second.rounds
    assert first.meetings == second.meetings


@pytest.mark.parametrize("hash_seed", ["0", "1", "12345"])
def test_the_same_in_every_process(hash_seed: str) -> None:
    script = (
        "from tests.seating.stages import looks, stage\n"
        "from tourney_xlsx.seating.rotation import rotation\n"
        "apart = frozenset((a, a + 1) for a in range(1, 33, 2))\n"
        "first = rotation(stage(33, 5, 'x', apart=apart), looks(40))\n"
        "again = rotation(stage(33, 5, 'y', apart=apart, played=first.rounds[:2]), looks(40))\n"
        "print(first.rounds, again.rounds)\n"
    )
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    apart = frozenset((a, a + 1) for a in range(1, 33, 2))
    first = rotation(stage(33, 5, "x", apart=apart), looks(40))
    again = rotation(stage(33, 5, "y", apart=apart, played=first.rounds[:2]), looks(40))
    assert done.stdout.strip() == f"{first.rounds} {again.rounds}"


def test_stand_ins_sit_in_the_last_games_one_at_a_table() -> None:
    at_tables = stand_ins_at_tables(rotation(stage(33, 7), looks(1)))
    assert at_tables == [[0, 0, 0]] * 5 + [[1, 1, 1]] * 3
    assert stand_ins_at_tables(rotation(stage(44, 7), looks(1))) == [[0, 0, 0, 0]] * 7 + [[0, 1, 1]]


def test_stand_ins_make_way_for_rests() -> None:
    # Two rounds running with a stand-in each would leave 18 seats for 19 players: somebody would rest twice running.
    result = rotation(stage(19, 7), looks(1))
    assert stand_ins_at_tables(result) == [[0], [1]] * 7
    assert rests_running(result) == 0


def clubs(players: int, size: int) -> frozenset[tuple[int, int]]:
    starts = range(1, players + 1, size)
    return frozenset(pair for a in starts for pair in combinations(range(a, min(a + size, players + 1)), 2))


@pytest.mark.parametrize(("players", "club"), [(50, 5), (40, 4), (30, 3)])
def test_club_mates_never_meet_and_it_costs_nothing(players: int, club: int) -> None:
    mates = clubs(players, club)
    request = stage(players, 7, apart=mates)
    result = rotation(request, never)
    check_all(request, result)
    assert result.apart_met == 0
    assert result.optimal


def test_too_large_clubs_meet_less_than_others_and_it_costs_nothing() -> None:
    mates = clubs(37, 6)
    plain = rotation(stage(37, 7), looks(60))
    request = stage(37, 7, apart=mates)
    result = rotation(request, looks(60))
    check_all(request, result)
    assert result.pairs_ssq <= plain.pairs_ssq
    usual = sum(met * pairs for met, pairs in plain.meetings.items()) / sum(plain.meetings.values())
    assert result.apart_met < 0.75 * usual * len(mates)


def test_pairs_apart_are_taken_either_way_round_and_strangers_passed_over() -> None:
    both = frozenset({(1, 2), (2, 1), (1, 99), (3, 3)})
    request = stage(20, 1, apart=both)
    result = rotation(request, never)
    check_quality(request, result)
    assert result.apart_met == 0


@pytest.mark.parametrize(
    ("players", "games", "kept", "leavers"),
    [(20, 7, 3, 1), (20, 3, 1, 2), (50, 7, 3, 1), (37, 7, 4, 2), (44, 7, 6, 3), (12, 7, 5, 1), (40, 7, 6, 4)],
)
def test_rounds_played_stay_when_the_rest_is_seated_anew(players: int, games: int, kept: int, leavers: int) -> None:
    before = rotation(stage(players, games), looks(20))
    staying = tuple(range(leavers + 1, players + 1))
    request = RotationRequest(staying, games, "again", played=before.rounds[:kept])
    result = rotation(request, looks(40))
    assert result.rounds[:kept] == before.rounds[:kept]
    check_valid(request, result)
    check_quality(request, result)
    assert max(seat_figures(request, result)) <= 1
    assert rests_running(result) == 0
    assert max(len(tables) for tables in result.rounds) == len(before.rounds[0])
    left = [number for tables in result.rounds[kept:] for table in tables for number in table]
    assert not set(left) & set(range(1, leavers + 1))


def test_a_final_goes_on_when_a_finalist_leaves() -> None:
    before = rotation(stage(10, 5), never)
    request = RotationRequest(tuple(range(1, 10)), 5, "seed", played=before.rounds[:2])
    result = rotation(request, never)
    check_valid(request, result)
    assert stand_ins_at_tables(result) == [[0], [0], [1], [1], [1]]
    assert result.optimal


def test_a_newcomer_gets_all_his_games() -> None:
    before = rotation(stage(20, 3), never)
    request = RotationRequest((*range(1, 20), 77), 3, "seed", played=before.rounds[:1])
    result = rotation(request, never)
    check_valid(request, result)
    check_quality(request, result)


def test_nothing_left_to_seat() -> None:
    before = rotation(stage(20, 3), never)
    after = rotation(stage(20, 3, played=before.rounds), never)
    assert after.rounds == before.rounds
    assert after.pairs_ssq == before.pairs_ssq == after.bound


@pytest.mark.parametrize(
    ("code", "request_"),
    [
        ("table-size", stage(20, 3, table_size=9)),
        ("table-size", stage(20, 3, table_size=0)),
        ("no-games", stage(20, 0)),
        ("bad-number", RotationRequest((0, *range(1, 12)), 3, "s")),
        ("listed-twice", RotationRequest((1, *range(1, 12)), 3, "s")),
        ("too-few-players", stage(9, 3)),
        ("too-few-players", RotationRequest((), 3, "s")),
        ("bad-table", stage(20, 3, played=(((1, 2, 3),),))),
        ("twice-in-round", stage(20, 3, played=((tuple(range(1, 11)), tuple(range(10, 20))),))),
        ("too-many-games", stage(20, 1, played=((tuple(range(1, 11)),),) * 2)),
    ],
)
def test_refusals(code: str, request_: RotationRequest) -> None:
    with pytest.raises(RotationRefused) as refused:
        rotation(request_, never)
    assert refused.value.code == code
    assert all(isinstance(fact, int) for fact in refused.value.facts.values())


def test_time_cuts_the_work_short_not_the_seating() -> None:
    request = stage(44, 7)
    check_all(request, rotation(request, lambda: True))
