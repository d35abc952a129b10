"""Activating buildings: by a die, a worker, a cart, or Foreman; and taverns.  SF-7, SF-12.15"""

from __future__ import annotations

from typing import ClassVar, Final

from quarterdeck.games.saltfjord.actions import BUILD, DECLINE, NO, ORDER_FROM, REPEAT, WORKER
from quarterdeck.games.saltfjord.names import (
    BUILD_SINGLE,
    BUILD_SMALL,
    DOMINO,
    FIRST_GOODS_ICON,
    FISH,
    FISH_ICON,
    FISHING,
    FISHING_OR_BUILD,
    FOREMAN,
    NO_CELL,
    ORDER,
    ORDER_OR_TECH,
    SINGLE,
    TECH,
    UPGRADE,
    WORKER_PIECE,
    shape_in,
)
from quarterdeck.games.saltfjord.obstacles import NOT_THIS_BUILDING, worker_obstacle
from quarterdeck.games.saltfjord.paying import fish_cost
from quarterdeck.games.saltfjord.position import SaltfjordPosition, in_village
from quarterdeck.games.saltfjord.steps.building import add_builds, build, why_no_building
from quarterdeck.games.saltfjord.steps.fishing import (
    add_fishing,
    go_fishing,
    is_fishing,
    why_no_fishing,
)
from quarterdeck.games.saltfjord.steps.free import OpenStep, add_workers, use_worker
from quarterdeck.games.saltfjord.steps.orders import add_orders, order, why_no_order
from quarterdeck.games.saltfjord.steps.pay import pay
from quarterdeck.games.saltfjord.steps.techs import add_techs, gain_technology, is_tech, why_no_tech
from quarterdeck.games.saltfjord.steps.telling import before, tell_changes
from quarterdeck.games.saltfjord.steps.upgrading import add_upgrades, upgrade
from quarterdeck.games.saltfjord.words import ability_name, cell_name, icon_name
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.position import NOT_OFFERED, Phase, Step

# Foreman follows a worker only, so a building remembers whether one carried it out.
BY_OTHERS: Final = 0
BY_WORKER: Final = 1


def carry_out(
    p: SaltfjordPosition, seat: int, cell: int, by: int = BY_OTHERS, behind: int = NO_CELL
) -> None:
    """Carry out the icon of a building once. `behind`: the building the die has just left.

    SF-7.1 to SF-7.8
    """
    icon = p.icon(seat, cell)
    if p.log is not None:
        done = icon_name(p.table.box, icon)
        p.say(Message("sf.event.activated", seat=seat, icon=done, cell=cell_name(cell)))
    if icon < UPGRADE:
        earlier = before(p, seat)
        if icon == FISH_ICON:
            p.gain(seat, FISH, p.table.box.fish_icon)
        else:
            p.gain(seat, icon - FIRST_GOODS_ICON, 1)
        tell_changes(p, seat, earlier)
        if by == BY_WORKER:
            after_worker(p, seat, cell)
    elif icon == UPGRADE:
        p.push(UpgradeChoice(seat, cell, by, behind, 0))
    else:
        p.push(ActionChoice(seat, icon, cell, by, behind, 0))


def activate_by_worker(p: SaltfjordPosition, seat: int, cell: int) -> None:
    """SF-12.2, SF-12.3"""
    if p.log is not None:
        p.say(Message("sf.event.worker", seat=seat, cell=cell_name(cell)))
    p.workers[seat] -= 1
    p.pieces[in_village(seat, cell)] = WORKER_PIECE
    carry_out(p, seat, cell, BY_WORKER)


def after_worker(p: SaltfjordPosition, seat: int, cell: int) -> None:
    # Foreman may be among what the building gives, so whether it is owned is asked afterwards
    p.push(AfterWorker(seat, cell))


def add_workers_behind(
    p: SaltfjordPosition, seat: int, behind: int, freed: int, codes: list[int]
) -> None:
    """The building just left, and once a worker stands there every vacant one.  SF-12.15"""
    if behind == NO_CELL or not p.workers[seat]:
        return
    if freed:
        add_workers(p, seat, codes)
    elif worker_obstacle(p, seat, behind) is None:
        codes.append(WORKER.base + behind)


def why_no_worker_behind(p: SaltfjordPosition, seat: int, behind: int, code: int) -> Reason:
    cell = WORKER.value(code)
    found = worker_obstacle(p, seat, cell)
    if found is not None:
        return found.reason()
    return NOT_THIS_BUILDING.reason() if behind != NO_CELL else NOT_OFFERED


