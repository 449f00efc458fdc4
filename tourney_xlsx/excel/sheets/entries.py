"""`Состав`: who plays, who steps in, who waits, who was cut and gets the fee back, and why (A-5 to A-8, A-12)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from openpyxl.workbook import Workbook

from ... import i18n
from ...model import Entry, EntryState
from ...text import sort_key
from .. import style
from ..style import Shown
from .frame import Column, finish, open_sheet, write_list
from .view import View

ORDER = (
    EntryState.PLAYING,
    EntryState.SUBSTITUTE,
    EntryState.WAITING,
    EntryState.CUT,
    EntryState.WITHDRAWN,
    EntryState.REJECTED,
)
FILLS = {EntryState.WAITING: style.WARN, EntryState.CUT: style.BAD, EntryState.REJECTED: style.BAD}
SYMBOLS = {EntryState.PLAYING: "●", EntryState.SUBSTITUTE: "◐", EntryState.WAITING: "…"}
HEADER_ROW, STATE_COLUMN = 6, 6


def entries_sheet(view: View, book: Workbook) -> None:
    """One row a player, those who play first; the sum of what goes back stands above."""
    title = view.t("sheet.entries")
    pen = open_sheet(view, book, title, title, view.where_and_when)
    pen.put(4, 1, _counts(view), style.Look(size=12, bold=True))
    pen.put(5, 1, _refunds(view), style.SUBTITLE)
    entries = sorted(view.outcome.entries, key=lambda entry: _rank(view, entry))
    rows = [_row(view, entry) for entry in entries]
    area = write_list(pen, HEADER_ROW, _columns(view), rows)
    for line, entry in enumerate(entries, area.first):
        look = style.BODY.but(fill=FILLS.get(entry.state, ""))
        pen.put(line, STATE_COLUMN, rows[line - area.first][STATE_COLUMN - 1], look)
    finish(view, pen.sheet, area, title, landscape=True, frozen=2)


def _counts(view: View) -> str:
    counts = Counter(entry.state for entry in view.outcome.entries)
    said = (view.t("sheets.entries.count", state=view.t(f"state.{state}"), n=counts[state])
            for state in ORDER if counts[state])
    return " · ".join(said)


def _refunds(view: View) -> str:
    refunds = [entry.refund for entry in view.outcome.entries if entry.refund]
    if not refunds:
        return view.t("sheets.entries.no_refunds")
    return view.t("sheets.entries.refunds", total=sum(refunds, Fraction(0)), n=len(refunds))


def _rank(view: View, entry: Entry) -> tuple[int, int, tuple[str, str]]:
    player = view.players[entry.player]
    by_number = player.number or 0 if entry.state in ORDER[:2] else 0
    return ORDER.index(entry.state), by_number, ("", "") if by_number else sort_key(player.name)


def _columns(view: View) -> tuple[Column, ...]:
    head = {key: view.t(f"column.players.{key}") for key in ("number", "name", "city", "club", "judge")}
    return (
        Column(head["number"], style.NUMBER, low=6, high=8),
        Column(head["name"], low=24, high=34),
        Column(head["city"], low=12, high=20),
        Column(head["club"], low=12, high=24),
        Column(head["judge"], style.BODY.but(across="center"), low=9, high=10),
        Column(view.t("sheets.entries.state"), low=14, high=20),
        Column(view.t("sheets.entries.why"), low=30, high=60),
        Column(view.t("sheets.entries.refund"), style.NUMBER, low=10, high=14),
    )


def _row(view: View, entry: Entry) -> tuple[Shown, ...]:
    player = view.players[entry.player]
    return (
        player.number,
        player.name,
        player.city,
        player.club,
        view.t("value.yes.yes") if player.judge else "",
        f"{SYMBOLS.get(entry.state, '✖')} {view.t(f'state.{entry.state}')}",
        i18n.say(view.t.lang, f"reason.{entry.reason}", entry.facts) if entry.reason else "",
        entry.refund or None,
    )
