"""Names and numbers as people type them. Folding is for matching only; what was typed is never changed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from difflib import SequenceMatcher
from fractions import Fraction
from functools import lru_cache, wraps

_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f"))
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d", "-"))
_QUOTES = str.maketrans(dict.fromkeys("«»„“”\u2018\u2019`´", '"'))
_TO_CYRILLIC = str.maketrans("abcehkmoptxyëi", "авсенкмортхуеі")
_WORD = re.compile(r"[^\W\d_]+")
_LONGEST_NUMBER = 60
_SHORT = 200  # characters
_LONGEST_NAME = 200  # letters that are compared: the time grows with their square
_HALVES = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}


def remembered(read: Callable[[str], str]) -> Callable[[str], str]:
    """A function of a text that remembers what it made of short ones: names come up again on every sheet."""
    kept = lru_cache(maxsize=1 << 12)(read)

    @wraps(read)
    def found(text: str) -> str:
        return kept(text) if len(text) <= _SHORT else read(text)

    return found


@remembered
def clean(text: str) -> str:
    """NFC, no invisible characters, every run of white space (NBSP too) one space, none at the ends."""
    return " ".join(unicodedata.normalize("NFC", text).translate(_INVISIBLE).split())


@remembered
def label_key(text: str) -> str:
    """What headers and values are compared by: case, spaces, ё, dashes, a final period or colon are ignored."""
    folded = clean(text).casefold().replace("ё", "е").translate(_DASHES).translate(_QUOTES)
    return folded.rstrip(".:* ").strip()


@remembered
def name_key(text: str) -> str:
    """What names are compared by: like labels, and Latin look-alikes count as the Cyrillic letters they imitate."""
    folded = clean(text).casefold().replace("ё", "е").translate(_DASHES).translate(_QUOTES)
    words = (_fold_word(word) for word in folded.replace(".", ". ").split())
    return " ".join(words)


def look_key(text: str) -> str:
    """Two names that look alike on paper share this key: every look-alike letter folded, spaces and signs dropped."""
    folded = clean(text).casefold().replace("ё", "е").translate(_TO_CYRILLIC)
    return "".join(ch for ch in folded if ch.isalnum())


def _fold_word(word: str) -> str:
    return word.translate(_TO_CYRILLIC) if any("а" <= ch <= "я" or ch == "і" for ch in word) else word


def mixed_words(text: str) -> tuple[str, ...]:
    """The words of `text` that mix Latin and Cyrillic letters."""
    return tuple(
        word
        for word in _WORD.findall(clean(text))
        if any(ch.isascii() for ch in word) and any("а" <= ch.casefold() <= "ё" for ch in word)
    )


def nearest(name: str, candidates: Iterable[str], cutoff: float = 0.72) -> str | None:
    """The candidate that is most like `name` (0..1 by matching blocks, word order ignored), None below `cutoff`."""
    key = _sorted_words(name)
    best, best_ratio = None, cutoff
    matcher = SequenceMatcher(b=key, autojunk=False)
    for candidate in candidates:
        matcher.set_seq1(_sorted_words(candidate))
        if matcher.real_quick_ratio() < best_ratio or matcher.quick_ratio() < best_ratio:
            continue
        ratio = matcher.ratio()
        if ratio > best_ratio:
            best, best_ratio = candidate, ratio
    return best


def _sorted_words(name: str) -> str:
    return " ".join(sorted(name_key(name[:_LONGEST_NAME]).split()))


def sort_key(text: str) -> tuple[str, str]:
    """Alphabetical order as a reader expects it: ё beside е, case and look-alikes ignored."""
    return name_key(text), text


def parse_number(text: str) -> Fraction | None:
    """The number that `text` means, None when it isn't one or could be two (`1.250,5`).

    Takes decimal commas, every kind of minus, spaces or apostrophes between thousands, ½ ¼ ¾, and `7/3`.
    """
    if len(text) > _LONGEST_NUMBER:
        return None
    body = clean(text).translate(_DASHES).replace(" ", "").replace("'", "")
    sign = -1 if body.startswith("-") else 1
    body = body.lstrip("+-") if re.match(r"[+-][^+-]", body) else body
    if match := re.fullmatch(r"(\d*)([½¼¾])", body):
        return sign * (int(match[1] or 0) + _HALVES[match[2]])
    if match := re.fullmatch(r"(\d+)/(\d+)", body):
        return sign * Fraction(int(match[1]), int(match[2])) if int(match[2]) else None
    if re.fullmatch(r"[0-9]+([.,][0-9]+)?", body):
        return sign * Fraction(body.replace(",", "."))
    return None
