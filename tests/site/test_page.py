"""The page as text: what is on it, what must never be, and that it is one self-contained, strict file."""

from __future__ import annotations

import base64
import hashlib
import html
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import html5lib
import pytest
from markupsafe import escape

from tests.site.factory import render
from tourney_xlsx import i18n
from tourney_xlsx.model import Award, Entry, EntryState, Outcome, SeatedTable
from tourney_xlsx.resources import folder

from . import factory


def page(outcome: Outcome, name: str = "index.html") -> str:
    found = render(outcome, "{}")[name]
    assert isinstance(found, str)
    return found


def text_of(markup: str, section: str) -> str:
    """The text of a section, runs of white space made one space."""
    found = re.search(rf'<section id="{section}".*?</section>', markup, re.S)
    assert found, section
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", found[0])).split())


OUTCOMES: dict[str, Callable[[], Outcome]] = {
    "mahjong16": factory.mahjong16,
    "mahjong40": factory.mahjong40,
    "mafia": factory.mafia,
}


def test_files_by_language() -> None:
    russian = render(factory.mahjong16(), '{"game": "mcr"}')
    assert set(russian) == {"index.html", "index.en.html", "timer.html", "results.json", "standings.csv"}
    assert "timer.html" not in render(factory.mafia(), "{}")
    assert russian["results.json"] == '{"game": "mcr"}'
    assert '<html lang="ru">' in str(russian["index.html"])
    english = render(factory.mahjong16(lang="en"), "{}")
    assert '<html lang="en">' in str(english["index.html"])
    assert '<html lang="ru">' in str(english["index.ru.html"])
    assert 'href="index.ru.html"' in str(english["index.html"])
    assert 'href="index.html"' in str(english["index.ru.html"])


def test_shared_places_and_what_decided() -> None:
    outcome = factory.mahjong16(shared=True, played=1)
    shown = text_of(page(outcome), "standings")
    assert "1–4" in shown and "5–8" in shown and "13–16" in shown
    assert "делят место" in shown
    decided = text_of(page(factory.mahjong40()), "standings")
    assert re.search(r"ТО: \d+ против \d+", decided)
    assert re.search(r"ИО: −?\d+ против −?\d+", decided)


def test_substitutes_stand_apart() -> None:
    markup = page(factory.mahjong40())
    latest = re.search(r'id="r4".*?</details>', markup, re.S)
    assert latest
    placed, apart = latest[0].split("Вне зачёта")
    names = [person.name for person in factory.mahjong40().tournament.players[-2:]]
    assert all(name in apart and name not in placed for name in names)


def test_withdrawn_and_penalties_are_footnoted() -> None:
    shown = text_of(page(factory.mahjong40()), "standings")
    outcome = factory.mahjong40()
    left, fined = (outcome.tournament.players[number - 1].name for number in (12, 5))
    assert f"{left}: снятие после тура 2" in shown
    assert re.search(rf"{fined}: \S+ −20, Тур 2", shown)


def test_provisional_is_marked_and_unfinished_tables_show_no_numbers() -> None:
    outcome = factory.mahjong16(partial=True)
    markup = page(outcome)
    assert "предварительно" in text_of(markup, "standings")
    assert "предварительно" not in page(factory.mahjong16())
    table = re.search(r"Стол 1 <small class=\"mark\">протокол заполняется.*?</table>", markup, re.S)
    assert table and not re.search(r"<td>−?\d", table[0])


def test_next_seating_by_player_and_by_table() -> None:
    outcome = factory.mahjong16()
    assert outcome.seating
    shown = text_of(page(outcome), "next")
    names = {player.number: player.name for player in outcome.tournament.players}
    for table in outcome.seating.tables:
        for number, wind in zip(table.players, ("Восток", "Юг", "Запад", "Север"), strict=True):
            assert f"{names[number]} {table.number} {wind}" in shown
        assert f"Стол {table.number} В {names[table.players[0]]}" in shown
    assert "начало в 17:20" in shown
    assert "Никто не встречается второй раз. Доказано: лучшей посадки нет." in shown


def test_unavoidable_repeats_are_named() -> None:
    outcome = factory.mahjong16()
    assert outcome.seating
    first = outcome.seating.tables[0]
    pair = (first.players[0], first.players[1])
    seating = replace(
        outcome.seating,
        repeats=1,
        tables=(SeatedTable(1, first.players, repeats=(pair,)), *outcome.seating.tables[1:]),
    )
    names = {player.number: player.name for player in outcome.tournament.players}
    shown = text_of(page(replace(outcome, seating=seating)), "next")
    assert "Повторных встреч: 1." in shown
    assert f"Встречаются снова: {names[pair[0]]} и {names[pair[1]]}" in shown


def test_entries_by_state_with_reasons() -> None:
    outcome = factory.mahjong16(played=0)
    waiting = Entry(outcome.tournament.players[0].id, EntryState.WAITING, "")
    shown = text_of(page(replace(outcome, entries=(waiting, *outcome.entries[1:]))), "entries")
    assert "Играют 15" in shown
    assert f"Лист ожидания 1 1 {outcome.tournament.players[0].name}" in shown


@pytest.mark.parametrize("file", ["index.html", "index.en.html"])
def test_payments_are_never_a_reason_on_the_page(file: str) -> None:
    facts = {"fee": Fraction(2500), "round": 2, "count": 17, "position": 1, "months": 6, "places": 50, "name": "Х"}
    outcome = factory.mahjong16(played=0)
    for code in i18n.section("reason"):
        entry = Entry(outcome.tournament.players[0].id, EntryState.CUT, code, facts)
        shown = text_of(page(replace(outcome, entries=(entry,)), file), "entries").casefold()
        assert not re.search("взнос|оплат|оплач|fee|paid|pay|refund|2500", shown), code


