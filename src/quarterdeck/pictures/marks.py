"""Marks in a text that is being drawn, for what will stand there."""

from __future__ import annotations

import re
from itertools import count
from typing import Any

# Texts from outside are written when the marks are gone, and may not hold such signs even then.
_OPEN, _CLOSE = "\x02", "\x03"
_MARK = re.compile(f"{_OPEN}(\\d+){_CLOSE}")
# No mark ever stands for two things, in whatever picture.
_numbers = count()


def is_marked(text: str) -> bool:
    return _OPEN in text


class Marks:
    """What the marks of a picture that is being drawn stand for."""

    def __init__(self) -> None:
        self._stand_for: dict[str, Any] = {}

    def put(self, piece: object) -> str:
        """A mark that stands for something, to be written where it belongs."""
        number = str(next(_numbers))
        self._stand_for[number] = piece
        return f"{_OPEN}{number}{_CLOSE}"

    def split(self, text: str) -> tuple[Any, ...]:
        """A text, and between its pieces what its marks stand for."""
        if _OPEN not in text:
            return (str(text),)
        pieces: list[Any] = _MARK.split(text)
        pieces[1::2] = [self._stand_for[number] for number in pieces[1::2]]
        return tuple([piece for piece in pieces if piece != ""])
