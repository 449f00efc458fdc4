"""One streaming pass over a workbook: every stored cell with its kind, the merges and the hidden rows.

openpyxl needs two loads to tell a value from a formula without one, walks a used range of a million formatted rows,
and forgets which cells are errors; this pass keeps only cells that hold something (ECMA-376 part 1, 18.3).
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, time
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from lxml import etree

from tourney_xlsx.excel.dates import DATE_FORMATS, moment, shows_date
from tourney_xlsx.excel.ooxml import epoch, forget
from tourney_xlsx.excel.package import PackageError

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_CELL, _ROW, _TEXT = f"{_MAIN}c", f"{_MAIN}row", f"{_MAIN}t"
_VALUE, _FORMULA, _INLINE = f"{_MAIN}v", f"{_MAIN}f", f"{_MAIN}is"
_DOC_REL = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
# what no XML text can hold and a program may escape all the same
_NO_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_ADDRESS = re.compile(r"([A-Za-z]{1,3})([0-9]{1,7})")
# xsd:double as programs write it; a longer exponent would ask for a number of a billion digits
_NUMBER = re.compile(r"\s*([+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:[eE][+-]?\d{1,3})?)\s*", re.ASCII)
_SHORT = 20  # digits
MOST_CELLS = 2_500_000  # at most a gigabyte; 5,000 players x 10 rounds with all our sheets have a fifth of it
_LAST_ROW, _LAST_COLUMN = 1_048_576, 16_384
_AT_ONCE = 1024  # cells of one row that are kept as a tree
_DAMAGE = (
    etree.XMLSyntaxError,
    zipfile.BadZipFile,
    zlib.error,
    KeyError,
    ValueError,
    IndexError,
    EOFError,
    NotImplementedError,
    ArithmeticError,
    RuntimeError,
)


class CellKind(StrEnum):
    """What a cell holds. NO_VALUE: a formula that was never calculated; UNTRUSTED: one that depends on our sheets."""

    TEXT = "text"
    NUMBER = "number"
    BOOL = "bool"
    DATE = "date"
    TIME = "time"
    ERROR = "error"
    NO_VALUE = "no_value"
    UNTRUSTED = "untrusted"


class RawCell(NamedTuple):
    """A stored cell; `value` is str, Fraction, bool, datetime or time by its kind, None without a value.

    `serial`: the number that a format shows as a date or a time; None where none is stored.
    """

    kind: CellKind
    value: str | Fraction | bool | datetime | time | None
    formula: str | None = None
    serial: Fraction | None = None


@dataclass(frozen=True, slots=True)
class RawSheet:
    """A sheet's stored cells by (row, column), its merged ranges (row, column, row, column) and hidden rows."""

    name: str
    hidden: bool
    cells: Mapping[tuple[int, int], RawCell]
    merges: tuple[tuple[int, int, int, int], ...] = ()
    hidden_rows: frozenset[int] = field(default_factory=frozenset)

    def text(self, row: int, column: int) -> str:
        """A cell's text, empty when it holds none."""
        cell = self.cells.get((row, column))
        return cell.value if cell is not None and isinstance(cell.value, str) else ""


class DamagedError(Exception):
    """The file is a package but can't be read as a workbook."""


class _Room:
    """How many more cells may be kept. PackageError `too_large` when there is no more."""

    def __init__(self) -> None:
        self._left = MOST_CELLS

    def take(self, count: int) -> None:
        self._left -= count
        if self._left < 0:
            raise PackageError("too_large", {"cells": str(MOST_CELLS)})


