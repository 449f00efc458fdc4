"""`import` as it's typed: a copy beside the workbook or the workbook itself, its story, its exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.books import book, players
from tests.import_.forms import EMPTY
from tests.test_commands import GOOD, run

FORM = "Отметка времени;Ваше ФИО;Город;Телефон;Размер\n05.11.2026 18:12:33;Ёлкина Анна;Тула;+7 900 123-45-67;M\n05.11.2026 18:13:00;Ильин Пётр;;;\n06.11.2026 9:00;Елкина Анна;Тверь;;\n"


def put(folder: Path, workbook: str | bytes = EMPTY, form: str = FORM) -> Path:
    path = folder / "клуб.xlsx"
    path.write_bytes(book(workbook) if isinstance(workbook, str) else workbook)
    (folder / "форма.csv").write_bytes(form.encode("cp1251"))
    return path


def names(path: Path, sheet: str = "Игроки") -> list[str]:
    return [row[1] for row in load_workbook(path)[sheet].iter_rows(min_row=2, values_only=True) if row[1]]


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_without_into_a_copy_gets_the_people_and_is_never_overwritten(tmp_path: Path) -> None:
    path = put(tmp_path)
    before = path.read_bytes()
    for _ in range(2):  # the second time there is nothing new to put into another copy
        assert run("import", "форма.csv", "клуб.xlsx", cwd=tmp_path).returncode == 0
    assert files(tmp_path) == ["клуб-import.xlsx", "клуб.xlsx", "форма.csv"]
    (tmp_path / "клуб-import.xlsx").write_bytes(b"theirs")
    assert run("import", "форма.csv", "клуб.xlsx", cwd=tmp_path).returncode == 0
    assert path.read_bytes() == before and (tmp_path / "клуб-import.xlsx").read_bytes() == b"theirs"
    assert files(tmp_path) == ["клуб-import-2.xlsx", "клуб-import.xlsx", "клуб.xlsx", "форма.csv"]
    assert names(tmp_path / "клуб-import-2.xlsx") == ["Ёлкина Анна", "Ильин Пётр"]


def test_with_into_the_workbook_gets_them_and_the_old_one_is_kept(tmp_path: Path) -> None:
    path = put(tmp_path)
    before = path.read_bytes()
    done = run("import", "форма.csv", "клуб.xlsx", "--into", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert names(path) == ["Ёлкина Анна", "Ильин Пётр"]
    assert [copy.read_bytes() for copy in (tmp_path / "клуб-backup").iterdir()] == [before]
    again = run("import", "форма.csv", "клуб.xlsx", "--into", cwd=tmp_path)
    assert again.returncode == 0 and "ничего не записано" in again.stdout.decode()
    assert len(list((tmp_path / "клуб-backup").iterdir())) == 1


def test_it_tells_what_it_took_for_what_and_whom_it_left_out(tmp_path: Path) -> None:
    put(tmp_path)
    said = run("import", "форма.csv", "клуб.xlsx", cwd=tmp_path).stdout.decode().splitlines()
    assert said == [
        "Столбцы формы:",
        "  «Отметка времени» → «Зарегистрирован»",
        "  «Ваше ФИО» → «Игрок»",
        "  «Город» → «Город»",
        "  «Телефон» — личные данные, в книге такого столбца нет; не скопировано",
        "  «Размер» — не знаю, что это; не взято",
        "Строка 4: Елкина Анна — уже есть в строке 2 формы, второй раз не записываю.",
        "Если это однофамильцы, впишите второго в книгу сами, с отличием в имени.",
        "Новых: 2 игрока, лист «Игроки», строки 2–3.",
        "Записано в копию: клуб-import.xlsx. Сама книга не тронута; записать прямо в неё: --into.",
    ]
    english = run("import", "форма.csv", "клуб.xlsx", "--lang", "en", cwd=tmp_path).stdout.decode()
    assert "“Город” → “City”" in english and "New: 2 players" in english


def test_every_kind_of_line_has_its_words_in_both_languages(tmp_path: Path) -> None:
    form = (
        "№;Отметка времени;Фамилия;Имя;Отчество;Ник;Страна;Размер;Почта\n"
        "1;11/5/2026;Ёлкина;Анна;;;;;a@example.org\n2;11/6/2026;Ильин;Петр;;;;;b@example.org\n"
        "3;вчера;Анна;Ёлкина;;;;;c@example.org\n4;;;;;;;;\n5;;Зуев;Лев;;;;;b@example.org\n6;;Ёлкина;Анна;;;;;\n7;;Кот;Пётр;;;;;\n"
        "8;;Зуева;Левина;;;;;\n9;;Левина;Зуева;;;;;\n"
    )
    put(tmp_path, EMPTY.replace("Статус", "Размер") + "1 | Пётр Ильин\n2 | Кот Пётр\n", form)
    for lang, kinds in (("ru", 14), ("en", 14)):
        done = run("import", "форма.csv", "клуб.xlsx", "--lang", lang, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert len(done.stdout.decode().splitlines()) >= kinds + 8
        assert "{" not in done.stdout.decode()


def test_json_is_one_object_and_nothing_else(tmp_path: Path) -> None:
    put(tmp_path)
    done = run("import", "форма.csv", "клуб.xlsx", "--json", cwd=tmp_path)
    found = json.loads(done.stdout)
    assert done.stderr == b""
    assert found["columns"][1] == {"header": "Ваше ФИО", "use": "known", "column": "name"}
    assert found["added"] == [
        {"row": 2, "name": "Ёлкина Анна", "cell": "B2"},
        {"row": 3, "name": "Ильин Пётр", "cell": "B3"},
    ]
    assert found["left_out"] == [{"row": 4, "name": "Елкина Анна", "cell": None, "other_row": 2}]
    assert found["written"] == ["клуб-import.xlsx"]
    assert run("import", "форма.csv", "клуб.xlsx", "--json", cwd=tmp_path, encoding="cp866").returncode == 0


@pytest.mark.parametrize(
    ("form", "workbook", "words"),
    [
        (None, EMPTY, "форма.csv: такого файла"),
        ("", EMPTY, "форма.csv: в файле формы ничего нет"),
        ("Город;Клуб\nТула;\n", EMPTY, "Город, Клуб"),
        (FORM, None, "клуб.xlsx: такого файла"),
        (FORM, b"PK\x03\x04 and nothing", "клуб.xlsx: книга повреждена"),
        (FORM, b"text", "клуб.xlsx: это не книга Excel"),
        (FORM, EMPTY[: EMPTY.index("[Игроки]")], "нет листа «Игроки»"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_3(
    form: str | None, workbook: str | bytes | None, words: str, tmp_path: Path
) -> None:
    put(tmp_path, workbook or EMPTY, form or "")
    if form is None:
        (tmp_path / "форма.csv").unlink()
    if workbook is None:
        (tmp_path / "клуб.xlsx").unlink()
    before = files(tmp_path)
    done = run("import", "форма.csv", "клуб.xlsx", "--into", cwd=tmp_path)
    assert done.returncode == 3
    assert words in done.stderr.decode() and len(done.stderr.decode().strip().splitlines()) == 1
    assert done.stdout == b"" and files(tmp_path) == before


def test_a_folder_and_a_missing_argument_are_no_crash(tmp_path: Path) -> None:
    put(tmp_path)
    (tmp_path / "папка").mkdir()
    done = run("import", "папка", "клуб.xlsx", cwd=tmp_path)
    assert done.returncode == 3 and len(done.stderr.decode().strip().splitlines()) == 1
    assert run("import", "форма.csv", cwd=tmp_path).returncode == 2


def test_an_open_workbook_is_not_written_into_but_a_copy_can_be_made(tmp_path: Path) -> None:
    path = put(tmp_path)
    before = path.read_bytes()
    (tmp_path / "~$клуб.xlsx").write_bytes(b"\x04" + "Анна".encode("cp1251").ljust(164))
    done = run("import", "форма.csv", "клуб.xlsx", "--into", cwd=tmp_path)
    assert done.returncode == 3 and "Закройте" in done.stderr.decode()
    assert path.read_bytes() == before
    assert run("import", "форма.csv", "клуб.xlsx", cwd=tmp_path).returncode == 0


def test_a_workbook_with_macros_stays_one(tmp_path: Path) -> None:
    put(tmp_path).rename(tmp_path / "клуб.xlsm")
    assert run("import", "форма.csv", "клуб.xlsm", cwd=tmp_path).returncode == 0
    assert "клуб-import.xlsm" in files(tmp_path)


def test_latecomers_of_a_tournament_that_is_on_change_no_number_and_no_seating(tmp_path: Path) -> None:
    path = put(tmp_path, GOOD.replace(players(8), players(8, header="№ | Игрок | Город")))
    before = json.loads(run("run", "клуб.xlsx", "--json", cwd=tmp_path).stdout)
    assert run("import", "форма.csv", "клуб.xlsx", "--into", cwd=tmp_path).returncode == 0
    after = json.loads(run("run", "клуб.xlsx", "--json", cwd=tmp_path).stdout)
    assert after["schedule"] == before["schedule"]
    numbers = {entry["name"]: entry["number"] for entry in before["entries"]}
    assert {e["name"]: e["number"] for e in after["entries"] if e["name"] in numbers} == numbers
    assert names(path)[-2:] == ["Ёлкина Анна", "Ильин Пётр"]
