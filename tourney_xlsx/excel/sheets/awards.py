"""`Награды`: who gets a prize, and the read-out order for the closing (A-3, A-20, B-18, B-19).

Clubs are read out first, then players from the last place to the first.
"""

from __future__ import annotations

from collections.abc import Sequence

from openpyxl.workbook import Workbook

from ... import i18n
from ...model import Award, ClubStanding, Standing, Status, column_letters
from .. import style
from ..style import Look, Pen, Shown
from .frame import close, open_sheet
from .view import View

PRIZE = Look(size=12, bold=True, edge="thin", wrap=True, indent=1)
PERSON = Look(size=12, edge="thin", wrap=True, indent=1)
FIGURE = Look(size=12, edge="thin", across="center")
HEAD = style.HEADER.but(size=11)
WIDTHS, KEY_WIDTH, KEYS_SHOWN = (22.0, 38.0, 22.0, 30.0), 10.0, 2
FIRST_ROW, CLUB_PRIZES = 5, 3


def awards_sheet(view: View, book: Workbook) -> None:
    """Prizes on the first page; on the next the standings from the last place up, to be read out."""
    title = view.t("sheet.awards")
    over = view.outcome.rounds_complete >= view.outcome.rounds_total and not view.outcome.provisional
    state = view.progress if over else f"{view.progress} · {view.t('sheets.awards.not_yet')}"
    pen = open_sheet(view, book, title, title, view.where_and_when, state)
    keys = len(view.ladder[:KEYS_SHOWN])
    pen.widths([*WIDTHS, *[KEY_WIDTH] * keys])
    row = _prizes(view, pen, FIRST_ROW)
    if winners := club_winners(view):
        row = _clubs(view, pen, row + 1, winners)
    row += 1
    style.break_before(pen.sheet, row)
    row = _read_out(view, pen, row, len(WIDTHS) + keys)
    close(view, pen.sheet, title, right=column_letters(len(WIDTHS) + keys), last_row=row - 1)
    pen.sheet.freeze_panes = f"A{FIRST_ROW}"


def _header(view: View, pen: Pen, row: int, first: str) -> None:
    words = [first, *(view.t(f"column.players.{key}") for key in ("name", "city", "club"))]
    pen.row(row, [*words, *(view.t(f"key.{step.key}") for step in view.ladder[:KEYS_SHOWN])], HEAD)
    pen.tall(row, 22)


def _prizes(view: View, pen: Pen, row: int) -> int:
    """A row for each winner of each prize. Returns the next free row."""
    _header(view, pen, row, view.t("sheets.awards.prize"))
    standings = {standing.player: standing for standing in view.outcome.standings}
    for prize, players in prizes(view):
        for player in players:
            row += 1
            _winner(view, pen, row, prize, standings.get(player), player)
    return row + 1


def prizes(view: View) -> list[tuple[str, tuple[int, ...]]]:
    """What is given to whom: prizes of one place are one line, the cup beside place 1 (B-18)."""
    found: dict[tuple[int, tuple[int, ...]], list[Award]] = {}
    for award in view.outcome.awards:
        found.setdefault((award.place, award.players), []).append(award)
    return [(_together(view, awards), players) for (_, players), awards in found.items()]


def _together(view: View, awards: Sequence[Award]) -> str:
    first, *others = (award_name(view, award, shared=award is awards[-1]) for award in awards)
    return ", ".join((first, *(name[:1].lower() + name[1:] for name in others)))


def club_winners(view: View) -> list[ClubStanding]:
    """The clubs that get prizes: places 1 to 3 (B-19)."""
    return [club for club in view.outcome.clubs if club.place <= CLUB_PRIZES]


def _clubs(view: View, pen: Pen, row: int, clubs: Sequence[ClubStanding]) -> int:
    """A row a club: its prize, its name, who counted, the sum and the mean. Returns the next free row."""
    heads = [view.t(f"sheets.awards.{key}") for key in ("club_prize", "club")]
    pen.row(row, [*heads, None, None, *(view.t(f"sheets.clubs.{key}") for key in ("points", "mean"))], HEAD)
    pen.join(row, 3, len(WIDTHS), view.t("sheets.clubs.counted"), HEAD)
    pen.height(row, low=32)
    for club in clubs:
        row += 1
        counted = ", ".join(view.players[player].name for player in club.counted)
        pen.put(row, 1, view.t("sheets.awards.place", n=club.place), PRIZE)
        pen.put(row, 2, club.club, PERSON.but(bold=True))
        pen.join(row, 3, len(WIDTHS), counted, PERSON)
        pen.row(row, [club.points, club.mean], FIGURE, first=len(WIDTHS) + 1)
        pen.height(row, [(counted, sum(WIDTHS[2:]), PERSON), (club.club, WIDTHS[1], PRIZE)], low=25)
    return row + 1


def award_name(view: View, award: Award, *, shared: bool = True) -> str:
    """What a prize is called, with a word where several share it and `shared` asks for it."""
    key = f"sheets.awards.code.{award.code}"
    name = view.t(key if i18n.has(view.t.lang, key) else "sheets.awards.place", n=award.place)
    return f"{name} ({view.t('sheets.awards.shared')})" if shared and len(award.players) > 1 else name


def _winner(view: View, pen: Pen, row: int, prize: Shown, standing: Standing | None, player: int) -> None:
    person = view.players[player]
    pen.put(row, 1, prize, PRIZE)
    pen.put(row, 2, person.name, PERSON.but(bold=True))
    pen.row(row, [person.city, person.club], PERSON, first=3)
    keys = [standing.keys.get(step.key) if standing else None for step in view.ladder[:KEYS_SHOWN]]
    pen.row(row, keys, FIGURE, first=len(WIDTHS) + 1)
    texts = zip((str(prize), person.name, person.city, person.club), WIDTHS, strict=True)
    pen.height(row, ((text, width, PRIZE) for text, width in texts), low=25)


def _read_out(view: View, pen: Pen, row: int, columns: int) -> int:
    """Substitutes are thanked, clubs named, then from the last place up to the first. Returns the next free row."""
    pen.join(row, 1, columns, view.t("sheets.awards.read_out"), Look(size=16, bold=True))
    pen.tall(row, 30)
    thanked = [view.players[s.player].name for s in view.outcome.standings if s.status is Status.SUBSTITUTE]
    if thanked:
        row += 1
        text, look = view.t("sheets.awards.thanks", names=", ".join(thanked)), style.NOTE.but(size=12)
        pen.join(row, 1, columns, text, look)
        pen.height(row, [(text, sum(WIDTHS) + KEY_WIDTH, look)])
    if winners := club_winners(view):
        row = _clubs(view, pen, row + 1, winners[::-1])
    row += 1
    _header(view, pen, row, view.t("sheets.place"))
    won = {player: prize for prize, players in prizes(view) for player in players}
    for standing in reversed([standing for standing in view.outcome.standings if standing.place is not None]):
        row += 1
        place = won.get(standing.player) or view.place(standing)
        _winner(view, pen, row, place, standing, standing.player)
        pen.put(row, 1, place, PRIZE.but(across="center", indent=0))
    return row + 1
