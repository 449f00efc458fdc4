"""What the page says has changed since it was published last."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction

import pytest

from tests.site.factory import render
from tourney_xlsx.model import Outcome
from tourney_xlsx.site.changes import published_facts

from . import factory
from .test_page import text_of


def results(outcome: Outcome) -> str:
    """A `results.json` with what the comparison reads."""
    numbers = {player.id: player.number for player in outcome.tournament.players}
    standings = [{"number": numbers[row.player], "place": row.place} for row in outcome.standings]
    return json.dumps({"standings": standings, **published_facts(outcome)}, ensure_ascii=False)


def corrected() -> tuple[Outcome, Outcome]:
    """An outcome, and the same with one result corrected and its player one place further down."""
    before = factory.mahjong16()
    first, second, *rest = before.standings
    score = next(score for score in before.scores if score.player == first.player)
    parts = {**score.parts, "game_points": score.parts["game_points"] - 7}
    scores = tuple(replace(s, parts=parts) if s is score else s for s in before.scores)
    rows = (replace(second, place=1, last=1), replace(first, place=2, last=2), *rest)
    history = (*before.history[:-1], replace(before.history[-1], rows=rows))
    return before, replace(before, scores=scores, history=history)


def test_first_publication_has_nothing_to_compare_with() -> None:
    files = render(factory.mahjong16(), results(factory.mahjong16()))
    assert 'id="changes"' not in str(files["index.html"])
    assert "previous.json" not in files


def test_correction_and_moved_places_are_named() -> None:
    before, now = corrected()
    files = render(now, results(now), published={"results.json": results(before)})
    shown = text_of(str(files["index.html"]), "changes")
    name = next(p.name for p in before.tournament.players if p.id == before.standings[0].player)
    other = next(p.name for p in before.tournament.players if p.id == before.standings[1].player)
    assert re.search(rf"Тур \d, стол \d, {name}: ИО −?\d+ → −?\d+", shown)
    assert f"{name} 1 → 2 ↓" in shown and f"{other} 2 → 1 ↑" in shown
    assert "Добавлены" not in shown


def test_publishing_again_keeps_the_comparison() -> None:
    before, now = corrected()
    first = render(now, results(now), published={"results.json": results(before)})
    texts = {name: str(content) for name, content in first.items() if name.endswith(".json")}
    again = render(now, results(now), published=texts)
    assert again == first and again["previous.json"] == results(before)


def test_a_new_round_is_named() -> None:
    before, now = factory.mahjong16(played=2), factory.mahjong16(played=3)
    shown = text_of(
        str(render(now, results(now), published={"results.json": results(before)})["index.html"]), "changes"
    )
    assert "Добавлены результаты: Тур 3." in shown and "Исправления" not in shown


def test_changed_rules_are_named_in_words() -> None:
    before = factory.mahjong16()
    now = factory.mahjong16(settings={"penalty_first": True, "rounds": 5})
    shown = text_of(
        str(render(now, results(now), published={"results.json": results(before)})["index.html"]), "changes"
    )
    assert "Штраф до дележа ТО нет → да" in shown and "Туров 4 → 5" in shown


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"standings": 7}', '{"standings": [7, {"number": "x"}], "results": [{"stage": 1}]}']
)
def test_damaged_results_never_stop_the_page(text: str) -> None:
    outcome = factory.mahjong16()
    files = render(outcome, results(outcome), published={"results.json": text, "previous.json": text})
    assert "Исправления" not in str(files["index.html"])


def test_facts_are_exact() -> None:
    outcome = factory.mahjong16(played=1)
    score = outcome.scores[0]
    thirds = replace(score, parts={**score.parts, "table_points": Fraction(7, 3)})
    found = published_facts(replace(outcome, scores=(thirds,)))["results"]
    assert isinstance(found, list)
    assert found[0]["parts"]["table_points"] == "7/3"
    assert found[0]["number"] == score.player - 100
