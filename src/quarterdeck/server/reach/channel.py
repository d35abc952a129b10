"""What every way to reach somebody has in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from quarterdeck.kernel.messages import Message


@dataclass(frozen=True)
class Word:
    """What one person is told, in that person's language."""

    # The same if it is sent again because nobody knows whether it arrived.
    id: str
    language: str
    # A line that names game, table and what is asked; then the rest in plain text.
    subject: str
    text: str
    # Where it leads: a whole address, under the server's public one.
    link: str
    # A newer word of the same tag takes its place where a channel can do that: one per table.
    tag: str = ""
    # At how many tables it is this person's turn.
    waiting: int = 0


class NotSent(Exception):
    """A word did not arrive; `reason` is for the person, and holds no secret."""

    def __init__(self, reason: Message, gone: bool = False, after: float = 0.0) -> None:
        super().__init__(reason.id)
        self.reason = reason
        # How many seconds the other side wants us to wait, if it says so.
        self.after = after
        # Whether it is useless to try again: the address no longer exists.
        self.gone = gone


class Channel(Protocol):
    """A way to reach somebody: e-mail, Web Push, a webhook."""

    @property
    def kind(self) -> str:
        """The name it is stored under, and part of the ids of its texts."""
        ...

    def check(self, address: str) -> str:
        """An address as it is stored; raises what is wrong with it, in words for the person."""
        ...

    def shown(self, address: str) -> str:
        """A stored address as its owner may see it on a screen: without what is secret."""
        ...

    def secret_of(self, address: str) -> str:
        """By what its owner knows that a word is from here; nothing for most."""
        ...

    async def send(self, address: str, word: Word) -> None:
        """Raises `NotSent`."""
        ...
