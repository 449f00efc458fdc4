"""The whole workbook -> a Tournament: settings, players, schedule, protocols, and every problem on the way."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as with_default

from .. import i18n
from ..model import CellRef, Player, Problem, Round, ScheduleItem, SeatedTable, Seating, Tournament, Value
from ..problems import problem
from ..rules import COMMON_SETTINGS, SCHEDULE_FORM, SETTINGS_FORM, RuleSet, Setting, round_keys
from ..seals import State, StateError, remembered_numbers
from ..text import label_key, name_key, nearest
from . import players as players_sheet
from . import protocols
from .fields import field
from .layout import OURS, STATE_SHEET, Line, SheetKind, grid, identify, sheet_name
from .ownership import is_ours
from .read import CellKind, RawCell, RawSheet
from .state import stored

_ADDRESS = re.compile(r"https?://[^\s/]+\.?\S{0,980}", re.IGNORECASE)


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
    spoken = lang or _language(settings_sheet)
    problems += state_problems
    values, game, more = _settings(settings_sheet, registry, spoken)
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
    schedule = _schedule(found, spoken, problems)
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
        problems.append(problem("state_missing", CellRef(STATE_SHEET)))
        state = replace(state, seatings=tuple(_as_seating(r, rules, numbers) for r in rounds))
    tournament = replace(tournament, rounds=tuple(rounds), published=state.seatings)
    tournament = _fitting_plan(tournament, rules, found.get(("schedule", None)), problems)
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


def _fitting_plan(
    tournament: Tournament, rules: RuleSet, sheet: RawSheet | None, problems: list[Problem]
) -> Tournament:
    """The tournament; from a day's plan whose games aren't those of the stages no game takes its time (B-22).

    Its rows count on from stage to stage: one too few in the first stage would shift every later one.
    """
    numbered = [item.round for item in tournament.schedule if item.round is not None]
    rounds = len(round_keys(rules.stages(tournament)))
    if not rules.whole_stage or sheet is None or not numbered or max(numbered) == rounds:
        return tournament
    problems.append(problem("schedule_rounds", CellRef(sheet.name, 1, 1), count=max(numbered), rounds=rounds))
    return replace(tournament, schedule=tuple(replace(item, round=None) for item in tournament.schedule))


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


def _language(sheet: RawSheet | None) -> str:
    """The workbook's language, looked for before anything else, since every message needs it."""
    if sheet is None:
        return "ru"
    labels = {label_key(name) for name in i18n.names("setting.lang.name")}
    for (row, column), cell in sheet.cells.items():
        if isinstance(cell.value, str) and label_key(cell.value) in labels:
            value = sheet.cells.get((row, column + 1))
            if value is not None:
                setting = next(setting for setting in COMMON_SETTINGS if setting.key == "lang")
                reading = field(value, setting, CellRef(sheet.name, row, column + 1), "ru")
                return str(reading.value or "ru")
    return "ru"


def _settings(
    sheet: RawSheet | None, registry: Mapping[str, RuleSet], lang: str
) -> tuple[dict[str, Value], str | None, list[Problem]]:
    """Values by setting key with defaults, the game, problems. The game decides which settings there are."""
    if sheet is None:
        name = sheet_name(lang, "settings")
        return {}, None, [problem("sheet_missing", CellRef(name), sheet=name, like="")]
    form, problems = grid(sheet, SETTINGS_FORM, lang)
    if form is None:
        return {}, None, list(problems)
    lines = {_setting_label(line): line for line in reversed(form.lines)}
    game_setting = next(setting for setting in COMMON_SETTINGS if setting.key == "game")
    game, more = _read_setting(lines, game_setting, lang)
    found = list(problems) + more
    if game is None and not more:
        at = CellRef(sheet.name, form.header_row + 1, form.columns["value"])
        found.append(problem("game_missing", at))
    rules = registry.get(str(game))
    if rules is None:
        return {}, None, found
    values: dict[str, Value] = {}
    for setting in rules.settings:
        value, more = _read_setting(lines, setting, lang)
        values[setting.key] = setting.default if value is None or value == "" else value
        found += more if setting.key != "game" else []
    found += _odd_settings(form.lines, rules.settings, lang)
    found += _odd_address(lines, values, lang)
    return values, str(game), found


