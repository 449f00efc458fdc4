"""Gomory's cuts in whole numbers: what the equations of a seating in fractions imply for a seating of people.

From any whole multiples of the equations `sum a x = b`, divided by a whole D, follows with the fractional parts f of
the left side and f0 of the right one: sum min(f / f0, (1 - f) / (1 - f0)) x >= 1, since the x are whole (Gomory, 1960).
A solver's basis suggests the multiples, in floating point; whatever they are rounded to, the cut is valid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import gcd

import numpy as np

from tourney_xlsx.seating.cover import members, odd_shares
from tourney_xlsx.seating.duals import Floats
from tourney_xlsx.seating.objective import Ints

_DIVISORS = np.arange(2, 61)
_CLOSE = 1e-5
_SMALL = 1e-9
_LARGEST_SHARE = 2_000
_BROKEN = 1e-3


@dataclass(frozen=True, slots=True, eq=False)
class Requirement:
    """The sum over the tables taken of their `shares` is at least `least`; all whole, and not negative.

    It follows from `multiples` of the players' equations and of the `parents`, over `divisor`, the result divided by
    `common`. So it can be had for any list of tables (`carried`).
    """

    shares: Ints
    least: int
    multiples: Ints
    divisor: int
    parents: tuple[tuple[int, Requirement], ...] = ()
    common: int = 1


def odd_sets(sets: Sequence[int], tables: Ints, size: int) -> list[Requirement]:
    """At least one table takes an odd number of an odd set of players (bits); one requirement for each set."""
    chosen = members(sets, size)
    shares = odd_shares(chosen, tables).astype(np.int64)
    return [Requirement(share, 1, multiples, 2) for share, multiples in zip(shares, chosen, strict=True)]


def restricted(requirements: Sequence[Requirement], rows: Ints) -> list[Requirement]:
    """The same for some of the tables."""
    return [replace(requirement, shares=requirement.shares[rows]) for requirement in requirements]


def carried(requirements: Sequence[Requirement], tables: Ints) -> list[Requirement]:
    """The same for other tables of the same players."""
    done: dict[int, Requirement] = {}

    def over(old: Requirement) -> Requirement:
        if id(old) not in done:
            parents = tuple((multiple, over(parent)) for multiple, parent in old.parents)
            shares, least = _implied(old.multiples, old.divisor, parents, tables)
            done[id(old)] = replace(
                old, shares=-(-shares // old.common), least=-(-least // old.common), parents=parents
            )
        return done[id(old)]

    return [over(requirement) for requirement in requirements]


def broken_cuts(
    suggested: Sequence[Floats], tables: Ints, known: Sequence[Requirement], weights: Floats, most: int
) -> list[Requirement]:
    """Cuts that these tables in fractions break, the most broken first.

    `suggested`: multiples of the equations, those of the players first, then the requirements `known` with a surplus
    each. `weights`: the fraction of each table.
    """
    found = list[tuple[float, Requirement]]()
    for floats in suggested:
        whole = _whole(floats)
        cut = None if whole is None else _cut(*whole, tables, known)
        if cut is not None and cut.shares.max(initial=0) <= _LARGEST_SHARE:
            lacking = 1 - float(cut.shares @ weights) / cut.least
            if lacking > _BROKEN:
                found.append((round(-lacking, 9), cut))
    return [cut for _, cut in sorted(found, key=lambda item: item[0])[:most]]


def _whole(floats: Floats) -> tuple[Ints, int] | None:
    """Multiples as whole numbers over the least common divisor that fits, up to whole equations."""
    used = floats[np.abs(floats) > _SMALL]
    scaled = used[None, :] * _DIVISORS[:, None]
    fits = np.flatnonzero(np.abs(scaled - np.rint(scaled)).max(1, initial=0.0) < _CLOSE)
    if not len(fits):
        return None
    divisor = int(_DIVISORS[fits[0]])
    return np.rint(floats * divisor).astype(np.int64) % divisor, divisor


def _cut(multiples: Ints, divisor: int, tables: Ints, known: Sequence[Requirement]) -> Requirement | None:
    size = len(multiples) - len(known)
    parents = tuple((int(k), requirement) for k, requirement in zip(multiples[size:], known, strict=True) if k)
    shares, least = _implied(multiples[:size], divisor, parents, tables)
    if not least:
        return None
    common = gcd(int(np.gcd.reduce(shares)), least)
    return Requirement(shares // common, least // common, multiples[:size], divisor, parents, common)


def _implied(
    multiples: Ints, divisor: int, parents: Sequence[tuple[int, Requirement]], tables: Ints
) -> tuple[Ints, int]:
    """Shares and least sum; nothing is required where the right side has no fraction."""
    left, right = multiples[tables].sum(1), int(multiples.sum())
    for multiple, parent in parents:
        left, right = left + multiple * parent.shares, right + multiple * parent.least
    over = right % divisor
    shares, least = _share(left % divisor, divisor, over), over * (divisor - over)
    for multiple, parent in parents:
        surplus = int(_share(np.array([-multiple % divisor]), divisor, over)[0])
        shares, least = shares + surplus * parent.shares, least + surplus * parent.least
    return shares, least


def _share(part: Ints, divisor: int, over: int) -> Ints:
    smaller: Ints = np.minimum(part * (divisor - over), (divisor - part) * over)
    return smaller