class UpgradeChoice(Step[SaltfjordPosition]):
    """An upgrade building.  SF-7.3, SF-7.4"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "cell", "by", "behind", "freed")

    def __init__(self, seat: int, cell: int, by: int, behind: int, freed: int) -> None:
        super().__init__(seat)
        self.cell = cell
        self.by = by
        self.behind = behind
        self.freed = freed

    def options(self, position: SaltfjordPosition) -> list[int]:
        codes: list[int] = []
        add_upgrades(position, self.seat, codes)
        add_workers_behind(position, self.seat, self.behind, self.freed, codes)
        return codes

    def take(self, position: SaltfjordPosition, code: int) -> None:
        p = position
        if WORKER.has(code):
            p.push(UpgradeChoice(self.seat, self.cell, self.by, self.behind, 1))
            use_worker(p, self.seat, WORKER.value(code))
            return
        if self.by == BY_WORKER:
            after_worker(p, self.seat, self.cell)
        upgrade(p, self.seat, code)

    def why_not(self, position: SaltfjordPosition, code: int) -> Reason:
        if WORKER.has(code):
            return why_no_worker_behind(position, self.seat, self.behind, code)
        return NOT_OFFERED


class ActionChoice(Step[SaltfjordPosition]):
    """An action building or a tavern: one of its actions, or none.  SF-6.3, SF-7.6 to SF-7.8"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "icon", "cell", "by", "behind", "freed")

    def __init__(self, seat: int, icon: int, cell: int, by: int, behind: int, freed: int) -> None:
        super().__init__(seat)
        self.icon = icon
        self.cell = cell
        self.by = by
        self.behind = behind
        self.freed = freed

    def options(self, position: SaltfjordPosition) -> list[int]:
        p = position
        seat = self.seat
        icon = self.icon
        codes: list[int] = []
        if icon in (ORDER, ORDER_OR_TECH):
            add_orders(p, seat, codes)
        if icon in (TECH, ORDER_OR_TECH):
            add_techs(p, seat, codes)
        if icon == BUILD_SINGLE:
            add_builds(p, seat, SINGLE, codes)
        if icon in (BUILD_SMALL, FISHING_OR_BUILD):
            add_builds(p, seat, DOMINO, codes)
        if icon in (FISHING, FISHING_OR_BUILD):
            add_fishing(p, seat, codes)
        codes.append(DECLINE.base)
        add_workers_behind(p, seat, self.behind, self.freed, codes)
        return codes

    def take(self, position: SaltfjordPosition, code: int) -> None:
        p = position
        seat = self.seat
        if WORKER.has(code):
            p.push(ActionChoice(seat, self.icon, self.cell, self.by, self.behind, 1))
            use_worker(p, seat, WORKER.value(code))
            return
        if code == DECLINE.base:
            return
        if self.by == BY_WORKER:
            after_worker(p, seat, self.cell)
        if ORDER_FROM.has(code):
            order(p, seat, code)
        elif is_tech(code):
            gain_technology(p, seat, code)
        elif BUILD.has(code):
            build(p, seat, code - BUILD.base)
        elif is_fishing(code):
            go_fishing(p, seat, code)

    def why_not(self, position: SaltfjordPosition, code: int) -> Reason:
        p = position
        icon = self.icon
        if WORKER.has(code):
            return why_no_worker_behind(p, self.seat, self.behind, code)
        if ORDER_FROM.has(code) and icon in (ORDER, ORDER_OR_TECH):
            return why_no_order(p, self.seat, code)
        if is_tech(code) and icon in (TECH, ORDER_OR_TECH):
            return why_no_tech(p, self.seat, code)
        if BUILD.has(code):
            stack = code - BUILD.base
            shape = SINGLE if icon == BUILD_SINGLE else DOMINO
            if shape_in(stack) == shape and icon in (BUILD_SINGLE, BUILD_SMALL, FISHING_OR_BUILD):
                return why_no_building(p, self.seat, stack)
        if is_fishing(code) and icon in (FISHING, FISHING_OR_BUILD):
            return why_no_fishing(p, self.seat, code)
        return NOT_OFFERED


class AfterWorker(Phase[SaltfjordPosition]):
    """Whether Foreman can be offered now.  SF-14.5"""

    FIELDS: ClassVar[tuple[str, ...]] = ("owner", "cell")

    def __init__(self, owner: int, cell: int) -> None:
        super().__init__()
        self.owner = owner
        self.cell = cell

    def run(self, position: SaltfjordPosition) -> None:
        if can_repeat(position, self.owner):
            position.push(ForemanOffer(self.owner, self.cell))


def can_repeat(p: SaltfjordPosition, seat: int) -> bool:
    """Whether Foreman is unused this turn and can be paid.  SF-14.5"""
    return p.ready(seat, FOREMAN) and p.can_pay_fish(seat, p.table.box.foreman_fish)


class ForemanOffer(OpenStep):
    """The worker's building once more, for fish.  SF-14.5"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "cell")

    def __init__(self, seat: int, cell: int) -> None:
        super().__init__(seat)
        self.cell = cell

    def options(self, position: SaltfjordPosition) -> list[int]:
        # Asked again after a worker who took the last fish or used Foreman: nothing to offer
        if not can_repeat(position, self.seat):
            return [NO.base]
        codes = [REPEAT.base, NO.base]
        self.add_free(position, codes)
        return codes

    def take(self, position: SaltfjordPosition, code: int) -> None:
        p = position
        if self.take_free(p, code) or code == NO.base:
            return
        if p.log is not None:
            p.say(Message("sf.event.ability", seat=self.seat, ability=ability_name(FOREMAN)))
        p.use(FOREMAN)
        p.push(Repeat(self.seat, self.cell))
        pay(p, self.seat, fish_cost(p.table.box.foreman_fish))


class Repeat(Phase[SaltfjordPosition]):
    """The same building again.  SF-14.5"""

    FIELDS: ClassVar[tuple[str, ...]] = ("owner", "cell")

    def __init__(self, owner: int, cell: int) -> None:
        super().__init__()
        self.owner = owner
        self.cell = cell

    def run(self, position: SaltfjordPosition) -> None:
        carry_out(position, self.owner, self.cell)
