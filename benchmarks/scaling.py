"""How a run's time and memory grow with the tournament, every tour played, so that nothing is left to seat.

    python -m benchmarks.scaling [largest number of players]

Each size is a process of its own: a first run, which adds all our sheets and the page, then one that changes nothing.
Processor time and peak memory; the exponent of their growth is 1 when linear, 2 when quadratic, a fixed start taken off.
"""

from __future__ import annotations

import math
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.figures import Figure, told
from benchmarks.process import measured
from benchmarks.run import club

SIZES = (100, 300, 1000, 3000, 5000)
ROUNDS = 10
RUN = (sys.executable, "-m", "tourney_xlsx", "run", "--json")


def figures(largest: int = SIZES[-1]) -> Iterator[Figure]:
    """The exponents from one size to the next; linear is 1, and a little is left for the noise of the machine."""
    with tempfile.TemporaryDirectory() as name:
        base = measured(sys.executable, "-c", "import tourney_xlsx.disk, tourney_xlsx.writing, tourney_xlsx.site.page")
        before: tuple[int, float, float] | None = None
        for players in (size for size in SIZES if size <= largest):
            path = Path(name) / f"{players}.xlsx"
            club(players, ROUNDS).save(path)
            first, again = measured(*RUN, str(path)), measured(*RUN, str(path))
            memory = max(first.memory, again.memory)
            print(
                f"{players:5} x {ROUNDS}: first {first.processor:6.2f} s, again {again.processor:6.2f} s, {memory:5.0f} MB",
                flush=True,
            )
            now = (players, first.processor - base.processor, memory - base.memory)
            if before is not None:
                sizes = f"{before[0]} to {players} players x {ROUNDS}"
                yield Figure(f"{sizes}: growth of time, exponent", _exponent(before[:2], now[:2]), 1.15)
                yield Figure(f"{sizes}: growth of memory, exponent", _exponent(before[::2], now[::2]), 1.15)
            before = now


def _exponent(before: tuple[float, float], now: tuple[float, float]) -> float:
    return math.log(now[1] / before[1]) / math.log(now[0] / before[0])


if __name__ == "__main__":
    for figure in figures(int(sys.argv[1]) if len(sys.argv) > 1 else SIZES[-1]):
        print(told(figure), flush=True)
