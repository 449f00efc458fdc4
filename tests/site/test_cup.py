"""What only a cup in sport Mafia has on its page: stages, the difficult card, roles, rests, the cup and the clubs."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tests.site.factory import render
from tourney_xlsx.model import (
    Award,
    DifficultCard,
    Entry,
    EntryState,
    Outcome,
    Quality,
    RoundKey,
    ScheduleItem,
    SeatedTable,
    Seating,
    Status,
)
from tourney_xlsx.site.context import context
from tourney_xlsx.site.views import page_view

from . import factory


def cup(**settings: object) -> Outcome:
    """The cup during its semi-finals, with its settings and what its difficult card earned."""
    plain = factory.mafia(9)
    given = {**plain.tournament.settings, "qualifying_games": 7, "semifinal_games": 3, "final_games": 5}
    given |= {"semifinal_players": 20, "final_players": 10, "final_factor": Fraction(3, 2), **settings}
    cards = (
        DifficultCard("qualifying", "win_difference", 9, 5, 0, "black", Fraction(1, 5), True),
        DifficultCard("semifinal", "win_difference", 2, 1, 1, "black", Fraction(1, 20), False),
    )
    return replace(plain, tournament=replace(plain.tournament, settings=given), cards=cards)


def test_the_difficult_card_is_told_with_its_rule_wins_and_worth() -> None:
    markup = str(render(cup(), "{}")["index.html"])
    section = markup[markup.index('<section id="card">') :].split("</section>")[0]
    assert "Сложная карта: разница побед." in section
    assert "<th>Отборочные игры<td>9<td>5<td>0<td>+0,2 за победу чёрных" in section
    assert "+0,05 за победу чёрных, войдёт в конце этапа" in section
    assert 'id="card"' not in str(render(factory.mahjong16(), "{}")["index.html"])


def test_a_line_stands_below_those_who_go_on() -> None:
    view = page_view(cup(), "ru")
    latest = view.standings[-1]
    assert [at for at, row in enumerate(latest.rows, 1) if row.edge] == [10]
    assert view.footnotes[0] == "Черта: 10 лучших выходят в финал, если никто из них не снимется."
    # Twenty go on to the semi-final of twenty: nobody is below the line.
    assert not any(row.edge for row in view.standings[0].rows)
    assert not any(row.edge for row in page_view(factory.mahjong16(), "ru").standings[-1].rows)


def test_whoever_left_makes_room_above_the_line() -> None:
    outcome = cup(final_players=4)
    after = outcome.history[-1]
    rows = (replace(after.rows[0], status=Status.WITHDRAWN), *after.rows[1:])
    view = page_view(replace(outcome, history=(*outcome.history[:-1], replace(after, rows=rows))), "ru")
    assert [at for at, row in enumerate(view.standings[-1].rows, 1) if row.edge] == [5]


def test_who_came_in_for_whom_is_in_the_notes() -> None:
    outcome = cup()
    player = outcome.tournament.players[4]
    came = Entry(player.id, EntryState.PLAYING, "in_final_instead", {"name": "Ушедший"})
    entries = tuple(came if entry.player == player.id else entry for entry in outcome.entries)
    notes = page_view(replace(outcome, entries=entries), "ru").footnotes
    assert f"{player.name}: в финале вместо игрока Ушедший" in notes


def test_prizes_of_one_place_are_one_and_clubs_have_theirs() -> None:
    outcome = cup()
    awards = (Award("place_1", 1, (101,)), Award("cup", 1, (101,)), Award("place_2", 2, (102,)))
    view = page_view(replace(outcome, awards=awards), "ru")
    assert [prize.label for prize in view.prizes] == ["1 место, кубок", "2 место"]
    assert [club.name for club in view.club_prizes] == ["Белый дракон", "Красный дракон"]


def test_rests_stand_ins_and_the_bound_are_named() -> None:
    outcome = cup()
    key = RoundKey(2, 1, "final")
    tables = (SeatedTable(1, tuple(range(1, 11))),), (SeatedTable(1, (*range(3, 12), 0)),)
    final = tuple(
        Seating(key._replace(number=n), each, 0, True, "север", ("rotation_near", "rotation_rests"))
        for n, each in enumerate(tables, 1)
    )
    quality = {"final": Quality(Fraction(11, 2), Fraction(5), False)}
    plan = (ScheduleItem("12:00", "12:50", "Финал 1", 11),)
    outcome = replace(
        outcome,
        tournament=replace(outcome.tournament, schedule=plan),
        schedule=(*outcome.schedule, *final),
        seating=None,
        quality=quality,
    )
    _, first, second = page_view(outcome, "ru").seats
    assert first.start == "12:00"
    assert [person.number for person in first.rests] == [11]
    assert {person.number for person in second.rests} == {1, 2}
    assert second.tables[0].seats[-1].person.name == "замена"
    assert first.quality[0] == "Равномерность встреч: 5,5; меньше 5 не бывает ни при какой посадке."
    assert not any("не удалось" in sentence for sentence in first.quality)


def test_a_game_of_roles_shows_them_on_the_card() -> None:
    card = page_view(cup(), "ru").cards[0]
    assert all(game.role in ("мирный", "шериф", "мафия", "дон") for game in card.games if game.cells)


def test_three_decimals_where_two_would_hide_one() -> None:
    ctx = context(cup(), "ru")
    assert [ctx.number(Fraction(*each)) for each in ((3, 8), (1, 4), (1, 3), (-3, 8))] == [
        "0,375",
        "0,25",
        "0,33",
        "−0,375",
    ]
