"""Names and titles as they are searched for: without accents, capitals and superfluous spaces."""

from __future__ import annotations

from unicodedata import combining, normalize

# What has no accent to take away, but is written with plain letters by people in a hurry.
PLAIN = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "’": "'"})


def fold(text: str) -> str:
    plain = " ".join(normalize("NFKD", text).casefold().split())
    letters = (c for c in plain if c.isprintable() and not combining(c))
    return "".join(letters).translate(PLAIN).strip()
