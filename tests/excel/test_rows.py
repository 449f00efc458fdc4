"""Our writer of rows says what openpyxl's own says."""

from __future__ import annotations

import io
import zipfile
from datetime import datetime

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.styles import Font
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900
from openpyxl.worksheet.worksheet import Worksheet

from tourney_xlsx.excel.cells import put_text
from tourney_xlsx.excel.stored import StoredWorkbook

VALUES = [
    *(
        "слово",
        " с краёв ",
        "a\tb",
        "две\nстроки",
        "a < b & c > d",
        '"в кавычках"',
        "=2+2",
        '="<"&1',
        "#N/A",
        "]]>",
        "",
    ),
    *(0, -3, 10**15, 0.1, 1 / 3, 2.5e-7, True, False, None),
    *(datetime(2026, 11, 30, 12, 30), datetime(1900, 1, 1)),
]


def filled(book: Workbook) -> Worksheet:
    sheet: Worksheet = book.create_sheet("Лист")
    for row, value in enumerate(VALUES, 1):
        sheet.cell(row, 1, value)
        sheet.cell(row, 27, value).font = Font(bold=True)
    put_text(sheet["C1"], "=не формула")
    put_text(sheet["C2"], "_x0041_ и \x07 звонок")
    sheet["D4"].hyperlink = "#'Лист'!A1"
    sheet.row_dimensions[3].height = 30
    sheet.row_dimensions[60].hidden = True
    return sheet


@pytest.mark.parametrize("stored", [False, True])
def test_values_styles_rows_and_links_are_those_of_openpyxl(stored: bool) -> None:
    read = []
    for book in (Workbook(), StoredWorkbook()):
        filled(book)
        out = io.BytesIO()
        book.save(out)
        read.append(load_workbook(out, data_only=stored)["Лист"])
    theirs, ours = (
        {cell.coordinate: (cell.value, cell.data_type, cell.font.b, cell.quotePrefix) for cell in sheet._cells.values()}
        for sheet in read
    )
    empty = [at for at, (value, *_) in theirs.items() if value is None]
    assert ours.keys() >= theirs.keys() - set(empty)
    assert all(ours[at] == found for at, found in theirs.items() if at not in empty)
    assert all(ours[at][2] for at in empty if theirs[at][2]), "an empty cell keeps its look"
    _, sheet = read
    assert sheet["D4"].hyperlink is not None
    assert sheet.row_dimensions[3].height == 30
    assert sheet.row_dimensions[60].hidden


def test_a_carriage_return_stays_one() -> None:
    book = StoredWorkbook()
    book.create_sheet("A")["A1"] = "a\rb"
    out = io.BytesIO()
    book.save(out)
    assert load_workbook(out)["A"]["A1"].value == "a\rb"


@pytest.mark.parametrize("epoch", [CALENDAR_WINDOWS_1900, CALENDAR_MAC_1904])
def test_a_sheet_that_was_closed_early_is_the_same(epoch: datetime) -> None:
    read = []
    for closing in (False, True):
        book = StoredWorkbook(closing=closing)
        book.epoch = epoch
        first = filled(book)
        book.store(first, "E1", '="x"&1', "x1")
        book.create_sheet("После")["A1"] = "да"
        assert bool(first._cells) is not closing
        out = io.BytesIO()
        book.save(out)
        with zipfile.ZipFile(out) as package:
            read.append([package.read(f"xl/worksheets/sheet{n}.xml") for n in (1, 2, 3)])
    assert read[0] == read[1]
