"""What can be set about a bot: typed, with ranges, and refused with a reason."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Generic, TypeVar

from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Argument, Message

Value = int | float | str
V = TypeVar("V", int, float, str)

_WHOLE = re.compile(r"-?[0-9]{1,18}")
_REAL = re.compile(r"-?[0-9]{1,18}(\.[0-9]{1,9})?")


@dataclass(frozen=True)
class BotParameter(ABC, Generic[V]):
    """One setting of a bot, by its name, and the value it has unless told otherwise."""

    name: str
    default: V

    @abstractmethod
    def read(self, text: str) -> V | None:
        """The value that is meant; None if there is no such value."""

    @abstractmethod
    def range(self) -> tuple[str, dict[str, Argument]]:
        """What may be written, for people: the end of a message id, and its arguments."""

    def write(self, value: V) -> str:
        """A value, spelled the one way it is written."""
        return str(value)

    @property
    def message(self) -> Message:
        """What may be written, in words."""
        id, arguments = self.range()
        return Message(f"qd.bot.parameter.{id}", **arguments)

    def parse(self, bot: str, text: str) -> V:
        """The value that is meant; raises BadSetup."""
        value = self.read(text)
        if value is None:
            raise BadSetup(
                Message(
                    "qd.error.bot.value",
                    bot=bot,
                    parameter=self.name,
                    value=text[:80],
                    range=self.message,
                )
            )
        return value


@dataclass(frozen=True)
class Whole(BotParameter[int]):
    """A whole number from `least` to `most`."""

    least: int
    most: int

    def read(self, text: str) -> int | None:
        if not _WHOLE.fullmatch(text):
            return None
        return int(text) if self.least <= int(text) <= self.most else None

    def range(self) -> tuple[str, dict[str, Argument]]:
        return "whole", {"least": self.least, "most": self.most}


@dataclass(frozen=True)
class Real(BotParameter[float]):
    """A number from `least` to `most`."""

    least: float
    most: float

    def read(self, text: str) -> float | None:
        if not _REAL.fullmatch(text):
            return None
        return float(text) if self.least <= float(text) <= self.most else None

    def write(self, value: float) -> str:
        # 1.50, 1.5 and 01.5 are one value, and so are 0 and -0
        return f"{value + 0.0:.9f}".rstrip("0").rstrip(".")

    def range(self) -> tuple[str, dict[str, Argument]]:
        return "real", {"least": self.write(self.least), "most": self.write(self.most)}


@dataclass(frozen=True)
class Word(BotParameter[str]):
    """One of a few words."""

    words: tuple[str, ...]

    def read(self, text: str) -> str | None:
        return text if text in self.words else None

    def range(self) -> tuple[str, dict[str, Argument]]:
        return "word", {"known": ", ".join(self.words)}
