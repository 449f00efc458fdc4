"""Our sheets come in whole; nothing of the organiser's goes out."""

from __future__ import annotations

import datetime as dt
import io
import re
import zipfile

import openpyxl
import pytest
from lxml import etree
from openpyxl import Workbook

from tests.excel.sheets import OURS, ours
from tests.excel.strict import EDITED, differences
from tests.excel.torture import SHEETS, pack, rels, torture, torture_parts, unpack
from tourney_xlsx.excel.graft import graft
from tourney_xlsx.excel.package import PackageError

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")  # openpyxl says what it can't read
NONE = frozenset[str]()


def load(data: bytes) -> Workbook:
    return openpyxl.load_workbook(io.BytesIO(data))


def book_of(**cells: dict[str, object]) -> Workbook:
    """A workbook with these sheets and cells only."""
    made = Workbook()
    made.remove(made.active)
    for title, values in cells.items():
        sheet = made.create_sheet(title)
        for address, value in values.items():
            sheet[address] = value
    return made


def simple(**cells: dict[str, object]) -> bytes:
    out = io.BytesIO()
    book_of(**cells).save(out)
    return out.getvalue()


def refused(*arguments: object, **named: object) -> PackageError:
    with pytest.raises(PackageError) as caught:
        graft(*arguments, **named)  # type: ignore[arg-type]
    return caught.value


def with_part(data: bytes, part: str, old: str, new: str) -> bytes:
    parts = unpack(data)
    assert old.encode() in parts[part], "the seed must take"
    return pack(parts | {part: parts[part].replace(old.encode(), new.encode())})


@pytest.mark.parametrize("macros", [False, True])
def test_every_part_and_node_of_the_organiser_stays(macros: bool) -> None:
    before = torture(macros=macros)
    after = graft(before, ours())
    assert differences(before, after, OURS) == []
    old, new = zipfile.ZipFile(io.BytesIO(before)), zipfile.ZipFile(io.BytesIO(after))
    for info in old.infolist():
        if info.filename not in EDITED:
            copy = new.getinfo(info.filename)
            kept = (copy.CRC, copy.compress_size, copy.file_size, copy.date_time, copy.compress_type)
            assert kept == (info.CRC, info.compress_size, info.file_size, info.date_time, info.compress_type)
    assert b"xl/vbaProject.bin" in after or not macros


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        ("xl/workbook.xml", "Ставка", "Ставкa"),
        ("xl/workbook.xml", 'lastEdited="7"', 'lastEdited="6"'),
        ("xl/styles.xml", "FFFFCC00", "FFFFCC01"),
        ("xl/_rels/workbook.xml.rels", "customXml/item1.xml", "customXml/item2.xml"),
        ("[Content_Types].xml", "xl/persons/person.xml", "xl/persons/person1.xml"),
        ("xl/drawings/drawing1.xml", "Внимание", "внимание"),
    ],
)
def test_the_strict_comparison_sees_one_changed_letter(part: str, old: str, new: str) -> None:
    after = with_part(graft(torture(), ours()), part, old, new)
    assert part in differences(torture(), after, OURS)


def test_stored_values_stay_and_no_calculation_is_asked_for() -> None:
    parts = unpack(graft(torture(), ours()))
    assert b"<f>SUM(C3:C4)</f><v>3050</v>" in parts["xl/worksheets/sheet1.xml"]
    assert b"fullCalcOnLoad" not in parts["xl/workbook.xml"]
    assert parts["xl/calcChain.xml"] == torture_parts()["xl/calcChain.xml"]


