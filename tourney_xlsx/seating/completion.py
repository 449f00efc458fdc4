"""Finding later rounds in which nobody meets again: the social golfer problem, begun by the rounds played."""

from __future__ import annotations

from collections.abc import Sequence

from tourney_xlsx.seating.effort import Effort
from tourney_xlsx.seating.exhaustive import Completion, Round, exhaustive
from tourney_xlsx.seating.objective import Bools
from tourney_xlsx.seating.tabu import tabu


def complete(
    allowed: Bools, rounds: int, seed: str, effort: Effort, work: int, start: Sequence[Round] = ()
) -> Completion:
    """Rounds of allowed pairs, by both searches in turn, first with a tenth of `work` and then with all of it.

    The walks begin with the rounds of `start`. Work is counted in units of about three microseconds.
    """
    for part in (work // 10, work):
        share = effort.share(part)
        found = exhaustive(allowed, rounds, seed, share)
        effort.settle(part, share)
        if found.rounds is not None or found.impossible:
            return found
        share = effort.share(part)
        walked = tabu(allowed, rounds, f"{seed} {part}", share, start)
        effort.settle(part, share)
        if walked is not None:
            return Completion(walked)
    return Completion(None)