def _odd_address(lines: Mapping[str, Line], values: dict[str, Value], lang: str) -> list[Problem]:
    """A page address that no QR code and no link can hold counts as none."""
    address = values.get("page_url")
    if not isinstance(address, str) or not address or _ADDRESS.fullmatch(address):
        return []
    values["page_url"] = ""
    line = next(line for n in i18n.names("setting.page_url.name") if (line := lines.get(label_key(n))) is not None)
    return [problem("not_an_address", line.ref("value"), value=address)]


def _setting_label(line: Line) -> str:
    cell = line.cells.get("setting")
    return label_key(cell.value) if cell is not None and isinstance(cell.value, str) else ""


def _read_setting(lines: Mapping[str, Line], setting: Setting, lang: str) -> tuple[Value, list[Problem]]:
    for name in i18n.names(f"setting.{setting.key}.name"):
        line = lines.get(label_key(name))
        if line is not None and "value" in line.cells:
            reading = field(line.cells["value"], setting, line.ref("value"), lang)
            return reading.value, [reading.problem] if reading.problem else []
    return None, []


def _odd_settings(lines: Iterable[Line], settings: Iterable[Setting], lang: str) -> list[Problem]:
    """A setting written twice, and names that look like a misspelt setting; other lines are the organiser's own."""
    known = {label_key(name): s.key for s in settings for name in i18n.names(f"setting.{s.key}.name")}
    every = {label_key(name) for key in i18n.section("setting") for name in i18n.names(f"setting.{key}.name")}
    first: dict[str, Line] = {}
    problems = []
    for line in lines:
        label = _setting_label(line)
        key = known.get(label)
        if key is not None:
            if key in first and "value" in line.cells and "value" in first[key].cells:
                problems.append(problem("setting_twice", line.ref("setting"), row=first[key].row))
            first.setdefault(key, line)
        elif label and label not in every and (like := nearest(label, known, cutoff=0.75)):
            name = next(n for n in i18n.names_in(lang, f"setting.{known[like]}.name"))
            problems.append(problem("setting_unknown", line.ref("setting"), value=label, like=name))
    return problems


def _players(
    sheet: RawSheet | None, rules: RuleSet, lang: str, names: Sequence[str]
) -> tuple[tuple[Player, ...], list[Problem]]:
    if sheet is None:
        wanted = sheet_name(lang, "players")
        like = nearest(wanted, names, cutoff=0.6) or ""
        return (), [problem("sheet_missing", CellRef(like or wanted), sheet=wanted, like=like)]
    form, problems = grid(sheet, rules.players, lang)
    if form is None:
        return (), list(problems)
    players, more = players_sheet.read(form.lines, rules.players, lang)
    if not players:
        more.append(problem("players_missing", CellRef(sheet.name, form.header_row + 1, form.columns["name"])))
    return players, [*problems, *more]


def _schedule(
    found: Mapping[tuple[str, int | None], RawSheet], lang: str, problems: list[Problem]
) -> tuple[ScheduleItem, ...]:
    sheet = found.get(("schedule", None))
    if sheet is None:
        return ()
    form, _ = grid(sheet, SCHEDULE_FORM, lang)
    items = []
    for line in form.lines if form else ():
        read = {c.key: field(line.cells.get(c.key), c, line.ref(c.key), lang) for c in SCHEDULE_FORM.columns}
        problems += [reading.problem for reading in read.values() if reading.problem]
        number = read["round"].value
        start, end, what = (str(read[key].value or "") for key in ("start", "end", "what"))
        items.append(ScheduleItem(start, end, what, number if isinstance(number, int) else None))
    return tuple(items)


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
