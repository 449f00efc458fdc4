"""A-1, A-2, A-3, A-12, A-15, A-16: table points, places, awards, substitutes, penalties, tables of three."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books import MCR, event, outcome, players, protocol
from tourney_xlsx.games.mcr.scoring import hand_result, shared_place_points
from tourney_xlsx.model import CellRef, Hand


def _points(*values: int) -> list[Fraction]:
    return list(shared_place_points([Fraction(value) for value in values]))


@pytest.mark.parametrize(
    ("game_points", "table_points"),
    [
        ((30, 10, -10, -30), ("4", "2", "1", "0")),
        ((20, 20, -15, -25), ("3", "3", "1", "0")),
        ((10, 10, 10, -30), ("7/3", "7/3", "7/3", "0")),
        ((0, 0, 0, 0), ("7/4", "7/4", "7/4", "7/4")),
        ((30, 0, 0, -30), ("4", "3/2", "3/2", "0")),
        ((30, -10, -10, -10), ("4", "1", "1", "1")),
        ((20, 0, -20), ("4", "2", "1")),
        ((5, 5, -10), ("3", "3", "1")),
    ],
)
def test_a1_players_level_share_the_places_points(game_points: tuple[int, ...], table_points: tuple[str, ...]) -> None:
    assert _points(*game_points) == [Fraction(points) for points in table_points]


def _hand(winner: str | None, discarder: str | None, worth: int, penalties: tuple[int, ...] = (0, 0, 0, 0)) -> Hand:
    return Hand(1, worth, winner, discarder, penalties, CellRef("Раздачи 1", 2, 1))


@pytest.mark.parametrize(
    ("hand", "result"),
    [
        (_hand("E", "S", 10), {"E": 34, "S": -18, "W": -8, "N": -8}),
        (_hand("N", None, 8), {"E": -16, "S": -16, "W": -16, "N": 48}),
        (_hand(None, None, 0), {"E": 0, "S": 0, "W": 0, "N": 0}),
        (_hand(None, None, 0, (-30, 10, 10, 10)), {"E": -30, "S": 10, "W": 10, "N": 10}),
    ],
)
def test_a17_what_a_hand_gives(hand: Hand, result: dict[str, int]) -> None:
    assert hand_result(hand) == result


def test_a2_shared_places_and_what_decided() -> None:
    found = outcome(
        MCR + players(8) + protocol(1, [(1, 30), (2, 10), (3, -10), (4, -30)], [(5, 30), (6, 10), (7, -15), (8, -25)])
    )
    rows = [(row["number"], row["place"], row["shared"], row["decided_by"]) for row in found["standings"]]
    assert rows == [
        (1, 1, True, None),
        (5, 1, True, "table_points"),
        (2, 3, True, None),
        (6, 3, True, "table_points"),
        (3, 5, False, "game_points"),
        (7, 6, False, "table_points"),
        (8, 7, False, "game_points"),
        (4, 8, False, None),
    ]


def test_a1_thirds_stay_exact() -> None:
    found = outcome(MCR + players(4) + protocol(1, [(1, 10), (2, 10), (3, 10), (4, -30)]))
    assert [row["points"] for row in found["standings"]] == ["7/3", "7/3", "7/3", "0"]


def test_a3_awards_name_everybody_on_a_shared_prize_place() -> None:
    awards = event(MCR + players(4) + protocol(1, [(1, 20), (2, 20), (3, -10), (4, -30)])).outcome.awards
    assert [(award.code, award.place, len(award.players)) for award in awards] == [
        ("place_1", 1, 2),
        ("place_3", 3, 1),
        ("last", 4, 1),
    ]


COLUMNS = "Стол | Ветер | № | Игрок | ИО | ТО | Штраф | Предупреждения | Примечание"


def test_a15_a_penalty_changes_game_points_but_not_the_tables_places() -> None:
    sheet = f"""[Тур 1]
{COLUMNS}
1 | В | 1 | | 30 | | 25 | 1
1 | Ю | 2 | | 10
1 | З | 3 | | -10
1 | С | 4 | | -30 | | -5 | 1
"""
    rows = {row["number"]: row["keys"] for row in outcome(MCR + players(4) + sheet)["standings"]}
    assert rows[1] == {"table_points": "4", "game_points": "5"}
    assert rows[4] == {"table_points": "0", "game_points": "-35"}


def test_a15_the_penalty_moves_the_places_where_the_settings_say_so() -> None:
    sheet = f"""[Тур 1]
{COLUMNS}
1 | В | 1 | | 30 | | 25 | 1
1 | Ю | 2 | | 10
1 | З | 3 | | -10
1 | С | 4 | | -30
"""
    rows = {
        row["number"]: row["keys"]
        for row in outcome(MCR + "Штраф до дележа ТО | да\n" + players(4) + sheet)["standings"]
    }
    assert rows[2]["table_points"] == "4"
    assert rows[1] == {"table_points": "2", "game_points": "5"}


def test_a12_a_substitute_scores_but_stands_outside_the_places() -> None:
    people = players(4, {1: "1 | Игрок 01 | замена"}, header="№ | Игрок | Статус")
    found = outcome(MCR + people + protocol(1, [(1, 30), (2, 10), (3, -10), (4, -30)]))
    rows = [(row["number"], row["place"], row["points"]) for row in found["standings"]]
    assert rows == [(2, 1, "2"), (3, 2, "1"), (4, 3, "0"), (1, None, "4")]
    assert [
        award.place
        for award in event(MCR + people + protocol(1, [(1, 30), (2, 10), (3, -10), (4, -30)])).outcome.awards
    ] == [1, 2, 3, 3]


def test_a16_three_share_4_2_1_and_the_removed_player_gets_0() -> None:
    people = players(4, {4: "4 | Игрок 04 | удалён | 0"}, header="№ | Игрок | Статус | По тур")
    sheet = """[Тур 1]
