"""The engine's answers against brute force, an independent solver, and its own second source of prices."""

from __future__ import annotations

import random

import pytest

from tests.seating.events import Event, never
from tests.seating.oracle import brute_force, by_milp, closeness_level, repeat_level
from tourney_xlsx.seating import Request, Tables, ascent, lp, seat
from tourney_xlsx.seating.exact import Task, cheapest
from tourney_xlsx.seating.field import lay_out
from tourney_xlsx.seating.repeats import fewest_repeats


def shuffled_history(players: int, rounds: int, seed: str) -> list[Tables]:
    """Rounds dealt without any care, so that many pairs have met, some more than once."""
    rng, order, history = random.Random(seed), list(range(1, players + 1)), []
    for _ in range(rounds):
        rng.shuffle(order)
        history.append(tuple(tuple(order[k : k + 4]) for k in range(0, players, 4)))
    return history


def level(request: Request) -> tuple[int, int]:
    result = seat(request, never)
    assert result.optimal
    assert (result.repeat_cost, result.cost) == (
        repeat_level(request.history, result.ids()),
        closeness_level(request.ranking, result.ids()),
    )
    return result.repeat_cost, result.cost


@pytest.mark.parametrize("rounds", range(6))
@pytest.mark.parametrize("seed", range(5))
def test_eight_players_as_brute_force(rounds: int, seed: int) -> None:
    history = tuple(shuffled_history(8, rounds, f"{seed}"))
    ranking = tuple(random.Random(seed).sample(range(1, 9), 8))
    assert level(Request(ranking, history)) == brute_force(ranking, history)


@pytest.mark.parametrize("rounds", range(5))
@pytest.mark.parametrize("seed", range(2))
def test_twelve_players_as_brute_force(rounds: int, seed: int) -> None:
    history = tuple(shuffled_history(12, rounds, f"{seed}"))
    ranking = tuple(random.Random(seed).sample(range(1, 13), 12))
    assert level(Request(ranking, history)) == brute_force(ranking, history)


@pytest.mark.parametrize(("players", "rounds"), [(16, 1), (16, 3), (16, 5), (20, 2), (20, 5), (24, 2), (24, 4)])
def test_as_an_independent_solver(players: int, rounds: int) -> None:
    history = tuple(shuffled_history(players, rounds, "milp"))
    ranking = tuple(random.Random(rounds).sample(range(1, players + 1), players))
    assert level(Request(ranking, history)) == by_milp(ranking, history)


@pytest.mark.parametrize(("players", "rounds"), [(16, 3), (24, 3), (40, 4), (52, 6)])
def test_two_sources_of_prices_one_seating(players: int, rounds: int) -> None:
    event = Event(players, "prices")
    for _ in range(rounds - 1):
        event.play(seat(Request(event.ranking(), tuple(event.history)), never).ids())
    field = lay_out(event.ranking(), event.history, (), "prices")
    ours, other = (cheapest(Task(field.allowed, field.costs, s), None, never) for s in (lp.solve, ascent.solve))
    assert ours.proved and other.proved
    assert (ours.tables, ours.cost) == (other.tables, other.cost)
    assert max(ours.bound, other.bound) <= ours.cost


@pytest.mark.parametrize("players", [8, 12, 16])
def test_two_sources_of_prices_when_repeats_are_forced(players: int) -> None:
    ranking = tuple(range(1, players + 1))
    field = lay_out(ranking, shuffled_history(players, 5, "forced"), (), "prices")
    start = [list(range(k, k + 4)) for k in range(0, players, 4)]
    ours, other = (
        fewest_repeats(field.price, field.costs, field.may_sit, start, s, never) for s in (lp.solve, ascent.solve)
    )
    assert ours.proved and other.proved
    assert (ours.tables, ours.cost) == (other.tables, other.cost)


def test_plain_rank_order_when_nobody_has_met() -> None:
    result = seat(Request(tuple(range(101, 141))), never)
    assert result.optimal and result.round_proved
    assert result.ids() == tuple(tuple(range(k, k + 4)) for k in range(101, 141, 4))
    assert all(table.distance == 0 and not table.forced_by for table in result.tables)


def test_a_third_meeting_is_worse_than_two_second_ones() -> None:
    together: Tables = ((1, 2, 3, 4), (5, 6, 7, 8))
    result = seat(Request(tuple(range(1, 9)), (together, together)), never)
    assert result.repeats == 4 and result.repeat_cost == 12
    assert all(len({p for p in table.players if p < 5}) == 2 for table in result.tables)
