"""A protocol sheet and its hands -> a round. Which player a row means is settled here; what it says later."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from .. import i18n
from ..model import CellRef, Hand, Player, Problem, Round, RoundKey, Row, Table, Value
from ..problems import problem
from ..rules import Form, RuleSet
from ..text import clean, look_key, mixed_words, name_key, nearest
from .fields import field, read_line
from .layout import Line, grid
from .read import CellKind, RawSheet

_IDENTITY = ("table", "seat", "number", "name")
_SAME_NAME = 0.72


@dataclass(frozen=True, slots=True)
class Source:
    """A round's sheets."""

    key: RoundKey
    sheet: RawSheet
    hands: RawSheet | None = None


@dataclass(frozen=True, slots=True)
class _Directory:
    """Players by name and by number; `former`: numbers by names that people had in earlier runs."""

    by_name: Mapping[str, Player]
    by_number: Mapping[int, Player]
    former: Mapping[str, int]


def read_round(
    source: Source,
    rules: RuleSet,
    players: Sequence[Player],
    numbers: Mapping[int, int],
    former: Mapping[str, int],
    lang: str,
) -> tuple[Round | None, list[Problem]]:
    """The round, None when its sheet has no protocol rows yet or can't be read as a form; and its problems."""
    if not source.sheet.cells:
        return None, [problem("round_sheet_empty", CellRef(source.sheet.name, 1, 1))]
    form, problems = grid(source.sheet, rules.protocol, lang)
    if form is None:
        return None, list(problems)
    found = list(problems)
    if "name" not in form.columns and "number" not in form.columns:
        found.append(problem("no_player_column", CellRef(source.sheet.name, form.header_row, 1)))
        return None, found
    directory = _Directory(
        {name_key(player.name): player for player in reversed(players)},
        {numbers[player.id]: player for player in players if player.id in numbers},
        {name_key(name): number for name, number in former.items()},
    )
    rows: list[Row] = []
    table: int | None = None
    for line in form.lines:
        if not _is_row(line):
            continue
        row, more = _row(line, rules, directory, table, lang)
        found += more
        if row is not None:
            rows.append(row)
            table = row.table
    hands, more = _hands(source.hands, rules, lang)
    found += more
    tables = _tables(rows, hands, rules)
    found += _orphan_hands(source.hands, hands, tables)
    if not tables:
        if not found:
            at = CellRef(source.sheet.name, form.header_row + 1, min(form.columns.values()))
            found.append(problem("round_sheet_empty", at))
        return None, found
    return Round(source.key, source.sheet.name, tables), found


def paired_numbers(sources: Iterable[Source], rules: RuleSet, lang: str) -> dict[str, int]:
    """Name key -> the tournament number beside it in the protocols, where all of them agree."""
    found: dict[str, set[int]] = {}
    number, name = rules.protocol.column("number"), rules.protocol.column("name")
    for source in sources:
        form, _ = grid(source.sheet, rules.protocol, lang)
        for line in form.lines if form else ():
            beside = field(line.cells.get("number"), number, line.ref("number"), lang).value
            who = field(line.cells.get("name"), name, line.ref("name"), lang).value
            if isinstance(beside, int) and beside > 0 and isinstance(who, str) and who:
                found.setdefault(name_key(who), set()).add(beside)
    alone = {key: next(iter(numbers)) for key, numbers in found.items() if len(numbers) == 1}
    count = Counter(alone.values())
    return {key: beside for key, beside in alone.items() if count[beside] == 1}


def _is_row(line: Line) -> bool:
    """A remark below the tables has a text in the table's column and nothing else that a protocol row has."""
    keys = set(line.cells) - {"table", "note", "released"}
    table = line.cells.get("table")
    if table is not None and table.kind is CellKind.TEXT and not any(ch.isdigit() for ch in str(table.value)):
        return bool(keys & {"seat", "number", "name"})
    return bool(keys)


def _row(
    line: Line, rules: RuleSet, directory: _Directory, table_above: int | None, lang: str
) -> tuple[Row | None, list[Problem]]:
    values, problems = read_line(line, rules.protocol, lang)
    table = values["table"] if isinstance(values["table"], int) else table_above
    if not isinstance(table, int):
        if not problems:
            problems.append(problem("table_missing", line.ref("table")))
        return None, problems
    seat = values["seat"]
    if "seat" not in line.cells:
        problems.append(problem("seat_missing", line.ref("seat"), table=table, allowed=_seat_words(rules, lang)))
    player, more = _who(line, values, directory, lang)
    problems += more
    typed = {key: value for key, value in values.items() if key not in _IDENTITY and value is not None}
    at = line.ref("name" if "name" in line.columns else "number")
    row = Row(table, "" if seat is None else str(seat), player.id if player else None, at, typed, line.refs())
    return row, problems


