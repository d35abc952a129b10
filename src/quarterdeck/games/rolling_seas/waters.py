"""How far everything is on a board: sailing distances around land and rocks, tours of ports."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from quarterdeck.games.rolling_seas.chart import ALONE, BIT, Cells, cells_of, split, spread
from quarterdeck.games.rolling_seas.components import Layout
from quarterdeck.games.rolling_seas.names import CELLS, PORT_COUNT, WIDTH

# Farther than anything can be on a board
AWAY: Final = 99
# Cells farther from a ship than this are not told apart
RINGS: Final = 7
TWO_ROWS: Final = 2 * WIDTH


class Wave:
    """The cells a ship reaches, one step after another: for a single look, where `Waters` would be
    too much."""

    def __init__(self, table: Layout, rocks: int, cell: int) -> None:
        sea = table.open_sea
        bars = split(rocks)
        start = ALONE[cell]
        # The cells it has not reached, and those of the latest step
        self.rest = Cells(
            sea.a & ~bars.a, sea.b & ~bars.b, sea.c & ~bars.c, sea.d & ~bars.d, sea.e & ~bars.e
        )
        self.front = Cells(start.a, start.b, start.c, start.d, start.e)

    def advance(self) -> bool:
        """One step on, unless nothing is left."""
        rest = self.rest
        front = self.front
        rest.a &= ~front.a
        rest.b &= ~front.b
        rest.c &= ~front.c
        rest.d &= ~front.d
        rest.e &= ~front.e
        # Sideways, then up and down, over the edges of the words, too
        a = front.a | front.a << 1 | front.a >> 1
        b = front.b | front.b << 1 | front.b >> 1
        c = front.c | front.c << 1 | front.c >> 1
        d = front.d | front.d << 1 | front.d >> 1
        e = front.e | front.e << 1 | front.e >> 1
        front.a = (a | a << WIDTH | a >> WIDTH | b << TWO_ROWS) & rest.a
        front.b = (b | b << WIDTH | b >> WIDTH | a >> TWO_ROWS | c << TWO_ROWS) & rest.b
        front.c = (c | c << WIDTH | c >> WIDTH | b >> TWO_ROWS | d << TWO_ROWS) & rest.c
        front.d = (d | d << WIDTH | d >> WIDTH | c >> TWO_ROWS | e << TWO_ROWS) & rest.d
        front.e = (e | e << WIDTH | e >> WIDTH | d >> TWO_ROWS) & rest.e
        return (front.a | front.b | front.c | front.d | front.e) != 0


class Waters:
    """The sea of one map with its rocks, in steps of a ship; winds are another matter.

    Ports are numbers from 0 in reading order, sets of ports the bits of these numbers.
    """

    def __init__(self, table: Layout, rocks: int) -> None:
        self.sea = table.sea & ~rocks
        self.to_port: list[list[int]] = []
        self._levels: list[list[int]] = []
        for quay in table.quays:
            self._measure(quay & self.sea)
        legs: list[tuple[int, ...]] = []
        for quay in table.quays:
            berths = cells_of(quay & self.sea)
            legs.append(tuple([min([far[cell] for cell in berths]) for far in self.to_port]))
        self._ports = _tours_of(tuple(legs))
        self._rings: dict[int, list[int]] = {}
        self._tours: dict[int, list[int]] = {}

    def _measure(self, berths: int) -> None:
        """The distance of every cell from a port, and the cells at each distance."""
        distances = [AWAY] * CELLS
        levels: list[int] = []
        fresh = reached = berths
        while fresh:
            for cell in cells_of(fresh):
                distances[cell] = len(levels)
            levels.append(fresh)
            fresh = spread(fresh) & self.sea & ~reached
            reached |= fresh
        self.to_port.append(distances)
        self._levels.append(levels)

    def rings(self, cell: int) -> list[int]:
        """The cells at each distance from 0 to RINGS."""
        known = self._rings.get(cell)
        if known is None:
            reached = BIT[cell]
            known = [reached]
            for _ in range(RINGS):
                fresh = spread(known[-1]) & self.sea & ~reached
                reached |= fresh
                known.append(fresh)
            self._rings[cell] = known
        return known

    def on_the_way(self, cell: int, port: int) -> int:
        """All cells of all shortest ways to a port."""
        here = BIT[cell]
        way = 0
        for distance in range(self.to_port[port][cell] - 1, -1, -1):
            here = spread(here) & self._levels[port][distance]
            way |= here
        return way

    def tours(self, cell: int, ports: int) -> list[int]:
        """The fewest steps from a cell to visit 1, 2, … of these ports."""
        key = cell << PORT_COUNT | ports
        known = self._tours.get(key)
        if known is None:
            known = self._ports.best([distances[cell] for distances in self.to_port], ports)
            self._tours[key] = known
        return known


class Tours:
    """Ways from port to port. Rocks seldom change them, so boards share them."""

    def __init__(self, legs: tuple[tuple[int, ...], ...]) -> None:
        self._legs = [[*leg] for leg in legs]
        self._known: dict[int, list[int]] = {}

    def _onward(self, port: int, ports: int) -> list[int]:
        """The fewest steps from a port to visit 1, 2, … of these."""
        key = port << PORT_COUNT | ports
        known = self._known.get(key)
        if known is None:
            known = self.best(self._legs[port], ports)
            self._known[key] = known
        return known

    def best(self, legs: list[int], ports: int) -> list[int]:
        """The fewest steps to visit 1, 2, … of these ports, given those to each port."""
        best = [AWAY * PORT_COUNT] * ports.bit_count()
        for port in range(PORT_COUNT):
            if not ports >> port & 1:
                continue
            leg = legs[port]
            best[0] = min(best[0], leg)
            further = self._onward(port, ports & ~(1 << port))
            for number in range(len(further)):
                best[number + 1] = min(best[number + 1], leg + further[number])
        return best


# Each player's board has waters of its own, some 40 kB; many games may be played in turns.
BOARDS_KEPT = 512


@lru_cache(maxsize=BOARDS_KEPT)
def _tours_of(legs: tuple[tuple[int, ...], ...]) -> Tours:
    return Tours(legs)


@lru_cache(maxsize=BOARDS_KEPT)
def waters_of(table: Layout, rocks: int) -> Waters:
    return Waters(table, rocks)
