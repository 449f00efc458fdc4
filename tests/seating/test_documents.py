"""The worked example of the organiser's documents is what the engine answers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.seating.events import Event, never, requests
from tourney_xlsx.seating import Tables, seat

DOCS = Path(__file__).parents[2] / "docs"


def listed(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))


def in_a_line(tables: Tables) -> str:
    return " · ".join(listed(table) for table in tables)


@pytest.mark.parametrize("name", ["seating.ru.md", "seating.en.md"])
def test_the_worked_example(name: str) -> None:
    text = (DOCS / name).read_text(encoding="utf-8")
    event = Event(16, "autumn")
    assert in_a_line(event.history[0]) in text
    for request, carried in requests(event, 4, "autumn"):
        result = seat(request, never)
        assert f" {listed(request.ranking)}." in text
        rows = [
            f"| {k} | {listed(t.players)} | {listed(tuple(r + 1 for r in t.ranks))} |"
            for k, t in enumerate(result.tables, 1)
        ]
        assert "\n".join(rows) in text
        assert result.repeats == 0 and result.optimal
        if request.rounds_left:
            assert f" {result.cost}," in text
        plain = seat(replace(request, rounds_left=0), never)
        if plain.cost != result.cost:
            assert f" {plain.cost})" in text and in_a_line(plain.ids()) in text
        carried[0] = result.certificate
        event.play(result.ids())
