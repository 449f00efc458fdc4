"""The frozen records that travel through one run. Nothing here computes; every stage adds its own record to the next.

A player is known inside the program by `Player.id`, the row of the registration sheet; by `number`, the tournament
number (A-10), to everybody else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from enum import StrEnum
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

Value = str | int | Fraction | bool | datetime | date | time | tuple[int, ...] | None
Fact = str | int | Fraction | date | datetime | tuple[str, ...]


class Severity(StrEnum):
    """How much a problem stops: an error stops publishing, a warning asks for a look, a note only tells."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Status(StrEnum):
    """What the organiser says of a player (`Статус`)."""

    PLAYER = "player"
    SUBSTITUTE = "substitute"
    WAITING = "waiting"
    WITHDRAWN = "withdrawn"
    REMOVED = "removed"
    DISQUALIFIED = "disqualified"

    @property
    def gone(self) -> bool:
        """Whether the player has left for good (A-8, A-15, B-7)."""
        return self in (Status.WITHDRAWN, Status.REMOVED, Status.DISQUALIFIED)


class EntryState(StrEnum):
    """What the entries stage decided about a player (A-5 to A-8, A-12; B-2 to B-4)."""

    PLAYING = "playing"
    WAITING = "waiting"
    CUT = "cut"
    WITHDRAWN = "withdrawn"
    SUBSTITUTE = "substitute"
    REJECTED = "rejected"


class TableState(StrEnum):
    """How far a table's protocol has come."""

    EMPTY = "empty"
    PARTIAL = "partial"
    COMPLETE = "complete"
    SEALED = "sealed"
    INVALID = "invalid"


class CellRef(NamedTuple):
    """A cell of the workbook; row and column count from 1, 0 means the whole sheet (or the whole row)."""

    sheet: str
    row: int = 0
    column: int = 0

    @property
    def a1(self) -> str:
        """The address as Excel writes it, `E6`; `6:6` for a row and the empty string for a sheet."""
        if not self.row:
            return ""
        if not self.column:
            return f"{self.row}:{self.row}"
        return f"{column_letters(self.column)}{self.row}"


@cache
def column_letters(column: int) -> str:
    """1 -> A, 27 -> AA."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing the organiser should know: where, which kind, and the facts its sentence needs."""

    code: str
    severity: Severity
    at: CellRef
    facts: Mapping[str, Fact] = field(default_factory=dict)


class RoundKey(NamedTuple):
    """A round: the number of its stage (0 swiss or qualifying, 1 semi-final, 2 final) and its number in the stage.

    A tuple, since most lookups go by it.
    """

    phase: int
    number: int
    stage: str = "swiss"

    @property
    def sheet(self) -> str:
        """The locale's key of the protocol sheets of its stage."""
        return self.stage if self.phase else "round"


@dataclass(frozen=True, slots=True)
class Player:
    """One row of the registration sheet (A-5, B-1). `registered`, `paid_on`: None when not given or given as yes.

    `paid_amount`: where a sum was typed; `left_on`: when somebody who is gone was first known to be (B-4);
    `columns`: which columns the sheet has; `extra`: the game's own columns.
    """

    id: int
    name: str
    at: CellRef
    number: int | None = None
    city: str = ""
    country: str = ""
    club: str = ""
    rating: Fraction | None = None
    registered: datetime | None = None
    paid: bool = False
    paid_on: datetime | None = None
    paid_amount: Fraction | None = None
    left_on: datetime | None = None
    status: Status = Status.PLAYER
    from_round: int | None = None
    until_round: int | None = None
    present: bool = False
    judge: bool = False
    decision: bool = False
    note: str = ""
    extra: Mapping[str, Value] = field(default_factory=dict)
    cells: Mapping[str, CellRef] = field(default_factory=dict)
    columns: tuple[str, ...] = ()

    def cell(self, column: str) -> CellRef:
        """Where `column` of this player stands, the name if the sheet has no such column."""
        return self.cells.get(column, self.at)


