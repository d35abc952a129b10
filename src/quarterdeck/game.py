"""A game at the table: position, record and dealer together, as Python users meet it.

    >>> import quarterdeck as qd
    >>> game = qd.new("salty_ocean", seats=3, seed=7)
    >>> game.play("saline")

Chance is dealt as soon as it is due, by a dealer outside the rules, and noted in the record. What
was dealt stays dealt: going back and asking the same gives the same answer.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from quarterdeck import games, record
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import BadNotation, NotYourTurn, QuarterdeckError, RecordError
from quarterdeck.kernel.faces import Choice, ClosedChoice, Gesture
from quarterdeck.kernel.messages import EVERYBODY, NO_LANE, Event, Message, Reason
from quarterdeck.kernel.position import NATURE, NOT_OFFERED, Position
from quarterdeck.kernel.rules import AnyRules, ScoreLine, Section
from quarterdeck.record import BY_HINT, BY_ORDERS, Entry, Header, Outcome, Record, Telling
from quarterdeck.record.jsonl import Journal, digest_line, entry_line, outcome_line, undo_line
from quarterdeck.record.odds import KeptOutcomes, odds_of
from quarterdeck.record.replay import apply, check, follow, start
from quarterdeck.record.telling import used_up
from quarterdeck.round_scores import RoundScore, RoundScores

DIGEST_EVERY = 20


class Dealer(Protocol):
    """Whatever picks among weighted outcomes: `random.Random`, `random.SystemRandom`."""

    def choices(
        self, population: Sequence[int], weights: Sequence[int] | None = ...
    ) -> list[int]: ...


class CannotUndo(QuarterdeckError):
    """There is nothing this seat may take back alone."""


@dataclass(frozen=True)
class LogLine:
    """A line of the log and the ply after which it was told, as its reader counts plies."""

    ply: int
    event: Event


class LegalChoices(Sequence[Choice]):
    """The open choices of one seat: iterate, count, index, or ask with `in`."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self._game = game
        self._seat = seat
        self._position = game.position.visible_to(seat)
        self.codes = game.position.legal(seat) if seat is not None else []

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self._describe(code) for code in self.codes[index]]
        return self._describe(self.codes[index])

    def __iter__(self) -> Iterator[Choice]:
        return (self._describe(code) for code in self.codes)

    def __contains__(self, choice: object) -> bool:
        if not isinstance(choice, int | str | Choice):
            return False
        try:
            return self._game.code(choice) in self.codes
        except BadNotation:
            return False

    def _describe(self, code: int) -> Choice:
        assert self._seat is not None
        return self._game.rules.describe(self._position, self._seat, code)

    def __repr__(self) -> str:
        notations = ", ".join(repr(self._game.rules.space.notation(c)) for c in self.codes)
        return f"<{len(self)} choices: {notations}>"


