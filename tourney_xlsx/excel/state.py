"""The hidden state sheet: a banner, then lines of key and text, long texts over several cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from .. import i18n
from ..seals import State, StateError, from_lines, to_lines
from .layout import STATE_SHEET
from .ownership import BANNER_MARK
from .read import RawSheet

if TYPE_CHECKING:
    from .stored import StoredWorkbook

_CHUNK = 30_000
FIRST_ROW = 3


def cells(state: State) -> Iterator[tuple[int, int, str]]:
    """(row, column, text) of each cell below the banner; texts begin with a sign no program takes for a formula."""
    for row, (key, text) in enumerate(to_lines(state), start=FIRST_ROW):
        yield row, 1, key
        for index in range(0, len(text), _CHUNK):
            yield row, 2 + index // _CHUNK, "|" + text[index : index + _CHUNK]


def stored(sheet: RawSheet) -> State:
    """The state that the sheet holds. Raises `StateError`."""
    return from_lines(_lines(sheet))


def _lines(sheet: RawSheet) -> Iterable[tuple[str, str]]:
    rows: dict[int, dict[int, str]] = {}
    for (row, column), cell in sheet.cells.items():
        if row >= FIRST_ROW:
            if not isinstance(cell.value, str):
                raise StateError
            rows.setdefault(row, {})[column] = cell.value
    for row in sorted(rows):
        chunks = [rows[row][column].removeprefix("|") for column in sorted(rows[row]) if column > 1]
        yield rows[row].get(1, ""), "".join(chunks)


def add_sheet(book: StoredWorkbook, state: State, lang: str) -> None:
    """Add the hidden state sheet to a workbook of our sheets."""
    sheet = book.create_sheet(STATE_SHEET)
    sheet.sheet_state = "veryHidden"
    rows = book.rows(sheet)
    rows.put(1, 1, f"{BANNER_MARK} {i18n.word(lang, 'state_sheet')}")
    for row, column, text in cells(state):
        rows.put(row, column, text)
