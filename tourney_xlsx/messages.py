"""Problems, reasons and seating notes as sentences: where they are is in the record, what to do is in the locale."""

from __future__ import annotations

from collections.abc import Mapping

from . import i18n
from .model import Entry, Fact, Problem, Seating

_SEATS = frozenset({"seat", "missing", "winner", "discarder"})
_SECTIONS = {**dict.fromkeys(_SEATS, "value.wind"), "role": "value.role", "stage": "sheet"}


_LONGEST = 80


def what(lang: str, problem: Problem) -> str:
    """What is wrong; a second form of the sentence where a fact (`like`, `missing`) is empty."""
    return _sentence(lang, f"problem.{problem.code}.what", problem.facts)


def todo(lang: str, problem: Problem) -> str:
    """What to do."""
    return _sentence(lang, f"problem.{problem.code}.todo", problem.facts)


def whole(lang: str, problem: Problem) -> str:
    """What is wrong and what to do."""
    return f"{what(lang, problem)} {todo(lang, problem)}".strip()


def reason(lang: str, entry: Entry) -> str:
    """Why an entry was decided as it was."""
    return i18n.say(lang, f"reason.{entry.reason}", entry.facts) if entry.reason else ""


def seating_notes(lang: str, seating: Seating) -> list[str]:
    """What there is to say of a seating, a sentence a note."""
    return [
        i18n.say(lang, f"seating_note.{note}", {"n": seating.repeats, "seed": seating.seed}) for note in seating.notes
    ]


def _sentence(lang: str, key: str, facts: Mapping[str, Fact]) -> str:
    """The text at `key`, or at `key_without` where the fact that it turns on is empty."""
    if i18n.has(lang, f"{key}_without") and any(value == "" for value in facts.values()):
        key += "_without"
    return i18n.say(lang, key, {name: _worded(lang, name, value, facts) for name, value in facts.items()})


def _worded(lang: str, name: str, value: Fact, facts: Mapping[str, Fact]) -> Fact:
    """The word of a fact that is a code: a wind, a role, a stage, a column, a value typed into that column."""
    if name == "column" and isinstance(value, str):
        return _column(lang, str(facts.get("form", "")), value)
    if name in ("old", "new") and isinstance(value, str):
        return _typed(lang, str(facts.get("column", "")), value)
    if isinstance(value, str) and len(value) > _LONGEST and name not in ("pairs", "now", "totals"):
        return f"{value[:_LONGEST]}…"
    key = f"{_SECTIONS[name]}.{value}" if name in _SECTIONS and isinstance(value, str) and value else ""
    return i18n.word(lang, key) if key and i18n.has(lang, key) else value


def _typed(lang: str, column: str, value: str) -> str:
    """A protocol's value as people type it: `red` in the column of the winner is `красные`, a tick is `да`."""
    if value in ("+", "-"):
        return i18n.word(lang, f"value.yes.{'yes' if value == '+' else 'no'}")
    sections = (f"value.{column}", _SECTIONS.get(column, "value"))
    return next((i18n.word(lang, f"{s}.{value}") for s in sections if value and i18n.has(lang, f"{s}.{value}")), value)


def _column(lang: str, form: str, key: str) -> str:
    """A protocol column's header in the form, or in whichever one has it."""
    if i18n.has(lang, f"column.{form}.{key}"):
        return i18n.word(lang, f"column.{form}.{key}")
    forms = (other for other in i18n.section("column", lang) if i18n.has(lang, f"column.{other}.{key}"))
    found = next((other for other in forms if other not in ("settings", "schedule", "players")), None)
    return i18n.word(lang, f"column.{found}.{key}") if found else key
