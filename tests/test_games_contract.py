"""What holds for every registered game: its words in both languages, its starter, its JSON, and that a run is repeatable."""

from __future__ import annotations

import io
import json
from datetime import datetime
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from tests.books import as_bytes, event, opened, outcome
from tourney_xlsx import i18n
from tourney_xlsx.event import Event
from tourney_xlsx.excel.layout import identify
from tourney_xlsx.excel.starter import starter
from tourney_xlsx.games import GAMES
from tourney_xlsx.model import EntryState, Severity, Status, Tournament
from tourney_xlsx.problems import CATALOGUE
from tourney_xlsx.report import as_json, public_json
from tourney_xlsx.rules import COMMON_SETTINGS, PLAYER_COLUMNS, Kind, RuleSet
from tourney_xlsx.text import label_key

every_game = pytest.mark.parametrize("rules", GAMES.values(), ids=list(GAMES))
every_language = pytest.mark.parametrize("lang", i18n.LANGUAGES)


def forms(rules: RuleSet) -> list[Any]:
    return [form for form in (rules.players, rules.protocol, rules.hands) if form is not None]


@every_game
def test_the_registry_knows_it_by_its_key_and_the_settings_sheet_by_a_word(rules: RuleSet) -> None:
    assert GAMES[rules.key] is rules
    assert rules.key in i18n.section("value.game")


@every_game
@every_language
def test_every_column_has_a_word_and_no_two_share_one(rules: RuleSet, lang: str) -> None:
    for form in forms(rules):
        words = [label_key(i18n.word(lang, f"column.{form.key}.{column.key}")) for column in form.columns]
        assert len(set(words)) == len(words)
        assert all(words)


@every_game
@every_language
def test_every_alias_means_one_column(rules: RuleSet, lang: str) -> None:
    for form in forms(rules):
        first = {label_key(i18n.word(lang, f"column.{form.key}.{c.key}")): c.key for c in form.columns}
        for column in form.columns:
            for name in i18n.names_in(lang, f"column.{form.key}.{column.key}"):
                assert first.get(label_key(name), column.key) == column.key, name


@every_game
@every_language
def test_every_setting_has_a_name_and_a_note(rules: RuleSet, lang: str) -> None:
    names = [label_key(i18n.word(lang, f"setting.{setting.key}.name")) for setting in rules.settings]
    assert len(set(names)) == len(names)
    assert all(i18n.has(lang, f"setting.{setting.key}.note") for setting in rules.settings)


@every_game
@every_language
def test_every_choice_has_its_words_in_both_languages(rules: RuleSet, lang: str) -> None:
    columns = [column for form in forms(rules) for column in form.columns]
    for choices in {item.choices for item in (*columns, *rules.settings) if item.kind is Kind.CHOICE}:
        assert i18n.section(f"value.{choices}", lang) == i18n.section(f"value.{choices}", "ru") != ()
        words = [label_key(i18n.word(lang, f"value.{choices}.{key}")) for key in i18n.section(f"value.{choices}")]
        assert len(set(words)) == len(words)
    defaults = [setting for setting in rules.settings if setting.kind is Kind.CHOICE and setting.default]
    assert all(setting.default in i18n.section(f"value.{setting.choices}") for setting in defaults)


@every_game
@every_language
def test_every_key_of_the_ladder_and_every_part_has_a_word(rules: RuleSet, lang: str) -> None:
    tournament = Tournament(rules.key, lang, {s.key: s.default for s in rules.settings}, (), ())
    for step in rules.ladder(tournament):
        assert i18n.has(lang, f"key.{step.key}")
        assert i18n.has(lang, f"page_ladder.{step.key}")
    assert all(i18n.has(lang, f"key.{part}") or i18n.has(lang, f"page_part.{part}") for part in rules.parts)


@every_game
@every_language
def test_every_stage_has_its_words(rules: RuleSet, lang: str) -> None:
    tournament = Tournament(rules.key, lang, {s.key: s.default for s in rules.settings}, (), ())
    stages = rules.stages(tournament)
    assert [stage.phase for stage in stages] == sorted({stage.phase for stage in stages})
    for stage in stages:
        for section in ("page_stage", "page_after", "page_short"):
            assert i18n.has(lang, f"{section}.{stage.key}")
        found = identify(i18n.sheet_name(lang, stage.sheet, 3))
        assert found is not None
        assert (found.key, found.number) == (stage.sheet, 3)


def test_every_problem_has_its_sentences_in_both_languages_and_no_sentence_lacks_its_code() -> None:
    for lang in i18n.LANGUAGES:
        assert set(i18n.section("problem", lang)) == set(CATALOGUE)
        for code in CATALOGUE:
            assert i18n.word(lang, f"problem.{code}.what")
            assert i18n.has(lang, f"problem.{code}.todo")


@pytest.mark.parametrize("section", ["reason", "seating_note", "remark", "part", "key", "state"])
def test_both_languages_say_the_same_things(section: str) -> None:
    assert set(i18n.section(section, "ru")) == set(i18n.section(section, "en")) != set()


