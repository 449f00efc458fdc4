"""What a game must declare: its settings, forms, checks, scoring, ladder, entries policy, seating and awards.

The engines know no game by name; they ask a `RuleSet`. A game is one folder in `games/` and one line in its registry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from itertools import chain

from .model import (
    Award,
    CellRef,
    ClubStanding,
    DifficultCard,
    Entry,
    Problem,
    Quality,
    Round,
    RoundKey,
    Score,
    Seating,
    Standing,
    Table,
    Tournament,
    Value,
    whole,
)


class Kind(StrEnum):
    """How a cell of a column or a setting is read.

    TEXT as typed; NAME a player's name; WHOLE, NUMBER exact; YES ticked or not; MARK anything but no (a signature);
    DATE a date and time; PAID a date, a sum or yes; CHOICE one of a value set of the locale; SEATS one number or
    several seat numbers; REASON ticked, or a text that says why it is; MONTHS a length of time (`8`, `2 years`).
    """

    TEXT = "text"
    NAME = "name"
    WHOLE = "whole"
    NUMBER = "number"
    YES = "yes"
    MARK = "mark"
    DATE = "date"
    PAID = "paid"
    CHOICE = "choice"
    SEATS = "seats"
    REASON = "reason"
    MONTHS = "months"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a form. `choices` names the value set (`value.<choices>`) of a CHOICE; `low`, `high` bound a number.

    `per_table`: the value belongs to the table, so that a merged cell or the first row speaks for all its rows.
    """

    key: str
    kind: Kind
    required: bool = False
    choices: str = ""
    low: int | None = None
    high: int | None = None
    per_table: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """A kind of sheet: the locale's section of its headers (`column.<key>`) and its columns in writing order."""

    key: str
    columns: tuple[Column, ...]

    def column(self, key: str) -> Column:
        """The column of that key (KeyError when the form hasn't got it)."""
        for column in self.columns:
            if column.key == key:
                return column
        raise KeyError(key)


@dataclass(frozen=True, slots=True)
class Setting:
    """A line of the settings sheet; its words are `setting.<key>.name` and `.note`."""

    key: str
    kind: Kind
    default: Value = None
    choices: str = ""
    low: int | None = None
    high: int | None = None
    required: bool = False


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the event: `sheet` is the locale's word of its protocol sheets, `rounds` how many it has."""

    phase: int
    key: str
    sheet: str
    rounds: int

    def keys(self) -> tuple[RoundKey, ...]:
        """The rounds of the stage, in order."""
        return tuple(RoundKey(self.phase, number, self.key) for number in range(1, self.rounds + 1))


def round_keys(stages: Iterable[Stage]) -> tuple[RoundKey, ...]:
    """Every round of the stages, in the order of play."""
    return tuple(chain.from_iterable(map(Stage.keys, stages)))


Scores = Mapping[int, Sequence[Score]]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A step of the ladder: `values` gives each of the players a number; more is better unless `ascending`.

    `parts`: the parts of scores whose sum it is, where it is one.
    """

    key: str
    values: Callable[[Sequence[int], Scores], Mapping[int, Fraction]]
    ascending: bool = False
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Roster:
    """Who was decided to do what; `playing`: ids of the next round (or stage), `uneven`: tables of three allowed.

    `outside`: who sat at tables without having been let in: outside the places, as substitutes are.
    """

    entries: tuple[Entry, ...]
    playing: tuple[int, ...]
    problems: tuple[Problem, ...] = ()
    uneven: bool = False
    outside: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """All that a game's seating needs.

    `ranking`: the players of the round or stage, best first (registration rows); `numbers`: their tournament numbers;
    `upcoming`: the round to seat and those after it in its stage; `memory`: what the last seating asked to be kept.
    """

    tournament: Tournament
    upcoming: tuple[RoundKey, ...]
    ranking: tuple[int, ...]
    numbers: Mapping[int, int]
    uneven: bool
    seed: str
    memory: Mapping[str, str]
    out_of_time: Callable[[], bool]


@dataclass(frozen=True, slots=True)
class SeatAnswer:
    """Seatings of one round or of a whole stage, problems when there is none, and what to remember."""

    seatings: tuple[Seating, ...] = ()
    problems: tuple[Problem, ...] = ()
    memory: Mapping[str, str] = field(default_factory=dict)
    quality: Mapping[str, Quality] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A game. Functions are pure; each gets what was read, returns values and problems, never raises on user data.

    `filled`: how far a table's protocol has come (EMPTY, PARTIAL or COMPLETE; validity is the pipeline's business).
    `result`: the columns that hold a row's result. `check`: problems of the protocols. `admit`: the entries policy for
    the round `upcoming` (None: none is left). `whole_stage`: a stage is seated at once, and its later games can change
    what earlier ones earned. `remind`: what to do about published seatings, once numbers and seatings are settled.
    """

    key: str
    settings: tuple[Setting, ...]
    players: Form
    protocol: Form
    hands: Form | None
    seats: tuple[str, ...]
    seat_words: str
    parts: tuple[str, ...]
    result: tuple[str, ...]
    stages: Callable[[Tournament], tuple[Stage, ...]]
    filled: Callable[[Table, Tournament, Round], Table]
    check: Callable[[Tournament], Iterable[Problem]]
    admit: Callable[[Tournament, RoundKey | None], Roster]
    score: Callable[[Tournament, Round], tuple[Score, ...]]
    ladder: Callable[[Tournament], tuple[TieBreak, ...]]
    seat: Callable[[SeatRequest], SeatAnswer]
    awards: Callable[[Tournament, Sequence[Standing]], tuple[Award, ...]]
    whole_stage: bool = False
    remind: Callable[[Tournament, Roster], Iterable[Problem]] = lambda tournament, roster: ()
    clubs: Callable[[Tournament, Sequence[Standing]], tuple[ClubStanding, ...]] = lambda tournament, standings: ()
    cards: Callable[[Tournament], tuple[DifficultCard, ...]] = lambda tournament: ()


