"""`watch`: when it runs, when it waits, when it works beside an open workbook; and a real one, saved in three ways."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.books import NOW, as_bytes, book
from tests.test_commands import GOOD, put
from tourney_xlsx import aside, disk
from tourney_xlsx.excel.atomic import SaveError
from tourney_xlsx.report import as_dict
from tourney_xlsx.watching import PATIENCE, Look, Memory, Step, after, concerns, decide, look_at

A, B, C = (1, 100), (2, 120), (3, 140)


def file(stamp: tuple[int, int] = A, digest: str | None = "a", *, locked: bool = False, whole: bool = True) -> Look:
    return Look(stamp, locked, digest, whole)


def steps(looks: list[Look], memory: Memory | None = None, writes: str | None = "ours") -> list[str]:
    """What is done look by look; a run that succeeds leaves the workbook with the fingerprint `writes`."""
    memory = memory or Memory()
    taken = []
    for look in looks:
        step, memory = decide(memory, look)
        if step is not Step.NOTHING:
            digest = look.digest if step is Step.ASIDE else writes
            memory = after(memory, look, step, digest, look.locked)
        taken.append(step.value)
    return taken


def test_it_runs_at_the_start_and_after_each_save_once_the_file_is_at_rest() -> None:
    assert steps([file(), file(), file(), file()]) == ["nothing", "run", "nothing", "nothing"]
    saved = [file(B, "b"), file(B, "b"), file(B, "b")]
    assert steps([file(), file(), *saved]) == ["nothing", "run", "nothing", "run", "nothing"]


def test_it_waits_while_the_size_still_changes() -> None:
    growing = [file((n, n * 10), None, whole=False) for n in range(1, 9)]
    assert set(steps(growing)) == {"nothing"}
    assert steps([*growing, file((9, 90), "b"), file((9, 90), "b")])[-1] == "run"


def test_its_own_save_is_no_reason_to_run() -> None:
    ours = [file(B, "ours"), file(B, "ours"), file(B, "ours")]
    assert steps([file(), file(), *ours]) == ["nothing", "run", "nothing", "nothing", "nothing"]
    assert steps([file(), file(), *ours, file(C, "c"), file(C, "c")])[-1] == "run"


def test_a_save_that_changed_nothing_is_no_reason_either() -> None:
    assert steps([file(), file(), file(B, "ours"), file(B, "ours"), file(C, "ours"), file(C, "ours")])[2:] == ["nothing"] * 4


def test_a_torn_file_is_waited_out_and_at_last_taken_for_what_it_is() -> None:
    torn = file(B, "half", whole=False)
    looks = [file(), file(), *[torn] * (PATIENCE + 1)]
    assert set(steps(looks)[2:]) == {"nothing"}
    assert steps([*looks, torn])[-1] == "run"
    assert steps([*looks, torn, torn, torn, torn])[-3:] == ["nothing"] * 3
    mended = [file(C, "b"), file(C, "b")]
    assert steps([file(), file(), torn, torn, torn, *mended])[-1] == "run"


def test_the_moment_without_a_file_between_two_renames_is_waited_out() -> None:
    looks = [file(), file(), Look(None), Look(None), file(B, "b"), file(B, "b")]
    assert steps(looks) == ["nothing", "run", "nothing", "nothing", "nothing", "run"]


def test_while_the_workbook_is_open_it_works_beside_it_and_into_it_once_closed() -> None:
    open_ = [file(A, "a", locked=True)] * 3
    assert steps(open_) == ["nothing", "aside", "nothing"]
    assert steps([*open_, file(), file()]) == ["nothing", "aside", "nothing", "run", "nothing"]
    saved_open = [file(B, "b", locked=True)] * 3
    saved_and_closed = [file(C, "c"), file(C, "c"), file(C, "c")]
    later = steps([*open_, *saved_open, *saved_and_closed])[3:]
    assert later == ["nothing", "aside", "nothing", "nothing", "run", "nothing"]


def test_a_failed_run_is_not_repeated_until_something_changes() -> None:
    assert steps([file()] * 5, writes=None) == ["nothing", "run", "nothing", "nothing", "nothing"]
    assert steps([file()] * 3 + [file(B, "b")] * 2, writes=None)[-1] == "run"


def test_a_run_that_failed_because_somebody_opened_the_workbook_is_made_good_later() -> None:
    memory = after(Memory(stamp=A), file(), Step.RUN, None, locked=True)
    assert memory.owing
    assert decide(memory, file(locked=True))[0] is Step.NOTHING
    assert decide(memory, file())[0] is Step.RUN
    assert not after(Memory(stamp=A), file(), Step.RUN, None, locked=False).owing


@pytest.mark.parametrize(
    ("name", "matters"),
    [
        ("клуб.xlsx", True),
        ("~$клуб.xlsx", True),
        (".~lock.клуб.xlsx#", True),
        ("1A2B3C4D", False),
        ("~клуб.tmp", False),
        (".~клуб.xlsx.0.tmp", False),
        ("клуб-results.xlsx", False),
        ("клуб-import.xlsx", False),
        ("клуб 2026-11-30 14-32-05.xlsx", False),
        ("другая.xlsx", False),
        ("~$другая.xlsx", False),
    ],
)
def test_only_the_workbook_and_its_locks_matter(name: str, matters: bool) -> None:
    assert concerns(name, "клуб.xlsx") is matters


def test_a_look_reads_the_file_only_when_it_is_at_rest(tmp_path: Path) -> None:
    path = put(tmp_path, GOOD)
    first = look_at(path, Memory())
    assert first.stamp is not None and first.digest is None and not first.locked
    second = look_at(path, Memory(stamp=first.stamp))
    assert second.digest is not None and second.whole
    assert look_at(path, Memory(stamp=first.stamp, done=first.stamp)).digest is None
    path.write_bytes(path.read_bytes()[:-30])
    torn = look_at(path, Memory())
    assert not look_at(path, Memory(stamp=torn.stamp)).whole
    (tmp_path / ".~lock.клуб.xlsx#").write_text("Анна,anna,host,01.01.2026,file:///x;")
    assert look_at(path, Memory()).locked
    path.unlink()
    assert look_at(path, Memory()).stamp is None


# what is published while the workbook is open


def run_aside(path: Path, now: datetime = NOW) -> tuple[dict[str, object], disk.Written]:
    event = disk.open_event(path, now, lambda: False)
    return as_dict(event.outcome), disk.put_aside(event, path, None)


def run_into(path: Path, now: datetime = NOW) -> tuple[dict[str, object], disk.Written]:
    event = disk.open_event(path, now, lambda: False)
    return as_dict(event.outcome), disk.put(event, path, None, now)


def unnumbered(extra: str = "") -> str:
    """Sixteen people whose numbers and first seating are still to be drawn."""
    lines = "\n".join(f"{chr(1040 + n) * 4} {chr(1056 - n) * 3}" for n in range(16))
    return f"[Турнир]\nПараметр | Значение\nИгра | маджонг\n{extra}[Игроки]\nИгрок\n{lines}\n"


def test_beside_an_open_workbook_page_and_sheets_come_and_it_stays_untouched(tmp_path: Path) -> None:
    path = put(tmp_path, GOOD)
    before = path.read_bytes()
    _, written = run_aside(path)
    assert path.read_bytes() == before and not (tmp_path / "клуб-backup").exists()
    assert written.files[:2] == ("клуб-results.xlsx", "клуб-site/index.html")
    sheets = load_workbook(tmp_path / "клуб-results.xlsx").sheetnames
    assert {"Проверка", "Итоги", "Посадка 2"} <= set(sheets) and "Игроки" not in sheets
    assert aside.is_side_file((tmp_path / "клуб-results.xlsx").read_bytes())
    assert run_aside(path)[1].changed is False


def test_what_was_drawn_beside_it_is_what_the_workbook_gets_later(tmp_path: Path) -> None:
    path = put(tmp_path, unnumbered())
    drawn, _ = run_aside(path)
    path.write_bytes(book(unnumbered("Место | зал\n")))  # other bytes would draw otherwise
    fresh = as_dict(disk.evaluate(path.read_bytes(), disk.circumstances(path.read_bytes(), NOW, lambda: False)).outcome)
    assert fresh["schedule"] != drawn["schedule"]
    later, written = run_into(path)
    assert later["schedule"] == drawn["schedule"]
    numbers = [[(e["name"], e["number"]) for e in found["entries"]] for found in (drawn, later)]  # type: ignore[attr-defined]
    assert numbers[0] == numbers[1]
    assert written.retired == "клуб-results.xlsx" and not (tmp_path / "клуб-results.xlsx").exists()
    assert run_into(path)[0]["schedule"] == drawn["schedule"]


def test_a_seating_published_beside_it_is_not_redone_after_a_correction(tmp_path: Path) -> None:
    path = put(tmp_path, GOOD)
    published, _ = run_aside(path)
    path.write_bytes(book(GOOD.replace("4 | -30", "4 | 30").replace("1 | 30", "1 | -30")))
    later, _ = run_into(path)
    assert later["standings"] != published["standings"]
    assert later["schedule"] == published["schedule"]


def test_a_side_file_of_other_people_is_left_over_and_says_nothing(tmp_path: Path) -> None:
    path = put(tmp_path, unnumbered())
    run_aside(path)
    side = (tmp_path / "клуб-results.xlsx").read_bytes()
    assert aside.remembering(path.read_bytes(), side) != path.read_bytes()
    strangers = book("[Турнир]\nПараметр | Значение\nИгра | маджонг\n[Игроки]\nИгрок\nКто-то\nЕщё кто-то\n")
    assert aside.remembering(strangers, side) == strangers
    assert aside.remembering(path.read_bytes(), b"no workbook") == path.read_bytes()


def test_a_file_of_that_name_that_is_not_the_programs_is_never_touched(tmp_path: Path) -> None:
    path = put(tmp_path, GOOD)
    theirs = tmp_path / "клуб-results.xlsx"
    theirs.write_bytes(book("[Лист1]\nмоё | 1\n"))
    before = theirs.read_bytes()
    with pytest.raises(SaveError) as caught:
        run_aside(path)
    assert caught.value.code == "exists"
    assert run_into(path)[1].retired == ""
    assert theirs.read_bytes() == before


def test_with_errors_only_the_checks_come_beside_it(tmp_path: Path) -> None:
    path = put(tmp_path, GOOD.replace("| 30", "| 31"))
    _, written = run_aside(path)
    assert written.files == ("клуб-results.xlsx",)
    shown = load_workbook(tmp_path / "клуб-results.xlsx")
    assert [s.title for s in shown if s.sheet_state == "visible"] == ["Проверка"]


def test_no_own_state_is_ever_overruled(tmp_path: Path) -> None:
    path = put(tmp_path, unnumbered())
    run_aside(path)
    side = (tmp_path / "клуб-results.xlsx").read_bytes()
    run_into(path)
    assert aside.remembering(path.read_bytes(), side) == path.read_bytes()


# a real one


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[tuple[Path, subprocess.Popen[bytes]]]:
    """A workbook and the process that watches it; whatever happens, the process ends."""
    path = put(tmp_path, GOOD)
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONPATH": str(Path(__file__).parent.parent), "PYTHONUNBUFFERED": "1"}
    with (tmp_path / "out.txt").open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "tourney_xlsx", "watch", path.name], cwd=tmp_path, env=environment, stdout=out, stderr=out
        )
        try:
            yield path, process
        finally:
            process.kill()
            process.wait(timeout=30)


def until(true: Callable[[], bool], what: str) -> None:
    """Wait for what another process does; the limit only ends a test that has failed."""
    for _ in range(600):
        if true():
            return
        time.sleep(0.1)
    pytest.fail(what)


def retitled(path: Path, title: str) -> bytes:
    """The workbook as it is now with another title, as a spreadsheet program would save it."""
    made = load_workbook(path)
    made["Турнир"]["A4"], made["Турнир"]["B4"] = "Название", title
    return as_bytes(made)


def as_excel(path: Path, content: bytes) -> None:
    """A new file under a name of eight digits, the old one renamed away, the new one renamed to its place."""
    fresh, old = path.with_name("1A2B3C4D"), path.with_name("~WRL0001.tmp")
    fresh.write_bytes(content)
    path.rename(old)
    fresh.rename(path)
    old.unlink()


def as_libreoffice(path: Path, content: bytes) -> None:
    """Over the old file, in place."""
    path.write_bytes(content)


def as_google_drive(path: Path, content: bytes) -> None:
    """The download grows in place and pauses half way."""
    with path.open("wb") as file:
        file.write(content[: len(content) // 2])
        file.flush()
        time.sleep(2)
        file.write(content[len(content) // 2 :])


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="a process can't be interrupted so there")
def test_a_real_watch_follows_every_way_of_saving(watched: tuple[Path, subprocess.Popen[bytes]]) -> None:
    path, process = watched
    page, said = path.with_name("клуб-site") / "index.html", path.with_name("out.txt")
    until(page.exists, "no page at the start")
    for save, title in ((as_excel, "Первый"), (as_libreoffice, "Второй"), (as_google_drive, "Третий")):
        until(lambda: "Итоги" in load_workbook(path).sheetnames, "the sheets aren't in the workbook")
        save(path, retitled(path, f"Кубок {title}"))
        until(lambda t=title: f"Кубок {t}" in page.read_text("utf-8"), f"{save.__name__}: {said.read_text('utf-8')}")  # type: ignore[misc]
    assert "повреждена" not in said.read_text("utf-8")

    lock = path.with_name(".~lock.клуб.xlsx#")
    lock.write_text("Анна,anna,host,01.01.2026,file:///x;")
    as_libreoffice(path, retitled(path, "Кубок Открытый"))
    side = path.with_name("клуб-results.xlsx")
    until(lambda: side.exists() and "Кубок Открытый" in page.read_text("utf-8"), "nothing beside the open workbook")
    open_bytes = path.read_bytes()
    until(lambda: "Книга открыта (Анна)" in said.read_text("utf-8"), "it doesn't say that the workbook is open")
    assert path.read_bytes() == open_bytes
    lock.unlink()
    until(lambda: not side.exists(), "the sheets don't come once it's closed")

    good = path.read_bytes()
    path.write_bytes(good[:500])
    until(lambda: "повреждена" in said.read_text("utf-8"), "a damaged workbook isn't told")
    as_excel(path, book(GOOD.replace("| 30", "| 31")))
    until(lambda: "Тур 1!D2" in said.read_text("utf-8"), "errors aren't told")
    path.write_bytes(good)
    as_libreoffice(path, retitled(path, "Кубок Живой"))
    until(lambda: "Кубок Живой" in page.read_text("utf-8"), "it didn't live on")

    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=30) == 0
    assert "Traceback" not in said.read_text("utf-8")


def test_a_workbook_that_is_not_there_is_3(tmp_path: Path) -> None:
    from tests.test_commands import run

    done = run("watch", "нет.xlsx", cwd=tmp_path)
    assert done.returncode == 3
    assert len(done.stderr.decode().strip().splitlines()) == 1
