"""Solo: how far the special score tiles are from what they must be worth."""

from __future__ import annotations

from typing import Final

from quarterdeck.games.saltfjord.names import CARPENTRY, CELLS, CRAFT, EMPTY, SCORE_TILES, SIDE
from quarterdeck.games.saltfjord.outlook import COMPLETION
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.scoring import tile_worth

# What it is worth to bring a special tile to its threshold
SPECIAL: Final = 60.0
# How far room for a building, a row begun, or a level on the way to a worker or an ability counts
ROOM: Final = 0.7
HALF_WAY: Final = 0.5
BEGUN: Final = 0.8
LARGE: Final = SCORE_TILES.index("score_large")
SMALL: Final = SCORE_TILES.index("score_small")
ROWS: Final = SCORE_TILES.index("score_rows")
CRATES: Final = SCORE_TILES.index("score_crates")
BEST_QUAY: Final = SCORE_TILES.index("score_best_quay")
PEOPLE: Final = SCORE_TILES.index("score_people")


def special(p: SaltfjordPosition, seat: int, tile: int, left: int) -> float:
    """A special tile counts, and must come to its threshold."""
    now = tile_worth(p, seat, tile)
    counted = now if p.table.options["solo_special_scoring"] == "counted" else 0
    soon = now + (prospect(p, seat, tile, now) if left else 0.0)
    return counted + SPECIAL * min(1.0, soon / p.table.box.threshold)


def prospect(p: SaltfjordPosition, seat: int, tile: int, now: int) -> float:
    """What work begun will add to a special tile."""
    box = p.table.box
    icons = p.village(seat)
    if tile in (LARGE, SMALL):
        points = box.score_large if tile == LARGE else box.score_small
        missing = -(-max(0, box.threshold - now) // points)
        return ROOM * points * min(missing, room_for(icons, 3 if tile == LARGE else 2))
    if tile == ROWS:
        chances = sorted(
            COMPLETION[icons[row : row + SIDE].count(EMPTY)] for row in range(0, CELLS, SIDE)
        )
        missing = -(-max(0, box.threshold - now) // box.score_rows)
        return BEGUN * box.score_rows * sum(chances[SIDE - min(missing, SIDE) :])
    if tile == PEOPLE:
        on_the_way = (p.level(seat, CRAFT) == 1) + (p.level(seat, CARPENTRY) == 1)
        return HALF_WAY * box.score_people * on_the_way
    return 0.0


def room_for(icons: list[int], size: int) -> int:
    """About how many tiles of so many cells fit into the empty ones."""
    free = {cell for cell in range(CELLS) if icons[cell] == EMPTY}
    rooms = 0
    while free:
        area = [free.pop()]
        for cell in area:
            beside = [cell - SIDE, cell + SIDE]
            if cell % SIDE:
                beside.append(cell - 1)
            if cell % SIDE < SIDE - 1:
                beside.append(cell + 1)
            for other in beside:
                if other in free:
                    free.remove(other)
                    area.append(other)
        rooms += len(area) // size
    return rooms


def order_wish(p: SaltfjordPosition, seat: int) -> float:
    """What another crate adds to the special tiles."""
    box = p.table.box
    found = 0.0
    for tile in p.special_tiles:
        if tile in (CRATES, BEST_QUAY) and tile_worth(p, seat, tile) < box.threshold:
            points = box.score_crates if tile == CRATES else box.score_best_quay
            found += points * (1 + SPECIAL / box.threshold)
    return found
