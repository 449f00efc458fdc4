"""The sample cups in sport Mafia, played by the program itself from seeds: before, in mid-stage, with slips, finished."""

from __future__ import annotations

import io
import random
from datetime import timedelta
from typing import Any

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from tools.make_samples import CITIES, DAY, Made, columns, opened, sheet_of
from tourney_xlsx import i18n
from tourney_xlsx.excel.starter import starter
from tourney_xlsx.games import GAMES
from tourney_xlsx.text import label_key

FIRST = {
    "ru": ["Ночной", "Тихий", "Рыжий", "Северный", "Старый", "Быстрый", "Медный", "Лунный"],
    "en": ["Night", "Quiet", "Red", "Northern", "Old", "Swift", "Copper", "Moon"],
}
LAST = {
    "ru": ["Лис", "Ворон", "Кот", "Маяк", "Ветер", "Филин", "Бродяга", "Шкипер"],
    "en": ["Fox", "Raven", "Cat", "Beacon", "Wind", "Owl", "Rover", "Skipper"],
}
CLUBS = {
    "ru": ["Чёрный дракон", "Белая ночь", "Город", "Третий стол"],
    "en": ["Black Dragon", "White Night", "The Town", "Table Three"],
}
JUDGES = {"ru": ["Лунин", "Серова", "Зимин"], "en": ["Lunin", "Grey", "Winter"]}
TITLE = {"ru": "Кубок клуба по спортивной мафии", "en": "Club Cup in Sport Mafia"}
ROLES = ["civilian"] * 6 + ["sheriff", "mafia", "mafia", "don"]
BLACK = ("mafia", "don")
STAGES = (("round", 7), ("semifinal", 3), ("final", 5))


def cup(players: int, lang: str, seed: int) -> Made:
    """A cup whose registration is in: one entry isn't paid, one lacks experience, one stands by as a substitute."""
    dice = random.Random(seed)
    nicks = [f"{first} {last}" for first in FIRST[lang] for last in LAST[lang]]
    chosen = dice.sample(nicks, players + 3)
    book = opened(starter(GAMES["mafia"], lang, title=TITLE[lang], rounds=None))
    _settings(book, lang, seed)
    _registration(book, lang, chosen, dice)
    stream = io.BytesIO()
    book.save(stream)
    return Made(stream.getvalue(), lang, dice, {nick: dice.gauss(0, 1) for nick in chosen})


def _settings(book: Workbook, lang: str, seed: int) -> None:
    sheet = sheet_of(book, "settings")
    wanted: dict[str, Any] = {
        "date": {"ru": "28–29.11.2026", "en": "2026-11-28 and 29"}[lang],
        "venue": {"ru": "Зал на втором этаже", "en": "The hall upstairs"}[lang],
        "city": CITIES[lang][0],
        "seed": f"{seed}",
        "difficult_card": i18n.word(lang, "value.difficult_card.win_difference"),
    }
    labels = {label_key(n): key for key in wanted for n in i18n.names_in(lang, f"setting.{key}.name")}
    for row in range(2, sheet.max_row + 1):
        key = labels.get(label_key(str(sheet.cell(row, 1).value or "")))
        if key is not None:
            sheet.cell(row, 2).value = wanted[key]


def _registration(book: Workbook, lang: str, nicks: list[str], dice: random.Random) -> None:
    sheet = sheet_of(book, "players")
    found = columns(sheet, "players")
    row = next(n for n in range(2, 100) if sheet.cell(n, found["name"]).value in (None, ""))
    yes = i18n.word(lang, "value.yes.yes")
    moment = DAY - timedelta(days=30)
    for index, nick in enumerate(nicks):
        moment += timedelta(minutes=dice.randint(20, 700))
        cells: dict[str, Any] = {
            "name": nick,
            "city": dice.choice(CITIES[lang]),
            "club": dice.choice(CLUBS[lang]),
            "registered": moment,
            "paid": None if index == 4 else yes,
            "experience": 2 if index == 7 else dice.randint(8, 60),
            "status": i18n.word(lang, "value.status.substitute") if index == len(nicks) - 1 else None,
        }
        for key, value in cells.items():
            cell = sheet.cell(row, found[key])
            cell.value = value
            if key == "registered":
                cell.number_format = "dd.mm.yyyy hh:mm"
        row += 1


def tables_of(sheet: Worksheet, found: dict[str, int]) -> dict[int, list[int]]:
    """Rows of each table of a protocol sheet."""
    rows: dict[int, list[int]] = {}
    for row in range(2, sheet.max_row + 1):
        number = sheet.cell(row, found["table"]).value
        if number is not None:
            rows.setdefault(int(number), []).append(row)
    return rows


