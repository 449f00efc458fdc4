"""A-6, B-3: what «Оплачено» says. A sum is a sum, whatever the cell's format makes of it."""

from __future__ import annotations

import io
from datetime import datetime
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from tests.books import MCR, as_bytes, opened, outcome, workbook
from tests.import_.forms import take
from tests.mafia.cup import CUP, people
from tourney_xlsx.excel.read import read
from tourney_xlsx.excel.starter import starter
from tourney_xlsx.games import GAMES

DAY = "dd.mm.yyyy hh:mm"
PAID = "J"


def cup(typed: Any, shown: str = DAY, lang: str = "ru") -> Workbook:
    """Twelve paid in full, but for the third, in whose cell of that format stands `typed`."""
    made = workbook(CUP + f"Язык | {lang}\nМест | 10\n" + people(12, experience="12", paid="2500"))
    cell = made["Игроки"][f"{PAID}4"]
    cell.value, cell.number_format = typed, shown
    return made


def third(made: Workbook) -> tuple[str, str, list[tuple[str, str, str]]]:
    """State and reason of the third entry; code, severity and cell of every problem."""
    found = outcome(as_bytes(made))
    entry = next(e for e in found["entries"] if e["number"] == 3)
    return entry["state"], entry["reason"], [(p["code"], p["severity"], p["cell"]) for p in found["problems"]]


@pytest.mark.parametrize("typed", [1000, "1000", "1 000"])
def test_b3_a_part_payment_takes_no_place_whatever_the_cells_format(typed: Any) -> None:
    for shown in (DAY, "General", "@"):
        state, reason, found = third(cup(typed, shown))
        assert state == "waiting" and "не полностью" in reason
        hidden = typed == 1000 and shown == DAY
        assert found == ([("paid_amount_as_date", "warning", "J4")] if hidden else [])


@pytest.mark.parametrize(("lang", "words"), [("ru", "сумма 1000"), ("en", "the sum 1000")])
def test_a_sum_in_a_cell_for_dates_is_told_with_the_sum(lang: str, words: str) -> None:
    (told,) = outcome(as_bytes(cup(1000, lang=lang)))["problems"]
    assert words in told["message"] and "1902" in told["message"]


def test_b3_the_whole_fee_in_a_cell_for_dates_is_paid_in_full() -> None:
    assert third(cup(2500))[0] == "playing"


def test_a_day_is_a_day_and_yes_is_yes() -> None:
    for typed in (datetime(2026, 11, 2, 10), datetime(2026, 11, 2), "02.11.2026", "да", 1, True):
        assert third(cup(typed))[::2] == ("playing", [])
    assert third(cup(0))[::2] == ("waiting", [])


def test_a_day_that_nobody_can_have_paid_on_is_no_payment() -> None:
    for typed in ("26.09.1902", "02.11.206", "02.11.2206"):
        assert third(cup(typed, "@"))[::2] == ("waiting", [("paid_unclear", "warning", "J4")])


@pytest.mark.parametrize(("sum_", "shown"), [(25_000, "General"), (79_000, "General"), (100_000, DAY), (25_000, DAY)])
def test_a_large_sum_is_no_date(sum_: int, shown: str) -> None:
    made = cup(sum_, shown)
    made["Турнир"].append(["Взнос", 120_000])
    assert "не полностью" in third(made)[1]


def test_a_workbook_that_counts_from_1904_has_the_same_sum() -> None:
    made = cup(1000)
    made.epoch = CALENDAR_MAC_1904
    (told,) = outcome(as_bytes(made))["problems"]
    assert "сумма 1000" in told["message"]


def test_a7_a_part_of_the_fee_is_not_paid_in_time_and_goes_back_as_it_is() -> None:
    head = "[Игроки]\n№ | Игрок | Зарегистрирован | Оплачено | Явка\n"
    rows = [f"{n} | Игрок {n} | 2026-11-01 10:00 | {400 if n == 2 else 1000} | да" for n in range(1, 6)]
    found = outcome(MCR + "Взнос | 1000\n" + head + "\n".join(rows) + "\n")
    (cut,) = [e for e in found["entries"] if e["state"] == "cut"]
    assert (cut["number"], cut["refund"]) == (2, "400")
    assert "не оплатил" in cut["reason"]


