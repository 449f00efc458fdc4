"""What may no longer change from run to run: the seed, drawn numbers and published seatings, as the state keeps them.

The state is text lines of key and JSON, so that it survives any program that keeps cells. Lines this version doesn't
know are dropped; a line that can't be read makes the state unreadable as a whole (`StateError`), never half believed.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from typing import Any

from .model import CellRef, Correction, Player, Quality, RoundKey, Seal, SealedRow, SeatedTable, Seating
from .text import name_key, nearest

VERSION = 1


class StateError(Exception):
    """The state can't be read; `newer` when a newer version of the program wrote it."""

    def __init__(self, newer: bool = False) -> None:
        super().__init__("newer" if newer else "unreadable")
        self.newer = newer


@dataclass(frozen=True, slots=True)
class State:
    """Everything that a run leaves for the next one.

    `numbers`: tournament number by the name as it was; `memory`: what the seating engine asked to be kept;
    `seals`, `corrections`: signed protocols and what was corrected in them (A-18); `replaced`: the seating that a
    reseat took back, kept for undoing it; `touched`: when the state sheet was first found to have been changed by hand;
    `lost`: the state of earlier runs was gone once, with its seals;
    `left`: when each player who is gone was first known to be, by name (B-4); `former`: numbers by the names
    that people had in earlier runs; `rows`: each name's registration row; `digest`, `updated`: of the last outcome,
    so that an unchanged run keeps its time.
    """

    seed: str = ""
    numbers: Mapping[str, int] = field(default_factory=dict)
    seatings: tuple[Seating, ...] = ()
    memory: Mapping[str, str] = field(default_factory=dict)
    quality: Mapping[str, Quality] = field(default_factory=dict)
    left: Mapping[str, datetime] = field(default_factory=dict)
    seals: tuple[Seal, ...] = ()
    corrections: tuple[Correction, ...] = ()
    replaced: tuple[Seating, ...] = ()
    touched: datetime | None = None
    lost: bool = False
    tampered: bool = False
    former: Mapping[str, int] = field(default_factory=dict)
    rows: Mapping[str, int] = field(default_factory=dict)
    digest: str = ""
    updated: datetime | None = None

    def seating(self, key: RoundKey) -> Seating | None:
        """The published seating of a round."""
        return next((seating for seating in self.seatings if seating.key == key), None)

    def with_seatings(self, seatings: Iterable[Seating]) -> State:
        """This state with seatings added, in the order of their rounds; a round's newest one counts."""
        by_key = {seating.key: seating for seating in (*self.seatings, *seatings)}
        return replace(self, seatings=tuple(by_key[key] for key in sorted(by_key)))


def to_lines(state: State) -> Iterator[tuple[str, str]]:
    """The state as (key, JSON) lines, the same text for the same state; the last line is their checksum."""
    lines = list(_lines(state))
    yield from lines
    yield "checksum", _json(_checksum(lines))


def _checksum(lines: Iterable[tuple[str, str]]) -> str:
    made, between = hashlib.sha256(), b""
    for key, value in lines:
        made.update(between + f"{key}\t{value}".encode())
        between = b"\n"
    return made.hexdigest()[:32]


def _lines(state: State) -> Iterator[tuple[str, str]]:
    yield "version", _json(VERSION)
    yield "seed", _json(state.seed)
    yield "updated", _json(state.updated.isoformat(timespec="seconds") if state.updated else None)
    yield "digest", _json(state.digest)
    yield "numbers", _json(dict(state.numbers))
    yield "former", _json(dict(state.former))
    yield "rows", _json(dict(state.rows))
    for seating in state.seatings:
        yield "seating", _json(_seating_out(seating))
    for name, moment in sorted(state.left.items()):
        yield "left", _json([name, moment.isoformat(timespec="seconds")])
    for key, text in sorted(state.memory.items()):
        yield "memory", _json([key, text])
    for key, quality in sorted(state.quality.items()):
        yield "quality", _json([key, str(quality.pairs_ssq), str(quality.bound), quality.optimal])
    for seal in state.seals:
        yield "seal", _json(_seal_out(seal))
    for change in state.corrections:
        yield "correction", _json(_correction_out(change))
    for seating in state.replaced:
        yield "replaced", _json(_seating_out(seating))
    if state.touched is not None:
        yield "touched", _json(state.touched.isoformat(timespec="seconds"))
    if state.lost:
        yield "lost", _json(True)


def from_lines(lines: Iterable[tuple[str, str]]) -> State:
    """The state that `to_lines` wrote, `tampered` where its checksum isn't theirs. Raises `StateError`."""
    found: dict[str, list[Any]] = {}
    try:
        due = _checksum(line for line in _sorted_in(lines, found) if line[0] != "checksum")
        updated = found["updated"][0]
        return State(
            seed=str(found["seed"][0]),
            numbers={str(name): int(number) for name, number in found["numbers"][0].items()},
            seatings=tuple(_seating_in(item) for item in found.get("seating", ())),
            memory={str(key): str(text) for key, text in found.get("memory", ())},
            quality={
                str(key): Quality(Fraction(ssq), Fraction(bound), bool(optimal))
                for key, ssq, bound, optimal in found.get("quality", ())
            },
            left={str(name): datetime.fromisoformat(moment) for name, moment in found.get("left", ())},
            seals=tuple(found.get("seal", ())),
            corrections=tuple(_correction_in(item) for item in found.get("correction", ())),
            replaced=tuple(_seating_in(item) for item in found.get("replaced", ())),
            touched=next((datetime.fromisoformat(moment) for moment in found.get("touched", ())), None),
            lost=found.get("lost", [False])[0] is True,
            tampered=found.get("checksum", [due]) != [due],
            former={str(name): int(number) for name, number in found.get("former", [{}])[0].items()},
            rows={str(name): int(row) for name, row in found.get("rows", [{}])[0].items()},
            digest=str(found["digest"][0]),
            updated=datetime.fromisoformat(updated) if updated else None,
        )
    except (
        KeyError,
        ValueError,
        TypeError,
        AttributeError,
        IndexError,
        ZeroDivisionError,
        RecursionError,
    ) as error:
        raise StateError from error


