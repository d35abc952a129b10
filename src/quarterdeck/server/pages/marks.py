"""Small pictures that pages show in many places; `marks.svg.jinja` has their drawings."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from quarterdeck import naming
from quarterdeck.kernel.catalogue import Translator


@lru_cache
def mark(name: str) -> Markup:
    """A sign beside a text."""
    return Markup('<svg class="mark" aria-hidden="true"><use href="#mark-{name}"/></svg>').format(
        name=name
    )


def token(say: Translator, seat: int) -> Markup:
    """A player's token: shape, colour, sign."""
    return plain_token(seat, naming.sign(say, seat))


@lru_cache
def plain_token(seat: int, sign: str) -> Markup:
    """The same with any sign, or none."""
    return Markup(
        '<svg class="token seat-{seat}" viewBox="-13 -13 26 26" aria-hidden="true">'
        '<use href="#mark-seat-{shape}" x="-12" y="-12" width="24" height="24"/>'
        '<text y="{y}">{sign}</text></svg>'
    ).format(seat=seat, shape=seat % 6, y=7 if seat == 2 else 5, sign=sign)
