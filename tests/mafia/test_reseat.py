"""B-7: after a withdrawal in mid-stage only games that nobody has played are seated anew."""

from __future__ import annotations

import io
from collections import Counter

from openpyxl import Workbook, load_workbook

from tests.books import NOW
from tests.mafia.cup import CUP, Played, people, small
from tourney_xlsx import pipeline
from tourney_xlsx.excel.intake import intake
from tourney_xlsx.excel.read import read
from tourney_xlsx.games import GAMES
from tourney_xlsx.model import Outcome, Severity
from tourney_xlsx.pipeline import Circumstances
from tourney_xlsx.reseating import Unseated, unseat
from tourney_xlsx.seals import remembered_numbers


def reseat(cup: Played, number: int) -> Outcome | str:
    """What `reseat --round N` makes of the workbook; a code where it refuses."""
    found = intake(read(cup.data), GAMES, None)
    assert found.rules is not None
    undone = unseat(found.tournament, found.state, found.rules, number)
    if isinstance(undone, str):
        return undone
    assert isinstance(undone, Unseated)
    numbers = remembered_numbers(undone.tournament.players, undone.state)
    numbers |= {p.id: p.number for p in undone.tournament.players if p.number is not None}
    circumstances = Circumstances(NOW, "fresh", lambda: False)
    run = pipeline.run(undone.tournament, found.rules, undone.state, found.problems, numbers, circumstances, undone.key)
    return run.outcome


def games_of(found: Outcome, first: int) -> Counter[int]:
    return Counter(n for s in found.schedule if s.key.number >= first for t in s.tables for n in t.players if n)


def test_b7_the_games_left_are_seated_without_whoever_withdrew() -> None:
    cup = Played(CUP + people(21))
    cup.run()
    cup.play("Тур 1", "Тур 2")
    before = cup.run().outcome
    cup.player("Ник 03", Статус="снялся")
    found = reseat(cup, 3)
    assert isinstance(found, Outcome)
    assert [p for p in found.problems if p.severity is not Severity.NOTE] == []
    assert [s.tables for s in found.schedule[:2]] == [s.tables for s in before.schedule[:2]]
    later = games_of(found, 3)
    assert 3 not in later
    assert len(later) == 20
    assert Counter(games_of(found, 1)) == {**dict.fromkeys(range(1, 22), 7), 3: games_of(found, 1)[3]}


def test_b7_a_round_that_is_being_played_stays() -> None:
    cup = Played(small(4) + people(20))
    cup.run()
    cup.play("Тур 1")
    before = cup.run().outcome
    cup.player("Ник 03", Статус="снялся", По_тур=2)
    found = reseat(cup, 3)
    assert isinstance(found, Outcome)
    assert [s.tables for s in found.schedule[:2]] == [s.tables for s in before.schedule[:2]]
    assert 3 not in games_of(found, 3)


def test_a_stage_that_nobody_has_played_is_seated_with_who_plays_now() -> None:
    cup = Played(small(2) + "Мест | 20\n" + people(21))
    cup.run()
    cup.player("Ник 03", Статус="снялся")
    found = reseat(cup, 1)
    assert isinstance(found, Outcome)
    assert set(games_of(found, 1)) == {*range(1, 22)} - {3}
    assert found.problems == ()


def test_what_was_begun_or_never_seated_is_refused() -> None:
    cup = Played(small(2, 1) + people(20))
    cup.run()
    cup.play("Тур 1")
    assert reseat(cup, 1) == "reseat_begun"
    assert reseat(cup, 3) == "reseat_not_seated"
    assert reseat(cup, 9) == "reseat_not_seated"
    cup.play("Тур 2")
    cup.run()
    assert reseat(cup, 2) == "reseat_begun"
    assert isinstance(reseat(cup, 3), Outcome)


def test_a_round_that_is_not_needed_any_more_loses_its_empty_sheet() -> None:
    """21 players need a third round for one table; 20 don't."""
    cup = Played(small(2) + people(21))
    assert [s.key.number for s in cup.run().outcome.schedule] == [1, 2, 3]
    cup.player("Ник 12", Статус="снялся")
    found = cup.run(reseat=1)
    assert [s.key.number for s in found.outcome.schedule] == [1, 2]
    assert "Тур 3" not in load_workbook(io.BytesIO(cup.data), read_only=True).sheetnames
    assert cup.run().workbook == found.workbook


def test_b7_whoever_only_rested_so_far_keeps_the_place() -> None:
    """21 players, games of two tables with stand-ins: whoever sat out the first game still has both games to come."""
    cup = Played(small(2, 1, 1) + people(21))
    first = cup.run().outcome.schedule[0]
    resting = set(range(1, 22)) - {n for t in first.tables for n in t.players}
    assert len(resting) > 1
    cup.play("Тур 1")
    assert not cup.run().outcome.errors
    leaver = min(resting)
    cup.player(f"Ник {leaver:02}", Статус="снялся", По_тур=1)
    found = cup.run(reseat=2).outcome
    assert not found.errors
    assert Counter(games_of(found, 1)) == dict.fromkeys({*range(1, 22)} - {leaver}, 2)
    assert {e.reason for e in found.entries} == {"admitted", "withdrew_before"}
    assert cup.run().outcome.schedule == found.schedule


def test_b3_a_game_reseated_in_mid_stage_lets_nobody_in_by_itself() -> None:
    """Somebody typed in after the stage began has no place, before and after the rest is seated anew."""
    cup = Played(small(2, 1, 1) + people(21))
    cup.run()
    cup.play("Тур 1")
    cup.run()

    def typed(made: Workbook) -> None:
        sheet = made["Игроки"]
        sheet.append(["", "Ник Новый"])

    cup.edit(typed)
    cup.player("Ник 03", Статус="снялся", По_тур=1)
    found = cup.run(reseat=2).outcome
    assert {e.reason for e in found.entries} == {"admitted", "withdrawn_after", "no_place"}
    assert set(games_of(found, 2)) <= {*range(1, 22)} - {3}
