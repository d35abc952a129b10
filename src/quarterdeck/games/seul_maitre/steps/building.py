"""The players build the map.  SM-2"""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.games.seul_maitre.actions import CELL, ROTATE, TILE
from quarterdeck.games.seul_maitre.components import OPEN_SEA
from quarterdeck.games.seul_maitre.names import (
    CORNER_PORTS,
    FACE_UP,
    FIRST_PORT_TILE,
    LANDSCAPES,
)
from quarterdeck.games.seul_maitre.obstacles import (
    NO_PLACE_FOR_TILE,
    NOT_A_FREE_CORNER,
    NOT_FACE_UP,
    explain,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.setup import LayPort, LayTile, TurnUp, lay
from quarterdeck.games.seul_maitre.steps.yard import Yard, cell_of, unplaced, yard_of
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.position import NOT_OFFERED, Phase, Step


class BuildMap(Phase[MasterPosition]):
    """By the players, or at random.  SM-2.1 to SM-2.3, SM-2.16"""

    def run(self, position: MasterPosition) -> None:
        p = position
        p.push(PlacePorts())
        if p.table.builds:
            p.push(BuildTurn())
            for _ in range(FACE_UP):
                p.push(TurnUp())
        else:
            p.push(LayTile())


class BuildTurn(Phase[MasterPosition]):
    """Whose turn it is to lay a landscape tile.  SM-2.1, SM-2.2, SM-2.12, SM-24.2"""

    def run(self, position: MasterPosition) -> None:
        p = position
        left = unplaced(p)
        if not left:
            return
        p.push(self)
        yard = yard_of(p)
        if not tiles_to_lay(p, yard):
            # SM-2.12: nothing fits, so the row is shuffled back and turned up anew
            if p.log is not None:
                p.say(Message("sm.log.new_row"))
            p.row = []
            for _ in range(min(FACE_UP, len(left))):
                p.push(TurnUp())
            return
        turn = LANDSCAPES - 4 - len(left)
        p.push(BuildTile(p.order[turn % p.seats]))


def tiles_to_lay(p: MasterPosition, yard: Yard) -> list[int]:
    """The face-up tiles that fit somewhere, in tile order."""
    fits = [-1, -1, -1]
    found: list[int] = []
    for tile in sorted(p.row):
        shape = p.table.shape[tile]
        if fits[shape] < 0:
            fits[shape] = 1 if yard.placements(shape) else 0
        if fits[shape]:
            found.append(tile)
    return found


class BuildTile(Step[MasterPosition]):
    """Which of the face-up tiles.  SM-2.1, SM-2.12"""

    def options(self, position: MasterPosition) -> list[int]:
        return [TILE.at(tile) for tile in tiles_to_lay(position, yard_of(position))]

    def take(self, position: MasterPosition, code: int) -> None:
        position.push(BuildCell(self.seat, TILE.value(code)))

    def why_not(self, position: MasterPosition, code: int) -> Reason:
        if not TILE.has(code):
            return NOT_OFFERED
        face_up = TILE.value(code) in position.row
        return (NO_PLACE_FOR_TILE if face_up else NOT_FACE_UP).reason()


class BuildCell(Step[MasterPosition]):
    """Where it goes.  SM-2.4 to SM-2.10"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "tile")

    def __init__(self, seat: int, tile: int) -> None:
        super().__init__(seat)
        self.tile = tile

    def options(self, position: MasterPosition) -> list[int]:
        found: list[int] = []
        for placement in yard_of(position).placements(position.table.shape[self.tile]):
            code = CELL.at(cell_of(placement))
            if not found or found[-1] != code:
                found.append(code)
        return found

    def take(self, position: MasterPosition, code: int) -> None:
        position.push(BuildRotation(self.seat, self.tile, CELL.value(code)))

    def why_not(self, position: MasterPosition, code: int) -> Reason:
        if not CELL.has(code):
            return NOT_OFFERED
        yard = yard_of(position)
        cell = CELL.value(code)
        found = yard.cell_obstacle(cell)
        if found is None:
            found = yard.tile_obstacle(cell, position.table.shape[self.tile])
        return explain(found)


class BuildRotation(Step[MasterPosition]):
    """How it is turned; then the row is filled up.  SM-2.1, SM-2.9"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "tile", "cell")

    def __init__(self, seat: int, tile: int, cell: int) -> None:
        super().__init__(seat)
        self.tile = tile
        self.cell = cell

    def options(self, position: MasterPosition) -> list[int]:
        shape = position.table.shape[self.tile]
        yard = yard_of(position)
        return [
            ROTATE.at(quarters)
            for quarters in range(1 if shape == OPEN_SEA else 4)
            if yard.obstacle(self.cell, shape, quarters) is None
        ]

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        lay(p, self.tile, self.cell, ROTATE.value(code), self.seat)
        p.row.remove(self.tile)
        if len(unplaced(p)) > len(p.row):
            p.push(TurnUp())

    def why_not(self, position: MasterPosition, code: int) -> Reason:
        if not ROTATE.has(code):
            return NOT_OFFERED
        shape = position.table.shape[self.tile]
        found = yard_of(position).obstacle(self.cell, shape, ROTATE.value(code))
        return explain(found)


class PlacePorts(Phase[MasterPosition]):
    """Every player his own port; ports without owner after them.  SM-2.3, SM-24.3"""

    def run(self, position: MasterPosition) -> None:
        p = position
        ports = [p.home[seat] for seat in p.order]
        ports += [port for port in range(CORNER_PORTS) if port not in ports]
        seats = p.order + p.order[::-1]
        for number in range(CORNER_PORTS - 1, -1, -1):
            if p.table.builds:
                p.push(PortCorner(seats[number], ports[number]))
            else:
                p.push(LayPort(ports[number]))


class PortCorner(Step[MasterPosition]):
    """In which corner a port lies.  SM-2.3"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "port")

    def __init__(self, seat: int, port: int) -> None:
        super().__init__(seat)
        self.port = port

    def options(self, position: MasterPosition) -> list[int]:
        return [CELL.at(cell) for cell in yard_of(position).free_corners()]

    def take(self, position: MasterPosition, code: int) -> None:
        position.push(PortRotation(self.seat, self.port, CELL.value(code)))

    def why_not(self, position: MasterPosition, code: int) -> Reason:
        return NOT_A_FREE_CORNER.reason() if CELL.has(code) else NOT_OFFERED


class PortRotation(Step[MasterPosition]):
    """How a port is turned: towards land, or towards a border.  SM-2.13"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "port", "cell")

    def __init__(self, seat: int, port: int, cell: int) -> None:
        super().__init__(seat)
        self.port = port
        self.cell = cell

    def options(self, position: MasterPosition) -> list[int]:
        return [ROTATE.at(turn) for turn in yard_of(position).port_turns(self.cell)]

    def take(self, position: MasterPosition, code: int) -> None:
        lay(position, FIRST_PORT_TILE + self.port, self.cell, ROTATE.value(code), self.seat)
