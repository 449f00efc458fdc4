"""Seat numbers: every player on every seat as often as on any other, and as often in the lower half as in
the upper.

Games and players make a bipartite graph. (1) Split its edges in two so that every game has half of its edges
in each and every player's differ by at most one: pair up the edges at each vertex and colour the chains of
pairs alternately. (2) Colour the edges of each half properly with half as many colours as a table has seats
(König 1916: alternating paths). A player with more games than seats is split into blocks of as many games as
there are seats (de Werra 1971), so nobody's counts of any two seats differ by more than one. Both steps are
exact. Seats of games already played can't change: then the rest is improved by exchanging seats, and the
result has to be looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeAlias

from .symmetric import shuffled

Vertex: TypeAlias = tuple[int, int]
Edge: TypeAlias = tuple[int, int]  # game, place in the game's list of players

_PROPOSALS = 60_000


def seat_numbers(
    games: Sequence[Sequence[int]], table_size: int, rng: Random, before: Mapping[int, Sequence[int]] | None = None
) -> list[list[int]]:
    """Games -> players in seat order; 0 for a stand-in.

    `games[g]`: the players (> 0), fewer than `table_size` when stand-ins fill up. `before[p][s]`: how often
    player p has already sat in seat s. `table_size` is even.
    """
    filled = [shuffled([*game, *([0] * (table_size - len(game)))], rng) for game in games]
    vertices = _vertices(filled, table_size)
    half = table_size // 2
    seated = [[0] * table_size for _ in games]
    upper = _split(filled, vertices, rng)
    for side in (False, True):
        edges = [edge for edge, up in upper.items() if up is side]
        for (g, k), colour in _proper_colours(edges, vertices, half).items():
            seated[g][colour + half * side] = filled[g][k]
    if before:
        _improve(seated, before, table_size, rng)
    return seated


def _vertices(games: Sequence[Sequence[int]], table_size: int) -> dict[Edge, Vertex]:
    """The player's block, or the stand-in, at the far end of each edge."""
    count: dict[int, int] = {}
    vertices = {}
    for g, game in enumerate(games):
        for k, player in enumerate(game):
            so_far = count.get(player, 0)
            count[player] = so_far + 1
            vertices[g, k] = (player, so_far // table_size if player else so_far)
    return vertices


def _split(games: Sequence[Sequence[int]], vertices: Mapping[Edge, Vertex], rng: Random) -> dict[Edge, bool]:
    partner_in_game = {(g, k): (g, k ^ 1) for g, game in enumerate(games) for k in range(len(game))}
    partner_of_player: dict[Edge, Edge] = {}
    waiting: dict[Vertex, Edge] = {}
    for edge, vertex in vertices.items():
        if vertex in waiting:
            other = waiting.pop(vertex)
            partner_of_player[edge], partner_of_player[other] = other, edge
        else:
            waiting[vertex] = edge
    upper: dict[Edge, bool] = {}
    for start in vertices:
        if start in upper:
            continue
        upper[start] = rng.random() < 0.5
        for first, second in ((partner_in_game, partner_of_player), (partner_of_player, partner_in_game)):
            edge, links, after = start, first, second
            while edge in links and links[edge] not in upper:
                upper[links[edge]] = not upper[edge]
                edge, links, after = links[edge], after, links
    return upper


def _proper_colours(edges: Sequence[Edge], vertices: Mapping[Edge, Vertex], colours: int) -> dict[Edge, int]:
    """Colour edges so that none at the same game or player share one; every vertex has at most `colours`
    edges.
    """
    at_game: dict[tuple[int, int], Edge] = {}
    at_player: dict[tuple[Vertex, int], Edge] = {}
    colour_of: dict[Edge, int] = {}

    def put(edge: Edge, colour: int) -> None:
        colour_of[edge] = colour
        at_game[edge[0], colour] = edge
        at_player[vertices[edge], colour] = edge

    for edge in edges:
        game, player = edge[0], vertices[edge]
        free_here = next(c for c in range(colours) if (game, c) not in at_game)
        free_there = next(c for c in range(colours) if (player, c) not in at_player)
        path = []
        vertex, colour = player, free_here
        while (vertex, colour) in at_player:
            step = at_player[vertex, colour]
            path.append(step)
            colour = free_there
            if (step[0], colour) not in at_game:
                break
            step = at_game[step[0], colour]
            path.append(step)
            vertex, colour = vertices[step], free_here
        swapped = [(step, free_here + free_there - colour_of[step]) for step in path]
        for step in path:
            del at_game[step[0], colour_of[step]]
            del at_player[vertices[step], colour_of[step]]
        for step, new in swapped:
            put(step, new)
        put(edge, free_here)
    return colour_of


def _improve(seated: list[list[int]], before: Mapping[int, Sequence[int]], table_size: int, rng: Random) -> None:
    """Exchange seats within games, in place, so that counts with `before` added come as even as they go."""
    half = table_size // 2
    counts = {p: list(before.get(p, [0] * table_size)) for game in seated for p in game if p}
    for game in seated:
        for seat, p in enumerate(game):
            if p:
                counts[p][seat] += 1

    def cost(p: int) -> int:
        if not p:
            return 0
        row = counts[p]
        return 8 * sum(n * n for n in row) + (sum(row[:half]) - sum(row[half:])) ** 2

    def exchange(game: list[int], a: int, b: int) -> None:
        for p, old, new in ((game[a], a, b), (game[b], b, a)):
            if p:
                counts[p][old] -= 1
                counts[p][new] += 1
        game[a], game[b] = game[b], game[a]

    excess = sum(cost(p) - _least_cost(row, table_size) for p, row in counts.items())
    for done in range(_PROPOSALS):
        if excess == 0 or not seated:
            return
        game = seated[int(rng.random() * len(seated))]
        a, b = int(rng.random() * table_size), int(rng.random() * table_size)
        p, q = game[a], game[b]
        old = cost(p) + cost(q)
        exchange(game, a, b)
        change = cost(p) + cost(q) - old
        # Early on a step that costs a little is taken now and then, to leave dead ends.
        if change > 0 and (change > 16 or rng.random() * _PROPOSALS > (_PROPOSALS - done) * 0.02):
            exchange(game, a, b)
        else:
            excess += change


def _least_cost(row: Sequence[int], table_size: int) -> int:
    total = sum(row)
    each, more = divmod(total, table_size)
    return 8 * (more * (each + 1) ** 2 + (table_size - more) * each**2) + total % 2
