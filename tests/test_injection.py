"""Names that try to be something else go through page, JSON, CSV and sheets as the letters they are, in both games."""

from __future__ import annotations

import csv
import io
import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from tests.books import NOW, as_bytes
from tests.mafia.cup import fill as fill_mafia
from tests.mcr.test_day import fill as fill_mcr
from tourney_xlsx.event import Event, evaluate
from tourney_xlsx.excel.importing import import_form
from tourney_xlsx.excel.read import read
from tourney_xlsx.games import GAMES
from tourney_xlsx.pipeline import Circumstances
from tourney_xlsx.report import as_json
from tourney_xlsx.text import clean

NASTY = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "</script><b>жирный",
    "</title></style><!--",
    "{{ 7*7 }} {% raw %}",
    '"; drop table',
    "O'Нил \"Ёж\"",
    "=HYPERLINK(\"http://x.example\",\"жми\")",
    "+7 900 1234567",
    "-2+3",
    "@SUM(A1)",
    "=1+1",
    "]]> &amp; &lt; &#65;",
    "_x0041_ и _x000D_",
    "\u202eзеркало\u202c",
    "\u2067правый\u2069 левый",
    "Дракон 🐉👩‍👩‍👧",
    "Ы" * 90,
    "две\nстроки",
    "таб\tвнутри",
    "a,b;c\"d'",
    "\\n \\u0041 ${x} %s {0}",
    "javascript:alert(1)",
    "#REF!",
    "ИСТИНА",
    "1e5",
    "12.05.2026",
    "'апостроф",
    "é е́ Ё",
    "&copy",
    "//комментарий /* и */",
    "__proto__",
]  # fmt: skip
PLACES = {"Название": "</title><script>t()</script>", "Город": "«Тверь» & <i>Ко</i>", "Место": "=1+1 ]]> _x0041_"}
DANGER = re.compile(r"<script>(alert|t)\(|<img src=x|<b>жирный|<i>Ко")


def put(sheet: Any, row: int, column: int, value: object) -> None:
    cell = sheet.cell(row, column)
    if isinstance(value, str):
        cell.value = re.sub("_(?=x[0-9A-Fa-f]{4}_)", "_x005F_", value)
        cell.data_type = "s"
    else:
        cell.value = value


def saved(book: Workbook) -> bytes:
    """openpyxl takes escapes apart when it loads and doesn't make them when it saves; Excel does both."""
    for sheet in book.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                if isinstance(cell.value, str) and cell.data_type != "f" and "_x" in cell.value:
                    put(sheet, cell.row, cell.column, cell.value.replace("_x005F_", "_"))
    return as_bytes(book)


