"""What every game offers to the rest of the house. The house knows games only through this."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar, cast
from weakref import WeakValueDictionary

from quarterdeck.kernel.actions import ActionSpace
from quarterdeck.kernel.catalogue import Translator, add_folder
from quarterdeck.kernel.errors import BadSetup, UnknownName
from quarterdeck.kernel.faces import Choice, ClosedChoice, Faces, Gesture
from quarterdeck.kernel.features import FeatureSet
from quarterdeck.kernel.figures import Figure
from quarterdeck.kernel.foresight import Foreseen
from quarterdeck.kernel.messages import Argument, Message
from quarterdeck.kernel.obstacles import Obstacles
from quarterdeck.kernel.options import Option as Option
from quarterdeck.kernel.options import bad_value, complete
from quarterdeck.kernel.orders import AnyOrder, OrderWording
from quarterdeck.kernel.position import Position, Step
from quarterdeck.kernel.things import Thing

P = TypeVar("P", bound=Position)
V = TypeVar("V")
# Sets of options whose tables are kept ready; each holds a few kilobytes.
TABLES_KEPT = 64
# Where a game keeps component files it came with in the past, each named by its fingerprint.
BOXES = "boxes"


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


class Rules(ABC, Generic[P, V]):
    """One game, by the types of its positions and views. Everything that changes lives in its
    positions; only what its component file says is kept here, as `box`.

    What a game has in modules of its own it names in its class body:

        see = staticmethod(view.see)
    """

    id: ClassVar[str]
    version: ClassVar[int]
    seats: ClassVar[range]
    default_seats: ClassVar[int]
    options: ClassVar[tuple[Option, ...]]
    space: ClassVar[ActionSpace]
    outcome_space: ClassVar[ActionSpace]
    folder: ClassVar[Path]
    prefix: ClassVar[str]
    money: ClassVar[str] = "coin"  # the mark next to what a choice costs
    length_bound: ClassVar[int]
    steps: ClassVar[dict[str, type[Step[Any]]]]
    faces: ClassVar[Faces]
    obstacles: ClassVar[Obstacles]
    # Options that make a first game short and easy to begin, for newcomers who just want to play.
    first_options: ClassVar[Mapping[str, str]] = {}
    # What a player may order beforehand (`kernel/orders.py`): of several that have an answer to a
    # question, the first chooses.
    orders: ClassVar[tuple[AnyOrder, ...]] = ()
    # Events that concern somebody besides whoever acts: by message id, the argument that names the
    # seat; an empty one: everybody.
    concerns: ClassVar[Mapping[str, str]] = {}
    # Events that a summary of somebody's turn leaves out: message ids.
    minor: ClassVar[frozenset[str]] = frozenset()
    # Choices that answer what happened (losses, luck, payments) or that nobody plans, so that no
    # report calls them a dead strategy: headings of `name_use` in `statistics/results.py`, such as
    # "group.losses", or a heading with a thing.
    answers: ClassVar[frozenset[str]] = frozenset()
    # Whether positions hold facts that not everybody knows, besides what is done in open lanes.
    has_secrets: ClassVar[bool] = True
    # How many times as soft as usual each of the lower four levels of bots chooses, from the
    # gentlest on, so that each is above the next: the more that one choice of a game decides, the
    # less (`quarterdeck ladder` tells)
    softness: ClassVar[tuple[float, float, float, float]] = (1.0, 1.0, 1.0, 1.0)
    # What the game calls its rounds (`round_of`): a text, and one with `.title` for headings.
    round_name: ClassVar[Message] = Message("qd.round")
    # What a seat may know as numbers; None: the game has no encoder, so nothing learns it.
    features: ClassVar[FeatureSet | None] = None
    # What these sum up, place by place, and what an action in progress asks: with both, positions
    # that a seat can tell apart have other numbers. None: `features` tell all that.
    details: ClassVar[FeatureSet | None] = None

    # Starting

    def __init__(self, components: Path | None = None) -> None:
        self.add_texts()
        file = components or self.folder / "components.toml"
        self.box: Any = self.open_box(file)
        inside = file.is_relative_to(self.folder)
        self._file = str(file.relative_to(self.folder) if inside else file.absolute())
        _made.setdefault((type(self), self._file), self)
        self._boxes: dict[str, Self] = {}
        self._tables = lru_cache(maxsize=TABLES_KEPT)(self._lay_out)
        self.things = {thing.id: thing for thing in self.name_things()}

    def add_texts(self) -> None:
        """Make the game's texts known."""
        add_folder(self.folder / "messages", f"{self.prefix}.")

    @abstractmethod
    def open_box(self, path: Path) -> Any:
        """What a component file says, checked; it has a `digest`. Raises BadComponents."""

    @abstractmethod
    def lay_out(self, seats: int, options: dict[str, str]) -> Any:
        """What the positions of a game with these seats and options share: values of the box."""

    def _lay_out(self, seats: int, options: tuple[tuple[str, str], ...]) -> Any:
        return self.lay_out(seats, dict(options))

    def table(self, seats: int, options: dict[str, str]) -> Any:
        """The same, made once."""
        return self._tables(seats, tuple(sorted(options.items())))

    @abstractmethod
    def blank(self, seats: int, options: dict[str, str]) -> P:
        """An empty position, for seats and options as `checked_setup` gives them."""

    @abstractmethod
    def set_up(self, position: P, /) -> None:
        """Put the pieces on a blank position, and the first steps on its stack."""

    def start(self, seats: int | None = None, options: dict[str, str] | None = None) -> P:
        """A new game at its first choice or chance."""
        count, chosen = self.checked_setup(seats, options)
        position = self.blank(count, chosen)
        position.setup = self, count, chosen
        self.set_up(position)
        position.advance()
        return position

    @property
    def component_digest(self) -> str:
        """A fingerprint of the component values in use."""
        digest: str = self.box.digest
        return digest

    def with_components(self, path: Path) -> Self:
        """The same game played with an owner's own component file."""
        return type(self)(path)

    def with_box(self, digest: str) -> Self:
        """The same game with the values it came with when their fingerprint was this.

        They are in `boxes/`. With today's values if it never had those.
        """
        if digest == self.component_digest or not digest.isalnum():
            return self
        if digest not in self._boxes:
            path = self.folder / BOXES / f"{digest}.toml"
            if not path.is_file():
                return self
            self._boxes[digest] = self.with_components(path)
        return self._boxes[digest]

    # Copying: rules never change, so a copy shares them

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _find, (type(self), self._file, self.component_digest)

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
        return count, complete(self.options, options or {})

    def load(self, data: dict[str, Any], seats: int, options: dict[str, str]) -> P:
        """A position from what `Position.dump` saved, with the seats and options of its game."""
        for option in self.options:
            value = options.get(option.id)
            if value in option.seeded:
                # A number drawn now would give another game than the one that was saved
                raise bad_value(option, value)
        return self._loaded(data, *self.checked_setup(seats, options))

    def _loaded(self, data: dict[str, Any], seats: int, options: dict[str, str]) -> P:
        position = self.blank(seats, options)
        position.setup = self, seats, options
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

    def find_order(self, id: str) -> AnyOrder:
        """A standing order of this game; raises UnknownName."""
        found = next((order for order in self.orders if order.id == id), None)
        if found is None:
            raise UnknownName("order", id, [order.id for order in self.orders])
        return found

    def order_wording(self, order: AnyOrder) -> OrderWording:
        """A standing order in words."""
        return OrderWording(f"{self.prefix}.order.{order.id}", order)

    def cost_label(self, cost: int) -> Message:
        """What a choice costs, with the game's own word for its money."""
        return Message(f"{self.prefix}.cost", count=cost)

    def offer(self, choice: Choice) -> Message:
        """A choice and its cost in one line."""
        if choice.cost is None:
            return choice.label
        return Message("qd.offer", choice=choice.label, cost=self.cost_label(choice.cost))

    # What people see

    def name_things(self) -> Iterable[Thing]:
        """Everything that can be pointed at on a board, or that a choice uses."""
        return ()

    def thing(self, id: str, rule: str, name: Message | None = None, **said: Argument) -> Thing:
        """A thing with its texts: `<prefix>.thing.<id>`, unless it has a name, and `….text`."""
        named = f"{self.prefix}.thing.{id}"
        return Thing(id, name or Message(named), Message(f"{named}.text", **said), rule)

    def describe(self, position: P, seat: int, code: int) -> Choice:
        """A choice of this seat's present step in full, open or closed."""
        choice = self.faces.describe(position, seat, code)
        if choice.effect is None and choice.things:
            return replace(choice, effect=self.things[choice.things[0]].text)
        return choice

    def figures(self, position: P, seat: int, /) -> list[Figure]:
        """What matters about a seat and is known to all or to the seat itself: money, goods,
        places, points. What a choice would change is told by comparing these."""
        return []

    def round_of(self, position: P, /) -> int:
        """The number of the round or turn the game is in, from 1; it never falls."""
        return 1

    def is_concerned(self, event: Message, seat: int, view: V, /) -> bool:
        """Whether an event should be called out to this seat, which sees the table like this."""
        named = self.concerns.get(event.id)
        if named is None:
            return False
        return event.arguments.get(named) == seat if named else event.arguments.get("seat") != seat

    def expected(self, position: P, seat: int) -> Sequence[int]:
        """What this seat, which is asked, might look for now, open or not: codes."""
        return self.faces.expected(position, seat)

    def closed_codes(self, position: P, seat: int) -> list[int]:
        """What this seat might expect now that is not open."""
        legal = set(position.legal(seat))
        if not legal:
            return []
        return [code for code in self.expected(position, seat) if code not in legal]

    def closed(self, position: P, seat: int) -> list[ClosedChoice]:
        """The same in full, with reasons."""
        step = position.step_of(seat)
        if step is None:
            return []
        return [
            ClosedChoice(self.describe(position, seat, code), step.why_not(position, code))
            for code in self.closed_codes(position, seat)
        ]

    def prompt(self, position: P, seat: int) -> Message:
        """What this seat is asked, in one sentence."""
        return self.faces.prompt(position, seat)

    def about(self, position: P, seat: int) -> Message | None:
        """What the question to this seat is about; None if the game has no words for it."""
        return self.faces.about(position, seat)

    def gestures(self, position: P, seat: int) -> list[Gesture]:
        """Choices of this seat that belong together and can be made with one gesture."""
        return self.faces.gestures(position, seat)

    def view(self, position: P, viewer: int | None) -> V:
        """Everything this viewer may see (a seat, or None for a spectator), as typed data."""
        return self.see(cast(P, position.visible_to(viewer)), viewer)

    @abstractmethod
    def see(self, position: P, viewer: int | None, /) -> V:
        """The view of a position in which others' open lanes have not happened yet."""

    @abstractmethod
    def text(self, view: V, translator: Translator, /) -> list[Section]:
        """A view as text, section by section."""

    @abstractmethod
    def score_sheet(self, position: P, viewer: int | None = None, /) -> list[ScoreLine]:
        """The itemised score, at the end or as far as this viewer can tell now."""

    # Hidden facts and sanity

    def imagine(
        self,
        position: P,
        viewer: int | None,
        random: Random,
        guess: Callable[[P, int], int] | None = None,
    ) -> P:
        """A position that might be the true one for all this viewer knows.

        `guess` says what a seat that has finished its lane may have chosen there; without it, any
        choice is as likely as any other.
        """
        world = cast(P, position.opening())
        if self.has_secrets:
            self.redraw(world, viewer, random)
            world.reconsider()
        for seat in range(position.seats):
            if seat == viewer:
                for code in position.lane_choices(seat):
                    world.play(seat, code)
            elif not position.legal(seat):
                # This seat has finished its lane, nobody else knows how.
                while world.lanes and world.legal(seat):
                    legal = world.legal(seat)
                    world.play(seat, guess(world, seat) if guess else random.choice(legal))
        return world

    @abstractmethod
    def redraw(self, position: P, viewer: int | None, random: Random, /) -> None:
        """Draw again, in place and at random, every fact this viewer cannot know.

        Whoever is asked must still have a choice: everybody sees that they are asked. While
        lanes are open this gets the moment they opened.
        """

    @abstractmethod
    def check(self, position: P, /) -> None:
        """Assert the game's invariants."""

    # Advice for bots

    @abstractmethod
    def advise(self, position: P, seat: int, codes: list[int], /) -> list[float]:
        """How good each open choice looks to a sensible player; higher is better."""

    def foresee(
        self, position: P, seat: int, codes: list[int], effort: int, /
    ) -> list[Foreseen[P]] | None:
        """Plans as the game's advice makes them, with so many times the usual effort. None: it
        plans no further than one choice."""
        return None

    def is_won_alone(self, position: P, /) -> bool:
        """Whether somebody who played alone has won; a game that can be lost alone says so here."""
        return True

    def final_ranks(self, position: P) -> list[int]:
        """The ranks of a finished game; whoever has lost alone comes second."""
        if position.seats == 1 and not self.is_won_alone(position):
            return [2]
        return position.ranks

    # Numbers for networks and research

    def numbers(self, position: P, seats: Sequence[int], advice: bool = True) -> list[float]:
        """What each of these seats may know, as `features` declares it: one row after the other.
        Without advice, as `features.facts` does."""
        if not position.lanes:
            return self.encode(position, list(seats), advice)
        rows: list[float] = []
        for seat in seats:
            rows += self.encode(cast(P, position.visible_to(seat)), [seat], advice)
        return rows

    def encode(self, position: P, seats: list[int], advice: bool, /) -> list[float]:
        """The same for a position in which others' open lanes have not happened yet."""
        raise NotImplementedError

    def detail(self, position: P, seat: int) -> list[float]:
        """What a seat sees place by place, as `details` declares it."""
        if self.details is None:
            return []
        seen = cast(P, position.visible_to(seat)) if position.lanes else position
        return self.encode_details(seen, seat)

    def encode_details(self, position: P, seat: int, /) -> list[float]:
        """The same for a position in which others' open lanes have not happened yet."""
        raise NotImplementedError

    def is_at_rest(self, position: P, /) -> bool:
        """Whether a position with choices to make can be judged as it stands: nobody is in the
        middle of something that the numbers do not tell."""
        return True


# The rest of the house handles games without knowing their types.
AnyRules: TypeAlias = Rules[Any, Any]

# Rules in use, by their class and component file: the first that were made of each.
_made: WeakValueDictionary[tuple[type[AnyRules], str], AnyRules] = WeakValueDictionary()


def _find(kind: type[AnyRules], file: str, digest: str) -> AnyRules:
    """The rules that were saved in another process, or in this one. Raises BadComponents if their
    component file is gone, BadSetup if it says something else now."""
    known = _made.get((kind, file))
    if known is not None and known.component_digest == digest:
        return known
    found = kind(kind.folder / file)
    if found.component_digest != digest:
        raise BadSetup(Message("qd.error.other_components", game=found.title, file=file))
    return found
