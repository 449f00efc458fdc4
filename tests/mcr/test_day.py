"""A-10, A-11, A-13, A-19: a tournament day, run after run, as an organiser lives it."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from tests.books import MCR, as_bytes, event, outcome, players, problems
from tourney_xlsx.event import ReseatError
from tourney_xlsx.report import as_dict


def typed(data: bytes, change: Callable[[Any], None]) -> bytes:
    """The workbook after the organiser typed something."""
    book = load_workbook(io.BytesIO(data))
    change(book)
    return as_bytes(book)


def fill(sheet: Worksheet, tables: int | None = None) -> None:
    """Game points into a program-made tour: the lower tournament number wins by a little more each table."""
    header = {str(cell.value): cell.column for cell in sheet[1]}
    rows: dict[int, list[int]] = {}
    for row in range(2, sheet.max_row + 1):
        if sheet.cell(row, header["Игрок"]).value:
            rows.setdefault(sheet.cell(row, header["Стол"]).value, []).append(row)
    for table, seats in list(rows.items())[:tables]:
        ranked = sorted(seats, key=lambda row: sheet.cell(row, header["№"]).value)
        for row, points in zip(ranked, (40 + table, 10, -10, -40 - table), strict=True):
            sheet.cell(row, header["ИО"]).value = points


def played(data: bytes, number: int) -> bytes:
    """The workbook after tour `number` was typed in."""
    return typed(data, lambda book: fill(book[f"Тур {number}"]))


def test_a_day_of_sixteen_players_and_four_tours() -> None:
    data = MCR.replace("проба", "день").encode() and event(MCR + players(16)).workbook
    met: Counter[tuple[int, int]] = Counter()
    winds: dict[int, Counter[int]] = {}
    for number in range(1, 5):
        found = outcome(data)
        seating = found["seating"]
        assert seating["round"] == number
        assert sorted(n for table in seating["tables"] for n in table) == list(range(1, 17))
        for table in seating["tables"]:
            met.update(combinations(sorted(table), 2))
            for wind, player in enumerate(table):
                winds.setdefault(player, Counter())[wind] += 1
        data = event(played(data, number)).workbook
    assert max(met.values()) == 1, "nobody meets again"
    assert all(max(count.values()) <= 2 for count in winds.values())
    found = outcome(data)
    assert (found["rounds_complete"], found["provisional"], found["seating"]) == (4, False, None)
    assert found["standings"][0]["number"] == 1
    assert found["problems"] == []
    assert [s["round"] for s in found["schedule"]] == [1, 2, 3, 4]


def test_a_rounds_sheets_stand_behind_those_of_the_round_before() -> None:
    data = event(MCR + players(16)).workbook
    for number in (1, 2):
        data = event(played(data, number)).workbook
    names = load_workbook(io.BytesIO(data)).sheetnames
    for kind in ("Тур", "Посадка"):
        first = names.index(f"{kind} 1")
        assert names[first : first + 3] == [f"{kind} {number}" for number in (1, 2, 3)]


def test_a19_a_second_run_changes_no_byte_and_says_the_same() -> None:
    first = event(played(event(MCR + players(16)).workbook, 1))
    second = event(first.workbook)
    assert second.workbook == first.workbook
    assert as_dict(second.outcome) == as_dict(first.outcome)
    later = event(first.workbook, now=first.outcome.updated.replace(year=2030))
    assert later.workbook == first.workbook


def test_a_published_seating_stays_when_results_are_corrected_afterwards() -> None:
    data = event(played(event(MCR + players(16)).workbook, 1)).workbook
    before = outcome(data)

    def correct(book: Any) -> None:
        sheet = book["Тур 1"]
        header = {str(cell.value): cell.column for cell in sheet[1]}
        first, second = (sheet.cell(row, header["ИО"]) for row in (2, 3))
        first.value, second.value = second.value, first.value

    after = outcome(typed(data, correct))
    assert after["seating"] == before["seating"]
    assert after["standings"] != before["standings"]


def test_numbers_stay_with_a_player_whose_name_is_corrected() -> None:
    people = players(16).replace("№ | ", "").replace("\n1 | ", "\n")
    lines = [line.split(" | ")[-1] for line in people.splitlines()]
    lines[2] = "Иваноф Иван"
    data = event(MCR + "\n".join(lines) + "\n").workbook
    number = next(e["number"] for e in outcome(data)["entries"] if e["name"] == "Иваноф Иван")

    def correct(book: Any) -> None:
        book["Игроки"]["A2"] = "Иванов Иван"

    found = outcome(typed(data, correct))
    assert next(e["number"] for e in found["entries"] if e["name"] == "Иванов Иван") == number
    assert [p["code"] for p in found["problems"]] == ["name_spelt_otherwise"]


def test_a_player_who_leaves_at_lunch_is_not_seated_and_the_substitute_is() -> None:
    people = players(17, {17: "17 | Игрок 17 | замена"}, header="№ | Игрок | Статус | По тур")
    data = event(played(event(MCR + people).workbook, 1)).workbook
    data = played(data, 2)

    def leaves(book: Any) -> None:
        book["Игроки"]["C4"] = "снялся"
        book["Игроки"]["D4"] = 2

    found = outcome(typed(data, leaves))
    seated = {n for table in found["seating"]["tables"] for n in table}
    assert found["seating"]["round"] == 3
    assert 3 not in seated
    assert 17 in seated


def test_errors_publish_nothing_but_the_checks() -> None:
    data = event(MCR + players(16)).workbook

    def slip(book: Any) -> None:
        fill(book["Тур 1"])
        book["Тур 1"]["E2"] = 999

    broken = event(typed(data, slip))
    assert broken.outcome.errors
    assert broken.outcome.seating is None
    names = load_workbook(io.BytesIO(broken.workbook)).sheetnames
    assert "Тур 2" not in names
    assert "Итоги" not in names
    assert "Проверка" in names


def test_a_half_typed_tour_gives_provisional_standings_and_no_seating() -> None:
    data = typed(event(MCR + players(16)).workbook, lambda book: fill(book["Тур 1"], tables=2))
    found = outcome(data)
    assert (found["provisional"], found["rounds_complete"]) == (True, 0)
    assert sum(row["points"] != "0" for row in found["standings"]) == 6
    assert found["seating"]["round"] == 1


def test_swaps_written_into_a_protocol_are_the_truth_and_are_pointed_out() -> None:
    data = event(MCR + players(16)).workbook

    def swap(book: Any) -> None:
        sheet = book["Тур 1"]
        for column in (3, 4):
            first, second = sheet.cell(2, column), sheet.cell(6, column)
            first.value, second.value = second.value, first.value

    found = outcome(typed(data, swap))
    assert [(p["code"], p["cell"]) for p in found["problems"]] == [
        ("player_off_seating", "D2"),
        ("player_off_seating", "D6"),
    ]


def test_a11_meetings_that_a_seating_by_hand_repeats_are_pointed_out() -> None:
    """Two swapped back into company they had, then a whole tour copied; the program's own seatings never are."""
    data = typed(event(MCR + players(16)).workbook, lambda book: fill(book["Тур 1"]))
    seated = event(data).workbook
    assert problems(seated, "met_again", "met_again_played") == []

    def copy(book: Any) -> None:
        first, second = book["Тур 1"], book["Тур 2"]
        for row in range(2, 18):
            for column in (3, 4):
                second.cell(row, column).value = first.cell(row, column).value

    copied = typed(seated, copy)
    assert [(code, cell) for code, _, cell in problems(copied, "met_again")] == [
        ("met_again", f"D{row}") for row in (3, 7, 11, 15)
    ]
    told = [p["message"] for p in outcome(copied)["problems"] if p["code"] == "met_again"]
    assert all(message.count(" — ") >= 6 for message in told)
    played = typed(copied, lambda book: fill(book["Тур 2"]))
    assert problems(played, "met_again") == []
    assert len(problems(played, "met_again_played")) == 4


