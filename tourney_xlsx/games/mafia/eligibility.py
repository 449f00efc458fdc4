"""Whether an entry takes a place (B-2, B-3), and what goes back to whoever doesn't play (B-4)."""

from __future__ import annotations

from fractions import Fraction

from ...entries import deadline, late
from ...model import Player, Tournament


def fee_of(tournament: Tournament, player: Player) -> Fraction:
    """What goes back to somebody who doesn't play: the fee if it was paid, or the sum that was."""
    fee = tournament.exact("fee")
    if not payments_tracked(tournament):
        return fee
    if player.paid_amount is not None:
        return min(player.paid_amount, fee)
    return fee if player.paid else Fraction(0)


def payments_tracked(tournament: Tournament) -> bool:
    """Whether the sheet says of anybody that they have paid."""
    return any(player.paid for player in tournament.players)


def paid_in_full(tournament: Tournament, player: Player) -> bool:
    """Without full payment an entry isn't registered (B-3); where nobody keeps track, everybody has."""
    fee = tournament.exact("fee")
    if not fee or not payments_tracked(tournament):
        return True
    return player.paid if player.paid_amount is None else player.paid_amount >= fee


def experienced(tournament: Tournament, player: Player) -> bool:
    """Months enough, or a recommendation (B-2); where the sheet has neither of anybody, nobody is turned away."""
    least = tournament.integer("minimum_experience")
    if not least or not any(p.extra.get("experience") or p.extra.get("recommended") for p in tournament.players):
        return True
    months = player.extra.get("experience")
    enough = isinstance(months, int | Fraction) and months >= least
    return enough or bool(player.extra.get("recommended"))


def obstacle(tournament: Tournament, player: Player) -> str:
    """Why an entry takes no place, as a code of the reasons; empty when it takes one. A decision overrides it."""
    closes = deadline(tournament.settings.get("closes"))
    if player.decision:
        return ""
    if not experienced(tournament, player):
        return "no_experience"
    if late(player, closes):
        return "late"
    if not paid_in_full(tournament, player):
        return "unpaid" if player.paid_amount is None else "paid_in_part"
    if closes is not None and player.paid_on is not None and player.paid_on > closes:
        return "paid_late"
    return ""


# These can still be mended by the player.
MENDABLE = ("unpaid", "paid_in_part")
