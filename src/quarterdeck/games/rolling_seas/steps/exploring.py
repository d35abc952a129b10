"""Exploring land: the book, icons, monoliths, building cannons.  RS-12"""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.games.rolling_seas.actions import BUILD, DONE, FACE
from quarterdeck.games.rolling_seas.chart import BIT
from quarterdeck.games.rolling_seas.names import MONOLITH_COUNT
from quarterdeck.games.rolling_seas.obstacles import can_build
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.steps.telling import before, tell_changes
from quarterdeck.games.rolling_seas.words import cell_name
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Step


def explore(p: RollingPosition, seat: int, cell: int) -> None:
    """RS-12.3 to RS-12.5"""
    p.captains[seat].explored |= BIT[cell]
    if p.log is not None:
        p.say(Message("rs.event.explores", seat=seat, cell=cell_name(cell)))
    if p.table.monoliths & BIT[cell]:
        p.push(MonolithFace(seat, cell))
    else:
        receive(p, seat, cell, p.die)


class MonolithFace(Step[RollingPosition]):
    """The die's face or one beside it, 6 and 1 being neighbours.  RS-12.5"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "cell")

    def __init__(self, seat: int, cell: int) -> None:
        super().__init__(seat)
        self.cell = cell

    def options(self, position: RollingPosition) -> list[int]:
        die = position.die
        faces = [(die + 4) % 6 + 1, die, die % 6 + 1]
        faces.sort()
        return [FACE.at(face) for face in faces]

    def take(self, position: RollingPosition, code: int) -> None:
        receive(position, self.seat, self.cell, FACE.value(code))


def receive(p: RollingPosition, seat: int, cell: int, face: int) -> None:
    """What a cell gives: the book, its icon, its monolith; then cannons.  RS-12.4 to RS-12.9"""
    box = p.table.box
    captain = p.captains[seat]
    earlier = before(p, seat)
    captain.gain(box.face_story[face - 1], box.face_gold[face - 1], box.face_provisions[face - 1])
    bit = BIT[cell]
    if p.table.story_land & bit:
        captain.gain_story(1)
    elif p.table.gold_land & bit:
        captain.gain_gold(1)
    elif p.table.provision_land & bit:
        captain.gain_provisions(1)
    elif p.table.monoliths & bit:
        captain.monoliths += 1
        if captain.monoliths < MONOLITH_COUNT:
            captain.gain_story(box.monolith_story[captain.monoliths - 1])
        else:
            captain.treasure = box.treasure[p.tier]
            captain.treasure_turn = p.turn
            if p.log is not None:
                p.say(Message("rs.event.treasure", seat=seat, count=captain.treasure))
    tell_changes(p, seat, earlier)
    go_on_building(p, seat)


def go_on_building(p: RollingPosition, seat: int) -> None:
    """Cannons as long as they can be paid; then the surplus goes.  RS-12.9 to RS-12.11"""
    captain = p.captains[seat]
    if can_build(captain):
        p.push(Build(seat))
        return
    trim(p, seat)


def trim(p: RollingPosition, seat: int) -> None:
    """RS-12.11"""
    captain = p.captains[seat]
    surplus = captain.provisions - captain.hold
    captain.trim()
    if surplus > 0 and p.log is not None:
        p.say(Message("rs.event.trims", seat=seat, count=surplus))


class Build(Step[RollingPosition]):
    """Another cannon for provisions, or no more.  RS-12.9, RS-12.10"""

    def options(self, position: RollingPosition) -> list[int]:
        return [BUILD.base, DONE.base]

    def take(self, position: RollingPosition, code: int) -> None:
        p = position
        captain = p.captains[self.seat]
        earlier = before(p, self.seat)
        if code == DONE.base:
            trim(p, self.seat)
            return
        captain.provisions -= p.table.cannon_provisions
        captain.take_cannon()
        if p.log is not None:
            p.say(Message("rs.event.builds", seat=self.seat))
        tell_changes(p, self.seat, earlier)
        go_on_building(p, self.seat)
