"""Who sits with whom, and where."""

from tourney_xlsx.seating.draw import draw
from tourney_xlsx.seating.records import (
    Certificate,
    Note,
    Outlook,
    OutOfTime,
    Pair,
    Refusal,
    Request,
    Result,
    SeatedTable,
    Tables,
)
from tourney_xlsx.seating.swiss import seat
from tourney_xlsx.seating.winds import Winds, winds

__all__ = [
    "Certificate",
    "Note",
    "OutOfTime",
    "Outlook",
    "Pair",
    "Refusal",
    "Request",
    "Result",
    "SeatedTable",
    "Tables",
    "Winds",
    "draw",
    "seat",
    "winds",
]
