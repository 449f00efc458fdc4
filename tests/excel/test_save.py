"""Whatever happens while saving, the organiser has a whole workbook."""

from __future__ import annotations

import errno
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tourney_xlsx.disk import load
from tourney_xlsx.excel import atomic
from tourney_xlsx.excel.atomic import SaveError, stage, write_bytes, write_text
from tourney_xlsx.excel.locks import excel_user, find_lock, libreoffice_user
from tourney_xlsx.excel.save import Saved, save, sha256, surplus

OLD, NEW = b"old workbook", b"new workbook"
STAMP = "2026-11-30 14-32-05"


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    path = tmp_path / "Кубок «Ладья» 2026" / "кубок.xlsx"
    path.parent.mkdir()
    path.write_bytes(OLD)
    return path


def put(path: Path, data: bytes = NEW, *, read: bytes | None = OLD, stamp: str = STAMP, backups: int = 3) -> Saved:
    expected = None if read is None else sha256(read)
    return save(path, data, expected_sha256=expected, backups=backups, backup_folder="кубок-backup", stamp=stamp)


def refused(act: Callable[[], object]) -> SaveError:
    with pytest.raises(SaveError) as caught:
        act()
    return caught.value


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_the_old_one_is_copied_and_the_new_one_in_place(workbook: Path) -> None:
    saved = put(workbook)
    assert saved.written and saved.backup == workbook.parent / "кубок-backup" / f"кубок {STAMP}.xlsx"
    assert workbook.read_bytes() == NEW and saved.backup.read_bytes() == OLD
    assert files(workbook.parent) == {"кубок.xlsx", f"кубок-backup/кубок {STAMP}.xlsx"}


def test_the_same_data_writes_nothing(workbook: Path) -> None:
    before = workbook.stat()
    assert put(workbook, OLD) == Saved(written=False, backup=None)
    after = workbook.stat()
    assert (after.st_mtime_ns, after.st_ino) == (before.st_mtime_ns, before.st_ino)
    assert files(workbook.parent) == {"кубок.xlsx"}


def test_no_copies_when_none_are_wanted(workbook: Path) -> None:
    assert put(workbook, backups=0) == Saved(written=True, backup=None)
    assert files(workbook.parent) == {"кубок.xlsx"}


def test_changed_gone_or_there_already(workbook: Path) -> None:
    assert refused(lambda: put(workbook, read=b"what was read")).code == "changed_meanwhile"
    assert refused(lambda: put(workbook, read=None)).code == "exists"
    assert workbook.read_bytes() == OLD
    workbook.unlink()
    assert refused(lambda: put(workbook)).code == "vanished"
    assert put(workbook, read=None) == Saved(written=True, backup=None)
    assert workbook.read_bytes() == NEW


