"""Building tiles, where they may lie, and the lines they complete."""

from __future__ import annotations

from random import Random

import pytest

from quarterdeck.games.saltfjord.names import CELL_NAMES, DOMINO, TILES
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.steps.building import open_placements
from quarterdeck.testing import rule
from tests.saltfjord.filling import fill
from tests.saltfjord.scenario import (
    A,
    asked,
    building,
    chances,
    deal,
    deal_any,
    fjord,
    icon,
    offered,
    options,
    play,
    player,
    points,
    refused,
    store,
    tiles,
    turn,
)

# Cells of the turned tiles, from the table of shapes: rows and columns from the anchor.
TURNED = {
    "single": [[(0, 0)]] * 4,
    "domino": [[(0, 0), (0, 1)], [(0, 0), (1, 0)], [(0, 1), (0, 0)], [(1, 0), (0, 0)]],
    "straight": [
        [(0, 0), (0, 1), (0, 2)],
        [(0, 0), (1, 0), (2, 0)],
        [(0, 2), (0, 1), (0, 0)],
        [(2, 0), (1, 0), (0, 0)],
    ],
    "corner": [
        [(0, 0), (1, 0), (1, 1)],
        [(0, 1), (0, 0), (1, 0)],
        [(1, 1), (0, 1), (0, 0)],
        [(1, 0), (1, 1), (0, 1)],
    ],
}
PARTS = {
    "s03": "upgrade",
    "d05": "wood order",
    "d15": "planks walk_fish2",
    "i01": "cloth order walk_fish2",
    "l11": "fish2 pulp tech",
}


def building_small(goods: str = "", tech: str = "") -> SaltfjordPosition:
    """A worker is on the building that builds small ones."""
    p = fjord()
    player(p, A, goods=goods, tech=tech)
    tiles(p, "domino_1", "d05")
    tiles(p, "domino_2", "d01")
    return play(turn(p, A), A, "worker r2c5")


def placing(tile: str, *laid: tuple[str, str, int]) -> SaltfjordPosition:
    """Seat A is about to place this tile on a village with these ones."""
    p = fjord()
    player(p, A, goods="1 wood 1 planks", start="sb1 r3c3 0")
    for name, anchor, quarter in laid:
        building(p, A, name, anchor, quarter)
    stack = {"s": "single_1", "d": "domino_1", "i": "straight_1", "l": "corner_1"}[tile[0]]
    tiles(p, stack, tile)
    turn(p, A)
    if stack == "single_1":
        return play(p, A, "retire tavern_4", "build single_1")
    if stack == "domino_1":
        return play(p, A, "worker r2c5", "build domino_1")
    return play(p, A, f"build_large {stack}")


def drawn(p: SaltfjordPosition) -> list[frozenset[tuple[str, str]]]:
    """What each placement on offer puts where, found by making it."""
    before = {name: icon(p, A, name) for name in CELL_NAMES}
    found = []
    for notation in options(p, A):
        after = play(p.clone(), A, notation)
        found.append(
            frozenset(
                (name, icon(after, A, name))
                for name in CELL_NAMES
                if icon(after, A, name) != before[name]
            )
        )
    return found


def possible(p: SaltfjordPosition, tile: str) -> set[frozenset[tuple[str, str]]]:
    """What the table of shapes allows on the empty cells of a village."""
    shape = {"s": "single", "d": "domino", "i": "straight", "l": "corner"}[tile[0]]
    empty = {name for name in CELL_NAMES if icon(p, A, name) == "empty"}
    found = set()
    for cells in TURNED[shape]:
        for row in range(1, 7):
            for column in range(1, 7):
                names = [f"r{row + down}c{column + right}" for down, right in cells]
                if empty.issuperset(names):
                    found.add(frozenset(zip(names, PARTS[tile].split(), strict=True)))
    return found


# Costs and stacks


