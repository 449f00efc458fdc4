"""One run, told in order: entries -> checks -> scores -> standings -> seating. No files, no clock, no words."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain

from . import checks, sealing
from .entries import numbers_by_draw
from .model import (
    CellRef,
    Entry,
    EntryState,
    Fact,
    Outcome,
    Player,
    Problem,
    Round,
    RoundKey,
    RoundStandings,
    Score,
    Seating,
    Severity,
    Table,
    TableState,
    Tournament,
)
from .problems import problem
from .rules import Roster, RuleSet, Scores, SeatAnswer, SeatRequest, round_keys
from .seals import State, departures
from .standings import Totals, added, by_player, outside_places, participants, rank


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a run gets from outside: the time, a seed in case none was ever set, and how long seating may take."""

    now: datetime
    fresh_seed: str
    out_of_time: Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Run:
    """What a run found out, and the state for the next one."""

    outcome: Outcome
    state: State


def run(
    tournament: Tournament,
    rules: RuleSet,
    state: State,
    problems: Sequence[Problem],
    known_numbers: Mapping[int, int],
    circumstances: Circumstances,
    redo: RoundKey | None = None,
) -> Run:
    """Play the tournament as read up to its next seating. `problems` are those that reading found; `redo`: the round
    whose seating was taken back (`reseating.unseat`), to be seated though one before it is still being played.

    With an error nothing is seated and the state stays as it was; the standings then hold the tables that stand.
    """
    seed = tournament.text("seed") or state.seed or circumstances.fresh_seed
    left = departures(tournament.players, state.left, circumstances.now)
    tournament = _as_remembered(tournament, state, known_numbers, left, redo)
    judged, found = _judge(tournament, rules, problems)
    held = sealing.hold(judged, state.seals, checks.broken_rows(problems))
    judged, corrections = held.tournament, (*state.corrections, *held.corrections)
    found += held.problems
    keys = _round_keys(rules, judged)
    complete = _complete_rounds(judged, keys)
    upcoming = keys[complete] if complete < len(keys) else None
    roster = rules.admit(judged, redo or upcoming)
    numbers = _numbers(judged, roster, known_numbers, state, seed)
    found = [*problems, *found, *roster.problems]
    found += checks.outside_entries(judged, _admitted(roster))
    unread = frozenset(p.at.sheet for p in found if p.severity is Severity.ERROR)
    found += checks.against_seating(judged, state.seatings, numbers, unread)
    found += checks.skipped(judged)
    if not rules.whole_stage:  # in a stage of balanced tables everybody meets again
        found += checks.met_again(judged, state.seatings, numbers)
    scores = tuple(score for r in judged.rounds for score in rules.score(judged, r))
    history = _history(judged, rules, roster, scores)
    answer = SeatAnswer()
    ranking: tuple[int, ...] = ()
    if upcoming is not None and not _errors(found):
        ranking = _ranking(judged, rules, roster, scores)
        answer = _seat(judged, rules, state, roster, ranking, numbers, redo or upcoming, keys, seed, circumstances)
        found += answer.problems
    failed = _errors(found)
    published = state.with_seatings(() if failed else answer.seatings)
    if answer.seatings and not failed:
        ranked = {_ranked_as(seating.key): _as_text(ranking, numbers) for seating in answer.seatings[:1]}
        memory = {**answer.memory, **ranked}
        published = replace(published, memory=memory, quality=dict(sorted({**state.quality, **answer.quality}.items())))
    known = replace(judged, players=_numbered(judged.players, numbers), published=published.seatings, taken_back=())
    if not failed:
        found += rules.remind(known, roster)
        if not answer.seatings and upcoming is not None:
            found += _overtaken(judged, rules, state, roster, scores, numbers, upcoming, keys, seed, circumstances)
    found += sealing.told(corrections, judged)
    outcome = Outcome(
        tournament=known,
        problems=tuple(_in_order(found)),
        entries=_sorted_entries(roster.entries),
        scores=scores,
        history=history,
        rounds_total=len(_round_keys(rules, known)),
        rounds_complete=complete,
        provisional=bool(history) and history[-1].provisional,
        seating=None if failed or upcoming is None else published.seating(upcoming),
        schedule=published.seatings,
        quality=published.quality,
        clubs=rules.clubs(judged, history[-1].rows) if history else (),
        awards=rules.awards(judged, history[-1].rows) if history else (),
        seed=seed,
        updated=circumstances.now,
        cards=rules.cards(judged),
        corrections=corrections,
    )
    names = {player.id: player.name for player in judged.players}
    drawn = state.numbers if failed else {names[player]: number for player, number in sorted(numbers.items())}
    former = {name: number for name, number in {**state.former, **state.numbers}.items() if name not in drawn}
    # with errors names and numbers are as they were, and so is where they stood: one is found again by the other
    rows = state.rows if failed else {player.name: player.id for player in judged.players}
    sealed = sealing.renewed(known, state.seals)
    told = state.corrections if failed and held.problems else corrections
    return dated(
        outcome,
        state,
        replace(
            published, seed=seed, numbers=drawn, former=former, rows=rows, left=left, seals=sealed, corrections=told
        ),
    )


