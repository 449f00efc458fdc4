"""Simulated club tournaments: repeats, closeness and time of the engine, a plain greedy and a swapping peer.

    python -m benchmarks.seating                 all rows, 20 events each
    python -m benchmarks.seating 16x4 40x8       some rows
    python -m benchmarks.seating --events 5      fewer events a row

Everybody plays his own events for the repeats. For closeness the peer also seats the engine's rounds, the same
rankings and histories, and L2 is compared where it has as few repeats.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tests.seating.events import Event, requests
from tests.seating.peers import Tables, greedy, repeats, swapping
from tourney_xlsx.seating import Outlook, Request, seat
from tourney_xlsx.seating.field import lay_out
from tourney_xlsx.seating.objective import UNIT, seating_cost

ROWS = "16x4 16x5 20x5 24x5 28x6 32x6 32x7 36x8 40x8 40x9 64x8 64x10 100x8 100x10 1000x10"
COLUMNS = (
    *("greedy", "peer", "engine", "free", "alone", "proved", "ahead"),
    *("price", "L2/peer", "at", "above", "mean_s", "max_s", "peer_s"),
)
WIDTHS = (7, 6, 7, 7, 9, 9, 9, 6, 8, 8, 6, 7, 7, 7)
LEGEND = """
greedy, peer, engine   repeated pairs an event, mean
free                   events of the engine without any repeat
alone                  rounds whose closest seating, taken alone, is proved
proved                 rounds whose seating is proved to be the closest that can be completed
ahead                  rounds whose later rounds are certified or guaranteed to be free of repeats, or none follow
price                  closeness paid for looking ahead, over the rounds proved alone
L2/peer                closeness of engine / peer on the same rounds, where (at) the peer repeats as few pairs
above                  those of them in which the engine pays more (for looking ahead)
mean_s, max_s, peer_s  processor seconds a round
"""

Peer = Callable[[Sequence[int], Sequence[Tables], str], Tables]


@dataclass(slots=True)
class Tally:
    """Sums over the events of a row."""

    repeats: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    proved: int = 0
    alone: int = 0
    ahead: int = 0
    price: int = 0
    plain: int = 0
    compared: int = 0
    above: int = 0
    cost: int = 0
    peer_cost: int = 0
    peer_seconds: list[float] = field(default_factory=list)


def within(seconds: float) -> Callable[[], bool]:
    """A clock that runs out."""
    end = time.perf_counter() + seconds
    return lambda: time.perf_counter() > end


def by_engine(players: int, rounds: int, seed: str, limit: float, tally: Tally) -> None:
    """One event of the engine, with the peer looking over its shoulder."""
    event, again = Event(players, seed), 0
    for request, carried in requests(event, rounds, seed):
        start = time.process_time()
        result = seat(request, within(limit))
        tally.seconds.append(time.process_time() - start)
        carried[0] = result.certificate
        again += result.repeats
        tally.proved += result.optimal
        tally.ahead += result.lookahead in (Outlook.CERTIFIED, Outlook.GUARANTEED, Outlook.LAST_ROUND)
        tally.alone += result.round_proved
        if result.round_proved:
            tally.price += result.cost - result.bound
            tally.plain += result.bound
        compare(request, result.repeats, result.cost, tally)
        event.play(result.ids())
    tally.repeats.append(again)


def compare(request: Request, engine_repeats: int, engine_cost: int, tally: Tally) -> None:
    """The peer's seating of the same round."""
    start = time.process_time()
    tables = swapping(request.ranking, request.history, request.seed)
    tally.peer_seconds.append(time.process_time() - start)
    if repeats(request.history, tables) == engine_repeats:
        seated = lay_out(request.ranking, request.history, (), request.seed)
        cost = seating_cost(seated.costs // UNIT, seated.ranks_of(tables) or [])
        tally.compared += 1
        tally.above += engine_cost > cost
        tally.cost += engine_cost
        tally.peer_cost += cost


def by_peer(players: int, rounds: int, seed: str, peer: Peer) -> int:
    """Repeated pairs of one event of a peer."""
    event, again = Event(players, seed), 0
    for request, _ in requests(event, rounds, seed):
        tables = peer(request.ranking, request.history, seed)
        again += repeats(request.history, tables)
        event.play(tables)
    return again


def row(name: str, events: int, limit: float) -> str:
    """One line of the table."""
    players, rounds = (int(part) for part in name.split("x"))
    seeds = [f"event {k}" for k in range(events)]
    tally = Tally()
    for seed in seeds:
        by_engine(players, rounds, seed, limit, tally)
    plain = sum(by_peer(players, rounds, seed, greedy) for seed in seeds) / events
    peer = sum(by_peer(players, rounds, seed, swapping) for seed in seeds) / events
    played = len(tally.seconds)
    return line(
        name,
        f"{plain:.1f}",
        f"{peer:.1f}",
        f"{sum(tally.repeats) / events:.2f}",
        f"{tally.repeats.count(0)}/{events}",
        f"{tally.alone}/{played}",
        f"{tally.proved}/{played}",
        f"{tally.ahead}/{played}",
        f"{tally.price / tally.plain:.1%}" if tally.plain else "-",
        f"{tally.cost / tally.peer_cost:.3f}" if tally.peer_cost else "-",
        f"{tally.compared}/{played}",
        f"{tally.above}",
        f"{sum(tally.seconds) / played:.2f}",
        f"{max(tally.seconds):.2f}",
        f"{sum(tally.peer_seconds) / played:.2f}",
    )


def line(name: str, *cells: str) -> str:
    """A row of the table, right-aligned."""
    return f"{name:10}" + "".join(f"{cell:>{width}}" for cell, width in zip(cells, WIDTHS, strict=True))


def main() -> None:
    """Print the table row by row."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", default=ROWS.split())
    parser.add_argument("--events", type=int, default=20)
    parser.add_argument("--limit", type=float, default=10.0, help="seconds a round")
    options = parser.parse_args()
    print(line("", *COLUMNS))
    for name in options.rows:
        print(row(name, options.events, options.limit), flush=True)
    print(LEGEND)


if __name__ == "__main__":
    main()
