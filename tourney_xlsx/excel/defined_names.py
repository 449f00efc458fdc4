"""Print titles, print areas, filters and other names of our sheets, among the organiser's (ECMA-376 part 1, 18.2.5)."""

from __future__ import annotations

from collections.abc import Mapping

from lxml import etree

from tourney_xlsx.excel.book import Book
from tourney_xlsx.excel.ooxml import WORKBOOK_ORDER, child, like, place
from tourney_xlsx.excel.package import PackageError


def bring_names(book: Book, made: Book, placed: Mapping[str, etree._Element]) -> None:
    """Take over the names of `made` that are global or local to a sheet in `placed` (title -> its element in `book`).

    On those sheets built-in names that aren't wanted any more go; names of the organiser's own stay. A name that is
    there keeps its place in the list. PackageError `defined_name_taken` for a global name that says something else.
    """
    wanted, scopes = _wanted(book, made, placed)
    for name in book.names():
        key = (name.get("name", "").casefold(), name.get("localSheetId"))
        if key in wanted:
            _keep(name, wanted.pop(key))
        elif key[1] in scopes and key[0].startswith("_xlnm."):
            _remove(name)
    for (_, scope), name in wanted.items():
        _add(book, name, scope)
    names = child(book.root, "definedNames")
    if names is not None and not len(names):
        _remove(names)


def _wanted(
    book: Book, made: Book, placed: Mapping[str, etree._Element]
) -> tuple[dict[tuple[str, str | None], etree._Element], set[str]]:
    """Generated names by (folded name, position of their sheet in `book`), and all positions of our sheets."""
    sheets = book.sheets
    scope = {
        str(number): str(sheets.index(placed[source.get("name", "")]))
        for number, source in enumerate(made.sheets)
        if source.get("name") in placed
    }
    wanted: dict[tuple[str, str | None], etree._Element] = {}
    for name in made.names():
        local_to = name.get("localSheetId")
        if local_to is None or local_to in scope:
            wanted[name.get("name", "").casefold(), scope.get(local_to or "")] = name
    return wanted, set(scope.values())


def _keep(name: etree._Element, source: etree._Element) -> None:
    if name.get("localSheetId") is None and name.text != source.text:
        raise PackageError("defined_name_taken", {"name": name.get("name", "")})
    name.text = source.text


def _add(book: Book, source: etree._Element, scope: str | None) -> None:
    names = place(book.root, "definedNames", WORKBOOK_ORDER)
    made = etree.SubElement(names, like(names, "definedName"), name=source.get("name", ""))
    if scope is not None:
        made.set("localSheetId", scope)
    if source.get("hidden"):
        made.set("hidden", source.get("hidden", "1"))
    made.text = source.text


def _remove(element: etree._Element) -> None:
    parent = element.getparent()
    assert parent is not None, "only called for nodes of a tree"
    parent.remove(element)
