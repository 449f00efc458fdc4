"""Sport mahjong by MCR: the club tournament of regulation A."""

from __future__ import annotations

from collections.abc import Sequence

from ...model import Award, Standing, Tournament
from ...rules import RuleSet, Stage, TieBreak, total
from .admission import admit
from .checks import check
from .forms import HANDS, PLAYERS, PROTOCOL, SETTINGS, WINDS
from .scoring import score, with_state
from .seating import remind, seat

PRIZES = 3


def stages(tournament: Tournament) -> tuple[Stage, ...]:
    """One stage of as many tours as the settings say (A-4)."""
    return (Stage(0, "swiss", "round", tournament.integer("rounds")),)


def ladder(tournament: Tournament) -> tuple[TieBreak, ...]:
    """Most table points, then most game points, penalties taken off (A-2, A-15)."""
    return (total("table_points"), total("game_points", "game_points", "penalty"))


def awards(tournament: Tournament, standings: Sequence[Standing]) -> tuple[Award, ...]:
    """Places 1 to 3 and the last place of those who stayed (A-3); everybody on a shared place."""
    placed = [row for row in standings if row.place is not None]
    if not placed:
        return ()
    found = [
        Award(f"place_{place}", place, tuple(row.player for row in placed if row.place == place))
        for place in range(1, PRIZES + 1)
    ]
    last = next((row.place for row in reversed(placed) if not row.status.gone), None)
    if last is not None:
        found.append(Award("last", last, tuple(row.player for row in placed if row.place == last)))
    return tuple(award for award in found if award.players)


MCR = RuleSet(
    key="mcr",
    settings=SETTINGS,
    players=PLAYERS,
    protocol=PROTOCOL,
    hands=HANDS,
    seats=WINDS,
    seat_words="wind",
    parts=("table_points", "game_points", "penalty"),
    result=("game_points",),
    stages=stages,
    filled=with_state,
    check=check,
    admit=admit,
    score=score,
    ladder=ladder,
    seat=seat,
    awards=awards,
    remind=remind,
)
