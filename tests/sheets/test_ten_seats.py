"""A game of ten seats without hands fits the same sheets: seats down, tables across, stages after one another."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.books import opened
from tests.sheets.factory import outcome, players
from tests.sheets.test_print import only, printed
from tourney_xlsx.excel.sheets import protocol, reports
from tourney_xlsx.excel.style import new_book
from tourney_xlsx.games.mcr import MCR
from tourney_xlsx.model import Outcome, RoundKey, SeatedTable, Seating
from tourney_xlsx.rules import Column, Form, Kind, Stage

SEATS = tuple(str(seat) for seat in range(1, 11))
FORM = Form(
    "mcr",
    (
        Column("table", Kind.WHOLE, required=True, per_table=True),
        Column("seat", Kind.WHOLE, required=True),
        Column("number", Kind.WHOLE),
        Column("name", Kind.NAME),
        Column("table_points", Kind.NUMBER),
        Column("warnings", Kind.WHOLE),
        Column("signed", Kind.YES),
        Column("released", Kind.TEXT, per_table=True),
        Column("note", Kind.TEXT),
    ),
)
TEN = replace(
    MCR,
    seats=SEATS,
    seat_words="",
    hands=None,
    protocol=FORM,
    stages=lambda _: (Stage(0, "qualifying", "round", 2), Stage(2, "final", "final", 1)),
)


def staged() -> Outcome:
    """Fifty players: a qualifying game at five tables and a final at one, with a stand-in on its last seat."""
    people = players(50)
    tables = tuple(SeatedTable(i + 1, tuple(range(i * 10 + 1, i * 10 + 11))) for i in range(5))
    qualifying = Seating(RoundKey(0, 1, "qualifying"), tables, 0, True, "")
    final = Seating(RoundKey(2, 1, "final"), (SeatedTable(1, (*range(1, 10), 0)),), 0, True, "")
    return replace(
        outcome(8, 0),
        tournament=replace(outcome(8, 0).tournament, players=people),
        entries=(),
        schedule=(qualifying, final),
        seating=qualifying,
    )


def test_sheets_of_later_stages_carry_the_stage_in_their_name() -> None:
    names = reports(staged(), TEN).sheetnames
    assert names == ["Проверка", "Состав", "Посадка 1", "Посадка Финал 1", "Бланки 1", "Бланки Финал 1"]


def test_seats_go_down_and_tables_across() -> None:
    sheet = opened(reports(staged(), TEN))["Посадка 1"]
    assert [sheet.cell(5, column).value for column in range(1, 7)] == ["Место", *(f"Стол {n}" for n in range(1, 6))]
    assert [sheet.cell(row, 1).value for row in range(6, 16)] == list(SEATS)
    assert sheet.cell(15, 6).value.startswith("50 · ")
    assert "стол 5 · место 10" in [cell.value for line in sheet.iter_rows() for cell in line]


def test_a_stand_in_has_a_word_on_the_wall_and_no_name_in_the_protocol() -> None:
    result = staged()
    assert opened(reports(result, TEN))["Посадка Финал 1"].cell(15, 2).value == "замена"
    book = new_book()
    protocol(result.schedule[1], result, TEN, book)
    sheet = opened(book).worksheets[0]
    assert sheet.title == "Финал 1"
    rows = [tuple(cell.value for cell in line[:4]) for line in sheet.iter_rows(min_row=2, max_row=11)]
    assert [row[:3] for row in rows] == [(1, seat, seat if seat < 10 else None) for seat in range(1, 11)]
    assert rows[9][3] is None
    assert sheet["J1"].value is None


@pytest.mark.slow
def test_a_form_a_table_on_paper(soffice: str, tmp_path: Path) -> None:
    pages = printed(soffice, only(reports(staged(), TEN), "Бланки 1"), tmp_path)
    assert len(pages) == 5 + 5
    if pages[0]:
        assert all("Подпись" in page and "Примечания" in page for page in pages[:5])


@pytest.mark.slow
def test_fifty_players_on_the_wall(soffice: str, tmp_path: Path) -> None:
    pages = printed(soffice, only(reports(staged(), TEN), "Посадка 1"), tmp_path)
    assert len(pages) == 3
    if pages[0]:
        assert "Стол 5" in pages[0] and "найдите себя" in pages[1] and "найдите себя" in pages[2]
