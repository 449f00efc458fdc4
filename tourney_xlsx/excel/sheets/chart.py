"""The native chart of places by round, with its figures beside it."""

from __future__ import annotations

from collections.abc import Sequence

from openpyxl.chart import LineChart, Reference, Series
from openpyxl.chart.shapes import GraphicalProperties

from ...model import Standing
from .. import style
from ..style import Pen
from .view import View

SHOWN = 8
COLOURS = ("0550AE", "A40E26", "1A7F37", "8250DF", "9A6700", "0A7C8C", "BF3989", "59636E")
SYMBOLS = ("circle", "square", "diamond", "triangle", "x", "star", "plus", "dash")


def places_chart(view: View, pen: Pen, column: int, row: int, ranked: Sequence[Standing]) -> None:
    """Places of the leaders after each round, first place on top; lines differ in marker as well as in colour."""
    leaders = ranked[:SHOWN]
    pen.put(row, column, view.t("sheets.standings.chart_data"), style.HEADER)
    for step, after in enumerate(view.outcome.history, 1):
        pen.put(row, column + step, view.round_name(after.key), style.HEADER)
    for line, leader in enumerate(leaders, row + 1):
        pen.put(line, column, view.players[leader.player].name, style.BODY.but(locked=True, wrap=False))
        for step, after in enumerate(view.outcome.history, 1):
            then = view.places[after.key].get(leader.player)
            pen.put(line, column + step, then.place if then else None, style.NUMBER.but(locked=True))
    rounds = len(view.outcome.history)
    style.set_widths(pen.sheet, [4, 30, *[9.0] * rounds], column - 1)
    chart = _chart(view, pen, column, row, rounds, len(leaders))
    pen.sheet.add_chart(chart, pen.sheet.cell(row + len(leaders) + 2, column).coordinate)


def _chart(view: View, pen: Pen, column: int, row: int, rounds: int, count: int) -> LineChart:
    chart = LineChart()
    chart.title = view.t("sheets.standings.chart")
    chart.height, chart.width = 11, 20
    chart.legend.position = "r"
    for line in range(count):
        values = Reference(pen.sheet, min_col=column + 1, max_col=column + rounds, min_row=row + 1 + line)
        series = Series(values, title_from_data=False)
        series.tx = _title(pen, column, row + 1 + line)
        _draw(series, line)
        chart.series.append(series)
    chart.set_categories(Reference(pen.sheet, min_col=column + 1, max_col=column + rounds, min_row=row))
    chart.y_axis.scaling.orientation = "maxMin"
    chart.y_axis.scaling.min, chart.y_axis.majorUnit = 1, None
    chart.y_axis.title = view.t("sheets.place")
    chart.y_axis.number_format, chart.y_axis.delete, chart.x_axis.delete = "0", False, False
    # The value axis is upside down: its crossing has to be at the far end for the rounds to stand below.
    chart.y_axis.crosses, chart.x_axis.crosses = "autoZero", "max"
    return chart


def _title(pen: Pen, column: int, row: int) -> object:
    from openpyxl.chart.data_source import StrRef
    from openpyxl.chart.series import SeriesLabel

    return SeriesLabel(strRef=StrRef(f"'{pen.sheet.title}'!{pen.sheet.cell(row, column).coordinate}"))


def _draw(series: Series, line: int) -> None:
    colour = COLOURS[line % len(COLOURS)]
    series.graphicalProperties = GraphicalProperties()
    series.graphicalProperties.line.solidFill = colour
    series.graphicalProperties.line.width = 25_400
    series.marker.symbol, series.marker.size = SYMBOLS[line % len(SYMBOLS)], 7
    series.marker.graphicalProperties = GraphicalProperties(solidFill=colour)
    series.marker.graphicalProperties.line.solidFill = colour
    series.smooth = False