whole = lru_cache(maxsize=1 << 12)(Fraction)
"""A whole number as a fraction, one for all who ask: results ask for few numbers over and over."""


@dataclass(frozen=True, slots=True)
class Row:
    """One protocol row: a seat of a table and what was typed for it. `player` None: nobody sits there."""

    table: int
    seat: str
    player: int | None
    at: CellRef
    values: Mapping[str, Value] = field(default_factory=dict)
    cells: Mapping[str, CellRef] = field(default_factory=dict)

    def cell(self, column: str) -> CellRef:
        """Where `column` of this row stands, the row itself if the sheet has no such column."""
        return self.cells.get(column, self.at)

    def number(self, column: str) -> Fraction | None:
        """The number typed in `column`, None when empty."""
        value = self.values.get(column)
        if type(value) is int:
            return whole(value)
        return value if isinstance(value, Fraction) else None

    def text(self, column: str) -> str:
        """The text typed in `column`, empty when there is none."""
        value = self.values.get(column)
        return value if isinstance(value, str) else ""

    def yes(self, column: str) -> bool:
        """Whether `column` is ticked."""
        return self.values.get(column) is True


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand (A-17). Seats are wind letters; `penalties` in the order of the seats, signed, part of game points."""

    number: int
    worth: int
    winner: str | None
    discarder: str | None
    penalties: tuple[int, ...]
    at: CellRef
    cells: Mapping[str, CellRef] = field(default_factory=dict)

    def cell(self, column: str) -> CellRef:
        """Where `column` of this hand stands."""
        return self.cells.get(column, self.at)


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a round with its protocol rows in seat order, and its hands where given."""

    number: int
    rows: tuple[Row, ...]
    hands: tuple[Hand, ...] = ()
    state: TableState = TableState.EMPTY

    @property
    def counts(self) -> bool:
        """Whether its protocol is finished and valid, so that its results stand."""
        return self.state in (TableState.COMPLETE, TableState.SEALED)


@dataclass(frozen=True, slots=True)
class Round:
    """A round as its protocol sheet has it."""

    key: RoundKey
    sheet: str
    tables: tuple[Table, ...]

    @property
    def complete(self) -> bool:
        """Every table stands (an empty sheet isn't a round)."""
        return bool(self.tables) and all(table.counts for table in self.tables)


@dataclass(frozen=True, slots=True)
class ScheduleItem:
    """One line of the day (A-4). Times are texts such as `10:00`; `round` None outside tours."""

    start: str
    end: str
    what: str
    round: int | None


@dataclass(frozen=True, slots=True)
class Tournament:
    """All that was read: settings by key, players by registration row, rounds in order, `published` seatings.

    `taken_back`: those by which a stage has been played so far that is to be seated anew from the next round on.
    `people`: the players by id; made once, since every table's checks ask for it.
    """

    game: str
    lang: str
    settings: Mapping[str, Value]
    players: tuple[Player, ...]
    rounds: tuple[Round, ...]
    schedule: tuple[ScheduleItem, ...] = ()
    published: tuple[Seating, ...] = ()
    taken_back: tuple[Seating, ...] = ()
    people: Mapping[int, Player] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "people", {player.id: player for player in self.players})

    def text(self, key: str) -> str:
        """A setting as text."""
        value = self.settings.get(key)
        return value if isinstance(value, str) else ""

    def integer(self, key: str) -> int:
        """A whole-number setting."""
        value = self.settings.get(key)
        return value if isinstance(value, int) else 0

    def exact(self, key: str) -> Fraction:
        """A number setting."""
        value = self.settings.get(key)
        return Fraction(value) if isinstance(value, int | Fraction) else Fraction(0)


