"""How good each open choice looks to a sensible fisher. Bots build on this.

A choice is worth what the best plan that begins with it leads to, at the end of the turn.
"""

from __future__ import annotations

from quarterdeck.games.saltfjord.plans import Study
from quarterdeck.games.saltfjord.position import SaltfjordPosition


def advise(p: SaltfjordPosition, seat: int, codes: list[int]) -> list[float]:
    """The points each open choice lets hope for; higher is better."""
    return Study(p, seat).judge(codes)
