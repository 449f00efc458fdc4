"""Who of a form's people is new: names that are there already, and names that only look alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ...text import look_key, name_key, nearest

_ALIKE = 0.85
_START = 2


@dataclass(frozen=True, slots=True)
class Known:
    """A name and where it stands: a cell of the players sheet (`cell`), or a row of the form (`row`)."""

    name: str
    cell: str = ""
    row: int = 0


@dataclass(slots=True)
class Names:
    """The names met so far, found by what they are compared by."""

    exact: dict[str, Known] = field(default_factory=dict)
    looks: dict[str, Known] = field(default_factory=dict)
    starts: dict[str, list[Known]] = field(default_factory=dict)

    def add(self, known: Known) -> None:
        """Remember a name; of several that are the same the first counts."""
        self.exact.setdefault(name_key(known.name), known)
        self.looks.setdefault(look_key(known.name), known)
        for start in _starts(known.name):
            self.starts.setdefault(start, []).append(known)

    def same(self, name: str) -> Known | None:
        """The same name, as the players sheet compares them."""
        return self.exact.get(name_key(name))

    def alike(self, name: str) -> Known | None:
        """A name that looks the same on paper, or is written nearly the same (a letter, the order of its words)."""
        if (found := self.looks.get(look_key(name))) is not None:
            return found
        near = {known.name: known for start in _starts(name) for known in self.starts.get(start, ())}
        like = nearest(name, near, cutoff=_ALIKE)
        return near[like] if like is not None else None


def _starts(name: str) -> set[str]:
    """How the words of a name begin: only names with such a beginning in common are compared letter by letter."""
    return {word[:_START] for word in name_key(name).split()}


def shared(values: Iterable[tuple[int, str]], names: Mapping[int, str]) -> list[tuple[int, int]]:
    """(row, earlier row) of those who gave the same phone or address as somebody of another name before."""
    first: dict[str, int] = {}
    found = []
    for row, value in values:
        key = _contact_key(value)
        if not key or row not in names:
            continue
        if key in first and name_key(names[first[key]]) != name_key(names[row]):
            found.append((row, first[key]))
        first.setdefault(key, row)
    return found


def _contact_key(value: str) -> str:
    digits = "".join(ch for ch in value if ch.isdigit())
    if "@" not in value and len(digits) >= 10:
        return digits[-10:]  # with 8 or +7 before it, it's the same phone
    folded = value.strip().casefold()
    return folded if "@" in folded else ""