def test_all_of_a_sheet_comes_over() -> None:
    made = load(graft(torture(), ours()))
    assert made.sheetnames == [*SHEETS, "Проверка", "Итоги", "_tourney"]
    sheet = made["Итоги"]
    assert sheet["C2"].value == 21 and sheet["C2"].number_format == "0.000"
    assert sheet["A1"].font.b and sheet["A1"].fill.fgColor.rgb == "FF1F4E78" and sheet["A1"].alignment.wrap_text
    assert sheet["A1"].font.name == "Arial Cyr", "the organiser's face"
    assert sheet["E1"].font.sz == 20 and sheet["E1"].font.i
    assert not sheet["B2"].protection.locked and sheet.protection.sheet
    assert sheet.freeze_panes == "A2" and sheet.sheet_properties.tabColor.rgb == "FF00AA00"
    assert [str(area) for area in sheet.merged_cells.ranges] == ["E1:G1"]
    assert sheet.print_title_rows == "$1:$1" and "$A$1:$G$20" in sheet.print_area
    assert sheet.page_setup.orientation == "landscape" and sheet.oddFooter.center.text == "Стр. &P"
    assert sheet.column_dimensions["B"].width == 30 and sheet.row_dimensions[1].height == 28
    (rule,) = next(iter(sheet.conditional_formatting)).rules
    assert rule.dxf.fill.bgColor.rgb == "FFFFC7CE"
    assert sheet.data_validations.dataValidation[0].formula1 == '"да,нет"'
    assert sheet["B2"].comment.text == "первое место"
    assert sheet.tables["tblItogi"].id == 4, "3 is the organiser's"
    assert len(sheet._charts) == 1
    assert made["_tourney"].sheet_state == "veryHidden"
    assert made["Проверка"]["B2"].hyperlink.location == "'Регистрация'!B3"
    parts = unpack(graft(torture(), ours()))
    assert sum(name.startswith("xl/media/") for name in parts) == 2


def test_the_same_sheets_again_give_the_same_bytes_thirty_times() -> None:
    first = graft(torture(), ours())
    again = first
    for _ in range(30):
        again = graft(again, ours(), replace=OURS)
        assert again == first


def test_a_part_of_the_sheets_in_another_order_gives_the_same_bytes() -> None:
    first = graft(torture(), ours())
    for title in ("_tourney", "Проверка", "Итоги"):
        only = ours()
        for other in OURS - {title}:
            del only[other]
        assert graft(first, only, replace=OURS) == first


def test_one_changed_sheet_changes_its_own_parts_only() -> None:
    first = graft(torture(), ours())
    second = graft(first, ours(22), replace=OURS)
    old, new = unpack(first), unpack(second)
    assert list(old) == list(new)
    assert [name for name in old if old[name] != new[name]] == ["xl/worksheets/sheet7.xml"]
    assert load(second)["Итоги"]["C2"].value == 22
    assert graft(second, ours(), replace=OURS) == first, "and back again"


def test_growing_and_shrinking_leaves_no_debris() -> None:
    first = graft(torture(), ours())
    bare = book_of(Итоги={"A1": "пусто"})
    small = graft(first, bare, replace=OURS)
    gone = set(unpack(first)) - set(unpack(small))
    assert {name.split("/")[1] for name in gone} >= {"tables", "charts", "comments", "drawings"}
    assert graft(small, bare, replace=OURS) == small
    full = graft(small, ours(), replace=OURS)
    assert set(unpack(full)) == set(unpack(first))
    assert graft(full, ours(), replace=OURS) == full


def test_replacing_keeps_place_number_and_relationship() -> None:
    before = torture(), ours()
    first = etree.fromstring(unpack(graft(*before))["xl/workbook.xml"])
    changed = graft(graft(*before), ours(rows=9), replace=OURS)
    second = etree.fromstring(unpack(changed)["xl/workbook.xml"])
    assert [dict(s.attrib) for s in first.find("{*}sheets")] == [dict(s.attrib) for s in second.find("{*}sheets")]
    assert differences(torture(), changed, OURS) == []


def test_a_sheet_that_isnt_ours_is_never_replaced() -> None:
    error = refused(torture(), book_of(протокол={"A1": 1}))
    assert (error.code, error.facts["sheet"]) == ("name_taken", "протокол")
    error = refused(torture(), book_of(Диаграмма={"A1": 1}), replace=frozenset({"Диаграмма"}))
    assert error.code == "name_taken", "a chart sheet can't be ours"


