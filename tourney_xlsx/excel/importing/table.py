"""A form's export -> rows of cells: .xlsx by its cells, text by whatever encoding and delimiter it was saved with."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from ...text import clean
from ..book import check_workbook
from ..package import PackageError
from ..read import CellKind, RawCell, read

Rows = Mapping[int, Mapping[int, RawCell]]
Score = Callable[[Mapping[int, str]], int]

HEADER_DEPTH = 30
_DELIMITERS = (";", ",", "\t")
_BLANK = "".join(_DELIMITERS)  # what is left of an empty line under another delimiter than its own
_MOST_BYTES = 64 << 20
_LONGEST_FIELD = 1 << 20
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_NOT_TEXT = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


@dataclass(frozen=True, slots=True)
class FormTable:
    """A form's answers: the header's words by column, and the rows below it by their number in the file."""

    headers: Mapping[int, str]
    rows: Rows


def read_form(data: bytes, score: Score) -> FormTable:
    """The answers in `data`. `score` says how good a row is as a header (0: it's none); the best table counts.

    Raises PackageError: the refusals of a workbook; form_empty; form_no_name (`headers`: what the first row holds);
    DamagedError.
    """
    if len(data) > _MOST_BYTES:
        raise PackageError("too_large")
    tables = list(_workbook(data)) if _is_workbook(data) else list(_text(data))
    if not any(rows for rows in tables):
        raise PackageError("form_empty")
    best = max((_headed(rows, score) for rows in tables if rows), key=lambda found: found[0])
    if best[0] == 0:
        first = next(rows for rows in tables if rows)
        raise PackageError("form_no_name", {"headers": ", ".join(_words(first[min(first)]).values())})
    return best[1]


def _is_workbook(data: bytes) -> bool:
    return data[:4] == b"PK\3\4" or data[:8] == _OLE


def _workbook(data: bytes) -> Iterator[Rows]:
    check_workbook(data)
    for sheet in read(data):
        rows: dict[int, dict[int, RawCell]] = {}
        for (row, column), cell in sheet.cells.items():
            if not (isinstance(cell.value, str) and not clean(cell.value)):
                rows.setdefault(row, {})[column] = cell
        yield rows


def _text(data: bytes) -> Iterator[Rows]:
    """The text as a table, once for each delimiter it may have."""
    text = decoded(data)
    first, _, rest = text.partition("\n")
    named = clean(first).casefold()
    if named.startswith("sep=") and len(named) <= 5:  # Excel's own way of naming the delimiter
        yield _split(rest, first.strip("\r\n")[4:5] or "\t", start=2)
        return
    for delimiter in _DELIMITERS:
        yield _split(text, delimiter)


def _split(text: str, delimiter: str, start: int = 1) -> Rows:
    csv.field_size_limit(_LONGEST_FIELD)
    try:
        records = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise PackageError("form_unreadable") from error
    found: dict[int, dict[int, RawCell]] = {}
    for number, record in enumerate(records, start):
        cells = {
            column: RawCell(CellKind.TEXT, text) for column, text in enumerate(record, 1) if clean(text).strip(_BLANK)
        }
        if cells:
            found[number] = cells
    return found


def decoded(data: bytes) -> str:
    """Text in UTF-8 or UTF-16, with or without a byte-order mark, else in Windows' Cyrillic code page.

    Raises PackageError `form_unreadable` for bytes that are no text.
    """
    text = _decoded(data)
    if _NOT_TEXT.search(text):
        raise PackageError("form_unreadable")
    return text


def _decoded(data: bytes) -> str:
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _as(data, encoding)
    sample = data[:4096]
    if b"\0" in sample:  # signs and digits of UTF-16 have a zero byte, on the side that tells the order
        even, odd = sample[0::2].count(0), sample[1::2].count(0)
        return _as(data, "utf-16-le" if odd > even else "utf-16-be")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1251", "replace")


def _as(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise PackageError("form_unreadable") from error


def _headed(rows: Rows, score: Score) -> tuple[int, FormTable]:
    """The table under the best header of the first rows, with how good that is; of equals the first."""
    top = sorted(rows)[:HEADER_DEPTH]
    scores = [score(_words(rows[row])) for row in top]
    header = top[scores.index(max(scores))]
    below = {row: cells for row, cells in rows.items() if row > header}
    return max(scores), FormTable(_words(rows[header]), below)


def _words(cells: Mapping[int, RawCell]) -> dict[int, str]:
    return {column: clean(cell.value) for column, cell in sorted(cells.items()) if isinstance(cell.value, str)}