@rule("SF-10.1")
def test_a_small_building_costs_a_wood_and_comes_from_a_domino_stack() -> None:
    p = building_small("1 wood")
    assert options(p, A) == ["build domino_1", "build domino_2", "decline"]
    play(p, A, "build domino_1", "place r5c1 0")
    assert store(p, A) == ""
    assert (icon(p, A, "r5c1"), icon(p, A, "r5c2")) == ("wood", "order")


@rule("SF-10.1", "SF-10.5")
@pytest.mark.parametrize(
    ("goods", "tech", "payable"),
    [
        ("2 fish", "", False),
        ("3 fish", "", True),
        ("2 fish", "carpentry 2", False),
        ("", "carpentry 3", True),
        ("", "carpentry 4", True),
    ],
)
def test_it_is_free_with_carpentry_3(goods: str, tech: str, payable: bool) -> None:
    p = building_small(goods, tech)
    # What cannot be done is declined without a question
    assert (asked(p, A) == "ActionChoice") == payable
    if payable:
        play(p, A, "build domino_2", "place r5c1 0")
        assert store(p, A) == ""


@rule("SF-10.2")
def test_one_cell_tiles_come_free_from_the_fourth_tavern() -> None:
    p = play(turn(fjord(), A), A, "retire tavern_4")
    assert options(p, A) == ["build single_1", "build single_2", "decline"]
    play(p, A, "build single_2", "place r1c2 0")
    assert icon(p, A, "r1c2") != "empty"
    assert store(p, A) == ""


@rule("SF-10.2")
def test_no_other_building_action_gives_one_cell_tiles() -> None:
    p = building_small("1 wood")
    assert refused(p, A, "build single_1") == "not_offered"
    p = turn(fjord(), A)
    assert options(p, A, "build_large", "build") == []


@rule("SF-10.5")
def test_a_chosen_tile_must_be_placed() -> None:
    p = play(building_small("1 wood"), A, "build domino_1")
    assert {notation.split()[0] for notation in options(p, A)} == {"place"}
    assert refused(p, A, "decline") == "not_offered"


@rule("SF-10.5")
def test_a_tile_without_room_cannot_be_chosen() -> None:
    p = fjord()
    player(p, A, goods="1 wood 1 planks")
    fill(p, A, "r1c2 r1c3 r6c5")
    turn(p, A)
    # Two cells beside each other and one apart: room for a domino, not for three cells
    assert options(p, A, "build_large") == []
    assert refused(p, A, "build_large corner_1") == "no_room SF-10.5"
    play(p, A, "worker r2c5")
    assert options(p, A, "build") == ["build domino_1", "build domino_2"]


@rule("SF-10.5")
def test_a_domino_without_room_cannot_be_chosen_though_a_single_can() -> None:
    p = fjord()
    player(p, A, goods="1 wood")
    fill(p, A, "r1c2 r6c5")
    turn(p, A)
    assert asked(play(p.clone(), A, "worker r2c5"), A) == "MainAction"
    play(p, A, "retire tavern_4")
    assert options(p, A, "build") == ["build single_1", "build single_2"]


@rule("SF-10.8")
def test_an_empty_stack_stays_empty_and_its_building_impossible() -> None:
    p = fjord(1)
    player(p, A, goods="2 wood 1 planks", tech="craft 2")
    tiles(p, "domino_1", "d01", left=1)
    tiles(p, "domino_2", None)
    for stack in ("straight_1", "straight_2", "corner_1", "corner_2"):
        tiles(p, stack, None)
    turn(p, A)
    assert refused(p, A, "build_large straight_1") == "stack_empty SF-10.8"
    assert options(p, A, "build_large") == []
    play(p, A, "worker r2c5")
    assert options(p, A, "build") == ["build domino_1"]
    play(p, A, "build domino_1", "place r5c1 0")
    assert not p.chance
    assert (p.tops[2], p.stack_left[2]) == (-1, 0)


# Places


@rule("SF-10.3", "SF-10.4")
@pytest.mark.parametrize("tile", PARTS)
def test_a_tile_may_lie_wherever_its_cells_are_empty(tile: str) -> None:
    p = placing(tile)
    found = drawn(p)
    assert len(set(found)) == len(found)
    assert set(found) == possible(p, tile)


