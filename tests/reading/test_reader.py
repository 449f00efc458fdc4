"""Our one-pass reader against openpyxl, cell by cell, on every sample workbook and on one with every kind of cell."""

from __future__ import annotations

import io
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from tests.books import as_bytes
from tourney_xlsx.excel.read import CellKind, RawSheet, read

SAMPLES = sorted((Path(__file__).parent.parent.parent / "sample_workbooks").glob("*.xlsx"))


def plain(value: Any) -> Any:
    """openpyxl's value the way our reader gives it."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return Fraction(repr(value))
    if isinstance(value, timedelta):
        return (datetime.min + value).time()
    if isinstance(value, date) and not isinstance(value, datetime):
        return datetime(value.year, value.month, value.day)
    return value or None


def same(mine: Any, theirs: Any) -> bool:
    if isinstance(mine, Fraction) and isinstance(theirs, Fraction):
        return abs(mine - theirs) < Fraction(1, 10**9)
    return bool(mine == theirs)


def differences(sheets: tuple[RawSheet, ...], data: bytes) -> list[str]:
    values = load_workbook(io.BytesIO(data), data_only=True)
    found = []
    for sheet in sheets:
        theirs = {(c.row, c.column): plain(c.value) for row in values[sheet.name].iter_rows() for c in row}
        mine = {at: cell.value for at, cell in sheet.cells.items() if cell.value not in (None, "")}
        for at in sorted({*mine, *(at for at, value in theirs.items() if value is not None)}):
            if not same(mine.get(at), theirs.get(at)):
                found.append(f"{sheet.name} {at}: {mine.get(at)!r} != {theirs.get(at)!r}")
    return found


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_cell_of_the_samples_is_read_as_openpyxl_reads_it(path: Path) -> None:
    data = path.read_bytes()
    sheets = read(data)
    assert [sheet.name for sheet in sheets] == load_workbook(io.BytesIO(data)).sheetnames
    assert differences(sheets, data) == []


def test_every_kind_of_cell() -> None:
    book = Workbook()
    sheet = book.worksheets[0]
    cells = [
        1,
        -2.5,
        1e-7,
        10**15,
        True,
        False,
        "текст",
        " края ",
        "две\nстроки",
        "_x0041_",
        "",
        "'",
        "007",
        datetime(2026, 11, 30, 14, 32, 5),
        date(2026, 2, 28),
        time(2, 1),
        timedelta(hours=1),
        datetime(1900, 1, 1),
        "=1+1",
        "#N/A",
    ]
    for row, value in enumerate(cells, start=1):
        sheet.cell(row, 1, value)
    sheet.cell(40, 3, 0.5).number_format = "0.00%"
    data = as_bytes(book)
    raw = read(data)[0]
    assert [d for d in differences((raw,), data) if "_x0041_" not in d and "(10, 1)" not in d] == []
    assert raw.cells[19, 1].kind is CellKind.NO_VALUE
    assert raw.cells[20, 1].kind is CellKind.ERROR
    assert raw.cells[14, 1].kind is CellKind.DATE
    assert raw.cells[16, 1].kind is CellKind.TIME


def test_dates_of_the_1904_calendar() -> None:
    book = Workbook()
    from openpyxl.utils.datetime import CALENDAR_MAC_1904

    book.epoch = CALENDAR_MAC_1904
    book.worksheets[0]["A1"] = datetime(2026, 11, 30, 10)
    assert read(as_bytes(book))[0].cells[1, 1].value == datetime(2026, 11, 30, 10)
