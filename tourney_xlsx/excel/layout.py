"""Which sheet is which, where its header row is, and its rows by column: names and aliases of both languages."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from .. import i18n
from ..model import CellRef, Problem
from ..problems import problem
from ..rules import Form
from ..text import clean, label_key, look_key, nearest
from .read import CellKind, RawCell, RawSheet

NUMBERED = ("round", "semifinal", "final", "hands", "seating", "forms")
OURS = ("checks", "entries", "standings", "by_round", "seating", "forms", "awards", "clubs", "rating")
STATE_SHEET = "_tourney"
_HEADER_DEPTH = 60
# A letter in five may be wrong. Own headers that organisers write stay below: `Рейтинг EMA` and `Рейтинг` are 0.78.
_SAME_HEADER = 0.79
_REMARK = re.compile(r"[(\[,/;]")
_STEM = 3  # of a word of four letters all but its ending: `Роли`, `Явки`


@dataclass(frozen=True, slots=True)
class SheetKind:
    """What a sheet is by its name: `key` of the locale's sheets, and the round's number (None where there is none)."""

    key: str
    number: int | None = None
    canonical: bool = True


@cache
def _sheet_words() -> Mapping[str, tuple[str, bool]]:
    words: dict[str, tuple[str, bool]] = {}
    for key in i18n.section("sheet"):
        canonical = {label_key(i18n.word(lang, f"sheet.{key}")) for lang in i18n.LANGUAGES}
        for name in i18n.names(f"sheet.{key}"):
            words.setdefault(label_key(name), (key, label_key(name) in canonical))
    return words


@cache
def _stage_reports() -> frozenset[str]:
    """What the sheets of a whole stage's seating are called: `Посадка отбора`."""
    keys = i18n.section("sheets.stage_sheet")
    return frozenset(label_key(i18n.word(lang, f"sheets.stage_sheet.{key}")) for lang in i18n.LANGUAGES for key in keys)


def identify(name: str) -> SheetKind | None:
    """The kind of a sheet by its name, None for a sheet the program doesn't know."""
    label = label_key(name)
    if label in _sheet_words():
        key, canonical = _sheet_words()[label]
        return None if key in NUMBERED and key != "final" else SheetKind(key, 1 if key == "final" else None, canonical)
    if label in _stage_reports():
        return SheetKind("seating")
    match = re.fullmatch(r"(.*?\D)[\s№#]*0*(\d{1,3})", label)
    if match is None:
        return None
    words = label_key(match[1].rstrip("№# "))
    found = _sheet_words().get(words) or _report_of_stage(words)
    return SheetKind(found[0], int(match[2]), found[1]) if found and found[0] in NUMBERED else None


def _report_of_stage(words: str) -> tuple[str, bool] | None:
    """The report whose sheets of a later stage are called so: `Посадка Финал`."""
    report, _, stage = words.partition(" ")
    first, second = _sheet_words().get(report), _sheet_words().get(stage)
    return first if first and second and first[0] in OURS and second[0] in NUMBERED else None


class Refs(Mapping[str, CellRef]):
    """Where each known column of a row stands; made when asked for, since few of them ever are."""

    __slots__ = ("_columns", "_row", "_sheet")

    def __init__(self, sheet: str, row: int, columns: Mapping[str, int]) -> None:
        self._sheet, self._row, self._columns = sheet, row, columns

    def __getitem__(self, key: str) -> CellRef:
        return CellRef(self._sheet, self._row, self._columns[key])

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def __repr__(self) -> str:
        return repr(dict(self))


@dataclass(frozen=True, slots=True)
class Line:
    """A data row: its cells by column key, and where each column of the row stands."""

    sheet: str
    row: int
    cells: Mapping[str, RawCell]
    columns: Mapping[str, int]

    @property
    def at(self) -> CellRef:
        """The row's leftmost known cell."""
        return CellRef(self.sheet, self.row, min(self.columns.values()))

    def ref(self, key: str) -> CellRef:
        """Where the column of this row stands."""
        column = self.columns.get(key)
        return CellRef(self.sheet, self.row, column) if column else self.at

    def refs(self) -> Refs:
        """Every known column of this row."""
        return Refs(self.sheet, self.row, self.columns)


@dataclass(frozen=True, slots=True)
class Grid:
    """A sheet read as a form: header columns and the data rows that hold anything."""

    columns: Mapping[str, int]
    header_row: int
    lines: tuple[Line, ...]


@cache
def _header_words(form: str) -> Mapping[str, tuple[tuple[str, int], ...]]:
    """Header label -> the columns it may mean, with how far down their list of names it stands."""
    words: dict[str, list[tuple[str, int]]] = {}
    for key in i18n.section(f"column.{form}"):
        for lang in i18n.LANGUAGES:
            for rank, name in enumerate(i18n.names_in(lang, f"column.{form}.{key}")):
                words.setdefault(label_key(name), []).append((key, rank))
    return {label: tuple(found) for label, found in words.items()}


