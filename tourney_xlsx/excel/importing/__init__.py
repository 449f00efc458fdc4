"""A registration form's export into the players sheet: new people below the last player, nothing else touched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from ... import i18n
from ...model import CellRef
from ...rules import Column, Form, Kind, RuleSet
from ...text import clean, label_key
from ..book import check_workbook
from ..fill import Taken, Typed, fill, taken
from ..intake import intake
from ..layout import Grid, grid, identify
from ..package import PackageError
from ..players import is_example
from ..read import CellKind, DamagedError, RawCell, RawSheet, read
from .answers import Dates, answer, contacts, dates_of
from .doubles import Known, Names, shared
from .headers import NAME_PARTS, Took, Use, match, score
from .table import FormTable, read_form

__all__ = ["Imported", "Known", "Newcomer", "Took", "Use", "import_form"]

_TICKS = frozenset({"number", "present", "judge", "decision", "paid"})
_MOMENTS = {"ru": "%d.%m.%Y %H:%M:%S", "en": "%Y-%m-%d %H:%M:%S"}
_LAST_ROW = 1_048_576


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A row of the form: the name, and where it went (`at`) or whose double it is (`same`, then `at` is None).

    `alike`: somebody whose name looks like it; `contact`: a row of the form with the same phone or address.
    """

    row: int
    name: str
    at: CellRef | None = None
    same: Known | None = None
    alike: Known | None = None
    contact: int = 0


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of a form: the workbook with the new people in it, and all there is to tell.

    `nameless`: rows of the form without a name; `unread`: dates that couldn't be read and were copied as typed;
    `assumed_dates`: whether day and month could have been the other way round.
    """

    workbook: bytes
    sheet: str
    lang: str
    columns: tuple[Took, ...]
    people: tuple[Newcomer, ...]
    nameless: tuple[int, ...] = ()
    unread: tuple[tuple[CellRef, str], ...] = ()
    assumed_dates: bool = False

    @property
    def added(self) -> tuple[Newcomer, ...]:
        """Those who are new in the players sheet."""
        return tuple(person for person in self.people if person.at is not None)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The players sheet as it is read: its form, its known columns, its other headers."""

    raw: RawSheet
    form: Form
    grid: Grid

    @property
    def own(self) -> dict[str, int]:
        """The organiser's own columns by their folded headers."""
        known = set(self.grid.columns.values())
        row = self.grid.header_row
        return {
            label_key(cell.value): column
            for (at, column), cell in sorted(self.raw.cells.items())
            if at == row and column not in known and isinstance(cell.value, str) and label_key(cell.value)
        }


def import_form(form: bytes, workbook: bytes, registry: Mapping[str, RuleSet], lang: str | None = None) -> Imported:
    """Put the people of a form's export into the workbook's players sheet.

    `lang` overrides the workbook's language. Raises PackageError: for the workbook those of `fill` and `no_players`;
    for the form those of `read_form`, with the fact `of` = `form`. Raises DamagedError for the workbook.
    """
    check_workbook(workbook)
    raw = read(workbook)
    read_in = intake(raw, registry, lang)
    spoken = read_in.tournament.lang
    sheet = _players_sheet(raw, registry, read_in.rules, spoken)
    game = read_in.rules.key if read_in.rules else ""
    table = _form(form, game)
    cells = {column: [row[column] for row in table.rows.values() if column in row] for column in table.headers}
    personal = [column for column, found in cells.items() if contacts(found)]
    took = match(table.headers, sheet.grid.columns, sheet.own, game, personal)
    dates = {column: dates_of(found) for column, found in cells.items()}
    people, nameless = _people(table, took, sheet, personal)
    rows = _free_rows(taken(workbook, sheet.raw.name), sheet, took, sum(p.same is None for p in people))
    people = list(_placed(people, rows, sheet))
    values, unread = _values(table, took, sheet, people, dates)
    pattern = max((line.row for line in sheet.grid.lines), default=None)
    filled = fill(workbook, sheet.raw.name, values, pattern=pattern, dates=_MOMENTS[spoken])
    assumed = any(dates[t.column].assumed for t in took if t.use is Use.KNOWN and _kind(sheet, t) is Kind.DATE)
    return Imported(filled, sheet.raw.name, spoken, took, tuple(people), nameless, unread, assumed)


def _form(data: bytes, game: str) -> FormTable:
    try:
        return read_form(data, partial(score, game=game))
    except PackageError as error:
        raise PackageError(error.code, {**error.facts, "of": "form"}) from error
    except DamagedError as error:
        raise PackageError("damaged", {"of": "form"}) from error


def _players_sheet(
    raw: Sequence[RawSheet], registry: Mapping[str, RuleSet], rules: RuleSet | None, lang: str
) -> _Sheet:
    kinds = [(kind, sheet) for sheet in raw if (kind := identify(sheet.name)) is not None and kind.key == "players"]
    for _, sheet in sorted(kinds, key=lambda found: not found[0].canonical):
        form = rules.players if rules is not None else _any_game(registry)
        found, _ = grid(sheet, form, lang)
        if found is not None:
            return _Sheet(sheet, form, found)
    raise PackageError(
        "no_players", {"sheet": i18n.word(lang, "sheet.players"), "column": i18n.word(lang, "column.players.name")}
    )


