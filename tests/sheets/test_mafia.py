"""What only a cup in sport Mafia has on its sheets: role marks, the cup, the difficult card's rule."""

from __future__ import annotations

import io
import subprocess
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.sheets.factory import outcome, players
from tourney_xlsx.excel.sheets import protocol
from tourney_xlsx.excel.sheets.awards import award_name
from tourney_xlsx.excel.sheets.difficult_card import card_lines
from tourney_xlsx.excel.sheets.live import DEALT
from tourney_xlsx.excel.sheets.view import View
from tourney_xlsx.excel.starter import starter
from tourney_xlsx.excel.style import new_book
from tourney_xlsx.games.mafia import MAFIA
from tourney_xlsx.games.mafia.forms import ROLES
from tourney_xlsx.model import Award, DifficultCard, Outcome, RoundKey, SeatedTable, Seating


def cup(lang: str = "ru") -> Outcome:
    seating = Seating(RoundKey(0, 1, "qualifying"), (SeatedTable(1, tuple(range(1, 11))),), 0, True, "")
    plain = outcome(8, 0, lang)
    settings = {**plain.tournament.settings, "qualifying_games": 7, "semifinal_games": 3, "final_games": 5}
    tournament = replace(plain.tournament, game="mafia", settings=settings, players=players(10, lang))
    return replace(plain, tournament=tournament, schedule=(seating,), seating=seating, entries=())


def card(**changes: object) -> DifficultCard:
    plain = DifficultCard("qualifying", "win_difference", 10, 6, 1, "black", Fraction(1, 5), True)
    return replace(plain, **changes)  # type: ignore[arg-type]


def said(*cards: DifficultCard) -> tuple[str, ...]:
    return card_lines(View(replace(cup(), cards=cards), MAFIA))


def test_the_rule_of_the_difficult_card_is_said_with_wins_and_worth() -> None:
    assert said() == ()
    assert said(card(rule="off"), card(rule="off")) == ("Сложная карта не учитывается.",)
    (line,) = said(card())
    assert line == (
        "Сложная карта, отборочные игры: разница побед. Побед красных 10, чёрных 6, ничьих 1. "
        "Победа чёрных дороже на 0,2."
    )
    assert said(card(counted=False))[0].endswith("когда будут сыграны все игры этапа.")
    assert said(card(colour="", per_win=Fraction(0)))[0].endswith("ничьих 1.")


def test_the_cup_is_named() -> None:
    view = View(cup(), MAFIA)
    assert award_name(view, Award("cup", 1, (2,))) == "Кубок"
    assert award_name(view, Award("place_2", 2, (3, 4))) == "2 место (поровну)"


def test_roles_are_dealt_as_the_game_says() -> None:
    assert dict(ROLES) == DEALT


def test_the_protocol_marks_roles_and_two_killed_first() -> None:
    book = new_book()
    sheet = protocol(cup().schedule[0], cup(), MAFIA, book)
    marked = {str(area.sqref): area.rules[0].formula[0] for area in sheet.conditional_formatting}
    heads = {cell.value: cell.column_letter for cell in sheet[1]}
    role, killed = heads["Роль"], heads["Убит первым"]
    assert "<>6" in marked[f"{role}2:{role}23"] and '"дон"' in marked[f"{role}2:{role}23"]
    assert marked[f"{killed}2:{killed}23"].endswith(">1)")
    assert [sheet.cell(row, 2).value for row in range(2, 12)] == list(range(1, 11))


@pytest.mark.slow
def test_the_marks_judge_as_they_should(soffice: str, tmp_path: Path) -> None:
    """The marks' formulas, put into cells and calculated by LibreOffice."""
    book = new_book()
    sheet = protocol(cup().schedule[0], cup(), MAFIA, book)
    roles = ["мирный"] * 6 + ["шериф", "дон", "мафия", "мафия"]
    heads = {cell.value: cell.column_letter for cell in sheet[1]}
    formulas = {
        str(area.sqref)[0]: area.rules[0].formula[0]
        for area in sheet.conditional_formatting
        if str(area.sqref)[0] in (heads["Роль"], heads["Убит первым"])
    }
    found = []
    for case, (dealt, killed) in enumerate(((roles, 1), (["мирный", *roles[:9]], 2), (["м", *roles[1:]], 0))):
        for row, role in enumerate(dealt, 2):
            sheet[f"{heads['Роль']}{row}"] = role
            sheet[f"{heads['Убит первым']}{row}"] = "да" if row < 2 + killed else None
        for place, letter in (("Y2", heads["Роль"]), ("Z2", heads["Убит первым"])):
            sheet[place] = f"={formulas[letter]}"
        path = tmp_path / f"{case}.xlsx"
        book.save(path)
        profile = f"-env:UserInstallation={(tmp_path / f'profile{case}').as_uri()}"
        command = [soffice, profile, "--headless", "--convert-to", "xlsx", "--outdir", str(tmp_path / "out"), str(path)]
        subprocess.run(command, check=True, capture_output=True, timeout=180)
        calculated = load_workbook(tmp_path / "out" / path.name, data_only=True).worksheets[0]
        found.append((calculated["Y2"].value, calculated["Z2"].value))
    assert found == [(False, False), (True, True), (False, False)]


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_starter_has_the_cup_s_settings(lang: str) -> None:
    stream = io.BytesIO()
    starter(MAFIA, lang, title="Кубок", rounds=None).save(stream)
    book = load_workbook(stream)
    settings = {line[0]: line[1] for line in book.worksheets[0].iter_rows(min_row=2, values_only=True)}
    assert settings["Взнос" if lang == "ru" else "Entry fee"] == 2500
    assert settings["Коэффициент финала" if lang == "ru" else "Final factor"] == 1.5
    schedule = list(book.worksheets[2].iter_rows(min_row=2, values_only=True))
    assert [line[3] for line in schedule if line[3]] == list(range(1, 16))
