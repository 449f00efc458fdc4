"""Move one generated sheet, with all that hangs on it, into the organiser's package.

Part names: a replaced sheet and its tables, notes, drawings, charts and pictures keep the names the old ones
had (paired by kind of relationship, in the order of the relationships), so the same sheet again lands in the
same places and another sheet's parts never move. What is new takes the first free name.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from lxml import etree

from tourney_xlsx.excel.book import Book
from tourney_xlsx.excel.ooxml import (
    SHEET_BODY,
    child,
    dump,
    elements,
    inside,
    kind,
    local,
    parse,
    read_rels,
    relative,
    rels_name,
    rels_owner,
    target,
)
from tourney_xlsx.excel.package import Package, PackageError
from tourney_xlsx.excel.styles_merge import StyleMerger

_EMPTY: Final = b"<sheetData/>"
_STYLE: Final = re.compile(rb'(<c r="[A-Z]+[0-9]+" s="|<row(?: [\w:]+="[^"]*")*? s=")([0-9]+)')
_FORMULA: Final = re.compile(rb'<c r="([A-Z]+[0-9]+)"[^>]*><f')
# what an organiser can put on a sheet of ours and other parts then rely on
_ROOTED: Final = frozenset({"pivotTable", "slicer", "timeline", "queryTable"})


@dataclass(slots=True)
class Tables:
    """Table names and numbers of the whole workbook: both must be unique in it (18.5.1.2)."""

    numbers: dict[str, int] = field(default_factory=dict)  # lower-case name -> id
    free: set[str] = field(default_factory=set)  # names of tables on sheets that are being rewritten or removed
    reserved: set[str] = field(default_factory=set)  # defined names: one space of names with tables

    @classmethod
    def of(cls, book: Book, rewritten: frozenset[str]) -> Tables:
        """All tables of a workbook; `rewritten` are the parts that won't stay as they are."""
        made = cls()
        for part in sorted(parts_of_kind(book.package, "table")):
            root = parse(book.package.read(part), part)
            name = root.get("displayName", "").casefold()
            made.numbers[name] = int(root.get("id", "0"))
            if part.lower() in rewritten:
                made.free.add(name)
        made.reserved = {name.get("name", "").casefold() for name in book.names()}
        return made

    def take(self, name: str) -> int:
        """The id for a table of ours; PackageError `table_taken` when the name is the organiser's."""
        key = name.casefold()
        if key in self.reserved or (key in self.numbers and key not in self.free):
            raise PackageError("table_taken", {"table": name})
        self.free.discard(key)
        self.numbers.setdefault(key, max(self.numbers.values(), default=0) + 1)
        return self.numbers[key]


@dataclass(slots=True)
class Transplant:
    """Brings sheets from `source` into `book`."""

    source: Book
    book: Book
    styles: StyleMerger
    tables: Tables

    def sheet(
        self, source_part: str, part: str, old: list[tuple[str, str]], taken: bytes | None, *, selected: bool
    ) -> frozenset[str]:
        """Write a generated sheet as `part`; `old` are (kind, name) of parts whose names may be used again; `taken` its
        rows, where they aren't in its own part.

        Gives the addresses of its formula cells.
        """
        head, rows, tail = _apart(self.source.package.read(source_part))
        if taken is not None:
            rows = taken
        root = parse(b"".join((head, _EMPTY, tail)), source_part, trusted=True)
        self._number_styles(root)
        _single_selection(root, selected=selected)
        pool: dict[tuple[str, str], deque[str]] = defaultdict(deque)
        for what, name in old:
            pool[what, _extension(name)].append(name)
        head, _, tail = dump(root).partition(_EMPTY)
        body = (b"<sheetData>", self._number_rows(rows), b"</sheetData>") if rows else (_EMPTY,)
        self._bring(source_part, part, b"".join((head, *body, tail)), pool)
        return frozenset(match[1].decode() for match in _FORMULA.finditer(rows)) if b"<f" in rows else frozenset()

    def _bring(self, source_part: str, part: str, content: bytes, pool: dict[tuple[str, str], deque[str]]) -> None:
        package = self.book.package
        package.write(part, content)
        types = self.source.types
        self.book.types.declare(
            part, types.of(source_part) or "", by_extension=source_part.lower() not in types.overridden()
        )
        rels = read_rels(self.source.package, source_part)
        for relationship in elements(rels):
            if not inside(relationship):
                continue
            below = target(source_part, relationship)
            names = pool[kind(relationship), _extension(below)]
            name = names.popleft() if names else package.free_name(below)
            relationship.set("Target", relative(part, name))
            self._bring(below, name, self._content(below, kind(relationship)), pool)
        if len(rels):
            package.write(rels_name(part), dump(rels))

    def _content(self, part: str, what: str) -> bytes:
        content = self.source.package.read(part)
        if what != "table":
            return content
        root = parse(content, part)
        root.set("id", str(self.tables.take(root.get("displayName", ""))))
        self._number_differentials(root)
        return dump(root)

    def _number_rows(self, rows: bytes) -> bytes:
        """The body with their style numbers; as text, for as a tree it would take many times its size."""
        numbers: dict[bytes, bytes] = {}

        def numbered(match: re.Match[bytes]) -> bytes:
            number = match[2]
            if number not in numbers:
                numbers[number] = b"%d" % self.styles.cell(int(number))
            return match[1] + numbers[number]

        return _STYLE.sub(numbered, rows)

    def _number_styles(self, root: etree._Element) -> None:
        for column in elements(child(root, "cols")):
            _renumber(column, "style", self.styles.cell)
        for part in elements(root):
            if local(part) != "sheetData":
                self._number_differentials(part)

    def _number_differentials(self, root: etree._Element) -> None:
        for element in root.iter():
            for attribute in element.attrib:
                if str(attribute).lower().endswith("dxfid"):
                    _renumber(element, str(attribute), self.styles.differential)