def _sorted_in(lines: Iterable[tuple[str, str]], found: dict[str, list[Any]]) -> Iterator[tuple[str, str]]:
    """Pass the lines on while what they say is put into `found`; the version stands in the first one."""
    for key, text in lines:
        value = json.loads(text)
        if key == "version" and (not isinstance(value, int) or value > VERSION):
            raise StateError(newer=isinstance(value, int))
        found.setdefault(key, []).append(_seal_in(value) if key == "seal" else value)
        yield key, text
    if "version" not in found:
        raise StateError


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _seating_out(seating: Seating) -> dict[str, Any]:
    return {
        "round": _key_out(seating.key),
        "repeats": seating.repeats,
        "optimal": seating.optimal,
        "seed": seating.seed,
        "notes": list(seating.notes),
        "tables": [
            [table.number, list(table.players), table.spread, list(table.forced_by), list(table.repeats)]
            for table in seating.tables
        ],
    }


def _seating_in(item: Mapping[str, Any]) -> Seating:
    tables = tuple(
        SeatedTable(int(number_), tuple(map(int, players)), int(spread), _pairs(forced_by), _pairs(repeats))
        for number_, players, spread, forced_by, repeats in item["tables"]
    )
    return Seating(
        _key_in(item["round"]),
        tables,
        int(item["repeats"]),
        bool(item["optimal"]),
        str(item["seed"]),
        tuple(map(str, item["notes"])),
    )


def _key_out(key: RoundKey) -> list[Any]:
    return [key.phase, key.number, key.stage]


def _key_in(item: Any) -> RoundKey:
    phase, number, stage = item
    return RoundKey(int(phase), int(number), str(stage))


def _seal_out(seal: Seal) -> list[Any]:
    rows = [[row.seat, row.number, row.name, dict(row.values)] for row in seal.rows]
    return [_key_out(seal.round), seal.table, rows, list(seal.hands), seal.release]


def _seal_in(item: Any) -> Seal:
    key, table, rows, hands, release = item
    # the same few columns, names and values thousands of times: each is kept once
    sealed = tuple(
        SealedRow(_once(seat), int(number), _once(name), {_once(k): _once(v) for k, v in values.items()})
        for seat, number, name, values in rows
    )
    return Seal(_key_in(key), int(table), sealed, tuple(map(str, hands)), str(release))


def _once(value: Any) -> str:
    return sys.intern(str(value))


def _correction_out(change: Correction) -> list[Any]:
    at = [change.at.sheet, change.at.row, change.at.column]
    return [_key_out(change.round), change.table, change.column, change.old, change.new, at, change.allowed_by]


def _correction_in(item: Any) -> Correction:
    key, table, column, old, new, (sheet, row, cell_column), by = item
    at = CellRef(str(sheet), int(row), int(cell_column))
    return Correction(_key_in(key), int(table), str(column), str(old), str(new), at, str(by))


def _pairs(items: Iterable[Any]) -> tuple[tuple[int, int], ...]:
    return tuple((int(first), int(second)) for first, second in items)


def departures(players: Iterable[Player], left: Mapping[str, datetime], now: datetime) -> dict[str, datetime]:
    """Since when each player who is gone has been, by name: as typed, as remembered, or since `now` (B-4)."""
    known = {name_key(name): moment for name, moment in left.items()}
    now = now.replace(microsecond=0)
    return {p.name: p.left_on or known.get(name_key(p.name), now) for p in players if p.status.gone}


def remembered_numbers(players: Iterable[Player], state: State) -> dict[int, int]:
    """Registration row -> number kept from earlier runs, also for a player whose name was corrected since.

    A name that isn't there any more gives its number to the player without one whose name is most like it, else to the
    one who now stands in its row.
    """
    players = list(players)
    taken = {player.number for player in players if player.number is not None}
    by_name = {name_key(name): number for name, number in state.numbers.items() if number not in taken}
    rows = {name_key(name): row for name, row in state.rows.items()}
    found = {}
    strangers = []
    for player in players:
        if player.number is not None:
            continue
        number = by_name.pop(name_key(player.name), None)
        if number is None:
            strangers.append(player)
        else:
            found[player.id] = number
    for player in strangers:
        there = [name for name in by_name if rows.get(name) == player.id]
        old = nearest(player.name, by_name, cutoff=0.8) or next(iter(there), None)
        if old is not None:
            found[player.id] = by_name.pop(old)
    return found
