"""Never into a corner: certificates, the corner of 16 players, limits that need no search."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from tests.seating.events import Event, engine_event, never, requests
from tests.seating.oracle import assert_completes, met_before, pairs, partitions
from tourney_xlsx.seating import Certificate, Note, Outlook, Request, Tables, seat
from tourney_xlsx.seating.effort import Effort
from tourney_xlsx.seating.exhaustive import exhaustive
from tourney_xlsx.seating.horizon import horizon, is_guaranteed
from tourney_xlsx.seating.tabu import tabu

GRID: tuple[Tables, ...] = (
    tuple(tuple(4 * row + column for column in range(4)) for row in range(4)),
    tuple(tuple(4 * row + column for row in range(4)) for column in range(4)),
)
"""Two rounds of 16 players: the rows and the columns of a square. Up to names there is no other way."""


def third_rounds() -> list[list[tuple[int, ...]]]:
    """All third rounds without a repeat: Latin squares, tables not numbered."""
    met = met_before(GRID)
    lines = [tuple(4 * row + column for row, column in enumerate(p)) for p in permutations(range(4))]
    starts = [line for line in lines if line[0] == 0]
    rounds = []

    def go_on(chosen: list[tuple[int, ...]]) -> None:
        if len(chosen) == 4:
            rounds.append(chosen)
            return
        for line in lines:
            if line[0] == len(chosen) and not any(set(line) & set(other) for other in chosen):
                go_on([*chosen, line])

    for start in starts:
        go_on([start])
    assert not any(met[pair] for tables in rounds for pair in pairs(tables))
    return rounds


def completes(history: tuple[Tables, ...], rounds: int) -> bool:
    allowed = ~np.eye(16, dtype=bool)
    for a, b in met_before(history):
        allowed[a, b] = allowed[b, a] = False
    found = exhaustive(allowed, rounds, "", Effort(100_000, never))
    assert found.rounds is not None or found.impossible
    return found.rounds is not None


def test_432_of_576_third_rounds_lead_into_a_corner() -> None:
    rounds = third_rounds()
    dead = [tables for tables in rounds if not completes((*GRID, tuple(tables)), 1)]
    numberings = len(list(permutations(range(4))))
    assert (len(rounds) * numberings, len(dead) * numberings) == (576, 432)


def test_foresight_avoids_the_corner() -> None:
    rng, cornered = random.Random(16), 0
    for _ in range(12):
        ranking = tuple(rng.sample(range(16), 16))
        careless = seat(Request(ranking, GRID, 0), never)
        cornered += not completes((*GRID, careless.ids()), 1)
        careful = seat(Request(ranking, GRID, 2), never)
        assert careful.lookahead is Outlook.CERTIFIED and careful.optimal
        assert careful.certificate is not None and len(careful.certificate.rounds) == 2
        assert_completes(careful.certificate, (*GRID, careful.ids()))
        assert careful.bound == careless.cost <= careful.cost
        assert (Note.LOOKAHEAD_PRICE in careful.notes) == (careful.cost > careless.cost)
    assert cornered > 0


def test_the_seating_chosen_is_the_cheapest_that_can_be_completed() -> None:
    ranking = tuple(random.Random(3).sample(range(16), 16))
    best = seat(Request(ranking, GRID, 1), never)
    alive = [tables for tables in third_rounds() if completes((*GRID, tuple(tables)), 1)]
    rank = {player: k for k, player in enumerate(ranking)}

    def cost(tables: Tables) -> int:
        return sum((16 + 128 // (1 + min(rank[a], rank[b]))) * (rank[a] - rank[b]) ** 2 for a, b in pairs(tables))

    assert best.cost == min(cost(tuple(tables)) for tables in alive)


@pytest.mark.parametrize(("players", "rounds"), [(16, 5), (20, 5), (24, 5), (28, 6)])
def test_events_without_a_repeat_up_to_the_charts(players: int, rounds: int) -> None:
    results = engine_event(players, rounds, "charts")
    assert [result.repeats for result in results] == [0] * (rounds - 1)
    assert [result.lookahead for result in results[:-1]] == [Outlook.CERTIFIED] * (rounds - 2)
    assert results[-1].lookahead is Outlook.LAST_ROUND and results[-1].certificate is None


def test_certificates_hold_and_are_carried_over() -> None:
    event = Event(20, "carried")
    for request, carried in requests(event, 5, "carried"):
        result = seat(request, never)
        if request.rounds_left:
            assert result.certificate is not None
            assert len(result.certificate.rounds) == request.rounds_left
            assert_completes(result.certificate, (*event.history, result.ids()))
        event.play(result.ids())
        carried[0] = result.certificate


def test_certificate_is_remade_when_players_came_and_left() -> None:
    event = Event(24, "changes")
    first = seat(Request(event.ranking(), tuple(event.history), 3, seed="x"), never)
    history = (*event.history, first.ids())
    swapped = (*(p for p in event.ranking() if p != 7), 99)
    second = seat(Request(swapped, history, 2, seed="x", certificate=first.certificate), never)
    assert second.lookahead is Outlook.CERTIFIED and second.certificate is not None
    assert_completes(second.certificate, (*history, second.ids()))
    fewer = tuple(p for p in swapped if p not in (1, 2, 3, 4))
    third = seat(Request(fewer, (*history, second.ids()), 1, certificate=second.certificate), never)
    assert third.repeats == 0 and third.lookahead is Outlook.CERTIFIED and third.certificate is not None
    assert_completes(third.certificate, (*history, second.ids(), third.ids()))


def test_a_false_certificate_does_no_harm() -> None:
    event = Event(16, "false")
    again = Certificate((event.history[0], ((1, 2), (3,)), tuple((k, k, k, k) for k in range(4))))
    request = Request(event.ranking(), tuple(event.history), 3, seed="x")
    assert seat(replace(request, certificate=again), never) == seat(request, never)


def test_more_rounds_than_possible_are_free_of_repeats_as_long_as_possible() -> None:
    results = engine_event(16, 6, "six")
    assert [result.repeats for result in results] == [0, 0, 0, 0, 24]
    assert [len(r.certificate.rounds) for r in results[:3] if r.certificate] == [3, 2, 1]
    assert {result.lookahead for result in results[:-1]} == {Outlook.IMPOSSIBLE}
    assert Note.REPEATS_TOO_FEW_STRANGERS in results[-1].notes


def free_after(players: int, rounds: int) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Pairs that may meet when everybody has met 3 others a round."""
    ranks = np.arange(players)
    gap = (ranks[:, None] - ranks[None, :]) % players
    met = (gap > 0) & (gap <= 3 * rounds // 2) | (gap >= players - 3 * rounds // 2)
    return ~met & ~np.eye(players, dtype=bool)


def test_limits_that_need_no_search() -> None:
    assert horizon(free_after(16, 2), 0) == (0, Outlook.LAST_ROUND)
    assert horizon(free_after(16, 2), 2) == (2, Outlook.NOT_FOUND)
    assert horizon(free_after(16, 2), 3) == (2, Outlook.IMPOSSIBLE)
    assert horizon(free_after(20, 2), 3) == (2, Outlook.BEYOND_CHARTS)
    assert is_guaranteed(free_after(112, 2), 7) and not is_guaranteed(free_after(108, 2), 7)


def test_no_corner_can_be_reached_by_many_players() -> None:
    event = Event(112, "many")
    result = seat(Request(event.ranking(), tuple(event.history), 8), never)
    assert (result.lookahead, result.certificate) == (Outlook.GUARANTEED, None)


def test_tabu_and_exhaustive_agree_on_what_exists() -> None:
    allowed = free_after(24, 2)
    rounds = tabu(allowed, 3, "x", Effort(20_000, never))
    assert rounds is not None
    met: set[tuple[int, int]] = set()
    for tables in rounds:
        new = set(pairs(tables))
        assert not met & new and all(allowed[pair] for pair in new)
        met |= new
    assert exhaustive(free_after(12, 0), 2, "x", Effort(100_000, never)).impossible


def test_twelve_players_cannot_play_two_rounds() -> None:
    history: tuple[Tables, ...] = (tuple(tuple(range(k, k + 4)) for k in range(0, 12, 4)),)
    assert all(set(pairs(t)) & set(met_before(history)) for t in partitions(range(12)))
    result = seat(Request(tuple(range(12)), history, 1), never)
    assert result.lookahead is Outlook.IMPOSSIBLE
    assert Note.REPEATS_PROVED in result.notes and result.repeats == 3
