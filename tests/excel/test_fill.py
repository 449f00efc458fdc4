"""Values go into empty cells; nothing else of the organiser's changes, node by node."""

from __future__ import annotations

import io
from datetime import datetime
from fractions import Fraction
from pathlib import Path

import openpyxl
import pytest
from lxml import etree
from openpyxl import Workbook

from tests.excel.strict import node
from tests.excel.test_libreoffice import convert
from tests.excel.torture import pack, torture, torture_parts, unpack
from tourney_xlsx.excel.book import open_book
from tourney_xlsx.excel.fill import fill, taken
from tourney_xlsx.excel.package import Package, PackageError
from tourney_xlsx.excel.read import read
from tourney_xlsx.excel.verify import faults

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")  # openpyxl says what it can't read
PART, TABLE = "xl/worksheets/sheet1.xml", "xl/tables/table1.xml"
MOMENT = datetime(2026, 11, 5, 18, 12, 33)
VALUES = {(6, 1): 3, (6, 2): "  =Анна & <Ко>\n_x0041_ ", (6, 3): Fraction(3, 2), (8, 5): True, (2, 4): "почта"}


def changed(before: bytes, after: bytes) -> set[str]:
    old, new = unpack(before), unpack(after)
    assert list(old) == list(new)
    return {name for name in old if old[name] != new[name]}


def without(content: bytes, cells: set[str]) -> etree._Element:
    """The sheet less these cells, rows that held only them, and the used range."""
    root = etree.fromstring(content)
    for cell in list(root.iterfind(".//{*}sheetData/{*}row/{*}c")):
        if cell.get("r") in cells:
            row = cell.getparent()
            row.remove(cell)
            if not len(row) and set(row.attrib) == {"r"}:
                row.getparent().remove(row)
    root.remove(root.find("{*}dimension"))
    return root


def reads(data: bytes, sheet: str) -> dict[tuple[int, int], object]:
    found = next(s for s in read(data) if s.name == sheet)
    return {at: cell.value for at, cell in found.cells.items()}


def sheet_xml(rows: str, before: str = "", after: str = "") -> bytes:
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    return f'<worksheet xmlns="{main}" xmlns:r="{office}">{before}<sheetData>{rows}</sheetData>{after}</worksheet>'.encode()


def with_sheet(content: bytes, part: str = "xl/worksheets/sheet4.xml") -> bytes:
    return pack(torture_parts() | {part: content})


def root_of(data: bytes, part: str) -> etree._Element:
    return etree.fromstring(unpack(data)[part])


@pytest.mark.parametrize("macros", [False, True])
def test_only_the_sheet_changes_and_in_it_only_what_was_asked(macros: bool) -> None:
    before = torture(macros=macros)
    after = fill(before, "Регистрация", VALUES)
    assert changed(before, after) == {PART, "xl/workbook.xml"}
    old, new = unpack(before), unpack(after)
    assert node(without(old[PART], set())) == node(without(new[PART], {"A6", "B6", "C6", "E8", "D2"}))
    book = etree.fromstring(new["xl/workbook.xml"])
    book.find("{*}calcPr").attrib.pop("fullCalcOnLoad")
    assert node(book) == node(etree.fromstring(old["xl/workbook.xml"]))
    assert new["xl/sharedStrings.xml"] == old["xl/sharedStrings.xml"]


def test_the_strict_comparison_sees_a_changed_neighbour() -> None:
    content = unpack(fill(torture(), "Регистрация", VALUES))[PART]
    seeded = content.replace(b"<v>1550</v>", b"<v>1551</v>")
    assert seeded != content
    wanted = {"A6", "B6", "C6", "E8", "D2"}
    assert node(without(seeded, wanted)) != node(without(unpack(torture())[PART], set()))


def test_what_was_written_reads_back_as_it_was_given() -> None:
    after = fill(torture(), "Регистрация", VALUES)
    found = reads(after, "Регистрация")
    assert {at: found[at] for at in VALUES} == VALUES
    sheet = openpyxl.load_workbook(io.BytesIO(after))["Регистрация"]
    assert sheet["B6"].data_type in ("s", "inlineStr") and sheet["C6"].value == 1.5 and sheet["E8"].value is True


