"""Seating a stage of the cup at once (B-5, B-22), and what to do about seats that nobody takes any more (B-7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from ... import i18n
from ...entries import available
from ...model import (
    CellRef,
    EntryState,
    Player,
    Problem,
    Quality,
    Round,
    RoundKey,
    Row,
    SeatedTable,
    Seating,
    Status,
    Tournament,
)
from ...problems import problem
from ...rules import Roster, SeatAnswer, SeatRequest, round_keys
from ...text import label_key
from .forms import SEATS
from .ladder import stage_cut
from .stages import QUALIFYING, SHEETS, games, stages

if TYPE_CHECKING:
    from ...seating.rotation import RotationResult

STAND_IN = 0


def seat(request: SeatRequest) -> SeatAnswer:
    """Every round of the stage still to be played, after those that were; a problem instead where there can be none."""
    # The engine takes a while to import and most runs seat nothing.
    from ...seating.rotation import RotationRefused, RotationRequest, rotation

    key = request.upcoming[0]
    numbers = tuple(sorted(request.numbers[player] for player in request.ranking))
    played = _played(request, key)
    apart = mates(request) if key.phase == QUALIFYING and request.tournament.settings.get("mates_apart") is True else ()
    question = RotationRequest(
        players=numbers,
        games=games(request.tournament, key.phase),
        seed=f"{request.seed}/{key.stage}",
        apart=frozenset(apart),
        played=played,
    )
    try:
        result = rotation(question, request.out_of_time)
    except RotationRefused as refusal:
        sheet = request.tournament.players[0].at.sheet if request.tournament.players else ""
        code = "stage_too_few_players" if refusal.code == "too-few-players" else "stage_not_seated"
        return SeatAnswer(problems=(problem(code, CellRef(sheet), count=len(numbers), stage=SHEETS[key.phase]),))
    quality = Quality(result.pairs_ssq, result.bound, result.optimal)
    return SeatAnswer(tuple(_seatings(request, key, result, bool(apart))), quality={key.stage: quality})


def _seatings(request: SeatRequest, key: RoundKey, result: RotationResult, apart: bool) -> Iterator[Seating]:
    notes = ["drawn", "rotation_best" if result.optimal else "rotation_near", "rotation_seats"]
    notes += ["rotation_rests"] if any(result.rests.values()) else []
    notes += ["rotation_stand_ins"] if result.stand_ins else []
    notes += ["clubs_apart" if not result.apart_met else "clubs_mixed_stage"] if apart else []
    for number, tables in enumerate(result.rounds, start=1):
        seated = tuple(SeatedTable(at, players) for at, players in enumerate(tables, start=1))
        round_key = RoundKey(key.phase, number, key.stage)
        yield Seating(round_key, seated, 0, result.optimal, request.seed, tuple(notes))


def _played(request: SeatRequest, key: RoundKey) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The stage's rounds before `key`, as they were really played; stand-ins without a number are 0."""
    rounds = [r for r in request.tournament.rounds if r.key.phase == key.phase and r.key < key]
    return tuple(tuple(_sitting(table.rows, request) for table in r.tables) for r in rounds)


def _sitting(rows: Sequence[Row], request: SeatRequest) -> tuple[int, ...]:
    by_seat = {row.seat: request.numbers.get(row.player or 0, STAND_IN) for row in rows}
    return tuple(by_seat.get(seat, STAND_IN) for seat in SEATS)


def mates(request: SeatRequest) -> tuple[tuple[int, int], ...]:
    """Pairs of numbers of players from the same club."""
    clubs: dict[str, list[int]] = {}
    for player in request.tournament.players:
        if player.id in request.ranking and label_key(player.club):
            clubs.setdefault(label_key(player.club), []).append(request.numbers[player.id])
    return tuple(pair for members in clubs.values() for pair in combinations(sorted(members), 2))


def remind(tournament: Tournament, roster: Roster) -> Iterator[Problem]:
    """Seats of published rounds to come that nobody takes: whose they were, and who may sit down there (B-7, B-22).

    A published seating is never redone by itself: empty seats go to substitutes, or the organiser has it redone.
    """
    rounds = {r.key: r for r in tournament.rounds}
    calls: dict[int, int] = {}
    instead: dict[int, Player] = {}  # who comes in for somebody stays in their seats to the end of the stage
    for number, seating in _in_order(tournament):
        r = rounds.get(seating.key)
        if r is not None and any(row.values for table in r.tables for row in table.rows):
            continue
        free = list(_free_seats(tournament, roster, seating, r, number))
        if free:
            helpers = [p for p in _helpers(tournament, roster, seating.key.phase, number) if not _sits(p, seating, r)]
            helpers.sort(key=lambda player: calls.get(player.id, 0))
        bound = {helper.id for helper in instead.values()}
        for table, seat_, player in free:
            helper = instead.get(player.id) if player else None
            if helper is None or helper not in helpers:
                helper = next((h for h in helpers if h.id not in bound), None)
            if helper is not None:
                helpers.remove(helper)
                calls[helper.id] = calls.get(helper.id, 0) + 1
                if player is not None:
                    instead.setdefault(player.id, helper)
                    bound.add(helper.id)
            code = "seat_of_stand_in" if player is None else "seat_free"
            facts = {"name": player.name} if player else {}
            like = helper.name if helper else ""
            # no cell: the sheet may only just be made, and a second run must say the same
            at = CellRef(_sheet(tournament, seating.key, r))
            yield problem(code, at, table=table, seat=seat_, like=like, **facts)
    yield from _not_seated(tournament, roster)
    for r in tournament.rounds:
        yield from _outside_stage(r, tournament)


