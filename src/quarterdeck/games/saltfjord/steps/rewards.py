"""Rewards that wait to be taken: upgrades and fishing of boardwalks, quays and tiles.  SF-10.14"""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.games.saltfjord.actions import DECLINE
from quarterdeck.games.saltfjord.names import FISH, FROM_QUAYS
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.steps.fishing import (
    add_fishing,
    go_fishing,
    is_fishing,
    why_no_fishing,
)
from quarterdeck.games.saltfjord.steps.free import OpenStep
from quarterdeck.games.saltfjord.steps.telling import before, tell_changes
from quarterdeck.games.saltfjord.steps.upgrading import add_upgrades, is_upgrade, upgrade
from quarterdeck.games.saltfjord.words import quay_name
from quarterdeck.kernel.messages import Message, Reason


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

    def why_not(self, position: SaltfjordPosition, code: int) -> Reason:
        if self.fishing and is_fishing(code):
            return why_no_fishing(position, self.seat, code)
        return super().why_not(position, code)


def pay_quay(p: SaltfjordPosition, seat: int, quay: int, times: int) -> None:
    """The reward of a quay, once per crate.  SF-6.5, SF-8.10"""
    box = p.table.box
    if not times:
        return
    earlier = before(p, seat)
    if p.log is not None:
        p.say(Message("sf.event.quay", seat=seat, quay=quay_name(quay), count=times))
    p.gain(seat, FISH, times * box.quay_fish[quay])
    p.score(seat, FROM_QUAYS, times * box.quay_points[quay])
    tell_changes(p, seat, earlier)
    wait_for(p, seat, times * box.quay_upgrades[quay], times * box.quay_fishing[quay])
