"""The whole workbook -> a Tournament: settings, players, schedule, protocols, and every problem on the way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as with_default

from .. import i18n
from ..model import CellRef, Player, Problem, Round, SeatedTable, Seating, Tournament
from ..problems import problem
from ..rules import RuleSet
from ..seals import State, StateError, remembered_numbers
from ..text import name_key, nearest
from . import players as players_sheet
from . import protocols
from .layout import OURS, STATE_SHEET, SheetKind, grid, identify
from .ownership import is_ours
from .read import CellKind, RawCell, RawSheet
from .schedule import fitting_plan, read_schedule
from .settings import language, read_settings
from .state import stored


@dataclass(frozen=True, slots=True)
class Intake:
    """What was read. `rules` is None when the game isn't known, and then nothing but settings was read.

    `numbers`: tournament numbers known, by registration row; `names`: every sheet; `ours`: those that the program
    owns; `known_sheets`: whether there is one of the organiser's that the program knows.
    """

    tournament: Tournament
    rules: RuleSet | None
    state: State
    problems: tuple[Problem, ...]
    names: tuple[str, ...]
    ours: frozenset[str]
    known_sheets: bool = False
    newer_state: bool = False
    numbers: Mapping[int, int] = with_default(default_factory=dict)


def intake(sheets: Sequence[RawSheet], registry: Mapping[str, RuleSet], lang: str | None) -> Intake:
    """Read the sheets of a workbook. `lang` overrides the workbook's language. Never raises on what a user typed."""
    found, problems = _by_kind(sheets)
    state, state_problems, newer = _state(sheets)
    settings_sheet = found.get(("settings", None))
    spoken = lang or language(settings_sheet)
    problems += state_problems
    values, game, more = read_settings(settings_sheet, registry, spoken)
    problems += more
    names = tuple(sheet.name for sheet in sheets)
    ours = owned(sheets)
    problems += _impostors(sheets)
    tournament = Tournament(game or "", spoken, values, (), ())
    rules = registry.get(game or "")
    if rules is None:
        return Intake(tournament, None, state, tuple(problems), names, ours, bool(found), newer)
    players, more = _players(found.get(("players", None)), rules, spoken, names)
    problems += more
    players = _apart(players, state, problems)
    schedule = read_schedule(found.get(("schedule", None)), spoken, problems)
    tournament = replace(tournament, players=players, published=state.seatings, schedule=schedule)
    sources = _protocol_sheets(found, rules, tournament, problems) if players else []
    unknown = any(player.number is None for player in players)
    paired = protocols.paired_numbers(sources, rules, spoken) if unknown else {}
    numbers = known_numbers(players, state, paired)
    former = {**state.former, **state.numbers}
    rounds: list[Round] = []
    for source in sources:
        read_round, more = protocols.read_round(source, rules, players, numbers, former, spoken)
        problems += more
        if read_round is not None:
            rounds.append(read_round)
    if ours and STATE_SHEET not in names:
        state = replace(state, lost=True, seatings=tuple(_as_seating(r, rules, numbers) for r in rounds))
    if state.lost:  # told for good, since seals were forgotten
        problems.append(problem("state_missing", CellRef(STATE_SHEET)))
    tournament = replace(tournament, rounds=tuple(rounds), published=state.seatings)
    tournament = fitting_plan(tournament, rules, found.get(("schedule", None)), problems)
    return Intake(tournament, rules, state, tuple(problems), names, ours, bool(found), newer, numbers)


def _apart(players: tuple[Player, ...], state: State, problems: list[Problem]) -> tuple[Player, ...]:
    """The players, less numbers typed in that the draw gave to somebody else who is there: both would have it."""
    drawn = {number: name_key(name) for name, number in state.numbers.items()}
    without = {name_key(player.name): player for player in players if player.number is None}
    kept = []
    for player in players:
        owner = drawn.get(player.number or 0)
        if owner is not None and owner != name_key(player.name) and owner in without:
            at, other = player.cells.get("number", player.at), without[owner].name
            problems.append(problem("number_twice", at, number=player.number or 0, name=player.name, other=other))
            player = replace(player, number=None)
        kept.append(player)
    return tuple(kept)


def known_numbers(players: Sequence[Player], state: State, paired: Mapping[str, int]) -> dict[int, int]:
    """Registration row -> number: typed on the players sheet, kept from earlier runs, or beside names in protocols."""
    numbers = {player.id: player.number for player in players if player.number is not None}
    numbers |= remembered_numbers(players, state)
    taken = set(numbers.values())
    for player in players:
        beside = paired.get(name_key(player.name))
        if player.id not in numbers and beside is not None and beside not in taken:
            numbers[player.id] = beside
            taken.add(beside)
    return numbers