def _seat_words(rules: RuleSet, lang: str) -> tuple[str, ...]:
    """The seats as people write them."""
    keys = {seat: f"value.{rules.seat_words}.{seat}" for seat in rules.seats}
    return tuple(i18n.word(lang, key) if i18n.has(lang, key) else seat for seat, key in keys.items())


def _who(
    line: Line, values: Mapping[str, Value], directory: _Directory, lang: str
) -> tuple[Player | None, list[Problem]]:
    """The player that number and name mean together; an old spelling or an earlier name beside the right number is
    accepted and shown."""
    name, number = values["name"], values["number"]
    by_number = directory.by_number.get(number) if isinstance(number, int) else None
    if not isinstance(name, str) or not name:
        if isinstance(number, int) and by_number is None:
            return None, [problem("number_unknown", line.ref("number"), number=number)]
        return by_number, []
    at = line.ref("name")
    by_name = directory.by_name.get(name_key(name))
    if by_name is not None:
        if by_number is not None and by_number.id != by_name.id:
            wrong = {"name": by_name.name, "other": by_number.name}
            return None, [problem("number_name_differ", line.ref("number"), number=str(number), **wrong)]
        if isinstance(number, int) and by_number is None:
            return by_name, [problem("number_odd", line.ref("number"), number=number, name=by_name.name)]
        words = mixed_words(name)
        if words and clean(name) != by_name.name:
            return by_name, [problem("name_mixed_letters", at, name=name, words=words)]
        return by_name, []
    before = directory.former.get(name_key(name)) == number
    if by_number is not None and (before or like(name, [by_number.name]) is not None):
        return by_number, [problem("name_spelt_otherwise", at, name=name, number=str(number), other=by_number.name)]
    similar = like(name, [player.name for player in directory.by_name.values()]) or ""
    return None, [problem("player_unknown", at, name=name, like=similar)]


def like(name: str, candidates: Sequence[str]) -> str | None:
    """The candidate that looks the same on paper (letters of another alphabet, spaces, signs), else the nearest."""
    look = look_key(name)
    same = (candidate for candidate in candidates if look and look_key(candidate) == look)
    return next(same, None) or nearest(name, candidates, _SAME_NAME)


def _hands(sheet: RawSheet | None, rules: RuleSet, lang: str) -> tuple[dict[int, tuple[Hand, ...]], list[Problem]]:
    """Hands by table, in the order of their numbers."""
    if sheet is None or rules.hands is None:
        return {}, []
    form, problems = grid(sheet, rules.hands, lang)
    if form is None:
        return {}, list(problems)
    found: dict[int, list[Hand]] = {}
    more = list(problems)
    table: int | None = None
    for line in form.lines:
        if not set(line.cells) - {"table", "hand"}:
            continue
        hand, table, wrong = _hand(line, rules.hands, table, lang)
        more += wrong
        if hand is not None and table is not None:
            found.setdefault(table, []).append(hand)
    return {number: tuple(hands) for number, hands in found.items()}, more


def _hand(line: Line, form: Form, table_above: int | None, lang: str) -> tuple[Hand | None, int | None, list[Problem]]:
    values, problems = read_line(line, form, lang)
    table = values["table"] if "table" in line.cells else table_above
    if not isinstance(table, int):
        return None, table_above, problems or [problem("table_missing", line.ref("table"))]
    winner, discarder = values["winner"], values["discarder"]
    penalties = tuple(_int(values[f"penalty_{seat}"]) for seat in "eswn")
    hand = Hand(
        number=_int(values["hand"]),
        worth=_int(values["worth"]),
        winner=str(winner) if winner else None,
        discarder=str(discarder) if discarder else None,
        penalties=penalties,
        at=line.ref("hand"),
        cells=line.refs(),
    )
    return hand, table, problems


def _int(value: Value) -> int:
    return value if isinstance(value, int) else 0


def _tables(rows: Sequence[Row], hands: Mapping[int, tuple[Hand, ...]], rules: RuleSet) -> tuple[Table, ...]:
    """Rows by table, in seat order; a table where nobody sits and nothing is typed is the organiser's blank form."""
    order = {seat: index for index, seat in enumerate(rules.seats)}
    ordered = sorted(rows, key=lambda row: (row.table, order.get(row.seat, len(order)), row.at.row))
    tables = []
    for number, group in groupby(ordered, key=lambda row: row.table):
        members = tuple(group)
        if any(row.player is not None or row.values for row in members):
            tables.append(Table(number, members, hands.get(number, ())))
    return tuple(tables)


def _orphan_hands(
    sheet: RawSheet | None, hands: Mapping[int, tuple[Hand, ...]], tables: Iterable[Table]
) -> list[Problem]:
    known = {table.number for table in tables}
    return [
        problem("hands_without_table", found[0].cell("table"), table=table)
        for table, found in hands.items()
        if table not in known
    ]
