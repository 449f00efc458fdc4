"""Mahjong scoring: table points by game points (A-1), penalties (A-15), tables of three (A-16), hands (A-17)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from ...entries import last_round
from ...model import Hand, Player, Round, Row, Score, Status, Table, TableState, Tournament, whole
from ...rules import as_plain
from .forms import MAX_HANDS, WINDS

NOTHING = whole(0)
NOTHING = whole(0)
PLACE_POINTS = tuple(map(whole, (4, 2, 1, 0)))
BASE = 8


def shared_place_points(game_points: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Table points of 3 or 4 players: 4, 2, 1, 0 by game points; players level share their places' (A-1, A-16)."""
    plain = [as_plain(points) for points in game_points]
    ordered = sorted(plain, reverse=True)
    shares = {}
    for points in set(ordered):
        first, count = ordered.index(points), ordered.count(points)
        theirs = PLACE_POINTS[first : first + count]
        shares[points] = sum(theirs, Fraction(0)) / count if count > 1 else theirs[0]
    return tuple(shares[points] for points in plain)


def hand_result(hand: Hand, present: Sequence[str] = WINDS) -> dict[str, int]:
    """What a hand gives each wind (A-17): by discard the discarder pays 8 + worth and the others 8 each; on a
    self-draw each pays 8 + worth; a drawn hand gives nothing. The hand's own penalties are added (signed)."""
    result = dict.fromkeys(WINDS, 0)
    if hand.winner is not None and hand.worth:
        for wind in present:
            if wind != hand.winner:
                pays = BASE + (hand.worth if hand.discarder in (None, wind) else 0)
                result[wind] -= pays
                result[hand.winner] += pays
    for wind, penalty in zip(WINDS, hand.penalties, strict=True):
        result[wind] += penalty
    return result


def totals_from_hands(hands: Sequence[Hand], present: Sequence[str] = WINDS) -> dict[str, int]:
    """Each wind's game points as its hands give them."""
    totals = dict.fromkeys(WINDS, 0)
    for hand in hands:
        for wind, points in hand_result(hand, present).items():
            totals[wind] += points
    return totals


class Place(NamedTuple):
    """A wind's seat at a table: who sat down first, and who stepped in for them (A-16).

    `game_points`: those of the seat, whoever's row they are on.
    """

    wind: str
    first: Row
    second: Row | None
    game_points: Fraction | None


class Seats(NamedTuple):
    """A table's seats in the order E S W N, and those of them at which somebody plays."""

    all: tuple[Place, ...]
    playing: tuple[Place, ...]

    @property
    def all_written(self) -> bool:
        """Whether everybody's game points are there."""
        return all(place.game_points is not None for place in self.playing)


def seats(table: Table, tournament: Tournament, number: int) -> Seats:
    """The seats of a table in round `number`; a second row of a wind stepped in for the first."""
    first: dict[str, Row] = {}
    second: dict[str, Row] = {}
    for row in table.rows:
        (second if row.seat in first else first)[row.seat] = row
    found = []
    for wind in WINDS:
        if wind in first:
            points = (second.get(wind) or first[wind]).number("game_points")
            found.append(Place(wind, first[wind], second.get(wind), points))
    players = tournament.people
    return Seats(tuple(found), tuple(place for place in found if not vacant(place, players, number)))


def vacant(place: Place, players: Mapping[int, Player], number: int) -> bool:
    """Nobody plays there: no player, or one who had left by this round (removed during it, or gone before it)."""
    if place.second is not None:
        return False
    if place.first.player is None:
        return True
    player = players[place.first.player]
    if not player.status.gone:
        return False
    until = last_round(player)
    if until is not None and until < number:
        return True
    if until is not None and player.status is Status.WITHDRAWN:
        return False
    return place.first.number("game_points") is None


def with_state(table: Table, tournament: Tournament, r: Round) -> Table:
    """How far the protocol has come; where only hands are given, the game points they give stand for the written ones.

    Game points worked out from hands finish the protocol only when it is signed or all 16 hands are there: otherwise
    somebody may still be typing, and the next tour must not be seated from half a session.
    """
    playing = seats(table, tournament, r.key.number).playing
    typed = any(row.values for row in table.rows)
    written = [place.game_points for place in playing]
    if playing and all(points is not None for points in written) and len(playing) >= 3:
        return replace(table, state=TableState.COMPLETE)
    if table.hands and all(points is None for points in written) and len(playing) >= 3:
        return _derived(table, playing)
    return replace(table, state=TableState.PARTIAL if typed or table.hands else TableState.EMPTY)


def _derived(table: Table, playing: Sequence[Place]) -> Table:
    totals = totals_from_hands(table.hands, [place.wind for place in playing])
    holders = {(place.second or place.first).at: totals[place.wind] for place in playing}
    rows = tuple(
        replace(row, values={**row.values, "game_points": holders[row.at]}) if row.at in holders else row
        for row in table.rows
    )
    finished = len(table.hands) >= MAX_HANDS or all(row.yes("signed") for row in rows if row.player is not None)
    state = TableState.COMPLETE if finished else TableState.PARTIAL
    return replace(table, rows=rows, state=state)


def table_points(table: Table, tournament: Tournament, playing: Sequence[Place]) -> dict[int, Fraction]:
    """Index of each row -> its table points (A-1, A-16).

    Only the players at the table share; a seat whose player was replaced keeps its place among the four, and both rows
    of it get 0 unless points were written by hand. With three, the three share 4, 2, 1.
    """
    before = tournament.settings.get("penalty_first") is True
    points = [_ranked_by(place, before) for place in playing]
    shares = dict(zip((place.wind for place in playing), shared_place_points(points), strict=True))
    stepped = {place.wind for place in playing if place.second is not None}
    result = {}
    for index, row in enumerate(table.rows):
        if row.seat in stepped:
            result[index] = row.number("table_points") or Fraction(0)
        else:
            result[index] = shares.get(row.seat, Fraction(0))
    return result


def _ranked_by(place: Place, penalty_before: bool) -> Fraction:
    points = place.game_points or NOTHING
    return points - penalty(place.second or place.first) if penalty_before else points


def penalty(row: Row) -> Fraction:
    """Game points taken off, written as 10 or -10 (A-15)."""
    return abs(row.number("penalty") or NOTHING) or NOTHING


def score(tournament: Tournament, r: Round) -> tuple[Score, ...]:
    """Every player's table points and game points at the tables whose results stand; a penalty comes off afterwards."""
    scores = []
    for table in r.tables:
        if not table.counts:
            continue
        shares = table_points(table, tournament, seats(table, tournament, r.key.number).playing)
        for index, row in enumerate(table.rows):
            if row.player is None:
                continue
            parts = {
                "table_points": shares[index],
                "game_points": row.number("game_points") or NOTHING,
                "penalty": -penalty(row) or NOTHING,
            }
            scores.append(Score(row.player, r.key, table.number, row.seat, parts))
    return tuple(scores)
