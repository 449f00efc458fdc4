"""Sport Mafia: the open cup of regulation B."""

from __future__ import annotations

from collections.abc import Sequence

from ...clubs import club_standings
from ...model import Award, ClubStanding, Standing, Tournament
from ...rules import RuleSet
from .admission import admit
from .checks import check
from .difficult_card import cards
from .forms import PLAYERS, PROTOCOL, RESULT, SEATS, SETTINGS
from .ladder import ladder
from .scoring import PARTS, score, with_state
from .seating import remind, seat
from .stages import stages

PRIZES = 3


def awards(tournament: Tournament, standings: Sequence[Standing]) -> tuple[Award, ...]:
    """Places 1 to 3, and the cup for place 1 (B-18); everybody on a shared place."""
    found = []
    for place in range(1, PRIZES + 1):
        players = tuple(row.player for row in standings if row.place == place)
        found.append(Award(f"place_{place}", place, players))
        if place == 1:
            found.append(Award("cup", place, players))
    return tuple(award for award in found if award.players)


def clubs(tournament: Tournament, standings: Sequence[Standing]) -> tuple[ClubStanding, ...]:
    """The strongest clubs by their best players (B-19)."""
    return club_standings(tournament.players, standings, "points", tournament.integer("counted_per_club"))


MAFIA = RuleSet(
    key="mafia",
    settings=SETTINGS,
    players=PLAYERS,
    protocol=PROTOCOL,
    hands=None,
    seats=SEATS,
    seat_words="seat",
    parts=PARTS,
    result=RESULT,
    stages=stages,
    filled=with_state,
    check=check,
    admit=admit,
    score=score,
    ladder=ladder,
    seat=seat,
    awards=awards,
    whole_stage=True,
    remind=remind,
    clubs=clubs,
    cards=cards,
)
