"""Building a large building.  SF-5"""

from __future__ import annotations

import pytest

from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.testing import rule
from tests.saltfjord.scenario import (
    RULES,
    A,
    B,
    asked,
    blocked,
    building,
    deal,
    deal_any,
    fjord,
    icon,
    offered,
    options,
    play,
    player,
    refused,
    seen,
    store,
    tiles,
    turn,
)

STACKS = "straight_1 straight_2 corner_1 corner_2"


@rule("SF-5.1")
@pytest.mark.parametrize(
    ("level", "goods", "left"),
    [
        (0, "1 wood 1 planks", ""),
        (1, "2 wood 1 planks 1 cloth", "1 cloth 1 wood"),
        (2, "1 wood 1 planks", ""),
        (3, "1 wood 1 planks", "1 wood"),
        (4, "1 planks", ""),
    ],
)
def test_cost(level: int, goods: str, left: str) -> None:
    p = fjord()
    player(p, A, goods=goods, tech=f"carpentry {level}")
    turn(p, A)
    play(p, A, "build_large corner_2")
    assert (asked(p, A), store(p, A)) == ("PlaceTile", left)


@rule("SF-5.1")
def test_what_cannot_be_paid_is_closed_with_the_cost() -> None:
    p = fjord()
    player(p, A, goods="1 wood")
    turn(p, A)
    assert offered(p, A, "build_large") == ""
    closed = {each.choice.notation: each.reason for each in RULES.closed(p, A)}
    said = closed["build_large corner_1"]
    assert (said.message.id, said.rule) == ("sf.reason.cannot_pay", "SF-13.1")
    assert "sf.goods.planks" in repr(said.message.arguments["cost"])
    assert "sf.goods.wood" in repr(said.message.arguments["cost"])


@rule("SF-5.2")
@pytest.mark.parametrize(
    ("stack", "top", "place", "cells"),
    [
        ("straight_1", "i05", "r4c3 0", "r4c3 upgrade r4c4 gold r4c5 walk_fish2"),
        ("straight_2", "i06", "r4c3 2", "r4c5 upgrade r4c4 planks r4c3 walk_points2"),
        ("corner_1", "l03", "r1c3 0", "r1c3 fish2 r2c3 tech r2c4 walk_wood1"),
        ("corner_2", "l07", "r5c1 3", "r6c1 wood r6c2 order_or_tech r5c2 walk_fish2"),
    ],
)
def test_the_top_tile_of_a_large_stack(stack: str, top: str, place: str, cells: str) -> None:
    p = fjord()
    player(p, A, goods="1 wood 1 planks")
    tiles(p, stack, top)
    turn(p, A)
    assert offered(p, A, "build_large") == STACKS
    play(p, A, f"build_large {stack}", f"place {place}")
    words = cells.split()
    assert [icon(p, A, name) for name in words[0::2]] == words[1::2]
    assert p.chance
    deal_any(p)
    left = {each.id: each.left for each in seen(p).stacks}
    assert left[stack] == 9
    assert sum(left.values()) == 65


@rule("SF-5.2")
def test_no_other_stack() -> None:
    p = fjord()
    player(p, A, goods="1 wood 1 planks")
    turn(p, A)
    assert refused(p, A, "build domino_1") == "not_offered"
    assert refused(p, A, "build single_1") == "not_offered"


def crowded(*also: str) -> SaltfjordPosition:
    """A village in which only r4c3 to r4c5 (and what is not `also` built on) are empty."""
    p = fjord()
    player(p, A, goods="5 wood 5 planks")
    building(p, A, "d01", "r1c2")
    building(p, A, "d02", "r1c4", 1)
    building(p, A, "d03", "r1c6", 1)
    building(p, A, "d04", "r2c1", 1)
    building(p, A, "s01", "r2c3")
    building(p, A, "d05", "r4c2", 1)
    building(p, A, "d06", "r5c1", 1)
    building(p, A, "s02", "r6c2")
    building(p, A, "s03", "r5c6")
    building(p, A, "d07", "r5c5", 1)
    for entry in also:
        tile, anchor = entry.split()
        building(p, A, tile, anchor)
    return turn(p, A)


@rule("SF-5.3")
def test_a_tile_without_room_cannot_be_taken() -> None:
    # r3c5 lies above r4c5, so a corner fits as well
    assert offered(crowded(), A, "build_large") == STACKS
    assert offered(crowded("s04 r3c5"), A, "build_large") == "straight_1 straight_2"
    p = crowded("s04 r4c4")
    assert offered(p, A, "build_large") == ""
    assert refused(p, A, "build_large straight_1") == "no_room SF-10.5"
    assert refused(p, A, "build_large corner_1") == "no_room SF-10.5"


@rule("SF-5.3")
def test_an_empty_stack() -> None:
    p = fjord(1)
    player(p, A, goods="1 wood 1 planks")
    tiles(p, "corner_2", None)
    turn(p, A)
    assert offered(p, A, "build_large") == "straight_1 straight_2 corner_1"
    assert refused(p, A, "build_large corner_2") == "stack_empty SF-10.8"


@rule("SF-5.4")
def test_placing_activates_nothing() -> None:
    p = fjord()
    player(p, A, goods="1 wood 1 planks")
    tiles(p, "straight_1", "i18")
    turn(p, A)
    play(p, A, "build_large straight_1", "place r4c3 0")
    deal_any(p)
    assert icon(p, A, "r4c3") == "wood"
    assert (asked(p, A), store(p, A), blocked(p, A)) == ("TurnEnd", "", {})
    # The new buildings are there for a worker at once
    assert {"r4c3", "r4c4", "r4c5"} <= set(offered(p, A, "worker").split())


@rule("SF-5.5")
def test_once_per_turn_and_as_often_as_one_likes_over_the_round() -> None:
    p = fjord()
    player(p, A, goods="2 wood 2 planks")
    player(p, A, taken="3 white 1 orange")
    turn(p, A)
    play(p, A, "build_large straight_1", "place r4c3 0")
    deal_any(p)
    assert options(p, A, "build_large") == []
    play(p, A, "end_turn")
    play(p, B, options(p, B, "die")[0], "discard", "end_turn")
    play(p, A, "build_large corner_1", "place r1c3 0")
    assert store(deal_any(p), A) == ""


@rule("SF-5.5")
def test_no_building_and_no_tavern_builds_large() -> None:
    p = fjord()
    player(p, A, goods="2 wood 2 planks", tech="craft 2")
    turn(p, A)
    play(p, A, "worker r2c5")
    assert {choice.split()[0] for choice in options(p, A)} == {"build", "decline"}
    assert offered(p, A, "build") == "domino_1 domino_2"
    play(p, A, "decline", "retire tavern_4")
    assert offered(p, A, "build") == "single_1 single_2"
    assert refused(p, A, "build_large straight_1") == "not_offered"


@rule("SF-5.2")
def test_the_next_tile_can_be_any_not_seen_yet() -> None:
    p = fjord()
    player(p, A, goods="1 wood 1 planks")
    tiles(p, "corner_1", "l05")
    tiles(p, "corner_2", "l06")
    turn(p, A)
    play(p, A, "build_large corner_1", "place r1c3 0")
    deal(p, "tile corner_1 l20")
    top = seen(p).stacks[6].top
    assert top is not None
    assert top.id == "l20"
