"""A workbook as the zip package that it is: limits checked first, untouched members copied as the bytes they
are.

Reading trusts nothing: counts, sizes and ratios are checked from the directory of the zip before anything is
inflated. Writing copies the *compressed* bytes of every member that wasn't changed, so a change elsewhere
can't reach it, and a member written with its own old content also keeps its old bytes.

Sources: APPNOTE.TXT (PKWARE) for the records; ECMA-376 part 2 for part names (compared without case).
"""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from tourney_xlsx.excel.container import foreign_container, foreign_zip

_LOCAL: Final = struct.Struct("<4sHHHHHIIIHH")
_CENTRAL: Final = struct.Struct("<4sHHHHHHIIIHHHHHII")
_END: Final = struct.Struct("<4sHHHHIIH")
_OUR_DATE: Final = (1980, 1, 1, 0, 0, 0)  # the earliest a zip can hold: our parts carry no clock
_UTF8: Final = 0x800
_ENCRYPTED: Final = 0x1
# what zipfile raises for bytes that aren't what the directory says, seeking to nowhere included
_DAMAGE: Final = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    ValueError,
    OverflowError,
    RuntimeError,
)
_NUMBERED: Final = re.compile(r"(.*?)(\d*)(\.[^./]*)")


class PackageError(Exception):
    """A workbook that can't be opened or written into. `code` is for the catalogue, `facts` fill its
    sentence.

    Codes of refusal: not_a_workbook, ole_encrypted, ole_xls, ods, xlsb, template, zip_encrypted, damaged,
    duplicate_parts, backslash_names, too_large, bomb, dtd, strict, signed, shared_legacy. The graft adds its
    own, see `graft`.
    """

    def __init__(self, code: str, facts: Mapping[str, str] | None = None) -> None:
        self.code = code
        self.facts: Mapping[str, str] = MappingProxyType(dict(facts or {}))
        super().__init__(f"{code} {dict(self.facts)}" if facts else code)


@dataclass(frozen=True, slots=True)
class Limits:
    """What a workbook may weigh: bytes inflated in all, members, and inflation of one member over
    `free_ratio_below`.
    """

    total: int = 256 << 20
    members: int = 10_000
    ratio: int = 200
    free_ratio_below: int = 8 << 20


DEFAULT_LIMITS: Final = Limits()


class Package:
    """Members by part name. Names are found without regard to case and never begin with a slash."""

    def __init__(self, data: bytes, limits: Limits = DEFAULT_LIMITS) -> None:
        """Open `data`; raise PackageError when it's no package this program can safely handle."""
        self._raw = data
        self._zip = _open_zip(data)
        self.infos: dict[str, zipfile.ZipInfo] = {}
        self._names: dict[str, str] = {}  # lower case -> the name as it is written
        self._new: dict[str, _Packed] = {}
        self._dropped: set[str] = set()
        _check_limits(self._zip.infolist(), limits, len(data))
        for info in self._zip.infolist():
            if info.is_dir():
                continue
            name = info.filename.lstrip("/")
            if name.lower() in self._names:
                raise PackageError("duplicate_parts", {"part": name})
            self._names[name.lower()] = name
            self.infos[name] = info
        if "[content_types].xml" not in self._names:
            raise PackageError(foreign_zip(self._zip), {})

    def __contains__(self, name: str) -> bool:
        real = self._names.get(name.lower())
        return real is not None and real not in self._dropped

    def __iter__(self) -> Iterator[str]:
        """Names of the parts, old ones in the order of the file, then new ones."""
        return (name for name in self._names.values() if name not in self._dropped)

    @property
    def changed(self) -> frozenset[str]:
        """Parts whose content differs from the file that was opened, or that are new."""
        return frozenset(self._new)

    @property
    def dropped(self) -> frozenset[str]:
        """Parts of the file that was opened which will not be written."""
        return frozenset(self._dropped & set(self.infos))

    def read(self, name: str) -> bytes:
        """The part's content; PackageError `damaged` when it's missing or its bytes are broken."""
        if name not in self:
            raise PackageError("damaged", {"part": name})
        real = self._names[name.lower()]
        return self._new[real].content() if real in self._new else self._inflate(real)

    def write(self, name: str, content: bytes) -> None:
        """Replace or add a part. Content equal to the file's own restores the file's own compressed bytes."""
        real = self._names.setdefault(name.lower(), name)
        self._dropped.discard(real)
        self._new.pop(real, None)
        if real not in self.infos or self._inflate(real) != content:
            self._new[real] = _Packed.of(content)

    def drop(self, name: str) -> None:
        """Leave a part out. Its name stays reserved in `free_name` until it's written again."""
        real = self._names[name.lower()]
        self._dropped.add(real)
        self._new.pop(real, None)

    def free_name(self, like: str) -> str:
        """`like` itself, or the first name of its kind `folder/stemN.ext` that no part has or had."""
        if like.lower() not in self._names:
            return like
        folder, _, base = like.rpartition("/")
        match = _NUMBERED.fullmatch(base)
        stem, number, ext = match.groups() if match else (base, "", "")
        first = int(number or 1)
        tries = (f"{folder}/{stem}{n}{ext}" for n in range(first, first + len(self._names) + 1))
        return next(name for name in tries if name.lower() not in self._names)

    def _inflate(self, real: str) -> bytes:
        try:
            return self._zip.read(self.infos[real])
        except _DAMAGE as error:
            raise PackageError("damaged", {"part": real}) from error

    def stored(self, name: str) -> bytes:
        """The compressed bytes of a member of the opened file, as they lie in it."""
        info = self.infos[self._names[name.lower()]]
        head = self._raw[info.header_offset : info.header_offset + _LOCAL.size]
        if len(head) < _LOCAL.size or head[:4] != b"PK\3\4":
            raise PackageError("damaged", {"part": name})
        name_length, extra_length = struct.unpack("<HH", head[26:30])
        start = info.header_offset + _LOCAL.size + name_length + extra_length
        stored = self._raw[start : start + info.compress_size]
        if len(stored) != info.compress_size:
            raise PackageError("damaged", {"part": name})
        return stored

    def to_bytes(self) -> bytes:
        """The whole package: old members at their places, new ones after them, same input same bytes."""
        out = _Writer()
        for name, info in self.infos.items():
            if name in self._dropped:
                continue
            if name in self._new:
                out.put(name, *self._new[name].as_member(name, info.date_time))
            else:
                out.put(name, info, self.stored(name))
        for name, content in self._new.items():
            if name not in self.infos:
                out.put(name, *content.as_member(name, _OUR_DATE))
        return out.close(self._zip.comment)


