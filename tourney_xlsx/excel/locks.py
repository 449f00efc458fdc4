"""Whether a spreadsheet program has the workbook open, and whose it is.

Excel keeps `~$name` beside an open workbook, LibreOffice `.~lock.name#` (and for Excel's formats often both);
a crash leaves them behind. On Windows the program keeps its lock file open, so a file that can be opened for
writing is a leftover and is passed over. Elsewhere LibreOffice's lock is a leftover when it's this account's on
this machine and no LibreOffice runs here; nothing else tells a leftover from a live lock: no time does
(saving makes the workbook younger than its lock, closing deletes the lock), and the program may run on
another machine of the network. Writing under an open workbook loses work: the program writes its old copy
over ours. So there every other lock counts, and the fact `lock` names the file to delete after a crash.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_ANSI_ROOM: Final = 54  # bytes after the length byte; then a two-byte length and the name in UTF-16
_LIBREOFFICE_NAMES: Final = 2  # full name, account; then host, date, profile
_PROCESSES: Final = ("ps", "-A", "-o", "comm=")
_OFFICES: Final = ("soffice", "libreoffice")
_PATIENCE: Final = 5  # seconds


@dataclass(frozen=True, slots=True)
class Lock:
    """An open workbook: the lock file, and the user's name in it ('' when it doesn't say)."""

    path: Path
    who: str


def find_lock(workbook: Path) -> Lock | None:
    """The live lock of a workbook, None when it's free."""
    office = workbook.with_name(f"~${workbook.name}")
    libre = workbook.with_name(f".~lock.{workbook.name}#")
    for path, read in ((libre, libreoffice_user), (office, excel_user)):
        if not os.path.isfile(path):  # unlike Path's, quiet about a name too long for the disk
            continue
        try:
            content = path.read_bytes()[:4096]
            held = not (_can_write(path) if _windows() else path == libre and _leftover(content))
        except OSError:  # Windows: held so that it can't even be read
            content, held = b"", True
        if held:
            return Lock(path, read(content))
    return None


def excel_user(content: bytes) -> str:
    """The name in Excel's owner file: UTF-16 when there, else the ANSI copy."""
    wide = int.from_bytes(content[_ANSI_ROOM + 1 : _ANSI_ROOM + 3], "little")
    start = _ANSI_ROOM + 3
    if 0 < wide <= _ANSI_ROOM and len(content) >= start + 2 * wide:
        return content[start : start + 2 * wide].decode("utf-16-le", "replace").strip("\0 ")
    length = content[0] if content else 0
    return content[1 : 1 + length].decode("cp1251", "replace").strip("\0 ")


def libreoffice_user(content: bytes) -> str:
    """The full name in LibreOffice's lock file, else the account's; commas have a backslash."""
    return next((name for name in _libreoffice_fields(content)[:_LIBREOFFICE_NAMES] if name), "")


def _libreoffice_fields(content: bytes) -> list[str]:
    """Full name, account, host, date, profile."""
    fields, field, escaped = list[str](), "", False
    for character in content.decode("utf-8", "replace"):
        if escaped or character not in "\\,;":
            field, escaped = field + character, False
        elif character == "\\":
            escaped = True
        else:
            fields.append(field.strip())
            field = ""
    return fields


def _leftover(content: bytes) -> bool:
    """Whether LibreOffice has left this lock behind: it's this account's on this machine, and none runs any more."""
    import getpass
    import socket

    _, account, host, *_ = (*_libreoffice_fields(content), "", "", "")
    try:
        mine = bool(host) and host == socket.gethostname() and account == getpass.getuser()
    except (OSError, KeyError):  # an account without a name
        return False
    return mine and not _office_runs()


def _office_runs() -> bool:
    """Whether a LibreOffice runs on this machine; where that can't be seen, one may."""
    import platform
    import subprocess

    if "microsoft" in platform.release().casefold():  # Windows' own programs have the same machine's name
        return True
    try:
        found = subprocess.run(_PROCESSES, capture_output=True, timeout=_PATIENCE, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return True
    programs = [line.strip().rpartition("/")[2].casefold() for line in found.decode("utf-8", "replace").splitlines()]
    return not programs or any(program.startswith(_OFFICES) for program in programs)


def _windows() -> bool:
    return os.name == "nt"


def _can_write(path: Path) -> bool:
    try:
        with path.open("r+b"):
            return True
    except OSError:
        return False
