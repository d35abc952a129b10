"""How good each open choice looks."""

from __future__ import annotations

from quarterdeck.games.seul_maitre.position import MasterPosition


def advise(p: MasterPosition, seat: int, codes: list[int]) -> list[float]:
    return [0.0 for _ in codes]