def exact_sum(values: Iterable[Fraction]) -> Fraction:
    """The sum; whole numbers, which nearly all are, are added as such."""
    plain, rest = 0, []
    for value in values:
        above, below = value.as_integer_ratio()
        if below == 1:
            plain += above
        else:
            rest.append(value)
    return sum(rest, whole(plain))


def as_plain(value: Fraction) -> Fraction | int:
    """A whole number as an int, which compares many times faster; for sorting only."""
    above, below = value.as_integer_ratio()
    return above if below == 1 else value


def total(key: str, *parts: str) -> TieBreak:
    """A step that adds up `parts` of all scores (by default the part of the same name)."""
    wanted = parts or (key,)

    def values(players: Sequence[int], scores: Scores) -> Mapping[int, Fraction]:
        return {
            player: exact_sum(
                score.parts[part] for score in scores.get(player, ()) for part in wanted if part in score.parts
            )
            for player in players
        }

    return TieBreak(key, values, parts=wanted)


def sheet_cell(sheet: str) -> CellRef:
    """The whole sheet, for problems that no single cell has."""
    return CellRef(sheet)


COMMON_SETTINGS = (
    Setting("game", Kind.CHOICE, choices="game", required=True),
    Setting("title", Kind.TEXT, ""),
    Setting("date", Kind.TEXT, ""),
    Setting("venue", Kind.TEXT, ""),
    Setting("city", Kind.TEXT, ""),
    Setting("lang", Kind.CHOICE, "ru", choices="lang"),
    Setting("page_url", Kind.TEXT, ""),
    Setting("seed", Kind.TEXT, ""),
    Setting("closes", Kind.DATE),
    Setting("fee", Kind.NUMBER, Fraction(0), low=0),
    Setting("backups", Kind.WHOLE, 20, low=0),
)

PLAYER_COLUMNS = (
    Column("number", Kind.WHOLE, low=1, high=9999),
    Column("name", Kind.NAME, required=True),
    Column("city", Kind.TEXT),
    Column("country", Kind.TEXT),
    Column("club", Kind.TEXT),
    Column("rating", Kind.NUMBER),
    Column("registered", Kind.DATE),
    Column("paid", Kind.PAID),
    Column("status", Kind.CHOICE, choices="status"),
    Column("from_round", Kind.WHOLE, low=1),
    Column("until_round", Kind.WHOLE, low=0),
    Column("present", Kind.YES),
    Column("judge", Kind.YES),
    Column("decision", Kind.YES),
    Column("note", Kind.TEXT),
)

SETTINGS_FORM = Form(
    "settings",
    (
        Column("setting", Kind.TEXT, required=True),
        Column("value", Kind.TEXT, required=True),
        Column("note", Kind.TEXT),
    ),
)

SCHEDULE_FORM = Form(
    "schedule",
    (
        Column("start", Kind.TEXT, required=True),
        Column("end", Kind.TEXT),
        Column("what", Kind.TEXT, required=True),
        Column("round", Kind.WHOLE),
    ),
)

__all__ = [
    "COMMON_SETTINGS",
    "PLAYER_COLUMNS",
    "SCHEDULE_FORM",
    "SETTINGS_FORM",
    "Column",
    "Form",
    "Kind",
    "Roster",
    "RuleSet",
    "SeatAnswer",
    "SeatRequest",
    "Setting",
    "Stage",
    "TieBreak",
    "round_keys",
    "sheet_cell",
    "total",
]
