"""Signed protocols are sealed (A-18): what counts changes only with a judge's release, and that is told for good.

A table is sealed when it stands and every row with a player is signed. Later each value that counts is compared with
the seal: the seat, the player (by number or name, so that a corrected name breaks nothing), every typed column but the
note and the release, and the hands. A new text in `Исправление разрешил` on any row of the table releases its seal; the
corrections are recorded and the table is sealed anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import zip_longest

from . import i18n
from .model import (
    CellRef,
    Correction,
    Fact,
    Player,
    Problem,
    Round,
    Row,
    Seal,
    SealedRow,
    Table,
    TableState,
    Tournament,
    Value,
)
from .problems import problem
from .text import name_key

UNSEALED = frozenset({"note", "released"})
SIGNATURE, RELEASE = "signed", "released"


@dataclass(frozen=True, slots=True)
class Held:
    """The tournament with its tables sealed or invalid, the corrections that were allowed now, and problems."""

    tournament: Tournament
    corrections: tuple[Correction, ...]
    problems: tuple[Problem, ...]


def hold(
    tournament: Tournament, seals: Iterable[Seal], unread: frozenset[tuple[str, int]] = frozenset()
) -> Held:
    """Hold every sealed table against its seal: an unreleased change is an error at its cell, and the table invalid.

    `unread`: rows (sheet, row) with errors of reading; that nobody is known to sit there is one of these, no change.
    A signed table that stands is sealed from now on.
    """
    known = {(s.round, s.table): s for s in seals}
    people = {player.id: player for player in tournament.players}
    problems: list[Problem] = []
    corrections: list[Correction] = []
    rounds = []
    for r in tournament.rounds:
        tables = []
        for table in r.tables:
            old = known.get((r.key, table.number))
            changes = list(_changes(old, r, table, people, unread)) if old else []
            released = _release(old, table) if old and changes else ""
            if changes and not released:
                problems += [_broken(change, tournament.game) for change in changes]
                tables.append(replace(table, state=TableState.INVALID))
                continue
            corrections += [replace(change, allowed_by=released) for change in changes]
            sealed = table.counts and _signed(table)
            tables.append(replace(table, state=TableState.SEALED) if sealed else table)
        rounds.append(replace(r, tables=tuple(tables)))
    problems += _gone(known.values(), tournament)
    return Held(replace(tournament, rounds=tuple(rounds)), tuple(corrections), tuple(problems))


def renewed(tournament: Tournament, seals: Iterable[Seal]) -> tuple[Seal, ...]:
    """The seals for the next run: sealed tables as they are now, broken or vanished ones as they were.

    `tournament`: with its players' final numbers. A table that was released and isn't signed any more loses its seal.
    """
    people = {player.id: player for player in tournament.players}
    tables = {(r.key, table.number): (r, table) for r in tournament.rounds for table in r.tables}
    kept = [s for s in seals if _keeps(tables.get((s.round, s.table)))]
    known = {(s.round, s.table): s for s in seals}
    fresh = (_sealed(r, t, people) for r, t in tables.values() if t.state is TableState.SEALED)
    # one that is as it was stays the same object: thousands of seals twice would be felt
    made = [old if (old := known.get((s.round, s.table))) == s else s for s in fresh]
    return tuple(sorted((*kept, *made), key=lambda s: (s.round, s.table)))


def _keeps(place: tuple[Round, Table] | None) -> bool:
    return place is None or place[1].state is TableState.INVALID


def told(corrections: Iterable[Correction], tournament: Tournament) -> list[Problem]:
    """A note for every correction that ever was, for the checks sheet."""
    game = tournament.game
    return [problem("seal_released", _at(c, tournament), **_facts(c, game), by=c.allowed_by) for c in corrections]


def _signed(table: Table) -> bool:
    """Every row with a player is signed, and there is one."""
    rows = [row for row in table.rows if row.player is not None]
    return bool(rows) and all(row.yes(SIGNATURE) for row in rows)


def _sealed(r: Round, table: Table, people: Mapping[int, Player]) -> Seal:
    rows = tuple(_row(row, people) for row in table.rows)
    hands = tuple(
        f"{h.number}:{h.worth}:{h.winner or ''}:{h.discarder or ''}:{','.join(map(str, h.penalties))}"
        for h in table.hands
    )
    return Seal(r.key, table.number, rows, hands, " ".join(_released(table)))


def _row(row: Row, people: Mapping[int, Player]) -> SealedRow:
    values = {column: as_text(value) for column, value in row.values.items() if column not in UNSEALED}
    player = people.get(row.player or 0)
    return SealedRow(row.seat, player.number or 0 if player else 0, player.name if player else "", values)


def as_text(value: Value) -> str:
    """A value the way a seal keeps it."""
    if isinstance(value, bool):
        return "+" if value else "-"
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return str(Fraction(value)) if isinstance(value, int | Fraction) else str(value)


def _release(old: Seal, table: Table) -> str:
    """The text that releases the seal: one that wasn't there when the table was sealed; each name of it once."""
    said = _released(table)
    return ", ".join(dict.fromkeys(said)) if " ".join(said) != old.release else ""


