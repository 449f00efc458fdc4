"""Table numbers: by strength, and nobody always at the same table where strength leaves a choice."""

from __future__ import annotations

from tests.seating.events import Event, never, requests
from tourney_xlsx.seating import Tables, seat
from tourney_xlsx.seating.numbers import numbered

CROSSING = [(0, 4, 5, 13), (1, 2, 10, 14), (3, 6, 7, 8), (9, 11, 12, 15)]
"""Of the second and the third table neither is stronger; all others are ordered."""
IDS = tuple(range(100, 116))


def before(*numbers: int) -> Tables:
    """Rounds in which the players of CROSSING's tables sat at these numbers."""
    return tuple(tuple(IDS[rank] for rank in CROSSING[number]) for number in numbers)


def test_by_strength_as_long_as_nobody_is_stuck() -> None:
    assert numbered(CROSSING[::-1], IDS, ()) == CROSSING
    assert numbered(CROSSING, IDS, (before(0, 1, 2, 3),)) == CROSSING
    assert numbered(CROSSING, IDS, (before(0, 1, 2, 3), before(0, 2, 1, 3))) == CROSSING


def test_equal_tables_change_numbers_for_those_who_always_have_them() -> None:
    changed = numbered(CROSSING, IDS, (before(0, 1, 2, 3),) * 2)
    assert changed == [CROSSING[0], CROSSING[2], CROSSING[1], CROSSING[3]]
    assert numbered(CROSSING, IDS, (before(0, 2, 1, 3),) * 2) == CROSSING


def test_the_leader_and_stronger_tables_stay_first() -> None:
    ordered = [(0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11), (12, 13, 14, 15)]
    history = (tuple(tuple(IDS[rank] for rank in table) for table in ordered),) * 3
    assert numbered(ordered, IDS, history) == ordered


def test_tables_of_three_stay_last() -> None:
    tables = [(0, 2, 3), (1, 4, 5, 6)]
    assert numbered(tables, IDS, ()) == tables[::-1]
    stuck: Tables = (((101, 104, 105, 106), (100, 102, 103)),)
    assert numbered(tables, IDS, stuck * 3) == tables[::-1]


def test_the_engine_gives_such_numbers() -> None:
    event = Event(16, "n0")
    for request, carried in requests(event, 4, "n0"):
        result = seat(request, never)
        carried[0] = result.certificate
        assert [t.ranks for t in result.tables] == numbered(
            [t.ranks for t in result.tables], request.ranking, request.history
        )
        assert result.tables[0].ranks[0] == 0
        event.play(result.ids())
