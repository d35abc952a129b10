"""Standing orders: what a player wants done whenever they are asked in a case they described.

An order is data with words. It answers from what its seat may see and from nothing else, it picks
among the open choices, and it names everything that ends it. In any other case it is silent, and
the player is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.options import Option, complete
from quarterdeck.kernel.position import Position, Step

P = TypeVar("P", bound=Position)


@dataclass(frozen=True)
class Given:
    """An order as a player gave it: its parameters, and what it remembers of that moment."""

    values: Mapping[str, str]
    noted: Mapping[str, int]


class StandingOrder(Generic[P]):
    """One thing that can be ordered. Every method is pure, and is given a position as its seat may
    see it (`Position.visible_to`); what the game itself hides there must make no difference.

    Its texts are `<prefix>.order.<id>` (the sentence, which may name the parameters), `….title`,
    `….help`, for every parameter `….<parameter>` and `….<parameter>.<value>`, and for every end
    `….end.<end>`.
    """

    id: ClassVar[str]
    # Which questions it answers.
    steps: tuple[type[Step[Any]], ...] = ()
    parameters: ClassVar[tuple[Option, ...]] = ()
    # What is remembered from the moment it is given, as whole numbers, by these names.
    remembers: ClassVar[tuple[str, ...]] = ()
    # Whatever ends it. An order without ends stands until its player takes it back.
    ends: ClassVar[tuple[str, ...]] = ()
    # Whether it leaves its player a while to answer: for questions in another's turn.
    is_patient: ClassVar[bool] = False

    def check(self, wishes: Mapping[str, str]) -> dict[str, str]:
        """The parameters, complete with defaults; raises UnknownName or BadSetup."""
        return complete(self.parameters, wishes)

    def note(self, position: P, seat: int, /) -> dict[str, int]:
        """What `remembers` names, as it is now."""
        return {}

    def covers(self, position: P, seat: int, /) -> bool:
        """Whether the seat is asked something that this answers, whatever its parameters."""
        return isinstance(position.step_of(seat), self.steps)

    def ends_with(self, values: Mapping[str, str]) -> tuple[str, ...]:
        """The ends that can come, with these parameters."""
        return self.ends

    def find_end(self, position: P, seat: int, given: Given, /) -> str | None:
        """The end that has come, if any; looked for when a question is asked that it covers."""
        return None

    def choose(self, position: P, seat: int, given: Given, /) -> int | None:
        """What it chooses where it covers the question; None if this is not the case it means."""
        raise NotImplementedError


AnyOrder: TypeAlias = StandingOrder[Any]


class LoneChoice(StandingOrder[P]):
    """Makes a choice that is the only one.

    The machine does so by itself, but for steps that ask all the same (`Step.ALWAYS_ASKS`). Name
    those that do so as a courtesy, never those that ask because others would learn something if
    they did not.
    """

    id = "lone"

    def __init__(self, *steps: type[Step[Any]]) -> None:
        self.steps = steps

    def choose(self, position: P, seat: int, given: Given, /) -> int | None:
        legal = position.legal(seat)
        return legal[0] if len(legal) == 1 else None


@dataclass(frozen=True)
class OrderWording:
    """An order in words, as messages."""

    base: str
    order: AnyOrder

    @property
    def title(self) -> Message:
        return Message(f"{self.base}.title")

    @property
    def help(self) -> Message:
        """When it acts and what ends it."""
        return Message(f"{self.base}.help")

    def parameter(self, parameter: Option) -> Message:
        return Message(f"{self.base}.{parameter.id}")

    def value(self, parameter: Option, value: str) -> Message:
        return Message(f"{self.base}.{parameter.id}.{value}")

    def sentence(self, values: Mapping[str, str]) -> Message:
        """What was ordered."""
        return Message(self.base, **self._said(values))

    def end(self, end: str, values: Mapping[str, str]) -> Message:
        """What ends it, in a few words."""
        return Message(f"{self.base}.end.{end}", **self._said(values))

    def _said(self, values: Mapping[str, str]) -> dict[str, Message]:
        return {p.id: self.value(p, values[p.id]) for p in self.order.parameters}
