"""The settings sheet: the game, a value for each of its settings, the language; other lines are the organiser's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from .. import i18n
from ..model import CellRef, Problem, Value
from ..problems import problem
from ..rules import COMMON_SETTINGS, SETTINGS_FORM, RuleSet, Setting
from ..text import label_key, nearest
from .fields import field
from .layout import Line, grid
from .read import RawSheet

_ADDRESS = re.compile(r"https?://[^\s/]+\.?\S{0,980}", re.IGNORECASE)


def language(sheet: RawSheet | None) -> str:
    """The workbook's language (`ru` where none is given), looked for before anything else: every message needs it."""
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


def read_settings(
    sheet: RawSheet | None, registry: Mapping[str, RuleSet], lang: str
) -> tuple[dict[str, Value], str | None, list[Problem]]:
    """Values by setting key with defaults, the game, problems. The game decides which settings there are."""
    if sheet is None:
        name = i18n.sheet_name(lang, "settings")
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
