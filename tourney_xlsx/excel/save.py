"""The workbook back to its place: only over what was read, with a dated copy of the old one beside it."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tourney_xlsx.excel.atomic import SaveError, save_error, sweep, write_bytes
from tourney_xlsx.excel.locks import find_lock

STAMP: Final = re.compile(r"\d{4}-\d{2}-\d{2} \d{2}-\d{2}-\d{2}")
_LONGEST_STEM: Final = 60  # characters: with the stamp still under 255 bytes in any script


@dataclass(frozen=True, slots=True)
class Saved:
    """Whether the file had to be written, and the copy of the old one that was made."""

    written: bool
    backup: Path | None


def save(
    path: Path,
    data: bytes,
    *,
    expected_sha256: str | None,
    backups: int,
    backup_folder: str,
    stamp: str,
) -> Saved:
    """Replace the workbook at `path` by `data`, or write it anew when `expected_sha256` is None.

    `expected_sha256` is that of the bytes that were read. `stamp` is the moment, `2026-11-30 14-32-05`, and
    names the copy in `backup_folder` (a name, made beside the workbook). Kept there: the newest `backups`
    copies and the first of each day; 0 makes none. Data that the file holds already is not written, and makes
    no copy.

    SaveError: those of `write_bytes`; changed_meanwhile, vanished (the file is gone), exists (None was
    expected), open_elsewhere (`who`, `lock`: see `locks`), read_only. After any of them the workbook is as it
    was.
    """
    target = Path(os.path.realpath(path))
    old = _read(target, path)
    # what a killed run left goes even when there is nothing to write
    sweep(target.parent)
    sweep(target.parent / backup_folder)
    # asked even when there is nothing to write: what was read is older than what the other program shows
    if (lock := find_lock(target) or find_lock(Path(path))) is not None:
        raise SaveError("open_elsewhere", path, who=lock.who, lock=str(lock.path))
    if old == data:
        return Saved(written=False, backup=None)
    _expect(old, expected_sha256, path)
    # replacing asks only the folder; a read-only file is the organiser's wish all the same
    if old is not None and not target.stat().st_mode & 0o222:
        raise SaveError("read_only", path)
    if old is None:
        write_bytes(target, data, fresh=True)
        return Saved(written=True, backup=None)
    backup = _copy(target, old, backup_folder, stamp) if backups > 0 else None
    try:
        write_bytes(target, data, lambda file: _expect(_read(file, path), expected_sha256, path))
    except BaseException:
        if backup is not None:
            _forget(backup)
        raise
    if backup is not None:
        _thin_out(target, backup.parent, backups)
    return Saved(written=True, backup=backup)


def sha256(data: bytes) -> str:
    """The fingerprint `save` compares, in hex."""
    return hashlib.sha256(data).hexdigest()


def surplus(names: Iterable[str], newest: int) -> tuple[str, ...]:
    """Which copies go, by name: all but the newest ones and the first of each day."""
    ordered = sorted(names, key=_stamp)
    first: dict[str, str] = {}
    for name in ordered:
        first.setdefault(_stamp(name)[:10], name)
    kept = {*first.values(), *ordered[len(ordered) - min(newest, len(ordered)) :]}
    return tuple(name for name in ordered if name not in kept)


def _read(target: Path, path: Path) -> bytes | None:
    try:
        return target.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise save_error(error, path) from error


def _expect(old: bytes | None, expected: str | None, path: Path) -> None:
    if expected is None and old is not None:
        raise SaveError("exists", path)
    if expected is not None and old is None:
        raise SaveError("vanished", path)
    if expected is not None and old is not None and sha256(old) != expected:
        raise SaveError("changed_meanwhile", path)


def _copy(target: Path, old: bytes, folder: str, stamp: str) -> Path:
    """The old workbook as a new file of its own: an earlier copy of the same second is never overwritten."""
    beside = target.parent / folder
    try:
        beside.mkdir(exist_ok=True)
    except OSError as error:
        raise save_error(error, beside) from error
    stem = target.stem[:_LONGEST_STEM]
    for extra in ("", *(f" ({n})" for n in range(2, 1000))):
        backup = beside / f"{stem} {stamp}{extra}{target.suffix}"
        if backup.exists():
            continue
        try:
            write_bytes(backup, old, fresh=True)
        except BaseException as error:
            if isinstance(error, SaveError) and error.code == "exists":  # another run's, of this very moment
                continue
            with contextlib.suppress(OSError):
                beside.rmdir()
            raise
        return backup
    raise SaveError("exists", beside)


def _thin_out(target: Path, folder: Path, newest: int) -> None:
    """Delete surplus copies of this workbook; what can't be deleted stays, and nothing else is looked at."""
    stem, suffix = re.escape(target.stem[:_LONGEST_STEM]), re.escape(target.suffix)
    ours = re.compile(rf"{stem} {STAMP.pattern}(?: \(\d+\))?{suffix}")
    with contextlib.suppress(OSError):
        for name in surplus((p.name for p in folder.iterdir() if ours.fullmatch(p.name)), newest):
            _unlink(folder / name)


def _stamp(name: str) -> str:
    """The stamp and what tells copies of one second apart. The stem may look like a date too."""
    found = list(STAMP.finditer(name))
    return name[found[-1].start() :].rpartition(".")[0] if found else name


def _forget(backup: Path) -> None:
    """Take back a copy that was made for nothing, and the folder if it was made for it."""
    _unlink(backup)
    with contextlib.suppress(OSError):
        backup.parent.rmdir()


def _unlink(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()
