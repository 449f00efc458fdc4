"""Answers as people and forms write them -> what the players sheet reads."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.books import event
from tests.import_.forms import at, rows, take, xlsx
from tourney_xlsx.excel.importing.answers import Dates, answer, contacts, dates_of, moment_of
from tourney_xlsx.excel.read import CellKind, RawCell
from tourney_xlsx.rules import Kind


def cells(*texts: str) -> list[RawCell]:
    return [RawCell(CellKind.TEXT, text) for text in texts]


@pytest.mark.parametrize(
    "text",
    [
        "2026/11/05 6:12:33 PM GMT+3",
        "2026/11/05 6:12:33 PM MSK".removesuffix(" MSK"),
        "2026/11/05 6:12:33 p.m. GMT+3",
        "05.11.2026 18:12:33",
        "05.11.26 18:12:33",
        "5.11.2026, 18:12:33",
        "2026-11-05 18:12:33",
        "2026-11-05T18:12:33",
        "2026-11-05T18:12:33Z",
        "2026-11-05T18:12:33+03:00",
        "2026-11-05T18:12:33.250+0300",
        "5 ноября 2026 18:12:33",
        "5 ноября 2026 г., 18:12:33",
        "5 нояб. 2026 г. в 18:12:33",
        "Nov 5, 2026 18:12:33",
        "November 5, 2026 at 6:12:33 PM",
        "5 November 2026 18:12:33",
        " 05.11.2026\u00a0 18:12:33 ",
    ],
)
def test_dates_as_forms_write_them(text: str) -> None:
    assert moment_of(text, Dates()) == at("2026-11-05 18:12:33")


@pytest.mark.parametrize("text", ["вчера", "32.01.2026", "05.13.2026", "", "5 смутября 2026", "18:12"])
def test_what_is_no_date_is_none(text: str) -> None:
    assert moment_of(text, Dates()) is None


def test_month_or_day_first_is_told_from_the_whole_column() -> None:
    assert dates_of(cells("11/5/2026 10:00:00", "11/13/2026 9:00:00")) == Dates(month_first=True)
    assert dates_of(cells("5/11/2026 10:00", "13/11/2026 9:00")) == Dates()
    assert dates_of(cells("10/12/2026", "11/2/2026", "12/1/2026")) == Dates(month_first=True)
    assert dates_of(cells("1/10/2026", "2/10/2026", "1/11/2026")) == Dates()
    assert dates_of(cells("11/5/2026")) == Dates(assumed=True)
    assert dates_of(cells("11/11/2026", "12/12/2026")) == Dates()
    assert dates_of(cells("05.11.2026", "06.11.2026")) == Dates()
    assert moment_of("11/5/2026 18:12:33", Dates(month_first=True)) == at("2026-11-05 18:12:33")


def test_the_order_assumed_is_said_only_for_dates_that_are_taken() -> None:
    assert take("Отметка времени,Игрок\n11/5/2026 18:12:33,Анна\n").assumed_dates
    assert not take("Дата,Игрок\n11/5/2026 18:12:33,Анна\n").assumed_dates
    assert not take("Отметка времени,Игрок\n11/13/2026 18:12:33,Анна\n").assumed_dates


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("1 850,5", Kind.NUMBER, Fraction(3701, 2)),
        ("нет", Kind.NUMBER, "нет"),
        ("1500", Kind.PAID, Fraction(1500)),
        ("06.11.2026", Kind.PAID, at("2026-11-06")),
        ("да", Kind.PAID, "да"),
        ("007", Kind.TEXT, "007"),
        ("1/2", Kind.TEXT, "1/2"),
        ("05.11.2026", Kind.TEXT, "05.11.2026"),
        ("2 года", Kind.MONTHS, "2 года"),
        ("  Анна \u200b  Мария ", Kind.NAME, "Анна Мария"),
    ],
)
def test_numbers_and_dates_only_where_the_column_wants_them(text: str, kind: Kind, value: object) -> None:
    assert answer(RawCell(CellKind.TEXT, text), kind, Dates()) == value


def test_a_cell_without_a_value_writes_nothing_and_a_bare_number_can_be_a_date() -> None:
    assert answer(RawCell(CellKind.ERROR, "#REF!"), Kind.TEXT, Dates()) is None
    assert answer(RawCell(CellKind.NO_VALUE, None, "A1"), Kind.TEXT, Dates()) is None
    assert answer(RawCell(CellKind.NUMBER, Fraction("46331.75")), Kind.DATE, Dates()) == at("2026-11-05 18:00:00")


def test_a_date_that_cannot_be_read_is_copied_as_typed_and_named() -> None:
    found = take("Отметка времени,Игрок\nвчера вечером,Анна\n")
    assert [(cell.a1, text) for cell, text in found.unread] == [("F2", "вчера вечером")]
    assert rows(found)[0]["Зарегистрирован"] == "вчера вечером"


def test_what_was_imported_is_read_by_the_next_run() -> None:
    form = "Отметка времени;Игрок;Рейтинг;Оплачено;Статус\n" + "".join(
        f"2026/11/{n:02} 6:12:33 PM GMT+3;Игрок {chr(1040 + n) * 3};1 85{n},5;да;{'замена' if n == 9 else ''}\n" for n in range(1, 10)
    )
    people = event(take(form).workbook).outcome.tournament.players
    assert [p.registered for p in people] == [at(f"2026-11-{n:02} 18:12:33") for n in range(1, 10)]
    assert {p.paid for p in people} == {True}
    assert people[0].rating == Fraction("1851.5") and people[8].status.value == "substitute"


def test_most_answers_decide_whether_a_column_holds_contacts() -> None:
    assert contacts(cells("anna@example.org", "8 900 123 45 67", "нет"))
    assert contacts(cells("+7(900)123-45-67"))
    assert not contacts(cells("Тула", "anna@example.org"))
    assert not contacts(cells("1850", "2026-11-05", "12345"))
    assert not contacts([])


def test_phones_stored_as_numbers_are_contacts_too() -> None:
    found = take(xlsx(["Игрок", "Номер для связи с вами"], ["Анна", 79001234567], ["Пётр", 79001234568]))
    assert found.columns[1].use.value == "personal"
