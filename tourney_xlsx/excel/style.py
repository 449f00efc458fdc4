"""How our sheets look and print: fonts, fills, number formats, protection, paper. The one place for all of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from fractions import Fraction
from functools import cache
from typing import Any, cast

from openpyxl.cell.cell import Cell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Protection, Side
from openpyxl.worksheet.cell_range import CellRange
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from ..model import CellRef, column_letters
from .metrics import INDENT_WIDTH, text_height
from .stored import StoredWorkbook

# Arial has a free twin of the same widths on every system, so that print and column widths agree everywhere.
FACE = "Arial"
INK, GREY, RULE, RED, BLUE = "1F2328", "59636E", "B6BDC6", "A40E26", "0550AE"
HEAD, BAND, INPUT, WARN, BAD, CALM = "E7ECF2", "F6F8FA", "FFF8D6", "FFF1CC", "FFE1DE", "E6F4EA"
TAB, BAR = "A6A6A6", "9CC2EB"
AS_LOOK, _DECIMALS = -1, ("0", "0.0", "0.00", "0.000")
A4 = 9

Shown = str | int | Fraction | datetime | None


@dataclass(frozen=True, slots=True)
class Look:
    """Everything that decides how a cell looks; equal looks share one style of the workbook.

    `edge` is the border all around, `under` a heavier one below; `indent` counts spaces from the edge.
    """

    size: int = 10
    bold: bool = False
    italic: bool = False
    link: bool = False
    colour: str = INK
    fill: str = ""
    across: str = "left"
    down: str = "center"
    wrap: bool = False
    indent: int = 0
    edge: str = ""
    under: str = ""
    format: str = "General"
    locked: bool = True
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Every cell asks for the hash: it's taken once."""
        object.__setattr__(self, "_hash", hash(tuple(getattr(self, f.name) for f in fields(self) if f.compare)))

    def __hash__(self) -> int:
        return self._hash

    def but(self, **changes: Any) -> Look:
        """The same look with some things changed."""
        return _changed(self, tuple(changes.items()))


@cache
def _changed(look: Look, changes: tuple[tuple[str, Any], ...]) -> Look:
    return replace(look, **dict(changes))


PLAIN = Look()
BANNER = Look(size=9, italic=True, colour=GREY)
TITLE = Look(size=16, bold=True)
SUBTITLE = Look(colour=GREY)
SUMMARY = Look(size=12, bold=True)
HEADER = Look(bold=True, fill=HEAD, across="center", wrap=True, edge="thin")
BODY = Look(edge="hair", wrap=True, indent=1, format="@", locked=False)
NUMBER = Look(edge="hair", across="center", locked=False)
NOTE = Look(wrap=True, down="top")
FIELD = Look(size=11, fill=INPUT, edge="thin", locked=False)
KNOWN = Look(size=11, edge="thin", locked=False)


def new_book(epoch: datetime | None = None) -> StoredWorkbook:
    """A workbook without sheets whose default font is ours; `epoch`: where its dates count from."""
    book = StoredWorkbook() if epoch is None else StoredWorkbook(epoch)
    first = book.active
    if first is not None:
        book.remove(first)
    # The default font decides what a unit of column width is; openpyxl keeps it first in its list of fonts.
    fonts = cast(Any, book)._fonts
    fonts[0] = Font(name=FACE, size=10)
    return book


def shown_digits(value: int | Fraction) -> int:
    """Decimals to show: none for whole numbers, two otherwise, three where two would hide one (3/8)."""
    if value.denominator == 1:
        return 0
    return 3 if 1000 % value.denominator == 0 and 100 % value.denominator else 2


