"""B-2, B-11: what is typed for experience and the best move means what it says, or is told."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books import event, outcome
from tests.mafia.cup import CUP, game, people, small


@pytest.mark.parametrize("typed", ["-1", "-2", "-3", "'-2", "'- 3", "'−2", "'–3", "'-1 4 9"])
def test_b11_a_best_move_below_zero_is_an_error_at_its_cell(typed: str) -> None:
    text = small() + people(10) + game(marks={1: {"Убит первым": "да", "Лучший ход": typed}})
    for lang in ("ru", "en"):
        found = [p for p in outcome(text, lang=lang)["problems"] if p["severity"] == "error"]
        assert [(p["code"], p["sheet"], p["cell"]) for p in found] == [("best_move_negative", "Тур 1", "H2")]
        assert typed.lstrip("'")[-1] in found[0]["message"]


@pytest.mark.parametrize("typed", ["0", "3", "8 9 10", "8-9-10", "8, 9, 10", "'-", "'—"])
def test_b11_a_count_three_seats_or_a_dash_is_none(typed: str) -> None:
    text = small() + people(10) + game(marks={1: {"Убит первым": "да", "Лучший ход": typed}})
    assert outcome(text)["problems"] == []


UNCLEAR = "меньше года;менее 8 месяцев;до года;почти год;около полугода;нет года;нет 6 месяцев;не играл 12 месяцев;пять месяцев;несколько лет;пол года;6-8 месяцев;-8;'<8;8 игр;30 игр за 8 месяцев;много;½ года;less than a year;almost 8 months;under 7;up to a year;five months;many years;8 games"
CLEAR = {
    "8": 8,
    "8 мес.": 8,
    "2 года": 24,
    "2 полных года": 24,
    "1,5 года": 18,
    "год": 12,
    "больше года": 12,
    "более 2 лет": 24,
    "полгода": 6,
    "год и 3 месяца": 15,
    "1 г. 2 м.": 14,
    "2 года в мафии": 24,
    "год с половиной": 12,
    "2 years": 24,
    "a year": 12,
    "more than a year": 12,
    "half a year": 6,
    "a year and a half": 18,
    "1 year 3 months": 15,
    "3y 2m": 38,
}


@pytest.mark.parametrize("typed", UNCLEAR.split(";"))
def test_b2_a_length_that_may_be_less_than_it_seems_is_told_and_counts_as_none(typed: str) -> None:
    text = CUP + people(12, {3: {"experience": typed}}, experience="12")
    found = outcome(text)
    assert [(p["code"], p["severity"], p["cell"]) for p in found["problems"] if p["sheet"] == "Игроки"] == [
        ("months_unclear", "warning", "K4")
    ]
    empty = outcome(CUP + people(12, {3: {"experience": ""}}, experience="12"))
    assert found["entries"] == empty["entries"]
    assert next(e["state"] for e in found["entries"] if e["number"] == 3) == "rejected"
    recommended = outcome(CUP + people(12, {3: {"experience": typed, "recommended": "да"}}, experience="12"))
    assert next(e["state"] for e in recommended["entries"] if e["number"] == 3) == "playing"


@pytest.mark.parametrize("typed", CLEAR)
def test_b2_a_length_that_is_clear_counts_as_it_is(typed: str) -> None:
    found = event(CUP + people(12, {3: {"experience": typed}}, experience="12")).outcome
    assert [p for p in found.problems if p.code == "months_unclear"] == []
    assert found.tournament.players[2].extra["experience"] == Fraction(CLEAR[typed])
