"""The bits of SpreadsheetML and of Open Packaging that everything in this room needs.

Sources: ECMA-376 part 1, CT_Workbook 18.2.27, CT_Worksheet 18.3.1.99, CT_Stylesheet 18.8.39 (the sequences);
part 2 for relationships and content types.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from lxml import etree

from tourney_xlsx.excel.dates import EPOCH_1900, EPOCH_1904
from tourney_xlsx.excel.package import Package, PackageError

MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT: Final = "http://purl.oclc.org/ooxml/spreadsheetml/main"
OFFICE_RELS: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE_RELS: Final = "http://schemas.openxmlformats.org/package/2006/relationships"
CONTENT_TYPES: Final = "http://schemas.openxmlformats.org/package/2006/content-types"
R_ID: Final = f"{{{OFFICE_RELS}}}id"
SHEET_BODY: Final = re.compile(rb"<sheetData>(.*)</sheetData>", re.S)  # the rows of a sheet that this program wrote


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


WORKBOOK_ORDER: Final = _words("""
    fileVersion fileSharing workbookPr workbookProtection bookViews sheets functionGroups externalReferences
    definedNames calcPr oleSize customWorkbookViews pivotCaches smartTagPr smartTagTypes webPublishing
    fileRecoveryPr webPublishObjects extLst
""")
WORKSHEET_ORDER: Final = _words("""
    sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges
    scenarios autoFilter sortState dataConsolidate customSheetViews mergeCells phoneticPr
    conditionalFormatting dataValidations hyperlinks printOptions pageMargins pageSetup headerFooter rowBreaks
    colBreaks customProperties cellWatches ignoredErrors smartTags drawing legacyDrawing legacyDrawingHF
    drawingHF picture oleObjects controls webPublishItems tableParts extLst
""")
STYLESHEET_ORDER: Final = _words("""
    numFmts fonts fills borders cellStyleXfs cellXfs cellStyles dxfs tableStyles colors extLst
""")
FONT_ORDER: Final = _words("""
    b i strike condense extend outline shadow u vertAlign sz color name family charset scheme
""")

LARGEST_WHOLE = 32 << 20  # bytes of a part that becomes a tree: at worst about 1 GB

_SHEET_PREFIX: Final = re.compile(r"(?:'((?:[^']|'')+)'|([^\s'!,;(){}&=<>+*/^-]+))!")


def parse(content: bytes, part: str, *, trusted: bool = False) -> etree._Element:
    """The root of an XML part. PackageError `dtd` for a document type, `damaged` for what isn't XML, `too_large` for
    more than a tree may hold, unless we made it ourselves (`trusted`).
    """
    if len(content) > LARGEST_WHOLE and not trusted:
        raise PackageError("too_large", {"part": part})
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise PackageError("dtd" if _has_dtd(content) else "damaged", {"part": part}) from error
    if root.getroottree().docinfo.doctype:  # type: ignore[union-attr]
        raise PackageError("dtd", {"part": part})
    return root


def dump(root: etree._Element) -> bytes:
    """The part's bytes, with whatever stands beside the root."""
    tree = root.getroottree()
    return bytes(etree.tostring(tree, xml_declaration=True, encoding="UTF-8", standalone=True))


def refuse_dtds(package: Package) -> None:
    """Raise PackageError `dtd` when any XML part declares a document type: no Office program writes one.

    Parts in encodings that Office doesn't write are looked at by whoever parses them.
    """
    for name in package:
        if name.lower().endswith((".xml", ".rels", ".vml")) and _has_dtd(package.read(name)):
            raise PackageError("dtd", {"part": name})


def _has_dtd(content: bytes) -> bool:
    return any("<!DOCTYPE".encode(encoding) in content for encoding in ("utf-8", "utf-16-le", "utf-16-be"))


def local(element: etree._Element) -> str:
    """Tag without namespace; empty for comments and processing instructions."""
    return etree.QName(element).localname if isinstance(element.tag, str) else ""


def elements(parent: etree._Element | None) -> list[etree._Element]:
    """Child elements without comments and processing instructions."""
    return [] if parent is None else [child for child in parent if isinstance(child.tag, str)]


