"""What can be pointed at on a board: each thing has a name and says, in a sentence or three, what
it does.

    def name_things(self) -> Iterable[Thing]:
        yield self.thing("building-bank", "SO-9.4", limit=self.box.bank_limit)

A board marks a thing with `data-thing`, a face names the things that a choice uses. The texts of
a thing are called `<prefix>.thing.<id>` and `<prefix>.thing.<id>.text`.
"""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.kernel.messages import Message


@dataclass(frozen=True)
class Thing:
    """A building, tile, card, track, piece or sign: what it is called, what it does, and by which
    rule."""

    id: str
    name: Message
    text: Message
    rule: str