FORM = "Ник;Стаж;Оплата\nВолк;12;1000\nЛиса;12;05.11.2026\n"


@pytest.mark.parametrize("columns", ["style of the column", "style of the row above"])
def test_an_imported_sum_stays_a_number_and_the_other_cells_their_dates(columns: str) -> None:
    made = workbook(CUP + "[Игроки]\n№ | Игрок | Стаж | Оплачено\n1 | Заяц | 12 | 2026-11-02 10:00\n")
    sheet = made["Игроки"]
    sheet["D2"].number_format = DAY
    if columns == "style of the column":
        for row in range(3, 9):
            sheet.cell(row, 4).number_format = DAY
            sheet.cell(row, 4).value = None
    data = take(FORM, as_bytes(made)).workbook
    filled = load_workbook(io.BytesIO(data))["Игроки"]
    assert (filled["D3"].value, filled["D3"].number_format) == (1000, "General")
    assert (filled["D2"].value, filled["D2"].number_format) == (datetime(2026, 11, 2, 10), DAY)
    assert (filled["D4"].value, filled["D4"].number_format) == (datetime(2026, 11, 5), DAY)
    found = outcome(data)
    assert not [p for p in found["problems"] if p["code"].startswith("paid")]
    assert {e["name"]: e["state"] for e in found["entries"]} == {
        "Заяц": "playing",
        "Волк": "waiting",
        "Лиса": "playing",
    }
    again = take("Ник;Стаж;Оплата\nЁж;12;500\n", data).workbook
    assert load_workbook(io.BytesIO(again))["Игроки"]["D5"].value == 500


def test_a_forms_own_sum_shown_as_a_date_comes_over_as_the_sum() -> None:
    form = workbook("[Ответы]\nНик | Оплата\nВолк | 1000\n")
    form["Ответы"]["B2"].number_format = DAY
    data = take(as_bytes(form), CUP + "[Игроки]\n№ | Игрок | Оплачено\n").workbook
    assert load_workbook(io.BytesIO(data))["Игроки"]["C2"].value == 1000


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("lang", ["ru", "en"])
def test_what_is_typed_into_the_starters_column_is_shown_as_typed(game: str, lang: str) -> None:
    made = opened(starter(GAMES[game], lang, title="", rounds=None))
    (sheet,) = [s for s in made.worksheets if s.title in ("Игроки", "Players")]
    (column,) = [c.column_letter for c in sheet[1] if c.value in ("Оплачено", "Paid")]
    assert sheet[f"{column}9"].number_format == sheet.column_dimensions[column].number_format == "General"
    sheet[f"{column}9"].value = 1000
    (raw,) = [s for s in read(as_bytes(made)) if s.name == sheet.title]
    assert 1000 in {cell.value for (row, _), cell in raw.cells.items() if row == 9}


@pytest.mark.parametrize(
    "typed", ["2500 р.", "2 500 ₽", "2500руб", "2500 рублей", "€2500", "2500,00 EUR", "$ 2500", "£2500"]
)
def test_a_sum_may_have_its_currency_beside_it(typed: str) -> None:
    assert third(cup(typed, "@"))[::2] == ("playing", [])
    part = typed.replace("2500", "1000").replace("2 500", "1 000")
    state, reason, found = third(cup(part, "@"))
    assert (state, found) == ("waiting", []) and "не полностью" in reason


@pytest.mark.parametrize("typed", ["р.", "руб", "2500 раз", "2500-3000 р.", "рано"])
def test_what_only_looks_like_a_sum_is_asked_about(typed: str) -> None:
    assert third(cup(typed, "@"))[2] == [("paid_unclear", "warning", "J4")]
