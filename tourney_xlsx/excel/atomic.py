"""Files written whole or not at all: a temporary file beside the target, synced, then put in its place."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

_SHARING_VIOLATION: Final = 32  # Windows: another program has the file open
_TRIES: Final = 100
_CODES: Final = {
    errno.ENOSPC: "no_space",
    errno.EDQUOT: "no_space",
    errno.EROFS: "read_only",
    errno.EACCES: "no_permission",
    errno.EPERM: "no_permission",
    errno.ENOENT: "no_folder",
    errno.ENOTDIR: "no_folder",
    errno.ENAMETOOLONG: "name_too_long",
}


class SaveError(Exception):
    """A file that wasn't written; the one that was there is untouched. `facts` always hold `path`.

    Codes: no_permission, read_only, no_space, no_folder, name_too_long, open_elsewhere, disk_error (fact
    `error`); `save` adds changed_meanwhile, vanished, exists.
    """

    def __init__(self, code: str, path: Path, **facts: str) -> None:
        self.code = code
        self.facts: Mapping[str, str] = MappingProxyType({"path": str(path), **facts})
        super().__init__(f"{code} {dict(self.facts)}")


def write_text(path: Path, text: str) -> bool:
    """`write_bytes` of UTF-8 text; line ends stay as they are in `text`."""
    return write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, content: bytes, last_look: Callable[[Path], None] | None = None) -> bool:
    """Write a file atomically; whether anything had to be written (a file that holds `content` is left
    alone).

    A link stays a link: its target is replaced. Permission bits of an old file are kept; a new one gets the
    usual ones. `last_look(target)` runs when all is ready but for the replacing, and may raise. Raises
    SaveError.
    """
    target = Path(os.path.realpath(path))
    try:
        if target.is_file() and target.read_bytes() == content:
            return False
        _replace(target, content, last_look)
    except OSError as error:
        raise save_error(error, path) from error
    return True


def save_error(error: OSError, path: Path) -> SaveError:
    """What went wrong with a file, by code."""
    if getattr(error, "winerror", None) == _SHARING_VIOLATION:
        return SaveError("open_elsewhere", path, who="", lock="")
    code = _CODES.get(error.errno or 0, "disk_error")
    return SaveError(code, path, error=errno.errorcode.get(error.errno or 0, type(error).__name__))


def _replace(target: Path, content: bytes, last_look: Callable[[Path], None] | None) -> None:
    handle, temporary = _temporary(target)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            temporary.chmod(target.stat().st_mode & 0o7777)
        if last_look is not None:
            last_look(target)
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(target.parent)


def _temporary(target: Path) -> tuple[int, Path]:
    """A new file in the target's folder: only there is putting it in place one step."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    for number in range(_TRIES):
        path = target.with_name(f".~{target.name[:40]}.{number}.tmp")
        with contextlib.suppress(FileExistsError):  # another run's, or left behind by a power cut
            return os.open(path, flags, 0o666), path
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))


def _sync_folder(folder: Path) -> None:
    """Make the new name last through a power cut. Windows and some network disks can't."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
