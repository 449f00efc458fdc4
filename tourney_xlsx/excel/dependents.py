"""Which of the organiser's formulas look at sheets of ours, also through other cells, names and tables.

Their stored values are those of the last time a spreadsheet program calculated, so they may be older than our
sheets: the reader doesn't trust them, and a note names them.
"""

from __future__ import annotations

import io
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from lxml import etree
from openpyxl.formula import Tokenizer
from openpyxl.formula.tokenizer import Token, TokenizerError
from openpyxl.formula.translate import Translator, TranslatorError
from openpyxl.utils.cell import column_index_from_string, get_column_letter

from tourney_xlsx.excel.book import Book, open_book
from tourney_xlsx.excel.ooxml import MAIN, elements, kind, parse, read_rels, sheets_named, spanned, target
from tourney_xlsx.excel.package import Package, PackageError

_FORMULA: Final = f"{{{MAIN}}}f"
_ROW: Final = f"{{{MAIN}}}row"
# what openpyxl raises for text that is no formula
_NO_FORMULA: Final = (
    TokenizerError,
    TranslatorError,
    ValueError,
    IndexError,
    AttributeError,
    TypeError,
    RecursionError,
)
_F_TAG: Final = re.compile(rb"<(?:[\w.-]+:)?f[\s/>]")
_LAST_ROW: Final = 1_048_576
_LAST_COLUMN: Final = 16_384
_MOST_LISTED: Final = 10_000  # cells of one array formula
_WIDE: Final = 32  # ranges of more columns are kept apart instead of under each column
_PREFIXED: Final = re.compile(r"('(?:[^']|'')+'|[^\s'!\[]+)!(.*)", re.S)
_REFERENCE: Final = re.compile(r"\$?([A-Z]{1,3})?\$?([1-9]\d{0,6})?(?::\$?([A-Z]{1,3})?\$?([1-9]\d{0,6})?)?#?", re.I)


@dataclass(frozen=True, slots=True)
class _Area:
    sheet: str  # folded
    left: int
    top: int
    right: int
    bottom: int

    def meets(self, other: _Area) -> bool:
        across = self.left <= other.right and other.left <= self.right
        return self.sheet == other.sheet and across and self.top <= other.bottom and other.top <= self.bottom


@dataclass(frozen=True, slots=True)
class _Formula:
    sheet: str  # as it is written
    at: str
    text: str
    fills: _Area  # its own cell, or all cells of an array formula

    def cells(self) -> Iterator[str]:
        area = self.fills
        if (area.right - area.left + 1) * (area.bottom - area.top + 1) > _MOST_LISTED:
            yield self.at
            return
        for row in range(area.top, area.bottom + 1):
            for column in range(area.left, area.right + 1):
                yield f"{get_column_letter(column)}{row}"


