"""What people read, as data: a message id with arguments, translated only when shown."""

from __future__ import annotations

from typing import Final, Union

Argument = Union[int, str, "Message"]


class Message:
    """A text to be said in the reader's language: catalogue id and named arguments.

    Immutable by convention, comparable and hashable, so it can travel between layers and
    be tested without any catalogue.
    """

    def __init__(self, id: str, **arguments: Argument) -> None:
        self.id: Final[str] = id
        self.arguments: Final[dict[str, Argument]] = arguments

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Message) and self.id == other.id and self.arguments == other.arguments
        )

    def __hash__(self) -> int:
        return hash((self.id, tuple(sorted(self.arguments))))

    def __repr__(self) -> str:
        parts = [repr(self.id)]
        parts += [f"{name}={value!r}" for name, value in self.arguments.items()]
        return f"Message({', '.join(parts)})"


class Reason:
    """Why something is not allowed: a message and the id of the rule that says so."""

    def __init__(self, message: Message, rule: str) -> None:
        self.message: Final[Message] = message
        self.rule: Final[str] = rule

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Reason) and self.message == other.message and self.rule == other.rule
        )

    def __hash__(self) -> int:
        return hash((self.message, self.rule))

    def __repr__(self) -> str:
        return f"Reason({self.message!r}, {self.rule!r})"


EVERYBODY: Final = -1
NO_LANE: Final = -1


class Event:
    """Something that happened, for the log: a message and who may read it.

    `audience` is a seat or EVERYBODY. `lane` is the seat whose simultaneous lane produced it
    (NO_LANE otherwise): other readers get it only once all lanes have closed.
    """

    def __init__(self, message: Message, audience: int, lane: int) -> None:
        self.message: Final[Message] = message
        self.audience: Final[int] = audience
        self.lane: Final[int] = lane

    def visible_to(self, viewer: int | None) -> bool:
        """Whether this viewer (a seat, or None for a spectator) may ever read the event."""
        return self.audience == EVERYBODY or self.audience == viewer

    def __repr__(self) -> str:
        return f"Event({self.message!r}, audience={self.audience}, lane={self.lane})"
