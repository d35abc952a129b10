"""What crates promise: those at the quays, and the order a player could complete next."""

from __future__ import annotations

from typing import Final

from quarterdeck.games.saltfjord.components import Components
from quarterdeck.games.saltfjord.names import KINDS, NO_CRATE, QUAY_COUNT, TIER
from quarterdeck.games.saltfjord.outlook import Prices
from quarterdeck.games.saltfjord.position import SaltfjordPosition, at_quay

# A quay that is ahead of the others is part of a set, while there are dice enough to fill it
SET_PROGRESS: Final = 0.6
DICE_FOR_A_SET: Final = 5
# An order that can be paid counts in part already, and less with every fish that is missing
ORDER_AT_HAND: Final = 0.35
FISH_MISSING: Final = 7.0


def crates(p: SaltfjordPosition, seat: int, left: int, retirings: int, prices: Prices) -> float:
    """Points of crates and sets, and what quays give each time one retires."""
    box = p.table.box
    first, beyond = at_quay(seat, 0), at_quay(seat + 1, 0)
    found = 0.0
    for place, points in zip(p.crate_places, box.crate_points, strict=True):
        if first <= place < beyond:
            found += points
    quays = p.crates(seat)
    least = min(quays)
    found += box.set_points * least
    for quay in range(QUAY_COUNT):
        if quays[quay]:
            found += quays[quay] * retirings * quay_worth(box, quay, prices)
            if quays[quay] > least:
                found += SET_PROGRESS * min(1.0, left / DICE_FOR_A_SET)
    return found


def quay_worth(box: Components, quay: int, prices: Prices) -> float:
    """What a crate at a quay gives each time, but for the fishing."""
    return (
        box.quay_fish[quay] * prices.fish
        + box.quay_upgrades[quay] * prices.upgrade
        + box.quay_points[quay]
    )


def order_at_hand(
    p: SaltfjordPosition, seat: int, retirings: int, prices: Prices, wish: float
) -> float:
    """What the best order would bring, as far as it can be paid; `wish`: and any order."""
    box = p.table.box
    goods = p.store(seat)
    wealth = sum(goods[kind] * box.sells_for[kind] for kind in range(KINDS))
    best = 0.0
    for quay, crate in enumerate(p.market):
        if crate == NO_CRATE:
            continue
        gain = (
            wish
            + box.crate_points[crate]
            + retirings * (quay_worth(box, quay, prices) + box.quay_fishing[quay] * prices.fishing)
        )
        missing = -wealth
        for kind, wanted in enumerate(box.crate_cost[crate]):
            if wanted:
                gain -= wanted * prices.goods[kind]
                here = min(wanted, goods[kind])
                missing += here * box.sells_for[kind]
                missing += (wanted - here) * (1 + box.upgrade_fish * TIER[kind])
        if missing > 0:
            gain *= 1 - missing / FISH_MISSING
        best = max(best, gain)
    return ORDER_AT_HAND * best
