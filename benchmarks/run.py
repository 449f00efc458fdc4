"""A whole run against openpyxl's load + save of the same workbook, both as processes of their own, in one go.

    python -m benchmarks.run

Medians of the runs, in turn: 40 players x 4 tours
no longer than openpyxl + 1.5 s, 1,000 x 10 under 4 x openpyxl; memory under 2 x. "first": a run that adds all our sheets;
"again": the same run once more, which changes no byte; "seats": the first run where the last tour is still to be seated;
"next": the first run of "first" where the page that "seats" published is there to be compared with.
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
CASES = ("first", "again", "seats", "next")
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


def compare(folder: Path, players: int, rounds: int, repeats: int) -> dict[str, list[tuple[Taken, Taken]]]:
    """One size: by case our runs, each with the peer's of the same workbook, in turn."""
    played, unplayed = folder / f"{players}x{rounds}.xlsx", folder / f"{players}x{rounds}-open.xlsx"
    book = club(players, rounds)
    book.save(played)
    del book[f"Тур {rounds}"]
    book.save(unplayed)
    found: dict[str, list[tuple[Taken, Taken]]] = {case: [] for case in CASES}
    work, run = folder / "work.xlsx", (sys.executable, "-m", "tourney_xlsx", "run", "--json")
    for _ in range(repeats):
        of_played, of_unplayed = (
            measured(sys.executable, "-c", PEER, str(peer), str(folder / "peer.xlsx")) for peer in (played, unplayed)
        )
        shutil.rmtree(folder / "work-site", ignore_errors=True)
        shutil.copy(unplayed, work)
        found["seats"].append((measured(*run, str(work)), of_unplayed))
        shutil.copy(played, work)
        found["next"].append((measured(*run, str(work)), of_played))
        shutil.rmtree(folder / "work-site")
        shutil.copy(played, work)
        found["first"].append((measured(*run, str(work)), of_played))
        before = work.read_bytes()
        found["again"].append((measured(*run, str(work)), of_played))
        assert work.read_bytes() == before, "a second run changed the workbook"
    return found


def figures() -> Iterator[Figure]:
    """Both sizes: what must hold of time and memory."""
    with tempfile.TemporaryDirectory() as name:
        for players, rounds, repeats in ((40, 4, 5), (1000, 10, 3)):
            for case, taken in compare(Path(name), players, rounds, repeats).items():
                ours, theirs = (statistics.median(one[who].seconds for one in taken) for who in (0, 1))
                memory = [statistics.median(one[who].memory for one in taken) for who in (0, 1)]
                title = f"{players} x {rounds}, {case}"
                if players < LARGE:
                    yield Figure(f"{title}: a run less openpyxl's load + save", ours - theirs, 1.5, "s")
                else:
                    yield Figure(f"{title}: time of a run / openpyxl's load + save", ours / theirs, 4)
                yield Figure(f"{title}: memory of a run / openpyxl's", memory[0] / memory[1], 2)


if __name__ == "__main__":
    for figure in figures():
        print(told(figure), flush=True)
