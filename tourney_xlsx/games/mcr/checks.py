"""What is wrong with a mahjong protocol: seats, sums, table points, hands, penalties. One rule, one function."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from ...model import Fact, Hand, Player, Problem, Round, Row, Table, Tournament
from ...problems import problem
from ...rules import exact_sum
from .forms import LEAST_WORTH, MAX_HANDS, WINDS
from .scoring import BASE, Seats, hand_result, seats, table_points, totals_from_hands, with_state
from .seating import keep_apart_known

_ROUNDED = Fraction(1, 200)


def check(tournament: Tournament) -> Iterator[Problem]:
    """Every problem of the tournament's protocols, table by table, then over the whole event."""
    for r in tournament.rounds:
        for table in r.tables:
            sitting = seats(table, tournament, r.key.number)
            misplaced = list(check_seats(table, sitting))
            yield from misplaced
            hands = list(check_hands(table))
            yield from hands
            if not misplaced and not hands:
                for rule in TABLE_RULES:
                    yield from rule(table, sitting, tournament, r)
    yield from penalty_ladder(tournament)
    yield from keep_apart_known(tournament)


def check_seats(table: Table, sitting: Seats) -> Iterator[Problem]:
    """Four winds, each once; a wind twice only beside all four (the second stepped in, A-16); three at the least."""
    by_wind = Counter(row.seat for row in table.rows)
    missing = tuple(wind for wind in WINDS if wind not in by_wind)
    for wind, count in by_wind.items():
        rows = [row for row in table.rows if row.seat == wind]
        if count > 2 or (count == 2 and missing):
            missing_wind = missing[0] if missing else ""
            at = rows[-1].cell("seat")
            yield problem("seat_twice", at, table=table.number, seat=wind, missing=missing_wind)
        elif count == 2 and rows[1].player is None:
            yield problem("seat_twice", rows[1].cell("seat"), table=table.number, seat=wind, missing="")
    playing = sitting.playing
    begun = any(row.values for row in table.rows)
    left = [place for place in sitting.all if place not in playing and place.first.player is not None]
    if not begun and left:
        facts: dict[str, Fact] = {"table": table.number, "count": len(playing)}
        yield problem("table_lacks", left[0].first.at, **facts)
    elif len(playing) < 3:
        yield problem("table_short", table.rows[0].cell("table"), table=table.number, count=len(playing))


def incomplete_table(table: Table, sitting: Seats, tournament: Tournament, r: Round) -> Iterator[Problem]:
    """A protocol that was begun but lacks game points: which rows."""
    playing = sitting.playing
    lacking = [place for place in playing if place.game_points is None]
    begun = any(row.values for row in table.rows) or table.hands
    if lacking and begun:
        row = lacking[0].second or lacking[0].first
        if table.hands and len(lacking) == len(playing):
            finished = with_state(table, tournament, r).counts
            totals = totals_from_hands(table.hands, [place.wind for place in playing])
            told = ", ".join(str(totals[place.wind]) for place in playing)
            code = "hands_taken" if finished else "hands_only"
            at = row.cell("game_points")
            yield problem(code, at, table=table.number, hands=len(table.hands), totals=told)
        else:
            yield problem("table_incomplete", row.cell("game_points"), table=table.number, count=len(lacking))


def sum_is_zero(table: Table, sitting: Seats, tournament: Tournament, r: Round) -> Iterator[Problem]:
    """The game points of a table add up to what its hands' penalties leave, 0 as a rule (A-17)."""
    if not sitting.all_written:
        return
    total = exact_sum(place.game_points or Fraction(0) for place in sitting.all)
    due = sum(sum(hand.penalties) for hand in table.hands)
    if total != due:
        row = sitting.all[0].second or sitting.all[0].first
        flipped = [place for place in sitting.all if place.game_points and total - 2 * place.game_points == due]
        hint = flipped[0] if len(flipped) == 1 else None
        at = (hint.second or hint.first if hint else row).cell("game_points")
        facts: dict[str, Fact] = {"table": table.number, "sum": total, "due": due, "difference": total - due}
        yield problem("sum_not_zero_sign" if hint else "sum_not_zero", at, **facts)


def table_points_right(table: Table, sitting: Seats, tournament: Tournament, r: Round) -> Iterator[Problem]:
    """Written table points must be those that the game points give, `2,33` standing for 7/3 (A-1, A-17)."""
    if not sitting.all_written:
        return
    stepped = {place.wind for place in sitting.all if place.second is not None}
    shares = table_points(table, tournament, sitting.playing)
    for index, row in enumerate(table.rows):
        written = row.number("table_points")
        if written is None:
            continue
        at = row.cell("table_points")
        if row.seat in stepped:
            if written and not row.text("note"):
                yield problem("table_points_unexplained", at, table=table.number, written=written)
        elif abs(written - shares[index]) > _ROUNDED:
            yield problem("table_points_wrong", at, table=table.number, written=written, due=shares[index])


def substitution_rows(table: Table, sitting: Seats, tournament: Tournament, r: Round) -> Iterator[Problem]:
    """Where a substitute stepped in, the game points are on the substitute's row (A-16)."""
    for place in sitting.all:
        if place.second is None:
            continue
        facts: dict[str, Fact] = {
            "table": table.number,
            "name": _name(tournament, place.second),
            "other": _name(tournament, place.first),
        }
        if place.first.number("game_points") is not None:
            yield problem("substitution_points", place.first.cell("game_points"), **facts)
        else:
            yield problem("substitution", place.second.at, **facts)


def _name(tournament: Tournament, row: Row) -> str:
    player = tournament.people.get(row.player or 0)
    return player.name if player else ""


