"""What a benchmark found, beside what it must be: one line of the table of `python -m benchmarks`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured value; it must not be above `limit`."""

    what: str
    measured: float
    limit: float
    unit: str = ""

    @property
    def held(self) -> bool:
        """Whether the limit is kept."""
        return self.measured <= self.limit


def told(figure: Figure) -> str:
    """The figure as a line."""
    verdict = "yes" if figure.held else "NO"
    return f"{figure.what:62} {figure.measured:9.3f} {figure.unit:3} at most {figure.limit:g}: {verdict}"


def table(figures: Iterable[Figure]) -> str:
    """All of them as a Markdown table."""
    lines = ["| what | measured | at most | held |", "|---|---|---|---|"]
    for figure in figures:
        unit = f" {figure.unit}" if figure.unit else ""
        verdict = "yes" if figure.held else "**no**"
        lines.append(f"| {figure.what} | {figure.measured:.3g}{unit} | {figure.limit:g}{unit} | {verdict} |")
    return "\n".join(lines)
