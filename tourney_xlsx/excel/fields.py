"""One cell -> one value of its column's kind, or a problem at that cell. A cell that can't be read is never guessed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, time
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from .. import i18n
from ..model import CellRef, Problem, Severity, Value
from ..problems import problem
from ..rules import Column, Form, Kind, Setting
from ..text import clean, label_key, look_key, nearest, parse_number
from .layout import Line
from .moments import as_moment
from .months import span
from .read import CellKind, RawCell

_SOFT = (Kind.TEXT, Kind.PAID)
_NOISE = Fraction(1, 10**7)
_DASHES = ("-", "–", "—")
_FIRST_PAYMENT, _LAST_PAYMENT = datetime(2000, 1, 1), datetime(2100, 1, 1)


class Reading(NamedTuple):
    """What a cell means; `problem` says why it means nothing, or what to look at."""

    value: Value = None
    problem: Problem | None = None


def field(cell: RawCell | None, column: Column | Setting, at: CellRef, lang: str) -> Reading:
    """Read `cell` as `column` wants it; an empty cell is None. The header's word goes into the problem's facts."""
    if cell is None:
        return Reading()
    broken = _broken(cell, at)
    if broken is not None:
        soft = column.kind in _SOFT and isinstance(column, Column)
        return Reading(None, replace(broken, severity=Severity.WARNING) if soft else broken)
    return _READERS[column.kind](cell, column, at, lang)


def read_line(line: Line, form: Form, lang: str) -> tuple[dict[str, Value], list[Problem]]:
    """The value of every column of the form on one row, None where the cell is empty or can't be read; problems."""
    values: dict[str, Value] = dict.fromkeys(column.key for column in form.columns)
    problems = []
    for column in form.columns:
        cell = line.cells.get(column.key)
        if cell is not None:
            reading = field(cell, column, line.ref(column.key), lang)
            values[column.key] = reading.value
            if reading.problem:
                problems.append(reading.problem)
    return values, problems


def _broken(cell: RawCell, at: CellRef) -> Problem | None:
    if cell.kind is CellKind.ERROR:
        return problem("cell_error", at, value=str(cell.value))
    if cell.kind is CellKind.NO_VALUE:
        return problem("formula_without_value", at)
    if cell.kind is CellKind.UNTRUSTED:
        return problem("formula_on_our_sheet", at)
    return None


def shown(cell: RawCell, lang: str) -> str:
    """The cell as a person reads it."""
    value = cell.value
    if isinstance(value, bool):
        return i18n.word(lang, "value.yes.yes" if value else "value.yes.no")
    if isinstance(value, Fraction):
        return i18n.number(lang, value)
    if isinstance(value, datetime):
        return i18n.day(lang, value)
    if isinstance(value, time):
        return value.strftime("%H:%M")
    return clean(value or "")


def _text(cell: RawCell, column: Column | Setting, at: CellRef, lang: str) -> Reading:
    return Reading(shown(cell, lang))


def _name(cell: RawCell, column: Column | Setting, at: CellRef, lang: str) -> Reading:
    if cell.kind in (CellKind.DATE, CellKind.TIME):
        return Reading(None, problem("became_date", at, value=shown(cell, lang)))
    return Reading(shown(cell, lang))


def _number(cell: RawCell, column: Column | Setting, at: CellRef, lang: str) -> Reading:
    if cell.kind in (CellKind.DATE, CellKind.TIME):
        return Reading(None, problem("became_date", at, value=shown(cell, lang)))
    number: Fraction | None
    if isinstance(cell.value, Fraction):
        number = cell.value
    elif isinstance(cell.value, str):
        if clean(cell.value) in _DASHES:
            return Reading()
        number = parse_number(cell.value)
    else:
        number = None
    if number is None:
        return Reading(None, problem("not_a_number", at, value=shown(cell, lang)))
    return _within(number, column, at)


def _within(number: Fraction, column: Column | Setting, at: CellRef) -> Reading:
    if column.kind is Kind.WHOLE and number.denominator != 1:
        whole = Fraction(round(number))
        if abs(number - whole) > _NOISE:
            return Reading(None, problem("not_whole", at, value=number))
        number = whole
    if (column.low is not None and number < column.low) or (column.high is not None and number > column.high):
        bounds = (("≥ ", column.low), ("≤ ", column.high))
        told = ", ".join(f"{sign}{bound}" for sign, bound in bounds if bound is not None)
        return Reading(None, problem("out_of_range", at, value=number, range=told))
    return Reading(int(number) if column.kind is Kind.WHOLE else number)


def yes_or_no(cell: RawCell) -> bool | None:
    """Whether the cell says yes or no, None when it says neither."""
    if isinstance(cell.value, bool):
        return cell.value
    if isinstance(cell.value, Fraction) and cell.value in (0, 1):
        return cell.value == 1
    label = label_key(cell.value) if isinstance(cell.value, str) else ""
    if label in _yes_words("yes"):
        return True
    return False if label in _yes_words("no") else None


@cache
def _yes_words(which: str) -> frozenset[str]:
    return frozenset(label_key(word) for word in i18n.names(f"value.yes.{which}"))


def _yes(cell: RawCell, column: Column | Setting, at: CellRef, lang: str) -> Reading:
    answer = yes_or_no(cell)
    if answer is None:
        return Reading(None, problem("not_yes", at, value=shown(cell, lang)))
    return Reading(answer)


def _mark(cell: RawCell, column: Column | Setting, at: CellRef, lang: str) -> Reading:
    return Reading(yes_or_no(cell) is not False)


