"""Who plays (B-1 to B-4, B-7): places in order of registration, who waits and why, refunds; then stage by stage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from ...entries import available, deadline, last_round, played_until, registration_order, seated
from ...model import Entry, EntryState, Fact, Player, Problem, RoundKey, Status, Tournament
from ...problems import problem
from ...rules import Roster, round_keys
from .eligibility import MENDABLE, fee_of, obstacle
from .forms import RESULT
from .ladder import Cut, stage_cut
from .stages import NAMES, QUALIFYING, let_in, seated_players, stages


def admit(tournament: Tournament, upcoming: RoundKey | None) -> Roster:
    """The entries, and who plays the stage of `upcoming` (None: the last game is over).

    Until the first result places go by registration; later, whoever began goes on, the best of them to the next stage.
    """
    if played_until(tournament, RESULT):
        return _during(tournament, upcoming)
    return _before(tournament)


@dataclass(frozen=True, slots=True)
class _Field:
    """The entries before the start. `standing`: who wants a place, in the order of getting one."""

    standing: tuple[Player, ...]
    places: int
    absent: frozenset[int]
    promoted: frozenset[int]


def _field(tournament: Tournament) -> _Field:
    """Decisions first, then by registration; the organisers' own waiting list moves up into places given up (B-3)."""
    on_the_day = any(player.present for player in tournament.players)
    entered = [p for p in tournament.players if p.status in (Status.PLAYER, Status.WAITING)]
    absent = frozenset(p.id for p in entered if on_the_day and not p.present)
    fit = [p for p in registration_order(tournament.players) if not obstacle(tournament, p)]
    wanting = [p for p in fit if p in entered and p.id not in absent and available(p, 1, 0)]
    standing = sorted(wanting, key=lambda p: (not p.decision, p.status is Status.WAITING))
    places = tournament.integer("places")
    meant = [p for p in fit if p.status is Status.PLAYER or p.status.gone][:places]
    first = {p.id for p in meant if p.status is not Status.WAITING}
    promoted = frozenset(p.id for p in standing[:places] if p.id not in first and not p.decision)
    return _Field(tuple(standing), places, absent, promoted)


def _before(tournament: Tournament) -> Roster:
    field = _field(tournament)
    regular = [p for p in field.standing if p.status is not Status.WAITING or p.decision]
    given_up = sum(p.status.gone or p.id in field.absent for p in tournament.players)
    free = min(max(0, field.places - len(regular)), given_up)
    listed = [p for p in field.standing if p not in regular]
    chosen = [*regular[: field.places], *listed[:free]]
    queue = [p for p in field.standing if p not in chosen]
    helped = _replaced(tournament, chosen, field)
    entries = [_entry_before(tournament, p, field, chosen, queue, helped) for p in tournament.players]
    return Roster(tuple(entries), tuple(player.id for player in chosen))


def _replaced(tournament: Tournament, chosen: Sequence[Player], field: _Field) -> frozenset[int]:
    """Those who left after the closing date and whose place somebody took: as many as came in or stand by (B-4)."""
    closes = deadline(tournament.settings.get("closes"))
    gone = [p for p in tournament.players if p.status.gone and closes is not None and not _in_time(p, tournament)]
    gone.sort(key=lambda p: (p.left_on or datetime.max, p.id))
    standing_by = sum(p.status is Status.SUBSTITUTE for p in tournament.players)
    came = sum(p.id in field.promoted or p.status is Status.WAITING for p in chosen)
    return frozenset(p.id for p in gone[: came + standing_by])


def _in_time(player: Player, tournament: Tournament) -> bool:
    """Left by the closing date."""
    closes = deadline(tournament.settings.get("closes"))
    return closes is None or player.left_on is None or player.left_on <= closes


def _entry_before(
    tournament: Tournament,
    player: Player,
    field: _Field,
    chosen: Sequence[Player],
    queue: Sequence[Player],
    helped: frozenset[int],
) -> Entry:
    if player.status is Status.SUBSTITUTE:
        return Entry(player.id, EntryState.SUBSTITUTE, "substitute_ready")
    if player.status.gone:
        return _gone_before(tournament, player, helped)
    if player in chosen:
        if player.decision:
            return Entry(player.id, EntryState.PLAYING, "decision")
        promoted = player.id in field.promoted or player.status is Status.WAITING
        return Entry(player.id, EntryState.PLAYING, "promoted" if promoted else "admitted")
    if player.id in field.absent:
        return Entry(player.id, EntryState.WITHDRAWN, "absent")
    why = obstacle(tournament, player)
    if why in MENDABLE:
        return Entry(player.id, EntryState.WAITING, why, {"fee": tournament.exact("fee")})
    if why:
        facts = {"months": tournament.integer("minimum_experience")}
        return Entry(player.id, EntryState.REJECTED, why, facts, fee_of(tournament, player))
    if player in queue:
        position = queue.index(player) + 1
        code = "waiting_listed" if player.status is Status.WAITING else "waiting_full"
        return Entry(player.id, EntryState.WAITING, code, {"position": position, "places": field.places})
    return Entry(player.id, EntryState.WAITING, "not_yet", {"round": player.from_round or 1})


def _gone_before(tournament: Tournament, player: Player, helped: frozenset[int]) -> Entry:
    """The fee goes back to whoever left in time, or found a substitute (B-4); to nobody who was shut out."""
    if player.status is not Status.WITHDRAWN:
        return Entry(player.id, EntryState.WITHDRAWN, "shut_out_before")
    if _in_time(player, tournament):
        return Entry(player.id, EntryState.WITHDRAWN, "withdrew_before", {}, fee_of(tournament, player))
    if player.id in helped:
        return Entry(player.id, EntryState.WITHDRAWN, "withdrew_replaced", {}, fee_of(tournament, player))
    return Entry(player.id, EntryState.WITHDRAWN, "withdrew_late")


