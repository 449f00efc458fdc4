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
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from fractions import Fraction
from typing import Any

from lxml import etree
from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900, from_excel

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_DOC_REL = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_ADDRESS = re.compile(r"([A-Za-z]{1,3})([0-9]{1,7})")
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


@dataclass(frozen=True, slots=True)
class RawCell:
    """A stored cell; `value` is str, Fraction, bool, datetime or time by its kind, None without a value."""

    kind: CellKind
    value: str | Fraction | bool | datetime | time | None
    formula: str | None = None


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


def read(data: bytes) -> tuple[RawSheet, ...]:
    """The worksheets of a workbook in the order of their tabs.

    Raises `DamagedError` where the parts don't hold together. The package's own limits must have been checked before.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            return tuple(_sheets(package))
    except _DAMAGE as error:
        raise DamagedError(str(error)) from error


def _sheets(package: zipfile.ZipFile) -> Iterator[RawSheet]:
    parts = {name.lstrip("/").casefold(): name for name in package.namelist()}
    root_part = next(
        target for target, kind in _relations(package, parts, "").values() if kind.endswith("/officeDocument")
    )
    workbook = _tree(package, parts, root_part)
    relations = _relations(package, parts, root_part)
    by_kind = {kind.rsplit("/", 1)[-1]: target for target, kind in relations.values()}
    strings = _strings(package, parts, by_kind.get("sharedStrings"))
    dates = _date_styles(package, parts, by_kind.get("styles"))
    properties = workbook.find(f"{_MAIN}workbookPr")
    mac = properties is not None and properties.get("date1904") in ("1", "true")
    epoch = CALENDAR_MAC_1904 if mac else CALENDAR_WINDOWS_1900
    for sheet in workbook.iter(f"{_MAIN}sheet"):
        target, kind = relations.get(sheet.get(_DOC_REL, ""), ("", ""))
        if kind.endswith("/worksheet") and target.casefold() in parts:
            with package.open(parts[target.casefold()]) as stream:
                hidden = sheet.get("state", "visible") != "visible"
                yield _sheet(sheet.get("name", ""), hidden, stream, strings, dates, epoch)


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


def _strings(package: zipfile.ZipFile, parts: Mapping[str, str], name: str | None) -> list[str]:
    if name is None or name.casefold() not in parts:
        return []
    found = []
    with package.open(parts[name.casefold()]) as stream:
        for _, item in etree.iterparse(stream, tag=f"{_MAIN}si", resolve_entities=False, load_dtd=False):
            found.append(_rich_text(item))
            item.clear()
    return found


def _rich_text(item: Any) -> str:
    texts = (node.text or "" for node in item.iter(f"{_MAIN}t") if node.getparent().tag != f"{_MAIN}rPh")
    return _unescape("".join(texts))


def _unescape(text: str) -> str:
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text) if "_x" in text else text


def _date_styles(package: zipfile.ZipFile, parts: Mapping[str, str], name: str | None) -> dict[int, bool]:
    if name is None or name.casefold() not in parts:
        return {}
    return date_styles(_tree(package, parts, name))


def date_styles(tree: Any) -> dict[int, bool]:
    """Cell style -> whether it shows a date, from a stylesheet's root; styles that show plain numbers are left out."""
    codes: dict[int, str] = dict(BUILTIN_FORMATS)
    codes |= dict.fromkeys((*range(27, 37), *range(50, 59)), "yyyy")
    for custom in tree.iter(f"{_MAIN}numFmt"):
        if custom.getparent().tag == f"{_MAIN}numFmts":
            codes[int(custom.get("numFmtId"))] = custom.get("formatCode", "")
    styles = tree.find(f"{_MAIN}cellXfs")
    formats = [int(style.get("numFmtId", "0")) for style in styles] if styles is not None else []
    return {index: True for index, code in enumerate(formats) if is_date_format(codes.get(code, ""))}


def _sheet(
    name: str, hidden: bool, stream: Any, strings: list[str], dates: Mapping[int, bool], epoch: datetime
) -> RawSheet:
    cells: dict[tuple[int, int], RawCell] = {}
    merges: list[tuple[int, int, int, int]] = []
    hidden_rows: set[int] = set()
    last_row = 0
    tags = (f"{_MAIN}row", f"{_MAIN}mergeCell")
    for _, node in etree.iterparse(stream, tag=tags, resolve_entities=False, load_dtd=False):
        if node.tag == tags[1]:
            merges.append(_range(node.get("ref", "")))
            continue
        last_row = int(node.get("r", last_row + 1))
        if len(node):
            if node.get("hidden") in ("1", "true"):
                hidden_rows.add(last_row)
            column = 0
            for child in node:
                where = child.get("r")
                column = address(where)[1] if where else column + 1
                cell = _cell(child, strings, dates, epoch)
                if cell is not None:
                    cells[last_row, column] = cell
        node.clear()
        parent = node.getparent()
        while node.getprevious() is not None:
            del parent[0]
    return RawSheet(name, hidden, cells, tuple(merges), frozenset(hidden_rows))


def address(text: str) -> tuple[int, int]:
    """(row, column) of `E6` or `$E$6`. Raises ValueError."""
    match = _ADDRESS.fullmatch(text.replace("$", ""))
    if match is None:
        raise ValueError(f"not a cell address: {text}")
    column = 0
    for letter in match[1].upper():
        column = column * 26 + ord(letter) - 64
    return int(match[2]), column


def _range(reference: str) -> tuple[int, int, int, int]:
    first, _, last = reference.partition(":")
    return (*address(first), *address(last or first))


def _cell(node: Any, strings: list[str], dates: Mapping[int, bool], epoch: datetime) -> RawCell | None:
    kind = node.get("t", "n")
    stored = formula = inline = None
    for child in node:
        if child.tag == f"{_MAIN}v":
            stored = child.text
        elif child.tag == f"{_MAIN}f":
            formula = child.text or ""
        elif child.tag == f"{_MAIN}is":
            inline = _rich_text(child)
    if kind == "inlineStr":
        return RawCell(CellKind.TEXT, inline, formula) if inline else None
    if kind == "str" and stored is None and formula is not None:
        return None
    if stored is None:
        return RawCell(CellKind.NO_VALUE, None, formula) if formula is not None else None
    if kind == "s":
        text = strings[int(stored)]
        return RawCell(CellKind.TEXT, text, formula) if text else None
    if kind == "str":
        return RawCell(CellKind.TEXT, _unescape(stored), formula)
    if kind == "b":
        return RawCell(CellKind.BOOL, stored.strip() in ("1", "true"), formula)
    if kind == "e":
        return RawCell(CellKind.ERROR, stored, formula)
    if kind == "d":
        return RawCell(CellKind.DATE, datetime.fromisoformat(stored.replace("Z", "")), formula)
    if int(node.get("s", "0")) in dates:
        return _moment(Fraction(stored), epoch, formula)
    return RawCell(CellKind.NUMBER, Fraction(stored), formula)


def _moment(serial: Fraction, epoch: datetime, formula: str | None) -> RawCell:
    """A serial date as Excel shows it; one outside the calendar stays a number."""
    try:
        value = from_excel(float(serial), epoch)
    except (ValueError, OverflowError):
        return RawCell(CellKind.NUMBER, serial, formula)
    if isinstance(value, time | timedelta):
        clock = value if isinstance(value, time) else (datetime.min + value).time()
        return RawCell(CellKind.TIME, clock, formula)
    if isinstance(value, date) and not isinstance(value, datetime):
        value = datetime(value.year, value.month, value.day)
    return RawCell(CellKind.DATE, value, formula)
