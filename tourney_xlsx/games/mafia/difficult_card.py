"""The difficult card (B-12): the colour that won fewer games of a stage earns an extra for every win.

The regulation gives no figure. Two formulas are known from tournaments of its time, a third way is by hand; the
default is off.
"""

from __future__ import annotations

from fractions import Fraction

from ...model import DifficultCard, RoundKey, Tournament
from .forms import COLOURS
from .stages import stages

WIN_POINTS = Fraction(2)


def stage_card(tournament: Tournament, key: RoundKey) -> DifficultCard:
    """The wins of both colours in the stage of `key`, from games whose results stand, and what a win earns."""
    rounds = {r.key: r for r in tournament.rounds if r.key.phase == key.phase}
    results = [
        next((row.text("winner") for row in table.rows if row.text("winner")), "")
        for r in rounds.values()
        for table in r.tables
        if table.counts
    ]
    wins = {colour: results.count(colour) for colour in COLOURS}
    rule = tournament.text("difficult_card") or "off"
    keys = next((stage.keys() for stage in stages(tournament) if stage.phase == key.phase), ())
    over = bool(keys) and all(k in rounds and rounds[k].complete for k in keys)
    colour = difficult_colour(wins["red"], wins["black"])
    per_win = bonus(rule, wins["red"], wins["black"], tournament.exact("difficult_card_weight"))
    draws = results.count("draw")
    return DifficultCard(key.stage, rule, wins["red"], wins["black"], draws, colour, per_win, over)


def difficult_colour(red: int, black: int) -> str:
    """The colour that won fewer games; none where they are level or one of them has no win at all."""
    if red == black or not red or not black:
        return ""
    return "red" if red < black else "black"


def bonus(rule: str, red: int, black: int, weight: Fraction) -> Fraction:
    """What a win with the difficult colour earns: weight x difference of wins, or 2 x (2 x others' share - 1)."""
    if not difficult_colour(red, black):
        return Fraction(0)
    if rule == "win_difference":
        return weight * abs(red - black)
    if rule == "win_share":
        return WIN_POINTS * (Fraction(max(red, black), red + black) * 2 - 1)
    return Fraction(0)


def cards(tournament: Tournament) -> tuple[DifficultCard, ...]:
    """The stages with at least one result, in order."""
    keys = {r.key.phase: r.key for r in tournament.rounds if any(table.counts for table in r.tables)}
    return tuple(stage_card(tournament, keys[phase]) for phase in sorted(keys))