def _as_seating(r: Round, rules: RuleSet, numbers: Mapping[int, int]) -> Seating:
    """A round's seating as its sheet has it, for a workbook whose memory is gone."""
    tables = []
    for table in r.tables:
        sitting = {row.seat: numbers.get(row.player or 0, 0) for row in reversed(table.rows)}
        order = tuple(sitting[seat] for seat in rules.seats if seat in sitting)
        tables.append(SeatedTable(table.number, order))
    return Seating(r.key, tuple(tables), repeats=0, optimal=False, seed="")


def _by_kind(
    sheets: Iterable[RawSheet],
) -> tuple[dict[tuple[str, int | None], RawSheet], list[Problem]]:
    """The organiser's sheets by kind; a canonical name goes before an alias, a second canonical one is an error."""
    found: dict[tuple[str, int | None], tuple[SheetKind, RawSheet]] = {}
    problems = []
    for sheet in sheets:
        kind = identify(sheet.name)
        if kind is None or kind.key in OURS:
            continue
        slot = (kind.key, kind.number)
        if slot in found and found[slot][0].canonical and kind.canonical:
            problems.append(problem("sheet_twice", CellRef(sheet.name), other=found[slot][1].name))
        elif slot not in found or (kind.canonical and not found[slot][0].canonical):
            found[slot] = (kind, sheet)
    return {slot: sheet for slot, (_, sheet) in found.items()}, problems


def _owned(sheet: RawSheet) -> bool:
    return is_ours(sheet.text(1, 1))


def _impostors(sheets: Iterable[RawSheet]) -> list[Problem]:
    """Sheets named like ours that aren't: they stay untouched, and the organiser is told."""
    return [
        problem("sheet_not_ours", CellRef(sheet.name, 1, 1))
        for sheet in sheets
        if not _owned(sheet)
        and (sheet.name == STATE_SHEET or ((kind := identify(sheet.name)) is not None and kind.key in OURS))
    ]


def _state(sheets: Iterable[RawSheet]) -> tuple[State, list[Problem], bool]:
    for sheet in sheets:
        if sheet.name == STATE_SHEET and _owned(sheet):
            try:
                return stored(sheet), [], False
            except StateError as error:
                return State(), [problem("state_unreadable", CellRef(sheet.name, 1, 1))], error.newer
    return State(), [], False


def _players(
    sheet: RawSheet | None, rules: RuleSet, lang: str, names: Sequence[str]
) -> tuple[tuple[Player, ...], list[Problem]]:
    if sheet is None:
        wanted = i18n.sheet_name(lang, "players")
        like = nearest(wanted, names, cutoff=0.6) or ""
        return (), [problem("sheet_missing", CellRef(like or wanted), sheet=wanted, like=like)]
    form, problems = grid(sheet, rules.players, lang)
    if form is None:
        return (), list(problems)
    players, more = players_sheet.read(form.lines, rules.players, lang)
    if not players:
        more.append(problem("players_missing", CellRef(sheet.name, form.header_row + 1, form.columns["name"])))
    return players, [*problems, *more]


def _protocol_sheets(
    found: Mapping[tuple[str, int | None], RawSheet],
    rules: RuleSet,
    tournament: Tournament,
    problems: list[Problem],
) -> list[protocols.Source]:
    """Every round's sheet with its hands, in the order of play; a missing round before a later one is an error."""
    sources = []
    for stage in rules.stages(tournament):
        numbers = sorted(number or 1 for kind, number in found if kind == stage.sheet)
        for number in numbers:
            sheet = found[stage.sheet, number]
            key = stage.keys()[0]._replace(number=number) if stage.rounds else None
            if key is None or number > stage.rounds or number < 1:
                problems.append(problem("round_beyond", CellRef(sheet.name, 1, 1), rounds=stage.rounds))
                continue
            if number > 1 and number - 1 not in numbers:
                problems.append(problem("round_gap", CellRef(sheet.name, 1, 1), number=number - 1))
            hands = found.get(("hands", number)) if stage.sheet == "round" else None
            sources.append(protocols.Source(key, sheet, hands))
    return sources


def owned(sheets: Iterable[RawSheet]) -> frozenset[str]:
    """Names of the sheets that the program owns."""
    known = (s for s in sheets if s.name == STATE_SHEET or ((k := identify(s.name)) is not None and k.key in OURS))
    return frozenset(sheet.name for sheet in known if _owned(sheet))


def distrust(sheets: Iterable[RawSheet], stale: Iterable[CellRef]) -> tuple[RawSheet, ...]:
    """The sheets with the cells whose formulas depend on our sheets marked as untrusted: their values are old."""
    marked: dict[str, set[tuple[int, int]]] = {}
    for ref in stale:
        marked.setdefault(ref.sheet, set()).add((ref.row, ref.column))
    return tuple(
        replace(
            sheet,
            cells={
                at: RawCell(CellKind.UNTRUSTED, None, cell.formula) if at in marked[sheet.name] else cell
                for at, cell in sheet.cells.items()
            },
        )
        if sheet.name in marked
        else sheet
        for sheet in sheets
    )