@rule("SF-10.3", "SF-10.4")
@pytest.mark.parametrize("tile", PARTS)
def test_tiles_laid_earlier_are_in_the_way(tile: str) -> None:
    laid = [("l18", "r5c1", 0), ("d04", "r2c3", 0), ("s01", "r4c3", 0)]
    p = placing(tile, *laid)
    assert set(drawn(p)) == possible(p, tile)


@rule("SF-10.3")
def test_a_corner_is_never_flipped() -> None:
    p = placing("l11")
    # Turned copies of arm, corner, arm go anticlockwise round their corner, flipped ones do not
    arms = {"fish2", "pulp", "tech"}
    for parts in drawn(p):
        where = {shown: name for name, shown in parts}
        assert set(where) == arms
        (y0, x0), (y1, x1), (y2, x2) = (
            (int(where[shown][1]), int(where[shown][3])) for shown in ("fish2", "pulp", "tech")
        )
        assert (y0 - y1) * (x2 - x1) - (x0 - x1) * (y2 - y1) == -1


@rule("SF-10.4")
@pytest.mark.parametrize("name", ["r1c1", "r1c5", "r3c3", "r5c1"])
def test_printed_cells_and_tiles_are_not_covered(name: str) -> None:
    p = placing("s03", ("d01", "r5c1", 0))
    assert refused(p, A, f"place {name} 0") == "not_this_cell SF-10.4"


@rule("SF-10.4")
def test_snowflakes_left_over_are_ordinary_cells() -> None:
    p = placing("d05")
    assert "place r4c3 0" in options(p, A)
    play(p, A, "place r4c3 0")
    assert (icon(p, A, "r4c3"), icon(p, A, "r4c4")) == ("wood", "order")


@rule("SF-10.6")
def test_placements_that_look_the_same_are_one() -> None:
    p = placing("s03")
    assert len(options(p, A)) == 21
    # No tile of the box has two equal parts in this shape, an owner's may
    wood = p.table.icons_of[TILES.index("d05")][0]
    assert len(open_placements(p, A, DOMINO, [wood, wood])) == 19
    assert len(open_placements(p, A, DOMINO, [wood, wood + 1])) == 38


@rule("SF-10.7")
def test_the_next_tile_is_seen_after_the_placement() -> None:
    p = play(building_small("1 wood"), A, "build domino_1")
    assert p.tops[2] == TILES.index("d05")
    assert not p.chance
    p.play(A, p.legal(A)[0])
    assert p.tops[2] == -1
    unseen = {f"d{number:02d}" for number in range(1, 21)} - {"d05", "d01"}
    assert chances(p) == {f"tile domino_1 {tile}": 1 for tile in unseen}
    deal(p, "tile domino_1 d20")
    assert p.tops[2] == TILES.index("d20")


@rule("SF-10.9")
def test_the_new_cells_are_vacant_buildings_at_once() -> None:
    p = fjord()
    player(p, A, goods="1 wood", tech="craft 2")
    tiles(p, "domino_1", "d01")
    play(turn(p, A), A, "worker r2c5", "build domino_1", "place r6c1 0")
    deal_any(p)
    assert {"r6c1", "r6c2"} <= set(offered(p, A, "worker").split())
    play(p, A, "worker r6c2")
    assert store(p, A) == "2 fish"


# Lines


def completing(how: str) -> SaltfjordPosition:
    """A placement of one tile by this means fills the rest of row 1: it pays a gold."""
    p = fjord()
    player(p, A, goods="1 wood 1 planks", tech="craft 2")
    for number in range(1, 3):
        tiles(p, f"domino_{number}", f"d0{number}")
    if how == "tavern":
        fill(p, A, "r1c2 r5c1 r6c1 r5c5")
        return play(turn(p, A), A, "retire tavern_4", "build single_1", "place r1c2 0")
    if how == "main action":
        fill(p, A, "r1c2 r1c3 r1c4 r5c1 r5c5")
        tiles(p, "straight_1", "i11")
        return play(turn(p, A), A, "build_large straight_1", "place r1c2 0")
    fill(p, A, "r1c2 r1c3 r5c1 r5c5")
    if how == "worker":
        play(turn(p, A), A, "worker r2c5")
    else:
        play(turn(p, A, white="5"), A, "die white 5", "line 5", "activate r2c5")
    return play(p, A, "build domino_1", "place r1c2 0")


