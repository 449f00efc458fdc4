"""Strong with strong, without meeting again (A-11): the seating of any round after the first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

from tourney_xlsx.seating.duals import best_solver
from tourney_xlsx.seating.exact import Best, Task, cheapest
from tourney_xlsx.seating.explain import explained
from tourney_xlsx.seating.field import Field, lay_out, refusal
from tourney_xlsx.seating.freedom import without
from tourney_xlsx.seating.horizon import horizon, is_guaranteed
from tourney_xlsx.seating.lookahead import look_ahead
from tourney_xlsx.seating.objective import UNIT
from tourney_xlsx.seating.quick import quick_seating
from tourney_xlsx.seating.records import Certificate, Note, Outlook, OutOfTime, Request, Result, Tables
from tourney_xlsx.seating.repeats import fewer_repeats, fewest_repeats
from tourney_xlsx.seating.windows import by_parts, by_windows

EXACT = 128
"""Players that one exact search can take."""
_FORCED_EXACT = 48
"""The same where repeats are forced."""

Round = list[list[int]]


@dataclass(frozen=True, slots=True)
class _Later:
    """What follows this round."""

    outlook: Outlook
    rounds: list[Round] | None = None


def seat(request: Request, out_of_time: OutOfTime) -> Result:
    """Seat one round; always a valid seating, or a refusal with its code. Raises nothing for distinct ids."""
    if reason := refusal(request.ranking):
        return Result(refusal=reason)
    field = lay_out(request.ranking, request.history, request.apart, request.seed)
    quick = quick_seating(field.price, field.costs, out_of_time)
    plain = _without_repeats(field, quick, out_of_time)
    if plain.tables is None:
        best = _with_repeats(field, quick, out_of_time)
        later = _Later(Outlook.IMPOSSIBLE if plain.proved else Outlook.NOT_FOUND)
    else:
        best, later = _with_foresight(field, plain, request, out_of_time)
    return _result(request, field, plain, best, later, out_of_time)


def _without_repeats(field: Field, quick: Round, out_of_time: OutOfTime) -> Best:
    """The closest seating of pairs that may meet; no tables if there is none, or none was found."""
    if field.size > EXACT:
        return by_windows(field.allowed, field.costs, quick, best_solver(), out_of_time)
    task = Task(field.allowed, field.costs, best_solver())

    def closer(tables: Round) -> Round:
        return by_parts(field.allowed, field.costs, tables, task.solver, out_of_time)

    return cheapest(task, quick, out_of_time, closer=closer)


def _with_repeats(field: Field, quick: Round, out_of_time: OutOfTime) -> Best:
    """The fewest repeats, then the closest; in large halls as few as could be found."""
    fewest = fewest_repeats if field.size <= _FORCED_EXACT else fewer_repeats
    return fewest(field.price, field.costs, field.may_sit, quick, best_solver(), out_of_time)


def _with_foresight(field: Field, plain: Best, request: Request, out_of_time: OutOfTime) -> tuple[Best, _Later]:
    """The closest seating that keeps all later rounds free of repeats, or as many of them as possible."""
    if request.rounds_left and is_guaranteed(field.allowed, request.rounds_left):
        return plain, _Later(Outlook.GUARANTEED)
    hoped, outlook = horizon(field.allowed, request.rounds_left)
    carried = _carried(field, request.certificate)
    task = Task(field.allowed, field.costs, best_solver())
    for rounds in range(hoped, 0, -1):
        ahead = look_ahead(task, plain, rounds, carried[: rounds + 1], request.seed, out_of_time)
        if ahead.rounds is not None:
            known = Outlook.CERTIFIED if rounds == request.rounds_left else outlook
            return ahead.best, _Later(known, ahead.rounds)
        if not ahead.dead:
            return ahead.best, _Later(outlook)
        outlook = Outlook.IMPOSSIBLE
    return plain, _Later(outlook)


def _carried(field: Field, certificate: Certificate | None) -> list[Round]:
    """The rounds of a certificate that can still be played, newcomers in the places of those who left."""
    if certificate is None:
        return []
    allowed, rounds = field.allowed, list[Round]()
    for tables in _with_newcomers(field, certificate):
        ranks = field.ranks_of(tables)
        if ranks is not None and all(allowed[a, b] for t in ranks for a, b in combinations(t, 2)):
            rounds.append(ranks)
            allowed = without(allowed, [ranks])
    return rounds


def _with_newcomers(field: Field, certificate: Certificate) -> tuple[Tables, ...]:
    planned = {player for tables in certificate.rounds for table in tables for player in table}
    present = set(field.ids[: field.players])
    gone, new = sorted(planned - present), sorted(present - planned)
    place = dict(zip(gone, new, strict=False))
    return tuple(
        tuple(tuple(place.get(player, player) for player in table) for table in tables) for tables in certificate.rounds
    )


def _result(request: Request, field: Field, plain: Best, best: Best, later: _Later, out_of_time: OutOfTime) -> Result:
    tables = best.tables or []
    notes = [Note.PROVED_BEST if best.proved else Note.NOT_PROVED]
    if field.size > EXACT:
        notes.append(Note.WINDOWS)
    if plain.tables is not None and best.cost > plain.cost:
        notes.append(Note.LOOKAHEAD_PRICE)
    if out_of_time():
        notes.append(Note.OUT_OF_TIME)
    rounds = later.rounds
    facts = explained(field, tables, best.proved, request.history)
    return replace(
        facts,
        bound=max(0, _bound(best if plain.tables is None else plain)) // UNIT,
        round_proved=best.proved if plain.tables is None else plain.proved,
        optimal=best.proved,
        certificate=Certificate(tuple(field.ids_of(r) for r in rounds)) if rounds else None,
        lookahead=later.outlook if request.rounds_left else Outlook.LAST_ROUND,
        notes=(*facts.notes, *notes),
    )


def _bound(best: Best) -> int:
    return best.cost if best.proved else best.bound