def test_rows_and_cells_stand_in_order_and_the_used_range_is_true() -> None:
    after = fill(torture(), "Регистрация", VALUES)
    root = root_of(after, PART)
    rows = [int(row.get("r")) for row in root.iterfind("{*}sheetData/{*}row")]
    assert rows == sorted(rows) == [1, 2, 3, 4, 5, 6, 8]
    assert [c.get("r") for c in root.iterfind("{*}sheetData/{*}row[@r='2']/{*}c")] == ["A2", "B2", "C2", "D2"]
    assert root.find("{*}dimension").get("ref") == "A1:E8"
    book = open_book(Package(after))
    before = faults(open_book(Package(torture())), frozenset({PART}))
    assert faults(book, frozenset({PART})) == before


def test_a_cell_between_others_and_the_hint_of_a_row() -> None:
    data = with_sheet(sheet_xml('<row r="4" spans="2:3"><c r="B4"><v>1</v></c><c r="D4"><v>2</v></c></row>'))
    row = root_of(fill(data, "Тайный", {(4, 3): 7, (4, 1): 5, (4, 6): 9}), "xl/worksheets/sheet4.xml").find(".//{*}row")
    assert [(c.get("r"), c[0].text) for c in row] == [("A4", "5"), ("B4", "1"), ("C4", "7"), ("D4", "2"), ("F4", "9")]
    assert row.get("spans") == "1:6"


def test_addresses_that_are_left_out_are_counted() -> None:
    data = with_sheet(sheet_xml("<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>"))
    after = fill(data, "Тайный", {(1, 3): 10, (2, 2): 11, (3, 1): 12})
    assert reads(after, "Тайный") == {(1, 1): 1, (1, 2): 2, (2, 1): 3, (1, 3): 10, (2, 2): 11, (3, 1): 12}
    with pytest.raises(PackageError, match="cell_taken"):
        fill(data, "Тайный", {(1, 2): 10})


def test_styles_stay_or_come_from_the_pattern_the_row_or_the_column() -> None:
    rows = (
        '<row r="2"><c r="A2" s="3"/><c r="B2" s="1" t="s"/></row><row r="3" s="2" customFormat="1"/>'
        '<row r="5"><c r="A5" s="2"><v>1</v></c></row>'
    )
    columns = '<cols><col min="3" max="4" width="9" style="2"/></cols>'
    data = with_sheet(sheet_xml(rows, columns))
    where = {(2, 1): datetime(2026, 11, 5), (2, 2): "текст", (3, 2): 5, (4, 4): 6, (4, 1): 7, (4, 9): 8}
    root = root_of(fill(data, "Тайный", where, pattern=5), "xl/worksheets/sheet4.xml")
    styles = {cell.get("r"): cell.get("s") for cell in root.iter("{*}c")}
    assert styles == {"A2": "3", "B2": "1", "B3": "2", "A5": "2", "D4": "2", "A4": "2", "I4": None}


def test_moments_are_numbers_only_where_the_style_shows_dates() -> None:
    data = with_sheet(sheet_xml('<row r="1"><c r="A1" s="3"/><c r="B1" s="2"/></row>'))
    after = fill(data, "Тайный", {(1, 1): MOMENT, (1, 2): MOMENT}, dates="%d.%m.%Y %H:%M:%S")
    assert reads(after, "Тайный") == {(1, 1): MOMENT, (1, 2): "05.11.2026 18:12:33"}


def test_a_workbook_that_counts_from_1904_gets_its_own_numbers() -> None:
    parts = torture_parts() | {"xl/worksheets/sheet4.xml": sheet_xml('<row r="1"><c r="A1" s="3"/></row>')}
    parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace(b"<workbookPr ", b'<workbookPr date1904="1" ')
    assert reads(fill(pack(parts), "Тайный", {(1, 1): MOMENT}), "Тайный") == {(1, 1): MOMENT}


@pytest.mark.parametrize(
    ("at", "why"),
    [((3, 1), "a number"), ((2, 2), "a text"), ((5, 3), "a formula"), ((4, 4), "a shared formula"), ((1, 3), "merged")],
)
def test_a_cell_that_holds_anything_is_refused(at: tuple[int, int], why: str) -> None:
    with pytest.raises(PackageError) as caught:
        fill(torture(), "Регистрация", {at: "новое", (9, 1): "и это"})
    assert caught.value.code == "cell_taken", why
    assert at in taken(torture(), "Регистрация") and (9, 1) not in taken(torture(), "Регистрация")


def test_cells_that_an_array_formula_fills_are_refused() -> None:
    data = with_sheet(sheet_xml('<row r="1"><c r="A1"><f t="array" ref="A1:A3">ROW(A1:A3)</f><v>1</v></c></row>'))
    with pytest.raises(PackageError, match="cell_taken"):
        fill(data, "Тайный", {(3, 1): 5})
    assert (4, 1) not in taken(data, "Тайный")


