"""`Проверка`: every problem with a link that jumps to its cell, what is wrong, and what to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from openpyxl.workbook import Workbook

from ... import i18n
from ...model import EntryState, Problem, Severity
from .. import style
from .frame import Area, Column, finish, open_sheet, write_list
from .view import View

ORDER = (Severity.ERROR, Severity.WARNING, Severity.NOTE)
FILLS = {Severity.ERROR: style.BAD, Severity.WARNING: style.WARN, Severity.NOTE: style.BAND}
LINK_COLUMN, HEADER_ROW = 3, 6
ALIKE_SHOWN = 50


def checks_sheet(view: View, book: Workbook) -> None:
    """Errors first, then warnings, then notes; a clean workbook is told so with what was looked at."""
    title = view.t("sheet.checks")
    pen = open_sheet(view, book, title, title, view.where_and_when)
    pen.put(4, 1, summary(view), style.Look(size=12, bold=True, fill=""))
    pen.put(5, 1, looked_at(view), style.SUBTITLE)
    shown = tuple(_shown(view))
    rows = [_row(view, problem, alike) for problem, alike in shown]
    area = write_list(pen, HEADER_ROW, _columns(view), rows)
    for line, (problem, _) in enumerate(shown, area.first):
        look = style.BODY.but(fill=FILLS[problem.severity], bold=problem.severity is Severity.ERROR)
        pen.put(line, 1, rows[line - area.first][0], look)
        text = problem.at.a1 or view.t("sheets.checks.whole_sheet")
        if problem.at.sheet:
            pen.link(line, LINK_COLUMN, text, problem.at, style.BODY)
    if not shown:
        pen.join(area.first, 1, area.columns, view.t("sheets.checks.clean"), _clean_look())
        pen.sheet.row_dimensions[area.first].height = 34
        area = Area(area.header, area.first, area.first, area.columns)
    finish(view, pen.sheet, area, title, landscape=True)


def summary(view: View) -> str:
    """How many errors, warnings and notes; or that there is nothing to fix."""
    counts = Counter(problem.severity for problem in view.outcome.problems)
    if not counts:
        return "✔ " + view.t("sheets.checks.clean")
    said = [view.t(f"sheets.checks.count.{severity}", n=counts[severity]) for severity in ORDER if counts[severity]]
    return " · ".join(said)


def looked_at(view: View) -> str:
    """What was checked and when."""
    tournament = view.outcome.tournament
    states = Counter(entry.state for entry in view.outcome.entries)
    protocols = sum(table.state != "empty" for table in view.tables)
    return view.t(
        "sheets.checks.looked_at",
        players=len(tournament.players),
        playing=states[EntryState.PLAYING] + states[EntryState.SUBSTITUTE],
        tables=protocols,
        time=view.outcome.updated,
    )


def _columns(view: View) -> tuple[Column, ...]:
    head = {key: view.t(f"sheets.checks.{key}") for key in ("severity", "sheet", "cell", "who", "what", "todo")}
    return (
        Column(head["severity"], low=14, high=22),
        Column(head["sheet"], low=10, high=18),
        Column(head["cell"], style.BODY.but(across="center"), low=9, high=12),
        Column(head["who"], low=14, high=30),
        Column(head["what"], low=40, high=58),
        Column(head["todo"], low=40, high=58),
    )


def _shown(view: View) -> Iterable[tuple[Problem, int]]:
    """Problems by severity, and how many of the same kind on the same sheet the last of them stands for."""
    ordered = sorted(view.outcome.problems, key=lambda problem: ORDER.index(problem.severity))
    counts = Counter((problem.code, problem.at.sheet) for problem in ordered)
    seen: Counter[tuple[str, str]] = Counter()
    for problem in ordered:
        kind = problem.code, problem.at.sheet
        seen[kind] += 1
        if seen[kind] <= ALIKE_SHOWN:
            yield problem, counts[kind] - ALIKE_SHOWN if seen[kind] == ALIKE_SHOWN else 0


def _row(view: View, problem: Problem, alike: int) -> tuple[str, ...]:
    lang = view.t.lang
    what = i18n.say(lang, f"problem.{problem.code}.what", problem.facts)
    if alike > 0:
        what += "\n" + view.t("sheets.checks.more", n=alike)
    return (
        f"{view.t(f'sheets.checks.symbol.{problem.severity}')} {view.t(f'severity.{problem.severity}')}",
        problem.at.sheet,
        "",
        view.who(problem.at),
        what,
        i18n.say(lang, f"problem.{problem.code}.todo", problem.facts),
    )


def _clean_look() -> style.Look:
    return style.Look(size=14, bold=True, fill=style.CALM, across="center", edge="hair")
