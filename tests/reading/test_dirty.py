"""Workbooks as people make them: each oddity is read right or named at its cell; never a wrong number."""

from __future__ import annotations

import pytest

from tests.books import MCR, as_bytes, outcome, players, problems, protocol, workbook

GOOD = protocol(1, [(1, 30), (2, 10), (3, -10), (4, -30)])


def game_points(text: str | bytes) -> dict[int, str]:
    return {row["number"]: row["keys"]["game_points"] for row in outcome(text)["standings"]}


@pytest.mark.parametrize("typed", ["'30", "'30,0", "' 30 ", "'+30", "'\u00a030", "30.0", "29.99999999999999"], ids=repr)
def test_numbers_as_text_with_spaces_and_commas_are_read(typed: str) -> None:
    text = MCR + players(4) + GOOD.replace("| 30", f"| {typed}")
    assert game_points(text)[1] == "30"
    assert problems(text) == []


@pytest.mark.parametrize("minus", ["-", "\u2212", "\u2013", "\u2014", "\ufe63"], ids=repr)
def test_every_minus_is_a_minus(minus: str) -> None:
    assert game_points(MCR + players(4) + GOOD.replace("| -10", f"| '{minus}10"))[3] == "-10"


@pytest.mark.parametrize("typed", ["'1.250,5", "'1,2,3", "'тридцать", "'30 очков", "'2:1"])
def test_what_is_no_number_is_named_at_its_cell(typed: str) -> None:
    text = MCR + players(4) + GOOD.replace("| 30", f"| {typed}")
    assert problems(text) == [("not_a_number", "Тур 1", "D2")]


def test_an_error_cell_is_named() -> None:
    made = workbook(MCR + players(4) + GOOD)
    made["Тур 1"]["D2"] = "#REF!"
    made["Тур 1"]["D2"].data_type = "e"
    assert problems(as_bytes(made)) == [("cell_error", "Тур 1", "D2")]


def test_titles_above_blank_rows_between_and_a_remark_below() -> None:
    text = (
        "[Турнир]\nНастройки турнира\n\nПараметр: | ЗНАЧЕНИЕ.\nигра | Маджонг\n"
        "[Игроки]\nУчастники клубного турнира\n\n | № | ФИО\n | 1 | Анна\n\n | 2 | Борис\n | 3 | Вера\n\n\n | 4 | Глеб\n"
        "[Тур 1]\nПервый тур, 10:00\n\nСтол | Место | Участник | Мини-очки\n"
        "1 | Восток | Анна | 30\n1 | юг | БОРИС | 10\n\n1 | З | Вера | -10\n1 | C | Глеб | -30\nСудья: Анна\n"
    )
    found = outcome(text)
    assert found["problems"] == []
    assert found["rounds_complete"] == 1


def test_english_workbook_english_words() -> None:
    text = (
        "[Tournament]\nSetting | Value\nGame | mcr\nLanguage | en\nDraw seed | x\n"
        "[Players]\nNo | Name\n1 | Ann\n2 | Bob\n3 | Cid\n4 | Dan\n"
        "[Round 1]\nTable | Wind | Player | GP | TP\n1 | E | Ann | 30 | 4\n1 | S | Bob | 10 | 2\n1 | W | Cid | -10\n1 | N | Dan | -30 | 1\n"
    )
    found = outcome(text)
    assert [(p["code"], p["sheet"], p["cell"]) for p in found["problems"]] == [("table_points_wrong", "Round 1", "E5")]
    assert "table points 1 are written" in found["problems"][0]["message"]


def test_yo_case_nbsp_and_invisible_signs_do_not_matter_in_names() -> None:
    people = "[Игроки]\n№ | Игрок\n1 | Королёв\u00a0Пётр\n2 | Б\n3 | В\n4 | Г\n"
    sheet = GOOD.replace("№", "Игрок").replace("| 1 |", "| королев  пе\u0301тр |", 1)
    sheet = "[Тур 1]\nСтол | Ветер | Игрок | ИО\n1 | В | КОРОЛЕВ ПЕТР | 30\n1 | Ю | Б\u200b | 10\n1 | З | в | -10\n1 | С | Г  | -30\n"
    assert problems(MCR + people + sheet) == []


def test_a_table_number_only_on_the_first_row_or_merged_down() -> None:
    text = (
        MCR
        + players(4)
        + "[Тур 1]\nСтол | Ветер | № | ИО\n1 | В | 1 | 30\n | Ю | 2 | 10\n | З | 3 | -10\n | С | 4 | -30\n"
    )
    assert outcome(text)["rounds_complete"] == 1
    made = workbook(text)
    made["Тур 1"].merge_cells("A2:A5")
    assert outcome(as_bytes(made))["rounds_complete"] == 1


def test_merged_results_are_pointed_out() -> None:
    made = workbook(MCR + players(4) + GOOD)
    made["Тур 1"].merge_cells("D2:D3")
    assert ("merged_cells", "Тур 1", "D2") in problems(as_bytes(made))


def test_a_missing_header_names_what_it_may_be() -> None:
    found = outcome(MCR + players(4) + GOOD.replace("ИО", "ИОО"))["problems"]
    assert [(p["code"], p["cell"]) for p in found] == [("column_missing", "D1")]
    assert "«ИОО»" in found[0]["message"] or "ИОО" in found[0]["message"]


