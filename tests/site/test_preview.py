"""The picture that messengers show beside a link to the page."""

from __future__ import annotations

import struct
import zlib

import pytest

from tests.site.factory import render
from tourney_xlsx.site.preview import HEIGHT, PALETTE, WIDTH, address

from . import factory

ADDRESS = {"page_url": "https://example.org/cup/"}


def pixels(png: bytes) -> set[int]:
    """The palette indices in a PNG of one byte a pixel; checks the signature, every checksum and the size."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, at = {}, 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        name, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        assert struct.unpack(">I", png[at + 8 + length : at + 12 + length])[0] == zlib.crc32(name + data)
        chunks[name] = data
        at += 12 + length
    assert struct.unpack(">II", chunks[b"IHDR"][:8]) == (WIDTH, HEIGHT)
    assert chunks[b"PLTE"] == PALETTE
    raw = zlib.decompress(chunks[b"IDAT"])
    assert len(raw) == HEIGHT * (WIDTH + 1)
    return set(raw)


def test_picture_only_with_an_address() -> None:
    assert "preview.png" not in render(factory.mahjong16(), "{}")
    assert "preview.png" in render(factory.mahjong16(settings=ADDRESS), "{}")


def test_picture_is_a_png_of_lines() -> None:
    drawn = render(factory.mahjong40(settings=ADDRESS), "{}")["preview.png"]
    assert isinstance(drawn, bytes) and len(drawn) < 60_000
    assert pixels(drawn) == {0, 1, 2}


def test_before_the_second_round_the_ground_alone() -> None:
    drawn = render(factory.mahjong16(played=1, settings=ADDRESS), "{}")["preview.png"]
    assert isinstance(drawn, bytes)
    assert pixels(drawn) == {0}


@pytest.mark.parametrize(
    ("page", "picture"),
    [
        ("https://example.org/cup/", "https://example.org/cup/preview.png"),
        ("https://example.org/cup", "https://example.org/cup/preview.png"),
        ("https://example.org/cup/index.html", "https://example.org/cup/preview.png"),
        ("http://example.org", "http://example.org/preview.png"),
        ("https://example.org/cup/?a=1", "https://example.org/cup/preview.png"),
        ("", ""),
        ("C:\\site", ""),
        ("javascript:alert(1)", ""),
    ],
)
def test_address_beside_the_page(page: str, picture: str) -> None:
    assert address(page) == picture
