"""The printed form of a game without hands: the seats with what is noted for each, days of voting, the result."""

from __future__ import annotations

from ...model import SeatedTable
from ...rules import Column, Kind
from .. import style
from ..style import Look, Pen
from .view import View

CELL = Look(size=11, edge="thin", across="center")
LABEL = CELL.but(bold=True, fill=style.HEAD, wrap=True, size=9)
FIXED = ("table", "seat", "number", "name", "note", "released", "signed")
SEAT_WIDTHS = (7.0, 7.0, 27.0)
NOTED_WIDTH, DAYS, SEAT_HEIGHT = 8.0, 6, 29.0


def _noted(view: View) -> tuple[Column, ...]:
    """What is noted for each seat on paper."""
    columns = view.rules.protocol.columns
    return tuple(column for column in columns if column.key not in FIXED and not column.per_table)


def _of_table(view: View) -> tuple[Column, ...]:
    """What is noted once for the table."""
    return tuple(c for c in view.rules.protocol.columns if c.per_table and c.key not in FIXED)


def seats_widths(view: View) -> list[float]:
    """Widths of seat, number, name, and a column for each thing noted."""
    return [*SEAT_WIDTHS, *[NOTED_WIDTH] * len(_noted(view))]


def seats_form(view: View, pen: Pen, table: SeatedTable, row: int) -> int:
    """Ten seats, the votes of each day, the table's result and signatures. Returns the next row."""
    noted, key = _noted(view), view.rules.protocol.key
    heads = [view.t(f"column.{key}.{column}") for column in ("seat", "number", "name")]
    pen.row(row, [*heads, *(view.t(f"column.{key}.{column.key}") for column in noted)], LABEL)
    pen.sheet.row_dimensions[row].height = 34
    for seat, number in zip(view.rules.seats, table.players, strict=False):
        row += 1
        pen.put(row, 1, view.seat(seat), CELL.but(bold=True, size=13))
        pen.put(row, 2, number or None, CELL)
        pen.put(row, 3, view.name_of(number), CELL.but(across="left", wrap=True, bold=True, size=10))
        for column, spec in enumerate(noted, len(SEAT_WIDTHS) + 1):
            boxes = "☐" if spec.kind is Kind.YES else ""
            pen.put(row, column, boxes, CELL.but(size=14))
        pen.sheet.row_dimensions[row].height = SEAT_HEIGHT
    row = _days(view, pen, row + 2, len(SEAT_WIDTHS) + len(noted))
    return _result(view, pen, row + 1, len(SEAT_WIDTHS) + len(noted))


def _days(view: View, pen: Pen, row: int, columns: int) -> int:
    """A line a day: who was put up, the votes, who left; and who was shot in the night. Returns the next free row."""
    pen.sheet.row_dimensions[row - 1].height = 12
    heads = [view.t(f"sheets.forms.{key}") for key in ("day", "night")]
    pen.row(row, heads, LABEL)
    pen.join(row, 3, columns, view.t("sheets.forms.votes"), LABEL)
    pen.sheet.row_dimensions[row].height = 26
    for day in range(1, DAYS + 1):
        row += 1
        pen.put(row, 1, day, CELL.but(bold=True))
        pen.put(row, 2, None, CELL)
        pen.join(row, 3, columns, None, CELL)
        pen.sheet.row_dimensions[row].height = 27
    return row + 1


def _result(view: View, pen: Pen, row: int, columns: int) -> int:
    """The table's own lines (who won, the judge) and the signature. Returns the next row."""
    pen.sheet.row_dimensions[row - 1].height = 12
    key = view.rules.protocol.key
    labels = [view.t(f"column.{key}.{column.key}") for column in _of_table(view)]
    for label in (*labels, view.t("sheets.forms.note"), view.t("sheets.forms.signed")):
        pen.join(row, 1, 2, label, LABEL.but(across="right"))
        pen.join(row, 3, columns, None, CELL)
        pen.sheet.row_dimensions[row].height = 28
        row += 1
    return row
