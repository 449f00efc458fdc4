"""The draw of round 1 (A-10)."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.seating.events import never
from tests.seating.oracle import assert_completes, assert_seated, pairs
from tourney_xlsx.seating import Note, Outlook, Result, draw
from tourney_xlsx.seating.objective import key


def mates(result: Result, clubs: dict[int, str]) -> int:
    return sum(clubs.get(a, "") == clubs.get(b, "") != "" for a, b in pairs(result.ids()))


def evenly(clubs: dict[int, str], tables: int) -> int:
    """Pairs of club mates at a table when every club is dealt round all tables."""
    names = set(clubs.values()) - {""}
    hands = [[0] * tables for _ in names]
    for hand, name in zip(hands, names, strict=True):
        for k in range(list(clubs.values()).count(name)):
            hand[k % tables] += 1
    return sum(n * (n - 1) // 2 for hand in hands for n in hand)


def test_anyone_can_repeat_the_draw() -> None:
    result = draw(range(1, 21), {}, False, (), "2026-05", never)
    order = sorted(range(1, 21), key=lambda number: key("2026-05", "draw", number))
    assert result.ids() == tuple(tuple(order[k : k + 4]) for k in range(0, 20, 4))
    assert result == draw(reversed(range(1, 21)), {}, False, (), "2026-05", never)
    assert result.ids() != draw(range(1, 21), {}, False, (), "2026-06", never).ids()
    assert Note.DRAWN in result.notes and result.optimal


def test_every_pair_is_drawn_together_about_equally_often() -> None:
    counts = dict.fromkeys(combinations(range(8), 2), 0)
    for seed in range(700):
        for pair in pairs(draw(range(8), {}, False, (), f"{seed}", never).ids()):
            counts[pair] += 1
    assert min(counts.values()) > 240 and max(counts.values()) < 360, "300 expected"


@pytest.mark.parametrize(
    ("players", "sizes"),
    [(16, [4, 4, 4, 4]), (16, [7, 5]), (40, [13, 11, 9]), (40, [3] * 13), (100, [40, 20, 5, 5]), (22, [6, 6])],
)
def test_fewest_club_mates_at_a_table(players: int, sizes: list[int]) -> None:
    names = [f"club {k}" for k, size in enumerate(sizes) for _ in range(size)]
    clubs = {number: names[number - 1] if number <= len(names) else "" for number in range(1, players + 1)}
    result = draw(clubs, clubs, True, (), "clubs", never)
    assert_seated(clubs, result.ids())
    least = evenly(clubs, -(-players // 4))
    assert result.club_pairs == mates(result, clubs) == least
    assert result.optimal
    assert (Note.CLUBS_APART if least == 0 else Note.CLUBS_MIXED) in result.notes


def test_clubs_are_heeded_only_if_asked() -> None:
    clubs = dict.fromkeys(range(16), "one")
    assert draw(clubs, clubs, False, (), "x", never) == draw(clubs, {}, False, (), "x", never)


def test_pairs_kept_apart_in_the_draw() -> None:
    kept = frozenset(combinations(range(1, 5), 2)) | {(5, k) for k in range(6, 12)}
    for seed in range(10):
        result = draw(range(1, 17), {}, False, kept, f"{seed}", never)
        assert_seated(range(1, 17), result.ids())
        assert not result.broken_apart and not kept & set(pairs(result.ids()))


def test_pairs_that_cannot_be_kept_apart_are_reported() -> None:
    result = draw(range(1, 9), {}, False, frozenset(combinations(range(1, 4), 2)), "x", never)
    assert len(result.broken_apart) == 1 and Note.APART_BROKEN in result.notes


def test_the_draw_knows_its_outlook() -> None:
    result = draw(range(1, 17), {}, False, (), "x", never, rounds_left=4)
    assert result.lookahead is Outlook.CERTIFIED and result.certificate is not None
    assert len(result.certificate.rounds) == 4
    assert_completes(result.certificate, (result.ids(),))
    assert draw(range(1, 17), {}, False, (), "x", never, rounds_left=5).lookahead is Outlook.IMPOSSIBLE
    assert draw(range(1, 21), {}, False, (), "x", never, rounds_left=5).lookahead is Outlook.BEYOND_CHARTS
    assert draw(range(1, 201), {}, False, (), "x", never, rounds_left=7).lookahead is Outlook.GUARANTEED


def test_uneven_counts_are_drawn_with_tables_of_three_last() -> None:
    result = draw(range(1, 23), {}, False, (), "x", never)
    assert [len(table) for table in result.ids()] == [4, 4, 4, 4, 3, 3]
    assert Note.TABLES_OF_THREE in result.notes
