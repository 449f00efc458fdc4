"""Size and speed of the results page.

    python -m benchmarks.page             sizes and rendering times
    python -m benchmarks.page chromium    also first paint, search and sorting in this browser

Prints what it measured beside what must hold: 40 players x 4 rounds under 150 KB (150,000 bytes) and first paint under
0.3 s on a processor slowed four times; 500 x 10 under 3 MB, search and sorting within 100 ms, rendering under 1 s.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

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


def line(what: str, measured: float, limit: float, unit: str) -> None:
    """One printed line with the verdict."""
    print(f"{what:44} {measured:10.3f} {unit:3} must be under {limit:g}: {'yes' if measured < limit else 'NO'}")


def paint(page: Page, address: str) -> float:
    """Seconds to the first contentful paint on a processor slowed four times."""
    page.goto("about:blank")
    page.goto(address)
    return float(page.evaluate(PAINT)) / 1000


def in_browser(program: str, folder: Path) -> None:
    """Measures the two pages in `folder`."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 390, "height": 844})
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        address = (folder / "club.html").as_uri()
        line("40 x 4: first paint, slowed four times", best(lambda: paint(page, address)), 0.3, "s")
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        page.goto((folder / "congress.html").as_uri())
        for text in ("ов", "сок", "7"):
            line(f"500 x 10: search for {text!r}", best(lambda text=text: page.evaluate(SEARCH, text)), 100, "ms")
        for column in (1, 2, 3):
            line(
                f"500 x 10: sort by column {column}",
                best(lambda column=column: page.evaluate(SORT, column)),
                100,
                "ms",
            )
        browser.close()


def main() -> None:
    """Renders, measures, prints."""
    program = shutil.which("chromium") if "chromium" in sys.argv[1:] else None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for what, outcome, limit in (("club", club(), 150), ("congress", congress(), 3000)):
            markup = dict(files(outcome, "{}"))["index.html"]
            (folder / f"{what}.html").write_bytes(markup)
            players, rounds = len(outcome.tournament.players), outcome.rounds_total
            line(f"{players} x {rounds}: index.html", len(markup) / 1000, limit, "KB")
            line(f"{players} x {rounds}: rendering, both languages", best(lambda o=outcome: rendering(o)), 1, "s")
        if program:
            in_browser(program, folder)


if __name__ == "__main__":
    main()
