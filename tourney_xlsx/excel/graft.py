"""Our sheets into the organiser's workbook, everything else left as it is.

Only four parts of theirs are edited, and in those every node stays: the workbook, its relationships, the
content types, the stylesheet. All others keep their compressed bytes. The same sheets grafted again give the
same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from lxml import etree
from openpyxl import Workbook

from tourney_xlsx.excel.book import Book, new_sheet, open_book
from tourney_xlsx.excel.defined_names import bring_names
from tourney_xlsx.excel.dependents import dependents_in, formulas_span_sheets
from tourney_xlsx.excel.ooxml import (
    MAIN,
    WORKBOOK_ORDER,
    elements,
    epoch,
    kind,
    parse,
    place,
    rels_name,
    root_element,
    store,
)
from tourney_xlsx.excel.package import Package, PackageError
from tourney_xlsx.excel.stored import StoredWorkbook
from tourney_xlsx.excel.styles_merge import StyleMerger
from tourney_xlsx.excel.transplant import (
    Tables,
    Transplant,
    drop_orphans,
    drop_parts,
    exclusive_parts,
    owners_of,
)
from tourney_xlsx.excel.uses import refuse_uses
from tourney_xlsx.excel.verify import verify

_STYLES_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"
_STATES: Final = ("hidden", "veryHidden")


def graft(
    data: bytes,
    sheets: Workbook,
    *,
    replace: frozenset[str] = frozenset(),
    remove: frozenset[str] = frozenset(),
    after: Mapping[str, str] | None = None,
) -> bytes:
    """The workbook `data` with every worksheet of `sheets` in it; `sheets` holds nothing else.

    `replace` names the sheets in `data` that are ours: they may be rewritten, at their place and under their
    ids. `remove` names those of ours that go; names that aren't there are passed over. `after` asks for a
    place for a new sheet, behind another one; it's kept unless a formula adds up over a span of sheets, which
    the new one could then fall into. Other new sheets go to the end.

    Calculation on load is asked for when the organiser's formulas depend on these sheets, or when these hold
    formulas themselves; never taken back.

    PackageError: the refusals of `Package` and `open_book`; name_taken (a sheet of that name isn't ours),
    remove_and_add, sheet_in_use (a formula or chart looks at what is to be removed), table_taken,
    defined_name_taken, pivot_on_our_sheet, too_many_styles, no_visible_sheet; verify_failed is a fault of
    this program, and nothing is returned then.
    """
    book = open_book(Package(data))
    made = open_book(Package(_saved(book, sheets)))
    work = _Work(book, made, sheets)
    work.check(replace, remove)
    # asked before any part goes: afterwards there is nothing left to look into
    places = after if after and not formulas_span_sheets(book) else {}
    work.clear(remove)
    work.arrange(remove, places)
    work.transplant()
    bring_names(book, made, work.placed)
    work.recalculate(replace)
    result = work.finish()
    verify(data, result, changed=book.package.changed, dropped=book.package.dropped)
    return result


@dataclass(slots=True)
class _Old:
    """A sheet that is being rewritten: its part, and those below it."""

    part: str
    below: list[tuple[str, str]]


@dataclass(slots=True)
class _Work:
    book: Book
    made: Book
    sheets: Workbook
    old: dict[str, _Old] = field(default_factory=dict)  # by folded title
    placed: dict[str, etree._Element] = field(default_factory=dict)  # by title
    formulas: dict[str, frozenset[str]] = field(
        default_factory=dict
    )  # sheetId of a rewritten or removed sheet -> cells
    tables: Tables = field(default_factory=Tables)

    @property
    def titles(self) -> list[str]:
        """The sheets to be written."""
        return self.sheets.sheetnames

    def check(self, replace: frozenset[str], remove: frozenset[str]) -> None:
        """Raise PackageError for a plan that would touch what isn't ours."""
        ours = {name.casefold() for name in replace}
        for title in self.titles:
            sheet = self.book.sheet(title)
            if sheet is None:
                continue
            worksheet = kind(self.book.relationship(sheet)) == "worksheet"
            if title.casefold() not in ours or not worksheet:
                raise PackageError("name_taken", {"sheet": title})
            if title.casefold() in {name.casefold() for name in remove}:
                raise PackageError("remove_and_add", {"sheet": title})

    def clear(self, remove: frozenset[str]) -> None:
        """Drop the parts of sheets that go or are rewritten."""
        gone = [name for name in sorted(remove) if self.book.sheet(name) is not None]
        owners = owners_of(self.book.package)
        for title in (*gone, *self.titles):
            if (sheet := self.book.sheet(title)) is not None:
                part = self.book.part(sheet)
                self.old[title.casefold()] = _Old(part, exclusive_parts(self.book.package, part, owners))
                self.formulas[sheet.get("sheetId", "")] = frozenset()
        rewritten = frozenset(n.lower() for o in self.old.values() for n in (o.part, *(name for _, name in o.below)))
        self.tables = Tables.of(self.book, rewritten)
        for folded, old in self.old.items():
            drop_parts(self.book.package, folded, old.part, old.below)
        drop_orphans(self.book.package, owners)
        kept = _table_names(self.made)
        refuse_uses(self.book, frozenset(gone), frozenset(self.titles), self.tables.free - kept)

    def arrange(self, remove: frozenset[str], after: Mapping[str, str]) -> None:
        """Give every sheet its element, state and place."""
        folded = {name.casefold() for name in remove}
        before = self.book.sheets
        order = [sheet for sheet in before if sheet.get("name", "").casefold() not in folded]
        for sheet in before:
            if sheet not in order:
                self.book.rels.remove(self.book.relationship(sheet))
        for title in self.titles:
            found = self.book.sheet(title)
            sheet = found if found is not None else self._new(title, order)
            if sheet not in order:
                wish = after.get(title, "")
                behind = self.placed.get(wish, self.book.sheet(wish))
                at = order.index(behind) + 1 if behind is not None and behind in order else len(order)
                order.insert(at, sheet)
            self.placed[title] = sheet
            _take_state(sheet, self.made.sheet(title))
        self.book.arrange(before, order)
        self.book.show_visible(list(self.placed.values()))

    def _new(self, title: str, order: list[etree._Element]) -> etree._Element:
        part = self.book.package.free_name("xl/worksheets/sheet1.xml")
        self.book.package.write(part, b"")  # takes the name
        self.old[title.casefold()] = _Old(part, [])
        number = max(int(s.get("sheetId", "0")) for s in (*self.book.sheets, *order)) + 1
        return new_sheet(self.book, title, self.book.relate("worksheet", part), number)

    def transplant(self) -> None:
        """Write the sheets and what hangs on them."""
        package = self.book.package
        self.book.types.declare_rels()
        styles = self.book.related("styles")
        theirs = self._new_styles() if styles is None else parse(package.read(styles), styles)
        styles = self.book.related("styles") or ""
        ours = self.made.related("styles") or ""
        merger = StyleMerger(parse(self.made.package.read(ours), ours), theirs)
        transplant = Transplant(self.made, self.book, merger, self.tables)
        active = self.book.active()
        position = {sheet: number for number, sheet in enumerate(self.book.sheets)}
        for title, sheet in self.placed.items():
            source, old = self.made.sheet(title), self.old[title.casefold()]
            assert source is not None, "the generated workbook holds every title"
            rows = self.sheets.take_rows(title) if isinstance(self.sheets, StoredWorkbook) else None
            self.formulas[sheet.get("sheetId", "")] = transplant.sheet(
                self.made.part(source), old.part, old.below, rows, selected=position[sheet] in active
            )
        store(package, styles, theirs)

    def _new_styles(self) -> etree._Element:
        part = self.book.package.free_name("xl/styles.xml")
        self.book.types.declare(part, _STYLES_TYPE, by_extension=False)
        self.book.relate("styles", part)
        return root_element("styleSheet", MAIN)

    def recalculate(self, replace: frozenset[str]) -> None:
        """Ask for a calculation if a formula needs one; drop the order of calculation if it's out of date."""
        ours = frozenset(self.titles)
        known = {name.casefold() for name in (*ours, *replace)}
        theirs = any(sheet.casefold() not in known for sheet, _ in dependents_in(self.book, ours))
        if theirs or any(self.formulas.values()):
            place(self.book.root, "calcPr", WORKBOOK_ORDER).set("fullCalcOnLoad", "1")
        chain = self.book.related("calcChain")
        if chain is not None and chain in self.book.package and self._stale(chain):
            self.book.package.drop(chain)
            for relationship in elements(self.book.rels):
                if kind(relationship) == "calcChain":
                    self.book.rels.remove(relationship)

    def _stale(self, chain: str) -> bool:
        """Whether an entry names a cell without a formula, which Excel repairs; a missing chain it makes."""
        sheet = ""
        for entry in elements(parse(self.book.package.read(chain), chain)):
            sheet = entry.get("i", sheet)  # left out when it's that of the entry before (18.6.1)
            if sheet in self.formulas and entry.get("r") not in self.formulas[sheet]:
                return True
        return False

    def finish(self) -> bytes:
        """Write the edited parts and the package."""
        package = self.book.package
        store(package, self.book.path, self.book.root)
        store(package, rels_name(self.book.path), self.book.rels)
        self.book.types.store()
        return package.to_bytes()


def _saved(book: Book, sheets: Workbook) -> bytes:
    """The generated workbook as a file, without rows that can be had one by one; dates count from where theirs do."""
    before, spare = sheets.epoch, sheets.create_sheet()  # openpyxl saves no workbook without a visible sheet
    try:
        sheets.epoch = epoch(book.root)
        if isinstance(sheets, StoredWorkbook):
            return sheets.frame()
        out = io.BytesIO()
        sheets.save(out)
    finally:
        sheets.remove(spare)
        sheets.epoch = before
    return out.getvalue()


def _take_state(sheet: etree._Element, source: etree._Element | None) -> None:
    state = source.get("state") if source is not None else None
    if state in _STATES:
        sheet.set("state", state)
    elif "state" in sheet.attrib:
        del sheet.attrib["state"]


def _table_names(made: Book) -> set[str]:
    return set(Tables.of(made, frozenset()).numbers)