def _as_remembered(
    tournament: Tournament,
    state: State,
    numbers: Mapping[int, int],
    left: Mapping[str, datetime],
    redo: RoundKey | None,
) -> Tournament:
    """What was read, with what earlier runs know: numbers, published seatings, since when players are gone."""
    players = (replace(player, left_on=left.get(player.name)) for player in _numbered(tournament.players, numbers))
    return replace(
        tournament, players=tuple(players), published=state.seatings, taken_back=_taken_back(tournament, state, redo)
    )


def _taken_back(tournament: Tournament, state: State, redo: RoundKey | None) -> tuple[Seating, ...]:
    """The seatings of a stage that goes on anew from `redo`; none where it begins anew."""
    if redo is None or not any(r.key.phase == redo.phase and r.key < redo for r in tournament.rounds):
        return ()
    published = {seating.key for seating in state.seatings}
    return tuple(s for s in state.replaced if s.key.phase == redo.phase and s.key not in published)


def _round_keys(rules: RuleSet, tournament: Tournament) -> tuple[RoundKey, ...]:
    return round_keys(rules.stages(tournament))


def _errors(problems: Sequence[Problem]) -> bool:
    return any(problem.severity is Severity.ERROR for problem in problems)


def _judge(tournament: Tournament, rules: RuleSet, problems: Sequence[Problem]) -> tuple[Tournament, list[Problem]]:
    """Every table with its state, and what the checks say. Tables that couldn't be read aren't checked further."""
    found = list(checks.twice_in_round(tournament))
    found += checks.seated_after_leaving(tournament, rules.result)
    unread = checks.broken_rows(problems)
    readable = _map_rounds(
        tournament,
        lambda r: replace(r, tables=tuple(t for t in r.tables if not checks.is_broken(t, unread))),
    )
    found += rules.check(readable)
    broken = checks.broken_rows([*problems, *found])

    def judged(r: Round) -> Round:
        tables = []
        for table in r.tables:
            filled = rules.filled(table, tournament, r)
            invalid = checks.is_broken(table, broken)
            tables.append(replace(filled, state=TableState.INVALID) if invalid else filled)
        return replace(r, tables=tuple(tables))

    return _map_rounds(tournament, judged), found


def _map_rounds(tournament: Tournament, change: Callable[[Round], Round]) -> Tournament:
    return replace(tournament, rounds=tuple(change(r) for r in tournament.rounds))


def _complete_rounds(tournament: Tournament, keys: Sequence[RoundKey]) -> int:
    """How many rounds from the first on are complete."""
    complete = {r.key for r in tournament.rounds if r.complete}
    count = 0
    for key in keys:
        if key not in complete:
            break
        count += 1
    return count


def _numbers(
    tournament: Tournament, roster: Roster, known: Mapping[int, int], state: State, seed: str
) -> dict[int, int]:
    """Numbers of everybody who plays, has played or may step in."""
    sat = {row.player for r in tournament.rounds for table in r.tables for row in table.rows}
    wanted = [*roster.playing]
    wanted += [e.player for e in roster.entries if e.state is EntryState.SUBSTITUTE or e.player in sat]
    return numbers_by_draw(tournament, tuple(dict.fromkeys(wanted)), known, seed)


# who left before the start has no seat anywhere; whoever still sits somewhere was put there by mistake
_NEVER_CAME = frozenset({"withdrew_before", "withdrew_late", "withdrew_replaced", "shut_out_before"})