@dataclass(frozen=True, slots=True)
class _Stage:
    """The event under way: the round to come over the whole event, its stage, who began, the players of the stage."""

    number: int
    phase: int
    began: frozenset[int]
    cut: Cut | None


def _during(tournament: Tournament, upcoming: RoundKey | None) -> Roster:
    """Whoever began goes on; later stages take the best. Others wait, and what they paid goes back."""
    plan = stages(tournament)
    keys = round_keys(plan)
    number = keys.index(upcoming) + 1 if upcoming is not None else len(keys) + 1
    phase = upcoming.phase if upcoming is not None else plan[-1].phase
    played = played_until(tournament, RESULT)
    there = frozenset(p.id for p in tournament.players if available(p, number, played.get(p.id, 0)))
    sat, placed = seated(tournament.rounds), let_in(tournament)
    began = (sat | set(seated_players(tournament, phase))) & placed
    deciding = stage_cut(tournament, phase) if phase != QUALIFYING else None
    stage = _Stage(number, phase, began, deciding)
    if deciding is None:
        outside = {p.id for p in tournament.players if p.status is Status.SUBSTITUTE}
        playing = tuple(p.id for p in tournament.players if p.id in began & there and p.id not in outside)
    else:
        results = {r.key.phase for r in tournament.rounds if any(row.text("role") for t in r.tables for row in t.rows)}
        sitting = seated_players(tournament, phase)
        playing = tuple(p for p in sitting if p in there) if phase in results else deciding.chosen
    names = {player.id: player.name for player in tournament.players}
    entries = [_entry_during(tournament, p, stage, played.get(p.id, 0), playing, names) for p in tournament.players]
    problems = tuple(_cut_problems(tournament, stage, names)) if deciding is not None else ()
    substitutes = {p.id for p in tournament.players if p.status is Status.SUBSTITUTE}
    return Roster(tuple(entries), playing, problems, outside=sat - placed - substitutes)


def _entry_during(
    tournament: Tournament, player: Player, stage: _Stage, played: int, playing: Sequence[int], names: dict[int, str]
) -> Entry:
    if player.status is Status.SUBSTITUTE:
        return Entry(player.id, EntryState.SUBSTITUTE, "substitute_ready")
    if player.status.gone and stage.number > _last(player, played):
        if player.id in stage.began and played:
            return _left(player, stage, played, names)
        field = _field(tournament)
        chosen = [p for p in tournament.players if p.id in stage.began]
        return _gone_before(tournament, player, _replaced(tournament, chosen, field))
    if player.id in stage.began:
        return _plays(player, stage, playing, names)
    if player.decision:
        return Entry(player.id, EntryState.PLAYING, "decision")
    why = obstacle(tournament, player)
    facts: dict[str, Fact] = {"months": tournament.integer("minimum_experience"), "fee": tournament.exact("fee")}
    refund = fee_of(tournament, player)
    if why:
        return Entry(player.id, EntryState.REJECTED, why, facts, refund)
    if not player.present and any(p.present for p in tournament.players):
        return Entry(player.id, EntryState.WITHDRAWN, "absent")
    return Entry(player.id, EntryState.WAITING, "no_place", {}, refund)


def _last(player: Player, played: int) -> int:
    until = last_round(player)
    return until if until is not None else played


def _left(player: Player, stage: _Stage, played: int, names: dict[int, str]) -> Entry:
    """Left on the way (no refund); whoever came in for them into a later stage is named."""
    came = {gone: came for came, gone in (stage.cut.instead if stage.cut else {}).items()}
    facts: dict[str, Fact] = {"round": _last(player, played)}
    if player.id in came:
        code = f"{player.status.value}_{NAMES[stage.phase]}"
        return Entry(player.id, EntryState.WITHDRAWN, code, {**facts, "name": names[came[player.id]]})
    return Entry(player.id, EntryState.WITHDRAWN, f"{player.status.value}_after", facts)


def _plays(player: Player, stage: _Stage, playing: Sequence[int], names: dict[int, str]) -> Entry:
    if stage.cut is None:
        return Entry(player.id, EntryState.PLAYING, "decision" if player.decision else "admitted")
    name = NAMES[stage.phase]
    if player.id not in playing:
        return Entry(player.id, EntryState.PLAYING, f"not_in_{name}")
    if player.id in stage.cut.instead:
        instead = names[stage.cut.instead[player.id]]
        return Entry(player.id, EntryState.PLAYING, f"in_{name}_instead", {"name": instead})
    return Entry(player.id, EntryState.PLAYING, f"in_{name}")


def _cut_problems(tournament: Tournament, stage: _Stage, names: dict[int, str]) -> list[Problem]:
    """Who came in for whom; who is level at the edge, where the order of names decided (B-5)."""
    players = {player.id: player for player in tournament.players}
    cut_ = stage.cut
    if cut_ is None:
        return []
    found = [
        problem(f"{NAMES[stage.phase]}_replaced", players[gone].cell("status"), name=names[came], other=names[gone])
        for came, gone in cut_.instead.items()
    ]
    if cut_.level_out and not any(players[p].decision for p in cut_.level_in):
        at = players[cut_.level_out[0]].cell("decision")
        ins, outs = (tuple(names[p] for p in side) for side in (cut_.level_in, cut_.level_out))
        found.append(problem(f"{NAMES[stage.phase]}_level", at, names=outs, others=ins))
    return found
