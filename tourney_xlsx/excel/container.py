"""What a file is when it isn't an Excel workbook: old .xls, encrypted, OpenDocument, another Office file.

Source: [MS-CFB] for the OLE header and directory; the OpenDocument 1.2 package for its `mimetype` member.
"""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Iterator
from typing import Final

_OLE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENTRY: Final = 128  # bytes of a directory entry
_LAST: Final = 0xFFFFFFFA  # sector numbers from here on are marks, not sectors


def foreign_container(data: bytes) -> str | None:
    """A refusal code for data that is an OLE container, else None."""
    if data[:8] != _OLE:
        return None
    names = set(_ole_names(data))
    if names & {"EncryptedPackage", "EncryptionInfo", "\x06DataSpaces"}:
        return "ole_encrypted"
    return "ole_xls" if names & {"Workbook", "Book"} else "not_a_workbook"


def foreign_zip(archive: zipfile.ZipFile) -> str:
    """A refusal code for a zip without `[Content_Types].xml`."""
    try:
        kind = archive.read("mimetype")[:100] if archive.getinfo("mimetype").file_size < 200 else b""
    except (KeyError, zipfile.BadZipFile, NotImplementedError):
        kind = b""
    if kind.startswith(b"application/vnd.oasis.opendocument.spreadsheet"):
        return "ods"
    workbook = any(name.lower().startswith(("xl/", "/xl/")) for name in archive.namelist())
    return "damaged" if workbook else "not_a_workbook"


def _ole_names(data: bytes) -> Iterator[str]:
    """Names of streams and storages. A broken chain ends the walk: the names found until then still tell."""
    if len(data) < 512:
        return
    shift = struct.unpack_from("<H", data, 30)[0]
    size = 1 << shift if shift in (9, 12) else 512
    table = _sector_table(data, size)
    sector, seen = struct.unpack_from("<I", data, 48)[0], set[int]()
    while sector < _LAST and sector not in seen:
        seen.add(sector)
        start = (sector + 1) * size
        for at in range(start, min(start + size, len(data) - _ENTRY + 1), _ENTRY):
            length = struct.unpack_from("<H", data, at + 64)[0]
            if 2 <= length <= 64:
                yield data[at : at + length - 2].decode("utf-16-le", "replace")
        sector = table[sector] if sector < len(table) else _LAST


def _sector_table(data: bytes, size: int) -> list[int]:
    """The allocation table from the 109 places in the header (enough for the start of any file)."""
    table: list[int] = []
    for sector in struct.unpack_from("<109I", data, 76):
        start = (sector + 1) * size
        if sector < _LAST and start + size <= len(data):
            table += struct.unpack_from(f"<{size // 4}I", data, start)
    return table
