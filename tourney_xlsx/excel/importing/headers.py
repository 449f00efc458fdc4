"""What each column of a form is taken for: the players sheet's own words, what forms usually ask, or nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from ... import i18n
from ...text import label_key

FORM = "players"
ORGANISERS = frozenset({"number", "present", "decision"})
NAME_PARTS = ("surname", "given", "patronymic")
_HALF_NAMES = frozenset({*NAME_PARTS, "nick"})
_FIRST, _LESS_SURE = -1, 100
_BRACKETS = re.compile(r"\([^)]*\)|\[[^]]*]")


class Use(StrEnum):
    """What becomes of a form's column.

    KNOWN: copied into the column `key`; PART: a part of the name; OWN: copied into the organiser's column of the same
    header; ABSENT: known, but the players sheet has no such column; ORGANISERS: the organisers decide it, not a form;
    SPARE: another column was taken for the same; PERSONAL: a phone, an address; UNKNOWN: not known.
    """

    KNOWN = "known"
    PART = "part"
    OWN = "own"
    ABSENT = "absent"
    ORGANISERS = "organisers"
    SPARE = "spare"
    PERSONAL = "personal"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Took:
    """A column of the form (from 1), its header, and what it was taken for; `target`: the column it's copied into."""

    column: int
    header: str
    use: Use
    key: str = ""
    target: int = 0


def score(headers: Mapping[int, str], game: str = "") -> int:
    """How good a row is as a form's header: 0 without a name, else one more for each column that is known."""
    found = {key for header in headers.values() for key, _ in _meanings(header, game)}
    named = "name" in found or {"surname", "given"} <= found
    return 1 + len(found) if named else 0


def match(
    headers: Mapping[int, str],
    columns: Mapping[str, int],
    own: Mapping[str, int],
    game: str,
    personal: Iterable[int] = (),
) -> tuple[Took, ...]:
    """What each column of a form is taken for.

    `columns`: the players sheet's columns by key; `own`: its other headers, folded by `label_key`, with their columns;
    `personal`: the form's columns whose answers look like phones or addresses.
    """
    meanings = {column: dict(_meanings(header, game)) for column, header in headers.items()}
    parts = _parts(meanings)
    best = _best(meanings, set(parts))
    private, unfilled = set(personal), dict(own)
    taken = []
    for column, header in headers.items():
        keys = [key for key in meanings[column] if key not in _HALF_NAMES]
        key = next((k for k in keys if best.get(k) == column), "")
        if column in parts:
            taken.append(Took(column, header, Use.PART, parts[column], columns["name"]))
        elif key not in columns and label_key(header) in unfilled:
            taken.append(Took(column, header, Use.OWN, "", unfilled.pop(label_key(header))))
        elif key:
            taken.append(_known(column, header, key, columns))
        elif meanings[column]:
            taken.append(Took(column, header, Use.SPARE, keys[0] if keys else "name"))
        else:
            use = Use.PERSONAL if column in private or _asks_for_contacts(header) else Use.UNKNOWN
            taken.append(Took(column, header, use))
    return tuple(taken)


def _known(column: int, header: str, key: str, columns: Mapping[str, int]) -> Took:
    if key in ORGANISERS:
        return Took(column, header, Use.ORGANISERS, key)
    if key not in columns:
        return Took(column, header, Use.ABSENT, key)
    return Took(column, header, Use.KNOWN, key, columns[key])


Meanings = Mapping[int, Mapping[str, int]]


def _parts(meanings: Meanings) -> dict[int, str]:
    """The columns that make up the name: surname and given name asked apart, where nothing asks for the whole name."""
    asked = _best(meanings, set())
    if "surname" not in asked or "given" not in asked:
        return {}
    parts = {asked[part]: part for part in NAME_PARTS if part in asked}
    others = [found for column, found in meanings.items() if column not in parts and "name" in found]
    whole = any(found["name"] == _FIRST or "nick" not in found for found in others)
    return {} if whole else parts


def _best(meanings: Meanings, parts: set[int]) -> dict[str, int]:
    """Key -> the column that means it most surely, of equals the first; no name where `parts` make it up.

    A column that can be half a name is one only where nothing else is.
    """
    found: dict[str, tuple[tuple[bool, int], int]] = {}
    apart = any("surname" in known for known in meanings.values())
    for column in sorted(meanings):
        for key, rank in meanings[column].items():
            sure = (key == "name" and apart and "given" in meanings[column], rank)
            if (key != "name" or not parts) and (key not in found or sure < found[key][0]):
                found[key] = (sure, column)
    return {key: column for key, (_, column) in found.items()}


def _meanings(header: str, game: str) -> tuple[tuple[str, int], ...]:
    """(key, how unsure) of each thing that a header can mean; the first of its shorter forms that means anything."""
    words = _words(game)
    for label in _shorter(header):
        if label in words:
            return words[label]
    return ()


def _shorter(header: str) -> Iterable[str]:
    """The header as a label, then without what stands in brackets, then without the polite words it begins with."""
    yield label_key(header)
    bare = label_key(_BRACKETS.sub(" ", header).rstrip("?! "))
    yield bare
    words = bare.split()
    polite = {label_key(word) for word in i18n.names("import.polite")}
    while words and words[0] in polite:
        words = words[1:]
    yield " ".join(words)


@cache
def _words(game: str) -> Mapping[str, tuple[tuple[str, int], ...]]:
    """Label -> what it may mean: the sheet's words and aliases by their rank, forms' usual questions as less sure."""
    found: dict[str, dict[str, int]] = {}
    for lang in i18n.LANGUAGES:
        for key in i18n.section(f"column.{FORM}", lang):
            for rank, name in enumerate(i18n.names_in(lang, f"column.{FORM}.{key}")):
                found.setdefault(label_key(name), {}).setdefault(key, rank)
        for key in i18n.section("import.asks", lang):
            for name in i18n.names_in(lang, f"import.asks.{key}"):
                found.setdefault(label_key(name), {}).setdefault(key, _LESS_SURE)
        for key in i18n.section(f"import.first.{game}", lang) if game else ():
            for name in i18n.names_in(lang, f"import.first.{game}.{key}"):
                found.setdefault(label_key(name), {})[key] = _FIRST
    return {label: tuple(keys.items()) for label, keys in found.items()}


def _asks_for_contacts(header: str) -> bool:
    words = re.findall(r"[\w-]+", label_key(header))
    starts = tuple(label_key(word) for word in i18n.names("import.personal"))
    return any(word.startswith(starts) for word in words)
