"""Level on points, who stands higher (B-17), and who goes on to the next stage (B-5, B-16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from ...entries import available, played_until
from ...model import Score, Standing, Tournament
from ...rules import Scores, TieBreak, round_keys, total
from ...standings import by_player, ladder_order, outside_places, participants, rank
from .forms import RESULT
from .scoring import PARTS, score
from .stages import FINAL, QUALIFYING, let_in, published_players, seated_players, size, stages


def counted(key: str, remark: str) -> TieBreak:
    """A step that counts the games with a remark."""

    def values(players: Sequence[int], scores: Scores) -> Mapping[int, Fraction]:
        return {p: Fraction(sum(remark in s.remarks for s in scores.get(p, ()))) for p in players}

    return TieBreak(key, values)


_BEFORE = (
    total("points", *PARTS),
    counted("wins", "won"),
    counted("best", "best"),
    counted("don_wins", "won_don"),
    counted("sheriff_wins", "won_sheriff"),
)
_AFTER = (counted("first_killed", "first_killed"),)


def qualifying_place(players: Sequence[int], scores: Scores) -> Mapping[int, Fraction]:
    """The place after the qualifying and semi-final games, by the ladder without this step; 0 until a final begins."""
    began = any(score.round.phase == FINAL for player in players for score in scores.get(player, ()))
    if not began:
        return dict.fromkeys(players, Fraction(0))
    earlier = {p: [s for s in scores.get(p, ()) if s.round.phase < FINAL] for p in players}
    steps = (*_BEFORE, *_AFTER)
    columns = {step.key: step.values(players, earlier) for step in steps}
    orders = {p: ladder_order({key: values[p] for key, values in columns.items()}, steps) for p in players}
    places: dict[int, Fraction] = {}
    for _, level in groupby(sorted(players, key=lambda p: orders[p]), key=lambda p: orders[p]):
        places |= dict.fromkeys(list(level), Fraction(len(places) + 1))
    return places


def ladder(tournament: Tournament) -> tuple[TieBreak, ...]:
    """Points; games won; best player; wins as Don, as Sheriff; the place before the final; killed first (B-17).

    "Games won and lost the same" needs no step: whoever is level on games won has lost the same of the same count.
    """
    return (*_BEFORE, TieBreak("qualifying_place", qualifying_place, ascending=True), *_AFTER)


@dataclass(frozen=True, slots=True)
class Cut:
    """Who goes on to a stage, best first; who came in for whom; who is level with the last one in and stays out."""

    chosen: tuple[int, ...]
    instead: Mapping[int, int]
    level_out: tuple[int, ...] = ()
    level_in: tuple[int, ...] = ()


def order_before(tournament: Tournament, phase: int) -> tuple[Standing, ...]:
    """The standings after the stages before `phase`, substitutes left out. Ratings run through (B-16)."""
    earlier = [r for r in tournament.rounds if r.key.phase < phase]
    scores: dict[int, tuple[Score, ...]] = by_player(found for r in earlier for found in score(tournament, r))
    outside, placed = outside_places(tournament.players), let_in(tournament)
    there = participants(tournament.players, (), scores)
    people = [player for player in there if player.id in placed and player.id not in outside]
    return rank(people, scores, ladder(tournament))


def stage_cut(tournament: Tournament, phase: int) -> Cut:
    """The players of a later stage: the best who were there when it began; whoever left makes room for the next (B-5).

    The final is played by those who played the semi-final. Level at the edge, an organisers' decision goes first. Once
    the stage's seating is published its players are those; a correction of what was before changes nothing of it.
    """
    keys = round_keys(stages(tournament))
    first = next((number for number, key in enumerate(keys, start=1) if key.phase == phase), len(keys) + 1)
    played = played_until(tournament, RESULT)
    there = {player.id for player in tournament.players if available(player, first, played.get(player.id, 0))}
    rows = order_before(tournament, phase)
    before = max((stage.phase for stage in stages(tournament) if stage.phase < phase), default=QUALIFYING)
    previous = frozenset(seated_players(tournament, before))
    decided = {player.id for player in tournament.players if player.decision}
    rows = tuple(row for row in rows if row.player in previous)
    ordered = sorted(rows, key=lambda row: (row.place or 0, row.player not in decided))
    wanted = size(tournament, phase)
    if published := published_players(tournament, phase):
        return _of_published(ordered, published, there, wanted)
    present = [row for row in ordered if row.player in there]
    chosen, out = present[:wanted], present[wanted:]
    meant = {row.player for row in ordered[:wanted]}
    gone = [row.player for row in ordered[:wanted] if row.player not in there]
    came = [row.player for row in chosen if row.player not in meant]
    return _cut(chosen, out, dict(zip(came, gone, strict=False)))


def _cut(chosen: Sequence[Standing], out: Sequence[Standing], instead: Mapping[int, int]) -> Cut:
    """The cut between those chosen and those left out, both best first."""
    edge = chosen[-1].place if chosen and out and out[0].place == chosen[-1].place else None
    return Cut(
        chosen=tuple(row.player for row in chosen),
        instead=instead,
        level_out=tuple(row.player for row in out if row.place == edge),
        level_in=tuple(row.player for row in chosen if row.place == edge),
    )


def _of_published(ordered: Sequence[Standing], published: frozenset[int], there: set[int], wanted: int) -> Cut:
    """Those whom the published seating has, the next of the standings in the place of each who isn't there any more.

    Who had come in for whom when it was published stays told.
    """
    meant = [row.player for row in ordered[:wanted]]
    left_before = [player for player in meant if player not in published and player not in there]
    came_before = [row.player for row in ordered if row.player in published and row.player not in meant]
    gone = [row.player for row in ordered if row.player in published and row.player not in there]
    present = [row for row in ordered if row.player in there]
    came = [row.player for row in present if row.player not in published][: len(gone)]
    chosen = [row for row in present if row.player in published or row.player in came]
    out = [row for row in present if row not in chosen]
    instead = {**dict(zip(came_before, left_before, strict=False)), **dict(zip(came, gone, strict=False))}
    return _cut(chosen, out, instead)
