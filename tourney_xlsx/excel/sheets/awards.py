"""`Награды`: who gets a prize, and the read-out order for the closing, from the last to the first (A-3, A-20)."""

from __future__ import annotations

from openpyxl.workbook import Workbook

from ... import i18n
from ...model import Award, Standing, Status
from .. import style
from ..style import Look, Pen, Shown
from .frame import close, open_sheet
from .view import View

PRIZE = Look(size=13, bold=True, edge="thin", wrap=True)
PERSON = Look(size=13, edge="thin", wrap=True)
FIGURE = Look(size=13, edge="thin", across="center")
WIDTHS = (20.0, 38.0, 20.0, 22.0)
FIRST_ROW = 5


def awards_sheet(view: View, book: Workbook) -> None:
    """Prizes on the first page; on the next the standings from the last place up, to be read out."""
    title = view.t("sheet.awards")
    over = view.outcome.rounds_complete >= view.outcome.rounds_total and not view.outcome.provisional
    state = view.progress if over else f"{view.progress} · {view.t('sheets.awards.not_yet')}"
    pen = open_sheet(view, book, title, title, view.where_and_when, state)
    columns = len(WIDTHS) + len(view.ladder[:2])
    style.set_widths(pen.sheet, [*WIDTHS, *[11.0] * len(view.ladder[:2])])
    row = _prizes(view, pen, FIRST_ROW)
    style.break_before(pen.sheet, row + 1)
    row = _read_out(view, pen, row + 1, columns)
    close(view, pen.sheet, title, columns=columns, last_row=row - 1)
    pen.sheet.freeze_panes = f"A{FIRST_ROW}"


def _header(view: View, pen: Pen, row: int, first: str) -> None:
    words = [first, *(view.t(f"column.players.{key}") for key in ("name", "city", "club"))]
    pen.row(row, [*words, *(view.t(f"key.{step.key}") for step in view.ladder[:2])], style.HEADER.but(size=11))
    pen.sheet.row_dimensions[row].height = 20


def _prizes(view: View, pen: Pen, row: int) -> int:
    """A row for each winner of each prize. Returns the next free row."""
    _header(view, pen, row, view.t("sheets.awards.prize"))
    standings = {standing.player: standing for standing in view.outcome.standings}
    for award in view.outcome.awards:
        for player in award.players:
            row += 1
            _winner(view, pen, row, award_name(view, award), standings.get(player), player)
    return row + 1


def award_name(view: View, award: Award) -> str:
    """What a prize is called, with a word where several share it."""
    key = f"sheets.awards.code.{award.code}"
    name = view.t(key if i18n.has(view.t.lang, key) else "sheets.awards.place", n=award.place)
    return f"{name} ({view.t('sheets.awards.shared')})" if len(award.players) > 1 else name


def _winner(view: View, pen: Pen, row: int, prize: Shown, standing: Standing | None, player: int) -> None:
    person = view.players[player]
    pen.put(row, 1, prize, PRIZE)
    pen.put(row, 2, person.name, PERSON.but(bold=True))
    pen.put(row, 3, person.city, PERSON)
    pen.put(row, 4, person.club, PERSON)
    for column, step in enumerate(view.ladder[:2], len(WIDTHS) + 1):
        pen.put(row, column, standing.keys.get(step.key) if standing else None, FIGURE)
    texts = zip(WIDTHS, (str(prize), person.name, person.city, person.club), strict=True)
    style.set_height(pen.sheet, row, dict(texts), size=13, low=24)


def _read_out(view: View, pen: Pen, row: int, columns: int) -> int:
    """From the last place up to the first; substitutes are thanked before. Returns the next free row."""
    pen.join(row, 1, columns, view.t("sheets.awards.read_out"), Look(size=16, bold=True))
    pen.sheet.row_dimensions[row].height = 26
    thanked = [view.players[s.player].name for s in view.outcome.standings if s.status is Status.SUBSTITUTE]
    if thanked:
        row += 1
        text = view.t("sheets.awards.thanks", names=", ".join(thanked))
        pen.join(row, 1, columns, text, style.NOTE.but(size=12))
        style.set_height(pen.sheet, row, {sum(WIDTHS) + 20: text}, size=12)
    row += 1
    _header(view, pen, row, view.t("sheets.place"))
    placed = [standing for standing in view.outcome.standings if standing.place is not None]
    for row, standing in enumerate(reversed(placed), row + 1):
        place = view.place(standing)
        _winner(view, pen, row, place, standing, standing.player)
        pen.put(row, 1, place, PRIZE.but(across="center"))
    return row + 1
