"""The native chart of places by round, with its figures beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from openpyxl.chart import LineChart, Reference, Series
from openpyxl.chart.data_source import StrRef
from openpyxl.chart.series import SeriesLabel
from openpyxl.chart.shapes import GraphicalProperties

from ...model import Standing, column_letters
from .. import style
from ..style import Pen
from .view import View

SHOWN = 8
COLOURS = ("0550AE", "A40E26", "1A7F37", "8250DF", "9A6700", "0A7C8C", "BF3989", "59636E")
SYMBOLS = ("circle", "square", "diamond", "triangle", "x", "star", "plus", "dash")
LINE_WIDTH = 25_400  # two points, in English metric units
FIGURE, LABEL = style.NUMBER.but(locked=True), style.BODY.but(locked=True, wrap=False)


def places_chart(view: View, pen: Pen, column: int, row: int, ranked: Sequence[Standing]) -> None:
    """Places of the leaders after each round, first place on top; lines differ in marker as well as in colour.

    The figures stand at `row`, `column`, the chart below them.
    """
    leaders, history = ranked[:SHOWN], view.outcome.history
    pen.put(row, column, view.t("sheets.standings.chart_data"), style.HEADER)
    pen.row(row, [view.round_name(after.key) for after in history], style.HEADER, first=column + 1)
    for line, leader in enumerate(leaders, row + 1):
        pen.put(line, column, view.players[leader.player].name, LABEL)
        then = (view.places[after.key].get(leader.player) for after in history)
        pen.row(line, [standing.place if standing else None for standing in then], FIGURE, first=column + 1)
    pen.widths([4, 30, *[9.0] * len(history)], column - 1)
    chart = _chart(view, pen, column, row, len(leaders))
    pen.sheet.add_chart(chart, f"{column_letters(column)}{row + len(leaders) + 2}")


def _chart(view: View, pen: Pen, column: int, row: int, count: int) -> LineChart:
    last = column + len(view.outcome.history)
    chart: Any = LineChart()
    chart.title = view.t("sheets.standings.chart")
    chart.height, chart.width = 11, 20
    chart.legend.position, chart.visible_cells_only = "r", False
    for line in range(count):
        values = Reference(pen.sheet, min_col=column + 1, max_col=last, min_row=row + 1 + line)
        chart.series.append(_series(pen, values, column, row + 1 + line, line))
    chart.set_categories(Reference(pen.sheet, min_col=column + 1, max_col=last, min_row=row))
    chart.y_axis.scaling.orientation, chart.y_axis.scaling.min = "maxMin", 1
    chart.y_axis.title, chart.y_axis.number_format = view.t("sheets.place"), "0"
    chart.y_axis.delete = chart.x_axis.delete = False
    # The value axis is upside down: it has to be crossed at its far end for the rounds to stand below.
    chart.x_axis.crosses = "max"
    return chart  # type: ignore[no-any-return]


def _series(pen: Pen, values: Reference, column: int, row: int, line: int) -> Any:
    """A line named by the cell to the left of its values."""
    series: Any = Series(values, title_from_data=False)
    series.tx = SeriesLabel(strRef=StrRef(f"'{pen.sheet.title}'!{column_letters(column)}{row}"))
    colour = COLOURS[line % len(COLOURS)]
    series.graphicalProperties = GraphicalProperties()
    series.graphicalProperties.line.solidFill = colour
    series.graphicalProperties.line.width = LINE_WIDTH
    series.marker.symbol, series.marker.size = SYMBOLS[line % len(SYMBOLS)], 7
    series.marker.graphicalProperties = GraphicalProperties(solidFill=colour)
    series.marker.graphicalProperties.line.solidFill = colour
    series.smooth = False
    return series
