"""A second opinion: standings worked out from the protocol sheets as openpyxl reads them, as plainly as possible.

Nothing of the program is used: rows, dictionaries, and the regulations' own words.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

from openpyxl import Workbook

Keys = dict[int, tuple[Fraction, ...]]  # number -> the ladder's values, the greater the better


def rows(book: Workbook, name: str) -> list[dict[str, Any]]:
    """A sheet's rows under its first row as dictionaries."""
    lines = list(book[name].iter_rows(values_only=True))
    return [dict(zip(lines[0], line, strict=False)) for line in lines[1:] if any(value is not None for value in line)]


def tables(book: Workbook, name: str) -> list[list[dict[str, Any]]]:
    """A protocol's rows, table by table; a seat may be nobody's."""
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in rows(book, name):
        if row["Стол"]:
            found[row["Стол"]].append(row)
    return list(found.values())


def mahjong(book: Workbook) -> Keys:
    """Table points 4, 2, 1, 0, shared when level (A-1); game points less penalties (A-15)."""
    total: dict[int, list[Fraction]] = defaultdict(lambda: [Fraction(0), Fraction(0)])
    for name in (sheet for sheet in book.sheetnames if sheet.startswith("Тур ")):
        for seats in tables(book, name):
            table = [row for row in seats if row["Игрок"]]
            played = [row for row in table if row["ИО"] is not None]
            if len(played) < 3:
                continue
            for row in played:
                above = sum(other["ИО"] > row["ИО"] for other in played)
                level = sum(other["ИО"] == row["ИО"] for other in played)
                share = Fraction(sum((4, 2, 1, 0)[above : above + level]), level)
                total[row["№"]][0] += share
                total[row["№"]][1] += Fraction(row["ИО"]) - abs(row["Штраф"] or 0)
            for row in table:
                total[row["№"]]  # a seat at a table that counts is a round played
    return {number: tuple(values) for number, values in total.items()}


def mafia(book: Workbook, games: list[str]) -> Keys:
    """Points, games won, best player, wins as Don, as Sheriff (B-9 to B-17; the last two steps are left out)."""
    total: dict[int, list[Fraction]] = defaultdict(lambda: [Fraction(0)] * 5)
    late: dict[int, int] = defaultdict(int)
    for name in games:
        factor = Fraction(3, 2) if name.startswith("Финал") else Fraction(1)
        for table in tables(book, name):
            for row in table:
                if row["Игрок"] and row["Опоздание"]:
                    late[row["№"]] += 1
            winner = next((row["Победа"] for row in table if row["Победа"]), None)
            if winner is None or any(not row["Роль"] for row in table):
                continue
            for row in (row for row in table if row["Игрок"]):
                black = row["Роль"] in ("мафия", "дон")
                won = winner == ("чёрные" if black else "красные")
                mine = total[row["№"]]
                points = 2 * won * factor + (1 * factor if row["Лучший"] else 0)
                if row["Убит первым"]:
                    named = row["Лучший ход"] or 0
                    if row["Роль"] == "мирный":
                        points += factor * {3: Fraction(1, 2), 2: Fraction(1, 4)}.get(named, Fraction(0))
                    elif row["Роль"] == "шериф" and named == 3:
                        points += factor / 2
                if (row["Замечания"] or 0) == 4 or row["Удалён"]:
                    points -= 1
                if row["Опоздание"]:
                    points -= 1 if late[row["№"]] == 1 else 2
                gained = (
                    points,
                    won,
                    bool(row["Лучший"]),
                    won and row["Роль"] == "дон",
                    won and row["Роль"] == "шериф",
                )
                total[row["№"]] = [old + Fraction(new) for old, new in zip(mine, gained, strict=True)]
    return {number: tuple(values) for number, values in total.items()}
