"""What all report sheets share: banner, title, header row, list body, freezing, filter, protection, print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from ... import i18n
from ...model import column_letters
from .. import style
from ..ownership import BANNER_MARK
from ..style import Look, Pen, Shown
from .view import View

BANNER_ROW, TITLE_ROW, SUBTITLE_ROW = 1, 2, 3


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a list: its header, the look of its cells, and the bounds of its width."""

    header: str
    look: Look = style.BODY
    low: float = 8
    high: float = 30


@dataclass(frozen=True, slots=True)
class Area:
    """Where a list stands: its header row, its first and last body row, its columns."""

    header: int
    first: int
    last: int
    columns: int

    @property
    def body(self) -> str:
        """The body as a range."""
        return f"A{self.first}:{column_letters(self.columns)}{max(self.last, self.first)}"


def open_sheet(view: View, book: Workbook, name: str, title: str, *lines: str) -> Pen:
    """A new report sheet with its banner, title and the lines under it (row 3 on)."""
    sheet = book.create_sheet(name)
    sheet.sheet_properties.tabColor = "FF" + style.TAB
    sheet.sheet_view.showGridLines = False
    pen = Pen(sheet)
    pen.put(BANNER_ROW, 1, f"{BANNER_MARK} {banner(view)}", style.BANNER)
    pen.put(TITLE_ROW, 1, f"{view.title} — {title}", style.TITLE)
    sheet.row_dimensions[TITLE_ROW].height = 27
    for row, line in enumerate(lines, SUBTITLE_ROW):
        pen.put(row, 1, line, style.SUBTITLE)
    return pen


def banner(view: View) -> str:
    """The sentence that says whose the sheet is and where to type instead."""
    stages = view.rules.stages(view.outcome.tournament)
    protocol = view.t(f"sheet.{stages[0].sheet if stages else 'round'}")
    return view.t("sheets.banner", players=view.t("sheet.players"), protocol=f"{protocol} N")


def write_list(pen: Pen, header: int, columns: Sequence[Column], rows: Sequence[Sequence[Shown]]) -> Area:
    """Header and body from row `header` on, widths fitted, row heights for wrapped texts; freezes and filters."""
    sheet = pen.sheet
    for column, spec in enumerate(columns, 1):
        pen.put(header, column, spec.header, style.HEADER)
    for line, values in enumerate(rows, header + 1):
        for column, (spec, value) in enumerate(zip(columns, values, strict=True), 1):
            pen.put(line, column, value, spec.look)
    widths = [_width(spec, [row[i] for row in rows]) for i, spec in enumerate(columns)]
    style.set_widths(sheet, widths)
    style.set_height(sheet, header, _texts([spec.header for spec in columns], widths), low=20)
    for line, values in enumerate(rows, header + 1):
        style.set_height(sheet, line, _texts(values, widths), low=17)
    area = Area(header, header + 1, header + len(rows), len(columns))
    sheet.auto_filter.ref = f"A{header}:{column_letters(len(columns))}{max(area.last, header)}"
    return area


def _width(spec: Column, values: Sequence[Shown]) -> float:
    shown = [value if isinstance(value, str) else i18n.number("en", value, 2) for value in values
             if isinstance(value, str | int) or hasattr(value, "numerator")]
    longest_word = max(spec.header.split() or [""], key=len)
    return style.fit([*shown, longest_word], spec.low, spec.high, spec.look.size)


def _texts(values: Sequence[Shown], widths: Sequence[float]) -> dict[float, str]:
    """The text that needs most lines for each width."""
    tallest: dict[float, str] = {}
    for value, width in zip(values, widths, strict=True):
        if isinstance(value, str) and len(value) > len(tallest.get(width, "")):
            tallest[width] = value
    return tallest


def finish(
    view: View,
    sheet: Worksheet,
    area: Area,
    title: str,
    *,
    landscape: bool = False,
    frozen: int = 0,
    last_row: int = 0,
) -> None:
    """Freeze under the header (and `frozen` columns), protect but leave sortable, and prepare for paper."""
    sheet.freeze_panes = f"{column_letters(frozen + 1)}{area.first}"
    close(view, sheet, title, landscape=landscape, columns=area.columns, last_row=max(last_row, area.last, area.header),
          header=(area.header, area.header))
    if area.last >= area.first:
        style.refuse_typing(sheet, area.body, view.t("sheets.refused.title"), view.t("sheets.refused.text"))


def close(
    view: View,
    sheet: Worksheet,
    title: str,
    *,
    columns: int,
    last_row: int,
    landscape: bool = False,
    header: tuple[int, int] | None = None,
) -> None:
    """Protect the sheet and prepare it for paper; the banner isn't printed."""
    style.protect(sheet)
    style.paper(
        sheet,
        landscape=landscape,
        area=f"A{TITLE_ROW}:{column_letters(columns)}{last_row}",
        header=header,
        footer=f"{view.title} · {title} · {view.updated}",
        page=view.t("sheets.page"),
    )
