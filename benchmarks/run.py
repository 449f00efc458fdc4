"""A whole run against openpyxl's load + save of the same workbook, both as processes of their own, in one go.

    python -m benchmarks.run

Medians of the runs, in turn: 40 players x 4 tours
no longer than openpyxl + 1.5 s, 1,000 x 10 under 4 x openpyxl; memory under 2 x. "first": a run that adds all our sheets;
"again": the same run once more, which changes no byte; "seats": a run that also seats the last tour.
"""

from __future__ import annotations

import random
import shutil
import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from openpyxl import Workbook

from benchmarks.figures import Figure, told
from benchmarks.process import Taken, measured

LARGE = 1000  # players: from here on time is compared as a ratio
PEER = "import sys, openpyxl; book = openpyxl.load_workbook(sys.argv[1]); book.save(sys.argv[2])"


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


def compare(folder: Path, players: int, rounds: int, repeats: int) -> dict[str, list[Taken]]:
    """One size: the peer and our runs in turn."""
    played = folder / f"{players}x{rounds}.xlsx"
    book = club(players, rounds)
    book.save(played)
    del book[f"Тур {rounds}"]
    unplayed = folder / f"{players}x{rounds}-open.xlsx"
    book.save(unplayed)
    found: dict[str, list[Taken]] = {"openpyxl": [], "first": [], "again": [], "seats": []}
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
    return found


def figures() -> Iterator[Figure]:
    """Both sizes: what must hold of time and memory."""
    with tempfile.TemporaryDirectory() as name:
        for players, rounds, repeats in ((40, 4, 5), (1000, 10, 3)):
            found = compare(Path(name), players, rounds, repeats)
            seconds = {what: statistics.median(taken.seconds for taken in all_) for what, all_ in found.items()}
            memory = {what: statistics.median(taken.memory for taken in all_) for what, all_ in found.items()}
            for what in ("first", "again", "seats"):
                case = f"{players} x {rounds}, {what}"
                if players < LARGE:
                    yield Figure(f"{case}: a run less openpyxl's load + save", seconds[what] - seconds["openpyxl"], 1.5, "s")
                else:
                    yield Figure(f"{case}: time of a run / openpyxl's load + save", seconds[what] / seconds["openpyxl"], 4)
                yield Figure(f"{case}: memory of a run / openpyxl's", memory[what] / memory["openpyxl"], 2)


if __name__ == "__main__":
    for figure in figures():
        print(told(figure), flush=True)
