"""Odd sets: what a seating in fractions can do and a seating of people cannot.

An odd number of players cannot be shared out among tables in even parts: at least one table takes an odd number of
them. The linear program of `duals` breaks that rule with tables in fractions; the sets for which it does are found
here. (For three players this is the subset-row inequality of Jepsen et al., 2008; in general, Chvatal and Gomory's
cut with halves.) Sets of players are bits of integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from tourney_xlsx.seating.cover import bits_of, members, odd_shares

_TOLERANCE = 1e-3
_WHOLE = 1 << 20
"""A whole table, where fractions are counted in integers."""
_WIDTH, _DEPTH = 100, 4
"""Sets kept at each step of the search for larger ones, and its steps."""


def broken_sets(tables: Sequence[Sequence[int]], weights: Sequence[float], size: int, most: int) -> list[int]:
    """Odd sets of players, up to `most` larger ones, of which these tables in fractions share less than one oddly.

    `weights`: the fraction of each table. The most broken sets come first, the smaller ones of those.
    """
    if not len(tables):
        return []
    order = sorted(range(len(tables)), key=lambda k: (-weights[k], k))
    tables, weights = [tables[k] for k in order], [weights[k] for k in order]
    return list(dict.fromkeys([*_triples(tables, weights, size), *_larger(tables, weights)[:most]]))


def _triples(tables: Sequence[Sequence[int]], weights: Sequence[float], size: int) -> list[int]:
    """Three players of whom tables of total weight above one take two or three."""
    together = np.zeros((size, size))
    all_three: dict[tuple[int, int, int], float] = {}
    for table, weight in zip(tables, weights, strict=True):
        for a, b in combinations(table, 2):
            together[a, b] += weight
        for three in combinations(table, 3):
            all_three[three] = all_three.get(three, 0.0) + weight
    together += together.T
    near = together > 0
    one, other = np.nonzero(near)
    pair, third = np.nonzero(near[one])
    first, second = one[pair], other[pair]
    sums = together[first, second] + together[first, third] + together[second, third]
    found = dict[int, float]()
    for k in np.flatnonzero((sums > 1 + _TOLERANCE) & (second < third)).tolist():
        a, b, c = sorted((int(first[k]), int(second[k]), int(third[k])))
        weight = float(sums[k]) - 2 * all_three.get((a, b, c), 0.0)
        if weight > 1 + _TOLERANCE:
            found[bits_of((a, b, c))] = round(-weight, 6)
    return sorted(found, key=lambda players: (found[players], players))


def _larger(tables: Sequence[Sequence[int]], weights: Sequence[float]) -> list[int]:
    """Sets that most tables share evenly, while those that share them oddly weigh less than one; the lightest first.

    A beam search over sums (modulo two) of sets that are shared oddly by few tables each. Odd is -1, even 1.
    """
    rows = [bits_of(table) for table in tables]
    basis = _basis(rows)
    sets = members(basis, max(row.bit_length() for row in rows))
    odd = np.column_stack([odd_shares(sets, np.array(tables)), sets.sum(1) % 2 == 1])
    marks = [int.from_bytes(line.tobytes(), "little") for line in np.packbits(odd, axis=1, bitorder="little")]
    # floats for the sake of fast products, small ones lest they be shared out among cores; all sums are whole and exact
    each, signs = np.rint(np.array(weights) * _WHOLE), 1.0 - 2.0 * odd[:, :-1]
    found: dict[int, int] = {}
    states: dict[int, int] = {0: 0}
    how = np.ones((1, len(rows)))
    seen = {0}
    for _ in range(_DEPTH):
        weight = ((each.sum() - np.matmul((how * each)[:, None], signs.T)) / 2).ravel()
        before, states, kept = list(states.items()), {}, list[tuple[int, int]]()
        for k in np.argsort(weight, kind="stable")[: 4 * _WIDTH].tolist():
            one, other = divmod(k, len(basis))
            mark = before[one][0] ^ marks[other]
            if mark in seen:
                continue
            seen.add(mark)
            kept.append((one, other))
            players = states[mark] = before[one][1] ^ basis[other]
            if mark >> len(rows) and weight[k] < _WHOLE * (1 - _TOLERANCE):
                found[players] = int(weight[k])
            if len(kept) == _WIDTH:
                break
        if not kept:
            break
        ones, others = np.array(kept).T
        how = how[ones] * signs[others]
    return sorted(found, key=lambda players: (found[players], players.bit_count(), players))


def _basis(rows: Sequence[int]) -> list[int]:
    """For each row that is no sum of earlier ones, a set of players that it alone of those shares oddly; then the odd
    sets that all rows share evenly. By elimination modulo two.
    """
    pivots: dict[int, tuple[int, int]] = {}
    count, players = 0, 0
    for row in rows:
        players |= row
        sources = 0
        while row and row.bit_length() - 1 in pivots:
            other, its_sources = pivots[row.bit_length() - 1]
            row, sources = row ^ other, sources ^ its_sources
        if row:
            pivots[row.bit_length() - 1] = (row, sources ^ 1 << count)
            count += 1
    for low in sorted(pivots):
        for high in pivots:
            if high > low and pivots[high][0] >> low & 1:
                pivots[high] = (pivots[high][0] ^ pivots[low][0], pivots[high][1] ^ pivots[low][1])
    free = [k for k in range(players.bit_length()) if players >> k & 1 and k not in pivots]
    even = [(1 << k) + sum(1 << pivot for pivot, (row, _) in pivots.items() if row >> k & 1) for k in free]
    alone = [sum(1 << pivot for pivot, (_, own) in pivots.items() if own >> k & 1) for k in range(count)]
    return [*alone, *(players for players in even if players.bit_count() & 1)]
