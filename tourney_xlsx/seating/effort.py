"""How long a search may go on: counted work first, the same on every machine; the clock only as a last resort."""

from __future__ import annotations

from dataclasses import dataclass

from tourney_xlsx.seating.records import OutOfTime


@dataclass(slots=True)
class Effort:
    """Work left, in units of the search at hand (states, nodes, moves), and the clock that may cut it short."""

    left: int
    out_of_time: OutOfTime

    def spend(self, work: int) -> None:
        self.left -= work

    @property
    def spent(self) -> bool:
        return self.left <= 0 or self.out_of_time()