def dependents(data: bytes, names: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """(sheet, cell) of the organiser's formula cells that depend on the sheets `names`, in tab and row order.

    Followed, to the end of every chain: references, 3-D references, shared and array formulas (all cells an
    array fills are listed, up to 10,000), defined names, table references (a column counts as its whole
    table), and sheet names in text inside INDIRECT. Not followed: what OFFSET or INDIRECT put together from
    pieces, ranges whose end is computed (`A1:INDEX(...)`), other workbooks, macros, what-if tables, pivot
    tables, charts, and a spilled range that would now be larger than the stored one. Formulas on the sheets
    `names` themselves aren't listed. PackageError as in `open_book`.
    """
    return dependents_in(open_book(Package(data)), frozenset(names))


def dependents_in(book: Book, names: frozenset[str]) -> tuple[tuple[str, str], ...]:
    """`dependents` of a workbook that is open."""
    wanted = frozenset(name.casefold() for name in names)
    return tuple(found for found in _Scan(book, wanted).run() if found[0].casefold() not in wanted)


def formulas_span_sheets(book: Book) -> bool:
    """Whether a 3-D reference (`'A:B'!C1`) stands in any cell or name: a sheet put between A and B joins the
    sum.
    """
    texts = (formula.text for formula in _formulas(book))
    names = (name.text or "" for name in book.names())
    return any(":" in prefix for text in (*texts, *names) for prefix in sheets_named(text))


class _Scan:
    def __init__(self, book: Book, wanted: frozenset[str]) -> None:
        self._wanted = wanted
        self._formulas = list(_formulas(book))
        self._order = [sheet.get("name", "") for sheet in book.sheets]
        self._tables = dict(_tables(book))
        self._names: dict[str, list[str]] = defaultdict(list)
        for name in book.names():
            self._names[name.get("name", "").casefold()].append(name.text or "")

    def run(self) -> Iterator[tuple[str, str]]:
        # most workbooks never look at our sheets: then no formula has to be taken apart
        hints = self._hints()
        if not any(self._hinted(formula.text.casefold(), hints) for formula in self._formulas):
            return
        reads = [self._reads(formula.text, formula.sheet) for formula in self._formulas]
        direct = [n for n, areas in enumerate(reads) if any(area.sheet in self._wanted for area in areas)]
        touched = _spread([formula.fills for formula in self._formulas], reads, direct)
        for number, formula in enumerate(self._formulas):
            if number in touched:
                yield from ((formula.sheet, cell) for cell in formula.cells())

    def _hints(self) -> frozenset[str]:
        """Folded words; a formula that looks at our sheets contains one of them, or is a 3-D reference."""
        sheets = {name.replace("'", "''") for name in self._wanted}
        tables = {name for name, area in self._tables.items() if area.sheet in self._wanted}
        names = {
            name
            for name, texts in self._names.items()
            if any(area.sheet in self._wanted for text in texts for area in self._reads(text, ""))
        }
        return frozenset(sheets | tables | names)

    def _hinted(self, text: str, hints: frozenset[str]) -> bool:
        return any(hint in text for hint in hints) or any(":" in prefix for prefix in sheets_named(text))

    def _reads(self, text: str, sheet: str, passed: frozenset[str] = frozenset()) -> frozenset[_Area]:
        """The areas a formula on `sheet` reads, through names (those in `passed` are being followed) and
        tables.
        """
        found: set[_Area] = set()
        indirect = "INDIRECT(" in text.upper()
        for token in _tokens(text):
            if token.type != "OPERAND":
                continue
            if token.subtype == "RANGE":
                found |= self._operand(token.value, sheet, passed)
            elif indirect and token.subtype == "TEXT":
                found |= self._operand(token.value.strip('"'), sheet, passed)
        return frozenset(found)

    def _operand(self, operand: str, sheet: str, passed: frozenset[str]) -> set[_Area]:
        match = _PREFIXED.fullmatch(operand)
        prefix = next(sheets_named(match[1] + "!"), "") if match else ""
        rest = match[2] if match else operand
        sheets = [name.casefold() for name in spanned(prefix, self._order)] if match else [sheet.casefold()]
        if (bounds := _bounds(rest)) is not None:
            return {_Area(name, *bounds) for name in sheets}
        word = rest.partition("[")[0].casefold()
        found = {self._tables[word]} if word in self._tables else set[_Area]()
        for text in self._names.get(word, ()) if word not in passed else ():
            found |= self._reads(text, sheet, passed | {word})
        # what this reading doesn't know (a name that is gone, `A1:Sheet!B2`): take the whole sheet
        return found or {_Area(name, 1, 1, _LAST_COLUMN, _LAST_ROW) for name in sheets if match}


def _tokens(text: str) -> list[Token]:
    """A formula taken apart; nothing where it can't be: no program calculates it either."""
    try:
        return list(Tokenizer(f"={text}").items)
    except _NO_FORMULA:
        return []


def _spread(fills: list[_Area], reads: list[frozenset[_Area]], direct: list[int]) -> set[int]:
    """Numbers of the formulas reached from the `direct` ones through the cells they fill."""
    narrow: dict[tuple[str, int], list[tuple[_Area, int]]] = defaultdict(list)
    wide: dict[str, list[tuple[_Area, int]]] = defaultdict(list)
    for number, areas in enumerate(reads):
        for area in areas:
            if area.right - area.left < _WIDE:
                for column in range(area.left, area.right + 1):
                    narrow[area.sheet, column].append((area, number))
            else:
                wide[area.sheet].append((area, number))
    touched, queue = set(direct), list(direct)
    while queue:
        filled = fills[queue.pop()]
        columns = range(filled.left, filled.right + 1)
        readers = [reader for column in columns for reader in narrow.get((filled.sheet, column), ())]
        for area, number in (*readers, *wide.get(filled.sheet, ())):
            if number not in touched and area.meets(filled):
                touched.add(number)
                queue.append(number)
    return touched


def _formulas(book: Book) -> Iterator[_Formula]:
    for sheet in book.sheets:
        part = book.part(sheet)
        content = book.package.read(part)
        if b"<f" in content or b":f" in content or content[:2] in (b"\xff\xfe", b"\xfe\xff"):
            yield from _sheet_formulas(sheet.get("name", ""), content, part)


def _sheet_formulas(sheet: str, content: bytes, part: str) -> Iterator[_Formula]:
    shared: dict[str | None, tuple[str, str]] = {}
    for at, formula in _elements_f(content, part):
        text, group = formula.text or "", formula.get("si")
        if formula.get("t") == "shared" and text:
            shared[group] = (at, text)
        elif formula.get("t") == "shared" and group in shared:
            text = _translated(*shared[group], at)
        bounds = _bounds(formula.get("ref") or at if formula.get("t") == "array" else at)
        if text and bounds is not None:
            yield _Formula(sheet, at, text, _Area(sheet.casefold(), *bounds))


def _elements_f(content: bytes, part: str) -> Iterator[tuple[str, etree._Element]]:
    """(cell, `f` element) of a sheet, each freed with its row."""
    if b"\0" not in content[:4] and _F_TAG.search(content) is None:
        return  # most sheets have none, and looking is far quicker than parsing (UTF-16 has zeros and is parsed)
    try:
        for _, node in etree.iterparse(
            io.BytesIO(content), tag=(_FORMULA, _ROW), resolve_entities=False, load_dtd=False
        ):
            parent = node.getparent()
            if node.tag == _FORMULA and parent is not None:
                yield parent.get("r", ""), node
            elif node.tag == _ROW and parent is not None:
                node.clear()
                while node.getprevious() is not None:
                    del parent[0]
    except etree.XMLSyntaxError as error:
        raise PackageError("damaged", {"part": part}) from error


def _translated(origin: str, text: str, at: str) -> str:
    """A shared formula at another cell; as it is where it can't be taken apart."""
    try:
        return str(Translator(f"={text}", origin).translate_formula(at))[1:]
    except _NO_FORMULA:
        return text


def _tables(book: Book) -> Iterator[tuple[str, _Area]]:
    """Folded table name and its area."""
    for sheet in book.sheets:
        owner = book.part(sheet)
        for relationship in elements(read_rels(book.package, owner)):
            part = target(owner, relationship)
            if kind(relationship) != "table" or part not in book.package:
                continue
            root = parse(book.package.read(part), part)
            if (bounds := _bounds(root.get("ref", ""))) is not None:
                yield root.get("displayName", "").casefold(), _Area(sheet.get("name", "").casefold(), *bounds)


def _bounds(reference: str) -> tuple[int, int, int, int] | None:
    """Left, top, right, bottom of `A1`, `A1:B2`, `A:B`, `1:2`, `A1#`; None for what isn't a reference."""
    match = _REFERENCE.fullmatch(reference)
    if match is None:
        return None
    left, top, right, bottom = match.groups()
    if ":" not in reference:
        right, bottom = left, top
        if not (left and top):
            return None
    if (left is None) != (right is None) or (top is None) != (bottom is None) or not (left or top):
        return None
    columns = sorted(column_index_from_string(c) for c in (left, right) if c) or [1, _LAST_COLUMN]
    rows = sorted(int(r) for r in (top, bottom) if r) or [1, _LAST_ROW]
    return columns[0], rows[0], columns[-1], rows[-1]
