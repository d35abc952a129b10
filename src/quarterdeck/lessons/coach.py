"""How a coach follows a lesson: which remark is due, what it waits for, how the path is left.

Everything follows from the record, and from which remarks the learner has heard (`Heard`): whatever
is taken back, the coach is again where they were then. Remarks are met in their order; one whose
occasion does not come is passed over when a later one's does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from quarterdeck.game import Game
from quarterdeck.kernel.messages import EVERYBODY, Argument, Message
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.lessons.lesson import Lesson, Occasion, Remark, Row
from quarterdeck.record import Entry
from quarterdeck.record.replay import apply, start

# What the coach does: says something and is told to go on, waits for a choice, has noticed that the
# learner left the path, watches the others with the learner, leaves the choice to them, is done.
SAYS, WAITS, LEFT, WATCHES, FREE, OVER = "says", "waits", "left", "watches", "free", "over"

# What the learner has heard: after how many choices of their own, and the remark's id.
Heard = frozenset[tuple[int, str]]
# In place of a remark: the learner was told that they left the path, and goes their own way.
OWN_WAY = "."


@dataclass(frozen=True)
class Coaching:
    """What the coach does now.

    `moment` counts the learner's choices so far. `remark` is the id of what is said, `number` its
    place among all. `points` are to be lit up: spots and things. `wanted` are open choices that the
    coach waits for. `back` is the index of the entry at which the learner left the path.
    """

    kind: str
    moment: int
    number: int
    total: int
    remark: str = ""
    message: Message | None = None
    points: tuple[str, ...] = ()
    wanted: tuple[int, ...] = ()
    back: int | None = None


@dataclass(frozen=True)
class _State:
    """How far the lesson is before a choice of the learner.

    `next`: the remark to come. `done`: what was chosen of the row it waits for. `left`: the remark
    at which the learner left the path just now, by entry `back`, perhaps by a mistake. `seen`: how
    many entries the learner had seen when they were last asked. `moment`: their choices so far.
    """

    next: int = 0
    done: tuple[str, ...] = ()
    left: int | None = None
    mistake: bool = False
    back: int = 0
    seen: int = 0
    moment: int = 0


class _Now:
    """The game as the learner sees it when they are asked, or when it is over."""

    def __init__(
        self, rules: AnyRules, lesson: Lesson, position: Position, shown: int, news: Sequence[Entry]
    ) -> None:
        """`shown`: how many entries the learner has seen; `news`: those they had not before."""
        self.shown = shown
        self.rules = rules
        self.learner = lesson.learner
        self.position = position.visible_to(lesson.learner)
        self.finished = position.finished
        self.news = [e.notation for e in news if e.audience in (EVERYBODY, lesson.learner)]
        self.open = {position.actions.notation(code): code for code in position.legal(self.learner)}

    def suits(self, occasion: Occasion) -> bool:
        return (
            occasion.finished == self.finished
            and (not occasion.step or self._is_asked_by(occasion.step))
            and (occasion.rounds is None or self._is_in(occasion.rounds))
            and (not occasion.offered or any(self.wanted(((p,),), ()) for p in occasion.offered))
            and all(any(p.fits(told) for told in self.news) for p in occasion.happened)
        )

    def _is_asked_by(self, name: str) -> bool:
        step = self.position.step_of(self.learner)
        return step is not None and any(kind.__name__ == name for kind in type(step).__mro__)

    def _is_in(self, rounds: tuple[int, int]) -> bool:
        return rounds[0] <= self.rules.round_of(self.position) <= rounds[1]

    def wanted(self, rows: Sequence[Row], done: tuple[str, ...]) -> tuple[int, ...]:
        """The open choices that go on with one of the rows, the first row's first."""
        found = []
        for row in _going_on(rows, done):
            if len(row) > len(done):
                pattern = row[len(done)]
                found += [code for notation, code in self.open.items() if pattern.fits(notation)]
        return tuple(dict.fromkeys(found))


def _going_on(rows: Sequence[Row], done: tuple[str, ...]) -> list[Row]:
    """The rows that begin with what was done."""
    return [
        row
        for row in rows
        if len(row) >= len(done)
        and all(pattern.fits(each) for pattern, each in zip(row, done, strict=False))
    ]