def read(data: bytes, closed: Callable[[str, str], bool] = lambda name, first: False) -> tuple[RawSheet, ...]:
    """The worksheets of a workbook in the order of their tabs; of those that are `closed`, by name and text of A1, no
    more than that cell.

    Raises `DamagedError` where the parts don't hold together, PackageError `too_large`, `dtd`. The package's own limits
    must have been checked before.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            return tuple(_sheets(package, closed))
    except _DAMAGE as error:
        raise DamagedError(str(error)) from error


def _sheets(package: zipfile.ZipFile, closed: Callable[[str, str], bool]) -> Iterator[RawSheet]:
    parts = {name.lstrip("/").casefold(): name for name in package.namelist()}
    root_part = next(
        target for target, kind in _relations(package, parts, "").values() if kind.endswith("/officeDocument")
    )
    workbook = _tree(package, parts, root_part)
    relations = _relations(package, parts, root_part)
    by_kind = {kind.rsplit("/", 1)[-1]: target for target, kind in relations.values()}
    room = _Room()
    strings = _strings(package, parts, by_kind.get("sharedStrings"), room)
    dates = _date_styles(package, parts, by_kind.get("styles"))
    first_day = epoch(workbook)
    for sheet in workbook.iter(f"{_MAIN}sheet"):
        target, kind = relations.get(sheet.get(_DOC_REL, ""), ("", ""))
        if kind.endswith("/worksheet") and target.casefold() in parts:
            with package.open(parts[target.casefold()]) as stream:
                hidden = sheet.get("state", "visible") != "visible"
                yield _sheet(sheet.get("name", ""), hidden, stream, _Styled(strings, dates, first_day), room, closed)


def _relations(package: zipfile.ZipFile, parts: Mapping[str, str], owner: str) -> dict[str, tuple[str, str]]:
    """Relation id -> (part, type) of the part `owner` ("" is the package)."""
    folder, base = posixpath.split(owner)
    name = posixpath.join(folder, "_rels", f"{base}.rels").casefold()
    if name not in parts:
        return {}
    found = {}
    for relation in _tree(package, parts, name):
        if not isinstance(relation.tag, str) or relation.get("TargetMode") == "External":
            continue
        target = relation.get("Target", "")
        whole = target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
        found[relation.get("Id", "")] = (whole, relation.get("Type", ""))
    return found


def _tree(package: zipfile.ZipFile, parts: Mapping[str, str], name: str) -> Any:
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    tree = etree.fromstring(package.read(parts[name.casefold()]), parser)
    if tree.getroottree().docinfo.internalDTD is not None:
        raise ValueError("a DTD in a workbook part")
    return tree


def _strings(package: zipfile.ZipFile, parts: Mapping[str, str], name: str | None, room: _Room) -> list[str]:
    if name is None or name.casefold() not in parts:
        return []
    found = []
    with package.open(parts[name.casefold()]) as stream:
        for item in _stream(stream, f"{_MAIN}si"):
            room.take(1)
            found.append(_rich_text(item))
            forget(item)
    return found


def _stream(stream: Any, *tags: str) -> Iterator[Any]:
    """The elements of a part as they end. PackageError `dtd` where the part declares a document type."""
    found = etree.iterparse(stream, tag=tags, resolve_entities=False, load_dtd=False, no_network=True)
    first = True
    for _, node in found:
        if first and node.getroottree().docinfo.doctype:
            raise PackageError("dtd")
        first = False
        yield node


def _rich_text(item: Any) -> str:
    if len(item) == 1 and item[0].tag == _TEXT:
        return _unescape(item[0].text or "")
    texts = (node.text or "" for node in item.iter(_TEXT) if node.getparent().tag != f"{_MAIN}rPh")
    return _unescape("".join(texts))


def _unescape(text: str) -> str:
    """Escapes as their characters. Two halves of a pair are one character; a lone half is no text: U+FFFD.

    Control characters are left out.
    """
    if "_x" not in text:
        return text
    whole = _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)
    return _NO_TEXT.sub("", whole.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace"))


def _date_styles(package: zipfile.ZipFile, parts: Mapping[str, str], name: str | None) -> dict[int, bool]:
    if name is None or name.casefold() not in parts:
        return {}
    return date_styles(_tree(package, parts, name))


def date_styles(tree: Any) -> dict[int, bool]:
    """Cell style -> whether it shows a date, from a stylesheet's root; styles that show plain numbers are left out."""
    dates = dict.fromkeys(DATE_FORMATS, True)
    for custom in tree.iter(f"{_MAIN}numFmt"):
        if custom.getparent().tag == f"{_MAIN}numFmts":
            dates[int(custom.get("numFmtId"))] = shows_date(custom.get("formatCode", ""))
    styles = tree.find(f"{_MAIN}cellXfs")
    formats = [int(style.get("numFmtId", "0")) for style in styles] if styles is not None else []
    return {index: True for index, code in enumerate(formats) if dates.get(code, False)}


@dataclass(frozen=True, slots=True)
class _Styled:
    """What a workbook's cells refer to: its strings, the styles that show dates, the first day."""

    strings: list[str]
    dates: Mapping[int, bool]
    epoch: datetime


