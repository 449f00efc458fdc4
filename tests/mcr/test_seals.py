"""A-18: a signed and valid protocol is sealed; what changes in it later is an error, or a correction told for good."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from tests.books import MCR, as_bytes, event, outcome, players
from tests.mcr.test_day import fill, played, typed
from tourney_xlsx.excel.layout import STATE_SHEET


def column(sheet: Worksheet, name: str) -> int:
    return next(int(cell.column) for cell in sheet[1] if cell.value == name)


def signed_day() -> bytes:
    """Tour 1 typed, signed and accepted; tour 2 seated."""

    def sign(book: Any) -> None:
        sheet = book["Тур 1"]
        fill(sheet)
        for row in range(2, 18):
            sheet.cell(row, column(sheet, "Подпись")).value = "да"

    return event(typed(event(MCR + players(16)).workbook, sign)).workbook


def put(name: str, row: int, value: Any, sheet_name: str = "Тур 1") -> Callable[[Any], None]:
    def change(book: Any) -> None:
        sheet = book[sheet_name]
        sheet.cell(row, column(sheet, name)).value = value

    return change


def swap_points(book: Any) -> None:
    """Two results of table 1 swapped: the sum stays 0."""
    sheet = book["Тур 1"]
    first, second = (sheet.cell(row, column(sheet, "ИО")) for row in (2, 3))
    first.value, second.value = second.value, first.value


def codes(data: bytes) -> list[tuple[str, str, str]]:
    return [(p["code"], p["severity"], p["cell"]) for p in outcome(data)["problems"]]


def test_a_signed_table_that_stands_is_sealed_and_nothing_is_said_of_it() -> None:
    data = signed_day()
    assert codes(data) == []
    assert {table.state.value for table in event(data).outcome.tournament.rounds[0].tables} == {"sealed"}


def test_a_changed_value_is_an_error_naming_cell_old_and_new_value() -> None:
    data = typed(signed_day(), swap_points)
    found = [p for p in outcome(data)["problems"] if p["severity"] == "error"]
    assert [(p["code"], p["cell"]) for p in found] == [("seal_broken", "E2"), ("seal_broken", "E3")]
    values = [load_workbook(io.BytesIO(signed_day()))["Тур 1"].cell(row, 5).value for row in (2, 3)]
    assert f"«ИО» было «{values[0]}», стало «{values[1]}»" in found[0]["message"]
    assert "Исправление разрешил" in found[0]["message"]
    assert outcome(data)["seating"] is None


@pytest.mark.parametrize(
    "change",
    [put("Подпись", 2, None), put("Штраф", 2, 10), put("ИО", 2, None), put("Игрок", 2, "Игрок 16"), put("ТО", 2, 3)],
    ids=["signature", "penalty", "points gone", "player", "table points"],
)
def test_every_value_that_counts_is_sealed(change: Callable[[Any], None]) -> None:
    found = codes(typed(signed_day(), change))
    assert any(severity == "error" for _, severity, _ in found)


def test_a_note_is_not_sealed() -> None:
    assert codes(typed(signed_day(), put("Примечание", 2, "пересчитали фишки"))) == []


def test_a_judges_release_accepts_the_correction_and_tells_it_for_good() -> None:
    def allowed(book: Any) -> None:
        swap_points(book)
        put("Исправление разрешил", 2, "Судья Орлова")(book)

    first = event(typed(signed_day(), allowed))
    assert not first.outcome.errors
    told = [(p.code, p.at.a1) for p in first.outcome.problems if p.code == "seal_released"]
    assert told == [("seal_released", "E2"), ("seal_released", "E3")]
    again = event(first.workbook)
    assert [(p.code, p.at.a1) for p in again.outcome.problems if p.code == "seal_released"] == told
    assert again.workbook == first.workbook
    assert {t.state.value for t in again.outcome.tournament.rounds[0].tables} == {"sealed"}


def test_a18_the_page_tells_corrections_for_good_in_both_languages() -> None:
    data = typed(typed(signed_day(), swap_points), put("Исправление разрешил", 2, "Судья <Строгий>"))
    for _ in range(2):
        found = event(data)
        assert not found.outcome.errors
        pages = {name: text.decode() for name, text in found.page({}) if name.endswith(".html")}
        assert "исправление в подписанном протоколе: «ИО» было" in pages["index.html"]
        assert "a correction in a signed protocol: “" in pages["index.en.html"]
        assert all("Судья &lt;Строгий&gt;" in text for text in pages.values() if "Тур 1. " in text)
        data = found.workbook


def test_an_old_release_does_not_open_the_seal_twice() -> None:
    def allowed(book: Any) -> None:
        swap_points(book)
        put("Исправление разрешил", 2, "Судья Орлова")(book)

    data = event(typed(signed_day(), allowed)).workbook
    again = typed(data, swap_points)
    assert {code for code, severity, _ in codes(again) if severity == "error"} == {"seal_broken"}
    anew = typed(again, put("Исправление разрешил", 2, "Судья Орлова, 15:40"))
    assert {severity for _, severity, _ in codes(anew)} == {"note"}


def test_an_error_elsewhere_neither_breaks_nor_forgets_a_seal() -> None:
    data = typed(signed_day(), put("ИО", 2, "много", "Тур 2"))
    failed = event(data)
    assert failed.outcome.errors
    mended = typed(failed.workbook, put("ИО", 2, None, "Тур 2"))
    assert codes(mended) == []
    assert "seal_broken" in {code for code, _, _ in codes(typed(mended, swap_points))}


def test_a_player_whose_name_is_corrected_breaks_no_seal() -> None:
    def rename(book: Any) -> None:
        book["Игроки"]["B2"] = "Игрок 01-й"

    found = codes(typed(signed_day(), rename))
    assert {code for code, _, _ in found} == {"name_spelt_otherwise"}


def test_a_sealed_table_that_vanished_is_an_error() -> None:
    def delete(book: Any) -> None:
        book["Тур 1"].delete_rows(2, 4)

    assert "seal_table_gone" in {code for code, _, _ in codes(typed(signed_day(), delete))}


def test_hands_are_sealed_too() -> None:
    def with_hands(book: Any) -> None:
        sheet = book["Тур 1"]
        fill(sheet)
        for row in range(2, 18):
            sheet.cell(row, column(sheet, "Подпись")).value = "да"
        for row, points in zip(range(2, 6), (34, -18, -8, -8), strict=True):
            sheet.cell(row, column(sheet, "ИО")).value = points
        hands = book.create_sheet("Раздачи 1")
        hands.append(["Стол", "Раздача", "Очки", "Взял", "Набросил"])
        hands.append([1, 1, 10, "В", "Ю"])
        hands.append([1, 2, 0, None, None])

    data = event(typed(event(MCR + players(16)).workbook, with_hands)).workbook
    assert codes(data) == []

    def another(book: Any) -> None:
        book["Раздачи 1"].append([1, 3, 0, None, None])
        book["Раздачи 1"]["B3"] = 4

    assert "seal_broken_hand" in {code for code, _, _ in codes(typed(data, another))}


def test_tampering_with_the_state_sheet_is_noticed_and_stays_noticed() -> None:
    def tamper(book: Any) -> None:
        sheet = book[STATE_SHEET]
        for row in range(3, sheet.max_row + 1):
            if sheet.cell(row, 1).value == "seal":
                sheet.cell(row, 2).value = sheet.cell(row, 2).value.replace('"game_points":"41"', '"game_points":"51"')

    touched = event(typed(signed_day(), tamper))
    assert "state_touched" in {p.code for p in touched.outcome.problems}
    assert "state_touched" in {p.code for p in event(touched.workbook).outcome.problems}


def test_an_unreadable_state_is_told_and_the_rounds_go_on() -> None:
    def break_it(book: Any) -> None:
        book[STATE_SHEET]["B4"] = "|{"

    found = outcome(typed(signed_day(), break_it))
    assert [p["code"] for p in found["problems"]] == ["state_unreadable"]
    assert found["rounds_complete"] == 1


def test_a_correction_after_the_next_seating_keeps_it_and_says_what_it_would_be() -> None:
    data = event(played(event(MCR + players(16)).workbook, 1)).workbook
    before = outcome(data)["seating"]

    def correct(book: Any) -> None:
        for row in (2, 6, 10, 14):
            sheet = book["Тур 1"]
            values = [sheet.cell(row + i, column(sheet, "ИО")) for i in range(4)]
            numbers = [cell.value for cell in values]
            for cell, value in zip(values, reversed(numbers), strict=True):
                cell.value = value

    found = outcome(typed(data, correct))
    assert found["seating"] == before
    overtaken = [p for p in found["problems"] if p["code"] == "seating_overtaken"]
    assert [(p["severity"], p["sheet"]) for p in overtaken] == [("note", "Тур 2")]
    assert as_bytes(load_workbook(io.BytesIO(data))) is not None


def test_a_reseat_can_be_undone() -> None:
    data = event(MCR + players(16)).workbook
    before = outcome(data)["seating"]["tables"]

    def withdraw(book: Any) -> None:
        book["Игроки"]["C1"] = "Статус"
        for row in range(2, 6):
            book["Игроки"].cell(row, 3).value = "снялся"

    def back(book: Any) -> None:
        for row in range(2, 6):
            book["Игроки"].cell(row, 3).value = None

    redone = event(typed(data, withdraw), reseat=1)
    assert len(redone.outcome.schedule[0].tables) == 3
    undone = event(typed(redone.workbook, back), reseat=1, undo=True)
    assert [list(table.players) for table in undone.outcome.schedule[0].tables] == before
    again = event(undone.workbook)
    assert [list(table.players) for table in again.outcome.schedule[0].tables] == before
    assert again.outcome.problems == ()


def test_a_judge_who_signs_for_both_rows_is_named_once() -> None:
    def allowed(*names: str) -> bytes:
        data = typed(signed_day(), swap_points)
        for row, name in enumerate(names, 2):
            data = typed(data, put("Исправление разрешил", row, name))
        return data

    for names, told in (
        (("Орлова", "Орлова"), "Орлова"),
        (("Орлова", "Зимин"), "Орлова, Зимин"),
    ):
        assert {correction.allowed_by for correction in event(allowed(*names)).outcome.corrections} == {told}
    again = typed(typed(event(allowed("Орлова")).workbook, swap_points), put("Исправление разрешил", 3, "Орлова"))
    assert {c.allowed_by for c in event(again).outcome.corrections} == {"Орлова"}, "a name on another row is a new word"


def told_of(data: bytes) -> list[tuple[str, str, str]]:
    return [(p["code"], p["sheet"], p["cell"]) for p in outcome(data)["problems"] if p["severity"] == "error"]


def test_a_name_changed_altogether_is_still_the_same_player_while_something_else_is_wrong() -> None:
    """Numbers by draw: the player is known again by the row alone."""
    names = "".join(f"Игрок {letter * 3}\n" for letter in "АБВГДЕЖЗИКЛМНОПР")

    def sign(book: Any) -> None:
        fill(book["Тур 1"])
        for row in range(2, 18):
            put("Подпись", row, "да")(book)

    def change(book: Any) -> None:
        book["Игроки"].cell(4, 1).value = "Совсем Другая"
        put("ИО", 2, "1O", "Тур 2")(book)

    day = event(typed(event(MCR + "[Игроки]\nИгрок\n" + names).workbook, sign))
    (number,) = (p.number for p in day.outcome.tournament.players if p.name == "Игрок ВВВ")
    first = event(typed(day.workbook, change))
    assert {p.code for p in first.outcome.problems if p.severity.value == "error"} == {"not_a_number"}
    again = event(first.workbook)
    assert again.outcome.problems == first.outcome.problems
    assert again.workbook == first.workbook
    mended = event(typed(again.workbook, put("ИО", 2, None, "Тур 2"))).outcome
    assert not mended.errors
    assert {p.name: p.number for p in mended.tournament.players}["Совсем Другая"] == number


def test_a_mistake_on_the_players_sheet_is_no_mistake_in_signed_protocols() -> None:
    def renamed(book: Any) -> None:
        book["Игроки"].title = "Игрокии"

    def formula(book: Any) -> None:
        book["Игроки"].cell(3, 2).value = '="Игрок "&"02"'

    assert {code for code, _, _ in told_of(typed(signed_day(), renamed))} == {"sheet_missing"}
    assert {code for code, _, _ in told_of(typed(signed_day(), formula))} <= {"formula_without_value", "player_unknown", "number_unknown"}


def test_a_signed_protocol_whose_sheet_is_gone_is_told_with_the_sheets_name() -> None:
    def deleted(book: Any) -> None:
        del book["Тур 1"]

    gone = [at for at in told_of(typed(signed_day(), deleted)) if at[0] == "seal_table_gone"]
    assert set(gone) == {("seal_table_gone", "Тур 1", "A1")}
