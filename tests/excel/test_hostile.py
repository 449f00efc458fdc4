"""Files made to do harm, and files that only look like a workbook: each ends in exit code 3 and one sentence, in bounded memory."""

from __future__ import annotations

import io
import os
import socket
import struct
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from openpyxl import load_workbook

from tests.books import MCR, book, event, outcome, players
from tests.excel.test_graft import with_part
from tests.excel.test_refusals import SPREADSHEET, ole, zipped
from tests.excel.torture import pack, torture, unpack
from tourney_xlsx.cli import main
from tourney_xlsx.excel import package
from tourney_xlsx.excel.read import CellKind, DamagedError, read

ROOT = Path(__file__).parents[2]
GOOD = book(MCR + players(8))
SHEET, BOOK, TYPES = "xl/worksheets/sheet1.xml", "xl/workbook.xml", "[Content_Types].xml"
PLAYERS = "xl/worksheets/sheet2.xml"
HEAD = b'<?xml version="1.0" encoding="UTF-8"?>'
MAIN = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def check(data: bytes, folder: Path, name: str = "клуб.xlsx", command: str = "check") -> Result:
    """`check` on a file of these bytes, which stays as it is."""
    path = folder / name
    path.write_bytes(data)
    done = CliRunner().invoke(main, [command, str(path)])
    assert path.read_bytes() == data
    assert [p.name for p in folder.iterdir()] == [name]
    return done


def refused(data: bytes, folder: Path, name: str = "клуб.xlsx") -> str:
    """The sentence of a refusal; `run` says the same as `check`."""
    done = check(data, folder, name)
    assert done.exit_code == 3, done.output
    assert done.stdout == ""
    sentence = done.stderr.strip()
    assert len(sentence.splitlines()) == 1
    assert "Traceback" not in sentence
    assert "ошибка в самой программе" not in sentence
    assert check(data, folder, name, "run").stderr == done.stderr
    return sentence


def never_a_fault(data: bytes, folder: Path) -> Result:
    """Whatever the answer, it's a sentence about the file."""
    done = check(data, folder)
    assert done.exit_code in (0, 1, 3), done.output
    assert "ошибка в самой программе" not in done.output
    return done


def altered(part: str, old: bytes, new: bytes, data: bytes = GOOD) -> bytes:
    """The workbook with `old` in a part replaced once."""
    parts = unpack(data)
    assert old in parts[part]
    return pack(parts | {part: parts[part].replace(old, new, 1)})


def replaced(part: str, content: bytes, data: bytes = GOOD) -> bytes:
    """The workbook with a part of other content."""
    return pack(unpack(data) | {part: content})


def sheet(rows: bytes) -> bytes:
    """A worksheet's XML."""
    return HEAD + b"<worksheet " + MAIN + b"><sheetData>" + rows + b"</sheetData></worksheet>"


BOMBS = {
    "one member": replaced("xl/media/x.bin", bytes(40 << 20)),
    "a sheet of blanks": replaced(SHEET, sheet(b" " * (60 << 20))),
    "many members under the free size": pack(unpack(GOOD) | {f"xl/media/{n}.bin": bytes(7 << 20) for n in range(40)}),
    "a bomb inside a workbook inside a zip": zipped(("inner.xlsx", replaced("xl/media/x.bin", bytes(40 << 20)))),
    "too many members": zipped(*unpack(GOOD).items(), *((f"xl/{n}", b"") for n in range(10_001))),
}


@pytest.mark.parametrize("data", BOMBS.values(), ids=BOMBS)
def test_bombs(data: bytes, tmp_path: Path) -> None:
    assert refused(data, tmp_path)


ENTITIES = b'<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">' + b"".join(
    b'<!ENTITY %c "%s">' % (98 + n, (b"&%c;" % (97 + n)) * 10) for n in range(10)
)


