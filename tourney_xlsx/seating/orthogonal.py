"""Twenty and fifty players: rounds in which any two tables of different rounds share equally many players.

Twenty at two tables: a Hadamard matrix of order 20 (Paley 1933, from the squares modulo 19) gives 19 rounds whose
tables share five. Fifty at five tables, sharing two:

A generalised Hadamard matrix GH(10, Z5) (Jungnickel 1979: one of order 2q exists for every odd prime power
q) has ten rows whose differences hold every element of Z5 twice. Adding each element of Z5 to every row
gives an orthogonal array of 50 rows, 10 columns and 5 levels; one more column says which pair of rows a line
came from. Lines are players, columns are rounds, levels are tables: OA(50, 11, 5, 2), the most columns known.
"""

from __future__ import annotations

from itertools import combinations
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

IntArray: TypeAlias = npt.NDArray[np.int64]

PALEY_PRIME = 19
PLAYERS = 50
TABLES = 5
COLUMNS = 11
MOST_ROUNDS = COLUMNS + 1


def hadamard_matrix() -> IntArray:
    """10 x 10 over Z5: for any two columns each difference occurs twice. Coefficients found by trying all of
    a family.
    """
    i, j = np.meshgrid(np.arange(TABLES), np.arange(TABLES), indexing="ij")
    product = i * j
    for bend_left, bend_right, bend_i, bend_j in np.ndindex(TABLES, TABLES, TABLES, TABLES):
        upper = np.hstack([product + bend_left * i * i, product + bend_right * i * i])
        bent = product + bend_i * i * i + bend_j * j * j
        for left, right in np.ndindex(TABLES - 1, TABLES - 1):
            lower = np.hstack([(left + 1) * bent, (right + 1) * bent])
            matrix = np.vstack([upper, lower]) % TABLES
            for candidate in (matrix, matrix.T):
                if differences_are_even(candidate):
                    return candidate
    raise AssertionError("the family holds a generalised Hadamard matrix")


def differences_are_even(matrix: IntArray) -> bool:
    """Whether for any two columns every difference modulo 5 occurs equally often."""
    for a, b in combinations(range(matrix.shape[1]), 2):
        counts = np.bincount((matrix[:, a] - matrix[:, b]) % TABLES, minlength=TABLES)
        if counts.min() != counts.max():
            return False
    return True


def orthogonal_array() -> IntArray:
    """50 x 11, levels 0-4: in any two columns each of the 25 pairs of levels stands in exactly two lines."""
    matrix = hadamard_matrix()
    lines = [[(entry + shift) % TABLES for entry in row] for row in matrix for shift in range(TABLES)]
    source = [row // 2 for row in range(len(matrix)) for _ in range(TABLES)]
    return np.column_stack([np.array(lines), np.array(source)])


def fifty_players(rounds: int) -> list[list[list[int]]]:
    """Rounds -> five tables -> ten players 0-49, for up to twelve rounds: evenest possible.

    Among all choices of columns: lowest greatest number of meetings, then fewest pairs with it, then fewest
    that never meet. After eleven rounds the lines of one row of the matrix have met once, all other pairs twice
    or three times; a twelfth seats whole rows together, five apart where the eleventh column takes neighbours.
    """
    array = orthogonal_array()
    if rounds > COLUMNS:
        rows = np.arange(PLAYERS) // TABLES
        array = np.column_stack([array, rows % TABLES])
    first, second = np.triu_indices(PLAYERS, 1)
    agree = (array[first] == array[second]).astype(np.int64)

    def quality(columns: tuple[int, ...]) -> tuple[int, int, int]:
        met = agree[:, columns].sum(axis=1)
        most = int(met.max())
        return most, int((met == most).sum()), int((met == 0).sum())

    chosen = min(combinations(range(array.shape[1]), rounds), key=quality)
    return [[np.flatnonzero(array[:, c] == t).tolist() for t in range(TABLES)] for c in chosen]


def twenty_players(rounds: int) -> list[list[list[int]]]:
    """Rounds -> two tables -> ten players 0-19, for up to 19 rounds."""
    squares = {k * k % PALEY_PRIME for k in range(1, PALEY_PRIME)}
    tables = []
    for column in range(rounds):
        # Player 19 is the border of Paley's matrix; its diagonal goes with the border.
        with_border = [p for p in range(PALEY_PRIME) if (p - column) % PALEY_PRIME not in squares | {0}]
        others = [p for p in range(PALEY_PRIME) if p not in with_border]
        tables.append([[*with_border, PALEY_PRIME], others])
    return tables
