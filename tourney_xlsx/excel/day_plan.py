"""The default day: the regulation's times for mahjong (A-4), a steady rhythm of games in stages otherwise (B-5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
# The words of the stages' protocol sheets, so that the plan calls a game as its sheet does.
STAGE_SHEETS = {"qualifying_games": "round", "semifinal_games": "semifinal", "final_games": "final"}


@dataclass(frozen=True, slots=True)
class Rhythm:
    """A day of games one after another, in minutes: of a game, the pause, lunch, gathering and closing; the game before
    lunch.
    """

    start: int = 10 * 60
    game: int = 50
    pause: int = 10
    lunch: int = 60
    lunch_after: int = 4
    gathering: int = 30
    closing: int = 30


def day_plan(rules: RuleSet, t: Words, rounds: int | None) -> tuple[ScheduleItem, ...]:
    """The schedule's lines; `rounds` is for the first stage. More rounds than a day holds go on the next day."""
    if rules.hands is not None:
        return tuple(_club_days(t, rounds or CLUB_ROUNDS))
    games = {s.key: s.default for s in rules.settings if s.key in STAGE_SHEETS and isinstance(s.default, int)}
    if rounds is not None:
        games[next(iter(games), "qualifying_games")] = rounds
    names = [[f"{t(f'sheet.{STAGE_SHEETS[key]}')} {n}" for n in range(1, count + 1)] for key, count in games.items()]
    days = [names[0], [name for stage in names[1:] for name in stage]]
    return tuple(_game_days(t, [day for day in days if day], Rhythm()))


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


def _game_days(t: Words, days: Sequence[Sequence[str]], rhythm: Rhythm) -> Iterator[ScheduleItem]:
    """The first stage on the first day, the later ones on the second, with lunch after the fourth game of each."""
    played = 0
    for day, games in enumerate(days, 1):

        def line(start: int, length: int, what: str, number: int | None = None, day: int = day) -> ScheduleItem:
            text = t("sheets.day.of", day=day, what=what) if len(days) > 1 else what
            return ScheduleItem(_clock(start), _clock(start + length), text, number)

        now = rhythm.start
        yield line(now - rhythm.gathering, rhythm.gathering, t(f"sheets.day.{'gathering' if day == 1 else 'again'}"))
        for game, name in enumerate(games, 1):
            played += 1
            yield line(now, rhythm.game, name, played)
            now += rhythm.game
            if game == rhythm.lunch_after and game < len(games):
                yield line(now, rhythm.lunch, t("sheets.day.lunch"))
                now += rhythm.lunch
            else:
                now += rhythm.pause
        if day == len(days):
            yield line(now + rhythm.pause, rhythm.closing, t("sheets.day.closing"))


def _clock(minutes: int) -> str:
    """The time of day; a day too long for one ends at midnight."""
    minutes = min(minutes, 24 * 60 - 1)
    return f"{minutes // 60:02}:{minutes % 60:02}"
