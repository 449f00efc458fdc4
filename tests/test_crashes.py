"""Whatever happens at whatever moment of a run, the workbook on disk is the old one or the new one, and the next run mends the rest."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.books import MCR, book, event, players
from tests.mcr.test_day import played
from tests.test_commands import GOOD, run
from tourney_xlsx.excel.save import sha256

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked at the moment they fail")
ROOT = Path(__file__).parents[1]
NAME = "клуб.xlsx"
FORM = "ФИО;Клуб\nНовая Анна;Ладья\nНовый Пётр;Ладья\n"
ONCE = 10_000  # more steps than any command has


def folder(tmp_path: Path, data: bytes, **more: bytes) -> Path:
    """A folder with a workbook, as it is before the command."""
    before = tmp_path / "before"
    before.mkdir()
    (before / NAME).write_bytes(data)
    for name, content in more.items():
        (before / name.replace("_", ".")).write_bytes(content)
    return before


def attempts(
    before: Path,
    command: list[str],
    then: list[str] | None = None,
    steps: Iterable[int] = range(1, ONCE),
    errno: int | None = None,
    beyond: bool = False,
) -> list[dict[str, Any]]:
    """What was found after each attempt: see `tests.faults`."""
    plan = {
        "before": str(before),
        "command": command,
        "then": then,
        "steps": [*steps],
        "errno": errno,
        "beyond": beyond,
    }
    path = before.parent / "plan.json"
    path.write_text(json.dumps(plan), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults", str(path)], env=environment, capture_output=True, timeout=1500
    )
    assert done.returncode == 0, done.stderr.decode()
    return [json.loads(line) for line in done.stdout.splitlines()]


def length(before: Path, command: list[str]) -> tuple[int, dict[str, str]]:
    """How many steps a command has, and what it leaves when nothing goes wrong."""
    whole = attempts(before, command, steps=[ONCE])[0]
    assert whole["code"] == 0, whole["said"]
    return whole["taken"] + 1, whole["middle"]


def debris(files: Iterable[str]) -> list[str]:
    return [name for name in files if name.endswith(".tmp")]


def published(files: dict[str, str]) -> dict[str, str]:
    """The workbook and the page."""
    return {name: digest for name, digest in files.items() if "-backup/" not in name}


def killed_everywhere(before: Path, command: list[str], then: list[str], every: int) -> int:
    """Kill a command at every `every`th step; how often. The command after it must leave what an undisturbed one leaves."""
    old = sha256((before / NAME).read_bytes())
    kept = {sha256(copy.read_bytes()) for copy in before.glob("*-backup/*")}
    last, whole = length(before, command)
    new = whole[NAME]
    found = attempts(before, command, then, range(1, last, every))
    for each in found:
        assert each["code"] == -9, each
        assert each["middle"][NAME] in (old, new), f"a torn workbook after step {each['step']}"
        assert each["then"] == 0, each["said"]
        assert debris(each["after"]) == [], each["step"]
        assert published(each["after"]) == published(whole), each["step"]
        backups = [digest for name, digest in each["after"].items() if "-backup/" in name]
        assert set(backups) <= {old, new, *kept}
    return len(found)


@pytest.fixture(scope="module")
def day() -> bytes:
    """Tour 1 typed in after the program's own run: the next run writes everything there is."""
    return played(event(MCR + players(8)).workbook, 1)


def test_killed_now_and_then_during_a_run(day: bytes, tmp_path: Path) -> None:
    assert killed_everywhere(folder(tmp_path, day), [NAME], [NAME], every=11) > 5


@pytest.mark.slow
def test_killed_at_every_write_of_a_run(day: bytes, tmp_path: Path) -> None:
    assert killed_everywhere(folder(tmp_path, day), [NAME], [NAME], every=1) > 60


@pytest.mark.slow
def test_killed_at_every_write_of_a_later_run(day: bytes, tmp_path: Path) -> None:
    """The page and copies are there already."""
    before = folder(tmp_path, day)
    assert run(NAME, cwd=before).returncode == 0
    (before / NAME).write_bytes(played((before / NAME).read_bytes(), 2))
    assert killed_everywhere(before, [NAME], [NAME], every=1) > 60


