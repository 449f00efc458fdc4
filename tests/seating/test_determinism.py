"""The same seating in every process, for any order of equal input."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.seating.events import engine_event, never
from tourney_xlsx.seating import Request, seat

PROGRAM = """
from tests.seating.events import engine_event, never
from tourney_xlsx.seating import draw, winds
clubs = {number: "abcde"[number % 5] for number in range(40)}
results = [*engine_event(16, 5, "same"), *engine_event(28, 4, "same"), *engine_event(60, 3, "same")]
results.append(draw(clubs, clubs, True, {(1, 2), (3, 4)}, "same", never, 3))
print([(r.tables, r.certificate, r.notes, r.cost) for r in results], winds(results[0].ids(), {}, "same"))
"""


def in_a_new_process(hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True)
    assert run.stderr == ""
    return run.stdout


def test_the_same_in_every_process_and_nothing_else_is_printed() -> None:
    first = in_a_new_process("1")
    assert first == in_a_new_process("2")
    assert first.startswith("[((SeatedTable(") and first.count("\n") == 1


def test_another_seed_changes_nothing_but_ties() -> None:
    results = engine_event(24, 4, "ties")
    ranking = tuple(range(1, 25))
    history = tuple(result.ids() for result in results[:2])
    answers = [seat(Request(ranking, history, 0, seed=f"{k}"), never) for k in range(4)]
    assert len({(a.repeats, a.cost, a.optimal) for a in answers}) == 1
