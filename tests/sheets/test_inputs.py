"""Sheets that people type into: the protocol of a new round and the starter workbook."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from openpyxl.worksheet.worksheet import Worksheet

from tests.books import as_bytes, opened
from tests.sheets.factory import LONG_NAME, outcome, seat
from tourney_xlsx.excel.day_plan import day_plan
from tourney_xlsx.excel.intake import intake
from tourney_xlsx.excel.metrics import fit, lines_needed, text_height, text_width
from tourney_xlsx.excel.read import read
from tourney_xlsx.excel.sheets import protocol
from tourney_xlsx.excel.starter import starter
from tourney_xlsx.excel.style import new_book, shown_digits
from tourney_xlsx.games.mcr import MCR
from tourney_xlsx.i18n import Words

HEADERS = {
    "ru": "Стол|Ветер|№|Игрок|ИО|ТО|Штраф|Предупреждения|Подпись|Примечание|Исправление разрешил",
    "en": "Table|Wind|No|Player|GP|TP|Penalty|Warnings|Signed|Note|Correction allowed by",
}


def protocol_sheet(lang: str = "ru") -> Worksheet:
    result = outcome(8, 2, lang)
    assert result.seating is not None
    book = new_book()
    protocol(result.seating, result, MCR, book)
    return opened(book).worksheets[0]


def rule(sheet: Worksheet, cell: str) -> object:
    """The validation of a cell."""
    (found,) = [rule for rule in sheet.data_validations.dataValidation if cell in rule.sqref]
    return found


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_protocol_has_the_contract_s_headers_and_the_seating(lang: str) -> None:
    sheet = protocol_sheet(lang)
    assert sheet.title == {"ru": "Тур 3", "en": "Round 3"}[lang]
    assert "|".join(cell.value for cell in sheet[1][:11]) == HEADERS[lang]
    result = outcome(8, 2, lang)
    assert result.seating is not None
    numbers = [number for table in result.seating.tables for number in table.players]
    names = {player.number: player.name for player in result.tournament.players}
    winds = {"ru": "ВЮЗС", "en": "ESWN"}[lang] * 2
    rows = [tuple(cell.value for cell in line[:4]) for line in sheet.iter_rows(min_row=2, max_row=9)]
    assert rows == [(i // 4 + 1, winds[i], n, names[n]) for i, n in enumerate(numbers)]
    assert all(cell.value is None for line in sheet.iter_rows(min_row=2, min_col=5, max_col=11) for cell in line)
    assert all(cell.value is None for line in sheet.iter_rows(min_row=10, max_col=11) for cell in line)
    assert sheet.freeze_panes == "E2"
    assert not sheet.protection.sheet


def test_protocol_cells_keep_what_is_typed() -> None:
    sheet = protocol_sheet()
    formats = {sheet.cell(1, column).value: sheet.cell(2, column).number_format for column in range(1, 12)}
    assert formats["Игрок"] == formats["Примечание"] == formats["Подпись"] == formats["Ветер"] == "@"
    points = rule(sheet, "E2")
    assert (points.type, points.operator, points.formula1, points.formula2) == ("whole", "between", "-9999", "9999")
    assert points.errorStyle in (None, "stop") and points.showErrorMessage
    shares = rule(sheet, "F9")
    assert (shares.type, shares.formula1, shares.formula2) == ("decimal", "0", "4")
    assert rule(sheet, "B21").formula1 == '"В,Ю,З,С"'
    assert rule(sheet, "I2").formula1 == '"да"'
    assert not rule(sheet, "I2").showErrorMessage
    assert "Сумма за столом" in points.prompt
    assert rule(sheet, "D2").formula1 == "'Игроки'!$B$2:$B$29"
    assert not rule(sheet, "D2").showErrorMessage
    assert {sheet.cell(2, column).fill.fgColor.rgb for column in (5, 6, 7)} == {"FFFFF8D6"}


def test_protocol_marks_doubles_empty_seats_and_sums() -> None:
    sheet = protocol_sheet()
    found = {
        (str(area.sqref), rule.formula[0].split("(")[0]) for area in sheet.conditional_formatting for rule in area.rules
    }
    assert found == {("C2:D21", "OR"), ("C2:D21", "AND"), ("E2:E21", "AND")}


def test_an_empty_chair_is_left_empty() -> None:
    result = outcome(8, 2)
    assert result.seating is not None
    first = replace(result.seating.tables[0], players=(0, *result.seating.tables[0].players[1:]))
    book = new_book()
    protocol(replace(result.seating, tables=(first,)), result, MCR, book)
    sheet = opened(book).worksheets[0]
    assert [sheet.cell(2, column).value for column in range(1, 5)] == [1, "В", None, None]


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_starter_is_read_without_a_problem_and_its_examples_passed_over(lang: str) -> None:
    data = as_bytes(starter(MCR, lang, title="Кубок =1+1", rounds=5))
    found = intake(read(data), {"mcr": MCR}, None)
    assert [problem.code for problem in found.problems if problem.code != "players_missing"] == []
    tournament = found.tournament
    assert (tournament.game, tournament.lang, tournament.text("title")) == ("mcr", lang, "Кубок =1+1")
    assert tournament.integer("rounds") == 5
    assert tournament.players == ()
    assert [item.round for item in tournament.schedule if item.round] == [1, 2, 3, 4, 5]
    assert tournament.schedule[0].start == "09:30"


def test_the_starter_has_a_note_beside_every_setting_and_drop_downs() -> None:
    book = opened(starter(MCR, "ru", title="", rounds=None))
    assert book.sheetnames == ["Турнир", "Игроки", "Расписание", "Памятка"]
    sheet = book["Турнир"]
    settings = {line[0].value: line for line in sheet.iter_rows(min_row=2)}
    assert settings["Игра"][1].value == "маджонг"
    assert settings["Туров"][1].value == 4
    assert settings["Разводить клубы"][1].value == "нет"
    noted = [name for name, line in settings.items() if line[2].value]
    assert len(noted) >= len(settings) - 1
    yes_no = rule(sheet, settings["Разводить клубы"][1].coordinate)
    assert yes_no.formula1 == '"да,нет"'
    assert rule(sheet, settings["Игра"][1].coordinate).formula1 == '"маджонг,мафия"'


def test_the_registration_sheet_is_ready_for_a_paste() -> None:
    sheet = opened(starter(MCR, "ru", title="", rounds=None))["Игроки"]
    heads = [cell.value for cell in sheet[1]]
    assert heads[:5] == ["№", "Игрок", "Город", "Страна", "Клуб"]
    assert sheet["B2"].value.startswith("Пример: ") and sheet["B3"].value.startswith("Пример: ")
    assert sheet["B4"].value is None
    assert sheet.column_dimensions["B"].number_format == "@"
    status = "ABCDEFGHIJKLMNOPQ"[heads.index("Статус")]
    assert "лист ожидания" in rule(sheet, f"{status}900").formula1
    assert sheet.freeze_panes == "C2"
    assert sheet.auto_filter.ref.startswith("A1:")


@pytest.mark.parametrize(
    ("rounds", "starts"),
    [
        (4, ["10:00", "12:10", "15:10", "17:20"]),
        (None, ["10:00", "12:10", "15:10", "17:20"]),
        (2, ["10:00", "12:10"]),
        (6, ["10:00", "12:10", "15:10", "17:20", "10:00", "12:10"]),
    ],
)
def test_the_regulation_s_day(rounds: int | None, starts: list[str]) -> None:
    lines = day_plan(MCR, Words("ru"), rounds)
    assert [line.start for line in lines if line.round] == starts
    assert [line.round for line in lines if line.round] == list(range(1, len(starts) + 1))
    assert lines[-1].what.endswith("Закрытие и награждение")
    assert sum("Закрытие" in line.what for line in lines) == 1


def test_text_is_measured_as_arial_sets_it() -> None:
    # Liberation Sans, Arial's metric twin, sets this name in 10 points 306 pixels wide at 96 dpi.
    assert text_width(LONG_NAME) * 7 == pytest.approx(306, rel=0.02)
    assert text_width("iii") < text_width("ЩЩЩ") / 3
    assert fit(["a"], 8, 30) == 8
    assert fit([LONG_NAME], 8, 30) == 30
    assert lines_needed(LONG_NAME, 60) == 1
    assert lines_needed(LONG_NAME, 30) == 2
    assert lines_needed("а\nб", 30) == 2
    assert lines_needed("ш" * 60, 20) >= 4
    assert text_height(LONG_NAME, 30) > 1.7 * text_height("а", 30)


def test_fractions_show_as_many_decimals_as_they_need() -> None:
    assert [shown_digits(Fraction(value)) for value in ("3", "7/3", "3/2", "3/8")] == [0, 2, 2, 3]


def test_seatings_of_the_factory_are_whole() -> None:
    assert sorted(n for table in seat(list(range(1, 9)), 2).tables for n in table.players) == list(range(1, 9))


def test_the_examples_leave_the_other_rows_their_looks() -> None:
    sheet = opened(starter(MCR, "ru", title="", rounds=None))["Игроки"]
    for cell in sheet[9]:
        assert cell.number_format == sheet.column_dimensions[cell.column_letter].number_format, cell.coordinate
        assert not cell.font.italic
        assert cell.fill.fgColor.rgb == "FFFFF8D6"
