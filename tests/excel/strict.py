"""Node by node: what the organiser's four edited parts hold after a graft, less what the graft added."""

from __future__ import annotations

from lxml import etree

from tests.excel.torture import unpack

_RID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
EDITED = frozenset({"[Content_Types].xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml"})


def node(element: etree._Element) -> tuple[object, ...]:
    """An element as a value: tag, attributes, text, children (comments too)."""
    return (
        str(element.tag),
        tuple(sorted(element.attrib.items())),
        (element.text or "").strip(),
        tuple(node(child) for child in element),
    )


def differences(before: bytes, after: bytes, ours: frozenset[str]) -> list[str]:
    """Names of the parts in which something of the organiser's is gone or changed."""
    old, new = unpack(before), unpack(after)
    found = [name for name in old if name not in EDITED and old[name] != new.get(name)]
    if node(_root(old, "xl/workbook.xml")) != node(_without_ours(_root(new, "xl/workbook.xml"), ours)):
        found.append("xl/workbook.xml")
    for name in ("[Content_Types].xml", "xl/_rels/workbook.xml.rels"):
        kept = {node(child) for child in _root(new, name)}
        if any(node(child) not in kept for child in _root(old, name)):
            found.append(name)
    if not _styles_kept(_root(old, "xl/styles.xml"), _root(new, "xl/styles.xml")):
        found.append("xl/styles.xml")
    return found


def _root(parts: dict[str, bytes], name: str) -> etree._Element:
    return etree.fromstring(parts[name])


def _without_ours(book: etree._Element, ours: frozenset[str]) -> etree._Element:
    sheets = book.find("{*}sheets")
    names = [sheet.get("name") for sheet in sheets]
    for sheet in list(sheets):
        if sheet.get("name") in ours:
            sheets.remove(sheet)
    for name in list(book.findall("{*}definedNames/{*}definedName")):
        scope = name.get("localSheetId")
        if scope is not None and names[int(scope)] in ours:
            name.getparent().remove(name)
    return book


def _styles_kept(old: etree._Element, new: etree._Element) -> bool:
    """Every section is there; its old children come first, as they were."""
    for section in old:
        same = new.find(section.tag)
        if same is None or [node(c) for c in section] != [node(c) for c in same][: len(section)]:
            return False
        less = [{k: v for k, v in e.attrib.items() if k != "count"} for e in (section, same)]
        if less[0] != less[1]:
            return False
    return True
