"""Upgrade effects of buildings, boardwalks and quays.  SF-2.5, SF-7.4"""

from __future__ import annotations

from quarterdeck.games.saltfjord.actions import GAIN_FISH, SELL_AND_UPGRADE, UPGRADE_CUBE
from quarterdeck.games.saltfjord.names import BASIC_COUNT, FISH, KINDS, WOOD
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.steps.free import leads_up
from quarterdeck.games.saltfjord.steps.telling import before, tell_changes


def add_upgrades(p: SaltfjordPosition, seat: int, codes: list[int]) -> None:
    codes.append(GAIN_FISH.base)
    for good in range(KINDS):
        if p.held(seat, good):
            for to in range(KINDS):
                if leads_up(good, to):
                    codes.append(UPGRADE_CUBE.base + good * KINDS + to)
    if p.fish(seat) == 0:
        for good in range(FISH):
            if p.held(seat, good):
                for basic in range(BASIC_COUNT):
                    # Selling a basic cube to get it back is the same as gaining a fish
                    if good != WOOD + basic:
                        codes.append(SELL_AND_UPGRADE.base + good * BASIC_COUNT + basic)


def is_upgrade(code: int) -> bool:
    return GAIN_FISH.base <= code < SELL_AND_UPGRADE.end


def upgrade(p: SaltfjordPosition, seat: int, code: int) -> None:
    earlier = before(p, seat)
    if code == GAIN_FISH.base:
        p.gain(seat, FISH, p.table.box.upgrade_instead)
    elif UPGRADE_CUBE.has(code):
        good, to = UPGRADE_CUBE.values(code)
        p.gain(seat, good, -1)
        p.gain(seat, to, 1)
    else:
        good, basic = SELL_AND_UPGRADE.values(code)
        p.gain(seat, good, -1)
        p.gain(seat, FISH, p.table.sells_for[good] - 1)
        p.gain(seat, WOOD + basic, 1)
    tell_changes(p, seat, earlier)
