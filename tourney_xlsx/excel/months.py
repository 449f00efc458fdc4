"""How long somebody has played (B-1), from what people write: `2 года`, `1 year 3 months`, `полгода`."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache

from .. import i18n
from ..text import label_key

_LIFETIME = 1200  # months
_LONGEST_SPAN = 200  # characters
_PART = re.compile(r"\d+(?:[.,]\d+)?|[^\W\d_]+")
_LESS_SIGNS = ("-", "<", "≤", "~", "≈")
_SHORT_UNIT = 2  # letters: such a unit is the whole word, a longer one may go on


def span(text: str) -> Fraction | None:
    """How many months a text (a `label_key`) says.

    None where it may say fewer than it seems to (`меньше года`, `нет 6 месяцев`, `6-8`, `-8`), where a unit's number
    can't be read (`пять месяцев`), where a number counts something else (`8 игр`), where nobody lives that long.
    """
    months = _counted(text[:_LONGEST_SPAN])
    return None if months is None or months >= _LIFETIME else months


def _counted(text: str) -> Fraction | None:
    words: list[str] = _PART.findall(text)
    if not words or text.startswith(_LESS_SIGNS) or _length_words("lessening") & set(words):
        return None
    total, count, last = Fraction(0), None, Fraction(0)
    for before, word in zip(["", *words], words, strict=False):
        months = _unit(word)
        if word[0].isdecimal():
            if count is not None:
                return None
            count = Fraction(word.replace(",", "."))
        elif months is not None:
            if count is None and before and _unit(before) is None and before not in _length_words("leaving"):
                return None
            of_a_year = count is None and last == _unit_of("half_year") and months == _unit_of("year")
            total += 0 if of_a_year else (1 if count is None else count) * months
            count, last = None, months
        elif count is not None and word not in _length_words("leaving"):
            return None
    return total + count if count is not None else total if last else None


@cache
def _length_words(which: str) -> frozenset[str]:
    return frozenset(label_key(word) for word in i18n.names(f"months.{which}"))


def _unit(word: str) -> Fraction | None:
    """How many months a word means, by how it begins; None for a word that is no unit."""
    for key in ("half_year", "year", "month"):
        for start in map(label_key, i18n.names(f"value.months.{key}")):
            if word == start or (len(start) > _SHORT_UNIT and word.startswith(start)):
                return _unit_of(key)
    return None


def _unit_of(key: str) -> Fraction:
    return Fraction({"half_year": 6, "year": 12, "month": 1}[key])
