"""How good each open choice looks to a sensible fisher. Bots build on this.

A choice is worth what the best plan that begins with it leads to, at the end of the turn.
"""

from __future__ import annotations

from typing import Final

from quarterdeck.games.saltfjord.names import EMPTY
from quarterdeck.games.saltfjord.plans import RESERVE, Study
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.kernel.foresight import Foreseen

# How many plans are worth a second look: the best of each kind first, then any
PLANS: Final = 64
KINDS_OF_PLANS: Final = 40


def advise(p: SaltfjordPosition, seat: int, codes: list[int]) -> list[float]:
    """The points each open choice lets hope for; higher is better."""
    return Study(p, seat).judge(codes)


def foresee(
    p: SaltfjordPosition, seat: int, codes: list[int], effort: int
) -> list[Foreseen[SaltfjordPosition]]:
    """The best plan that begins with each choice, the best of each kind, and the best others."""
    study = Study(p, seat, effort, RESERVE)
    study.judge(codes)
    ends = study.ends
    order = sorted(range(len(ends)), key=lambda number: -ends[number][0])
    kinds: set[tuple[int, ...]] = set()
    begun: set[int] = set()
    picked: list[int] = []
    others: list[int] = []
    for number in order:
        _, choice, end, _ = ends[number]
        kind = _kind(end, seat)
        if choice not in begun or (kind not in kinds and len(kinds) < KINDS_OF_PLANS * effort):
            picked.append(number)
        else:
            others.append(number)
        begun.add(choice)
        kinds.add(kind)
    picked += others[: max(0, PLANS * effort - len(picked))]
    found: list[Foreseen[SaltfjordPosition]] = []
    for number in picked:
        worth, choice, end, path = ends[number]
        found.append(Foreseen(choice, worth, end, path))
    return found


def _kind(end: SaltfjordPosition, seat: int) -> tuple[int, ...]:
    """Plans are of the same kind if they do the same to tracks, quays, boat and village."""
    return (
        *end.levels(seat),
        *end.crates(seat),
        end.zones[seat],
        end.taverns[seat],
        end.village(seat).count(EMPTY),
    )
