"""Text stays the text that was typed."""

from __future__ import annotations

import pytest
from openpyxl.utils.escape import unescape

from tourney_xlsx.excel.cells import LONGEST, stored_text


@pytest.mark.parametrize("text", ["=1+1", "#N/A", "a\nb", " край ", "😀", "_xyz_"])
def test_most_text_is_stored_as_it_is(text: str) -> None:
    assert stored_text(text) == text


def test_a_text_that_looks_like_an_escape_is_escaped() -> None:
    value = stored_text("_x0041_ _x00e9_ _xyz_")
    assert value == "_x005F_x0041_ _x005F_x00e9_ _xyz_"
    assert unescape(value) == "_x0041_ _x00e9_ _xyz_", "what Excel shows"


def test_what_a_workbook_cant_hold_is_left_out() -> None:
    assert stored_text("a\x00\x07\x1f\ud800b\ufffe\uffffc\r\nd\re") == "abc\nd\ne"


def test_a_text_too_long_is_cut_at_a_whole_character() -> None:
    for text in ("я" * 40_000, "😀" * 20_000, "_x0041_" * 6_000):
        value = stored_text(text)
        assert LONGEST - 14 < len(value.encode("utf-16-le")) // 2 <= LONGEST
        assert (not value.rpartition("😀")[2] and text[0] == "😀") or text.startswith(unescape(value))
    assert stored_text("я" * LONGEST) == "я" * LONGEST