def test_removing_shifts_all_that_counts_sheets() -> None:
    new = ours()
    new["_tourney"].print_area = "A1:B2"
    full = graft(torture(), new)
    out = graft(full, book_of(), remove=frozenset({"Проверка", "нет такого"}))
    book = etree.fromstring(unpack(out)["xl/workbook.xml"])
    names = [sheet.get("name") for sheet in book.find("{*}sheets")]
    assert names == [*SHEETS, "Итоги", "_tourney"]
    scopes = {
        (n.get("name"), names[int(n.get("localSheetId"))]) for n in book.iter("{*}definedName") if n.get("localSheetId")
    }
    assert {("_xlnm.Print_Area", "_tourney"), ("_xlnm.Print_Area", "Итоги"), ("Взнос", "Протокол")} <= scopes
    assert not any("Проверка" in (n.text or "") for n in book.iter("{*}definedName"))
    assert differences(torture(), out, OURS) == []
    all_gone = graft(full, book_of(), remove=OURS)
    assert set(unpack(all_gone)) == set(unpack(torture()))
    assert differences(torture(), all_gone, OURS) == []


def test_a_window_that_showed_a_removed_or_hidden_sheet_shows_another() -> None:
    full = with_part(graft(torture(), ours()), "xl/workbook.xml", 'activeTab="1"', 'activeTab="8"')
    out = etree.fromstring(unpack(graft(full, book_of(), remove=frozenset({"_tourney"})))["xl/workbook.xml"])
    assert out.find(".//{*}workbookView").get("activeTab") == "7"
    full = with_part(graft(torture(), ours()), "xl/workbook.xml", 'activeTab="1"', 'activeTab="6"')
    hidden = book_of(Проверка={"A1": 1})
    hidden["Проверка"].sheet_state = "hidden"
    out = etree.fromstring(unpack(graft(full, hidden, replace=OURS))["xl/workbook.xml"])
    assert out.find(".//{*}workbookView").get("activeTab") == "0"


def test_only_the_shown_sheet_is_selected() -> None:
    parts = unpack(graft(torture(), ours()))
    assert [name for name, body in parts.items() if b'tabSelected="1"' in body] == ["xl/worksheets/sheet2.xml"]
    full = with_part(graft(torture(), ours()), "xl/workbook.xml", 'activeTab="1"', 'activeTab="7"')
    parts = unpack(graft(full, ours(22), replace=OURS))
    assert b'tabSelected="1"' in parts["xl/worksheets/sheet7.xml"]


def test_a_sheet_somebody_looks_at_is_not_removed() -> None:
    uses = {
        "xl/worksheets/sheet5.xml": ("<f>Регистрация!C5</f>", "<f>Итоги!$C$2</f>"),
        "xl/charts/chart1.xml": ("Протокол!$C$3", "'Итоги'!$C$3"),
        "xl/workbook.xml": ("Справочник!$A$1:$A$5", "Итоги!$A$1:$A$5"),
        "xl/drawings/vmlDrawing1.vml": ("<x:Row>8</x:Row>", "<x:FmlaLink>Итоги!$A$1</x:FmlaLink><br>"),
        "xl/worksheets/sheet1.xml": ("<xm:f>Справочник!$A$1:$A$5</xm:f>", "<xm:f>итоги!$A$1</xm:f>"),
    }
    full = graft(torture(), ours())
    for part, (old, new) in uses.items():
        error = refused(with_part(full, part, old, new), book_of(), remove=frozenset({"Итоги"}))
        assert (error.code, error.facts["sheet"]) == ("sheet_in_use", "итоги"), part
    text = with_part(full, "xl/sharedStrings.xml", "Регистрация участников", "Итоги!A1")
    assert "Итоги" not in load(graft(text, book_of(), remove=frozenset({"Итоги"}))).sheetnames


