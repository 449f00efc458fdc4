"""Words by language, from the files of `locale/ru/` and `locale/en/`; Russian plurals, numbers and dates.

Each file is a room's words (`words`: the contract's, `problems`, `page`, `sheets`, `cli`); no section is in two files.

A text is a `str.format` template. `{n:стол|стола|столов}` writes the number with the word that fits it; in English
`{n:table|tables}`. `{n:|стол|стола|столов}` (an empty first form) writes only the word. A list's first item is the
canonical word, the rest are aliases that are accepted on input.
"""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("ru", "en")
_KEY = re.compile(r"^([a-z_]+) *=", re.MULTILINE)
_SECTION = re.compile(r"^\[([a-z_]+)[.\]]", re.MULTILINE)


@cache
def _rooms(lang: str) -> dict[str, Path]:
    """Which file each section stands in: most runs need few of them, and reading one takes longer than looking."""
    files = sorted((Path(__file__).parent / "locale" / lang).glob("*.toml"))
    texts = ((path, path.read_text(encoding="utf-8")) for path in files)
    return {name: path for path, text in texts for name in _outermost(text)}


def _outermost(text: str) -> Iterator[str]:
    """The names of a file's sections, and of what stands before the first one."""
    before, _, _ = text.partition("\n[")
    yield from _KEY.findall(before)
    yield from _SECTION.findall(text)


@cache
def _room(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _find(lang: str, key: str) -> Any:
    first, *rest = key.split(".")
    node: Any = _room(_rooms(lang)[first])[first]
    for part in rest:
        node = node[part]
    return node


def sheet_name(lang: str, key: str, number: int | None = None) -> str:
    """The name that the program gives a sheet: `Тур 2`."""
    name = word(lang, f"sheet.{key}")
    return name if number is None else f"{name} {number}"


def word(lang: str, key: str) -> str:
    """The canonical word at the dotted `key`; KeyError when the locale hasn't got it."""
    found = _find(lang, key)
    return str(found[0] if isinstance(found, list) else found)


def has(lang: str, key: str) -> bool:
    """Whether the locale has something at the dotted `key`."""
    try:
        _find(lang, key)
    except (KeyError, TypeError):
        return False
    return True


def names_in(lang: str, key: str) -> tuple[str, ...]:
    """One language's word at `key`, then its aliases; empty when it has none."""
    if not has(lang, key):
        return ()
    found = _find(lang, key)
    return tuple(found) if isinstance(found, list) else (str(found),)


def names(key: str) -> Iterator[str]:
    """Everything that is accepted on input for `key`, in both languages."""
    for lang in LANGUAGES:
        yield from names_in(lang, key)


def section(key: str, lang: str = "ru") -> tuple[str, ...]:
    """The keys of a section of the locale, in its order."""
    return tuple(_find(lang, key)) if has(lang, key) else ()


def sections(lang: str) -> tuple[str, ...]:
    """The top-level sections of a language."""
    return tuple(_rooms(lang))


def tree(lang: str, key: str) -> Any:
    """Everything below the dotted `key`."""
    return _find(lang, key)


def plural(lang: str, number: int, forms: list[str]) -> str:
    """The form for `number`: Russian one / few / many (1 стол, 2 стола, 5 столов), English one / other."""
    last, last_two = abs(number) % 10, abs(number) % 100
    if lang != "ru" or len(forms) < 3:
        return forms[0] if abs(number) == 1 else forms[-1]
    if last == 1 and last_two != 11:
        return forms[0]
    return forms[1] if 2 <= last <= 4 and not 12 <= last_two <= 14 else forms[2]


def number(lang: str, value: Fraction | int, digits: int = 3) -> str:
    """A number as shown: whole, or rounded half away from zero to at most `digits` decimals; Russian decimal comma."""
    if value.denominator == 1:
        return str(value.numerator)
    scaled = (abs(value) * 10**digits * 2 + 1) // 2
    whole, rest = divmod(scaled, 10**digits)
    shown = f"{whole}.{rest:0{digits}d}".rstrip("0").rstrip(".")
    return ("-" if value < 0 else "") + (shown.replace(".", ",") if lang == "ru" else shown)


def day(lang: str, value: date) -> str:
    """A date (with the time when there is one) as the language writes it: `30.11.2026 14:32`, `2026-11-30 14:32`."""
    pattern = "%d.%m.%Y" if lang == "ru" else "%Y-%m-%d"
    if isinstance(value, datetime) and (value.hour or value.minute):
        pattern += " %H:%M"
    return value.strftime(pattern)


class _Template(string.Formatter):
    """`str.format` that writes facts the way the language shows them."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:
            forms = format_spec.split("|")
            if not forms[0]:
                return plural(self.lang, int(value), forms[1:])
            return f"{value} {plural(self.lang, int(value), forms)}"
        if isinstance(value, Fraction):
            return number(self.lang, value, digits=2)
        if isinstance(value, date):
            return day(self.lang, value)
        if isinstance(value, tuple):
            return ", ".join(str(item) for item in value)
        return str(format(value, format_spec))


@cache
def _template(lang: str) -> _Template:
    return _Template(lang)


def say(lang: str, key: str, facts: Mapping[str, Any] | None = None, **more: Any) -> str:
    """The text at `key` with its facts filled in."""
    return _template(lang).vformat(word(lang, key), (), {**(facts or {}), **more})


class Words:
    """The locale of one language, for templates: `t("page.title")`, `t("page.tables", n=10)`."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def __call__(self, key: str, **facts: Any) -> str:
        """`say` in this language."""
        return say(self.lang, key, facts)

    def number(self, value: Fraction | int, digits: int = 3) -> str:
        """`number` in this language."""
        return number(self.lang, value, digits)

    def day(self, value: date) -> str:
        """`day` in this language."""
        return day(self.lang, value)
