"""How soon the program answers: `--version` and `check` of a small workbook against a whole run of it, in turn.

    python -m benchmarks.start
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.figures import Figure, told
from benchmarks.process import measured
from tourney_xlsx.resources import folder

SAMPLE = "mcr-16-ru-2-after-tour-1.xlsx"
PROGRAM = (sys.executable, "-m", "tourney_xlsx")
TIMES = 7


def figures() -> Iterator[Figure]:
    """The ratios, of processor time."""
    found: dict[str, list[float]] = {"run": [], "--version": [], "check": []}
    with tempfile.TemporaryDirectory() as name:
        book = Path(name) / "club.xlsx"
        for _ in range(TIMES):
            shutil.copy(folder("sample_workbooks") / SAMPLE, book)
            found["check"].append(measured(*PROGRAM, "check", str(book)).processor)
            found["--version"].append(measured(*PROGRAM, "--version").processor)
            found["run"].append(measured(*PROGRAM, "run", str(book)).processor)
    whole = statistics.median(found["run"])
    for what in ("--version", "check"):
        yield Figure(f"{what}, 16 players / a run that seats and writes", statistics.median(found[what]) / whole, 0.35)


if __name__ == "__main__":
    for figure in figures():
        print(told(figure))
