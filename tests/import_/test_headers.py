"""What a form's columns are taken for: any order, both languages, usual questions; nothing guessed in silence."""

from __future__ import annotations

import pytest

from tests.import_.forms import CUP, EMPTY, rows, take, uses
from tourney_xlsx import i18n
from tourney_xlsx.excel.importing.headers import match
from tourney_xlsx.games import GAMES


def taken(header: str, workbook: str = EMPTY) -> dict[str, str]:
    answers = ",".join(f"Ответ{n}" for n in range(header.count(",") + 1))
    return uses(take(f"{header}\n{answers}\n", workbook).columns)


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize("game", list(GAMES))
def test_every_header_and_alias_of_both_languages_is_known(lang: str, game: str) -> None:
    keys = [c.key for c in GAMES[game].players.columns]
    columns = {key: n for n, key in enumerate(keys, 1)}
    for key in keys:
        for word in i18n.names_in(lang, f"column.players.{key}"):
            found = match({1: f" {word.upper()}: "}, columns, {}, game)
            assert found[0].key == key, word


def test_any_order_is_taken_and_said() -> None:
    assert taken("Клуб,Отметка времени,Город,ФИО,Рейтинг") == {
        "Клуб": "known:club",
        "Отметка времени": "known:registered",
        "Город": "known:city",
        "ФИО": "known:name",
        "Рейтинг": "known:rating",
    }
    assert taken("Timestamp,Your full name,Your city (where you live)") == {
        "Timestamp": "known:registered",
        "Your full name": "known:name",
        "Your city (where you live)": "known:city",
    }


def test_a_columns_position_decides_nothing() -> None:
    first = rows(take("Город,Игрок\nТула,Анна\n"))
    assert first == rows(take("Игрок,Город\nАнна,Тула\n")) == [{"Игрок": "Анна", "Город": "Тула"}]


def test_unknown_columns_are_named_and_left_out() -> None:
    found = take("Игрок,Размер футболки\nАнна,M\n")
    assert uses(found.columns)["Размер футболки"] == "unknown"
    assert rows(found) == [{"Игрок": "Анна"}]


def test_the_organisers_own_column_of_the_same_header_is_filled() -> None:
    found = take("Игрок,Телефон,Размер футболки\nАнна,+7 900 123-45-67,M\n", EMPTY.replace("Статус", "Статус | ТЕЛЕФОН "))
    assert uses(found.columns) == {"Игрок": "known:name", "Телефон": "own", "Размер футболки": "unknown"}
    assert rows(found) == [{"Игрок": "Анна", "ТЕЛЕФОН": "+7 900 123-45-67"}]


def test_an_own_column_is_filled_once_and_also_under_a_word_of_another_games() -> None:
    found = take("Игрок,Стаж,Стаж\nАнна,2 года,3 года\n", EMPTY.replace("Статус", "Стаж"))
    assert [t.use.value for t in found.columns] == ["known", "own", "spare"]
    assert rows(found) == [{"Игрок": "Анна", "Стаж": "2 года"}]


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("Телефон", "нет"),
        ("Ваш e-mail", "-"),
        ("Адрес электронной почты", "-"),
        ("Дата рождения", "01.01.1990"),
        ("Как с вами связаться?", "anna@example.org"),
        ("Для чата", "@anna_dragon"),
        ("Мобильный для связи", "8 (900) 123-45-67"),
    ],
)
def test_contacts_are_known_by_their_header_or_their_answers_and_not_copied(header: str, value: str) -> None:
    found = take(f"Игрок;{header}\nАнна;{value}\n")
    assert uses(found.columns)[header] == "personal"
    assert rows(found) == [{"Игрок": "Анна"}]


def test_what_the_organisers_decide_is_not_taken_from_a_form() -> None:
    found = take("№,Игрок,Явка,Решение организаторов\n7,Анна,да,да\n", EMPTY.replace("Статус", "Явка | Решение"))
    assert set(uses(found.columns).values()) == {
        "organisers:number",
        "known:name",
        "organisers:present",
        "organisers:decision",
    }
    assert rows(found) == [{"Игрок": "Анна"}]


def test_a_column_that_the_players_sheet_lacks_is_said() -> None:
    assert taken("Игрок,Страна,Стаж")["Страна"] == "absent:country"


def test_of_two_columns_for_the_same_the_surer_one_is_taken() -> None:
    assert taken("Имя,ФИО,Ник") == {"Имя": "spare:name", "ФИО": "known:name", "Ник": "spare:name"}
    assert taken("Игрок,Из какого вы города,Город") == {
        "Игрок": "known:name",
        "Из какого вы города": "spare:city",
        "Город": "known:city",
    }


def test_surname_and_name_asked_apart_make_one_name() -> None:
    found = take("Имя,Ник,Отчество,Фамилия\nАнна,Лиса,,Петрова\nПётр,Кот,Ильич,Ильин\n")
    assert uses(found.columns) == {
        "Имя": "part:given",
        "Ник": "spare:name",
        "Отчество": "part:patronymic",
        "Фамилия": "part:surname",
    }
    assert [row["Игрок"] for row in rows(found)] == ["Петрова Анна", "Ильин Пётр Ильич"]


def test_a_question_for_the_whole_name_goes_before_its_parts() -> None:
    assert taken("Фамилия,Имя,Фамилия и имя")["Фамилия и имя"] == "known:name"
    assert taken("Фамилия,Имя,Имя игрока")["Имя игрока"] == "known:name"


def test_in_mafia_the_nick_is_the_name() -> None:
    found = take("ФИО,Игровой ник\nПетрова Анна,Лиса\n", CUP)
    assert uses(found.columns) == {"ФИО": "spare:name", "Игровой ник": "known:name"}
    assert taken("Фамилия,Имя,Ник", CUP) == {"Фамилия": "spare:name", "Имя": "spare:name", "Ник": "known:name"}
    assert taken("Фамилия,Имя", CUP) == {"Фамилия": "part:surname", "Имя": "part:given"}


def test_a_title_above_the_header_does_no_harm() -> None:
    found = take("Кубок клуба 2026,,\n,,\nГород,Игрок,Клуб\nТула,Анна,Бамбук\n")
    assert rows(found) == [{"Игрок": "Анна", "Город": "Тула", "Клуб": "Бамбук"}]
    assert found.people[0].row == 4
