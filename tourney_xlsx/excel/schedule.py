"""The sheet of the day's plan (A-4), and whether it is a plan of this event's rounds."""

from __future__ import annotations

from dataclasses import replace

from ..model import CellRef, Problem, ScheduleItem, Tournament
from ..problems import problem
from ..rules import SCHEDULE_FORM, RuleSet, round_keys
from .fields import field
from .layout import grid
from .read import RawSheet


def read_schedule(sheet: RawSheet | None, lang: str, problems: list[Problem]) -> tuple[ScheduleItem, ...]:
    """The lines of the plan in their order; none without a sheet. What is wrong joins the `problems`."""
    if sheet is None:
        return ()
    form, _ = grid(sheet, SCHEDULE_FORM, lang)
    items = []
    for line in form.lines if form else ():
        read = {c.key: field(line.cells.get(c.key), c, line.ref(c.key), lang) for c in SCHEDULE_FORM.columns}
        problems += [reading.problem for reading in read.values() if reading.problem]
        number = read["round"].value
        start, end, what = (str(read[key].value or "") for key in ("start", "end", "what"))
        items.append(ScheduleItem(start, end, what, number if isinstance(number, int) else None))
    return tuple(items)


def fitting_plan(tournament: Tournament, rules: RuleSet, sheet: RawSheet | None, problems: list[Problem]) -> Tournament:
    """The tournament; from a day's plan whose games aren't those of the stages no game takes its time (B-22).

    Its rows count on from stage to stage: one too few in the first stage would shift every later one.
    """
    numbered = [item.round for item in tournament.schedule if item.round is not None]
    rounds = len(round_keys(rules.stages(tournament)))
    if not rules.whole_stage or sheet is None or not numbered or max(numbered) == rounds:
        return tournament
    problems.append(problem("schedule_rounds", CellRef(sheet.name, 1, 1), count=max(numbered), rounds=rounds))
    return replace(tournament, schedule=tuple(replace(item, round=None) for item in tournament.schedule))
