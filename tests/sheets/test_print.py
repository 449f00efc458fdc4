"""The sheets on paper, as LibreOffice prints them: page counts, and that nothing is cut."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from openpyxl import Workbook

from tests.sheets.factory import LONG_NAME, outcome
from tourney_xlsx.excel.sheets import protocol, reports
from tourney_xlsx.games.mcr import MCR

pytestmark = pytest.mark.slow


def only(book: Workbook, *names: str) -> Workbook:
    """The workbook with the named sheets alone."""
    for name in book.sheetnames:
        if name not in names:
            book.remove(book[name])
    return book


def printed(soffice: str, book: Workbook, folder: Path) -> list[str]:
    """The text of each page of the PDF that LibreOffice makes of the workbook."""
    path = folder / "book.xlsx"
    book.save(path)
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = [soffice, profile, "--headless", "--convert-to", "pdf", "--outdir", str(folder), str(path)]
    subprocess.run(command, check=True, capture_output=True, timeout=180)
    data = (folder / "book.pdf").read_bytes()
    if shutil.which("pdftotext") is None:
        return [""] * len(re.findall(rb"/Type\s*/Page[^s]", data))
    text = subprocess.run(
        ["pdftotext", "-layout", str(folder / "book.pdf"), "-"], check=True, capture_output=True, timeout=60
    ).stdout.decode()
    return text.split("\f")[:-1]


def test_forty_players_on_the_wall_take_two_pages(soffice: str, tmp_path: Path) -> None:
    book = only(reports(outcome(40, 2, settings={"page_url": "https://example.org/cup"}), MCR), "Посадка 3")
    pages = printed(soffice, book, tmp_path)
    assert len(pages) == 2
    if pages[0]:
        assert "Посадка: Тур 3" in pages[0] and "Восток" in pages[0]
        assert "найдите себя" in pages[1] and "Константинопольская" in pages[1]
        assert "tourney_xlsx" not in pages[0]


def test_a_form_a_page_then_the_cards(soffice: str, tmp_path: Path) -> None:
    pages = printed(soffice, only(reports(outcome(40, 2), MCR), "Бланки 3"), tmp_path)
    assert len(pages) == 10 + 4
    if pages[0]:
        assert [re.search(r"Стол (\d+)", page)[1] for page in pages[:10]] == [str(n) for n in range(1, 11)]
        assert all(page.count("Подпись") == 1 for page in pages[:10])
        assert all(page.count("Тур 3 · стол") == 10 for page in pages[10:])


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_every_sheet_prints_with_long_names_whole(soffice: str, tmp_path: Path, lang: str) -> None:
    result = outcome(16, 3, lang, substitutes=2, tied=True)
    assert result.seating is not None
    book = reports(result, MCR)
    protocol(result.seating, result, MCR, book)
    pages = printed(soffice, book, tmp_path)
    assert len(pages) >= len(book.sheetnames)
    text = " ".join(pages)
    if text.strip():
        whole = re.sub(r"\s+", " ", text)
        assert LONG_NAME.split("-")[0] in whole
        assert "###" not in whole
        assert f"{'стр.' if lang == 'ru' else 'page'} 1 " in whole
