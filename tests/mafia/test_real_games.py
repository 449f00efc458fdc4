"""291 real club games as tournament protocols: every slip is named at its cell, every clean game passes, and the totals are
those of a scorer that shares nothing with the program."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.books import event
from tourney_xlsx.report import as_dict

FILE = Path(__file__).parent.parent / "data" / "mafia_club" / "season_a.csv"
WORDS = {"civ": "мирный", "she": "шериф", "maf": "мафия", "don": "дон", "red": "красные", "black": "чёрные", "unrated": "unrated"}
SHEETS = 40
COLUMN = {"player": "C", "role": "D", "winner": "E", "best_move": "G"}


@cache
def games() -> dict[str, list[dict[str, str]]]:
    found: dict[str, list[dict[str, str]]] = defaultdict(list)
    with FILE.open(encoding="utf-8") as stream:
        for row in csv.DictReader(stream):
            found[row["game"]].append({key: (value or "").strip() for key, value in row.items()})
    return found


def slips(rows: list[dict[str, str]]) -> set[tuple[int, str]]:
    """What is wrong with a game: (row of the game, column). Plain, from the file alone."""
    found = set()
    named, killed = rows[0]["named_seats"].split(), rows[0]["first_killed_seat"]
    if rows[0]["result"] not in ("red", "black"):
        return {(0, "winner")}
    limits, seen = {"civ": 6, "she": 1, "maf": 2, "don": 1}, Counter[str]()
    for index, row in enumerate(rows):
        seen[row["role"]] += 1
        if seen[row["role"]] == limits[row["role"]] + 1:
            found.add((index, "role"))
        if not row["player"]:
            found.add((index, "player"))
    at = int(killed or 1) - 1
    if named and (len(set(named)) != 3 or killed in named or not killed):
        found.add((at, "best_move"))
    return found


def line(table: int, row: dict[str, str], first: bool) -> str:
    """A protocol row. The three named seats stand with the first killed, on the first row where there was none."""
    killed = row["first_killed_seat"]
    holder = killed or "1"
    cells = [
        str(table),
        row["seat"],
        row["player"],
        WORDS[row["role"]],
        WORDS.get(row["result"], "") if first else "",
        "да" if row["seat"] == killed else "",
        row["named_seats"] if row["seat"] == holder else "",
        row["fouls"],
    ]
    return " | ".join(cells)


def workbook(chosen: list[str]) -> tuple[str, dict[str, tuple[str, int]]]:
    """One game a round, so that nobody sits twice in one; where each game begins: game -> (sheet, row)."""
    names = sorted({row["player"] for number in chosen for row in games()[number]} - {""})
    text = ["[Турнир]", "Параметр | Значение", "Игра | мафия", "Жеребьёвка | а", "Мест | 1000"]
    text += [f"Отборочных игр | {SHEETS}", "Полуфинальных игр | 0", "Финальных игр | 0", "[Игроки]", "Игрок", *names]
    places = {}
    for number, name in enumerate(chosen, start=1):
        text += [f"[Тур {number}]", "Стол | Место | Игрок | Роль | Победа | Убит первым | Лучший ход | Замечания"]
        text += [line(1, row, index == 0) for index, row in enumerate(games()[name])]
        places[name] = (f"Тур {number}", 2)
    return "\n".join(text), places


def chunks() -> list[list[str]]:
    every = list(games())
    return [every[start : start + SHEETS] for start in range(0, len(every), SHEETS)]


@cache
def replayed(chunk: int) -> tuple[dict[str, Any], dict[str, tuple[str, int]]]:
    text, places = workbook(chunks()[chunk])
    return as_dict(event(text).outcome), places


EVERY = range(8)


def test_all_games_are_replayed() -> None:
    assert len(games()) == 291
    assert len(chunks()) == len(EVERY)


@pytest.mark.parametrize("chunk", EVERY)
def test_every_slip_is_named_at_its_cell_and_every_clean_game_passes(chunk: int) -> None:
    found, places = replayed(chunk)
    told = {(p["sheet"], p["cell"]) for p in found["problems"] if p["severity"] != "note"}
    due = set()
    for name, (sheet, first) in places.items():
        due |= {(sheet, f"{COLUMN[column]}{first + index}") for index, column in slips(games()[name])}
    assert told == due


def test_the_slips_are_those_of_the_file() -> None:
    kinds = Counter(column for rows in games().values() for _, column in slips(rows))
    assert kinds == {"winner": 14, "player": 1, "best_move": 8}


def plain_points(rows: list[dict[str, str]]) -> dict[str, float]:
    """A game's points by the regulation, written once more with nothing but the file (B-9, B-11, B-13)."""
    points: dict[str, float] = {}
    blacks = [row["seat"] for row in rows if row["role"] == "maf" or row["role"] == "don"]
    for row in rows:
        total = 0.0
        is_black = row["seat"] in blacks
        if rows[0]["result"] == "black" and is_black:
            total = total + 2
        if rows[0]["result"] == "red" and not is_black:
            total = total + 2
        if row["seat"] == row["first_killed_seat"] and not is_black:
            hits = 0
            for seat in row["named_seats"].split():
                if seat in blacks:
                    hits = hits + 1
            if hits == 3:
                total = total + 0.5
            if hits == 2 and row["role"] == "civ":
                total = total + 0.25
        if row["fouls"] == "4":
            total = total - 1
        points[row["player"]] = total
    return points


@pytest.mark.parametrize("chunk", EVERY)
def test_the_totals_are_those_of_a_plain_scorer(chunk: int) -> None:
    found, places = replayed(chunk)
    errors = {p["sheet"] for p in found["problems"] if p["severity"] == "error"}
    due: dict[str, float] = defaultdict(float)
    for name, (sheet, _) in places.items():
        if sheet not in errors and games()[name][0]["result"] in ("red", "black"):
            for player, points in plain_points(games()[name]).items():
                due[player] += points
    mine = {row["name"]: float(Fraction(row["points"])) for row in found["standings"]}
    assert {name: points for name, points in mine.items() if name in due} == dict(due)
    assert all(points == 0 for name, points in mine.items() if name not in due)


def test_real_first_nights_score_in_every_way() -> None:
    """Civilians with 2, 1 and 0 right, sheriffs with 3 and 2: the comparison above isn't an empty one."""
    kinds = Counter[tuple[str, int]]()
    for rows in games().values():
        blacks = {row["seat"] for row in rows if row["role"] in ("maf", "don")}
        for row in rows:
            if row["seat"] == row["first_killed_seat"] and not slips(rows):
                kinds[row["role"], len(blacks & set(row["named_seats"].split()))] += 1
    assert all(kinds["civ", hits] for hits in range(3))
    assert kinds["she", 2] and kinds["she", 3]
