"""Who plays the coming tour (A-5 to A-8, A-12, A-16): admitted, waiting, promoted, cut, substitutes, refunds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from ...entries import available, deadline, last_round, late, played_until, registration_order, seated
from ...model import CellRef, Entry, EntryState, Player, Problem, Round, RoundKey, Status, Tournament
from ...problems import problem
from ...rules import Roster
from ...text import label_key

SEATS = 4


Priority = tuple[datetime, bool, bool, Fraction, int]


@dataclass(frozen=True, slots=True)
class _Field:
    """The people of the first tour before places are given out; `substitutes` fill seats that nobody else takes."""

    regular: list[Player]
    waiting: list[Player]
    absent: list[Player]
    substitutes: list[Player]

    @property
    def queue(self) -> list[Player]:
        """Who wants a place, in the order of getting one."""
        return [*self.regular, *self.waiting]


def admit(tournament: Tournament, upcoming: RoundKey | None) -> Roster:
    """The entries, and who plays `upcoming` (None: the last tour is over).

    Until the first result places go by registration order (A-6), and on the day by who is there (A-7). Later, whoever
    began goes on; a free seat goes to a substitute (A-12), then to the waiting list.
    """
    if played_until(tournament, ("game_points",)):
        return _during(tournament, upcoming, seated(_begun(tournament.rounds)))
    return _before(tournament)


def _begun(rounds: Iterable[Round]) -> list[Round]:
    """The tours with a result: whoever only has a seat in the coming one hasn't begun to play."""
    return [r for r in rounds if any("game_points" in row.values for t in r.tables for row in t.rows)]


def _refund(tournament: Tournament, player: Player) -> Fraction:
    """The fee, if it was paid, or the part that was; where nobody keeps track of payments everybody is taken to have
    paid."""
    fee = tournament.exact("fee")
    if player.paid_amount is not None:
        return min(player.paid_amount, fee)
    return fee if player.paid or "paid" not in player.columns else Fraction(0)


def _paid_in_time(player: Player, tournament: Tournament, closes: datetime | None) -> bool:
    """Paid before registration closed (A-7); a part of the fee isn't the fee."""
    if player.paid_amount is not None and player.paid_amount < tournament.exact("fee"):
        return False
    return player.paid and (closes is None or player.paid_on is None or player.paid_on <= closes)


def _field(tournament: Tournament, closes: datetime | None) -> _Field:
    """On the day (as soon as one is marked present) whoever isn't marked is absent."""
    people = [p for p in registration_order(tournament.players) if available(p, 1, 0)]
    there = [p for p in people if p.present or not _on_the_day(tournament)]
    absent = [p for p in people if p not in there and p.status is not Status.SUBSTITUTE]
    substitutes = [p for p in there if p.status is Status.SUBSTITUTE]
    players = [p for p in there if p.status is not Status.SUBSTITUTE]
    regular = [p for p in players if p.decision or (p.status is not Status.WAITING and not late(p, closes))]
    return _Field(regular, [p for p in players if p not in regular], absent, substitutes)


def _on_the_day(tournament: Tournament) -> bool:
    return any(player.present for player in tournament.players)


