"""Points of a game of sport Mafia (B-8 to B-15), exact. Awards and deductions are kept apart, part by part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from ...model import DifficultCard, Round, Row, Score, Table, TableState, Tournament
from .difficult_card import stage_card
from .forms import BLACK, COLOURS, MOST_REMARKS, NAMED, ROLES, SEATS, UNPLAYED
from .stages import FINAL

WIN, BEST, FINE = Fraction(2), Fraction(1), Fraction(1)
FIRST_NIGHT = {("civilian", 3): Fraction(1, 2), ("civilian", 2): Fraction(1, 4), ("sheriff", 3): Fraction(1, 2)}
FIRST_LATE, LATER_LATE = Fraction(1), Fraction(2)
PARTS = ("win", "best", "first_night", "difficult_card", "extra", "fines", "lateness")


def winner(table: Table) -> str:
    """`red`, `black`, `draw`, or empty while nothing is typed: it stands on any row of the table."""
    return next((row.text("winner") for row in table.rows if row.text("winner")), "")


def with_state(table: Table, tournament: Tournament, r: Round) -> Table:
    """A protocol is complete with ten seats, a role in each and the result; signatures and notes alone are nothing."""
    if not any(row.values.keys() - UNPLAYED for row in table.rows):
        return replace(table, state=TableState.EMPTY)
    seats = sorted(row.seat for row in table.rows)
    roles = all(row.text("role") in ROLES for row in table.rows)
    whole = seats == sorted(SEATS) and roles and bool(winner(table))
    return replace(table, state=TableState.COMPLETE if whole else TableState.PARTIAL)


def named_blacks(row: Row, table: Table) -> int | None:
    """How many of the three named by the first killed were black, None where nothing (valid) is typed (B-11)."""
    named = row.values.get("best_move")
    if not isinstance(named, tuple):
        return None
    if len(named) == 1:
        return named[0] if named[0] <= NAMED else None
    roles = {other.seat: other.text("role") for other in table.rows}
    return sum(roles.get(str(seat)) in BLACK for seat in named) if len(named) == NAMED else None


def removed(row: Row) -> bool:
    """Sent out of the game: for the fourth remark or by a mark with its reason (B-13)."""
    return bool(row.values.get("removed")) or row.number("remarks") == MOST_REMARKS


def late_fines(tournament: Tournament) -> Mapping[tuple[str, int], Fraction]:
    """What lateness takes off, by sheet and row: 1 the first time, 2 each further time, over the whole event (B-14)."""
    times: dict[int, int] = {}
    fines = {}
    for r in tournament.rounds:
        for table in r.tables:
            for row in table.rows:
                if row.player is not None and row.yes("late"):
                    times[row.player] = times.get(row.player, 0) + 1
                    fine = FIRST_LATE if times[row.player] == 1 else LATER_LATE
                    fines[row.at.sheet, row.at.row] = fine
    return fines


def score(tournament: Tournament, r: Round) -> tuple[Score, ...]:
    """Everybody's points at the tables whose results stand."""
    late = late_fines(tournament)
    card = stage_card(tournament, r.key)
    found = []
    for table in r.tables:
        if not table.counts:
            continue
        for row in table.rows:
            if row.player is not None:
                parts = _parts(row, table, tournament, r, card, late.get((row.at.sheet, row.at.row), Fraction(0)))
                found.append(Score(row.player, r.key, table.number, row.seat, parts, tuple(_remarks(row, table))))
    return tuple(found)


def _parts(
    row: Row, table: Table, tournament: Tournament, r: Round, card: DifficultCard, late: Fraction
) -> dict[str, Fraction]:
    """In the final awards count more, deductions only where the settings say so (B-15)."""
    factor = tournament.exact("final_factor") if r.key.phase == FINAL else Fraction(1)
    on_fines = factor if tournament.settings.get("factor_on_penalties") is True else Fraction(1)
    won = has_won(row, table)
    extra = row.number("extra") or Fraction(0)
    by_hand = card.rule == "by_hand" and won and extra > 0
    earned = card.per_win if card.counted and won and row.text("role") in COLOURS.get(card.colour, ()) else Fraction(0)
    best = row.yes("best") and winner(table) != "draw"
    return {
        "win": WIN * won * factor,
        "best": BEST * best * factor,
        "first_night": _first_night(row, table) * factor,
        "difficult_card": (extra if by_hand else earned) * factor,
        "extra": Fraction(0) if by_hand else extra * (factor if extra > 0 else on_fines),
        "fines": -FINE * removed(row) * on_fines,
        "lateness": -late * on_fines,
    }


def has_won(row: Row, table: Table) -> bool:
    """Whether the row's colour won (B-9); nobody does in a draw (B-8)."""
    return row.text("role") in COLOURS.get(winner(table), ())


def _first_night(row: Row, table: Table) -> Fraction:
    named = named_blacks(row, table) if row.yes("first_killed") else None
    return FIRST_NIGHT.get((row.text("role"), named or 0), Fraction(0))


def _remarks(row: Row, table: Table) -> Iterator[str]:
    """What the ladder counts (B-17) and the page says of a game."""
    if has_won(row, table):
        yield "won"
        if row.text("role") in ("don", "sheriff"):
            yield f"won_{row.text('role')}"
    if row.yes("best") and winner(table) != "draw":
        yield "best"
    if row.yes("first_killed"):
        yield "first_killed"
    if removed(row):
        yield "removed"
