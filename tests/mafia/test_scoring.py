"""B-8 to B-15: what a game gives, exactly; the parts add up to the points."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.books import event, outcome
from tests.mafia.cup import CUP, game, people, sheet, small, table
from tourney_xlsx.games.mafia.difficult_card import bonus, difficult_colour

ONE = small() + people(10)
FINAL = small(1, 0, 1) + people(10) + game(winner="ничья")


def points(text: str) -> dict[int, str]:
    found = outcome(text)
    assert [p for p in found["problems"] if p["severity"] == "error"] == []
    return {row["number"]: row["points"] for row in found["standings"]}


def parts(text: str, number: int, part: str) -> Fraction:
    found = event(text).outcome
    player = next(p.id for p in found.tournament.players if p.number == number)
    return next(row for row in found.standings if row.player == player).parts[part]


@pytest.mark.parametrize(
    ("winner", "expected"),
    [("красные", ["2"] * 7 + ["0"] * 3), ("чёрные", ["0"] * 7 + ["2"] * 3), ("ничья", ["0"] * 10)],
)
def test_b8_b9_a_win_gives_2_to_each_of_the_winning_side_and_a_draw_nothing(winner: str, expected: list[str]) -> None:
    found = points(ONE + game(winner=winner))
    assert [found[number] for number in range(1, 11)] == expected


def test_b10_the_best_player_gets_1_and_two_get_1_each() -> None:
    assert points(ONE + game(marks={8: {"Лучший": "да"}}))[8] == "1"
    found = points(ONE + game(marks={8: {"Лучший": "да"}, 1: {"Лучший": "+"}}))
    assert (found[8], found[1]) == ("1", "3")


def test_b8_the_best_player_of_a_draw_gets_nothing_and_is_pointed_out() -> None:
    found = outcome(ONE + game(winner="ничья", marks={3: {"Лучший": "да"}}))
    assert {row["points"] for row in found["standings"]} == {"0"}
    assert [(p["code"], p["cell"]) for p in found["problems"]] == [("best_in_draw", "F4")]


KILLED = "Убит первым"


@pytest.mark.parametrize(
    ("seat", "move", "expected"),
    [
        (1, "3", "1/2"),
        (1, "2", "1/4"),
        (1, "1", "0"),
        (1, "0", "0"),
        (1, "", "0"),
        (1, "8 9 10", "1/2"),
        (1, "8, 9, 2", "1/4"),
        (1, "10;3;2", "0"),
        (7, "3", "1/2"),
        (7, "8 10 9", "1/2"),
        (7, "2", "0"),
        (7, "8 9 2", "0"),
        (8, "3", "0"),
    ],
)
def test_b11_the_first_killed_scores_for_the_blacks_named(seat: int, move: str, expected: str) -> None:
    found = points(ONE + game(winner="ничья", marks={seat: {KILLED: "да", "Лучший ход": move}}))
    assert found[seat] == expected


def test_b11_without_the_mark_of_the_first_killed_the_move_gives_nothing() -> None:
    assert points(ONE + game(winner="ничья", marks={1: {"Лучший ход": "3"}}))[1] == "0"


@pytest.mark.parametrize(
    "marks",
    [
        {"Замечания": "4"},
        {"Удалён": "да", "Примечание": "спор с судьёй"},
        {"Удалён": "за подсказку"},
        {"Замечания": "4", "Удалён": "да"},
    ],
)
def test_b13_a_removal_takes_1_off_once(marks: dict[str, str]) -> None:
    found = points(ONE + game(marks={1: marks, 2: {"Замечания": "3"}}))
    assert (found[1], found[2]) == ("1", "2")


def test_b14_lateness_takes_off_1_then_2_each_further_time_over_the_whole_event() -> None:
    late = {1: {"Опоздание": "да"}}
    text = small(2, 0, 2) + people(10) + "".join(
        game(name, winner="ничья", marks=late) for name in ("Тур 1", "Тур 2", "Финал 1", "Финал 2")
    )
    found = event(text).outcome
    first = next(p.id for p in found.tournament.players if p.number == 1)
    assert [s.parts["lateness"] for s in found.scores if s.player == first] == [-1, -2, -2, -2]


def test_b15_final_games_count_1_5_times_exactly() -> None:
    marks = {1: {KILLED: "да", "Лучший ход": "2"}, 2: {"Лучший": "да"}}
    found = points(FINAL + game("Финал 1", marks=marks))
    assert found[1] == str(3 + Fraction(3, 8))
    assert found[2] == "9/2"


@pytest.mark.parametrize(("setting", "fine", "late"), [("нет", -1, -1), ("да", Fraction(-3, 2), Fraction(-3, 2))])
def test_b15_the_factor_covers_deductions_only_where_set(setting: str, fine: Fraction, late: Fraction) -> None:
    head = small(1, 0, 1, Коэффициент_на_штрафы=setting) + people(10) + game(winner="ничья")
    text = head + game("Финал 1", winner="ничья", marks={1: {"Замечания": "4", "Опоздание": "да", "Доп.": "-0.5"}})
    assert parts(text, 1, "fines") == fine
    assert parts(text, 1, "lateness") == late
    assert parts(text, 1, "extra") == Fraction(-1, 2) * (Fraction(3, 2) if setting == "да" else 1)


def test_b15_the_factor_is_a_setting_and_does_not_touch_earlier_stages() -> None:
    text = small(1, 0, 1, Коэффициент_финала="2") + people(10) + game() + game("Финал 1")
    assert points(text)[1] == "6"


@pytest.mark.parametrize(
    ("red", "black", "colour"), [(3, 5, "red"), (5, 3, "black"), (4, 4, ""), (0, 8, ""), (8, 0, "")]
)
def test_b12_the_difficult_colour_won_fewer_games_but_some(red: int, black: int, colour: str) -> None:
    assert difficult_colour(red, black) == colour


@pytest.mark.parametrize(
    ("rule", "red", "black", "expected"),
    [
        ("win_difference", 3, 7, "1/5"),
        ("win_share", 3, 7, "4/5"),
        ("win_share", 7, 3, "4/5"),
        ("win_share", 5, 5, "0"),
        ("win_difference", 0, 7, "0"),
        ("off", 3, 7, "0"),
        ("by_hand", 3, 7, "0"),
    ],
)
def test_b12_what_a_win_with_the_difficult_card_earns(rule: str, red: int, black: int, expected: str) -> None:
    assert bonus(rule, red, black, Fraction(1, 20)) == Fraction(expected)


def stage(setting: str, last: str = "красные", **more: str) -> str:
    """Four qualifying games: red, black, black, and the last."""
    results = ["красные", "чёрные", "чёрные", last]
    games = "".join(game(f"Тур {n}", winner=winner) for n, winner in enumerate(results, start=1))
    return small(4, 0, 0, Сложная_карта=setting, **more) + people(10) + games


def test_b12_the_extra_stands_once_the_stage_is_over_and_draws_are_left_out() -> None:
    assert parts(stage("разница побед", last="ничья"), 1, "difficult_card") == Fraction(1, 20)
    assert parts(stage("разница побед", last="ничья"), 8, "difficult_card") == 0
    assert parts(stage("разница побед", last=""), 1, "difficult_card") == 0
    assert parts(stage("доля побед", last="ничья"), 1, "difficult_card") == Fraction(2, 3)
    assert parts(stage("разница побед", last="ничья", Вес_сложной_карты="0.1"), 1, "difficult_card") == Fraction(1, 10)
    assert parts(stage("разница побед", last="красные"), 1, "difficult_card") == 0
    assert parts(stage("нет", last="ничья"), 1, "difficult_card") == 0


def test_b12_earlier_standings_do_not_know_of_the_extra() -> None:
    history = event(stage("разница побед", last="ничья")).outcome.history
    assert [max(row.parts["difficult_card"] for row in after.rows) for after in history] == [0, 0, 0, Fraction(1, 20)]


def test_b12_by_hand_the_extra_column_is_the_difficult_card() -> None:
    text = small(Сложная_карта="вручную") + people(10) + game(marks={1: {"Доп.": "0.3"}, 8: {"Доп.": "0.2"}})
    assert parts(text, 1, "difficult_card") == Fraction(3, 10)
    assert parts(text, 8, "extra") == Fraction(1, 5)
    assert points(text)[1] == "23/10"


def test_b12_the_extra_is_multiplied_in_the_final() -> None:
    results = ["красные", "чёрные", "чёрные"]
    games = "".join(game(f"Финал {n}", winner=winner) for n, winner in enumerate(results, start=1))
    text = small(1, 0, 3, Сложная_карта="разница побед") + people(10) + game(winner="ничья") + games
    assert parts(text, 1, "difficult_card") == Fraction(1, 20) * Fraction(3, 2)


def test_b12_the_wins_of_both_colours_are_there_to_be_shown() -> None:
    found = event(stage("доля побед", last="ничья")).outcome.cards
    assert [(c.stage, c.rule, c.red, c.black, c.draws, c.colour, c.counted) for c in found] == [
        ("qualifying", "win_share", 1, 2, 1, "red", True)
    ]
    assert outcome(stage("доля побед", last="ничья"))["difficult_card"] == {
        "qualifying": {
            "rule": "win_share", "red": 1, "black": 2, "draws": 1, "colour": "red", "per_win": "2/3", "counted": True,
        }
    }  # fmt: skip


def test_the_points_are_the_sum_of_the_parts() -> None:
    marks: dict[int, dict[str, str]] = {
        1: {"Лучший": "да", KILLED: "да", "Лучший ход": "2", "Опоздание": "да", "Замечания": "4", "Доп.": "0.1"}
    }
    found = event(FINAL + game("Финал 1", marks=marks)).outcome
    first = next(row for row in found.standings if row.parts["best"])
    assert first.keys["points"] == sum(first.parts.values()) == Fraction(3) + Fraction(3, 2) + Fraction(3, 8) - 2 + Fraction(
        3, 20
    )


def test_a_substitute_scores_but_stands_outside_the_places() -> None:
    text = small() + people(10, {1: {"status": "замена"}}) + game()
    rows: list[dict[str, Any]] = outcome(text)["standings"]
    assert [(row["number"], row["place"], row["points"]) for row in rows][-1] == (1, None, "2")


def test_two_tables_of_a_round_are_scored_each_by_its_own_result() -> None:
    both = sheet("Тур 1", table(1, range(1, 11)), table(2, range(11, 21), winner="чёрные"))
    found = points(small() + people(20) + both)
    assert (found[1], found[10], found[11], found[20]) == ("2", "0", "0", "2")


def test_english_words_and_first_letters_are_read() -> None:
    rows = "\n".join(f"1 | {n} | {n} | {role}" for n, role in enumerate("ccccccsmmd", start=1)).replace(
        "1 | 1 | 1 | c", "1 | 1 | 1 | c | red"
    )
    text = "[Tournament]\nSetting | Value\nGame | mafia\nLanguage | en\nDraw seed | x\nQualifying games | 1\n"
    text += "Semifinal games | 0\nFinal games | 0\n[Players]\nNo | Nick\n"
    text += "".join(f"{n} | Nick {n}\n" for n in range(1, 11))
    text += f"[Round 1]\nTable | Seat | No | Role | Winner\n{rows}\n"
    assert points(text)[7] == "2"
    assert CUP.startswith("[Турнир]")