def forget(element: etree._Element) -> None:
    """Free an element of a stream that was dealt with, and those before it."""
    element.clear()
    parent = element.getparent()
    while parent is not None and element.getprevious() is not None:
        del parent[0]


def child(parent: etree._Element, name: str) -> etree._Element | None:
    """The first child of that name in the parent's own namespace."""
    return parent.find(like(parent, name))


def like(element: etree._Element, name: str) -> str:
    """`name` in the namespace of `element`."""
    return f"{{{etree.QName(element).namespace}}}{name}"


def place(parent: etree._Element, name: str, order: Sequence[str]) -> etree._Element:
    """The child `name`, made where the schema's sequence wants it if it isn't there."""
    if (found := child(parent, name)) is not None:
        return found
    at, rank = 0, order.index(name)
    for position, other in enumerate(parent):
        if local(other) in order and order.index(local(other)) < rank:
            at = position + 1
    made = etree.Element(like(parent, name))
    parent.insert(at, made)
    return made


def epoch(workbook: etree._Element) -> datetime:
    """The day from which a workbook counts its dates (18.2.28)."""
    properties = child(workbook, "workbookPr")
    mac = properties is not None and properties.get("date1904") in ("1", "true")
    return EPOCH_1904 if mac else EPOCH_1900


def root_element(name: str, namespace: str) -> etree._Element:
    """An empty root with its namespace as the default one."""
    return etree.fromstring(f'<{name} xmlns="{namespace}"/>'.encode())


def rels_name(part: str) -> str:
    """Name of the relationships part of `part` ('' is the package itself)."""
    folder, base = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{base}.rels")


def rels_owner(name: str) -> str:
    """The part whose relationships `name` holds: the inverse of `rels_name`."""
    folder, base = posixpath.split(name)
    return posixpath.join(posixpath.dirname(folder), base.removesuffix(".rels"))


def read_rels(package: Package, part: str) -> etree._Element:
    """The relationships of a part; an empty list of them when it has none."""
    name = rels_name(part)
    if name in package:
        return parse(package.read(name), name)
    return root_element("Relationships", PACKAGE_RELS)


def kind(relationship: etree._Element) -> str:
    """Last word of a relationship's type: `worksheet`, `styles`, ..."""
    return relationship.get("Type", "").rsplit("/", 1)[-1]


def inside(relationship: etree._Element) -> bool:
    """Whether the target is a part of the package."""
    return relationship.get("TargetMode") != "External"


def target(part: str, relationship: etree._Element) -> str:
    """The part's name a relationship of `part` points at."""
    to = relationship.get("Target", "").partition("#")[0]
    return to.lstrip("/") if to.startswith("/") else posixpath.normpath(posixpath.join(posixpath.dirname(part), to))


def relative(part: str, to: str) -> str:
    """How a relationship of `part` writes the part `to`."""
    return posixpath.relpath(to, posixpath.dirname(part) or ".")


def quoted(sheet: str) -> str:
    """A sheet's name as formulas write it, always in apostrophes."""
    return "'" + sheet.replace("'", "''") + "'"


def sheets_named(formula: str) -> Iterator[str]:
    """Sheet names before `!` in a formula or reference, unquoted. Text in quotation marks counts as well."""
    for match in _SHEET_PREFIX.finditer(formula):
        yield match[1].replace("''", "'") if match[1] else match[2]


def store(package: Package, part: str, root: etree._Element) -> None:
    """Write a part back, unless only its layout would change."""
    content = dump(root)
    if part not in package or dump(parse(package.read(part), part, trusted=True)) != content:
        package.write(part, content)


def spanned(prefix: str, order: Sequence[str]) -> list[str]:
    """The sheets of `order` a formula's prefix means: one, or all between the two of a 3-D reference."""
    folded = [name.casefold() for name in order]
    ends = [folded.index(end) for end in prefix.casefold().split(":") if end in folded]
    if ":" in prefix and len(ends) == 2:
        return list(order[min(ends) : max(ends) + 1])
    return [order[end] for end in ends[-1:]]
