"""What hangs on a sheet beside its cells: notes, comments, drawings, tables, links out of the workbook."""

from __future__ import annotations

from typing import Final

from lxml import etree

from .book import Book
from .ooxml import elements, inside, kind, local, parse, read_rels, target
from .read import address

_PAPER: Final = "printerSettings"  # a printer's own settings, which Excel adds by itself
_UNTOLD: Final = (0, 0)
_CORNERS: Final = ("row", "col")


def first_attached(book: Book, sheet: etree._Element) -> tuple[int, int] | None:
    """(row, column) of the first thing on a sheet that is no cell; A1 where its place can't be told, None without any.

    Source: ECMA-376 part 1, 18.7.3 (comments), 20.5.2.15 (where a drawing begins), 18.5.1.2 (tables).
    """
    part = book.part(sheet)
    places: list[tuple[int, int]] = []
    for relationship in elements(read_rels(book.package, part)):
        name = target(part, relationship) if inside(relationship) else ""
        if kind(relationship) == _PAPER:
            continue
        if name not in book.package or not name.endswith(".xml"):
            places.append(_UNTOLD)
            continue
        root = parse(book.package.read(name), name)
        if len(elements(root)):  # LibreOffice gives every sheet a drawing with nothing in it
            places += _places(root) or [_UNTOLD]
    told = [place for place in places if place != _UNTOLD]
    return min(told) if told else (1, 1) if places else None


def _places(root: etree._Element) -> list[tuple[int, int]]:
    places = []
    for node in root.iter():
        what = local(node) if isinstance(node.tag, str) else ""
        if what in ("comment", "threadedComment", "table") and node.get("ref"):
            places.append(address(node.get("ref", "A1").partition(":")[0]))
        elif what == "from":
            row, column = (next((int(c.text or 0) for c in node if local(c) == corner), 0) for corner in _CORNERS)
            places.append((row + 1, column + 1))
    return places
