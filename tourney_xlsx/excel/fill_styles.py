"""Cell styles for what is filled in: a number in a cell whose style shows dates would be read as a day of long ago."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy

from lxml import etree

from .book import Book
from .ooxml import child, elements, parse, store
from .read import date_styles


class Styles:
    """The workbook's cell styles: which of them show dates, and for each of those one that shows plain numbers."""

    def __init__(self, book: Book) -> None:
        part = book.related("styles")
        self._part = part if part is not None and part in book.package else None
        self._root = parse(book.package.read(self._part), self._part) if self._part is not None else None
        self.dates: Mapping[int, bool] = date_styles(self._root) if self._root is not None else {}
        self._plain: dict[int, int] = {}

    def plain(self, number: int) -> int:
        """The same look without the date's format: a style that is there already, else one added after the last."""
        if number not in self.dates or self._root is None:
            return number
        if number not in self._plain:
            styles = child(self._root, "cellXfs")
            assert styles is not None  # a style that shows dates stands in it
            known = elements(styles)
            made = deepcopy(known[number])
            made.set("numFmtId", "0")
            look = etree.tostring(made, method="c14n")
            same = (n for n, style in enumerate(known) if etree.tostring(style, method="c14n") == look)
            self._plain[number] = next(same, len(known))
            if self._plain[number] == len(known):
                styles.append(made)
                styles.set("count", str(len(known) + 1))
        return self._plain[number]

    def save(self, book: Book) -> None:
        """Write the stylesheet back where a style was added."""
        if self._part is not None and self._root is not None and self._plain:
            store(book.package, self._part, self._root)
