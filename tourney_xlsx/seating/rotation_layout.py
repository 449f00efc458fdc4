"""How many tables stand in each round of a stage, and where the stand-ins sit.

Order of goals: everybody gets exactly the games still due, fewest stand-ins, fewest rounds, nobody rests
twice running, at most one stand-in at a table, stand-ins as late as possible (clause B-22).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Layout:
    """`sizes[r][t]`: tournament players (stand-ins left out) at table t of round r; `gentle`: nobody need
    rest twice running.
    """

    sizes: tuple[tuple[int, ...], ...]
    gentle: bool

    def seated(self, round_index: int) -> int:
        """Tournament players who sit in that round."""
        return sum(self.sizes[round_index])


def plan_layout(due: Sequence[int], table_size: int, most_tables: int, rested_last: int = 0) -> Layout:
    """Lay out rounds for players who have `due[i]` games to play, at most `most_tables` tables at once.

    `rested_last` of them rested in the round just before. Always succeeds for non-negative `due`,
    `most_tables` >= 1.
    """
    total = sum(due)
    tables = -(-total // table_size)
    while True:
        fewest = max(-(-tables // most_tables), max(due))
        for rounds in range(fewest, tables + 1):
            layout = _lay_out(due, table_size, _tables_per_round(tables, rounds, most_tables), rested_last)
            if layout is not None:
                return layout
        tables += 1


def _tables_per_round(tables: int, rounds: int, most: int) -> list[int]:
    if rounds == -(-tables // most):
        return [most] * (rounds - 1) + [tables - most * (rounds - 1)]
    each, more = divmod(tables, rounds)
    return [each + (r < more) for r in range(rounds)]


def _lay_out(due: Sequence[int], table_size: int, tables: list[int], rested_last: int) -> Layout | None:
    players = len(due)
    stand_ins = sum(tables) * table_size - sum(due)
    forced = [max(0, table_size * t - players) for t in tables]
    if sum(forced) > stand_ins:
        return None
    for gentle in (True, False):
        spread = _spread_stand_ins(players, table_size, tables, forced, stand_ins, rested_last, gentle)
        if spread is None:
            continue
        seats = [table_size * t - s for t, s in zip(tables, spread, strict=True)]
        if _fits(due, seats):
            sizes = tuple(_table_sizes(table_size, t, s) for t, s in zip(tables, spread, strict=True))
            return Layout(sizes, gentle)
    return None


def _spread_stand_ins(
    players: int,
    table_size: int,
    tables: list[int],
    forced: list[int],
    total: int,
    rested_last: int,
    gentle: bool,
) -> list[int] | None:
    """Stand-ins of each round, late as can be; None when `gentle` rules out the fewest at a table."""
    spread = list(forced)
    left = total - sum(forced)
    at_a_table = max(1, -(-total // sum(tables)))
    after = 0
    for r in reversed(range(len(tables))):
        resting = players - table_size * tables[r] + spread[r]
        room = max(0, at_a_table * tables[r] - spread[r])
        if gentle:
            before = rested_last if r == 0 else players - table_size * tables[r - 1] + forced[r - 1]
            slack = players - resting - max(after, before)
            if slack < 0:
                return None
            room = min(room, slack)
        more = min(room, left)
        spread[r] += more
        left -= more
        after = resting + more
    if left and gentle:
        return None
    while left:
        for r in reversed(range(len(tables))):
            more = min(left, tables[r], table_size * tables[r] - spread[r])
            spread[r] += more
            left -= more
    return spread


def _table_sizes(table_size: int, tables: int, stand_ins: int) -> tuple[int, ...]:
    each, more = divmod(stand_ins, tables)
    return tuple(table_size - each - (t >= tables - more) for t in range(tables))


def _fits(due: Sequence[int], seats: Sequence[int]) -> bool:
    """Whether players can be given their games with nobody twice in a round (Gale and Ryser, 1957)."""
    if sum(due) != sum(seats):
        return False
    taken = 0
    for count, games in enumerate(sorted(due, reverse=True), start=1):
        taken += games
        if taken > sum(min(count, s) for s in seats):
            return False
    return True


def choose_rests(layout: Layout, due: Sequence[int], rested_last: frozenset[int]) -> list[set[int]]:
    """Who rests in each round, by player index.

    With equal `due` and nobody rested before, rests go round in a circle: everybody rests equally often, as
    far apart as possible, and never twice running when neighbouring rounds rest no more than all players
    together. Otherwise round by round: those who must play every round left, then those who rested last,
    then those with most games left.
    """
    players = len(due)
    rounds = len(layout.sizes)
    if len(set(due)) == 1 and not rested_last:
        start = 0
        circle = []
        for r in range(rounds):
            resting = players - layout.seated(r)
            circle.append({(start + i) % players for i in range(resting)})
            start = (start + resting) % players
        return circle
    return _rests_in_turn(layout, list(due), set(rested_last))


def _rests_in_turn(layout: Layout, left: list[int], rested: set[int]) -> list[set[int]]:
    everybody = set(range(len(left)))
    rounds = len(layout.sizes)
    chosen: list[set[int]] = []
    for r in range(rounds):
        order = sorted(everybody, key=lambda p: (left[p] < rounds - r, p not in rested, -left[p], p))
        playing = _completable(order, left, layout, r)
        for p in playing:
            left[p] -= 1
        rested = everybody - playing
        chosen.append(rested)
    return chosen


def _completable(order: list[int], left: list[int], layout: Layout, r: int) -> set[int]:
    """The first players of `order` such that the rounds after r can still give everybody the games due."""
    later = [layout.seated(u) for u in range(r + 1, len(layout.sizes))]
    seats = layout.seated(r)
    playing = [p for p in order if left[p] > 0][:seats]
    chosen = set(playing)
    bench = [p for p in order if p not in chosen]
    while not _fits([g - (p in set(playing)) for p, g in enumerate(left)], later):
        # Trading the player with fewest games left for the one with most ends at the choice that always fits.
        out = min(playing, key=lambda p: left[p])
        into = max(bench, key=lambda p: left[p])
        playing[playing.index(out)] = into
        bench[bench.index(into)] = out
    return set(playing)


def rests_are_gentle(rests: Sequence[set[int]], rested_last: frozenset[int]) -> bool:
    """Whether nobody rests twice running."""
    before = [set(rested_last), *rests]
    return not any(a & b for a, b in zip(before, rests, strict=False))
