"""The registration sheet -> players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from fractions import Fraction

from .. import i18n
from ..model import Player, Problem, Status, Value
from ..problems import problem
from ..rules import PLAYER_COLUMNS, Form
from ..text import label_key, look_key, mixed_words, name_key
from .fields import read_line
from .layout import Line

_COMMON = {column.key for column in PLAYER_COLUMNS}
_NOT_A_PLAYER = {"number", "present", "judge", "decision", "paid"}


def read(lines: Iterable[Line], form: Form, lang: str) -> tuple[tuple[Player, ...], list[Problem]]:
    """A player a line; lines with nothing but a number or ticks, and the starter's examples, are passed over.

    The same name twice is an error at the second one, so is the same number; names that look alike are pointed out.
    """
    players: list[Player] = []
    problems: list[Problem] = []
    for line in lines:
        if set(line.cells) <= _NOT_A_PLAYER:
            continue
        values, more = read_line(line, form, lang)
        problems += more
        name = values["name"]
        if not isinstance(name, str) or not name:
            if not problems or problems[-1].at != line.ref("name"):
                problems.append(problem("name_missing", line.ref("name")))
        elif not is_example(name):
            players.append(_player(line, name, values))
    return tuple(players), problems + list(_doubles(players))


def is_example(name: str) -> bool:
    """Whether a name is one of the starter's example rows."""
    label = label_key(name)
    return any(label.startswith(label_key(word) + ":") for word in i18n.names("value.example"))


def _player(line: Line, name: str, values: Mapping[str, Value]) -> Player:
    paid = values["paid"]
    registered, rating = values["registered"], values["rating"]
    status = values["status"]
    return Player(
        id=line.row,
        name=name,
        at=line.ref("name"),
        number=_whole(values["number"]),
        city=str(values["city"] or ""),
        country=str(values["country"] or ""),
        club=str(values["club"] or ""),
        rating=rating if isinstance(rating, Fraction) else None,
        registered=registered if isinstance(registered, datetime) else None,
        paid=paid is True or isinstance(paid, datetime | Fraction),
        paid_on=paid if isinstance(paid, datetime) else None,
        paid_amount=paid if isinstance(paid, Fraction) else None,
        left_on=left if isinstance(left := values.get("left_on"), datetime) else None,
        status=Status(status) if isinstance(status, str) else Status.PLAYER,
        from_round=_whole(values["from_round"]),
        until_round=_whole(values["until_round"]),
        present=values["present"] is True,
        judge=values["judge"] is True,
        decision=values["decision"] is True,
        note=str(values["note"] or ""),
        extra={key: value for key, value in values.items() if key not in _COMMON},
        cells=line.refs(),
        columns=tuple(sorted(line.columns)),
    )


def _whole(value: Value) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _doubles(players: Iterable[Player]) -> Iterable[Problem]:
    names: dict[str, Player] = {}
    looks: dict[str, Player] = {}
    words_in_order: dict[tuple[str, ...], Player] = {}
    numbers: dict[int, Player] = {}
    for player in players:
        if words := mixed_words(player.name):
            yield problem("name_mixed_letters", player.at, name=player.name, words=words)
        key, look = name_key(player.name), look_key(player.name)
        if key in names:
            yield problem("player_twice", player.at, name=player.name, cell=names[key].at.a1)
        elif (other := looks.get(look) or words_in_order.get(tuple(sorted(key.split())))) is not None:
            yield problem("players_look_alike", player.at, name=player.name, other=other.name, cell=other.at.a1)
        names.setdefault(key, player)
        looks.setdefault(look, player)
        words_in_order.setdefault(tuple(sorted(key.split())), player)
        if player.number is not None:
            if player.number in numbers:
                other = numbers[player.number]
                at = player.cells.get("number", player.at)
                yield problem("number_twice", at, number=player.number, name=player.name, other=other.name)
            numbers.setdefault(player.number, player)
