"""What goes into the seating room and what comes out: frozen records of ids, ranks and codes, no words.

A player is an id (an int, the tournament number); a rank is a place in `Request.ranking`, 0 for the leader.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

Pair = tuple[int, int]
"""Two player ids, the smaller first."""

Tables = tuple[tuple[int, ...], ...]
"""The tables of one round, each a tuple of player ids."""

OutOfTime = Callable[[], bool]
"""Asked now and then; True means: stop searching and return the best seating found."""


class Outlook(StrEnum):
    """What is known about the rounds still to come."""

    LAST_ROUND = "last_round"
    """Nothing follows, so there is nothing to look ahead to."""
    CERTIFIED = "certified"
    """`Result.certificate` is an explicit completion of all later rounds without a repeat."""
    GUARANTEED = "guaranteed"
    """So many players for so few rounds that a theorem rules a forced repeat out."""
    IMPOSSIBLE = "impossible"
    """Proved: whatever is played now, some later round (or this one) repeats a pair."""
    BEYOND_CHARTS = "beyond_charts"
    """More rounds than anybody has ever arranged for this number of players."""
    NOT_FOUND = "not_found"
    """No completion was found within the work allowed; nothing is proved."""


class Note(StrEnum):
    """Codes from which the caller makes its explanation."""

    NO_REPEATS = "no_repeats"
    REPEATS_TOO_FEW_STRANGERS = "repeats_too_few_strangers"
    """Somebody has fewer than three players left whom he may still meet."""
    REPEATS_PROVED = "repeats_proved"
    """Every player has strangers left, yet the search proved that fewer repeats are impossible."""
    REPEATS_NOT_PROVED = "repeats_not_proved"
    APART_BROKEN = "apart_broken"
    PROVED_BEST = "proved_best"
    NOT_PROVED = "not_proved"
    WINDOWS = "windows"
    """Too many players for one exact search: exact in windows of neighbouring ranks."""
    LOOKAHEAD_PRICE = "lookahead_price"
    """A closer seating of this round exists, but it would force, or might force, a repeat later."""
    TABLES_OF_THREE = "tables_of_three"
    OUT_OF_TIME = "out_of_time"
    DRAWN = "drawn"
    CLUBS_APART = "clubs_apart"
    CLUBS_MIXED = "clubs_mixed"
    """Club mates share a table, in as few pairs as could be found (`Result.club_pairs`)."""


class Refusal(StrEnum):
    """Why there is no seating at all."""

    TOO_FEW_PLAYERS = "too_few_players"
    NO_SUCH_TABLES = "no_such_tables"
    """The count is no sum of fours and threes (five players)."""
    DOUBLED_ID = "doubled_id"


@dataclass(frozen=True, slots=True)
class Certificate:
    """An explicit completion of later rounds in which nobody meets again, tables of ids.

    The rounds may be played in any order. A table of three is written with three ids.
    """

    rounds: tuple[Tables, ...]


@dataclass(frozen=True, slots=True)
class Request:
    """One round to be seated.

    `ranking`: ids, best first. `history`: the earlier rounds as really played, tables by number (people who left may
    occur).
    `rounds_left`: rounds still to come after this one. `apart`: pairs of ids never to be seated together.
    `certificate`: the one returned for the round before, if any.
    """

    ranking: tuple[int, ...]
    history: tuple[Tables, ...] = ()
    rounds_left: int = 0
    apart: frozenset[Pair] = frozenset()
    seed: str = ""
    certificate: Certificate | None = None


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """One table and how it came about.

    `players` and their `ranks` (0 = leader), by rank. `distance`: how many tables away from plain rank
    order its players sit, summed (0: exactly the players of plain rank order). `forced_by`: the earlier
    meetings (or pairs kept apart) that plain rank order would have repeated and that moved these players.
    `repeated`: pairs that meet again.
    """

    players: tuple[int, ...]
    ranks: tuple[int, ...]
    distance: int
    forced_by: tuple[Pair, ...] = ()
    repeated: tuple[Pair, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """A seating, tables by number, table 1 the leader's; or a refusal without tables.

    `repeats`: pairs that meet again. `repeat_cost`: their price (L1 of `objective`, without pairs kept
    apart). `cost`: closeness (L2). `bound`: no seating of this round with as few repeats is closer,
    whatever comes later (0 if no bound is known); `round_proved`: some seating is as close as that.
    `optimal`: proved to be the best there is; where the outlook is certified, among the seatings that can
    be completed, and the price of looking ahead is `cost - bound`. `lookahead`, `certificate`: what is
    known of the later rounds. A certificate may be shorter than `rounds_left` when more rounds without a
    repeat are impossible or unheard of.
    """

    tables: tuple[SeatedTable, ...] = ()
    repeats: int = 0
    repeat_cost: int = 0
    repeated_pairs: tuple[Pair, ...] = ()
    broken_apart: tuple[Pair, ...] = ()
    cost: int = 0
    bound: int = 0
    round_proved: bool = False
    optimal: bool = False
    certificate: Certificate | None = None
    lookahead: Outlook = Outlook.LAST_ROUND
    notes: tuple[Note, ...] = ()
    club_pairs: int = 0
    refusal: Refusal | None = None

    def ids(self) -> Tables:
        """The bare tables of ids, to be appended to a history."""
        return tuple(table.players for table in self.tables)
