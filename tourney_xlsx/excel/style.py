"""How our sheets look and print: fonts, fills, widths, number formats, paper. The one place for all of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from math import ceil

from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE, Cell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Protection, Side
from openpyxl.styles.cell_style import StyleArray
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.pagebreak import Break, RowBreak
from openpyxl.worksheet.worksheet import Worksheet

from ..model import CellRef, column_letters

# Arial has a free twin of the same widths on every system, so that print and column widths agree everywhere.
FACE = "Arial"
INK, GREY, RULE, RED, BLUE = "1F2328", "59636E", "B6BDC6", "A40E26", "0550AE"
HEAD, BAND, INPUT, WARN, BAD, CALM = "E7ECF2", "F6F8FA", "FFF8D6", "FFF1CC", "FFE1DE", "E6F4EA"
TAB = "A6A6A6"
LONGEST_TEXT = 32_767
A4 = 9

Shown = str | int | Fraction | datetime | None


@dataclass(frozen=True, slots=True)
class Look:
    """Everything that decides how a cell looks; equal looks share one style of the workbook."""

    size: int = 10
    bold: bool = False
    italic: bool = False
    link: bool = False
    colour: str = INK
    fill: str = ""
    across: str = "left"
    down: str = "center"
    wrap: bool = False
    edge: str = ""
    under: bool = False
    format: str = "General"
    locked: bool = True

    def but(self, **changes: object) -> Look:
        """The same look with some things changed."""
        return replace(self, **changes)  # type: ignore[arg-type]


PLAIN = Look()
BANNER = Look(size=9, italic=True, colour=GREY)
TITLE = Look(size=16, bold=True)
SUBTITLE = Look(size=10, colour=GREY)
HEADER = Look(bold=True, fill=HEAD, across="center", wrap=True, edge="thin")
BODY = Look(edge="hair", wrap=True, format="@", locked=False)
NUMBER = Look(edge="hair", across="center", locked=False)
NOTE = Look(size=10, wrap=True, down="top")
FIELD = Look(size=11, fill=INPUT, edge="thin", locked=False)
KNOWN = Look(size=11, edge="thin", locked=False)


def number_format(value: int | Fraction) -> str:
    """Whole numbers bare; fractions with two decimals, three where two would hide one (3/8)."""
    if isinstance(value, int) or value.denominator == 1:
        return "0"
    return "0.000" if (value * 1000).denominator == 1 and (value * 100).denominator != 1 else "0.00"


def put_text(cell: Cell, text: str) -> None:
    """Store `text` as text whatever it looks like (`=1+1`, `#N/A`); characters that XML can't hold are dropped."""
    cell.value = ILLEGAL_CHARACTERS_RE.sub("", text)[:LONGEST_TEXT]
    cell.data_type = "s"


class Pen:
    """Writes values with looks into a sheet; each look is turned into a workbook style once."""

    def __init__(self, sheet: Worksheet) -> None:
        self.sheet = sheet
        self._styles: dict[Look, StyleArray] = {}

    def put(self, row: int, column: int, value: Shown, look: Look = PLAIN) -> Cell:
        """Write a value: text as text, whole numbers and fractions as numbers with a fitting format."""
        cell = self.sheet.cell(row, column)
        if isinstance(value, str):
            put_text(cell, value)
        elif isinstance(value, int | Fraction):
            cell.value = int(value) if Fraction(value).denominator == 1 else float(value)
            look = look.but(format=number_format(value))
        elif value is not None:
            cell.value = value
        self.dress(cell, look)
        return cell

    def dress(self, cell: Cell, look: Look) -> None:
        """Give a cell its look."""
        known = self._styles.get(look)
        if known is None:
            _apply(cell, look)
            self._styles[look] = copy(cell._style)
        else:
            # Copying the style record is what openpyxl's own copying does; setting six properties is 20 times slower.
            cell._style = copy(known)

    def row(self, row: int, values: Iterable[Shown], look: Look = PLAIN, first: int = 1) -> None:
        """Write values side by side, in one look."""
        for column, value in enumerate(values, first):
            self.put(row, column, value, look)

    def join(self, row: int, first: int, last: int, value: Shown, look: Look, rows: int = 1) -> None:
        """Write a value over several merged cells."""
        for line in range(row, row + rows):
            for column in range(first, last + 1):
                self.dress(self.sheet.cell(line, column), look)
        self.put(row, first, value, look)
        if last > first or rows > 1:
            self.sheet.merge_cells(start_row=row, end_row=row + rows - 1, start_column=first, end_column=last)

    def link(self, row: int, column: int, text: str, target: CellRef, look: Look) -> None:
        """A cell that jumps to `target` within the workbook."""
        cell = self.put(row, column, text, look.but(link=True, colour=BLUE))
        quoted = target.sheet.replace("'", "''")
        place = f"'{quoted}'!{target.a1 or 'A1'}"
        cell.hyperlink = Hyperlink(ref=cell.coordinate, location=place, display=text)