class Pen:
    """Writes values with looks into a sheet; each look is turned into a workbook style once."""

    def __init__(self, sheet: Worksheet) -> None:
        self.sheet = sheet
        self._book = cast(StoredWorkbook, sheet.parent)
        self._rows = self._book.rows(sheet)

    def put(self, row: int, column: int, value: Shown, look: Look = PLAIN) -> None:
        """Write a value: text as text, whole numbers and fractions as numbers with a fitting format."""
        if value is None or isinstance(value, datetime):
            self._rows.put(row, column, value, self._style(look))
        elif isinstance(value, str):
            # marked as quoted, or whoever edits the cell makes a formula of it
            self._rows.put(row, column, value, self._style(look, quoted=value.startswith("=")))
        else:
            digits = shown_digits(value)
            self._rows.put(row, column, float(value) if digits else int(value), self._style(look, digits))

    def formula(self, row: int, column: int, formula: str, value: str, look: Look) -> None:
        """Write a formula with the text that it has for now."""
        self._rows.formula(row, column, formula, value, self._style(look))

    def _style(self, look: Look, digits: int = AS_LOOK, quoted: bool = False) -> int:
        """The number of a look's style, with the number format of so many decimals."""
        key = (look, digits, quoted)
        number = self._book.looks.get(key)
        if number is None:
            cell: Any = Cell(self.sheet, 1, 1)
            _apply(cell, look if digits == AS_LOOK else look.but(format=_DECIMALS[digits]))
            if quoted:
                cell.quotePrefix = True
            number = self._book.looks[key] = int(cell.style_id)
        return number

    def row(self, row: int, values: Iterable[Shown], look: Look = PLAIN, first: int = 1) -> None:
        """Write values side by side, in one look."""
        for column, value in enumerate(values, first):
            self.put(row, column, value, look)

    def join(self, row: int, first: int, last: int, value: Shown, look: Look) -> None:
        """Write a value over the merged cells of a row."""
        self.row(row, [None] * (last - first), look, first + 1)
        self.put(row, first, value, look)
        if last > first:
            # openpyxl's merge_cells compares with every earlier range and dresses each border: minutes for a big field.
            place = CellRange(min_col=first, min_row=row, max_col=last, max_row=row)
            cast(Any, self.sheet.merged_cells).ranges.add(place)

    def link(self, row: int, column: int, text: str, target: CellRef, look: Look) -> None:
        """A cell that jumps to `target` within the workbook."""
        self.put(row, column, text, look.but(link=True, colour=BLUE))
        sheet = target.sheet.replace("'", "''")
        self._rows.link(row, column, f"'{sheet}'!{target.a1 or 'A1'}", text)

    def tall(self, row: int, points: float) -> None:
        """Set a row's height."""
        self._rows.height(row, points)

    def height(self, row: int, texts: Iterable[tuple[str, float, Look]] = (), low: float = 15) -> None:
        """A row height that shows each (text, column width, look) whole: Excel doesn't grow merged rows by itself."""
        heights = (
            text_height(text, width - look.indent * INDENT_WIDTH, look.size, look.bold) for text, width, look in texts
        )
        self.tall(row, max([low, *heights]))

    def widths(self, widths: Sequence[float], first: int = 1) -> None:
        """Column widths, from column `first` on."""
        for column, width in enumerate(widths, first):
            self.sheet.column_dimensions[column_letters(column)].width = width


def _apply(cell: Cell, look: Look) -> None:
    cell.font = Font(
        name=FACE,
        size=look.size,
        bold=look.bold,
        italic=look.italic,
        color="FF" + look.colour,
        underline="single" if look.link else None,
    )
    cell.fill = solid(look.fill) if look.fill else PatternFill()
    cell.alignment = Alignment(
        horizontal=cast(Any, look.across), vertical=cast(Any, look.down), wrap_text=look.wrap, indent=look.indent
    )
    side = Side(style=cast(Any, look.edge), color="FF" + (GREY if look.edge == "thin" else RULE)) if look.edge else None
    low = Side(style=cast(Any, look.under), color="FF" + INK) if look.under else side
    cell.border = Border(left=side, right=side, top=side, bottom=low)
    cell.number_format = look.format
    cell.protection = Protection(locked=look.locked)


def solid(colour: str) -> PatternFill:
    """A plain fill; both colours are set because cell fills show one and conditional ones the other."""
    return PatternFill("solid", start_color="FF" + colour, end_color="FF" + colour)


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
    setup = sheet.page_setup
    setup.paperSize, setup.orientation = str(A4), "landscape" if landscape else "portrait"
    setup.fitToWidth, setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    margins = sheet.page_margins
    margins.left = margins.right = 0.45
    margins.top, margins.bottom, margins.header, margins.footer = 0.5, 0.65, 0.25, 0.3
    sheet.print_options.horizontalCentered = True
    sheet.print_area = area
    if header:
        sheet.print_title_rows = f"{header[0]}:{header[1]}"
    foot = cast(Any, sheet.oddFooter)
    foot.left.text, foot.right.text = footer.replace("&", "&&"), page
    foot.left.size = foot.right.size = 8


def break_before(sheet: Worksheet, row: int) -> None:
    """Start a new page with `row`."""
    sheet.row_breaks.append(Break(id=row - 1))
