"""Text typed by people, put into a cell so that it stays the text they typed."""

from __future__ import annotations

import re
from typing import Final

LONGEST: Final = 32_767  # UTF-16 units a cell holds ("Excel specifications and limits")
# what XML 1.0 can't hold at all: control characters, halves of a surrogate pair, two non-characters
_ILLEGAL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_ESCAPE: Final = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")


def stored_text(text: str) -> str:
    """`text` as a cell's XML holds it, so that it's read as the text it is: `_x0041_` (ECMA-376 part 1, 22.9.2.19).

    Characters that a workbook can't hold are left out, line ends become LF, and what is longer than a cell is cut.
    """
    return _ESCAPE.sub("_x005F_", _cut(_ILLEGAL.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))))


def _cut(text: str) -> str:
    """The longest beginning that fits a cell once it's escaped, no pair and no escape cut through."""
    room, size = LONGEST, 0
    if len(text) * 8 <= room:
        return text
    escaped = {match.start() for match in _ESCAPE.finditer(text)}
    for at, character in enumerate(text):
        size += 7 if at in escaped else 2 if ord(character) > 0xFFFF else 1
        if size > room:
            return text[:at]
    return text
