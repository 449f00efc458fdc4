"""What Excel checks in one worksheet part: order of children, numbers that point somewhere, ranges that don't
overlap.

Source: ECMA-376 part 1, 18.3.1; limits from Excel's own ("Excel specifications and limits").
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final

from lxml import etree
from openpyxl.utils.cell import column_index_from_string, get_column_letter, range_boundaries

from tourney_xlsx.excel.ooxml import OFFICE_RELS, SHEET_BODY, WORKSHEET_ORDER, child, elements, forget, local

_LONGEST_LIST: Final = 255  # literal list of a data validation
_LONGEST_TEXT: Final = 32_767
_LONGEST_TITLE: Final = 32
_LONGEST_PROMPT: Final = 255
_ROW: Final = re.compile(rb'<row r="([0-9]+)"(?: ht="[0-9.]+" customHeight="1")?>(?:<c |$)')
_CELL: Final = re.compile(rb'<c r="([A-Z]+)([0-9]+)"(?: s="([0-9]+)")?(?:/>|(?: t="(?:n|inlineStr|str)")?>)')
_MANY: Final = frozenset({"conditionalFormatting", "fileRecoveryPr"})  # may stand several times


def sheet_faults(
    part: str, content: bytes, cell_styles: int, differential: int, ids: set[str]
) -> Iterator[tuple[str, str]]:
    """(check, detail) for each fault of a sheet that may use so many styles and the relationships `ids`."""
    root, in_rows = _plain(content, cell_styles) or _streamed(content, cell_styles)
    found = [
        *(("sheet_order", tag) for tag in order_faults(root, WORKSHEET_ORDER)),
        *in_rows,
        *_columns(root, cell_styles),
        *(("merge", pair) for pair in _overlapping_merges(root)),
        *_rules(root, differential),
        *_validations(root),
        *_relationships(root, ids),
    ]
    yield from ((check, f"{part} {detail}") for check, detail in found)


_Read = tuple[etree._Element, list[tuple[str, str]]]
"""A sheet without its rows, and what is wrong with these."""


def _streamed(content: bytes, styles: int) -> _Read:
    """Any sheet, a row at a time."""
    stream = etree.iterparse(io.BytesIO(content), tag="{*}row", resolve_entities=False, no_network=True)
    in_rows = list(_rows((row for _, row in stream), styles))
    return stream.root, in_rows  # the rows are checked and gone


def _plain(content: bytes, styles: int) -> _Read | None:
    """A sheet whose rows are written the way `rows` writes them and have nothing wrong; None for any other.

    Seen from the text: several times as fast, and the rows of a large event are most of what there is to check.
    """
    body = SHEET_BODY.search(content)
    if body is None or not _all_right(body[1], styles):
        return None
    nothing: Any = _Nothing()
    etree.fromstring(content, etree.XMLParser(target=nothing, resolve_entities=False, no_network=True))
    return etree.fromstring(content[: body.start()] + content[body.end() :]), []


class _Nothing:
    """What a parser builds that only sees whether a part is XML at all."""

    def close(self) -> None:
        """Nothing was built."""


def _all_right(body: bytes, styles: int) -> bool:
    number, looks = 0, set[bytes]()
    *lines, end = body.split(b"</row>")
    for line in lines:
        row, cells = _ROW.match(line), _CELL.findall(line)
        letters, rows, styled = zip(*cells, strict=True) if cells else ((), (), ())
        columns = list(map(_column_of_bytes, letters))
        if row is None or len(cells) != line.count(b"<c ") or len(line) > _LONGEST_TEXT:
            return False
        if int(row[1]) <= number or columns != sorted(set(columns)) or not {row[1]}.issuperset(rows):
            return False
        looks.update(styled)
        number = int(row[1])
    return not end and all(int(look or 0) < styles for look in looks)


def order_faults(root: etree._Element, order: Sequence[str]) -> Iterator[str]:
    """Children that stand before one they must follow, or stand there twice."""
    before = -1
    for element in elements(root):
        if etree.QName(element).namespace != etree.QName(root).namespace:
            continue
        tag = local(element)
        rank = order.index(tag) if tag in order else -1
        if rank < before or (rank == before and tag not in _MANY):
            yield tag
        before = max(before, rank)


def _rows(rows: Iterable[etree._Element], styles: int) -> Iterator[tuple[str, str]]:
    """The faults of a sheet's rows, each of which is freed once it's looked at: as a whole they can be a gigabyte."""
    row_before = 0
    for row in rows:
        body = row.getparent()
        if body is None or local(body) != "sheetData":
            continue
        number = int(row.get("r", row_before + 1))  # left out: the next one (18.3.1.73)
        if number <= row_before:
            yield "row_order", str(number)
        row_before = number
        if int(row.get("s", "0")) >= styles:
            yield "cell_style", str(number)
        yield from _cells(row, number, styles)
        forget(row)


def _cells(row: etree._Element, number: int, styles: int) -> Iterator[tuple[str, str]]:
    column_before, own_row = 0, str(number)
    for cell in row.iterchildren("{*}c"):
        at = cell.get("r") or f"{get_column_letter(column_before + 1)}{number}"
        column = _column_of(at.rstrip("0123456789"))
        if column <= column_before or not at.endswith(own_row):
            yield "cell_order", at
        column_before = column
        if int(cell.get("s", "0")) >= styles:
            yield "cell_style", at
        kind = cell.get("t")
        if kind == "s":  # a number in a table of strings that isn't theirs
            yield "shared_string", at
        elif kind == "inlineStr" and _is_long(cell):
            yield "text_length", at


def _is_long(cell: etree._Element) -> bool:
    """Whether an inline text is longer than a cell may hold."""
    texts = [cell[0][0].text or ""] if len(cell) == len(cell[0]) == 1 else list(map(str, cell.itertext()))
    return sum(map(len, texts)) > _LONGEST_TEXT // 2 and _units("".join(texts)) > _LONGEST_TEXT


@cache
def _column_of(letters: str) -> int:
    return column_index_from_string(letters)


@cache
def _column_of_bytes(letters: bytes) -> int:
    return _column_of(letters.decode())


def _columns(root: etree._Element, styles: int) -> Iterator[tuple[str, str]]:
    for column in elements(child(root, "cols")):
        if int(column.get("style", "0")) >= styles:
            yield "cell_style", f"column {column.get('min')}"


def _overlapping_merges(root: etree._Element) -> Iterator[str]:
    """Pairs of merged ranges with a cell in common, found by sweeping down the rows."""
    boxes = []
    for merge in elements(child(root, "mergeCells")):
        left, top, right, bottom = (bound or 1 for bound in range_boundaries(merge.get("ref", "A1")))
        boxes.append((top, bottom, left, right, merge.get("ref", "")))
    active: list[tuple[int, int, int, int, str]] = []
    for box in sorted(boxes):
        active = [other for other in active if other[1] >= box[0]]
        yield from (f"{o[4]} {box[4]}" for o in active if o[2] <= box[3] and box[2] <= o[3])
        active.append(box)


def _rules(root: etree._Element, differential: int) -> Iterator[tuple[str, str]]:
    for element in (e for part in elements(root) if local(part) != "sheetData" for e in part.iter()):
        for attribute, value in element.attrib.items():
            if str(attribute).lower().endswith("dxfid") and int(value) >= differential:
                yield "differential_style", f"{local(element)} {value!s}"


def _validations(root: etree._Element) -> Iterator[tuple[str, str]]:
    for rule in elements(child(root, "dataValidations")):
        where = rule.get("sqref", "")
        formula = child(rule, "formula1")
        text = "" if formula is None else (formula.text or "")
        if text.startswith('"') and _units(text) - 2 > _LONGEST_LIST:
            yield "validation_list", where
        titles = (rule.get("promptTitle", ""), rule.get("errorTitle", ""))
        texts = (rule.get("prompt", ""), rule.get("error", ""))
        if any(_units(t) > _LONGEST_TITLE for t in titles) or any(_units(t) > _LONGEST_PROMPT for t in texts):
            yield "validation_text", where


def _relationships(root: etree._Element, ids: set[str]) -> Iterator[tuple[str, str]]:
    for part in (part for part in elements(root) if local(part) != "sheetData"):
        for element in part.iter():
            for attribute, value in element.attrib.items():
                if str(attribute).startswith(f"{{{OFFICE_RELS}}}") and str(value) not in ids:
                    yield "sheet_target", f"{local(element)} {value!s}"


def _units(text: str) -> int:
    """Length as Excel counts: UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