def amount_shown_as_date(cell: RawCell) -> Fraction | None:
    """The sum in a cell whose format makes a day of long ago of it, or of another century: 1000 is shown as 26.09.1902.
    None for other cells; a time of day is no sum either."""
    odd = isinstance(cell.value, time) or (isinstance(cell.value, datetime) and not _can_be_payment(cell.value))
    return cell.serial if odd and cell.serial is not None and not 0 < cell.serial < 1 else None


def _can_be_payment(day: datetime) -> bool:
    return _FIRST_PAYMENT <= day < _LAST_PAYMENT


def _paid(cell: RawCell, column: Column | Setting, at: CellRef, lang: str) -> Reading:
    """A day, a sum or yes (A-6, B-3). A day that nobody can have paid on is a sum, and that is said."""
    hidden = amount_shown_as_date(cell)
    read = cell if hidden is None else RawCell(CellKind.NUMBER, hidden)
    answer = yes_or_no(read)
    if answer is not None:
        return Reading(answer)
    moment = as_moment(read)
    if moment is not None and _can_be_payment(moment):
        return Reading(moment)
    amount = read.value if isinstance(read.value, Fraction) else _sum(str(read.value or ""))
    if amount is None or amount <= 0:
        return Reading(None, problem("paid_unclear", at, value=shown(cell, lang)))
    if hidden is None:
        return Reading(amount)
    return Reading(amount, problem("paid_amount_as_date", at, value=amount, shown=shown(cell, lang)))


def _sum(text: str) -> Fraction | None:
    """The number of a sum, a currency before or behind it left out: `3 000 р.`, `£25`."""
    bare = label_key(text)
    for sign in _currencies():
        if bare.startswith(sign) or bare.endswith(sign):
            return parse_number(bare.removeprefix(sign).removesuffix(sign))
    return parse_number(text)


@cache
def _currencies() -> tuple[str, ...]:
    """Signs and words of currencies, the longest first."""
    return tuple(sorted({label_key(sign) for sign in i18n.names("money.signs")}, key=len, reverse=True))


def _date(cell: RawCell, column: Column | Setting, at: CellRef, lang: str) -> Reading:
    moment = as_moment(cell)
    if moment is None:
        return Reading(None, problem("not_a_date", at, value=shown(cell, lang)))
    return Reading(moment)


@cache
def _choices(value_set: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
    exact: dict[str, str] = {}
    folded: dict[str, str] = {}
    for key in i18n.section(f"value.{value_set}"):
        for word in i18n.names(f"value.{value_set}.{key}"):
            exact.setdefault(label_key(word), key)
            folded.setdefault(look_key(word), key)
    return exact, folded


def _choice(cell: RawCell, column: Column | Setting, at: CellRef, lang: str) -> Reading:
    text = shown(cell, lang)
    exact, folded = _choices(column.choices)
    found = exact.get(label_key(text)) or folded.get(look_key(text))
    if found:
        return Reading(found)
    allowed = tuple(i18n.word(lang, f"value.{column.choices}.{key}") for key in i18n.section(f"value.{column.choices}"))
    like = nearest(text, exact) or ""
    return Reading(None, problem("not_one_of", at, value=text, allowed=allowed, like=like))


def _seats(cell: RawCell, column: Column | Setting, at: CellRef, lang: str) -> Reading:
    """One number, or several separated by anything: `1 4 9`, `1,4,9`."""
    if cell.kind in (CellKind.DATE, CellKind.TIME):
        return Reading(None, problem("became_date", at, value=shown(cell, lang)))
    if shown(cell, lang) in _DASHES:
        return Reading()
    if re.match(r"[-–—\u2212]\s*\d", shown(cell, lang)):
        return Reading(None, problem("best_move_negative", at, value=shown(cell, lang)))
    numbers = tuple(int(part) for part in re.findall(r"\d{1,9}", shown(cell, lang)))
    if not numbers or re.search(r"[^\W\d]", shown(cell, lang)):
        return Reading(None, problem("not_a_number", at, value=shown(cell, lang)))
    return Reading(numbers)


def _reason(cell: RawCell, column: Column | Setting, at: CellRef, lang: str) -> Reading:
    """Yes, no, or a text that says why it is yes."""
    answer = yes_or_no(cell)
    return Reading(shown(cell, lang) if answer is None else answer or None)


def _months(cell: RawCell, column: Column | Setting, at: CellRef, lang: str) -> Reading:
    """Months: a plain number, or numbers with a unit (`2 года`, `1 year 3 months`)."""
    if cell.kind in (CellKind.DATE, CellKind.TIME):
        return Reading(None, problem("months_unclear", at, value=shown(cell, lang)))
    text = label_key(shown(cell, lang))
    if text in _DASHES:
        return Reading()
    length = span(text)
    if length is None:
        return Reading(None, problem("months_unclear", at, value=shown(cell, lang)))
    return Reading(length)


_READERS: Mapping[Kind, Callable[[RawCell, Column | Setting, CellRef, str], Reading]] = {
    Kind.TEXT: _text,
    Kind.NAME: _name,
    Kind.WHOLE: _number,
    Kind.NUMBER: _number,
    Kind.YES: _yes,
    Kind.MARK: _mark,
    Kind.PAID: _paid,
    Kind.DATE: _date,
    Kind.CHOICE: _choice,
    Kind.SEATS: _seats,
    Kind.REASON: _reason,
    Kind.MONTHS: _months,
}