def _sheet(
    name: str, hidden: bool, stream: Any, styled: _Styled, room: _Room, closed: Callable[[str, str], bool]
) -> RawSheet:
    """One sheet; a row's elements are freed while it's read, however many cells it claims to have."""
    cells: dict[tuple[int, int], RawCell] = {}
    merges: list[tuple[int, int, int, int]] = []
    hidden_rows: set[int] = set()
    row, column, seen, inside = 0, 0, 0, False
    for node in _stream(stream, _CELL, _ROW, f"{_MAIN}mergeCell"):
        tag = node.tag
        if tag == _CELL:
            if not inside:
                row, column, inside = _row(node.getparent(), row), 0, True
            where = node.get("r")
            column = _column(where) if where else column + 1
            cell = _cell(node, styled)
            if cell is not None:
                _check_place(row, column)
                room.take((row, column) not in cells)
                cells[row, column] = cell
                if (row, column) == (1, 1) and isinstance(cell.value, str) and closed(name, cell.value):
                    return RawSheet(name, hidden, cells)
            seen += 1
            if seen % _AT_ONCE == 0:
                forget(node)
        elif tag == _ROW:
            if not inside:
                row = _row(node, row)
            elif node.get("hidden") in ("1", "true"):
                hidden_rows.add(row)
            inside = False
            forget(node)
        else:
            room.take(1)
            merges.append(_range(node.get("ref", "")))
            forget(node)
    return RawSheet(name, hidden, cells, tuple(merges), frozenset(hidden_rows))


def _row(node: Any, before: int) -> int:
    return int(node.get("r", before + 1))


def _check_place(row: int, column: int) -> None:
    if not (1 <= row <= _LAST_ROW and 1 <= column <= _LAST_COLUMN):
        raise ValueError(f"no such cell: {row}, {column}")


def address(text: str) -> tuple[int, int]:
    """(row, column) of `E6` or `$E$6`. Raises ValueError."""
    match = _ADDRESS.fullmatch(text.replace("$", ""))
    if match is None:
        raise ValueError(f"not a cell address: {text}")
    column = 0
    for letter in match[1].upper():
        column = column * 26 + ord(letter) - 64
    return int(match[2]), column


def _column(where: str) -> int:
    letters = where.rstrip("0123456789")
    return _column_of(letters) if len(letters) < len(where) else address(where)[1]


@lru_cache(maxsize=1 << 14)
def _column_of(letters: str) -> int:
    return address(f"{letters}1")[1]


def _range(reference: str) -> tuple[int, int, int, int]:
    first, _, last = reference.partition(":")
    return (*address(first), *address(last or first))


def _cell(node: Any, styled: _Styled) -> RawCell | None:
    kind = node.get("t", "n")
    stored = formula = inline = None
    for child in node:
        tag = child.tag
        if tag == _VALUE:
            stored = child.text
        elif tag == _FORMULA:
            formula = child.text or ""
        elif tag == _INLINE:
            inline = _rich_text(child)
    if kind == "inlineStr":
        return RawCell(CellKind.TEXT, inline, formula) if inline else None
    if kind == "str" and stored is None and formula is not None:
        return None
    if stored is None:
        return RawCell(CellKind.NO_VALUE, None, formula) if formula is not None else None
    if kind == "s":
        text = _shared(styled.strings, int(stored))
        return RawCell(CellKind.TEXT, text, formula) if text else None
    if kind == "str":
        return RawCell(CellKind.TEXT, _unescape(stored), formula)
    if kind == "b":
        return RawCell(CellKind.BOOL, stored.strip() in ("1", "true"), formula)
    if kind == "e":
        return RawCell(CellKind.ERROR, stored, formula)
    if kind == "d":
        return RawCell(CellKind.DATE, datetime.fromisoformat(stored.replace("Z", "")), formula)
    if int(node.get("s", "0")) in styled.dates:
        return _moment(_number(stored), styled.epoch, formula)
    return RawCell(CellKind.NUMBER, _number(stored), formula)


def _shared(strings: list[str], index: int) -> str:
    if index < 0:
        raise IndexError(index)
    return strings[index]


@lru_cache(maxsize=1 << 14)
def _number(text: str) -> Fraction:
    if text.isascii() and text.isdigit() and len(text) < _SHORT:
        return Fraction(int(text))
    match = _NUMBER.fullmatch(text)
    if match is None:
        raise ValueError(f"no number: {text[:40]}")
    return Fraction(match[1])


def _moment(serial: Fraction, epoch: datetime, formula: str | None) -> RawCell:
    """A serial date as Excel shows it; one outside the calendar stays a number."""
    try:
        value = moment(float(serial), epoch)
    except (ValueError, OverflowError):
        return RawCell(CellKind.NUMBER, serial, formula)
    return RawCell(CellKind.TIME if isinstance(value, time) else CellKind.DATE, value, formula, serial)