def _apply(cell: Cell, look: Look) -> None:
    cell.font = Font(
        name=FACE,
        size=look.size,
        bold=look.bold,
        italic=look.italic,
        color="FF" + look.colour,
        underline="single" if look.link else None,
    )
    solid = {"start_color": "FF" + look.fill, "end_color": "FF" + look.fill}
    cell.fill = PatternFill("solid", **solid) if look.fill else PatternFill()
    cell.alignment = Alignment(horizontal=look.across, vertical=look.down, wrap_text=look.wrap)
    side = (
        Side(style=look.edge, color="FF" + (GREY if look.edge == "thin" else RULE)) if look.edge else Side()
    )
    low = Side(style="thin", color="FF" + INK) if look.under else side
    cell.border = Border(left=side, right=side, top=side, bottom=low)
    cell.number_format = look.format
    cell.protection = Protection(locked=look.locked)


_WIDE, _NARROW = frozenset("ЖШЩЮМЫФЪжшщюмыфWMQ@%wm—"), frozenset("ijltfrI.,:;'!|()[] -·")


def text_width(text: str, size: int = 10, bold: bool = False) -> float:
    """About how wide a line is, in the column-width units of an 11-point default font."""
    units = 0.0
    for char in text:
        if char in _NARROW:
            units += 0.58
        elif char in _WIDE:
            units += 1.42
        else:
            units += 1.22 if char.isupper() else 1.02
    return units * size / 10.4 * (1.06 if bold else 1)


def fit(texts: Iterable[str], low: float, high: float, size: int = 10) -> float:
    """A column width for `texts`: as wide as the widest, between `low` and `high` (longer ones wrap)."""
    widest = max((text_width(line, size) for text in texts for line in text.split("\n")), default=0.0)
    return round(min(max(widest + 2.2, low), high), 1)


def lines_needed(text: str, width: float, size: int = 10) -> int:
    """How many lines `text` takes when wrapped by words in a column of `width`."""
    room = max(width - 1.2, 1.0)
    return sum(_wrapped(line, room, size) for line in text.split("\n"))


def _wrapped(line: str, room: float, size: int) -> int:
    lines, used = 1, 0.0
    for word in line.split(" "):
        length = text_width(word, size)
        gap = text_width(" ", size) if used else 0.0
        if used + gap + length <= room:
            used += gap + length
            continue
        lines += (1 if used else 0) + max(ceil(length / room) - 1, 0)
        used = length % room if length > room else length
    return lines


def set_widths(sheet: Worksheet, widths: Sequence[float], first: int = 1) -> None:
    """Column widths, from column `first` on."""
    for column, width in enumerate(widths, first):
        sheet.column_dimensions[column_letters(column)].width = width


def set_height(
    sheet: Worksheet, row: int, texts: Mapping[float, str] | None = None, *, size: int = 10, low: float = 0
) -> None:
    """A row height that shows each text whole in its width; Excel doesn't grow merged rows by itself."""
    lines = max((lines_needed(text, width, size) for width, text in (texts or {}).items()), default=1)
    sheet.row_dimensions[row].height = round(max(lines * size * 1.32 + 3, low), 1)


def protect(sheet: Worksheet) -> None:
    """Against slips of the hand only: no password; sorting, filtering and widening stay allowed."""
    guard = sheet.protection
    guard.sheet = True
    guard.sort = guard.autoFilter = guard.formatColumns = guard.formatRows = False


def refuse_typing(sheet: Worksheet, area: str, title: str, message: str) -> None:
    """Refuse typing into cells that are unlocked because Excel sorts only unlocked cells of a protected sheet."""
    rule = DataValidation(type="custom", formula1="FALSE", allow_blank=False, showErrorMessage=True)
    rule.errorTitle, rule.error = title[:32], message[:255]
    sheet.add_data_validation(rule)
    rule.add(area)


def paper(
    sheet: Worksheet, *, landscape: bool, area: str, header: tuple[int, int] | None, footer: str, page: str
) -> None:
    """A4, fit to the width of the paper, header rows on every page, `footer` left and `page` (`&P`, `&N`) right."""
    sheet.page_setup.paperSize = A4
    sheet.page_setup.orientation = "landscape" if landscape else "portrait"
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    margins = sheet.page_margins
    margins.left = margins.right = 0.45
    margins.top, margins.bottom, margins.header, margins.footer = 0.5, 0.65, 0.25, 0.3
    sheet.print_options.horizontalCentered = True
    sheet.print_area = area
    if header:
        sheet.print_title_rows = f"{header[0]}:{header[1]}"
    sheet.oddFooter.left.text, sheet.oddFooter.right.text = footer.replace("&", "&&"), page
    sheet.oddFooter.left.size = sheet.oddFooter.right.size = 8


def break_before(sheet: Worksheet, row: int) -> None:
    """Start a new page with `row`."""
    if not isinstance(sheet.row_breaks, RowBreak):
        sheet.row_breaks = RowBreak()
    sheet.row_breaks.append(Break(id=row - 1))
