"""Scores x ladder of tie-breaks -> places: shared where everything is level, and what decided against the next row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain, groupby, zip_longest

from .model import Player, RoundStandings, Score, Standing, Status, whole
from .rules import Scores, TieBreak, as_plain
from .text import sort_key


def by_player(scores: Iterable[Score], before: Scores | None = None) -> dict[int, tuple[Score, ...]]:
    """Each player's scores in the order they come, behind those `before`."""
    known, found = before or {}, dict[int, list[Score]]()
    for score in scores:
        found.setdefault(score.player, []).append(score)
    new = {player: (*known.get(player, ()), *theirs) for player, theirs in found.items()}
    return {**{player: tuple(theirs) for player, theirs in known.items()}, **new}


Totals = Mapping[int, Mapping[str, Fraction | int]]
"""Player -> part -> the sum of that part."""


def added(totals: Totals, scores: Iterable[Score]) -> Totals:
    """The totals with these scores added, so that the standings after each round needn't add up all before it."""
    sums: dict[int, dict[str, Fraction | int]] = {player: dict(theirs) for player, theirs in totals.items()}
    for score in scores:
        theirs = sums.setdefault(score.player, {})
        for part, value in score.parts.items():
            theirs[part] = theirs.get(part, 0) + as_plain(value)
    return sums


def key_values(
    ids: Sequence[int], scores: Scores, totals: Totals, ladder: Sequence[TieBreak]
) -> dict[int, dict[str, Fraction]]:
    """Each player's value of every step of the ladder."""
    columns = {step.key: _summed(ids, totals, step) if step.parts else step.values(ids, scores) for step in ladder}
    return {player: {key: values[player] for key, values in columns.items()} for player in ids}


def _summed(ids: Sequence[int], totals: Totals, step: TieBreak) -> dict[int, Fraction]:
    nothing: Mapping[str, Fraction] = {}
    rows = ((player, totals.get(player, nothing)) for player in ids)
    return {player: _exact(sum(theirs.get(part, 0) for part in step.parts)) for player, theirs in rows}


def _exact(total: Fraction | int) -> Fraction:
    return whole(total) if isinstance(total, int) else total


def ladder_order(values: Mapping[str, Fraction], ladder: Sequence[TieBreak]) -> tuple[Fraction | int, ...]:
    """What players are sorted by, best first."""
    return tuple(as_plain(values[step.key] if step.ascending else -values[step.key]) for step in ladder)


def rank(
    players: Sequence[Player],
    scores: Scores,
    ladder: Sequence[TieBreak],
    outside: frozenset[int] = frozenset(),
    totals: Totals | None = None,
) -> tuple[Standing, ...]:
    """The standings of `players`, best first; those `outside` the places (A-12) follow, ordered the same way.
    `totals`: what the scores add up to, where that is known already.

    Players level on the whole ladder share a place (1-2-2-4) and stand in alphabetical order. Every row names the first
    step on which it differs from the row below it; None when they are level, and on the last row.
    """
    if totals is None:
        totals = added({}, chain.from_iterable(scores.values()))
    inside = _rows([player for player in players if player.id not in outside], scores, totals, ladder, placed=True)
    others = _rows([player for player in players if player.id in outside], scores, totals, ladder, placed=False)
    return inside + others


def _rows(
    players: Sequence[Player], scores: Scores, totals: Totals, ladder: Sequence[TieBreak], placed: bool
) -> tuple[Standing, ...]:
    values = key_values([player.id for player in players], scores, totals, ladder)
    order = {player.id: ladder_order(values[player.id], ladder) for player in players}
    ordered = sorted(players, key=lambda player: (order[player.id], sort_key(player.name), player.id))
    rows: list[Standing] = []
    for _, group in groupby(ordered, key=lambda player: order[player.id]):
        level = list(group)
        first, last = len(rows) + 1, len(rows) + len(level)
        for player in level:
            sums = {part: _exact(total) for part, total in totals.get(player.id, {}).items()}
            place, shared_to = (first, last) if placed else (None, None)
            count = len(scores.get(player.id, ()))
            rows.append(Standing(player.id, player.status, place, shared_to, values[player.id], sums, count))
    return tuple(_decided(rows, ladder))


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
