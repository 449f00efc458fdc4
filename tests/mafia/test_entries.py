"""B-1 to B-4, B-7: who has a place, who waits and why, and what goes back."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from tests.books import outcome
from tests.mafia.cup import CUP, Played, game, people, small

CLOSES = CUP + "Регистрация до | 20.11.2026\n"
OPEN = CUP + "Регистрация до | 20.12.2026\n"


def entries(text: str, **options: Any) -> dict[str, dict[str, str]]:
    return {entry["name"][-2:]: entry for entry in outcome(text, **options)["entries"]}


def of(text: str, state: str) -> list[str]:
    return sorted(name for name, entry in entries(text).items() if entry["state"] == state)


def test_b1_the_nick_is_the_name_everywhere() -> None:
    text = small() + "[Игроки]\nНик | Город | Клуб | Стаж\n" + "".join(f"Ник {n:02} | Тула | Дракон | 8\n" for n in range(1, 11))
    found = outcome(text)
    assert {entry["name"] for entry in found["entries"]} == {f"Ник {n:02}" for n in range(1, 11)}
    assert sorted(entry["number"] for entry in found["entries"]) == list(range(1, 11))


@pytest.mark.parametrize(
    ("cells", "state"),
    [
        ({"experience": "6"}, "playing"),
        ({"experience": "5"}, "rejected"),
        ({"experience": "5.5"}, "rejected"),
        ({"experience": "2 года"}, "playing"),
        ({"experience": "полгода"}, "playing"),
        ({"experience": "год и 3 месяца"}, "playing"),
        ({"experience": "4 мес."}, "rejected"),
        ({}, "rejected"),
        ({"experience": "2", "recommended": "да"}, "playing"),
        ({"recommended": "клуб «Дракон»"}, "playing"),
        ({"recommended": "нет"}, "rejected"),
        ({"decision": "да"}, "playing"),
    ],
)
def test_b2_six_months_or_a_recommendation(cells: dict[str, str], state: str) -> None:
    text = CUP + people(12, {3: {"experience": "", **cells}}, experience="12")
    found = entries(text)["03"]
    assert found["state"] == state
    assert ("стаж меньше 6" in found["reason"]) == (state == "rejected")


def test_b2_how_many_months_is_a_setting_and_0_asks_for_none() -> None:
    text = people(12, {3: {"experience": "2"}}, experience="12")
    assert of(CUP + "Минимальный стаж | 2\n" + text, "rejected") == []
    assert of(CUP + "Минимальный стаж | 0\n" + people(12, {3: {"experience": "1"}}, experience="12"), "rejected") == []


def test_b2_experience_that_cannot_be_read_is_told_and_no_error() -> None:
    found = outcome(CUP + people(11, {3: {"experience": "с 2015 года"}}, experience="12"))
    assert [(p["code"], p["severity"], p["cell"]) for p in found["problems"]] == [("months_unclear", "warning", "K4")]


def test_b3_places_go_in_order_of_registration_and_the_rest_wait() -> None:
    changed = {1: {"registered": "2026-11-05 10:00"}, 2: {"registered": "2026-11-04 10:00"}}
    text = CUP + "Мест | 10\n" + people(12, changed, registered="2026-11-01 10:00")
    assert of(text, "waiting") == ["01", "02"]
    found = entries(text)
    assert "2-й" in found["01"]["reason"]
    assert "1-й" in found["02"]["reason"]
    assert of(CUP + people(52, paid="да"), "waiting") == ["51", "52"]


def test_b3_the_waiting_list_moves_up_when_somebody_withdraws() -> None:
    found = entries(CUP + "Мест | 10\n" + people(12, {4: {"status": "снялся"}}))
    assert (found["11"]["state"], found["12"]["state"]) == ("playing", "waiting")
    assert "из листа ожидания" in found["11"]["reason"]


def test_b3_without_full_payment_an_entry_takes_no_place() -> None:
    text = CUP + "Мест | 10\n" + people(13, {2: {"paid": ""}, 3: {"paid": "нет"}, 4: {"paid": "1000"}}, paid="2500")
    assert of(text, "waiting") == ["02", "03", "04"]
    found = entries(text)
    assert "не оплачен" in found["02"]["reason"]
    assert "не полностью" in found["04"]["reason"]
    assert found["11"]["state"] == "playing"


def test_b3_where_nobody_keeps_track_of_payments_everybody_plays() -> None:
    assert of(CUP + people(12), "playing") == [f"{n:02}" for n in range(1, 13)]


def test_b3_late_entries_and_late_payments_take_no_place_and_get_the_fee_back() -> None:
    changed = {1: {"registered": "2026-11-21 10:00"}, 2: {"paid": "2026-11-22 10:00"}}
    text = CLOSES + people(14, changed, registered="2026-11-01 10:00", paid="2026-11-02 10:00")
    found = entries(text)
    assert of(text, "rejected") == ["01", "02"]
    assert "после закрытия" in found["01"]["reason"]
    assert (found["01"]["refund"], found["02"]["refund"]) == ("2500", "2500")
    let_in = entries(CLOSES + people(14, {1: {**changed[1], "decision": "да"}}, registered="2026-11-01 10:00"))
    assert let_in["01"]["state"] == "playing"


def test_on_the_day_the_absent_are_out_and_the_waiting_come_in() -> None:
    text = CUP + "Мест | 10\n" + people(12, {4: {"present": ""}}, present="да")
    found = entries(text)
    assert (found["04"]["state"], found["11"]["state"], found["12"]["state"]) == ("withdrawn", "playing", "waiting")


def test_b4_whoever_withdraws_in_time_gets_the_fee_back() -> None:
    found = entries(OPEN + people(12, {4: {"status": "снялся"}}, paid="да"))["04"]
    assert (found["state"], found["refund"]) == ("withdrawn", "2500")
    typed = people(12, {4: {"status": "снялся", "left": "2026-11-19 10:00"}}, paid="да")
    assert entries(CLOSES + typed)["04"]["refund"] == "2500"


def test_b4_after_the_date_without_a_substitute_nothing_goes_back() -> None:
    found = entries(CLOSES + people(12, {4: {"status": "снялся"}}, paid="да"))["04"]
    assert found["refund"] == "0"
    assert "замены нет" in found["reason"]


@pytest.mark.parametrize("helper", [{"status": "замена"}, {"status": "лист ожидания"}])
def test_b4_after_the_date_with_a_substitute_the_fee_goes_back(helper: dict[str, str]) -> None:
    text = CLOSES + people(13, {4: {"status": "снялся"}, 13: helper}, paid="да")
    found = entries(text)["04"]
    assert found["refund"] == "2500"
    assert "замена нашлась" in found["reason"]


def test_b4_one_substitute_pays_for_one_withdrawal_the_earlier() -> None:
    changed = {
        4: {"status": "снялся", "left": "2026-11-25 10:00"},
        5: {"status": "снялся", "left": "2026-11-24 10:00"},
        13: {"status": "замена"},
    }
    found = entries(CLOSES + people(13, changed, paid="да"))
    assert (found["04"]["refund"], found["05"]["refund"]) == ("0", "2500")


def test_b4_the_day_of_a_withdrawal_is_remembered() -> None:
    """First seen before the closing date; a run after it still pays back."""
    cup = Played(OPEN + people(12, {4: {"status": "снялся"}}, paid="да"))
    cup.run()
    later = cup.run(now=datetime(2026, 12, 25)).outcome
    names = {player.name: player.id for player in later.tournament.players}
    assert next(e.refund for e in later.entries if e.player == names["Ник 04"]) == 2500
    late = Played(OPEN + people(12, {4: {"status": "снялся"}}, paid="да"))
    first_seen_late = late.run(now=datetime(2026, 12, 25)).outcome
    assert next(e.refund for e in first_seen_late.entries if e.player == names["Ник 04"]) == 0


def test_b4_nothing_goes_back_to_whoever_did_not_pay_or_played() -> None:
    assert entries(OPEN + people(12, {4: {"status": "снялся", "paid": ""}}, paid="да"))["04"]["refund"] == "0"
    text = small(2) + people(11, {4: {"status": "снялся", "until": "1"}}, paid="да") + game()
    found = entries(text)["04"]
    assert (found["state"], found["refund"]) == ("withdrawn", "0")


def test_once_the_cup_is_on_whoever_has_no_place_gets_the_fee_back() -> None:
    found = entries(small(2) + "Мест | 10\n" + people(11, paid="да") + game())["11"]
    assert (found["state"], found["refund"]) == ("waiting", "2500")


def test_b7_a_disqualified_player_keeps_the_results_and_is_marked() -> None:
    text = small(2) + people(11, {4: {"status": "дисквалифицирован", "since": "2"}}, paid="да") + game()
    found = outcome(text)
    entry = next(e for e in found["entries"] if e["number"] == 4)
    assert entry["state"] == "withdrawn"
    assert "дисквалифицирован, последний тур 1" in entry["reason"]
    assert [(r["points"], r["status"], r["place"] is not None) for r in found["standings"] if r["number"] == 4] == [
        ("2", "disqualified", True)
    ]


def test_fewer_than_ten_players_are_refused_with_a_problem() -> None:
    found = outcome(CUP + people(9))
    assert [p["code"] for p in found["problems"]] == ["stage_too_few_players"]
    assert found["seating"] is None
