"""Checks of the protocols that every game shares: who sits where, and whether that is what was published.

What the seats and results of one table must look like is the game's own business.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from .entries import last_round
from .model import CellRef, Fact, Player, Problem, Round, Row, Seating, Severity, Status, Table, Tournament
from .problems import problem

PlayersById = Mapping[int, Player]


def twice_in_round(tournament: Tournament) -> Iterator[Problem]:
    """Nobody sits twice in a round, at one table or at two: pointed out at the second place, naming the first."""
    names = {player.id: player.name for player in tournament.players}
    for r in tournament.rounds:
        seen: dict[int, Row] = {}
        for row in _rows(r):
            first = seen.setdefault(row.player, row) if row.player is not None else row
            if first is not row and row.player is not None:
                facts: dict[str, Fact] = {"name": names[row.player], "cell": first.at.a1}
                yield problem("player_twice_in_round", row.at, **facts, table=first.table)


def outside_entries(tournament: Tournament, admitted: frozenset[int]) -> Iterator[Problem]:
    """Somebody sits in a round who waits or was left out: the protocol is the truth, but worth a look (A-6)."""
    names = {player.id: player.name for player in tournament.players}
    for r in tournament.rounds:
        for row in _rows(r):
            if row.player is not None and row.player not in admitted:
                yield problem("player_not_admitted", row.at, name=names[row.player])


def seated_after_leaving(tournament: Tournament, result: Iterable[str]) -> Iterator[Problem]:
    """A result of somebody who had left before the round (A-8). `result`: the columns that make a result.

    Someone removed during the round may stand in it (A-16); withdrawal and disqualification (B-7) are from a round on.
    """
    players = {player.id: player for player in tournament.players}
    columns = frozenset(result)
    for index, r in enumerate(tournament.rounds, start=1):
        for row in _rows(r):
            if row.player is None or not columns & row.values.keys():
                continue
            player = players[row.player]
            until = last_round(player)
            if player.status in (Status.WITHDRAWN, Status.DISQUALIFIED) and until is not None and index > until:
                yield problem("player_gone", row.at, name=player.name, round=until)


def against_seating(
    tournament: Tournament, published: Iterable[Seating], numbers: Mapping[int, int], unread: frozenset[str]
) -> Iterator[Problem]:
    """Rows whose player differs from the published seating, and people of that seating whom the sheet hasn't got.

    What the organiser wrote is the truth; somebody added to a table (a substitute who stepped in) is no difference.
    Sheets with errors (`unread`) may be missing people only because of them.
    """
    rounds = {r.key: r for r in tournament.rounds}
    players = {player.id: player for player in tournament.players}
    by_number = {number: players[player] for player, number in numbers.items() if player in players}
    for seating in published:
        if seating.key in rounds and rounds[seating.key].sheet not in unread:
            yield from _round_against(rounds[seating.key], seating, players, by_number)


def _round_against(
    r: Round, seating: Seating, players: PlayersById, by_number: Mapping[int, Player]
) -> Iterator[Problem]:
    there = {row.player for row in _rows(r)}
    tables = {table.number for table in r.tables}
    planned = {number: table.number for table in seating.tables for number in table.players if number}
    by_id = {player.id: number for number, player in by_number.items()}
    lost: dict[int, str] = {}
    for table in r.tables:
        for row in table.rows:
            number = by_id.get(row.player) if row.player is not None else None
            if number is None or planned.get(number, row.table) == row.table:
                continue
            name = players[row.player].name if row.player is not None else ""
            yield problem("player_off_seating", row.at, name=name, table=planned[number])
    for number, table_number in planned.items():
        player = by_number.get(number)
        if player is not None and player.id not in there and not player.status.gone:
            if table_number not in tables:
                lost.setdefault(table_number, player.name)
                continue
            facts: dict[str, Fact] = {"name": player.name, "table": table_number}
            yield problem("player_not_in_round", CellRef(r.sheet), **facts)
    for table_number, name in lost.items():
        yield problem("table_vanished", CellRef(r.sheet, 1, 1), table=table_number, name=name)


def skipped(tournament: Tournament) -> Iterator[Problem]:
    """A round with nothing typed although a later one of its stage is being played: typed into the wrong sheet?"""
    begun = {r.key: any(row.values for row in _rows(r)) for r in tournament.rounds}
    for r in tournament.rounds:
        later = [key for key, there in begun.items() if there and key.phase == r.key.phase and key > r.key]
        if later and not begun[r.key]:
            sheet = next(other.sheet for other in tournament.rounds if other.key == later[0])
            yield problem("round_skipped", CellRef(r.sheet, 1, 1), sheet=sheet)


def met_again(tournament: Tournament, published: Iterable[Seating], numbers: Mapping[int, int]) -> Iterator[Problem]:
    """Pairs who meet again at tables that the organisers made (A-11): told once a table, at its second player.

    What the published seating has together it tells of itself. Once the round is being played it's no more than a note.
    """
    names = {player.id: player.name for player in tournament.players}
    by_number = {number: player for player, number in numbers.items()}
    planned = {
        seating.key: {pair for table in seating.tables for pair in _pairs(map(by_number.get, table.players))}
        for seating in published
    }
    met: set[frozenset[int]] = set()
    for r in sorted(tournament.rounds, key=lambda r: r.key):
        code = "met_again_played" if any(row.values for row in _rows(r)) else "met_again"
        now: set[frozenset[int]] = set()
        for table in r.tables:
            seats = {row.seat: row for row in table.rows if row.player is not None}
            together = _pairs(row.player for row in seats.values())
            again = [pair for pair in together if pair in met and pair not in planned.get(r.key, ())]
            now.update(together)
            if again:
                at = [row for row in seats.values() if row.player in again[0]][-1].at
                told = ", ".join(" — ".join(sorted(names[player] for player in pair)) for pair in again)
                yield problem(code, at, table=table.number, pairs=told)
        met |= now


def _pairs(players: Iterable[int | None]) -> list[frozenset[int]]:
    """Everybody with everybody else."""
    there = [player for player in players if player is not None]
    return [frozenset(pair) for pair in combinations(there, 2) if pair[0] != pair[1]]


def _rows(r: Round) -> Iterator[Row]:
    for table in r.tables:
        yield from table.rows


def broken_rows(problems: Iterable[Problem]) -> frozenset[tuple[str, int]]:
    """(sheet, row) of every error."""
    return frozenset((p.at.sheet, p.at.row) for p in problems if p.severity is Severity.ERROR and p.at.row)


def is_broken(table: Table, rows: frozenset[tuple[str, int]]) -> bool:
    """Whether an error stands in one of the table's rows or hands."""
    places = [row.at for row in table.rows] + [hand.at for hand in table.hands]
    return any((at.sheet, at.row) in rows for at in places)
