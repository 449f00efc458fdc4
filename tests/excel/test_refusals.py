"""What can't be written into safely is refused by name, before anything is inflated."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

import pytest

from tests.excel.sheets import ours
from tests.excel.test_graft import refused, simple, with_part
from tests.excel.torture import pack, rels, torture, torture_parts, unpack
from tourney_xlsx.excel.book import check_workbook
from tourney_xlsx.excel.graft import graft
from tourney_xlsx.excel.package import Limits, Package, PackageError

BOOK, TYPES = "xl/workbook.xml", "[Content_Types].xml"


def ole(*names: str) -> bytes:
    """An OLE container with a directory of these streams."""
    entries = b""
    for name in ("Root Entry", *names):
        encoded = name.encode("utf-16-le") + b"\0\0"
        entries += (encoded.ljust(64, b"\0") + struct.pack("<H", len(encoded))).ljust(128, b"\0")
    entries = entries.ljust(512 * ((len(entries) + 511) // 512), b"\0")
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".ljust(24, b"\0") + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6)
    head = head.ljust(44, b"\0") + struct.pack("<II", 1, 1)
    head = head.ljust(76, b"\0") + struct.pack("<109I", 0, *[0xFFFFFFFF] * 108)
    sectors = len(entries) // 512
    chain = [0xFFFFFFFD, *range(2, sectors + 1), 0xFFFFFFFE]
    table = struct.pack(f"<{len(chain)}I", *chain).ljust(512, b"\xff")
    return head + table + entries


def zipped(*members: tuple[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in members:
            archive.writestr(name, content)
    return out.getvalue()


def without(part: str) -> bytes:
    parts = torture_parts()
    del parts[part]
    return pack(parts)


def bytes_changed(data: bytes, old: bytes, new: bytes) -> bytes:
    assert old in data
    return data.replace(old, new)


def many_names(*extra: str) -> bytes:
    return zipped(*torture_parts().items(), *((name, b"") for name in extra))


def main_type(kind: str) -> bytes:
    return with_part(
        torture(), TYPES, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml", kind
    )


_REVISIONS = (
    '<Relationship Id="rId50" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/'
    'revisionHeaders" Target="revisions/revisionHeaders.xml"/></Relationships>'
)
SPREADSHEET = "application/vnd.oasis.opendocument.spreadsheet"
CASES: list[tuple[str, bytes]] = [
    ("not_a_workbook", b""),
    ("not_a_workbook", b"name;points\r\n"),
    ("not_a_workbook", zipped(("word/document.xml", b"<a/>"))),
    ("not_a_workbook", ole("WordDocument")),
    ("not_a_workbook", ole("Workbook")[:300]),
    (
        "not_a_workbook",
        main_type("application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"),
    ),
    ("ole_encrypted", ole("EncryptionInfo", "EncryptedPackage")),
    ("ole_encrypted", ole(*(f"s{n}" for n in range(20)), "EncryptedPackage")),
    ("ole_xls", ole("Workbook", "\x05SummaryInformation")),
    ("ole_xls", ole("Book")),
    ("ods", zipped(("mimetype", SPREADSHEET.encode()), ("content.xml", b"<a/>"))),
    ("xlsb", main_type("application/vnd.ms-excel.sheet.binary.macroEnabled.main")),
    ("template", main_type("application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml")),
    ("template", main_type("application/vnd.ms-excel.addin.macroEnabled.main+xml")),
    (
        "strict",
        with_part(
            torture(),
            BOOK,
            "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
            "http://purl.oclc.org/ooxml/spreadsheetml/main",
        ),
    ),
    (
        "signed",
        pack(
            torture_parts()
            | {
                "_rels/.rels": rels(
                    ("rId1", "officeDocument", "xl/workbook.xml"),
                    (
                        "rId2",
                        "http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/origin",
                        "_xmlsignatures/origin.sigs",
                    ),
                )
            }
        ),
    ),
    (
        "shared_legacy",
        with_part(
            torture(),
            "xl/_rels/workbook.xml.rels",
            "</Relationships>",
            _REVISIONS,
        ),
    ),
    ("damaged", torture()[:-200]),
    ("damaged", torture()[:2000]),
    ("damaged", without("xl/worksheets/sheet3.xml")),
    ("damaged", without("xl/workbook.xml")),
    ("damaged", without("_rels/.rels")),
    ("damaged", without("[Content_Types].xml")),
    ("damaged", with_part(torture(), BOOK, "</workbook>", "</wørkbook>")),
    ("damaged", with_part(torture(), BOOK, 'activeTab="1"', 'activeTab="99"')),
    ("damaged", with_part(torture(), BOOK, 'r:id="rId3"', 'r:id="rId333"')),
    ("duplicate_parts", many_names("XL/Workbook.xml")),
    ("backslash_names", bytes_changed(many_names("xl#extra.xml"), b"xl#extra.xml", b"xl\\extra.xml")),
    ("dtd", with_part(torture(), BOOK, "<workbook ", "<!DOCTYPE workbook [<!ENTITY a 'b'>]><workbook ")),
    ("zip_encrypted", b""),
]


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize(("code", "data"), CASES, ids=[f"{n}-{code}" for n, (code, _) in enumerate(CASES)])
def test_refused_by_name(code: str, data: bytes) -> None:
    if code == "zip_encrypted":
        data = _encrypted(torture())
    for attempt in (lambda: graft(data, ours()), lambda: check_workbook(data)):
        with pytest.raises(PackageError) as caught:
            attempt()
        assert caught.value.code == code


def _encrypted(data: bytes) -> bytes:
    """The flag of encryption set on every entry of the directory."""
    changed = bytearray(data)
    at = changed.find(b"PK\1\2")
    while at >= 0:
        changed[at + 8] |= 1
        at = changed.find(b"PK\1\2", at + 4)
    return bytes(changed)


def test_the_same_name_twice() -> None:
    with pytest.warns(UserWarning, match="Duplicate"):
        data = zipped(*torture_parts().items(), ("xl/workbook.xml", b"<other/>"))
    assert refused(data, ours()).code == "duplicate_parts"


def test_a_bomb_is_not_inflated(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = torture_parts() | {"xl/media/bomb.bin": bytes(40 << 20)}
    monkeypatch.setattr(zlib, "decompressobj", lambda *_: pytest.fail("inflated"))
    error = refused(pack(parts), ours())
    assert (error.code, error.facts["part"]) == ("bomb", "xl/media/bomb.bin")


def test_members_that_share_their_bytes_are_a_bomb() -> None:
    data = pack(torture_parts() | {"a.bin": bytes(range(256)) * 1000, "b.bin": b"x"})
    at = data.find(b"PK\1\2", data.find(b"PK\1\2"))
    entries, shared = data[at : data.rfind(b"PK\5\6")], b""
    first = next(e for e in (b"PK\1\2" + e for e in entries.split(b"PK\1\2")[1:]) if e.endswith(b"a.bin"))
    for number in range(200):
        shared += first[:-5] + b"%05d" % number
    end = bytearray(data[data.rfind(b"PK\5\6") :])
    count = struct.unpack_from("<H", end, 8)[0] + 200
    struct.pack_into("<HHI", end, 8, count, count, len(entries) + len(shared))
    assert refused(data[:at] + entries + shared + bytes(end), ours()).code == "bomb"


def test_limits_of_size_and_number() -> None:
    for limits in (Limits(total=10_000), Limits(members=5)):
        with pytest.raises(PackageError) as caught:
            Package(torture(), limits)
        assert caught.value.code == "too_large"
    assert "xl/workbook.xml" in Package(torture())


def test_a_lie_about_the_size_is_damage_not_memory() -> None:
    data = bytearray(torture())
    at = data.find(b"xl/styles.xml", data.find(b"PK\1\2")) - 46
    struct.pack_into("<I", data, at + 24, 10)
    assert refused(bytes(data), ours()).code == "damaged"


def test_broken_bytes_in_a_part_we_edit() -> None:
    data = bytearray(torture())
    at = data.find(b"xl/styles.xml") + len("xl/styles.xml") + 20
    data[at : at + 40] = b"\xff" * 40
    error = refused(bytes(data), ours())
    assert (error.code, error.facts["part"]) == ("damaged", "xl/styles.xml")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_document_type_anywhere_is_refused_for_reading(encoding: str) -> None:
    evil = f'<?xml version="1.0" encoding="{encoding}"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'.encode(encoding)
    data = pack(torture_parts() | {"xl/worksheets/sheet3.xml": evil})
    with pytest.raises(PackageError) as caught:
        check_workbook(data)
    assert (caught.value.code, caught.value.facts["part"]) == ("dtd", "xl/worksheets/sheet3.xml")


def test_good_workbooks_pass() -> None:
    for data in (torture(), torture(macros=True), simple(Игроки={"A1": 1}), graft(torture(), ours())):
        assert check_workbook(data).sheets


def test_odd_but_readable_packages_pass() -> None:
    parts = torture_parts()
    slashed = zipped(("xl/", b""), *((f"/{name}", body) for name, body in parts.items()))
    assert "Итоги" in [s.get("name") for s in check_workbook(graft(slashed, ours())).sheets]
    bom = pack(parts | {BOOK: b"\xef\xbb\xbf" + parts[BOOK]})
    assert unpack(graft(bom, ours()))
    stored = zipped(*parts.items())
    assert graft(stored, ours())
