"""What chance settles before the first round.  SM-1, SM-2.16"""

from __future__ import annotations

from typing import ClassVar, Final

from quarterdeck.games.seul_maitre.actions import (
    HOME,
    LAY,
    ORDER,
    START_TILE,
    START_TURNS,
    TURN_UP,
    WIND,
)
from quarterdeck.games.seul_maitre.chart import LAIR, PORT
from quarterdeck.games.seul_maitre.components import OPEN_SEA
from quarterdeck.games.seul_maitre.names import (
    CORNER_PORTS,
    FIRST_PIRATE,
    FIRST_PORT_TILE,
    NO_SEAT,
    PIRATE_COUNT,
)
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.yard import PLACEMENTS, Yard, unplaced, yard_of
from quarterdeck.games.seul_maitre.words import cell_name, port_name, tile_name, way_name
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import ChanceStep, Phase

# North, east, south and west of the centre.
START_CELLS: Final[list[int]] = [7, 13, 17, 11]
# The edge each of them shows to the centre.
_TO_CENTRE: Final[list[int]] = [2, 3, 0, 1]


class DrawOrder(ChanceStep[MasterPosition]):
    """Who comes next in the turn order of round 1.  SM-1.1"""

    def weighted(self, position: MasterPosition) -> list[tuple[int, int]]:
        taken = position.order
        return [(ORDER.at(seat), 1) for seat in range(position.seats) if seat not in taken]

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        p.order.append(ORDER.value(code))
        if len(p.order) < p.seats:
            p.push(self)
        elif p.log is not None:
            p.say(Message("sm.log.first_player", seat=p.order[0]))


class DealPorts(ChanceStep[MasterPosition]):
    """Each player in turn is dealt a port tile, face up.  SM-1.5, SM-24.1"""

    def weighted(self, position: MasterPosition) -> list[tuple[int, int]]:
        return [(HOME.at(port), 1) for port in range(CORNER_PORTS) if port not in position.home]

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        port = HOME.value(code)
        if p.log is not None:
            p.say(Message("sm.log.home", seat=len(p.home), port=port_name(port)))
        p.home.append(port)
        if len(p.home) < p.seats:
            p.push(self)


class StartTile(ChanceStep[MasterPosition]):
    """Four coastal tiles around the centre, in drawing order.  SM-1.6"""

    FIELDS: ClassVar[tuple[str, ...]] = ("number",)

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    def weighted(self, position: MasterPosition) -> list[tuple[int, int]]:
        shape = position.table.shape
        coastal = [tile for tile in unplaced(position) if shape[tile] != OPEN_SEA]
        return [(START_TILE.at(tile), 1) for tile in coastal]

    def take(self, position: MasterPosition, code: int) -> None:
        position.tiles[START_CELLS[self.number]] = START_TILE.value(code)


class StartTurns(ChanceStep[MasterPosition]):
    """The rotations of the four start tiles, among those the budget allows.  SM-1.7"""

    def weighted(self, position: MasterPosition) -> list[tuple[int, int]]:
        p = position
        land = p.table.land
        ways = [
            [q for q in range(4) if not _shows_land(land[p.tiles[cell]], q, _TO_CENTRE[number])]
            for number, cell in enumerate(START_CELLS)
        ]
        found: list[tuple[int, int]] = []
        turns = p.turns[:]
        for north in ways[0]:
            for east in ways[1]:
                for south in ways[2]:
                    for west in ways[3]:
                        turns[START_CELLS[0]] = north
                        turns[START_CELLS[1]] = east
                        turns[START_CELLS[2]] = south
                        turns[START_CELLS[3]] = west
                        if Yard(p.table, p.tiles, turns).budget_obstacle() is None:
                            found.append((START_TURNS(north, east, south, west), 1))
        return found

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        for cell, quarters in zip(START_CELLS, START_TURNS.values(code), strict=True):
            p.turns[cell] = quarters
            if p.log is not None:
                tile = tile_name(p.table, p.tiles[cell])
                p.say(Message("sm.log.start_tile", tile=tile, cell=cell_name(cell)))


