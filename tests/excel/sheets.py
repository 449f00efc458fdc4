"""Sheets such as the program makes, with everything that must come over."""

from __future__ import annotations

from openpyxl import Workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.drawing.image import Image
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Protection, Side
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.table import Table, TableStyleInfo

from tests.excel.torture import png

OURS = frozenset({"Проверка", "Итоги", "_tourney"})


class Picture(Image):
    """A PNG without an imaging library."""

    def __init__(self, data: bytes) -> None:
        self.ref, self.format, self.width, self.height = data, "png", 80, 80

    def _data(self) -> bytes:
        return self.ref


def ours(score: object = 21, *, rows: int = 3) -> Workbook:
    """Three sheets; `score` and `rows` change the second one only."""
    book = Workbook()
    checks = book.active
    checks.title = "Проверка"
    checks["A1"] = "Ошибок нет"
    checks["A1"].font = Font(bold=True)
    checks["B2"] = "Регистрация!B3"
    checks["B2"].hyperlink = Hyperlink(ref="B2", location="'Регистрация'!B3")
    checks.add_image(Picture(png(8, 8, 10)), "D4")
    _standings(book.create_sheet("Итоги"), score, rows)
    state = book.create_sheet("_tourney")
    state.sheet_state = "veryHidden"
    state["A1"] = "печати"
    return book


def _standings(sheet, score: object, rows: int) -> None:
    sheet.append(["Место", "Игрок", "Очки"])
    for place in range(1, rows + 1):
        sheet.append([place, f"Игрок {place}", 30 - place])
    sheet["C2"] = score
    side = Side(style="thin", color="FF808080")
    for cell in sheet[1]:
        cell.font, cell.fill = Font(bold=True, color="FFFFFFFF"), PatternFill("solid", fgColor="FF1F4E78")
        cell.border, cell.alignment = Border(bottom=side), Alignment(horizontal="center", wrap_text=True)
    sheet["C2"].number_format = "0.000"
    sheet["B2"].protection = Protection(locked=False)
    sheet["E1"], sheet["E1"].font = "слито", Font(size=20, italic=True)
    sheet.merge_cells("E1:G1")
    sheet.freeze_panes = "A2"
    sheet.sheet_properties.tabColor = "FF00AA00"
    sheet.column_dimensions["B"].width = 30
    sheet.row_dimensions[1].height = 28
    sheet.print_title_rows = "1:1"
    sheet.print_area = "A1:G20"
    sheet.page_setup.orientation, sheet.page_setup.paperSize = "landscape", 9
    sheet.oddFooter.center.text = "Стр. &P"
    sheet.protection.sheet = True
    rule = CellIsRule(
        operator="lessThan", formula=["28"], font=Font(color="FF9C0006"), fill=PatternFill(bgColor="FFFFC7CE")
    )
    sheet.conditional_formatting.add("C2:C20", rule)
    choice = DataValidation(type="list", formula1='"да,нет"', allow_blank=True)
    choice.add("D2:D20")
    sheet.add_data_validation(choice)
    sheet["B2"].comment = Comment("первое место", "судья")
    table = Table(displayName="tblItogi", ref=f"A1:C{rows + 1}")
    table.tableStyleInfo = TableStyleInfo(name="TableStyleMedium2", showRowStripes=True)
    sheet.add_table(table)
    chart = BarChart()
    chart.add_data(Reference(sheet, min_col=3, min_row=1, max_row=rows + 1), titles_from_data=True)
    sheet.add_chart(chart, "I2")
