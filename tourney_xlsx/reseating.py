"""Taking a published seating back, so that the next run makes a new one: only what nobody has played (A-11, B-7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .model import CellRef, Round, RoundKey, Tournament
from .rules import RuleSet, round_keys
from .seals import State


@dataclass(frozen=True, slots=True)
class Unseated:
    """What is left without the seating; `key`: the first round to seat anew; `sheets`: protocols to be made again."""

    tournament: Tournament
    state: State
    key: RoundKey
    sheets: frozenset[str]


def unseat(tournament: Tournament, state: State, rules: RuleSet, number: int) -> Unseated | str:
    """As if round `number` (counted over the event) had never been seated; a code where that can't be.

    `reseat_not_seated`: there is no such seating. `reseat_begun`: something is typed into it, or a later one follows.
    Where a stage is seated at once, the rounds after it go too; those before stay as they are, played or not.
    """
    keys = round_keys(rules.stages(tournament))
    if not 1 <= number <= len(keys):
        return "reseat_not_seated"
    key = keys[number - 1]
    published = {seating.key for seating in state.seatings}
    rounds = {r.key: r for r in tournament.rounds}
    if key not in published | rounds.keys():
        return "reseat_not_seated"
    redone = _redone(keys, key, rules)
    later = any(k > key and k not in redone for k in published | rounds.keys())
    if later or any(_begun(rounds[k]) for k in redone & rounds.keys()):
        return "reseat_begun"
    dropped = {k for k in published if k in redone or (rules.whole_stage and k.phase == key.phase)}
    seatings = tuple(seating for seating in state.seatings if seating.key not in dropped)
    left = tuple(r for r in tournament.rounds if r.key not in redone)
    sheets = frozenset(rounds[k].sheet for k in redone & rounds.keys())
    return Unseated(
        tournament=replace(tournament, rounds=left, published=seatings),
        state=replace(state, seatings=seatings),
        key=key,
        sheets=sheets,
    )


def begun_at(tournament: Tournament, rules: RuleSet, number: int) -> CellRef | None:
    """The first entry in the rounds that would be seated anew with round `number`; None where there is none."""
    keys = round_keys(rules.stages(tournament))
    redone = _redone(keys, keys[number - 1], rules)
    for r in tournament.rounds:
        entries = _entries(r) if r.key in redone else []
        if entries:
            return min(entries, key=lambda at: (at.sheet != r.sheet, at.row, at.column))
    return None


def _redone(keys: Sequence[RoundKey], key: RoundKey, rules: RuleSet) -> set[RoundKey]:
    return {k for k in keys if k == key or (rules.whole_stage and k.phase == key.phase and k > key)}


def _begun(r: Round) -> bool:
    return bool(_entries(r))


def _entries(r: Round) -> list[CellRef]:
    """Where something is typed: hands, and what the seating doesn't say itself."""
    rows = [row.cell(key) for table in r.tables for row in table.rows for key in row.values]
    return [*rows, *(hand.at for table in r.tables for hand in table.hands)]
