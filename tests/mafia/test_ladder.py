"""B-16 to B-19: who stands higher and what decided it; awards and clubs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest

from tests.books import event, outcome
from tests.mafia.cup import ROLES, game, people, small
from tourney_xlsx.clubs import club_standings
from tourney_xlsx.games.mafia.ladder import ladder
from tourney_xlsx.model import CellRef, Player, RoundKey, Score, Standing, Status, Tournament
from tourney_xlsx.standings import rank

EMPTY = Tournament("mafia", "ru", {}, (), ())
KEYS = ["points", "wins", "best", "don_wins", "sheriff_wins", "qualifying_place", "first_killed"]


def score(player: int, phase: int = 0, number: int = 1, win: int = 0, extra: Any = 0, *remarks: str) -> Score:
    parts = {"win": Fraction(win), "extra": Fraction(extra)}
    return Score(player, RoundKey(phase, number), 1, "1", parts, remarks)


def standings(*scores: Score) -> tuple[Standing, ...]:
    ids = sorted({one.player for one in scores})
    people = [Player(n, f"Ник {n}", CellRef("Игроки", n, 1)) for n in ids]
    theirs: Mapping[int, Sequence[Score]] = {n: [one for one in scores if one.player == n] for n in ids}
    return rank(people, theirs, ladder(EMPTY))


def test_b17_the_ladder_is_in_this_order() -> None:
    assert [step.key for step in ladder(EMPTY)] == KEYS
    assert [step.key for step in ladder(EMPTY) if step.ascending] == ["qualifying_place"]
    assert list(outcome(small() + people(10) + game())["standings"][0]["keys"]) == KEYS


@pytest.mark.parametrize(
    ("first", "second", "step"),
    [
        ([score(1, 0, 1, 2, 1, "won")], [score(2, 0, 1, 2, 0, "won")], "points"),
        ([score(1, 0, 1, 2, 0, "won")], [score(2, 0, 1, 0, 2)], "wins"),
        ([score(1, 0, 1, 2, 0, "won", "best")], [score(2, 0, 1, 2, 0, "won")], "best"),
        ([score(1, 0, 1, 2, 0, "won", "won_don")], [score(2, 0, 1, 2, 0, "won", "won_sheriff")], "don_wins"),
        ([score(1, 0, 1, 2, 0, "won", "won_sheriff")], [score(2, 0, 1, 2, 0, "won")], "sheriff_wins"),
        ([score(1, 0, 1, 0, 3), score(1, 2)], [score(2), score(2, 2, 1, 0, 3)], "qualifying_place"),
        ([score(1, 0, 1, 0, 0, "first_killed")], [score(2)], "first_killed"),
        ([score(1), score(1, 2, 1, 0, 0, "first_killed")], [score(2), score(2, 2)], "first_killed"),
    ],
)
def test_b17_each_step_decides_where_all_before_are_level(
    first: list[Score], second: list[Score], step: str
) -> None:
    rows = standings(*second, *first)
    assert [row.player for row in rows] == [1, 2]
    assert [row.decided_by for row in rows] == [step, None]


@pytest.mark.parametrize(
    ("more", "fewer", "step"),
    [
        (["won"], ["best", "best"], "wins"),
        (["best"], ["won_don"], "best"),
        (["won_don"], ["won_sheriff", "won_sheriff"], "don_wins"),
        (["won_sheriff"], ["first_killed"], "sheriff_wins"),
    ],
)
def test_b17_a_step_goes_before_all_that_follow(more: list[str], fewer: list[str], step: str) -> None:
    first = [score(1, 0, n, 0, 0, remark) for n, remark in enumerate(more, start=1)]
    second = [score(2, 0, n, 0, 0, remark) for n, remark in enumerate(fewer, start=1)]
    rows = standings(*first, *second)
    assert (rows[0].player, rows[0].decided_by) == (1, step)


def test_b17_level_on_all_is_a_shared_place() -> None:
    rows = standings(score(1), score(2), score(3, 0, 1, 0, 1))
    assert [(row.player, row.place, row.last, row.decided_by) for row in rows] == [
        (3, 1, 1, "points"),
        (1, 2, 3, None),
        (2, 2, 3, None),
    ]


def test_b17_the_place_before_the_final_is_found_by_the_ladder_without_that_step() -> None:
    """Level on points before the final: best player decides there; then three share what is level on all."""
    before = [score(1, 0, 1, 0, 1, "best"), score(2, 1, 1, 0, 1), score(3, 0, 1, 0, 1), score(4)]
    rows = standings(*before, *(score(n, 2) for n in (1, 2, 3, 4)))
    assert {row.player: row.keys["qualifying_place"] for row in rows} == {1: 1, 2: 2, 3: 2, 4: 4}


def test_b17_before_the_final_there_is_no_such_place() -> None:
    assert {row.keys["qualifying_place"] for row in standings(score(1, 0, 1, 2), score(2, 1))} == {0}


def test_b16_the_rating_runs_through_all_stages() -> None:
    text = small(1, 1, 1) + people(10) + game() + game("Полуфинал 1") + game("Финал 1")
    found = outcome(text)
    assert found["rounds_complete"] == 3
    assert {r["number"]: r["points"] for r in found["standings"]}[1] == "7"


def test_b17_decided_by_is_said_of_every_neighbour_pair() -> None:
    roles = ["дон", "шериф", *ROLES[:6], "мафия", "мафия"]
    second = ["шериф", "дон", *ROLES[:6], "мафия", "мафия"]
    text = small(2) + people(10) + game(roles=roles, winner="чёрные") + game("Тур 2", roles=second, winner="красные")
    rows = outcome(text)["standings"]
    assert [(r["number"], r["decided_by"]) for r in rows[:2]] == [(1, "points"), (3, None)]
    assert sum(r["shared"] for r in rows) == 8 + (rows[-1]["number"] == 2) * 0


def test_b18_places_1_to_3_and_the_cup() -> None:
    marks = {1: {"Лучший": "да"}, 2: {"Убит первым": "да", "Лучший ход": "3"}}
    found = event(small() + people(10) + game(marks=marks)).outcome
    numbers = {player.id: player.number for player in found.tournament.players}
    awards = [(award.code, award.place, [numbers[p] for p in award.players]) for award in found.awards]
    assert awards == [("place_1", 1, [1]), ("cup", 1, [1]), ("place_2", 2, [2]), ("place_3", 3, [7])]


def member(n: int, club: str, points: int, place: int | None = 1) -> tuple[Player, Standing]:
    player = Player(n, f"Ник {n}", CellRef("Игроки", n, 1), number=n, club=club)
    return player, Standing(n, Status.PLAYER, place, place, {"points": Fraction(points)}, {}, 1)


def clubs(*members: tuple[Player, Standing], counted: int = 2) -> list[tuple[int, str, Fraction, tuple[int, ...]]]:
    found = club_standings([p for p, _ in members], [s for _, s in members], "points", counted)
    return [(club.place, club.club, club.points, club.counted) for club in found]


def test_b19_clubs_stand_by_the_sum_of_their_best_then_by_the_mean() -> None:
    found = clubs(
        member(1, "Дракон", 5), member(2, "дракон ", 3), member(3, "Дракон", 9), member(4, "Тигр", 14), member(5, "", 99)
    )
    assert found == [(1, "Тигр", Fraction(14), (4,)), (2, "Дракон", Fraction(14), (3, 1))]


def test_b19_substitutes_count_for_nobody_and_level_clubs_share() -> None:
    found = clubs(member(1, "А", 5), member(2, "Б", 5), member(3, "Б", 9, place=None))
    assert [(place, club) for place, club, *_ in found] == [(1, "А"), (1, "Б")]


def test_b19_how_many_count_is_a_setting() -> None:
    text = small(В_клубном_зачёте="1") + people(10, {n: {"club": "Дракон"} for n in (1, 2, 3)}) + game()
    assert outcome(text)["clubs"] == [{"place": 1, "club": "Дракон", "points": "2", "counted": [1]}]
    more = outcome(text.replace("В клубном зачёте | 1", "В клубном зачёте | 3"))["clubs"]
    assert more == [{"place": 1, "club": "Дракон", "points": "6", "counted": [1, 2, 3]}]
