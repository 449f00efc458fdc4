"""A-18 beside an open workbook: what was sealed, released or touched in a run aside is known to the run into the workbook."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from tests.books import MCR, NOW, event, players
from tests.mcr.test_day import played, typed
from tests.mcr.test_seals import put, signed_day, swap_points
from tourney_xlsx import aside
from tourney_xlsx.event import Event
from tourney_xlsx.seals import State


def signed_in_excel() -> bytes:
    """Tour 1 typed and signed while the workbook is open: its own state knows only the seating."""

    def sign(book: object) -> None:
        for row in range(2, 18):
            put("Подпись", row, "да")(book)

    return typed(played(event(MCR + players(16)).workbook, 1), sign)


def into(data: bytes, side: bytes, minutes: int = 10) -> Event:
    """The run after the workbook was closed."""
    return event(aside.remembering(data, side), now=NOW + timedelta(minutes=minutes))


def codes(found: Event) -> set[str]:
    return {p.code for p in found.outcome.problems if p.code.startswith(("seal", "state"))}


def test_a_table_sealed_aside_is_held_against_later_changes() -> None:
    data = signed_in_excel()
    side = aside.side_workbook(event(data, now=NOW + timedelta(minutes=5)))
    assert codes(into(data, side)) == set()
    assert codes(into(typed(data, swap_points), side)) == {"seal_broken"}
    assert codes(event(typed(data, swap_points))) == set(), "nobody had told that it was sealed"


def test_a_correction_allowed_aside_is_told_once_and_for_good() -> None:
    def allowed(book: object) -> None:
        swap_points(book)
        put("Исправление разрешил", 2, "Судья Орлова")(book)

    data = typed(signed_day(), allowed)
    first = event(data, now=NOW + timedelta(minutes=5))
    assert len(first.outcome.corrections) == 2
    found = into(data, aside.side_workbook(first))
    assert found.outcome.corrections == first.outcome.corrections
    assert not found.outcome.errors
    unsigned = typed(data, put("Подпись", 3, None))
    second = event(unsigned, now=NOW + timedelta(minutes=6))
    assert into(unsigned, aside.side_workbook(second)).outcome.corrections == second.outcome.corrections


def test_an_older_side_file_takes_nothing_back() -> None:
    data = signed_in_excel()
    side = aside.side_workbook(event(data, now=NOW + timedelta(minutes=5)))
    written = into(data, side)

    def allowed(book: object) -> None:
        swap_points(book)
        put("Исправление разрешил", 2, "Судья Орлова")(book)

    corrected = event(typed(written.workbook, allowed), now=NOW + timedelta(minutes=20))
    assert aside.remembering(corrected.workbook, side) == corrected.workbook


def test_touched_and_replaced_are_carried_over() -> None:
    published = replace(event(signed_day()).result.state, updated=NOW + timedelta(minutes=9), touched=NOW)
    published = replace(published, replaced=published.seatings[:1])
    kept = replace(event(signed_day()).result.state, updated=NOW)
    merged = aside._merged(kept, published)
    assert (merged.touched, merged.replaced) == (NOW, published.seatings[:1])
    assert aside._merged(replace(kept, touched=datetime(2026, 1, 1)), published).touched == datetime(2026, 1, 1)
    fields = {name: getattr(aside._merged(State(), published), name) for name in State.__slots__}
    kept_by_the_workbook = {"digest", "updated", "tampered"}
    assert {n: v for n, v in fields.items() if n not in kept_by_the_workbook} == {
        n: getattr(published, n) for n in State.__slots__ if n not in kept_by_the_workbook
    }
