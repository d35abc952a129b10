"""The smallest possible games: a stack of steps given by the test, and a trace of what ran."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from quarterdeck.kernel.actions import ActionSpace
from quarterdeck.kernel.messages import EVERYBODY
from quarterdeck.kernel.position import ChanceStep, Phase, Position, Step

SPACE: Final = ActionSpace()
PICK: Final = SPACE.family("pick", number=range(50))


class Micro(Position):
    """Codes taken, outcomes dealt and marks of phases, in order; per seat while in lanes."""

    STATE: ClassVar = ("trace", "first", "second")

    def __init__(self, seats: int) -> None:
        super().__init__(seats, SPACE)
        self.trace: list[int] = []
        self.first: list[int] = []
        self.second: list[int] = []

    def clone(self) -> Micro:
        twin = Micro(self.seats)
        self.copy_machine(twin)
        twin.trace = self.trace[:]
        twin.first = self.first[:]
        twin.second = self.second[:]
        return twin


class Ask(Step[Micro]):
    """A seat picks one of `count` numbers from `low` on."""

    FIELDS: ClassVar = ("seat", "low", "count")

    def __init__(self, seat: int, low: int = 0, count: int = 2) -> None:
        super().__init__(seat)
        self.low = low
        self.count = count

    def options(self, position: Micro) -> list[int]:
        return list(range(self.low, self.low + self.count))

    def take(self, position: Micro, code: int) -> None:
        position.trace.append(code)


class AskIn(Ask):
    """The same in a lane: each seat keeps a trace of its own."""

    def take(self, position: Micro, code: int) -> None:
        (position.second if self.seat else position.first).append(code)


class Marked(Phase[Micro]):
    """An automatic step with a number."""

    FIELDS: ClassVar = ("mark",)

    def __init__(self, mark: int = 99) -> None:
        super().__init__()
        self.mark = mark


class Mark(Marked):
    """Leaves its mark."""

    def run(self, position: Micro) -> None:
        position.trace.append(self.mark)


class MarkIn(Marked):
    """Leaves its mark in the first seat's lane."""

    def run(self, position: Micro) -> None:
        position.first.append(self.mark)


class Around(Ask):
    """Asks, then pushes a question to another seat, and marks when that is answered."""

    def take(self, position: Micro, code: int) -> None:
        super().take(position, code)
        position.push(Mark(77))
        position.push(Ask(1 - self.seat, 20))


class Window(Ask):
    """The highest number is free: it opens a nested question and this one is asked again."""

    def take(self, position: Micro, code: int) -> None:
        super().take(position, code)
        if self.count > 1 and code == self.low + self.count - 1:
            position.push(Window(self.seat, self.low, self.count - 1))
            position.push(Ask(self.seat, 40))


class Toss(ChanceStep[Micro]):
    """One of `count` even outcomes, seen by one seat or by everybody."""

    FIELDS: ClassVar = ("count", "viewer")

    def __init__(self, count: int = 2, viewer: int = EVERYBODY) -> None:
        super().__init__()
        self.count = count
        self.viewer = viewer

    def weighted(self, position: Micro) -> list[tuple[int, int]]:
        return [(code, 1) for code in range(self.count)]

    def audience(self) -> int:
        return self.viewer

    def take(self, position: Micro, code: int) -> None:
        position.trace.append(30 + code)


class Lanes(Phase[Micro]):
    """Opens lanes in which two seats are asked that many questions each."""

    FIELDS: ClassVar = ("first", "second")

    def __init__(self, first: int, second: int) -> None:
        super().__init__()
        self.first = first
        self.second = second

    def run(self, position: Micro) -> None:
        ends = [AskIn(0, 0, self.first), AskIn(1, 10, self.second)]
        position.open_lanes([step if step.count else None for step in ends])


class Deeper(AskIn):
    """A lane of several questions with an automatic step in between."""

    def take(self, position: Micro, code: int) -> None:
        super().take(position, code)
        position.push(AskIn(self.seat, 5))
        position.push(MarkIn(55))


class End(Phase[Micro]):
    def run(self, position: Micro) -> None:
        position.conclude([len(position.trace)] * position.seats, [1] * position.seats)


STEPS: Final[dict[str, type[Step[Any]]]] = {
    step.__name__: step
    for step in (Ask, AskIn, Mark, MarkIn, Around, Window, Toss, Lanes, Deeper, End)
}


def game(*steps: Step[Any], seats: int = 2) -> Micro:
    """A game that goes through these steps in order."""
    position = Micro(seats)
    for step in reversed(steps):
        position.push(step)
    position.advance()
    return position


def reload(position: Micro) -> Micro:
    """The position saved and loaded, as `Rules.load` does it."""
    return _load(position.dump(), position.seats)


def _load(data: dict[str, Any], seats: int) -> Micro:
    loaded = Micro(seats)
    loaded.restore(data, STEPS)
    if "opened" in data:
        loaded.remember_opening(_load(data["opened"], seats))
    return loaded
