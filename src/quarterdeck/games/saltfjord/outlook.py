"""What a village promises: goods and actions of its lines for the dice to come, and boardwalks."""

from __future__ import annotations

from typing import Final

from quarterdeck.games.saltfjord.components import Layout
from quarterdeck.games.saltfjord.names import (
    BUILD_SMALL,
    CELLS,
    EMPTY,
    FIRST_GOODS_ICON,
    FISH,
    FISH_ICON,
    FISHING,
    FISHING_OR_BUILD,
    KINDS,
    NOTHING,
    ORDER,
    ORDER_OR_TECH,
    SIDE,
    TECH,
    TIER,
    UPGRADE,
    WALK,
)
from quarterdeck.games.saltfjord.village import LINES

# Goods are worth more than their sale while there are dice enough to make use of them
USEFUL: Final = [0.1, 0.3, 0.55, 0.8]
DICE_TO_USE: Final = 6.0
# What an action is worth beyond its cost; what is built needs the rest of the game to pay
UPGRADE_WORTH: Final = 0.65
ORDER_WORTH: Final = 2.2
TECH_WORTH: Final = 2.0
FISHING_WORTH: Final = 2.2
BUILD_WORTH: Final = 2.2
DICE_TO_BUILD: Final = 9.0
# What it is worth to have the choice
EITHER: Final = 0.5
# Of six lines from best to worst, how often a die goes along each; in the present round the
# best of the dice that lie there
AHEAD: Final = [0.32, 0.25, 0.19, 0.12, 0.08, 0.04]
NEAR: Final = [0.5, 0.3, 0.2, 0.0, 0.0, 0.0]
# How likely a line is completed with so many cells missing, while there are dice enough
COMPLETION: Final = [0.0, 0.75, 0.52, 0.3, 0.16, 0.08, 0.04]
DICE_TO_COMPLETE: Final = 7.0


# Solo: icons that help a special tile are worth more
HELP: Final = 1.5
# In the order of the score tiles
HELPS: Final[list[list[int]]] = [
    [],
    [BUILD_SMALL, FISHING_OR_BUILD],
    [BUILD_SMALL, FISHING_OR_BUILD],
    [ORDER, ORDER_OR_TECH],
    [ORDER, ORDER_OR_TECH],
    [TECH, ORDER_OR_TECH],
    [BUILD_SMALL, FISHING_OR_BUILD],
    [FISHING, FISHING_OR_BUILD],
    [TECH, ORDER_OR_TECH],
]


class Prices:
    """What things are worth with so many dice left to take."""

    def __init__(self, table: Layout, left: int, special_tiles: list[int]) -> None:
        self.table = table
        box = table.box
        useful = min(1.0, left / DICE_TO_USE)
        self.goods = [
            table.sells_for[kind] / box.fish_per_point + USEFUL[TIER[kind]] * useful
            for kind in range(KINDS)
        ]
        self.fish = self.goods[FISH]
        self.upgrade = max(self.fish, UPGRADE_WORTH * (0.6 + 0.4 * useful))
        self.fishing = FISHING_WORTH
        building = BUILD_WORTH * min(1.0, (left + 1) / DICE_TO_BUILD)
        self.icon = [0.0] * WALK
        self.icon[FISH_ICON] = box.fish_icon * self.fish
        for kind in range(FISH):
            self.icon[FIRST_GOODS_ICON + kind] = self.goods[kind]
        self.icon[UPGRADE] = self.upgrade
        self.icon[ORDER] = ORDER_WORTH
        self.icon[TECH] = TECH_WORTH
        self.icon[FISHING] = FISHING_WORTH
        self.icon[BUILD_SMALL] = building
        self.icon[ORDER_OR_TECH] = max(ORDER_WORTH, TECH_WORTH) + EITHER
        self.icon[FISHING_OR_BUILD] = max(building, FISHING_WORTH) + EITHER
        for tile in special_tiles:
            for icon in HELPS[tile]:
                self.icon[icon] += HELP
        self.walk = [0.0] * WALK
        for walk in box.walks:
            self.walk.append(
                walk.points
                + walk.upgrades * self.upgrade
                + walk.fishing * self.fishing
                + sum(walk.goods[kind] * self.goods[kind] for kind in range(KINDS))
            )
            self.icon.append(0.0)
        self.completion = [chance * min(1.0, left / DICE_TO_COMPLETE) for chance in COMPLETION]


