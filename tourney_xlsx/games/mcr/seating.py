"""Mahjong's seating: tour 1 by the draw (A-10), then strong with strong, no pair twice (A-11), winds even (A-13).

The method is the engine's; here are only its question and its answer in the words of the tournament.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ... import i18n
from ...entries import seated
from ...model import CellRef, Problem, RoundKey, SeatedTable, Seating, Table, Tournament
from ...problems import problem
from ...rules import Roster, SeatAnswer, SeatRequest
from ...text import name_key, nearest
from .forms import WINDS

if TYPE_CHECKING:
    from ...seating.records import Certificate, Result, Tables

_CERTIFICATE = "swiss"
REPEAT_FREE = 16  # fewer players must meet again from the second tour on


def seat(request: SeatRequest) -> SeatAnswer:
    """The coming tour's seating; a problem instead where none can be made."""
    # The solver takes a while to import and most runs seat nothing.
    from ...seating.draw import draw
    from ...seating.records import Request
    from ...seating.swiss import seat as seat_round

    key = request.upcoming[0]
    ids = tuple(request.numbers[player] for player in request.ranking)
    apart, _ = apart_pairs(request.tournament, request.numbers)
    history = _history(request)
    if history:
        result = seat_round(
            Request(
                ranking=ids,
                history=history,
                rounds_left=len(request.upcoming) - 1,
                apart=apart,
                seed=f"{request.seed}/{key.number}",
                certificate=_certificate(request.memory),
            ),
            request.out_of_time,
        )
    else:
        clubs = {number: p.club for p in request.tournament.players if (number := request.numbers.get(p.id))}
        wish = request.tournament.settings.get("clubs_apart") is True
        result = draw(ids, clubs, wish, apart, request.seed, request.out_of_time, len(request.upcoming) - 1)
    if result.refusal is not None:
        people = request.tournament.players
        at = people[0].at if people else CellRef("")
        why = problem(f"seating_{result.refusal.value}", at, count=len(ids), round=key.number)
        return SeatAnswer(problems=(why,))
    seating = _seating(request, key, result)
    return SeatAnswer((seating,), (), _remembered(result))


def _history(request: SeatRequest) -> tuple[Tables, ...]:
    """Who sat together, as really played; somebody without a number can't be met again."""
    return tuple(tuple(_sitting(table, request.numbers) for table in r.tables) for r in request.tournament.rounds)


def _sitting(table: Table, numbers: Mapping[int, int]) -> tuple[int, ...]:
    known = (numbers.get(row.player) for row in table.rows if row.player is not None)
    return tuple(dict.fromkeys(number for number in known if number is not None))


def _seating(request: SeatRequest, key: RoundKey, result: Result) -> Seating:
    from ...seating.winds import winds

    seats = winds(tuple(table.players for table in result.tables), wind_counts(request), request.seed)
    tables = tuple(
        SeatedTable(number, order, table.distance, table.forced_by, table.repeated)
        for number, (table, order) in enumerate(zip(result.tables, seats, strict=True), start=1)
    )
    # a draw is by lot: what the engine proves of it (club mates) isn't closeness by strength
    silent = () if request.tournament.rounds else ("proved_best", "not_proved")
    notes = (*(note.value for note in result.notes if note.value not in silent), f"lookahead_{result.lookahead.value}")
    return Seating(key, tables, result.repeats, result.optimal, request.seed, notes)


def wind_counts(request: SeatRequest) -> Mapping[int, tuple[int, int, int, int]]:
    """How often each number has been East, South, West, North."""
    counts: dict[int, list[int]] = {}
    for r in request.tournament.rounds:
        for table in r.tables:
            for row in table.rows:
                number = request.numbers.get(row.player or 0)
                if number is not None and row.seat in WINDS:
                    counts.setdefault(number, [0] * 4)[WINDS.index(row.seat)] += 1
    return {number: (c[0], c[1], c[2], c[3]) for number, c in counts.items()}


def apart_pairs(tournament: Tournament, numbers: Mapping[int, int]) -> tuple[frozenset[tuple[int, int]], list[Problem]]:
    """Pairs of numbers to be kept apart, from each player's list of names or numbers; unknown ones are pointed out."""
    by_name = {name_key(player.name): player for player in tournament.players}
    by_number = {str(numbers[p.id]): p for p in tournament.players if p.id in numbers}
    pairs: set[tuple[int, int]] = set()
    problems: list[Problem] = []
    for player in tournament.players:
        text = player.extra.get("keep_apart")
        for item in str(text).replace(";", ",").split(",") if text else ():
            other = by_number.get(item.strip().lstrip("№# ")) or by_name.get(name_key(item))
            if other is None and name_key(item):
                like = nearest(item, (p.name for p in tournament.players)) or ""
                at = player.cell("keep_apart")
                problems.append(problem("keep_apart_unknown", at, name=item.strip(), like=like))
            elif other is not None and other.id != player.id and {player.id, other.id} <= numbers.keys():
                first, second = sorted((numbers[player.id], numbers[other.id]))
                pairs.add((first, second))
    return frozenset(pairs), problems


def keep_apart_known(tournament: Tournament) -> list[Problem]:
    """Names in the keep-apart column that nobody has."""
    numbers = {player.id: player.number for player in tournament.players if player.number is not None}
    return apart_pairs(tournament, numbers)[1]


def remind(tournament: Tournament, roster: Roster) -> list[Problem]:
    """Pairs that meet again in a seating still to be played are named, where the field is large enough (A-11)."""
    # with those of a seating whose sheet this run is about to make, so that the next run finds the field as large
    numbers = {tournament.people[player].number for player in seated(tournament.rounds)}
    if len(numbers | {n for seating in tournament.published for t in seating.tables for n in t.players}) < REPEAT_FREE:
        return []
    names = {player.number: player.name for player in tournament.players}
    rounds = {r.key: r for r in tournament.rounds}
    found = []
    for seating in tournament.published:
        r = rounds.get(seating.key)
        pairs = [pair for table in seating.tables for pair in table.repeats]
        if pairs and not (r is not None and r.complete):
            told = tuple(f"{names.get(one, one)} — {names.get(two, two)}" for one, two in pairs)
            # the sheet that this run is about to make has its name already: the next run says the same
            sheet = i18n.sheet_name(tournament.lang, "round", seating.key.number) if r is None else r.sheet
            found.append(
                problem("seating_repeats", CellRef(sheet), round=seating.key.number, count=len(pairs), pairs=told)
            )
    return found


def _certificate(memory: Mapping[str, str]) -> Certificate | None:
    from ...seating.records import Certificate

    try:
        rounds = json.loads(memory[_CERTIFICATE])
        return Certificate(tuple(tuple(tuple(map(int, table)) for table in tables) for tables in rounds))
    except (KeyError, ValueError, TypeError):
        return None


def _remembered(result: Result) -> Mapping[str, str]:
    if result.certificate is None:
        return {}
    return {_CERTIFICATE: json.dumps(result.certificate.rounds, separators=(",", ":"))}
