"""What every game offers to the rest of the house. The house knows games only through this."""

from __future__ import annotations

import re
import secrets
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from quarterdeck.kernel.actions import ActionSpace
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import BadSetup, UnknownName
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.position import Position, Step

SEEDS = 1_000_000


@dataclass(frozen=True)
class Option:
    """A setting of a game: its values as words, and which one the rules start from.

    A `seeded` word stands for something made from a number: `generated` gets a number drawn and
    becomes `generated:4711`. `pattern` (a regular expression) says what may follow the word.
    """

    id: str
    values: tuple[str, ...]
    default: str
    seeded: tuple[str, ...] = ()
    pattern: str = r":[0-9]{1,9}"

    def accepts(self, value: str) -> bool:
        if value in self.values:
            return True
        return any(
            value.startswith(word) and re.fullmatch(self.pattern, value[len(word) :])
            for word in self.seeded
        )

    def settled(self, value: str) -> str:
        """The value with a number drawn for it, if it needs one and has none."""
        return f"{value}:{secrets.randbelow(SEEDS)}" if value in self.seeded else value


@dataclass(frozen=True)
class Choice:
    """An open choice as people meet it. Its label leaves out what it costs."""

    code: int
    notation: str
    label: Message
    group: Message
    rule: str
    cost: int | None = None
    spots: tuple[str, ...] = ()

    def __repr__(self) -> str:
        label = Translator("en").text(self.label)
        cost = "" if self.cost is None else f", cost {self.cost}"
        return f"<{self.code} {self.notation!r}: {label}{cost} [{self.rule}]>"


@dataclass(frozen=True)
class ClosedChoice:
    """A choice a player might look for that is not open now, and why."""

    choice: Choice
    reason: Reason


@dataclass(frozen=True)
class Gesture:
    """Several choices in a row that a player may make by pointing once: all of them or none.

    One points at `spot`; `covers` are the spots it would take up, shown beforehand, or with
    `passes` those it would pass one after the other. Where several start at one spot, `turn`
    tells them apart and turning leads from one to the next. `badge` is a sign or two to show on
    the spot, such as a cost.
    """

    choices: tuple[str, ...]
    label: Message
    spot: str
    covers: tuple[str, ...]
    passes: bool = False
    turn: int = 0
    badge: str = ""


@dataclass(frozen=True)
class ScoreLine:
    """One line of a score sheet: what for, how many points for each seat, and its details."""

    id: str
    label: Message
    points: tuple[int, ...]
    details: tuple[Message | None, ...] = ()
    counts: bool = True


@dataclass(frozen=True)
class Section:
    """A block of the text view: a heading and lines that make sense read one by one."""

    title: str
    lines: tuple[str, ...]
    kind: str = "info"


