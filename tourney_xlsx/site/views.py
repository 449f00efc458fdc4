"""The view model of the whole page: an outcome in, plain rows of texts out. Templates get nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from ..model import Outcome, ScheduleItem
from .about_view import (
    Club,
    EntryGroup,
    Prize,
    Rules,
    club_prizes,
    clubs,
    day_plan,
    entry_groups,
    prizes,
    rules,
    setting_text,
    timed_rounds,
)
from .cards_view import Card, card_heads, cards
from .changes import Changes, Difference, changes
from .charts import Bars, Bump, bars, bump
from .context import context
from .preview import address
from .rounds_view import CrossRow, RoundResults, cross_table, round_results
from .seating_view import PlayerSeats, RoundSeats, player_seats, round_seats
from .stages_view import Card as DifficultCard
from .stages_view import difficult_card
from .standings_view import StandingsTable, footnotes, standings_tables


@dataclass(frozen=True, slots=True)
class PageView:
    """All that the page shows, in one language."""

    title: str
    subtitle: tuple[str, ...]
    progress: str
    provisional: bool
    finished: bool
    winds: bool
    updated: str
    url: str
    picture: str
    standings: tuple[StandingsTable, ...]
    footnotes: tuple[str, ...]
    rounds: tuple[RoundResults, ...]
    hands: bool
    cross_heads: tuple[str, ...]
    cross: tuple[CrossRow, ...]
    seats: tuple[RoundSeats, ...]
    player_seats: tuple[PlayerSeats, ...]
    card_heads: tuple[str, ...]
    cards: tuple[Card, ...]
    bump: Bump | None
    bars: Bars | None
    entries: tuple[EntryGroup, ...]
    rules: Rules
    schedule: tuple[ScheduleItem, ...]
    prizes: tuple[Prize, ...]
    clubs: tuple[Club, ...]
    club_prizes: tuple[Club, ...]
    card: DifficultCard | None
    changes: Changes | None
    timed: bool


def page_view(outcome: Outcome, lang: str, difference: Difference | None = None) -> PageView:
    """The view of `outcome` in `lang`, with what is different from the publication before."""
    ctx = context(outcome, lang)
    tournament = outcome.tournament
    facts = (setting_text(ctx, key, tournament.settings.get(key)) for key in ("date", "venue", "city"))
    heads, cross = cross_table(ctx)
    history = outcome.history
    found, results = clubs(ctx), round_results(ctx)
    return PageView(
        title=tournament.text("title") or ctx.t("page.untitled"),
        subtitle=tuple(fact for fact in facts if fact),
        progress=ctx.after(history[-1].key) if history else ctx.t("page.before"),
        provisional=outcome.provisional,
        finished=bool(history) and outcome.rounds_complete >= outcome.rounds_total,
        winds=ctx.four,
        updated=ctx.t.day(outcome.updated),
        url=tournament.text("page_url"),
        picture=address(tournament.text("page_url")),
        standings=standings_tables(ctx),
        footnotes=footnotes(ctx),
        rounds=results,
        hands=any(table.hands for played in results for table in played.tables),
        cross_heads=heads,
        cross=cross,
        seats=round_seats(ctx),
        player_seats=player_seats(ctx),
        card_heads=card_heads(ctx),
        cards=cards(ctx, results),
        bump=bump(ctx),
        bars=bars(ctx),
        entries=entry_groups(ctx),
        rules=rules(ctx),
        schedule=day_plan(ctx),
        prizes=prizes(ctx),
        clubs=found,
        club_prizes=club_prizes(found),
        card=difficult_card(ctx),
        changes=changes(ctx, difference) if difference else None,
        timed=bool(timed_rounds(tournament.schedule)),
    )
