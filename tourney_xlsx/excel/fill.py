"""Values into empty cells of an organiser's sheet, everything else left as it is.

Only the sheet's own part is edited, and in it no node goes or changes: rows and cells are added where the schema wants
them (18.3.1.73, 18.3.1.4), a cell that is there keeps its style. Texts are written inline, so the table of shared
strings stays as it is. Three more parts can change: a table that the new rows directly follow grows over them, as it
does under a person's hands (`fill_tables`), a workbook with formulas is asked to calculate them on opening, and a
number where the style shows dates gets that look with a plain format, which the stylesheet may have to be given.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Final

from lxml import etree
from openpyxl.utils.cell import coordinate_to_tuple, range_boundaries
from openpyxl.utils.datetime import to_excel

from ..model import column_letters
from .book import Book, open_book
from .cells import stored_text
from .fill_styles import Styles
from .fill_tables import grow, totals
from .ooxml import WORKBOOK_ORDER, WORKSHEET_ORDER, child, elements, epoch, kind, like, local, parse, place, store
from .package import Package, PackageError
from .read import RawSheet, read
from .verify import verify

Typed = str | int | Fraction | bool | datetime
Address = tuple[int, int]
Area = tuple[int, int, int, int]

_LAST_ROW: Final = 1_048_576
_LAST_COLUMN: Final = 16_384
_SPACE: Final = "{http://www.w3.org/XML/1998/namespace}space"
_HOLDS: Final = ("v", "f", "is")
_MIDNIGHT: Final = " 00:00:00"
_SPREADS: Final = ("array", "dataTable")


@dataclass(frozen=True, slots=True)
class Taken:
    """What of a sheet can't be written to: cells that hold something, and areas (top, left, bottom, right) of merged
    cells, of formulas that fill several cells, and of tables' rows of totals."""

    cells: frozenset[Address]
    areas: tuple[Area, ...]

    def __contains__(self, at: Address) -> bool:
        row, column = at
        return at in self.cells or any(
            top <= row <= bottom and left <= column <= right for top, left, bottom, right in self.areas
        )


def taken(data: bytes, sheet: str) -> Taken:
    """What of a sheet can't be written to. PackageError: those of `Package` and `open_book`; no_such_sheet."""
    book = open_book(Package(data))
    part = _part(book, sheet)
    return _taken(book, part, parse(book.package.read(part), part))


def fill(
    data: bytes,
    sheet: str,
    values: Mapping[Address, Typed],
    *,
    pattern: int | None = None,
    dates: str = "%Y-%m-%d %H:%M:%S",
) -> bytes:
    """The workbook with `values` by (row, column) in empty cells of `sheet`; an empty text writes nothing.

    A cell that isn't there yet takes the style of the row `pattern` in its column, else that of its row or column. A
    moment is a number where the style shows dates, else a text as `dates` (strftime) writes it, a day without its
    midnight. `data` itself is given back when there is nothing to write.

    PackageError: the refusals of `Package` and `open_book`; no_such_sheet; cell_taken (`sheet`, `cell`); outside_sheet;
    verify_failed is a fault of this program. DamagedError where the workbook can't be read.
    """
    texts = {at: stored_text(value) if isinstance(value, str) else value for at, value in values.items()}
    wanted = {at: value for at, value in texts.items() if value != ""}
    if not wanted:
        return data
    before = read(data)
    book = open_book(Package(data))
    part = _part(book, sheet)
    root = parse(book.package.read(part), part)
    _refuse(_taken(book, part, root), wanted, sheet)
    styles = Styles(book)
    writer = _Writer(root, styles, epoch(book.root), pattern, dates)
    for at, value in sorted(wanted.items()):
        writer.put(at, value)
    _widen_dimension(root, wanted)
    store(book.package, part, root)
    styles.save(book)
    grow(book, part, root, frozenset(wanted))
    if any(cell.formula is not None for known in before for cell in known.cells.values()):
        place(book.root, "calcPr", WORKBOOK_ORDER).set("fullCalcOnLoad", "1")
        store(book.package, book.path, book.root)
    result = book.package.to_bytes()
    verify(data, result, changed=book.package.changed, dropped=frozenset(), edited=frozenset({part}))
    _prove(before, read(result), sheet, frozenset(wanted))
    return result


def _part(book: Book, sheet: str) -> str:
    found = book.sheet(sheet)
    if found is None or kind(book.relationship(found)) != "worksheet":
        raise PackageError("no_such_sheet", {"sheet": sheet})
    return book.part(found)


def _refuse(full: Taken, wanted: Mapping[Address, Typed], sheet: str) -> None:
    for row, column in wanted:
        if not (1 <= row <= _LAST_ROW and 1 <= column <= _LAST_COLUMN):
            raise PackageError("outside_sheet", {"sheet": sheet})
        if (row, column) in full:
            raise PackageError("cell_taken", {"sheet": sheet, "cell": f"{column_letters(column)}{row}"})


def _taken(book: Book, part: str, root: etree._Element) -> Taken:
    cells, areas = set(), list(totals(book, part))
    for number, row in _numbered(child(root, "sheetData")):
        for column, cell in _lettered(row):
            if any(child(cell, tag) is not None for tag in _HOLDS):
                cells.add((number, column))
            formula = child(cell, "f")
            if formula is not None and formula.get("t") in _SPREADS and formula.get("ref"):
                areas.append(area(formula.get("ref", "")))
    areas += [area(merge.get("ref", "A1")) for merge in elements(child(root, "mergeCells"))]
    return Taken(frozenset(cells), tuple(areas))


def area(reference: str) -> Area:
    """A range as (top, left, bottom, right); whole columns and rows reach to the edge."""
    left, top, right, bottom = range_boundaries(reference)
    return top or 1, left or 1, bottom or _LAST_ROW, right or _LAST_COLUMN


