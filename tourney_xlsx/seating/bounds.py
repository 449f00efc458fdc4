"""A proved lower bound for how evenly pairs can meet.

Let v_g be the 0/1 vector of game g over the players and A_i the games of player i. Counting both ways,
2 * sum over pairs of met^2 = sum over games g, h of |g & h|^2 - sum A_i^2. Tables of one round are disjoint;
between two rounds the overlaps add up to the number of players who sit in both. A sum of squares with a
fixed sum is least when its parts differ by at most one. When nobody rests twice running the rests of
neighbouring rounds are disjoint, which fixes or limits how many sit in both of two rounds; the freest of
those numbers are then filled up cheapest first.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple


class Overlap(NamedTuple):
    """Between `low` and `high` players shared out among `parts` pairs of tables."""

    parts: int
    low: int
    high: int


def even_squares(total: int, parts: int) -> int:
    """Least sum of squares of `parts` whole numbers that add up to `total`."""
    each, more = divmod(total, parts)
    return more * (each + 1) ** 2 + (parts - more) * each**2


def least_squares(overlaps: Sequence[Overlap], total: int) -> int:
    """Least sum of squares when the overlaps add up to `total`, each inside its limits (cheapest unit
    first).
    """
    amounts = [o.low for o in overlaps]
    left = total - sum(amounts)
    queue = [(amount // o.parts, k) for k, (o, amount) in enumerate(zip(overlaps, amounts, strict=True))]
    heapq.heapify(queue)
    while left > 0 and queue:
        each, k = heapq.heappop(queue)
        overlap = overlaps[k]
        more = min(left, overlap.high - amounts[k], (each + 1) * overlap.parts - amounts[k])
        if more > 0:
            amounts[k] += more
            left -= more
            heapq.heappush(queue, (amounts[k] // overlap.parts, k))
    return sum(even_squares(amount, o.parts) for amount, o in zip(amounts, overlaps, strict=True))


def round_overlaps(players: int, sizes: Sequence[Sequence[int]], gentle: bool) -> list[Overlap]:
    """Limits on how many players sit in both of two rounds, for every pair of rounds.

    `sizes[r]`: players at each table of round r. `gentle`: nobody rests twice running, so whoever rests in
    round r + 2 and not in round r comes from the players who rest in neither r nor r + 1; along a chain of
    such steps rests two rounds apart overlap at least, and rests an odd number of rounds apart at most, by a
    known number.
    """
    seated = [sum(tables) for tables in sizes]
    rests = [players - s for s in seated]
    found = []
    for r in range(len(sizes)):
        for u in range(r + 1, len(sizes)):
            common_low, common_high = max(0, rests[r] + rests[u] - players), min(rests[r], rests[u])
            if gentle:
                parity = (u - r) % 2
                drift = sum(players - rests[k] - rests[k + 1] for k in range(r + parity, u - 1, 2))
                if parity:
                    common_high = min(common_high, drift)
                else:
                    common_low = max(common_low, rests[u] - drift)
            both = players - rests[r] - rests[u]
            found.append(Overlap(len(sizes[r]) * len(sizes[u]), both + common_low, both + common_high))
    return found


def least_ssq(
    due: Sequence[int],
    sizes: Sequence[Sequence[int]],
    gentle: bool,
    played: Sequence[frozenset[int]] = (),
) -> Fraction:
    """Least sum over pairs of (times met - mean)^2.

    `due[i]`: games player i still plays in rounds laid out as `sizes`; `played`: games over, as sets of
    player indices.
    """
    players = len(due)
    pairs = players * (players - 1) // 2
    if pairs == 0:
        return Fraction(0)
    before = [sum(i in game for game in played) for i in range(players)]
    new_sizes = [size for tables in sizes for size in tables]
    all_sizes = new_sizes + [len(game) for game in played]
    crossings = sum(even_squares(sum(due[i] for i in game), len(new_sizes)) for game in played if new_sizes)
    crossings += sum(len(g & h) ** 2 for k, g in enumerate(played) for h in played[:k])
    together = sum(a * (a - 1) for a in due) // 2
    crossings += least_squares(round_overlaps(players, sizes, gentle), together)
    own = sum(size**2 for size in all_sizes) - sum((a + b) ** 2 for a, b in zip(due, before, strict=True))
    by_games = own // 2 + crossings
    meetings = sum(size * (size - 1) for size in all_sizes) // 2
    by_pairs = _least_by_pairs(players, played, meetings)
    least = max(by_games, by_pairs)
    least += (least - meetings) % 2  # a number and its square are odd together
    return least - Fraction(meetings**2, pairs)


def _least_by_pairs(players: int, played: Sequence[frozenset[int]], meetings: int) -> int:
    """Least sum of squared meetings when pairs that have met stay so and the rest is shared out evenly."""
    met = [
        Overlap(1, sum(i in game and j in game for game in played), meetings) for i in range(players) for j in range(i)
    ]
    if not played:
        return even_squares(meetings, len(met))
    return least_squares(met, meetings)
