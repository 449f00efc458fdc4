"""Who looks at a sheet that is about to go: a formula, a chart, a rule, a name, a button, a pivot's source.

A reference to a sheet or table that isn't there makes Excel call the file damaged, so such a sheet isn't
removed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from lxml import etree

from tourney_xlsx.excel.book import Book
from tourney_xlsx.excel.ooxml import local, parse, quoted, sheets_named
from tourney_xlsx.excel.package import PackageError

_VALUES: Final = frozenset({"v", "t", "is", "r"})  # texts of cells, not references
_SKIPPED: Final = ("docprops/", "customxml/", "xl/sharedstrings", "xl/styles", "xl/theme", "xl/calcchain")
_WORD: Final = re.compile(r"(?<![\w.\\])([\w.\\]+)\[")


def refuse_uses(book: Book, gone: frozenset[str], rewritten: frozenset[str], tables: set[str]) -> None:
    """PackageError `sheet_in_use` / `table_in_use` with the part that looks at a sheet of `gone` or at one of
    `tables`.

    Parts that are dropped already don't count; names local to a sheet of `gone` or `rewritten` neither.
    """
    if not gone and not tables:
        return
    folded = {name.casefold() for name in gone}
    for place, text in _references(book, folded | {name.casefold() for name in rewritten}):
        if used := folded & {name.casefold() for prefix in sheets_named(text) for name in prefix.split(":")}:
            raise PackageError("sheet_in_use", {"sheet": min(used), "by": place})
        if used := tables & {word.casefold() for word in _WORD.findall(text)}:
            raise PackageError("table_in_use", {"table": min(used), "by": place})


def _references(book: Book, leaving: set[str]) -> Iterator[tuple[str, str]]:
    """(part or name, text) of everything that may be a reference."""
    sheets = [sheet.get("name", "").casefold() for sheet in book.sheets]
    for name in book.names():
        scope = name.get("localSheetId")
        if scope is None or int(scope) >= len(sheets) or sheets[int(scope)] not in leaving:
            yield name.get("name", ""), name.text or ""
    for part in book.package:
        folded = part.lower()
        if folded.endswith(".vml"):  # Excel's own isn't always well-formed
            yield part, book.package.read(part).decode("utf-8", "replace")
        elif folded.endswith(".xml") and not folded.startswith(_SKIPPED) and folded != book.path.lower():
            content = book.package.read(part)
            if b"!" in content or b"[" in content or b"worksheetSource" in content:
                yield from ((part, text) for text in _texts(parse(content, part)))


def _texts(root: etree._Element) -> Iterator[str]:
    for element in root.iter():
        name = local(element)
        if name == "worksheetSource":  # a pivot's source names its sheet without a mark
            yield f"{quoted(element.get('sheet', ''))}!"
        if name and name not in _VALUES:
            yield element.text or ""
            yield from (str(value) for value in element.attrib.values())
