"""The facts behind a seating: repeats and their reason, distance from plain rank order and what forced it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np

from tourney_xlsx.seating.field import Field
from tourney_xlsx.seating.numbers import numbered
from tourney_xlsx.seating.objective import UNIT, repeat_costs
from tourney_xlsx.seating.records import Note, Pair, Result, SeatedTable, Tables


def seated_tables(
    field: Field, tables: Iterable[Sequence[int]], history: Sequence[Tables] = ()
) -> tuple[SeatedTable, ...]:
    """Tables of ranks as records by number (`numbers.numbered`)."""
    players = [tuple(sorted(k for k in table if k < field.players)) for table in tables]
    place = {table: k for k, table in enumerate(numbered(players, field.ids, ()))}
    return tuple(_seated(field, place[table], table) for table in numbered(players, field.ids, history))


def _seated(field: Field, place: int, ranks: tuple[int, ...]) -> SeatedTable:
    return SeatedTable(
        players=tuple(field.ids[k] for k in ranks),
        ranks=ranks,
        distance=sum(abs(k // 4 - place) for k in ranks),
        forced_by=() if _is_plain(ranks) else _forced_by(field, ranks),
        repeated=_named(field, ((a, b) for a, b in combinations(ranks, 2) if field.met[a, b])),
    )


def _is_plain(ranks: Sequence[int]) -> bool:
    return len({k // 4 for k in ranks}) == 1


def _forced_by(field: Field, ranks: Sequence[int]) -> tuple[Pair, ...]:
    """Meetings inside the plain tables these players came from; failing that, inside the places they span."""
    own = [(a, b) for a in ranks for b in _plain_mates(field, a) if not _may_meet(field, a, b)]
    if own:
        return _named(field, own)
    span = range(ranks[0], ranks[-1] + 1)
    return _named(field, ((a, b) for a in ranks for b in span if not _may_meet(field, a, b)))


def _plain_mates(field: Field, rank: int) -> list[int]:
    first = rank - rank % 4
    return [k for k in range(first, min(first + 4, field.players)) if k != rank]


def _may_meet(field: Field, a: int, b: int) -> bool:
    return not field.price[a, b]


def _named(field: Field, pairs: Iterable[tuple[int, int]]) -> tuple[Pair, ...]:
    """Pairs of ranks as pairs of ids, in rank order and each once."""
    ranks = sorted({(min(a, b), max(a, b)) for a, b in pairs})
    return tuple(_pair(field.ids[a], field.ids[b]) for a, b in ranks)


def _pair(a: int, b: int) -> Pair:
    return (a, b) if a < b else (b, a)


def explained(field: Field, tables: Sequence[Sequence[int]], proved: bool, history: Sequence[Tables] = ()) -> Result:
    """A result with everything that can be told from the tables of ranks alone; `proved`: repeats are fewest.

    `history`: the earlier rounds, tables by number.
    """
    repeated = _named(field, (p for t in tables for p in combinations(t, 2) if field.met[p]))
    broken = broken_apart(field, tables)
    notes = [_repeat_reason(field, len(repeated), proved)]
    if broken:
        notes.append(Note.APART_BROKEN)
    if field.players < field.size:
        notes.append(Note.TABLES_OF_THREE)
    return Result(
        tables=seated_tables(field, tables, history),
        repeats=len(repeated),
        repeat_cost=sum(int(repeat_costs(field.met[np.ix_(t, t)]).sum()) // 2 for t in tables),
        repeated_pairs=repeated,
        broken_apart=broken,
        cost=sum(int((field.costs[np.ix_(t, t)] // UNIT).sum()) // 2 for t in tables),
        notes=tuple(notes),
    )


def broken_apart(field: Field, tables: Iterable[Sequence[int]]) -> tuple[Pair, ...]:
    """Pairs of ids that were to be kept apart and sit together."""
    return _named(field, (p for t in tables for p in combinations(t, 2) if field.apart[p]))


def _repeat_reason(field: Field, repeats: int, proved: bool) -> Note:
    """Why there are repeats, or that there are none."""
    if not repeats:
        return Note.NO_REPEATS
    strangers = field.allowed[: field.players].sum(1)
    if int(strangers.min()) < 3:
        return Note.REPEATS_TOO_FEW_STRANGERS
    return Note.REPEATS_PROVED if proved else Note.REPEATS_NOT_PROVED