def table_of_three(table: Table, sitting: Seats, tournament: Tournament, r: Round) -> Iterator[Problem]:
    """Three at a table share 4, 2, 1 (A-16): told, so that an empty seat isn't an oversight."""
    if len(sitting.playing) == 3 and sitting.all_written:
        yield problem("table_of_three", table.rows[0].cell("table"), table=table.number)


def hands_against_totals(table: Table, sitting: Seats, tournament: Tournament, r: Round) -> Iterator[Problem]:
    """The written game points are those that the hands give (A-17); where one hand's slip explains it, it is named.

    A sum of 0 proves nothing here: most slips keep it.
    """
    playing = sitting.playing
    if not table.hands or any(place.game_points is None for place in playing):
        return
    present = [place.wind for place in playing]
    due = totals_from_hands(table.hands, present)
    written = {place.wind: int(place.game_points or 0) for place in playing}
    wrong = [place for place in playing if written[place.wind] != due[place.wind]]
    for place in wrong:
        row = place.second or place.first
        facts: dict[str, Fact] = {
            "table": table.number,
            "seat": place.wind,
            "name": _name(tournament, row),
            "written": written[place.wind],
            "due": due[place.wind],
            "difference": written[place.wind] - due[place.wind],
        }
        yield problem("hands_differ", row.cell("game_points"), **facts)
    if wrong:
        yield from suspects(table, written, present)


def suspects(table: Table, written: Mapping[str, int], present: Sequence[str]) -> Iterator[Problem]:
    """The hands of which one alone, entered otherwise, would give the written totals."""
    totals = totals_from_hands(table.hands, present)
    for hand in table.hands:
        now = hand_result(hand, present)
        penalties = dict(zip(WINDS, hand.penalties, strict=True))
        wanted = {wind: written[wind] - totals[wind] + now[wind] - penalties[wind] for wind in present}
        found = as_hand(wanted)
        if found is not None:
            worth, winner, discarder = found
            facts: dict[str, Fact] = {"table": table.number, "hand": hand.number, "worth": worth}
            kind = "drawn" if winner is None else "discard" if discarder else "self_draw"
            yield problem(
                f"hands_suspect_{kind}",
                hand.cell("worth"),
                **facts,
                winner=winner or "",
                discarder=discarder or "",
            )


def as_hand(result: Mapping[str, int]) -> tuple[int, str | None, str | None] | None:
    """The hand (worth, winner, discarder) that gives these points, None when no hand does."""
    losers = {wind: -points for wind, points in result.items() if points < 0}
    winners = [wind for wind, points in result.items() if points > 0]
    if not winners and not losers:
        return 0, None, None
    if len(winners) != 1 or len(losers) != len(result) - 1:
        return None
    if result[winners[0]] != sum(losers.values()):
        return None
    paid = sorted(losers.values())
    most = max(losers, key=lambda wind: losers[wind])
    worth = paid[-1] - BASE
    if worth < LEAST_WORTH:
        return None
    if len(set(paid)) == 1:
        return worth, winners[0], None
    return (worth, winners[0], most) if all(points == BASE for points in paid[:-1]) else None


def check_hands(table: Table) -> Iterator[Problem]:
    """At most 16 hands, each once, worth 8 or more, won by one player off another (A-14, A-17)."""
    seen: dict[int, Hand] = {}
    for index, hand in enumerate(table.hands):
        facts: dict[str, Fact] = {"table": table.number, "hand": hand.number}
        if hand.number and hand.number in seen:
            yield problem("hand_twice", hand.cell("hand"), **facts, cell=seen[hand.number].cell("hand").a1)
        seen.setdefault(hand.number, hand)
        if index >= MAX_HANDS or hand.number > MAX_HANDS:
            yield problem("hands_too_many", hand.cell("hand"), **facts)
        if hand.winner is None:
            if hand.worth:
                yield problem("hand_worth_alone", hand.cell("worth"), **facts, worth=hand.worth)
            if hand.discarder:
                yield problem("hand_discarder_alone", hand.cell("discarder"), **facts)
        elif hand.worth < LEAST_WORTH:
            yield problem("hand_worth_low", hand.cell("worth"), **facts, worth=hand.worth)
        elif hand.winner == hand.discarder:
            yield problem("hand_winner_discarder", hand.cell("discarder"), **facts, seat=hand.winner)


def penalty_ladder(tournament: Tournament) -> Iterator[Problem]:
    """First breach a warning, second a fine, third removal (A-15), counted over the event in the order of tours."""
    players = tournament.people
    rows: dict[int, list[Row]] = {}
    for r in tournament.rounds:
        for table in r.tables:
            for row in table.rows:
                if row.player is not None:
                    rows.setdefault(row.player, []).append(row)
    for player, theirs in rows.items():
        yield from _breaches(players[player], theirs)


def _breaches(player: Player, rows: Sequence[Row]) -> Iterator[Problem]:
    warned = fined = 0
    last_warning = rows[0]
    for row in rows:
        warnings = int(row.number("warnings") or 0)
        warned += warnings
        if warnings:
            last_warning = row
        if row.number("penalty"):
            fined += 1
            if not warned:
                yield problem("fine_without_warning", row.cell("penalty"), name=player.name)
    if warned >= 2 and not fined:
        yield problem("second_breach_without_fine", last_warning.cell("warnings"), name=player.name, count=warned)
    if max(warned, fined + 1 if fined else 0) >= 3 and not player.status.gone:
        yield problem("third_breach", last_warning.cell("warnings"), name=player.name, count=max(warned, fined + 1))


TABLE_RULES: tuple[Callable[[Table, Seats, Tournament, Round], Iterator[Problem]], ...] = (
    incomplete_table,
    sum_is_zero,
    substitution_rows,
    table_points_right,
    table_of_three,
    hands_against_totals,
)
