"""Small tournaments played out on paper: outcomes to make sheets from, without any of the stages before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from fractions import Fraction

from tourney_xlsx.games.mcr import MCR
from tourney_xlsx.model import (
    CellRef,
    Entry,
    EntryState,
    Outcome,
    Player,
    Problem,
    Round,
    RoundKey,
    RoundStandings,
    Row,
    ScheduleItem,
    Score,
    SeatedTable,
    Seating,
    Standing,
    Status,
    Table,
    TableState,
    Tournament,
)

NOW = datetime(2026, 11, 30, 14, 32)
TABLE_POINTS = (4, 2, 1, 0)
LONG_NAME = "Константинопольская-Задунайская Аполлинария"
SURNAMES = [
    "Абрамов",
    "Щербаков",
    "Ёлкина",
    "Воскресенский",
    "Григорьева",
    "Дмитриев",
    "Егорова",
    "Жуковский",
    "Зайцева",
    "Ильин",
    "Кузнецова",
    "Лебедев",
    "Михайлова",
    "Никитин",
    "Орлова",
    "Павлов",
    "Романова",
    "Соколов",
    "Тихонова",
    "Ульянов",
]
NAMES = [
    "Анна",
    "Пётр",
    "Мария",
    "Вениамин",
    "Ольга",
    "Илья",
    "Наталья",
    "Сергей",
    "Юлия",
    "Фёдор",
]
ENGLISH = [
    "Abrams",
    "Brown",
    "Cooper",
    "Davies",
    "Evans",
    "Fletcher",
    "Graham",
    "Harrison",
    "Irving",
    "Jackson",
    "Knight",
    "Lawrence",
    "Montgomery",
]
CITIES = ("Москва", "Тверь", "Санкт-Петербург", "Нижний Новгород", "")
CLUBS = ("Красный дракон", "Бамбук", "", "Клуб любителей маджонга «Восточный ветер»")


def players(count: int, lang: str = "ru", substitutes: int = 0) -> tuple[Player, ...]:
    """`count` players numbered from 1, the last `substitutes` of them substitutes; the seventh has a very long name."""
    sheet = "Игроки" if lang == "ru" else "Players"
    found = []
    for number in range(1, count + 1):
        if lang == "ru":
            name = f"{SURNAMES[number * 7 % 20]} {NAMES[number % 10]}" + (" мл." if number > 20 else "")
        else:
            name = f"{ENGLISH[number * 5 % 13]} {chr(64 + number % 26 + 1)}. ({number})"
        found.append(
            Player(
                id=number + 1,
                name=LONG_NAME if number == 7 else name,
                at=CellRef(sheet, number + 1, 2),
                number=number,
                city=CITIES[number % 5],
                club=CLUBS[number % 4],
                country="Россия",
                status=Status.SUBSTITUTE if number > count - substitutes else Status.PLAYER,
                judge=number == 3,
            )
        )
    return tuple(found)


def seat(numbers: Sequence[int], number: int, **more: object) -> Seating:
    """A seating of round `number`: the numbers turned by it, four to a table."""
    turned = [numbers[(i * (2 * number - 1)) % len(numbers)] for i in range(len(numbers))]
    turned = turned if len(set(turned)) == len(turned) else list(numbers)
    tables = tuple(SeatedTable(i // 4 + 1, tuple(turned[i : i + 4])) for i in range(0, len(turned), 4))
    seating = Seating(RoundKey(0, number), tables, 0, True, "дракон")
    return replace(seating, **more)  # type: ignore[arg-type]


def play(seating: Seating, people: Sequence[Player], lang: str, tied: bool = False) -> tuple[Round, list[Score]]:
    """The round played: at each table the better places go by number and round; `tied`: table 1 level on top."""
    by_number = {player.number: player for player in people}
    sheet = f"{'Тур' if lang == 'ru' else 'Round'} {seating.key.number}"
    tables, scores, line = [], [], 1
    for table in seating.tables:
        order = sorted(range(4), key=lambda i: (table.players[i] * 7 + seating.key.number * 3) % 11)
        points = dict(zip(order, (table.players[0] * 3 + 60, 20, -10, 0), strict=True))
        points[order[3]] = -sum(points.values())
        given = dict(zip(order, map(Fraction, TABLE_POINTS), strict=True))
        if tied and table.number == 1:
            for i in order[:3]:
                given[i], points[i] = Fraction(7, 3), 20
            points[order[3]] = -60
        rows = []
        for i, wind in enumerate(MCR.seats):
            line += 1
            player = by_number[table.players[i]]
            rows.append(Row(table.number, wind, player.id, CellRef(sheet, line, 4)))
            parts = {"table_points": given[i], "game_points": Fraction(points[i]), "penalty": Fraction(0)}
            scores.append(Score(player.id, seating.key, table.number, wind, parts))
        tables.append(Table(table.number, tuple(rows), state=TableState.COMPLETE))
    return Round(seating.key, sheet, tuple(tables)), scores


def rank(people: Iterable[Player], scores: Sequence[Score], key: RoundKey, provisional: bool) -> RoundStandings:
    """Standings by table points, then game points, places shared."""
    rows = []
    for player in people:
        mine = [score for score in scores if score.player == player.id and score.round <= key]
        keys = {part: sum((s.parts[part] for s in mine), Fraction(0)) for part in ("table_points", "game_points")}
        rows.append(Standing(player.id, player.status, None, None, keys, keys, len(mine)))
    rows.sort(key=lambda row: (row.keys["table_points"], row.keys["game_points"]), reverse=True)
    values = [tuple(row.keys.values()) for row in rows if row.status is not Status.SUBSTITUTE]
    placed = []
    for row in rows:
        if row.status is Status.SUBSTITUTE:
            placed.append(row)
            continue
        mine_keys = tuple(row.keys.values())
        first = values.index(mine_keys) + 1
        last = len(values) - values[::-1].index(mine_keys)
        below = values[last] if last < len(values) and last == first else None
        decided = None
        if below is not None:
            decided = "table_points" if below[0] != mine_keys[0] else "game_points"
        placed.append(replace(row, place=first, last=last, decided_by=decided))
    return RoundStandings(key, tuple(placed), provisional)


def outcome(
    count: int = 8,
    played: int = 2,
    lang: str = "ru",
    *,
    substitutes: int = 0,
    tied: bool = False,
    problems: tuple[Problem, ...] = (),
    entries: tuple[Entry, ...] | None = None,
    people: tuple[Player, ...] | None = None,
    settings: dict[str, str] | None = None,
    rounds: int = 4,
) -> Outcome:
    """A tournament of `count` players after `played` of `rounds` rounds, the next one seated."""
    people = players(count, lang, substitutes) if people is None else people
    numbers = [player.number for player in people if player.number is not None]
    schedule = tuple(seat(numbers, number) for number in range(1, min(played + 1, rounds) + 1))
    games = [play(seating, people, lang, tied) for seating in schedule[:played]]
    scores = [score for _, round_scores in games for score in round_scores]
    title = "Кубок «Восточный ветер» & друзья" if lang == "ru" else "East Wind Cup & Friends"
    given = {"title": title, "date": "30 ноября 2026", "venue": "Дом учёных", "city": "Москва", **(settings or {})}
    tournament = Tournament(
        "mcr",
        lang,
        {**given, "rounds": rounds},
        people,
        tuple(r for r, _ in games),
        (ScheduleItem("10:00", "12:00", "Тур 1", 1), ScheduleItem("15:10", "17:10", "Тур 3", 3)),
    )
    history = tuple(rank(people, scores, seating.key, provisional=False) for seating in schedule[:played])
    if entries is None:
        entries = tuple(
            Entry(p.id, EntryState.SUBSTITUTE if p.status is Status.SUBSTITUTE else EntryState.PLAYING, "")
            for p in people
        )
    return Outcome(
        tournament=tournament,
        problems=problems,
        entries=entries,
        scores=tuple(scores),
        history=history,
        rounds_total=rounds,
        rounds_complete=played,
        provisional=False,
        seating=schedule[played] if played < rounds else None,
        schedule=schedule,
        quality={},
        clubs=(),
        awards=MCR.awards(tournament, history[-1].rows) if history else (),
        seed="дракон",
        updated=NOW,
    )