def grid(sheet: RawSheet, form: Form, lang: str) -> tuple[Grid | None, tuple[Problem, ...]]:
    """The sheet's rows under the first row that holds the form's required headers; problems when there is none.

    A merged cell of a column that belongs to the table speaks for all its rows; merged data elsewhere is pointed out.
    """
    rows: dict[int, dict[int, RawCell]] = {}
    for (row, column), cell in sheet.cells.items():
        rows.setdefault(row, {})[column] = cell
    header_row, columns, twice = _header(sheet, form, rows)
    known = {column.key for column in form.columns}
    missing = [c.key for c in form.columns if c.required and c.key not in columns]
    if missing:
        return None, tuple(_missing(sheet, form, lang, missing, columns, header_row, rows))
    columns = {key: column for key, column in columns.items() if key in known}
    problems = [problem("column_twice", ref, header=sheet.text(ref.row, ref.column)) for ref in twice]
    problems += _misspelt(sheet, form, lang, columns, header_row, rows)
    problems += _spread_merges(sheet, form, columns, header_row, rows)
    lines = []
    for row in sorted(rows):
        found = {key: rows[row][column] for key, column in columns.items() if column in rows[row]}
        if row > header_row and any(not _blank(cell) for cell in found.values()):
            lines.append(Line(sheet.name, row, {k: c for k, c in found.items() if not _blank(c)}, columns))
    return Grid(columns, header_row, tuple(lines)), tuple(problems)


def _blank(cell: RawCell) -> bool:
    if cell.kind is not CellKind.TEXT or not isinstance(cell.value, str):
        return False
    return not cell.value[:1].isalnum() and not clean(cell.value)


def _header(
    sheet: RawSheet, form: Form, rows: Mapping[int, Mapping[int, RawCell]]
) -> tuple[int, dict[str, int], list[CellRef]]:
    """The first row with every required header, else the row with most of them."""
    required = {column.key for column in form.columns if column.required}
    best: tuple[int, dict[str, int], list[CellRef]] = (0, {}, [])
    for row in sorted(rows)[:_HEADER_DEPTH]:
        columns, twice = _match(sheet, form, row, rows[row])
        if required <= set(columns):
            return row, columns, twice
        if len(required & set(columns)) > len(required & set(best[1])):
            best = row, columns, twice
    return best


def _match(sheet: RawSheet, form: Form, row: int, cells: Mapping[int, RawCell]) -> tuple[dict[str, int], list[CellRef]]:
    words = _header_words(form.key)
    known = {column.key for column in form.columns}
    found: dict[str, tuple[int, int]] = {}
    twice = []
    for column in sorted(cells):
        value = cells[column].value
        for key, rank in words.get(label_key(value), ()) if isinstance(value, str) else ():
            if key not in known:
                continue
            if key not in found or rank < found[key][0]:
                found[key] = (rank, column)
            elif rank == found[key][0] == 0:
                twice.append(CellRef(sheet.name, row, column))
    return {key: column for key, (_, column) in found.items()}, twice


def _missing(
    sheet: RawSheet,
    form: Form,
    lang: str,
    missing: list[str],
    columns: Mapping[str, int],
    header_row: int,
    rows: Mapping[int, Mapping[int, RawCell]],
) -> Iterator[Problem]:
    row = header_row or 1
    headers = {
        clean(cell.value): column
        for column, cell in rows.get(row, {}).items()
        if isinstance(cell.value, str) and column not in columns.values() and clean(cell.value)
    }
    for key in missing:
        wanted = i18n.word(lang, f"column.{form.key}.{key}")
        like = nearest(wanted, headers, cutoff=0.6)
        at = CellRef(sheet.name, row, headers[like] if like else 1)
        yield problem("column_missing", at, header=wanted, like=like or "")


def _misspelt(
    sheet: RawSheet,
    form: Form,
    lang: str,
    columns: Mapping[str, int],
    header_row: int,
    rows: Mapping[int, Mapping[int, RawCell]],
) -> Iterator[Problem]:
    """Headers that nobody knows but that look like one of a column that isn't there."""
    absent = {c.key for c in form.columns} - columns.keys()
    words = _header_words(form.key)
    wanted = {label: key for label, found in words.items() for key, _ in found if key in absent}
    for column, cell in sorted(rows[header_row].items()):
        label = label_key(cell.value) if isinstance(cell.value, str) else ""
        if label and label not in words and (like := _like_header(label, wanted)):
            header = i18n.word(lang, f"column.{form.key}.{wanted[like]}")
            at = CellRef(sheet.name, header_row, column)
            yield problem("header_unknown", at, value=clean(str(cell.value)), like=header)


def _like_header(label: str, wanted: Collection[str]) -> str | None:
    """The known header that somebody meant who wrote this one, perhaps with a unit behind it: `Стаж (мес.)`."""
    bare = label_key(_REMARK.split(label, maxsplit=1)[0])
    if bare != label and bare in wanted:
        return bare
    look = look_key(label)
    same = (word for word in wanted if look and look_key(word) == look)
    ending = (w for w in wanted if len(w) == len(label) == _STEM + 1 and w[:_STEM] == label[:_STEM])
    return next(same, None) or nearest(label, wanted, _SAME_HEADER) or next(ending, None)


def _spread_merges(
    sheet: RawSheet,
    form: Form,
    columns: Mapping[str, int],
    header_row: int,
    rows: dict[int, dict[int, RawCell]],
) -> Iterator[Problem]:
    by_column = {column: form.column(key) for key, column in columns.items()}
    for top, left, bottom, right in sheet.merges:
        if top <= header_row or bottom - top > 200 or (top, left) not in sheet.cells:
            continue
        for column in range(left, min(right, left + 50) + 1):
            known = by_column.get(column)
            if known is None or bottom == top:
                continue
            if known.per_table:
                for row in range(top, bottom + 1):
                    rows.setdefault(row, {})[column] = sheet.cells[top, left]
            elif column == left:
                yield problem("merged_cells", CellRef(sheet.name, top, left), rows=bottom - top + 1)