def _apart(sheet: bytes) -> tuple[bytes, bytes, bytes]:
    """A generated sheet as what stands before its body, its rows, what stands after its body.

    openpyxl writes the default namespace and double quotes, and no text in it can hold a tag.
    """
    body = SHEET_BODY.search(sheet)
    if body is None:
        head, _, tail = sheet.partition(_EMPTY)
        return head, b"", tail
    return sheet[: body.start()], body[1], sheet[body.end() :]


def exclusive_parts(package: Package, part: str, owners: dict[str, set[str]]) -> list[tuple[str, str]]:
    """(kind, name) of the parts that only `part` leads to, in the order of the relationships, itself not
    included.
    """
    seen, found = {part.lower()}, list[tuple[str, str]]()

    def walk(owner: str) -> None:
        for relationship in elements(read_rels(package, owner)):
            name = target(owner, relationship)
            if not inside(relationship) or name not in package or name.lower() in seen:
                continue
            if owners[name.lower()] <= seen:
                seen.add(name.lower())
                found.append((kind(relationship), name))
                walk(name)

    walk(part)
    return found


def drop_parts(package: Package, sheet: str, part: str, below: list[tuple[str, str]]) -> None:
    """Drop a sheet's part and those below. PackageError `pivot_on_our_sheet`: other parts rely on what is on
    it.
    """
    for what, name in below:
        if what in _ROOTED:
            raise PackageError("pivot_on_our_sheet", {"sheet": sheet, "part": name})
    for name in (part, *(name for _, name in below)):
        package.drop(name)
        if rels_name(name) in package:
            package.drop(rels_name(name))


def drop_orphans(package: Package, owners: dict[str, set[str]]) -> None:
    """Drop what only dropped parts lead to, such as a picture two rewritten sheets shared (`owners`: from
    before).
    """
    gone = {name.lower() for name in package.dropped}
    while orphans := [name for name in package if owners.get(name.lower()) and owners[name.lower()] <= gone]:
        for name in orphans:
            package.drop(name)
            gone.add(name.lower())
            if rels_name(name) in package:
                package.drop(rels_name(name))


def parts_of_kind(package: Package, what: str) -> set[str]:
    """Parts that some relationship of the kind points at."""
    return {name for _, relationship, name in _links(package) if kind(relationship) == what}


def owners_of(package: Package) -> dict[str, set[str]]:
    """For each part, the parts with a relationship to it; all names in lower case."""
    owners: dict[str, set[str]] = defaultdict(set)
    for owner, _, name in _links(package):
        owners[name.lower()].add(owner.lower())
    return owners


def _links(package: Package) -> Iterator[tuple[str, etree._Element, str]]:
    for rels in [name for name in package if name.lower().endswith(".rels")]:
        owner = rels_owner(rels)
        for relationship in elements(parse(package.read(rels), rels)):
            if inside(relationship) and (name := target(owner, relationship)) in package:
                yield owner, relationship, name


def _single_selection(root: etree._Element, *, selected: bool) -> None:
    """Two selected tabs are a group: what the organiser types then goes into both sheets."""
    for view in elements(child(root, "sheetViews")):
        _forget(view, "tabSelected")
        if selected:
            view.set("tabSelected", "1")
    properties = child(root, "sheetPr")
    if properties is not None:
        _forget(properties, "codeName")  # would claim a module of their macros


def _renumber(element: etree._Element, attribute: str, mapping: Callable[[int], int]) -> None:
    number = element.get(attribute)
    if number is not None:
        element.set(attribute, str(mapping(int(number))))


def _forget(element: etree._Element, attribute: str) -> None:
    if attribute in element.attrib:
        del element.attrib[attribute]


def _extension(name: str) -> str:
    return name.rpartition(".")[2].lower()
