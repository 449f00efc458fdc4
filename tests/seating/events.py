"""Simulated tournaments: skills from a normal distribution, each round adds skill and a noise of twice its spread."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from tourney_xlsx.seating import Certificate, Request, Result, Tables, draw, seat


def never() -> bool:
    """A clock that never runs out."""
    return False


def after(calls: int) -> Callable[[], bool]:
    """A clock that runs out once it has been asked so many times."""
    left = iter(range(calls))
    return lambda: next(left, None) is None


class Event:
    """One tournament: skills, points so far, rounds played."""

    def __init__(self, players: int, seed: str) -> None:
        self._random = random.Random(seed)
        self.skill = {number: self._random.gauss(0, 1) for number in range(1, players + 1)}
        self.points = dict.fromkeys(self.skill, 0.0)
        self.history: list[Tables] = []
        self.play(draw(self.skill, {}, False, (), seed, never).ids())

    def ranking(self) -> tuple[int, ...]:
        return tuple(sorted(self.points, key=lambda number: (-self.points[number], number)))

    def play(self, tables: Tables) -> None:
        self.history.append(tables)
        for number in sorted(self.points):
            self.points[number] += self.skill[number] + self._random.gauss(0, 2)


def requests(event: Event, rounds: int, seed: str) -> Iterator[tuple[Request, list[Certificate | None]]]:
    """The requests for rounds 2 to `rounds`; the caller plays the round and leaves its certificate in the list."""
    carried: list[Certificate | None] = [None]
    for left in range(rounds - 2, -1, -1):
        yield Request(event.ranking(), tuple(event.history), left, frozenset(), seed, carried[0]), carried


def engine_event(players: int, rounds: int, seed: str) -> list[Result]:
    """Play an event by the engine; its results for rounds 2 and later."""
    event, results = Event(players, seed), []
    for request, carried in requests(event, rounds, seed):
        result = seat(request, never)
        carried[0] = result.certificate
        results.append(result)
        event.play(result.ids())
    return results
