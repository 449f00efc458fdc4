"""Forms and settings of a cup in sport Mafia (workbook contract; B-1, B-3, B-5, B-6, B-10 to B-15, B-19)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ...rules import COMMON_SETTINGS, PLAYER_COLUMNS, Column, Form, Kind, Setting

TABLE = 10
SEATS = tuple(str(seat) for seat in range(1, TABLE + 1))
ROLES = {"civilian": 6, "sheriff": 1, "mafia": 2, "don": 1}
RED, BLACK = ("civilian", "sheriff"), ("mafia", "don")
COLOURS = {"red": RED, "black": BLACK}
MOST_BEST = 2
NAMED = 3
MOST_REMARKS = 4
FEE = Fraction(2500)

SETTINGS = (
    *(replace(setting, default=FEE) if setting.key == "fee" else setting for setting in COMMON_SETTINGS),
    Setting("places", Kind.WHOLE, 50, low=1, high=1000),
    Setting("qualifying_games", Kind.WHOLE, 7, low=1, high=40),
    Setting("semifinal_games", Kind.WHOLE, 3, low=0, high=40),
    Setting("final_games", Kind.WHOLE, 5, low=0, high=40),
    Setting("semifinal_players", Kind.WHOLE, 20, low=0, high=1000),
    Setting("final_players", Kind.WHOLE, 10, low=0, high=1000),
    Setting("final_factor", Kind.NUMBER, Fraction(3, 2), low=0),
    Setting("factor_on_penalties", Kind.YES, False),
    Setting("difficult_card", Kind.CHOICE, "off", choices="difficult_card"),
    Setting("difficult_card_weight", Kind.NUMBER, Fraction(1, 20), low=0),
    Setting("mates_apart", Kind.YES, False),
    Setting("counted_per_club", Kind.WHOLE, 3, low=1),
    Setting("minimum_experience", Kind.WHOLE, 6, low=0),
)

MOST_EXTRA = 10  # a game gives 2 or 3 points; more than this is a number of another column

PLAYERS = Form(
    "players",
    (
        *PLAYER_COLUMNS,
        Column("experience", Kind.MONTHS),
        Column("recommended", Kind.REASON),
        Column("left_on", Kind.DATE),
    ),
)

PROTOCOL = Form(
    "mafia",
    (
        Column("table", Kind.WHOLE, required=True, low=1, high=9999, per_table=True),
        Column("seat", Kind.WHOLE, required=True, low=1, high=TABLE),
        Column("number", Kind.WHOLE),
        Column("name", Kind.NAME),
        Column("role", Kind.CHOICE, required=True, choices="role"),
        Column("winner", Kind.CHOICE, required=True, choices="winner", per_table=True),
        Column("best", Kind.YES),
        Column("first_killed", Kind.YES),
        Column("best_move", Kind.SEATS),
        Column("remarks", Kind.WHOLE, low=0, high=MOST_REMARKS),
        Column("removed", Kind.REASON),
        Column("late", Kind.YES),
        Column("extra", Kind.NUMBER, low=-MOST_EXTRA, high=MOST_EXTRA),
        Column("judge", Kind.TEXT, per_table=True),
        Column("awarded", Kind.MARK, per_table=True),
        Column("signed", Kind.MARK),
        Column("note", Kind.TEXT),
        Column("released", Kind.TEXT),
    ),
)

OF_TABLE = tuple(column.key for column in PROTOCOL.columns if column.per_table and column.key != "table")
RESULT = ("role",)
UNPLAYED = frozenset({"signed", "note", "judge", "released"})
