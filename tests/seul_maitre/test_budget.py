"""Where a landscape tile may go, against the words of SM-2.4 to SM-2.10 written down once more.

`Table` shares nothing with the engine: cells are (row, column), land is a set of edge letters.
Greedy builders bring every part of the coast budget to bear.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from quarterdeck.games.seul_maitre import RULES
from quarterdeck.games.seul_maitre.actions import OUTCOMES
from quarterdeck.games.seul_maitre.names import CELL_NAMES, FIRST_LANDSCAPE, NO_TILE, TILES
from quarterdeck.games.seul_maitre.obstacles import TOO_FEW_FREE_CORNERS
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.setup import LayTile
from quarterdeck.games.seul_maitre.steps.yard import yard_of
from quarterdeck.testing import rule
from tests.seul_maitre.scenario import lay_map

Cell = tuple[int, int]
Land = frozenset[str]

EDGES = "nesw"
STEP = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
OPPOSITE = {"n": "s", "s": "n", "e": "w", "w": "e"}
CORNERS: list[Cell] = [(0, 0), (0, 4), (4, 0), (4, 4)]
INNER: list[Cell] = [(1, 1), (1, 3), (3, 1), (3, 3)]
A_CELLS: list[Cell] = [(0, 2), (2, 4), (4, 2), (2, 0)]
CELLS: list[Cell] = [(row, column) for row in range(5) for column in range(5)]
OPEN, SINGLE, DOUBLE = "open", "single", "double"


def kind(tile: str) -> str:
    if tile.startswith(("open", "gale", "isle")):
        return OPEN
    return DOUBLE if tile.startswith("bay") else SINGLE


def land_of(tile: str, quarters: int) -> Land:
    unturned = "" if tile == "centre" else {OPEN: "", SINGLE: "n", DOUBLE: "ne"}[kind(tile)]
    return frozenset(EDGES[(EDGES.index(edge) + quarters) % 4] for edge in unturned)


def beside(cell: Cell, edge: str) -> Cell:
    return cell[0] + STEP[edge][0], cell[1] + STEP[edge][1]


class Table:
    """A map under way: the land of the cells laid, and the landscape tiles that are left."""

    def __init__(self, p: MasterPosition) -> None:
        laid = zip(CELLS, p.tiles, p.turns, strict=True)
        self.land = {c: land_of(TILES[t], turned) for c, t, turned in laid if t != NO_TILE}
        self.left = [name for name in TILES[FIRST_LANDSCAPE:] if TILES.index(name) not in p.tiles]

    def demand(self, cell: Cell) -> int:
        """Placed neighbours that show land to an empty cell."""
        near = [(beside(cell, edge), OPPOSITE[edge]) for edge in EDGES]
        return sum(1 for other, edge in near if edge in self.land.get(other, ()))

    def may_be_filled(self, cell: Cell) -> bool:
        """SM-2.4, SM-2.7, SM-2.8"""
        if cell in self.land or cell in CORNERS:
            return False
        placed = sum(1 for edge in EDGES if beside(cell, edge) in self.land)
        return placed >= (1 if cell in A_CELLS else 2)

    def matches(self, cell: Cell, land: Land) -> bool:
        """SM-2.5, SM-2.6"""
        near = {edge: self.land.get(beside(cell, edge)) for edge in EDGES}
        return all(
            other is None or (edge in land) == (OPPOSITE[edge] in other)
            for edge, other in near.items()
        )

    def overdrawn_by(self, cell: Cell, land: Land, tile: str) -> dict[str, int]:
        """By how much each part of the budget is overdrawn then; all right up to 0.  SM-2.10"""
        self.land[cell] = land
        self.left.remove(tile)
        left = Counter(kind(each) for each in self.left)
        demand = {each: self.demand(each) for each in CELLS if each not in self.land}
        demanded = [each for each in demand if demand[each] == 1 and each not in CORNERS]
        calm = [each for each in INNER if demand.get(each) == 0]
        free = [
            corner
            for corner in CORNERS
            if demand.get(corner) == 0
            and any(demand.get(beside(corner, edge)) == 0 for edge in EDGES)
        ]
        self.left.append(tile)
        del self.land[cell]
        return {
            "a": max(demand.values()) - 1,
            "b": len(demanded) - left[SINGLE],
            "c": len(calm) - left[OPEN],
            "d": left[DOUBLE] - len(free),
        }

    def ways(self) -> dict[str, dict[str, int]]:
        """Every way to lay a tile that matches, with what it does to the budget."""
        return {
            f"lay {tile} r{cell[0]}c{cell[1]} {quarters}": self.overdrawn_by(cell, land, tile)
            for tile in sorted(self.left, key=TILES.index)
            for cell in CELLS
            if self.may_be_filled(cell)
            for quarters in range(1 if kind(tile) == OPEN else 4)
            if self.matches(cell, land := land_of(tile, quarters))
        }


@rule("SM-2.4", "SM-2.5", "SM-2.6", "SM-2.7", "SM-2.8", "SM-2.9", "SM-2.10", "SM-2.16")
@pytest.mark.parametrize("part", ["a", "b", "c", "d"])
def test_legal_placements_are_those_of_the_rules(part: str) -> None:
    """A builder who goes to the limit of one part of the budget, and would go beyond."""
    refused: set[str] = set()
    for seed in range(6):
        random = Random(seed)
        p = RULES.start(2, {"map_mode": "random"})
        while p.round == 0:
            codes = [code for code, _ in p.outcomes()]
            if isinstance(p.stack[-1], LayTile):
                ways = Table(p).ways()
                legal = [way for way, parts in ways.items() if max(parts.values()) <= 0]
                assert [OUTCOMES.notation(code) for code in codes] == legal
                over = [{name for name in parts if parts[name] > 0} for parts in ways.values()]
                refused |= {name for names in over if len(names) == 1 for name in names}
                worst = max(ways[way][part] for way in legal)
                codes = [OUTCOMES.parse(way) for way in legal if ways[way][part] == worst]
            p.deal(random.choice(codes))
    assert part in refused, "it alone has forbidden something"


# Both bays are left. The north-western corner is closed in, and beside the north-eastern one a
# cell is left, but it demands land: both corners in the south must stay free.
TWO_CORNERS = """
-          open_2@0   open_1@0  isle_1@0  -
open_4@0   coast_3@1  lair_1@3  isle_2@0  -
coast_1@1  coast_4@3  centre@0  head_1@2  coast_2@0
-          lair_2@1   head_2@3  -         -
-          open_3@0   gale_1@0  -         -
"""


@rule("SM-2.10")
def test_a_corner_beside_a_demanding_cell_is_not_free() -> None:
    p = RULES.blank(*RULES.checked_setup(2, {}))
    p.set_up()
    lay_map(p, TWO_CORNERS)
    open_sea = p.table.shape[TILES.index("gale_2")]
    assert yard_of(p).obstacle(CELL_NAMES.index("r3c0"), open_sea, 0) == TOO_FEW_FREE_CORNERS
    assert yard_of(p).placements(open_sea) == []
