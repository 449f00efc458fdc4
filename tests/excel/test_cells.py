"""Text stays the text that was typed."""

from __future__ import annotations

import io

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.utils.escape import unescape

from tourney_xlsx.excel.cells import LONGEST, put_text

ANY = st.text(st.characters(exclude_categories=()), max_size=60)


def round_trip(text: str) -> tuple[object, str]:
    book = openpyxl.Workbook()
    put_text(book.active["A1"], text)
    out = io.BytesIO()
    book.save(out)
    cell = openpyxl.load_workbook(io.BytesIO(out.getvalue())).active["A1"]
    return cell.value, cell.data_type


@pytest.mark.parametrize(
    "text", ["=1+1", "#N/A", "'quoted", "1e5", "007", "+7", "@x", "2026-11-30", "a\nb", " края ", "😀"]
)
def test_text_that_looks_like_something_else(text: str) -> None:
    assert round_trip(text) == (text, "s")


def test_a_text_that_looks_like_an_escape_is_escaped() -> None:
    value, kind = round_trip("_x0041_ _x00e9_ _xyz_")
    assert (value, kind) == ("_x005F_x0041_ _x005F_x00e9_ _xyz_", "s")
    assert unescape(str(value)) == "_x0041_ _x00e9_ _xyz_", "what Excel shows"


def test_what_a_workbook_cant_hold_is_left_out() -> None:
    assert round_trip("a\x00\x07\x1f\ud800b\ufffe\uffffc\r\nd\re")[0] == "abc\nd\ne"


def test_a_text_too_long_is_cut_at_a_whole_character() -> None:
    for text in ("я" * 40_000, "😀" * 20_000, "_x0041_" * 6_000):
        value = str(round_trip(text)[0])
        assert LONGEST - 14 < len(value.encode("utf-16-le")) // 2 <= LONGEST
        assert (not value.rpartition("😀")[2] and text[0] == "😀") or text.startswith(unescape(value))
    assert round_trip("я" * LONGEST)[0] == "я" * LONGEST


def test_a_text_beginning_with_equals_survives_editing() -> None:
    book = openpyxl.Workbook()
    put_text(book.active["A1"], "=клуб")
    put_text(book.active["A2"], "клуб")
    assert book.active["A1"].quotePrefix and not book.active["A2"].quotePrefix


@given(ANY)
def test_no_text_raises_and_none_is_a_formula(text: str) -> None:
    value, kind = round_trip(text)
    assert kind in ("s", "inlineStr") or (kind == "n" and value is None)
