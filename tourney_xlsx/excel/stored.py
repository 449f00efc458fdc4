"""What openpyxl leaves out when it saves: values beside formulas, and the schema's order of a font's parts.

It's also saved without openpyxl's temporary files: a folder for these may be full or closed to us, and keeps what a
killed run left there.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from lxml import etree
from openpyxl.drawing.spreadsheet_drawing import SpreadsheetDrawing
from openpyxl.utils.datetime import CALENDAR_WINDOWS_1900
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.writer.excel import ExcelWriter

from .rows import Body, BodyWriter, Rows

_NAMESPACE = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_NOTHING = zlib.compress(b"")
_STYLES = "xl/styles.xml"
# 18.8.22; Excel forgives openpyxl's order, validators don't.
_FONT_PARTS = (
    *("b", "i", "strike", "condense", "extend", "outline", "shadow", "u", "vertAlign"),
    *("sz", "color", "name", "family", "charset", "scheme"),
)


class StoredWorkbook(Workbook):
    """A workbook whose sheets' cells are written as text (`rows`), not as cells of openpyxl's.

    A sheet is closed when the next one is begun: nothing can be written to it then, and a large event's sheets take
    little memory. `epoch`: where its dates count from.
    """

    def __init__(self, epoch: datetime = CALENDAR_WINDOWS_1900) -> None:
        super().__init__()
        self.epoch = epoch
        self.looks: dict[object, int] = {}  # numbers of cell styles made so far, by what whoever made them calls them
        self._open: dict[Worksheet, Rows] = {}
        self._bodies: dict[Worksheet, Body] = {}

    def create_sheet(self, title: Any = None, index: int | None = None) -> Any:
        """As `Workbook.create_sheet`."""
        for sheet in list(getattr(self, "_open", ())):
            self._bodies[sheet] = self._open.pop(sheet).body()
        return super().create_sheet(title, index)

    def rows(self, sheet: Worksheet) -> Rows:
        """The rows of a sheet that is open still; those of a closed one would be new ones."""
        assert sheet not in self._bodies, "closed"
        return self._open.setdefault(sheet, Rows(self.epoch))

    def body(self, sheet: Worksheet) -> Body:
        """A sheet's rows as they are, or were when it was closed."""
        if sheet in self._open:
            return self._open[sheet].body()
        return self._bodies.get(sheet) or Rows(self.epoch).body()

    def save(self, filename: Any) -> None:
        """As `Workbook.save`, to a path or a binary stream."""
        out = filename if hasattr(filename, "write") else io.BytesIO()
        with _Archive(out, "w", zipfile.ZIP_DEFLATED) as archive:
            _InMemory(self, archive).save()
        if out is not filename:
            Path(filename).write_bytes(out.getvalue())

    def frame(self) -> bytes:
        """The saved workbook without the rows of its sheets, for whoever fetches these one by one (`take_rows`)."""
        out = io.BytesIO()
        with _Archive(out, "w", zipfile.ZIP_STORED) as archive:
            _InMemory(self, archive, rows=False).save()
        return out.getvalue()

    def take_rows(self, title: str) -> bytes:
        """The rows of a sheet as XML, once: they're gone from here afterwards."""
        sheet = self[title]
        rows = self.body(sheet).rows
        self._bodies[sheet] = Rows(self.epoch).body()
        return rows


class _Archive(zipfile.ZipFile):
    """A package in the making; the stylesheet goes in with its fonts' parts in order."""

    def writestr(self, name: Any, data: Any, *rest: Any) -> None:
        """As `ZipFile.writestr`."""
        super().writestr(name, _with_sorted_fonts(data) if name == _STYLES else data, *rest)


class _InMemory(ExcelWriter):
    """openpyxl's writer with the sheets kept in memory."""

    def __init__(self, book: StoredWorkbook, archive: zipfile.ZipFile, *, rows: bool = True) -> None:
        super().__init__(book, archive)
        self._book = book
        self._rows = rows

    def write_worksheet(self, ws: Any) -> None:
        """As `ExcelWriter.write_worksheet`."""
        # what is set and asked here has no type stubs
        me: Any = self
        ws._drawing = SpreadsheetDrawing()
        ws._drawing.charts = ws._charts
        ws._drawing.images = ws._images
        body = self._book.body(ws)
        writer: Any = BodyWriter(ws, body if self._rows else replace(body, packed=_NOTHING))
        content = writer.content()
        ws._rels = writer._rels
        me._archive.writestr(ws.path[1:], content)
        me.manifest.append(ws)


def _with_sorted_fonts(part: bytes) -> bytes:
    root = etree.fromstring(part)
    for font in root.iter(f"{_NAMESPACE}font"):
        font[:] = sorted(font, key=lambda child: _FONT_PARTS.index(etree.QName(child).localname))
    return _bytes(root)


def _bytes(root: etree._Element) -> bytes:
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
