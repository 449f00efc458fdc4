"""Forms' exports and workbooks to put them into."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from openpyxl import Workbook, load_workbook

from tests.books import MCR, as_bytes, book
from tourney_xlsx.excel.importing import Imported, Took, import_form
from tourney_xlsx.games import GAMES

SHEET = "Игроки"
HEAD = "№ | Игрок | Город | Клуб | Рейтинг | Зарегистрирован | Оплачено | Статус"
EMPTY = MCR + f"[{SHEET}]\n{HEAD}\n"
CUP = EMPTY.replace("маджонг", "мафия")


def take(form: str | bytes, workbook: str | bytes = EMPTY, lang: str | None = None) -> Imported:
    """Import a form, given as text (UTF-8) or bytes, into a workbook."""
    answers = form.encode() if isinstance(form, str) else form
    return import_form(answers, book(workbook) if isinstance(workbook, str) else workbook, GAMES, lang)


def rows(found: Imported, sheet: str = SHEET) -> list[dict[str, Any]]:
    """The players sheet of the result: header -> value of each row that holds anything, empty cells left out."""
    values = list(load_workbook(io.BytesIO(found.workbook))[sheet].iter_rows(values_only=True))
    return [
        {str(h): v for h, v in zip(values[0], row, strict=True) if v is not None}
        for row in values[1:]
        if any(v is not None for v in row)
    ]


def uses(columns: Sequence[Took]) -> dict[str, str]:
    """Header of the form -> what became of it, with the column's key: `known:city`."""
    return {t.header: f"{t.use.value}:{t.key}" if t.key else t.use.value for t in columns}


def xlsx(*lines: Sequence[Any], title: str = "Ответы на форму (1)") -> bytes:
    """A form's export as a workbook."""
    made = Workbook()
    made.active.title = title
    for line in lines:
        made.active.append(list(line))
    return as_bytes(made)


def at(text: str) -> datetime:
    """`2026-11-05 18:12:33` as a moment."""
    return datetime.fromisoformat(text)