@pytest.mark.parametrize("part", [SHEET, BOOK, TYPES, "xl/styles.xml", "_rels/.rels", "xl/_rels/workbook.xml.rels"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32", "cp037"])
def test_entity_bombs_and_files_asked_for(part: str, encoding: str, tmp_path: Path) -> None:
    secret = tmp_path / "s"
    secret.mkdir()
    (secret / "secret.txt").write_text("СЕКРЕТ", encoding="utf-8")
    declared = {"utf-32": "UCS-4", "cp037": "EBCDIC-CP-US"}.get(encoding, encoding)
    inner = tmp_path / "in"
    inner.mkdir()
    for entity in (
        ENTITIES + b"]>",
        b'<!DOCTYPE a [<!ENTITY k SYSTEM "%s">]>' % (secret / "secret.txt").as_uri().encode(),
    ):
        xml = unpack(GOOD)[part].split(b"?>", 1)[-1].decode()
        text = f'<?xml version="1.0" encoding="{declared}"?>{entity.decode()}' + xml.replace("</", "&k;</", 1)
        assert "СЕКРЕТ" not in refused(replaced(part, text.encode(encoding, "xmlcharrefreplace")), inner)


def test_a_document_type_in_a_part_of_another_name_is_refused_too(tmp_path: Path) -> None:
    parts = unpack(GOOD)
    evil = HEAD + ENTITIES + b"]>" + parts.pop(PLAYERS).split(b"?>", 1)[-1].replace(b"</v>", b"&k;</v>", 1)
    parts["xl/worksheets/sheet2.bin"] = evil
    parts["xl/_rels/workbook.xml.rels"] = parts["xl/_rels/workbook.xml.rels"].replace(b"sheet2.xml", b"sheet2.bin")
    parts[TYPES] = parts[TYPES].replace(b"sheet2.xml", b"sheet2.bin")
    assert refused(pack(parts), tmp_path)


def test_links_and_connections_are_never_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "in").mkdir()
    opened: list[str] = []
    real = io.open

    def watched(file: Any, *arguments: Any, **more: Any) -> Any:
        opened.append(str(file))
        return real(file, *arguments, **more)

    monkeypatch.setattr(socket.socket, "connect", lambda *_: pytest.fail("a connection was made"))
    monkeypatch.setattr(io, "open", watched)
    parts = unpack(GOOD)
    connection = (
        b"<connections " + MAIN + b'><connection id="1" name="q" type="4" refreshOnLoad="1"><webPr '
        b'url="http://192.0.2.1/x"/></connection></connections>'
    )
    parts["xl/connections.xml"] = HEAD + connection
    relations = parts["xl/_rels/workbook.xml.rels"]
    more = (
        b'<Relationship Id="rIdC" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/connections" Target="connections.xml"/>'
        b'<Relationship Id="rIdX" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" '
        b'Target="file:///etc/passwd" TargetMode="External"/>'
    )
    parts["xl/_rels/workbook.xml.rels"] = relations.replace(b"</Relationships>", more + b"</Relationships>")
    parts[PLAYERS] = (
        parts[PLAYERS]
        .replace(b"<sheetData>", b"<sheetData>")
        .replace(
            b"</row>", b'<c r="H1"><f>[1]Sheet1!A1</f></c><c r="I1"><f>WEBSERVICE("http://192.0.2.1/")</f></c></row>', 1
        )
    )
    assert never_a_fault(pack(parts), tmp_path / "in").exit_code == 0
    assert check(torture(), tmp_path / "in").exit_code == 1
    assert not [name for name in opened if "passwd" in name or "rating" in name]


FOREIGN = {
    "encrypted": ("клуб.xlsx", ole("EncryptionInfo", "EncryptedPackage"), "парол"),
    "old Excel": ("клуб.xls", ole("Workbook"), ".xls"),
    "old Excel renamed": ("клуб.xlsx", ole("Workbook"), ".xls"),
    "LibreOffice": ("клуб.ods", zipped(("mimetype", SPREADSHEET.encode()), ("content.xml", b"<a/>")), "xlsx"),
    "LibreOffice renamed": ("клуб.xlsx", zipped(("mimetype", SPREADSHEET.encode()), ("content.xml", b"<a/>")), "xlsx"),
    "text renamed": ("клуб.xlsx", "№;Игрок\r\n1;Анна\r\n".encode("cp1251"), "не книга Excel"),
    "page renamed": ("клуб.xlsx", b"<html><table><tr><td>1</td></tr></table></html>", "не книга Excel"),
    "empty": ("клуб.xlsx", b"", "файл пуст"),
    "zeros": ("клуб.xlsx", bytes(20_000), "не книга Excel"),
}


@pytest.mark.parametrize(("name", "data", "word"), FOREIGN.values(), ids=FOREIGN)
def test_other_files(name: str, data: bytes, word: str, tmp_path: Path) -> None:
    assert word in refused(data, tmp_path, name)


def test_a_folder_instead_of_a_file(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["check", str(tmp_path)])
    assert done.exit_code == 3
    assert "ошибка в самой программе" not in done.output


@pytest.mark.parametrize("data", [GOOD, torture()], ids=["plain", "rich"])
def test_cut_off_anywhere(data: bytes, tmp_path: Path) -> None:
    for part in range(1, 50):
        assert refused(data[: len(data) * part // 50], tmp_path)


def test_any_part_missing(tmp_path: Path) -> None:
    data = event(GOOD).workbook
    needed = set()
    for name in unpack(data):
        parts = unpack(data)
        del parts[name]
        if never_a_fault(pack(parts), tmp_path).exit_code == 3:
            needed.add(name)
    assert {TYPES, "_rels/.rels", BOOK, "xl/_rels/workbook.xml.rels", SHEET, PLAYERS} <= needed
    assert "docProps/app.xml" not in needed


@pytest.mark.parametrize("part", [TYPES, "_rels/.rels", BOOK, "xl/_rels/workbook.xml.rels", PLAYERS])
@pytest.mark.parametrize("content", [b"", b"\0" * 100, b"<", b"<a/>", b"no xml at all", "<a>ё</a>".encode("cp1251")])
def test_a_part_of_something_else(part: str, content: bytes, tmp_path: Path) -> None:
    never_a_fault(replaced(part, content), tmp_path)


def test_wrong_content_types(tmp_path: Path) -> None:
    kinds = [b"spreadsheetml.sheet.main+xml", b"spreadsheetml.worksheet+xml", b"spreadsheetml.styles+xml"]
    codes = [
        never_a_fault(altered(TYPES, kind, b"wordprocessingml.document.main+xml"), tmp_path).exit_code for kind in kinds
    ]
    assert codes[0] == 3


VALUES = {
    "an exponent": b"1e999999999",
    "a small exponent": b"-1e-999999999",
    "many digits": b"9" * 100_000,
    "no number": b"NaN",
    "endless": b"-inf",
    "a fraction": b"1/3",
    "nothing": b"",
    "a word": b"seven",
}


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
@pytest.mark.parametrize("kind", [b"n", b"s", b"b", b"e", b"d", b"str", b"what"])
@pytest.mark.parametrize("style", [b"", b' s="1"', b' s="-4"', b' s="99999999999"', b' s="x"'])
def test_odd_stored_values(value: bytes, kind: bytes, style: bytes, tmp_path: Path) -> None:
    cell = b'<c r="A2" t="%s"%s><v>%s</v></c>' % (kind, style, value)
    data = altered(PLAYERS, b'<c r="A2" t="n"><v>1</v></c>', cell)
    never_a_fault(data, tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "9" * 6000,
        "9" * 6000 + "/7",
        "7/" + "9" * 6000,
        "1e999999999",
        "٣",
        "²",
        "½½",
        "1 4 " + "9" * 6000,
        "9" * 6000 + " лет",
    ],
)
def test_odd_typed_numbers(text: str, tmp_path: Path) -> None:
    for sheet_name, head in (
        ("Игроки", "№ | Игрок | С тура | Рейтинг | Оплачено | Стаж"),
        ("Тур 1", "Стол | Ветер | № | ИО | ТО"),
    ):
        row = " | ".join(["'" + text] * len(head.split("|")))
        for game in ("маджонг", "мафия"):
            never_a_fault(
                book(f"[Турнир]\nПараметр | Значение\nИгра | {game}\nТуров | '{text}\n[{sheet_name}]\n{head}\n{row}\n"),
                tmp_path,
            )
    never_a_fault(
        book(MCR + players(8) + f"[Тур 1]\nСтол | Ветер | № | ИО | ТО\n1 | В | 1 | '{text} | '{text}\n"), tmp_path
    )


@pytest.mark.parametrize(
    "text", [b"_xD800_", b"_xDC00__xD800_", b"_x0000_", b"_xFFFF_", b"a_x000B_b", b"_xD83D__xDC09_"]
)
def test_escaped_characters_that_no_text_can_hold(text: bytes, tmp_path: Path) -> None:
    data = named(b"<t>" + "Игрок".encode() + text + b"</t>")
    found = event(data)
    found.outcome.tournament.players[0].name.encode("utf-8")
    assert found.workbook
    assert dict(found.page({}))
    if b"D83D" in text:
        assert found.outcome.tournament.players[0].name == "Игрок\U0001f409"


def test_addresses_outside_any_sheet_are_damage(tmp_path: Path) -> None:
    for where in (b"A0", b"ZZZ1", b"XFE1", b"A1048577", b"A9999999", b"1A", b"", b"\xd0\x901"):
        never_a_fault(altered(PLAYERS, b'r="A2"', b'r="%s"' % where), tmp_path)
    assert check(altered(PLAYERS, b'r="A2"', b'r="XFE2"'), tmp_path).exit_code == 3
    assert check(altered(PLAYERS, b'<row r="9"', b'<row r="1048577"'), tmp_path).exit_code == 3


def test_a_string_number_below_zero_is_damage() -> None:
    data = altered(PLAYERS, b'<c r="A2" t="n"><v>1</v></c>', b'<c r="A2" t="s"><v>-1</v></c>')
    with pytest.raises(DamagedError):
        read(data)


FORMULAS = [
    b"(" * 5000, b'"', b"'", b"SUM(A1", b"A1:A2:A3", b"'x'!", b"!A1", b"[", b"{1,2", b"INDIRECT(\"'\")", b"ZZZ1:A9999999",
    b"a!b!c", b"Table[[#", b"#", b"-" * 3000, b"IF(" * 900 + b"1" + b")" * 900,
]  # fmt: skip


@pytest.mark.parametrize("formula", FORMULAS)
def test_odd_formulas(formula: bytes, tmp_path: Path) -> None:
    own = event(GOOD).workbook
    text = formula.replace(b'"', b"&quot;")
    cells = (
        b'<c r="H20"><f>\'\xd0\xa1\xd0\xbe\xd1\x81\xd1\x82\xd0\xb0\xd0\xb2\'!A1</f><v>1</v></c><c r="I20"><f>%s</f><v>1</v></c>'
        % text
    )
    data = altered(PLAYERS, b"</sheetData>", b'<row r="20">' + cells + b"</row></sheetData>", own)
    never_a_fault(data, tmp_path)
    event(data).workbook  # noqa: B018


def test_names_that_name_each_other(tmp_path: Path) -> None:
    own = event(GOOD).workbook
    names = b"".join(
        b'<definedName name="n%d">n%d+n%d</definedName>' % (n, (n + 1) % 900, (n + 2) % 900) for n in range(900)
    )
    data = (
        altered(BOOK, b"</sheets>", b"</sheets><definedNames>" + names + b"</definedNames>", own)
        if b"<definedNames" not in unpack(own)[BOOK]
        else altered(BOOK, b"</definedNames>", names + b"</definedNames>", own)
    )
    data = altered(PLAYERS, b"</sheetData>", b'<row r="20"><c r="H20"><f>n0</f><v>1</v></c></row></sheetData>', data)
    never_a_fault(data, tmp_path)


def test_duplicate_members_and_path_tricks(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    with pytest.warns(UserWarning, match="Duplicate"):
        twice = zipped(*unpack(GOOD).items(), (PLAYERS, b"<other/>"))
    assert "дважды" in refused(twice, tmp_path / "in") or refused(twice, tmp_path / "in")
    tricks = (
        "../../outside.xml",
        "/etc/passwd",
        "C:/Windows/x.xml",
        "xl/../../y",
        "xl//z",
        "con",
        "a" * 3000,
        "xl/\u202e.xml",
        "~/z",
    )
    data = zipped(*unpack(GOOD).items(), *((name, b"<a/>") for name in tricks))
    assert never_a_fault(data, tmp_path / "in").exit_code == 0
    out = event(data).workbook
    assert set(tricks) - {"/etc/passwd"} <= set(zipfile.ZipFile(io.BytesIO(out)).namelist())
    assert not (tmp_path / "outside.xml").exists()
    pointed = altered("xl/_rels/workbook.xml.rels", b"worksheets/sheet2.xml", b"../../../../../../etc/passwd")
    assert refused(pointed, tmp_path / "in")


def test_macros_stay_and_never_run() -> None:
    data = torture(macros=True)
    program = unpack(data)["xl/vbaProject.bin"]
    players_added = with_part(data, "xl/workbook.xml", 'name="Справочник"', 'name="Игроки"')
    out = event(players_added).workbook
    assert unpack(out)["xl/vbaProject.bin"] == program


def test_three_hundred_sheets(tmp_path: Path) -> None:
    text = MCR + players(8) + "".join(f"[Лист {n}]\nзаметка | {n}\n" for n in range(300))
    data = book(text)
    assert never_a_fault(data, tmp_path).exit_code == 0
    names = load_workbook(io.BytesIO(event(data).workbook), read_only=True).sheetnames
    assert {f"Лист {n}" for n in range(300)} <= set(names)


def ascii_only(text: bytes) -> bytes:
    """XML that needs no encoding."""
    return text.decode().encode("ascii", "xmlcharrefreplace")


def named(text: bytes) -> bytes:
    """The workbook with another name of the first player's, as XML."""
    return altered(PLAYERS, b"<t>" + "Игрок 01".encode("ascii", "xmlcharrefreplace") + b"</t>", ascii_only(text))


def test_blanks_that_matter_and_huge_strings(tmp_path: Path) -> None:
    anna = "Анна".encode()
    spaced = named(b'<t xml:space="preserve">  \n' + anna + b"\t </t>")
    assert outcome(spaced)["entries"][0]["name"] == "Анна"
    rich = named(b"<r><t>" + anna + b'</t></r><r><t xml:space="preserve"> </t></r><r><t>' + anna + b"</t></r>")
    assert outcome(rich)["entries"][0]["name"] == "Анна Анна"
    long = named(b"<t>" + "ж".encode() * 40_000 + b"</t>")
    assert never_a_fault(long, tmp_path).exit_code == 0
    assert event(event(long).workbook).outcome.problems  # cut where a cell ends, so it isn't found again
    eleven_million = named(b"<t>" + os.urandom(5 << 20).hex().encode() + b"x" * (2 << 20) + b"</t>")
    assert refused(eleven_million, tmp_path)


def test_a_million_formatted_rows_cost_one_look_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted, not timed: only cells that hold something are looked into."""
    empty = b"".join(
        b'<row r="%d" s="1" customFormat="1"><c r="A%d" s="1"/></row>' % (n, n) for n in range(10, 200_010)
    )
    bare = b"".join(b'<row r="%d" s="1" customFormat="1"/>' % n for n in range(200_010, 1_000_010))
    data = altered(PLAYERS, b"</sheetData>", empty + bare + b"</sheetData>")
    found = read(data)
    assert [len(s.cells) for s in found] == [len(s.cells) for s in read(GOOD)]
    plain = load_workbook(io.BytesIO(data), read_only=True)["Игроки"]
    assert sum(1 for row in plain.iter_rows(max_row=9, values_only=True) for value in row if value is not None) == len(
        found[1].cells
    )


LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (100, 100))
import tourney_xlsx.excel.read
tourney_xlsx.excel.read.MOST_CELLS //= 4
from tourney_xlsx.cli import main
try:
    main(["check", sys.argv[1]])
finally:
    print("MB", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10)
"""
MB = 600


def _cells(count: int) -> bytes:
    return sheet(b"<row>" + b"<c><v>1</v></c>" * count + b"</row>")


def _spread(data: bytes, count: int) -> bytes:
    """A workbook with `count` more sheets of 400,000 cells."""
    parts = unpack(data)
    rows = sheet(b"".join(b"<row>" + b"<c><v>1</v></c>" * 400 + b"</row>" for _ in range(1000)))
    for n in range(100, 100 + count):
        parts[f"xl/worksheets/sheet{n}.xml"] = rows
        parts[BOOK] = parts[BOOK].replace(
            b"</sheets>",
            b'<sheet xmlns:q="http://schemas.openxmlformats.org/officeDocument/2006/relationships" name="s%d" sheetId="%d" q:id="q%d"/></sheets>'
            % (n, n, n),
        )
        link = b'<Relationship Id="q%d" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet%d.xml"/></Relationships>'
        parts["xl/_rels/workbook.xml.rels"] = parts["xl/_rels/workbook.xml.rels"].replace(
            b"</Relationships>", link % (n, n)
        )
        parts[TYPES] = parts[TYPES].replace(
            b"</Types>",
            b'<Override PartName="/xl/worksheets/sheet%d.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>'
            % n,
        )
    return pack(parts)


def _strings(item: bytes, size: int) -> bytes:
    return HEAD + b"<sst " + MAIN + b">" + item * (size // len(item)) + b"</sst>"


def _styles(size: int) -> bytes:
    return HEAD + b"<styleSheet " + MAIN + b"><cellXfs>" + b"<xf/>" * (size // 5) + b"</cellXfs></styleSheet>"


FREE = 8 << 20  # below it a member may be squeezed as tightly as it likes
HEAVY: dict[str, Callable[[], bytes]] = {
    "cells in one row": lambda: replaced(PLAYERS, _cells(FREE // 16)),
    "cells in many sheets": lambda: _spread(GOOD, 5),
    "strings of nothing": lambda: replaced("xl/sharedStrings.xml", _strings(b"<si/>", FREE - 500)),
    "styles": lambda: replaced("xl/styles.xml", _styles(FREE - 500)),
    "names": lambda: altered(BOOK, b"</sheets>", b"</sheets>" + b"<a/>" * (FREE // 4 - 1000)),
}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are the system's own")
@pytest.mark.parametrize("make", HEAVY.values(), ids=HEAVY)
def test_bounded_memory(make: Callable[[], bytes], tmp_path: Path) -> None:
    path = tmp_path / "тяжёлая.xlsx"
    path.write_bytes(make())
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-c", LIMITED, str(path)]
    done = subprocess.run(command, env=environment, capture_output=True, timeout=300)
    said = done.stdout.decode() + done.stderr.decode()
    assert done.returncode in (0, 1, 3), said
    assert "ошибка в самой программе" not in said
    assert "Traceback" not in said
    assert int(said.split("MB ")[-1].split()[0]) < MB


def test_more_cells_than_any_tournament_has_are_too_large(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tourney_xlsx.excel.read.MOST_CELLS", 10)
    assert "слишком велика" in refused(GOOD, tmp_path)


def test_a_part_too_large_to_be_taken_whole(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tourney_xlsx.excel.ooxml.LARGEST_WHOLE", 100)
    assert "слишком велика" in refused(GOOD, tmp_path)


def test_memory_that_runs_out_is_a_sentence_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def out_of_memory(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("tourney_xlsx.event.read", out_of_memory)
    assert "слишком велика" in refused(GOOD, tmp_path)


def test_a_hostile_side_file_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "клуб.xlsx"
    path.write_bytes(GOOD)
    for data in (
        BOMBS["one member"],
        replaced(SHEET, sheet(ENTITIES + b"]>")),
        GOOD[:500],
        b"",
        struct.pack("<I", 7) * 999,
    ):
        (tmp_path / "клуб-results.xlsx").write_bytes(data)
        done = CliRunner().invoke(main, ["check", str(path)])
        assert done.exit_code == 0, done.output


def test_the_kinds_of_cell_are_known(tmp_path: Path) -> None:
    assert {cell.kind for s in read(GOOD) for cell in s.cells.values()} == {CellKind.TEXT, CellKind.NUMBER}
    assert package.DEFAULT_LIMITS.total <= 256 << 20
