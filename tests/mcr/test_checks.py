"""A-14 to A-17: what is wrong with a protocol is named at its cell."""

from __future__ import annotations

import pytest

from tests.books import MCR, outcome, players, problems

HEAD = "[Тур 1]\nСтол | Ветер | № | Игрок | ИО | ТО | Штраф | Предупреждения | Подпись\n"
GOOD = ["1 | В | 1 | | 30", "1 | Ю | 2 | | 10", "1 | З | 3 | | -10", "1 | С | 4 | | -30"]


def sheet(*lines: str, **changed: str) -> str:
    """A tour of one good table with rows changed: `r2="1 | В | …"` replaces the row 2 of the sheet."""
    rows = list(GOOD)
    for key, line in changed.items():
        rows[int(key[1:]) - 2] = line
    return HEAD + "\n".join([*rows, *lines]) + "\n"


def errors(text: str) -> list[tuple[str, str]]:
    return [(p["code"], p["cell"]) for p in outcome(MCR + text)["problems"] if p["severity"] == "error"]


def test_a_good_table_has_no_problem() -> None:
    assert outcome(MCR + players(4) + sheet())["problems"] == []


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"r3": "1 | Ю | 1 | | 10"}, ("player_twice_in_round", "D3")),
        ({"r3": "1 | Ю | | Игрок 2 | 10"}, ("player_unknown", "D3")),
        ({"r3": "1 | Ю | 99 | | 10"}, ("number_unknown", "C3")),
        ({"r3": "1 | Ю | 2 | Игрок 03 | 10"}, ("number_name_differ", "C3")),
        ({"r3": "1 | В | 2 | | 10"}, ("seat_twice", "B3")),
        ({"r3": "1 | Х | 2 | | 10"}, ("not_one_of", "B3")),
        ({"r3": "1 | Ю | 2 | | 10.5"}, ("not_whole", "E3")),
        ({"r3": "1 | Ю | 2 | | десять"}, ("not_a_number", "E3")),
        ({"r3": "1 | Ю | 2 | | 2026-01-03 00:00"}, ("became_date", "E3")),
        ({"r3": "1 | Ю | 2 | | =1+1"}, ("formula_without_value", "E3")),
        ({"r3": "1 | Ю | 2 | | 20"}, ("sum_not_zero", "E2")),
        ({"r2": "1 | В | 1 | | 32", "r3": "1 | Ю | 2 | | 8", "r4": "1 | З | 3 | | 10"}, ("sum_not_zero_sign", "E4")),
        ({"r3": "1 | Ю | 2 | | 10 | 4"}, ("table_points_wrong", "F3")),
        ({"r3": "1 | Ю | 2 | | 10 | 5"}, ("out_of_range", "F3")),
    ],
)
def test_a_slip_is_an_error_at_its_cell(changed: dict[str, str], expected: tuple[str, str]) -> None:
    assert errors(players(4) + sheet(**changed)) == [expected]


def test_an_unknown_name_comes_with_the_nearest() -> None:
    people = "[Игроки]\nИгрок\nИванов Иван\nПетрова Анна\nСидоров Олег\nКузнецов Пётр\n"
    rows = [
        "1 | В | | Иваноф Иван | 30",
        "1 | Ю | | Анна Петрова | 10",
        "1 | З | | Сидоров Олег | -10",
        "1 | С | | Кузнецов Петр | -30",
    ]
    found = outcome(MCR + people + HEAD + "\n".join(rows))["problems"]
    unknown = {p["cell"]: p["message"] for p in found if p["code"] == "player_unknown"}
    assert "Иванов Иван" in unknown["D2"]
    assert "Петрова Анна" in unknown["D3"]
    assert set(unknown) == {"D2", "D3"}


def test_latin_letters_in_a_russian_name_are_accepted_and_shown() -> None:
    people = "[Игроки]\n№ | Игрок\n1 | Королёв Олег\n2 | Б\n3 | В\n4 | Г\n"
    found = problems(MCR + people + sheet(r2="1 | В | | Кopолев Олег | 30"))
    assert found == [("name_mixed_letters", "Тур 1", "D2")]


