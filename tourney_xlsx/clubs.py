"""Club standings: the sum of a club's best players (B-19)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from .model import ClubStanding, Player, Standing
from .text import label_key, sort_key


def club_standings(
    players: Iterable[Player], standings: Sequence[Standing], key: str, counted: int
) -> tuple[ClubStanding, ...]:
    """Clubs by the sum of `key` of their best `counted` players with a place, then by the mean; level clubs share.

    Spellings of a club that differ by case or spaces are one club, shown as its best player wrote it.
    """
    people = {player.id: player for player in players}
    members: dict[str, list[Standing]] = {}
    for row in standings:
        club = label_key(people[row.player].club)
        if club and row.place is not None:
            members.setdefault(club, []).append(row)
    found = []
    for rows in members.values():
        best = sorted(rows, key=lambda row: -row.keys[key])[:counted]
        points = sum((row.keys[key] for row in best), Fraction(0))
        name = people[best[0].player].club
        found.append(ClubStanding(0, name, points, points / len(best), tuple(row.player for row in best)))
    found.sort(key=lambda club: (-club.points, -club.mean, sort_key(club.club)))
    levels = [(club.points, club.mean) for club in found]
    return tuple(
        ClubStanding(levels.index(level) + 1, club.club, club.points, club.mean, club.counted)
        for club, level in zip(found, levels, strict=True)
    )
