"""The last word on a list of tables: all that a gap can use, searched completely, after sharpening where that is hard.

The search grows steeply with the gap, and so it pays to lift the bound first, by what the linear program has overlooked
(`program`), and where that is not enough to branch: a pair sits together, or apart (Ryan and Foster, 1981).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tourney_xlsx.seating.cover import Columns, Found, frontier
from tourney_xlsx.seating.descent import branch_and_bound
from tourney_xlsx.seating.effort import Effort
from tourney_xlsx.seating.gomory import Requirement, carried
from tourney_xlsx.seating.program import Program, sitting

_EASY, _FAIR = ((12_000, 1_000),), ((60_000, 8_000),)
"""States of dynamic programming and nodes of branch and bound before the bound is sharpened."""
_NEXT_STATES = (12_000, 12_000, 24_000)
"""States after each sharpening."""
_NODE = 8
"""A node of branch and bound takes as long as so many states."""
_MOST_TABLES = 9_000
_PAIR_WORK = 20_000
"""In states: choosing a pair to branch on."""
_BEAMS = (300, 3_000)


@dataclass(slots=True)
class Lessons:
    """What searches of smaller gaps have taught: no seating costs less than `searched`; whether that was `hard` to find
    out, and the requirements `needed`.
    """

    searched: int = 0
    hard: bool = False
    needed: list[Requirement] = field(default_factory=list)


def search(cols: Columns, gap: int, effort: Effort, lessons: Lessons) -> Found:
    """The cheapest seating within the gap. Work is counted in states."""
    before = effort.left
    found = _by_nodes(cols, gap, effort) if cols.second is not None else _by_frontier(cols, gap, effort, lessons)
    return replace(found, work=before - effort.left)


def likely(cols: Columns, gap: int, effort: Effort) -> Found:
    """Some seating within the gap, from the cheapest beginnings."""
    found = Found(None, [], False, 0)
    for beam in _BEAMS:
        if found.cost is None:
            found = frontier(cols, gap, effort, beam)
    return found


def _by_frontier(cols: Columns, gap: int, effort: Effort, lessons: Lessons) -> Found:
    found = _plainly(cols, gap, effort, _EASY if lessons.hard else (*_EASY, *_FAIR))
    if found.complete or effort.spent:
        return found
    lessons.hard = True
    needed = carried(lessons.needed, sitting(cols)) if len(cols.tables) <= _MOST_TABLES else None
    program = Program.of(cols, gap, needed) if needed is not None else None
    if program is not None:
        found = _sharpened(program, gap, effort)
        lessons.needed = program.needed
        return found
    found = _counted(cols, gap, effort, effort.left // 2)
    return found if found.complete else _by_nodes(cols, gap, effort)


def _plainly(cols: Columns, gap: int, effort: Effort, turns: Sequence[tuple[int, int]]) -> Found:
    """The frontier and branch and bound by turns, each with so many states or nodes."""
    found = Found(None, [], False, 0)
    for states, nodes in turns:
        found = _counted(cols, gap, effort, states)
        if not found.complete and not effort.spent:
            found = _by_nodes(cols, gap, effort, nodes)
        if found.complete or effort.spent:
            break
    return found


def _by_nodes(cols: Columns, gap: int, effort: Effort, most: int = 1 << 40) -> Found:
    nodes = Effort(min(most, effort.left // _NODE), effort.out_of_time)
    found = branch_and_bound(cols, gap, nodes)
    effort.spend(_NODE * found.work)
    return found


def _counted(cols: Columns, gap: int, effort: Effort, states: int) -> Found:
    share = effort.share(states)
    found = frontier(cols, gap, share)
    effort.settle(states, share)
    return found


def _sharpened(program: Program, gap: int, effort: Effort) -> Found:
    found, cols = Found(None, [], False, 0), program.columns
    for states in _NEXT_STATES:
        sharper = program.sharpened(effort)
        if sharper is None:
            break
        cols = sharper
        found = _counted(cols, gap, effort, states)
        if found.complete or effort.spent:
            return found
    effort.spend(_PAIR_WORK)
    pair = program.dividing_pair()
    return _counted(cols, gap, effort, effort.left) if pair is None else _branches(program, cols, gap, effort, pair)


def _branches(program: Program, cols: Columns, gap: int, effort: Effort, pair: tuple[int, int]) -> Found:
    best, complete = Found(None, [], False, 0), True
    for together in (True, False):
        branch, needed = _branch(program, cols, pair, together)
        found = _plainly(branch, gap, effort, _EASY)
        below = None if found.complete or effort.spent else Program.of(replace(branch, raised=0), gap, needed)
        if below is not None:
            found = _sharpened(below, gap, effort)
        complete = complete and found.complete
        if found.cost is not None:
            best, gap = found, found.cost - cols.step
    return replace(best, complete=complete)


def _branch(
    program: Program, cols: Columns, pair: tuple[int, int], together: bool
) -> tuple[Columns, list[Requirement]]:
    """The columns left if the pair sits together or apart, and the requirements needed so far for those alone."""
    seated = [len({*pair} & {*table}) for table in cols.tables]
    kept = [k for k, count in enumerate(seated) if count != (1 if together else 2)]
    branch = replace(
        cols,
        tables=[cols.tables[k] for k in kept],
        reduced=[cols.reduced[k] for k in kept],
        real=[cols.real[k] for k in kept],
    )
    rows = program.rows[kept]
    return branch, [replace(requirement, shares=requirement.shares[rows]) for requirement in program.needed]
