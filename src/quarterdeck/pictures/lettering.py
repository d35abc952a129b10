"""Letters on a picture: which are allowed, how wide a text is, and how it is made to fit."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

# Texts from outside (names of players) may hold anything; a picture must stay well-formed XML,
# and nobody's name may turn around the text next to it.
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# To Python these are not printable; French is full of them.
_SPACES = str.maketrans("", "", "\n\u00a0\u202f")


def legal(text: str) -> str:
    """A text without the signs that XML forbids and those that turn the writing around."""
    if text.isprintable() or text.translate(_SPACES).isprintable():
        return text
    return "".join(
        sign
        for sign in text
        if sign == "\n"
        or (sign not in _TURNING and unicodedata.category(sign) not in ("Cc", "Cs", "Cn", "Co"))
    )


# How wide each sign of the boards' typeface is, in ems (see tools/typeface.py).
_WIDTHS: dict[str, float] = json.loads(
    Path(__file__).with_name("widths.json").read_text(encoding="ascii")
)
# Any other sign is drawn in a face that the reader has.
_FOREIGN = 0.7
_FOREIGN_WIDE = 1.05
_FOREIGN_SPACE = 0.25


def _width(text: str) -> float:
    """The width of a text in ems."""
    return sum([_WIDTHS.get(sign) or _foreign(sign) for sign in text])


def _foreign(sign: str) -> float:
    if unicodedata.combining(sign):
        return 0.0
    if sign.isspace():
        return _FOREIGN_SPACE
    return _FOREIGN_WIDE if unicodedata.east_asian_width(sign) in "WF" else _FOREIGN


def fit(text: str, width: float, size: float, least: float) -> tuple[str, float]:
    """A text and a type size for one line of a width: first smaller, then cut short."""
    text = legal(" ".join(text.split()))
    wanted = _width(text) * size
    if wanted <= width:
        return text, size
    smaller = max(least, size * width / wanted)
    # A hair of room: what was made to fit exactly must not fail by a rounding
    while len(text) > 1 and _width(text) * smaller > width + 0.01:
        text = text.rstrip("…")[:-1].rstrip() + "…"
    return text, round(smaller, 1)


def wrap(text: str, width: float, size: float) -> tuple[str, ...]:
    """A text broken between words into lines of a width."""
    broken: list[str] = []
    for word in text.split(" "):
        if broken and _width(f"{broken[-1]} {word}") * size <= width:
            broken[-1] += f" {word}"
        else:
            broken.append(word)
    return tuple(broken)


def number(value: float) -> str:
    """A number without needless decimals. Nought has no sign."""
    return f"{value + 0.0:.2f}".rstrip("0").rstrip(".")
