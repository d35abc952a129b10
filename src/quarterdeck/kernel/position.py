"""The machine: positions with a stack of steps, lanes for simultaneous play, explicit chance.

A position is plain data. Its `stack` holds steps; the top step says who must choose and what
is open. Choosing takes the step off the stack and lets it push what comes next, itself
included if it goes on. The machine then runs on by itself, through automatic steps, forced
choices and certain outcomes, until somebody really has to choose, chance really has to be
dealt, or the game is over.

Steps are immutable values, so cloning a position copies the list that holds them and no step.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, ClassVar, Final, Generic, TypeVar

from quarterdeck.kernel.actions import ActionSpace
from quarterdeck.kernel.errors import BadSetup, IllegalAction, NotYourTurn
from quarterdeck.kernel.hints import mypyc_attr
from quarterdeck.kernel.messages import EVERYBODY, NO_LANE, Event, Message, Reason

NATURE: Final = -1
NOBODY: Final = -2

P = TypeVar("P", bound="Position")

NOT_OFFERED: Final = Reason(Message("qd.reason.not_offered"), "")
NO_SUCH_OUTCOME: Final = Reason(Message("qd.reason.no_such_outcome"), "")


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Generic[P]):
    """One decision of one seat. Subclasses name their int fields in FIELDS, in the order
    of their constructor's arguments; the docstring names the rules they implement."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)
    # A lone option is taken without asking, unless asking matters: to confirm the end of a
    # turn, or because not asking would tell the others something.
    ALWAYS_ASKS: ClassVar[bool] = False

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def options(self, position: P) -> list[int]:
        """The open choices, in increasing order of their codes. Must not change anything."""
        raise NotImplementedError

    def take(self, position: P, code: int) -> None:
        """Carry out an open choice (or a dealt outcome). This step is off the stack already."""
        raise NotImplementedError

    def run(self, position: P) -> None:
        """Carry out an automatic step. It is off the stack already."""
        raise NotImplementedError

    def why_not(self, position: P, code: int) -> Reason:
        """Why a choice that exists in this game is not open here."""
        return NOT_OFFERED

    def key(self) -> tuple[Any, ...]:
        """The values of FIELDS: together with the class they are the whole step."""
        return tuple([getattr(self, name) for name in self.FIELDS])

    def __repr__(self) -> str:
        values = ", ".join(f"{n}={v!r}" for n, v in zip(self.FIELDS, self.key(), strict=True))
        return f"{type(self).__name__}({values})"


@mypyc_attr(allow_interpreted_subclasses=True)
class Phase(Step[P]):
    """An automatic step: nobody chooses, `run` does its work and pushes what follows."""

    FIELDS: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        super().__init__(NOBODY)


@mypyc_attr(allow_interpreted_subclasses=True)
class ChanceStep(Step[P]):
    """An outcome to be dealt from outside. Codes belong to the game's outcome space."""

    FIELDS: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        super().__init__(NATURE)

    def weighted(self, position: P) -> list[tuple[int, int]]:
        """Every possible outcome with its weight (a positive whole number)."""
        raise NotImplementedError

    def audience(self) -> int:
        """Who sees the outcome: EVERYBODY or one seat."""
        return EVERYBODY


