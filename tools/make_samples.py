"""Make `sample_workbooks/`: club events at several moments, played by the program itself from seeds. Same seed, same event.

python -m tools.make_samples [FOLDER]
"""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from openpyxl import Workbook, load_workbook
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.worksheet import Worksheet

from tourney_xlsx import i18n
from tourney_xlsx.event import Event, evaluate
from tourney_xlsx.excel.layout import identify
from tourney_xlsx.excel.starter import starter
from tourney_xlsx.games import GAMES
from tourney_xlsx.games.mcr.scoring import totals_from_hands
from tourney_xlsx.model import CellRef, Hand
from tourney_xlsx.pipeline import Circumstances
from tourney_xlsx.text import label_key

DAY = datetime(2026, 11, 28, 9, 30)
FIRST = {
    "ru": [
        "Анна",
        "Борис",
        "Вера",
        "Глеб",
        "Дарья",
        "Егор",
        "Жанна",
        "Захар",
        "Инна",
        "Кирилл",
        "Лидия",
        "Максим",
        "Нина",
        "Олег",
        "Полина",
        "Роман",
        "Софья",
        "Тимур",
        "Ульяна",
        "Фёдор",
    ],
    "en": [
        "Ada",
        "Ben",
        "Cleo",
        "Dan",
        "Edith",
        "Finn",
        "Gwen",
        "Hugo",
        "Iris",
        "Jack",
        "Kate",
        "Leo",
        "Mona",
        "Nick",
        "Olive",
        "Paul",
        "Rose",
        "Sam",
        "Tess",
        "Victor",
    ],
}
LAST = {
    "ru": [
        "Березин",
        "Воробьёв",
        "Горкин",
        "Дубров",
        "Ельник",
        "Журавль",
        "Зимин",
        "Ивушкин",
        "Калинов",
        "Лесных",
        "Морошкин",
        "Полынин",
        "Рябинин",
        "Соснов",
        "Тополев",
        "Ясенев",
    ],
    "en": [
        "Alder",
        "Birch",
        "Cedar",
        "Dale",
        "Elm",
        "Fern",
        "Grove",
        "Hazel",
        "Ivey",
        "Juniper",
        "Linden",
        "Maple",
        "Oakes",
        "Rowan",
        "Thorn",
        "Willows",
    ],
}
CITIES = {"ru": ["Тверь", "Псков", "Калуга", "Рязань"], "en": ["Northby", "Eastham", "Westley", "Southam"]}
CLUBS = {
    "ru": ["Красный дракон", "Белый ветер", "Семь пар", "Бамбук"],
    "en": ["Red Dragon", "West Wind", "Seven Pairs", "Bamboo"],
}
EXTRA = {
    "ru": ("Телефон", "Что взять", ["Наборы костей, 10", "Скатерти", "Гонг", "Ручки", "Бланки протоколов"]),
    "en": ("Phone", "To bring", ["Sets of tiles, 10", "Table cloths", "Gong", "Pens", "Protocol forms"]),
}


@dataclass
class Made:
    """A sample event on its way: its workbook and its dice."""

    data: bytes
    lang: str
    dice: random.Random
    skill: dict[str, float]
    now: datetime = DAY

    def edit(self, change: Callable[[Workbook], None]) -> None:
        """The organiser types."""
        book = load_workbook(io.BytesIO(self.data))
        change(book)
        stream = io.BytesIO()
        book.save(stream)
        self.data = stream.getvalue()

    def run(self) -> Event:
        """The program runs."""
        self.now += timedelta(minutes=130)
        event = evaluate(self.data, Circumstances(self.now, "sample", lambda: False))
        self.data = event.workbook
        return event


def columns(sheet: Worksheet, form: str) -> dict[str, int]:
    """Column key -> column, by the headers of the first row."""
    words = {
        label_key(w): key
        for key in i18n.section(f"column.{form}")
        for w in reversed(list(i18n.names(f"column.{form}.{key}")))
    }
    found: dict[str, int] = {}
    for cell in sheet[1]:
        key = words.get(label_key(str(cell.value or "")))
        if key is not None:
            found.setdefault(key, cell.column)
    return found


