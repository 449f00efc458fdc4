"""`watch`: run again on every save of the workbook, whichever way the program that saves it writes.

Excel writes a new file and renames it into place, LibreOffice writes over the old one, Google Drive puts its download
in place while it's still growing. So names of events only say when to look; what to do is decided from what is there:
a file that kept its size and time from one look to the next, holds a whole package, and isn't what was handled last.
The looks go on between events, since network disks send none.
"""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from .excel.locks import find_lock
from .excel.save import sha256

if TYPE_CHECKING:
    from watchfiles import Change

TICK_MS = 500
PATIENCE = 20  # looks at a settled file that isn't whole, before it's taken for what it is
Stamp = tuple[int, int]


class Step(StrEnum):
    """What to do after a look: nothing, a run into the workbook, or a run beside it because it's open."""

    NOTHING = "nothing"
    RUN = "run"
    ASIDE = "aside"


@dataclass(frozen=True, slots=True)
class Look:
    """What there was to see: the file's time and size (None: no file), whether a program has it open, and for a file
    that seems settled its fingerprint (None: it can't be read) and whether it's a whole package."""

    stamp: Stamp | None
    locked: bool = False
    digest: str | None = None
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Memory:
    """What is known from earlier looks.

    `stamp`: of the last look; `done`: the stamp of what was dealt with; `handled`: its fingerprint, or that of what we
    wrote; `owing`: the workbook was open, so its sheets are still to be written; `waited`: looks at a torn file.
    """

    stamp: Stamp | None = None
    done: Stamp | None = None
    handled: str = ""
    owing: bool = False
    waited: int = 0

    def settled(self, stamp: Stamp | None) -> bool:
        """Whether a file with that stamp is at rest and not yet dealt with: time to read it."""
        return stamp is not None and stamp == self.stamp and stamp != self.done


def decide(memory: Memory, look: Look) -> tuple[Step, Memory]:
    """What to do after a look, and what to remember of it."""
    if look.stamp is None or look.stamp != memory.stamp:
        return Step.NOTHING, replace(memory, stamp=look.stamp, waited=0)
    if look.stamp != memory.done and not look.whole and memory.waited < PATIENCE:
        return Step.NOTHING, replace(memory, waited=memory.waited + 1)
    if look.stamp == memory.done or (look.digest is not None and look.digest == memory.handled):
        known = replace(memory, done=look.stamp)
        return (Step.RUN if memory.owing and not look.locked else Step.NOTHING), known
    return (Step.ASIDE if look.locked else Step.RUN), memory


def after(memory: Memory, look: Look, step: Step, digest: str | None, locked: bool) -> Memory:
    """What to remember once a step is done. `digest`: of the workbook as the run left it, None when it failed;
    `locked`: whether the workbook is open now, which a failed run has to wait for."""
    owing = step is Step.ASIDE or (digest is None and locked)
    return replace(memory, done=look.stamp, handled=digest or look.digest or "", owing=owing, waited=0)


def concerns(name: str, workbook: str) -> bool:
    """Whether a change of the file `name` is a reason to look: the workbook itself or a lock file of it."""
    return name in (workbook, f"~${workbook}", f".~lock.{workbook}#")


def follow(path: Path, run: Callable[[bool], str | None]) -> None:
    """Call `run(aside)` now and after each save of `path` until interrupted; it gives the workbook's fingerprint, or
    None when it failed. Raises ImportError without watchfiles, OSError for a folder that can't be watched."""
    memory = Memory()
    try:
        for _ in _moments(path):
            seen = look_at(path, memory)
            step, memory = decide(memory, seen)
            if step is not Step.NOTHING:
                digest = run(step is Step.ASIDE)
                memory = after(memory, seen, step, digest, find_lock(path) is not None)
    except KeyboardInterrupt:
        return


def _moments(path: Path) -> Iterator[None]:
    """When to look: at once, on each change that concerns the workbook, and every half a second."""
    from watchfiles import watch

    def wanted(change: Change, name: str) -> bool:
        return concerns(Path(name).name, path.name)

    yield
    for _ in watch(
        path.parent,
        watch_filter=wanted,
        recursive=False,
        debounce=TICK_MS,
        rust_timeout=TICK_MS,
        yield_on_timeout=True,
        raise_interrupt=True,  # the other way it says so itself, in English
    ):
        yield


def look_at(path: Path, memory: Memory) -> Look:
    """Look at the workbook; it's read only when `memory` says that it's time to."""
    try:
        state = path.stat()
        stamp = (state.st_mtime_ns, state.st_size)
        locked = find_lock(path) is not None
    except OSError:
        return Look(None)
    if not memory.settled(stamp):
        return Look(stamp, locked)
    try:
        content = path.read_bytes()
    except OSError:
        return Look(stamp, locked)
    return Look(stamp, locked, sha256(content), _whole(content))


def _whole(content: bytes) -> bool:
    """Whether a package has its end: the directory of a zip is written last."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)):
            return True
    except (zipfile.BadZipFile, struct.error, EOFError, ValueError, OverflowError, NotImplementedError):
        return False
