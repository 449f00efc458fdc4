"""Simulated club tournaments: repeats, closeness and time of the engine, a plain greedy and a swapping peer.

    python -m benchmarks.seating                 all rows, 20 events each
    python -m benchmarks.seating 16x4 40x8       some rows
    python -m benchmarks.seating --events 5      fewer events a row
    python -m benchmarks.seating --first 100     events 100, 101, ...; the work limits were set on events 0 to 19

Everybody plays his own events for the repeats. Closeness is compared at equal repeats, in two ways:

round by round   the peer also seats the engine's rounds, the same rankings and histories. It counts where it repeats as
                 few pairs now and lets as few be repeated later: its seating, too, can be completed (a completion is
                 found, or guaranteed, or nothing follows). A seating that leads into a corner is closer for a while
                 only.
whole events     the peer's own events in which it repeats as few pairs in all as the engine does in its own.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from benchmarks.figures import Figure
from tests.seating.events import Event, requests
from tests.seating.peers import Tables, greedy, repeats, swapping
from tourney_xlsx.seating import Outlook, Request, Result, seat
from tourney_xlsx.seating.field import Field, lay_out
from tourney_xlsx.seating.lookahead import completion_of
from tourney_xlsx.seating.objective import UNIT, seating_cost

ROWS = "16x4 16x5 20x5 24x5 28x6 32x6 32x7 36x8 40x8 40x9 64x8 64x10 100x8 100x10 1000x10"
QUICK_ROWS = "16x4 40x8 100x10"
LIMIT = 10.0  # seconds a round, with looking ahead
SECONDS = ((40, 1.0), (128, 2.0), (10_000, 5.0))  # up to so many players, of a round alone
MOST_PROVED = 128
COLUMNS = (
    *("greedy", "peer", "engine", "free", "alone", "proved", "ahead"),
    *("price", "L2/peer", "at", "above", "even", "L2/event", "alone_s", "mean_s", "max_s", "peer_s"),
)
WIDTHS = (7, 6, 7, 7, 9, 9, 9, 6, 8, 9, 6, 6, 9, 8, 7, 7, 7)
LEGEND = """
greedy, peer, engine   repeated pairs an event, mean
free                   events of the engine without any repeat
alone                  rounds whose closest seating, taken alone, is proved
proved                 rounds whose seating is proved to be the closest that can be completed
ahead                  rounds whose later rounds are certified or guaranteed to be free of repeats, or none follow
price                  closeness paid for looking ahead, over the rounds proved alone
L2/peer                closeness of engine / peer on the same rounds, where (at) the peer repeats as few pairs now and later
above                  those of them in which the engine pays more
even, L2/event         whole events in which the peer repeats as few pairs, and closeness of engine / peer over those
alone_s                processor seconds of the slowest round without looking ahead
mean_s, max_s, peer_s  processor seconds a round, with looking ahead
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
    costs: list[int] = field(default_factory=list)
    alone_seconds: list[float] = field(default_factory=list)
    peer_seconds: list[float] = field(default_factory=list)


def within(seconds: float) -> Callable[[], bool]:
    """A clock of processor time, for on a busy machine the other one runs out too early."""
    end = time.process_time() + seconds
    return lambda: time.process_time() > end


def by_engine(players: int, rounds: int, seed: str, limit: float, tally: Tally) -> None:
    """One event of the engine, with the peer looking over its shoulder."""
    event, again, cost = Event(players, seed), 0, 0
    for request, carried in requests(event, rounds, seed):
        start = time.process_time()
        seat(replace(request, rounds_left=0), within(limit))
        tally.alone_seconds.append(time.process_time() - start)
        start = time.process_time()
        result = seat(request, within(limit))
        tally.seconds.append(time.process_time() - start)
        carried[0] = result.certificate
        again += result.repeats
        cost += result.cost
        tally.proved += result.optimal
        tally.ahead += result.lookahead in (Outlook.CERTIFIED, Outlook.GUARANTEED, Outlook.LAST_ROUND)
        tally.alone += result.round_proved
        if result.round_proved:
            tally.price += result.cost - result.bound
            tally.plain += result.bound
        compare(request, result, tally)
        event.play(result.ids())
    tally.repeats.append(again)
    tally.costs.append(cost)


