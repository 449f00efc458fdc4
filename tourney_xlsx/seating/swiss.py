"""Strong with strong, without meeting again (A-11): the seating of any round after the first."""

from __future__ import annotations

from tourney_xlsx.seating.explain import (
    broken_apart,
    closeness_cost,
    repeat_cost,
    repeat_reason,
    repeated_pairs,
    seated_tables,
)
from tourney_xlsx.seating.field import lay_out, refusal
from tourney_xlsx.seating.quick import quick_seating
from tourney_xlsx.seating.records import Note, Outlook, OutOfTime, Request, Result


def seat(request: Request, out_of_time: OutOfTime) -> Result:
    """Seat one round; always a valid seating, or a refusal with its code. Raises nothing for distinct ids."""
    if reason := refusal(request.ranking):
        return Result(refusal=reason)
    field = lay_out(request.ranking, request.history, request.apart, request.seed)
    tables = quick_seating(field.price, field.costs, out_of_time)
    repeats = repeated_pairs(field, tables)
    return Result(
        tables=seated_tables(field, tables),
        repeats=len(repeats),
        repeat_cost=repeat_cost(field, tables),
        repeated_pairs=repeats,
        broken_apart=broken_apart(field, tables),
        cost=closeness_cost(field, tables),
        lookahead=Outlook.NOT_FOUND if request.rounds_left else Outlook.LAST_ROUND,
        notes=(repeat_reason(field, len(repeats), False), Note.NOT_PROVED),
    )