def test_an_old_spelling_beside_the_right_number_counts_for_the_player() -> None:
    people = players(4, {1: "1 | Иванов Иван"})
    assert problems(MCR + people + sheet(r2="1 | В | 1 | Иваноф Иван | 30")) == [
        ("name_spelt_otherwise", "Тур 1", "D2")
    ]


@pytest.mark.parametrize("written", ["2,33", "2.33", "7/3", "'2,333"])
def test_a1_rounded_table_points_stand_for_thirds(written: str) -> None:
    rows = [f"1 | В | 1 | | 10 | {written}", "1 | Ю | 2 | | 10", "1 | З | 3 | | 10", "1 | С | 4 | | -30"]
    assert errors(players(4) + HEAD + "\n".join(rows)) == []


@pytest.mark.parametrize("written", ["2,4", "2,3", "2"])
def test_a1_table_points_rounded_too_far_are_wrong(written: str) -> None:
    rows = [f"1 | В | 1 | | 10 | {written}", "1 | Ю | 2 | | 10", "1 | З | 3 | | 10", "1 | С | 4 | | -30"]
    assert errors(players(4) + HEAD + "\n".join(rows)) == [("table_points_wrong", "F2")]


HANDS = "[Раздачи 1]\nСтол | Раздача | Очки | Взял | Набросил | Штраф В | Штраф Ю | Штраф З | Штраф С\n"


def test_a17_hands_that_give_the_totals_pass() -> None:
    text = players(4) + sheet(
        r2="1 | В | 1 | | 34", r3="1 | Ю | 2 | | -18", r4="1 | З | 3 | | -8", r5="1 | С | 4 | | -8"
    )
    assert errors(text + HANDS + "1 | 1 | 10 | В | Ю\n1 | 2 | 0\n1 | 3 | | | \n") == []


def test_a17_totals_that_sum_to_0_but_differ_from_the_hands_name_table_numbers_and_hand() -> None:
    text = players(4) + sheet(
        r2="1 | В | 1 | | 34", r3="1 | Ю | 2 | | -18", r4="1 | З | 3 | | -8", r5="1 | С | 4 | | -8"
    )
    found = outcome(MCR + text + HANDS + "1 | 1 | 10 | В | З\n1 | 2 | 0\n")["problems"]
    assert [(p["code"], p["sheet"], p["cell"]) for p in found if p["severity"] == "error"] == [
        ("hands_differ", "Тур 1", "E3"),
        ("hands_differ", "Тур 1", "E4"),
    ]
    assert "Стол 1, Ю, Игрок 02: вписано -18, по раздачам -8, разница -10." in found[0]["message"]
    suspects = [(p["cell"], p["message"]) for p in found if p["code"] == "hands_suspect_discard"]
    assert len(suspects) == 1
    assert suspects[0][0] == "C2"
    assert "в раздаче 1 взял В с Ю, 10" in suspects[0][1]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("1 | 1 | 7 | В | Ю", ("hand_worth_low", "C2")),
        ("1 | 1 | 10 | В | В", ("hand_winner_discarder", "E2")),
        ("1 | 1 | 10 | | Ю", ("hand_worth_alone", "C2")),
        ("1 | 1 | 0 | | Ю", ("hand_discarder_alone", "E2")),
        ("1 | 17 | 10 | В | Ю", ("hands_too_many", "B2")),
        ("9 | 1 | 10 | В | Ю", ("hands_without_table", "A2")),
        ("1 | 1 | 10 | Щ | Ю", ("not_one_of", "D2")),
    ],
)
def test_a14_a17_a_wrong_hand_is_an_error_at_its_cell(line: str, expected: tuple[str, str]) -> None:
    assert expected in errors(players(4) + sheet() + HANDS + line + "\n")


def test_a14_a_seventeenth_hand_is_one_too_many_and_a_doubled_one_is_named() -> None:
    rows = "\n".join(f"1 | {n if n < 17 else 16} | 0 |" for n in range(1, 18))
    found = errors(players(4) + sheet() + HANDS.replace("Очки", "Очки") + rows.replace(" 0 |", " 0 | "))
    assert ("hand_twice", "B18") in found
    assert ("hands_too_many", "B18") in found


