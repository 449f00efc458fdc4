"""The work grows with the tournament, not with its square: counted, not timed."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import FrameType

import pytest

from tests.books import MCR, event, players
from tests.mafia.cup import Played, people, small
from tests.mcr.test_day import played
from tourney_xlsx.event import Event
from tourney_xlsx.games import GAMES
from tourney_xlsx.model import Player
from tourney_xlsx.site.changes import Difference, changes
from tourney_xlsx.site.context import context


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


def steps(work: Callable[[], object]) -> int:
    """How many steps of the interpreter some work takes."""
    count = 0

    def follow(frame: FrameType, event: str, _: object) -> object:
        nonlocal count
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return follow

    before = sys.gettrace()
    sys.settrace(follow)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def published(people: int, rounds: int) -> dict[str, object]:
    """What a publication says of some rounds, four points for everybody."""
    results = [
        {"stage": "round", "round": number, "table": who // 4 + 1, "number": who + 1, "parts": {"table_points": "4"}}
        for number in range(1, rounds + 1)
        for who in range(people)
    ]
    return {"results": results}


def test_what_changed_since_the_last_publication_is_one_pass_through_the_results() -> None:
    ctx = context(event(MCR + players(8)).outcome, "ru")
    _, few, many = (  # the first time words are looked up
        steps(lambda size=size: changes(ctx, Difference(published(size, 2), published(size, 3))))
        for size in (16, 16, 64)
    )
    assert many < 5 * few
