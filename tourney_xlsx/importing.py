"""An import told: what was taken for what, who is new, who was left out; as lines for people, as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from . import i18n
from .excel.importing import Imported, Known, Newcomer, Took, Use


def lines(found: Imported, files: Sequence[str], into: bool) -> Iterator[str]:
    """The story of an import in its language; `files`: what was written, empty when nobody is new; `into`: whether that
    is the workbook itself."""
    lang = found.lang
    yield i18n.word(lang, "import.said.columns")
    for took in found.columns:
        yield _say(found, took.use.value, header=took.header, column=_column(lang, took), sheet=found.sheet)
    for person in found.people:
        yield from _about(found, person)
    if any(person.same for person in found.people):
        yield _say(found, "namesake")
    if found.nameless:
        yield _say(found, "nameless", rows=", ".join(map(str, found.nameless)))
    for cell, text in found.unread:
        yield _say(found, "unread", cell=cell.a1, text=text)
    if found.assumed_dates:
        yield _say(found, "assumed")
    yield from _end(found, files, into)


def _end(found: Imported, files: Sequence[str], into: bool) -> Iterator[str]:
    rows = [person.at.row for person in found.people if person.at is not None]
    if not rows or not files:
        yield _say(found, "nobody")
        return
    yield _say(found, "added", n=len(rows), sheet=found.sheet, first=min(rows), last=max(rows))
    yield _say(found, "into" if into else "copy", file=files[0])


def _about(found: Imported, person: Newcomer) -> Iterator[str]:
    """Whose double somebody is or looks like."""
    facts: dict[str, Any] = {"row": person.row, "name": person.name}
    if (same := person.same) is not None:
        yield _say(found, "in_workbook" if same.cell else "in_form", **facts, cell=same.cell, other=same.row)
    if (alike := person.alike) is not None:
        key = "alike_workbook" if alike.cell else "alike_form"
        yield _say(found, key, **facts, like=alike.name, cell=alike.cell, other=alike.row)
    elif person.contact:
        yield _say(found, "contact", **facts, other=person.contact)


def _say(found: Imported, key: str, **facts: Any) -> str:
    return i18n.say(found.lang, f"import.said.{key}", facts)


def _column(lang: str, took: Took) -> str:
    """The word of the column that a form's column was taken for."""
    key = "name" if took.use is Use.PART else took.key
    return i18n.word(lang, f"column.players.{key}") if key else took.header


def as_json(found: Imported, files: Sequence[str]) -> str:
    """The same as one JSON object.

    `columns`: header, what became of it (see `Use`), the column's key or null; `added`: row of the form, name, cell;
    `left_out`: row, name, the cell or form's row of the one it's a double of; `alike`: the same, and that one's name.
    """
    left_out = [_double(p, p.same) for p in found.people if p.same is not None]
    alike = [{**_double(p, p.alike), "like": p.alike.name} for p in found.people if p.alike is not None]
    contacts = [{"row": p.row, "name": p.name, "other_row": p.contact} for p in found.people if p.contact]
    whole = {
        "sheet": found.sheet,
        "columns": [{"header": t.header, "use": t.use.value, "column": t.key or None} for t in found.columns],
        "added": [{"row": p.row, "name": p.name, "cell": p.at.a1} for p in found.people if p.at is not None],
        "left_out": left_out,
        "alike": alike,
        "same_contact": contacts,
        "nameless": list(found.nameless),
        "unread_dates": [{"cell": cell.a1, "text": text} for cell, text in found.unread],
        "assumed_day_first": found.assumed_dates,
        "written": list(files),
    }
    return json.dumps(whole, ensure_ascii=False, indent=1)


def _double(person: Newcomer, known: Known) -> dict[str, Any]:
    return {"row": person.row, "name": person.name, "cell": known.cell or None, "other_row": known.row or None}