def test_a_doubled_header_is_an_error() -> None:
    assert ("column_twice", "Тур 1", "E1") in problems(MCR + players(4) + GOOD.replace("| ИО\n", "| ИО | ИО\n"))


def test_unknown_columns_sheets_and_settings_are_the_organisers_own() -> None:
    text = (
        MCR
        + "Телефон главного судьи | 123\n[Моё]\nчто угодно | 1\n"
        + players(4, {1: "1 | Игрок 01 | +7 000"}, header="№ | Игрок | Телефон")
        + GOOD
    )
    assert problems(text) == []


def test_a_misspelt_setting_is_pointed_out_and_a_doubled_one_an_error() -> None:
    assert problems(MCR + "Туроф | 5\n" + players(4) + GOOD)[0] == ("setting_unknown", "Турнир", "A4")
    assert problems(MCR + "Туров | 5\nТуров | 6\n" + players(4) + GOOD)[0] == ("setting_twice", "Турнир", "A5")


def test_a_bad_setting_is_an_error_at_its_cell() -> None:
    assert problems(MCR + "Туров | четыре\n" + players(4) + GOOD) == [("not_a_number", "Турнир", "B4")]
    assert problems(MCR + "Язык | французский\n" + players(4) + GOOD) == [("not_one_of", "Турнир", "B4")]


def test_without_a_game_there_is_one_error_at_the_settings() -> None:
    assert problems("[Турнир]\nПараметр | Значение\nНазвание | Кубок\n" + players(4)) == [
        ("game_missing", "Турнир", "B2")
    ]


def test_missing_sheets_are_named() -> None:
    assert problems(players(4)) == [("sheet_missing", "Турнир", "")]
    found = outcome(MCR + "[Игрокии]\n№ | Игрок\n1 | Анна\n")["problems"]
    assert [(p["code"], p["sheet"]) for p in found] == [("sheet_missing", "Игрокии")]
    assert "Переименуйте" in found[0]["message"]


def test_two_sheets_of_one_kind_are_an_error() -> None:
    assert ("sheet_twice", "Round 1", "") in problems(MCR + players(4) + GOOD + GOOD.replace("[Тур 1]", "[Round 1]"))


def test_a_round_that_is_missing_in_between_is_an_error() -> None:
    text = MCR + players(4) + GOOD + GOOD.replace("[Тур 1]", "[Тур 3]")
    assert problems(text, "round_gap") == [("round_gap", "Тур 3", "A1")]


def test_players_twice_numbers_twice_and_names_alike() -> None:
    people = "[Игроки]\n№ | Игрок\n1 | Анна\n1 | Борис\n3 | анна\n4 | Вера-Ника\n5 | Вера Ника\n"
    assert problems(MCR + people, "number_twice", "player_twice", "players_look_alike") == [
        ("number_twice", "Игроки", "A3"),
        ("player_twice", "Игроки", "B4"),
        ("players_look_alike", "Игроки", "B6"),
    ]


def test_rows_with_a_number_only_are_passed_over_and_a_row_without_a_name_is_not() -> None:
    people = "[Игроки]\n№ | Игрок | Город\n1 | Анна | Тверь\n2 | |\n3 | | Псков\n"
    assert problems(MCR + people, "name_missing") == [("name_missing", "Игроки", "B4")]


def test_the_starters_examples_are_no_players() -> None:
    people = "[Игроки]\n№ | Игрок\n | Пример: Иванов Иван\n1 | Анна\n2 | Борис\n3 | Вера\n4 | Глеб\n"
    assert len(outcome(MCR + people)["entries"]) == 4


def test_nicks_that_look_like_numbers_or_formulas_stay_as_typed() -> None:
    people = "[Игроки]\nИгрок\n'007\n'1/2\n'NA\nnull\n"
    assert sorted(e["name"] for e in outcome(MCR + people)["entries"]) == ["007", "1/2", "NA", "null"]


def test_a_used_range_of_a_million_rows_is_read_by_its_cells() -> None:
    made = workbook(MCR + players(4) + GOOD)
    made["Тур 1"].cell(1_048_576, 16_384).number_format = "0.00"
    made["Игроки"].row_dimensions[1_000_000].height = 20
    assert problems(as_bytes(made)) == []


def test_a_formula_with_a_stored_value_is_read_and_one_on_our_sheet_is_not_trusted() -> None:
    from tests.books import event

    first = event(MCR + players(4) + GOOD)
    import io
    import re
    import zipfile

    from openpyxl import load_workbook

    made = load_workbook(io.BytesIO(first.workbook))
    made["Тур 1"]["D2"] = "=20+10"
    made["Тур 1"]["D3"] = "=Итоги!A5"
    raw = as_bytes(made)
    stored = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as source, zipfile.ZipFile(stored, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            content = re.sub(rb"(<f>20\+10</f>)<v ?/?>(</v>)?", rb"\1<v>30</v>", content)
            content = re.sub("(<f>Итоги!A5</f>)<v ?/?>(</v>)?".encode(), rb"\1<v>10</v>", content)
            target.writestr(name, content)
    found = problems(stored.getvalue())
    assert ("formula_on_our_sheet", "Тур 1", "D3") in found
    assert ("formula_without_value", "Тур 1", "D2") not in found
