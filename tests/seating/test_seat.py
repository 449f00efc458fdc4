"""What `seat` promises for every request: a valid seating, named repeats, pairs kept apart, tables of three."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.seating.events import Event, after, never
from tests.seating.oracle import assert_completes, assert_seated, met_before, pairs, repeat_level
from tests.seating.test_optimum import shuffled_history
from tourney_xlsx.seating import Note, Outlook, Refusal, Request, Result, Tables, draw, seat


def always() -> bool:
    return True


def assert_honest(request: Request, result: Result) -> None:
    """The result says of itself what is so."""
    tables = result.ids()
    assert_seated(request.ranking, tables)
    met = met_before(request.history)
    assert sorted(result.repeated_pairs) == sorted(pair for pair in pairs(tables) if met[pair])
    assert result.repeats == len(result.repeated_pairs)
    assert result.repeat_cost == repeat_level(request.history, tables)
    assert sorted(result.broken_apart) == sorted(set(pairs(tables)) & request.apart)
    assert result.round_proved is False or result.bound <= result.cost
    for table in result.tables:
        assert [request.ranking[k] for k in table.ranks] == list(table.players)
        assert list(table.ranks) == sorted(table.ranks)
    assert result.tables[0].ranks[0] == 0 or len(result.tables[-1].ranks) == 3
    for one, other in pairwise(table.ranks for table in result.tables):
        assert len(one) >= len(other)
        assert len(one) > len(other) or any(a < b for a, b in zip(one, other, strict=True)), "the stronger come first"
    if result.certificate is not None:
        assert_completes(result.certificate, (*request.history, tables), request.apart)


@st.composite
def days(draw_: st.DrawFn) -> list[tuple[int, int, int]]:
    """For each round: how many players leave, how many come, and a number that shuffles the ranking."""
    return draw_(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 10**6)), max_size=5))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    players=st.integers(6, 26),
    days=days(),
    clock=st.sampled_from([5, 50, 500, 2_000]),
    apart=st.sets(st.tuples(st.integers(1, 30), st.integers(1, 30)).filter(lambda p: p[0] < p[1]), max_size=4),
)
def test_whatever_happens_on_the_day(
    players: int, days: list[tuple[int, int, int]], clock: int, apart: set[tuple[int, int]]
) -> None:
    present, newest = list(range(1, players + 1)), players
    kept = frozenset(apart)
    history: list[Tables] = [draw(present, {}, False, kept, "day", never).ids()]
    certificate = None
    for left, (gone, come, mix) in zip(range(len(days) - 1, -1, -1), days, strict=True):
        present = present[gone:] if len(present) - gone >= 6 else present
        present += range(newest + 1, newest + come + 1)
        newest += come
        ranking = tuple(sorted(present, key=lambda p: (p * (mix + 7) % 1_009, p)))
        request = Request(ranking, tuple(history), left, kept, "day", certificate)
        result = seat(request, after(clock))
        assert_honest(request, result)
        history.append(result.ids())
        certificate = result.certificate


@pytest.mark.parametrize(
    ("ids", "reason"),
    [
        ((), Refusal.TOO_FEW_PLAYERS),
        ((1, 2, 3), Refusal.TOO_FEW_PLAYERS),
        ((1, 2, 3, 4, 5), Refusal.NO_SUCH_TABLES),
        ((1, 2, 3, 3), Refusal.DOUBLED_ID),
    ],
)
def test_what_cannot_be_seated_is_refused_with_a_code(ids: tuple[int, ...], reason: Refusal) -> None:
    assert seat(Request(ids), never) == Result(refusal=reason)
    assert draw(ids, {}, False, (), "x", never) == Result(refusal=reason)


@pytest.mark.parametrize("players", [4, 6, 7, 16, 40, 100, 131, 1000])
def test_out_of_time_at_once_still_seats_everybody(players: int) -> None:
    ranking = tuple(range(1, players + 1))
    history = (draw(ranking, {}, False, (), "late", always).ids(),)
    request = Request(ranking, history, 5, frozenset({(1, 2)}), "late")
    result = seat(request, always)
    assert_honest(request, result)
    assert Note.OUT_OF_TIME in result.notes and not result.optimal


@pytest.mark.parametrize("calls", [0, 50, 1_000])
@pytest.mark.parametrize(("players", "rounds"), [(40, 9), (48, 18), (100, 9), (1000, 6)])
def test_when_time_runs_out_the_best_so_far_is_returned_within_few_steps(players: int, rounds: int, calls: int) -> None:
    history = tuple(shuffled_history(players, rounds, "steps"))
    request = Request(tuple(range(1, players + 1)), history, 3, seed="steps")
    asked: list[bool] = []

    def clock() -> bool:
        asked.append(len(asked) >= calls)
        return asked[-1]

    result = seat(request, clock)
    assert_honest(request, result)
    # each step, of a thousandth to half a second, asks once; the ways out of nested searches ask again
    assert sum(asked) <= 30
    if any(asked):
        assert Note.OUT_OF_TIME in result.notes
    assert result.optimal <= (players <= 128)


def test_forced_repeats_are_fewest_and_named() -> None:
    event = Event(8, "forced")
    request = Request(event.ranking(), tuple(event.history), 3)
    result = seat(request, never)
    assert (result.repeats, result.optimal, result.lookahead) == (4, True, Outlook.IMPOSSIBLE)
    assert_honest(request, result)
    assert sum(len(table.repeated) for table in result.tables) == 4


def test_no_third_meeting_before_all_second_ones() -> None:
    event = Event(8, "thirds")
    for left in range(5, -1, -1):
        result = seat(Request(event.ranking(), tuple(event.history), left), never)
        event.play(result.ids())
        counts = met_before(event.history)
        most = max(counts.values())
        once = [p for p in combinations(range(1, 9), 2) if counts[p] < most - 1]
        assert result.optimal
        assert most <= 2 or len(once) <= 4, "fours that never split leave some pairs behind, but only a few"


def test_pairs_kept_apart_never_sit_together() -> None:
    event = Event(16, "apart")
    kept = frozenset({(1, 2), (1, 3), (4, 5)})
    history: tuple[Tables, ...] = (draw(event.skill, {}, False, kept, "apart", never, rounds_left=3).ids(),)
    for left in (2, 1, 0):
        request = Request(event.ranking(), history, left, kept)
        result = seat(request, never)
        assert_honest(request, result)
        assert not result.broken_apart and result.repeats == 0
        history = (*history, result.ids())


def test_a_pair_that_cannot_be_kept_apart_is_reported() -> None:
    everybody = frozenset((1, k) for k in range(2, 9))
    request = Request(tuple(range(1, 9)), (), 0, everybody)
    result = seat(request, never)
    assert len(result.broken_apart) == 3 and Note.APART_BROKEN in result.notes
    assert result.repeats == 0 and result.optimal


def test_too_large_a_club_in_a_large_hall_is_split_as_far_as_possible() -> None:
    club = range(0, 54, 3)
    request = Request(tuple(range(64)), (), 1, frozenset(combinations(club, 2)))
    result = seat(request, never)
    assert_honest(request, result)
    assert len(result.broken_apart) == 2, "eighteen players at sixteen tables"
    assert not result.optimal and result.lookahead is not Outlook.CERTIFIED


def test_a_repeat_is_given_up_before_a_pair_kept_apart() -> None:
    history: tuple[Tables, ...] = (((1, 2, 3, 4), (5, 6, 7, 8)),)
    kept = frozenset({(1, 5), (1, 6), (1, 7), (1, 8)})
    result = seat(Request(tuple(range(1, 9)), history, 0, kept), never)
    assert not result.broken_apart
    assert set(result.ids()[0]) == {1, 2, 3, 4} and result.repeats == 12


@pytest.mark.parametrize(("players", "threes"), [(6, 2), (7, 1), (9, 3), (18, 2), (23, 1)])
def test_fewest_tables_of_three_at_the_bottom(players: int, threes: int) -> None:
    result = seat(Request(tuple(range(players))), never)
    assert [len(table) for table in result.ids()].count(3) == threes
    assert result.ids() == tuple(
        tuple(range(k, min(k + (4 if k < players - 3 * threes else 3), players)))
        for k in [*range(0, players - 3 * threes, 4), *range(players - 3 * threes, players, 3)]
    )
    assert Note.TABLES_OF_THREE in result.notes and result.optimal


@pytest.mark.parametrize(("players", "rounds"), [(7, 4), (10, 4), (22, 4), (23, 6)])
def test_nobody_twice_at_a_table_of_three_before_all_once(players: int, rounds: int) -> None:
    ranking, history = tuple(range(players)), tuple[Tables, ...]()
    for played in range(1, rounds + 1):
        history = (*history, seat(Request(ranking, history), never).ids())
        short = Counter(p for tables in history for table in tables if len(table) == 3 for p in table)
        visits = [short[p] for p in ranking]
        places = 3 * (-players % 4) * played
        assert max(visits) <= -(-places // players), "as even as the number of places allows"
        assert sum(visits) == places


def test_people_who_left_are_remembered_but_not_seated() -> None:
    history: tuple[Tables, ...] = (((1, 2, 3, 50), (4, 5, 6, 51), (7, 8, 9, 52), (10, 11, 12, 53)),)
    newcomers = (60, 61, 62, 63)
    request = Request((*range(1, 13), *newcomers), history, 2)
    result = seat(request, never)
    assert_honest(request, result)
    assert result.repeats == 0 and result.lookahead is Outlook.CERTIFIED


def test_tables_say_what_moved_their_players() -> None:
    history: tuple[Tables, ...] = (((1, 2, 5, 6), (3, 4, 7, 8), (9, 10, 13, 14), (11, 12, 15, 16)),)
    result = seat(Request(tuple(range(1, 17)), history, 0), never)
    moved = [table for table in result.tables if table.distance]
    assert moved and all(table.forced_by for table in moved)
    met = met_before(history)
    assert all(met[pair] for table in moved for pair in table.forced_by)


def test_many_players_by_windows() -> None:
    event = Event(160, "windows")
    for _ in range(3):
        request = Request(event.ranking(), tuple(event.history), 0, frozenset({(1, 2)}), "windows")
        result = seat(request, never)
        assert_honest(request, result)
        assert result.repeats == 0 and not result.broken_apart
        assert Note.WINDOWS in result.notes and not result.optimal
        event.play(result.ids())
