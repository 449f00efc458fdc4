"""The words of the sheets: both languages have the same, and ask for the same facts."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tourney_xlsx

LOCALE = Path(tourney_xlsx.__file__).parent / "locale"


def leaves(node: dict[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for key, value in node.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{path}{key}.")
        else:
            yield f"{path}{key}", value


def words(lang: str) -> dict[str, str]:
    return dict(leaves(tomllib.loads((LOCALE / lang / "sheets.toml").read_text(encoding="utf-8"))))


def facts(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_both_languages_have_the_same_words() -> None:
    russian, english = words("ru"), words("en")
    examples = {key for key in {*russian, *english} if key.startswith("sheets.example.")}
    assert set(russian) - examples == set(english) - examples
    assert {key: facts(text) for key, text in russian.items()} == {key: facts(text) for key, text in english.items()}
    assert all(key.startswith("sheets.") for key in russian)
