"""How long a search may go on: by counted work, the same everywhere; by the clock as a last resort."""

from __future__ import annotations

from dataclasses import dataclass

from tourney_xlsx.seating.records import OutOfTime


@dataclass(slots=True)
class Effort:
    """Work left, in units of the search at hand (states, nodes, microseconds of some machine), and the clock."""

    left: int
    out_of_time: OutOfTime

    def spend(self, work: int) -> None:
        self.left -= work

    @property
    def spent(self) -> bool:
        return self.left <= 0 or self.out_of_time()

    def share(self, work: int) -> Effort:
        """A part of what is left, for one step of the search; to be given back with `settle`."""
        return Effort(min(work, max(0, self.left)), self.out_of_time)

    def settle(self, work: int, share: Effort) -> None:
        """Charge what a share of `work` has used."""
        self.left -= min(work, max(0, self.left)) - share.left
