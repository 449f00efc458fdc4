"""A-5 to A-8, A-12: who plays, who waits and why, who is cut by which step, and what is refunded."""

from __future__ import annotations

import pytest

from tests.books import MCR, outcome, players, protocol

FEE = "Взнос | 1000\n"
HEAD = "№ | Игрок | Статус | Явка | Решение организаторов | Зарегистрирован | Оплачено | Город | Рейтинг | По тур"


def states(text: str) -> dict[str, str]:
    return {entry["name"][-2:]: entry["state"] for entry in outcome(text)["entries"]}


def row(number: int, **cells: str) -> str:
    columns = ["status", "present", "decision", "registered", "paid", "city", "rating", "until"]
    return f"{number} | Игрок {number:02} | " + " | ".join(cells.get(key, "") for key in columns)


def people(count: int, changed: dict[int, dict[str, str]] | None = None, **everybody: str) -> str:
    rows = {n: row(n, **{**everybody, **(changed or {}).get(n, {})}) for n in range(1, count + 1)}
    return players(count, rows, header=HEAD)


def of(text: str, state: str) -> list[str]:
    return sorted(name for name, found in states(text).items() if found == state)


def test_a6_those_who_registered_last_wait_when_the_count_is_not_a_multiple_of_four() -> None:
    assert of(MCR + people(18), "waiting") == ["17", "18"]
    assert of(MCR + people(16), "waiting") == []
    late_first = people(5, {1: {"registered": "2026-11-05 10:00"}}, registered="2026-11-01 10:00")
    assert of(MCR + late_first, "waiting") == ["01"]


def test_a6_the_waiting_list_moves_up_when_somebody_withdraws() -> None:
    assert of(MCR + people(17, {3: {"status": "снялся"}}), "waiting") == []
    assert of(MCR + people(18, {3: {"status": "снялся"}}), "waiting") == ["18"]


def test_a6_the_organisers_waiting_list_fills_up_and_no_more() -> None:
    listed = {n: {"status": "лист ожидания"} for n in (9, 10, 11)}
    assert of(MCR + people(11, listed), "waiting") == ["09", "10", "11"]
    assert of(MCR + people(11, {**listed, 1: {"status": "снялся"}}), "waiting") == ["10", "11"]


def test_a6_whoever_registers_after_the_closing_waits() -> None:
    text = (
        MCR
        + "Регистрация до | 2026-11-10 18:00\n"
        + people(9, {1: {"registered": "2026-11-10 18:01"}}, registered="2026-11-01 10:00")
    )
    assert of(text, "waiting") == ["01"]
    reasons = {entry["name"]: entry["reason"] for entry in outcome(text)["entries"]}
    assert "после закрытия" in reasons["Игрок 01"]


def test_a6_a_closing_date_without_a_time_lasts_the_whole_day() -> None:
    text = MCR + "Регистрация до | 10.11.2026\n" + people(8, registered="2026-11-10 23:30")
    assert of(text, "waiting") == []


def test_a6_the_organisers_decision_lets_somebody_in_and_allows_tables_of_three() -> None:
    text = MCR + people(9, {9: {"decision": "да"}})
    assert of(text, "playing") == [f"{n:02}" for n in (*range(1, 8), 9)]
    text = MCR + people(7, decision="да")
    found = outcome(text)
    assert sorted(len(table) for table in found["seating"]["tables"]) == [3, 4]


def test_a7_on_the_day_the_absent_are_out_and_the_waiting_come_in() -> None:
    text = MCR + people(18, {1: {"present": ""}, 2: {"present": "нет"}}, present="да")
    assert of(text, "withdrawn") == ["01", "02"]
    assert of(text, "playing") == [f"{n:02}" for n in range(3, 19)]


@pytest.mark.parametrize(
    ("changed", "cut", "words"),
    [
        ({2: {"registered": "2026-11-02 10:00"}}, "02", "позже"),
        ({n: {"paid": "да"} for n in range(1, 10) if n != 3}, "03", "не оплатил"),
        ({n: {"city": "Тверь"} for n in range(1, 10) if n != 4}, "04", "этого же города"),
        ({n: {"rating": "1500"} for n in range(1, 10) if n != 5} | {5: {"rating": "1400"}}, "05", "рейтинг ниже"),
    ],
)
def test_a7_the_cut_goes_by_the_ladder_with_the_deciding_step(
    changed: dict[int, dict[str, str]], cut: str, words: str
) -> None:
    text = MCR + "Город | Москва\n" + people(9, changed, present="да", registered="2026-11-01 10:00")
    assert of(text, "cut") == [cut]
    reason = next(entry["reason"] for entry in outcome(text)["entries"] if entry["state"] == "cut")
    assert words in reason


