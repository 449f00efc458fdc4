"""What openpyxl leaves out when it saves: values beside formulas, and the schema's order of a font's parts.

It's also saved without openpyxl's temporary files: a folder for these may be full or closed to us, and keeps what a
killed run left there.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lxml import etree
from openpyxl.drawing.spreadsheet_drawing import SpreadsheetDrawing
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.writer.excel import ExcelWriter

from .rows import RowWriter

_NAMESPACE = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_STYLES = "xl/styles.xml"
# 18.8.22; Excel forgives openpyxl's order, validators don't.
_FONT_PARTS = (
    *("b", "i", "strike", "condense", "extend", "outline", "shadow", "u", "vertAlign"),
    *("sz", "color", "name", "family", "charset", "scheme"),
)


class StoredWorkbook(Workbook):
    """A workbook whose formula cells can carry a value, so that whoever doesn't calculate sees something too."""

    def __init__(self) -> None:
        super().__init__()
        self._stored: dict[Worksheet, dict[str, str]] = {}

    def store(self, sheet: Worksheet, cell: str, formula: str, value: str) -> None:
        """Put a formula with the text that it has for now into a cell (`K2`)."""
        sheet[cell] = formula
        self._stored.setdefault(sheet, {})[cell] = value

    def save(self, filename: Any) -> None:
        """As `Workbook.save`, to a path or a binary stream."""
        plain = io.BytesIO()
        with zipfile.ZipFile(plain, "w", zipfile.ZIP_STORED) as archive:
            _InMemory(self, archive, self._stored).save()
        data = _completed(plain.getvalue())
        if hasattr(filename, "write"):
            filename.write(data)
        else:
            Path(filename).write_bytes(data)

    def empty(self) -> None:
        """Let the cells go: they and their sheets hold each other, so they'd stay until a collector comes by."""
        for sheet in self.worksheets:
            sheet._cells.clear()


class _InMemory(ExcelWriter):
    """openpyxl's writer with the sheets kept in memory."""

    def __init__(self, book: Workbook, archive: zipfile.ZipFile, stored: Mapping[Worksheet, Mapping[str, str]]) -> None:
        super().__init__(book, archive)
        self._stored = stored

    def write_worksheet(self, ws: Any) -> None:
        """As `ExcelWriter.write_worksheet`."""
        # what is set and asked here has no type stubs
        me: Any = self
        ws._drawing = SpreadsheetDrawing()
        ws._drawing.charts = ws._charts
        ws._drawing.images = ws._images
        writer: Any = RowWriter(ws, self._stored.get(ws, {}))
        content = writer.content()
        ws._rels = writer._rels
        me._archive.writestr(ws.path[1:], content)
        me.manifest.append(ws)


def _completed(data: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for member in source.infolist():
            part = source.read(member)
            member.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(member, _with_sorted_fonts(part) if member.filename == _STYLES else part)
    return out.getvalue()


def _with_sorted_fonts(part: bytes) -> bytes:
    root = etree.fromstring(part)
    for font in root.iter(f"{_NAMESPACE}font"):
        font[:] = sorted(font, key=lambda child: _FONT_PARTS.index(etree.QName(child).localname))
    return _bytes(root)


def _bytes(root: etree._Element) -> bytes:
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
