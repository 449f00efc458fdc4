"""A workbook that LibreOffice saved again, or that came back from Google Sheets, goes on as if nothing had been."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from tests.books import NOW, as_bytes, event, opened
from tests.excel.test_libreoffice import convert
from tests.excel.torture import pack, unpack
from tourney_xlsx.excel.intake import owned
from tourney_xlsx.excel.read import read
from tourney_xlsx.excel.starter import starter
from tourney_xlsx.excel.state import stored
from tourney_xlsx.games import GAMES
from tourney_xlsx.report import as_dict

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

_WHOLE = re.compile(rb'(<c r="[A-Z]+[0-9]+"(?: s="[0-9]+")? t="n"><v>-?[0-9]+)</v>')
Trip = Callable[[bytes], bytes]
PEOPLE = [f"Игрок {letter * 2}ов" for letter in "АБВГДЕЖЗИКЛМНОПРСТУФ"]
PEOPLE[1] = "=)"
PEOPLE[2] = "007"


def as_google_exports(data: bytes) -> bytes:
    """Nothing but sheets' names, their order, whether they're hidden, and stored values: no parts, names, styles. Whole
    numbers come with a point, as they do from there."""
    shown = load_workbook(io.BytesIO(data), data_only=True)
    made = Workbook()
    made.remove(made.active)
    for sheet in shown:
        bare = made.create_sheet(sheet.title)
        bare.sheet_state = "visible" if sheet.sheet_state == "visible" else "hidden"
        for row in sheet.iter_rows():
            for cell in row:
                if cell.value is not None:
                    _copy(bare, cell.row, cell.column, cell.value)
    parts = unpack(as_bytes(made))
    return pack({name: _WHOLE.sub(rb"\1.0</v>", content) for name, content in parts.items()})


def _copy(sheet: Worksheet, row: int, column: int, value: Any) -> None:
    copied = sheet.cell(row, column, value)
    if isinstance(value, str):
        copied.data_type = "s"


def begun(game: str) -> bytes:
    """A starter workbook with people who have no numbers yet, run once."""
    made = opened(starter(GAMES[game], "ru", title="Кубок", rounds=3 if game == "mcr" else None))
    people = made["Игроки"]
    columns = {cell.value: cell.column for cell in people[1]}
    for row, name in enumerate(PEOPLE, 4):
        people.cell(row, columns["Игрок"], name).data_type = "s"
    if game == "mafia":
        _set(
            made["Турнир"],
            {"Отборочных игр": 2, "Полуфинальных игр": 0, "Участников полуфинала": 0, "Финальных игр": 1},
        )
    return event(as_bytes(made)).workbook


def _set(sheet: Worksheet, values: dict[str, Any]) -> None:
    rows = {row[0].value: row[1] for row in sheet.iter_rows()}
    for name, value in values.items():
        rows[name].value = value


def played(data: bytes, number: int) -> bytes:
    """The mahjong round typed in, in whatever program it was."""
    made = load_workbook(io.BytesIO(data))
    sheet = made[f"Тур {number}"]
    header = next(r for r in range(1, 20) if any(c.value == "ИО" for c in sheet[r]))
    column = {cell.value: cell.column for cell in sheet[header] if cell.value}
    row = header + 1
    while sheet.cell(row, column["Стол"]).value is not None or sheet.cell(row, column["Ветер"]).value is not None:
        wind = sheet.cell(row, column["Ветер"]).value
        sheet.cell(row, column["ИО"], {"В": 40, "Ю": 10, "З": -15, "С": -35}[str(wind)])
        row += 1
    return as_bytes(made)


def state(data: bytes) -> Any:
    return next(stored(sheet) for sheet in read(data) if sheet.name == "_tourney")


def names(data: bytes) -> list[str]:
    return [sheet.name for sheet in read(data)]


def goes_on(data: bytes, trip: Trip) -> bytes:
    """The workbook after the trip and one more run: all that must stay has stayed. Gives that run's workbook."""
    first, back = event(data), trip(data)
    assert owned(read(back)) == owned(read(data)), "marks of ownership"
    assert state(back) == state(data), "seed, numbers, seatings, memory"
    again = event(back, now=NOW + timedelta(hours=3))
    before, after = as_dict(first.outcome), as_dict(again.outcome)
    assert before["schedule"], "something was published"
    for key in ("schedule", "entries", "standings", "rounds_complete", "problems"):
        assert after[key] == before[key], key
    assert again.outcome.updated == first.outcome.updated
    assert sorted(names(again.workbook)) == sorted(names(data)), "sheets are replaced, not doubled"
    assert event(again.workbook, now=NOW + timedelta(hours=4)).workbook == again.workbook, (
        "a second run changes no byte"
    )
    return again.workbook


@pytest.fixture
def libreoffice(soffice: str, tmp_path: Path) -> Trip:
    trips = iter(range(100))

    def trip(data: bytes) -> bytes:
        folder = tmp_path / f"trip{next(trips)}"
        folder.mkdir()
        return convert(soffice, data, ".xlsx", "xlsx:Calc MS Excel 2007 XML", folder)

    return trip


def test_the_stripped_workbook_is_really_stripped() -> None:
    full, bare = unpack(begun("mcr")), unpack(as_google_exports(begun("mcr")))
    assert b"<definedName " in full["xl/workbook.xml"] and b"<definedName " not in bare["xl/workbook.xml"]
    assert any(b"<dataValidation" in part for part in full.values()) and not any(
        b"<dataValidation" in p for p in bare.values()
    )
    assert any(b"<f>" in part for part in full.values()) and not any(b"<f>" in part for part in bare.values())
    assert any(b".0</v>" in part for part in bare.values())
    assert not [name for name in bare if "custom" in name.lower() or "/tables/" in name or "/drawings/" in name]


@pytest.mark.parametrize("game", ["mcr", "mafia"])
def test_back_from_google_sheets(game: str) -> None:
    data = goes_on(begun(game), as_google_exports)
    if game == "mcr":
        _a_round_later(data, as_google_exports)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["mcr", "mafia"])
def test_saved_again_by_libreoffice(game: str, libreoffice: Trip) -> None:
    data = goes_on(begun(game), libreoffice)
    if game == "mcr":
        _a_round_later(data, libreoffice)


def _a_round_later(data: bytes, trip: Trip) -> None:
    """The round is played where the workbook was, the next one is seated, and that too survives a trip."""
    drawn = as_dict(event(data).outcome)["schedule"]
    ran = event(trip(played(trip(data), 1)))
    found = as_dict(ran.outcome)
    assert found["rounds_complete"] == 1 and found["problems"] == as_dict(event(data).outcome)["problems"]
    assert found["schedule"][0] == drawn[0] and len(found["schedule"]) == 2
    assert {"Тур 2", "Посадка 2", "Итоги"} <= set(names(ran.workbook))
    assert len(set(names(ran.workbook))) == len(names(ran.workbook))
    goes_on(ran.workbook, trip)


def test_names_that_look_like_numbers_and_formulas_stay_as_typed() -> None:
    found = as_dict(event(as_google_exports(begun("mcr"))).outcome)
    assert {"=)", "007"} <= {entry["name"] for entry in found["entries"]}
