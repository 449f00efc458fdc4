"""Taking a published seating back, so that the next run makes a new one: only what nobody has played (A-11, B-7)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .model import Round, RoundKey, Tournament
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
    redone = {k for k in keys if k == key or (rules.whole_stage and k.phase == key.phase and k > key)}
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


def _begun(r: Round) -> bool:
    return any(table.hands or any(row.values for row in table.rows) for table in r.tables)
