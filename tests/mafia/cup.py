"""Cups as text: entries, and protocols of ten a line each."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from tests.books import book, event
from tourney_xlsx.event import Event

CUP = "[Турнир]\nПараметр | Значение\nИгра | мафия\nЖеребьёвка | проба\n"
ROLES = ("мирный",) * 6 + ("шериф", "мафия", "мафия", "дон")
COLUMNS = ["Стол", "Место", "№", "Роль", "Победа", "Лучший", "Убит первым", "Лучший ход", "Замечания", "Удалён", "Опоздание", "Доп.", "Судья", "Присуждено", "Подпись", "Примечание"]
HEAD = " | ".join(COLUMNS)
PEOPLE = "№ | Игрок | Клуб | Статус | С тура | По тур | Явка | Решение организаторов | Зарегистрирован | Оплачено | Стаж | Рекомендация | Дата отказа"


def people(count: int, changed: Mapping[int, Mapping[str, str]] | None = None, **everybody: str) -> str:
    """A players sheet of `Ник 01` …; cells by key for everybody, and for single numbers."""
    keys = ["club", "status", "since", "until", "present", "decision", "registered", "paid", "experience", "recommended", "left"]
    lines = ["[Игроки]", PEOPLE]
    for n in range(1, count + 1):
        cells = {**everybody, **(changed or {}).get(n, {})}
        lines.append(f"{n} | {cells.get('name', f'Ник {n:02}')} | " + " | ".join(cells.get(key, "") for key in keys))
    return "\n".join(lines) + "\n"


def table(
    number: int,
    who: Sequence[int | str],
    winner: str = "красные",
    roles: Sequence[str] = ROLES,
    marks: Mapping[int, Mapping[str, str]] | None = None,
) -> str:
    """Ten lines: the numbers in seat order, their roles, cells by column name for seats (`marks`)."""
    lines = []
    for seat, (player, role) in enumerate(zip(who, roles, strict=True), start=1):
        cells = {"Стол": str(number), "Место": str(seat), "№": str(player), "Роль": role}
        if seat == 1:
            cells["Победа"] = winner
        cells |= (marks or {}).get(seat, {})
        lines.append(" | ".join(cells.get(column, "") for column in COLUMNS))
    return "\n".join(lines) + "\n"


def sheet(name: str, *tables: str) -> str:
    """A protocol sheet."""
    return f"[{name}]\n{HEAD}\n" + "".join(tables)


def game(name: str = "Тур 1", who: Sequence[int | str] = range(1, 11), **options: Any) -> str:
    """A sheet of one table."""
    return sheet(name, table(1, who, **options))


def small(qualifying: int = 1, semifinal: int = 0, final: int = 0, **settings: str) -> str:
    """The settings of a cup of few games."""
    lines = {"Отборочных игр": qualifying, "Полуфинальных игр": semifinal, "Финальных игр": final}
    named = {key.replace("_", " "): value for key, value in settings.items()}
    return CUP + "".join(f"{key} | {value}\n" for key, value in {**lines, **named}.items())


class Played:
    """A cup on its way: the program runs, the organiser types."""

    def __init__(self, text: str, seed: int = 1) -> None:
        self.data = book(text)
        self.dice = random.Random(seed)

    def run(self, **options: Any) -> Event:
        """The program runs and the workbook is saved."""
        found = event(self.data, **options)
        self.data = found.workbook
        return found

    def edit(self, change: Callable[[Workbook], None]) -> None:
        """The organiser types."""
        made = load_workbook(io.BytesIO(self.data))
        change(made)
        stream = io.BytesIO()
        made.save(stream)
        self.data = stream.getvalue()

    def play(self, *names: str) -> None:
        """Type a result into every table of the sheets."""

        def typed(made: Workbook) -> None:
            for name in names:
                fill(made[name], self.dice)

        self.edit(typed)

    def player(self, name: str, **cells: Any) -> None:
        """Change cells of a player's row by the header's word (`_` for a space)."""

        def typed(made: Workbook) -> None:
            entries = made["Игроки"]
            headers = columns(entries)
            row = next(r for r in range(2, entries.max_row + 1) if entries.cell(r, headers["Игрок"]).value == name)
            for key, value in cells.items():
                entries.cell(row, headers[key.replace("_", " ")]).value = value

        self.edit(typed)


def columns(found: Worksheet) -> dict[str, int]:
    """Header -> column."""
    return {str(cell.value): cell.column for cell in found[1] if cell.value}


def fill(found: Worksheet, dice: random.Random) -> None:
    """Roles, result, best player and first night of every table of a protocol sheet."""
    headers = columns(found)
    rows: dict[int, list[int]] = {}
    for row in range(2, found.max_row + 1):
        number = found.cell(row, headers["Стол"]).value
        if number is not None:
            rows.setdefault(int(number), []).append(row)
    for seats in rows.values():
        roles = list(ROLES)
        dice.shuffle(roles)
        for row, role in zip(seats, roles, strict=True):
            found.cell(row, headers["Роль"]).value = role
        found.cell(seats[0], headers["Победа"]).value = dice.choice(["красные", "чёрные"])
        found.cell(dice.choice(seats), headers["Лучший"]).value = "да"
        killed = dice.choice([row for row, role in zip(seats, roles, strict=True) if role in ("мирный", "шериф")])
        found.cell(killed, headers["Убит первым"]).value = "да"
        found.cell(killed, headers["Лучший ход"]).value = dice.choice([0, 1, 2, 3])