def _before(tournament: Tournament) -> Roster:
    """Whoever registered in time fills whole tables; waiting list and substitutes fill up the last one if they can."""
    closes = deadline(tournament.settings.get("closes"))
    field = _field(tournament, closes)
    queue = field.queue
    forced = [player for player in queue if player.decision]
    wanted = -(-len(field.regular) // SEATS) * SEATS
    called = max(0, wanted - len(queue))
    enough = called <= len(field.substitutes)
    called = called if enough else 0
    places = min(wanted, len(queue)) if enough else len(queue) // SEATS * SEATS
    places = max(places, len(forced))
    cutting = not enough and _on_the_day(tournament)
    order = sorted(queue, key=lambda p: priority(p, tournament, closes)) if cutting else queue
    chosen = (forced + [player for player in order if not player.decision])[:places]
    left = [player for player in order if player not in chosen]
    helpers = field.substitutes[:called]
    entries = []
    for player in tournament.players:
        if player in chosen:
            entries.append(_playing(player, player in field.regular))
        elif player in left and cutting:
            entries.append(_cut(tournament, player, chosen, len(queue), closes))
        elif player in left:
            entries.append(_waits(player, left.index(player) + 1, len(queue), closes))
        else:
            entries.append(_other(tournament, player, player in field.absent, player in helpers))
    playing = [*chosen, *helpers]
    problems = _count_problems(queue, playing, left)
    return Roster(tuple(entries), tuple(map(_id, playing)), problems, uneven=len(playing) % SEATS != 0)


def _id(player: Player) -> int:
    return player.id


def _playing(player: Player, regular: bool) -> Entry:
    if player.decision:
        return Entry(player.id, EntryState.PLAYING, "decision")
    return Entry(player.id, EntryState.PLAYING, "admitted" if regular else "promoted")


def priority(player: Player, tournament: Tournament, closes: datetime | None) -> Priority:
    """The ladder of A-7, who stays first: registered earlier; paid before registration closed; came from another city
    or country; higher rating. Whoever registered without a time counts as last; at the end the order of the sheet."""
    in_time = _paid_in_time(player, tournament, closes)
    city = label_key(tournament.text("city"))
    visitor = bool(city) and bool(player.city) and label_key(player.city) != city
    rating = player.rating if player.rating is not None else Fraction(-(10**9))
    return (player.registered or datetime.max, not in_time, not visitor, -rating, player.id)


LADDER = ("registered", "paid", "city", "rating", "sheet")


def deciding_step(first: Priority, second: Priority) -> str:
    """The step of the ladder on which two players differ."""
    return next((name for name, a, b in zip(LADDER, first, second, strict=True) if a != b), LADDER[-1])


def _cut(
    tournament: Tournament, player: Player, chosen: Sequence[Player], count: int, closes: datetime | None
) -> Entry:
    """Cut by the ladder, with the step that decided against the last one who stays (A-7)."""
    staying = [priority(p, tournament, closes) for p in chosen if not p.decision]
    mine = priority(player, tournament, closes)
    step = deciding_step(mine, max(staying)) if staying else LADDER[0]
    return Entry(player.id, EntryState.CUT, f"cut_{step}", {"count": count}, _refund(tournament, player))


def _waits(player: Player, position: int, count: int, closes: datetime | None) -> Entry:
    if player.status is Status.WAITING:
        return Entry(player.id, EntryState.WAITING, "waiting_listed", {"position": position})
    if late(player, closes):
        return Entry(player.id, EntryState.WAITING, "waiting_late", {"position": position})
    return Entry(player.id, EntryState.WAITING, "waiting_uneven", {"position": position, "count": count})


def _other(tournament: Tournament, player: Player, absent: bool, called: bool) -> Entry:
    """Those who don't stand in the queue for the first tour."""
    if player.status is Status.SUBSTITUTE:
        reason = "substitute_called" if called else "substitute_ready"
        return Entry(player.id, EntryState.SUBSTITUTE, reason, {"round": 1})
    if player.status.gone and last_round(player) in (None, 0):
        return Entry(player.id, EntryState.WITHDRAWN, "withdrew_before", {}, _refund(tournament, player))
    if player.status.gone:
        return Entry(player.id, EntryState.WITHDRAWN, "withdrew", {"round": last_round(player) or 0})
    if absent:
        return Entry(player.id, EntryState.WITHDRAWN, "absent")
    return Entry(player.id, EntryState.WAITING, "not_yet", {"round": player.from_round or 1})


def _count_problems(queue: Sequence[Player], playing: Sequence[Player], left: Sequence[Player]) -> tuple[Problem, ...]:
    if not queue:
        return ()
    at = CellRef(queue[0].at.sheet)
    if len(playing) % SEATS:
        return (problem("tables_of_three", at, count=len(playing), tables=-len(playing) % SEATS),)
    if len(queue) % SEATS and left:
        return (problem("count_uneven", at, count=len(queue), left=len(left)),)
    return ()


def _during(tournament: Tournament, upcoming: RoundKey | None, started: frozenset[int]) -> Roster:
    """After the first tour: those who began, then substitutes and the waiting list for the seats that came free."""
    number = upcoming.number if upcoming else len(tournament.rounds) + 1
    played = played_until(tournament, ("game_points",))
    there = {p.id for p in tournament.players if available(p, number, played.get(p.id, 0))}
    began = [p for p in tournament.players if p.id in there and p.id in started]
    began = [p for p in began if p.status is not Status.SUBSTITUTE]
    joining = [
        p
        for p in tournament.players
        if p.id in there and p.id not in started and p.status is Status.PLAYER and (p.decision or p.from_round)
    ]
    regular = [*began, *joining]
    on_the_day = _on_the_day(tournament)
    queue = registration_order(
        p
        for p in tournament.players
        if p.id in there
        and p.id not in started
        and p not in joining
        and p.status in (Status.PLAYER, Status.WAITING)
        and (p.present or not on_the_day)
    )
    substitutes = [p for p in tournament.players if p.id in there and p.status is Status.SUBSTITUTE]
    substitutes.sort(key=lambda player: (not player.decision, -played.get(player.id, 0), player.id))
    needed = -len(regular) % SEATS
    forced = any(player.decision for player in began)
    helpers = [*substitutes, *queue]
    called: list[Player] = []
    out: list[Player] = []
    if needed and len(helpers) >= needed:
        called = helpers[:needed]
    elif needed and not forced:
        out = _sit_out(regular, len(regular) % SEATS, tournament)
    elif needed:
        called = helpers
    playing = [player for player in regular if player not in out] + called
    entries = [
        _during_entry(tournament, player, number, upcoming, playing, out, started, played.get(player.id, 0))
        for player in tournament.players
    ]
    problems = _during_problems(playing, out, upcoming)
    return Roster(tuple(entries), tuple(map(_id, playing)), problems, uneven=len(playing) % SEATS != 0)


def _sit_out(regular: Sequence[Player], count: int, tournament: Tournament) -> list[Player]:
    """Who has no seat when nobody can fill up: joined last, registered last; unless organisers want tables of three."""
    appearances = [p for r in tournament.rounds for p in seated([r])]
    ordered = sorted(regular, key=lambda p: (-appearances.count(p.id), p.registered or datetime.max, p.id))
    return ordered[len(ordered) - count :]


def _during_entry(
    tournament: Tournament,
    player: Player,
    number: int,
    upcoming: RoundKey | None,
    playing: Sequence[Player],
    out: Sequence[Player],
    started: frozenset[int],
    played: int,
) -> Entry:
    if player.status.gone:
        until = last_round(player)
        last = until if until is not None else played
        if player.id in started:
            return Entry(player.id, EntryState.WITHDRAWN, f"{player.status.value}_after", {"round": last})
        return Entry(player.id, EntryState.WITHDRAWN, "withdrew_before", {}, _refund(tournament, player))
    if player.status is Status.SUBSTITUTE:
        called = player in playing and upcoming is not None
        reason = "substitute_called" if called else "substitute_ready"
        return Entry(player.id, EntryState.SUBSTITUTE, reason, {"round": number})
    if player in out:
        return Entry(player.id, EntryState.WAITING, "sits_out", {"round": number})
    if player.id in started:
        return Entry(player.id, EntryState.PLAYING, "decision" if player.decision else "admitted")
    if player in playing and upcoming is not None:
        return Entry(player.id, EntryState.PLAYING, "joins", {"round": number})
    if player.from_round and player.from_round > number:
        return Entry(player.id, EntryState.WAITING, "not_yet", {"round": player.from_round})
    if _on_the_day(tournament) and not player.present:
        return Entry(player.id, EntryState.WITHDRAWN, "absent")
    return Entry(player.id, EntryState.WAITING, "waiting_started")


def _during_problems(
    playing: Sequence[Player], out: Iterable[Player], upcoming: RoundKey | None
) -> tuple[Problem, ...]:
    if upcoming is None or not playing:
        return ()
    at = CellRef(playing[0].at.sheet)
    names = tuple(player.name for player in out)
    if names:
        return (problem("sitting_out", at, round=upcoming.number, names=names, count=len(names)),)
    if len(playing) % SEATS:
        return (problem("tables_of_three", at, count=len(playing), tables=-len(playing) % SEATS),)
    return ()