def _outside_stage(r: Round, tournament: Tournament) -> Iterator[Problem]:
    """In a later stage: somebody with a place who isn't one of its players and wasn't let in by a decision (B-5).

    Who comes in for somebody who left before the stage began is one of its players.
    """
    published = [s for s in tournament.published if s.key.phase == r.key.phase]
    if r.key.phase == QUALIFYING or not published:
        return
    meant = {number for seating in published for table in seating.tables for number in table.players}
    players = {player.id: player for player in tournament.players}
    chosen = stage_cut(tournament, r.key.phase).chosen
    for table in r.tables:
        for row in table.rows:
            player = players.get(row.player or 0)
            if player is None or player.status is Status.SUBSTITUTE or player.decision:
                continue
            if player.number in meant or player.id in chosen:
                continue
            yield problem("player_outside_stage", row.at, name=player.name, stage=SHEETS[r.key.phase])


def _in_order(tournament: Tournament) -> Iterator[tuple[int, Seating]]:
    """Published seatings with their number over the whole event."""
    keys = round_keys(stages(tournament))
    for seating in tournament.published:
        if seating.key in keys:
            yield keys.index(seating.key) + 1, seating


def _free_seats(
    tournament: Tournament, roster: Roster, seating: Seating, r: Round | None, number: int
) -> Iterator[tuple[int, str, Player | None]]:
    """Table, seat and its player who doesn't play (None: a stand-in's), unless the protocol has somebody else there."""
    taken = {(row.table, row.seat): row.player for table in (r.tables if r else ()) for row in table.rows}
    by_id = {player.id: player for player in tournament.players}
    by_number = {player.number: player for player in tournament.players if player.number is not None}
    for table in seating.tables:
        for seat_, planned in zip(SEATS, table.players, strict=False):
            there = taken.get((table.number, seat_))
            sitting = by_id.get(there) if there is not None else by_number.get(planned)
            if sitting is None or not _plays(sitting, roster, number):
                yield table.number, seat_, sitting


def _plays(player: Player, roster: Roster, number: int) -> bool:
    """Whether the player plays in the round, counted over the event, as far as is known."""
    regular = player.id in roster.playing or player.status is Status.SUBSTITUTE
    return (regular or player.decision) and available(player, number, number - 1)


def _helpers(tournament: Tournament, roster: Roster, phase: int, number: int) -> list[Player]:
    """Who may sit down in a free seat: the next of the standings in a later stage, then substitutes, then who waits."""
    states = {entry.player: entry.state for entry in roster.entries}
    came = stage_cut(tournament, phase).instead if phase != QUALIFYING else {}
    wanted = set(came) if phase != QUALIFYING else _unseated(tournament, roster)
    order = {EntryState.SUBSTITUTE: 1, EntryState.WAITING: 2}
    found = [
        (0 if p.id in wanted else order[states[p.id]], p.id, p)
        for p in tournament.players
        if (p.id in wanted or states.get(p.id) in order) and available(p, number, number)
    ]
    return [player for _, _, player in sorted(found, key=lambda item: item[:2])]


def _sits(player: Player, seating: Seating, r: Round | None) -> bool:
    planned = any(player.number in table.players for table in seating.tables) and player.number is not None
    return planned or any(row.player == player.id for table in (r.tables if r else ()) for row in table.rows)


def _unseated(tournament: Tournament, roster: Roster) -> set[int]:
    """Who plays but isn't in the published qualifying seating: let in after it was published."""
    published = [seating for seating in tournament.published if seating.key.phase == QUALIFYING]
    meant = {number for seating in published for table in seating.tables for number in table.players}
    numbers = {player.id: player.number for player in tournament.players}
    return {player for player in roster.playing if published and numbers.get(player) not in meant}


def _not_seated(tournament: Tournament, roster: Roster) -> Iterator[Problem]:
    if any(row.values for r in tournament.rounds for table in r.tables for row in table.rows):
        return
    left_out = _unseated(tournament, roster)
    names = tuple(player.name for player in tournament.players if player.id in left_out)
    if names:
        at = next(player.at for player in tournament.players if player.id in left_out)
        yield problem("players_not_seated", CellRef(at.sheet), names=names, count=len(names))


def _sheet(tournament: Tournament, key: RoundKey, r: Round | None) -> str:
    """The name of the round's protocol sheet, also of one that is only just being made."""
    return r.sheet if r is not None else i18n.sheet_name(tournament.lang, SHEETS[key.phase], key.number)
