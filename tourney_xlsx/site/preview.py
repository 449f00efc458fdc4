"""The picture of a link to the page (Open Graph): the places of the first players, round by round, without words.

A PNG written by hand: three colours of a palette, one byte a pixel.
"""

from __future__ import annotations

import struct
import zlib
from itertools import pairwise
from urllib.parse import urljoin, urlsplit

from .context import Context

NAME = "preview.png"
WIDTH, HEIGHT = 1200, 630
SHOWN = 12
PODIUM = 3
EDGE_X, EDGE_Y = 110, 70
PALETTE = bytes((0xF7, 0xF8, 0xF6, 0xB4, 0xBC, 0xB8, 0x0B, 0x6A, 0x50))
QUIET, ACCENT = 1, 2

Point = tuple[int, int]


def address(page: str) -> str:
    """The picture's address beside the page's, empty when the page has none on the web."""
    parts = urlsplit(page)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        return ""
    folder = (
        page if "." in parts.path.rpartition("/")[2] else f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}/"
    )
    return urljoin(folder, NAME)


def preview(ctx: Context) -> bytes:
    """The picture as a PNG; before the second round the ground alone."""
    canvas = bytearray(WIDTH * HEIGHT)
    for at, way in reversed(list(enumerate(_ways(ctx)))):
        colour, radius = (ACCENT, 8) if at < PODIUM else (QUIET, 4)
        for start, end in pairwise(way):
            _line(canvas, start, end, radius, colour)
        for point in way:
            _dot(canvas, point, radius * 2, colour)
    return _png(canvas)


def _ways(ctx: Context) -> list[list[Point]]:
    """For each of the first players the points of the line; places below the picture run along its edge."""
    history = ctx.outcome.history
    if len(history) < 2:
        return []
    ranks = [{row.player: at for at, row in enumerate(after.rows)} for after in history]
    first = [row.player for row in ctx.outcome.standings if row.place is not None][:SHOWN]
    step_x = (WIDTH - 2 * EDGE_X) // (len(history) - 1)
    step_y = (HEIGHT - 2 * EDGE_Y) // max(len(first) - 1, 1)
    return [
        [
            (EDGE_X + at * step_x, EDGE_Y + min(rank[player], len(first) - 1) * step_y)
            for at, rank in enumerate(ranks)
            if player in rank
        ]
        for player in first
    ]


def _line(canvas: bytearray, start: Point, end: Point, radius: int, colour: int) -> None:
    (x0, y0), (x1, y1) = start, end
    steps = max(abs(x1 - x0), abs(y1 - y0), 1)
    # A step of half the radius leaves no notch in the edge that could be seen.
    for step in range(0, steps + 1, max(radius // 2, 1)):
        _dot(canvas, (x0 + (x1 - x0) * step // steps, y0 + (y1 - y0) * step // steps), radius, colour)


def _dot(canvas: bytearray, centre: Point, radius: int, colour: int) -> None:
    x, y = centre
    for row in range(-radius, radius + 1):
        half = int((radius * radius - row * row) ** 0.5)
        start = (y + row) * WIDTH + x - half
        canvas[start : start + 2 * half + 1] = bytes((colour,)) * (2 * half + 1)


def _png(canvas: bytearray) -> bytes:
    """PNG of indexed pixels (W3C PNG, third edition, clauses 5 and 11)."""
    rows = b"".join(b"\0" + canvas[at : at + WIDTH] for at in range(0, len(canvas), WIDTH))
    head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"PLTE", PALETTE), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