def play(made: Made, kind: str, number: int, tables: int | None = None) -> None:
    """Type the results of a round: all its tables or the first `tables`."""

    def typed(book: Workbook) -> None:
        sheet = sheet_of(book, kind, number)
        found = columns(sheet, "mafia")
        for table, rows in list(tables_of(sheet, found).items())[:tables]:
            _game(made, sheet, found, table, rows)

    made.edit(typed)


def _game(made: Made, sheet: Worksheet, found: dict[str, int], table: int, rows: list[int]) -> None:
    """A game: the side with more skill wins more often, a draw is rare, one night in eight takes nobody."""
    dice, lang = made.dice, made.lang
    yes = i18n.word(lang, "value.yes.yes")
    roles = dice.sample(ROLES, len(ROLES))
    for row, role in zip(rows, roles, strict=True):
        sheet.cell(row, found["role"]).value = i18n.word(lang, f"value.role.{role}")
        sheet.cell(row, found["remarks"]).value = dice.choices([None, 1, 2, 3, 4], [60, 20, 12, 7, 1])[0]
        sheet.cell(row, found["late"]).value = yes if dice.random() < 0.01 else None
    names = [str(sheet.cell(row, found["name"]).value) for row in rows]
    black = sum(made.skill.get(n, 0) for n, role in zip(names, roles, strict=True) if role in BLACK) / 3
    winner = dice.choices(["red", "black", "draw"], [1, 2.718 ** (0.6 * black), 0.04])[0]
    sheet.cell(rows[0], found["winner"]).value = i18n.word(lang, f"value.winner.{winner}")
    sheet.cell(rows[0], found["judge"]).value = JUDGES[lang][table % 3]
    won = [row for row, role in zip(rows, roles, strict=True) if (role in BLACK) == (winner == "black")]
    for row in dice.sample(won, dice.choice([1, 1, 1, 2])) if winner != "draw" else []:
        sheet.cell(row, found["best"]).value = yes
    if dice.random() < 0.875:
        killed = dice.choice([i for i, role in enumerate(roles) if role not in BLACK])
        named = dice.sample([seat for seat in range(1, 11) if seat != killed + 1], 3)
        sheet.cell(rows[killed], found["first_killed"]).value = yes
        sheet.cell(rows[killed], found["best_move"]).value = " ".join(map(str, sorted(named)))


def spoil(made: Made, number: int) -> None:
    """The slips of a long day: a second don, a seat named twice, a misspelt nick, two results for one table."""

    def slips(book: Workbook) -> None:
        sheet = sheet_of(book, "round", number)
        found = columns(sheet, "mafia")
        words = {key: i18n.word(made.lang, f"value.role.{key}") for key in ("don", "civilian")}
        first, rows = list(tables_of(sheet, found).values())[:2]
        civilian = next(row for row in rows if sheet.cell(row, found["role"]).value == words["civilian"])
        sheet.cell(civilian, found["role"]).value = words["don"]
        killed = next((row for row in rows if sheet.cell(row, found["best_move"]).value), rows[0])
        sheet.cell(killed, found["first_killed"]).value = i18n.word(made.lang, "value.yes.yes")
        sheet.cell(killed, found["best_move"]).value = "6 6 7"
        name = sheet.cell(first[5], found["name"])
        name.value = str(name.value)[:-1] + ("ъ" if made.lang == "ru" else "q")
        sheet.cell(first[5], found["number"]).value = None
        red = i18n.word(made.lang, "value.winner.red")
        other = "black" if sheet.cell(rows[0], found["winner"]).value == red else "red"
        sheet.cell(rows[3], found["winner"]).value = i18n.word(made.lang, f"value.winner.{other}")

    made.edit(slips)


def moments(players: int, lang: str, seed: int) -> dict[str, bytes]:
    """The cup's workbook before the start, after game 3, in game 4 with slips, and finished."""
    made = cup(players, lang, seed)
    found = {"1-registration": made.data}
    made.run()
    for number in range(1, 4):
        play(made, "round", number)
    made.run()
    found["2-after-game-3"] = made.data
    good, dice = made.data, made.dice.getstate()
    play(made, "round", 4, tables=max(2, players // 10 - 1))
    spoil(made, 4)
    made.run()
    found["3-errors"] = made.data
    made.data = good
    made.dice.setstate(dice)
    for kind, rounds in STAGES:
        for number in range(4 if kind == "round" else 1, rounds + 1):
            play(made, kind, number)
        event = made.run()
        assert not event.outcome.errors, event.outcome.problems
    assert event.outcome.rounds_complete == event.outcome.rounds_total
    found["4-finished"] = made.data
    return found