def compare(request: Request, result: Result, tally: Tally) -> None:
    """The peer's seating of the same round."""
    start = time.process_time()
    tables = swapping(request.ranking, request.history, request.seed)
    tally.peer_seconds.append(time.process_time() - start)
    if repeats(request.history, tables) != result.repeats:
        return
    seated = lay_out(request.ranking, request.history, (), request.seed)
    ranks = seated.ranks_of(tables) or []
    if result.lookahead is Outlook.CERTIFIED and not can_be_completed(request, seated, ranks):
        return
    cost = seating_cost(seated.costs // UNIT, ranks)
    tally.compared += 1
    tally.above += result.cost > cost
    tally.cost += result.cost
    tally.peer_cost += cost


def can_be_completed(request: Request, seated: Field, ranks: list[list[int]]) -> bool:
    """Later rounds without a repeat are found after this seating."""
    return completion_of(seated.allowed, ranks, request.rounds_left, request.seed, lambda: False) is not None


def by_peer(players: int, rounds: int, seed: str, peer: Peer) -> tuple[int, int]:
    """Repeated pairs and closeness of one event of a peer."""
    event, again, cost = Event(players, seed), 0, 0
    for request, _ in requests(event, rounds, seed):
        tables = peer(request.ranking, request.history, seed)
        again += repeats(request.history, tables)
        seated = lay_out(request.ranking, request.history, (), request.seed)
        cost += seating_cost(seated.costs // UNIT, seated.ranks_of(tables) or [])
        event.play(tables)
    return again, cost


def played(name: str, seeds: Sequence[str], limit: float) -> Tally:
    """The engine's events of one size."""
    players, rounds = (int(part) for part in name.split("x"))
    tally = Tally()
    for seed in seeds:
        by_engine(players, rounds, seed, limit, tally)
    return tally


def figures(quick: bool) -> Iterator[Figure]:
    """What must hold of repeats, proofs, closeness and time; `quick`: few sizes, few events."""
    for name in QUICK_ROWS.split() if quick else ROWS.split():
        players = int(name.partition("x")[0])
        events = 5 if quick or players > MOST_PROVED else 20
        tally = played(name, [f"event {k}" for k in range(events)], LIMIT)
        what = f"swiss {name}, {events} events"
        yield Figure(f"{what}: repeated pairs in all", sum(tally.repeats), 0)
        if players <= MOST_PROVED:
            yield Figure(f"{what}: rounds not proved closest", len(tally.seconds) - tally.alone, 0)
        if tally.peer_cost:
            yield Figure(f"{what}: closeness (L2) / peer at equal repeats", tally.cost / tally.peer_cost, 1)
        seconds = next(most for size, most in SECONDS if players <= size)
        yield Figure(f"{what}: slowest round alone", max(tally.alone_seconds), seconds, "s")
        yield Figure(f"{what}: slowest round with look-ahead", max(tally.seconds), LIMIT, "s")


def row(name: str, first: int, events: int, limit: float) -> str:
    """One line of the table."""
    players, rounds = (int(part) for part in name.split("x"))
    seeds = [f"event {k}" for k in range(first, first + events)]
    tally = played(name, seeds, limit)
    plain = sum(by_peer(players, rounds, seed, greedy)[0] for seed in seeds) / events
    others = [by_peer(players, rounds, seed, swapping) for seed in seeds]
    peer = sum(again for again, _ in others) / events
    pairs = zip(tally.repeats, tally.costs, others, strict=True)
    even = [(cost, other[1]) for again, cost, other in pairs if other[0] <= again]
    count = len(tally.seconds)
    return line(
        name,
        f"{plain:.1f}",
        f"{peer:.1f}",
        f"{sum(tally.repeats) / events:.2f}",
        f"{tally.repeats.count(0)}/{events}",
        f"{tally.alone}/{count}",
        f"{tally.proved}/{count}",
        f"{tally.ahead}/{count}",
        f"{tally.price / tally.plain:.1%}" if tally.plain else "-",
        f"{tally.cost / tally.peer_cost:.3f}" if tally.peer_cost else "-",
        f"{tally.compared}/{count}",
        f"{tally.above}",
        f"{len(even)}",
        f"{sum(cost for cost, _ in even) / sum(cost for _, cost in even):.3f}" if even else "-",
        f"{max(tally.alone_seconds):.2f}",
        f"{sum(tally.seconds) / count:.2f}",
        f"{max(tally.seconds):.2f}",
        f"{sum(tally.peer_seconds) / count:.2f}",
    )


def line(name: str, *cells: str) -> str:
    """A row of the table, right-aligned."""
    return f"{name:10}" + "".join(f"{cell:>{width}}" for cell, width in zip(cells, WIDTHS, strict=True))


def main() -> None:
    """Print the table row by row."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", default=ROWS.split())
    parser.add_argument("--events", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="number of the first event")
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds a round")
    options = parser.parse_args()
    print(line("", *COLUMNS))
    for name in options.rows:
        print(row(name, options.first, options.events, options.limit), flush=True)
    print(LEGEND)


if __name__ == "__main__":
    main()
