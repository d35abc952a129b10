"""The Academy and the leader cards.  SM-15"""

from __future__ import annotations

from quarterdeck.games.seul_maitre.actions import TRAIN
from quarterdeck.games.seul_maitre.names import (
    BRANCH_COUNT,
    CAPTAIN,
    CORSAIR,
    NO_SEAT,
    SCIENTIST,
    TOP_LEVEL,
    branch_at,
)
from quarterdeck.games.seul_maitre.obstacles import (
    CORSAIR_ONLY,
    NO_SPECIALIST,
    TOO_LITTLE_MONEY,
    TOP_LEVEL_REACHED,
    explain,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.words import branch_name
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.obstacles import Obstacle
from quarterdeck.kernel.position import NOT_OFFERED, Step


def training_obstacle(p: MasterPosition, seat: int, branch: int) -> Obstacle | None:
    """Why the next level of a branch cannot be bought.  SM-15.1 to SM-15.3"""
    level = p.level[branch_at(seat, branch)]
    if level == TOP_LEVEL:
        return TOP_LEVEL_REACHED
    if level == 0:
        if not p.untrained[seat]:
            return NO_SPECIALIST
    elif CAPTAIN <= branch <= SCIENTIST and p.kind[seat] != CORSAIR:
        return CORSAIR_ONLY
    return None if level_price(p, branch, level) <= p.money[seat] else TOO_LITTLE_MONEY


def level_price(p: MasterPosition, branch: int, level: int) -> int:
    """What the level above this one costs.  SM-15.1"""
    return p.table.box.academy[branch * TOP_LEVEL + level]


def academy_helps(p: MasterPosition, seat: int) -> bool:
    """SM-7.7"""
    for branch in range(BRANCH_COUNT):  # noqa: SIM110 (no generator in a hot path)
        if training_obstacle(p, seat, branch) is None:
            return True
    return False


class Train(Step[MasterPosition]):
    """Which specialist gains a level.  SM-15.1 to SM-15.8"""

    def options(self, position: MasterPosition) -> list[int]:
        return [
            TRAIN.at(branch)
            for branch in range(BRANCH_COUNT)
            if training_obstacle(position, self.seat, branch) is None
        ]

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        seat = self.seat
        branch = TRAIN.value(code)
        at = branch_at(seat, branch)
        p.money[seat] -= level_price(p, branch, p.level[at])
        if p.level[at] == 0:
            p.untrained[seat] -= 1
        p.level[at] += 1
        if p.log is not None:
            name = branch_name(branch)
            p.say(Message("sm.log.trains", seat=seat, branch=name, level=p.level[at]))
        pass_leader_card(p, seat, branch)

    def why_not(self, position: MasterPosition, code: int) -> Reason:
        if not TRAIN.has(code):
            return NOT_OFFERED
        return explain(training_obstacle(position, self.seat, TRAIN.value(code)))


def pass_leader_card(p: MasterPosition, seat: int, branch: int) -> None:
    """First to level 2, then to whoever is strictly better.  SM-15.5 to SM-15.7"""
    level = p.level[branch_at(seat, branch)]
    holder = p.leaders[branch]
    if level < 2 or holder == seat:
        return
    if holder == NO_SEAT or level > p.level[branch_at(holder, branch)]:
        p.leaders[branch] = seat
        if p.log is not None:
            name = branch_name(branch)
            if holder == NO_SEAT:
                p.say(Message("sm.log.leader", seat=seat, branch=name))
            else:
                p.say(Message("sm.log.leader.from", seat=seat, branch=name, former=holder))
