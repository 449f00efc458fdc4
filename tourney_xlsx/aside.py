"""The side file: our sheets beside a workbook that is open, and the memory of what was published meanwhile.

A seating on the page is published, whether the workbook could be written or not. So the side file carries the state,
and a later run of the workbook takes over from it what the workbook's own state doesn't know yet.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from .event import Event
from .excel import state
from .excel.book import check_workbook
from .excel.intake import owned
from .excel.layout import STATE_SHEET, identify
from .excel.package import PackageError
from .excel.read import DamagedError, RawSheet, read
from .seals import State, StateError
from .text import name_key

_SAME_PEOPLE = 0.8


def side_path(path: Path) -> Path:
    """Where the sheets of a workbook that is open are put: `клуб-results.xlsx`."""
    return path.with_name(f"{path.stem}-results.xlsx")


def side_workbook(event: Event) -> bytes:
    """The report sheets of an event and its state as a workbook of their own; with errors only the checks."""
    from .writing import beside

    return beside(event.outcome, event.rules, event.result.state)


def is_side_file(data: bytes) -> bool:
    """Whether a file is one that `side_workbook` made: every sheet of it is the program's."""
    try:
        check_workbook(data)
        found = read(data)
    except (DamagedError, PackageError):
        return False
    return bool(found) and STATE_SHEET in owned(found) and len(owned(found)) == len(found)


def same_cells(old: bytes | None, new: bytes) -> bool:
    """Whether two side files say the same; a file of sheets holds the time of its saving too."""
    return old is not None and read(old) == read(new)


def remembering(data: bytes, side: bytes | None) -> bytes:
    """The workbook with what the side file's state adds to its own; `data` itself when that is nothing.

    A side file of other people is left over from another tournament and adds nothing.
    """
    if side is None:
        return data
    try:
        raw = read(data)
        kept, published = _state(raw), _state(read(side))
        merged = _merged(kept, published)
        if merged == kept or not _same_people(raw, published):
            return data
        from .writing import remembering as with_state

        return with_state(data, merged, owned(raw))
    except (DamagedError, StateError, PackageError):
        return data


def _state(raw: tuple[RawSheet, ...]) -> State:
    mine = owned(raw)
    return next((state.stored(sheet) for sheet in raw if sheet.name == STATE_SHEET and sheet.name in mine), State())


def _merged(kept: State, published: State) -> State:
    """The workbook's own state, with what only the side file knows: seatings and what belongs to them, seals.

    A side file that is older than the workbook's last run was taken in then; its seals may have been released since.
    """
    new = [seating for seating in published.seatings if kept.seating(seating.key) is None]
    kept = _with_seals(kept, published)
    if not new and kept.seed:
        return kept
    return replace(
        kept.with_seatings(new),
        seed=kept.seed or published.seed,
        numbers={**published.numbers, **kept.numbers},
        former={**published.former, **kept.former},
        rows={**published.rows, **kept.rows},
        memory={**kept.memory, **published.memory},
        quality={**kept.quality, **published.quality},
        left={**published.left, **kept.left},
    )


def _with_seals(kept: State, published: State) -> State:
    """Seals, corrections and reseatings of runs beside the open workbook (A-18): they were published too."""
    later = published.updated is not None and (kept.updated is None or published.updated > kept.updated)
    touched = min(filter(None, (kept.touched, published.touched)), default=None)
    kept = replace(kept, lost=kept.lost or published.lost)
    if not later:
        return replace(kept, touched=touched)
    told = {repr(change): change for change in (*kept.corrections, *published.corrections)}
    return replace(
        kept,
        seals=published.seals,  # that run knew the workbook's own, and which of them were released
        corrections=tuple(told.values()),
        replaced=published.replaced or kept.replaced,
        touched=touched,
    )


def _same_people(raw: tuple[RawSheet, ...], published: State) -> bool:
    """Whether most of those who were given numbers stand in the workbook's players sheet."""
    texts = {
        name_key(cell.value)
        for sheet in raw
        if (kind := identify(sheet.name)) is not None and kind.key == "players"
        for cell in sheet.cells.values()
        if isinstance(cell.value, str)
    }
    there = sum(name_key(name) in texts for name in published.numbers)
    return there >= _SAME_PEOPLE * len(published.numbers) and bool(published.numbers)