def test_a_table_somebody_looks_at_is_not_dropped() -> None:
    full = graft(torture(), ours())
    full = with_part(full, "xl/worksheets/sheet5.xml", "Регистрация!C5", "SUM(tblItogi[Очки])")
    bare = book_of(Итоги={"A1": 1})
    assert refused(full, bare, replace=OURS).code == "table_in_use"
    assert load(graft(full, ours(rows=5), replace=OURS))["Итоги"].tables["tblItogi"].ref == "A1:C6"


def test_a_table_or_name_of_the_organiser_is_not_taken() -> None:
    theirs = with_part(torture(), "xl/tables/table1.xml", 'displayName="tblProtocol"', 'displayName="TBLITOGI"')
    assert refused(theirs, ours()).code == "table_taken"
    theirs = with_part(torture(), "xl/workbook.xml", 'name="Ставка"', 'name="tblItogi"')
    assert refused(theirs, ours()).code == "table_taken"
    new = book_of(Итоги={"A1": 1})
    new.defined_names["Города"] = openpyxl.workbook.defined_name.DefinedName("Города", attr_text="'Итоги'!$A$1")
    assert refused(torture(), new).code == "defined_name_taken"


def test_remove_and_add_is_a_contradiction() -> None:
    assert refused(graft(torture(), ours()), ours(), replace=OURS, remove=OURS).code == "remove_and_add"


def test_nothing_visible_left_is_refused() -> None:
    hidden = book_of(Итоги={"A1": 1})
    hidden["Итоги"].sheet_state = "hidden"
    assert refused(simple(Итоги={"A1": 1}), hidden, replace=OURS).code == "no_visible_sheet"


@pytest.mark.parametrize("formula", ["Итоги!C2*2", "SUM(tblItogi[Очки])", "Города+1", 'INDIRECT("Итоги!A1")'])
def test_calculation_is_asked_for_when_a_formula_looks_at_us(formula: str) -> None:
    theirs = with_part(torture(), "xl/worksheets/sheet5.xml", "Регистрация!C5", formula)
    if "Города" in formula:
        theirs = with_part(theirs, "xl/workbook.xml", "Справочник!$A$1:$A$5", "Итоги!$C$2")
    after = graft(theirs, ours())
    assert b'<calcPr calcId="191029" fullCalcOnLoad="1"/>' in unpack(after)["xl/workbook.xml"]
    assert b"<v>3050</v>" in unpack(after)["xl/worksheets/sheet5.xml"], "the stored value isn't ours to change"
    assert graft(after, ours(), replace=OURS) == after


def test_formulas_of_our_own_ask_for_calculation() -> None:
    after = graft(torture(), book_of(Итоги={"A1": "=1+1"}))
    assert b'fullCalcOnLoad="1"' in unpack(after)["xl/workbook.xml"]


def test_the_chain_of_calculation_goes_only_when_it_is_stale() -> None:
    full = graft(torture(), ours())
    sheet_id = re.search(
        rb'name="\xd0\x98\xd1\x82\xd0\xbe\xd0\xb3\xd0\xb8" sheetId="(\d+)"', unpack(full)["xl/workbook.xml"]
    )
    assert sheet_id is not None
    entry = f'<c r="A9" i="{sheet_id[1].decode()}"/><c r="B9"/></calcChain>'
    stale = with_part(full, "xl/calcChain.xml", "</calcChain>", entry)
    parts = unpack(graft(stale, ours(), replace=OURS))
    assert "xl/calcChain.xml" not in parts
    assert b"calcChain" not in parts["[Content_Types].xml"] + parts["xl/_rels/workbook.xml.rels"]
    fresh = book_of(Итоги={"A9": "=1", "B9": "=2"})
    assert "xl/calcChain.xml" in unpack(graft(stale, fresh, replace=OURS))


