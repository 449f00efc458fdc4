"""An outcome made ready for the sheets: look-ups by player and round, and the words of the workbook's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from ... import i18n, messages
from ...model import CellRef, Outcome, Player, RoundKey, Score, Seating, Standing, Table
from ...rules import RuleSet, Stage, TieBreak, exact_sum
from ..style import shown_digits

STAND_IN = 0


@dataclass(frozen=True)
class View:
    """What every sheet asks for. Players by registration row (`id`) and by tournament number, scores by round."""

    outcome: Outcome
    rules: RuleSet

    @cached_property
    def t(self) -> i18n.Words:
        """The words of the workbook's language."""
        return i18n.Words(self.outcome.tournament.lang)

    @cached_property
    def players(self) -> Mapping[int, Player]:
        """Players by registration row."""
        return {player.id: player for player in self.outcome.tournament.players}

    @cached_property
    def by_number(self) -> Mapping[int, Player]:
        """Players by tournament number."""
        return {player.number: player for player in self.outcome.tournament.players if player.number is not None}

    @cached_property
    def scores(self) -> Mapping[RoundKey, Mapping[int, Score]]:
        """Results by round and player."""
        found: dict[RoundKey, dict[int, Score]] = {}
        for score in self.outcome.scores:
            found.setdefault(score.round, {})[score.player] = score
        return found

    @cached_property
    def places(self) -> Mapping[RoundKey, Mapping[int, Standing]]:
        """Standings rows by round and player."""
        return {after.key: {row.player: row for row in after.rows} for after in self.outcome.history}

    @cached_property
    def ladder(self) -> tuple[TieBreak, ...]:
        """The ladder in force."""
        return self.rules.ladder(self.outcome.tournament)

    @cached_property
    def round_keys(self) -> tuple[TieBreak, ...]:
        """The steps worth showing round by round: the first, and those that are typed as a game's result."""
        return tuple(step for i, step in enumerate(self.ladder) if not i or step.key in self.rules.result)

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The parts that the points are made of, none in a game whose points are a part of their own (A-1, B-8)."""
        first = self.ladder[0].key if self.ladder else ""
        return () if first in self.rules.parts else self.rules.parts

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """The stages of the event."""
        return self.rules.stages(self.outcome.tournament)

    def stage_name(self, key: str) -> str:
        """A stage in the middle of a sentence: `полуфинал`."""
        return self.t(f"sheets.stage.{key}")

    def going_on(self) -> tuple[str, int]:
        """The stage after the one that was played last, and how many it takes by the settings (B-5); else 0."""
        last = self.outcome.history[-1].key.phase if self.outcome.history else -1
        later = next((stage for stage in self.stages if stage.phase > last >= 0), None)
        return (later.key, self.outcome.tournament.integer(f"{later.key}_players")) if later else ("", 0)

    @cached_property
    def _stage_sheets(self) -> Mapping[int, str]:
        return {stage.phase: stage.sheet for stage in self.stages}

    def place(self, row: Standing) -> str | int | None:
        """A place as shown: 3, `3–4` where it is shared, None outside the places."""
        if row.place is None or not row.shared:
            return row.place
        return f"{row.place}–{row.last}"

    def round_name(self, key: RoundKey) -> str:
        """The name of the round's protocol sheet: `Тур 2`."""
        return f"{self.t('sheet.' + self._stage_sheets.get(key.phase, 'round'))} {key.number}"

    def numbered(self, sheet: str, key: RoundKey) -> str:
        """The name of a report sheet of one round: `Посадка 2`; later stages add theirs: `Посадка Финал 1`."""
        word = self.t(f"sheet.{sheet}")
        return f"{word} {self.round_name(key)}" if key.phase else f"{word} {key.number}"

    def seat(self, seat: str) -> str:
        """A seat as the protocol shows it."""
        key = f"value.{self.rules.seat_words}.{seat}"
        return self.t(key) if i18n.has(self.t.lang, key) else seat

    def seat_name(self, seat: str) -> str:
        """A seat in full where the language has a longer word (`Восток`)."""
        names = i18n.names_in(self.t.lang, f"value.{self.rules.seat_words}.{seat}")
        return names[1] if len(names) > 1 else self.seat(seat)

    def name_of(self, number: int) -> str:
        """The name behind a tournament number; the word for a stand-in where it is 0."""
        player = self.by_number.get(number)
        return player.name if player else self.t("sheets.stand_in")

    def numbered_name(self, number: int) -> str:
        """`12 · Name`, as the wall shows it."""
        return f"{number} · {self.name_of(number)}" if number else self.t("sheets.stand_in")

    def resting(self, seating: Seating) -> tuple[int, ...]:
        """Numbers of the stage's players who sit at no table in the round (B-22)."""
        seated = {number for table in seating.tables for number in table.players}
        stage = (s for s in self.seatings() if s.key.phase == seating.key.phase)
        return tuple(sorted({n for s in stage for table in s.tables for n in table.players} - seated - {STAND_IN}))

    def evenness(self, seating: Seating) -> str:
        """How even the pair meetings of the seating's stage are beside what is possible; empty where it isn't asked."""
        quality = self.outcome.quality.get(seating.key.stage)
        if quality is None:
            return ""
        key = "sheets.seating.even_best" if quality.optimal else "sheets.seating.even"
        return self.t(key, n=self.number(quality.pairs_ssq), bound=self.number(quality.bound))

    def seating_remarks(self, seating: Seating) -> str:
        """What is to be said of a seating in sentences: the figures of its stage, then the engine's notes."""
        even = self.evenness(seating)
        notes = tuple(note for note in seating.notes if not even or note not in ("rotation_best", "rotation_near"))
        return " ".join(filter(None, (even, *messages.seating_notes(self.t.lang, replace(seating, notes=notes)))))

    def number(self, value: Fraction | int) -> str:
        """A number in a sentence, with as many decimals as its cell would show."""
        return self.t.number(value, shown_digits(value))

    def value(self, step: TieBreak, score: Score) -> Fraction:
        """What a step of the ladder gives for one game alone."""
        if step.parts:
            return exact_sum(score.parts[part] for part in step.parts if part in score.parts)
        return step.values([score.player], {score.player: [score]})[score.player]

    def remark(self, player: Player) -> str:
        """How a player stands apart: a substitute, or gone after a round."""
        if player.status.gone and player.until_round:
            return self.t("sheets.gone_after", status=self.t(f"value.status.{player.status}"), n=player.until_round)
        if player.status.gone or player.status == "substitute":
            return self.t(f"value.status.{player.status}")
        return ""

    @property
    def title(self) -> str:
        """The tournament's name, or what stands for it."""
        return self.outcome.tournament.text("title") or self.t("sheets.untitled")

    @property
    def where_and_when(self) -> str:
        """Date, venue and city, as far as given."""
        settings = (self.outcome.tournament.text(key) for key in ("date", "venue", "city"))
        return " · ".join(text for text in settings if text)

    @property
    def progress(self) -> str:
        """How far the tournament is, with the provisional mark."""
        done, total = self.outcome.rounds_complete, self.outcome.rounds_total
        said = self.t("sheets.progress", done=done, total=total)
        return f"{said} · {self.t('sheets.provisional')}" if self.outcome.provisional else said

    @property
    def updated(self) -> str:
        """When the outcome was worked out."""
        return self.t("sheets.updated", time=self.outcome.updated)

    @cached_property
    def who_at(self) -> Mapping[tuple[str, int], Player]:
        """Whose row stands where: registration and protocol rows by sheet and row."""
        found = {(player.at.sheet, player.at.row): player for player in self.outcome.tournament.players}
        for table in self.tables:
            for row in table.rows:
                if row.player is not None and row.player in self.players:
                    found[row.at.sheet, row.at.row] = self.players[row.player]
        return found

    @property
    def tables(self) -> Sequence[Table]:
        """Every table of every round."""
        return [table for played in self.outcome.tournament.rounds for table in played.tables]

    def who(self, at: CellRef) -> str:
        """Number and name of the player whose row a cell belongs to; empty when it is nobody's."""
        player = self.who_at.get((at.sheet, at.row)) if at.row else None
        if player is None:
            return ""
        return f"{player.number} · {player.name}" if player.number is not None else player.name

    def unplayed(self) -> tuple[Seating, ...]:
        """Published seatings of rounds in which nothing has been typed yet."""
        begun = {r.key for r in self.outcome.tournament.rounds if any(t.state != "empty" for t in r.tables)}
        return tuple(seating for seating in self.seatings() if seating.key not in begun)

    def seatings(self) -> tuple[Seating, ...]:
        """Every published seating, the newest among them, in the order of rounds."""
        known = {seating.key: seating for seating in self.outcome.schedule}
        if self.outcome.seating is not None:
            known.setdefault(self.outcome.seating.key, self.outcome.seating)
        return tuple(known[key] for key in sorted(known))


def capital(text: str) -> str:
    """A text that begins a line."""
    return text[:1].upper() + text[1:]
