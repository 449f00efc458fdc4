"""Our reading of dates is openpyxl's."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900, from_excel

from tourney_xlsx.excel.dates import DATE_FORMATS, EPOCH_1900, EPOCH_1904, moment, shows_date

CODES = [
    *("General", "0.00", "#,##0.00 ₽", "0.00E+00", "@", '0 "дней"', '0 "days"', "[Red]0", "[$-419]0", r"0\d", "0_d"),
    *("dd.mm.yyyy", "[$-419]d mmmm yyyy", "h:mm", "[h]:mm:ss", "[mm]:ss", "[ss]", 'd "числа"', "yyyy;@", "0;[Red]d"),
]


def test_epochs_and_built_in_formats() -> None:
    assert (EPOCH_1900, EPOCH_1904) == (CALENDAR_WINDOWS_1900, CALENDAR_MAC_1904)
    assert {number for number, code in BUILTIN_FORMATS.items() if is_date_format(code)} <= DATE_FORMATS
    assert not DATE_FORMATS & {number for number, code in BUILTIN_FORMATS.items() if not is_date_format(code)}


@pytest.mark.parametrize("code", CODES)
def test_which_formats_show_dates(code: str) -> None:
    assert shows_date(code) == is_date_format(code)


@given(st.floats(-10, 3_000_000), st.sampled_from([EPOCH_1900, EPOCH_1904]))
def test_serial_numbers(serial: float, epoch: datetime) -> None:
    try:
        theirs = from_excel(serial, epoch)
    except (ValueError, OverflowError) as error:
        with pytest.raises(type(error)):
            moment(serial, epoch)
        return
    assert not isinstance(theirs, timedelta)
    assert moment(serial, epoch) == theirs
