"""End of the game: totals and ranks.  SM-23"""

from __future__ import annotations

from quarterdeck.games.seul_maitre.position import MasterPosition


def money_points(p: MasterPosition, seat: int) -> int:
    """SM-23.1"""
    return p.money[seat] // p.table.box.money_per_vp


def total(p: MasterPosition, seat: int) -> int:
    """As if the game ended now.  SM-23.1, SM-23.2"""
    return p.vp[seat] + money_points(p, seat)


def totals(p: MasterPosition) -> list[int]:
    return [total(p, seat) for seat in range(p.seats)]


def ranking(p: MasterPosition) -> list[int]:
    """More points, then more money, then the earlier place in the last turn order.  SM-23.3"""
    keys = [(total(p, seat), p.money[seat], -p.order.index(seat)) for seat in range(p.seats)]
    return [1 + sum(1 for other in keys if other > mine) for mine in keys]
