"""Rewards that wait to be taken: upgrades and fishing of boardwalks, quays and tiles.  SF-10.14"""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.games.saltfjord.actions import DECLINE
from quarterdeck.games.saltfjord.names import FISH, FROM_QUAYS
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.steps.fishing import add_fishing, go_fishing
from quarterdeck.games.saltfjord.steps.free import OpenStep
from quarterdeck.games.saltfjord.steps.upgrading import add_upgrades, is_upgrade, upgrade


def wait_for(p: SaltfjordPosition, seat: int, upgrades: int, fishing: int) -> None:
    if upgrades or fishing:
        p.push(PendingReward(seat, upgrades, fishing))


class PendingReward(OpenStep):
    """The next of the upgrades and Go fishing actions that wait, in any order.  SF-10.14"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "upgrades", "fishing")

    def __init__(self, seat: int, upgrades: int, fishing: int) -> None:
        super().__init__(seat)
        self.upgrades = upgrades
        self.fishing = fishing

    def options(self, position: SaltfjordPosition) -> list[int]:
        codes: list[int] = []
        if self.upgrades:
            add_upgrades(position, self.seat, codes)
        if self.fishing:
            add_fishing(position, self.seat, codes)
            codes.append(DECLINE.base)
        self.add_free(position, codes)
        return codes

    def take(self, position: SaltfjordPosition, code: int) -> None:
        p = position
        if self.take_free(p, code):
            return
        if is_upgrade(code):
            wait_for(p, self.seat, self.upgrades - 1, self.fishing)
            upgrade(p, self.seat, code)
        else:
            wait_for(p, self.seat, self.upgrades, self.fishing - 1)
            if code != DECLINE.base:
                go_fishing(p, self.seat, code)


def pay_quay(p: SaltfjordPosition, seat: int, quay: int, times: int) -> None:
    """The reward of a quay, once per crate.  SF-6.5, SF-8.10"""
    box = p.table.box
    p.gain(seat, FISH, times * box.quay_fish[quay])
    p.score(seat, FROM_QUAYS, times * box.quay_points[quay])
    wait_for(p, seat, times * box.quay_upgrades[quay], times * box.quay_fishing[quay])
