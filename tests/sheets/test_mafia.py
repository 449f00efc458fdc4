"""What only a cup in sport Mafia has on its sheets: role marks, the cup, the difficult card's rule."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from tests.books import opened
from tests.sheets.factory import outcome, players
from tests.site.factory import mafia
from tourney_xlsx.excel.inputs import input_look
from tourney_xlsx.excel.sheets import protocol, reports
from tourney_xlsx.excel.sheets.awards import award_name, prizes
from tourney_xlsx.excel.sheets.difficult_card import card_lines
from tourney_xlsx.excel.sheets.live import DEALT
from tourney_xlsx.excel.sheets.view import View
from tourney_xlsx.excel.starter import starter
from tourney_xlsx.excel.style import new_book
from tourney_xlsx.games.mafia import MAFIA
from tourney_xlsx.games.mafia.forms import ROLES
from tourney_xlsx.model import Award, DifficultCard, Outcome, Quality, RoundKey, SeatedTable, Seating
from tourney_xlsx.rules import Column, Kind


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
    protocol(cup().schedule[0], cup(), MAFIA, book)
    book = opened(book)
    sheet = book.worksheets[0]
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
    protocol(cup().schedule[0], cup(), MAFIA, book)
    book = opened(book)
    sheet = book.worksheets[0]
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
    book = opened(starter(MAFIA, lang, title="Кубок", rounds=None))
    settings = {line[0]: line[1] for line in book.worksheets[0].iter_rows(min_row=2, values_only=True)}
    assert settings["Взнос" if lang == "ru" else "Entry fee"] == 2500
    assert settings["Коэффициент финала" if lang == "ru" else "Final factor"] == 1.5
    schedule = list(book.worksheets[2].iter_rows(min_row=2, values_only=True))
    assert [line[3] for line in schedule if line[3]] == list(range(1, 16))


def played(lang: str = "ru", **settings: object) -> Outcome:
    """The page's cup after the semi-finals began, with a final to come."""
    plain = mafia(9, lang)
    given = {**plain.tournament.settings, "qualifying_games": 7, "semifinal_games": 3, "final_games": 5}
    given |= {"semifinal_players": 20, "final_players": 10, "final_factor": Fraction(3, 2), **settings}
    return replace(plain, tournament=replace(plain.tournament, settings=given), cards=(card(),))


def lines(book: Workbook, sheet: str) -> list[tuple[object, ...]]:
    return list(book[sheet].iter_rows(values_only=True))


@pytest.mark.parametrize(("lang", "head"), [("ru", "За победы"), ("en", "For wins")])
def test_standings_show_what_points_are_made_of(lang: str, head: str) -> None:
    result = played(lang)
    sheet = lines(opened(reports(result, MAFIA)), View(result, MAFIA).t("sheet.standings"))
    heads, first = sheet[4], sheet[5]
    best = result.standings[0]
    assert first[heads.index(head)] == best.parts["win"]
    points = heads.index(View(result, MAFIA).t("key.points"))
    stages = [first[heads.index(name)] for name in heads if name in ("Отборочные игры", "Полуфинал")]
    assert lang == "en" or sum(stages) == first[points] == best.keys["points"]
    words = [value for line in sheet for value in line if isinstance(value, str)]
    view = View(result, MAFIA)
    assert card_lines(view)[0] in words
    factor = f"{view.t('setting.final_factor.name')}: {view.number(Fraction(3, 2))}"
    assert any(factor in text and view.t("setting.semifinal_players.name") in text for text in words)
    assert any(f"{view.t('key.wins')} → {view.t('key.best')}" in text for text in words)


def test_a_line_parts_those_who_go_on_as_things_stand() -> None:
    result = played(final_players=4)
    book = opened(reports(result, MAFIA))
    edges = [row for row in range(6, 27) if book["Итоги"].cell(row, 3).border.bottom.style == "medium"]
    assert edges == [9]
    assert "4 лучших выходят в финал" in " ".join(str(line[0]) for line in lines(book, "Итоги"))


def test_by_round_has_a_column_a_game_and_the_sum_of_each_stage() -> None:
    result = played()
    sheet = lines(opened(reports(result, MAFIA)), "По турам")
    assert [value for value in sheet[4] if value] == ["Отборочные игры", "Полуфинал", "Всего"]
    assert sheet[5][3:] == (*"1234567", "Сумма", "Место", "1", "2", "Сумма", "Место", "Баллы")
    for line in sheet[6:]:
        assert sum(value for value in line[3:10] if value != "–") == line[10]
        assert line[10] + line[14] == line[16]


