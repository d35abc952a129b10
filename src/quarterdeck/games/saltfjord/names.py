"""The fixed vocabulary: ids of goods, icons, tiles, tracks and tokens, in canonical order.

Everything here is an index into those orders; numbers from the box live in components.toml.
"""

from __future__ import annotations

from typing import Final

# Goods from the top of the storage board to its bottom.
GOODS: Final = ("gold", "planks", "cloth", "paper", "wood", "wool", "pulp", "fish")
GOLD: Final = 0
PLANKS: Final = 1
CLOTH: Final = 2
PAPER: Final = 3
WOOD: Final = 4
WOOL: Final = 5
PULP: Final = 6
FISH: Final = 7
KINDS: Final = 8
BASICS: Final = ("wood", "wool", "pulp")
BASIC_COUNT: Final = 3
# Fish 0, basic 1, advanced 2, gold 3.
TIER: Final = [3, 2, 2, 2, 1, 1, 1, 0]

# A village: 6 x 6 cells in reading order.
SIDE: Final = 6
CELLS: Final = 36
CELL_NAMES: Final = tuple(f"r{row + 1}c{column + 1}" for row in range(6) for column in range(6))
NO_CELL: Final = -1
SNOWFLAKE_CELLS: Final = (14, 15, 20, 21)
TURNS: Final = 4  # of a tile
SIDES: Final = ("side_a", "skarvoya", "furuvik", "handelsnes", "verkstad")

# What a cell shows. Goods icons follow the order of GOODS; from WALK on: boardwalks.
EMPTY: Final = 0
FISH_ICON: Final = 1
FIRST_GOODS_ICON: Final = 2
UPGRADE: Final = 9
ORDER: Final = 10
TECH: Final = 11
FISHING: Final = 12
BUILD_SMALL: Final = 13
ORDER_OR_TECH: Final = 14
FISHING_OR_BUILD: Final = 15
WALK: Final = 16
ICONS: Final = (
    "empty",
    "fish2",
    "gold",
    "planks",
    "cloth",
    "paper",
    "wood",
    "wool",
    "pulp",
    "upgrade",
    "order",
    "tech",
    "fishing",
    "build_small",
    "order_or_tech",
    "fishing_or_build",
)
# The one-cell building of a tavern is an action too, though no cell shows it.
BUILD_SINGLE: Final = 100

SHAPES: Final = ("single", "domino", "straight3", "corner3")
SINGLE: Final = 0
DOMINO: Final = 1
STACKS: Final = (
    "single_1",
    "single_2",
    "domino_1",
    "domino_2",
    "straight_1",
    "straight_2",
    "corner_1",
    "corner_2",
)
STACKS_PER_SHAPE: Final = 2
FIRST_LARGE_STACK: Final = 4
TILES: Final = (
    tuple(f"s{n:02d}" for n in range(1, 7))
    + tuple(f"d{n:02d}" for n in range(1, 21))
    + tuple(f"i{n:02d}" for n in range(1, 21))
    + tuple(f"l{n:02d}" for n in range(1, 21))
)
TILE_COUNT: Final = 66
NO_TILE: Final = -1
START_TILE: Final = 100  # starting buildings are no tiles of the stacks
SETS: Final = 4
START_BUILDINGS: Final = ("sb1", "sb2", "sb3", "sb4")
START_RESOURCES: Final = ("sr1", "sr2", "sr3", "sr4")

CRATES: Final = (*tuple(f"k{n:02d}" for n in range(1, 45)), "ks1", "ks2", "ks3", "ks4")
CRATE_COUNT: Final = 48
ORDINARY_CRATES: Final = 44
NO_CRATE: Final = -1
CRATE_STACKS: Final = 4
QUAYS: Final = ("quay_1", "quay_2", "quay_3", "quay_4")
QUAY_COUNT: Final = 4

TRACKS: Final = ("craft", "carpentry", "logistics", "fishing")
CRAFT: Final = 0
CARPENTRY: Final = 1
LOGISTICS: Final = 2
FISHING_TRACK: Final = 3
TRACK_COUNT: Final = 4
TOP: Final = 4

ABILITIES: Final = (
    "barter",
    "smokehouse",
    "pilot",
    "foreman",
    "dory",
    "shipwright",
    "broker",
    "surveyor",
)
BARTER: Final = 0
SMOKEHOUSE: Final = 1
PILOT: Final = 2
FOREMAN: Final = 3
DORY: Final = 4
SHIPWRIGHT: Final = 5
BROKER: Final = 6
SURVEYOR: Final = 7

SCORE_TILES: Final = (
    "score_large",
    "score_small",
    "score_rows",
    "score_crates",
    "score_best_quay",
    "score_tech",
    "score_actions",
    "score_tokens",
    "score_people",
    "score_now_points",
    "score_now_fishing",
)
SCORE_NOW_POINTS: Final = 9
SCORE_NOW_FISHING: Final = 10

TOKENS: Final = (
    "t1_fish3",
    "t1_fish2_points1",
    "t1_wood_fish",
    "t1_wool_fish",
    "t1_pulp_fish",
    "t1_points2",
    "t2_cloth_points1",
    "t2_paper_points1",
    "t2_points3",
    "t2_fish3_points1",
    "t2_planks_fish",
    "t3_points5",
    "t3_points4_fish2",
    "t3_gold_points2",
    "t3_planks_points3",
    "t3_points6",
)
TOKEN_COUNT: Final = 16
NO_TOKEN: Final = -1
ZONES: Final = 4
TOKEN_TYPES: Final = 3
BOAT_SPACES: Final = 4
DOUBLE_SPACE: Final = 3

COLOURS: Final = ("white", "orange")
COLOUR_COUNT: Final = 2
WHITE: Final = 0
ORANGE: Final = 1
FACES: Final = 6

# What stands on a building: nothing, a worker, or a die (colour and face).
NOTHING: Final = 0
WORKER_PIECE: Final = 1
FIRST_DIE_PIECE: Final = 10

TAVERNS: Final = ("tavern_1", "tavern_2", "tavern_3", "tavern_4", "tavern_5")
TAVERN_FISHING: Final = 0
TAVERN_TECH: Final = 1
TAVERN_ORDER: Final = 2
TAVERN_SINGLE: Final = 3
TAVERN_TWO_FISHINGS: Final = 4
NOT_RETIRED: Final = -1
ROUNDS: Final = 3

# Points by where they come from; what is counted at the end only is not among them.
SOURCES: Final = ("zones", "tokens", "boardwalks", "quays", "score_tiles_immediate")
FROM_ZONES: Final = 0
FROM_TOKENS: Final = 1
FROM_BOARDWALKS: Final = 2
FROM_QUAYS: Final = 3
FROM_SCORE_TILES: Final = 4
SOURCE_COUNT: Final = 5

CARTS: Final = 2  # of each player
# Where a cart is when it is not on a cell of the village.
NO_CART: Final = -2
CART_ON_TILE: Final = -1
CART_WAYS: Final = ("stay", "up", "down", "left", "right")

# What a won solo game earns; the first one is no medal.
MEDALS: Final = ("none", "bronze", "silver", "gold_medal", "platinum", "palladium")


def die_piece(colour: int, face: int) -> int:
    """A die as it stands on a building."""
    return FIRST_DIE_PIECE + colour * FACES + face - 1


def stacks_of(shape: int) -> range:
    """The stacks that hold tiles of a shape."""
    return range(shape * STACKS_PER_SHAPE, (shape + 1) * STACKS_PER_SHAPE)


def shape_in(stack: int) -> int:
    """The shape of the tiles in a stack."""
    return stack // STACKS_PER_SHAPE