@rule("SF-10.10", "SF-10.11")
@pytest.mark.parametrize("how", ["main action", "building", "worker", "tavern"])
def test_every_kind_of_placement_completes_lines(how: str) -> None:
    p = deal_any(completing(how))
    gold = p.goods[0]
    assert gold == 1
    assert "r1" not in {name[:2] for name in CELL_NAMES if icon(p, A, name) == "empty"}


@rule("SF-10.10", "SF-10.13")
def test_lines_complete_before_do_not_pay_again() -> None:
    p = fjord()
    player(p, A)
    fill(p, A, "r1c2 r6c5")
    play(turn(p, A), A, "retire tavern_4", "build single_1", "place r6c5 0")
    deal_any(p)
    # Row 6 has 4 points and column 5 a gold; all other lines are complete or not concerned
    assert points(p, A) == 4
    assert store(p, A) == "1 gold"


@rule("SF-10.11")
def test_boardwalks_of_the_new_tile_and_of_earlier_ones_pay() -> None:
    p = fjord()
    player(p, A, goods="1 wood", start="sb1 r3c3 0")
    building(p, A, "d18", "r6c1", 0)  # order_or_tech, 2 points
    building(p, A, "d20", "r2c3", 0)  # build_small, 1 wood, in a row that stays open
    tiles(p, "single_1", "s01")
    turn(p, A)
    play(p, A, "retire tavern_4", "build single_1", "place r6c5 0")
    deal_any(p)
    # Row 6: 2 points on a tile and 4 printed
    assert points(p, A) == 6
    assert store(p, A) == "1 wood"


@rule("SF-10.11")
def test_a_boardwalk_of_the_new_tile_pays() -> None:
    p = fjord()
    player(p, A, goods="1 wood", start="sb1 r3c3 0")
    building(p, A, "i13", "r1c2", 0)
    tiles(p, "domino_1", "d15")  # planks, 2 fish
    turn(p, A)
    # Row 1 lacks r1c6 only
    play(p, A, "worker r2c5", "build domino_1", "place r1c6 3")
    deal_any(p)
    assert (icon(p, A, "r2c6"), icon(p, A, "r1c6")) == ("planks", "walk_fish2")
    assert store(p, A) == "1 gold 2 fish"


def crossing() -> SaltfjordPosition:
    """Row 2 lacks r2c3 and column 2 lacks r1c2: a corner closes both, r2c2 (3 fish) in each."""
    p = fjord()
    player(p, A, goods="1 wood 1 planks", start="sb1 r3c3 0")
    building(p, A, "i18", "r4c2", 1)
    building(p, A, "d01", "r1c4", 1)
    building(p, A, "d02", "r2c1", 1)
    building(p, A, "s01", "r2c6")
    tiles(p, "corner_1", "l11")
    return play(turn(p, A), A, "build_large corner_1")


@rule("SF-10.12")
def test_the_crossing_of_a_row_and_a_column_pays_twice() -> None:
    p = deal_any(play(crossing(), A, "place r1c2 2"))
    assert store(p, A) == "6 fish"


