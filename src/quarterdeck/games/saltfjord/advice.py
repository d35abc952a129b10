"""How good each open choice looks to a sensible fisher. Bots build on this.

A choice is worth what the best plan that begins with it leads to, at the end of the turn.
"""

from __future__ import annotations

from typing import Final

from quarterdeck.games.saltfjord.plans import Study
from quarterdeck.games.saltfjord.position import SaltfjordPosition

# How many plans are worth a second look.
PLANS: Final = 24


def advise(p: SaltfjordPosition, seat: int, codes: list[int]) -> list[float]:
    """The points each open choice lets hope for; higher is better."""
    return Study(p, seat).judge(codes)


def foresee(
    p: SaltfjordPosition, seat: int, codes: list[int]
) -> list[tuple[int, float, SaltfjordPosition]]:
    """The best plans, and the best one that begins with each choice: choice, worth, end."""
    study = Study(p, seat)
    study.judge(codes)
    ends = study.ends
    order = sorted(range(len(ends)), key=lambda number: -ends[number][0])
    found: list[tuple[int, float, SaltfjordPosition]] = []
    begun: set[int] = set()
    for place, number in enumerate(order):
        worth, choice, end = ends[number]
        if place < PLANS or choice not in begun:
            begun.add(choice)
            found.append((choice, worth, end))
    return found
