"""The saved workbooks keep the schema's order; Microsoft's validator, where there is one, finds nothing at all."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from lxml import etree
from openpyxl import Workbook

from tests.books import as_bytes
from tests.excel.test_sdk import VALIDATOR, errors
from tests.sheets.factory import outcome
from tests.sheets.test_reports import PROBLEMS
from tourney_xlsx.excel.sheets import protocol, reports
from tourney_xlsx.excel.starter import starter
from tourney_xlsx.games.mcr import MCR

FONT_PARTS = "b i strike condense extend outline shadow u vertAlign sz color name family charset scheme"


def everything(lang: str) -> Workbook:
    result = outcome(
        16, 3, lang, substitutes=1, tied=True, problems=PROBLEMS, settings={"page_url": "https://example.org"}
    )
    assert result.seating is not None
    book = reports(result, MCR)
    protocol(result.seating, result, MCR, book)
    return book


def test_parts_of_a_font_are_in_the_schema_s_order() -> None:
    with zipfile.ZipFile(io.BytesIO(as_bytes(everything("ru")))) as package:
        root = etree.fromstring(package.read("xl/styles.xml"))
    fonts = [[etree.QName(part).localname for part in font] for font in root.iter("{*}font")]
    assert len(fonts) > 10
    assert fonts == [sorted(parts, key=FONT_PARTS.split().index) for parts in fonts]
    assert ["b", "u", "color"] in fonts


def test_no_list_of_choices_or_message_is_longer_than_excel_takes() -> None:
    for lang in ("ru", "en"):
        for book in (everything(lang), starter(MCR, lang, title="", rounds=None)):
            for sheet in book.worksheets:
                assert len(sheet.title) <= 31
                for rule in sheet.data_validations.dataValidation:
                    assert len(rule.formula1 or "") <= 257
                    assert len(rule.errorTitle or "") <= 32 and len(rule.promptTitle or "") <= 32
                    assert len(rule.error or "") <= 255 and len(rule.prompt or "") <= 255


@pytest.mark.slow
@pytest.mark.skipif(not Path(VALIDATOR).is_file(), reason="OOXML_VALIDATOR names no validator")
@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_validator_finds_nothing(tmp_path: Path, lang: str) -> None:
    assert errors(tmp_path, as_bytes(everything(lang))) == []
    assert errors(tmp_path, as_bytes(starter(MCR, lang, title="", rounds=None))) == []
