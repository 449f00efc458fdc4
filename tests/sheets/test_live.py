"""Protocols as they are being typed: LibreOffice calculates the checks beside the tables."""

from __future__ import annotations

import csv
import io
import subprocess
import zipfile
from pathlib import Path

import pytest
from lxml import etree
from openpyxl import load_workbook

from tests.sheets.factory import outcome
from tourney_xlsx.excel.graft import graft
from tourney_xlsx.excel.sheets import protocol
from tourney_xlsx.excel.starter import starter
from tourney_xlsx.excel.style import new_book
from tourney_xlsx.games.mcr import MCR

CHECK, POINTS = "L", "E"


def new_protocol(lang: str = "ru") -> bytes:
    result = outcome(8, 2, lang)
    assert result.seating is not None
    book = new_book()
    protocol(result.seating, result, MCR, book)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def test_formulas_are_stored_with_their_values() -> None:
    with zipfile.ZipFile(io.BytesIO(new_protocol())) as package:
        root = etree.fromstring(package.read("xl/worksheets/sheet1.xml"))
    cells = {cell.get("r"): cell for cell in root.iter("{*}c") if cell.find("{*}f") is not None}
    assert sorted(cells) == [f"{CHECK}2", f"{CHECK}6"]
    assert all(cell.get("t") == "str" and cell.find("{*}v") is not None for cell in cells.values())
    assert load_workbook(io.BytesIO(new_protocol()))["Тур 3"]["L1"].value == "Контроль"


def test_a_workbook_can_be_saved_to_a_path_and_again(tmp_path: Path) -> None:
    book = new_book()
    book.rows(book.create_sheet("A")).formula(2, 2, '="x"&1', "x1")
    for _ in range(2):
        book.save(tmp_path / "a.xlsx")
        assert load_workbook(tmp_path / "a.xlsx", data_only=True)["A"]["B2"].value == "x1"
        assert load_workbook(tmp_path / "a.xlsx")["A"]["B2"].value == '="x"&1'


def test_the_values_survive_the_graft() -> None:
    organiser = io.BytesIO()
    starter(MCR, "ru", title="", rounds=None).save(organiser)
    result = outcome(8, 2)
    assert result.seating is not None
    book = new_book()
    book.rows(protocol(result.seating, result, MCR, book)).formula(2, 14, '="пусто"', "пусто")
    merged = load_workbook(io.BytesIO(graft(organiser.getvalue(), book)), data_only=True)
    assert merged["Тур 3"]["N2"].value == "пусто"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lang", "said"),
    [("ru", ["● сумма 0", "внесено 2 из 4", "▲ сумма -7"]), ("en", ["● sum 0", "2 of 4 typed in", "▲ sum -7"])],
)
def test_the_check_follows_what_is_typed(soffice: str, tmp_path: Path, lang: str, said: list[str]) -> None:
    typed = ([10, -10, 30, -30], [5, 6], [10, -10, 30, -37])
    found = []
    for number, points in enumerate(typed):
        book = load_workbook(io.BytesIO(new_protocol(lang)))
        for row, value in enumerate(points, 2):
            book.worksheets[0][f"{POINTS}{row}"] = value
        path = tmp_path / f"{number}.xlsx"
        book.save(path)
        profile = f"-env:UserInstallation={(tmp_path / f'profile{number}').as_uri()}"
        to_csv = "csv:Text - txt - csv (StarCalc):44,34,76,1"
        command = [soffice, profile, "--headless", "--convert-to", to_csv, "--outdir", str(tmp_path), str(path)]
        subprocess.run(command, check=True, capture_output=True, timeout=180)
        with (tmp_path / f"{number}.csv").open(encoding="utf-8", newline="") as lines:
            rows = list(csv.reader(lines))
        found.append(rows[1][11])
        assert rows[5][11] == ""
    assert found == said
