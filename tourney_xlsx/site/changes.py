"""What is different from the publication before (corrections, moved places, rules), from the two `results.json`.

The page has no memory of its own: the texts of the files published last are handed in. A `results.json` that is
damaged or isn't ours counts as none.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..i18n import has
from ..model import Outcome, RoundKey
from .about_view import SHOWN_SETTINGS
from .context import Context, Person

COMPARED = ("standings", "results", "settings")
Results = Mapping[tuple[str, int, int, int], Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Difference:
    """The two publications, as their JSON has them."""

    before: Mapping[str, Any]
    now: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Changes:
    """In words: rounds added, results corrected, settings changed; and moved places (person, before, now, up)."""

    added: str
    corrected: tuple[str, ...]
    settings: tuple[str, ...]
    moved: tuple[tuple[Person, str, str, bool], ...]

    def __bool__(self) -> bool:
        return bool(self.added or self.corrected or self.settings or self.moved)


def published_facts(outcome: Outcome) -> dict[str, object]:
    """What `results.json` must hold beside the contract for corrections to be seen: `results` and `settings`.

    `results`: one object a score: `stage`, `round`, `table`, `number`, `parts` (exact strings). `settings`: those the
    page shows, as texts.
    """
    numbers = {player.id: player.number or 0 for player in outcome.tournament.players}
    settings = outcome.tournament.settings
    return {
        "results": [
            {
                "stage": score.round.stage,
                "round": score.round.number,
                "table": score.table,
                "number": numbers.get(score.player, 0),
                "parts": {name: str(value) for name, value in score.parts.items()},
            }
            for score in outcome.scores
        ],
        "settings": {key: str(settings[key]) for key in SHOWN_SETTINGS if settings.get(key) not in (None, "")},
    }


def difference(now: str, published: Mapping[str, str]) -> tuple[Difference | None, str]:
    """The publication to compare with, and its text to be kept as `previous.json`.

    `published` holds the texts of the last publication's `results.json` and `previous.json`. Publishing the same
    results again keeps the comparison, so that a second run gives the same page.
    """
    latest, older = published.get("results.json", ""), published.get("previous.json", "")
    if not latest or (now == latest and not older):
        return None, ""
    current, last = _object(now), _object(latest)
    if current is None or last is None:
        return None, ""
    if not _same(current, last):
        return Difference(last, current), latest
    before = _object(older)
    return (Difference(before, current), older) if before is not None else (None, "")


def changes(ctx: Context, found: Difference) -> Changes | None:
    """The changes in words; None when there are none."""
    before, now = _results(found.before), _results(found.now)
    played = {key[:2] for key in before}
    added = dict.fromkeys(key[:2] for key in now if key[:2] not in played)
    labels = [ctx.t(f"page_stage.{stage}", n=number) for stage, number in added if has(ctx.lang, f"page_stage.{stage}")]
    result = Changes(
        added=", ".join(labels) if before else "",
        corrected=tuple(_corrections(ctx, before, now)),
        settings=tuple(_settings(ctx, found)),
        moved=tuple(_moved(ctx, found)),
    )
    return result or None


def _corrections(ctx: Context, before: Results, now: Results) -> list[str]:
    lines = []
    for key, parts in now.items():
        if key not in before or before[key] == parts:
            continue
        stage, number, table, player = key
        names = [name for name in {**before[key], **parts} if before[key].get(name) != parts.get(name)]
        what = [
            ctx.t(
                "page.changes_part",
                what=ctx.part(name),
                before=_shown(ctx, before[key], name),
                now=_shown(ctx, parts, name),
            )
            for name in names
            if has(ctx.lang, f"key.{name}")
        ]
        lines.append(
            ctx.t(
                "page.changes_correction",
                round=ctx.round_label(RoundKey(0, number, stage)),
                table=table,
                name=ctx.numbered(player).name,
                what=", ".join(what),
            )
        )
    return lines


def _shown(ctx: Context, parts: Mapping[str, str], name: str) -> str:
    text = parts.get(name, "0")
    try:
        return ctx.number(Fraction(text))
    except (ValueError, ZeroDivisionError):
        return text


def _settings(ctx: Context, found: Difference) -> list[str]:
    before, now = found.before.get("settings"), found.now.get("settings")
    if not isinstance(before, dict) or not isinstance(now, dict):
        return []
    return [
        ctx.t(
            "page.changes_part",
            what=ctx.t(f"setting.{key}.name"),
            before=_word(ctx, key, before),
            now=_word(ctx, key, now),
        )
        for key in SHOWN_SETTINGS
        if before.get(key) != now.get(key) and has(ctx.lang, f"setting.{key}.name")
    ]


def _word(ctx: Context, key: str, settings: Mapping[str, object]) -> str:
    text = str(settings.get(key, "–"))
    if text in ("True", "False"):
        return ctx.t("value.yes.yes" if text == "True" else "value.yes.no")
    return ctx.t(f"value.{key}.{text}") if has(ctx.lang, f"value.{key}.{text}") else text


def _moved(ctx: Context, found: Difference) -> list[tuple[Person, str, str, bool]]:
    before, now = _places(found.before), _places(found.now)
    return [
        (ctx.numbered(number), str(before[number]), str(place), place < before[number])
        for number, place in now.items()
        if number in before and before[number] != place
    ]


def _places(data: Mapping[str, Any]) -> dict[int, int]:
    rows = [row for row in _list(data, "standings") if isinstance(row.get("number"), int)]
    return {row["number"]: row["place"] for row in rows if isinstance(row.get("place"), int)}


def _results(data: Mapping[str, Any]) -> Results:
    results = {}
    for row in _list(data, "results"):
        stage, parts = row.get("stage"), row.get("parts")
        numbers = [row[name] for name in ("round", "table", "number") if isinstance(row.get(name), int)]
        if isinstance(stage, str) and len(numbers) == 3 and isinstance(parts, dict):
            key = (stage, numbers[0], numbers[1], numbers[2])
            results[key] = {str(name): str(value) for name, value in parts.items()}
    return results


def _list(data: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    found = data.get(name)
    return [row for row in found if isinstance(row, dict)] if isinstance(found, list) else []


def _same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return all(one.get(name) == other.get(name) for name in COMPARED)


def _object(text: str) -> dict[str, Any] | None:
    try:
        found = json.loads(text) if text else None
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
