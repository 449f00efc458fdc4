"""Workbooks as text, so that a test reads like the sheet it is about.

    [Игроки]
    № | Игрок
    1 | Анна

A cell that looks like a number is a number; `'12` is the text 12; `=A1` a formula without a stored value; `2026-11-30 10:00`
a date. An empty cell is empty. `...` inside a sheet name's brackets isn't special.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from tourney_xlsx.event import Event, evaluate
from tourney_xlsx.pipeline import Circumstances
from tourney_xlsx.report import as_dict

NOW = datetime(2026, 11, 30, 14, 32)
MCR = "[Турнир]\nПараметр | Значение\nИгра | маджонг\nЖеребьёвка | проба\n"


def book(text: str) -> bytes:
    """The workbook that `text` describes, as bytes."""
    return as_bytes(workbook(text))


def workbook(text: str) -> Workbook:
    """The same as an openpyxl workbook, for tests that add something openpyxl can."""
    made = Workbook()
    made.remove(made.worksheets[0])
    sheet: Worksheet | None = None
    row = 0
    for line in text.strip("\n").splitlines():
        header = re.fullmatch(r"\s*\[(.+)\]\s*", line)
        if header:
            sheet, row = made.create_sheet(header[1]), 0
            continue
        assert sheet is not None, "text before the first [sheet]"
        row += 1
        for column, cell in enumerate(line.split("|"), start=1):
            value = _value(cell.strip())
            if value is not None:
                sheet.cell(row, column, value)
    return made


def as_bytes(made: Workbook) -> bytes:
    """An openpyxl workbook saved."""
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def opened(made: Workbook) -> Workbook:
    """The workbook as somebody who opens the saved file has it."""
    return load_workbook(io.BytesIO(as_bytes(made)))


def _value(text: str) -> Any:
    if not text:
        return None
    if text.startswith("'"):
        return text[1:]
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    if re.fullmatch(r"-?\d+\.\d+", text):
        return float(text)
    if re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", text):
        return datetime.fromisoformat(text)
    return text


def event(data: str | bytes, now: datetime = NOW, **options: Any) -> Event:
    """Evaluate a workbook given as text or bytes."""
    raw = book(data) if isinstance(data, str) else data
    return evaluate(raw, Circumstances(now, "fresh", lambda: False), **options)


def outcome(data: str | bytes, **options: Any) -> dict[str, Any]:
    """The contract's JSON object of a workbook."""
    return as_dict(event(data, **options).outcome)


def problems(data: str | bytes, *codes: str) -> list[tuple[str, str, str]]:
    """(code, sheet, cell) of every problem, or of those with one of the codes."""
    found = outcome(data)["problems"]
    return [(p["code"], p["sheet"], p["cell"]) for p in found if not codes or p["code"] in codes]


def players(count: int, rows: Mapping[int, str] | None = None, header: str = "№ | Игрок") -> str:
    """A players sheet of `count` people `Игрок 01` … numbered 1 …; `rows` replaces single rows."""
    lines = [f"{n} | Игрок {n:02}" for n in range(1, count + 1)]
    for number, line in (rows or {}).items():
        lines[number - 1] = line
    return "\n".join(["[Игроки]", header, *lines]) + "\n"


def protocol(number: int, *tables: Iterable[tuple[int, int]], columns: str = "Стол | Ветер | № | ИО") -> str:
    """A tour's sheet: each table four (number, game points) in the order E S W N."""
    lines = [f"[Тур {number}]", columns]
    for index, table in enumerate(tables, start=1):
        lines += [f"{index} | {wind} | {who} | {points}" for wind, (who, points) in zip("ВЮЗС", table, strict=False)]
    return "\n".join(lines) + "\n"
