"""The last word on a list of tables: all that a gap can use, searched completely, after sharpening where that is hard.

The search grows steeply with the gap, and so it pays to lift the bound first, by what the linear program has overlooked
(`program`), and where that is not enough to branch: every seating does without one of two lots of tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from tourney_xlsx.seating.cover import Columns, Found, frontier
from tourney_xlsx.seating.descent import branch_and_bound
from tourney_xlsx.seating.effort import Effort
from tourney_xlsx.seating.gomory import Requirement, carried, restricted
from tourney_xlsx.seating.objective import Bools
from tourney_xlsx.seating.program import Program

_FAIR, _EASY = (20_000, 500), (12_000, 1_000)
"""States of dynamic programming and nodes of branch and bound before the bound is sharpened; in a branch."""
_FEW_PLAYERS, _LONG = 44, (24_000, 1_000)
"""More of both for so few players, where sharpening has little to take out."""
_FEW = 400
"""Up to that many tables a branch is searched plainly first."""
_NEXT_STATES, _ROUNDS = (12_000, 12_000, 24_000), 5
"""States after each sharpening, and how often the program is solved for one."""
_NODE = 8
"""A node of branch and bound takes as long as so many states."""
_MOST_TABLES = 9_000
_PAIR_WORK = 20_000
"""In states: choosing a pair to branch on."""
_BRANCH_STATES, _BRANCH_ROUNDS = (12_000,), 2
"""The same in a branch."""
_NARROW = 200
"""Sets of players that go on in each layer once the states are used up."""
_BEAMS = (300, 3_000)


Closer = Callable[[list[list[int]]], list[list[int]]]
"""From a seating to a closer one, or to itself."""


@dataclass(slots=True)
class Lessons:
    """What searches of smaller gaps have taught: no seating costs less than `searched`; whether that was `hard` to find
    out, and the requirements `needed`. `closer`: not asked yet.
    """

    closer: Closer | None = None
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
            found = _counted(cols, gap, effort, 0, beam)
    return found


def _by_frontier(cols: Columns, gap: int, effort: Effort, lessons: Lessons) -> Found:
    if not lessons.hard:
        found = _plainly(cols, gap, effort, *(_LONG if cols.size <= _FEW_PLAYERS else _FAIR))
        lessons.hard = not found.complete
        return found
    program = None
    if len(cols.tables) <= _MOST_TABLES:
        needed = carried(lessons.needed, np.array(cols.tables, np.int64).reshape(-1, 4))
        program = Program.of(cols, gap, needed, _ROUNDS)
    if program is not None:
        found = _sharpened(program, gap, effort, _NEXT_STATES)
        lessons.needed = program.needed
        return found
    found = _counted(cols, gap, effort, effort.left // 2)
    return found if found.complete else _by_nodes(cols, gap, effort)


def _plainly(cols: Columns, gap: int, effort: Effort, states: int, nodes: int) -> Found:
    """The frontier, then branch and bound, with so many states and nodes."""
    found = _counted(cols, gap, effort, states)
    if found.complete or effort.spent:
        return found
    return _cheaper(found, _by_nodes(cols, _below(found, gap, cols), effort, nodes))


def _below(best: Found, gap: int, cols: Columns) -> int:
    """Where a seating is known only cheaper ones are of interest."""
    return gap if best.cost is None else best.cost - cols.step


def _cheaper(best: Found, found: Found) -> Found:
    """What is known after a search below the best."""
    return found if found.cost is not None else replace(best, complete=found.complete)


def _by_nodes(cols: Columns, gap: int, effort: Effort, most: int = 1 << 40) -> Found:
    nodes = Effort(min(most, effort.left // _NODE), effort.out_of_time)
    found = branch_and_bound(cols, gap, nodes)
    effort.spend(_NODE * found.work)
    return found


def _counted(cols: Columns, gap: int, effort: Effort, states: int, narrow: int = _NARROW) -> Found:
    share = effort.share(states)
    found = frontier(cols, gap, share, narrow)
    effort.settle(states, share)
    return found


def _sharpened(program: Program, gap: int, effort: Effort, turns: Sequence[int]) -> Found:
    best = Found(None, [], False, 0)
    for states in turns:
        if program.sharpened(effort) is None:
            break
        best = program.found or best
        best = _cheaper(best, _counted(program.columns, program.gap, effort, states))
        program.gap, program.found = _below(best, gap, program.columns), None
        if best.complete or effort.spent:
            return best
    effort.spend(_PAIR_WORK)
    halves = program.halves()
    if halves is None:
        return _cheaper(best, _counted(program.columns, program.gap, effort, effort.left))
    return _cheaper(best, _branches(program, effort, halves))


def _branches(program: Program, effort: Effort, halves: tuple[Bools, Bools]) -> Found:
    best, complete = Found(None, [], False, 0), True
    for banned in halves:
        branch, needed = _branch(program, banned)
        gap = _below(best, program.gap, branch)
        found = _plainly(branch, gap, effort, *_EASY) if len(branch.tables) <= _FEW else Found(None, [], False, 0)
        gap = _below(found, gap, branch)
        below = None
        if not found.complete and not effort.spent:
            below = Program.of(replace(branch, raised=0), gap, needed, _BRANCH_ROUNDS)
        if below is not None:
            found = _cheaper(found, _sharpened(below, gap, effort, _BRANCH_STATES))
        best, complete = _cheaper(best, found), complete and found.complete
    return replace(best, complete=complete)


def _branch(program: Program, banned: Bools) -> tuple[Columns, list[Requirement]]:
    """The columns left without those banned, and the requirements needed so far for those alone."""
    cols, kept = program.columns, np.flatnonzero(~banned[program.rows])
    branch = replace(
        cols,
        tables=[cols.tables[k] for k in kept],
        reduced=[cols.reduced[k] for k in kept],
        real=[cols.real[k] for k in kept],
    )
    return branch, restricted(program.needed, program.rows[kept])
