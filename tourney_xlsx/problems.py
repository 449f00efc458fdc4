"""The catalogue of everything that can be wrong: a code and how much it stops. Sentences are in the locale files."""

from __future__ import annotations

from .model import CellRef, Fact, Problem, Severity

E, W, N = Severity.ERROR, Severity.WARNING, Severity.NOTE

CATALOGUE: dict[str, Severity] = {
    # the workbook
    "sheet_missing": E,
    "column_missing": E,
    "column_twice": E,
    "sheet_twice": E,
    "sheet_not_ours": E,
    "sheet_name_hint": W,
    "cell_error": E,
    "formula_without_value": E,
    "formula_on_our_sheet": E,
    "formula_stale_note": N,
    "merged_cells": W,
    "state_unreadable": W,
    # settings
    "game_missing": E,
    "game_unknown": E,
    "setting_bad": E,
    "setting_twice": E,
    "setting_unknown": W,
    # values
    "not_a_number": E,
    "not_whole": E,
    "not_yes": E,
    "not_a_date": E,
    "became_date": E,
    "not_one_of": E,
    "out_of_range": E,
    # players
    "player_twice": E,
    "number_twice": E,
    "name_missing": E,
    "players_missing": E,
    "name_mixed_letters": W,
    "players_look_alike": W,
    # entries
    "count_uneven": W,
    "sitting_out": W,
    # protocols
    "round_gap": E,
    "table_missing": E,
    "seat_missing": E,
    "seat_unknown": E,
    "seat_twice": E,
    "table_split": W,
    "player_unknown": E,
    "number_unknown": E,
    "number_name_differ": E,
    "player_twice_in_round": E,
    "player_not_admitted": W,
    "player_gone": E,
    "player_off_seating": W,
    "seating_differs": W,
    "table_incomplete": N,
    "tables_of_round": N,
    "round_sheet_empty": W,
    # seating
    "seating_impossible": E,
    "seating_after_correction": N,
}


def problem(code: str, at: CellRef, **facts: Fact) -> Problem:
    """A problem of the catalogue at a cell; the severity is the catalogue's (KeyError for a code that isn't in it)."""
    return Problem(code, CATALOGUE[code], at, facts)
