"""Our writer of rows says what was put in, as openpyxl reads it back."""

from __future__ import annotations

import io
import zipfile
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from openpyxl import load_workbook
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900
from openpyxl.utils.escape import unescape
from openpyxl.worksheet.worksheet import Worksheet

from tests.books import as_bytes, opened
from tourney_xlsx.excel.stored import StoredWorkbook
from tourney_xlsx.excel.style import Look, Pen, new_book
from tourney_xlsx.excel.verify_sheet import _plain, _streamed, sheet_faults
from tourney_xlsx.model import CellRef

TEXTS = (
    "слово",
    "a\tb",
    "две\nстроки",
    "a < b & c > d",
    '"в кавычках"',
    "]]>",
    "=1+1",
    "#N/A",
    "'quoted",
    "1e5",
    "007",
)
MORE_TEXTS = ("+7", "@x", "2026-11-30", " с краёв ", "😀", "_xyz_", ' s="3"', "</t>", '<c r="A1" s="5">')
NUMBERS = (0, -3, 10**15, 0.1, 1 / 3, 2.5e-7)


def written(*values: str | float | datetime, epoch: datetime = CALENDAR_WINDOWS_1900) -> Worksheet:
    """A sheet with these values down column A, as somebody who opens it has it."""
    book = StoredWorkbook(epoch)
    rows = book.rows(book.create_sheet("A"))
    for row, value in enumerate(values, 1):
        rows.put(row, 1, value)
    return opened(book)["A"]


@pytest.mark.parametrize("text", (*TEXTS, *MORE_TEXTS))
def test_text_stays_the_text_it_is(text: str) -> None:
    cell = written(text)["A1"]
    assert (unescape(str(cell.value)), cell.data_type) == (text, "s")


@pytest.mark.parametrize("number", NUMBERS)
def test_numbers_stay_numbers(number: float) -> None:
    cell = written(number)["A1"]
    assert (cell.value, cell.data_type) == (number, "n")


@pytest.mark.parametrize("epoch", [CALENDAR_WINDOWS_1900, CALENDAR_MAC_1904])
def test_days_count_from_the_workbook_s_first(epoch: datetime) -> None:
    book = new_book(epoch)
    Pen(book.create_sheet("A")).put(1, 1, datetime(2026, 11, 30, 12, 30), Look(format="dd.mm.yyyy hh:mm"))
    assert opened(book)["A"]["A1"].value == datetime(2026, 11, 30, 12, 30)


def test_nothing_stays_nothing_and_keeps_its_look() -> None:
    book = new_book()
    pen = Pen(book.create_sheet("A"))
    for row, value in enumerate((None, "", "\x07"), 1):
        pen.put(row, 1, value, Look(bold=True))
    sheet = opened(book)["A"]
    assert [(cell.value, cell.font.b) for (cell,) in sheet.iter_rows()] == [(None, True)] * 3


def test_what_is_written_last_counts() -> None:
    book = new_book()
    pen = Pen(book.create_sheet("A"))
    pen.put(1, 2, "b")
    pen.put(1, 1, "a")
    pen.put(1, 2, "B")
    assert list(opened(book)["A"].values) == [("a", "B")]


def test_a_text_beginning_with_equals_survives_editing() -> None:
    book = new_book()
    pen = Pen(book.create_sheet("A"))
    pen.put(1, 1, "=клуб")
    pen.put(2, 1, "клуб")
    sheet = opened(book)["A"]
    assert sheet["A1"].quotePrefix and not sheet["A2"].quotePrefix


def test_links_heights_and_the_range_are_there() -> None:
    book = new_book()
    pen = Pen(book.create_sheet("A"))
    pen.link(4, 3, "туда", CellRef("О'Хара", 5, 2), Look())
    pen.tall(7, 30.5)
    sheet = opened(book)["A"]
    assert sheet["C4"].hyperlink.location == "'О''Хара'!B5"
    assert sheet.row_dimensions[7].height == 30.5
    assert sheet.dimensions in ("C4", "C4:C4")


def test_a_sheet_is_closed_when_the_next_one_begins() -> None:
    book = StoredWorkbook()
    first = book.create_sheet("A")
    rows = book.rows(first)
    rows.formula(1, 1, '="x"&1', "x1")
    before = book.body(first)
    book.create_sheet("После")
    assert book.body(first) == before
    with pytest.raises(AssertionError):
        book.rows(first)
    assert load_workbook(io.BytesIO(as_bytes(book)), data_only=True)["A"]["A1"].value == "x1"


@given(st.text(st.characters(exclude_categories=()), max_size=60))
def test_no_text_raises_and_none_is_a_formula(text: str) -> None:
    cell = written(text)["A1"]
    assert cell.data_type == "s" or cell.value is None


def part(*values: str | float) -> bytes:
    """The part of a sheet with two columns of these values."""
    book = StoredWorkbook()
    rows = book.rows(book.create_sheet("A"))
    for row, value in enumerate(values, 2):
        rows.put(row, 1, value, style=1)
        rows.put(row, 3, "b & <c>", style=2)
    rows.height(4, 30)
    with zipfile.ZipFile(io.BytesIO(as_bytes(book))) as package:
        return package.read("xl/worksheets/sheet2.xml")


SOUND = part("a", 1, "две\nстроки", -2.5)


def test_a_sound_sheet_is_checked_the_short_way() -> None:
    assert _plain(SOUND, 3) is not None
    assert list(sheet_faults("part", SOUND, 3, 0, set())) == []


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (b'<row r="3"', b'<row r="2"'),
        (b'<c r="C3"', b'<c r="A3"'),
        (b'<c r="C3"', b'<c r="C4"'),
        (b'<c r="C3" s="2"', b'<c r="C3" s="3"'),
        (b'<c r="C3" s="2" t="inlineStr"', b'<c r="C3" s="2" t="s"'),
        (b'<c r="C3" s="2"', b'<c s="2" r="A3"'),
        (b"<t>a</t>", b"<t>" + b"a" * 32_768 + b"</t>"),
        (b'<row r="4"', b'<row r="4" s="9"'),
        (b"</row></sheetData>", b"</row><row/></sheetData>"),
    ],
)
def test_the_short_way_overlooks_nothing(right: bytes, wrong: bytes) -> None:
    content = SOUND.replace(right, wrong, 1)
    assert content != SOUND
    assert _plain(content, 3) is None
    faults = sheet_faults("part", content, 3, 0, set())
    assert [what for _, what in _streamed(content, 3)[1]] == [what.removeprefix("part ") for _, what in faults]


@pytest.mark.parametrize("broken", [b"<t>a", b"<t>a</t", b"<t>&a;</t>", b"<t>a & b</t>"])
def test_what_is_no_xml_is_no_sheet(broken: bytes) -> None:
    with pytest.raises(etree.XMLSyntaxError):
        list(sheet_faults("part", SOUND.replace(b"<t>a</t>", broken, 1), 3, 0, set()))