def test_a17_hand_penalties_are_part_of_the_game_points_and_may_leave_a_sum() -> None:
    text = players(4) + sheet(r2="1 | В | 1 | | -10", r3="1 | Ю | 2 | | 0", r4="1 | З | 3 | | 0", r5="1 | С | 4 | | 0")
    assert errors(text + HANDS + "1 | 1 | 0 | | | -10\n") == []
    assert errors(text) == [("sum_not_zero", "E2")]


def test_a17_hands_without_written_totals_do_not_count_until_the_table_has_finished() -> None:
    blank = sheet(r2="1 | В | 1", r3="1 | Ю | 2", r4="1 | З | 3", r5="1 | С | 4")
    found = outcome(MCR + players(4) + blank + HANDS + "1 | 1 | 10 | В | Ю\n")
    assert found["standings"] == []
    assert found["seating"] is None
    assert [p["code"] for p in found["problems"]] == ["hands_only"]
    assert "34, -18, -8, -8" in found["problems"][0]["message"]


def test_a17_sixteen_hands_finish_a_table() -> None:
    blank = sheet(r2="1 | В | 1", r3="1 | Ю | 2", r4="1 | З | 3", r5="1 | С | 4")
    hands = "".join(f"1 | {n} | 10 | В | Ю\n" for n in range(1, 17))
    found = outcome(MCR + players(4) + blank + HANDS + hands)
    assert found["standings"][0]["keys"] == {"table_points": "4", "game_points": str(34 * 16)}
    assert found["rounds_complete"] == 1


def test_a17_hands_of_a_signed_protocol_stand_for_its_totals() -> None:
    signed = [f"1 | {wind} | {n} | | | | | | да" for n, wind in enumerate("ВЮЗС", start=1)]
    found = outcome(MCR + players(4) + HEAD + "\n".join(signed) + "\n" + HANDS + "1 | 1 | 10 | В | Ю\n")
    assert found["rounds_complete"] == 1
    assert [p["code"] for p in found["problems"]] == ["hands_taken"]


def test_a15_a_fine_needs_a_warning_before_it_and_a_second_breach_a_fine() -> None:
    assert problems(MCR + players(4) + sheet(r2="1 | В | 1 | | 30 | | 10")) == [("fine_without_warning", "Тур 1", "G2")]
    assert problems(MCR + players(4) + sheet(r2="1 | В | 1 | | 30 | | | 2")) == [
        ("second_breach_without_fine", "Тур 1", "H2")
    ]
    assert problems(MCR + players(4) + sheet(r2="1 | В | 1 | | 30 | | 10 | 1")) == []
    assert problems(MCR + players(4) + sheet(r2="1 | В | 1 | | 30 | | 10 | 3")) == [("third_breach", "Тур 1", "H2")]


def test_a16_an_empty_seat_is_told_and_two_empty_seats_are_an_error() -> None:
    assert problems(MCR + players(4) + sheet(r5="1 | С | | | ", r2="1 | В | 1 | | 0")) == [
        ("table_of_three", "Тур 1", "A2")
    ]
    lonely = HEAD + "1 | В | 1 | | 30\n1 | Ю | 2 | | -30\n"
    assert errors(players(4) + lonely) == [("table_short", "A2")]


def test_a16_the_substitutes_points_are_on_the_substitutes_row() -> None:
    people = players(5, {5: "5 | Игрок 05 | замена"}, header="№ | Игрок | Статус")
    text = people + sheet("1 | С | 5 | | ")
    assert ("substitution_points", "E5") in errors(text)


def test_a_table_half_typed_is_told_but_no_error_and_the_rest_is_provisional() -> None:
    found = outcome(MCR + players(4) + sheet(r5="1 | С | 4"))
    assert [(p["code"], p["severity"], p["cell"]) for p in found["problems"]] == [("table_incomplete", "note", "E5")]
    assert found["rounds_complete"] == 0


def test_somebody_who_withdrew_earlier_has_no_result_later() -> None:
    people = players(4, {1: "1 | Игрок 01 | снялся | 0"}, header="№ | Игрок | Статус | По тур")
    assert ("player_gone", "D2") in errors(people + sheet())
