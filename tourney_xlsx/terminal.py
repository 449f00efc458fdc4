"""A run told on the terminal: problems by kind, what was written, where the tournament stands. For commands only."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from . import i18n, messages
from .model import Outcome, Problem, Severity

if TYPE_CHECKING:
    from .disk import Written
    from .event import Event

SHOWN = 12
_STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}


def show(event: Event, written: Written, dry_run: bool) -> None:
    """Print the run in the workbook's language; colours only where the terminal has them."""
    console = Console(highlight=False, soft_wrap=True, emoji=False, markup=False)
    outcome = event.outcome
    lang = outcome.tournament.lang
    for severity in Severity:
        _problems(console, lang, severity, [p for p in outcome.problems if p.severity is severity])
    for line in _story(event, written, dry_run, lang):
        console.print(line)


def _problems(console: Console, lang: str, severity: Severity, problems: list[Problem]) -> None:
    if not problems:
        return
    console.print(Text(f"{i18n.word(lang, f'cli.{severity.value}s')} ({len(problems)})", style=_STYLES[severity]))
    for problem in problems[:SHOWN]:
        where = f"{problem.at.sheet}!{problem.at.a1}" if problem.at.a1 else problem.at.sheet
        console.print(Text.assemble("  ", (where, "bold"), "  ", messages.whole(lang, problem)))
    if len(problems) > SHOWN:
        console.print(i18n.say(lang, "cli.more", n=len(problems) - SHOWN))


def _story(event: Event, written: Written, dry_run: bool, lang: str) -> Iterable[str]:
    outcome = event.outcome
    if event.foreign:
        yield i18n.word(lang, "cli.foreign")
        return
    yield from _standing_of_things(outcome, lang)
    if outcome.errors:
        yield i18n.word(lang, "cli.stopped_dry" if dry_run else "cli.stopped")
    if dry_run or not written.files:
        return
    yield i18n.say(lang, "cli.written" if written.changed else "cli.unchanged", files=", ".join(written.files[:2]))
    if written.retired:
        yield i18n.say(lang, "cli.retired", side=written.retired)


def _standing_of_things(outcome: Outcome, lang: str) -> Iterable[str]:
    if outcome.rounds_total:
        yield i18n.say(lang, "cli.rounds", done=outcome.rounds_complete, total=outcome.rounds_total)
    if outcome.seating is not None:
        key = outcome.seating.key
        stage = i18n.word(lang, f"sheet.{key.sheet}")
        stage = stage if lang == "en" else stage.lower()
        facts = {"stage": stage, "round": key.number, "tables": len(outcome.seating.tables)}
        yield i18n.say(lang, "cli.seated", facts)
