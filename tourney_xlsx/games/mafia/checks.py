"""What is wrong with a protocol of sport Mafia: seats, roles, result, first night, removals. One rule, one function."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from ...model import Fact, Problem, Round, Row, Status, Table, Tournament
from ...problems import problem
from .forms import BLACK, MOST_BEST, MOST_REMARKS, NAMED, OF_TABLE, ROLES, SEATS, UNPLAYED
from .scoring import winner


def check(tournament: Tournament) -> Iterator[Problem]:
    """Every problem of the tournament's protocols, table by table. What nobody has typed into isn't looked at."""
    for r in tournament.rounds:
        for table in r.tables:
            if any(row.values.keys() - UNPLAYED for row in table.rows):
                for rule in TABLE_RULES:
                    yield from rule(table, tournament, r)


def seats_once(table: Table, tournament: Tournament, r: Round) -> Iterator[Problem]:
    """Seats 1 to 10, each once."""
    seen: dict[str, Row] = {}
    missing = tuple(seat for seat in SEATS if all(row.seat != seat for row in table.rows))
    for row in table.rows:
        if row.seat in seen:
            other = seen[row.seat].cell("seat").a1
            facts: dict[str, Fact] = {"table": table.number, "seat": row.seat, "cell": other}
            yield problem("seat_number_twice", row.cell("seat"), **facts)
        seen.setdefault(row.seat, row)
    if missing and len(seen) == len(table.rows):
        facts = {"table": table.number, "missing": ", ".join(missing), "count": len(missing)}
        yield problem("seats_missing", table.rows[0].cell("table"), **facts)


def one_of_table(table: Table, tournament: Tournament, r: Round) -> Iterator[Problem]:
    """Result, judge and award belong to the table: on one row, or the same on several."""
    for key in OF_TABLE:
        given = [row for row in table.rows if row.values.get(key) is not None]
        for row in given[1:]:
            if row.values[key] != given[0].values[key]:
                cell = given[0].cell(key).a1
                yield problem("table_value_differs", row.cell(key), table=table.number, cell=cell)
                break


def roles_dealt(table: Table, tournament: Tournament, r: Round) -> Iterator[Problem]:
    """6 civilians, 1 sheriff, 2 mafia, 1 don: a role too many is an error at once (B-21)."""
    for role, count in ROLES.items():
        holders = [row for row in table.rows if row.text("role") == role]
        if len(holders) > count:
            facts: dict[str, Fact] = {"table": table.number, "role": role, "count": len(holders), "due": count}
            yield problem("roles_wrong", holders[count].cell("role"), **facts)


def player_in_seat(table: Table, tournament: Tournament, r: Round) -> Iterator[Problem]:
    """A seat with a role has somebody in it, unless a stand-in was to sit there or its player has left (B-7, B-22)."""
    for row in table.rows:
        if row.player is None and row.text("role"):
            free = _stand_in_expected(row, table, tournament, r)
            code = "stand_in_unnamed" if free else "seat_without_player"
            yield problem(code, row.cell("name"), table=table.number, seat=row.seat)


def _stand_in_expected(row: Row, table: Table, tournament: Tournament, r: Round) -> bool:
    """By the published seating; without one, when nobody who could sit there is missing from the round."""
    players = {player.number: player for player in tournament.players if player.number is not None}
    for seating in (*tournament.published, *tournament.taken_back):
        if seating.key == r.key:
            planned = [t.players for t in seating.tables if t.number == table.number]
            number = planned[0][SEATS.index(row.seat)] if planned and row.seat in SEATS else 0
            return number == 0 or number not in players or players[number].status.gone
    sitting = {other.player for t in r.tables for other in t.rows}
    return all(p.id in sitting or p.status is not Status.PLAYER for p in tournament.players)


def incomplete(table: Table, tournament: Tournament, r: Round) -> Iterator[Problem]:
    """A protocol that was begun but lacks roles or the result."""
    lacking = [row for row in table.rows if not row.text("role")]
    if lacking:
        yield problem("roles_missing", lacking[0].cell("role"), table=table.number, count=len(lacking))
    elif not winner(table):
        yield problem("winner_missing", table.rows[0].cell("winner"), table=table.number)


def best_players(table: Table, tournament: Tournament, r: Round) -> Iterator[Problem]:
    """At most two best players (B-10); in a draw nobody gets anything for it (B-8)."""
    best = [row for row in table.rows if row.yes("best")]
    if len(best) > MOST_BEST:
        yield problem("best_too_many", best[MOST_BEST].cell("best"), table=table.number, count=len(best))
    elif best and winner(table) == "draw":
        yield problem("best_in_draw", best[0].cell("best"), table=table.number)


def first_night(table: Table, tournament: Tournament, r: Round) -> Iterator[Problem]:
    """At most one is killed first; none is fine. A black one is possible, but earns nothing (B-11)."""
    killed = [row for row in table.rows if row.yes("first_killed")]
    if len(killed) > 1:
        facts: dict[str, Fact] = {"table": table.number, "cell": killed[0].cell("first_killed").a1}
        yield problem("first_killed_twice", killed[1].cell("first_killed"), **facts)
    elif killed and killed[0].text("role") in BLACK:
        yield problem("first_killed_black", killed[0].cell("first_killed"), table=table.number, seat=killed[0].seat)


def best_move(table: Table, tournament: Tournament, r: Round) -> Iterator[Problem]:
    """The best move is the first killed's: a count from 0 to 3, or three different seats of others (B-11)."""
    killed = [row for row in table.rows if row.yes("first_killed")]
    for row in table.rows:
        named = row.values.get("best_move")
        if not isinstance(named, tuple):
            continue
        at = row.cell("best_move")
        yield from _named(row, named, table)
        if named != (0,) and not row.yes("first_killed"):
            code = "best_move_of_another" if killed else "best_move_without_kill"
            yield problem(code, at, table=table.number, seat=row.seat)


