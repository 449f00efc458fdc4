"""How wide a text is in Arial, how wide a column and how tall a row have to be for it.

Widths are in column-width units (one digit of the default font, 7 pixels at 96 dpi), heights in points.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from math import ceil

DIGIT_PIXELS, PIXELS_A_POINT = 7.0, 96 / 72
BOLD_WIDER, LINE_HEIGHT, CELL_PADDING = 1.08, 1.2, 4.0
MARGIN = 1.8
INDENT_WIDTH = 1.3
COMMON_EM = 0.55
# Lines break at spaces and behind hyphens: the spaces before a piece, and the piece.
_PIECE = re.compile(r"( *)([^ -]*-|[^ -]+)")
# Advance widths of Arial in em, rounded to 0.05; letters that aren't listed have the most common width.
EM = {
    char: width
    for width, chars in (
        (0.20, "'ijl’"),
        (0.25, "|"),
        (0.30, " !,./:;I[\\]ft·\u00a0"),
        (0.35, '"()-`r{}г“”'),
        (0.45, "^*зкт"),
        (0.50, "Jcksvxyzсухчьэ"),
        (0.60, "+<=>FTZ~ЗКТдлъ×■○●□"),
        (0.65, "&ABEKPSVXYАБВЕЛРУХЧЬжЁ"),
        (0.70, "CDHNRUwДИЙНПСЭЯмы"),
        (0.75, "ФЦю"),
        (0.80, "GOQОЪфшщ"),
        (0.85, "MmМ"),
        (0.90, "%ЖШЫ"),
        (0.95, "WЩ"),
        (1.00, "@Ю—▲…№"),
    )
    for char in chars
}


@lru_cache(maxsize=8192)
def text_width(text: str, size: float = 10, bold: bool = False) -> float:
    """The width of a line of text in type of `size` points."""
    em = sum(EM.get(char, COMMON_EM) for char in text)
    return em * size * PIXELS_A_POINT / DIGIT_PIXELS * (BOLD_WIDER if bold else 1.0)


def fit(texts: Iterable[str], low: float, high: float, size: float = 10, bold: bool = False) -> float:
    """A column width that shows each line of `texts`, but between `low` and `high` (longer ones wrap)."""
    lines = (line for text in texts for line in text.split("\n"))
    widest = max((text_width(line, size, bold) for line in lines), default=0.0)
    return round(min(max(widest + MARGIN, low), high), 1)


@lru_cache(maxsize=8192)
def lines_needed(text: str, width: float, size: float = 10, bold: bool = False) -> int:
    """How many lines `text` takes in a column of `width`, wrapped between words, longer words cut."""
    room = max(width - MARGIN / 2, 1.0)
    return sum(_wrapped(line, room, size, bold) for line in text.split("\n"))


def _wrapped(line: str, room: float, size: float, bold: bool) -> int:
    lines, used = 1, 0.0
    for gap, piece in _PIECE.findall(line):
        length = text_width(piece, size, bold)
        space = text_width(gap, size, bold)
        if used and used + space + length <= room:
            used += space + length
            continue
        lines += bool(used) + max(ceil(length / room) - 1, 0)
        used = length % room if length > room else length
    return lines


def text_height(text: str, width: float, size: float = 10, bold: bool = False) -> float:
    """The height that shows `text` whole in a column of `width`."""
    return round(lines_needed(text, width, size, bold) * size * LINE_HEIGHT + CELL_PADDING, 1)