def _released(table: Table) -> list[str]:
    return [said for row in table.rows if (said := row.text(RELEASE))]


def _changes(
    old: Seal, r: Round, table: Table, people: Mapping[int, Player], unread: frozenset[tuple[str, int]]
) -> Iterator[Correction]:
    """Every value that differs from the seal, rows compared in seat order. A player is known by number or by name."""
    new = _sealed(r, table, people)
    nobody = SealedRow("", 0, "", {})
    for index, (before, after) in enumerate(zip_longest(old.rows, new.rows, fillvalue=nobody)):
        row = table.rows[min(index, len(table.rows) - 1)]
        if before.seat != after.seat:
            yield _correction(r, table, row, "seat", before.seat, after.seat)
        known = row.player is not None or (row.at.sheet, row.at.row) not in unread
        if known and before.number != after.number and name_key(before.name) != name_key(after.name):
            yield _correction(r, table, row, "name", before.name, after.name)
        for column in sorted({*before.values, *after.values}):
            was, now = before.values.get(column, ""), after.values.get(column, "")
            if was != now:
                yield _correction(r, table, row, column, was, now)
    for index, (was, now) in enumerate(zip_longest(old.hands, new.hands, fillvalue="")):
        if was != now:
            at = table.hands[min(index, len(table.hands) - 1)].at if table.hands else table.rows[0].at
            yield Correction(r.key, table.number, "hand", was, now, at)


def _correction(r: Round, table: Table, row: Row, column: str, was: str, now: str) -> Correction:
    return Correction(r.key, table.number, column, was, now, row.cell(column))


def _facts(change: Correction, game: str) -> dict[str, Fact]:
    told: dict[str, Fact] = {"table": change.table, "column": change.column, "form": game}
    return {**told, "old": change.old, "new": change.new}


def _broken(change: Correction, game: str) -> Problem:
    code = "seal_broken_hand" if change.column == "hand" else "seal_broken"
    return problem(code, change.at, **_facts(change, game))


def _at(change: Correction, tournament: Tournament) -> CellRef:
    """Where a correction of an earlier run stands now; its sheet may have another name by now."""
    sheet = next((r.sheet for r in tournament.rounds if r.key == change.round), change.at.sheet)
    return CellRef(sheet, change.at.row, change.at.column)


def _gone(seals: Iterable[Seal], tournament: Tournament) -> list[Problem]:
    """Sealed tables that aren't in their round any more; none while no players are known: nothing is read then."""
    if not tournament.players:
        return []
    there = {(r.key, table.number) for r in tournament.rounds for table in r.tables}
    sheets = {r.key: r.sheet for r in tournament.rounds}
    return [
        problem(
            "seal_table_gone",
            CellRef(sheets.get(s.round) or i18n.sheet_name(tournament.lang, s.round.sheet, s.round.number), 1, 1),
            table=s.table,
            stage=s.round.sheet,
            round=s.round.number,
        )
        for s in seals
        if (s.round, s.table) not in there
    ]
