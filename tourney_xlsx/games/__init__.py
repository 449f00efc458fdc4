"""The registry: every game there is, by the key that the settings sheet's choice has."""

from __future__ import annotations

from collections.abc import Mapping

from ..rules import RuleSet
from .mafia import MAFIA
from .mcr import MCR

GAMES: Mapping[str, RuleSet] = {game.key: game for game in (MCR, MAFIA)}
