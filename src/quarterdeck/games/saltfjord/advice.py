"""How good each open choice looks."""

from __future__ import annotations

from quarterdeck.games.saltfjord.position import SaltfjordPosition


def advise(p: SaltfjordPosition, seat: int, codes: list[int]) -> list[float]:
    return [0.0 for _ in codes]