class Rules(ABC):
    """One game. Stateless: everything that changes lives in its positions."""

    id: ClassVar[str]
    version: ClassVar[int]
    seats: ClassVar[range]
    default_seats: ClassVar[int]
    options: ClassVar[tuple[Option, ...]]
    space: ClassVar[ActionSpace]
    outcome_space: ClassVar[ActionSpace]
    folder: ClassVar[Path]
    prefix: ClassVar[str]
    money: ClassVar[str] = "coin"  # the mark beside what a choice costs
    length_bound: ClassVar[int]
    steps: ClassVar[dict[str, type[Step[Any]]]]
    # What a player may order beforehand for questions that come in somebody else's turn.
    orders: ClassVar[tuple[Option, ...]] = ()

    # Starting

    @abstractmethod
    def start(self, seats: int | None = None, options: dict[str, str] | None = None) -> Position:
        """A new game at its first choice or chance."""

    @abstractmethod
    def blank(self, seats: int, options: dict[str, str]) -> Position:
        """An empty position, for seats and options as `checked_setup` gives them."""

    @property
    @abstractmethod
    def component_digest(self) -> str:
        """A fingerprint of the component values in use."""

    @abstractmethod
    def with_components(self, path: Path) -> Rules:
        """The same game played with an owner's own component file."""

    def checked_setup(
        self, seats: int | None, options: dict[str, str] | None
    ) -> tuple[int, dict[str, str]]:
        """Seats and options, complete with defaults; raises BadSetup or UnknownName."""
        count = self.default_seats if seats is None else seats
        if count not in self.seats:
            raise BadSetup(
                Message(
                    "qd.error.seats",
                    game=self.title,
                    seats=count,
                    least=self.seats[0],
                    most=self.seats[-1],
                )
            )
        return count, self._checked(self.options, options or {})

    def _checked(self, options: tuple[Option, ...], wishes: Mapping[str, str]) -> dict[str, str]:
        """The wishes, complete with defaults; raises UnknownName or BadSetup."""
        chosen = {option.id: option.default for option in options}
        for name, value in wishes.items():
            known = next((option for option in options if option.id == name), None)
            if known is None:
                raise UnknownName("option", name, [option.id for option in options])
            settled = known.settled(str(value))
            if not known.accepts(settled):
                raise self._bad_value(known, str(value))
            chosen[name] = settled
        return chosen

    def _bad_value(self, option: Option, value: str) -> BadSetup:
        known = ", ".join(option.values + option.seeded)
        return BadSetup(
            Message("qd.error.option_value", option=option.id, value=value[:80], known=known)
        )

    def load(self, data: dict[str, Any], seats: int, options: dict[str, str]) -> Position:
        """A position from what `Position.dump` saved, with the seats and options of its game."""
        for option in self.options:
            value = options.get(option.id)
            if value in option.seeded:
                # A number drawn now would give another game than the one that was saved
                raise self._bad_value(option, value)
        return self._loaded(data, *self.checked_setup(seats, options))

    def _loaded(self, data: dict[str, Any], seats: int, options: dict[str, str]) -> Position:
        position = self.blank(seats, options)
        position.restore(data, self.steps)
        if "opened" in data:
            position.remember_opening(self._loaded(data["opened"], seats, options))
        return position

    # Names

    @property
    def title(self) -> Message:
        return Message(f"{self.prefix}.title")

    def option_label(self, option: Option) -> Message:
        return Message(f"{self.prefix}.option.{option.id}")

    def value_label(self, option: Option, value: str) -> Message:
        return Message(f"{self.prefix}.option.{option.id}.{value}")

    def order_label(self, order: Option) -> Message:
        return Message(f"{self.prefix}.order.{order.id}")

    def order_value_label(self, order: Option, value: str) -> Message:
        return Message(f"{self.prefix}.order.{order.id}.{value}")

    def cost_label(self, cost: int) -> Message:
        """What a choice costs, with the game's own word for its money."""
        return Message(f"{self.prefix}.cost", count=cost)

    def offer(self, choice: Choice) -> Message:
        """A choice and its cost in one line."""
        if choice.cost is None:
            return choice.label
        return Message("qd.offer", choice=choice.label, cost=self.cost_label(choice.cost))

    # What people see

    @abstractmethod
    def describe(self, position: Position, seat: int, code: int) -> Choice:
        """A choice of this seat's present step in full, open or closed."""

    @abstractmethod
    def expected(self, position: Position, seat: int) -> list[int]:
        """What this seat, which is asked, might look for now, open or not: codes."""

    def closed_codes(self, position: Position, seat: int) -> list[int]:
        """What this seat might expect now that is not open."""
        legal = set(position.legal(seat))
        if not legal:
            return []
        return [code for code in self.expected(position, seat) if code not in legal]

    def closed(self, position: Position, seat: int) -> list[ClosedChoice]:
        """The same in full, with reasons."""
        step = position.step_of(seat)
        if step is None:
            return []
        return [
            ClosedChoice(self.describe(position, seat, code), step.why_not(position, code))
            for code in self.closed_codes(position, seat)
        ]

    @abstractmethod
    def prompt(self, position: Position, seat: int) -> Message:
        """What this seat is asked, in one sentence."""

    def gestures(self, position: Position, seat: int) -> list[Gesture]:
        """Choices of this seat that belong together and can be made with one gesture."""
        return []

    def view(self, position: Position, viewer: int | None) -> Any:
        """Everything this viewer may see (a seat, or None for a spectator), as typed data."""
        return self.see(position.visible_to(viewer), viewer)

    @abstractmethod
    def see(self, position: Position, viewer: int | None) -> Any:
        """The view of a position in which others' open lanes have not happened yet."""

    @abstractmethod
    def text(self, view: Any, translator: Translator) -> list[Section]:
        """A view as text, section by section."""

    @abstractmethod
    def score_sheet(self, position: Position, viewer: int | None = None) -> list[ScoreLine]:
        """The itemised score, at the end or as far as this viewer can tell now."""

    # Standing orders

    def is_interrupted(self, position: Position, seat: int) -> bool:
        """Whether this seat is asked in the middle of somebody else's turn."""
        return False

    def by_orders(self, position: Position, seat: int, orders: Mapping[str, str]) -> int | None:
        """What a player's orders choose while he is away; None if they leave it to him."""
        return None

    def checked_orders(self, orders: Mapping[str, str]) -> dict[str, str]:
        """Orders, complete with defaults; raises UnknownName or BadSetup."""
        return self._checked(self.orders, orders)

    # Hidden facts and sanity

    def imagine(self, position: Position, viewer: int | None, random: Random) -> Position:
        """A position that might be the true one for all this viewer knows."""
        world = position.opening()
        self.redraw(world, viewer, random)
        world.reconsider()
        for seat in range(position.seats):
            if seat == viewer:
                for code in position.lane_choices(seat):
                    world.play(seat, code)
            elif not position.legal(seat):
                # This seat has finished its lane, nobody else knows how.
                while world.lanes and world.legal(seat):
                    world.play(seat, random.choice(world.legal(seat)))
        return world

    @abstractmethod
    def redraw(self, position: Position, viewer: int | None, random: Random) -> None:
        """Draw again, in place and at random, every fact this viewer cannot know.

        Whoever is asked must still have a choice: everybody sees that they are asked. While
        lanes are open this gets the moment they opened.
        """

    @abstractmethod
    def check(self, position: Position) -> None:
        """Assert the game's invariants."""

    # Advice for bots

    @abstractmethod
    def advise(self, position: Position, seat: int, codes: list[int]) -> list[float]:
        """How good each open choice looks to a sensible player; higher is better."""
