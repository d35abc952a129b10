"""Maps: what a valid one is, and how new ones are made.  RS-18

A map is a tuple of 15 rows of 19 signs (see names.MAP_SIGNS).
"""

from __future__ import annotations

from itertools import combinations
from random import Random

from quarterdeck.games.rolling_seas.chart import (
    ADJACENT,
    BIT,
    NEAR,
    cell_at,
    cells_of,
    king_distance,
)
from quarterdeck.games.rolling_seas.names import (
    CELL_NAMES,
    CELLS,
    GOLD_LAND,
    HEIGHT,
    ICON_COUNT,
    LAND,
    MAP_SIGNS,
    MONOLITH,
    MONOLITH_COUNT,
    NO_CELL,
    PIRATE_COUNT,
    PIRATES,
    PORT,
    PORT_COUNT,
    PROVISION_LAND,
    SEA,
    STORY_LAND,
    WIDTH,
)
from quarterdeck.kernel.messages import Argument, Message

Grid = tuple[str, ...]
# What every board has, and what only the maps we make have so many of.
FIXED = {PORT: PORT_COUNT, MONOLITH: MONOLITH_COUNT}
VARYING = {
    PIRATES: PIRATE_COUNT,
    GOLD_LAND: ICON_COUNT,
    PROVISION_LAND: ICON_COUNT,
    STORY_LAND: ICON_COUNT,
}
ICONS = GOLD_LAND + PROVISION_LAND + STORY_LAND
FEATURES = PORT + MONOLITH + ICONS


def write(grid: Grid) -> str:
    """A map on one line, as records keep it."""
    return "/".join(grid)


def read(line: str) -> Grid:
    return tuple(line.split("/"))


def where(grid: Grid, signs: str) -> int:
    """The set of cells that show one of these signs."""
    bits = 0
    for cell, sign in enumerate("".join(grid)):
        if sign in signs:
            bits |= BIT[cell]
    return bits


