"""The sheets and settings of a mahjong tournament (workbook contract; A-5, A-13 to A-18)."""

from __future__ import annotations

from ...rules import COMMON_SETTINGS, PLAYER_COLUMNS, Column, Form, Kind, Setting

WINDS = ("E", "S", "W", "N")
MAX_HANDS = 16
LEAST_WORTH = 8

SETTINGS = (
    *COMMON_SETTINGS,
    Setting("rounds", Kind.WHOLE, 4, low=1, high=40),
    Setting("penalty_first", Kind.YES, False),
    Setting("clubs_apart", Kind.YES, False),
)

PLAYERS = Form("players", (*PLAYER_COLUMNS, Column("keep_apart", Kind.TEXT)))

PROTOCOL = Form(
    "mcr",
    (
        Column("table", Kind.WHOLE, required=True, low=1, high=9999, per_table=True),
        Column("seat", Kind.CHOICE, required=True, choices="wind"),
        Column("number", Kind.WHOLE),
        Column("name", Kind.NAME),
        Column("game_points", Kind.WHOLE, required=True),
        Column("table_points", Kind.NUMBER, low=0, high=4),
        Column("penalty", Kind.WHOLE),
        Column("warnings", Kind.WHOLE, low=0),
        Column("signed", Kind.MARK),
        Column("note", Kind.TEXT),
        Column("released", Kind.TEXT),
    ),
)

HANDS = Form(
    "hands",
    (
        Column("table", Kind.WHOLE, required=True, low=1, high=9999, per_table=True),
        Column("hand", Kind.WHOLE, required=True, low=1),
        Column("worth", Kind.WHOLE, required=True, low=0),
        Column("winner", Kind.CHOICE, required=True, choices="wind"),
        Column("discarder", Kind.CHOICE, choices="wind"),
        Column("penalty_e", Kind.WHOLE),
        Column("penalty_s", Kind.WHOLE),
        Column("penalty_w", Kind.WHOLE),
        Column("penalty_n", Kind.WHOLE),
    ),
)