def test_reseat_redoes_a_tour_nobody_has_played_and_refuses_afterwards() -> None:
    data = event(MCR + players(16)).workbook

    def withdraw(book: Any) -> None:
        for row in (2, 3, 4, 5):
            book["Игроки"].cell(row, 3).value = "снялся"
        book["Игроки"]["C1"] = "Статус"

    left = typed(data, withdraw)
    assert {n for t in outcome(left)["seating"]["tables"] for n in t} == set(range(1, 17))
    redone = event(left, reseat=1)
    assert {n for table in redone.outcome.seating.tables for n in table.players} == set(range(5, 17))  # type: ignore[union-attr]
    sheet = load_workbook(io.BytesIO(redone.workbook))["Тур 1"]
    assert {sheet.cell(row, 3).value for row in range(2, 14)} == set(range(5, 17))
    begun = played(data, 1)
    for number, code in ((1, "reseat_begun"), (2, "reseat_not_seated")):
        try:
            event(begun, reseat=number)
        except ReseatError as error:
            assert error.code == code
        else:
            raise AssertionError("reseated")


def test_a_tour_sheet_made_by_hand_is_taken_as_it_is() -> None:
    tour = "[Тур 1]\nСтол | Ветер | Игрок | ИО\n" + "\n".join(
        f"{n // 4 + 1} | {'ВЮЗС'[n % 4]} | Игрок {n + 1:02} | {(30, 10, -10, -30)[n % 4]}" for n in range(8)
    )
    found = outcome(MCR + players(8) + tour)
    assert found["rounds_complete"] == 1
    assert found["seating"]["round"] == 2


