"""An evaluated workbook -> the same workbook with our sheets in it, and our sheets as a file of their own."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

from openpyxl.workbook import Workbook

from .excel import sheets, state
from .excel.attached import first_attached
from .excel.book import Book, open_book
from .excel.graft import graft
from .excel.layout import SheetKind, grid, identify
from .excel.ooxml import epoch
from .excel.package import Package, PackageError
from .excel.read import RawSheet
from .excel.stored import StoredWorkbook
from .excel.style import new_book
from .model import CellRef, Outcome
from .pipeline import Run
from .rules import RuleSet
from .seals import State


def written(
    data: bytes, result: Run, rules: RuleSet, *, names: Sequence[str], ours: frozenset[str], redone: frozenset[str]
) -> bytes:
    """The workbook `data` with our sheets in their new form; with errors only the checks sheet (and our memory) is new.

    `names`: its sheets; `ours`: those that the program owns; `redone`: protocol sheets to be made anew.
    PackageError as `graft` raises it.
    """
    outcome, failed = result.outcome, result.outcome.errors
    book = new_book(epoch(open_book(Package(data)).root))
    if failed:
        sheets.checks_only(outcome, rules, book)
    else:
        sheets.reports(outcome, rules, book)
        _add_protocols(book, outcome, rules, [name for name in names if name not in redone])
    state.add_sheet(book, result.state, outcome.tournament.lang)
    rewritten = ours | redone
    book = _without(book, frozenset(names) - rewritten)
    new = frozenset(book.sheetnames)
    gone = frozenset() if failed else rewritten - new
    places = _places([*names, *book.sheetnames], new - frozenset(names))
    return _grafted(data, book, rewritten & new, gone, places)


def beside(outcome: Outcome, rules: RuleSet, kept: State) -> bytes:
    """The report sheets of an event and its state as a workbook of their own; with errors only the checks."""
    book = sheets.checks_only(outcome, rules) if outcome.errors else sheets.reports(outcome, rules)
    state.add_sheet(book, kept, outcome.tournament.lang)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def remembering(data: bytes, kept: State, ours: frozenset[str]) -> bytes:
    """The workbook with another state. PackageError as `graft` raises it."""
    book = new_book()
    state.add_sheet(book, kept, "ru")
    return graft(data, book, replace=ours)


def own_cell(
    raw: Sequence[RawSheet], redone: frozenset[str], state: State, outcome: Outcome, rules: RuleSet
) -> CellRef | None:
    """The first cell that doesn't say what the program itself once wrote there, on protocol sheets to be made anew."""
    stages = {stage.phase: stage.sheet for stage in rules.stages(outcome.tournament)}
    for sheet in raw:
        kind = identify(sheet.name)
        if sheet.name not in redone or kind is None:
            continue
        seating = next(
            (s for s in state.seatings if (stages[s.key.phase], s.key.number) == (kind.key, kind.number)), None
        )
        made = StoredWorkbook()
        ours = made.rows(sheets.protocol(seating, outcome, rules, made)) if seating is not None else None
        form, _ = grid(sheet, rules.protocol, outcome.tournament.lang)
        above = form.header_row - 1 if form is not None else 0  # rows that were put in over the header
        for (row, column), cell in sorted(sheet.cells.items()):
            typed = cell.formula is not None or cell.value not in ("", None)
            if typed and not (ours is not None and ours.filled(row - above, column)):
                return CellRef(sheet.name, row, column)
    return None


def own_thing(book: Book, redone: frozenset[str]) -> CellRef | None:
    """Where the first note, drawing or table stands on protocol sheets to be made anew; the program itself makes
    none."""
    for sheet in book.sheets:
        name = sheet.get("name", "")
        if name in redone and (at := first_attached(book, sheet)) is not None:
            return CellRef(name, *at)
    return None


def _places(names: Sequence[str], new: frozenset[str]) -> dict[str, str]:
    """Which tab each new sheet of a round stands behind: the same kind's sheet of the round before."""
    slots = {kind: name for name in names if (kind := identify(name)) is not None}
    places = {}
    for kind, name in slots.items():
        before = SheetKind(kind.key, (kind.number or 0) - 1, kind.canonical)
        if name in new and before in slots:
            places[name] = slots[before]
    return places


def _grafted(
    data: bytes, book: Workbook, replace: frozenset[str], gone: frozenset[str], places: Mapping[str, str]
) -> bytes:
    """The graft; a sheet of ours that isn't needed any more stays where a formula of the organiser's looks at it."""
    places = {name: place for name, place in places.items() if place not in gone}
    try:
        return graft(data, book, replace=replace, remove=gone, after=places)
    except PackageError as error:
        if error.code not in ("sheet_in_use", "table_in_use") or not gone:
            raise
        used = str(error.facts.get("sheet", ""))
        rest = gone - {used} if used in gone else frozenset()
        return _grafted(data, book, replace, rest, places)


def _add_protocols(book: Workbook, outcome: Outcome, rules: RuleSet, names: Sequence[str]) -> None:
    """The protocol sheet of every published round that hasn't one; never of a sheet that is there."""
    there = {kind for name in names if (kind := identify(name)) is not None}
    slots = {(kind.key, kind.number) for kind in there}
    stages = {stage.phase: stage.sheet for stage in rules.stages(outcome.tournament)}
    for seating in outcome.schedule:
        if (stages[seating.key.phase], seating.key.number) not in slots:
            sheets.protocol(seating, outcome, rules, book)


def _without(book: StoredWorkbook, taken: frozenset[str]) -> StoredWorkbook:
    """Our sheets less those whose name the organiser has taken (which is an error already)."""
    folded = {name.casefold() for name in taken}
    for name in book.sheetnames:
        if name.casefold() in folded:
            del book[name]
    return book