@pytest.mark.parametrize(("sheet", "at"), [("Нет такого", (1, 1)), ("Диаграмма", (1, 1)), ("Тайный", (1_048_577, 1))])
def test_what_is_not_there_is_refused(sheet: str, at: tuple[int, int]) -> None:
    with pytest.raises(PackageError) as caught:
        fill(torture(), sheet, {at: 1})
    assert caught.value.code in ("no_such_sheet", "outside_sheet")


def test_nothing_to_write_gives_the_same_bytes_and_no_formula_asks_for_no_calculation() -> None:
    assert fill(torture(), "Регистрация", {}) == fill(torture(), "Регистрация", {(9, 9): ""}) == torture()
    made = Workbook()
    made.active.title = "Игроки"
    made.active["A1"] = "Игрок"
    out = io.BytesIO()
    made.save(out)
    assert changed(out.getvalue(), fill(out.getvalue(), "Игроки", {(2, 1): "Анна"})) == {"xl/worksheets/sheet1.xml"}


def test_a_table_grows_over_rows_right_below_it_and_its_filter_with_it() -> None:
    before = torture()
    after = fill(before, "Протокол", {(4, 2): "Пётр", (5, 2): "Олег", (5, 3): 12})
    assert changed(before, after) == {"xl/worksheets/sheet2.xml", TABLE, "xl/workbook.xml"}
    root = root_of(after, TABLE)
    assert root.get("ref") == root.find("{*}autoFilter").get("ref") == "B2:C5"
    root.set("ref", "B2:C3")
    root.find("{*}autoFilter").set("ref", "B2:C3")
    assert node(root) == node(root_of(before, TABLE))


@pytest.mark.parametrize("values", [{(5, 2): "далеко"}, {(4, 5): "рядом"}], ids=["a row between", "another column"])
def test_a_table_stays_where_the_rows_do_not_follow_it(values: dict[tuple[int, int], str]) -> None:
    assert TABLE not in changed(torture(), fill(torture(), "Протокол", values))


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        (TABLE, b'ref="B2:C3">', b'ref="B2:C3" totalsRowCount="1">'),
        (TABLE, b'ref="B2:C3">', b'ref="B2:C3" tableType="queryTable">'),
        ("xl/worksheets/sheet2.xml", b"</sheetData>", b'<row r="4"><c r="C4"><v>9</v></c></row></sheetData>'),
        (
            "xl/worksheets/sheet2.xml",
            b"</sheetData>",
            b'</sheetData><mergeCells count="1"><mergeCell ref="C4:D4"/></mergeCells>',
        ),
    ],
    ids=["a row of totals", "rows from outside", "something stands below", "merged below"],
)
def test_a_table_stays_where_growing_would_swallow_something(part: str, old: bytes, new: bytes) -> None:
    parts = torture_parts()
    assert old in parts[part]
    data = pack(parts | {part: parts[part].replace(old, new, 1)})
    assert TABLE not in changed(data, fill(data, "Протокол", {(4, 2): "Пётр"}))


@pytest.mark.slow
def test_libreoffice_reads_what_was_written_and_all_the_rest(soffice: str, tmp_path: Path) -> None:
    after = fill(fill(torture(), "Регистрация", VALUES), "Протокол", {(4, 2): "Пётр", (4, 3): 12})
    back = convert(soffice, after, ".xlsx", "xlsx:Calc MS Excel 2007 XML", tmp_path)
    saved = openpyxl.load_workbook(io.BytesIO(back), data_only=True)
    sheet = saved["Регистрация"]
    assert (sheet["A6"].value, sheet["C6"].value, sheet["E8"].value, sheet["D2"].value) == (3, 1.5, True, "почта")
    assert sheet["B6"].value == "  =Анна & <Ко>\n_x0041_ " and sheet["C4"].value == 1550
    assert saved["Протокол"].tables["tblProtocol"].ref == "B2:C4"


def test_a_row_of_totals_is_never_written_into() -> None:
    parts = torture_parts()
    data = pack(parts | {TABLE: parts[TABLE].replace(b'ref="B2:C3">', b'ref="B2:C4" totalsRowCount="1">', 1)})
    with pytest.raises(PackageError, match="cell_taken"):
        fill(data, "Протокол", {(4, 2): "Пётр"})
