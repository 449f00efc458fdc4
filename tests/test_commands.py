"""The commands as a user types them: exit codes, JSON and nothing else, dry runs, files left alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from tests.books import MCR, book, players, protocol
from tourney_xlsx.cli import main

GOOD = MCR + players(8) + protocol(1, [(1, 30), (2, 10), (3, -10), (4, -30)], [(5, 20), (6, 10), (7, -10), (8, -20)])
BAD = GOOD.replace("| 30", "| 31")


def run(*arguments: str, cwd: Path, encoding: str = "utf-8") -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONPATH": str(Path(__file__).parent.parent)}
    command = [sys.executable, "-m", "tourney_xlsx", *arguments]
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, timeout=120)


def put(folder: Path, text: str, name: str = "клуб.xlsx") -> Path:
    path = folder / name
    path.write_bytes(book(text))
    return path


def test_a_file_alone_means_run(tmp_path: Path) -> None:
    path = put(tmp_path, GOOD)
    done = run(path.name, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "клуб-site" / "index.html").exists()
    assert "Рассажен тур 2" in done.stdout.decode()


def test_json_is_one_object_and_nothing_else(tmp_path: Path) -> None:
    path = put(tmp_path, GOOD)
    done = run("run", path.name, "--json", cwd=tmp_path)
    found = json.loads(done.stdout)
    assert found["written"][:2] == ["клуб.xlsx", "клуб-site/index.html"]
    assert found["seating"]["round"] == 2
    assert done.stderr == b""
    again = run("run", path.name, "--json", cwd=tmp_path)
    assert again.stdout == done.stdout


def test_a_dry_run_and_a_check_write_nothing(tmp_path: Path) -> None:
    path = put(tmp_path, GOOD)
    before = path.read_bytes()
    dry = json.loads(run("run", path.name, "--dry-run", "--json", cwd=tmp_path).stdout)
    checked = json.loads(run("check", path.name, "--json", cwd=tmp_path).stdout)
    assert path.read_bytes() == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["клуб.xlsx"]
    assert dry["written"] == checked["written"] == []
    real = json.loads(run("run", path.name, "--json", cwd=tmp_path).stdout)
    assert real["seating"] == dry["seating"]


def test_errors_exit_with_1_write_the_checks_and_leave_the_page(tmp_path: Path) -> None:
    path = put(tmp_path, BAD)
    done = run(path.name, cwd=tmp_path)
    assert done.returncode == 1
    assert not (tmp_path / "клуб-site").exists()
    assert "Тур 1!D2" in done.stdout.decode()


@pytest.mark.parametrize(
    "arguments", [["run"], ["run", "x.xlsx", "--nonsense"], ["new", "x.xlsx", "--game", "chess"], ["reseat", "x.xlsx"]]
)
def test_wrong_usage_exits_with_2(arguments: list[str], tmp_path: Path) -> None:
    done = run(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "нет"),
        (b"", "файл пуст"),
        (b"a;b;c\n1;2;3\n", "не книга Excel"),
        (b"PK\x03\x04 and then nothing", "повреждена"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 2000, "книга"),
    ],
    ids=["missing", "empty", "csv", "cut", "ole"],
)
def test_a_file_that_cannot_be_read_exits_with_3_and_one_sentence(
    content: bytes | None, words: str, tmp_path: Path
) -> None:
    path = tmp_path / "клуб.xlsx"
    if content is not None:
        path.write_bytes(content)
    done = run(path.name, cwd=tmp_path)
    assert done.returncode == 3
    assert words in done.stderr.decode()
    assert len(done.stderr.decode().strip().splitlines()) == 1
    assert content is None or path.read_bytes() == content


def test_folders_files_and_empty_files_in_the_wrong_place(tmp_path: Path) -> None:
    book, empty, folder = put(tmp_path, GOOD), tmp_path / "пустая.xlsx", tmp_path / "папка.xlsx"
    empty.touch()
    folder.mkdir()
    for arguments, said in (
        (("run", empty.name), "файл пуст"),
        (("check", empty.name), "файл пуст"),
        (("run", folder.name), "это папка"),
        (("import", folder.name, book.name), "это папка"),
        (("run", book.name, "--site", empty.name), "здесь должна быть папка"),
    ):
        done = run(*arguments, cwd=tmp_path)
        assert done.returncode == 3, arguments
        assert said in done.stderr.decode(), arguments
        assert len(done.stderr.decode().splitlines()) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted({book.name, empty.name, folder.name})


def test_a_workbook_open_in_excel_exits_with_3_and_nothing_is_half_done(tmp_path: Path) -> None:
    path = put(tmp_path, GOOD)
    before = path.read_bytes()
    owner = "Анна"
    (tmp_path / "~$клуб.xlsx").write_bytes(bytes([len(owner)]) + owner.encode("cp1251").ljust(54) + b"\0" * 110)
    done = run(path.name, cwd=tmp_path)
    assert done.returncode == 3
    assert "Закройте" in done.stderr.decode()
    assert path.read_bytes() == before
    assert not (tmp_path / "клуб-site" / "index.html").exists()


def test_new_makes_a_workbook_that_check_understands_and_never_overwrites(tmp_path: Path) -> None:
    assert run("new", "кубок.xlsx", "--game", "mcr", "--title", "Кубок", "--rounds", "5", cwd=tmp_path).returncode == 0
    found = json.loads(run("check", "кубок.xlsx", "--json", cwd=tmp_path).stdout)
    assert found["rounds"] == 5
    assert [p["code"] for p in found["problems"]] == ["players_missing"]
    before = (tmp_path / "кубок.xlsx").read_bytes()
    again = run("new", "кубок.xlsx", "--game", "mcr", cwd=tmp_path)
    assert again.returncode == 3
    assert (tmp_path / "кубок.xlsx").read_bytes() == before


def test_demo_plays_a_sample_to_the_end(tmp_path: Path) -> None:
    done = run("demo", "пример", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert len(list((tmp_path / "пример").glob("*-site/index.html"))) == 1


def test_a_workbook_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = put(tmp_path, "[Лист1]\nДоход | Расход\n1 | 2\n")
    before = path.read_bytes()
    done = run(path.name, cwd=tmp_path)
    assert done.returncode == 1
    assert path.read_bytes() == before
    assert "не книга турнира" in done.stdout.decode()


@pytest.mark.parametrize("encoding", ["cp866", "cp1251", "cp437", "ascii"])
def test_old_code_pages_never_break_a_run(encoding: str, tmp_path: Path) -> None:
    text = GOOD.replace("Игрок 01", "Игрок 🐉 «Ёж»")
    path = put(tmp_path, text.replace("| 30", "| 31"))
    assert run(path.name, cwd=tmp_path, encoding=encoding).returncode == 1
    found = run("check", path.name, "--json", cwd=tmp_path, encoding=encoding)
    assert found.returncode == 1
    assert "Игрок 🐉 «Ёж»" in {entry["name"] for entry in json.loads(found.stdout)["entries"]}


def test_the_organisers_sheet_of_our_name_is_an_error_and_stays(tmp_path: Path) -> None:
    path = put(tmp_path, GOOD + "[Итоги]\nМои итоги\nне трогать\n")
    done = run("run", path.name, "--json", cwd=tmp_path)
    assert done.returncode == 1
    assert ("sheet_not_ours", "Итоги") in {(p["code"], p["sheet"]) for p in json.loads(done.stdout)["problems"]}
    from openpyxl import load_workbook

    assert load_workbook(path)["Итоги"]["A2"].value == "не трогать"


def test_a_copy_of_the_old_workbook_is_kept_beside_it(tmp_path: Path) -> None:
    path = put(tmp_path, GOOD)
    before = path.read_bytes()
    run(path.name, cwd=tmp_path)
    copies = list((tmp_path / "клуб-backup").iterdir())
    assert [copy.read_bytes() for copy in copies] == [before]
    run(path.name, cwd=tmp_path)
    assert len(list((tmp_path / "клуб-backup").iterdir())) == 1


def test_the_page_holds_no_private_columns(tmp_path: Path) -> None:
    secret = "+7 900 000-00-00"
    people = players(
        8, {1: f"1 | Игрок 01 | {secret} | приватное | да"}, header="№ | Игрок | Телефон | Примечание | Оплачено"
    )
    path = put(tmp_path, MCR + "Взнос | 4321\n" + people + GOOD[GOOD.index("[Тур 1]") :])
    assert run(path.name, cwd=tmp_path).returncode == 0
    for file in (tmp_path / "клуб-site").iterdir():
        text = file.read_text(encoding="utf-8")
        assert secret not in text
        assert "приватное" not in text


def test_a_workbook_open_in_libreoffice_exits_with_3_however_little_there_is_to_write(tmp_path: Path) -> None:
    path = put(tmp_path, GOOD)
    assert run(path.name, cwd=tmp_path).returncode == 0
    page = tmp_path / "клуб-site" / "index.html"
    before = path.read_bytes()
    page.unlink()
    lock = tmp_path / ".~lock.клуб.xlsx#"
    lock.write_text("Анна,anna,elsewhere,30.11.2026 14:30,file:///home/anna;", encoding="utf-8")
    for arguments in (("run", path.name), ("run", path.name, "--lang", "en")):
        done = run(*arguments, cwd=tmp_path)
        assert done.returncode == 3
        assert "Анна" in done.stderr.decode() and lock.name in done.stderr.decode()
        assert len(done.stderr.decode().splitlines()) == 1
    assert path.read_bytes() == before and not page.exists()
    assert run("check", path.name, cwd=tmp_path).returncode == 0
    lock.unlink()
    assert run(path.name, cwd=tmp_path).returncode == 0 and page.exists()


def test_colours_are_for_terminals_that_want_them(tmp_path: Path) -> None:
    path = put(tmp_path, BAD)
    plain, piped = (CliRunner().invoke(main, ["check", str(path)], env=env) for env in ({"NO_COLOR": "1"}, {}))
    coloured = CliRunner().invoke(main, ["check", str(path)], color=True, env={"NO_COLOR": ""})
    unwanted = CliRunner().invoke(main, ["check", str(path)], color=True, env={"NO_COLOR": "1"})
    assert plain.output == piped.output == unwanted.output
    assert "\x1b[31m" in coloured.output and click.unstyle(coloured.output) == plain.output