def _admitted(roster: Roster) -> frozenset[int]:
    """Whoever may be found in a protocol without a question."""
    fine = (EntryState.PLAYING, EntryState.SUBSTITUTE, EntryState.WITHDRAWN)
    sitting_out = {e.player for e in roster.entries if e.reason == "sits_out"}
    absent = {e.player for e in roster.entries if e.reason == "absent" or e.reason in _NEVER_CAME}
    return frozenset(e.player for e in roster.entries if e.state in fine) - absent | sitting_out


def _history(
    tournament: Tournament, rules: RuleSet, roster: Roster, scores: Sequence[Score]
) -> tuple[RoundStandings, ...]:
    """The standings after each round that has a result; a round without one ends the story."""
    history = []
    ladder = rules.ladder(tournament)
    outside = outside_places(tournament.players) | roster.outside
    playing = [e.player for e in roster.entries if e.state is EntryState.PLAYING or e.reason == "sits_out"]
    by_round: dict[RoundKey, list[Score]] = {}
    for score in scores:
        by_round.setdefault(score.round, []).append(score)
    theirs: Scores = {}
    totals: Totals = {}
    whole = True
    for index, r in enumerate(tournament.rounds):
        whole = whole and r.complete
        new = by_round.pop(r.key, ())
        if not new:
            continue
        if rules.whole_stage:
            theirs = by_player(_scores_then(tournament, rules, index))
            totals = added({}, chain.from_iterable(theirs.values()))
        else:
            theirs, totals = by_player(new, theirs), added(totals, new)
        rows = rank(participants(tournament.players, playing, theirs), theirs, ladder, outside, totals)
        history.append(RoundStandings(r.key, rows, provisional=not whole))
    return tuple(history)


def _scores_then(tournament: Tournament, rules: RuleSet, index: int) -> Iterable[Score]:
    """The scores of the rounds up to that one as they were then, where later games change what earlier ones earned
    (B-12)."""
    then = replace(tournament, rounds=tournament.rounds[: index + 1])
    return (score for r in then.rounds for score in rules.score(then, r))


def _seat(
    tournament: Tournament,
    rules: RuleSet,
    state: State,
    roster: Roster,
    ranking: tuple[int, ...],
    numbers: Mapping[int, int],
    wanted: RoundKey,
    keys: Sequence[RoundKey],
    seed: str,
    circumstances: Circumstances,
) -> SeatAnswer:
    """The seating of the round wanted, unless it was published or the organiser's sheet of it is there already."""
    there = {r.key for r in tournament.rounds}
    if wanted in there or state.seating(wanted) is not None:
        return SeatAnswer()
    request = SeatRequest(
        tournament=tournament,
        upcoming=(wanted, *(key for key in keys if key > wanted and key.phase == wanted.phase)),
        ranking=ranking,
        numbers=numbers,
        uneven=roster.uneven,
        seed=seed,
        memory=state.memory,
        out_of_time=circumstances.out_of_time,
    )
    return rules.seat(request)


def _ranking(tournament: Tournament, rules: RuleSet, roster: Roster, scores: Sequence[Score]) -> tuple[int, ...]:
    """Everybody who plays, best first: substitutes stand after the players they are level with."""
    chosen = set(roster.playing)
    players = [player for player in tournament.players if player.id in chosen]
    outside = outside_places(players)
    rows = rank(players, by_player(scores), rules.ladder(tournament))
    return tuple(row.player for row in sorted(rows, key=lambda row: (row.place or 0, row.player in outside)))


def _ranked_as(key: RoundKey) -> str:
    return f"ranking/{key.phase}/{key.number}"


def _as_text(ranking: Iterable[int], numbers: Mapping[int, int]) -> str:
    """The ranking a seating is made from, in tournament numbers."""
    return " ".join(str(numbers[player]) for player in ranking)


