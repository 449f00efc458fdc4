"""What a good seating is: three levels, all in integers, compared in this order.

L1  fewest repeats: every seated pair costs `2**met - 1`, so a third meeting is worse than two second ones
L2  strong with strong: every seated pair costs `(16 + 128 // (1 + better rank)) * (difference of ranks)**2`
L3  a seeded noise below one unit of L2, which makes the best seating unique: the same on every machine

Pairs to be kept apart and second visits to a table of three are repeats of a far higher price, so they are
the last things to be given up.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

UNIT = 1 << 24
"""One unit of L2, expressed in units of L3."""

THREES_PRICE = 1 << 9
APART_PRICE = 1 << 18
_MOST_MEETINGS = 12


def repeat_costs(met: Ints) -> Ints:
    """L1 of each pair from the numbers of meetings (N x N); beyond twelve meetings it no longer doubles."""
    price: Ints = (np.int64(1) << np.minimum(met, _MOST_MEETINGS)) - 1
    return price


def closeness(ranks: Ints) -> Ints:
    """L2 of each pair of ranks (N x N, zero on the diagonal)."""
    better = np.minimum(ranks[:, None], ranks[None, :]) + 1
    costs: Ints = (16 + 128 // better) * (ranks[:, None] - ranks[None, :]) ** 2
    return costs


def noise(ids: Sequence[int], seed: str, tables: int) -> Ints:
    """L3 of each pair of ids (N x N): below `UNIT` even summed over all pairs at `tables` tables.

    A SHA-256 of seed and id gives each player a key; a pair's noise mixes both keys (splitmix64's
    finaliser).
    """
    keys = np.array([key(seed, player) for player in ids], dtype=np.uint64)
    with np.errstate(over="ignore"):
        mixed = keys[:, None] + keys[None, :]
        mixed ^= (keys[:, None] ^ keys[None, :]) >> np.uint64(7)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        mixed ^= mixed >> np.uint64(31)
    return (mixed % np.uint64(UNIT // (6 * tables + 1))).astype(np.int64)


def key(seed: str, *what: object) -> int:
    """A 64-bit number that depends on nothing but the seed and what is named."""
    text = "\x1f".join([seed, *map(str, what)])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def pair_costs(ids: Sequence[int], ranks: Ints, seed: str, tables: int) -> Ints:
    """L2 and L3 of each pair in one integer: `L2 * UNIT + L3`, zero on the diagonal."""
    costs = closeness(ranks) * UNIT + noise(ids, seed, tables)
    np.fill_diagonal(costs, 0)
    return costs


def seating_cost(costs: Ints, tables: Sequence[Sequence[int]]) -> int:
    """Sum of a pair cost over everybody who sits together; tables of ranks."""
    return sum(int(costs[a, b]) for t in tables for i, a in enumerate(t) for b in t[i + 1 :])
