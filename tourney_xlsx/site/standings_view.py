"""The standings after every round: places, ladder columns, parts, what decided each place, and footnotes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .. import messages
from ..i18n import say, word
from ..model import RoundStandings, Standing
from .context import Context, Person, anchor
from .stages_view import edge, going_on

ALWAYS = 2


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A row as shown. `place` is `3`, `3–4`, or empty outside the places; `prize` marks a prize place, `edge` the last
    row of those who go on to the next stage.
    """

    person: Person
    place: str
    cells: tuple[str, ...]
    decided: str
    prize: bool
    edge: bool = False


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """The standings after one round. `heads`: the ladder's columns, then the other parts'; `grouped`: worth telling
    apart.
    """

    anchor: str
    label: str
    short: str
    provisional: bool
    heads: tuple[str, ...]
    ladder: int
    grouped: bool
    rows: tuple[StandingRow, ...]
    outside: tuple[StandingRow, ...]


def standings_tables(ctx: Context) -> tuple[StandingsTable, ...]:
    """One table for each round of the history, the latest last."""
    return tuple(_table(ctx, after) for after in ctx.outcome.history)


def latest_table(ctx: Context) -> StandingsTable | None:
    """The standings in force; None before the first result."""
    history = ctx.outcome.history
    return _table(ctx, history[-1]) if history else None


def place_text(row: Standing) -> str:
    """`3`, `3–4` on a shared place, empty outside the places."""
    if row.place is None:
        return ""
    return f"{row.place}–{row.last}" if row.shared else str(row.place)


def _table(ctx: Context, after: RoundStandings) -> StandingsTable:
    keys = _key_columns(after.rows)
    parts = _part_columns(after.rows, keys)
    prizes = {p for award in ctx.outcome.awards for p in award.players}
    ranked = [row for row in after.rows if row.place is not None]
    below: list[Standing | None] = [*ranked[1:], None]
    last_in = edge(ranked, going_on(ctx, after.key)[1])

    def shown(row: Standing, other: Standing | None, position: int = 0) -> StandingRow:
        numbers = [ctx.number(row.keys[key]) for key in keys]
        numbers += [ctx.number(row.parts[part]) if row.parts.get(part) else "" for part in parts]
        return StandingRow(
            person=ctx.person(row.player),
            place=place_text(row),
            cells=tuple(numbers),
            decided=_decided(ctx, row, other),
            prize=row.player in prizes and after is ctx.outcome.history[-1],
            edge=0 < last_in == position,
        )

    return StandingsTable(
        anchor=anchor(after.key),
        label=ctx.after(after.key),
        short=ctx.short(after.key),
        provisional=after.provisional,
        heads=(*(ctx.word(f"key.{key}") for key in keys), *(_capital(ctx.part(part)) for part in parts)),
        ladder=len(keys),
        grouped=ctx.made and bool(parts),
        rows=tuple(shown(row, other, at) for at, (row, other) in enumerate(zip(ranked, below, strict=True), 1)),
        outside=tuple(shown(row, None) for row in after.rows if row.place is None),
    )


def _key_columns(rows: Sequence[Standing]) -> tuple[str, ...]:
    """The ladder's columns: the first two, and of the further ones those in which somebody has something."""
    keys = tuple(rows[0].keys) if rows else ()
    return tuple(key for at, key in enumerate(keys) if at < ALWAYS or any(row.keys[key] for row in rows))


def _part_columns(rows: Sequence[Standing], keys: tuple[str, ...]) -> tuple[str, ...]:
    """The parts worth a column: somebody has something there, and the points aren't that part alone.

    Where the points are one of the parts (A-1), ladder columns show the parts of the same name.
    """
    names = dict.fromkeys(name for row in rows for name in row.parts)
    shown = keys if keys and keys[0] in names else ()
    return tuple(name for name in names if name not in shown and any(row.parts.get(name) for row in rows))


def _decided(ctx: Context, row: Standing, below: Standing | None) -> str:
    """In words: the key on which the row differs from the row below (A-2, B-17)."""
    key = row.decided_by
    if key is None:
        return ctx.word("page.decided_shared") if row.shared else ""
    if below is None or key not in below.keys:
        return ctx.word(f"key.{key}")
    mine, theirs = ctx.number(row.keys[key]), ctx.number(below.keys[key])
    return word(ctx.lang, "page.decided").format(step=ctx.word(f"key.{key}"), mine=mine, theirs=theirs)


def footnotes(ctx: Context) -> tuple[str, ...]:
    """Who stands outside the places, who left and when, who came in for whom, every penalty with its round, and
    every correction of a signed protocol that ever was (A-18)."""
    notes = [_line_note(ctx)] if _line_note(ctx) else []
    for row in ctx.outcome.standings:
        person = ctx.person(row.player)
        if person.tags and (row.place is None or row.status.gone):
            notes.append(ctx.t("page.footnote", name=person.name, what=person.tags[0]))
    for entry in ctx.outcome.entries:
        if entry.reason.endswith("_instead"):
            what = say(ctx.lang, f"reason.{entry.reason}", entry.facts)
            notes.append(ctx.t("page.footnote", name=ctx.person(entry.player).name, what=what))
    for score in ctx.outcome.scores:
        for part, value in score.parts.items():
            if value < 0 and part in ("penalty", "fines", "lateness"):
                what = f"{ctx.mark(part)} {ctx.number(value)}, {ctx.round_label(score.round)}"
                notes.append(ctx.t("page.footnote", name=ctx.person(score.player).name, what=what))
    corrections = (p for p in ctx.outcome.problems if p.code == "seal_released")
    notes += [f"{p.at.sheet}. {messages.what(ctx.lang, p)}" for p in corrections]
    return tuple(notes)


def _line_note(ctx: Context) -> str:
    """What the line across the latest standings means (B-5)."""
    if not ctx.outcome.history:
        return ""
    last = ctx.outcome.history[-1]
    stage, wanted = going_on(ctx, last.key)
    if not edge([row for row in last.rows if row.place is not None], wanted):
        return ""
    return ctx.t(f"page_line.{stage}", n=wanted)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
