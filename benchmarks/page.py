"""Size and speed of the results page.

    python -m benchmarks.page

Sizes and rendering times; with Chromium installed also first paint, search and sorting. What must hold: 40 players x 4 rounds under 150 KB (150,000 bytes) and first paint under
0.3 s on a processor slowed four times; 500 x 10 under 3 MB, search and sorting within 100 ms, rendering under 1 s.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from benchmarks.figures import Figure, told
from tests.site.factory import Mahjong
from tourney_xlsx.model import Outcome
from tourney_xlsx.site.page import files

RUNS = 5
SEARCH = """text => {
  const field = document.querySelector("#q"), start = performance.now();
  field.value = text;
  field.dispatchEvent(new Event("input"));
  document.body.offsetHeight;
  return performance.now() - start;
}"""
SORT = """column => {
  const button = document.querySelectorAll(".after[open] thead button")[column], start = performance.now();
  button.click();
  document.body.offsetHeight;
  return performance.now() - start;
}"""
PAINT = """() => new Promise(done => {
  const look = () => {
    const paint = performance.getEntriesByName("first-contentful-paint")[0];
    if (paint) done(paint.startTime); else setTimeout(look, 20);
  };
  look();
})"""


def club() -> Outcome:
    """40 players, 4 rounds played."""
    return Mahjong(players=40, played=4, substitutes=2, withdrawn={12: 2}, penalties={(2, 5): 20}).outcome()


def congress() -> Outcome:
    """500 players, 10 rounds played."""
    return Mahjong(players=500, rounds=10, played=10, substitutes=4).outcome()


def best(measure: Callable[[], float]) -> float:
    """The least of `RUNS` measurements: whatever else the machine does can only add to it."""
    return min(measure() for _ in range(RUNS))


def rendering(outcome: Outcome) -> float:
    """Processor seconds for all files, both languages among them."""
    start = time.process_time()
    dict(files(outcome, "{}"))
    return time.process_time() - start


def paint(page: Page, address: str) -> float:
    """Seconds to the first contentful paint on a processor slowed four times."""
    page.goto("about:blank")
    page.goto(address)
    return float(page.evaluate(PAINT)) / 1000


def in_browser(program: str, folder: Path) -> Iterator[Figure]:
    """What the two pages in `folder` take in a browser."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 390, "height": 844})
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        address = (folder / "club.html").as_uri()
        yield Figure("page 40 x 4: first paint, processor slowed four times", best(lambda: paint(page, address)), 0.3, "s")
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        page.goto((folder / "congress.html").as_uri())
        for text in ("ов", "сок", "7"):
            taken = best(partial(page.evaluate, SEARCH, text))
            yield Figure(f"page 500 x 10: search for {text!r}", taken, 100, "ms")
        for column in (1, 2, 3):
            taken = best(partial(page.evaluate, SORT, column))
            yield Figure(f"page 500 x 10: sort by column {column}", taken, 100, "ms")
        browser.close()


def figures() -> Iterator[Figure]:
    """Sizes and rendering; the browser's part where there is Chromium."""
    program = shutil.which("chromium")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for what, outcome, limit in (("club", club(), 150), ("congress", congress(), 3000)):
            markup = dict(files(outcome, "{}"))["index.html"]
            (folder / f"{what}.html").write_bytes(markup)
            case = f"page {len(outcome.tournament.players)} x {outcome.rounds_total}"
            yield Figure(f"{case}: index.html", len(markup) / 1000, limit, "KB")
            yield Figure(f"{case}: rendering, both languages", best(partial(rendering, outcome)), 1, "s")
        if program:
            yield from in_browser(program, folder)


if __name__ == "__main__":
    for figure in figures():
        print(told(figure), flush=True)
