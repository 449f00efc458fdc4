"""Proof before anything leaves: what wasn't meant to change didn't, and what was written is a workbook Excel
opens.

Excel says only "we found a problem with some content", so each thing known to cause that is checked by name.
What the organiser's file had wrong before is left alone: only faults that are new count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from lxml import etree

from tourney_xlsx.excel.book import Book, is_visible, open_book
from tourney_xlsx.excel.ooxml import (
    R_ID,
    STYLESHEET_ORDER,
    WORKBOOK_ORDER,
    child,
    elements,
    inside,
    kind,
    local,
    parse,
    read_rels,
    rels_owner,
    target,
)
from tourney_xlsx.excel.package import Package, PackageError
from tourney_xlsx.excel.transplant import parts_of_kind
from tourney_xlsx.excel.verify_sheet import order_faults, sheet_faults

Fault = tuple[str, str]  # (check, what is at fault)

_BAD_IN_TITLES: Final = frozenset("[]:*?/\\")
_STYLE_LISTS: Final = {"fontId": "fonts", "fillId": "fills", "borderId": "borders", "xfId": "cellStyleXfs"}


def verify(
    before: bytes,
    after: bytes,
    *,
    changed: frozenset[str],
    dropped: frozenset[str],
    edited: frozenset[str] = frozenset(),
) -> None:
    """Compare a written workbook with what it was made from; PackageError `verify_failed` (check, detail) if
    in doubt.

    `changed` and `dropped` are the parts that were meant to change; all others must be the same compressed
    bytes. `edited` are those of the changed sheets that are the organiser's: what was wrong with them before
    isn't held against what was written.
    """
    old, new = Package(before), Package(after)
    found = list(_untouched(old, new, changed | dropped))
    found += _new_only(faults(open_book(old), edited), faults(open_book(new), changed))
    if found:
        check, detail = found[0]
        raise PackageError("verify_failed", {"check": check, "detail": detail})


def faults(book: Book, written: frozenset[str]) -> list[Fault]:
    """All that is wrong with a workbook as a whole, and with the sheets among the parts `written`."""
    found = [*_names(book), *_positions(book), *_tables(book), *_types(book), *_targets(book)]
    found += [("workbook_order", tag) for tag in order_faults(book.root, WORKBOOK_ORDER)]
    styles = book.related("styles")
    limits = {"cellXfs": 1, "dxfs": 0}
    if styles is not None and styles in book.package:
        root = parse(book.package.read(styles), styles)
        limits = {name: len(elements(child(root, name))) for name in limits}
        found += [("styles_order", tag) for tag in order_faults(root, STYLESHEET_ORDER)]
        found += _styles(root)
    for sheet in book.sheets:
        part = book.part(sheet)
        if part in written:
            ids = {r.get("Id", "") for r in elements(read_rels(book.package, part))}
            found += sheet_faults(part, book.package.read(part), limits["cellXfs"], limits["dxfs"], ids)
    return [*found, *_calculation(book, written)]


def _new_only(old: list[Fault], new: list[Fault]) -> list[Fault]:
    return list((Counter(new) - Counter(old)).elements())


def _untouched(old: Package, new: Package, meant: frozenset[str]) -> Iterator[Fault]:
    for name in old:
        if name in meant:
            continue
        if name not in new:
            yield "part_lost", name
            continue
        was, now = old.infos[name], new.infos[name]
        if (was.CRC, was.file_size) != (now.CRC, now.file_size) or old.stored(name) != new.stored(name):
            yield "part_changed", name


def _names(book: Book) -> Iterator[Fault]:
    sheets = book.sheets
    titles = [sheet.get("name", "") for sheet in sheets]
    yield from _doubled("sheet_name", (title.casefold() for title in titles))
    yield from _doubled("sheet_id", (sheet.get("sheetId", "") for sheet in sheets))
    yield from _doubled("relationship_id", (r.get("Id", "") for r in elements(book.rels)))
    yield from _doubled("sheet_relationship", (sheet.get(R_ID, "") for sheet in sheets))
    for title in titles:
        edge = title.startswith("'") or title.endswith("'")
        if not 1 <= len(title.encode("utf-16-le")) // 2 <= 31 or edge or _BAD_IN_TITLES & set(title):
            yield "sheet_title", title
    if not any(is_visible(sheet) for sheet in sheets):
        yield "no_visible_sheet", ""


def _positions(book: Book) -> Iterator[Fault]:
    """Everything that counts sheets. A `localSheetId` out of range makes Excel refuse the file."""
    sheets = book.sheets
    for name in book.names():
        scope = name.get("localSheetId")
        if scope is not None and not (scope.isdigit() and int(scope) < len(sheets)):
            yield "local_sheet_id", name.get("name", "")
    yield from _doubled(
        "defined_name",
        (f"{name.get('name', '').casefold()} {name.get('localSheetId')}" for name in book.names()),
    )
    for view in book.views():
        active = sheets[int(view.get("activeTab", "0"))]  # in range, or the workbook would not have opened
        if not is_visible(active):
            yield "active_hidden", active.get("name", "")


def _tables(book: Book) -> Iterator[Fault]:
    roots = [parse(book.package.read(part), part) for part in sorted(parts_of_kind(book.package, "table"))]
    yield from _doubled("table_id", (root.get("id", "") for root in roots))
    yield from _doubled("table_name", (root.get("displayName", "").casefold() for root in roots))
    for root in roots:
        columns = elements(child(root, "tableColumns"))
        yield from _doubled("table_column", (f"{c.get('name', '').casefold()}" for c in columns))


def _types(book: Book) -> Iterator[Fault]:
    """A relationships part without a content type is ignored by Excel, with what hangs on it."""
    for part in book.package:
        if part.lower() != "[content_types].xml" and book.types.of(part) is None:
            yield "content_type", part
    parts = {part.lower() for part in book.package}
    yield from (("content_type_of_nothing", part) for part in book.types.overridden() - parts)


def _targets(book: Book) -> Iterator[Fault]:
    for rels in [part for part in book.package if part.lower().endswith(".rels")]:
        owner = rels_owner(rels)
        if owner and owner not in book.package:
            yield "relationships_of_nothing", rels
        for relationship in elements(parse(book.package.read(rels), rels)):
            if inside(relationship) and target(owner, relationship) not in book.package:
                yield "target", f"{owner} {relationship.get('Target')}"
    for sheet in book.sheets:
        if kind(book.relationship(sheet)) not in ("worksheet", "chartsheet", "dialogsheet", "xlMacrosheet"):
            yield "sheet_kind", sheet.get("name", "")


def _styles(root: etree._Element) -> Iterator[Fault]:
    sizes = {name: len(elements(child(root, name))) for name in _STYLE_LISTS.values()}
    for number, style in enumerate(elements(child(root, "cellXfs"))):
        for attribute, section in _STYLE_LISTS.items():
            if int(style.get(attribute, "0")) >= max(1, sizes[section]):
                yield "style_part", f"{number} {attribute}"
    for part in elements(root):
        if part.get("count") is not None and part.get("count") != str(len(elements(part))):
            yield "style_count", local(part)
    formats = elements(child(root, "numFmts"))
    yield from _doubled("number_format", (format_.get("numFmtId", "") for format_ in formats))


def _calculation(book: Book, written: frozenset[str]) -> Iterator[Fault]:
    """Entries of the calculation chain that name a cell of a written sheet which holds no formula."""
    chain = book.related("calcChain")
    if chain is None or chain not in book.package:
        return
    parts = {sheet.get("sheetId", ""): book.part(sheet) for sheet in book.sheets}
    formulas: dict[str, set[str]] = {}
    for number, part in parts.items():
        if part in written:
            cells = parse(book.package.read(part), part, trusted=True).iterfind(".//{*}sheetData/{*}row/{*}c")
            formulas[number] = {c.get("r", "") for c in cells if child(c, "f") is not None}
    number = ""
    for entry in elements(parse(book.package.read(chain), chain)):
        number = entry.get("i", number)
        if number not in parts or (number in formulas and entry.get("r", "") not in formulas[number]):
            yield "calculation_chain", f"{number} {entry.get('r')}"


def _doubled(check: str, values: Iterator[str]) -> Iterator[Fault]:
    yield from ((check, value) for value, times in Counter(values).items() if times > 1)
