"""What closes a choice, declared once: a name, the message that explains it, and its rule.

    OBSTACLES = Obstacles("so")
    DEPOT_FULL = OBSTACLES.add("depot_full", "SO-9.10")

A check gives an obstacle, or None where nothing stands in the way. So what is offered and what a
player is told about the rest come from the same place.
"""

from __future__ import annotations

from typing import Final

from quarterdeck.kernel.messages import Argument, Message, Reason


class Obstacle:
    """Something that closes a choice."""

    def __init__(self, message: str, rule: str) -> None:
        self.message: Final[str] = message
        self.rule: Final[str] = rule

    def reason(self, **arguments: Argument) -> Reason:
        """The obstacle in words, with the figures a player would ask for."""
        return Reason(Message(self.message, **arguments), self.rule)

    def __repr__(self) -> str:
        return f"<obstacle {self.message!r} {self.rule}>"


class Obstacles:
    """All obstacles of a game. Their messages are called `<prefix>.reason.<name>`."""

    def __init__(self, prefix: str) -> None:
        self.prefix: Final[str] = prefix
        self.all: Final[list[Obstacle]] = []

    def add(self, name: str, rule: str) -> Obstacle:
        message = f"{self.prefix}.reason.{name}"
        if any(known.message == message and known.rule == rule for known in self.all):
            raise ValueError(f"obstacle {name!r} [{rule}] exists already")
        obstacle = Obstacle(message, rule)
        self.all.append(obstacle)
        return obstacle
