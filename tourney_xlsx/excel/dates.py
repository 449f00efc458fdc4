"""Dates as a workbook stores them: days since an epoch, told from plain numbers by the format alone.

openpyxl has all of this, but loading it takes longer than reading a club's workbook; the tests hold the two together.
Source: ECMA-376 part 1, 18.8.30 (built-in formats), 18.8.31 (codes), 18.17.4.1 (serial dates).
"""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta
from typing import Final

EPOCH_1900: Final = datetime(1899, 12, 30)
EPOCH_1904: Final = datetime(1904, 1, 1)
# the built-in formats that show days or times, those of East Asian Excels among them
DATE_FORMATS: Final = frozenset((*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))
_NO_CODE: Final = re.compile(r'"[^"]*"|\[(?!(?:h{1,2}|m{1,2}|s{1,2})\])[^\]]*\]|[\\_*].', re.I | re.S)
_DATE_CODE: Final = re.compile("[dmyhs]", re.I)
_LEAP_BUG: Final = 60  # Excel's 29 February 1900, which there was not


def shows_date(code: str) -> bool:
    """Whether a number format shows days or times: a date code in its first part, outside texts, colours, escapes."""
    first = _NO_CODE.sub("", code).partition(";")[0]
    return _DATE_CODE.search(first) is not None


def moment(serial: float, epoch: datetime) -> datetime | time:
    """The day and time of a serial number, the time of day alone below 1. OverflowError, ValueError off it."""
    day, part = divmod(serial, 1)
    rest = timedelta(milliseconds=round(part * 86_400_000))
    if 0 <= serial < 1 and not rest.days:
        return (datetime.min + rest).time()
    if 0 < serial < _LEAP_BUG and epoch == EPOCH_1900:
        day += 1
    return epoch + timedelta(days=day) + rest
