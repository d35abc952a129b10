"""Villages filled with tiles: every empty cell but those a test needs."""

from __future__ import annotations

from quarterdeck.games.saltfjord.names import CELL_NAMES, CELLS, SHAPES, TILES
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.village import Placement
from tests.saltfjord.scenario import building, player

LARGEST_FIRST = tuple(reversed(range(len(SHAPES))))


def fill(p: SaltfjordPosition, seat: int, but: str, start: str = "sb1 r3c3 0") -> None:
    """Lay tiles without boardwalks on all empty cells but the named ones, large tiles first."""
    player(p, seat, start=start)
    left = {place for place in range(CELLS) if not p.icon(seat, place)}
    plan = _cover(p, frozenset(left - {CELL_NAMES.index(name) for name in but.split()}))
    assert plan is not None, "these cells cannot be covered"
    spare = _plain_tiles(p)
    for shape, placement in plan:
        building(p, seat, spare[shape].pop(), CELL_NAMES[placement.anchor], placement.turn)


def _plain_tiles(p: SaltfjordPosition) -> list[list[str]]:
    plain: list[list[str]] = [[] for _ in SHAPES]
    for number, tile in enumerate(p.table.box.tiles):
        if max(tile.icons) < 16 and not p.tiles_seen >> number & 1:
            plain[tile.shape].append(TILES[number])
    return plain


Plan = list[tuple[int, Placement]]


def _cover(p: SaltfjordPosition, cells: frozenset[int], singles: int = 0) -> Plan | None:
    if not cells:
        return []
    first = min(cells)
    for shape in LARGEST_FIRST:
        if shape == 0 and singles == 6:
            continue
        for placement in p.table.placements[shape]:
            if first in placement.cells and cells.issuperset(placement.cells):
                rest = _cover(p, cells.difference(placement.cells), singles + (shape == 0))
                if rest is not None:
                    return [(shape, placement), *rest]
    return None
