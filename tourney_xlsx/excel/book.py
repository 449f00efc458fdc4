"""The workbook part: its sheets by name, their parts, their order with all that counts positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from lxml import etree

from tourney_xlsx.excel.content_types import ContentTypes
from tourney_xlsx.excel.ooxml import (
    MAIN,
    OFFICE_RELS,
    PACKAGE_RELS,
    R_ID,
    STRICT,
    WORKBOOK_ORDER,
    child,
    elements,
    inside,
    kind,
    like,
    parse,
    place,
    read_rels,
    refuse_dtds,
    relative,
    target,
)
from tourney_xlsx.excel.package import DEFAULT_LIMITS, Limits, Package, PackageError

_MAIN_TYPES: Final = {
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml": "",
    "application/vnd.ms-excel.sheet.macroenabled.main+xml": "",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml": "template",
    "application/vnd.ms-excel.template.macroenabled.main+xml": "template",
    "application/vnd.ms-excel.addin.macroenabled.main+xml": "template",
    "application/vnd.ms-excel.sheet.binary.macroenabled.main": "xlsb",
}


@dataclass(frozen=True, slots=True)
class Book:
    """A package seen as a workbook. `root` and `rels` are live trees: edit them, then `store`."""

    package: Package
    path: str
    root: etree._Element
    rels: etree._Element
    types: ContentTypes

    @property
    def sheets(self) -> list[etree._Element]:
        """The `sheet` elements in tab order."""
        return elements(child(self.root, "sheets"))

    def sheet(self, name: str) -> etree._Element | None:
        """The sheet of that name, letter case apart (Excel's own rule)."""
        return next((s for s in self.sheets if s.get("name", "").casefold() == name.casefold()), None)

    def relationship(self, sheet: etree._Element) -> etree._Element:
        """The relationship through which the workbook holds a sheet."""
        for relationship in elements(self.rels):
            if relationship.get("Id") == sheet.get(R_ID):
                return relationship
        raise PackageError("damaged", {"part": self.path, "sheet": sheet.get("name", "")})

    def part(self, sheet: etree._Element) -> str:
        """Name of the sheet's part."""
        return target(self.path, self.relationship(sheet))

    def related(self, what: str) -> str | None:
        """The workbook's part of a kind (`styles`, `calcChain`, ...) or None."""
        found = (r for r in elements(self.rels) if kind(r) == what and inside(r))
        return next((target(self.path, r) for r in found), None)

    def relate(self, what: str, part: str) -> str:
        """Add a relationship under the first free id; the id."""
        taken = {r.get("Id") for r in elements(self.rels)}
        free = next(f"rId{n}" for n in range(1, len(taken) + 2) if f"rId{n}" not in taken)
        to = relative(self.path, part)
        etree.SubElement(self.rels, f"{{{PACKAGE_RELS}}}Relationship", Id=free, Type=f"{OFFICE_RELS}/{what}", Target=to)
        return free

    def names(self) -> list[etree._Element]:
        """The defined names."""
        return elements(child(self.root, "definedNames"))

    def views(self) -> list[etree._Element]:
        """The workbook's windows."""
        return elements(child(self.root, "bookViews"))

    def arrange(self, before: Sequence[etree._Element], after: Sequence[etree._Element]) -> None:
        """Put the sheets in the order `after`; move along all that counts positions (18.2.5, 18.2.30).

        Names local to a sheet that is gone go with it. A window that showed it shows its neighbour.
        """
        parent = place(self.root, "sheets", WORKBOOK_ORDER)
        for sheet in before:
            if sheet not in after:
                parent.remove(sheet)
        if list(after) != elements(parent):
            for sheet in after:
                parent.append(sheet)
        moved = {str(old): after.index(sheet) for old, sheet in enumerate(before) if sheet in after}
        for name in self.names():
            scope = name.get("localSheetId")
            if scope in moved:
                _set(name, "localSheetId", str(moved[scope]))
            elif scope is not None and int(scope) < len(before):
                _parent(name).remove(name)
        for view in self.views():
            for attribute in ("activeTab", "firstSheet"):
                old = view.get(attribute, "0")
                new = moved.get(old, min(int(old), len(after) - 1))
                if str(new) != old:
                    view.set(attribute, str(new))
        self._forget_views({s.get("sheetId") for s in before if s not in after}, after)

    def _forget_views(self, gone: set[str | None], after: Sequence[etree._Element]) -> None:
        for view in elements(child(self.root, "customWorkbookViews")):
            if view.get("activeSheetId") in gone:
                view.set("activeSheetId", after[0].get("sheetId", "1"))

    def show_visible(self, candidates: Sequence[etree._Element]) -> None:
        """Move windows that would open on one of `candidates` while hidden to the first visible sheet."""
        sheets = self.sheets
        visible = [position for position, sheet in enumerate(sheets) if is_visible(sheet)]
        if not visible:
            raise PackageError("no_visible_sheet")
        for view in self.views():
            active = sheets[int(view.get("activeTab", "0"))]
            if active in candidates and not is_visible(active):
                view.set("activeTab", str(visible[0]))

    def active(self) -> set[int]:
        """Positions of the sheets that the workbook's windows open on."""
        return {int(view.get("activeTab", "0")) for view in self.views()} or {0}


def open_book(package: Package) -> Book:
    """The workbook in a package; PackageError for the kinds that can't be written into safely."""
    root_rels = read_rels(package, "")
    if any(kind(r) == "origin" and "digital-signature" in r.get("Type", "") for r in elements(root_rels)):
        raise PackageError("signed")
    path = next((target("", r) for r in elements(root_rels) if kind(r) == "officeDocument"), None)
    if path is None or path not in package:
        raise PackageError("damaged", {"part": path or "_rels/.rels"})
    types = ContentTypes(package)
    refusal = _MAIN_TYPES.get((types.of(path) or "").lower(), "not_a_workbook")
    if refusal:
        raise PackageError(refusal)
    root = parse(package.read(path), path)
    namespace = etree.QName(root).namespace
    if namespace != MAIN:
        raise PackageError("strict" if namespace == STRICT else "damaged", {"part": path})
    rels = read_rels(package, path)
    if any(kind(r) in ("revisionHeaders", "usernames") for r in elements(rels)):
        raise PackageError("shared_legacy")
    book = Book(package, path, root, rels, types)
    _check_sheets(book)
    return book


def check_workbook(data: bytes, limits: Limits = DEFAULT_LIMITS) -> Book:
    """All refusals at once, for the reader: limits, kind of workbook, missing parts, document types."""
    book = open_book(Package(data, limits))
    refuse_dtds(book.package)
    return book


def is_visible(sheet: etree._Element) -> bool:
    """Whether a tab is shown."""
    return sheet.get("state", "visible") == "visible"


def new_sheet(book: Book, name: str, rid: str, number: int) -> etree._Element:
    """A `sheet` element that isn't in the tree yet."""
    made = etree.Element(like(book.root, "sheet"), name=name, sheetId=str(number))
    made.set(R_ID, rid)
    return made


def _check_sheets(book: Book) -> None:
    if not book.sheets:
        raise PackageError("damaged", {"part": book.path})
    for part in _parts(book):
        if part not in book.package:
            raise PackageError("damaged", {"part": part})
    count = len(book.sheets)
    for view in book.views():
        if not all(view.get(a, "0").isdigit() and int(view.get(a, "0")) < count for a in ("activeTab", "firstSheet")):
            raise PackageError("damaged", {"part": book.path})


def _parts(book: Book) -> Iterator[str]:
    return (book.part(sheet) for sheet in book.sheets)


def _set(element: etree._Element, attribute: str, value: str) -> None:
    if element.get(attribute) != value:
        element.set(attribute, value)


def _parent(element: etree._Element) -> etree._Element:
    parent = element.getparent()
    assert parent is not None, "a defined name always lies in its list"
    return parent
