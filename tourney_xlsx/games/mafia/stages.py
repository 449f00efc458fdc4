"""The stages of a cup (B-5): how many rounds each takes for its players (B-22), and what its sheets are called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...model import Seating, Status, Tournament
from ...rules import Stage
from .forms import TABLE

QUALIFYING, SEMIFINAL, FINAL = 0, 1, 2
NAMES = {QUALIFYING: "qualifying", SEMIFINAL: "semifinal", FINAL: "final"}
SHEETS = {QUALIFYING: "round", SEMIFINAL: "semifinal", FINAL: "final"}


def stages(tournament: Tournament) -> tuple[Stage, ...]:
    """The stages that are played. A stage with no games or no players by the settings is left out.

    A published stage has the rounds that were published; before that, those which its players need.
    """
    return tuple(
        Stage(phase, NAMES[phase], SHEETS[phase], _rounds(tournament, phase))
        for phase in NAMES
        if games(tournament, phase) and (phase == QUALIFYING or size(tournament, phase))
    )


def games(tournament: Tournament, phase: int) -> int:
    """Games of each player of the stage."""
    return tournament.integer(f"{NAMES[phase]}_games")


def size(tournament: Tournament, phase: int) -> int:
    """How many players a later stage takes by the settings."""
    return tournament.integer(f"{NAMES[phase]}_players")


def rounds_needed(players: int, each: int) -> int:
    """Rounds in which `players` play `each` games at tables of ten, no more tables at once than they fill (B-22)."""
    tables = -(-players * each // TABLE)
    return max(each, -(-tables // max(1, players // TABLE)))


def _rounds(tournament: Tournament, phase: int) -> int:
    published = [seating.key.number for seating in tournament.published if seating.key.phase == phase]
    if published:
        return max(published)
    return rounds_needed(_players(tournament, phase), games(tournament, phase))


def _players(tournament: Tournament, phase: int) -> int:
    """Who sits in the stage's protocols; where there are none, who can be expected."""
    sitting = seated_players(tournament, phase)
    if sitting:
        return len(sitting)
    entered = sum(1 for player in tournament.players if player.status is Status.PLAYER)
    expected = min(entered, tournament.integer("places")) if tournament.integer("places") else entered
    for earlier in range(phase + 1):
        if earlier != QUALIFYING and games(tournament, earlier) and size(tournament, earlier):
            expected = min(expected, size(tournament, earlier))
    return expected


def seated_players(tournament: Tournament, phase: int) -> tuple[int, ...]:
    """Registration rows of those who sit in the stage's protocols, substitutes left out, in the order of seats.

    Where the rest of the stage is to be seated anew, those too who would only have sat in it (B-7).
    """
    outside = {player.id for player in tournament.players if player.status is Status.SUBSTITUTE}
    meant = _meant(seating for seating in tournament.taken_back if seating.key.phase == phase)
    resting = (player.id for player in tournament.players if player.number in meant)
    found, placed = dict.fromkeys([*_sitting(tournament, phase), *resting]), let_in(tournament)
    return tuple(player for player in found if player not in outside and player in placed)


def published_players(tournament: Tournament, phase: int) -> frozenset[int]:
    """Registration rows of those whom the stage's published seating has."""
    meant = _meant(seating for seating in tournament.published if seating.key.phase == phase)
    return frozenset(player.id for player in tournament.players if player.number in meant)


def let_in(tournament: Tournament) -> frozenset[int]:
    """Who has a place in the cup: those of the published qualifying seating, and whom the organisers let in (B-2, B-3).

    Where nothing was published whoever sits in a protocol has. Others in a protocol fill a seat, outside the standings
    (B-22).
    """
    seatings = (*tournament.published, *tournament.taken_back)
    meant = _meant(seating for seating in seatings if seating.key.phase == QUALIFYING)
    if not meant:
        return frozenset(player.id for player in tournament.players)
    return frozenset(p.id for p in tournament.players if p.number in meant or p.decision)


def _meant(seatings: Iterable[Seating]) -> frozenset[int]:
    """The tournament numbers that some seatings have."""
    return frozenset(number for seating in seatings for table in seating.tables for number in table.players if number)


def _sitting(tournament: Tournament, phase: int) -> Iterator[int]:
    for r in tournament.rounds:
        if r.key.phase == phase:
            for table in r.tables:
                yield from (row.player for row in table.rows if row.player is not None)
