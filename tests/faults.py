"""The command with something going wrong at one of its writes: `python -m tests.faults FILE.json`.

Every change of the disk is a step: opening for writing, each half of a write, sync, rename, link, delete, a new folder. For
each number of `steps` the command starts from a fresh copy of the folder `before`, in a process of its own, and at that step
is killed, or gets the error `errno`; then the plain command follows. What was there after each is printed as one line of JSON.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

Step = Callable[[], None]


class _Halves:
    """A binary file whose writes are made in two halves, with a step before, between and after."""

    def __init__(self, file: Any, step: Step) -> None:
        self._file, self._step = file, step

    def write(self, data: bytes) -> int:
        for part in (data[: len(data) // 2], data[len(data) // 2 :]):
            self._step()
            self._file.write(part)
            self._file.flush()
        return len(data)

    def __enter__(self) -> _Halves:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def install(step: Step) -> None:
    """Make `step` run before and after each change of the disk."""

    def around(name: str, counts: Callable[..., bool] = lambda *_, **__: True) -> None:
        real = getattr(os, name)

        def made(*arguments: Any, **more: Any) -> Any:
            if not counts(*arguments, **more):
                return real(*arguments, **more)
            step()
            found = real(*arguments, **more)
            step()
            return found

        setattr(os, name, made)

    for name in ("replace", "link", "unlink", "mkdir", "rmdir", "chmod", "fsync"):
        around(name)
    around("open", lambda path, flags=0, *_, **__: bool(flags & (os.O_WRONLY | os.O_RDWR)))
    plain, fdopen = io.open, os.fdopen

    def opened(file: Any, mode: str = "r", *arguments: Any, **more: Any) -> Any:
        if not set(mode) & set("wax+"):
            return plain(file, mode, *arguments, **more)
        step()
        return _Halves(plain(file, mode, *arguments, **more), step)

    io.open = opened  # type: ignore[assignment]
    os.fdopen = lambda *arguments, **more: _Halves(fdopen(*arguments, **more), step)  # type: ignore[assignment]


def child(work: Path, arguments: list[str], step: Step | None) -> int:
    """The command in a forked process; its exit code, -9 when it was killed."""
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        os.chdir(work)
        quiet = os.open(os.devnull, os.O_WRONLY)
        said = os.open(work.parent / "said.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        counted = os.open(work.parent / "taken.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(quiet, 1)
        os.dup2(said, 2)
        from tourney_xlsx import cli

        cli.datetime = Frozen  # type: ignore[misc]
        if step is not None:
            install(step)
        try:
            cli.main(arguments)
        except SystemExit as error:
            if step is not None:
                os.write(counted, str(getattr(step, "taken", 0)).encode())
            os._exit(int(error.code or 0))
        except BaseException:
            os._exit(99)
        os._exit(98)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


class Frozen(datetime):
    """A clock that stands still, so that two runs can be compared byte by byte."""

    @classmethod
    def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
        return datetime(2026, 11, 30, 14, 32, 5)


class Failing:
    """A step that fails the `number`th time; with `beyond` from then on, as a full disk does."""

    def __init__(self, number: int, errno: int | None, beyond: bool) -> None:
        self._number, self._errno, self._beyond = number, errno, beyond
        self.taken = 0

    def __call__(self) -> None:
        self.taken += 1
        if self.taken == self._number or (self._beyond and self.taken > self._number):
            if self._errno is None:
                os.kill(os.getpid(), signal.SIGKILL)
            raise OSError(self._errno, os.strerror(self._errno or 0))


def remember(before: Path, work: Path) -> None:
    """Evaluate each workbook once: that touches no disk, and all attempts begin with one of two."""
    from tourney_xlsx import disk

    known: dict[tuple[Any, ...], Any] = {}
    real = disk.open_event

    def opened(path: Path, now: datetime, out_of_time: Any, *more: Any) -> Any:
        key = (path.read_bytes(), *more)
        return known[key] if key in known else real(path, now, out_of_time, *more)

    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(before, work, symlinks=True)
    for path in sorted(work.glob("*.xlsx")):
        for _ in range(2):
            data = path.read_bytes()
            event = real(path, Frozen.now(), lambda: False, None, None, False)
            known[data, None, None, False] = event
            path.write_bytes(event.workbook)
    disk.open_event = opened


def tree(folder: Path) -> dict[str, str]:
    """File -> its bytes as hex of their SHA-256."""
    from tourney_xlsx.excel.save import sha256

    return {p.relative_to(folder).as_posix(): sha256(p.read_bytes()) for p in sorted(folder.rglob("*")) if p.is_file()}


def main() -> None:
    """Steps until the command runs through; one line each."""
    import tourney_xlsx.disk
    import tourney_xlsx.importing
    import tourney_xlsx.report
    import tourney_xlsx.site.page
    import tourney_xlsx.terminal  # noqa: F401

    plan = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    before, work = Path(plan["before"]), Path(plan["before"]).parent / "work"
    remember(before, work)
    for number in plan["steps"]:
        shutil.rmtree(work, ignore_errors=True)
        shutil.copytree(before, work, symlinks=True)
        code = child(work, plan["command"], Failing(number, plan["errno"], plan["beyond"]))
        said = (work.parent / "said.txt").read_text(encoding="utf-8")
        middle = tree(work)
        after = child(work, plan["then"], None) if plan["then"] else None
        taken = (work.parent / "taken.txt").read_text()
        found = {"step": number, "taken": int(taken or 0), "code": code, "said": said, "middle": middle, "then": after}
        found["after"] = tree(work)
        print(json.dumps(found), flush=True)
        if code in (0, 1) and not plan["errno"]:
            break


if __name__ == "__main__":
    main()
