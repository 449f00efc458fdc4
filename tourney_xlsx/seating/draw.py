"""The first round (A-10): a seeded shuffle, with club mates at different tables if wished."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np

from tourney_xlsx.seating.explain import broken_apart
from tourney_xlsx.seating.field import Field, lay_out, refusal
from tourney_xlsx.seating.horizon import horizon, is_guaranteed
from tourney_xlsx.seating.lookahead import completion_of
from tourney_xlsx.seating.objective import Ints, key, seating_cost
from tourney_xlsx.seating.quick import improve, sorted_tables
from tourney_xlsx.seating.records import Certificate, Note, Outlook, OutOfTime, Pair, Result, SeatedTable

_TRIES = 20
_ALIKE = 6


def draw(
    ids: Iterable[int],
    clubs: Mapping[int, str],
    keep_apart: bool,
    apart: Iterable[Pair],
    seed: str,
    out_of_time: OutOfTime,
    rounds_left: int = 0,
) -> Result:
    """Draw round 1 for the players `ids` (their order does not matter).

    `clubs`: club of each id, "" or missing for none; heeded only with `keep_apart`. Without wishes the
    tables are the ids sorted by `objective.key(seed, "draw", id)` and cut into fours, so anyone can repeat
    the draw. With wishes the shuffle is changed by swaps until the fewest club mates share a table.
    """
    players = sorted(ids)
    if reason := refusal(players):
        return Result(refusal=reason)
    shuffled = _shuffle(players, seed)
    field = lay_out(shuffled, (), apart, seed)
    mates = _club_mates(field, clubs) if keep_apart else np.zeros_like(field.price)
    heeded = clubs if keep_apart else {}
    wishes = bool(mates.any() or field.apart.any())
    tables = _attempts(field, mates, heeded, seed, out_of_time) if wishes else [_cut(field.size, field.players)]
    results = (
        _with_outlook(_result(field, mates, heeded, t), field, t, rounds_left, seed, out_of_time) for t in tables
    )
    first = next(results)
    if first.lookahead not in (Outlook.NOT_FOUND, Outlook.IMPOSSIBLE) or not field.apart.any():
        return first
    return next((result for result in results if result.lookahead is Outlook.CERTIFIED), first)


def _with_outlook(
    result: Result, field: Field, tables: Ints, rounds_left: int, seed: str, out_of_time: OutOfTime
) -> Result:
    """What is known of the later rounds; where nobody is kept apart any draw is as good as any other for them."""
    if rounds_left and is_guaranteed(field.allowed, rounds_left):
        return replace(result, lookahead=Outlook.GUARANTEED)
    hoped, outlook = horizon(field.allowed, rounds_left)
    rounds = completion_of(field.allowed, sorted_tables(tables), hoped, seed, out_of_time) if hoped else None
    if rounds is None:
        return replace(result, lookahead=outlook)
    known = Outlook.CERTIFIED if hoped == rounds_left else outlook
    return replace(result, lookahead=known, certificate=Certificate(tuple(field.ids_of(r) for r in rounds)))


def _shuffle(players: Iterable[int], seed: str, attempt: int = 0) -> list[int]:
    what = ("draw", attempt) if attempt else ("draw",)
    return sorted(players, key=lambda player: (key(seed, *what, player), player))


def _cut(size: int, players: int) -> Ints:
    """The order cut into fours, then into threes with a chair each."""
    fours = size // 4 - (size - players)
    tables = np.arange(size, dtype=np.int64)
    threes = tables[4 * fours : players].reshape(-1, 3)
    with_chairs = np.column_stack([threes, tables[players:]])
    cut: Ints = np.concatenate([tables[: 4 * fours].reshape(-1, 4), with_chairs])
    return cut


def _club_mates(field: Field, clubs: Mapping[int, str]) -> Ints:
    names = np.array([clubs.get(player, "") for player in field.ids])
    mates: Ints = ((names[:, None] == names[None, :]) & (names != "")[:, None]).astype(np.int64)
    np.fill_diagonal(mates, 0)
    return mates


def _attempts(field: Field, mates: Ints, clubs: Mapping[int, str], seed: str, out_of_time: OutOfTime) -> list[Ints]:
    """The draws with the fewest club mates found, a few that differ: the first has no merit but being first.

    They are swapped from several shuffles, and at last from a deal club by club.
    """
    score, goal = field.price + mates, club_bound(clubs, field)
    least, alike = -1, list[Ints]()
    for attempt in range(_TRIES + 1):
        order = _start(field, clubs, seed, attempt)
        tables = improve(order[_cut(field.size, field.players)], score, out_of_time)
        price = seating_cost(score, tables.tolist())
        if not alike or price < least:
            least, alike = price, [tables]
        elif price == least:
            alike.append(tables)
        enough = _ALIKE if field.apart.any() else 1
        if (least <= goal and len(alike) >= enough) or out_of_time():
            break
    return alike


def _start(field: Field, clubs: Mapping[int, str], seed: str, attempt: int) -> Ints:
    """Ranks in an order to be cut into tables; the last attempt deals club after club round the tables."""
    rank = {player: k for k, player in enumerate(field.ids)}
    players = field.ids[: field.players]
    order = _shuffle(players, seed, attempt)
    if attempt == _TRIES:
        order.sort(key=lambda player: key(seed, "club", clubs.get(player) or player))
        count = field.size // 4
        order = [player for table in range(count) for player in order[table::count]]
    return np.array([rank[p] for p in order] + list(range(field.players, field.size)), dtype=np.int64)


def club_bound(clubs: Mapping[int, str], field: Field) -> int:
    """Fewest pairs of club mates at a table: every club spread evenly over all tables."""
    tables = field.size // 4
    sizes = Counter(clubs[p] for p in field.ids if clubs.get(p))
    return sum(_spread(size, tables) for size in sizes.values())


def _spread(size: int, tables: int) -> int:
    low, more = divmod(size, tables)
    return more * (low + 1) * low // 2 + (tables - more) * low * (low - 1) // 2


def _result(field: Field, mates: Ints, clubs: Mapping[int, str], drawn: Ints) -> Result:
    tables = drawn.tolist()
    together = seating_cost(mates, tables)
    broken = broken_apart(field, tables)
    proved = together == club_bound(clubs, field) and not broken
    notes = [Note.DRAWN, Note.PROVED_BEST if proved else Note.NOT_PROVED]
    if clubs:
        notes.append(Note.CLUBS_MIXED if together else Note.CLUBS_APART)
    if broken:
        notes.append(Note.APART_BROKEN)
    if field.players < field.size:
        notes.append(Note.TABLES_OF_THREE)
    seated = (tuple(k for k in table if k < field.players) for table in tables)
    ordered = sorted(seated, key=lambda table: len(table) == 3)
    return Result(
        tables=tuple(SeatedTable(field.ids_of([table])[0], table, 0) for table in ordered),
        broken_apart=broken,
        optimal=proved,
        notes=tuple(notes),
        club_pairs=together,
    )
