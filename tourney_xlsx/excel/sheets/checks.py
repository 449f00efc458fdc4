"""`Проверка`: every problem with a link that jumps to its cell, what is wrong, and what to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from openpyxl.workbook import Workbook

from ... import messages
from ...model import EntryState, Problem, Severity
from .. import style
from .frame import Column, Item, Marked, finish, open_sheet, write_list
from .view import View

ORDER = (Severity.ERROR, Severity.WARNING, Severity.NOTE)
FILLS = {Severity.ERROR: style.BAD, Severity.WARNING: style.WARN, Severity.NOTE: style.BAND}
LINK, LINK_COLUMN = style.BODY.but(across="center", indent=0), 3
WIDTHS = {"severity": (14, 22), "sheet": (9, 18), "cell": (8, 12), "who": (14, 30), "what": (40, 56), "todo": (40, 56)}
HEADER_ROW, ALIKE_SHOWN = 6, 50


def checks_sheet(view: View, book: Workbook) -> None:
    """Errors first, then warnings, then notes; a clean workbook is told so with what was looked at."""
    title = view.t("sheet.checks")
    pen = open_sheet(view, book, title, title, view.where_and_when, "", looked_at(view))
    pen.put(4, 1, summary(view), style.SUMMARY)
    pen.tall(4, 21)
    shown = tuple(_shown(view))
    area = write_list(pen, HEADER_ROW, _columns(view), [_row(view, problem, alike) for problem, alike in shown])
    for row, (problem, _) in enumerate(shown, area.first):
        if problem.at.sheet:
            pen.link(row, LINK_COLUMN, _place(view, problem), problem.at, LINK)
    if not shown:
        look = style.Look(size=14, bold=True, fill=style.CALM, across="center", edge="hair")
        pen.join(area.first, 1, len(area.columns), view.t("sheets.checks.clean"), look)
        pen.tall(area.first, 36)
        area = replace(area, last=area.first)
    finish(view, pen.sheet, area, title, landscape=True)


def summary(view: View) -> str:
    """How many errors, warnings and notes; or that there is nothing to fix."""
    counts = Counter(problem.severity for problem in view.outcome.problems)
    said = (view.t(f"sheets.checks.count.{severity}", n=counts[severity]) for severity in ORDER if counts[severity])
    return " · ".join(said) or view.t("sheets.checks.clean")


def looked_at(view: View) -> str:
    """What was checked and when."""
    states = Counter(entry.state for entry in view.outcome.entries)
    return view.t(
        "sheets.checks.looked_at",
        players=len(view.outcome.tournament.players),
        playing=states[EntryState.PLAYING] + states[EntryState.SUBSTITUTE],
        tables=sum(table.state != "empty" for table in view.tables),
        time=view.outcome.updated,
    )


def _columns(view: View) -> tuple[Column, ...]:
    return tuple(
        Column(key, view.t(f"sheets.checks.{key}"), low=low, high=high, optional=key == "who")
        for key, (low, high) in WIDTHS.items()
    )


def _shown(view: View) -> Iterator[tuple[Problem, int]]:
    """Problems by severity, and for how many more of the same kind on the same sheet the last one shown stands."""
    ordered = sorted(view.outcome.problems, key=lambda problem: ORDER.index(problem.severity))
    counts = Counter((problem.code, problem.at.sheet) for problem in ordered)
    seen: Counter[tuple[str, str]] = Counter()
    for problem in ordered:
        kind = problem.code, problem.at.sheet
        seen[kind] += 1
        if seen[kind] <= ALIKE_SHOWN:
            yield problem, counts[kind] - ALIKE_SHOWN if seen[kind] == ALIKE_SHOWN else 0


def _row(view: View, problem: Problem, alike: int) -> tuple[Item, ...]:
    what = messages.what(view.t.lang, problem)
    if alike > 0:
        what += "\n" + view.t("sheets.checks.more", n=alike)
    severity = f"{view.t(f'sheets.checks.symbol.{problem.severity}')} {view.t(f'severity.{problem.severity}')}"
    look = style.BODY.but(fill=FILLS[problem.severity], bold=problem.severity is Severity.ERROR)
    todo = messages.todo(view.t.lang, problem)
    return Marked(severity, look), problem.at.sheet, _place(view, problem), view.who(problem.at), what, todo


def _place(view: View, problem: Problem) -> str:
    if not problem.at.sheet:
        return ""
    return problem.at.a1 or view.t("sheets.checks.whole_sheet")
