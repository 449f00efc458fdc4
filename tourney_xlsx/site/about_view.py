"""Everything beside the results: entries, the rules in force, the day's plan, awards and clubs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from ..i18n import has, say
from ..model import Entry, EntryState, ScheduleItem, Value
from .context import Context, Person, alphabetical

# The only settings that may be shown; fees, notes and anything unknown stay in the workbook.
SHOWN_SETTINGS = (
    "rounds",
    "penalty_first",
    "clubs_apart",
    "places",
    "qualifying_games",
    "semifinal_games",
    "final_games",
    "semifinal_players",
    "final_players",
    "final_factor",
    "factor_on_penalties",
    "difficult_card",
    "difficult_card_weight",
    "mates_apart",
    "counted_per_club",
    "minimum_experience",
)

CLUB_PRIZES = ("1", "2", "3")


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A registered player and why the decision is what it is."""

    person: Person
    reason: str


@dataclass(frozen=True, slots=True)
class EntryGroup:
    """All entries of one state."""

    label: str
    rows: tuple[EntryRow, ...]


@dataclass(frozen=True, slots=True)
class Prize:
    """An award and who gets it."""

    label: str
    people: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class Club:
    """A club's line: whose results were counted."""

    place: str
    name: str
    points: str
    mean: str
    counted: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules in force: settings with their values, the ladder in words, the judges among the players, the seed."""

    settings: tuple[tuple[str, str], ...]
    ladder: tuple[str, ...]
    judges: tuple[Person, ...]
    seed: str


def entry_groups(ctx: Context) -> tuple[EntryGroup, ...]:
    """The entries by state, each in alphabetical order."""
    groups = []
    for state in EntryState:
        entries = {e.player: e for e in ctx.outcome.entries if e.state is state and e.player in ctx.people}
        reasons = {player: _reason(ctx, entry) for player, entry in entries.items()}
        rows = [EntryRow(ctx.people[player], reason) for player, reason in reasons.items()]
        order = {id(p): i for i, p in enumerate(alphabetical([row.person for row in rows]))}
        if rows:
            rows.sort(key=lambda row: order[id(row.person)])
            groups.append(EntryGroup(ctx.word(f"page_state.{state}"), tuple(rows)))
    return tuple(groups)


def _reason(ctx: Context, entry: Entry) -> str:
    """Why, in a sentence; where the workbook's speaks of payments, the page has a sentence of its own."""
    if not entry.reason:
        return ""
    section = "page_reason" if has(ctx.lang, f"page_reason.{entry.reason}") else "reason"
    return say(ctx.lang, f"{section}.{entry.reason}", entry.facts)


def rules(ctx: Context) -> Rules:
    """What the tournament is played by (B-20)."""
    settings = ctx.outcome.tournament.settings
    shown = [
        (ctx.word(f"setting.{key}.name"), setting_text(ctx, key, settings[key]))
        for key in SHOWN_SETTINGS
        if settings.get(key) not in (None, "") and has(ctx.lang, f"setting.{key}.name")
    ]
    if "rounds" not in settings:
        shown.insert(0, (ctx.word("page.rounds_total"), str(ctx.outcome.rounds_total)))
    return Rules(
        settings=tuple(shown),
        ladder=tuple(ctx.word(f"page_ladder.{key}") for key in ctx.ladder),
        judges=tuple(ctx.people[p.id] for p in ctx.outcome.tournament.players if p.judge),
        seed=ctx.outcome.seed,
    )


def setting_text(ctx: Context, key: str, value: Value) -> str:
    """A setting's value as the workbook's language writes it."""
    if isinstance(value, bool):
        return ctx.t("value.yes.yes" if value else "value.yes.no")
    if isinstance(value, int | Fraction):
        return ctx.number(value)
    if isinstance(value, date):
        return ctx.t.day(value)
    text = "" if value is None else str(value)
    return ctx.word(f"value.{key}.{text}") if text and has(ctx.lang, f"value.{key}.{text}") else text


def day_plan(ctx: Context) -> tuple[ScheduleItem, ...]:
    """The day's plan (A-4)."""
    return ctx.outcome.tournament.schedule


def timed_rounds(schedule: tuple[ScheduleItem, ...]) -> tuple[ScheduleItem, ...]:
    """The rounds of the plan that a timer can run: with a start and a later end, as `10:00`."""
    return tuple(item for item in schedule if item.round and _minutes(item.end) > _minutes(item.start) >= 0)


def _minutes(text: str) -> int:
    """Minutes since midnight, -1 for anything but a time of the day."""
    found = re.fullmatch(r"([01]?\d|2[0-3]):([0-5]\d)", text)
    return int(found[1]) * 60 + int(found[2]) if found else -1


def prizes(ctx: Context) -> tuple[Prize, ...]:
    """The awards (A-3, B-18): what one place gets is one prize, the cup beside place 1."""
    found: dict[tuple[int, tuple[int, ...]], list[str]] = {}
    for award in ctx.outcome.awards:
        found.setdefault((award.place, award.players), []).append(_award(ctx, award.code, award.place))
    return tuple(
        Prize(", ".join((first, *map(_uncapital, others))), tuple(ctx.person(player) for player in players))
        for (_, players), (first, *others) in found.items()
    )


def _uncapital(text: str) -> str:
    return text[:1].lower() + text[1:]


def club_prizes(clubs: Sequence[Club]) -> tuple[Club, ...]:
    """The clubs that get prizes (B-19)."""
    return tuple(club for club in clubs if club.place in CLUB_PRIZES)


def _award(ctx: Context, code: str, place: int) -> str:
    key = f"page_award.{code}" if has(ctx.lang, f"page_award.{code}") else "page_award.place"
    return ctx.t(key, place=place)


def clubs(ctx: Context) -> tuple[Club, ...]:
    """The clubs' places (B-19)."""
    return tuple(
        Club(
            place=str(club.place),
            name=club.club,
            points=ctx.number(club.points),
            mean=ctx.number(club.mean),
            counted=tuple(ctx.person(player) for player in club.counted),
        )
        for club in ctx.outcome.clubs
    )