def find_prices(table: Layout, left: int, special_tiles: list[int]) -> Prices:
    """The same for everybody, so they are kept."""
    known = _PRICES.get(table)
    if known is None:
        if len(_PRICES) >= MOST_TABLES:
            _PRICES.clear()
        known = _PRICES[table] = {}
    key = left
    for tile in special_tiles:
        key += MOST_DICE << tile
    found = known.get(key)
    if found is None:
        if len(known) >= MOST_PRICES:
            known.clear()
        found = known[key] = Prices(table, left, special_tiles)
    return found


# By table; then by dice left and special tiles, as bits above those
_PRICES: Final[dict[Layout, dict[int, Prices]]] = {}
MOST_DICE: Final = 64
MOST_TABLES: Final = 50
MOST_PRICES: Final = 100


def line_sums(cells: list[float]) -> list[float]:
    """Sums by column, then by row. Columns are written out, so that one pass is enough."""
    sum_1 = sum_2 = sum_3 = sum_4 = sum_5 = sum_6 = 0.0
    rows: list[float] = []
    for first in range(0, CELLS, SIDE):
        cell_1 = cells[first]
        cell_2 = cells[first + 1]
        cell_3 = cells[first + 2]
        cell_4 = cells[first + 3]
        cell_5 = cells[first + 4]
        cell_6 = cells[first + 5]
        sum_1 += cell_1
        sum_2 += cell_2
        sum_3 += cell_3
        sum_4 += cell_4
        sum_5 += cell_5
        sum_6 += cell_6
        rows.append(cell_1 + cell_2 + cell_3 + cell_4 + cell_5 + cell_6)
    return [sum_1, sum_2, sum_3, sum_4, sum_5, sum_6] + rows  # noqa: RUF005


def count_missing(icons: list[int]) -> list[int]:
    """How many cells are empty, by column, then by row."""
    counts: list[int] = []
    for line in LINES:
        missing = 0
        for cell in line:
            if icons[cell] == EMPTY:
                missing += 1
        counts.append(missing)
    return counts


def usual(lines: list[float], often: list[float]) -> float:
    """What a die brings that goes along the better lines more often."""
    found = 0.0
    for line, share in zip(sorted(lines, reverse=True), often, strict=True):
        found += line * share
    return found


def village_ahead(icons: list[int], prices: Prices, white: int, orange: int) -> float:
    """Dice of later rounds, and boardwalks of lines that may be completed."""
    value = prices.icon
    sums = line_sums([value[icon] for icon in icons])
    found = white * usual(sums[:SIDE], AHEAD) + orange * usual(sums[SIDE:], AHEAD)
    return found + boardwalks(icons, prices)


def boardwalks(icons: list[int], prices: Prices) -> float:
    value = prices.walk
    pays = line_sums([value[icon] for icon in icons])
    found = 0.0
    for line, missing in enumerate(count_missing(icons)):
        found += pays[line] * prices.completion[missing]
    return found


def village_now(
    icons: list[int], pieces: list[int], prices: Prices, white: int, orange: int, far: list[int]
) -> float:
    """Dice of this round; `far`: how far each line is from the nearest die that lies there."""
    value = prices.icon
    sums = line_sums(
        [
            value[icon] if piece == NOTHING else 0.0
            for icon, piece in zip(icons, pieces, strict=True)
        ]
    )
    for line, distance in enumerate(far):
        sums[line] -= distance * prices.fish
    return white * usual(sums[:SIDE], NEAR) + orange * usual(sums[SIDE:], NEAR)
