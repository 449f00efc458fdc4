"""All benchmarks, one after the other, and their figures as one table.

    python -m benchmarks            half an hour
    python -m benchmarks --quick    without the large sizes and most of the seating events
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from benchmarks import page, rotation, run, scaling, seating, start
from benchmarks.figures import Figure, table, told

QUICK_SIZES, ALL_SIZES = 1000, 5000


def figures(quick: bool) -> Iterator[Figure]:
    """The figures of every benchmark."""
    yield from start.figures()
    yield from run.figures()
    yield from page.figures()
    yield from rotation.figures()
    yield from seating.figures(quick)
    yield from scaling.figures(QUICK_SIZES if quick else ALL_SIZES)


def main() -> None:
    """Each figure as soon as it's there, all of them at the end."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    found = []
    for figure in figures(parser.parse_args().quick):
        print(told(figure), flush=True)
        found.append(figure)
    print(f"\n{table(found)}")


if __name__ == "__main__":
    main()