def _overtaken(
    tournament: Tournament,
    rules: RuleSet,
    state: State,
    roster: Roster,
    scores: Sequence[Score],
    numbers: Mapping[int, int],
    wanted: RoundKey,
    keys: Sequence[RoundKey],
    seed: str,
    circumstances: Circumstances,
) -> list[Problem]:
    """A published seating that a correction has overtaken: it stays, and what it would be now is told."""
    published = state.seating(wanted)
    then = state.memory.get(_ranked_as(wanted))
    if wanted.number == 1:  # the published seating has no say in who would play the stage now
        earlier = tuple(s for s in state.seatings if s.key.phase < wanted.phase)
        roster = rules.admit(replace(tournament, published=earlier), wanted)
    begun = any(row.values for r in tournament.rounds if r.key == wanted for table in r.tables for row in table.rows)
    if published is None or then is None or begun:
        return []
    if then == _as_text(_ranking(tournament, rules, roster, scores), numbers):
        return []
    before = replace(tournament, rounds=tuple(r for r in tournament.rounds if r.key < wanted))
    without = replace(state, seatings=tuple(s for s in state.seatings if s.key < wanted))
    ranking = _ranking(before, rules, roster, [s for r in before.rounds for s in rules.score(before, r)])
    answer = _seat(before, rules, without, roster, ranking, numbers, wanted, keys, seed, circumstances)
    if not answer.seatings:
        return []
    groups = {frozenset(table.players) for table in published.tables}
    now = [table for table in answer.seatings[0].tables if frozenset(table.players) not in groups]
    sheet = next((r.sheet for r in tournament.rounds if r.key == wanted), "")
    told = "; ".join(f"{table.number}: {', '.join(map(str, table.players))}" for table in now)
    if not now:
        return []
    facts: dict[str, Fact] = {"stage": wanted.sheet, "round": wanted.number, "tables": len(now), "now": told}
    return [problem("seating_overtaken", CellRef(sheet), **facts, number=keys.index(wanted) + 1)]


def _numbered(players: Sequence[Player], numbers: Mapping[int, int]) -> tuple[Player, ...]:
    return tuple(replace(player, number=numbers.get(player.id, player.number)) for player in players)


_ORDER = (
    EntryState.PLAYING,
    EntryState.SUBSTITUTE,
    EntryState.WAITING,
    EntryState.CUT,
    EntryState.WITHDRAWN,
    EntryState.REJECTED,
)


def _sorted_entries(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Who plays first; within a state in the order of the registration sheet."""
    return tuple(sorted(entries, key=lambda entry: (_ORDER.index(entry.state), entry.player)))


def _in_order(problems: Sequence[Problem]) -> list[Problem]:
    """Errors first, then by sheet as they were read, then by cell; each said once."""
    severities = list(Severity)
    sheets = {problem.at.sheet: index for index, problem in reversed(list(enumerate(problems)))}
    once = {(p.code, p.at, tuple(sorted(p.facts.items(), key=lambda item: item[0]))): p for p in problems}
    return sorted(
        once.values(),
        key=lambda p: (severities.index(p.severity), sheets[p.at.sheet], p.at.row, p.at.column, p.code),
    )


def dated(outcome: Outcome, old: State, new: State) -> Run:
    """Keep the time of the last run if nothing changed since, so that a second run changes no byte.

    Protocols that nobody has typed into say nothing that the published seating doesn't.
    """
    digest = _digest(outcome)
    updated = old.updated if digest == old.digest and old.updated else outcome.updated
    updated = updated.replace(microsecond=0)
    return Run(replace(outcome, updated=updated), replace(new, digest=digest, updated=updated))


def _digest(outcome: Outcome) -> str:
    """A fingerprint of everything but the time; taken piece by piece, since the whole as one text would be huge."""
    tournament = outcome.tournament
    begun = (r for r in tournament.rounds if any(t.state is not TableState.EMPTY for t in r.tables))
    rows = [row for after in outcome.history[-1:] for row in after.rows]  # those before follow from the scores
    bare = replace(tournament, players=(), rounds=(), published=(), taken_back=())
    rest = replace(
        outcome, tournament=bare, updated=datetime.min, entries=(), scores=(), history=(), problems=(), schedule=()
    )
    pieces: Iterable[object] = chain(
        (rest,),
        tournament.players,
        (piece for r in begun for piece in (r.key, r.sheet, *chain.from_iterable(map(_told, r.tables)))),
        outcome.entries,
        outcome.scores,
        ((after.key, after.provisional) for after in outcome.history),
        rows,
        outcome.problems,
        outcome.schedule,
    )
    fingerprint = hashlib.sha256()
    for piece in pieces:
        fingerprint.update(repr(piece).encode())
    return fingerprint.hexdigest()[:32]


def _told(table: Table) -> Iterable[object]:
    """What a protocol says, wherever on its sheet it stands."""
    yield table.number, table.state.value, table.hands
    yield from ((row.seat, row.player, tuple(row.values.items())) for row in table.rows)