@rule("SF-10.13")
def test_a_boardwalk_pays_once_for_its_row_and_once_for_its_column() -> None:
    p = fjord()
    player(p, A, start="sb1 r3c3 0")
    building(p, A, "i18", "r4c2", 1)
    building(p, A, "d01", "r1c4", 1)
    building(p, A, "d02", "r2c1", 1)
    building(p, A, "s01", "r2c6")
    tiles(p, "single_1", "s02", left=3)
    turn(p, A)
    play(p, A, "retire tavern_4", "build single_1", "place r2c3 0")
    deal_any(p)
    assert store(p, A) == "3 fish"
    # In another round the column follows; the row does not pay again
    q = fjord(in_round=2)
    player(q, A, goods="3 fish", start="sb1 r3c3 0")
    for tile, anchor, quarter in (
        ("i18", "r4c2", 1),
        ("d01", "r1c4", 1),
        ("d02", "r2c1", 1),
        ("s01", "r2c6", 0),
        ("s02", "r2c3", 0),
    ):
        building(q, A, tile, anchor, quarter)
    turn(q, A)
    play(q, A, "retire tavern_4", "build single_1", "place r1c2 0")
    deal_any(q)
    assert store(q, A) == "6 fish"
    assert points(q, A) == 0


@rule("SF-10.14")
def test_what_happens_after_a_placement_happens_in_order() -> None:
    p = fjord()
    player(p, A, abilities="shipwright", tech="craft 2", goods="2 wood")
    fill(p, A, "r4c4 r4c5 r6c5 r5c5 r1c6")
    tiles(p, "domino_1", "d01")
    play(turn(p, A), A, "worker r2c5", "build domino_1", "place r4c4 0")
    # First the Shipwright's fish, then the next tile
    assert p.chance
    assert (store(p, A), points(p, A)) == ("1 wood 2 fish", 0)
    deal_any(p)
    # Row 4 and column 4 wait with a Go fishing and two upgrades, in any order
    assert asked(p, A) == "PendingReward"
    shown = options(p, A)
    assert {"gain_fish", "upgrade wood planks", "advance 1", "decline"} <= set(shown)
    play(p, A, "gain_fish", "advance 1")
    deal_any(p)
    assert "gain_fish" in options(p, A)
    assert options(p, A, "advance", "return", "decline") == []
    play(p, A, "upgrade wood planks")
    assert store(p, A) == "1 planks 3 fish"


@rule("SF-10.14")
def test_plain_gains_come_before_rewards_that_wait() -> None:
    p = fjord()
    player(p, A, start="sb1 r3c3 0", goods="1 wood 1 planks 1 wool")
    building(p, A, "i18", "r4c2", 1)
    building(p, A, "d01", "r1c4", 1)
    building(p, A, "d02", "r2c1", 1)
    building(p, A, "d03", "r1c6", 1)
    tiles(p, "corner_1", "l01")
    play(turn(p, A), A, "build_large corner_1", "place r1c2 2")
    assert store(p, A) == "1 wool"
    deal_any(p)
    assert asked(p, A) == "PendingReward"
    assert store(p, A) == "1 gold 1 wool 6 fish"


@rule("SF-10.10")
@pytest.mark.parametrize("seed", range(4))
def test_lines_pay_what_their_boardwalks_show(seed: int) -> None:
    """A single tile on the last empty cells of a village, against a second count."""
    random = Random(seed)
    p = fjord()
    player(p, A, start="sb1 r3c3 0")
    empty = [name for name in CELL_NAMES if icon(p, A, name) == "empty"]
    last, *others = random.sample(empty, 3)
    fill_but = " ".join([last, *others])
    q = fjord()
    fill(q, A, fill_but)
    tiles(q, "single_1", "s01")
    play(turn(q, A), A, "retire tavern_4", "build single_1", f"place {last} 0")
    deal_any(q)
    wanted_points = wanted_fish = wanted_gold = 0
    for position in (1, 3):
        line = [name for name in CELL_NAMES if name[position] == last[position]]
        if not set(line) & set(others):
            shown = [icon(q, A, name) for name in line]
            wanted_points += 3 * shown.count("walk_points3") + 4 * shown.count("walk_points4")
            wanted_fish += 3 * shown.count("walk_fish3")
            wanted_gold += shown.count("walk_gold1")
    assert (points(q, A), q.goods[7], q.goods[0]) == (wanted_points, wanted_fish, wanted_gold)
