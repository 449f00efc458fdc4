"""What the standings say of the difficult card: which rule is on, the wins, what a win earned (B-12)."""

from __future__ import annotations

from ... import i18n
from ...model import DifficultCard
from .view import View

OFF = "off"


def card_lines(view: View) -> tuple[str, ...]:
    """A sentence a stage; one for all where the rule is off; none in a game without the card."""
    cards = view.outcome.cards
    if cards and all(card.rule == OFF for card in cards):
        return (view.t("sheets.card.off"),)
    return tuple(_line(view, card) for card in cards)


def _line(view: View, card: DifficultCard) -> str:
    stage = f"sheets.stage.{card.stage}"
    said = view.t(
        "sheets.card.line",
        stage=view.t(stage) if i18n.has(view.t.lang, stage) else card.stage,
        rule=view.t(f"value.difficult_card.{card.rule}"),
        red=card.red,
        black=card.black,
        draws=card.draws,
    )
    if not card.colour or not card.per_win:
        return said
    colour = view.t(f"sheets.card.of.{card.colour}")
    earned = view.t("sheets.card.earns", colour=colour, points=view.number(card.per_win))
    return f"{said} {earned}" if card.counted else f"{said} {earned} {view.t('sheets.card.later')}"
