"""A workbook that changes its language: our sheets of the other language go, all of them, and nobody else's."""

from __future__ import annotations

import io

import pytest
from openpyxl import Workbook, load_workbook

from tests.books import MCR, event, players, problems, protocol
from tests.mafia.cup import Played, people, small
from tourney_xlsx.excel.intake import owned
from tourney_xlsx.excel.layout import STATE_SHEET
from tourney_xlsx.excel.ownership import is_ours
from tourney_xlsx.excel.read import read

MAHJONG = MCR + players(8) + protocol(1, [(1, 30), (2, 10), (3, -10), (4, -30)], [(5, 30), (6, 10), (7, -10), (8, -30)])


def finished_cup() -> bytes:
    """A cup played to its end, every report there is on its sheets."""
    cup = Played(small(2, 1, 1, Участников_полуфинала="10") + people(20, club="Дракон"))
    cup.run()
    for names in (("Тур 1", "Тур 2"), ("Полуфинал 1",), ("Финал 1",)):
        cup.play(*names)
        cup.run()
    return cup.data


def names(data: bytes) -> set[str]:
    return set(load_workbook(io.BytesIO(data)).sheetnames)


@pytest.mark.parametrize("game", ["mahjong", "cup"])
def test_there_and_back_leaves_no_sheet_of_the_other_language(game: str) -> None:
    russian = event(MAHJONG).workbook if game == "mahjong" else finished_cup()
    english = event(russian, lang="en").workbook
    ours = owned(read(russian))
    assert not (names(english) & ours) - {STATE_SHEET}
    assert names(english) - owned(read(english)) >= {"Турнир", "Игроки", "Тур 1"}
    assert names(event(english).workbook) == names(russian)
    assert names(event(english, lang="en").workbook) == names(english)


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_every_sheet_that_says_it_is_ours_is_known_as_ours(lang: str) -> None:
    sheets = read(event(finished_cup(), lang=lang).workbook)
    assert owned(sheets) == {s.name for s in sheets if is_ours(s.text(1, 1))}
    assert len({s.name for s in sheets if s.name in ("Посадка финала", "Final seats")}) == 1


def renamed(made: Workbook) -> None:
    """The third player's new name in the protocols."""
    for cell in (cell for name in ("Тур 1", "Тур 2") for row in made[name].iter_rows() for cell in row):
        if cell.value == "Ник 03":
            cell.value = "Росомаха"


def test_a_stages_seats_follow_the_protocols_of_every_run() -> None:
    cup = Played(small(2) + people(10))
    cup.run()
    cup.player("Ник 03", Игрок="Росомаха")
    cup.edit(renamed)
    cup.run()
    sheet = load_workbook(io.BytesIO(cup.data))["Посадка отбора"]
    shown = {cell.value for row in sheet.iter_rows() for cell in row}
    assert "Росомаха" in shown and "Ник 03" not in shown


def test_a_sheet_of_that_name_that_is_not_ours_stays_and_is_an_error() -> None:
    text = small() + people(10) + "[Посадка отбора]\nмоё\n"
    assert problems(text, "sheet_not_ours") == [("sheet_not_ours", "Посадка отбора", "A1")]
