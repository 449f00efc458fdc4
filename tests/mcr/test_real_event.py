"""A real championship of 72 players and 6 tours: its table points, game points and places come out exactly."""

from __future__ import annotations

import csv
from collections import defaultdict
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.books import outcome

DATA = Path(__file__).parent.parent / "data" / "mcr_72x6"
WINDS = dict(zip("ESWN", "ВЮЗС", strict=True))


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def workbook(points: bool, hands: bool, only_hands: bool = False) -> str:
    """The event as a workbook: with written game points, with hands, or both; `only_hands`: the tables played hand by hand
    lose their written points."""
    text = [
        "[Турнир]",
        "Параметр | Значение",
        "Игра | маджонг",
        "Туров | 6",
        "Жеребьёвка | 72",
        "[Игроки]",
        "№ | Игрок | Страна",
    ]
    text += [f"{row['number']} | {row['name']} | {row['country']}" for row in rows("players.csv")]
    tours: dict[str, list[str]] = defaultdict(list)
    by_hand = {(row["round"], row["table"]) for row in rows("hands.csv")}
    assert len(by_hand) == 93
    for row in rows("tables.csv"):
        written = row["game_points"] if points and not (only_hands and (row["round"], row["table"]) in by_hand) else ""
        signed = "да" if only_hands else ""
        tours[row["round"]].append(f"{row['table']} | {WINDS[row['seat']]} | {row['player']} | {written} | {signed}")
    for number, lines in tours.items():
        text += [f"[Тур {number}]", "Стол | Ветер | № | ИО | Подпись", *lines]
    if hands:
        played: dict[str, list[str]] = defaultdict(list)
        for row in rows("hands.csv"):
            penalties = " | ".join(row[f"penalty_{seat}"] for seat in "ESWN")
            won, off = WINDS.get(row["winner_seat"], ""), WINDS.get(row["discarder_seat"], "")
            played[row["round"]].append(
                f"{row['table']} | {row['hand']} | {row['worth']} | {won} | {off} | {penalties}"
            )
        header = "Стол | Раздача | Очки | Взял | Набросил | Штраф В | Штраф Ю | Штраф З | Штраф С"
        for number, lines in played.items():
            text += [f"[Раздачи {number}]", header, *lines]
    return "\n".join(text)


@cache
def played(points: bool, hands: bool, only_hands: bool) -> dict[str, Any]:
    return outcome(workbook(points, hands, only_hands))


@pytest.mark.parametrize(
    ("points", "hands", "only_hands"),
    [(True, False, False), (True, True, False), (True, True, True)],
    ids=["totals", "totals and hands", "hands alone where there are any"],
)
def test_places_table_points_and_game_points_are_those_of_the_event(
    points: bool, hands: bool, only_hands: bool
) -> None:
    found = played(points, hands, only_hands)
    mine = {r["number"]: (r["place"], r["keys"]["table_points"], r["keys"]["game_points"]) for r in found["standings"]}
    due = {}
    for row in rows("standings.csv"):
        due[int(row["player"])] = (row["table_points"], row["game_points"])
    assert {number: (points_, game) for number, (_, points_, game) in mine.items()} == {
        number: (str(Fraction(points_)), game) for number, (points_, game) in due.items()
    }
    order = [int(row["player"]) for row in rows("standings.csv")]
    places = [mine[number][0] for number in order]
    assert places == sorted(places)
    assert places[0] == 1
    assert found["rounds_complete"] == 6
    assert found["provisional"] is False


def test_no_clean_protocol_of_the_event_is_called_wrong() -> None:
    found = played(True, True, False)
    assert [p for p in found["problems"] if p["severity"] == "error"] == []


def test_every_slip_in_a_total_is_found_though_the_sum_stays_zero() -> None:
    """Move 10 points between two players of each hand-by-hand table: the sum stays 0, the hands tell."""
    text = workbook(True, True)
    lines = text.splitlines()
    start = lines.index("[Тур 1]") + 2
    changed = []
    for index in (start, start + 1):
        cells = lines[index].split(" | ")
        cells[3] = str(int(cells[3]) + (10 if index == start else -10))
        changed.append(" | ".join(cells))
    lines[start : start + 2] = changed
    found = [p for p in outcome("\n".join(lines))["problems"] if p["severity"] == "error"]
    assert [(p["code"], p["sheet"], p["cell"]) for p in found] == [
        ("hands_differ", "Тур 1", "D2"),
        ("hands_differ", "Тур 1", "D3"),
    ]