def test_the_engine_speaks_for_its_seating() -> None:
    outcome = factory.mahjong16()
    assert outcome.seating
    seating = replace(outcome.seating, notes=("no_repeats", "drawn"))
    shown = text_of(page(replace(outcome, seating=seating)), "next")
    assert "Никто не встречается повторно." in shown and "1871-дракон" in shown
    assert "второй раз" not in shown


def test_rules_schedule_awards_and_update() -> None:
    markup = page(factory.mahjong40())
    rules = text_of(markup, "rules")
    assert "Туров 4" in rules and "Штраф до дележа ТО нет" in rules and "1871-дракон" in rules
    assert "больше турнирных очков (ТО) → больше игровых очков (ИО)" in rules
    assert "10:00–12:00 Тур 1" in text_of(markup, "schedule")
    awards = text_of(markup, "awards")
    assert "1 место" in awards and "Последнее место" in awards
    assert "Обновлено 29.11.2026 14:32" in markup


def test_shared_award_names_everybody() -> None:
    outcome = factory.mahjong40()
    ids = tuple(row.player for row in outcome.standings[:2])
    shown = text_of(page(replace(outcome, awards=(Award("place", 1, ids),))), "awards")
    names = [player.name for player in outcome.tournament.players if player.id in ids]
    assert all(name in shown for name in names)


def test_mafia_shows_roles_winners_judges_and_parts() -> None:
    shown = text_of(page(factory.mafia()), "results")
    assert "Победа красных" in shown and "Победа чёрных" in shown and "судья Лунин" in shown
    assert "присуждено судьёй" in shown
    assert "лучший +1" in shown
    clubs = text_of(page(factory.mafia()), "clubs")
    assert "1 Белый дракон 40 13,33" in clubs


@pytest.mark.parametrize("name", OUTCOMES)
def test_only_whitelisted_columns_reach_any_file(name: str) -> None:
    for content in render(OUTCOMES[name](), "{}").values():
        text = content.decode() if isinstance(content, bytes) else content
        for secret in (
            "СЕКРЕТ",
            "Телефон",
            "07.01.2026",
            "2026-01-07",
            "13.02.2026",
            "2026-02-13",
            "2500",
            "20.11.2026",
        ):
            assert secret not in text


def test_awkward_names_are_shown_as_typed() -> None:
    markup = page(factory.mahjong16(names=factory.AWKWARD))
    assert "<script>alert" not in markup
    for name in factory.AWKWARD.values():
        assert str(escape(name)) in markup


@pytest.mark.parametrize("name", OUTCOMES)
@pytest.mark.parametrize("file", ["index.html", "index.en.html"])
def test_strict_html_parser_accepts_it(name: str, file: str) -> None:
    html5lib.HTMLParser(strict=True).parse(page(OUTCOMES[name](), file))


def test_before_the_first_round() -> None:
    markup = page(factory.mahjong16(played=0))
    html5lib.HTMLParser(strict=True).parse(markup)
    assert "Итоги появятся после первого принятого протокола." in text_of(markup, "standings")
    assert "Стол 1" in text_of(markup, "next")


@pytest.mark.parametrize("name", OUTCOMES)
def test_policy_allows_only_the_inlined_style_and_script(name: str) -> None:
    markup = page(OUTCOMES[name]())
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', markup)
    assert policy
    allowed = html.unescape(policy[1])
    assert allowed.startswith("default-src 'none';") and "unsafe" not in allowed
    for tag in ("style", "script"):
        inlined = re.findall(rf"<{tag}>(.*?)</{tag}>", markup, re.S)
        assert len(inlined) == 1
        digest = base64.b64encode(hashlib.sha256(inlined[0].encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in allowed
    assert not re.search(r"<[^>]+ (?:style|on\w+)=", markup)


def test_nothing_is_fetched() -> None:
    markup = page(factory.mahjong40())
    assert not re.search(r"https?://", markup)
    assert not re.search(r"<(?:img|iframe|link rel=.stylesheet|script src)", markup)
    # The dots of the charts are in the page itself.
    assert set(re.findall(r"url\([^)]*\)", markup)) == {"url(#dot)", "url(#dot-on)"}


def test_page_address_is_the_only_address() -> None:
    address = "https://example.org/cup/?a=1&b=2"
    markup = page(factory.mahjong16(settings={"page_url": address}))
    assert '<meta property="og:url" content="https://example.org/cup/?a=1&amp;b=2">' in markup
    assert '<meta property="og:image" content="https://example.org/cup/preview.png">' in markup
    assert '<meta property="og:title" content="Кубок Белого дракона">' in markup


def test_every_link_inside_the_page_has_its_target() -> None:
    for name in OUTCOMES:
        markup = page(OUTCOMES[name]()).partition("<script>")[0]
        ids = re.findall(r'\bid="?([\w-]+)', markup)
        assert len(ids) == len(set(ids))
        links = set(re.findall(r'href="?#([\w-]+)', markup))
        assert links and links <= set(ids)


def test_same_outcome_same_bytes() -> None:
    assert render(factory.mahjong40(), "{}") == render(factory.mahjong40(), "{}")


def test_templates_are_found_in_a_checkout() -> None:
    assert (folder("templates") / "page.html.j2").is_file()
    with pytest.raises(FileNotFoundError):
        folder("no such folder")
