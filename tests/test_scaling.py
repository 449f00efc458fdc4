"""The work grows with the tournament, not with its square: counted, not timed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.books import MCR, event, players
from tests.mafia.cup import Played, people, small
from tests.mcr.test_day import played
from tourney_xlsx.event import Event
from tourney_xlsx.games import GAMES
from tourney_xlsx.model import Player


class Counted(tuple[Player, ...]):
    """Players that count how often somebody goes through all of them."""

    passes = 0

    def __iter__(self) -> Iterator[Player]:
        Counted.passes += 1
        return super().__iter__()


def passes(found: Event, game: str) -> int:
    """How often the checks and the scoring of a game go through all players."""
    rules = GAMES[game]
    tournament = replace(found.outcome.tournament, players=Counted(found.outcome.tournament.players))
    Counted.passes = 0
    rules.check(tournament)
    for r in tournament.rounds:
        rules.score(tournament, r)
        for table in r.tables:
            rules.filled(table, tournament, r)
    return Counted.passes


def club(count: int) -> Event:
    """One tour played."""
    return event(played(event(MCR + players(count)).workbook, 1))


def cup(count: int) -> Event:
    """One game played."""
    made = Played(small(1) + f"Мест | {count}\n" + people(count))
    made.run()
    made.dice = random.Random(1)
    made.play("Тур 1")
    return made.run()


@pytest.mark.parametrize(("game", "make", "sizes"), [("mcr", club, (8, 32)), ("mafia", cup, (10, 40))])
def test_a_table_more_is_no_pass_through_all_players_more(game: str, make: object, sizes: tuple[int, int]) -> None:
    few, many = (passes(make(size), game) for size in sizes)  # type: ignore[operator]
    assert many == few