@mypyc_attr(allow_interpreted_subclasses=True)
class Position:
    """A game at one moment. Games subclass it with their state as ints and lists of ints.

    A subclass names its state in STATE and writes `clone()` by hand with `copy_machine`; its
    last step calls `conclude`. Everything about whose turn it is lives here.
    """

    STATE: ClassVar[tuple[str, ...]] = ()

    def __init__(self, seats: int, actions: ActionSpace) -> None:
        self.seats = seats
        self.actions = actions
        self.stack: list[Step[Any]] = []
        self.lanes: list[list[Step[Any]]] = []
        self.finished = False
        self.chance = False
        # Points and ranks of each seat, empty until the game has been concluded.
        self.scores: list[int] = []
        self.ranks: list[int] = []
        # Grows whenever something happened that a player may not take back alone:
        # an outcome was dealt, a secret was shown, the table moved on to somebody else.
        self.barrier = 0
        self.log: list[Event] | None = None
        # The rules, seats and options that it was made with: None if it was filled by hand.
        self.setup: tuple[Any, ...] | None = None
        self._actor = NOBODY
        self._legal: list[int] = []
        self._outcomes: list[tuple[int, int]] = []
        self._lane = NO_LANE
        self._lane_legal: list[list[int]] = []
        self._lane_choices: list[list[int]] = []
        self._opened: Position | None = None

    # What a game provides

    def clone(self) -> Position:
        raise NotImplementedError

    # Who may do what

    def actors(self) -> list[int]:
        """The seats that may choose now; empty while chance is due or the game is over."""
        if self.lanes:
            return [seat for seat in range(self.seats) if self._lane_legal[seat]]
        return [self._actor] if self._actor >= 0 else []

    def legal(self, seat: int) -> list[int]:
        """The open choices of a seat, increasing; empty if it is not asked.

        There are at least two, unless the step always asks.

        The list belongs to the position: read it, do not change it.
        """
        if self.lanes:
            return self._lane_legal[seat] if 0 <= seat < self.seats else []
        return self._legal if seat == self._actor and seat >= 0 else []

    def step_of(self, seat: int) -> Step[Any] | None:
        """The step that asks this seat, if any."""
        if not self.legal(seat):
            return None
        return self.lanes[seat][-1] if self.lanes else self.stack[-1]

    def outcomes(self) -> list[tuple[int, int]]:
        """The outcomes chance may deal now, with weights; empty if none is due."""
        return self._outcomes

    def _chance_step(self) -> ChanceStep[Any]:
        step = self.stack[-1]
        assert isinstance(step, ChanceStep)
        return step

    def audience(self) -> int:
        """Who will see the outcome that is due."""
        return self._chance_step().audience()

    # Moving on

    def play(self, seat: int, code: int) -> None:
        """Carry out a choice. Raises, and changes nothing, if it is not open."""
        if self.lanes:
            self._play_in_lane(seat, code)
            return
        if seat != self._actor or seat < 0:
            raise NotYourTurn(seat)
        if not holds(self._legal, code):
            raise self._refusal(self.stack[-1], code)
        step = self.stack.pop()
        step.take(self, code)
        self.advance()

    def deal(self, code: int) -> None:
        """Carry out a chance outcome picked by a dealer outside the rules."""
        if not self.chance:
            raise NotYourTurn(NATURE)
        if not any(code == possible for possible, _ in self._outcomes):
            raise IllegalAction(str(code), NO_SUCH_OUTCOME)
        step = self.stack.pop()
        self.chance = False
        self._outcomes = []
        self.barrier += 1
        step.take(self, code)
        self.advance()

    def _refusal(self, step: Step[Any], code: int) -> IllegalAction:
        return IllegalAction(self.actions.notation(code), step.why_not(self, code))

    def advance(self) -> None:
        """Run on until somebody has to choose, chance has to be dealt, or the game is over."""
        before = self._actor
        self._actor = NOBODY
        stack = self.stack
        while stack:
            step = stack[-1]
            seat = step.seat
            if seat >= 0:
                options = step.options(self)
                if len(options) == 1 and not step.ALWAYS_ASKS:
                    stack.pop()
                    step.take(self, options[0])
                    continue
                assert options, "a step without options"
                self._actor = seat
                self._legal = options
                if seat != before:
                    self.barrier += 1
                return
            if seat == NATURE:
                outcomes = self._chance_step().weighted(self)
                if len(outcomes) > 1:
                    self.chance = True
                    self._outcomes = outcomes
                    return
                self.barrier += 1
                stack.pop()
                step.take(self, outcomes[0][0])
                continue
            stack.pop()
            step.run(self)
            if self.lanes:
                return
        self.finished = True
        self.barrier += 1

    def conclude(self, scores: list[int], ranks: list[int]) -> None:
        """The game is decided: points and ranks of each seat, 1 for the winners."""
        self.scores = scores
        self.ranks = ranks

    # Simultaneous phases

    def open_lanes(self, firsts: Sequence[Step[Any] | None]) -> None:
        """Let several seats act at once, each on a stack of its own. Call it from `run`, last:
        what follows must be on the stack already.

        A lane may write only what its seat owns in this phase, and read only that and what
        no lane writes, so that every interleaving gives the same position. Chance has no
        place in a lane, nor has `reveal`. When all lanes are empty the main stack goes on.

        What a lane does by itself before its seat is first asked is no choice: all see it.
        """
        self._actor = NOBODY
        self.barrier += 1
        self.lanes = [[first] if first is not None else [] for first in firsts]
        self._lane_legal = [[] for _ in firsts]
        self._lane_choices = [[] for _ in firsts]
        for seat in range(self.seats):
            self._run_lane(seat)
        if any(self._lane_legal):
            self._opened = self.clone()
        else:
            self._close_lanes()

    def push(self, step: Step[Any]) -> None:
        """Put a step on top: of the lane that is acting, or of the main stack."""
        if self._lane >= 0:
            self.lanes[self._lane].append(step)
        else:
            self.stack.append(step)

    def _play_in_lane(self, seat: int, code: int) -> None:
        if not 0 <= seat < self.seats or not self._lane_legal[seat]:
            raise NotYourTurn(seat)
        lane = self.lanes[seat]
        if not holds(self._lane_legal[seat], code):
            # The reason may speak of the whole table, but not of what others do in their lanes.
            seen = self.visible_to(seat)
            raise seen._refusal(seen.lanes[seat][-1], code)
        self._lane_choices[seat].append(code)
        step = lane.pop()
        self._lane = seat
        step.take(self, code)
        self._lane = NO_LANE
        self._run_lane(seat)
        if not any(self._lane_legal):
            self._close_lanes()
            self.advance()

    def _run_lane(self, seat: int) -> None:
        lane = self.lanes[seat]
        self._lane = seat
        self._lane_legal[seat] = []
        while lane:
            step = lane[-1]
            assert step.seat != NATURE, "chance has no place in a lane"
            if step.seat == NOBODY:
                lane.pop()
                step.run(self)
                continue
            options = step.options(self)
            if len(options) > 1 or step.ALWAYS_ASKS:
                self._lane_legal[seat] = options
                break
            lane.pop()
            step.take(self, options[0])
        self._lane = NO_LANE

    def _close_lanes(self) -> None:
        self.lanes = []
        self._lane_legal = []
        self._lane_choices = []
        self._opened = None
        self.barrier += 1

    def cut_short(self) -> None:
        """Close the lanes as they stand and run on, as if all others did nothing: to look at what
        one seat's choices lead to."""
        self._close_lanes()
        self.advance()

    def visible_to(self, viewer: int | None) -> Position:
        """This position as far as lanes go: others' moves in open lanes have not happened.

        Only who has finished shows: those seats are not asked any more. It is for looking at,
        not for playing on. What the game itself hides is the business of the game's view.
        """
        if self._opened is None or not self._others_have_chosen(viewer):
            return self
        seen = self.opening()
        for seat in range(self.seats):
            if seat == viewer:
                for code in self._lane_choices[seat]:
                    seen._play_in_lane(seat, code)
            elif not self._lane_legal[seat]:
                seen._lane_legal[seat] = []
        return seen

    def _others_have_chosen(self, viewer: int | None) -> bool:
        """Whether anybody else has done something in a lane that is open."""
        for seat in range(self.seats):  # noqa: SIM110  # compiles to less
            if seat != viewer and self._lane_choices[seat]:
                return True
        return False

    def opening(self) -> Position:
        """A copy of this position, or of the moment its lanes opened while they are open."""
        if self._opened is None:
            return self.clone()
        opened = self._opened.clone()
        opened._opened = self._opened
        return opened

    def reconsider(self) -> None:
        """Ask the waiting steps again what is open, after facts were changed from outside."""
        if self.lanes:
            for seat in range(self.seats):
                if self._lane_legal[seat]:
                    self._lane_legal[seat] = self.lanes[seat][-1].options(self)
            self._opened = self.clone()
        elif self._actor >= 0:
            self._legal = self.stack[-1].options(self)

    def lane_choices(self, seat: int) -> list[int]:
        """What this seat has chosen since its lane opened."""
        return self._lane_choices[seat] if self.lanes else []

    # Telling

    def say(self, message: Message, audience: int = EVERYBODY) -> None:
        """Tell the log what happened. Callers check `log is not None` first: building the
        message costs more than the rest of the move."""
        if self.log is not None:
            self.log.append(Event(message, audience, self._lane))

    def reveal(self) -> None:
        """A secret was shown without chance: what led to it cannot be taken back alone."""
        assert self._lane < 0, "nothing is shown in a lane"
        self.barrier += 1

    # Copying, saving, comparing

    def copy_machine(self, target: Position) -> None:
        """Copy everything this class owns into a new position of the same game."""
        target.setup = self.setup
        target.stack = self.stack[:]
        target.finished = self.finished
        target.chance = self.chance
        target.scores = self.scores
        target.ranks = self.ranks
        target.barrier = self.barrier
        target._actor = self._actor
        target._legal = self._legal
        target._outcomes = self._outcomes
        if self.lanes:
            target.lanes = [lane[:] for lane in self.lanes]
            target._lane_legal = self._lane_legal[:]
            target._lane_choices = [codes[:] for codes in self._lane_choices]
            target._opened = self._opened

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """A position crosses to another process as its rules save it."""
        if self.setup is None:
            raise BadSetup(Message("qd.error.no_setup"))
        rules, seats, options = self.setup
        return rules.load, (self.dump(), seats, options)

    def dump(self) -> dict[str, Any]:
        """The whole position as plain JSON data; `Rules.load` reads it back."""
        data: dict[str, Any] = {name: _plain(getattr(self, name)) for name in self.STATE}
        data["stack"] = [_dump_step(step) for step in self.stack]
        data["barrier"] = self.barrier
        data["scores"] = self.scores[:]
        data["ranks"] = self.ranks[:]
        if self.lanes:
            data["lanes"] = [[_dump_step(step) for step in lane] for lane in self.lanes]
            data["lane_choices"] = [codes[:] for codes in self._lane_choices]
            if self._opened is not None:
                data["opened"] = self._opened.dump()
        return data

    def restore(self, data: dict[str, Any], steps: dict[str, type[Step[Any]]]) -> None:
        """Fill a blank position from `dump()`; `steps` maps class names to step classes."""
        for name in self.STATE:
            value = data[name]
            setattr(self, name, value[:] if isinstance(value, list) else value)
        self.conclude(data["scores"][:], data["ranks"][:])
        self.stack = [_load_step(entry, steps) for entry in data["stack"]]
        if "lanes" in data:
            self.lanes = [[_load_step(e, steps) for e in lane] for lane in data["lanes"]]
            self._lane_choices = [codes[:] for codes in data["lane_choices"]]
            self._lane_legal = [[] for _ in self.lanes]
            for seat, lane in enumerate(self.lanes):
                if lane:
                    self._lane_legal[seat] = lane[-1].options(self)
        else:
            self.advance()
        self.barrier = data["barrier"]

    def remember_opening(self, opened: Position) -> None:
        """Give a restored position back the moment its lanes opened."""
        self._opened = opened

    def digest(self) -> str:
        """A short fingerprint of the position: equal positions, equal digests."""
        data = self.dump()
        data.pop("opened", None)
        text = repr([self.seats, sorted(data.items())])
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def holds(codes: list[int], code: int) -> bool:
    """`code in codes`, several times faster once compiled: ints are compared as ints."""
    for each in codes:  # noqa: SIM110
        if each == code:
            return True
    return False


def span(first: int, last: int) -> list[int]:
    """The codes from first to last, both included: a run of numbers to choose from."""
    return [code for code in range(first, last + 1)]  # noqa: C416


def _plain(value: Any) -> Any:
    return value[:] if isinstance(value, list) else value


def _dump_step(step: Step[Any]) -> list[Any]:
    return [type(step).__name__, *step.key()]


def _load_step(entry: list[Any], steps: dict[str, type[Step[Any]]]) -> Step[Any]:
    made: Step[Any] = steps[entry[0]](*entry[1:])
    return made
