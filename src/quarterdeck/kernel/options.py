"""Settings in words: of a game, or of a standing order."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from quarterdeck.kernel.errors import BadSetup, UnknownName
from quarterdeck.kernel.messages import Message

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


def complete(options: tuple[Option, ...], wishes: Mapping[str, str]) -> dict[str, str]:
    """The wishes, complete with defaults; raises UnknownName or BadSetup."""
    chosen = {option.id: option.default for option in options}
    for name, value in wishes.items():
        known = next((option for option in options if option.id == name), None)
        if known is None:
            raise UnknownName("option", name, [option.id for option in options])
        settled = known.settled(str(value))
        if not known.accepts(settled):
            raise bad_value(known, str(value))
        chosen[name] = settled
    return chosen


def bad_value(option: Option, value: str) -> BadSetup:
    """What is said of a value that an option does not have."""
    known = ", ".join(option.values + option.seeded)
    return BadSetup(
        Message("qd.error.option_value", option=option.id, value=value[:80], known=known)
    )
