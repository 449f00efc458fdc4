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
    "cell_error": E,
    "formula_without_value": E,
    "formula_on_our_sheet": E,
    "formula_stale_note": N,
    "merged_cells": W,
    "state_unreadable": W,
    # settings
    "game_missing": E,
    "setting_twice": E,
    "setting_unknown": W,
    # values
    "not_a_number": E,
    "not_whole": E,
    "not_yes": E,
    "not_a_date": E,
    "paid_unclear": W,
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
    "tables_of_three": N,
    # protocols
    "no_player_column": E,
    "round_gap": E,
    "round_beyond": W,
    "table_missing": E,
    "seat_missing": E,
    "seat_twice": E,
    "player_unknown": E,
    "name_spelt_otherwise": W,
    "number_unknown": E,
    "number_name_differ": E,
    "player_twice_in_round": E,
    "player_not_admitted": W,
    "player_gone": E,
    "player_off_seating": W,
    "player_not_in_round": W,
    "table_incomplete": N,
    "round_sheet_empty": W,
    # seating
    # hands
    "hands_without_table": E,
    "hand_twice": E,
    "hands_too_many": E,
    "hand_worth_low": E,
    "hand_winner_discarder": E,
    "hand_discarder_alone": E,
    "hand_worth_alone": E,
    "hands_differ": E,
    "hands_suspect_drawn": N,
    "hands_suspect_discard": N,
    "hands_suspect_self_draw": N,
    "hands_only": W,
    "hands_taken": N,
    # mahjong protocols
    "sum_not_zero": E,
    "sum_not_zero_sign": E,
    "table_short": E,
    "table_of_three": N,
    "table_points_wrong": E,
    "table_points_unexplained": E,
    "substitution": N,
    "substitution_points": E,
    "second_breach_without_fine": W,
    "fine_without_warning": W,
    "third_breach": W,
    "seating_too_few_players": E,
    "seating_no_such_tables": E,
    "seating_doubled_id": E,
    "keep_apart_unknown": W,
}


def problem(code: str, at: CellRef, **facts: Fact) -> Problem:
    """A problem of the catalogue at a cell; the severity is the catalogue's (KeyError for a code that isn't in it)."""
    return Problem(code, CATALOGUE[code], at, facts)