def _numbered(rows: etree._Element | None) -> Iterator[tuple[int, etree._Element]]:
    """Rows with their numbers, which may be left out (18.3.1.73)."""
    number = 0
    for row in elements(rows):
        number = int(row.get("r", number + 1))
        yield number, row


def _lettered(row: etree._Element) -> Iterator[tuple[int, etree._Element]]:
    """A row's cells with their columns; addresses may be left out."""
    column = 0
    for cell in elements(row):
        if local(cell) == "c":
            where = cell.get("r")
            column = coordinate_to_tuple(where)[1] if where else column + 1
            yield column, cell


class _Writer:
    """Puts values into a sheet's tree, in any order of cells."""

    def __init__(
        self, root: etree._Element, styles: Styles, first_day: datetime, pattern: int | None, dates: str
    ) -> None:
        self._data = place(root, "sheetData", WORKSHEET_ORDER)
        self._styles, self._epoch, self._text = styles, first_day, dates
        rows = list(_numbered(self._data))
        self._numbers = [number for number, _ in rows]
        self._rows = [row for _, row in rows]
        self._columns = [
            (int(c.get("min", "0")), int(c.get("max", "0")), c.get("style"))
            for c in elements(child(root, "cols"))
            if c.get("style")
        ]
        like_row = self._found(pattern) if pattern is not None else None
        self._pattern = {} if like_row is None else {column: cell.get("s") for column, cell in _lettered(like_row)}

    def _found(self, number: int) -> etree._Element | None:
        at = bisect_left(self._numbers, number)
        return self._rows[at] if at < len(self._numbers) and self._numbers[at] == number else None

    def put(self, at: Address, value: Typed) -> None:
        """Write one value; the cell is known to be empty."""
        row, column = at
        cell = self._cell(self._row(row), row, column)
        style = int(cell.get("s", "0"))
        if isinstance(value, datetime) and style not in self._styles.dates:
            value = value.strftime(self._text).removesuffix(_MIDNIGHT)
        if isinstance(value, str):
            cell.set("t", "inlineStr")
            inline = etree.Element(like(cell, "is"))
            text = etree.SubElement(inline, like(cell, "t"))
            text.text = value
            text.set(_SPACE, "preserve")
            cell.insert(0, inline)
            return
        if isinstance(value, bool):
            cell.set("t", "b")
        elif "t" in cell.attrib:
            del cell.attrib["t"]
        if not isinstance(value, datetime) and (plain := self._styles.plain(style)) != style:
            cell.set("s", str(plain))
        number = etree.Element(like(cell, "v"))
        number.text = _number(value, self._epoch)
        cell.insert(0, number)

    def _row(self, number: int) -> etree._Element:
        if (found := self._found(number)) is not None:
            return found
        made = etree.Element(like(self._data, "row"), r=str(number))
        at = bisect_left(self._numbers, number)
        self._data.insert(self._data.index(self._rows[at - 1]) + 1 if at else 0, made)
        self._numbers.insert(at, number)
        self._rows.insert(at, made)
        return made

    def _cell(self, row: etree._Element, number: int, column: int) -> etree._Element:
        before = None
        for position, cell in _lettered(row):
            if position == column:
                return cell
            if position < column:
                before = cell
        made = etree.Element(like(row, "c"), r=f"{column_letters(column)}{number}")
        if style := self._style(row, column):
            made.set("s", style)
        row.insert(row.index(before) + 1 if before is not None else 0, made)
        _widen_spans(row, column)
        return made

    def _style(self, row: etree._Element, column: int) -> str | None:
        """What a new cell looks like, by Excel's own order: the row's format, else the column's."""
        if column in self._pattern:
            return self._pattern[column]
        if row.get("customFormat") in ("1", "true"):
            return row.get("s")
        return next((style for low, high, style in self._columns if low <= column <= high), None)


def _number(value: int | Fraction | bool | datetime, epoch: datetime) -> str:
    if isinstance(value, datetime):
        return repr(float(to_excel(value, epoch)))  # type: ignore[no-untyped-call]
    return str(int(value)) if Fraction(value).denominator == 1 else repr(float(value))


def _widen_spans(row: etree._Element, column: int) -> None:
    """Keep the row's hint of its first and last cell true (18.3.1.73)."""
    first, _, last = (row.get("spans") or "").partition(":")
    if first.isdigit() and last.isdigit():
        row.set("spans", f"{min(int(first), column)}:{max(int(last), column)}")


def _widen_dimension(root: etree._Element, wanted: Mapping[Address, Typed]) -> None:
    """Keep the used range true, where the sheet names one."""
    dimension = child(root, "dimension")
    if dimension is None:
        return
    top, left, bottom, right = area(dimension.get("ref", "A1"))
    rows, columns = [row for row, _ in wanted], [column for _, column in wanted]
    top, bottom = min(top, *rows), max(bottom, *rows)
    left, right = min(left, *columns), max(right, *columns)
    dimension.set("ref", f"{column_letters(left)}{top}:{column_letters(right)}{bottom}")


def _prove(before: tuple[RawSheet, ...], after: tuple[RawSheet, ...], sheet: str, wanted: frozenset[Address]) -> None:
    """Every cell reads as it did, and those that were asked for read as something."""
    for old, new in zip(before, after, strict=True):
        fresh = wanted if old.name.casefold() == sheet.casefold() else frozenset()
        kept = {at: cell for at, cell in new.cells.items() if at not in fresh}
        if kept != dict(old.cells) or not fresh <= new.cells.keys() or old.merges != new.merges:
            raise PackageError("verify_failed", {"check": "cells", "detail": old.name})