def test_reseat_refuses_while_the_organisers_own_entries_or_hands_are_there() -> None:
    data = event(MCR + players(16)).workbook

    def own_note(book: Any) -> None:
        book["Тур 1"]["N2"] = "=SUM(E2:E5)"

    def hands(book: Any) -> None:
        sheet = book.create_sheet("Раздачи 1")
        sheet.append(["Стол", "Раздача", "Очки", "Взял", "Набросил"])
        sheet.append([1, 1, 10, "В", "Ю"])

    for change, code, cell in ((own_note, "reseat_own_cells", "Тур 1!N2"), (hands, "reseat_begun", "Раздачи 1!B2")):
        with pytest.raises(ReseatError) as refused:
            event(typed(data, change), reseat=1)
        assert (refused.value.code, refused.value.cell) == (code, cell)


def test_a_table_of_the_published_seating_that_vanished_is_an_error() -> None:
    data = played(event(MCR + players(16)).workbook, 1)
    found = outcome(typed(data, lambda book: book["Тур 1"].delete_rows(2, 4)))
    assert [(p["code"], p["severity"], p["cell"]) for p in found["problems"]] == [("table_vanished", "error", "A1")]
    assert found["seating"] is None


def test_without_the_state_sheet_numbers_and_seatings_come_from_the_rounds() -> None:
    people = players(16).replace("№ | Игрок", "Игрок")
    people = "\n".join(line.split(" | ")[-1] for line in people.splitlines()) + "\n"
    data = event(MCR + people).workbook
    before = outcome(data)

    def forget(book: Any) -> None:
        del book["_tourney"]

    first = event(typed(data, forget))
    found = outcome(typed(data, forget))
    assert [p["code"] for p in found["problems"]] == ["state_missing"]
    again = event(first.workbook)
    assert again.outcome.problems == first.outcome.problems, "told for good: seals may have been forgotten"
    assert again.workbook == first.workbook
    assert found["seating"]["tables"] == before["seating"]["tables"]
    assert {e["name"]: e["number"] for e in found["entries"]} == {e["name"]: e["number"] for e in before["entries"]}


def test_the_last_round_of_somebody_who_will_leave_is_played() -> None:
    people = players(16, {3: "3 | Игрок 03 | снялся | 2"}, header="№ | Игрок | Статус | По тур")
    first = event(played(event(MCR + people).workbook, 1))
    assert 3 in {n for table in first.outcome.schedule[1].tables for n in table.players}
    again = event(first.workbook)
    assert again.outcome.problems == ()
    assert again.workbook == first.workbook


def test_a_late_entry_changes_nothing_in_a_second_run() -> None:
    late = players(
        17, {17: "17 | Игрок 17 | | 2", 1: "1 | Игрок 01 | снялся | | 1"}, header="№ | Игрок | Статус | С тура | По тур"
    )
    first = event(played(event(MCR + late).workbook, 1))
    assert 17 in {n for table in first.outcome.schedule[1].tables for n in table.players}
    assert event(first.workbook).workbook == first.workbook


def test_an_unknown_name_to_keep_apart_is_told_on_every_run() -> None:
    people = players(16, {1: "1 | Игрок 01 | Никто Такой"}, header="№ | Игрок | Не сажать с")
    first = event(MCR + people)
    again = event(first.workbook)
    assert [(p.code, p.at.a1) for p in again.outcome.problems] == [("keep_apart_unknown", "C2")]
    assert again.workbook == first.workbook


def test_a_name_changed_altogether_is_known_by_the_number_it_had() -> None:
    data = event(played(event(MCR + players(16)).workbook, 1)).workbook

    def rename(book: Any) -> None:
        book["Игроки"]["B2"] = "Мария Лебедева"

    first = event(typed(data, rename))
    assert {p.code for p in first.outcome.problems} == {"name_spelt_otherwise"}
    assert {p.code for p in event(first.workbook).outcome.problems} == {"name_spelt_otherwise"}
