"""A sheet's rows as XML text, cell by cell as they're written: many times as fast as cells of openpyxl's, and formulas
keep the value they have for now.

Source: ECMA-376 part 1, 18.3.1.4 (cells), 18.3.1.73 (rows), 18.18.11 (types); texts are inline strings as openpyxl
writes them, so that the workbook needs no table of strings.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from xml.sax.saxutils import escape

from openpyxl.utils.datetime import to_excel
from openpyxl.worksheet._writer import WorksheetWriter
from openpyxl.worksheet.dimensions import SheetDimension
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.worksheet import Worksheet

from ..model import column_letters
from ..text import remembered
from .cells import stored_text

_EMPTY = b"<sheetData></sheetData>"
_RETURN = {"\r": "&#13;"}  # a bare one would be read back as a line feed (XML 1.0, 2.11)
_BARE, _END = "/>", "</c>"


@dataclass(frozen=True, slots=True)
class Body:
    """A sheet's rows as XML, the links of its cells, and the range they fill.

    `packed`: the rows deflated, since a dozen sheets of a large event wait for each other.
    """

    packed: bytes
    links: tuple[Hyperlink, ...]
    dimension: str

    @property
    def rows(self) -> bytes:
        """The rows as XML."""
        return zlib.decompress(self.packed)


class Rows:
    """The rows of one sheet; what is written last into a cell counts. `epoch`: the day from which its dates count."""

    def __init__(self, epoch: datetime) -> None:
        self._epoch = epoch
        self._rows: dict[int, dict[int, str]] = {}
        self._heights: dict[int, float] = {}
        self._links: dict[tuple[int, int], Hyperlink] = {}

    def put(self, row: int, column: int, value: str | float | datetime | None, style: int = 0) -> None:
        """Write a value in the workbook's style of that number: text stays text, whatever it looks like."""
        if value is None:
            content = _BARE
        elif isinstance(value, str):
            content = _text(value)
        else:
            number = to_excel(value, self._epoch) if isinstance(value, datetime) else value  # type: ignore[no-untyped-call]
            content = f' t="n"><v>{number:.16g}</v></c>'
        self._write(row, column, content, style)

    def formula(self, row: int, column: int, formula: str, value: str, style: int = 0) -> None:
        """Write a formula (`=A1&"x"`) with the text that it has for now."""
        content = f' t="str"><f>{escape(formula[1:], _RETURN)}</f><v>{escape(value, _RETURN)}</v></c>'
        self._write(row, column, content, style)

    def link(self, row: int, column: int, target: str, shown: str) -> None:
        """Make a cell a link to a place in the workbook."""
        self._links[row, column] = Hyperlink(ref=f"{column_letters(column)}{row}", location=target, display=shown)

    def height(self, row: int, points: float) -> None:
        """Set a row's height."""
        self._heights[row] = points

    def filled(self, row: int, column: int) -> bool:
        """Whether a cell holds anything."""
        return self._rows.get(row, {}).get(column, "").endswith(_END)

    def body(self) -> Body:
        """The rows as they are now."""
        links = tuple(link for _, link in sorted(self._links.items(), key=lambda item: item[0]))
        packing = zlib.compressobj(1)
        packed = b"".join([*map(packing.compress, self._lines()), packing.flush()])
        return Body(packed, links, self._dimension())

    def _write(self, row: int, column: int, content: str, style: int) -> None:
        cells = self._rows.get(row)
        if cells is None:
            cells = self._rows[row] = {}
        look = f' s="{style}"' if style else ""
        cells[column] = f'<c r="{column_letters(column)}{row}"{look}{content}'

    def _lines(self) -> Iterator[bytes]:
        nothing: dict[int, str] = {}
        for row in sorted(self._rows.keys() | self._heights.keys()):
            points = self._heights.get(row)
            height = "" if points is None else f' ht="{points:.16g}" customHeight="1"'
            cells = self._rows.get(row, nothing)
            written = "".join([cells[column] for column in sorted(cells)])
            yield f'<row r="{row}"{height}>{written}</row>'.encode()

    def _dimension(self) -> str:
        rows, columns = self._rows.keys(), {column for cells in self._rows.values() for column in cells}
        if not columns:
            return "A1:A1"
        return f"{column_letters(min(columns))}{min(rows)}:{column_letters(max(columns))}{max(rows)}"


@remembered
def _text(value: str) -> str:
    """A text cell from its type on."""
    text = stored_text(value)
    if not text:
        return _BARE
    space = ' xml:space="preserve"' if text != text.strip() else ""
    return f' t="inlineStr"><is><t{space}>{escape(text, _RETURN)}</t></is></c>'


class BodyWriter(WorksheetWriter):
    """openpyxl's writer of a sheet whose body is written already."""

    def __init__(self, sheet: Worksheet, body: Body) -> None:
        me: Any = self  # openpyxl's writer has no type stubs
        me.out = io.BytesIO()
        super().__init__(sheet, out=me.out)
        self._body = body

    def write_dimensions(self) -> None:
        """The range of the body."""
        me: Any = self
        me.xf.send(SheetDimension(self._body.dimension).to_tree())

    def write_rows(self) -> None:
        """An empty body, which `content` fills: the stream takes no ready text."""
        me: Any = self
        with me.xf.send(True).element("sheetData"):
            me.ws._hyperlinks.extend(self._body.links)
        me.xf.send(None)

    def content(self) -> bytes:
        """The finished part."""
        me: Any = self
        me.write()
        head, empty, tail = me.out.getvalue().partition(_EMPTY)
        if not empty:
            raise ValueError("a sheet without a body")
        return b"".join((head, b"<sheetData>", self._body.rows, b"</sheetData>", tail))