def _named(row: Row, named: tuple[int, ...], table: Table) -> Iterator[Problem]:
    at = row.cell("best_move")
    facts: dict[str, Fact] = {"table": table.number, "value": " ".join(map(str, named))}
    twice = [seat for seat, count in Counter(named).items() if count > 1]
    beyond = [seat for seat in named if str(seat) not in SEATS]
    if len(named) == 1:
        if named[0] > NAMED:
            yield problem("best_move_count", at, **facts)
    elif len(named) != NAMED:
        yield problem("best_move_not_three", at, **facts, count=len(named))
    elif beyond:
        yield problem("best_move_no_seat", at, **facts, seat=str(beyond[0]))
    elif twice:
        yield problem("best_move_twice", at, **facts, seat=str(twice[0]))
    elif row.seat in map(str, named):
        yield problem("best_move_self", at, **facts, seat=row.seat)


def removals(table: Table, tournament: Tournament, r: Round) -> Iterator[Problem]:
    """A removal that no fourth remark explains has its reason written down (B-13)."""
    for row in table.rows:
        explained = row.number("remarks") == MOST_REMARKS or row.text("removed") or row.text("note")
        if row.values.get("removed") and not explained:
            yield problem("removal_without_reason", row.cell("removed"), table=table.number, seat=row.seat)


def awarded(table: Table, tournament: Tournament, r: Round) -> Iterator[Problem]:
    """A result that the judge awarded is shown with the judge's name and note (B-6)."""
    marked = [row for row in table.rows if row.yes("awarded")]
    if marked:
        judge = next((row.text("judge") for row in table.rows if row.text("judge")), "")
        note = next((row.text("note") for row in (*marked, *table.rows) if row.text("note")), "")
        code = "result_awarded" if note else "result_awarded_bare"
        yield problem(code, marked[0].cell("awarded"), table=table.number, judge=judge or "—", note=note)


TABLE_RULES: tuple[Callable[[Table, Tournament, Round], Iterator[Problem]], ...] = (
    seats_once,
    one_of_table,
    roles_dealt,
    player_in_seat,
    incomplete,
    best_players,
    first_night,
    best_move,
    removals,
    awarded,
)
