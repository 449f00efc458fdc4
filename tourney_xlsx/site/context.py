"""What every part of the page needs: the outcome, the words of one language, and how people and rounds are named.

The only fields of a `Player` that leave this module are those of `Person`: nothing else about a player can reach a
template.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from ..i18n import Words, has
from ..model import EntryState, Outcome, Player, Round, RoundKey, Score, Status
from ..text import sort_key

_INTO_ANCHOR = {0: "r", 1: "s", 2: "f"}


@dataclass(frozen=True, slots=True)
class Person:
    """A player as the page names them. `number` 0: not drawn yet, or a stand-in. `where`: city and club."""

    number: int
    name: str
    where: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Context:
    """The outcome looked at in one language, with the lookups the views share."""

    outcome: Outcome
    lang: str
    t: Words
    people: Mapping[int, Person]
    by_number: Mapping[int, Person]
    scores: Mapping[tuple[int, RoundKey], Score]
    short_names: Mapping[int, str]

    def person(self, player: int) -> Person:
        """The person with this registration row; an unknown one is shown as a stand-in."""
        return self.people.get(player) or Person(0, self.t("page.stand_in"))

    def numbered(self, number: int) -> Person:
        """The person with this tournament number; 0 is a stand-in."""
        return self.by_number.get(number) or Person(0, self.t("page.stand_in"))

    def short_name(self, person: Person) -> str:
        """`Волков К.` where that names one player only, else the name as typed."""
        return self.short_names.get(person.number, person.name)

    def number(self, value: Fraction | int) -> str:
        """A number as the page shows it, with a true minus."""
        return self.t.number(value, 2).replace("-", "−")

    def signed(self, value: Fraction | int) -> str:
        """A number with its sign."""
        return ("+" if value > 0 else "") + self.number(value)

    def part(self, name: str) -> str:
        """A part of the score in words; one that shares its name with a key of the ladder has words of its own."""
        return self.t(f"page_part.{name}" if has(self.lang, f"page_part.{name}") else f"key.{name}")

    def round_label(self, key: RoundKey) -> str:
        """`Тур 3`, `Полуфинал 1`."""
        return self.t(f"page_stage.{key.stage}", n=key.number)

    def after(self, key: RoundKey) -> str:
        """`после тура 3`."""
        return self.t(f"page_after.{key.stage}", n=key.number)

    def short(self, key: RoundKey) -> str:
        """A round for a narrow column head: `3`, `ПФ 1`."""
        return self.t(f"page_short.{key.stage}", n=key.number)

    def seat(self, seat: str) -> str:
        """A seat in words: the wind in full, or `место 6`."""
        return self.t(f"page_wind.{seat}") if has(self.lang, f"page_wind.{seat}") else self.t("page.seat_n", n=seat)

    def seat_short(self, seat: str) -> str:
        """A seat as protocols write it: `В`, or the seat's number."""
        return self.t(f"value.wind.{seat}") if has(self.lang, f"value.wind.{seat}") else seat

    def seat_name(self, index: int) -> str:
        """The protocol's name of the seat at `index` of a seated table."""
        return "ESWN"[index] if self.four else str(index + 1)

    @property
    def four(self) -> bool:
        """Whether the game is played by four with winds (A-13), not by ten with seat numbers."""
        return self.outcome.tournament.game == "mcr"

    @property
    def ladder(self) -> tuple[str, ...]:
        """The keys that order the standings, the points first (A-2, B-17)."""
        rows = self.outcome.standings
        return tuple(rows[0].keys) if rows else ()

    def points(self, score: Score) -> Fraction:
        """What a round brought in the first key: that part where it has one, else the sum of all parts."""
        first = self.ladder[0] if self.ladder else ""
        return score.parts[first] if first in score.parts else sum(score.parts.values(), Fraction(0))

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds in which anything has been typed."""
        return tuple(r for r in self.outcome.tournament.rounds if any(t.state != "empty" for t in r.tables))


def anchor(key: RoundKey) -> str:
    """The page's short name of a round: `r3`, semi-final `s1`, final `f2`."""
    return f"{_INTO_ANCHOR.get(key.phase, 'r')}{key.number}"


def alphabetical(people: list[Person]) -> list[Person]:
    """By name as a reader expects it."""
    return sorted(people, key=lambda person: (sort_key(person.name), person.number))


def context(outcome: Outcome, lang: str) -> Context:
    """The context of one language's page."""
    t = Words(lang)
    people = {player.id: _person(player, t) for player in outcome.tournament.players}
    return Context(
        outcome=outcome,
        lang=lang,
        t=t,
        people=people,
        by_number={person.number: person for person in people.values() if person.number},
        scores={(score.player, score.round): score for score in outcome.scores},
        short_names=_short_names(list(people.values())),
    )


def _short_names(people: list[Person]) -> Mapping[int, str]:
    """By number, the first word and the initials of the others, for plain names that this tells apart."""
    short = {
        person.number: f"{words[0]} " + "".join(f"{word[0]}." for word in words[1:])
        for person in people
        if len(words := person.name.split()) > 1 and all(word.isalpha() for word in words[1:])
    }
    count = Counter(short.values())
    return {number: name for number, name in short.items() if count[name] == 1}


def _person(player: Player, t: Words) -> Person:
    where = dict.fromkeys(part for part in (player.city, player.country, player.club) if part)
    return Person(player.number or 0, player.name, " · ".join(where), tuple(_tags(player, t)))


def _tags(player: Player, t: Words) -> list[str]:
    """Marks beside a name: how somebody left (A-8, A-15, B-7), a substitute (A-12), a judge (A-9)."""
    tags = []
    if player.status.gone:
        until = player.until_round
        tags.append(t(f"page_status.{player.status}") + (t("page_status.after", n=until) if until else ""))
    elif player.status is Status.SUBSTITUTE:
        tags.append(t("page_status.substitute"))
    if player.judge:
        tags.append(t("page_status.judge"))
    return tags


def takes_part(state: EntryState) -> bool:
    """Whether an entry sits at tables."""
    return state in (EntryState.PLAYING, EntryState.SUBSTITUTE)
