"""What every game's entries policy needs: registration order, who is there for a round, numbers by draw (A-10)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, time

from .model import Player, Round, Status, Tournament, Value
from .text import name_key


def registration_order(players: Iterable[Player]) -> list[Player]:
    """By time of registration, then as they stand in the sheet; without a time, after those who have one (A-6, B-3)."""
    return sorted(players, key=lambda player: (player.registered or datetime.max, player.id))


def deadline(setting: Value) -> datetime | None:
    """When registration closes: a date without a time means the end of that day."""
    if not isinstance(setting, datetime):
        return None
    return datetime.combine(setting, time.max) if setting.time() == time.min else setting


def late(player: Player, closes: datetime | None) -> bool:
    """Whether the player registered after registration had closed."""
    return closes is not None and player.registered is not None and player.registered > closes


def last_round(player: Player) -> int | None:
    """The last round played by someone who left: `По тур`, or the one before `С тура` if only that is there (A-8)."""
    if player.until_round is not None:
        return player.until_round
    if player.status.gone and player.from_round is not None:
        return player.from_round - 1
    return None


def played_until(tournament: Tournament, required: Iterable[str]) -> dict[int, int]:
    """Player -> the last round (counted over the whole event) with a result of theirs, in a `required` column."""
    wanted = frozenset(required)
    return {
        row.player: index
        for index, r in enumerate(tournament.rounds, start=1)
        for table in r.tables
        for row in table.rows
        if row.player is not None and wanted & row.values.keys()
    }


def available(player: Player, number: int, played: int) -> bool:
    """Whether the player can sit down in round `number` (counted over the whole event).

    Someone who left without saying when has left after round `played`, the last one with a result of theirs.
    """
    until = last_round(player)
    if player.status.gone:
        return number <= (until if until is not None else played)
    if until is not None and number > until:
        return False
    return player.from_round is None or number >= player.from_round


def seated(rounds: Iterable[Round]) -> frozenset[int]:
    """Everybody who sits in one of the rounds."""
    return frozenset(row.player for r in rounds for t in r.tables for row in t.rows if row.player is not None)


def seeded_key(seed: str, *parts: object) -> int:
    """A number that looks random and is the same everywhere for the same seed."""
    text = "\x1f".join([seed, *map(str, parts)])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def numbers_by_draw(
    tournament: Tournament, playing: Sequence[int], known: Mapping[int, int], seed: str
) -> dict[int, int]:
    """Registration row -> tournament number of everybody in `playing` (A-10).

    A number typed by hand or kept from earlier runs stays. The free ones from 1 up to as many as there are players are
    drawn from the seed; substitutes draw from what follows, so that the players' numbers are 1 to N.
    """
    players = {player.id: player for player in tournament.players}
    numbers = dict(known)
    for substitutes in (False, True):
        without = [
            player
            for player in playing
            if player not in numbers and (players[player].status is Status.SUBSTITUTE) == substitutes
        ]
        taken = set(numbers.values())
        free = [number for number in range(1, len(without) + len(taken) + 1) if number not in taken]
        free = free[: len(without)]
        drawn = sorted(without, key=lambda player: seeded_key(seed, "number", name_key(players[player].name)))
        numbers |= dict(zip(drawn, free, strict=True))
    return numbers
