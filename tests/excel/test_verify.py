"""Each check can fail: one seeded fault for every one of them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.excel.sheets import OURS, ours
from tests.excel.torture import pack, torture, unpack
from tourney_xlsx.excel.book import open_book
from tourney_xlsx.excel.graft import graft
from tourney_xlsx.excel.package import Package, PackageError
from tourney_xlsx.excel.verify import faults, verify

BOOK, STYLES, TYPES = "xl/workbook.xml", "xl/styles.xml", "[Content_Types].xml"
CHECKS, STANDINGS = "xl/worksheets/sheet6.xml", "xl/worksheets/sheet7.xml"
WRITTEN = frozenset({CHECKS, STANDINGS, "xl/worksheets/sheet8.xml"})
Parts = dict[str, bytes]


def sub(part: str, pattern: str, new: str) -> Callable[[Parts], None]:
    """Replace the first match in a part."""

    def change(parts: Parts) -> None:
        changed, times = re.subn(pattern, new, parts[part].decode(), count=1, flags=re.S)
        assert times == 1, "the seed must take"
        parts[part] = changed.encode()

    return change


def lose(part: str) -> Callable[[Parts], None]:
    return lambda parts: parts.pop(part) and None


def _hide_all(parts: Parts) -> None:
    shown = re.sub(rb' state="[^"]*"', b"", parts[BOOK])
    parts[BOOK] = shown.replace(b"<sheet ", b'<sheet state="hidden" ')


SEEDS: list[tuple[str, Callable[[Parts], None]]] = [
    ("workbook_order", sub(BOOK, r"(<definedNames>.*</definedNames>)(<calcPr[^>]*/>)", r"\2\1")),
    ("workbook_order", sub(BOOK, r"(<calcPr[^>]*/>)", r"\1\1")),
    ("sheet_name", sub(BOOK, 'name="Итоги"', 'name="ПРОВЕРКА"')),
    ("sheet_title", sub(BOOK, 'name="Итоги"', f'name="{"И" * 32}"')),
    ("sheet_title", sub(BOOK, 'name="Итоги"', 'name="Итоги?"')),
    ("sheet_id", sub(BOOK, 'sheetId="8"', 'sheetId="7"')),
    ("relationship_id", sub("xl/_rels/workbook.xml.rels", 'Id="rId13"', 'Id="rId1"')),
    ("sheet_relationship", sub(BOOK, r'sheetId="8" r:id="[^"]*"', 'sheetId="8" r:id="rId1"')),
    ("no_visible_sheet", _hide_all),
    ("sheet_kind", sub("xl/_rels/workbook.xml.rels", r'(Id="rId2" Type="[^"]*/)worksheet"', r'\1theme"')),
    ("local_sheet_id", sub(BOOK, 'localSheetId="1"', 'localSheetId="99"')),
    ("defined_name", sub(BOOK, 'name="Ставка"', 'name="города"')),
    ("active_hidden", sub(BOOK, 'activeTab="1"', 'activeTab="2"')),
    ("table_id", sub("xl/tables/table2.xml", ' id="4"', ' id="3"')),
    ("table_name", sub("xl/tables/table2.xml", 'displayName="tblItogi"', 'displayName="tblprotocol"')),
    ("table_column", sub("xl/tables/table2.xml", 'name="Игрок"', 'name="место"')),
    ("content_type", sub(TYPES, '<Default Extension="rels"[^>]*/>', "")),
    ("content_type_of_nothing", sub(TYPES, "xl/tables/table2.xml", "xl/tables/table9.xml")),
    ("target", lose("xl/tables/table2.xml")),
    (
        "target",
        sub(
            f"{CHECKS.replace('worksheets/', 'worksheets/_rels/')}.rels",
            "drawings/drawing",
            "drawings/nothing",
        ),
    ),
    ("relationships_of_nothing", lose("xl/drawings/drawing2.xml")),
    ("styles_order", sub(STYLES, r"(<dxfs.*</dxfs>)(<tableStyles[^>]*/>)", r"\2\1")),
    ("style_part", sub(STYLES, r'<xf numFmtId="14" fontId="0"', '<xf numFmtId="14" fontId="99"')),
    ("style_count", sub(STYLES, r'<dxfs count="\d+"', '<dxfs count="77"')),
    ("number_format", sub(STYLES, r'<numFmt numFmtId="165"', '<numFmt numFmtId="164"')),
    ("calculation_chain", sub("xl/calcChain.xml", "</calcChain>", '<c r="A1" i="7"/></calcChain>')),
    ("calculation_chain", sub("xl/calcChain.xml", "</calcChain>", '<c r="A1" i="77"/></calcChain>')),
    ("sheet_order", sub(STANDINGS, r"(<mergeCells.*</mergeCells>)(.*)(<pageMargins[^>]*/>)", r"\3\2\1")),
    ("sheet_order", sub(STANDINGS, r"<pageMargins", "<unknown/><pageMargins")),
    (
        "merge",
        sub(STANDINGS, r'<mergeCell ref="E1:G1" ?/>', '<mergeCell ref="E1:G1"/><mergeCell ref="G1:H2"/>'),
    ),
    ("cell_style", sub(STANDINGS, r'(<c r="A1"[^>]*) s="\d+"', r'\1 s="9999"')),
    ("cell_style", sub(STANDINGS, r"<col ", '<col style="9999" ')),
    ("cell_order", sub(STANDINGS, 'r="B2"', 'r="D2"')),
    ("cell_order", sub(STANDINGS, 'r="A2"', 'r="A3"')),
    ("row_order", sub(STANDINGS, '<row r="2"', '<row r="1"')),
    ("shared_string", sub(STANDINGS, 't="inlineStr"', 't="s"')),
    ("text_length", sub(CHECKS, "<t>[^<]*</t>", f"<t>{'о' * 32_768}</t>")),
    ("differential_style", sub(STANDINGS, r'dxfId="\d+"', 'dxfId="999"')),
    ("validation_list", sub(STANDINGS, '"да,нет"', '"' + "да," * 90 + '"')),
    ("validation_text", sub(STANDINGS, "<dataValidation ", f'<dataValidation promptTitle="{"п" * 33}" ')),
    ("sheet_target", sub(STANDINGS, r'(<drawing [^>]*r:id=)"[^"]*"', r'\1"rId99"')),
]


@pytest.fixture(scope="module")
def grafted() -> bytes:
    return graft(torture(), ours())


def test_what_is_written_has_no_fault(grafted: bytes) -> None:
    assert faults(open_book(Package(grafted)), WRITTEN) == []
    assert faults(open_book(Package(torture())), frozenset()) == []


@pytest.mark.parametrize(("check", "seed"), SEEDS, ids=[f"{n}-{check}" for n, (check, _) in enumerate(SEEDS)])
def test_a_seeded_fault_is_found(grafted: bytes, check: str, seed: Callable[[Parts], None]) -> None:
    parts = unpack(grafted)
    seed(parts)
    damaged = pack(parts)
    assert check in {found for found, _ in faults(open_book(Package(damaged)), WRITTEN)}
    with pytest.raises(PackageError) as caught:
        verify(torture(), damaged, changed=frozenset(parts), dropped=frozenset(unpack(torture())))
    assert caught.value.code == "verify_failed"


@pytest.mark.parametrize("content", [b"", None])
def test_a_part_of_the_organiser_that_changed_or_went_is_found(grafted: bytes, content: bytes | None) -> None:
    parts = unpack(grafted)
    if content is None:
        del parts["customXml/itemProps1.xml"]
    else:
        parts["xl/media/image1.png"] += b"!"
    with pytest.raises(PackageError) as caught:
        verify(
            torture(),
            pack(parts),
            changed=frozenset({BOOK, STYLES, TYPES, "xl/_rels/workbook.xml.rels"}),
            dropped=frozenset(),
        )
    assert caught.value.facts["check"] == ("part_changed" if content is not None else "part_lost")


def test_a_fault_the_organiser_had_before_is_not_ours() -> None:
    parts = unpack(torture())
    sub(BOOK, 'localSheetId="1"', 'localSheetId="99"')(parts)
    sub(TYPES, "</Types>", '<Override PartName="/xl/gone.xml" ContentType="application/xml"/></Types>')(parts)
    titles = re.findall('<sheet name="([^"]*)"', unpack(graft(pack(parts), ours()))[BOOK].decode())
    assert set(titles) > OURS


def test_nothing_leaves_a_graft_that_fails_its_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tourney_xlsx.excel.styles_merge.StyleMerger.cell", lambda _self, number: number + 5000)
    with pytest.raises(PackageError) as caught:
        graft(torture(), ours())
    assert (caught.value.code, caught.value.facts["check"]) == ("verify_failed", "cell_style")