class Game:
    """One game being played. Its record has been replayed and checked: see `record/replay.py`."""

    def __init__(self, rules: AnyRules, record: Record, dealer: Dealer | None) -> None:
        self.rules = rules
        self.record = record
        self.dealer = dealer
        self._journal: Journal | None = None
        self._unwritten: RecordError | None = None
        self._withdrawn: list[Entry] = []
        self._kept = KeptOutcomes()
        self._base: tuple[int, Position | None]
        self._scores = RoundScores(rules)
        self._rebuild()
        self._deal()

    # Starting

    @classmethod
    def new(
        cls,
        rules: AnyRules,
        seats: int | None = None,
        options: dict[str, str] | None = None,
        dealer: Dealer | None = None,
        names: Sequence[str] = (),
    ) -> Game:
        count, chosen = rules.checked_setup(seats, options)
        return cls(rules, Record.begin(rules, count, chosen, tuple(names)), dealer)

    @classmethod
    def from_telling(cls, rules: AnyRules, telling: Telling) -> Game:
        """A game as its lines tell it. It has no dealer yet."""
        game = cls(rules, telling.record, None)
        after = [*game._barriers[1:], game.position.barrier]
        moved = [i for i, barrier in enumerate(game._barriers) if barrier != after[i]]
        game._withdrawn = telling.withdrawn(game.record.entries[moved[-1]].line if moved else 0)
        game._kept = telling.kept
        return game

    def clone(self) -> Game:
        """An independent copy: play on it, this game stays as it is. It has no journal."""
        dealer = self.dealer
        if isinstance(dealer, random.Random) and not isinstance(dealer, random.SystemRandom):
            dealer = copy(dealer)
        twin = Game(self.rules, self.record.until(self.ply), dealer)
        twin._kept = self._kept.copy()
        return twin

    # Whose turn, what is open

    @property
    def seats(self) -> int:
        return self.position.seats

    @property
    def ply(self) -> int:
        """How many choices and outcomes have been recorded, seen or not."""
        return len(self.record.entries)

    def known_entries(self, viewer: int | None) -> list[int]:
        """The indices of the entries this viewer knows of: all, but for others' in open lanes.

        Viewers count plies by these, so that nobody can count what others do in secret.
        """
        first_open = self.ply - self._open_choices()
        return [*range(first_open), *self._own(viewer, first_open)]

    def _own(self, viewer: int | None, since: int) -> list[int]:
        """The indices of this viewer's own entries from one on."""
        return [i for i in range(since, self.ply) if self.record.entries[i].seat == viewer]

    def ply_for(self, viewer: int | None) -> int:
        """How many choices and outcomes this viewer knows of."""
        return self.ply - self._open_choices() + self._open_choices(viewer)

    def at(self, ply: int, viewer: int | None) -> Game:
        """The game as it stood after a ply of this viewer's count; nothing is dealt in it."""
        known = [self.record.entries[i] for i in self.known_entries(viewer)]
        if not 0 <= ply <= len(known):
            raise RecordError(Message("qd.record.no_such_ply", ply=ply, last=len(known)))
        return Game(self.rules, Record(self.record.header, known[:ply]), None)

    @property
    def actor(self) -> int | None:
        """The seat that is asked; the first of them while several act at once."""
        actors = self.position.actors()
        return actors[0] if actors else None

    @property
    def actors(self) -> list[int]:
        return self.position.actors()

    @property
    def finished(self) -> bool:
        return self.position.finished

    @property
    def round_scores(self) -> tuple[RoundScore, ...]:
        """The score after each round so far; the last one is the result once the game is over."""
        return self._scores.all

    @property
    def outcome(self) -> Outcome | None:
        """Scores and ranks, once the game is over."""
        return self.record.outcome

    @property
    def legal(self) -> LegalChoices:
        """The open choices of `actor`."""
        return LegalChoices(self, self.actor)

    def legal_for(self, seat: int) -> LegalChoices:
        return LegalChoices(self, seat)

    def closed(self, seat: int | None = None) -> list[ClosedChoice]:
        """What this seat might expect to be open but is not, with reasons."""
        asked = self.actor if seat is None else seat
        if asked is None:
            return []
        return self.rules.closed(self.position.visible_to(asked), asked)

    def why_not(self, choice: int | str | Choice, seat: int) -> Reason:
        """Why a choice of this game is not open to a seat that is asked."""
        known = self.position.visible_to(seat)
        step = known.step_of(seat)
        return NOT_OFFERED if step is None else step.why_not(known, self.code(choice))

    def closed_codes(self, seat: int) -> list[int]:
        """The same as codes."""
        return self.rules.closed_codes(self.position.visible_to(seat), seat)

    def prompt(self, seat: int | None = None) -> Message | None:
        asked = self.actor if seat is None else seat
        return None if asked is None else self.rules.prompt(self.position.visible_to(asked), asked)

    def code(self, choice: int | str | Choice) -> int:
        """The code of a choice given as code, notation or Choice."""
        if isinstance(choice, Choice):
            return choice.code
        if isinstance(choice, int):
            return choice
        return self.rules.space.parse(choice)

    # Playing

    def play(
        self,
        *choices: int | str | Choice,
        seat: int | None = None,
        by: str = "",
        certainty: float | None = None,
    ) -> Game:
        """Carry out choices of one seat as one gesture: all of them, or, with an error, none.

        `by`: how it was chosen, to be noted with the first (`record.BY_ORDERS`, `record.BY_HINT`).
        `certainty`: how sure of winning a bot was.
        """
        asked = self.actor if seat is None else seat
        if asked is None:
            raise NotYourTurn(NATURE)
        codes = [self.code(choice) for choice in choices]
        if len(codes) > 1:
            self._rehearse(asked, codes)
        for number, code in enumerate(codes):
            notation = self.rules.space.notation(code)
            how = "" if number else by
            entry = Entry(asked, notation, by=how, goes_on=number > 0, certainty=certainty)
            self._add(entry, code)
        self._deal()
        return self._report_unwritten()

    def follow(self, entry: Entry) -> Game:
        """Carry out an entry that was made and noted elsewhere; nothing is dealt here."""
        self._add(entry)
        return self

    def hand_to(self, dealer: Dealer) -> Game:
        """From now on this dealer deals, beginning with what is due."""
        self.dealer = dealer
        self._deal()
        return self

    def _rehearse(self, seat: int, codes: list[int]) -> None:
        trial = self.position.clone()
        for code in codes:
            trial.play(seat, code)

    def deal(self, notation: str) -> Game:
        """Deal an outcome by hand; for games without a dealer."""
        if not self.position.chance:
            raise NotYourTurn(NATURE)
        self._add(Entry(NATURE, notation, self.position.audience()))
        self._deal()
        return self._report_unwritten()

    def _deal(self) -> None:
        """Deal what is due: what was dealt before and taken back since, else anew."""
        while self.dealer is not None and self.position.chance:
            odds = odds_of(self.position)
            notation = self._kept.next(odds) or self._draw(self.dealer)
            self._add(Entry(NATURE, notation, self.position.audience(), odds=odds))

    def _draw(self, dealer: Dealer) -> str:
        weighted = self.position.outcomes()
        codes = [code for code, _ in weighted]
        (code,) = dealer.choices(codes, weights=[weight for _, weight in weighted])
        return self.rules.outcome_space.notation(code)

    def _add(self, entry: Entry, code: int | None = None) -> None:
        entry = self._apply(entry, code)
        self._kept.use(entry.odds)
        self._used_up(entry)
        self.record.entries.append(entry)
        self._tell(entry_line(entry))
        if self.ply % DIGEST_EVERY == 0 or self.position.finished:
            self.record.digests[self.ply] = self.position.digest()
            self._tell(digest_line(self.ply, self.record.digests[self.ply]))
        if self.position.finished:
            self.record.outcome = self._result()
            self._tell(outcome_line(self.ply, self.record.outcome))

    def _used_up(self, entry: Entry) -> None:
        """What can be played again once this was played: it follows from the story alone, so
        that everybody who is told the same story offers the same. A barrier forgets all of it.
        """
        moved = self.position.barrier != self._barriers[-1]
        self._withdrawn = [] if moved else used_up(self._withdrawn, entry)

    def _result(self) -> Outcome:
        return Outcome(tuple(self.position.scores), tuple(self.position.ranks))

    def _apply(self, entry: Entry, code: int | None = None) -> Entry:
        """Carry out an entry; gives it with what chance was asked, if it was."""
        entry = self._with_odds(entry)
        with self._listening(entry):
            apply(self.position, self.rules, entry, code)
        return entry

    def _with_odds(self, entry: Entry) -> Entry:
        if entry.is_chance and not entry.odds and self.position.chance:
            return replace(entry, odds=odds_of(self.position))
        return entry

    @contextmanager
    def _listening(self, entry: Entry) -> Iterator[None]:
        """While an entry is carried out: note what it tells, and the barrier before it."""
        barrier = self.position.barrier
        if not self._barriers or barrier != self._barriers[-1]:
            self._base = len(self._barriers), self.position.clone()
        events: list[Event] = []
        self.position.log = events
        try:
            yield
        finally:
            self.position.log = None
        if entry.by == BY_ORDERS:
            told = Message("qd.event.by_orders", seat=entry.seat)
            events.append(Event(told, EVERYBODY, NO_LANE))
        elif entry.by == BY_HINT:
            told = Message("qd.event.by_hint", seat=entry.seat)
            events.insert(0, Event(told, EVERYBODY, NO_LANE))
        self._barriers.append(barrier)
        self._events.append(events)
        self._scores.note(len(self._barriers), self.position)

    def _rebuild(self) -> None:
        """Play the record from its start, and check it: header, entries, digests, result."""
        # What was told after each ply, and the barrier that stood before each entry.
        self._events: list[list[Event]] = [[]]
        self._barriers: list[int] = []
        # The last ply at which the barrier had just moved, and the position: nobody takes back
        # alone what came before.
        self._base = (0, None)
        # By viewer: what they were told after each ply, as far as everything is known to everyone.
        self._settled: dict[int | None, list[list[LogLine]]] = {}
        self.position: Position = start(self.record, self.rules)
        self._scores.go_back(0, self.position)
        check(self.record, 0, self.position)
        for ply, entry in enumerate(self.record.entries, 1):
            self.record.entries[ply - 1] = self._with_odds(entry)
            with self._listening(entry):
                follow(self.record, ply, self.position, self.rules)
            check(self.record, ply, self.position)
        if self.position.finished and self.record.outcome is None:
            # A file may have lost its last line.
            self.record.outcome = self._result()

    def _play_again(self, ply: int) -> None:
        """An entry from this ply on is gone: play what is left, from as late as possible."""
        since, base = self._base
        if base is None or ply < since:
            self._rebuild()
            return
        self.position = base.clone()
        self._scores.go_back(since, self.position)
        del self._events[since + 1 :], self._barriers[since:]
        for told in self._settled.values():
            del told[since + 1 :]
        for entry in self.record.entries[since:]:
            self._apply(entry)

    # Taking back

    def undoable(self, seat: int | None = None) -> int | None:
        """The index of the choice this seat may take back alone now, if any.

        Free are choices since the last barrier: before anything was dealt or shown, and before
        the table moved on to somebody else. While several act at once, each takes back their own.
        """
        asked = self._latest_seat() if seat is None else seat
        for ply in range(self.ply - 1, -1, -1):
            if self._barriers[ply] != self.position.barrier:
                return None
            entry = self.record.entries[ply]
            if entry.seat == asked and not entry.is_chance:
                return ply
        return None

    def _latest_seat(self) -> int | None:
        return self.record.entries[-1].seat if self.record.entries else None

    def last_gesture(self, seat: int) -> int:
        """How many choices this seat made in its last gesture, as far as it is not taken back."""
        own = [entry for entry in self.record.entries if entry.seat == seat]
        return next((i for i, entry in enumerate(reversed(own), 1) if not entry.goes_on), 0)

    def undo(self, seat: int | None = None) -> Game:
        """Take back this seat's last choice; raises CannotUndo beyond its last barrier."""
        ply = self.undoable(seat)
        if ply is None:
            raise CannotUndo(Message("qd.error.cannot_undo"))
        return self.withdraw(ply)

    def withdraw(self, ply: int) -> Game:
        """Take back the entry with this index, which may have been undone elsewhere."""
        taken_back = self.record.withdraw(ply)
        self._withdrawn.append(taken_back)
        self._kept.keep((taken_back,))
        self._tell(undo_line(ply))
        self._play_again(ply)
        return self._report_unwritten()

    def redoable(self, seat: int | None = None) -> bool:
        """Whether this seat (or anybody) has taken something back that can be played again."""
        return any(seat in (None, entry.seat) for entry in self._withdrawn)

    def redo(self, seat: int | None = None) -> Game:
        """Play again what this seat (or anybody) took back last, and what went on from there."""
        entry = self._last_withdrawn(seat)
        if entry is None:
            raise CannotUndo(Message("qd.error.cannot_redo"))
        self._add(entry)
        while (more := self._last_withdrawn(entry.seat)) is not None and more.goes_on:
            self._add(more)
        self._deal()
        return self._report_unwritten()

    def _last_withdrawn(self, seat: int | None) -> Entry | None:
        taken = (entry for entry in reversed(self._withdrawn) if seat in (None, entry.seat))
        return next(taken, None)

    def gestures(self, seat: int) -> list[Gesture]:
        """What this seat may do by pointing once, if it is asked."""
        return self.rules.gestures(self.position, seat) if self.position.legal(seat) else []

    def is_final(self, seat: int, *choices: int | str) -> bool:
        """Whether these choices, once made, could not be taken back alone."""
        trial = self.position.clone()
        for choice in choices:
            trial.play(seat, self.code(choice))
        return trial.chance or trial.finished or trial.barrier != self.position.barrier

    def rewind(self, ply: int) -> Game:
        """Go back to an earlier ply, past any barrier: a matter for everybody's consent."""
        kept = len(self.record.until(ply).entries)
        return self._give_up(range(kept, self.ply))

    def reconsider(self, ply: int) -> Game:
        """Go back to before the choice with this index, past any barrier, by consent.

        What others chose at the same time stays: in whatever order all happened to choose,
        they need not choose again. They may, as their lanes are open again.
        """
        return self._give_up(sorted({*range(ply, self.ply)} - {*self.unaffected(ply)}))

    def unaffected(self, ply: int) -> list[int]:
        """The indices of the entries that stay if the choice with this index is reconsidered."""
        seat = self.record.entries[ply].seat
        return [
            i
            for i, entry in enumerate(self.record.entries[ply:], ply)
            if self._barriers[i] == self._barriers[ply] and entry.seat not in (seat, NATURE)
        ]

    def _give_up(self, plies: Sequence[int]) -> Game:
        taken_back = []
        for ply in reversed(plies):
            taken_back.append(self.record.withdraw(ply))
            self._tell(undo_line(ply))
        self._kept.keep(reversed(taken_back))
        self._withdrawn.clear()
        if plies:
            self._play_again(plies[0])
        self._deal()
        return self._report_unwritten()

    def barrier_before(self, ply: int) -> int:
        """The barrier that stood when the entry with this index was made."""
        return self._barriers[ply]

    def is_free(self, ply: int) -> bool:
        """Whether the seat that made the choice with this index may take it back alone now."""
        entry = self.record.entries[ply]
        return not entry.is_chance and self._barriers[ply] == self.position.barrier

    # Seeing

    def view(self, viewer: int | None = None) -> Any:
        """What a seat (or a spectator: None) may see."""
        return self.rules.view(self.position, viewer)

    def text(self, viewer: int | None = None, language: str = "en") -> list[Section]:
        return self.rules.text(self.view(viewer), self.translator(language))

    def translator(self, language: str) -> Translator:
        return Translator(language, self.record.header.names)

    def imagine(self, viewer: int | None, dealer: random.Random) -> Position:
        """A world that might be the true one, for all this viewer knows."""
        world: Position = self.rules.imagine(self.position, viewer, dealer)
        return world

    def log(self, viewer: int | None = None, since: int = 0) -> list[LogLine]:
        """What has been told to this viewer, from a ply on.

        Others' moves in lanes that are still open are told when the lanes have closed. Then
        everybody's plies are counted as they were made, and lines move to their places.
        """
        first_open = self.ply - self._open_choices()
        settled = self._settled.setdefault(viewer, [])
        for ply in range(len(settled), first_open + 1):
            settled.append(self._lines_of(viewer, ply, ply - 1))
        told = settled[since:]
        for ply, index in enumerate(self._own(viewer, first_open), first_open + 1):
            if ply >= since:
                told.append(self._lines_of(viewer, ply, index))
        return [line for lines in told for line in lines]

    def _lines_of(self, viewer: int | None, ply: int, index: int) -> list[LogLine]:
        """What this viewer is told of an entry, which they count as this ply."""
        events = self._events[index + 1]
        return [LogLine(ply, event) for event in events if event.visible_to(viewer)]

    def _open_choices(self, *seats: int | None) -> int:
        """How many choices were made in lanes that are open now, by these seats or by all."""
        if not self.position.lanes:
            return 0
        chosen = seats or range(self.seats)
        return sum(len(self.position.lane_choices(s)) for s in chosen if s is not None)

    @property
    def secret_choices(self) -> int:
        """How many of the last entries were made in lanes that are open now."""
        return self._open_choices()

    def record_for(self, viewer: int | None) -> Record:
        """The record as this viewer may have it; the whole truth once the game is over."""
        if self.finished:
            return self.record
        return self.record.seen_by(viewer, self._open_choices())

    def score_sheet(self, viewer: int | None = None) -> list[ScoreLine]:
        """The itemised score: final, or as far as this viewer can tell now."""
        return self.rules.score_sheet(self.position.visible_to(viewer), viewer)

    def _repr_svg_(self) -> str | None:
        """The board in a notebook, as a spectator sees it, where the web extra is installed."""
        try:
            from quarterdeck import pictures
        except ImportError:
            return None
        if not pictures.drawable(self.rules):
            return None
        return pictures.board(self.rules, self.view(), self.translator("en"))

    # Keeping

    def save(self, path: Path | str) -> None:
        """Write the record to a file, once."""
        record.write(self.record, Path(path))

    def keep(self, path: Path | str) -> None:
        """Write the record to a file and go on writing every entry as it is played.

        If that fails later, the play that was not written raises RecordError once; the game
        itself goes on, without the file.
        """
        self.record.digests.setdefault(self.ply, self.position.digest())
        self._journal = Journal(Path(path), self.record)

    def _tell(self, line: str) -> None:
        if self._journal is not None:
            try:
                self._journal.append(line)
            except RecordError as error:
                # A line that is missing would spoil all later ones: the file ends here.
                self._journal = None
                self._unwritten = error

    def _report_unwritten(self) -> Game:
        """Complain, once everything is in order here, if the file could not follow."""
        if self._unwritten is not None:
            error, self._unwritten = self._unwritten, None
            raise error
        return self

    def __repr__(self) -> str:
        state = "finished" if self.finished else f"seat {self.actor} to choose"
        return f"<{self.rules.id}, {self.seats} seats, ply {self.ply}: {state}>"


def new(
    game: str,
    seats: int | None = None,
    seed: int | None = None,
    components: Path | str | None = None,
    names: Sequence[str] = (),
    **options: str,
) -> Game:
    """Start a game by its id. With a seed the deals can be repeated; without, they cannot."""
    dealer = random.SystemRandom() if seed is None else random.Random(seed)
    rules = rules_of(game, components)
    return Game.new(rules, seats, {k: str(v) for k, v in options.items()}, dealer, names)


def load(path: Path | str, components: Path | str | None = None) -> Game:
    """A game from its record file, verified, ready to be continued."""
    found = record.read(Path(path))
    return resume(found, rules_for(found.header, components))


def resume(found: Record, rules: AnyRules) -> Game:
    """A game from its record, verified, ready to be continued."""
    return Game(rules, record.migrate(found, rules), random.SystemRandom())


def rules_of(game: str, components: Path | str | None = None) -> AnyRules:
    rules = games.load(game)
    return rules if components is None else rules.with_components(Path(components))


def rules_for(header: Header, components: Path | str | None = None) -> AnyRules:
    """The rules a record was made with, with the values its game came with then."""
    if components is not None:
        return rules_of(header.game, components)
    return games.load(header.game, header.components)
