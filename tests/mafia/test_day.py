"""What happens on the days of a cup, as a stranger who organised one found it."""

from __future__ import annotations

import io
from collections.abc import Callable

from openpyxl import Workbook, load_workbook

from tests.mafia.cup import CUP, Played, columns, people, small
from tourney_xlsx import messages
from tourney_xlsx.event import Event
from tourney_xlsx.model import Problem, Severity


def cup(qualifying: int = 2, semifinal: int = 1, final: int = 1, count: int = 30) -> Played:
    """A cup whose first stage is seated."""
    made = Played(small(qualifying, semifinal, final) + people(count))
    made.run()
    return made


def told(found: Event, *codes: str) -> list[Problem]:
    return [p for p in found.outcome.problems if p.code in codes]


def sentence(found: Event, one: Problem) -> str:
    return messages.whole(found.outcome.tournament.lang, one)


def cell(sheet: str, header: str, row: int, value: object) -> Callable[[Workbook], None]:
    """Type into a cell of a column."""

    def typed(made: Workbook) -> None:
        made[sheet].cell(row, columns(made[sheet])[header]).value = value

    return typed


def sits_instead(played: Played, sheet: str, row: int, name: str) -> None:
    played.edit(cell(sheet, "№", row, None))
    played.edit(cell(sheet, "Игрок", row, name))


def test_b2_b3_who_was_not_let_in_fills_a_seat_outside_the_places() -> None:
    """Entries that were turned away or wait don't become players by sitting down, unless the organisers say so."""
    changed = {
        31: {"name": "Новичок", "experience": "3"},
        32: {"name": "Ждущий"},
        33: {"name": "Ушёл", "status": "снялся"},
    }
    played = Played(
        small(2, 1, 1) + "Мест | 30\n" + people(33, {n: {"experience": "12"} for n in range(1, 31)} | changed)
    )
    played.run()
    played.play("Тур 1")
    for row, name in ((2, "Новичок"), (3, "Ждущий"), (4, "Ушёл")):
        sits_instead(played, "Тур 1", row, name)
    found = played.run()
    assert sorted((p.at.a1, p.facts["name"]) for p in told(found, "player_not_admitted")) == [
        ("D2", "Новичок"),
        ("D3", "Ждущий"),
        ("D4", "Ушёл"),
    ]
    names = {player.id: player.name for player in found.outcome.tournament.players}
    places = {names[row.player]: row.place for row in found.outcome.standings}
    assert [places[name] for name in ("Новичок", "Ждущий", "Ушёл")] == [None] * 3
    assert max(place for place in places.values() if place) <= 30
    reasons = {names[entry.player]: entry.reason for entry in found.outcome.entries}
    assert (reasons["Новичок"], reasons["Ушёл"]) == ("no_experience", "withdrew_before")
    played.player("Новичок", Решение_организаторов="да")
    found = played.run()
    assert "Новичок" not in [p.facts["name"] for p in told(found, "player_not_admitted")]
    assert {names[row.player]: row.place for row in found.outcome.standings}["Новичок"] is not None


def finalists(played: Played) -> Event:
    """Everything up to the published final."""
    played.play("Тур 1", "Тур 2")
    played.run()
    played.play("Полуфинал 1")
    return played.run()


def test_b5_a_correction_after_the_final_is_seated_leaves_its_players_alone() -> None:
    played = cup(2, 1, 3)
    before = finalists(played)
    for row in range(2, 22):
        played.edit(cell("Полуфинал 1", "Лучший", row, None))
    played.edit(cell("Полуфинал 1", "Победа", 2, "красные"))
    played.edit(cell("Полуфинал 1", "Победа", 12, "чёрные"))
    found = played.run()
    assert found.outcome.schedule == before.outcome.schedule
    assert told(found, "seat_free", "player_outside_stage") == []
    overtaken = told(found, "seating_overtaken")
    assert [p.severity for p in overtaken] in ([], [Severity.NOTE])
    finals = {n for s in before.outcome.schedule if s.key.stage == "final" for t in s.tables for n in t.players}
    numbers = {p.id: p.number for p in found.outcome.tournament.players}
    inside = {numbers[e.player] for e in found.outcome.entries if e.reason == "in_final"}
    assert inside == finals


def test_b5_an_overtaken_stage_is_named_with_the_number_that_reseat_takes() -> None:
    """Everybody left out of the final would now be in it: the note says which command seats it anew."""
    played = cup(2, 1, 3)
    before = finalists(played)
    finals = {n for s in before.outcome.schedule if s.key.stage == "final" for t in s.tables for n in t.players}

    def upside_down(made: Workbook) -> None:
        for name in ("Тур 1", "Тур 2", "Полуфинал 1"):
            sheet, heads = made[name], columns(made[name])
            for row in range(2, sheet.max_row + 1):
                if sheet.cell(row, heads["Роль"]).value:
                    sheet.cell(row, heads["Лучший"]).value = None
                    late = "да" if sheet.cell(row, heads["№"]).value in finals else None
                    sheet.cell(row, heads["Опоздание"]).value = late

    played.edit(upside_down)
    found = played.run()
    (note,) = told(found, "seating_overtaken")
    said = sentence(found, note)
    assert said.startswith("Финал 1: ")
    keys = [s.key for s in found.outcome.schedule]
    final = next(i for i, key in enumerate(keys, start=1) if key.stage == "final")
    assert f"--round {final}" in said
    anew = played.run(reseat=final)
    assert {n for s in anew.outcome.schedule if s.key.stage == "final" for t in s.tables for n in t.players} != finals


