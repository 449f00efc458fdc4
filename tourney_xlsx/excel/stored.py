"""What openpyxl leaves out when it saves: values beside formulas, and the schema's order of a font's parts.

It's also saved without openpyxl's temporary files: a folder for these may be full or closed to us, and keeps what a
killed run left there.
"""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

from lxml import etree
from openpyxl.drawing.spreadsheet_drawing import SpreadsheetDrawing
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.writer.excel import ExcelWriter

from .rows import Body, BodyWriter, body_of

_NAMESPACE = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_STYLES = "xl/styles.xml"
# 18.8.22; Excel forgives openpyxl's order, validators don't.
_FONT_PARTS = (
    *("b", "i", "strike", "condense", "extend", "outline", "shadow", "u", "vertAlign"),
    *("sz", "color", "name", "family", "charset", "scheme"),
)


class StoredWorkbook(Workbook):
    """A workbook whose formula cells can carry a value, so that whoever doesn't calculate sees something too.

    With `closing` every sheet's cells become text when the next sheet is begun: nothing can be written to it then, and
    a large event's sheets don't have to be in memory together. Its `epoch` must be set before.
    """

    def __init__(self, *, closing: bool = False) -> None:
        super().__init__()
        self._stored: dict[Worksheet, dict[str, str]] = {}
        self._bodies: dict[Worksheet, Body] = {}
        self._closing = closing

    def create_sheet(self, title: Any = None, index: int | None = None) -> Any:
        """As `Workbook.create_sheet`."""
        if getattr(self, "_closing", False):
            for sheet in self.worksheets:
                self._close(sheet)
        return super().create_sheet(title, index)

    def _close(self, sheet: Worksheet) -> None:
        if sheet not in self._bodies:
            self._bodies[sheet] = self.body(sheet)
            cells: Any = sheet._cells
            cells.clear()

    def body(self, sheet: Worksheet) -> Body:
        """A sheet's rows as they are, or were when it was closed."""
        closed = self._bodies.get(sheet)
        return body_of(sheet, self._stored.get(sheet, {})) if closed is None else closed

    def store(self, sheet: Worksheet, cell: str, formula: str, value: str) -> None:
        """Put a formula with the text that it has for now into a cell (`K2`)."""
        sheet[cell] = formula
        self._stored.setdefault(sheet, {})[cell] = value

    def save(self, filename: Any) -> None:
        """As `Workbook.save`, to a path or a binary stream."""
        plain = io.BytesIO()
        with zipfile.ZipFile(plain, "w", zipfile.ZIP_STORED) as archive:
            _InMemory(self, archive).save()
        # a closing book is only ever taken apart again, and packed then
        data = _completed(plain.getvalue(), zipfile.ZIP_STORED if self._closing else zipfile.ZIP_DEFLATED)
        if hasattr(filename, "write"):
            filename.write(data)
        else:
            Path(filename).write_bytes(data)


class _InMemory(ExcelWriter):
    """openpyxl's writer with the sheets kept in memory."""

    def __init__(self, book: StoredWorkbook, archive: zipfile.ZipFile) -> None:
        super().__init__(book, archive)
        self._book = book

    def write_worksheet(self, ws: Any) -> None:
        """As `ExcelWriter.write_worksheet`."""
        # what is set and asked here has no type stubs
        me: Any = self
        ws._drawing = SpreadsheetDrawing()
        ws._drawing.charts = ws._charts
        ws._drawing.images = ws._images
        writer: Any = BodyWriter(ws, self._book.body(ws))
        content = writer.content()
        ws._rels = writer._rels
        me._archive.writestr(ws.path[1:], content)
        me.manifest.append(ws)


def _completed(data: bytes, packing: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w", packing) as target:
        for member in source.infolist():
            part = source.read(member)
            member.compress_type = packing
            target.writestr(member, _with_sorted_fonts(part) if member.filename == _STYLES else part)
    return out.getvalue()


def _with_sorted_fonts(part: bytes) -> bytes:
    root = etree.fromstring(part)
    for font in root.iter(f"{_NAMESPACE}font"):
        font[:] = sorted(font, key=lambda child: _FONT_PARTS.index(etree.QName(child).localname))
    return _bytes(root)


def _bytes(root: etree._Element) -> bytes:
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