def quarter(cell: int) -> int:
    """Columns A-I or J-S, rows 1-7 or 8-15.  RS-18.4"""
    return (cell % WIDTH > 8) + 2 * (cell // WIDTH > 6)


# What is wrong with a map


def faults(grid: Grid) -> list[Message]:
    """Everything that makes a map invalid, with the rule.  RS-18.1 to RS-18.4"""
    wrong = playable_faults(grid)
    if _has_size(grid):
        wrong += _count_faults(grid, VARYING)
        if not joined_by_sides(where(grid, SEA)):
            wrong.append(_fault("sea.pirates", "RS-18.2"))
    return wrong or _distance_faults(grid)


def playable_faults(grid: Grid) -> list[Message]:
    """What the game could not be played with. A printed board may well have other numbers of
    pirates and icons than ours, and pirates that close a strait.  RS-18.1 to RS-18.3"""
    if not _has_size(grid):
        return [_fault("size", "RS-18.1", width=WIDTH, height=HEIGHT, signs=MAP_SIGNS)]
    wrong = _count_faults(grid, FIXED)
    if any(row[0] in SEA + PIRATES or row[-1] in SEA + PIRATES for row in grid):
        wrong.append(_fault("coasts", "RS-18.1"))
    sea = where(grid, SEA + PIRATES)
    if not joined_by_sides(sea):
        wrong.append(_fault("sea", "RS-18.2"))
    for cell in cells_of(where(grid, FEATURES)):
        if not ADJACENT[cell] & sea:
            wrong.append(_fault("ashore", "RS-18.3", cell=CELL_NAMES[cell]))
    return wrong


def _fault(id: str, rule: str, **more: Argument) -> Message:
    return Message(f"rs.map.{id}", rule=rule, **more)


def _has_size(grid: Grid) -> bool:
    wide = all(len(row) == WIDTH and not set(row) - set(MAP_SIGNS) for row in grid)
    return len(grid) == HEIGHT and wide


def _count_faults(grid: Grid, counts: dict[str, int]) -> list[Message]:
    signs = "".join(grid)
    return [
        _fault("count", "RS-18.1", sign=sign, wanted=count, found=signs.count(sign))
        for sign, count in counts.items()
        if signs.count(sign) != count
    ]


def _distance_faults(grid: Grid) -> list[Message]:
    ports, monoliths, pirates = (cells_of(where(grid, s)) for s in (PORT, MONOLITH, PIRATES))
    wrong = []
    for ones, others, least in (
        (ports, ports, 4),
        (monoliths, monoliths, 5),
        (monoliths, ports, 2),
        (pirates, pirates, 5),
        (pirates, ports, 3),
    ):
        wrong += [
            _fault("near", "RS-18.4", one=CELL_NAMES[a], other=CELL_NAMES[b], least=least)
            for a in ones
            for b in others
            if a != b and king_distance(a, b) < least
        ]
    for each in range(4):
        found = sum(1 for port in ports if quarter(port) == each)
        if not 1 <= found <= 3:
            wrong.append(_fault("quarter", "RS-18.4", count=found))
    return wrong


def joined_by_sides(cells: int) -> bool:
    """Whether a set of cells is one region, sides counting only."""
    reached = cells & -cells
    fresh = reached
    while fresh:
        around = 0
        for cell in cells_of(fresh):
            around |= ADJACENT[cell]
        fresh = around & cells & ~reached
        reached |= fresh
    return reached == cells


# Making one


class _Failed(Exception):
    """This attempt leads nowhere; start again."""


def generate(seed: int) -> Grid:
    """The map of a seed: the procedure of RS-18.5, tried until it succeeds."""
    random = Random(seed)
    while True:
        try:
            return _attempt(random)
        except _Failed:
            continue


def _attempt(random: Random) -> Grid:
    land = _continents(random)
    islands = _islands(random, land)
    for island in islands:
        land |= island
    sea = (1 << CELLS) - 1 & ~land
    if not 75 <= land.bit_count() <= 90 or not joined_by_sides(sea):
        raise _Failed
    ports = _ports(random, land, sea, islands)
    monoliths = _monoliths(random, sea, islands, ports)
    pirates = _pirates(random, land, sea, ports)
    icons = _icons(random, land, sea, [*ports, *monoliths])
    signs = [LAND if land & BIT[cell] else SEA for cell in range(CELLS)]
    for sign, cells in ((PORT, ports), (MONOLITH, monoliths), (PIRATES, pirates)):
        for cell in cells:
            signs[cell] = sign
    for number, cell in enumerate(icons):
        signs[cell] = ICONS[number % 3]
    grid = tuple("".join(signs[row * WIDTH : (row + 1) * WIDTH]) for row in range(HEIGHT))
    if faults(grid):
        raise _Failed
    return grid


def _continents(random: Random) -> int:
    """Columns A and S, and three bulges each in columns B and R."""
    land = 0
    for row in range(HEIGHT):
        land |= BIT[cell_at(0, row)] | BIT[cell_at(WIDTH - 1, row)]
    for column in (1, WIDTH - 2):
        for _ in range(3):
            first = random.randrange(HEIGHT)
            for row in range(first, min(first + random.choice((1, 2, 2, 3)), HEIGHT)):
                land |= BIT[cell_at(column, row)]
    return land


def _islands(random: Random, coast: int) -> list[int]:
    """10 or 11 islands, at most one per sector, none near other land."""
    wanted = random.choice((10, 11))
    sectors = [(x, y) for x in (3, 6, 10, 13) for y in (0, 5, 10)]
    random.shuffle(sectors)
    islands: list[int] = []
    land = coast
    for x, y in sectors:
        if len(islands) == wanted:
            break
        for _ in range(10):
            island = _island(random, x, y)
            around = island
            for cell in cells_of(island):
                around |= NEAR[cell]
            if not around & land:
                islands.append(island)
                land |= island
                break
    if len(islands) < wanted:
        raise _Failed
    return islands


def _island(random: Random, x: int, y: int) -> int:
    last = 15 if x == 13 else x + 3
    cells = [cell_at(random.randint(x, last), random.randint(y, y + 4))]
    size = random.choice((3, 4, 4, 5, 5, 6))
    for _ in range(50):
        if len(cells) == size:
            break
        side = random.choice(((0, -1), (1, 0), (0, 1), (-1, 0)))
        start = random.choice(cells)
        column, row = start % WIDTH + side[0], start // WIDTH + side[1]
        cell = cell_at(column, row)
        if cell != NO_CELL and 2 <= column <= 16 and cell not in cells:
            cells.append(cell)
    return sum(BIT[cell] for cell in cells)


def _shores(sea: int, cells: list[int], least: int = 1) -> list[int]:
    return [cell for cell in cells if (ADJACENT[cell] & sea).bit_count() >= least]


def _far(cell: int, others: list[int], least: int) -> bool:
    return all(king_distance(cell, other) >= least for other in others)


def _ports(random: Random, land: int, sea: int, islands: list[int]) -> list[int]:
    ports: list[int] = []
    for columns in ((0, 1), (WIDTH - 2, WIDTH - 1)):
        coast = [cell for cell in cells_of(land) if cell % WIDTH in columns]
        pairs = [pair for pair in combinations(_shores(sea, coast), 2) if king_distance(*pair) >= 5]
        if not pairs:
            raise _Failed
        ports += random.choice(pairs)
    for island in random.sample(islands, len(islands)):
        if len(ports) == PORT_COUNT:
            break
        places = [c for c in _shores(sea, cells_of(island), 2) if _far(c, ports, 4)]
        if places:
            ports.append(random.choice(places))
    if len(ports) < PORT_COUNT:
        raise _Failed
    lonely = [p for p in ports if all(king_distance(p, o) > 7 for o in ports if o != p)]
    if lonely:
        raise _Failed
    return ports


def _monoliths(random: Random, sea: int, islands: list[int], ports: list[int]) -> list[int]:
    places = [
        cell
        for island in islands
        for cell in _shores(sea, cells_of(island))
        if cell not in ports and _far(cell, ports, 2)
    ]
    return _scatter(random, places, MONOLITH_COUNT, 5)


def _pirates(random: Random, land: int, sea: int, ports: list[int]) -> list[int]:
    places = [
        cell
        for cell in _shores(sea, cells_of(sea), 2)
        if 2 <= cell % WIDTH <= 16 and NEAR[cell] & land and _far(cell, ports, 3)
    ]
    pirates: list[int] = []
    for each in range(PIRATE_COUNT):
        here = [c for c in places if quarter(c) == each and _far(c, pirates, 5)]
        if not here:
            raise _Failed
        pirates.append(random.choice(here))
    return pirates


def _icons(random: Random, land: int, sea: int, taken: list[int]) -> list[int]:
    places = [cell for cell in _shores(sea, cells_of(land)) if cell not in taken]
    return _scatter(random, places, 3 * ICON_COUNT, 2)


def _scatter(random: Random, places: list[int], count: int, least: int) -> list[int]:
    """So many of the places, one after the other, none too near an earlier one."""
    chosen: list[int] = []
    while len(chosen) < count:
        free = [cell for cell in places if cell not in chosen and _far(cell, chosen, least)]
        if not free:
            raise _Failed
        chosen.append(random.choice(free))
    return chosen
