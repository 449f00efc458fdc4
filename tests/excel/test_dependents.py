"""Formulas of the organiser's that depend on our sheets, however far away."""

from __future__ import annotations

import io

import pytest
from openpyxl import Workbook
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.table import Table

from tests.excel.test_graft import book_of, simple, with_part
from tests.excel.torture import torture
from tourney_xlsx.event import _look_elsewhere
from tourney_xlsx.excel.book import open_book
from tourney_xlsx.excel.dependents import dependents
from tourney_xlsx.excel.package import Package


def saved(book: Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_nobody_looks_at_us() -> None:
    assert dependents(torture(), ["Итоги"]) == ()
    assert dependents(torture(), []) == ()


def test_chains_within_and_across_sheets() -> None:
    data = simple(
        Игроки={
            "A1": "=Итоги!B2",
            "B1": "=A1+1",
            "C1": "=SUM(A1:B9)",
            "D1": "=E1",
            "E1": 5,
            "F1": "=Сводка!A1",
        },
        Сводка={"A1": "=Игроки!C1*2", "A2": "=Игроки!E1", "A3": "=SUM(1:1)"},
        Итоги={"A1": "=Игроки!A1"},
    )
    found = dependents(data, ["Итоги"])
    assert found == (
        ("Игроки", "A1"),
        ("Игроки", "B1"),
        ("Игроки", "C1"),
        ("Игроки", "F1"),
        ("Сводка", "A1"),
        ("Сводка", "A3"),
    )


@pytest.mark.parametrize(
    "formula",
    [
        "='Итоги'!A1",
        "=итоги!$A$1",
        "=IF(1,2,Итоги!A:A)",
        "=SUM(Итоги!1:2)",
        "=Итоги!A1:Итоги!B2",
        "=VLOOKUP(A9,Итоги!$A$1:$C$9,2,0)",
        '=INDIRECT("Итоги!A1")',
        "=INDIRECT(\"'Итоги'!A1\")",
        "=SUM(Начало:Конец!A1)",
        "=Имя+1",
        "=Итоги!Неизвестное",
        "=SUM(Список[Очки])",
        "=Список[[#Totals],[Очки]]",
    ],
)
def test_ways_to_look(formula: str) -> None:
    book = book_of(Начало={"B1": formula}, Итоги={"A1": "Очки", "A2": 1}, Конец={"A1": 1})
    book.defined_names["Имя"] = DefinedName("Имя", attr_text="Дальше*2")
    book.defined_names["Дальше"] = DefinedName("Дальше", attr_text="Итоги!$A$1")
    book["Итоги"].add_table(Table(displayName="Список", ref="A1:A2"))
    assert dependents(saved(book), ["Итоги"]) == (("Начало", "B1"),)


@pytest.mark.parametrize(
    "formula",
    [
        '="Итоги!A1"',
        "=Начало!A1",
        "='Мои Итоги'!A1",
        "='[1]Итоги'!A1",
        "=SUM(Начало:Начало!A1)",
        "=Круг1",
        "=A1",
    ],
)
def test_ways_not_to_look(formula: str) -> None:
    book = book_of(Начало={"B1": formula, "B2": "=C9"}, Итоги={"A1": 1}, **{"Мои Итоги": {"A1": 1}})
    book.defined_names["Круг1"] = DefinedName("Круг1", attr_text="Круг2")
    book.defined_names["Круг2"] = DefinedName("Круг2", attr_text="Круг1")
    assert dependents(saved(book), ["Итоги"]) == ()


def test_shared_formulas_are_shifted() -> None:
    # D3 reads C3, D4 shares it and so reads C4
    look = with_part(
        torture(),
        "xl/worksheets/sheet1.xml",
        '<c r="C4" s="2"><v>1550</v></c>',
        '<c r="C4"><f>Тайный!A1</f><v>1</v></c>',
    )
    assert dependents(look, ["Тайный"]) == (
        ("Регистрация", "C4"),
        ("Регистрация", "D4"),
        ("Регистрация", "C5"),
        ("Тур 1 'черновик' старый", "A1"),
    )


def test_all_cells_of_an_array_formula_count() -> None:
    book = book_of(Игроки={"D1": "=B2", "D2": "=C9"}, Итоги={"A1": 1})
    book["Игроки"]["A1"] = ArrayFormula("A1:B2", "=Итоги!A1:B2")
    found = dependents(saved(book), ["Итоги"])
    assert found == tuple(("Игроки", cell) for cell in ("A1", "B1", "A2", "B2", "D1"))


def test_a_table_of_the_organisers_hands_on() -> None:
    book = book_of(Игроки={"A1": "Очки", "A2": "=Итоги!A1", "C1": "=SUM(Моя[Очки])"}, Итоги={"A1": 1})
    book["Игроки"].add_table(Table(displayName="Моя", ref="A1:A2"))
    assert ("Игроки", "C1") in dependents(saved(book), ["Итоги"])


def test_several_sheets_and_quotes_in_names() -> None:
    data = simple(А={"A1": "='Тур ''1'''!A1", "A2": "=Б!A1"}, Б={"A1": "=В!A1"}, В={"A1": 1}, **{"Тур '1'": {"A1": 1}})
    assert dependents(data, ["Тур '1'"]) == (("А", "A1"),)
    assert dependents(data, ["Тур '1'", "Б", "В"]) == (("А", "A1"), ("А", "A2"))


def test_a_hostile_array_doesnt_fill_the_memory() -> None:
    plain = simple(Игроки={"A1": "=Итоги!A1", "B1": "=Z99"}, Итоги={"A1": 1})
    data = with_part(plain, "xl/worksheets/sheet1.xml", '<c r="A1"><f>', '<c r="A1"><f t="array" ref="A1:XFD1048576">')
    assert dependents(data, ["Итоги"]) == (("Игроки", "A1"), ("Игроки", "B1"))


def test_a_formula_without_a_sheets_mark_may_still_look_at_one() -> None:
    """The quick look before formulas are taken apart lets whatever calls INDIRECT through."""
    book = open_book(Package(saved(Workbook())))
    assert _look_elsewhere(book, ['indirect(ADDRESS(1,1,1,1,"Итоги"))'])
    assert _look_elsewhere(book, ["Итоги!A1"]) and _look_elsewhere(book, ["SUM(Таблица[ИО])"])
    assert not _look_elsewhere(book, ["SUM(A1:A4)", 'COUNTIFS($A$2:$A$29,$A2,$E$2:$E$29,"<>")'])