def test_changed_in_the_last_moment(workbook: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sync = os.fsync

    def type_meanwhile(handle: int) -> None:
        sync(handle)
        if (workbook.parent / "кубок-backup").exists():
            workbook.write_bytes(b"typed just now")

    monkeypatch.setattr(atomic.os, "fsync", type_meanwhile)
    assert refused(lambda: put(workbook)).code == "changed_meanwhile"
    assert workbook.read_bytes() == b"typed just now"
    assert files(workbook.parent) == {"кубок.xlsx"}


FAILURES = {
    errno.ENOSPC: "no_space",
    errno.EACCES: "no_permission",
    errno.EROFS: "read_only",
    errno.EIO: "disk_error",
}


@pytest.mark.parametrize("step", ["replace", "fsync", "open"])
@pytest.mark.parametrize(("number", "code"), FAILURES.items())
def test_a_failure_at_any_step_leaves_all_as_it_was(
    workbook: Path, monkeypatch: pytest.MonkeyPatch, step: str, number: int, code: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(atomic.os, step, fail)
    assert refused(lambda: put(workbook)).code == code
    assert workbook.read_bytes() == OLD
    assert files(workbook.parent) == {"кубок.xlsx"}
    assert not (workbook.parent / "кубок-backup").exists()


@pytest.mark.parametrize("step", ["replace", "fsync"])
def test_a_failure_after_the_copy_takes_the_copy_back(
    workbook: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    real = getattr(os, step)

    def fail(*arguments: object) -> None:
        if (workbook.parent / "кубок-backup" / f"кубок {STAMP}.xlsx").exists():
            raise KeyboardInterrupt
        real(*arguments)

    monkeypatch.setattr(atomic.os, step, fail)
    with pytest.raises(KeyboardInterrupt):
        put(workbook)
    assert workbook.read_bytes() == OLD
    assert not any(name.endswith(".tmp") for name in files(workbook.parent))


def test_a_folder_that_cant_be_synced_is_no_failure(workbook: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.open

    def no_folders(path: Path, flags: int, mode: int = 0o777) -> int:
        if Path(path).is_dir():
            raise PermissionError(errno.EACCES, "a folder")
        return real(path, flags, mode)

    monkeypatch.setattr(atomic.os, "open", no_folders)
    assert put(workbook).written


def test_a_read_only_workbook_is_respected(workbook: Path) -> None:
    workbook.chmod(0o444)
    assert refused(lambda: put(workbook)).code == "read_only"
    assert files(workbook.parent) == {"кубок.xlsx"}


def test_permission_bits_and_links_stay(workbook: Path, tmp_path: Path) -> None:
    workbook.chmod(0o640)
    link = tmp_path / "ярлык.xlsx"
    link.symlink_to(workbook)
    saved = put(link)
    assert link.is_symlink() and workbook.read_bytes() == NEW and not workbook.is_symlink()
    assert workbook.stat().st_mode & 0o777 == 0o640
    assert saved.backup is not None and saved.backup.parent.parent == workbook.parent


def test_a_name_as_long_as_a_disk_allows(tmp_path: Path) -> None:
    path = tmp_path / ("ж" * 124 + ".xlsx")
    path.write_bytes(OLD)
    assert put(path).written
    too_long = tmp_path / ("ж" * 126 + ".xlsx")
    assert refused(lambda: put(too_long, read=None)).code == "name_too_long"


def test_a_file_where_the_copies_should_go(workbook: Path) -> None:
    (workbook.parent / "кубок-backup").write_text("занято", encoding="utf-8")
    said = refused(lambda: put(workbook))
    assert said.code == "in_the_way"
    assert said.facts["path"].endswith("кубок-backup")
    assert workbook.read_bytes() == OLD


def test_copies_of_one_second_dont_overwrite_each_other(workbook: Path) -> None:
    put(workbook)
    second = put(workbook, OLD, read=NEW)
    assert second.backup is not None and second.backup.name == f"кубок {STAMP} (2).xlsx"
    assert second.backup.read_bytes() == NEW


def test_copies_are_thinned_out(workbook: Path) -> None:
    folder = workbook.parent / "кубок-backup"
    folder.mkdir()
    foreign = folder / "чужой 2026-11-01 10-00-00.xlsx"
    foreign.write_bytes(b"x")
    read = OLD
    for day in (28, 29):
        for hour in range(9, 14):
            data = f"{day} {hour}".encode()
            put(workbook, data, read=read, stamp=f"2026-11-{day} {hour:02}-00-00", backups=2)
            read = data
    kept = {f"кубок 2026-11-{time}-00-00.xlsx" for time in ("28 09", "29 09", "29 12", "29 13")}
    assert set(os.listdir(folder)) == {*kept, foreign.name}


def test_which_copies_go() -> None:
    names = [
        f"2026-05-01 {stamp}.xlsx" for stamp in ("2026-11-28 09-00-00", "2026-11-28 10-00-00", "2026-11-29 09-00-00")
    ]
    assert surplus(reversed(names), 1) == (names[1],), "the stem's own date doesn't count"
    assert surplus(names, 9) == surplus([], 3) == ()


def owner_file(name: str, ansi: bytes | None = None) -> bytes:
    narrow = name.encode("cp1251") if ansi is None else ansi
    head = bytes([len(narrow)]) + narrow.ljust(54, b" ")
    wide = name.ljust(54).encode("utf-16-le")
    return head + len(name).to_bytes(2, "little") + wide


def test_who_has_it_open() -> None:
    assert excel_user(owner_file("Пётр Судья")) == "Пётр Судья"
    assert excel_user(owner_file("Пётр Судья")[:55]) == "Пётр Судья", "an old owner file has only the short form"
    assert excel_user(b"") == excel_user(b"\x40") == ""
    assert libreoffice_user(b"Anna Judge,anna,laptop,30.11.2026 14:30,file:///home/anna;") == "Anna Judge"
    assert libreoffice_user(b",anna,laptop,30.11.2026 14:30,file:///home/anna;") == "anna"
    assert libreoffice_user("Судья\\, Анна,anna,x,y,z;".encode()) == "Судья, Анна"
    assert libreoffice_user(b"\xff\xfe") == libreoffice_user(b"") == ""


@pytest.mark.parametrize(
    ("lock", "content"),
    [("~$кубок.xlsx", owner_file("Анна")), (".~lock.кубок.xlsx#", "Анна,a,b,c,d;".encode())],
)
def test_an_open_workbook_is_not_written(workbook: Path, lock: str, content: bytes) -> None:
    (workbook.parent / lock).write_bytes(content)
    error = refused(lambda: put(workbook))
    assert (error.code, error.facts["who"]) == ("open_elsewhere", "Анна")
    assert error.facts["lock"] == str(workbook.parent / lock)
    assert workbook.read_bytes() == OLD and len(files(workbook.parent)) == 2
    assert refused(lambda: put(workbook, OLD)).code == "open_elsewhere", "what was read is old already"


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> str:
    """A lock of LibreOffice's of this account on this machine."""
    monkeypatch.setattr("socket.gethostname", lambda: "laptop")
    monkeypatch.setattr("getpass.getuser", lambda: "anna")
    return "Анна,anna,laptop,30.11.2026 14:30,file:///home/anna;"


def running(monkeypatch: pytest.MonkeyPatch, *programs: str) -> None:
    done = subprocess.CompletedProcess((), 0, "\n".join(programs).encode(), b"")
    monkeypatch.setattr("subprocess.run", lambda *_, **__: done)


@pytest.mark.skipif(os.name == "nt", reason="Windows says itself whether a lock is held")
def test_a_lock_that_a_crashed_libreoffice_left_behind_is_nobodys(
    workbook: Path, here: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = workbook.parent / ".~lock.кубок.xlsx#"
    lock.write_text(here, encoding="utf-8")
    for program in ("soffice.bin", "/Applications/LibreOffice.app/Contents/MacOS/soffice"):
        running(monkeypatch, "systemd", program)
        found = find_lock(workbook)
        assert found is not None and (found.who, found.path) == ("Анна", lock)
    running(monkeypatch, "systemd", "bash")
    assert find_lock(workbook) is None
    for other in (here.replace("laptop", "desktop"), here.replace("anna", "boris", 1), "Анна,anna", ""):
        lock.write_text(other, encoding="utf-8")
        assert find_lock(workbook) is not None, "another's LibreOffice can't be seen from here"


@pytest.mark.skipif(os.name == "nt", reason="Windows says itself whether a lock is held")
def test_where_programs_cannot_be_seen_a_lock_counts(
    workbook: Path, here: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (workbook.parent / ".~lock.кубок.xlsx#").write_text(here, encoding="utf-8")
    running(monkeypatch)
    assert find_lock(workbook) is not None
    running(monkeypatch, "systemd")
    monkeypatch.setattr("platform.release", lambda: "5.15.90.1-microsoft-standard-WSL2")
    assert find_lock(workbook) is not None
    monkeypatch.setattr("platform.release", lambda: "6.1.0")
    (workbook.parent / "~$кубок.xlsx").write_bytes(owner_file("Анна"))
    assert find_lock(workbook) is not None


def test_a_workbook_opened_by_a_link_to_it_is_open_too(workbook: Path) -> None:
    link = workbook.with_name("ярлык.xlsx")
    try:
        link.symlink_to(workbook)
    except OSError:
        pytest.skip("links aren't allowed here")
    (workbook.parent / "~$ярлык.xlsx").write_bytes(owner_file("Анна"))
    assert refused(lambda: put(link)).code == "open_elsewhere"


def test_on_windows_a_lock_nobody_holds_is_a_leftover(workbook: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lock = workbook.parent / "~$кубок.xlsx"
    lock.write_bytes(owner_file("Анна"))
    monkeypatch.setattr("tourney_xlsx.excel.locks._windows", lambda: True)
    assert find_lock(workbook) is None
    monkeypatch.setattr("tourney_xlsx.excel.locks._can_write", lambda _path: False)
    found = find_lock(workbook)
    assert found is not None and found.who == "Анна"


def test_a_sharing_violation_is_an_open_workbook(workbook: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    error = PermissionError(errno.EACCES, "in use")
    error.winerror = 32  # type: ignore[attr-defined]

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(atomic.os, "replace", fail)
    assert refused(lambda: write_bytes(workbook, NEW)).code == "open_elsewhere"


@pytest.mark.parametrize(("number", "windows"), [(errno.EINVAL, 362), (errno.EINVAL, 404), (errno.EDEADLK, None)])
def test_a_placeholder_that_cannot_be_fetched_is_named(
    workbook: Path, monkeypatch: pytest.MonkeyPatch, number: int, windows: int | None
) -> None:
    """OneDrive keeps files that are not on the disk until they are read; the disk's word for it says nothing."""
    error = OSError(number, "cloud")
    error.winerror = windows  # type: ignore[attr-defined]

    def fail(*_: object) -> bytes:
        raise error

    monkeypatch.setattr(Path, "read_bytes", fail)
    assert refused(lambda: load(workbook)).code == "in_cloud"


def test_files_of_the_page(tmp_path: Path) -> None:
    page = tmp_path / "страница.html"
    assert write_text(page, "<p>ё</p>\r\n") and page.read_bytes() == "<p>ё</p>\r\n".encode()
    assert not write_text(page, "<p>ё</p>\r\n"), "left alone, so that its date tells when it changed"
    assert write_bytes(page, b"") and page.read_bytes() == b""
    assert page.stat().st_mode & 0o777 == 0o666 & ~current_umask()
    assert refused(lambda: write_text(tmp_path / "нет" / "x.html", "")).code == "no_folder"
    assert files(tmp_path) == {"страница.html"}


def current_umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_debris_of_a_power_cut_is_swept_away(tmp_path: Path) -> None:
    for number in range(100):
        (tmp_path / f".~a.html.{number}.tmp").write_bytes(b"half")
    (tmp_path / ".~b.html.0.tmp").write_bytes(b"half")
    (tmp_path / ".~lock.a.html#").write_bytes(b"somebody's")
    assert write_text(tmp_path / "a.html", "whole")
    assert files(tmp_path) == {"a.html", ".~lock.a.html#"}


def test_what_another_run_is_writing_is_left_to_it(tmp_path: Path) -> None:
    first = stage(tmp_path / "a.html", b"first")
    assert first is not None
    assert write_bytes(tmp_path / "a.html", b"second")
    first.put()
    assert (tmp_path / "a.html").read_bytes() == b"first"
    assert files(tmp_path) == {"a.html"}


def test_a_fresh_file_replaces_nothing(tmp_path: Path) -> None:
    ready = stage(tmp_path / "a.xlsx", b"ours")
    assert ready is not None
    (tmp_path / "a.xlsx").write_bytes(b"somebody's, just now")
    assert refused(lambda: ready.put(fresh=True)).code == "exists"
    assert (tmp_path / "a.xlsx").read_bytes() == b"somebody's, just now"
    assert files(tmp_path) == {"a.xlsx"}
    assert write_bytes(tmp_path / "b.xlsx", b"ours", fresh=True)


def test_a_disk_without_links_or_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object) -> None:
        raise OSError(errno.EOPNOTSUPP, "not here")

    monkeypatch.setattr(atomic.os, "link", unknown)
    if atomic.fcntl is not None:
        monkeypatch.setattr(atomic.fcntl, "flock", unknown)
    (tmp_path / ".~a.html.0.tmp").write_bytes(b"whose?")
    assert write_bytes(tmp_path / "a.html", b"1", fresh=True)
    ready = stage(tmp_path / "a.html", b"2")
    assert ready is not None
    assert refused(lambda: ready.put(fresh=True)).code == "exists"
    assert files(tmp_path) == {"a.html", ".~a.html.0.tmp"}