class Coach:
    """Follows one lesson at one table."""

    def __init__(self, rules: AnyRules, lesson: Lesson) -> None:
        self.rules = rules
        self.lesson = lesson
        # How far the record has been followed: it is gone on from there as long as it only grows.
        self._entries: list[Entry] = []
        self._position: Position | None = None
        self._state = _State()

    def look(self, game: Game, heard: Heard = frozenset()) -> Coaching:
        """What the coach does now."""
        state = self._follow(game)
        learner, remarks = self.lesson.learner, self.lesson.remarks
        position = game.position
        if not position.finished and not position.legal(learner):
            number = min(state.next + 1, len(remarks))
            return self._coaching(WATCHES, state, number, Message("qd.lesson.watch"))
        now = self._now(position, state, len(game.record.entries))
        if state.left is not None:
            if not position.finished and (state.moment, OWN_WAY) not in heard:
                return self._notice(state)
            state = self._acknowledged(state)
        due = [
            number
            for number in self._due(state, now)
            if remarks[number].want or (state.moment, remarks[number].id) not in heard
        ]
        if due:
            return self._remark(due[0], state, now)
        if position.finished or self._is_over(state, now):
            return self._coaching(OVER, state, len(remarks), None)
        number = min(state.next + 1, len(remarks))
        return self._coaching(FREE, state, number, Message("qd.lesson.free"))

    # Following the record

    def _follow(self, game: Game) -> _State:
        """How far the lesson is, from the record alone."""
        entries = game.record.entries
        known = len(self._entries)
        if self._position is None or entries[:known] != self._entries:
            self._position = start(game.record, self.rules)
            self._entries, self._state, known = [], _State(), 0
        for index in range(known, len(entries)):
            entry = entries[index]
            if entry.seat == self.lesson.learner:
                now = self._now(self._position, self._state, index)
                self._state = self._chosen(self._state, now, entry, index)
            apply(self._position, self.rules, entry)
            self._entries.append(entry)
        return self._state

    def _now(self, position: Position, state: _State, count: int) -> _Now:
        shown = _shown(position, count)
        news = self._entries[state.seen : shown]
        return _Now(self.rules, self.lesson, position, shown, news)

    def _chosen(self, state: _State, now: _Now, entry: Entry, index: int) -> _State:
        """The learner has chosen something, whether they have heard everything or not."""
        if state.left is not None:
            state = self._acknowledged(state)
        due = self._due(state, now)
        after = replace(state, moment=state.moment + 1, seen=now.shown, done=(), left=None)
        if not due:
            return after
        remark = self.lesson.remarks[due[-1]]
        if not remark.want:
            return replace(after, next=due[-1] + 1)
        done = (*self._begun(due[-1], state, now), entry.notation)
        rows = _going_on(remark.want, done)
        if any(len(row) == len(done) for row in rows):
            return replace(after, next=due[-1] + 1)
        if rows:
            return replace(after, next=due[-1], done=done)
        mistake = any(pattern.fits(entry.notation) for pattern in remark.mistakes)
        return replace(after, next=due[-1], left=due[-1], mistake=mistake, back=index)

    def _acknowledged(self, state: _State) -> _State:
        """The learner goes their own way, up to the next remark with an occasion of its own."""
        assert state.left is not None
        later = range(state.left + 1, len(self.lesson.remarks))
        found = (number for number in later if self.lesson.remarks[number].when is not None)
        return replace(state, left=None, done=(), next=next(found, len(self.lesson.remarks)))

    # What is due

    def _due(self, state: _State, now: _Now) -> list[int]:
        """The remarks to be heard now, up to the first that waits for a choice."""
        first = self._first_due(state, now)
        if first is None:
            return []
        due = []
        for number in range(first, len(self.lesson.remarks)):
            remark = self.lesson.remarks[number]
            if number > first and not self._is_due(remark, now, ()):
                break
            due.append(number)
            if remark.want:
                break
        return due

    def _first_due(self, state: _State, now: _Now) -> int | None:
        remarks = self.lesson.remarks
        if state.next >= len(remarks):
            return None
        if state.done and now.wanted(remarks[state.next].want, state.done):
            return state.next
        if self._is_due(remarks[state.next], now, ()):
            return state.next
        for number in range(state.next + 1, len(remarks)):
            if remarks[number].when is not None and self._is_due(remarks[number], now, ()):
                return number
        return None

    def _begun(self, number: int, state: _State, now: _Now) -> tuple[str, ...]:
        """What was done of several choices in a row, unless these can no longer be gone on with:
        then they are due from the first again."""
        if number != state.next or not now.wanted(self.lesson.remarks[number].want, state.done):
            return ()
        return state.done

    def _is_due(self, remark: Remark, now: _Now, done: tuple[str, ...]) -> bool:
        if remark.when is not None and not now.suits(remark.when):
            return False
        return not remark.want or bool(now.wanted(remark.want, done))

    def _is_over(self, state: _State, now: _Now) -> bool:
        """Whether everything has been said."""
        due = self._due(state, now)
        return (due[-1] + 1 if due else state.next) >= len(self.lesson.remarks)

    # In words

    def _remark(self, number: int, state: _State, now: _Now) -> Coaching:
        remark = self.lesson.remarks[number]
        wanted = now.wanted(remark.want, self._begun(number, state, now))
        if remark.wordless:
            choice = self.rules.describe(now.position, self.lesson.learner, wanted[0])
            message = Message("qd.lesson.next", choice=self.rules.offer(choice))
        else:
            message = Message(self.lesson.text_of(remark), **self._arguments(now.position))
        return Coaching(
            WAITS if remark.want else SAYS,
            state.moment,
            number + 1,
            len(self.lesson.remarks),
            remark.id,
            message,
            remark.points,
            wanted,
        )

    def _notice(self, state: _State) -> Coaching:
        assert state.left is not None
        assert self._position is not None
        remark = self.lesson.remarks[state.left]
        message = Message("qd.lesson.own_way")
        if state.mistake:
            arguments = self._arguments(self._position.visible_to(self.lesson.learner))
            message = Message(self.lesson.mistake_of(remark), **arguments)
        noticed = self._coaching(LEFT, state, state.left + 1, message)
        return replace(noticed, remark=OWN_WAY, back=state.back)

    def _coaching(self, kind: str, state: _State, number: int, message: Message | None) -> Coaching:
        total = len(self.lesson.remarks)
        return Coaching(kind, state.moment, number, total, message=message)

    def _arguments(self, position: Position) -> dict[str, Argument]:
        """What texts may name: the learner's figures that are numbers, and the players."""
        figures = self.rules.figures(position, self.lesson.learner)
        found: dict[str, Argument] = {
            figure.id.replace("-", "_"): figure.value
            for figure in figures
            if isinstance(figure.value, int)
        }
        return found | {f"seat{seat}": seat for seat in range(self.lesson.seats)}


def _shown(position: Position, count: int) -> int:
    """How many of so many entries everybody has seen: all but those in open lanes."""
    if not position.lanes:
        return count
    return count - sum(len(position.lane_choices(seat)) for seat in range(position.seats))
