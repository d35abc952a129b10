"""Everybody's chances during play, as a page shows them: a bar, names and percents."""

from __future__ import annotations

from dataclasses import dataclass

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.review.graph import whole_percents
from quarterdeck.server.live import Outlook


@dataclass(frozen=True)
class ShownChance:
    """A seat's part of the bar, from `start` on, in percent, and the same in words."""

    seat: int
    start: int
    percent: int
    text: str


@dataclass(frozen=True)
class ShownChances:
    """Everybody's chances; alone, the points expected, in words."""

    seats: tuple[ShownChance, ...]
    points: str = ""


def show_chances(outlook: Outlook | None, say: Translator) -> ShownChances | None:
    if outlook is None:
        return None
    if len(outlook.chances) == 1:
        return ShownChances((), say("qd.chances.points", count=round(outlook.points[0])))
    found: list[ShownChance] = []
    start = 0
    for seat, percent in enumerate(whole_percents(outlook.chances)):
        text = say("qd.chances.of", name=say.player(seat), percent=percent)
        found.append(ShownChance(seat, start, percent, text))
        start += percent
    return ShownChances(tuple(found))