@dataclass(frozen=True, slots=True)
class Entry:
    """What was decided about a player, why (a code of the locale's reasons and facts), and what goes back to them."""

    player: int
    state: EntryState
    reason: str
    facts: Mapping[str, Fact] = field(default_factory=dict)
    refund: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Score:
    """A player's result in one round: parts by key (exact); `remarks`: codes of what happened (`first_killed`)."""

    player: int
    round: RoundKey
    table: int
    seat: str
    parts: Mapping[str, Fraction]
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of the standings. `place` None: outside the places (A-12). `last` > `place` on a shared place (3-4).

    `decided_by` is the first key of the ladder on which this row differs from the row below.
    """

    player: int
    status: Status
    place: int | None
    last: int | None
    keys: Mapping[str, Fraction]
    parts: Mapping[str, Fraction]
    rounds: int
    decided_by: str | None = None

    @property
    def shared(self) -> bool:
        """Whether others stand on the same place."""
        return self.place is not None and self.last != self.place


@dataclass(frozen=True, slots=True)
class RoundStandings:
    """The standings after a round; provisional while one of its tables doesn't stand."""

    key: RoundKey
    rows: tuple[Standing, ...]
    provisional: bool


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A seated table: tournament numbers in seat order (0: a stand-in), and what the engine says of it.

    `spread`: places between the first and the last player in rank order; `forced_by`: pairs of numbers that had met
    and kept the table from plain rank order; `repeats`: pairs that meet again here.
    """

    number: int
    players: tuple[int, ...]
    spread: int = 0
    forced_by: tuple[tuple[int, int], ...] = ()
    repeats: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Seating:
    """A round's seating. `notes` are codes of the locale's seating notes."""

    key: RoundKey
    tables: tuple[SeatedTable, ...]
    repeats: int
    optimal: bool
    seed: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SealedRow:
    """A protocol row as it was sealed: seat, who sat there (number and name), and every value that counts, as text."""

    seat: str
    number: int
    name: str
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Seal:
    """A signed table as it was accepted (A-18); `release`: the text that then stood in the release column."""

    round: RoundKey
    table: int
    rows: tuple[SealedRow, ...]
    hands: tuple[str, ...] = ()
    release: str = ""


@dataclass(frozen=True, slots=True)
class Correction:
    """A value of a sealed table that was changed, and who allowed it (A-18); kept for good."""

    round: RoundKey
    table: int
    column: str
    old: str
    new: str
    at: CellRef
    allowed_by: str = ""


@dataclass(frozen=True, slots=True)
class ClubStanding:
    """A club's place (B-19): the sum of its best players."""

    place: int
    club: str
    points: Fraction
    mean: Fraction
    counted: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Award:
    """A prize and who gets it (A-3, B-18); several when the place is shared."""

    code: str
    place: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Quality:
    """How even a stage's pair meetings are, beside what is possible at best."""

    pairs_ssq: Fraction
    bound: Fraction
    optimal: bool


@dataclass(frozen=True, slots=True)
class DifficultCard:
    """A stage's wins by colour, and what a win with the difficult one earns before any factor (B-12).

    `rule`: the setting in force; `colour`: `red`, `black`, or empty where there is no difficult one; `counted`: whether
    all games of the stage are in, so that `per_win` stands in the points.
    """

    stage: str
    rule: str
    red: int
    black: int
    draws: int
    colour: str
    per_win: Fraction
    counted: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """All that a run found out; sheets, page and JSON are made from it alone.

    `players` carry their final numbers. `seating` is the round still to be played, `schedule` every published one.
    `history` holds the standings after each round, the last of them the standings in force. `corrections`: of sealed
    protocols, all of them.
    """

    tournament: Tournament
    problems: tuple[Problem, ...]
    entries: tuple[Entry, ...]
    scores: tuple[Score, ...]
    history: tuple[RoundStandings, ...]
    rounds_total: int
    rounds_complete: int
    provisional: bool
    seating: Seating | None
    schedule: tuple[Seating, ...]
    quality: Mapping[str, Quality]
    clubs: tuple[ClubStanding, ...]
    awards: tuple[Award, ...]
    seed: str
    updated: datetime
    cards: tuple[DifficultCard, ...] = ()
    corrections: tuple[Correction, ...] = ()

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The standings in force."""
        return self.history[-1].rows if self.history else ()

    @property
    def errors(self) -> bool:
        """Whether anything forbids publishing."""
        return any(problem.severity is Severity.ERROR for problem in self.problems)