def sheet_of(book: Workbook, key: str, number: int | None = None) -> Worksheet:
    """The sheet of a kind."""
    for sheet in book.worksheets:
        kind = identify(sheet.title)
        if kind is not None and (kind.key, kind.number) == (key, number):
            return sheet
    raise KeyError(key)


def opened(book: Workbook) -> Workbook:
    """The workbook as the organiser has it, to be typed into."""
    stream = io.BytesIO()
    book.save(stream)
    return load_workbook(stream)


def club_event(players: int, lang: str, seed: int, rounds: int) -> Made:
    """An event whose registration is in; one of them registered late, some haven't paid yet."""
    dice = random.Random(seed)
    names = [f"{last} {first}" if lang == "ru" else f"{first} {last}" for last in LAST[lang] for first in FIRST[lang]]
    chosen = dice.sample(names, players)
    title = {"ru": "Осенний кубок клуба", "en": "Autumn Club Cup"}[lang]
    book = opened(starter(GAMES["mcr"], lang, title=title, rounds=rounds))
    _settings(book, lang, seed)
    _registration(book, lang, chosen, dice)
    own = book.create_sheet(EXTRA[lang][1])
    own.append([EXTRA[lang][1]])
    own["A1"].font = Font(bold=True, size=14)
    for line in EXTRA[lang][2]:
        own.append([line, "✓" if dice.random() < 0.5 else None])
    stream = io.BytesIO()
    book.save(stream)
    return Made(stream.getvalue(), lang, dice, {name: dice.gauss(0, 1) for name in chosen})


def _settings(book: Workbook, lang: str, seed: int) -> None:
    sheet = sheet_of(book, "settings")
    wanted: dict[str, Any] = {
        "date": {"ru": "28.11.2026", "en": "2026-11-28"}[lang],
        "venue": {"ru": "Клуб настольных игр", "en": "The board game club"}[lang],
        "city": CITIES[lang][0],
        "seed": f"{seed}",
        "fee": 1500,
        "clubs_apart": i18n.word(lang, "value.yes.yes"),
    }
    labels = {label_key(n): key for key in wanted for n in i18n.names_in(lang, f"setting.{key}.name")}
    for row in range(2, sheet.max_row + 1):
        key = labels.get(label_key(str(sheet.cell(row, 1).value or "")))
        if key is not None:
            sheet.cell(row, 2).value = wanted[key]


def _registration(book: Workbook, lang: str, names: list[str], dice: random.Random) -> None:
    sheet = sheet_of(book, "players")
    found = columns(sheet, "players")
    phone = sheet.max_column + 1
    sheet.cell(1, phone).value = EXTRA[lang][0]
    row = next(n for n in range(2, 100) if sheet.cell(n, found["name"]).value in (None, ""))
    moment = DAY - timedelta(days=30)
    for name in names:
        moment += timedelta(minutes=dice.randint(20, 900))
        cells: dict[str, Any] = {
            "name": name,
            "city": dice.choice(CITIES[lang]),
            "club": dice.choice(CLUBS[lang]),
            "rating": round(dice.gauss(1500, 120)),
            "registered": moment,
            "paid": i18n.word(lang, "value.yes.yes") if dice.random() < 0.9 else None,
        }
        for key, value in cells.items():
            cell = sheet.cell(row, found[key])
            cell.value = value
            if key == "registered":
                cell.number_format = "dd.mm.yyyy hh:mm"
        sheet.cell(row, phone).value = "—"
        row += 1


def play(made: Made, number: int, tables: int | None = None, hands: int = 1) -> None:
    """Type the results of a tour: all its tables or the first `tables`; the first `hands` of them hand by hand."""

    def typed(book: Workbook) -> None:
        sheet = sheet_of(book, "round", number)
        found = columns(sheet, "mcr")
        rows: dict[int, list[int]] = {}
        for row in range(2, sheet.max_row + 1):
            if sheet.cell(row, found["name"]).value:
                rows.setdefault(int(sheet.cell(row, found["table"]).value), []).append(row)
        by_hand: list[tuple[int, Hand]] = []
        for table, seats in list(rows.items())[:tables]:
            skills = [made.skill[str(sheet.cell(row, found["name"]).value)] for row in seats]
            played = session(made.dice, skills)
            for row, points in zip(seats, totals_from_hands(played).values(), strict=True):
                sheet.cell(row, found["game_points"]).value = points
                sheet.cell(row, found["signed"]).value = i18n.word(made.lang, "value.yes.yes")
            if table <= hands:
                by_hand += [(table, hand) for hand in played]
        if by_hand:
            _hands_sheet(book, made.lang, number, by_hand)

    made.edit(typed)


