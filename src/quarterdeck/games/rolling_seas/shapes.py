"""The shapes of the adventure cards as a component file gives them: read and checked."""

from __future__ import annotations

from quarterdeck.kernel.componentfile import ComponentFile

CURRENTS = "cur_"  # what the names of shapes begin with that flow from cell to cell

Cells = list[tuple[int, int]]


class Shape:
    """The cells of a shape from its anchor, and how often it can be turned and flipped."""

    def __init__(
        self, name: str, east: list[int], south: list[int], turns: int, flips: int
    ) -> None:
        self.name = name
        self.east = east
        self.south = south
        self.turns = turns
        self.flips = flips


def read(file: ComponentFile, name: str) -> Shape:
    """One shape of the file.  RS-6.3, RS-6.4, RS-7.4"""
    path = f"shape.{name}"
    east = file.integers(f"{path}.east", -9, 9)
    south = file.integers(f"{path}.south", -9, 9, len(east))
    cells = list(zip(east, south, strict=True))
    flows = name.startswith(CURRENTS)
    turns = file.integer(f"{path}.turns", 1, 4)
    flips = file.integer(f"{path}.flips", 0, 4)
    if _is_drawable(file, path, cells, flows):
        wanted_turns, wanted_flips = _different(cells, flows)
        for key, value, wanted in (("turns", turns, wanted_turns), ("flips", flips, wanted_flips)):
            if value != wanted:
                file.problem("range", f"{path}.{key}", value=value, low=wanted, high=wanted)
    return Shape(name, east, south, turns, flips)


def _is_drawable(file: ComponentFile, path: str, cells: Cells, flows: bool) -> bool:
    """Whether a shape is one piece that starts at its anchor; what is wrong is reported."""
    before = len(file.problems)
    if cells[0] != (0, 0):
        file.problem("anchor", path)
    if flows and len(cells) < 2:
        file.problem("short_current", path)
    for number, cell in enumerate(cells[1:], 2):
        earlier = cells[: number - 1]
        if cell in earlier:
            file.problem("overlap", path, number=number)
        elif flows and not _touch(cell, earlier[-1]):
            file.problem("flow_gap", path, number=number)
        elif not any(_touch(cell, other) for other in earlier):
            file.problem("gap", path, number=number)
    return len(file.problems) == before


def _touch(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def _different(cells: Cells, flows: bool) -> tuple[int, int]:
    """How many quarter turns give different drawings, and how many more of the flipped shape."""
    plain = {_laid(cells, quarters, flows) for quarters in range(4)}
    over = [(east, -south) for east, south in cells]
    flipped = {_laid(over, quarters, flows) for quarters in range(4)}
    return len(plain), len(flipped - plain)


def _laid(cells: Cells, quarters: int, flows: bool) -> tuple[tuple[int, int], ...]:
    """A drawing, wherever it lies: of a current the order of the cells counts, of others not."""
    for _ in range(quarters):
        cells = [(-south, east) for east, south in cells]
    if flows:
        return tuple(cells)
    west, north = min(east for east, _ in cells), min(south for _, south in cells)
    return tuple(sorted((east - west, south - north) for east, south in cells))
