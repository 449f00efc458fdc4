"""The registry: every game there is, by the key that the settings sheet's choice has."""

from __future__ import annotations

from collections.abc import Mapping

from ..rules import RuleSet
from .mcr import MCR

GAMES: Mapping[str, RuleSet] = {MCR.key: MCR}
