"""How a decision meets people. Next to every step that asks stands a face, which says everything
a reader is told about it: the question, each choice with its label, its spots and its cost, and
what can be done with one gesture.

    class BuyFace(Face[SaltyPosition, Buy]):
        step = Buy

        def prompt(self, p: SaltyPosition, step: Buy) -> Message:
            return Message("so.prompt.buy", good=good_name(step.good))

        @describes(TAKE)
        def take(self, p: SaltyPosition, step: Buy, code: int) -> Description:
            return Description(Message("so.choice.take", count=TAKE.value(code)), cost=...)

A choice without a method of its own is called `<prefix>.choice.<family>`. Rule and group are those
of its family (`actions.py`), unless the face says otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from quarterdeck.kernel.actions import ActionSpace, Family
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.position import Position, Step

P = TypeVar("P", bound=Position)
S = TypeVar("S", bound=Step[Any])
Method = TypeVar("Method", bound=Callable[..., "Description"])


@dataclass(frozen=True)
class Choice:
    """A choice as people meet it. Its label leaves out what it costs.

    `effect` says in a sentence or two what it does, `risk` what may go wrong. `things` are those it
    uses (`kernel/things.py`); without words of its own it says what the first of them does.
    """

    code: int
    notation: str
    label: Message
    group: Message
    rule: str
    cost: int | None = None
    spots: tuple[str, ...] = ()
    effect: Message | None = None
    risk: Message | None = None
    things: tuple[str, ...] = ()

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
class Description:
    """What a face says about one choice. An empty rule or group is the family's."""

    label: Message
    spots: tuple[str, ...] = ()
    cost: int | None = None
    rule: str = ""
    group: str = ""
    effect: Message | None = None
    risk: Message | None = None
    things: tuple[str, ...] = ()


def describes(*families: Family) -> Callable[[Method], Method]:
    """Mark the method of a face that describes the choices of these families."""

    def mark(method: Method) -> Method:
        setattr(method, _DESCRIBED, families)
        return method

    return mark


_DESCRIBED = "families_described"
# Where a word begins in the name of a class.
_WORDS = re.compile(r"(?<!^)(?=[A-Z])")


class Face(Generic[P, S]):
    """What people are told about one step."""

    step: ClassVar[type[Step[Any]]]
    # The group of all choices of this step; by default each has that of its family.
    group: ClassVar[str] = ""
    _methods: ClassVar[dict[Family, str]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = {
            family: name
            for name, method in vars(cls).items()
            for family in getattr(method, _DESCRIBED, ())
        }
        inherited: dict[Family, str] = {}
        for base in reversed(cls.__mro__[1:]):
            inherited |= vars(base).get("_methods", {})
        cls._methods = inherited | own

    def prompt(self, p: P, step: S) -> Message:
        """What the player is asked, in one sentence."""
        raise NotImplementedError

    def about(self, p: P, step: S) -> Message | None:
        """What the question is about, if the text that is named after the step is not enough."""
        return None

    def expected(self, p: P, step: S) -> Sequence[int]:
        """The codes a player might look for now, open or not."""
        return ()

    def describe(self, p: P, step: S, family: Family, code: int) -> Description | None:
        """What is said about a choice of this step; None if its name says enough."""
        name = self._methods.get(family)
        if name is None:
            return None
        found: Description = getattr(self, name)(p, step, code)
        return found

    def gestures(self, p: P, step: S) -> list[Gesture]:
        """What this step and the ones it leads to offer as one gesture."""
        return []


class Faces:
    """All faces of a game, by step."""

    def __init__(
        self, prefix: str, space: ActionSpace, faces: Iterable[type[Face[Any, Any]]]
    ) -> None:
        self.prefix = prefix
        self.space = space
        self._faces: dict[type[Step[Any]], Face[Any, Any]] = {}
        for face in faces:
            if face.step in self._faces:
                raise ValueError(f"{face.step.__name__} has two faces")
            self._faces[face.step] = face()

    def of(self, step: Step[Any]) -> Face[Any, Any]:
        """The face of a step, or of the kind of step it is."""
        for kind in type(step).__mro__:
            if kind in self._faces:
                return self._faces[kind]
        raise KeyError(f"{type(step).__name__} has no face")

    def all(self) -> list[Face[Any, Any]]:
        return list(self._faces.values())

    def prompt(self, position: Position, seat: int) -> Message:
        """What this seat is asked, or that it is not asked."""
        step = position.step_of(seat)
        if step is None:
            return Message(f"{self.prefix}.prompt.wait")
        return self.of(step).prompt(position, step)

    def about(self, position: Position, seat: int) -> Message | None:
        """What the question is about, for whoever asks the coach: what the face says, else the text
        named after the step, such as `sk.about.course`; None if there is neither."""
        step = position.step_of(seat)
        if step is None:
            return None
        face = self.of(step)
        found = face.about(position, step)
        if found is None and Translator(LANGUAGES[0]).knows(self.about_id(face)):
            found = Message(self.about_id(face))
        return found

    def about_id(self, face: Face[Any, Any]) -> str:
        """The id of the text that says what the questions of a step are about."""
        return f"{self.prefix}.about.{_WORDS.sub('_', face.step.__name__).lower()}"

    def expected(self, position: Position, seat: int) -> Sequence[int]:
        step = position.step_of(seat)
        return () if step is None else self.of(step).expected(position, step)

    def gestures(self, position: Position, seat: int) -> list[Gesture]:
        step = position.step_of(seat)
        return [] if step is None else self.of(step).gestures(position, step)

    def describe(self, position: Position, seat: int, code: int) -> Choice:
        """A choice of this seat's present step in full, open or closed."""
        step = position.step_of(seat)
        family = self.space.family_of(code)
        group = family.group
        said: Description | None = None
        if step is not None:
            face = self.of(step)
            group = face.group or group
            said = face.describe(position, step, family, code)
        if said is None:
            said = Description(Message(f"{self.prefix}.choice.{family.name}"))
        return Choice(
            code,
            family.notation(code),
            said.label,
            Message(f"{self.prefix}.group.{said.group or group}"),
            said.rule or family.rule,
            said.cost,
            said.spots,
            said.effect,
            said.risk,
            said.things,
        )
