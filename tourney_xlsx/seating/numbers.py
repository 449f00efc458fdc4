"""Table numbers: by strength, and where strength does not decide, nobody at the same table in every round.

A table is stronger than another if it is at least as good place by place: its best player against the other's best, its
second against the second, and so on. Stronger tables come first, the leader's is table 1, tables of three are last.
Neighbours of which neither is stronger change numbers if that lets fewer players have the number they have always had.
"""

from __future__ import annotations

from collections.abc import Sequence

from tourney_xlsx.seating.records import Tables

Ranks = tuple[int, ...]

_SOON = 2
"""After so few rounds the same number again is no habit yet."""


def numbered(tables: Sequence[Ranks], ids: Sequence[int], history: Sequence[Tables]) -> list[Ranks]:
    """Tables of ranks (ascending) in the order of their numbers; `history` tells who sat at which number before."""
    order = sorted(tables, key=lambda table: (len(table) == 3, table))
    always = _always(history) if len(history) >= _SOON else {}

    def stuck(table: Ranks, number: int) -> int:
        return sum(always.get(ids[rank]) == number for rank in table)

    changed = True
    while changed:
        changed = False
        for number in range(1, len(order) - 1):
            first, second = order[number], order[number + 1]
            if len(first) != len(second) or _is_stronger(first, second):
                continue
            if stuck(second, number) + stuck(first, number + 1) < stuck(first, number) + stuck(second, number + 1):
                order[number : number + 2] = second, first
                changed = True
    return order


def _always(history: Sequence[Tables]) -> dict[int, int]:
    """The players who have had the same number in every round, and which, counted from 0."""
    rounds = [{player: number for number, table in enumerate(tables) for player in table} for tables in history]
    return {player: number for player, number in rounds[0].items() if all(r.get(player) == number for r in rounds)}


def _is_stronger(first: Ranks, second: Ranks) -> bool:
    return all(a <= b for a, b in zip(first, second, strict=True))
