"""Whole events at the sizes the engine is made for."""

from __future__ import annotations

import pytest

from tests.seating.events import Event, engine_event, never, requests
from tests.seating.peers import repeats, swapping
from tourney_xlsx.seating import Outlook, seat

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("players", "rounds"), [(16, 4), (16, 5), (20, 5), (24, 5), (28, 6), (32, 7), (36, 8), (40, 9)]
)
def test_no_repeat_in_any_event(players: int, rounds: int) -> None:
    for seed in range(3 if players < 40 else 1):
        results = engine_event(players, rounds, f"sweep {seed}")
        assert sum(result.repeats for result in results) == 0
        assert {r.lookahead for r in results[:-1]} == {Outlook.CERTIFIED}


@pytest.mark.parametrize(("players", "rounds"), [(40, 8), (64, 10), (100, 10)])
def test_every_round_proved(players: int, rounds: int) -> None:
    results = engine_event(players, rounds, "sweep")
    assert all(result.repeats == 0 and result.round_proved for result in results)
    assert {r.lookahead for r in results[:-1]} <= {Outlook.CERTIFIED, Outlook.GUARANTEED}


def test_a_thousand_players() -> None:
    results = engine_event(1000, 4, "sweep")
    assert all(result.repeats == 0 for result in results)


def test_closer_than_the_swapping_peer_and_without_its_repeats() -> None:
    event, peers = Event(40, "peer"), 0
    for request, carried in requests(event, 8, "peer"):
        result = seat(request, never)
        tables = swapping(request.ranking, request.history, request.seed)
        peers += repeats(request.history, tables)
        assert result.repeats == 0
        carried[0] = result.certificate
        event.play(result.ids())
    assert peers > 0
