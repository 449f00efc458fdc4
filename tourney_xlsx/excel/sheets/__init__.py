"""The sheets that the program writes, each from the outcome alone: same outcome, same bytes."""

from __future__ import annotations

from itertools import groupby

from ...model import Outcome
from ...rules import RuleSet
from ..stored import StoredWorkbook
from ..style import new_book
from .awards import awards_sheet
from .by_round import by_round_sheet
from .checks import checks_sheet
from .clubs import clubs_sheet
from .entries import entries_sheet
from .forms import forms_sheet
from .protocol import protocol
from .rating import rating_sheet
from .seating import seating_sheet
from .stage import stage_sheet
from .standings import standings_sheet
from .view import View

__all__ = ["checks_only", "protocol", "reports"]


def reports(outcome: Outcome, rules: RuleSet, made: StoredWorkbook | None = None) -> StoredWorkbook:
    """A workbook of all report sheets in the tournament's language, in the order in which they are wanted.

    Standings, cross table, awards and rating come with the first round that has results, clubs where clubs are ranked,
    a list of each stage that is seated at once, seatings for every published round, forms for those in which nothing
    has been typed yet. `made`: the workbook to put them in.
    """
    view, book = View(outcome, rules), new_book() if made is None else made
    checks_sheet(view, book)
    entries_sheet(view, book)
    if outcome.history:
        standings_sheet(view, book)
        by_round_sheet(view, book)
    if rules.whole_stage:
        for _, stage in groupby(view.seatings(), key=lambda seating: seating.key.phase):
            stage_sheet(view, book, tuple(stage))
    for seating in view.seatings():
        seating_sheet(view, book, seating)
    for seating in view.unplayed():
        forms_sheet(view, book, seating)
    if outcome.history:
        awards_sheet(view, book)
        if outcome.clubs:
            clubs_sheet(view, book)
        rating_sheet(view, book)
    return book


def checks_only(outcome: Outcome, rules: RuleSet, made: StoredWorkbook | None = None) -> StoredWorkbook:
    """A workbook of the checks sheet alone: all that is rewritten while errors stand. `made` as in `reports`."""
    book = new_book() if made is None else made
    checks_sheet(View(outcome, rules), book)
    return book
