"""How far ahead one can look: limits on rounds without a repeat that need no search."""

from __future__ import annotations

from tourney_xlsx.seating.objective import Bools
from tourney_xlsx.seating.records import Outlook

_CHARTS = {8: 1, 12: 1, 20: 5}
"""Most rounds without a repeat ever arranged, where counting strangers alone would allow more."""


def horizon(allowed: Bools, rounds_left: int) -> tuple[int, Outlook]:
    """Of the rounds after this one, how many can be hoped for without a repeat; and if not all, why.

    Each round takes three strangers from everybody, so nobody can play more rounds than a third of his
    strangers.
    """
    if not rounds_left:
        return 0, Outlook.LAST_ROUND
    size, strangers = len(allowed), int(allowed.sum(1).min())
    by_count = strangers // 3 - 1
    by_chart = _CHARTS.get(size, size) - (size - 1 - strangers) // 3 - 1
    hoped = max(0, min(rounds_left, by_count, by_chart))
    if hoped == rounds_left:
        return hoped, Outlook.NOT_FOUND
    return hoped, Outlook.IMPOSSIBLE if by_count < rounds_left else Outlook.BEYOND_CHARTS


def is_guaranteed(allowed: Bools, rounds_left: int) -> bool:
    """No corner can be reached, however this round and the later ones are seated.

    Hajnal and Szemeredi (1970): a graph of greatest degree d can be coloured evenly with any number of
    colours above d. Colour the graph of pairs that may not meet with N/4 colours: each colour is a table.
    Before the last round a player's degree is what it is now, plus three for this round and for each later
    one but the last.
    """
    size = len(allowed)
    degree = size - 1 - int(allowed.sum(1).min())
    return size // 4 > degree + 3 * rounds_left
