"""What stands on the report sheets: values, links, looks, protection and print setup."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from tests.books import opened
from tests.sheets.factory import LONG_NAME, outcome, players
from tourney_xlsx.excel.ownership import BANNER_MARK, is_ours
from tourney_xlsx.excel.sheets import checks_only, reports
from tourney_xlsx.games.mcr import MCR
from tourney_xlsx.model import (
    CellRef,
    ClubStanding,
    Entry,
    EntryState,
    Outcome,
    Player,
    Problem,
    Severity,
    Status,
)


def made(result: Outcome) -> Workbook:
    return opened(reports(result, MCR))


def table(sheet: Worksheet, header: int) -> list[dict[str, Any]]:
    """The rows under a header row as dictionaries by header, down to the first empty row."""
    heads = [cell.value for cell in sheet[header] if cell.value is not None]
    rows = []
    for line in sheet.iter_rows(min_row=header + 1, max_col=len(heads), values_only=True):
        if not any(value not in (None, "") for value in line):
            break
        rows.append(dict(zip(heads, line, strict=True)))
    return rows


def texts(sheet: Worksheet) -> list[str]:
    """Every text on the sheet, row by row."""
    return [value for line in sheet.iter_rows(values_only=True) for value in line if isinstance(value, str)]


def parts(book: Workbook) -> Iterator[tuple[str, bytes]]:
    """The sheets, drawings, charts and pictures of the saved file."""
    stream = io.BytesIO()
    book.save(stream)
    with zipfile.ZipFile(stream) as package:
        for name in sorted(package.namelist()):
            if name.startswith(("xl/worksheets", "xl/drawings", "xl/charts", "xl/media", "xl/styles")):
                yield name, package.read(name)


@pytest.mark.parametrize(
    ("lang", "names"),
    [
        ("ru", "Проверка|Состав|Итоги|По турам|Посадка 1|Посадка 2|Посадка 3|Бланки 3|Награды|Рейтинг"),
        ("en", "Checks|Entries|Standings|By round|Seating 1|Seating 2|Seating 3|Forms 3|Awards|Rating"),
    ],
)
def test_sheets_are_named_in_the_language(lang: str, names: str) -> None:
    assert reports(outcome(lang=lang), MCR).sheetnames == names.split("|")


def test_before_the_first_round_there_is_nothing_to_rank() -> None:
    assert reports(outcome(played=0), MCR).sheetnames == ["Проверка", "Состав", "Посадка 1", "Бланки 1"]


def test_every_sheet_is_marked_protected_without_password_and_printable() -> None:
    for sheet in made(outcome()).worksheets:
        assert is_ours(sheet["A1"].value)
        assert "«Игроки» и «Тур N»" in sheet["A1"].value
        assert sheet.sheet_properties.tabColor.rgb == "FFA6A6A6"
        assert sheet.protection.sheet
        assert not sheet.protection.password
        assert (sheet.protection.sort, sheet.protection.autoFilter) == (False, False)
        assert sheet.page_setup.paperSize == "9" or sheet.page_setup.paperSize == 9
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (1, 0)
        assert sheet.oddFooter.right.text == "стр. &P из &N"
        assert "друзья" in sheet.oddFooter.left.text
        assert "'!$A$2:" in sheet.print_area


def test_a_banner_in_other_hands_is_not_ours() -> None:
    assert is_ours(f"  {BANNER_MARK} что угодно")
    assert not is_ours("tourney_xlsx")
    assert not is_ours("")


def test_lists_have_frozen_headers_filters_and_cells_that_excel_lets_sort() -> None:
    book = made(outcome())
    for name, header, frozen in (("Состав", 6, "C7"), ("Итоги", 5, "D6"), ("По турам", 6, "D7"), ("Рейтинг", 6, "C7")):
        sheet = book[name]
        assert sheet.freeze_panes == frozen
        assert sheet.auto_filter.ref.startswith(f"A{header}:")
        assert sheet.print_title_rows.endswith(f"${header}")
        body = sheet.cell(header + 1, 2)
        assert not body.protection.locked
        assert sheet.cell(header, 2).protection.locked
        refusals = [rule for rule in sheet.data_validations.dataValidation if rule.type == "custom"]
        assert [rule.formula1 for rule in refusals] == ["FALSE"]
        assert body.coordinate in refusals[0].sqref


def test_the_same_outcome_gives_the_same_bytes() -> None:
    result = outcome(settings={"page_url": "https://example.org/cup"})
    assert list(parts(reports(result, MCR))) == list(parts(reports(result, MCR)))


def test_standings_show_exact_sums_shared_places_and_what_decided() -> None:
    result = outcome(8, 1, tied=True)
    rows = table(made(result)["Итоги"], 5)
    assert [row["Место"] for row in rows] == [1, "2–4", "2–4", "2–4", 5, 6, 7, 8]
    shared = [row for row in rows if row["ТО"] not in (0, 1, 2, 4)]
    assert [row["ТО"] for row in shared] == pytest.approx([7 / 3] * 3)
    assert {row["Выше следующего"] for row in shared} == {"поровну, место общее"}
    assert rows[0]["Выше следующего"] == "ТО: 4 против 2,33"
    assert rows[-1]["Выше следующего"] in ("", None)


def test_whole_numbers_are_whole_and_fractions_show_two_decimals() -> None:
    sheet = made(outcome(8, 1, tied=True))["Итоги"]
    column = [cell.value for cell in sheet[5]].index("ТО") + 1
    found = {type(sheet.cell(row, column).value): sheet.cell(row, column).number_format for row in range(6, 14)}
    assert found == {int: "0", float: "0.00"}


def test_substitutes_stand_apart_without_a_place_and_outside_rating_and_filter() -> None:
    result = outcome(8, 2, substitutes=2)
    book = made(result)
    sheet = book["Итоги"]
    assert len(table(sheet, 5)) == 6
    assert sheet.auto_filter.ref.endswith("11")
    heading = next(row for row in range(1, 20) if sheet.cell(row, 1).value == "Игроки замены (вне зачёта)")
    apart = [[sheet.cell(row, column).value for column in (1, 3)] for row in (heading + 1, heading + 2)]
    names = {player.name for player in result.tournament.players if player.status is Status.SUBSTITUTE}
    assert {name for _, name in apart} == names
    assert {place for place, _ in apart} == {None}
    rated = table(book["Рейтинг"], 6)
    assert len(rated) == 6
    assert not names & {row["Игрок"] for row in rated}


def test_provisional_standings_say_so_in_the_title() -> None:
    book = made(replace(outcome(), provisional=True))
    assert book["Итоги"]["A2"].value.endswith("Итоги (предварительно)")
    assert "предварительно" not in made(outcome())["Итоги"]["A2"].value


def test_a_player_who_left_is_marked() -> None:
    people = players(8)
    people = (replace(people[0], status=Status.WITHDRAWN, until_round=1), *people[1:])
    rows = table(made(outcome(8, 2, people=people))["Итоги"], 5)
    assert [row["Отметка"] for row in rows if row["№"] == 1] == ["снялся, играл по тур 1"]
    assert {row["Отметка"] for row in rows if row["№"] != 1} == {None} or {""}


def test_places_by_round_are_charted_from_the_second_round_on() -> None:
    assert not reports(outcome(played=1), MCR)["Итоги"]._charts
    book = reports(outcome(played=3), MCR)
    (chart,) = book["Итоги"]._charts
    sheet = opened(book)["Итоги"]
    assert len(chart.series) == 8
    assert chart.y_axis.scaling.orientation == "maxMin"
    heads = [cell.value for cell in sheet[5]]
    start = heads.index("Места после тура")
    assert heads[start + 1 : start + 4] == ["Тур 1", "Тур 2", "Тур 3"]
    assert sheet.cell(6, start + 4).value == 1


def test_cross_table_has_table_points_and_place_after_every_round() -> None:
    result = outcome(8, 2)
    sheet = made(result)["По турам"]
    assert [sheet.cell(5, column).value for column in (4, 8, 12)] == ["Тур 1", "Тур 2", "Всего"]
    assert [sheet.cell(6, column).value for column in range(4, 8)] == ["Стол", "ТО", "ИО", "Место"]
    first = result.standings[0]
    scores = [score for score in result.scores if score.player == first.player]
    row = [cell.value for cell in sheet[7]]
    assert row[3:6] == [scores[0].table, scores[0].parts["table_points"], scores[0].parts["game_points"]]
    assert row[7:10] == [scores[1].table, scores[1].parts["table_points"], scores[1].parts["game_points"]]
    assert row[10] == 1
    assert row[11:13] == [first.keys["table_points"], first.keys["game_points"]]


def test_entries_say_who_waits_why_and_what_goes_back() -> None:
    people = players(8)
    states = [EntryState.PLAYING] * 4 + [EntryState.CUT, EntryState.CUT, EntryState.WAITING, EntryState.WITHDRAWN]
    reasons = ["admitted"] * 4 + ["cut_paid", "cut_paid", "waiting_listed", "withdrew_before"]
    entries = tuple(
        Entry(
            player.id,
            state,
            reason,
            {"count": 6, "position": 1},
            Fraction(500) if state is EntryState.CUT else Fraction(0),
        )
        for player, state, reason in zip(people, states, reasons, strict=True)
    )
    sheet = made(outcome(8, 0, entries=entries))["Состав"]
    assert sheet["A4"].value == "играет: 4 · лист ожидания: 1 · не вошёл: 2 · выбыл: 1"
    assert sheet["A5"].value == "Вернуть взнос: 2 игрокам, всего 1000."
    rows = table(sheet, 6)
    assert [row["Решение"] for row in rows] == ["● играет"] * 4 + [
        "… лист ожидания",
        "× не вошёл",
        "× не вошёл",
        "× выбыл",
    ]
    assert [row["Возврат"] for row in rows if row["Возврат"]] == [500, 500]
    assert rows[5]["Почему"] == "пришло 6, не кратно четырём: не оплатил до закрытия регистрации"


def test_nobody_to_refund_is_said_and_the_column_left_out() -> None:
    sheet = made(outcome())["Состав"]
    assert sheet["A5"].value == "Возвращать взнос никому не нужно."
    assert "Возврат" not in [cell.value for cell in sheet[6]]


def test_names_stay_text_whatever_they_look_like() -> None:
    odd = ("=1+1", "007", "NA", "1/2", "#N/A", "TRUE", "=)", "+7")
    people: tuple[Player, ...] = tuple(replace(player, name=name) for player, name in zip(players(8), odd, strict=True))
    book = made(outcome(people=people))
    for name, header in (("Состав", 6), ("Итоги", 5), ("Рейтинг", 6)):
        sheet = book[name]
        column = [cell.value for cell in sheet[header]].index("Игрок") + 1
        cells = [sheet.cell(row, column) for row in range(header + 1, header + 9)]
        assert {cell.value for cell in cells} == set(odd)
        assert {cell.data_type for cell in cells} == {"s"}
        assert {cell.number_format for cell in cells} == {"@"}


def test_a_long_name_gets_the_height_that_it_needs() -> None:
    sheet = made(outcome())["Состав"]
    rows = {sheet.cell(row, 2).value: row for row in range(7, 15)}
    tall = sheet.row_dimensions[rows[LONG_NAME]].height
    assert tall >= 1.5 * min(sheet.row_dimensions[row].height for row in rows.values())


PROBLEMS = (
    Problem("formula_stale_note", Severity.NOTE, CellRef("Мой лист", 3, 3)),
    Problem("round_sheet_empty", Severity.WARNING, CellRef("Тур 2")),
    Problem("name_missing", Severity.ERROR, CellRef("Игроки", 5, 2)),
    Problem("name_missing", Severity.ERROR, CellRef('It\'s "a" sheet', 7, 28)),
)


def test_checks_are_grouped_by_severity_and_each_links_to_its_cell() -> None:
    sheet = made(outcome(problems=PROBLEMS))["Проверка"]
    rows = table(sheet, 6)
    assert sheet["A4"].value == "■ 2 ошибки · ▲ 1 предупреждение · ○ 1 к сведению"
    assert [row["Важность"] for row in rows] == ["■ Ошибка", "■ Ошибка", "▲ Обратите внимание", "○ К сведению"]
    assert [row["Ячейка"] for row in rows] == ["B5", "AB7", "лист", "C3"]
    assert [sheet.cell(row, 3).hyperlink.location for row in range(7, 11)] == [
        "'Игроки'!B5",
        "'It''s \"a\" sheet'!AB7",
        "'Тур 2'!A1",
        "'Мой лист'!C3",
    ]
    assert all(sheet.cell(row, 3).hyperlink.target is None for row in range(7, 11))
    assert all(row["Что не так"] and row["Что сделать"] for row in rows)
    assert rows[0]["Кто"] == f"4 · {players(8)[3].name}"


def test_many_problems_of_a_kind_are_summed_up() -> None:
    many = tuple(Problem("name_missing", Severity.ERROR, CellRef("Игроки", row, 2)) for row in range(2, 75))
    rows = table(made(outcome(problems=many))["Проверка"], 6)
    assert len(rows) == 50
    assert rows[-1]["Что не так"].endswith("И ещё 23 такие же записи на этом листе.")


def test_a_clean_workbook_is_told_so() -> None:
    sheet = made(outcome())["Проверка"]
    assert sheet["A4"].value == "Исправлять нечего"
    assert sheet["A5"].value == "Проверено 30.11.2026 14:32: 8 игроков в списке, из них 8 играют; 4 протокола столов."
    assert sheet["A7"].value == "Исправлять нечего"


def test_with_errors_only_the_checks_are_written() -> None:
    assert checks_only(outcome(problems=PROBLEMS), MCR).sheetnames == ["Проверка"]


def test_seating_shows_tables_players_time_and_repeats() -> None:
    result = outcome(8, 2)
    assert result.seating is not None
    first = result.seating.tables[0]
    one, two = first.players[0], first.players[2]
    tables = (replace(first, repeats=((one, two),)), *result.seating.tables[1:])
    seating = replace(result.seating, tables=tables, repeats=1, notes=("repeats_proved",))
    book = made(replace(result, seating=seating, schedule=(*result.schedule[:-1], seating)))
    sheet = book["Посадка 3"]
    names = {player.number: player.name for player in result.tournament.players}
    assert sheet["A2"].value == "Посадка: Тур 3"
    assert sheet["A4"].value == "15:10–17:10 · 30 ноября 2026 · Дом учёных · Москва"
    assert [cell.value for cell in sheet[5]][:5] == ["Стол", "Восток", "Юг", "Запад", "Север"]
    assert [cell.value for cell in sheet[6]][1:5] == [f"{number} · {names[number]}" for number in first.players]
    said = texts(sheet)
    assert f"Повторная встреча за столом 1: {one} · {names[one]} и {two} · {names[two]}." in said
    assert "Повторных пар: 1; меньше нельзя, это доказано." in said
    heading = said.index("Тур 3: найдите себя в списке")
    listed = [text for text in said[heading + 1 :] if text.endswith(")")]
    assert sorted(listed) == sorted(f"{name} ({number})" for number, name in names.items())
    assert f"{names[one]} ({one})" in said and "стол 1 · Восток" in said


def test_the_page_address_becomes_a_picture() -> None:
    with_page = reports(outcome(settings={"page_url": "https://example.org/cup"}), MCR)
    assert len(with_page["Посадка 3"]._images) == len(with_page["Итоги"]._images) == 1
    assert with_page["Посадка 3"]._images[0]._data().startswith(b"\x89PNG")
    assert not reports(outcome(), MCR)["Посадка 3"]._images


def test_awards_then_the_read_out_from_the_last_place() -> None:
    result = outcome(8, 4, substitutes=1, tied=True)
    sheet = made(result)["Награды"]
    prizes = table(sheet, 5)
    assert prizes[0]["Награда"] == "1 место"
    assert prizes[-1]["Награда"].startswith("Последнее место")
    said = [sheet.cell(row, 1).value for row in range(1, sheet.max_row + 1)]
    start = said.index("Порядок объявления")
    assert said[start + 1].startswith("Поблагодарить игроков замены: ")
    assert said[start + 2] == "Место"
    read_out = [sheet.cell(row, 2).value for row in range(start + 4, sheet.max_row + 1)]
    names = {player.id: player.name for player in result.tournament.players}
    placed = [names[row.player] for row in result.standings if row.place is not None]
    assert read_out == placed[::-1]
    assert "турнир ещё не закончен" not in sheet["A4"].value
    assert "турнир ещё не закончен" in made(outcome(8, 3))["Награды"]["A4"].value


def test_a_shared_prize_is_shown_shared() -> None:
    result = outcome(8, 1, tied=True)
    level = [row for row in result.standings if row.shared]
    prizes = table(made(result)["Награды"], 5)
    shared = [row for row in prizes if row["Награда"].endswith("(поровну)")]
    assert len(shared) >= len([row for row in level if row.place is not None and row.place <= 3])


def test_clubs_appear_where_they_are_ranked() -> None:
    clubs = (ClubStanding(1, "Красный дракон", Fraction(25, 2), Fraction(25, 6), (2, 3, 4)),)
    book = made(replace(outcome(), clubs=clubs))
    (row,) = table(book["Клубы"], 5)
    names = {player.id: player.name for player in players(8)}
    assert (row["Клуб"], row["Баллы"]) == ("Красный дракон", 12.5)
    assert row["Кто в зачёте"] == ", ".join(names[i] for i in (2, 3, 4))


def test_forms_have_a_page_a_table_with_names_hands_and_signatures() -> None:
    result = outcome(8, 2)
    sheet = made(result)["Бланки 3"]
    said = texts(sheet)
    assert [text for text in said if text.startswith("Стол ")] == ["Стол 1", "Стол 2"]
    assert said.count("Подпись") == 2
    hands = [cell.value for cell in sheet["A"] if isinstance(cell.value, int)]
    assert hands == [*range(1, 17)] * 2
    assert result.seating is not None
    names = {player.number: player.name for player in result.tournament.players}
    east = result.seating.tables[0].players[0]
    assert f"ВОСТОК\n{east} · {names[east]}" in said
    assert said.count("Тур 3 · стол 1") == 4
    assert len(sheet.row_breaks.brk) == 2
    forms, cards = sheet.print_area.split(",")
    assert (forms.split("!")[1].split(":")[0], cards.split("!")[1].split(":")[0]) == ("$A$2", f"$T${_row(forms) + 1}")


def _row(area: str) -> int:
    return int(area.rsplit("$", 1)[1])


def test_every_cell_of_a_sortable_list_is_unlocked() -> None:
    book = made(outcome(16, 2, tied=True, problems=PROBLEMS))
    for name in ("Проверка", "Состав", "Итоги", "По турам", "Рейтинг"):
        area = book[name][book[name].auto_filter.ref]
        assert all(not cell.protection.locked for line in area[1:] for cell in line), name
