"""The reader on damaged workbooks: only the documented refusals, no hang, and what is accepted can be written and read again."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.books import NOW, event
from tests.excel.mutants import of_bytes, of_parts
from tests.excel.torture import torture
from tourney_xlsx.event import Event, NewerStateError, evaluate
from tourney_xlsx.excel.package import PackageError
from tourney_xlsx.excel.read import DamagedError, read
from tourney_xlsx.pipeline import Circumstances
from tourney_xlsx.report import as_json

SAMPLES = Path(__file__).parents[2] / "sample_workbooks"
QUIET = settings(deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None)


@cache
def workbook(name: str) -> bytes:
    return torture() if name == "torture" else (SAMPLES / name).read_bytes()


SMALL = ("mcr-16-ru-1-registration.xlsx", "mafia-20-ru-1-registration.xlsx", "torture")
LARGE = (
    *SMALL,
    "mcr-16-ru-4-finished.xlsx",
    "mcr-16-ru-3-errors.xlsx",
    "mafia-20-ru-4-finished.xlsx",
    "mcr-16-en-2-after-tour-1.xlsx",
)


def answered(data: bytes, *, whole: bool) -> Event | None:
    """The event, None where the file is refused in a documented way; with `whole` its workbook and page are made too."""
    try:
        found = evaluate(data, Circumstances(NOW, "fresh", lambda: True))
        as_json(found.outcome).encode("utf-8")
        if whole and not found.foreign:
            read(found.workbook)
            if not found.outcome.errors:
                dict(found.page({}))
    except (DamagedError, NewerStateError):
        return None
    except PackageError as error:
        assert error.code != "verify_failed", error
        return None
    return found


def tried(seed: int, names: tuple[str, ...], *, whole: bool) -> None:
    dice = random.Random(seed)
    data = workbook(dice.choice(names))
    answered((of_bytes if dice.random() < 0.3 else of_parts)(data, dice), whole=whole)


@pytest.mark.parametrize("seed", range(40))
def test_small_workbooks_with_dice(seed: int) -> None:
    tried(seed, SMALL, whole=seed % 4 == 0)


@pytest.mark.slow
@pytest.mark.parametrize("hundred", range(1, 7))
def test_every_sample_with_many_dice(hundred: int) -> None:
    for seed in range(hundred * 100, hundred * 100 + 40):
        tried(seed, LARGE, whole=seed % 5 == 0)


@settings(QUIET, max_examples=40)
@given(st.binary(max_size=400), st.sampled_from([b"", b"PK\3\4", b"PK\5\6", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"]))
def test_any_bytes(data: bytes, start: bytes) -> None:
    assert answered(start + data, whole=False) is None


@settings(QUIET, max_examples=25)
@given(st.integers(0, 10**6), st.integers(1, 60), st.binary(max_size=60))
def test_any_splice(at: int, length: int, new: bytes) -> None:
    data = workbook(SMALL[0])
    at %= len(data)
    answered(data[:at] + new + data[at + length :], whole=False)


TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=30)
CELLS = st.one_of(st.none(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.booleans(), TEXTS)


@settings(QUIET, max_examples=60)
@given(
    st.dictionaries(st.tuples(st.integers(2, 9), st.integers(1, 10)), CELLS, max_size=12),
    st.sampled_from(["Игроки", "Тур 1", "Турнир"]),
)
def test_any_value_in_any_cell(cells: dict[tuple[int, int], object], name: str) -> None:
    """What a person can type anywhere ends in standings or in problems, never in an exception."""
    from openpyxl.utils.exceptions import IllegalCharacterError

    from tests.books import MCR, as_bytes, players, protocol
    from tests.books import workbook as made

    book = made(
        MCR + players(8) + protocol(1, [(1, 30), (2, 10), (3, -10), (4, -30)], [(5, 20), (6, 10), (7, -10), (8, -20)])
    )
    for (row, column), value in cells.items():
        try:
            book[name].cell(row, column).value = value  # type: ignore[assignment]
            if isinstance(value, str):
                book[name].cell(row, column).data_type = "s"
        except IllegalCharacterError:
            continue
    try:
        data = as_bytes(book)
    except ValueError:  # openpyxl can't save it
        return
    found = event(data)
    as_json(found.outcome).encode("utf-8")
    if not found.foreign:
        assert event(found.workbook).workbook == found.workbook
    if not found.outcome.errors:
        dict(found.page({}))
