"""The printed form of a game without hands: the seats with what is noted for each, days of voting, the result."""

from __future__ import annotations

from ...model import SeatedTable
from ...rules import Column, Kind
from .. import style
from ..inputs import choice_list
from ..metrics import fit, text_height
from ..style import Look, Pen
from .view import View

CELL = Look(size=11, edge="thin", across="center")
LABEL = CELL.but(bold=True, fill=style.HEAD, wrap=True, size=9)
ANSWER = CELL.but(across="left", indent=2, size=12)
PERSON = CELL.but(across="left", wrap=True, bold=True, size=11, indent=1)
FIXED = ("table", "seat", "number", "name", "note", "released", "signed")
SEAT_WIDTHS, NAME_WIDTH, NOTED_WIDTHS, PAGE_WIDTH, HEAD_SIZE = (6.5, 6.5), 20.0, (6.0, 14.0), 90.0, 8
TICKED = (Kind.YES, Kind.REASON)
DAYS, HEAD_HEIGHT, SEAT_HEIGHT, DAY_HEIGHT, LINE_HEIGHT, GAP = 5, 36, 31, 26, 28, 8


def _noted(view: View) -> tuple[Column, ...]:
    """What is noted for each seat on paper."""
    columns = view.rules.protocol.columns
    return tuple(column for column in columns if column.key not in FIXED and not column.per_table)


def _of_table(view: View) -> tuple[Column, ...]:
    """What is noted once for the table."""
    return tuple(c for c in view.rules.protocol.columns if c.per_table and c.key not in FIXED)


def seats_widths(view: View) -> list[float]:
    """Widths of seat, number, name, and of each thing noted, as wide as its header's words: together a page."""
    heads = (view.t(f"column.{view.rules.protocol.key}.{column.key}") for column in _noted(view))
    noted = [fit(head.split(), *NOTED_WIDTHS, size=HEAD_SIZE, bold=True) for head in heads]
    left = PAGE_WIDTH - sum(SEAT_WIDTHS) - sum(noted)
    return [*SEAT_WIDTHS, NAME_WIDTH + max(left - NAME_WIDTH, 0), *noted]


def seats_form(view: View, pen: Pen, table: SeatedTable, row: int) -> int:
    """The seats, the votes of each day, the table's result and signature. Returns the next row."""
    noted, widths = _noted(view), seats_widths(view)
    columns, room = len(widths), widths[2]
    keys = ("seat", "number", "name", *(column.key for column in noted))
    pen.row(row, [view.t(f"column.{view.rules.protocol.key}.{key}") for key in keys], LABEL.but(size=HEAD_SIZE))
    pen.tall(row, HEAD_HEIGHT)
    for seat, number in zip(view.rules.seats, table.players, strict=False):
        row += 1
        pen.put(row, 1, view.seat(seat), CELL.but(bold=True, size=14))
        pen.put(row, 2, number or None, CELL)
        name = view.name_of(number)
        look = PERSON if text_height(name, room, PERSON.size, bold=True) <= SEAT_HEIGHT else PERSON.but(size=9)
        pen.put(row, 3, name, look)
        pen.row(row, ["□" if column.kind in TICKED else None for column in noted], CELL.but(size=16), first=4)
        pen.height(row, [(name, room, look)], low=SEAT_HEIGHT)
    row = _days(view, pen, row + 2, columns)
    return _result(view, pen, row + 1, columns)


def _days(view: View, pen: Pen, row: int, columns: int) -> int:
    """A line a day: who was shot in the night, who was put up, the votes, who left. Returns the next free row."""
    pen.tall(row - 1, GAP)
    pen.row(row, [view.t(f"sheets.forms.{key}") for key in ("day", "night")], LABEL.but(size=8))
    pen.join(row, 3, columns, view.t("sheets.forms.votes"), LABEL)
    pen.tall(row, DAY_HEIGHT)
    for day in range(1, DAYS + 1):
        row += 1
        pen.put(row, 1, day, CELL.but(bold=True))
        pen.put(row, 2, None, CELL)
        pen.join(row, 3, columns, None, CELL)
        pen.tall(row, DAY_HEIGHT)
    return row + 1


def _result(view: View, pen: Pen, row: int, columns: int) -> int:
    """The table's own lines (who won, the judge), notes and the signature. Returns the next row."""
    pen.tall(row - 1, GAP)
    lines = [(view.t(f"column.{view.rules.protocol.key}.{c.key}"), _boxes(view, c)) for c in _of_table(view)]
    lines += [(view.t(f"sheets.forms.{key}"), "") for key in ("note", "judge_signed")]
    for label, boxes in lines:
        pen.join(row, 1, 2, label, LABEL)
        pen.join(row, 3, columns, boxes or None, ANSWER)
        pen.tall(row, LINE_HEIGHT)
        row += 1
    return row


def _boxes(view: View, column: Column) -> str:
    """Boxes to tick where the answers are few; nothing where words are to be written."""
    words = choice_list(column, view.t)
    return "□" if column.kind is Kind.MARK else "      ".join(f"□ {word}" for word in words)