Стол | Ветер | № | ИО
1 | В | 1 | 30
1 | Ю | 2 | -10
1 | З | 3 | -20
1 | С | 4 |
"""
    found = outcome(MCR + people + sheet)
    assert {row["number"]: row["points"] for row in found["standings"]} == {1: "4", 2: "2", 3: "1", 4: "0"}
    assert found["rounds_complete"] == 1


def test_a16_a_table_of_three_from_the_start() -> None:
    sheet = "[Тур 1]\nСтол | Ветер | № | ИО\n1 | В | 1 | 30\n1 | Ю | 2 | -10\n1 | З | 3 | -20\n"
    found = outcome(MCR + players(3) + sheet)
    assert [row["points"] for row in found["standings"]] == ["4", "2", "1"]


def test_a16_a_substitute_who_stepped_in_leaves_both_with_0_and_the_others_with_their_places() -> None:
    people = players(
        5, {5: "5 | Игрок 05 | замена", 1: "1 | Игрок 01 | удалён | 0"}, header="№ | Игрок | Статус | По тур"
    )
    sheet = f"""[Тур 1]
{COLUMNS}
1 | В | 1
1 | В | 5 | | 30
1 | Ю | 2 | | 10
1 | З | 3 | | -10
1 | С | 4 | | -30
"""
    found = outcome(MCR + people + sheet)
    rows = {row["number"]: (row["points"], row["keys"]["game_points"]) for row in found["standings"]}
    assert rows == {1: ("0", "0"), 2: ("2", "10"), 3: ("1", "-10"), 4: ("0", "-30"), 5: ("0", "30")}
    assert "error" not in {problem["severity"] for problem in found["problems"]}


def test_a16_points_written_by_hand_for_the_substitute_count_with_a_note_only() -> None:
    people = players(
        5, {5: "5 | Игрок 05 | замена", 1: "1 | Игрок 01 | удалён | 0"}, header="№ | Игрок | Статус | По тур"
    )

    def sheet(note: str) -> str:
        return f"""[Тур 1]
{COLUMNS}
1 | В | 1
1 | В | 5 | | 30 | 4 | | | {note}
1 | Ю | 2 | | 10
1 | З | 3 | | -10
1 | С | 4 | | -30
"""

    allowed = outcome(MCR + people + sheet("по решению судьи"))
    assert {row["number"]: row["points"] for row in allowed["standings"]}[5] == "4"
    refused = outcome(MCR + people + sheet(""))
    assert [(p["code"], p["cell"]) for p in refused["problems"] if p["severity"] == "error"] == [
        ("table_points_unexplained", "F3")
    ]
