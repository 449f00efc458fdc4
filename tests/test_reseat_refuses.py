"""`reseat` makes a protocol sheet anew only where nothing of the organiser's would go with the old one."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from openpyxl import load_workbook
from openpyxl.chart import BarChart
from openpyxl.comments import Comment
from openpyxl.worksheet.table import Table

from tests.books import MCR, as_bytes, book, event, players
from tests.excel.torture import pack, unpack
from tests.mafia.cup import people, small
from tests.test_commands import run
from tourney_xlsx.event import ReseatError

EVENTS = {"mahjong": MCR + players(16), "cup": small(2) + people(20)}


def changed(data: bytes, change: Callable[[Any], None]) -> bytes:
    made = load_workbook(io.BytesIO(data))
    change(made["Тур 1"])
    return as_bytes(made)


def refused(data: bytes, number: int = 1) -> tuple[str, str]:
    with pytest.raises(ReseatError) as caught:
        event(data, reseat=number)
    return caught.value.code, caught.value.cell


def note(sheet: Any) -> None:
    sheet["D5"].comment = Comment("пересел сам", "судья")
    sheet["B7"].comment = Comment("опоздал", "судья")


def chart(sheet: Any) -> None:
    sheet.add_chart(BarChart(), "R3")


def table(sheet: Any) -> None:
    sheet.auto_filter.ref = None
    sheet.add_table(Table(displayName="Протокол", ref="A1:C9"))


def link(sheet: Any) -> None:
    sheet["D4"].hyperlink = "https://club.example/"


@pytest.mark.parametrize("game", EVENTS)
@pytest.mark.parametrize(("change", "cell"), [(note, "D5"), (chart, "R3"), (table, "A1"), (link, "A1")])
def test_notes_drawings_tables_and_links_are_not_dropped(game: str, change: Callable[[Any], None], cell: str) -> None:
    data = event(EVENTS[game]).workbook
    assert refused(changed(data, change)) == ("reseat_own_things", f"Тур 1!{cell}")
    assert event(changed(data, lambda sheet: None), reseat=1).redone >= {"Тур 1"}


@pytest.mark.parametrize("game", EVENTS)
def test_an_untouched_sheet_with_a_printers_settings_is_made_anew(game: str) -> None:
    from tourney_xlsx.excel.book import open_book
    from tourney_xlsx.excel.package import Package

    book_ = open_book(Package(event(EVENTS[game]).workbook))
    sheet = book_.sheet("Тур 1")
    assert sheet is not None
    part = book_.part(sheet)
    folder, _, name = part.rpartition("/")
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/printerSettings"
    rels = f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="{kind}" Target="printer.xml"/></Relationships>'
    book_.package.write(f"{folder}/_rels/{name}.rels", rels.encode())
    book_.package.write(f"{folder}/printer.xml", b"<p/>")
    assert event(book_.package.to_bytes(), reseat=1).redone >= {"Тур 1"}


def typed(sheet: Any) -> None:
    sheet["H6"], sheet["G8"] = ("да", "да") if sheet["B1"].value == "Место" else (1, 5)


@pytest.mark.parametrize("game", EVENTS)
def test_the_first_entry_in_the_way_is_named(game: str) -> None:
    data = changed(event(EVENTS[game]).workbook, lambda sheet: sheet.__setitem__("K8", "судья"))
    code, cell = refused(changed(data, typed))
    assert code == "reseat_begun"
    assert cell == "Тур 1!H6"


def test_a_round_whose_next_one_is_seated_says_so(tmp_path: Any) -> None:
    data = event(EVENTS["mahjong"]).workbook
    made = load_workbook(io.BytesIO(data))
    copy = made.copy_worksheet(made["Тур 1"])
    copy.title = "Тур 2"
    assert refused(as_bytes(made)) == ("reseat_followed", "")
    (tmp_path / "клуб.xlsx").write_bytes(as_bytes(made))
    done = run("reseat", "клуб.xlsx", "--round", "1", cwd=tmp_path)
    assert done.returncode == 1 and "уже рассажен" in done.stderr.decode()


def test_the_sentence_names_sheet_and_cell(tmp_path: Any) -> None:
    data = event(book(EVENTS["mahjong"])).workbook
    path = tmp_path / "клуб.xlsx"
    for change, cell in ((note, "Тур 1!D5"), (typed, "Тур 1!H6")):
        before = changed(data, change)
        path.write_bytes(before)
        for lang in ("ru", "en"):
            done = run("reseat", path.name, "--round", "1", "--lang", lang, cwd=tmp_path)
            assert done.returncode == 1
            assert cell in done.stderr.decode() and len(done.stderr.decode().splitlines()) == 1
        assert path.read_bytes() == before


def by_libreoffice(data: bytes) -> bytes:
    """The workbook as LibreOffice saves it in one respect: every sheet has a drawing, with nothing in it."""
    parts = unpack(data)
    names = [name for name in parts if re.fullmatch(r"xl/worksheets/sheet\d+\.xml", name)]
    for number, name in enumerate(names, 50):
        rels = f"xl/worksheets/_rels/{name.rsplit('/', 1)[-1]}.rels"
        parts[f"xl/drawings/drawing{number}.xml"] = (
            b'<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"></xdr:wsDr>'
        )
        link = (
            '<Relationship Id="rId90" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/drawing" '
            f'Target="../drawings/drawing{number}.xml"/></Relationships>'
        ).encode()
        empty = b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
        parts[rels] = parts.get(rels, empty).replace(b"</Relationships>", link)
    return pack(parts)


@pytest.mark.parametrize("game", EVENTS)
def test_a_drawing_with_nothing_in_it_is_nothing(game: str) -> None:
    data = by_libreoffice(event(EVENTS[game]).workbook)
    assert event(data, reseat=1).redone >= {"Тур 1"}


@pytest.mark.parametrize("game", EVENTS)
def test_rows_put_in_over_the_header_are_looked_at_for_what_they_hold(game: str) -> None:
    data = event(EVENTS[game]).workbook
    assert event(changed(data, lambda sheet: sheet.insert_rows(1, 2)), reseat=1).redone >= {"Тур 1"}

    def title(sheet: Any) -> None:
        sheet.insert_rows(1)
        sheet["B1"] = "Первый тур"

    assert refused(changed(data, title)) == ("reseat_own_cells", "Тур 1!B1")


@pytest.mark.parametrize("game", EVENTS)
def test_with_errors_no_seating_is_taken_back(game: str) -> None:
    seated = event(EVENTS[game])

    def mistake(made: Any) -> None:
        made["Игроки"]["A3"] = "двадцать"

    def right(made: Any) -> None:
        made["Игроки"]["A3"] = 2

    def with_players(data: bytes, change: Callable[[Any], None]) -> bytes:
        made = load_workbook(io.BytesIO(data))
        change(made)
        return as_bytes(made)

    failed = event(with_players(seated.workbook, mistake), reseat=1)
    assert failed.outcome.errors
    assert failed.outcome.schedule == seated.outcome.schedule
    mended = event(with_players(failed.workbook, right))
    assert not mended.outcome.errors
    assert mended.outcome.schedule == seated.outcome.schedule
    assert event(mended.workbook, reseat=1).redone >= {"Тур 1"}


def test_a_refusal_speaks_the_workbooks_language(tmp_path: Any) -> None:
    text = MCR.replace("маджонг", "mahjong\nЯзык | en") + players(16)
    path = tmp_path / "club.xlsx"
    path.write_bytes(event(book(text)).workbook)
    done = run("reseat", path.name, "--round", "3", cwd=tmp_path)
    assert done.returncode == 1
    assert not re.search("[а-яА-Я]", done.stderr.decode())


@pytest.mark.parametrize("game", EVENTS)
def test_people_put_into_other_seats_by_hand_are_the_organisers_entry(game: str) -> None:
    data = event(EVENTS[game]).workbook

    def swap(sheet: Any) -> None:
        rows = (3, 7) if game == "mahjong" else (3, 13)
        for column in "CD":
            first, second = (sheet[f"{column}{row}"] for row in rows)
            first.value, second.value = second.value, first.value

    def guest(sheet: Any) -> None:
        sheet["C4"], sheet["D4"] = None, "Гость"

    assert refused(changed(data, swap)) == ("reseat_own_cells", "Тур 1!D3")
    assert refused(changed(data, guest)) == ("reseat_own_cells", "Тур 1!D4")