@every_game
def test_it_has_the_settings_and_columns_of_every_game(rules: RuleSet) -> None:
    assert {setting.key for setting in COMMON_SETTINGS} <= {setting.key for setting in rules.settings}
    assert {column.key for column in PLAYER_COLUMNS} <= {column.key for column in rules.players.columns}
    assert {"table", "seat", "number", "name", "signed", "note"} <= {c.key for c in rules.protocol.columns}
    assert [column.key for column in rules.players.columns if column.required] == ["name"]
    assert set(rules.result) <= {column.key for column in rules.protocol.columns}


def new_book(rules: RuleSet, lang: str) -> Workbook:
    return opened(starter(rules, lang, title="Кубок", rounds=None))


@every_game
@every_language
def test_an_empty_workbook_of_it_wants_nothing_but_players(rules: RuleSet, lang: str) -> None:
    found = event(as_bytes(new_book(rules, lang))).outcome
    assert [p.code for p in found.problems if p.severity is Severity.ERROR] == ["players_missing"]
    assert (found.tournament.game, found.tournament.lang) == (rules.key, lang)


def entered(rules: RuleSet, lang: str, count: int) -> bytes:
    """The starter with `count` names typed below its examples."""
    made = new_book(rules, lang)
    sheet = made[i18n.sheet_name(lang, "players")]
    column = next(c.column for c in sheet[1] if c.value == i18n.word(lang, "column.players.name"))
    for n in range(1, count + 1):
        sheet.cell(n + 3, column).value = f"Игрок {n:02}"
    return as_bytes(made)


def rerun(data: bytes) -> tuple[Event, bytes]:
    found = event(data)
    return found, found.workbook


@every_game
@every_language
def test_names_alone_are_enough_for_a_seating(rules: RuleSet, lang: str) -> None:
    found = outcome(entered(rules, lang, 20))
    assert [p for p in found["problems"] if p["severity"] == "error"] == []
    assert found["seating"]["round"] == 1
    assert sorted(n for table in found["seating"]["tables"] for n in table) == list(range(1, 21))
    assert {entry["state"] for entry in found["entries"]} == {"playing"}


@every_game
@every_language
def test_a_second_run_changes_nothing(rules: RuleSet, lang: str) -> None:
    _, once = rerun(entered(rules, lang, 20))
    again, twice = rerun(once)
    assert again.outcome.problems == ()
    assert twice == once
    assert event(twice, now=datetime(2027, 1, 1)).workbook == twice


@every_game
def test_the_protocols_it_is_given_are_those_it_reads(rules: RuleSet) -> None:
    first, data = rerun(entered(rules, "ru", 20))
    names = load_workbook(io.BytesIO(data)).sheetnames
    second = event(data).outcome
    assert len(second.tournament.rounds) == len(first.outcome.schedule)
    assert {r.sheet for r in second.tournament.rounds} <= set(names)
    players = {player.id: player.number for player in second.tournament.players}
    for r, seating in zip(second.tournament.rounds, first.outcome.schedule, strict=True):
        read = [tuple(players[row.player or 0] for row in table.rows) for table in r.tables]
        assert read == [table.players for table in seating.tables]


JSON_KEYS = {
    "game": str,
    "rounds": int,
    "rounds_complete": int,
    "provisional": bool,
    "problems": list,
    "standings": list,
    "seating": dict,
    "schedule": list,
    "quality": dict,
    "entries": list,
    "clubs": list,
    "written": list,
}


@every_game
def test_the_json_has_the_contracts_shape(rules: RuleSet) -> None:
    found = json.loads(as_json(event(entered(rules, "ru", 20)).outcome, ("a.xlsx",)))
    assert {key: type(found[key]) for key in JSON_KEYS} == JSON_KEYS
    assert found["written"] == ["a.xlsx"]
    assert {"stage", "round", "tables"} <= set(found["seating"])
    assert {"stage", "round", "tables"} == set(found["schedule"][0])
    states = {state.value for state in EntryState}
    assert {entry["state"] for entry in found["entries"]} <= states
    for entry in found["entries"]:
        assert set(entry) == {"number", "name", "state", "reason", "refund"}
    for quality in found["quality"].values():
        assert set(quality) == {"pairs_ssq", "bound", "optimal"}


@every_game
def test_what_is_public_has_no_entries_and_no_problems(rules: RuleSet) -> None:
    found = json.loads(public_json(event(entered(rules, "ru", 20)).outcome, {}))
    assert not {"entries", "problems", "written"} & set(found)


@every_game
@pytest.mark.parametrize("status", [status for status in Status if status.gone or status is Status.WAITING])
def test_nobody_who_is_gone_or_waits_is_seated(rules: RuleSet, status: Status) -> None:
    made = load_workbook(io.BytesIO(entered(rules, "ru", 21)))
    sheet = made["Игроки"]
    column = next(c.column for c in sheet[1] if c.value == "Статус")
    sheet.cell(4, column).value = i18n.word("ru", f"value.status.{status}")
    found = outcome(as_bytes(made))
    state = {entry["name"]: entry["state"] for entry in found["entries"]}["Игрок 01"]
    assert state == ("waiting" if status is Status.WAITING else "withdrawn")
    assert len([n for table in found["seating"]["tables"] for n in table]) == 20
