"""B-5, B-7, B-16, B-22: stages seated at once, from the standings when the stage before is complete; free seats."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from typing import Any

from openpyxl import Workbook

from tests.books import outcome
from tests.mafia.cup import CUP, Played, columns, game, people, small
from tourney_xlsx.report import as_dict

QUALIFYING = [f"Тур {n}" for n in range(1, 8)]
SHORT = small(2, 1, 1)


def json(cup: Played, **options: Any) -> dict[str, Any]:
    return as_dict(cup.run(**options).outcome)


def codes(found: dict[str, Any]) -> list[str]:
    return [problem["code"] for problem in found["problems"]]


def sitting(found: dict[str, Any], stage: str) -> list[list[int]]:
    return [table for r in found["schedule"] if r["stage"] == stage for table in r["tables"]]


def test_b5_all_qualifying_games_are_seated_on_the_first_run() -> None:
    found = json(Played(CUP + people(20)))
    assert [(r["stage"], r["round"]) for r in found["schedule"]] == [("qualifying", n) for n in range(1, 8)]
    assert (found["seating"]["stage"], found["seating"]["round"]) == ("qualifying", 1)
    games = Counter(n for table in sitting(found, "qualifying") for n in table)
    assert games == dict.fromkeys(range(1, 21), 7)
    assert found["quality"] == {"qualifying": {"pairs_ssq": "4200/19", "bound": "4200/19", "optimal": True}}
    assert (found["rounds"], found["rounds_complete"]) == (15, 0)


def test_b5_seats_are_shared_evenly() -> None:
    tables = sitting(json(Played(CUP + people(20))), "qualifying")
    for number in range(1, 21):
        seats = Counter(table.index(number) for table in tables if number in table)
        assert max(seats.values()) <= 1
        assert abs(sum(c for s, c in seats.items() if s < 5) - sum(c for s, c in seats.items() if s >= 5)) <= 1


def test_the_protocol_sheets_are_made_for_every_round_of_the_stage_and_read_back() -> None:
    cup = Played(CUP + people(20))
    cup.run()
    before = cup.data
    found = json(cup)
    assert found["problems"] == []
    assert cup.data == before
    assert (found["seating"]["round"], len(found["schedule"])) == (1, 7)


def test_the_first_round_still_to_be_played_is_shown() -> None:
    cup = Played(CUP + people(20))
    cup.run()
    cup.play("Тур 1", "Тур 2")
    found = json(cup)
    assert (found["seating"]["round"], found["rounds_complete"], found["provisional"]) == (3, 2, False)
    cup.play("Тур 4")
    assert json(cup)["provisional"] is True


def test_b5_b16_the_best_20_play_the_semi_final_and_the_best_10_the_final() -> None:
    cup = Played(CUP + people(30))
    cup.run()
    cup.play(*QUALIFYING[:6])
    assert len(json(cup)["schedule"]) == 7
    cup.play(QUALIFYING[6])
    found = json(cup)
    best = {row["number"] for row in found["standings"][:20]}
    assert {n for table in sitting(found, "semifinal") for n in table} == best
    assert [(r["stage"], r["round"]) for r in found["schedule"][7:]] == [("semifinal", n) for n in (1, 2, 3)]
    assert (found["seating"]["stage"], found["seating"]["round"]) == ("semifinal", 1)
    reasons = Counter(entry["reason"] for entry in found["entries"])
    assert reasons == {"в полуфинале": 20, "закончил в отборе": 10}
    cup.play(*(f"Полуфинал {n}" for n in (1, 2, 3)))
    found = json(cup)
    finalists = {n for table in sitting(found, "final") for n in table}
    assert finalists <= best
    assert finalists == {row["number"] for row in found["standings"] if row["number"] in best and row["place"] <= 10}
    cup.play(*(f"Финал {n}" for n in range(1, 6)))
    found = json(cup)
    assert (found["rounds_complete"], found["rounds"], found["provisional"], found["seating"]) == (15, 15, False, None)
    assert set(found["quality"]) == {"qualifying", "semifinal", "final"}


def test_b5_a_stage_with_no_games_or_no_players_is_left_out() -> None:
    for setting in ("Полуфинальных игр", "Участников полуфинала"):
        cup = Played(CUP + f"Отборочных игр | 1\n{setting} | 0\nФинальных игр | 1\n" + people(10))
        cup.run()
        cup.play("Тур 1")
        found = json(cup)
        assert [(r["stage"], r["round"]) for r in found["schedule"]] == [("qualifying", 1), ("final", 1)]
        assert found["rounds"] == 2


def test_b5_with_fewer_players_than_the_setting_everybody_goes_on() -> None:
    cup = Played(SHORT + people(15))
    cup.run()
    cup.play("Тур 1", "Тур 2", "Тур 3")
    found = json(cup)
    assert Counter(n for table in sitting(found, "semifinal") for n in table if n) == dict.fromkeys(range(1, 16), 1)


def withdrawn(cup: Played, name: str, after: int | None = None) -> None:
    cells: dict[str, Any] = {"Статус": "снялся"}
    if after is not None:
        cells["По_тур"] = after
    cup.player(name, **cells)


def before_the_semifinal() -> tuple[Played, dict[str, Any]]:
    cup = Played(small(2, 1, 1, Участников_полуфинала="10") + people(20))
    cup.run()
    cup.play("Тур 1", "Тур 2")
    return cup, outcome(cup.data)


def test_b5_who_withdraws_before_a_stage_is_replaced_by_the_next_and_it_says_so() -> None:
    cup, standings = before_the_semifinal()
    first, eleventh = standings["standings"][0]["name"], standings["standings"][10]["name"]
    withdrawn(cup, first)
    found = json(cup)
    numbers = {row["name"]: row["number"] for row in found["standings"]}
    semifinal = {n for table in sitting(found, "semifinal") for n in table}
    assert numbers[first] not in semifinal
    assert numbers[eleventh] in semifinal
    replaced = [p["message"] for p in found["problems"] if p["code"] == "semifinal_replaced"]
    assert replaced == [f"{first} выбыл; в полуфинале вместо него {eleventh}, следующий по итогам."]
    reasons = {entry["name"]: entry["reason"] for entry in found["entries"]}
    assert reasons[eleventh] == f"в полуфинале вместо игрока {first}"
    assert reasons[first].endswith(f"в полуфинале вместо него {eleventh}")
    assert found["standings"][0]["name"] == first


def test_b5_who_withdraws_from_a_published_stage_before_it_begins_is_replaced_in_the_seat() -> None:
    cup, standings = before_the_semifinal()
    cup.run()
    first, eleventh = standings["standings"][0]["name"], standings["standings"][10]["name"]
    withdrawn(cup, first)
    found = json(cup)
    free = [p["message"] for p in found["problems"] if p["code"] == "seat_free"]
    assert len(free) == 1
    assert f"{first} не играет; может сесть {eleventh}" in free[0]

    def sits(made: Workbook) -> None:
        headers = columns(made["Полуфинал 1"])
        rows = range(2, 12)
        row = next(r for r in rows if made["Полуфинал 1"].cell(r, headers["Игрок"]).value == first)
        made["Полуфинал 1"].cell(row, headers["Игрок"]).value = eleventh
        made["Полуфинал 1"].cell(row, headers["№"]).value = None

    cup.edit(sits)
    cup.play("Полуфинал 1")
    found = json(cup)
    assert [p for p in found["problems"] if p["severity"] != "note"] == []
    assert (found["seating"]["stage"], found["rounds_complete"]) == ("final", 3)


def test_b5_level_at_the_edge_is_pointed_out_and_a_decision_settles_it() -> None:
    text = small(1, 0, 1) + people(20)
    both = game(who=range(1, 11), winner="ничья") + "\n".join(
        line.replace("1 |", "2 |", 1) for line in game(who=range(11, 21), winner="ничья").splitlines()[2:]
    )
    found = outcome(text + both)
    assert codes(found) == ["final_level"]
    decided = outcome(small(1, 0, 1) + people(20, {20: {"decision": "да"}}) + both)
    assert 20 in {n for table in sitting(decided, "final") for n in table}


def test_b5_only_semifinalists_go_to_the_final() -> None:
    """Eleventh after the qualifying games, but with more points than the last of the semi-final ever gets."""
    marks = {n: {"Доп.": "-9"} for n in range(1, 11)}
    text = small(1, 1, 1, Участников_полуфинала="10") + people(20)
    first = game(who=range(1, 11)) + "\n".join(
        line.replace("1 |", "2 |", 1) for line in game(who=range(11, 21), winner="ничья").splitlines()[2:]
    )
    semifinal = game("Полуфинал 1", who=[*range(1, 11)], marks=marks)
    changed = text + first + "\n" + semifinal
    found = outcome(changed.replace("Ник 08 |", "Ник 08 |"))
    best = {row["number"] for row in found["standings"] if row["place"] and row["place"] <= 10}
    assert not best <= set(range(1, 11))
    assert {n for table in sitting(found, "final") for n in table} == set(range(1, 11))


def test_somebody_outside_the_stage_at_its_table_is_pointed_out() -> None:
    cup, standings = before_the_semifinal()
    cup.run()
    last = standings["standings"][-1]["name"]

    def sits(made: Workbook) -> None:
        headers = columns(made["Полуфинал 1"])
        made["Полуфинал 1"].cell(2, headers["Игрок"]).value = last
        made["Полуфинал 1"].cell(2, headers["№"]).value = None

    cup.edit(sits)
    cup.play("Полуфинал 1")
    assert "player_outside_stage" in codes(json(cup))


def test_b7_after_a_withdrawal_the_stage_keeps_its_seating_and_the_seats_go_to_substitutes() -> None:
    cup = Played(CUP + people(22, {21: {"status": "замена"}, 22: {"status": "замена"}}))
    before = json(cup)
    cup.play("Тур 1", "Тур 2")
    withdrawn(cup, "Ник 03")
    withdrawn(cup, "Ник 04", 3)
    found = json(cup)
    assert found["schedule"] == before["schedule"]
    free = [(p["sheet"], p["message"]) for p in found["problems"] if p["code"] == "seat_free"]
    assert Counter(sheet for sheet, _ in free) == {"Тур 3": 1, "Тур 4": 2, "Тур 5": 2, "Тур 6": 2, "Тур 7": 2}
    assert all("Ник 21" in text or "Ник 22" in text for _, text in free)
    round_four = [text for sheet, text in free if sheet == "Тур 4"]
    assert sum("Ник 21" in text for text in round_four) == sum("Ник 22" in text for text in round_four) == 1
    assert [p["severity"] for p in found["problems"]] == ["warning"] * len(free)


def test_b7_a_seat_that_somebody_took_is_free_no_more() -> None:
    cup = Played(small(2) + people(11, {11: {"status": "замена"}}))
    cup.run()
    cup.play("Тур 1")
    withdrawn(cup, "Ник 03")
    assert codes(json(cup)) == ["seat_free"]

    def sits(made: Workbook) -> None:
        found = made["Тур 2"]
        headers = columns(found)
        row = next(r for r in range(2, 12) if found.cell(r, headers["Игрок"]).value == "Ник 03")
        found.cell(row, headers["Игрок"]).value = "Ник 11"
        found.cell(row, headers["№"]).value = None

    cup.edit(sits)
    assert codes(json(cup)) == []
    cup.play("Тур 2")
    found = json(cup)
    assert (found["rounds_complete"], codes(found)) == (2, [])
    assert next(r["place"] for r in found["standings"] if r["name"] == "Ник 11") is None


def test_somebody_let_in_after_the_seating_was_published_is_pointed_out() -> None:
    cup = Played(CUP + "Мест | 10\n" + people(11))
    cup.run()
    withdrawn(cup, "Ник 03")
    found = json(cup)
    assert "players_not_seated" in codes(found)
    assert all("может сесть Ник 11" in p["message"] for p in found["problems"] if p["code"] == "seat_free")


def test_b22_stand_ins_are_fewest_and_number_0_and_their_rows_are_empty() -> None:
    cup = Played(small(2) + people(12))
    found = json(cup)
    tables = sitting(found, "qualifying")
    assert sum(table.count(0) for table in tables) == (-12 * 2) % 10
    assert Counter(n for table in tables for n in table if n) == dict.fromkeys(range(1, 13), 2)
    assert set(codes(found)) == {"seat_of_stand_in"}
    second = json(cup)
    assert second == {**found, "written": []}
    cup.play(*(f"Тур {r['round']}" for r in found["schedule"]))
    found = json(cup)
    assert set(codes(found)) == {"stand_in_unnamed"}
    assert (found["rounds"], found["rounds_complete"]) == (3, 3)


def test_b22_nobody_rests_twice_running_and_rests_are_even() -> None:
    found = json(Played(small(4) + people(25)))
    rounds = [{n for table in r["tables"] for n in table} for r in found["schedule"]]
    rests = {n: [index for index, here in enumerate(rounds) if n not in here] for n in range(1, 26)}
    assert len({len(theirs) for theirs in rests.values()}) == 1
    assert all(b - a > 1 for theirs in rests.values() for a, b in pairwise(theirs))
    assert found["rounds"] == len(rounds) == 5


def test_club_mates_are_kept_apart_where_set() -> None:
    def met(setting: str) -> int:
        mates = {n: {"club": "Дракон"} for n in (1, 2, 3)}
        found = json(Played(small(3, Разводить_одноклубников=setting) + people(20, mates)))
        tables = sitting(found, "qualifying")
        return sum({a, b} <= set(table) for table in tables for a, b in combinations((1, 2, 3), 2))

    assert met("да") <= met("нет")
    assert met("да") <= 3


def test_the_same_seed_seats_the_same_and_another_one_otherwise() -> None:
    first = outcome(CUP + people(20))["schedule"]
    assert outcome(CUP + people(20))["schedule"] == first
    assert outcome(CUP.replace("проба", "иначе") + people(20))["schedule"] != first


def test_rounds_played_by_hand_are_continued() -> None:
    """No published seating: the first games were seated by the organiser."""
    found = outcome(small(3) + people(10) + game())
    assert [r["round"] for r in found["schedule"]] == [1, 2, 3]
    assert found["schedule"][0]["tables"] == [list(range(1, 11))]
    assert found["seating"]["round"] == 2


def test_a_round_more_than_the_stage_has_is_pointed_out() -> None:
    assert "round_beyond" in codes(outcome(small(1) + people(10) + game() + game("Тур 2")))
