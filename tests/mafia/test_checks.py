"""B-6, B-8, B-10, B-11, B-13, B-21, B-22: what is wrong with a protocol is named at its cell."""

from __future__ import annotations

import pytest

from tests.books import outcome, problems
from tests.mafia.cup import CUP, ROLES, game, people, sheet, small, table

TEN = small() + people(10)
CIVIL_AND_DONS = [*ROLES[:5], "дон", *ROLES[6:]]


def errors(text: str) -> list[tuple[str, str]]:
    return [(p["code"], p["cell"]) for p in outcome(text)["problems"] if p["severity"] == "error"]


def test_a_good_table_has_no_problem() -> None:
    marks = {1: {"Лучший": "да", "Убит первым": "да", "Лучший ход": "8 9 10", "Замечания": "2", "Подпись": "да"}}
    assert outcome(TEN + game(marks=marks))["problems"] == []


def test_no_first_kill_is_fine() -> None:
    assert outcome(TEN + game())["problems"] == []


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        ({2: {"Место": "1"}}, ("seat_number_twice", "B3")),
        ({2: {"Место": "11"}}, ("out_of_range", "B3")),
        ({2: {"№": "1"}}, ("player_twice_in_round", "C3")),
        ({2: {"№": "77"}}, ("number_unknown", "C3")),
        ({2: {"Роль": "доктор"}}, ("not_one_of", "D3")),
        ({2: {"Победа": "чёрные"}}, ("table_value_differs", "E3")),
        ({1: {"Победа": "победили все"}}, ("not_one_of", "E2")),
        ({n: {"Лучший": "да"} for n in (1, 2, 3)}, ("best_too_many", "F4")),
        ({n: {"Убит первым": "да"} for n in (1, 2)}, ("first_killed_twice", "G3")),
        ({1: {"Убит первым": "да", "Лучший ход": "4"}}, ("best_move_count", "H2")),
        ({1: {"Убит первым": "да", "Лучший ход": "2 3"}}, ("best_move_not_three", "H2")),
        ({1: {"Убит первым": "да", "Лучший ход": "2 3 4 5"}}, ("best_move_not_three", "H2")),
        ({1: {"Убит первым": "да", "Лучший ход": "2 3 11"}}, ("best_move_no_seat", "H2")),
        ({1: {"Убит первым": "да", "Лучший ход": "2 3 3"}}, ("best_move_twice", "H2")),
        ({1: {"Убит первым": "да", "Лучший ход": "6 6 6"}}, ("best_move_twice", "H2")),
        ({1: {"Убит первым": "да", "Лучший ход": "1 8 9"}}, ("best_move_self", "H2")),
        ({1: {"Убит первым": "да"}, 2: {"Лучший ход": "2"}}, ("best_move_of_another", "H3")),
        ({1: {"Замечания": "5"}}, ("out_of_range", "I2")),
        ({1: {"Доп.": "много"}}, ("not_a_number", "L2")),
        ({1: {"Судья": "Лунин"}, 2: {"Судья": "Серов"}}, ("table_value_differs", "M3")),
        ({3: {"№": ""}}, ("seat_without_player", "C4")),
    ],
)
def test_a_slip_is_an_error_at_its_cell(marks: dict[int, dict[str, str]], expected: tuple[str, str]) -> None:
    assert errors(TEN + game(marks=marks)) == [expected]


@pytest.mark.parametrize(
    ("roles", "cell"),
    [
        (["мирный"] * 7 + ["мафия", "мафия", "дон"], "D8"),
        (["мирный"] * 10, "D8"),
        (CIVIL_AND_DONS, "D11"),
        (["мирный"] * 6 + ["шериф", "мафия", "мафия", "мафия"], "D11"),
    ],
)
def test_b21_each_protocol_has_6_1_2_1(roles: list[str], cell: str) -> None:
    assert errors(TEN + game(roles=roles)) == [("roles_wrong", cell)]


def test_b21_a_role_too_many_is_named_before_the_table_is_full() -> None:
    text = game(roles=["дон", "дон"] + [""] * 8, winner="")
    assert ("roles_wrong", "D3") in errors(TEN + text)


def test_seats_that_are_missing_are_named() -> None:
    text = "\n".join(game().splitlines()[:-2]) + "\n"
    found = [p for p in outcome(TEN + text)["problems"] if p["code"] == "seats_missing"]
    assert [p["cell"] for p in found] == ["A2"]
    assert "9, 10" in found[0]["message"]


def test_table_values_may_stand_on_several_rows_if_they_are_the_same() -> None:
    marks = {n: {"Победа": "Красные", "Судья": "Лунин"} for n in range(1, 11)}
    assert outcome(TEN + game(marks=marks))["problems"] == []
    only_last = {1: {"Победа": ""}, 10: {"Победа": "красные"}}
    assert outcome(TEN + game(marks=only_last))["rounds_complete"] == 1


def test_b11_a_black_first_killed_is_legal_and_pointed_out() -> None:
    found = outcome(TEN + game(marks={8: {"Убит первым": "да", "Лучший ход": "3"}}))["problems"]
    assert [(p["code"], p["severity"], p["cell"]) for p in found] == [("first_killed_black", "warning", "G9")]


