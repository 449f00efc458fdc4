"""The page's address as a QR code on a sheet."""

from __future__ import annotations

from io import BytesIO

import segno
from openpyxl.drawing.image import Image
from openpyxl.worksheet.worksheet import Worksheet

SCALE, BORDER = 8, 2


class Png(Image):
    """A square PNG whose size is known: openpyxl's own picture needs Pillow only to learn it."""

    def __init__(self, data: bytes, side: int) -> None:
        self._bytes = data
        self.format = "png"
        self.width = self.height = side
        self.anchor = "A1"

    def _data(self) -> bytes:
        return self._bytes


def put_qr(sheet: Worksheet, address: str, cell: str, side: int) -> None:
    """A QR code of `address`, `side` pixels wide, with its top left corner at `cell`. Nothing for no address."""
    if not address:
        return
    data = BytesIO()
    segno.make(address, error="m", micro=False).save(data, kind="png", scale=SCALE, border=BORDER)
    sheet.add_image(Png(data.getvalue(), side), cell)