@pytest.mark.slow
def test_killed_at_many_writes_of_a_reseat(tmp_path: Path) -> None:
    before = folder(tmp_path, event(MCR + players(8)).workbook)
    command = ["reseat", NAME, "--round", "1"]
    last, whole = length(before, command)
    old = sha256((before / NAME).read_bytes())
    for each in attempts(before, command, [NAME], range(1, last, 3)):
        assert each["middle"][NAME] in (old, whole[NAME])
        assert each["then"] == 0, each["said"]
        assert debris(each["after"]) == []


@pytest.mark.slow
def test_killed_at_every_write_of_an_import(day: bytes, tmp_path: Path) -> None:
    before = folder(tmp_path, day, form_csv=FORM.encode())
    command = ["import", "form.csv", NAME, "--into"]
    last, whole = length(before, command)
    for each in attempts(before, command, command, range(1, last)):
        assert each["middle"][NAME] in (sha256(day), whole[NAME])
        assert each["then"] == 0, each["said"]
        assert each["after"][NAME] == whole[NAME]
        assert debris(each["after"]) == []


FAILURES = {"full": errno.ENOSPC, "forbidden": errno.EACCES, "read-only": errno.EROFS, "broken": errno.EIO}


@pytest.mark.parametrize("number", FAILURES.values(), ids=FAILURES)
def test_a_disk_that_fails_from_some_write_on(day: bytes, number: int, tmp_path: Path) -> None:
    """Full from a step on: exit code 3 and nothing changed, or all is in place and only tidying up was left."""
    before = folder(tmp_path, day)
    old = sha256(day)
    last, _ = length(before, [NAME])
    steps = [*range(1, last, 17 if number == errno.ENOSPC else 53), last]
    found = attempts(before, [NAME], [NAME], steps, number, beyond=True)
    for each in found:
        assert each["middle"][NAME] == old or each["code"] in (0, 3)
        if each["code"] == 3:
            assert len(each["said"].strip().splitlines()) == 1
            assert "ошибка в самой программе" not in each["said"]
        else:
            assert each["code"] == 0
            assert each["middle"][NAME] != old
        assert each["then"] == 0
        assert debris(each["after"]) == []
    assert {each["code"] for each in found} == {0, 3}


@pytest.mark.slow
def test_one_failed_write_anywhere_changes_all_or_nothing(day: bytes, tmp_path: Path) -> None:
    before = folder(tmp_path, day)
    old = sha256(day)
    last, whole = length(before, [NAME])
    for each in attempts(before, [NAME], [NAME], range(1, last, 2), errno.ENOSPC):
        assert each["code"] in (0, 3), each
        assert each["middle"][NAME] == old or each["middle"][NAME] == whole[NAME]
        assert "ошибка в самой программе" not in each["said"]
        assert each["then"] == 0
        assert published(each["after"]) == published(whole)


def test_a_full_disk_stops_before_the_workbook_changes(day: bytes, tmp_path: Path) -> None:
    """No write of the page can fail once the workbook is new: only renames are left then."""
    before = folder(tmp_path, day)
    command = (
        "import os\nwritten = []\nreal, fdopen = os.replace, os.fdopen\n"
        "def replaced(source, target):\n    written.append(os.path.basename(str(target)))\n    return real(source, target)\n"
        "def opened(*a, **k):\n    assert 'клуб.xlsx' not in written, 'a write after the workbook'\n    return fdopen(*a, **k)\n"
        "os.replace, os.fdopen = replaced, opened\n"
        "from tourney_xlsx.cli import main\nmain(['клуб.xlsx'])\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-c", command], cwd=before, env=environment, capture_output=True, timeout=120
    )
    assert done.returncode == 0, done.stderr.decode()
    assert (before / "клуб-site" / "index.html").exists()


