"""The default day: the regulation's times for mahjong (A-4), a steady rhythm of games otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..i18n import Words
from ..model import ScheduleItem
from ..rules import RuleSet

CLUB_ROUNDS = 4
CLUB_DAY = (
    ("09:30", "10:00", "gathering", 0),
    ("10:00", "12:00", "round", 1),
    ("12:00", "12:10", "coffee", 0),
    ("12:10", "14:10", "round", 2),
    ("14:10", "15:10", "lunch", 0),
    ("15:10", "17:10", "round", 3),
    ("17:10", "17:20", "coffee", 0),
    ("17:20", "19:20", "round", 4),
    ("19:50", "20:15", "closing", 0),
)


@dataclass(frozen=True, slots=True)
class Rhythm:
    """A day of games one after another: minutes of a game and of the pause, the game before lunch."""

    start: int = 10 * 60
    game: int = 50
    pause: int = 10
    lunch: int = 60
    lunch_after: int = 4


def day_plan(rules: RuleSet, t: Words, rounds: int | None) -> tuple[ScheduleItem, ...]:
    """The schedule's lines. More rounds than a day holds go on the next day at the same hours."""
    if rules.hands is not None:
        return tuple(_club_days(t, rounds or CLUB_ROUNDS))
    per_stage = [setting.default for setting in rules.settings if setting.key.endswith("_games")]
    return tuple(_game_days(t, [count for count in per_stage if isinstance(count, int)] or [rounds or 1], Rhythm()))


def _club_days(t: Words, rounds: int) -> Iterator[ScheduleItem]:
    days = -(-rounds // CLUB_ROUNDS)
    for day in range(days):
        left = rounds - day * CLUB_ROUNDS
        last_line = max(i for i, line in enumerate(CLUB_DAY) if line[2] == "round" and line[3] <= left)
        for position, (start, end, what, number) in enumerate(CLUB_DAY):
            closing = what == "closing"
            if (position > last_line and not closing) or (closing and day < days - 1):
                continue
            played = day * CLUB_ROUNDS + number if number else None
            text = t("sheets.day.round", n=played) if played else t(f"sheets.day.{what}")
            yield ScheduleItem(start, end, t("sheets.day.of", day=day + 1, what=text) if days > 1 else text, played)


def _game_days(t: Words, stages: list[int], rhythm: Rhythm) -> Iterator[ScheduleItem]:
    """The first stage on the first day, the later ones on the second (B-5)."""
    days = [stages[:1], stages[1:]] if len(stages) > 1 else [stages]
    played = 0
    for day, counts in enumerate(days, 1):
        now = rhythm.start
        for game in range(1, sum(counts) + 1):
            played += 1
            text = t("sheets.day.game", n=played)
            what = t("sheets.day.of", day=day, what=text) if len(days) > 1 else text
            yield ScheduleItem(_clock(now), _clock(now + rhythm.game), what, played)
            now += rhythm.game + (rhythm.lunch if game == rhythm.lunch_after else rhythm.pause)


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"
