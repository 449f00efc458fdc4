"""Dates and times as forms and people write them."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from fractions import Fraction

from ..text import clean
from .read import CellKind, RawCell

_NUMERIC_DATE = re.compile(
    r"(\d{1,4})[./-](\d{1,2})[./-](\d{2,4})"
    r"(?:[ T,]+(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:\.\d+)?)?(?: ?([AP]M))?)?(?: ?(?:Z|UTC|GMT)\S*)?",
    re.IGNORECASE,
)


def as_moment(cell: RawCell) -> datetime | None:
    """The moment that a cell says: a date, a serial number without a date's format, a text; None for others."""
    if isinstance(cell.value, datetime):
        return cell.value
    if cell.kind is CellKind.NUMBER and isinstance(cell.value, Fraction) and 20000 < cell.value < 80000:
        seconds = round(cell.value * 86400)
        return datetime(1899, 12, 30) + timedelta(seconds=seconds)
    return parse_moment(cell.value) if isinstance(cell.value, str) else None


def parse_moment(text: str) -> datetime | None:
    """A date, maybe with a time, as forms and people write it; day before month unless that can't be, ISO order by a
    four-digit start."""
    match = _NUMERIC_DATE.fullmatch(clean(text))
    if match is None:
        return None
    first, second, third = int(match[1]), int(match[2]), int(match[3])
    if len(match[1]) == 4:
        year, month, day = first, second, third
    else:
        year, month, day = third + (2000 if third < 100 else 0), second, first
        if month > 12 and "/" in text:
            month, day = day, month
    hour = int(match[4] or 0)
    if match[7]:
        hour = hour % 12 + (12 if match[7].upper() == "PM" else 0)
    try:
        return datetime(year, month, day, hour, int(match[5] or 0), int(match[6] or 0))
    except ValueError:
        return None
