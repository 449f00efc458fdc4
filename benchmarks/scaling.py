"""How a run's time and memory grow with the tournament, every tour played, so that nothing is left to seat.

    python -m benchmarks.scaling [largest number of players]

Each size is a process of its own: a first run, which adds all our sheets and the page, then one that changes nothing.
Processor time and peak memory. The exponent says how seconds grew from one size to the next (1 is linear, 2 quadratic), after a fixed start is taken off.
"""

from __future__ import annotations

import math
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.run import club

SIZES = (100, 300, 1000, 3000, 5000)
ROUNDS = 10
RUN = (sys.executable, "-m", "tourney_xlsx", "run", "--json")
MEASURE = (
    "import resource, subprocess, sys; code = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL); "
    "used = resource.getrusage(resource.RUSAGE_CHILDREN); print(used.ru_utime + used.ru_stime, used.ru_maxrss, code)"
)


def measured(*command: str) -> tuple[float, float]:
    """Processor seconds and peak MB of a command: what else the machine does adds nothing to them."""
    done = subprocess.run([sys.executable, "-c", MEASURE, *command], capture_output=True, text=True, check=True)
    seconds, kilobytes, code = done.stdout.split()
    if code != "0":
        raise SystemExit(f"{command}: exit code {code}\n{done.stderr}")
    return float(seconds), float(kilobytes) / 1024


def main() -> None:
    """One line a size."""
    largest = int(sys.argv[1]) if len(sys.argv) > 1 else SIZES[-1]
    with tempfile.TemporaryDirectory() as name:
        start, base = measured(sys.executable, "-c", "import tourney_xlsx.disk, tourney_xlsx.site.page")
        print(f"start: {start:.2f} s, {base:.0f} MB")
        before: tuple[int, float, float] | None = None
        for players in (size for size in SIZES if size <= largest):
            path = Path(name) / f"{players}.xlsx"
            club(players, ROUNDS).save(path)
            first, memory = measured(*RUN, str(path))
            again, _ = measured(*RUN, str(path))
            line = f"{players:5} x {ROUNDS}: first {first:7.2f} s, again {again:7.2f} s, {memory:6.0f} MB"
            now = (players, first - start, memory - base)
            if before is not None:
                line += f"   seconds ^{_exponent(before[0], now[0], before[1], now[1]):4.2f}"
                line += f"   memory ^{_exponent(before[0], now[0], before[2], now[2]):4.2f}"
            print(line, flush=True)
            before = now


def _exponent(size: int, larger: int, value: float, more: float) -> float:
    return math.log(more / value) / math.log(larger / size)


if __name__ == "__main__":
    main()
