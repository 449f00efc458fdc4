"""A run told on the terminal: problems by kind, what was written, where the tournament stands. For commands only."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from . import i18n, messages
from .model import Outcome, Problem, Severity

if TYPE_CHECKING:
    from .disk import Written
    from .event import Event

SHOWN = 12
_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}


def show(event: Event, written: Written, dry_run: bool) -> None:
    """Print the run in the workbook's language; colours only where the terminal has them."""
    outcome = event.outcome
    lang = outcome.tournament.lang
    for severity in Severity:
        _problems(lang, severity, [p for p in outcome.problems if p.severity is severity])
    for line in _story(event, written, dry_run, lang):
        click.echo(line)


def _problems(lang: str, severity: Severity, problems: list[Problem]) -> None:
    if not problems:
        return
    title = f"{i18n.word(lang, f'cli.{severity.value}s')} ({len(problems)})"
    click.secho(title, fg=_COLOURS[severity], bold=severity is Severity.ERROR)
    for problem in problems[:SHOWN]:
        where = f"{problem.at.sheet}!{problem.at.a1}" if problem.at.a1 else problem.at.sheet
        click.echo(f"  {click.style(where, bold=True)}  {messages.whole(lang, problem)}")
    if len(problems) > SHOWN:
        click.echo(i18n.say(lang, "cli.more", n=len(problems) - SHOWN))


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