def test_a7_paid_after_registration_closed_does_not_count_as_paid() -> None:
    changed = {n: {"paid": "2026-11-09 10:00"} for n in range(1, 10)} | {3: {"paid": "2026-11-12 10:00"}}
    text = MCR + "Регистрация до | 10.11.2026\n" + people(9, changed, present="да", registered="2026-11-01 10:00")
    assert of(text, "cut") == ["03"]


def test_a7_those_cut_get_back_what_they_paid() -> None:
    text = MCR + FEE + people(9, {9: {"paid": "да"}}, present="да", registered="2026-11-01 10:00")
    refunds = {e["name"][-2:]: e["refund"] for e in outcome(text)["entries"]}
    assert sum(refund != "0" for refund in refunds.values()) == 0
    everybody = MCR + FEE + people(9, present="да", paid="да")
    assert [e["refund"] for e in outcome(everybody)["entries"] if e["state"] == "cut"] == ["1000"]


def test_a8_a_player_who_leaves_keeps_the_results_and_gets_nothing_back() -> None:
    tour = protocol(1, [(1, 30), (2, 10), (3, -10), (4, -30)], [(5, 30), (6, 10), (7, -10), (8, -30)])
    text = MCR + FEE + people(8, {1: {"status": "снялся", "until": "1"}}, paid="да") + tour
    found = outcome(text)
    entry = next(e for e in found["entries"] if e["number"] == 1)
    assert (entry["state"], entry["refund"]) == ("withdrawn", "0")
    assert found["standings"][0]["number"] == 1
    assert found["standings"][0]["status"] == "withdrawn"
    assert 1 not in {n for table in found["seating"]["tables"] for n in table}


def test_a12_a_substitute_fills_the_last_table_and_a_tour_later_a_gap() -> None:
    assert of(MCR + people(8, {8: {"status": "замена"}}), "substitute") == ["08"]
    seated = outcome(MCR + people(8, {8: {"status": "замена"}}))["seating"]["tables"]
    assert 8 in {n for table in seated for n in table}
    tour = protocol(1, [(1, 30), (2, 10), (3, -10), (4, -30)], [(5, 30), (6, 10), (7, -10), (8, -30)])
    text = MCR + people(9, {9: {"status": "замена"}, 2: {"status": "снялся", "until": "1"}}) + tour
    assert {n for table in outcome(text)["seating"]["tables"] for n in table} == {1, 3, 4, 5, 6, 7, 8, 9}


def test_a12_a_substitute_who_is_not_needed_stays_in_reserve() -> None:
    seated = outcome(MCR + people(9, {9: {"status": "замена"}}))["seating"]["tables"]
    assert 9 not in {n for table in seated for n in table}


def test_a_count_that_is_no_multiple_of_four_never_stops_a_tour() -> None:
    tour = protocol(1, [(1, 30), (2, 10), (3, -10), (4, -30)], [(5, 30), (6, 10), (7, -10), (8, -30)])
    found = outcome(MCR + people(8, {2: {"status": "снялся", "until": "1"}}) + tour)
    assert len(found["seating"]["tables"]) == 1
    assert [p["code"] for p in found["problems"]] == ["sitting_out"]
    assert sum("нет полного стола" in e["reason"] for e in found["entries"]) == 3


def test_a10_numbers_by_hand_stay_and_the_rest_is_drawn_from_the_seed() -> None:
    text = MCR + "[Игроки]\n№ | Игрок\n3 | Анна\n | Борис\n | Вера\n | Глеб\n"
    first = {e["name"]: e["number"] for e in outcome(text)["entries"]}
    assert first["Анна"] == 3
    assert sorted(first.values()) == [1, 2, 3, 4]
    assert {e["name"]: e["number"] for e in outcome(text)["entries"]} == first
    draws = {
        tuple(e["number"] for e in sorted(outcome(text.replace("проба", s))["entries"], key=lambda e: e["name"]))
        for s in "абвгдежз"
    }
    assert len(draws) > 1


def test_absence_counts_until_the_first_result_and_no_longer() -> None:
    tour = protocol(1, [(1, 30), (2, 10), (3, -10), (4, -30)])
    text = MCR + people(4, {1: {"present": "да"}}) + tour
    assert of(text, "playing") == ["01", "02", "03", "04"]