def _any_game(registry: Mapping[str, RuleSet]) -> Form:
    """The players' columns of every game, for a workbook whose game isn't known yet."""
    columns: dict[str, Column] = {}
    for rules in registry.values():
        columns |= {column.key: column for column in rules.players.columns}
    return Form("players", tuple(columns.values()))


def _people(
    table: FormTable, took: Sequence[Took], sheet: _Sheet, personal: Iterable[int]
) -> tuple[list[Newcomer], tuple[int, ...]]:
    """Everybody in the form in its order, each new or somebody's double; rows without a name."""
    known = Names()
    column = sheet.grid.columns["name"]
    for line in sheet.grid.lines:
        name = _text(line.cells.get("name"))
        if name and not is_example(name):
            known.add(Known(name, cell=CellRef(sheet.raw.name, line.row, column).a1))
    names = {row: _name(cells, took) for row, cells in table.rows.items()}
    given = [(row, _text(cells.get(c))) for c in personal for row, cells in sorted(table.rows.items())]
    contact = dict(shared(given, {row: name for row, name in names.items() if name}))
    people = []
    for row in sorted(table.rows):
        name = names[row]
        if not name or is_example(name):
            continue
        same = known.same(name)
        alike = None if same else known.alike(name)
        people.append(Newcomer(row, name, same=same, alike=alike, contact=0 if same else contact.get(row, 0)))
        if same is None:
            known.add(Known(name, row=row))
    return people, tuple(row for row in sorted(names) if not names[row])


def _name(cells: Mapping[int, RawCell], took: Sequence[Took]) -> str:
    """The name of a row: its column's text, or surname, given name and patronymic one after another."""
    parts = {t.key: _text(cells.get(t.column)) for t in took if t.use is Use.PART}
    if parts:
        return clean(" ".join(parts.get(part, "") for part in NAME_PARTS))
    return next((_text(cells.get(t.column)) for t in took if t.use is Use.KNOWN and t.key == "name"), "")


def _text(cell: RawCell | None) -> str:
    """A cell as text; empty for what isn't text or a number."""
    if cell is None or cell.kind not in (CellKind.TEXT, CellKind.NUMBER):
        return ""
    return clean(str(cell.value))


def _free_rows(full: Taken, sheet: _Sheet, took: Sequence[Took], count: int) -> range:
    """The first `count` rows on end below the last player in which all that is to be written is empty.

    A row counts as empty with a number drawn or a formula in it; not with a text, and not when it's hidden.
    """
    players = [line.row for line in sheet.grid.lines if not set(line.cells) <= _TICKS]
    start = max([sheet.grid.header_row, *players]) + 1
    targets = {t.target for t in took if t.target}
    texts = {
        row
        for (row, _), cell in sheet.raw.cells.items()
        if cell.formula is None and isinstance(cell.value, str) and clean(cell.value)
    }
    row = start
    while row < start + count:
        if row > _LAST_ROW:
            raise PackageError("outside_sheet", {"sheet": sheet.raw.name})
        blocked = row in texts or row in sheet.raw.hidden_rows or any((row, column) in full for column in targets)
        row += 1
        if blocked:
            start = row
    return range(start, start + count)


def _placed(people: Iterable[Newcomer], rows: range, sheet: _Sheet) -> Iterator[Newcomer]:
    free = iter(rows)
    column = sheet.grid.columns["name"]
    for person in people:
        at = CellRef(sheet.raw.name, next(free), column) if person.same is None else None
        yield Newcomer(person.row, person.name, at, person.same, person.alike, person.contact)


def _values(
    table: FormTable, took: Sequence[Took], sheet: _Sheet, people: Iterable[Newcomer], dates: Mapping[int, Dates]
) -> tuple[dict[tuple[int, int], Typed], tuple[tuple[CellRef, str], ...]]:
    """What goes into which cell, and the dates that were copied as typed."""
    values: dict[tuple[int, int], Typed] = {}
    unread = []
    for person in people:
        if person.at is None:
            continue
        values[person.at.row, person.at.column] = person.name
        for t in took:
            cell = table.rows[person.row].get(t.column)
            if cell is None or t.use not in (Use.KNOWN, Use.OWN) or t.key == "name":
                continue
            kind = _kind(sheet, t)
            value = answer(cell, kind, dates[t.column])
            if value is not None:
                values[person.at.row, t.target] = value
            if kind is Kind.DATE and isinstance(value, str) and value:
                unread.append((CellRef(sheet.raw.name, person.at.row, t.target), value))
    return values, tuple(unread)


def _kind(sheet: _Sheet, took: Took) -> Kind:
    return sheet.form.column(took.key).kind if took.use is Use.KNOWN else Kind.TEXT
