"""The rules of drawing once more, written from the rules alone: slow, plain, with sets of points.

Nothing here uses the game's own geometry, shapes, tables or tests, only the facts of a position
(what is drawn where). Rows and columns count from 0, points are (column, row).
"""

from __future__ import annotations

from fractions import Fraction

from quarterdeck.games.rolling_seas.names import CELL_NAMES, DRAWN
from quarterdeck.games.rolling_seas.position import RollingPosition

Point = tuple[int, int]

# Section "Shapes" of the rules: cells in order, quarter turns, quarter turns when flipped.
SHAPES: dict[str, tuple[tuple[Point, ...], int, int]] = {
    "line2": (((0, 0), (1, 0)), 2, 0),
    "diag2": (((0, 0), (1, -1)), 2, 0),
    "line3": (((0, 0), (1, 0), (2, 0)), 2, 0),
    "corner3": (((0, 0), (1, 0), (0, 1)), 4, 0),
    "chevron3": (((0, 0), (1, -1), (2, 0)), 4, 0),
    "zigzag4": (((0, 0), (1, 0), (1, 1), (2, 1)), 2, 2),
    "cur_line3": (((0, 0), (1, 0), (2, 0)), 4, 0),
    "cur_line4": (((0, 0), (1, 0), (2, 0), (3, 0)), 4, 0),
    "cur_hook4": (((0, 0), (1, 0), (2, 0), (2, 1)), 4, 4),
    "cur_diag4": (((0, 0), (1, -1), (2, -2), (3, -3)), 4, 0),
    "cur_zig4": (((0, 0), (1, 0), (1, 1), (2, 1)), 4, 4),
    "cur_bend5": (((0, 0), (1, 0), (2, 0), (2, 1), (2, 2)), 4, 4),
}

# Section "Adventure cards": type, shape, row, column, solo axis.
CARDS: dict[str, tuple[str, str, int, str, str]] = {
    "kraken": ("monster", "corner3", 2, "J", ""),
    "leviathan": ("monster", "line3", 8, "F", ""),
    "sea_serpent": ("monster", "line2", 5, "P", ""),
    "abyssal_hydra": ("monster", "diag2", 12, "L", ""),
    "white_whale": ("monster", "line2", 10, "D", ""),
    "giant_squid": ("monster", "line2", 14, "N", ""),
    "maelstrom": ("peril", "corner3", 11, "G", ""),
    "waterspout": ("peril", "diag2", 13, "I", ""),
    "tempest": ("peril", "line3", 4, "M", ""),
    "rogue_wave": ("peril", "line2", 7, "C", ""),
    "haunted_fog": ("peril", "line2", 9, "Q", ""),
    "hurricane": ("peril", "chevron3", 3, "K", ""),
    "open_sea_stream": ("current", "cur_line4", 6, "H", ""),
    "countercurrent": ("current", "cur_hook4", 4, "E", ""),
    "drift": ("current", "cur_diag4", 11, "O", ""),
    "meander": ("current", "cur_zig4", 2, "M", ""),
    "tidal_race": ("current", "cur_line3", 12, "F", ""),
    "sea_river": ("current", "cur_bend5", 7, "N", ""),
    "reefs": ("rocks", "line2", 1, "D", "row"),
    "breakers": ("rocks", "corner3", 15, "H", "row"),
    "devils_teeth": ("rocks", "line3", 5, "B", "column"),
    "needles": ("rocks", "diag2", 10, "R", "column"),
    "skerries": ("rocks", "zigzag4", 14, "P", "row"),
    "shoal": ("rocks", "chevron3", 8, "J", "column"),
}

NEAR = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
SIDES = [(0, -1), (1, 0), (0, 1), (-1, 0)]


def point(name: str) -> Point:
    return ord(name[0]) - ord("A"), int(name[1:]) - 1


def name(where: Point) -> str:
    return f"{chr(ord('A') + where[0])}{where[1] + 1}"


def points(bits: int) -> set[Point]:
    return {point(each) for number, each in enumerate(CELL_NAMES) if bits >> number & 1}


def around(where: Point, steps: list[Point]) -> set[Point]:
    return {(where[0] + dx, where[1] + dy) for dx, dy in steps}