def test_two_runs_at_once(day: bytes, tmp_path: Path) -> None:
    """Six real processes over one workbook: each is through or says that the workbook changed, and it's whole."""
    before = folder(tmp_path, day)
    whole = attempts(before, [NAME], steps=[ONCE])[0]["middle"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "tourney_xlsx", NAME]
    runs = [
        subprocess.Popen(command, cwd=before, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(6)
    ]
    said = [(process.communicate(timeout=300), process.returncode) for process in runs]
    assert {code for _, code in said} <= {0, 3}, said
    assert 0 in {code for _, code in said}
    for (_, stderr), code in said:
        assert code == 0 or "изменилась" in stderr.decode() or "изменили" in stderr.decode(), stderr.decode()
    files = {name: sha256((before / name).read_bytes()) for name in whole if "-backup/" not in name}
    assert files.keys() == published(whole).keys()
    assert run(NAME, cwd=before).returncode == 0
    assert not debris(path.name for path in before.rglob("*"))
    assert [copy.read_bytes() for copy in (before / "клуб-backup").iterdir()].count(day) >= 1
    names = load_workbook(before / NAME, read_only=True).sheetnames
    assert "Тур 2" in names


def test_the_file_changes_while_the_program_runs(day: bytes, tmp_path: Path) -> None:
    other = event(MCR + players(12)).workbook
    before = folder(tmp_path, day)
    (tmp_path / "other.xlsx").write_bytes(other)
    command = (
        "import os, sys\nfrom tourney_xlsx import disk\nreal = disk.open_event\n"
        "def typed(*a, **k):\n    event = real(*a, **k)\n    open('клуб.xlsx', 'wb').write(open('../other.xlsx', 'rb').read())\n    return event\n"
        "disk.open_event = typed\nfrom tourney_xlsx.cli import main\nmain(['клуб.xlsx'])\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-c", command], cwd=before, env=environment, capture_output=True, timeout=120
    )
    assert done.returncode == 3
    assert len(done.stderr.decode().strip().splitlines()) == 1
    assert (before / NAME).read_bytes() == other
    assert not (before / "клуб-site" / "index.html").exists()
    assert not debris(path.name for path in before.rglob("*"))
    assert not (before / "клуб-backup").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_links_and_long_and_cyrillic_paths(tmp_path: Path) -> None:
    deep = tmp_path
    for number in range(12):
        deep = deep / f"Очень длинная папка «Кубок Ёлки» № {number}"
        deep.mkdir()
    real = deep / ("ж" * 100 + ".xlsx")
    real.write_bytes(book(GOOD))
    done = run(str(real), cwd=tmp_path)
    assert done.returncode == 0, done.stderr.decode()
    assert (deep / ("ж" * 100 + "-site") / "index.html").exists()
    link = tmp_path / "ярлык.xlsx"
    link.symlink_to(real)
    assert run(link.name, cwd=tmp_path).returncode == 0
    assert link.is_symlink()
    assert not real.is_symlink()
    broken = tmp_path / "никуда.xlsx"
    broken.symlink_to(tmp_path / "нет.xlsx")
    assert run(broken.name, cwd=tmp_path).returncode == 3
    circle = tmp_path / "кольцо.xlsx"
    circle.symlink_to(circle)
    done = run(circle.name, cwd=tmp_path)
    assert done.returncode == 3
    assert "ошибка в самой программе" not in done.stderr.decode()


def test_a_read_only_workbook_and_a_file_in_the_pages_place(day: bytes, tmp_path: Path) -> None:
    before = folder(tmp_path, day)
    (before / NAME).chmod(0o444)
    done = run(NAME, cwd=before)
    assert done.returncode == 3
    assert (before / NAME).read_bytes() == day
    assert not (before / "клуб-site" / "index.html").exists()
    assert not debris(path.name for path in before.rglob("*"))
    (before / NAME).chmod(0o644)
    shutil.rmtree(before / "клуб-site", ignore_errors=True)
    (before / "клуб-site").write_text("занято", encoding="utf-8")
    assert run(NAME, cwd=before).returncode == 3
    assert (before / NAME).read_bytes() == day


def test_a_folder_in_the_place_of_a_file_of_the_page(day: bytes, tmp_path: Path) -> None:
    before = folder(tmp_path, day)
    (before / "клуб-site" / "results.json").mkdir(parents=True)
    done = run(NAME, cwd=before)
    assert done.returncode in (0, 3)
    assert "ошибка в самой программе" not in done.stderr.decode()
    assert not debris(path.name for path in before.rglob("*"))