def nasty_book(game: str) -> bytes:
    """An event of players with those names, clubs, cities and notes."""
    book = Workbook()
    settings = book.worksheets[0]
    settings.title = "Турнир"
    rows = [("Параметр", "Значение"), ("Игра", game), ("Жеребьёвка", "проба <b>"), *PLACES.items()]
    rows += (
        [("Отборочных игр", 1), ("Полуфинальных игр", 0), ("Финальных игр", 0)] if game == "мафия" else [("Туров", 2)]
    )
    for number, row in enumerate(rows, 1):
        for column, value in enumerate(row, 1):
            put(settings, number, column, value)
    entries = book.create_sheet("Игроки")
    entries.append(["№", "Игрок", "Город", "Клуб", "Примечание"])
    names = NASTY if game == "маджонг" else NASTY[:30]
    for number, name in enumerate(names, 1):
        for column, value in enumerate((number, name, name, NASTY[(number // 3) % len(NASTY)], f"тайна {name}"), 1):
            put(entries, number + 1, column, value)
    return as_bytes(book)


def run(data: bytes) -> Event:
    return evaluate(data, Circumstances(NOW, "fresh", lambda: False))


@pytest.fixture(scope="module", params=["маджонг", "мафия"])
def played(request: pytest.FixtureRequest) -> Event:
    import random

    first = run(nasty_book(request.param))
    assert not first.outcome.errors, first.outcome.problems
    book = load_workbook(io.BytesIO(first.workbook))
    if request.param == "мафия":
        fill_mafia(book["Тур 1"], random.Random(1))
    else:
        fill_mcr(book["Тур 1"])
    found = run(saved(book))
    assert not found.outcome.errors, found.outcome.problems
    assert found.outcome.standings
    return found


def wanted(found: Event) -> list[str]:
    """The names as the program keeps them."""
    expected = NASTY if found.outcome.tournament.game == "mcr" else NASTY[:30]
    return [clean(name) for name in expected]


def test_names_are_read_as_they_were_typed(played: Event) -> None:
    assert [player.name for player in played.outcome.tournament.players] == wanted(played)


def test_json_holds_them(played: Event) -> None:
    found = json.loads(as_json(played.outcome))
    assert {entry["name"] for entry in found["entries"]} == set(wanted(played))
    assert {row["name"] for row in found["standings"]} == set(wanted(played))


def test_sheets_hold_them_as_text(played: Event) -> None:
    book = load_workbook(io.BytesIO(played.workbook))
    standings = {cell.value for row in book["Итоги"].iter_rows() for cell in row if isinstance(cell.value, str)}
    for name in wanted(played):
        assert name in {re.sub("_x005F_", "_", text) for text in standings}, name
    ours = [sheet for sheet in book.worksheets if str(sheet.cell(1, 1).value).startswith("tourney_xlsx")]
    assert len(ours) > 5
    for sheet in [*ours, book["Тур 1"]]:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    assert 'HYPERLINK("http://x' not in str(cell.value) and str(cell.value) != "=1+1", (
                        sheet.title,
                        cell.coordinate,
                    )
                assert cell.hyperlink is None or not cell.hyperlink.target or "javascript" not in cell.hyperlink.target
    assert run(played.workbook).workbook == played.workbook
    titles = {sheet.name: sheet.text(1, 1) for sheet in read(played.workbook)}
    assert titles["Игроки"] == "№"


class Seen(HTMLParser):
    """Tags with their attributes, and the text outside scripts and styles."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.raw: list[str] = []
        self._inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self._inside and self._inside.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        (self.raw if self._inside and self._inside[-1] in ("script", "style") else self.text).append(data)


def pages(found: Event) -> dict[str, str]:
    return {name: text.decode() for name, text in found.page({}) if name.endswith(".html")}


def test_pages_show_them_and_run_nothing(played: Event) -> None:
    allowed: set[str] | None = None
    for name, text in pages(played).items():
        assert not DANGER.search(text), name
        seen = Seen()
        seen.feed(text)
        shown = " ".join("".join(seen.text).split())
        for person in wanted(played) if name.startswith("index") else ():
            assert " ".join(person.split()) in shown, person
        for tag, attributes in seen.tags:
            assert not [key for key in attributes if key.startswith("on")], (tag, attributes)
            for key in ("href", "src", "action"):
                assert not (attributes.get(key) or "").lower().lstrip().startswith(("javascript:", "data:text")), (
                    attributes
                )
        assert not [tag for tag, _ in seen.tags if tag in ("iframe", "object", "embed", "base", "form")]
        scripts = {tag for tag, _ in seen.tags}
        allowed = scripts if allowed is None else allowed
        assert "тайна" not in text


def test_the_same_page_with_plain_names_has_the_same_elements(played: Event) -> None:
    """No name makes an element or ends one: the page's tags don't depend on the names."""
    assert all("alert(1)" not in "".join(seen.raw) for seen in map(_seen, pages(played).values()))


def _seen(text: str) -> Seen:
    seen = Seen()
    seen.feed(text)
    return seen


def test_other_files_of_the_page(played: Event) -> None:
    for name, content in played.page({}):
        data = content.decode("utf-8", "replace")
        if name.endswith(".json"):
            assert json.loads(data)
        if name.endswith(".csv"):
            rows = list(csv.reader(io.StringIO(data.lstrip("\ufeff")), delimiter=";"))
            assert len({len(row) for row in rows}) == 1
            names = {row[2].removeprefix("'") for row in rows[1:]}
            assert names == {person.removeprefix("'") for person in wanted(played)}
            formulas = [
                c for row in rows for c in row if c[:1] in "=+@-" and c and not re.fullmatch(r"-?\d+(,\d+)?", c)
            ]
            assert formulas == [], "no program takes a name for a formula"


def test_a_form_with_those_names_is_imported_as_text() -> None:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";")
    writer.writerow(["ФИО", "Клуб"])
    writer.writerows([name, name] for name in NASTY)
    empty = Workbook()
    empty.worksheets[0].title = "Турнир"
    for row in (("Параметр", "Значение"), ("Игра", "маджонг")):
        empty.worksheets[0].append(row)
    empty.create_sheet("Игроки").append(["№", "Игрок", "Клуб"])
    found = import_form(out.getvalue().encode("utf-8-sig"), as_bytes(empty), GAMES)
    added = [player.name for player in run(found.workbook).outcome.tournament.players]
    assert added == [clean(name) for name in NASTY]
    assert all(cell.formula is None for sheet in read(found.workbook) for cell in sheet.cells.values())