def test_b7_who_comes_in_for_a_finalist_is_named_for_all_of_the_finals() -> None:
    played = Played(small(2, 1, 4) + people(31, {31: {"status": "замена"}}))
    played.run()
    before = finalists(played)
    number = next(t.players[0] for s in before.outcome.schedule if s.key.stage == "final" for t in s.tables)
    played.player(f"Ник {number:02}", Статус="дисквалифицирован")
    found = played.run()
    free = told(found, "seat_free")
    assert len(free) == 4
    assert len({p.facts["like"] for p in free}) == 1
    (replaced,) = told(found, "final_replaced")
    assert free[0].facts["like"] == replaced.facts["name"]


def test_a18_seals_speak_of_the_cups_own_columns_and_words() -> None:
    played = cup()
    played.play("Тур 1")

    def sign(made: Workbook) -> None:
        for row in range(2, made["Тур 1"].max_row + 1):
            if made["Тур 1"].cell(row, columns(made["Тур 1"])["Роль"]).value:
                made["Тур 1"].cell(row, columns(made["Тур 1"])["Подпись"]).value = "да"

    played.edit(sign)
    played.edit(cell("Тур 1", "Победа", 2, "красные"))
    played.run()
    played.edit(cell("Тур 1", "Победа", 2, "чёрные"))
    found = played.run()
    said = sentence(found, told(found, "seal_broken")[0])
    assert "«Победа» было «красные», стало «чёрные»" in said
    played.edit(lambda made: made["Тур 1"].delete_rows(2, 10))
    gone = played.run()
    assert sentence(gone, told(gone, "seal_table_gone")[0]).startswith("Тур 1: ")


PLAN = "[Расписание]\nНачало | Конец | Что | Тур\n" + "".join(
    f"{9 + n}:00 | {9 + n}:50 | Игра {n} | {n}\n" for n in range(1, 5)
)


def test_b22_a_plan_of_other_rounds_than_the_stages_need_gives_no_times() -> None:
    """21 players need three rounds for two games each: the plan of four games would be one short."""
    fits = Played(small(2, 1, 1) + people(20) + PLAN).run()
    assert told(fits, "schedule_rounds") == []
    assert [item.round for item in fits.outcome.tournament.schedule] == [1, 2, 3, 4]
    short = Played(small(2, 1, 1) + people(21) + PLAN).run()
    assert [(p.facts["count"], p.facts["rounds"]) for p in told(short, "schedule_rounds")] == [(4, 5)]
    assert [item.round for item in short.outcome.tournament.schedule] == [None] * 4


def test_b3_too_few_for_a_table_is_no_error_and_the_entries_are_told() -> None:
    """Registration goes on: whoever looks at the sheet sees who is in and who waits, and why."""
    played = Played(CUP + people(7))
    found = played.run()
    assert not found.outcome.errors
    assert [p.severity for p in told(found, "stage_too_few_players")] == [Severity.WARNING]
    assert [e.state.value for e in found.outcome.entries] == ["playing"] * 7
    assert "Состав" in load_workbook(io.BytesIO(found.workbook), read_only=True).sheetnames


def test_a_number_typed_that_the_draw_gave_to_somebody_else_is_one_error_at_its_cell() -> None:
    played = Played(small(2) + people(20).replace("\n20 | ", "\n | ").replace("\n19 | ", "\n | "))
    first = played.run()
    played.play("Тур 1")
    played.run()
    drawn = {p.name: p.number for p in first.outcome.tournament.players}
    played.player("Ник 19", **{"№": drawn["Ник 20"]})
    found = played.run()
    errors = [p for p in found.outcome.problems if p.severity is Severity.ERROR]
    assert [(p.code, p.at.sheet, p.at.a1) for p in errors] == [("number_twice", "Игроки", "A20")]


def test_a_protocol_typed_into_a_later_game_is_pointed_out() -> None:
    played = cup(3)
    played.play("Тур 3")
    found = played.run()
    assert [(p.at.sheet, p.facts["sheet"]) for p in told(found, "round_skipped")] == [
        ("Тур 1", "Тур 3"),
        ("Тур 2", "Тур 3"),
    ]


def test_b12_extra_points_of_another_column_are_refused() -> None:
    played = cup()
    played.play("Тур 1")
    played.edit(cell("Тур 1", "Доп.", 2, 10**9))
    assert [p.at.a1 for p in told(played.run(), "out_of_range")] == ["M2"]


def test_b5_who_came_in_for_whom_stays_told_once_the_stage_is_seated() -> None:
    played = Played(small(2, 1, 1) + people(22))
    seated = played.run().outcome.schedule
    rounds = [f"Тур {s.key.number}" for s in seated]
    played.play(*rounds[:-1])
    leader = played.run().outcome.standings[0].player
    name = next(p.name for p in played.run().outcome.tournament.players if p.id == leader)
    played.player(name, Статус="снялся", По_тур=len(rounds))
    played.play(rounds[-1])
    first = played.run()
    (replaced,) = told(first, "semifinal_replaced")
    assert replaced.facts["other"] == name
    again = played.run()
    assert told(again, "semifinal_replaced") == [replaced]
    assert again.outcome.entries == first.outcome.entries
    assert again.workbook == first.workbook
