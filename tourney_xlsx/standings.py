"""Scores x ladder of tie-breaks -> places: shared where everything is level, and what decided against the next row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, zip_longest

from .model import Player, RoundStandings, Score, Standing, Status
from .rules import Scores, TieBreak, as_plain, exact_sum
from .text import sort_key


def by_player(scores: Iterable[Score]) -> dict[int, tuple[Score, ...]]:
    """Each player's scores in the order they come."""
    found: dict[int, list[Score]] = {}
    for score in scores:
        found.setdefault(score.player, []).append(score)
    return {player: tuple(theirs) for player, theirs in found.items()}


def key_values(ids: Sequence[int], scores: Scores, ladder: Sequence[TieBreak]) -> dict[int, dict[str, Fraction]]:
    """Each player's value of every step of the ladder."""
    columns = {step.key: step.values(ids, scores) for step in ladder}
    return {player: {key: values[player] for key, values in columns.items()} for player in ids}


def ladder_order(values: Mapping[str, Fraction], ladder: Sequence[TieBreak]) -> tuple[Fraction | int, ...]:
    """What players are sorted by, best first."""
    return tuple(as_plain(values[step.key] if step.ascending else -values[step.key]) for step in ladder)


def rank(
    players: Sequence[Player],
    scores: Scores,
    ladder: Sequence[TieBreak],
    outside: frozenset[int] = frozenset(),
) -> tuple[Standing, ...]:
    """The standings of `players`, best first; those `outside` the places (A-12) follow, ordered the same way.

    Players level on the whole ladder share a place (1-2-2-4) and stand in alphabetical order. Every row names the first
    step on which it differs from the row below it; None when they are level, and on the last row.
    """
    inside = _rows([player for player in players if player.id not in outside], scores, ladder, placed=True)
    return inside + _rows([player for player in players if player.id in outside], scores, ladder, placed=False)


def _rows(players: Sequence[Player], scores: Scores, ladder: Sequence[TieBreak], placed: bool) -> tuple[Standing, ...]:
    values = key_values([player.id for player in players], scores, ladder)
    order = {player.id: ladder_order(values[player.id], ladder) for player in players}
    ordered = sorted(players, key=lambda player: (order[player.id], sort_key(player.name), player.id))
    rows: list[Standing] = []
    for _, group in groupby(ordered, key=lambda player: order[player.id]):
        level = list(group)
        first, last = len(rows) + 1, len(rows) + len(level)
        rows += [_row(player, values, scores, (first, last) if placed else None) for player in level]
    return tuple(_decided(rows, ladder))


def _row(
    player: Player,
    values: Mapping[int, Mapping[str, Fraction]],
    scores: Scores,
    places: tuple[int, int] | None,
) -> Standing:
    theirs = scores.get(player.id, ())
    kinds = dict.fromkeys(key for score in theirs for key in score.parts)
    parts = {kind: exact_sum(score.parts[kind] for score in theirs if kind in score.parts) for kind in kinds}
    first, last = places or (None, None)
    status = player.status
    return Standing(player.id, status, first, last, values[player.id], parts, len(theirs))


def _decided(rows: Sequence[Standing], ladder: Sequence[TieBreak]) -> Iterable[Standing]:
    for row, below in zip_longest(rows, rows[1:]):
        keys = () if below is None else (s.key for s in ladder if row.keys[s.key] != below.keys[s.key])
        yield Standing(
            row.player,
            row.status,
            row.place,
            row.last,
            row.keys,
            row.parts,
            row.rounds,
            next(iter(keys), None),
        )


def place_of(rows: Iterable[Standing]) -> dict[int, int]:
    """Player -> place, for those who have one."""
    return {row.player: row.place for row in rows if row.place is not None}


def participants(players: Iterable[Player], playing: Iterable[int], scores: Scores) -> list[Player]:
    """Who stands in the standings: everybody who was let in or has a score."""
    chosen = {*playing, *scores}
    return [player for player in players if player.id in chosen]


def outside_places(players: Iterable[Player]) -> frozenset[int]:
    """Substitutes stand outside the places (A-12)."""
    return frozenset(player.id for player in players if player.status is Status.SUBSTITUTE)


def latest(history: Sequence[RoundStandings]) -> tuple[Standing, ...]:
    """The standings in force, empty before the first result."""
    return history[-1].rows if history else ()
