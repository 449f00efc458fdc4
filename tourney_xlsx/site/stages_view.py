"""A cup's stages: who goes on as things stand (B-5), who rests (B-22), which colour won and what that earned (B-12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..i18n import has
from ..model import DifficultCard, RoundKey, Seating, Standing
from .context import Context, Person, alphabetical

LATER = ("qualifying", "semifinal", "final")
OFF = "off"
STAND_IN = 0


@dataclass(frozen=True, slots=True)
class Colours:
    """A stage's games by who won them; `worth`: what a win with the difficult card earned, in words."""

    stage: str
    red: int
    black: int
    draws: int
    worth: str


@dataclass(frozen=True, slots=True)
class Card:
    """The difficult card: the rule in force in a sentence, and the stages."""

    rule: str
    stages: tuple[Colours, ...]


def difficult_card(ctx: Context) -> Card | None:
    """What is to be said of the difficult card; None in a game without it, or before the first result."""
    cards = ctx.outcome.cards
    if not cards:
        return None
    rule = cards[-1].rule
    said = (
        ctx.word("page_card.off")
        if rule == OFF
        else ctx.t("page_card.on", rule=ctx.word(f"value.difficult_card.{rule}"))
    )
    return Card(said, tuple(_colours(ctx, card) for card in cards))


def _colours(ctx: Context, card: DifficultCard) -> Colours:
    worth = "–"
    if card.colour and card.per_win:
        facts = {"colour": ctx.word(f"page_card.{card.colour}"), "points": ctx.signed(card.per_win)}
        worth = ctx.t("page_card.worth" if card.counted else "page_card.later", **facts)
    stage = f"page_card.{card.stage}"
    name = ctx.word(stage) if has(ctx.lang, stage) else card.stage
    return Colours(name, card.red, card.black, card.draws, worth)


def going_on(ctx: Context, key: RoundKey) -> tuple[str, int]:
    """The stage after that of `key` and how many it takes by the settings; no stage and 0 where none follows."""
    tournament = ctx.outcome.tournament
    for stage in LATER[LATER.index(key.stage) + 1 :] if key.stage in LATER else ():
        wanted = tournament.integer(f"{stage}_players")
        if wanted and tournament.integer(f"{stage}_games"):
            return stage, wanted
    return "", 0


def edge(rows: Sequence[Standing], wanted: int) -> int:
    """How many rows from the top hold the first `wanted` of those who are still there; 0 where nobody is below."""
    staying = [position for position, row in enumerate(rows, 1) if not row.status.gone]
    return staying[wanted - 1] if 0 < wanted < len(staying) else 0


def resting(ctx: Context, seating: Seating) -> tuple[Person, ...]:
    """The stage's players who sit at no table in the round."""
    seated = {number for table in seating.tables for number in table.players}
    stage = (other for other in ctx.outcome.schedule if other.key.phase == seating.key.phase)
    everybody = {number for other in stage for table in other.tables for number in table.players}
    return tuple(alphabetical([ctx.numbered(number) for number in everybody - seated - {STAND_IN}]))
