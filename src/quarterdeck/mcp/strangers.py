"""What other people wrote, made safe to read: in one line, in quotes, no longer than it may be.

Whoever writes a name or a line of chat may write to the model that reads it. Nothing can stop a
model from believing them, so it always sees where such a text begins and ends, and whose it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

LONGEST_NAME = 40
LONGEST_LINE = 400
# A name of one or two letters says nothing, and might be a sign on a board.
SHORTEST_MARKED = 3
_QUOTES = str.maketrans({'"': "'", "“": "'", "”": "'", "«": "'", "»": "'", "<": "(", ">": ")"})


def quote(text: str, most: int = LONGEST_LINE) -> str:
    """Somebody's text in quotes that it cannot end by itself."""
    shown = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    if len(shown) > most:
        shown = f"{shown[: most - 1]}…"
    return f'"{shown.translate(_QUOTES)}"'


class Names:
    """The names that people gave themselves at a table: quoted wherever a text mentions them."""

    def __init__(self, names: Iterable[str]) -> None:
        marked = sorted({name for name in names if len(name) >= SHORTEST_MARKED}, key=len)
        pattern = "|".join(re.escape(name) for name in reversed(marked))
        self._pattern = re.compile(rf"(?<!\w)(?:{pattern})(?!\w)") if marked else None

    def mark(self, text: str) -> str:
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda found: quote(found[0], LONGEST_NAME), text)