class Board:
    """What lies on a seat's board, as sets of points."""

    def __init__(self, p: RollingPosition, seat: int) -> None:
        own = p.captains[seat]
        signs = {(x, y): sign for y, row in enumerate(p.table.grid) for x, sign in enumerate(row)}
        self.sea = {where for where, sign in signs.items() if sign in ".X"}
        self.land = set(signs) - self.sea
        self.ports = [where for where, sign in signs.items() if sign == "P"]
        pirates = {where for where, sign in signs.items() if sign == "X"}
        self.trail = points(own.trail)
        self.rocks = points(own.rocks)
        self.monsters = points(own.monsters)
        self.perils = points(own.perils)
        self.currents = points(own.currents)
        self.ship = point(CELL_NAMES[own.cell]) if own.cell >= 0 else None
        marks = set().union(*(points(bits) for bits in own.marks))
        adventures = self.monsters | self.perils | self.currents
        self.blank = self.sea - pirates - self.trail - self.rocks - adventures - marks
        self.unmet = pirates - self.trail
        self.solo = p.seats == 1
        self.mirror = p.table.options["mirror_shapes"] == "true"
        # Exits of currents whose last cell is unused
        self.exits = set()
        for number in range(len(DRAWN)):
            if own.drawn[number] >= 0 and CARDS[DRAWN[number]][0] == "current":
                cells = p.table.drawings[number].cells[own.drawn[number]]
                path = [point(CELL_NAMES[each]) for each in cells]
                if path[-1] in self.currents:
                    self.exits.add(exit_of(path))

    def drawings(self, card: str) -> set[str]:
        """Every legal drawing of a card: the names of its cells in order."""
        kind, shape, row, letter, axis = CARDS[card]
        found = [path for path in self._shapes(shape) if self._fits(path, kind)]
        line, column = row - 1, ord(letter) - ord("A")
        if self.solo and kind == "rocks":
            found = self._solo(found, (column, line), axis)
        else:
            on_lines = [path for path in found if any(x == column or y == line for x, y in path)]
            found = on_lines or found
        return {" ".join(name(each) for each in path) for path in found}

    def _shapes(self, shape: str) -> list[list[Point]]:
        cells, turns, flips = SHAPES[shape]
        ways = [(turn, 1) for turn in range(turns)]
        if self.mirror:
            ways += [(turn, -1) for turn in range(flips)]
        made = []
        for x in range(19):
            for y in range(15):
                for turn, flip in ways:
                    path = []
                    for dx, dy in cells:
                        offset = (dx, dy * flip)
                        for _ in range(turn):
                            offset = (-offset[1], offset[0])
                        path.append((x + offset[0], y + offset[1]))
                    made.append(path)
        return made

    def _fits(self, path: list[Point], kind: str) -> bool:
        cells = set(path)
        if not cells <= self.blank:
            return False
        if kind == "current" and exit_of(path) not in self.sea - self.rocks:
            return False
        if kind == "rocks" and cells & self.exits:
            return False
        closed = self.rocks | self.perils | self.currents
        if kind != "monster":
            for port in self.ports:
                if not (around(port, SIDES) & self.sea) - closed - cells:
                    return False
        if self.ship is not None:
            taken = closed | self.monsters | self.unmet | cells
            if not (around(self.ship, NEAR) & self.sea) - taken:
                return False
        return kind != "rocks" or one_region(self.sea - self.rocks - cells)

    def _solo(self, found: list[list[Point]], crossing: Point, axis: str) -> list[list[Point]]:
        over_it = [path for path in found if crossing in path]
        if over_it:
            return over_it
        first = 1 if axis == "row" else 0
        for index in (first, 1 - first):
            far = {}
            for number, path in enumerate(found):
                on_axis = [cell for cell in path if cell[index] == crossing[index]]
                if on_axis:
                    far[number] = min(king(cell, crossing) for cell in on_axis)
            if far:
                nearest = min(far.values())
                return [found[number] for number, steps in far.items() if steps == nearest]
        return found

    def hiding_places(self) -> set[str]:
        """Where an ambush may be laid."""
        assert self.ship is not None
        return {name(each) for each in self.blank if not self.sees(each)}

    def sees(self, where: Point) -> bool:
        assert self.ship is not None
        if king(self.ship, where) >= 4:
            return False
        (x0, x1), (y0, y1) = (sorted(pair) for pair in zip(self.ship, where, strict=True))
        between = {(x, y) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1)}
        return not any(crosses(self.ship, where, cell) for cell in self.land & between)


def king(one: Point, other: Point) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def exit_of(path: list[Point]) -> Point:
    (x0, y0), (x1, y1) = path[-2:]
    return 2 * x1 - x0, 2 * y1 - y0


def one_region(sea: set[Point]) -> bool:
    reached: set[Point] = set()
    waiting = [next(iter(sea))]
    while waiting:
        where = waiting.pop()
        if where in sea and where not in reached:
            reached.add(where)
            waiting += around(where, NEAR)
    return reached == sea


def crosses(start: Point, goal: Point, cell: Point) -> bool:
    """Whether a segment runs through the inside of a cell: clip it to the closed square, then
    see whether the middle of what is left lies inside."""
    low, high = Fraction(0), Fraction(1)
    for axis in (0, 1):
        step = goal[axis] - start[axis]
        near = Fraction(2 * cell[axis] - 1, 2) - start[axis]
        far = Fraction(2 * cell[axis] + 1, 2) - start[axis]
        if step == 0:
            if near > 0 or far < 0:
                return False
            continue
        one, two = sorted((near / step, far / step))
        low, high = max(low, one), min(high, two)
    if low >= high:
        return False
    half = (low + high) / 2
    return all(
        abs(start[axis] + half * (goal[axis] - start[axis]) - cell[axis]) < Fraction(1, 2)
        for axis in (0, 1)
    )
