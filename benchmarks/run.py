"""A whole run against openpyxl's load + save of the same workbook, both as processes of their own, in one go.

    python benchmarks/run.py

Prints seconds and peak memory of each (median of the runs, in turn), and the ratios that must hold: 40 players x 4 tours
no longer than openpyxl + 1.5 s; 1,000 x 10 under 4 x openpyxl; memory under 2 x. "first": a run that adds all our sheets;
"again": the same run once more, which changes no byte; "seats": a run that also seats the last tour.
"""

from __future__ import annotations

import random
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from openpyxl import Workbook

PEER = "import sys, openpyxl; book = openpyxl.load_workbook(sys.argv[1]); book.save(sys.argv[2])"
MEASURE = (
    "import resource, subprocess, sys, time; start = time.perf_counter(); code = subprocess.call(sys.argv[1:], "
    "stdout=subprocess.DEVNULL); used = resource.getrusage(resource.RUSAGE_CHILDREN); "
    "print(time.perf_counter() - start, used.ru_maxrss, code)"
)


def club(players: int, rounds: int) -> Workbook:
    """A workbook with all tours played."""
    dice = random.Random(players)
    book = Workbook()
    settings = book.worksheets[0]
    settings.title = "Турнир"
    for row in (("Параметр", "Значение"), ("Игра", "маджонг"), ("Туров", rounds), ("Жеребьёвка", "1")):
        settings.append(row)
    registration = book.create_sheet("Игроки")
    registration.append(("№", "Игрок", "Город", "Клуб", "Рейтинг"))
    for number in range(1, players + 1):
        registration.append((number, f"Игрок {number:05}", "Тверь", f"Клуб {number % 17}", 1500 + number % 300))
    for round_ in range(1, rounds + 1):
        sheet = book.create_sheet(f"Тур {round_}")
        sheet.append(("Стол", "Ветер", "№", "Игрок", "ИО", "ТО", "Штраф", "Предупреждения", "Подпись", "Примечание"))
        order = list(range(1, players + 1))
        dice.shuffle(order)
        for table in range(players // 4):
            points = [dice.randint(-100, 100) for _ in range(3)]
            for wind, number, game in zip("ВЮЗС", order[table * 4 :], [*points, -sum(points)], strict=False):
                sheet.append((table + 1, wind, number, f"Игрок {number:05}", game, None, None, None, "да", None))
    return book


def measured(*command: str) -> tuple[float, float]:
    """Seconds and MB of a command."""
    done = subprocess.run([sys.executable, "-c", MEASURE, *command], capture_output=True, text=True, check=True)
    seconds, kilobytes, code = done.stdout.split()
    if code not in ("0", "1"):
        raise SystemExit(f"{command}: exit code {code}\n{done.stderr}")
    return float(seconds), float(kilobytes) / 1024


def compare(folder: Path, players: int, rounds: int, repeats: int) -> None:
    """One size: the peer and our runs in turn."""
    played = folder / f"{players}x{rounds}.xlsx"
    book = club(players, rounds)
    book.save(played)
    del book[f"Тур {rounds}"]
    unplayed = folder / f"{players}x{rounds}-open.xlsx"
    book.save(unplayed)
    found: dict[str, list[tuple[float, float]]] = {"openpyxl": [], "first": [], "again": [], "seats": []}
    for _ in range(repeats):
        found["openpyxl"].append(measured(sys.executable, "-c", PEER, str(played), str(folder / "peer.xlsx")))
        work, seats = folder / "work.xlsx", folder / "seats.xlsx"
        shutil.copy(played, work)
        shutil.copy(unplayed, seats)
        run = (sys.executable, "-m", "tourney_xlsx", "run", "--json")
        found["first"].append(measured(*run, str(work)))
        before = work.read_bytes()
        found["again"].append(measured(*run, str(work)))
        assert work.read_bytes() == before, "a second run changed the workbook"
        found["seats"].append(measured(*run, str(seats)))
    peer_seconds, peer_memory = (statistics.median(values) for values in zip(*found["openpyxl"], strict=True))
    for name, values in found.items():
        seconds, memory = (statistics.median(column) for column in zip(*values, strict=True))
        print(
            f"{players:5} x {rounds:<3} {name:9} {seconds:7.2f} s {memory:6.0f} MB   "
            f"time x {seconds / peer_seconds:5.2f} (+{seconds - peer_seconds:5.2f} s)   memory x {memory / peer_memory:4.2f}"
        )


def main() -> None:
    """Both sizes of the issue."""
    with tempfile.TemporaryDirectory() as name:
        for players, rounds, repeats in ((40, 4, 5), (1000, 10, 3)):
            compare(Path(name), players, rounds, repeats)


if __name__ == "__main__":
    main()
