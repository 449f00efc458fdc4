"""The outcome as the JSON object of the contract: exact numbers as strings, tournament numbers for players."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from . import messages
from .model import DifficultCard, Entry, Outcome, Player, Seating, Standing


def as_json(outcome: Outcome, written: Sequence[str] = ()) -> str:
    """One JSON object; `written` are the files of this run, relative to the workbook's folder."""
    return json.dumps(as_dict(outcome, written), ensure_ascii=False, indent=1)


def as_dict(outcome: Outcome, written: Sequence[str] = ()) -> dict[str, Any]:
    """The contract's object, ready for JSON."""
    players = {player.id: player for player in outcome.tournament.players}
    lang = outcome.tournament.lang
    return {
        "game": outcome.tournament.game or None,
        "rounds": outcome.rounds_total,
        "rounds_complete": outcome.rounds_complete,
        "provisional": outcome.provisional,
        "problems": [
            {
                "code": problem.code,
                "severity": problem.severity.value,
                "sheet": problem.at.sheet,
                "cell": problem.at.a1,
                "message": messages.whole(lang, problem),
            }
            for problem in outcome.problems
        ],
        "standings": [_standing(row, players[row.player], outcome) for row in outcome.standings],
        "seating": None if outcome.seating is None else _seating(outcome.seating),
        "schedule": [
            {"stage": s.key.stage, "round": s.key.number, "tables": [list(table.players) for table in s.tables]}
            for s in outcome.schedule
        ],
        "quality": {
            stage: {"pairs_ssq": str(q.pairs_ssq), "bound": str(q.bound), "optimal": q.optimal}
            for stage, q in outcome.quality.items()
        },
        "entries": [_entry(entry, players[entry.player], lang) for entry in outcome.entries],
        "clubs": [
            {
                "place": club.place,
                "club": club.club,
                "points": str(club.points),
                "counted": [players[player].number for player in club.counted],
            }
            for club in outcome.clubs
        ],
        "seed": outcome.seed,
        **({"difficult_card": {card.stage: _card(card) for card in outcome.cards}} if outcome.cards else {}),
        "written": list(written),
    }


def _card(card: DifficultCard) -> dict[str, Any]:
    return {
        "rule": card.rule,
        "red": card.red,
        "black": card.black,
        "draws": card.draws,
        "colour": card.colour or None,
        "per_win": str(card.per_win),
        "counted": card.counted,
    }


_PUBLIC = (
    "game",
    "rounds",
    "rounds_complete",
    "provisional",
    "standings",
    "seating",
    "schedule",
    "quality",
    "clubs",
    "difficult_card",
    "seed",
)


def public_json(outcome: Outcome, more: Mapping[str, Any]) -> str:
    """The part of the object that belongs to everybody, and `more`: no problems, no entries (they name payments)."""
    found = as_dict(outcome)
    public = {key: found[key] for key in _PUBLIC if key in found}
    return _in_lines({**public, **more})


def _in_lines(whole: Mapping[str, Any]) -> str:
    """JSON with a line for each key and for each item of a list: readable, and short where there are thousands."""
    lines = (f"{json.dumps(key)}: {_listed(value)}" for key, value in whole.items())
    return "{\n" + ",\n".join(lines) + "\n}"


def _listed(value: Any) -> str:
    if not isinstance(value, list) or not value:
        return json.dumps(value, ensure_ascii=False)
    return "[\n" + ",\n".join(json.dumps(item, ensure_ascii=False) for item in value) + "\n]"


def _standing(row: Standing, player: Player, outcome: Outcome) -> dict[str, Any]:
    keys = {key: str(value) for key, value in row.keys.items()}
    return {
        "place": row.place,
        "shared": row.shared,
        "number": player.number,
        "name": player.name,
        "status": row.status.value,
        "points": next(iter(keys.values()), "0"),
        "keys": keys,
        "decided_by": row.decided_by,
        "rounds": row.rounds,
    }


def _seating(seating: Seating) -> dict[str, Any]:
    return {
        "stage": seating.key.stage,
        "round": seating.key.number,
        "tables": [list(table.players) for table in seating.tables],
        "repeats": seating.repeats,
        "optimal": seating.optimal,
        "seed": seating.seed,
        "notes": list(seating.notes),
    }


def _entry(entry: Entry, player: Player, lang: str) -> dict[str, Any]:
    return {
        "number": player.number,
        "name": player.name,
        "state": entry.state.value,
        "reason": messages.reason(lang, entry),
        "refund": str(Fraction(entry.refund)),
    }
