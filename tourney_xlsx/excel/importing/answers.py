"""What a form's answer becomes in the players sheet's cell: numbers and dates from text, everything else as typed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from fractions import Fraction
from functools import cache

from ... import i18n
from ...rules import Kind
from ...text import clean, label_key, parse_number
from ..fields import amount_shown_as_date
from ..fill import Typed
from ..moments import parse_moment
from ..read import CellKind, RawCell

_SLASHED = re.compile(r"(\d{1,2})([/.])(\d{1,2})[/.](\d{2,4})\b")
_ZONE = re.compile(r"(?<=\d)\s*(?:[+-]\d{2}:?\d{2}|Z)$")
_WRITTEN = re.compile(r"(\d{1,2})\s+([^\W\d_]{3,})\.?,?\s+(\d{4})(?:\s*(?:г|года|year)\.?)?,?\s*(?:(?:в|at)\s+)?(.*)")
_MONTH_FIRST = re.compile(r"([^\W\d_]{3,})\.?\s+(\d{1,2}),?\s+(\d{4}),?\s*(?:at\s+)?(.*)")
_NUMBERS = frozenset({Kind.WHOLE, Kind.NUMBER})
_CONTACT = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+|(?:\+|8|7)?[\s(-]*(?:\d[\s()-]*){10,12}|@\w{4,}")


@dataclass(frozen=True, slots=True)
class Dates:
    """How a column writes its dates: whether the month stands first, and whether that had to be assumed."""

    month_first: bool = False
    assumed: bool = False


def dates_of(cells: Iterable[RawCell]) -> Dates:
    """How the texts of a column, which a form writes in the order of time, write their dates.

    `11/5/2026` is told from `5/11/2026` by a number above 12 anywhere in the column, else by the order that never goes
    back in time; where both would do, the day stands first.
    """
    found = [m for cell in cells if isinstance(cell.value, str) and (m := _SLASHED.match(clean(cell.value)))]
    slashed = [m for m in found if m[2] == "/"]
    if not slashed or len(slashed) < len(found):
        return Dates()
    days, months = [int(m[1]) for m in slashed], [int(m[3]) for m in slashed]
    if max(days) > 12 or max(months) > 12:
        return Dates(month_first=max(days) <= 12)
    if all(day == month for day, month in zip(days, months, strict=True)):
        return Dates()
    day_first = [(int(m[4]), int(m[3]), int(m[1])) for m in slashed]
    month_first = [(int(m[4]), int(m[1]), int(m[3])) for m in slashed]
    rising = [order == sorted(order) for order in (day_first, month_first)]
    if rising[0] != rising[1] and len(slashed) > 1:
        return Dates(month_first=rising[1])
    return Dates(assumed=True)


def answer(cell: RawCell, kind: Kind, dates: Dates) -> Typed | None:
    """The value for a cell of a column of `kind`; text that should be a number or a date and isn't stays as typed.

    None for a cell without a value (an error, a formula that was never calculated).
    """
    hidden = amount_shown_as_date(cell) if kind is Kind.PAID else None
    value = cell.value if hidden is None else hidden
    if value is None or cell.kind is CellKind.ERROR:
        return None
    if isinstance(value, time):
        return value.strftime("%H:%M")
    if isinstance(value, str):
        return _typed(value, kind, dates)
    if kind is Kind.DATE and isinstance(value, Fraction) and 20_000 < value < 80_000:
        return _serial(value)
    return value


def _serial(value: Fraction) -> datetime:
    """The moment of a serial number that no date's format marks."""
    return datetime(1899, 12, 30) + timedelta(seconds=round(value * 86_400))


def _typed(text: str, kind: Kind, dates: Dates) -> Typed:
    if kind in _NUMBERS or kind is Kind.PAID:
        number = parse_number(text)
        if number is not None:
            return number
    if kind in (Kind.DATE, Kind.PAID):
        moment = moment_of(text, dates)
        if moment is not None:
            return moment
    return clean(text) if kind is Kind.NAME else text.strip()


def moment_of(text: str, dates: Dates) -> datetime | None:
    """A date, maybe with a time, as forms write it: `2026/11/05 6:12:33 PM GMT+3`, `5 ноября 2026 г.`"""
    plain = _ZONE.sub("", clean(text)) if ":" in text else clean(text)
    plain = re.sub(r"\s*\b(\d{1,2}:\d{2}(?::\d{2})?)\s*([AaPp])\.?\s?[Mm]\.?", r" \1 \2M", plain)
    if dates.month_first:
        plain = _SLASHED.sub(r"\3\2\1\2\4", plain, count=1)
    return parse_moment(_with_month_number(plain))


def _with_month_number(text: str) -> str:
    """`5 ноября 2026 г., 18:12` and `Nov 5, 2026 18:12` with the month as a number."""
    if match := _WRITTEN.fullmatch(text):
        day, word, year, rest = match.groups()
    elif match := _MONTH_FIRST.fullmatch(text):
        word, day, year, rest = match.groups()
    else:
        return text
    month = _months().get(label_key(word)[:3])
    return f"{day}.{month}.{year} {rest}".strip() if month else text


@cache
def _months() -> dict[str, int]:
    """The first three letters of a month's name -> its number."""
    found: dict[str, int] = {}
    for lang in i18n.LANGUAGES:
        for number, names in enumerate(i18n.names_in(lang, "import.months"), 1):
            found |= dict.fromkeys(names.split(), number)
    return found


def contacts(cells: Iterable[RawCell]) -> bool:
    """Whether most answers of a column are phone numbers, mail addresses or account names."""
    texts = [clean(cell.value) if isinstance(cell.value, str) else str(cell.value) for cell in cells]
    return bool(texts) and 2 * sum(1 for text in texts if _CONTACT.fullmatch(text)) > len(texts)
