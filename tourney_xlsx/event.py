"""One workbook's bytes -> what they say, the workbook with our sheets in it, and the page. No disk, no clock."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from . import checks, pipeline, report
from .excel.book import Book, check_workbook
from .excel.intake import Intake, distrust, intake, owned
from .excel.layout import STATE_SHEET
from .excel.ownership import is_ours
from .excel.read import RawSheet, address, read
from .games import GAMES
from .model import CellRef, Outcome, Problem
from .pipeline import Circumstances, Run
from .problems import problem
from .reseating import begun_at, unseat
from .rules import RuleSet
from .seals import State


class NewerStateError(Exception):
    """A newer version of the program has written this workbook."""


class ReseatError(Exception):
    """A seating that can't be redone; `code` says why.

    `reseat_not_seated`, `reseat_nothing_kept`, `reseat_followed` (a later round is seated); with the fact `cell`, the
    first one in the way: `reseat_begun`, `reseat_own_cells` and `reseat_own_things` (an entry, a note or a drawing of
    the organiser's that would go). `lang`: the workbook's language.
    """

    def __init__(self, code: str, lang: str, cell: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.lang = lang
        self.cell = cell


@dataclass(frozen=True)
class Event:
    """A workbook that was read and evaluated; `redone`: protocol sheets whose seating the organiser had redone."""

    data: bytes
    intake: Intake
    result: Run
    redone: frozenset[str] = frozenset()

    @property
    def outcome(self) -> Outcome:
        """What the run found out."""
        return self.result.outcome

    @property
    def rules(self) -> RuleSet:
        """The game's rules; any game's while it isn't known, since then only problems are shown."""
        return self.intake.rules or next(iter(GAMES.values()))

    @property
    def foreign(self) -> bool:
        """Not a tournament's workbook: neither settings nor players nor a sheet of ours; nothing is written to it."""
        missing = {p.facts.get("sheet") for p in self.outcome.problems if p.code == "sheet_missing"}
        return bool(missing) and not self.intake.ours and not self.intake.known_sheets

    @cached_property
    def workbook(self) -> bytes:
        """The workbook with our sheets in their new form; with errors only the checks sheet (and our memory) is new."""
        from .writing import written

        found = self.intake
        return written(self.data, self.result, self.rules, names=found.names, ours=found.ours, redone=self.redone)

    def page(self, published: Mapping[str, str]) -> Iterator[tuple[str, bytes]]:
        """The page's files with their names. `published`: the JSON texts in its folder, to tell what has changed."""
        from .site.changes import published_facts
        from .site.page import files

        text = report.public_json(self.outcome, published_facts(self.outcome))
        return files(self.outcome, text, published=published)


def evaluate(
    data: bytes, circumstances: Circumstances, lang: str | None = None, reseat: int | None = None, undo: bool = False
) -> Event:
    """Read a workbook and run the tournament in it. `lang` overrides the workbook's language; `reseat` is the round
    (counted over the whole event) whose seating is to be made anew, or with `undo` to be what it was before the last
    reseat.

    Raises `PackageError`, `DamagedError` where the file can't be used, `NewerStateError` where a newer version wrote
    it, `ReseatError`; what a user typed is never a reason to raise.
    """
    book = check_workbook(data)
    raw = read(data, _is_report)
    ours = owned(raw)
    stale = _stale(book, raw, ours)
    found = intake(distrust(raw, stale), GAMES, lang)
    if reseat is None:
        raw = ()  # every cell of the workbook: not needed any more
    if found.newer_state:
        raise NewerStateError
    if found.state.tampered:
        touched = found.state.touched or circumstances.now.replace(microsecond=0)
        found = replace(found, state=replace(found.state, touched=touched, tampered=False))
    problems = (*found.problems, *_touched(found.state), *(problem("formula_stale_note", ref) for ref in stale))
    rules = found.rules
    if rules is None:
        return Event(data, found, _problems_only(found, problems, circumstances))
    tournament, state, redone, redo = found.tournament, found.state, frozenset[str](), None
    spoken = tournament.lang
    if reseat is not None:
        taken = unseat(tournament, state, rules, reseat)
        if isinstance(taken, str):
            raise _refused(taken, begun_at(tournament, rules, reseat) if taken == "reseat_begun" else None, spoken)
        tournament, redone, redo = taken.tournament, taken.sheets, taken.key
        problems = tuple(p for p in problems if p.at.sheet not in redone)  # those sheets are made anew
        state = _swapped(state, taken.state, undo, spoken)
        if undo:
            tournament = replace(tournament, published=state.seatings)
    result = pipeline.run(tournament, rules, state, problems, found.numbers, circumstances, redo)
    if reseat is not None and result.outcome.errors:
        return _unchanged(evaluate(data, circumstances, lang), result.outcome)
    if redone:
        from .writing import own_cell, own_thing

        cell = own_cell(raw, redone, found.state, result.outcome, rules) or _own_player(found, redone)
        if cell is not None:
            raise _refused("reseat_own_cells", cell, spoken)
        if (cell := own_thing(book, redone)) is not None:
            raise _refused("reseat_own_things", cell, spoken)
    return Event(data, found, result, redone)


def _unchanged(plain: Event, failed: Outcome) -> Event:
    """With errors no seating is taken back: what any run makes of the workbook, with the errors that are in the way."""
    if plain.outcome.errors:
        return plain
    return replace(plain, result=replace(plain.result, outcome=replace(plain.outcome, problems=failed.problems)))


def _own_player(found: Intake, redone: frozenset[str]) -> CellRef | None:
    """The first cell on sheets to be made anew that puts somebody else into a seat than was published."""
    moved = checks.against_seating(found.tournament, found.state.seatings, found.numbers, frozenset())
    put = [p.at for p in moved if p.code == "player_off_seating"]
    put += [p.at for p in found.problems if p.code == "player_unknown"]
    return min((at for at in put if at.sheet in redone), default=None)


def _refused(code: str, cell: CellRef | None, lang: str) -> ReseatError:
    """A seating that stays, with the first cell in the way; a round without entries stays for the one after it."""
    if cell is not None:
        return ReseatError(code, lang, f"{cell.sheet}!{cell.a1}")
    return ReseatError("reseat_followed" if code == "reseat_begun" else code, lang)


def _is_report(name: str, first: str) -> bool:
    """A sheet that is written anew in every run: nothing on it is ever read."""
    return name != STATE_SHEET and is_ours(first)


def _touched(state: State) -> list[Problem]:
    """A state sheet that was once changed by hand is told of for good (A-18)."""
    if state.touched is None:
        return []
    return [problem("state_touched", CellRef(STATE_SHEET, 1, 1), moment=state.touched)]


def _swapped(before: State, after: State, undo: bool, lang: str) -> State:
    """The state less the seating that was taken back, which is kept; `undo`: the one kept before is in force again."""
    gone = tuple(seating for seating in before.seatings if seating not in after.seatings)
    if not undo:
        return replace(after, replaced=gone)
    keys = {seating.key for seating in gone}
    old = tuple(seating for seating in before.replaced if seating.key in keys)
    if not old:
        raise ReseatError("reseat_nothing_kept", lang)
    return replace(after.with_seatings(old), replaced=gone)


def _stale(book: Book, raw: Sequence[RawSheet], ours: frozenset[str]) -> tuple[CellRef, ...]:
    """The organiser's formula cells that depend on our sheets; looked for only where a formula may look elsewhere."""
    formulas = [c.formula for s in raw if s.name not in ours for c in s.cells.values() if c.formula is not None]
    if not formulas or not _look_elsewhere(book, formulas):
        return ()
    from .excel.dependents import dependents_in

    return tuple(CellRef(sheet, *address(cell)) for sheet, cell in dependents_in(book, ours))


def _look_elsewhere(book: Book, formulas: Iterable[str]) -> bool:
    """Whether any of the formulas may look at another sheet: by its name, a table's, or a name of the workbook's.

    The checks in our protocols don't, and what takes formulas apart is slow to load.
    """
    named = any(not name.get("name", "").startswith("_xlnm.") for name in book.names())
    tables = any("table" in part.lower() for part in book.package)
    return named or tables or any("!" in text or "[" in text or "INDIRECT" in text.upper() for text in formulas)


def _problems_only(found: Intake, problems: Sequence[Problem], circumstances: Circumstances) -> Run:
    """Without a game there is nothing to run: the problems alone."""
    outcome = Outcome(
        tournament=found.tournament,
        problems=tuple(problems),
        entries=(),
        scores=(),
        history=(),
        rounds_total=0,
        rounds_complete=0,
        provisional=False,
        seating=None,
        schedule=(),
        quality={},
        clubs=(),
        awards=(),
        seed=found.state.seed,
        updated=circumstances.now,
    )
    return pipeline.dated(outcome, found.state, found.state)
