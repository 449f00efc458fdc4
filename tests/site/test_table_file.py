"""`standings.csv` as a spreadsheet would take it."""

from __future__ import annotations

import csv
import io

import pytest

from tests.site.factory import render
from tourney_xlsx.site.table_file import safe

from . import factory


def test_bom_separator_and_rows() -> None:
    content = render(factory.mahjong40(), "{}")["standings.csv"]
    assert isinstance(content, bytes) and content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig")), delimiter=";"))
    assert rows[0][:5] == ["Место", "№", "Игрок", "ТО", "ИО"]
    assert len(rows) == 41
    assert rows[1][0] == "1" and rows[-1][0] == ""
    assert all(len(row) == len(rows[0]) for row in rows)


def test_negative_numbers_stay_numbers() -> None:
    content = render(factory.mahjong40(), "{}")["standings.csv"]
    assert isinstance(content, bytes)
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig")), delimiter=";"))
    assert any(float(row[4]) < 0 for row in rows[1:])


@pytest.mark.parametrize("text", ["=1+1", "+7", "-x", "@SUM(A1)", "\tx", "\rx"])
def test_formulas_are_made_safe(text: str) -> None:
    assert safe(text) == "'" + text


def test_plain_text_stays() -> None:
    assert safe("Волков") == "Волков"


def test_formula_as_a_name() -> None:
    content = render(factory.mahjong16(names={2: "=1+1"}), "{}")["standings.csv"]
    assert isinstance(content, bytes)
    assert ";'=1+1;" in content.decode()