def _shows_land(land: int, quarters: int, edge: int) -> bool:
    """Whether a tile turned so has land on an edge."""
    return bool(land >> (edge - quarters) % 4 & 1)


class TurnUp(ChanceStep[MasterPosition]):
    """The next tile of the pile is turned face up.  SM-1.8, SM-1.9, SM-2.1"""

    def weighted(self, position: MasterPosition) -> list[tuple[int, int]]:
        row = position.row
        return [(TURN_UP.at(tile), 1) for tile in unplaced(position) if tile not in row]

    def take(self, position: MasterPosition, code: int) -> None:
        p = position
        tile = TURN_UP.value(code)
        p.row.append(tile)
        if p.log is not None:
            p.say(Message("sm.log.turn_up", tile=tile_name(p.table, tile)))


class LayTile(ChanceStep[MasterPosition]):
    """A random map: one legal way to lay any tile, drawn among all of them.  SM-2.16"""

    def weighted(self, position: MasterPosition) -> list[tuple[int, int]]:
        p = position
        yard = yard_of(p)
        by_shape = [yard.placements(shape) for shape in range(3)]
        return [
            (LAY.base + tile * PLACEMENTS + placement, 1)
            for tile in unplaced(p)
            for placement in by_shape[p.table.shape[tile]]
        ]

    def take(self, position: MasterPosition, code: int) -> None:
        tile, cell, quarters = LAY.values(code)
        lay(position, tile, cell, quarters, NO_SEAT)
        if len(unplaced(position)):
            position.push(self)


class LayPort(ChanceStep[MasterPosition]):
    """A random map: a port goes to an even-handed corner, then turn.  SM-2.16"""

    FIELDS: ClassVar[tuple[str, ...]] = ("port",)

    def __init__(self, port: int) -> None:
        super().__init__()
        self.port = port

    def weighted(self, position: MasterPosition) -> list[tuple[int, int]]:
        yard = yard_of(position)
        tile = FIRST_PORT_TILE + self.port
        found: list[tuple[int, int]] = []
        for corner in yard.free_corners():
            turns = yard.port_turns(corner)
            for quarters in turns:
                found.append((LAY(tile, corner, quarters), 2 // len(turns)))
        return found

    def take(self, position: MasterPosition, code: int) -> None:
        tile, cell, quarters = LAY.values(code)
        lay(position, tile, cell, quarters, NO_SEAT)


def lay(p: MasterPosition, tile: int, cell: int, quarters: int, seat: int) -> None:
    """A tile on the map, laid by a player or (NO_SEAT) by chance."""
    p.tiles[cell] = tile
    p.turns[cell] = quarters
    if p.log is None:
        return
    name = tile_name(p.table, tile)
    if seat == NO_SEAT:
        p.say(Message("sm.log.lay", tile=name, cell=cell_name(cell)))
    else:
        p.say(Message("sm.log.lay.seat", seat=seat, tile=name, cell=cell_name(cell)))


class Launch(Phase[MasterPosition]):
    """The map is complete: storms, pirates and ships take their places.  SM-1.12, SM-1.13"""

    def run(self, position: MasterPosition) -> None:
        p = position
        p.draw_chart()
        chart = p.chart
        # SM-1.9, SM-1.10, SM-2.14: a storm is wherever its tile is
        p.storms = [p.tiles.index(tile) for tile in p.table.storm_tiles]
        for number in range(PIRATE_COUNT):
            p.place[FIRST_PIRATE + number] = LAIR + chart.lair_cell[number]
        for seat in range(p.seats):
            p.place[seat] = PORT + chart.port_cell[p.home[seat]]


class FirstWind(ChanceStep[MasterPosition]):
    """The wind of round 1.  SM-1.14"""

    def weighted(self, position: MasterPosition) -> list[tuple[int, int]]:
        faces = position.table.box.wind
        return [(WIND.at(way), count) for way, count in enumerate(faces) if count]

    def take(self, position: MasterPosition, code: int) -> None:
        position.wind = WIND.value(code)
        if position.log is not None:
            position.say(Message("sm.log.wind", way=way_name(position.wind)))
