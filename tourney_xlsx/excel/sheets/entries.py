"""`Состав`: who plays, who steps in, who waits, who was cut and gets the fee back, and why (A-5 to A-8, A-12)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from openpyxl.workbook import Workbook

from ... import messages
from ...model import Entry, EntryState
from ...text import sort_key
from .. import style
from .frame import Column, Item, Marked, finish, open_sheet, write_list
from .view import View

# State, symbol, fill: in the order of the sheet.
STATES = {
    EntryState.PLAYING: ("●", ""),
    EntryState.SUBSTITUTE: ("○", ""),
    EntryState.WAITING: ("…", style.WARN),
    EntryState.CUT: ("×", style.BAD),
    EntryState.WITHDRAWN: ("×", style.BAND),
    EntryState.REJECTED: ("×", style.BAD),
}
ORDER = tuple(STATES)
AT_TABLES = (EntryState.PLAYING, EntryState.SUBSTITUTE)
HEADER_ROW = 6


def entries_sheet(view: View, book: Workbook) -> None:
    """One row a player, those who play first; the sum of what goes back stands above."""
    title = view.t("sheet.entries")
    pen = open_sheet(view, book, title, title, view.where_and_when, "", _refunds(view))
    pen.put(4, 1, _counts(view), style.SUMMARY)
    pen.tall(4, 21)
    entries = sorted(view.outcome.entries, key=lambda entry: _rank(view, entry))
    area = write_list(pen, HEADER_ROW, _columns(view), [_row(view, entry) for entry in entries])
    finish(view, pen.sheet, area, title, landscape=True, frozen=2)


def _counts(view: View) -> str:
    counts = Counter(entry.state for entry in view.outcome.entries)
    states = [state for state in ORDER if counts[state]]
    return " · ".join(view.t("sheets.entries.count", state=view.t(f"state.{s}"), n=counts[s]) for s in states)


def _refunds(view: View) -> str:
    refunds = [entry.refund for entry in view.outcome.entries if entry.refund]
    if not refunds:
        return view.t("sheets.entries.no_refunds")
    return view.t("sheets.entries.refunds", total=sum(refunds, Fraction(0)), n=len(refunds))


def _rank(view: View, entry: Entry) -> tuple[int, int, tuple[str, str]]:
    """By state; those at the tables by number, the rest by name."""
    player = view.players[entry.player]
    number = player.number or 0 if entry.state in AT_TABLES else 0
    return ORDER.index(entry.state), number, ("", "") if number else sort_key(player.name)


def _columns(view: View) -> tuple[Column, ...]:
    def head(key: str) -> str:
        return view.t(f"column.players.{key}")

    return (
        Column("number", head("number"), style.NUMBER, low=5, high=8),
        Column("name", head("name"), low=24, high=32),
        Column("city", head("city"), low=12, high=20, optional=True),
        Column("club", head("club"), low=12, high=27, optional=True),
        Column("judge", head("judge"), style.NUMBER, low=7, high=10, optional=True),
        Column("state", view.t("sheets.entries.state"), low=14, high=20),
        Column("why", view.t("sheets.entries.why"), low=24, high=56),
        Column("refund", view.t("sheets.entries.refund"), style.NUMBER, low=9, high=14, optional=True),
    )


def _row(view: View, entry: Entry) -> tuple[Item, ...]:
    player = view.players[entry.player]
    symbol, fill = STATES[entry.state]
    return (
        player.number,
        player.name,
        player.city,
        player.club,
        view.t("value.yes.yes") if player.judge else "",
        Marked(f"{symbol} {view.t(f'state.{entry.state}')}", style.BODY.but(fill=fill)),
        messages.reason(view.t.lang, entry),
        entry.refund or None,
    )
