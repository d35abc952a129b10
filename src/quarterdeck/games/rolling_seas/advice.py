"""How good each open choice looks to a sensible player."""

from __future__ import annotations

from quarterdeck.games.rolling_seas.position import RollingPosition


def advise(p: RollingPosition, seat: int, codes: list[int]) -> list[float]:
    return [0.0 for _ in codes]
