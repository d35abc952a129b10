"""What a pirate could do for the captain who controls it this round."""

from __future__ import annotations

from typing import NamedTuple

from quarterdeck.games.seul_maitre.chart import LAIR
from quarterdeck.games.seul_maitre.fights import (
    attack_value,
    closed_zones,
    front_of,
    looks_weak,
)
from quarterdeck.games.seul_maitre.names import FIRST_PIRATE, NO_SEAT, PIRATE_COUNT
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.roads import Roads, roads_now
from quarterdeck.games.seul_maitre.steps.engagement import pair_obstacle
from quarterdeck.games.seul_maitre.steps.sailing import pirate_obstacle, pirate_points


class Raid(NamedTuple):
    """What a pirate could go for: the place of a vessel to attack, or a lair with a treasure."""

    value: float
    target: int


def pirate_roads(p: MasterPosition, vessel: int) -> Roads:
    return roads_now(p.chart, p.table.box, p.table.cost, p.wind, p.storms, closed_zones(p, vessel))


def raids(p: MasterPosition, seat: int, vessel: int, used: int) -> list[Raid]:
    """Everything within reach of a pirate that this seat controls, or might."""
    points = pirate_points(p, vessel, used)
    roads = pirate_roads(p, vessel)
    place = p.place[vessel]
    found: list[Raid] = []
    for other in range(p.seats):
        if other == seat or pair_obstacle(p, vessel, other) is not None:
            continue
        target = front_of(p, other)
        # A ship in the same case could only be met by coming back
        near = roads.to(target)[place] <= points and place != target
        if near and looks_weak(p, vessel, other):
            found.append(Raid(attack_value(p, vessel, other), target))
    for lair in range(PIRATE_COUNT):
        target = LAIR + p.chart.lair_cell[lair]
        if FIRST_PIRATE + lair == vessel or not p.treasure[lair] or target in p.place:
            continue
        if roads.to(target)[place] <= points:
            value = p.treasure[lair] / p.table.box.money_per_vp
            found.append(Raid(value, target))
    return found


def best_raid(p: MasterPosition, seat: int, pirate: int) -> float:
    """What controlling a pirate promises."""
    if pirate_obstacle(p, pirate) is not None:
        return 0.0
    world = p
    if p.control[pirate] == NO_SEAT:
        world = p.clone()
        world.control[pirate] = seat
    found = raids(world, seat, FIRST_PIRATE + pirate, 0)
    return max((raid.value for raid in found), default=0.0)
