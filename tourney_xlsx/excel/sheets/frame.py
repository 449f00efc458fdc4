"""What all report sheets share: banner, title, header row, list body, freezing, filter, protection, print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from ... import i18n
from ...model import column_letters
from .. import style
from ..metrics import INDENT_WIDTH, fit
from ..ownership import BANNER_MARK
from ..style import Look, Pen, Shown
from .view import View

BANNER_ROW, TITLE_ROW, SUBTITLE_ROW = 1, 2, 3


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a list: its header, the look of its cells, the bounds of its width.

    `optional`: left out where no row has anything in it.
    """

    key: str
    header: str
    look: Look = style.BODY
    low: float = 8
    high: float = 30
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Marked:
    """A value that stands out from its column."""

    value: Shown
    look: Look


Item = Shown | Marked


@dataclass(frozen=True, slots=True)
class Area:
    """Where a list stands: its header row, its last row, and its columns by key (1 is A)."""

    header: int
    last: int
    columns: Mapping[str, int]

    @property
    def first(self) -> int:
        """The first row of the body."""
        return self.header + 1

    @property
    def right(self) -> str:
        """The letters of the last column."""
        return column_letters(len(self.columns))

    def column(self, key: str) -> str:
        """The body of a column as a range."""
        letters = column_letters(self.columns[key])
        return f"{letters}{self.first}:{letters}{self.last}"


def open_sheet(view: View, book: Workbook, name: str, title: str, *lines: str) -> Pen:
    """A new report sheet with its banner, title and the lines under it (row 3 on)."""
    sheet = book.create_sheet(name)
    sheet.sheet_properties.tabColor = "FF" + style.TAB
    sheet.sheet_view.showGridLines = False
    pen = Pen(sheet)
    pen.put(BANNER_ROW, 1, f"{BANNER_MARK} {banner(view)}", style.BANNER)
    pen.put(TITLE_ROW, 1, f"{view.title} — {title}", style.TITLE)
    pen.tall(TITLE_ROW, 27)
    for row, line in enumerate(lines, SUBTITLE_ROW):
        pen.put(row, 1, line, style.SUBTITLE)
        pen.tall(row, 17 if line else 5)
    return pen


def banner(view: View) -> str:
    """The sentence that says whose the sheet is and where to type instead."""
    stages = view.rules.stages(view.outcome.tournament)
    protocol = view.t(f"sheet.{stages[0].sheet if stages else 'round'}")
    return view.t("sheets.banner", players=view.t("sheet.players"), protocol=f"{protocol} N")


def write_list(pen: Pen, header: int, columns: Sequence[Column], rows: Sequence[Sequence[Item]]) -> Area:
    """Header and body from row `header` on: widths fitted, texts wrapped, rows tall enough, a filter on the header."""
    kept = [i for i, spec in enumerate(columns) if not spec.optional or any(bare(row[i]) for row in rows)]
    specs = [columns[i] for i in kept]
    lines = [[row[i] for i in kept] for row in rows]
    widths = [_width(spec, [line[i] for line in lines]) for i, spec in enumerate(specs)]
    pen.widths(widths)
    pen.row(header, [spec.header for spec in specs], style.HEADER)
    pen.height(header, ((spec.header, width, style.HEADER) for spec, width in zip(specs, widths, strict=True)), low=20)
    for row, line in enumerate(lines, header + 1):
        write_line(pen, row, specs, line, widths)
    area = Area(header, header + len(lines), {spec.key: i for i, spec in enumerate(specs, 1)})
    pen.sheet.auto_filter.ref = f"A{header}:{area.right}{area.last}"
    return area


def write_line(pen: Pen, row: int, specs: Sequence[Column], line: Sequence[Item], widths: Sequence[float]) -> None:
    """One row of a list."""
    for column, (spec, item) in enumerate(zip(specs, line, strict=True), 1):
        pen.put(row, column, bare(item), item.look if isinstance(item, Marked) else spec.look)
    shown = zip(specs, line, widths, strict=True)
    texts = ((value, width, spec.look) for spec, item, width in shown if isinstance(value := bare(item), str))
    pen.height(row, texts, low=17)


def bare(item: Item) -> Shown:
    """The value alone."""
    return item.value if isinstance(item, Marked) else item


def _width(spec: Column, items: Sequence[Item]) -> float:
    values = [bare(item) for item in items]
    shown = [i18n.number("en", v, style.shown_digits(v)) for v in values if isinstance(v, int | Fraction)]
    shown += [value for value in values if isinstance(value, str)]
    room = spec.look.indent * INDENT_WIDTH
    # The filter's button takes its place beside the longest word of the header.
    header = fit(spec.header.split(), spec.low, spec.high, style.HEADER.size, bold=True) + 2.0
    return round(max(fit(shown, spec.low, spec.high, spec.look.size, spec.look.bold) + room, header), 1)


def finish(
    view: View, sheet: Worksheet, area: Area, title: str, *, landscape: bool = False, frozen: int = 0, last_row: int = 0
) -> None:
    """Freeze under the header (and `frozen` columns), protect but leave sortable, and prepare for paper."""
    sheet.freeze_panes = f"{column_letters(frozen + 1)}{area.first}"
    last = max(last_row, area.last, area.header)
    close(view, sheet, title, landscape=landscape, right=area.right, last_row=last, header=(area.header, area.header))
    if area.last >= area.first:
        body = f"A{area.first}:{area.right}{area.last}"
        style.refuse_typing(sheet, body, view.t("sheets.refused.title"), view.t("sheets.refused.text"))


def close(
    view: View,
    sheet: Worksheet,
    title: str,
    *,
    right: str,
    last_row: int,
    landscape: bool = False,
    header: tuple[int, int] | None = None,
) -> None:
    """Protect the sheet and prepare it for paper up to the column `right`; the banner isn't printed."""
    style.protect(sheet)
    style.paper(
        sheet,
        landscape=landscape,
        area=f"A{TITLE_ROW}:{right}{last_row}",
        header=header,
        footer=f"{view.title} · {title} · {view.updated}",
        page=view.t("sheets.page"),
    )