@dataclass(frozen=True, slots=True)
class _Packed:
    """A new part as it will lie in the file: packed at once, since the sheets of a large event are many megabytes."""

    stored: bytes
    size: int
    crc: int

    @classmethod
    def of(cls, content: bytes) -> _Packed:
        squeeze = zlib.compressobj(6, zlib.DEFLATED, -15)
        return cls(squeeze.compress(content) + squeeze.flush(), len(content), zlib.crc32(content))

    def content(self) -> bytes:
        return zlib.decompress(self.stored, -15)

    def as_member(self, name: str, date: tuple[int, int, int, int, int, int]) -> tuple[zipfile.ZipInfo, bytes]:
        """What the directory says of it, and its bytes."""
        info = zipfile.ZipInfo(name, date)
        info.compress_type, info.CRC, info.file_size = zipfile.ZIP_DEFLATED, self.crc, self.size
        return info, self.stored


class _Writer:
    """A zip written front to back, without data descriptors, extra fields or a clock."""

    def __init__(self) -> None:
        self._body = io.BytesIO()
        self._central: list[bytes] = []

    def put(self, name: str, info: zipfile.ZipInfo, stored: bytes) -> None:
        """Add a member whose compressed bytes are known; sizes, method and CRC are those of `info`."""
        flags = 0 if name.isascii() else _UTF8
        encoded = name.encode("utf-8")
        year, month, day, hour, minute, second = info.date_time
        time, date = hour << 11 | minute << 5 | second // 2, (year - 1980) << 9 | month << 5 | day
        common = (
            20,
            flags,
            info.compress_type,
            time,
            date,
            info.CRC,
            len(stored),
            info.file_size,
            len(encoded),
            0,
        )
        tail = (0, 0, 0, info.external_attr, self._body.tell())
        self._central.append(_CENTRAL.pack(b"PK\1\2", 20, *common, *tail) + encoded)
        self._body.write(_LOCAL.pack(b"PK\3\4", *common) + encoded + stored)

    def close(self, comment: bytes) -> bytes:
        count, directory, start = len(self._central), b"".join(self._central), self._body.tell()
        self._body.write(directory)
        self._body.write(_END.pack(b"PK\5\6", 0, 0, count, count, len(directory), start, len(comment)) + comment)
        return self._body.getvalue()


def _open_zip(data: bytes) -> zipfile.ZipFile:
    if (code := foreign_container(data)) is not None:
        raise PackageError(code)
    try:
        return zipfile.ZipFile(io.BytesIO(data))
    except _DAMAGE as error:
        raise PackageError("damaged" if data[:4] == b"PK\3\4" else "not_a_workbook") from error


def _check_limits(infos: list[zipfile.ZipInfo], limits: Limits, size: int) -> None:
    if len(infos) > limits.members:
        raise PackageError("too_large", {"members": str(len(infos)), "limit": str(limits.members)})
    for info in infos:
        if info.flag_bits & _ENCRYPTED:
            raise PackageError("zip_encrypted", {"part": info.filename})
        # Python on Windows turns backslashes into slashes by itself; the name as stored tells
        if "\\" in info.orig_filename:
            raise PackageError("backslash_names", {"part": info.orig_filename})
        if info.file_size > limits.free_ratio_below and info.file_size > limits.ratio * max(1, info.compress_size):
            raise PackageError("bomb", {"part": info.filename})
    total = sum(info.file_size for info in infos)
    if total > limits.total:
        raise PackageError("too_large", {"bytes": str(total), "limit": str(limits.total)})
    # members that share bytes: how a small file inflates without any single ratio being high
    if sum(info.compress_size for info in infos) > size:
        raise PackageError("bomb", {"part": ""})