def test_a_place_behind_another_sheet() -> None:
    after = graft(
        torture(),
        book_of(**{"Тур 2": {"A1": 1}, "Тур 3": {"A1": 1}}),
        after={"Тур 2": "Регистрация", "Тур 3": "Тур 2"},
    )
    made = load(after)
    assert made.sheetnames[:4] == ["Регистрация", "Тур 2", "Тур 3", "Протокол"]
    book = etree.fromstring(unpack(after)["xl/workbook.xml"])
    assert book.find(".//{*}workbookView").get("activeTab") == "3", "still Протокол"
    (fee,) = [n for n in book.iter("{*}definedName") if n.get("name") == "Взнос"]
    assert fee.get("localSheetId") == "3"
    spanning = with_part(torture(), "xl/worksheets/sheet5.xml", "Регистрация!C5", "SUM(Регистрация:Протокол!C5)")
    late = graft(spanning, book_of(**{"Тур 2": {"A1": 1}}), after={"Тур 2": "Регистрация"})
    assert load(late).sheetnames[-1] == "Тур 2", "it would have joined the sum"


def test_dates_follow_the_organisers_calendar() -> None:
    mac = with_part(torture(), "xl/workbook.xml", "<workbookPr ", '<workbookPr date1904="1" ')
    new = book_of(Итоги={"A1": dt.date(2026, 11, 30)})
    for workbook in (torture(), mac):
        assert load(graft(workbook, new))["Итоги"]["A1"].value == dt.datetime(2026, 11, 30)
    assert new.epoch == openpyxl.utils.datetime.CALENDAR_WINDOWS_1900, "the caller's workbook is as it was"
    assert new.sheetnames == ["Итоги"]


def test_a_workbook_without_styles_gets_them() -> None:
    parts = torture_parts()
    del parts["xl/styles.xml"]
    parts["[Content_Types].xml"] = re.sub(
        rb'<Override PartName="/xl/styles.xml"[^>]*/>', b"", parts["[Content_Types].xml"]
    )
    rels = parts["xl/_rels/workbook.xml.rels"]
    parts["xl/_rels/workbook.xml.rels"] = re.sub(rb'<Relationship Id="rId7"[^>]*/>', b"", rels)
    for name in parts:
        if name.startswith("xl/worksheets/sheet"):
            parts[name] = re.sub(rb' s="\d"', b"", parts[name]).replace(b' dxfId="0"', b"")
    after = graft(pack(parts), ours())
    assert load(after)["Итоги"]["A1"].font.b
    assert graft(after, ours(), replace=OURS) == after


def test_relationships_listed_one_by_one_get_their_default() -> None:
    parts = torture_parts()
    types = parts["[Content_Types].xml"]
    kind = b"application/vnd.openxmlformats-package.relationships+xml"
    types = types.replace(b'<Default Extension="rels" ContentType="' + kind + b'"/>', b"")
    each = b"".join(
        b'<Override PartName="/%s" ContentType="%s"/>' % (n.encode(), kind) for n in parts if n.endswith(".rels")
    )
    parts["[Content_Types].xml"] = types.replace(b"</Types>", each + b"</Types>")
    after = graft(pack(parts), ours())
    assert b'Extension="rels"' in unpack(after)["[Content_Types].xml"]
    assert graft(after, ours(), replace=OURS) == after


def test_a_picture_two_of_our_sheets_share_goes_with_them() -> None:
    full = unpack(graft(torture(), ours()))
    chart = "xl/drawings/_rels/drawing4.xml.rels"
    assert b"charts/chart2.xml" in full[chart], "the standings' drawing"
    full[chart] = rels(("rId1", "chart", "../charts/chart2.xml"), ("rId2", "image", "../media/image2.png"))
    assert set(unpack(graft(pack(full), book_of(), remove=frozenset({"Итоги"})))) > {"xl/media/image2.png"}
    assert set(unpack(graft(pack(full), book_of(), remove=OURS))) == set(unpack(torture()))
