"""Formulas that are written together with their values, so that whoever doesn't calculate sees something too."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import IO, Any

from lxml import etree
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

_NAMESPACE = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


class StoredWorkbook(Workbook):
    """A workbook whose formula cells can carry a value: openpyxl writes either the one or the other."""

    def __init__(self) -> None:
        super().__init__()
        self._stored: dict[Worksheet, dict[str, str]] = {}

    def store(self, sheet: Worksheet, cell: str, formula: str, value: str) -> None:
        """Put a formula with the text that it has for now into a cell (`K2`)."""
        sheet[cell] = formula
        self._stored.setdefault(sheet, {})[cell] = value

    def save(self, filename: Any) -> None:
        """As `Workbook.save`, to a path or a binary stream; the values go beside the formulas."""
        plain = io.BytesIO()
        super().save(plain)
        values = {sheet.path.lstrip("/"): cells for sheet, cells in self._stored.items() if sheet in self.worksheets}
        data = _with_values(plain.getvalue(), values) if values else plain.getvalue()
        if hasattr(filename, "write"):
            stream: IO[bytes] = filename
            stream.write(data)
        else:
            with open(filename, "wb") as file:
                file.write(data)


def _with_values(data: bytes, values: Mapping[str, Mapping[str, str]]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for member in source.infolist():
            part = source.read(member)
            cells = values.get(member.filename)
            target.writestr(member, _filled(part, cells) if cells else part)
    return out.getvalue()


def _filled(part: bytes, cells: Mapping[str, str]) -> bytes:
    root = etree.fromstring(part)
    for cell in root.iter(f"{_NAMESPACE}c"):
        value = cells.get(cell.get("r", ""))
        if value is None:
            continue
        cell.set("t", "str")
        stored = cell.find(f"{_NAMESPACE}v")
        if stored is None:
            stored = etree.SubElement(cell, f"{_NAMESPACE}v")
        stored.text = value
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
