"""Made-up outcomes for the page's tests and benchmarks: everything follows from the arguments, nothing is drawn."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction

from tourney_xlsx.model import (
    Award,
    CellRef,
    ClubStanding,
    Entry,
    EntryState,
    Hand,
    Outcome,
    Player,
    Quality,
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
    Value,
)
from tourney_xlsx.site.page import files

SURNAMES = (
    "Алёшин",
    "Баранова",
    "Волков",
    "Громова",
    "Дёмин",
    "Ершова",
    "Жуков",
    "Зайцева",
    "Ильин",
    "Калинина",
    "Лебедев",
    "Морозова",
    "Носов",
    "Орлова",
    "Павлов",
    "Романова",
    "Соколов",
    "Тихонова",
    "Уваров",
    "Фомина",
)
FIRST = (
    "Андрей",
    "Вера",
    "Глеб",
    "Дарья",
    "Егор",
    "Злата",
    "Иван",
    "Ксения",
    "Лев",
    "Мария",
)
NICKS = (
    "Тень",
    "Север",
    "Кот",
    "Искра",
    "Мираж",
    "Лис",
    "Ветер",
    "Граф",
    "Рысь",
    "Эхо",
    "Шторм",
    "Пепел",
    "Феникс",
    "Туман",
    "Сокол",
    "Ива",
    "Камень",
    "Луна",
    "Вихрь",
    "Роза",
)
CLUBS = ("Белый дракон", "Красный дракон", "Восточный ветер", "")
CITIES = ("Москва", "Казань", "Тула")
TABLE_POINTS = (Fraction(4), Fraction(2), Fraction(1), Fraction(0))
PLAN = (
    ("09:30", "10:00", "Сбор, жеребьёвка", None),
    ("10:00", "12:00", "Тур 1", 1),
    ("12:10", "14:10", "Тур 2", 2),
    ("14:10", "15:10", "Обед", None),
    ("15:10", "17:10", "Тур 3", 3),
    ("17:20", "19:20", "Тур 4", 4),
    ("19:50", "20:15", "Закрытие", None),
)
NOWHERE = CellRef("Игроки", 2)


def draw(*facts: object, below: int) -> int:
    """A number in 0..below-1 that follows from `facts` alone."""
    digest = hashlib.sha256("/".join(map(str, facts)).encode()).digest()
    return int.from_bytes(digest[:8], "big") % below


@dataclass
class Mahjong:
    """A mahjong event to be made. `names` replaces names by number; `substitutes` are the last numbers."""

    players: int = 16
    rounds: int = 4
    played: int = 3
    substitutes: int = 0
    withdrawn: Mapping[int, int] = field(default_factory=dict)
    penalties: Mapping[tuple[int, int], int] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)
    partial: bool = False
    shared: bool = False
    hands: bool = False
    lang: str = "ru"
    settings: Mapping[str, Value] = field(default_factory=dict)

    def outcome(self) -> Outcome:
        """The event's outcome."""
        people = tuple(self._player(number) for number in range(1, self.players + 1))
        keys = [RoundKey(0, number) for number in range(1, self.rounds + 1)]
        seatings = tuple(self._seating(key) for key in keys[: self.played + 1])
        rounds = tuple(self._round(seating) for seating in seatings[: self.played])
        scores = [s for played in rounds for s in self._scores(played)]
        history = tuple(self._standings(played, scores, people) for played in rounds)
        complete = sum(played.complete for played in rounds)
        last = history[-1].rows if history else ()
        ranked = [row for row in last if row.place]
        ahead = seatings[self.played] if self.played < self.rounds else None
        return Outcome(
            tournament=Tournament(
                game="mcr",
                lang=self.lang,
                settings=self._settings(),
                players=people,
                rounds=rounds,
                schedule=tuple(ScheduleItem(*item) for item in PLAN),
            ),
            problems=(),
            entries=tuple(self._entry(player) for player in people),
            scores=tuple(scores),
            history=history,
            rounds_total=self.rounds,
            rounds_complete=complete,
            provisional=self.partial,
            seating=ahead if not self.partial else None,
            schedule=seatings[: self.played] if self.partial else seatings,
            quality={},
            clubs=(),
            awards=self._awards(ranked) if complete == self.rounds else (),
            seed="1871-дракон",
            updated=datetime(2026, 11, 29, 14, 32),
        )

    def _settings(self) -> Mapping[str, Value]:
        own = {
            "title": "Кубок Белого дракона",
            "date": datetime(2026, 11, 29),
            "venue": "Клуб «Чайка»",
            "city": "Москва",
            "rounds": self.rounds,
            "penalty_first": False,
            "fee": 2500,
            "closes": datetime(2026, 11, 20),
        }
        return {**own, **self.settings}

    def _player(self, number: int) -> Player:
        if number in self.withdrawn:
            status, until = Status.WITHDRAWN, self.withdrawn[number]
        else:
            substitute = number > self.players - self.substitutes
            status, until = (Status.SUBSTITUTE if substitute else Status.PLAYER), None
        name = f"{SURNAMES[number % 20]} {FIRST[(number * 3 + number // 20 * 4) % 10]}"
        return Player(
            id=number + 100,
            name=self.names.get(number, name),
            at=NOWHERE,
            number=number,
            city=CITIES[number % 3],
            club=CLUBS[number % 4],
            registered=datetime(2026, 1, 7, 8, 9, 10),
            paid=True,
            paid_on=datetime(2026, 2, 13),
            status=status,
            until_round=until,
            judge=number == 3,
            note="СЕКРЕТ-примечание",
            extra={"Телефон": "+7 900 СЕКРЕТ"},
        )

    def _seating(self, key: RoundKey) -> Seating:
        step = key.number
        order = [1 + (at * (2 * step + 1) + step) % self.players for at in range(self.players)]
        if len(set(order)) < self.players:
            order = sorted(range(1, self.players + 1), key=lambda number: draw("seat", key.number, number, below=10**9))
        tables = tuple(
            SeatedTable(at // 4 + 1, tuple(order[at : at + 4]), spread=3) for at in range(0, self.players, 4)
        )
        return Seating(key, tables, repeats=0, optimal=True, seed="1871-дракон")

    def _round(self, seating: Seating) -> Round:
        return Round(
            key=seating.key,
            sheet=f"Тур {seating.key.number}",
            tables=tuple(self._table(seating, table) for table in seating.tables),
        )

    def _table(self, seating: Seating, table: SeatedTable) -> Table:
        number = seating.key.number
        typed = [draw("points", number, player, below=60) - 30 for player in table.players[:3]]
        typed.append(-sum(typed))
        rows = tuple(
            Row(table.number, seat, player + 100, NOWHERE, {"game_points": points, "note": "СЕКРЕТ-протокол"})
            for seat, player, points in zip("ESWN", table.players, typed, strict=True)
        )
        hands = (
            Hand(1, 24, "E", "S", (0, 0, 0, 0), NOWHERE),
            Hand(2, 8, "W", None, (0, 0, 0, 0), NOWHERE),
            Hand(3, 0, None, None, (-30, 10, 10, 10), NOWHERE),
        )
        unfinished = self.partial and number == self.played and table.number == 1
        state = TableState.PARTIAL if unfinished else TableState.COMPLETE
        return Table(table.number, rows, hands if self.hands else (), state)

    def _scores(self, played: Round) -> Sequence[Score]:
        scores = []
        for table in played.tables:
            if not table.counts:
                continue
            order = sorted(table.rows, key=lambda row: -(row.number("game_points") or 0))
            for row, points in zip(order, TABLE_POINTS, strict=True):
                assert row.player is not None
                fine = self.penalties.get((played.key.number, row.player - 100), 0)
                parts = {
                    "table_points": points,
                    "game_points": row.number("game_points") or Fraction(0),
                    "penalty": Fraction(-fine),
                }
                if self.shared:
                    parts |= {"game_points": Fraction(0)}
                scores.append(Score(row.player, played.key, table.number, row.seat, parts))
        return scores

    def _standings(self, played: Round, scores: Sequence[Score], people: Sequence[Player]) -> RoundStandings:
        parts: dict[int, dict[str, Fraction]] = {
            p.id: {"table_points": Fraction(0), "game_points": Fraction(0), "penalty": Fraction(0)} for p in people
        }
        for score in scores:
            if score.round <= played.key:
                for name, value in score.parts.items():
                    parts[score.player][name] += value
        keys = {
            player: {"table_points": p["table_points"], "game_points": p["game_points"] + p["penalty"]}
            for player, p in parts.items()
        }
        rows = rank(people, keys, parts, played.key.number)
        return RoundStandings(played.key, rows, not played.complete)

    def _entry(self, player: Player) -> Entry:
        substitute = player.status is Status.SUBSTITUTE
        state = EntryState.SUBSTITUTE if substitute else EntryState.PLAYING
        return Entry(player.id, EntryState.WITHDRAWN if player.status.gone else state, "", refund=Fraction(2500))

    def _awards(self, ranked: Sequence[Standing]) -> tuple[Award, ...]:
        firsts = tuple(Award("place", n, tuple(r.player for r in ranked if r.place == n)) for n in (1, 2, 3))
        return (*firsts, Award("last", ranked[-1].place or 0, (ranked[-1].player,)))


def rank(
    people: Sequence[Player],
    keys: Mapping[int, Mapping[str, Fraction]],
    parts: Mapping[int, Mapping[str, Fraction]],
    rounds: int,
) -> tuple[Standing, ...]:
    """Standings by the keys in their order, more is better; substitutes last and outside the places."""
    values = {player.id: tuple(keys[player.id].values()) for player in people}
    players = [p for p in people if p.status is not Status.SUBSTITUTE]
    players.sort(key=lambda p: values[p.id], reverse=True)
    rows = []
    for at, player in enumerate(players):
        level = [i for i, other in enumerate(players) if values[other.id] == values[player.id]]
        below = players[at + 1] if at + 1 < len(players) else None
        decided = None
        if below:
            decided = next((k for k in keys[player.id] if keys[player.id][k] != keys[below.id][k]), None)
        rows.append(
            Standing(
                player.id,
                player.status,
                level[0] + 1,
                level[-1] + 1,
                keys[player.id],
                parts[player.id],
                rounds,
                decided,
            )
        )
    outside = [p for p in people if p.status is Status.SUBSTITUTE]
    rows += [Standing(p.id, p.status, None, None, keys[p.id], parts[p.id], rounds) for p in outside]
    return tuple(rows)


def mafia(played: int = 9, lang: str = "ru") -> Outcome:
    """A cup of 20 players in sport Mafia: 7 qualifying games at two tables, then semi-finals with the same twenty."""
    people = tuple(
        Player(
            id=number + 100,
            name=NICKS[number - 1],
            at=NOWHERE,
            number=number,
            city=CITIES[number % 3],
            club=CLUBS[number % 4],
            note="СЕКРЕТ-примечание",
        )
        for number in range(1, 21)
    )
    keys = [RoundKey(0, n, "qualifying") for n in range(1, 8)] + [RoundKey(1, n, "semifinal") for n in range(1, 4)]
    schedule = tuple(_mafia_seating(key) for key in keys)
    rounds = tuple(_mafia_round(seating) for seating in schedule[:played])
    scores = tuple(score for r in rounds for score in _mafia_scores(r))
    history = tuple(_mafia_standings(r.key, scores, people, at) for at, r in enumerate(rounds, start=1))
    ranked = history[-1].rows
    return Outcome(
        tournament=Tournament(
            game="mafia",
            lang=lang,
            settings={"title": "Кубок Чёрного дракона", "date": datetime(2026, 11, 28), "city": "Москва", "fee": 2500},
            players=people,
            rounds=rounds,
        ),
        problems=(),
        entries=tuple(Entry(player.id, EntryState.PLAYING, "") for player in people),
        scores=scores,
        history=history,
        rounds_total=15,
        rounds_complete=played,
        provisional=False,
        seating=schedule[played] if played < len(schedule) else None,
        schedule=schedule,
        quality={"semifinal": Quality(Fraction(600), Fraction(600), True)},
        clubs=(
            ClubStanding(1, "Белый дракон", Fraction(40), Fraction(40, 3), (101, 102, 103)),
            ClubStanding(2, "Красный дракон", Fraction(77, 2), Fraction(77, 6), (104, 105, 106)),
        ),
        awards=tuple(Award("place", n, (ranked[n - 1].player,)) for n in (1, 2, 3)),
        seed="север",
        updated=datetime(2026, 11, 28, 18, 5),
    )


def _mafia_seating(key: RoundKey) -> Seating:
    order = sorted(range(1, 21), key=lambda number: draw(key.phase, key.number, number, below=10**9))
    tables = tuple(SeatedTable(at // 10 + 1, tuple(order[at : at + 10])) for at in (0, 10))
    return Seating(key, tables, repeats=0, optimal=True, seed="север")


def _mafia_round(seating: Seating) -> Round:
    roles = ("civilian",) * 6 + ("sheriff", "mafia", "mafia", "don")
    tables = []
    for table in seating.tables:
        winner = ("red", "black", "red", "draw")[draw(seating.key.phase, seating.key.number, table.number, below=4)]
        shift = draw("role", seating.key.phase, seating.key.number, table.number, below=10)
        rows = []
        for seat, number in enumerate(table.players, start=1):
            values: dict[str, Value] = {
                "role": roles[(seat + shift) % 10],
                "best": seat == 3,
                "note": "СЕКРЕТ-протокол",
            }
            if seat == 1:
                values |= {"winner": winner, "judge": "Лунин", "awarded": seating.key.number == 2}
            rows.append(Row(table.number, str(seat), number + 100, NOWHERE, values))
        tables.append(Table(table.number, tuple(rows), state=TableState.COMPLETE))
    return Round(seating.key, "Тур", tuple(tables))


def _mafia_scores(played: Round) -> Sequence[Score]:
    scores = []
    for table in played.tables:
        winner = table.rows[0].text("winner")
        for row in table.rows:
            assert row.player is not None
            black = row.text("role") in ("mafia", "don")
            won = winner == ("black" if black else "red")
            parts = {
                "win": Fraction(2 * won),
                "best": Fraction(row.yes("best") and winner != "draw"),
                "first_night": Fraction(1, 4) if row.seat == "5" and not black else Fraction(0),
                "fines": Fraction(-1 if row.seat == "9" and played.key.number == 4 else 0),
            }
            scores.append(Score(row.player, played.key, table.number, row.seat, parts))
    return scores


def _mafia_standings(key: RoundKey, scores: Sequence[Score], people: Sequence[Player], rounds: int) -> RoundStandings:
    parts: dict[int, dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    wins: dict[int, int] = defaultdict(int)
    bests: dict[int, int] = defaultdict(int)
    for score in scores:
        if score.round <= key:
            for name, value in score.parts.items():
                parts[score.player][name] += value
            wins[score.player] += bool(score.parts["win"])
            bests[score.player] += bool(score.parts["best"])
    keys = {
        p.id: {
            "points": sum(parts[p.id].values(), Fraction(0)),
            "wins": Fraction(wins[p.id]),
            "best": Fraction(bests[p.id]),
            "don_wins": Fraction(0),
            "sheriff_wins": Fraction(0),
            "qualifying_place": Fraction(0),
            "first_killed": Fraction(0),
        }
        for p in people
    }
    return RoundStandings(key, rank(people, keys, {p: dict(v) for p, v in parts.items()}, rounds), False)


AWKWARD = {
    1: "<script>alert(1)</script>",
    2: "=1+1",
    4: "🀄 Дракон 👩‍👩‍👧‍👦",
    5: "מרדכי בן־דוד",
    6: "Х" * 80,
    7: 'O\'Hara & "Sons" {{ 7*7 }}',
    8: "Нечаев-Константинопольский Всеволод Аристархович",
}


def mahjong16(**more: object) -> Outcome:
    """The small event: three rounds of four played."""
    return replace(Mahjong(), **more).outcome()  # type: ignore[arg-type]


def mahjong40(**more: object) -> Outcome:
    """The full event: forty at the tables, among them two substitutes, one withdrawn, two fines."""
    full = Mahjong(
        players=40, played=4, substitutes=2, withdrawn={12: 2}, penalties={(2, 5): 20, (3, 17): 10}, hands=False
    )
    return replace(full, **more).outcome()  # type: ignore[arg-type]


def render(outcome: Outcome, results: str, published: Mapping[str, str] | None = None) -> dict[str, str | bytes]:
    """The page's files by name, texts as texts."""
    made = dict(files(outcome, results, published=published))
    texts = (".html", ".json")
    return {name: content.decode() if name.endswith(texts) else content for name, content in made.items()}
