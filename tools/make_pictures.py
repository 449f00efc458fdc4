"""Make the pictures of README and docs from the sample workbooks: sheets as LibreOffice prints them, the page as Chromium shows it.

python tools/make_pictures.py        (needs soffice, pdftoppm and chromium)
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parent.parent
IMAGES = ROOT / "docs" / "images"
SHEETS = {
    "mcr-40-ru-4-finished": {
        "Итоги": "standings",
        "Посадка 2": "seating",
        "Состав": "entries",
        "Тур 2": "protocol",
        "Награды": "awards",
    },
    "mcr-40-ru-3-errors": {"Проверка": "checks"},
    "mcr-40-ru-2-after-tour-1": {"Бланки 2": "forms"},
    "mafia-20-ru-4-finished": {"Итоги": "mafia-standings", "Тур 1": "mafia-protocol"},
}
PAGES = {"mcr-40-ru-4-finished": ("page", "page-phone"), "mafia-20-ru-4-finished": ("mafia-page", "mafia-page-phone")}


def sheet_pictures(folder: Path, name: str, wanted: dict[str, str]) -> None:
    """The first printed page of each wanted sheet, found by the sheet's name in the page's footer."""
    work = folder / f"{name}.xlsx"
    shutil.copy(ROOT / "sample_workbooks" / work.name, work)
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = ["soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", str(folder), str(work)]
    subprocess.run(command, check=True, capture_output=True)
    printed = work.with_suffix(".pdf")
    text = subprocess.run(["pdftotext", "-layout", str(printed), "-"], check=True, capture_output=True).stdout.decode()
    for sheet, picture in wanted.items():
        footer = re.compile(rf"· {re.escape(sheet)}( ·|\s)")
        number = next(i for i, page in enumerate(text.split("\f"), start=1) if footer.search(page))
        one = ["pdftoppm", "-r", "70", "-f", str(number), "-l", str(number), "-png", "-singlefile"]
        subprocess.run([*one, str(printed), str(IMAGES / picture)], check=True)


def page_pictures(folder: Path, name: str, desktop: str, phone: str) -> None:
    """The page's first screen on a desk and on a phone."""
    work = folder / f"{name}.xlsx"
    shutil.copy(ROOT / "sample_workbooks" / work.name, work)
    subprocess.run(["tourney-xlsx", "run", str(work)], check=True, capture_output=True)
    page_file = (folder / f"{name}-site" / "index.html").as_uri()
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for picture, width, height in ((desktop, 1100, 900), (phone, 390, 800)):
            page = browser.new_page(viewport={"width": width, "height": height})
            page.goto(page_file)
            page.screenshot(path=IMAGES / f"{picture}.png")
        browser.close()


def main() -> None:
    """All pictures."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for book, wanted in SHEETS.items():
            sheet_pictures(folder, book, wanted)
        for book, (desktop, phone) in PAGES.items():
            page_pictures(folder, book, desktop, phone)


if __name__ == "__main__":
    main()