def session(dice: random.Random, skills: list[float]) -> tuple[Hand, ...]:
    """A session of 12 to 16 hands: stronger players win more often and deal in less."""
    hands = []
    for number in range(1, dice.randint(12, 16) + 1):
        if dice.random() < 0.12:
            hands.append(Hand(number, 0, None, None, (0, 0, 0, 0), CellRef("")))
            continue
        strength = [2.718 ** (0.6 * skill) for skill in skills]
        winner = dice.choices(range(4), strength)[0]
        others = [seat for seat in range(4) if seat != winner]
        off = dice.choices([None, *others], [0.7] + [1 / strength[seat] for seat in others])[0]
        worth = dice.choice([8, 8, 8, 9, 10, 11, 12, 14, 16, 18, 22, 24, 28, 33, 48])
        hands.append(
            Hand(number, worth, "ESWN"[winner], None if off is None else "ESWN"[off], (0, 0, 0, 0), CellRef(""))
        )
    return tuple(hands)


def _hands_sheet(book: Workbook, lang: str, number: int, hands: list[tuple[int, Hand]]) -> None:
    sheet = book.create_sheet(f"{i18n.word(lang, 'sheet.hands')} {number}")
    sheet.append([i18n.word(lang, f"column.hands.{key}") for key in i18n.section("column.hands")])
    for cell in sheet[1]:
        cell.font, cell.fill = Font(bold=True), PatternFill("solid", fgColor="DDEBF7")
    for table, hand in hands:
        seats = [i18n.word(lang, f"value.wind.{seat}") if seat else None for seat in (hand.winner, hand.discarder)]
        sheet.append([table, hand.number, hand.worth or None, *seats])


def spoil(made: Made, number: int) -> None:
    """The slips of a real evening: a lost minus, a misspelt name, a wind twice, a table point too many."""

    def slips(book: Workbook) -> None:
        sheet = sheet_of(book, "round", number)
        found = columns(sheet, "mcr")
        first = sheet.cell(2, found["game_points"])
        first.value = -first.value
        name = sheet.cell(7, found["name"])
        name.value = str(name.value)[:-1] + ("ъ" if made.lang == "ru" else "z")
        sheet.cell(7, found["number"]).value = None
        sheet.cell(11, found["seat"]).value = sheet.cell(10, found["seat"]).value
        sheet.cell(14, found["table_points"]).value = 3

    made.edit(slips)


def moments(players: int, lang: str, seed: int, rounds: int) -> dict[str, bytes]:
    """The event's workbook before the draw, after tour 1, in tour 2 with errors, and finished."""
    made = club_event(players, lang, seed, rounds)
    found = {"1-registration": made.data}
    made.run()
    play(made, 1)
    made.run()
    found["2-after-tour-1"] = made.data
    good, dice = made.data, made.dice.getstate()
    play(made, 2, tables=players // 4 - 1)
    spoil(made, 2)
    made.run()
    found["3-errors"] = made.data
    made.data = good
    made.dice.setstate(dice)
    for number in range(2, rounds + 1):
        play(made, number)
        event = made.run()
        assert not event.outcome.errors, event.outcome.problems
    found["4-finished"] = made.data
    return found


def main(folder: Path) -> None:
    """Write every sample."""
    folder.mkdir(exist_ok=True)
    for players, lang, seed, rounds in ((16, "ru", 16, 4), (40, "ru", 40, 4), (16, "en", 61, 4)):
        for moment, data in moments(players, lang, seed, rounds).items():
            path = folder / f"mcr-{players}-{lang}-{moment}.xlsx"
            path.write_bytes(data)
            print(path)
    from tools import mafia_samples

    for players, lang, seed in ((20, "ru", 20), (50, "ru", 50), (20, "en", 62)):
        for moment, data in mafia_samples.moments(players, lang, seed).items():
            if lang == "ru" or moment == "4-finished":
                path = folder / f"mafia-{players}-{lang}-{moment}.xlsx"
                path.write_bytes(data)
                print(path)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent / "sample_workbooks")
