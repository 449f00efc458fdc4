"""Who is new, whose double is left out, who is only pointed at; and in which rows people land."""

from __future__ import annotations

import io

import openpyxl

from tests.books import MCR, as_bytes, book, workbook
from tests.import_.forms import EMPTY, HEAD, rows, take
from tourney_xlsx.excel.importing import Imported
from tourney_xlsx.excel.starter import starter
from tourney_xlsx.games import GAMES

FULL = EMPTY + "1 | Анна Петрова\n2 | Пётр Ильин\n"


def same(found: Imported) -> dict[str, str]:
    return {p.name: p.same.cell or f"row {p.same.row}" for p in found.people if p.same}


def alike(found: Imported) -> dict[str, str]:
    return {p.name: p.alike.name for p in found.people if p.alike}


def names(found: Imported) -> list[str]:
    return [row["Игрок"] for row in rows(found)]


def test_new_people_come_below_the_last_player() -> None:
    found = take("Игрок,Город\nОлег,Тверь\nИрина,Тула\n", FULL)
    assert [(p.name, p.at.a1 if p.at else "") for p in found.people] == [("Олег", "B4"), ("Ирина", "B5")]
    assert rows(found)[2:] == [{"Игрок": "Олег", "Город": "Тверь"}, {"Игрок": "Ирина", "Город": "Тула"}]
    assert rows(found)[:2] == [{"№": 1, "Игрок": "Анна Петрова"}, {"№": 2, "Игрок": "Пётр Ильин"}]


def test_a_person_in_the_workbook_already_is_left_out() -> None:
    found = take("Игрок\nанна  петрова\nПЁТР\u00a0ИЛЬИН\nОлег\n", FULL)
    assert same(found) == {"анна петрова": "B2", "ПЁТР ИЛЬИН": "B3"}
    assert names(found) == ["Анна Петрова", "Пётр Ильин", "Олег"]


def test_e_and_yo_and_look_alike_letters_are_the_same_person() -> None:
    latin = "A\u043d\u043d\u0430 \u041f\u0435\u0442\u0440\u043e\u0432\u0430"
    assert set(same(take(f"Игрок\nПетр Ильин\n{latin}\n", FULL)).values()) == {"B2", "B3"}


def test_a_person_twice_in_the_form_is_written_once_as_first_answered() -> None:
    found = take("Игрок,Город\nОлег,Тверь\nИрина,Тула\nОЛЕГ,Москва\n")
    assert same(found) == {"ОЛЕГ": "row 2"}
    assert rows(found) == [{"Игрок": "Олег", "Город": "Тверь"}, {"Игрок": "Ирина", "Город": "Тула"}]


def test_names_that_look_alike_are_written_and_pointed_at() -> None:
    found = take("Игрок\nПетрова Анна\nПёрт Ильин\nСтепанова-Белая Ольга\nСтепанова Белая Ольга\nОлег Зуев\n", FULL)
    assert alike(found) == {
        "Петрова Анна": "Анна Петрова",
        "Пёрт Ильин": "Пётр Ильин",
        "Степанова Белая Ольга": "Степанова-Белая Ольга",
    }
    assert len(names(found)) == 7


def test_different_people_of_a_family_are_not_pointed_at() -> None:
    family = "Игрок\nИванов Иван\nИванов Пётр\nИванова Мария\nСмирнов Иван\nКузнецова Анна\n"
    assert alike(take(family)) == {}


def test_the_same_phone_under_another_name_is_pointed_at_and_not_copied() -> None:
    found = take("Игрок,Телефон\nЛиса,+7 900 123-45-67\nКот,89001234568\nСова,8 (900) 123 45 67\n")
    assert [(p.name, p.contact) for p in found.people if p.contact] == [("Сова", 2)]
    assert b"123-45" not in found.workbook and "Телефон" not in str(rows(found))


def test_rows_without_a_name_and_examples_are_passed_over() -> None:
    found = take("Игрок,Город\n,Тула\nПример: Анна,Москва\nОлег,\n")
    assert found.nameless == (2,) and names(found) == ["Олег"]


def test_importing_the_same_form_again_adds_nobody_and_changes_no_byte() -> None:
    form = "Игрок,Город\nОлег,Тверь\nИрина,Тула\n"
    first = take(form, FULL)
    again = take(form, first.workbook)
    assert again.added == () and again.workbook == first.workbook
    more = take(form + "Лев,Псков\n", first.workbook)
    assert [(p.name, p.at.a1) for p in more.added if p.at] == [("Лев", "B6")]


def test_numbers_drawn_before_and_formulas_beside_are_no_obstacle() -> None:
    made = workbook(FULL.replace("Статус", "Статус | Длина"))
    sheet = made["Игроки"]
    for row in range(2, 12):
        sheet.cell(row, 1, row - 1)
        sheet.cell(row, 9, f"=LEN(B{row})")
    found = take("Игрок\nОлег\n", as_bytes(made))
    assert found.added[0].at.a1 == "B4"
    written = openpyxl.load_workbook(io.BytesIO(found.workbook))["Игроки"]
    assert [written["A4"].value, written["B4"].value, written["I4"].value] == [3, "Олег", "=LEN(B4)"]


def test_a_line_of_the_organisers_below_the_players_is_stepped_over() -> None:
    made = workbook(FULL)
    made["Игроки"]["A5"] = "Итого"
    made["Игроки"]["K6"] = "мест: 40"
    found = take("Игрок\nОлег\nИрина\n", as_bytes(made))
    assert [p.at.a1 for p in found.added] == ["B7", "B8"]


def test_hidden_rows_are_stepped_over() -> None:
    made = workbook(FULL)
    made["Игроки"].row_dimensions[4].hidden = True
    made["Игроки"]["D4"] = 5
    assert [p.at.a1 for p in take("Игрок\nОлег\n", as_bytes(made)).added] == ["B5"]


def test_the_starter_takes_people_below_its_examples_in_its_own_formats() -> None:
    for game, lang, sheet in (("mcr", "ru", "Игроки"), ("mafia", "en", "Players")):
        data = as_bytes(starter(GAMES[game], lang, title="", rounds=None))
        found = take("Timestamp,Name\n2026/11/05 6:12:33 PM GMT+3,Anna\n", data)
        assert found.sheet == sheet and found.added[0].at.a1 == "B4" and found.lang == lang
        cell = openpyxl.load_workbook(io.BytesIO(found.workbook))[sheet]["G4"]
        assert cell.is_date and cell.value.second == 33


def test_a_workbook_whose_game_is_not_known_yet_takes_people_too() -> None:
    data = book(f"[Игроки]\n{HEAD} | Стаж\n")
    assert rows(take("Игрок,Стаж\nОлег,2 года\n", data)) == [{"Игрок": "Олег", "Стаж": "2 года"}]


def test_english_sheets_and_headers() -> None:
    data = book("[Tournament]\nSetting | Value\nGame | mcr\nLanguage | en\n[Players]\nNo | Player | City | Registered\n")
    found = take("Отметка времени;ФИО;Город\n05.11.2026 18:12;Anna;Tula\n", data)
    assert rows(found, "Players") == [{"Player": "Anna", "City": "Tula", "Registered": "2026-11-05 18:12:00"}]
    assert found.lang == "en" and take("Name\nAnna\n", data, "ru").lang == "ru"


def test_a_title_above_the_players_header_does_no_harm() -> None:
    data = book(MCR + "[Игроки]\nКубок клуба\n\n№ | Игрок\n1 | Анна\n")
    assert [p.at.a1 for p in take("Игрок\nОлег\n", data).added] == ["B5"]
