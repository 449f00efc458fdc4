"""What every part of the page needs: the outcome, the words of one language, and how people and rounds are named.

The only fields of a `Player` that leave this module are those of `Person`: nothing else about a player can reach a
template.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from markupsafe import Markup

from ..i18n import Words, has, number, say
from ..model import EntryState, Outcome, Player, Round, RoundKey, Score, Status, TableState
from ..text import sort_key

WINDS = ("E", "S", "W", "N")
_INTO_ANCHOR = {0: "r", 1: "s", 2: "f"}


@dataclass(frozen=True, slots=True)
class Person:
    """A player as the page names them. `number` 0: not drawn yet, or a stand-in. `where`: city and club.

    `link` and `short` are the name as a link to the player's card, in full and shortened where that is clear.
    """

    number: int
    name: str
    link: Markup
    short: Markup
    where: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Context:
    """The outcome looked at in one language, with the lookups the views share.

    `ladder`: the keys that order the standings, the points first (A-2, B-17). `columns`: the parts shown as columns of
    a round: those of the ladder, or the one column of points. `rounds`: those in which anything has been typed.
    """

    outcome: Outcome
    lang: str
    t: Words
    people: Mapping[int, Person]
    by_number: Mapping[int, Person]
    scores: Mapping[tuple[int, RoundKey], Score]
    ladder: tuple[str, ...]
    columns: tuple[str, ...]
    rounds: tuple[Round, ...]

    def person(self, player: int) -> Person:
        """The person with this registration row; an unknown one is shown as a stand-in."""
        return self.people.get(player) or self.stand_in

    def numbered(self, number: int) -> Person:
        """The person with this tournament number; 0 is a stand-in."""
        return self.by_number.get(number) or self.stand_in

    @property
    def stand_in(self) -> Person:
        """Whoever fills a seat that belongs to nobody."""
        name = self.word("page.stand_in")
        return Person(0, name, link(0, name), link(0, name))

    def word(self, key: str) -> str:
        """A text without facts."""
        return _word(self.lang, key)

    def number(self, value: Fraction | int) -> str:
        """A number as the page shows it, with a true minus."""
        return _number(self.lang, value.numerator, value.denominator)

    def signed(self, value: Fraction | int) -> str:
        """A number with its sign."""
        return ("+" if value > 0 else "") + self.number(value)

    def part(self, name: str) -> str:
        """A part of the score in words; one without words of its own is called as the key of the ladder is."""
        sections = ("page_part", "part", "key")
        return self.word(next(f"{s}.{name}" for s in sections if has(self.lang, f"{s}.{name}") or s == "key"))

    def mark(self, name: str) -> str:
        """A part of one game's score in words: `победа` where all of them are `за победы`."""
        key = f"page_mark.{name}"
        return self.word(key) if has(self.lang, key) else self.part(name)

    def round_label(self, key: RoundKey) -> str:
        """`Тур 3`, `Полуфинал 1`."""
        return _counted(self.lang, f"page_stage.{key.stage}", key.number)

    def after(self, key: RoundKey) -> str:
        """`после тура 3`."""
        return _counted(self.lang, f"page_after.{key.stage}", key.number)

    def short(self, key: RoundKey) -> str:
        """A round for a narrow column head: `3`, `ПФ 1`."""
        return _counted(self.lang, f"page_short.{key.stage}", key.number)

    def seat(self, seat: str) -> str:
        """A seat in words: the wind in full, or `место 6`."""
        return self.word(f"page_wind.{seat}") if seat in WINDS else _counted(self.lang, "page.seat_n", seat)

    def seat_short(self, seat: str) -> str:
        """A seat as protocols write it: `В`, or the seat's number."""
        return self.word(f"value.wind.{seat}") if seat in WINDS else seat

    def seat_name(self, index: int) -> str:
        """The protocol's name of the seat at `index` of a seated table."""
        return WINDS[index] if self.four else str(index + 1)

    @property
    def made(self) -> bool:
        """Whether the points are made of parts (B-8 to B-15), rather than a part of their own (A-1)."""
        first = self.outcome.scores[:1]
        return bool(self.ladder) and any(self.ladder[0] not in score.parts for score in first)

    @property
    def four(self) -> bool:
        """Whether the game is played by four with winds (A-13), not by ten with seat numbers."""
        return self.outcome.tournament.game == "mcr"

    def points(self, score: Score) -> Fraction:
        """What a round brought in the first key: that part where it has one, else the sum of all parts."""
        first = self.ladder[0] if self.ladder else ""
        return score.parts[first] if first in score.parts else sum(score.parts.values(), Fraction(0))


def anchor(key: RoundKey) -> str:
    """The page's short name of a round: `r3`, semi-final `s1`, final `f2`."""
    return f"{_INTO_ANCHOR.get(key.phase, 'r')}{key.number}"


def alphabetical(people: list[Person]) -> list[Person]:
    """By name as a reader expects it."""
    return sorted(people, key=lambda person: (sort_key(person.name), person.number))


def context(outcome: Outcome, lang: str) -> Context:
    """The context of one language's page."""
    t = Words(lang)
    short = _short_names([player.name for player in outcome.tournament.players])
    people = {
        player.id: _person(player, short.get(player.name, player.name), t) for player in outcome.tournament.players
    }
    ladder = tuple(outcome.standings[0].keys) if outcome.standings else ()
    return Context(
        outcome=outcome,
        lang=lang,
        t=t,
        people=people,
        by_number={person.number: person for person in people.values() if person.number},
        scores={(score.player, score.round): score for score in outcome.scores},
        ladder=ladder,
        columns=_columns(outcome, ladder),
        rounds=tuple(r for r in outcome.tournament.rounds if any(t.state is not TableState.EMPTY for t in r.tables)),
    )


def _columns(outcome: Outcome, ladder: tuple[str, ...]) -> tuple[str, ...]:
    parts = {part for score in outcome.scores for part in score.parts}
    if ladder and ladder[0] in parts:
        return tuple(key for key in reversed(ladder) if key in parts)
    return ladder[:1]


def _short_names(names: Sequence[str]) -> Mapping[str, str]:
    """The first word and the initials of the others, `Волков К.`, for plain names that this tells apart."""
    short = {
        name: f"{words[0]} " + "".join(f"{word[0]}." for word in words[1:])
        for name in names
        if len(words := name.split()) > 1 and all(word.isalpha() for word in words[1:])
    }
    count = Counter(short.values())
    return {name: text for name, text in short.items() if count[text] == 1}


def link(number: int, text: str) -> Markup:
    """`text` as a link to the card of that number; without a number plain, its direction kept to itself."""
    return Markup("<a href=#p-{}>{}</a>").format(number, text) if number else Markup("<bdi>{}</bdi>").format(text)


@cache
def _number(lang: str, above: int, below: int) -> str:
    if below == 1:
        return str(above) if above >= 0 else f"−{-above}"
    # Two decimals, three where two would hide one: 3/8.
    digits = 3 if 1000 % below == 0 and 100 % below else 2
    return number(lang, Fraction(above, below), digits).replace("-", "−")


@cache
def _counted(lang: str, key: str, n: int | str) -> str:
    return say(lang, key, n=n)


@cache
def _word(lang: str, key: str) -> str:
    return say(lang, key)


def _person(player: Player, short: str, t: Words) -> Person:
    where = dict.fromkeys(part for part in (player.city, player.country, player.club) if part)
    number = player.number or 0
    return Person(
        number=number,
        name=player.name,
        link=link(number, player.name),
        short=link(number, short),
        where=" · ".join(where),
        tags=tuple(_tags(player, t)),
    )


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