def test_b11_a_best_move_without_a_first_killed_is_pointed_out() -> None:
    found = outcome(TEN + game(marks={1: {"Лучший ход": "1 8 9"}}))["problems"]
    assert ("best_move_without_kill", "H2") in [(p["code"], p["cell"]) for p in found]
    assert outcome(TEN + game(marks={1: {"Лучший ход": "0"}}))["problems"] == []


def test_b13_a_removal_has_its_reason() -> None:
    found = problems(TEN + game(marks={1: {"Удалён": "да"}}))
    assert found == [("removal_without_reason", "Тур 1", "J2")]
    assert problems(TEN + game(marks={1: {"Удалён": "ругань"}})) == []
    assert problems(TEN + game(marks={1: {"Удалён": "да", "Замечания": "4"}})) == []
    assert problems(TEN + game(marks={1: {"Удалён": "нет"}})) == []


def test_b6_an_awarded_result_is_shown_with_judge_and_note() -> None:
    marks = {1: {"Присуждено": "да", "Судья": "Лунин", "Примечание": "подсказка из зала"}}
    found = outcome(TEN + game(marks=marks))["problems"]
    assert [(p["code"], p["severity"], p["cell"]) for p in found] == [("result_awarded", "note", "N2")]
    assert "Лунин" in found[0]["message"]
    assert "подсказка из зала" in found[0]["message"]


def test_a_table_half_typed_is_told_but_no_error() -> None:
    found = outcome(TEN + game(roles=[*ROLES[:9], ""]))
    assert [(p["code"], p["severity"], p["cell"]) for p in found["problems"]] == [("roles_missing", "note", "D11")]
    assert found["rounds_complete"] == 0


def test_a_table_without_a_result_is_named_at_the_result() -> None:
    found = outcome(TEN + game(winner=""))
    assert [(p["code"], p["severity"], p["cell"]) for p in found["problems"]] == [("winner_missing", "warning", "E2")]
    assert found["standings"] == []


def test_signatures_alone_are_nothing() -> None:
    marks = {n: {"Подпись": "да"} for n in range(1, 11)}
    found = outcome(TEN + game(roles=[""] * 10, winner="", marks=marks))
    assert found["problems"] == []
    assert found["provisional"] is False


def test_a_player_at_two_tables_is_named_at_the_second() -> None:
    both = sheet("Тур 1", table(1, range(1, 11)), table(2, [*range(11, 20), 3]))
    assert errors(small() + people(20) + both) == [("player_twice_in_round", "C21")]


@pytest.mark.parametrize(
    ("typed", "nick"),
    [
        ("Чeрный Кот", "Чёрный Кот"),
        ("чёрный  кот", "Чёрный Кот"),
        ("ЧЕРНЫЙ КОТ", "Чёрный Кот"),
    ],
)
def test_a_nick_in_other_case_or_spaces_is_the_same(typed: str, nick: str) -> None:
    text = small() + people(10, {1: {"name": nick}}) + named(typed)
    assert errors(text) == []


@pytest.mark.parametrize(
    ("typed", "nick"),
    [("Ace", "Асе"), ("ЧёрныйКот", "Чёрный Кот"), ("Черный Ког", "Чёрный Кот"), ("Nick_7", "Nick-7"), ("TOM", "ТОМ")],
)
def test_a_look_alike_nick_is_unknown_and_comes_with_the_nearest(typed: str, nick: str) -> None:
    found = outcome(small() + people(10, {1: {"name": nick}}) + named(typed))["problems"]
    unknown = [p for p in found if p["code"] == "player_unknown"]
    assert [p["cell"] for p in unknown] == ["C2"]
    assert f"похоже на «{nick}»" in unknown[0]["message"]


def named(first: str) -> str:
    """A table by names, not numbers."""
    rows = [f"1 | {n} | {first if n == 1 else f'Ник {n:02}'} | {role}" for n, role in enumerate(ROLES, start=1)]
    return "[Тур 1]\nСтол | Место | Ник | Роль | Победа\n" + rows[0] + " | красные\n" + "\n".join(rows[1:]) + "\n"


def test_b22_an_unnamed_stand_in_is_told_where_nobody_is_missing() -> None:
    found = outcome(small() + people(9) + game(who=[*range(1, 10), ""]))
    assert [(p["code"], p["severity"], p["cell"]) for p in found["problems"]] == [("stand_in_unnamed", "note", "C11")]
    assert found["rounds_complete"] == 1


def test_b7_results_after_a_disqualification_are_an_error() -> None:
    text = small(2) + people(10, {1: {"status": "дисквалифицирован", "since": "2"}}) + game() + game("Тур 2")
    assert ("player_gone", "Тур 2", "C2") in problems(text)
    kept = small(2) + people(10, {1: {"status": "дисквалифицирован", "since": "2"}}) + game()
    found = outcome(kept)
    assert [(r["status"], r["points"]) for r in found["standings"] if r["number"] == 1] == [("disqualified", "2")]


def test_results_of_one_table_stand_while_another_has_an_error() -> None:
    bad = table(2, range(11, 21), marks={1: {"Место": "2"}})
    found = outcome(CUP + people(20) + sheet("Тур 1", table(1, range(1, 11)), bad))
    assert len(found["standings"]) == 20
    assert found["provisional"] is True
    assert {r["points"] for r in found["standings"] if r["number"] > 10} == {"0"}
