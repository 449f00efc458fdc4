"""Workbooks damaged on purpose: bytes of the zip, and the XML inside it, changed by dice."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from tests.excel.torture import pack, unpack

_VALUE = re.compile(rb'(?<==")[^"<>]{0,60}(?=")')
_TEXT = re.compile(rb">([^<>]{1,60})<")
_TAG = re.compile(rb"<[^<>]{1,200}>")
NASTY = (
    b"", b"-1", b"0", b"1", b"99999999999999999999", b"1e999999999", b"-1e-999999999", b"NaN", b"inf", b"1/0", b"7/3", b"0x10",
    b"9" * 5000, b"A0", b"A1", b"XFD1048576", b"ZZZ9999999", b"A1:XFD1048576", b"$A$1", b"rId1", b"rId999", b"../../../../etc/passwd",
    b"/xl/workbook.xml", b"file:///etc/passwd", b"_xD800_", b"_x0000_", b"&#0;", b"&#65535;", b"&amp;", b"&nothing;", b"\xff\xfe", b"\0",
    "\u202e\U0001f409".encode(), b"x" * 40_000, b"true", b"shared", b"array", b"s", b"str", b"inlineStr", b"d", b"e", b"2026-13-45", b"hidden",
    b"(((((((((((((((((((", b"SUM(A1:A9", b"'", b'INDIRECT("', b"[1]!A1", b"#REF!", b"yyyy", b"=1+1", b"_tourney", "Итоги!A1".encode(), "Тур 1".encode(),
)  # fmt: skip


def of_bytes(data: bytes, dice: random.Random) -> bytes:
    """A few bytes changed, cut out, doubled, or the end cut off."""
    made = bytearray(data)
    for _ in range(dice.randint(1, 6)):
        at, length = dice.randrange(len(made)), dice.randint(1, 64)
        match dice.randrange(5):
            case 0:
                made[at] = dice.randrange(256)
            case 1:
                del made[at : at + length]
            case 2:
                made[at:at] = made[at : at + length]
            case 3:
                made[at : at + length] = dice.randbytes(length)
            case _:
                where = made.rfind(b"PK\5\6") if dice.random() < 0.5 else made.find(b"PK\1\2")
                made[(max(0, where) + dice.randrange(46)) % len(made)] = dice.randrange(256)
        if not made:
            return b""
    return bytes(made)


def of_parts(data: bytes, dice: random.Random, wanted: Callable[[str], bool] = lambda name: True) -> bytes:
    """Some XML parts changed: values, texts and tags replaced, taken out, doubled or swapped; a part gone or in another's place."""
    parts = unpack(data)
    names = [name for name in parts if name.endswith((".xml", ".rels")) and wanted(name)]
    for _ in range(dice.randint(1, 3)):
        name = dice.choice(names)
        if dice.random() < 0.04:
            parts[name] = parts[dice.choice(names)]
        else:
            parts[name] = _changed(parts[name], dice)
    if dice.random() < 0.04:
        del parts[dice.choice(names)]
    return pack(parts)


def _changed(part: bytes, dice: random.Random) -> bytes:
    pattern = dice.choice((_VALUE, _VALUE, _TEXT, _TEXT, _TAG))
    found = list(pattern.finditer(part))
    if not found:
        return part
    for match in sorted(dice.sample(found, min(len(found), dice.choice((1, 1, 1, 3)))), key=lambda m: -m.start()):
        start, end = match.span(1) if pattern is _TEXT else match.span()
        old = part[start:end]
        other = dice.choice(found)
        new = dice.choice((dice.choice(NASTY), other[1] if pattern is _TEXT else other[0], old + old))
        if pattern is _TAG:
            new = dice.choice(
                (b"", other[0], old + old, b"<c/>", b"<row/>", b"<v>1e99</v>", b"<!-- -->", b"<?pi x?>", b"<f>A1</f>")
            )
        part = part[:start] + new + part[end:]
    return part
