"""Players told apart: no two with the same name, no two with the same sign on their pieces."""

from __future__ import annotations

from functools import lru_cache
from itertools import takewhile
from string import ascii_uppercase

from quarterdeck.kernel.catalogue import Translator

# Bots at the table are called after winds, one for each seat.
WINDS = ("Bora", "Mistral", "Sirocco", "Pampero", "Galerne", "Tramontane")
# As many as any game seats, to number those whose names are not known.
MOST_SEATS = 6


def wind(seat: int) -> str:
    return WINDS[seat % len(WINDS)]


@lru_cache(maxsize=4096)
def distinct(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names as they are, but who repeats one gets a number: Anne, Bob, Anne 2.

    Who has no name keeps none.
    """
    told: list[str] = []
    for name in names:
        called, number = name, 1
        while called and any(called.casefold() == other.casefold() for other in told):
            number += 1
            called = f"{name} {number}"
        told.append(called)
    return tuple(told)


def sign(say: Translator, seat: int, known: int | None = None) -> str:
    """The sign on the pieces of a seat, for a reader who knows so many players' names."""
    count = len(say.names) if known is None else known
    seats = max(count, seat + 1) if count else MOST_SEATS
    return signs(tuple(say.player(number) for number in range(seats)))[seat]


@lru_cache
def signs(names: tuple[str, ...]) -> tuple[str, ...]:
    """One letter or digit for each name, all different.

    It is the first of the name if nobody else's begins so, otherwise the first in which the name
    differs from those of all others that do.
    """
    words = [[sign for sign in name.upper() if sign.isalnum()] for name in names]
    found = [""] * len(words)
    for seat, word in enumerate(words):
        if word and not any(_shared(word, other) for other in _others(words, seat)):
            found[seat] = word[0]
    for seat, word in enumerate(words):
        if not found[seat]:
            alike = max((_shared(word, other) for other in _others(words, seat)), default=0)
            wishes = [*word[alike:], *word, str(seat + 1), *ascii_uppercase]
            found[seat] = next(sign for sign in wishes if sign not in found)
    return tuple(found)


def _others(words: list[list[str]], seat: int) -> list[list[str]]:
    return words[:seat] + words[seat + 1 :]


def _shared(one: list[str], other: list[str]) -> int:
    """How many signs two words have in common at their beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
