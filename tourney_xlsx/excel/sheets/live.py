"""What a protocol sheet says while it is being typed: marks by conditional format, and a check beside each table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Border, Font, Side
from openpyxl.worksheet.worksheet import Worksheet

from ...i18n import Words
from ...model import column_letters
from .. import style

ZERO_SUM, ROLE, FIRST_KILLED = "game_points", "role", "first_killed"
# How often each role is dealt (B-21); one player at most is killed first.
DEALT = {"civilian": 6, "sheriff": 1, "mafia": 2, "don": 1}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a protocol's columns stand (letters by key), its last row, and how many seats a table has."""

    letters: Mapping[str, str]
    last: int
    seats: int

    def column(self, key: str) -> str:
        """A column's cells, fixed."""
        return f"${self.letters[key]}$2:${self.letters[key]}${self.last}"

    def cell(self, key: str, row: int = 2) -> str:
        """A column's cell in `row`, its letter fixed."""
        return f"${self.letters[key]}{row}"

    def area(self, key: str) -> str:
        """A column's cells as a range to be marked."""
        return f"{self.letters[key]}2:{self.letters[key]}{self.last}"

    def count(self, key: str, wanted: str, row: int = 2) -> str:
        """How many cells of the row's table hold `wanted` (`<>`: anything), as a formula."""
        return f'COUNTIFS({self.column("table")},{self.cell("table", row)},{self.column(key)},"{wanted}")'

    def filled(self, row: int = 2) -> str:
        """How many game points of the row's table have been typed, as a formula."""
        return self.count(ZERO_SUM, "<>", row)

    def sitting(self, row: int = 2) -> str:
        """How many results the row's table will have, as a formula: three where three play, and no more than there are
        seats where somebody stepped in (A-16)."""
        return f"MIN({self.seats},{self.count('name', '<>', row)})"

    def total(self, row: int = 2) -> str:
        """What the game points of the row's table add up to, as a formula."""
        return f"SUMIF({self.column('table')},{self.cell('table', row)},{self.column(ZERO_SUM)})"


def place_of(columns: Mapping[str, int], last: int, seats: int) -> Place:
    """The place of a protocol whose columns (1 is A) are given by key."""
    return Place({key: column_letters(position) for key, position in columns.items()}, last, seats)


def mark(sheet: Worksheet, place: Place, t: Words) -> None:
    """Live marks: a player twice, an empty seat, a full table whose game points don't add up to 0 or whose roles
    aren't those that are dealt, two killed first.

    Names are compared one by one: COUNTIF would take `007` for 7 and `>5` for a condition.
    """
    table, number, name = (place.cell(key) for key in ("table", "number", "name"))
    who = f"{place.letters['number']}2:{place.letters['name']}{place.last}"
    number_twice = f'AND({number}<>"",COUNTIF({place.column("number")},{number})>1)'
    name_twice = f'AND({name}<>"",SUMPRODUCT(--({place.column("name")}={name}))>1)'
    _mark(sheet, who, f"OR({number_twice},{name_twice})", style.BAD)
    _mark(sheet, who, f'AND({table}<>"",{number}="",{name}="")', style.WARN)
    if ZERO_SUM in place.letters:
        full = f"{place.filled()}>={place.sitting()}"
        _mark(sheet, place.area(ZERO_SUM), f'AND({table}<>"",{full},{place.total()}<>0)', style.BAD)
    if ROLE in place.letters:
        _mark(sheet, place.area(ROLE), f"AND({_wrong_roles(place, t)})", style.BAD)
    if FIRST_KILLED in place.letters:
        twice = f"{place.count(FIRST_KILLED, '<>')}>1"
        _mark(sheet, place.area(FIRST_KILLED), f'AND({place.cell(FIRST_KILLED)}<>"",{twice})', style.BAD)


def _wrong_roles(place: Place, t: Words) -> str:
    """All seats have a role in the sheet's own words (other words for them aren't judged), but not as dealt."""
    counts = {role: place.count(ROLE, t(f"value.role.{role}")) for role in DEALT}
    wrong = ",".join(f"{counts[role]}<>{dealt}" for role, dealt in DEALT.items())
    return f"{'+'.join(counts.values())}={place.seats},OR({wrong})"


def _mark(sheet: Worksheet, area: str, formula: str, fill: str) -> None:
    """Bold, underlined and framed as well as coloured: it has to show on a black-and-white print too."""
    side = Side(style="thin", color="FF" + style.RED)
    rule = FormulaRule(  # type: ignore[no-untyped-call]
        formula=[formula],
        font=Font(bold=True, underline="single", color="FF" + style.RED),
        fill=style.solid(fill),
        border=Border(left=side, right=side, top=side, bottom=side),
    )
    sheet.conditional_formatting.add(area, rule)


def sum_check(place: Place, row: int, t: Words) -> str:
    """The formula beside a table: nothing while it is empty, then how much is typed, then whether the sum is 0."""
    filled, total = place.filled(row), place.total(row)
    partial = _joined(t("sheets.live.partial", n="\n", seats=place.seats), filled)
    off = _joined(t("sheets.live.off", n="\n"), total)
    level = _quoted(t("sheets.live.level"))
    return f'=IF({filled}=0,"",IF({filled}<{place.sitting(row)},{partial},IF({total}=0,{level},{off})))'


def _joined(text: str, figure: str) -> str:
    """A text with a line break where the figure goes, as a formula."""
    before, after = (_quoted(part) if part else "" for part in text.split("\n"))
    return "&".join(part for part in (before, figure, after) if part)


def _quoted(text: str) -> str:
    doubled = text.replace('"', '""')
    return f'"{doubled}"'