def test_a_stage_stands_on_one_list() -> None:
    result = played()
    book = opened(reports(result, MAFIA))
    sheet = lines(book, "Посадка отбора")
    assert sheet[5][2:] == tuple(f"Тур {n}" for n in range(1, 8))
    assert len(sheet) == 26
    for line in sheet[6:]:
        for seating, spot in zip(result.schedule, line[2:], strict=False):
            table, seat = map(int, str(spot).split(" · "))
            assert seating.tables[table - 1].players[seat - 1] == line[0]
    assert "600 при наименьшем возможном 600: ровнее нельзя" in str(lines(book, "Посадка полуфинала")[4][0])


def test_rests_and_stand_ins_are_named() -> None:
    tables = (SeatedTable(1, tuple(range(1, 11))),), (SeatedTable(1, (*range(3, 12), 0)),)
    seatings = tuple(Seating(RoundKey(0, n, "qualifying"), each, 0, True, "") for n, each in enumerate(tables, 1))
    plain = cup()
    result = replace(
        plain,
        tournament=replace(plain.tournament, players=players(11)),
        schedule=seatings,
        seating=seatings[0],
        quality={"qualifying": Quality(Fraction(11, 2), Fraction(5), False)},
    )
    book = opened(reports(result, MAFIA))
    first = [value for line in lines(book, "Посадка 1") for value in line if isinstance(value, str)]
    assert any(text.startswith("Отдыхают: 11 · ") for text in first) and "отдых" in first
    assert any("5,5; меньше 5 не бывает" in text for text in first)
    stage = lines(book, "Посадка отбора")
    rows = {line[0]: line[2:] for line in stage[6:]}
    assert rows[11] == ("отдых", "1 · 9") and rows[1] == ("1 · 1", "отдых")
    assert stage[-1][1:] == ("замена", "", "1 · 10") or stage[-1][1:] == ("замена", None, "1 · 10")


def test_the_cup_stands_beside_the_first_place_and_clubs_have_prizes() -> None:
    result = played()
    awards = (Award("place_1", 1, (101,)), Award("cup", 1, (101,)), Award("place_2", 2, (102, 103)))
    result = replace(result, awards=awards)
    assert prizes(View(result, MAFIA)) == [("1 место, кубок", (101,)), ("2 место (поровну)", (102, 103))]
    sheet = lines(opened(reports(result, MAFIA)), "Награды")
    clubs = [line for line in sheet if line[1] in ("Белый дракон", "Красный дракон")]
    # Given from the first down, read out from the last up, before the players.
    assert [line[0] for line in clubs] == ["1 место", "2 место", "2 место", "1 место"]
    assert clubs[0][2] == ", ".join(View(result, MAFIA).players[player].name for player in (101, 102, 103))
    assert sheet.index(clubs[-1]) < [line[0] for line in sheet].index("Место")


def test_rounds_of_a_new_cup_are_its_qualifying_games() -> None:
    book = opened(starter(MAFIA, "ru", title="Кубок", rounds=5))
    settings = {line[0]: line[1] for line in book.worksheets[0].iter_rows(min_row=2, values_only=True)}
    assert settings["Отборочных игр"] == 5 and "Туров" not in settings
    schedule = list(book.worksheets[2].iter_rows(min_row=2, values_only=True))
    named = [line[2] for line in schedule if line[3]]
    assert named[4:6] == ["День 1. Тур 5", "День 2. Полуфинал 1"] and named[-1] == "День 2. Финал 5"
    assert "награждение" in schedule[-1][2]
    help_ = [line[1] for line in book.worksheets[3].iter_rows(values_only=True)]
    assert any("рассадит сразу весь этап" in str(text) for text in help_)
    assert not any("7/3" in str(text) for text in help_)


def test_reasons_are_ticks_or_texts_and_months_are_texts() -> None:
    reason, months = (input_look(Column("any", kind)) for kind in (Kind.REASON, Kind.MONTHS))
    assert (reason.format, reason.wrap, reason.across) == ("@", True, "center")
    assert months.format == "@"
    form = opened(reports(cup(), MAFIA))["Бланки 1"]
    heads = {cell.value: cell.column for cell in form[4]}
    assert [form.cell(5, heads[name]).value for name in ("Лучший", "Удалён", "Опоздание")] == ["□"] * 3
    answers = {line[0]: line[2] for line in form.iter_rows(values_only=True)}
    assert str(answers["Победа"]).split() == ["□", "красные", "□", "чёрные", "□", "ничья"]
    assert (answers["Присуждено"], answers["Судья"]) == ("□", None)
