"""How evenly a stage of tables of ten is seated, against the proved bound and against a peer.

    python -m benchmarks.rotation                         the cases organisers meet
    python -m benchmarks.rotation 20x7 44x7               some cases: players x games of each
    python -m benchmarks.rotation --all 7                 every count of players from 10 to 60
    python -m benchmarks.rotation --peer-steps 20000      the peer's usual work (minutes a case); 2000 by default

The peer, `mafia-schedule` 0.0.6 from PyPI (GPL), is run in a virtual environment of its own, made for the occasion and
thrown away; without a package index its column is left out. Seconds are processor time.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.figures import Figure
from tourney_xlsx.seating.rotation import RotationRequest, RotationResult, rotation

# what the stages of a cup reach; 44 players have no even seating, and the bound is not reached
LIMITS = {"20x7": 1, "30x7": 1, "37x7": 1, "40x7": 1, "44x7": 1.03, "50x7": 1}
CASES = "10x5 20x3 20x7 30x7 37x7 40x7 44x7 50x7 60x7"
PEER = "mafia-schedule==0.0.6"
SEED = "benchmark"
REFUSED = 3
HEADER = f"{'case':>7}{'SSQ':>10}{'bound':>10}{'proved':>8}{'most':>6}{'seats':>7}{'halves':>8}{'stand-ins':>11}"

# Only called, never imported here. The two attributes are missing from the package as it is shipped.
RUN_PEER = """
REFUSED = 3
import contextlib, io, itertools, random, sys, time
from collections import Counter
from mafia_schedule import Configuration, OptimizeOpponents
players, games, steps = map(int, sys.argv[1:])
random.seed(1)
tables = players // 10
count = players * games // 10
start = time.process_time()
with contextlib.redirect_stdout(io.StringIO()):
    peer = OptimizeOpponents(False)
    peer.expectedZeroPairs = peer.expectedSinglePairs = 0
    stage = Configuration(players, tables, -(-count // tables), count, games)
    if not stage.isValid():
        sys.exit(REFUSED)
    schedule = peer.optimize(stage, 1, steps)
met = Counter(pair for game in schedule.games for pair in itertools.combinations(sorted(game.players), 2))
pairs = players * (players - 1) // 2
total = sum(met.values())
print(sum(n * n for n in met.values()) - total * total / pairs, time.process_time() - start)
"""


@contextmanager
def peer_python() -> Iterator[Path | None]:
    """The interpreter of a throw-away environment with the peer; None when it can't be installed."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", PEER]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        yield python if done.returncode == 0 else None


def ask_peer(python: Path, players: int, games: int, steps: int) -> str:
    """SSQ and seconds of the peer, or that it refuses."""
    command = [str(python), "-c", RUN_PEER, str(players), str(games), str(steps)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return "refuses" if done.returncode == REFUSED else f"fails: {done.stderr.strip().splitlines()[-1]}"
    ssq, seconds = map(float, done.stdout.split())
    return f"{ssq:.2f} in {seconds:.1f} s"


def measured(players: int, games: int) -> tuple[RotationResult, float]:
    """The seating of a stage and the processor time it took."""
    start = time.process_time()
    result = rotation(RotationRequest(tuple(range(1, players + 1)), games, SEED), lambda: False)
    return result, time.process_time() - start


def row(case: str, result: RotationResult, seconds: float) -> str:
    """One line of the table, without the peer."""
    return (
        f"{case:>7}{float(result.pairs_ssq):>10.2f}{float(result.bound):>10.2f}{'yes' if result.optimal else '':>8}"
        f"{max(result.meetings):>6}{result.seat_spread:>7}{result.half_difference:>8}{result.stand_ins:>11}{seconds:>7.2f}"
    )


def figures() -> Iterator[Figure]:
    """The sum of squares over the proved bound (1 is the best there is), evenness of seats and halves, seconds."""
    for case, most in LIMITS.items():
        players, games = map(int, case.split("x"))
        result, seconds = measured(players, games)
        what = f"cup {players} x {games}"
        yield Figure(f"{what}: common games, sum of squares / bound", float(result.pairs_ssq / result.bound), most)
        yield Figure(f"{what}: seat numbers, uneven by", result.seat_spread, 1)
        yield Figure(f"{what}: seating", seconds, 10, "s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", default=CASES.split())
    parser.add_argument("--all", type=int, metavar="GAMES", help="10 to 60 players, this many games each")
    parser.add_argument("--peer-steps", type=int, default=2000, help="work of the peer; 0 leaves it out")
    options = parser.parse_args()
    cases = [f"{n}x{options.all}" for n in range(10, 61)] if options.all else options.cases
    if not options.peer_steps:
        report(cases, None, 0)
        return
    with peer_python() as python:
        if python is None:
            print(f"peer left out: {PEER} can't be installed here")
        report(cases, python, options.peer_steps)


def report(cases: list[str], peer: Path | None, steps: int) -> None:
    """Print the table; the peer's column when there is a peer."""
    print(f"{HEADER}{'s':>7}" + (f"   peer, {steps} steps" if peer else ""))
    for case in cases:
        players, games = map(int, case.split("x"))
        result, seconds = measured(players, games)
        line = row(case, result, seconds)
        print(line + (f"   {ask_peer(peer, players, games, steps)}" if peer else ""), flush=True)


if __name__ == "__main__":
    main()
