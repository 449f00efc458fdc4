"""Files written whole or not at all: a temporary file beside the target, synced, then put in its place."""

from __future__ import annotations

import contextlib
import errno
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

try:
    import fcntl
except ImportError:  # Windows: an open file can't be deleted there, which is lock enough
    fcntl = None  # type: ignore[assignment]

_OURS: Final = re.compile(r"\.~.{1,40}\.\d{1,2}\.tmp")
_SHARING_VIOLATION: Final = 32  # Windows: another program has the file open
# Windows: ERROR_CLOUD_FILE_*, what OneDrive and its like say of a file that is only a placeholder; macOS: EDEADLK
_CLOUD: Final = range(358, 405)
_TRIES: Final = 100
_PIECE: Final = 1 << 20
_CODES: Final = {
    errno.ENOSPC: "no_space",
    errno.EDQUOT: "no_space",
    errno.EROFS: "read_only",
    errno.EACCES: "no_permission",
    errno.EPERM: "no_permission",
    errno.ENOENT: "no_folder",
    errno.ENOTDIR: "no_folder",
    errno.ENAMETOOLONG: "name_too_long",
    errno.EISDIR: "is_folder",
    errno.EEXIST: "in_the_way",
    errno.EDEADLK: "in_cloud",
}


class SaveError(Exception):
    """A file that wasn't written; the one that was there is untouched. `facts` always hold `path`.

    Codes: no_permission, read_only, no_space, no_folder, name_too_long, is_folder, in_the_way (a file where a folder
    should be), in_cloud (not on this disk, and not to be had), open_elsewhere, disk_error (fact `error`); `save` adds
    changed_meanwhile, vanished, exists.
    """

    def __init__(self, code: str, path: Path, **facts: str) -> None:
        self.code = code
        self.facts: Mapping[str, str] = MappingProxyType({"path": str(path), **facts})
        super().__init__(f"{code} {dict(self.facts)}")


def write_text(path: Path, text: str) -> bool:
    """`write_bytes` of UTF-8 text; line ends stay as they are in `text`."""
    return write_bytes(path, text.encode("utf-8"))


def write_bytes(
    path: Path, content: bytes, last_look: Callable[[Path], None] | None = None, *, fresh: bool = False
) -> bool:
    """Write a file atomically; whether anything had to be written (a file that holds `content` is left
    alone).

    A link stays a link: its target is replaced. Permission bits of an old file are kept; a new one gets the
    usual ones. `last_look(target)` runs when all is ready but for the replacing, and may raise. `fresh`: nothing is
    ever replaced, a file that is there by then is SaveError `exists`. Raises SaveError.
    """
    ready = stage(path, content)
    if ready is None:
        if fresh:
            raise SaveError("exists", path)
        return False
    ready.put(last_look, fresh=fresh)
    return True


def _holds(target: Path, content: bytes) -> bool:
    """Whether a file holds just this, read in pieces."""
    if target.stat().st_size != len(content):
        return False
    with target.open("rb") as file:
        return all(file.read(_PIECE) == content[at : at + _PIECE] for at in range(0, len(content), _PIECE))


def stage(path: Path, content: bytes) -> Staged | None:
    """Make a file ready to be put in place, None where it holds `content` already. Raises SaveError."""
    target = Path(os.path.realpath(path))
    try:
        if target.is_file() and _holds(target, content):
            return None
        sweep(target.parent)
        handle, temporary = _temporary(target)
        ready = Staged(path, target, temporary, handle)
        try:
            with os.fdopen(os.dup(handle), "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            if target.exists():
                temporary.chmod(target.stat().st_mode & 0o7777)
        except BaseException:
            ready.discard()
            raise
    except OSError as error:
        raise save_error(error, path) from error
    return ready


@dataclass(frozen=True, slots=True)
class Staged:
    """A file written and synced under a temporary name. `handle` stays open, and locked, until it's put or discarded:
    so another run knows it from what a crash left behind."""

    path: Path
    target: Path
    temporary: Path
    handle: int

    def put(self, last_look: Callable[[Path], None] | None = None, *, fresh: bool = False) -> None:
        """Put it in place; see `write_bytes`. Raises SaveError, and is discarded then."""
        try:
            if last_look is not None:
                last_look(self.target)
            if _windows():  # which neither renames nor deletes an open file
                os.close(self.handle)
            if fresh:
                _link(self.temporary, self.target)
            else:
                os.replace(self.temporary, self.target)
        except BaseException as error:
            self.discard()
            if isinstance(error, FileExistsError):
                raise SaveError("exists", self.path) from error
            if isinstance(error, OSError):
                raise save_error(error, self.path) from error
            raise
        _close(self.handle)
        _sync_folder(self.target.parent)

    def discard(self) -> None:
        """Take it back."""
        if _windows():
            _close(self.handle)
        with contextlib.suppress(OSError):
            self.temporary.unlink()
        _close(self.handle)


def _close(handle: int) -> None:
    with contextlib.suppress(OSError):
        os.close(handle)


def _link(temporary: Path, target: Path) -> None:
    """Give the file its name if that is free, in one step where the disk knows links."""
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise
    except OSError:
        if target.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target)) from None
        os.replace(temporary, target)
    else:
        with contextlib.suppress(OSError):
            temporary.unlink()


def save_error(error: OSError, path: Path) -> SaveError:
    """What went wrong with a file, by code."""
    if (said := getattr(error, "winerror", None)) == _SHARING_VIOLATION:
        return SaveError("open_elsewhere", path, who="", lock="")
    if said in _CLOUD:
        return SaveError("in_cloud", path)
    code = _CODES.get(error.errno or 0, "disk_error")
    return SaveError(code, path, error=errno.errorcode.get(error.errno or 0, type(error).__name__))


def sweep(folder: Path) -> None:
    """Delete what runs that were killed left behind; a file that a run still works on is locked, and stays."""
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            if not _OURS.fullmatch(path.name):
                continue
            with contextlib.suppress(OSError):
                handle = os.open(path, os.O_RDWR)
                try:
                    if not _windows() and _locked(handle, where_unknown=False):
                        path.unlink()
                finally:
                    os.close(handle)
                if _windows():
                    path.unlink()


def _temporary(target: Path) -> tuple[int, Path]:
    """A new file in the target's folder, locked: only there is putting it in place one step."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    for number in range(_TRIES):
        path = target.with_name(f".~{target.name[:40]}.{number}.tmp")
        with contextlib.suppress(FileExistsError):  # another run's
            handle = os.open(path, flags, 0o666)
            # between opening and locking it may have been taken for a leftover, and swept away
            if _locked(handle, where_unknown=True) and os.fstat(handle).st_nlink:
                return handle, path
            os.close(handle)
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))


def _locked(handle: int, *, where_unknown: bool) -> bool:
    """Lock a file, unless somebody else has it locked; the answer `where_unknown` on disks that know no locks."""
    if fcntl is None:
        return where_unknown
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return where_unknown
    return True


def _windows() -> bool:
    return os.name == "nt"


def _sync_folder(folder: Path) -> None:
    """Make the new name last through a power cut. Windows and some network disks can't."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
