"""A form's file as it comes: encodings, delimiters, line ends, workbooks; and files that are none."""

from __future__ import annotations

import random

import pytest

from tests.import_.forms import EMPTY, at, rows, take, xlsx
from tourney_xlsx.excel.importing.headers import score
from tourney_xlsx.excel.importing.table import read_form
from tourney_xlsx.excel.package import PackageError
from tourney_xlsx.excel.read import DamagedError

TEXT = 'Отметка времени{d}Игрок{d}Город\r\n05.11.2026 18:12:33{d}Ёлкина Анна{d}"Тула{d} область"\r\n05.11.2026 18:13:00{d}"О\'Нил ""Кот"" Пётр"{d}\r\n'
WANTED = [
    {"Игрок": "Ёлкина Анна", "Зарегистрирован": "05.11.2026 18:12:33"},
    {"Игрок": "О'Нил \"Кот\" Пётр", "Зарегистрирован": "05.11.2026 18:13:00"},
]


@pytest.mark.parametrize("delimiter", [";", ",", "\t"], ids=["semicolon", "comma", "tab"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1251"])
def test_every_encoding_and_delimiter_reads_the_same(encoding: str, delimiter: str) -> None:
    found = take(TEXT.replace("{d}", delimiter).encode(encoding))
    city = f"Тула{delimiter} область"
    assert rows(found) == [{**WANTED[0], "Город": city}, WANTED[1]]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_kind_of_line_end(end: str) -> None:
    text = end.join(['Игрок,Примечание', '"Анна","две\nстроки"', "Пётр,"])
    assert [row["Игрок"] for row in rows(take(text))] == ["Анна", "Пётр"]


def test_excels_own_line_about_the_delimiter() -> None:
    found = take("sep=;\nИгрок;Город\nАнна;Тула\n")
    assert rows(found) == [{"Игрок": "Анна", "Город": "Тула"}]
    assert found.people[0].row == 3


def test_commas_inside_answers_do_not_mislead() -> None:
    found = take("Игрок;Город;Откуда узнали\nАнна;Тула, центр;от друзей, из чата, с сайта\n")
    assert rows(found) == [{"Игрок": "Анна", "Город": "Тула, центр"}]


def test_a_workbook_with_real_dates_and_numbers() -> None:
    form = xlsx(
        ["Отметка времени", "Игрок", "Рейтинг", "Клуб", "Оплачено"],
        [at("2026-11-05 18:12:33"), "Анна", 1850.5, "007", at("2026-11-06")],
        [at("2026-11-05 18:13:00"), "Пётр", None, "(=", True],
    )
    first, second = rows(take(form))
    assert first == {
        "Игрок": "Анна",
        "Рейтинг": 1850.5,
        "Клуб": "007",
        "Зарегистрирован": "05.11.2026 18:12:33",
        "Оплачено": "06.11.2026",
    }
    assert second["Клуб"] == "(=" and second["Оплачено"] is True and "Рейтинг" not in second


def test_the_sheet_with_the_answers_is_found_among_others() -> None:
    from openpyxl import Workbook

    from tests.books import as_bytes

    made = Workbook()
    made.active.append(["Сводка", 12])
    made.create_sheet("Пусто")
    for line in (["Игрок", "Город"], ["Анна", "Тула"]):
        made["Пусто"].append(line)
    assert rows(take(as_bytes(made))) == [{"Игрок": "Анна", "Город": "Тула"}]


@pytest.mark.parametrize(
    ("form", "code"),
    [
        (b"", "form_empty"),
        (b"\xef\xbb\xbf\r\n;;\r\n", "form_empty"),
        ("Город;Клуб\nТула;Бамбук\n".encode(), "form_no_name"),
        (xlsx(["Город"], ["Тула"]), "form_no_name"),
        (b"\xff\xfe\x00", "form_unreadable"),
        (b"PK\x03\x04 and nothing", "damaged"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 2000, "not_a_workbook"),
        (bytes(range(256)) * 40, "form_unreadable"),
    ],
    ids=["nothing", "blank", "no name", "no name in a workbook", "half a sign", "cut", "old", "noise"],
)
def test_a_file_that_is_no_form_is_refused_by_name(form: bytes, code: str) -> None:
    with pytest.raises(PackageError) as caught:
        take(form)
    assert caught.value.code == code
    assert caught.value.facts["of"] == "form"


def test_damaged_files_are_refused_and_never_crash() -> None:
    chance, codes = random.Random(7), set()
    seeds = [TEXT.replace("{d}", ";").encode(e) for e in ("utf-8", "cp1251", "utf-16")] + [xlsx(["Игрок"], ["Анна"])]
    for _ in range(250):
        data = bytearray(chance.choice(seeds))
        for _ in range(chance.randint(1, 6)):
            at = chance.randrange(len(data))
            data[at : at + chance.randint(0, 9)] = chance.randbytes(chance.randint(0, 4)) or b"x"
        try:
            read_form(bytes(data), score)
        except PackageError as error:
            codes.add(error.code)
        except DamagedError:
            codes.add("damaged")
    assert {"damaged", "form_unreadable", "form_no_name"} <= codes


def test_a_workbook_without_a_players_sheet_is_refused() -> None:
    with pytest.raises(PackageError, match="no_players") as caught:
        take("Игрок\nАнна\n", EMPTY[: EMPTY.index("[Игроки]")])
    assert caught.value.facts == {"sheet": "Игроки", "column": "Игрок"}
