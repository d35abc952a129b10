"""What a game played alone was worth, in the words of the game."""

from __future__ import annotations

from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules


def find_title(rules: AnyRules, position: Position) -> Message | None:
    """What a game played alone was worth, by the words next to its total: a medal, a title."""
    for line in rules.score_sheet(position):
        said = line.details[0] if line.id == "total" and line.details else None
        while said is not None:
            inner = [each for each in said.arguments.values() if isinstance(each, Message)]
            if not inner:
                return said
            said = inner[0]  # a title with an explanation
    return None
