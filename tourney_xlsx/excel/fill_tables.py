"""Excel tables on a sheet that is being filled: they grow over rows that directly follow them (18.5.1.2)."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree
from openpyxl.utils.cell import range_boundaries

from ..model import column_letters
from .book import Book
from .ooxml import child, elements, inside, kind, parse, read_rels, store, target

_OWN_ROWS = ("xml", "queryTable")  # rows come from outside: a refresh would overwrite what was added


def totals(book: Book, sheet_part: str) -> Iterator[tuple[int, int, int, int]]:
    """The rows of totals as areas (top, left, bottom, right)."""
    for _, root in _tables(book, sheet_part):
        rows = int(root.get("totalsRowCount", "0"))
        if rows:
            left, _, right, bottom = _box(root)
            yield bottom - rows + 1, left, bottom, right


def grow(book: Book, sheet_part: str, sheet: etree._Element, written: frozenset[tuple[int, int]]) -> None:
    """Extend each table that has no row of totals over the written rows right below it, its filter with it.

    It stays as it is where anything but what was written stands there, or another table or merged cells do.
    """
    tables = list(_tables(book, sheet_part))
    boxes = [_box(root) for _, root in tables]
    boxes += [_bounds(merge.get("ref", "A1")) for merge in elements(child(sheet, "mergeCells"))]
    held = _held(sheet) - written
    for part, root in tables:
        left, top, right, bottom = _box(root)
        if int(root.get("totalsRowCount", "0")) or root.get("tableType") in _OWN_ROWS:
            continue
        rows = {row for row, column in written if left <= column <= right}
        last = bottom
        while last + 1 in rows:
            last += 1
        area = (left, bottom + 1, right, last)
        blocked = any(_meet(area, box) for box in boxes) or any(
            left <= column <= right and bottom < row <= last for row, column in held
        )
        if last == bottom or blocked:
            continue
        _set_ref(root, (left, top, right, last))
        if (filtered := child(root, "autoFilter")) is not None and filtered.get("ref"):
            f_left, f_top, f_right, _ = _bounds(filtered.get("ref", ""))
            _set_ref(filtered, (f_left, f_top, f_right, last))
        store(book.package, part, root)


def _tables(book: Book, sheet_part: str) -> Iterator[tuple[str, etree._Element]]:
    for relationship in elements(read_rels(book.package, sheet_part)):
        if kind(relationship) == "table" and inside(relationship):
            part = target(sheet_part, relationship)
            if part in book.package:
                yield part, parse(book.package.read(part), part)


def _held(sheet: etree._Element) -> set[tuple[int, int]]:
    """Cells that hold something and say where they are."""
    found = set()
    for row in elements(child(sheet, "sheetData")):
        for cell in elements(row):
            if len(cell) and cell.get("r"):
                column, number, _, _ = _bounds(cell.get("r", ""))
                found.add((number, column))
    return found


def _box(table: etree._Element) -> tuple[int, int, int, int]:
    return _bounds(table.get("ref", "A1"))


def _bounds(reference: str) -> tuple[int, int, int, int]:
    left, top, right, bottom = range_boundaries(reference)
    return left or 1, top or 1, right or 16_384, bottom or 1_048_576


def _meet(first: tuple[int, int, int, int], second: tuple[int, int, int, int]) -> bool:
    return first[0] <= second[2] and second[0] <= first[2] and first[1] <= second[3] and second[1] <= first[3]


def _set_ref(element: etree._Element, box: tuple[int, int, int, int]) -> None:
    left, top, right, bottom = box
    element.set("ref", f"{column_letters(left)}{top}:{column_letters(right)}{bottom}")
