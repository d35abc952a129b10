"""Resources: gaining, upgrading, degrading, selling.  SF-2"""

from __future__ import annotations

import pytest

from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.testing import rule
from tests.saltfjord.scenario import (
    A,
    asked,
    building,
    deal_any,
    fjord,
    offered,
    options,
    play,
    player,
    points,
    refused,
    store,
    tiles,
    turn,
    worker,
)

ONE_OF_EACH = "1 gold 1 planks 1 cloth 1 paper 1 wood 1 wool 1 pulp 1 fish"
ARROWS_UP = {
    "fish wood",
    "fish wool",
    "fish pulp",
    "wood planks",
    "wool cloth",
    "pulp paper",
    "planks gold",
    "cloth gold",
    "paper gold",
}


def converting(goods: str, ability: str = "pilot") -> SaltfjordPosition:
    """The main action of seat A with these goods and manual conversions."""
    p = fjord(manual_conversions="true")
    player(p, A, goods=goods, abilities=ability)
    return turn(p, A)


def pairs(p: SaltfjordPosition, family: str) -> set[str]:
    return {choice.partition(" ")[2] for choice in options(p, A, family)}


@rule("SF-2.1")
def test_a_gained_cube_goes_to_its_own_room_and_a_paid_one_back() -> None:
    p = fjord()
    player(p, A, goods="1 planks 2 wool", tech="craft 2")
    turn(p, A)
    play(p, A, "worker r3c2")
    assert store(p, A) == "1 planks 1 wood 2 wool"
    play(p, A, "build_large straight_1")
    assert store(p, A) == "2 wool"


@rule("SF-2.2")
def test_rooms_have_no_limit() -> None:
    p = fjord()
    player(p, A, goods="500 wood 1000 fish")
    turn(p, A)
    play(p, A, "worker r3c2")
    assert store(p, A) == "501 wood 1000 fish"


@rule("SF-2.3")
def test_holdings_never_fall_below_nothing() -> None:
    """Nothing is offered that the store cannot pay, with every conversion there is."""
    p = converting("")
    assert {choice.split()[0] for choice in options(p, A)} == {"die", "retire", "worker"}
    p = converting("1 wood 1 fish")
    assert pairs(p, "paid_upgrade") == set()
    assert refused(p, A, "paid_upgrade wood planks") == "not_offered"
    assert refused(p, A, "sell gold") == "not_offered"
    assert refused(p, A, "degrade planks wood") == "not_offered"


@rule("SF-2.4")
def test_the_arrows_up() -> None:
    p = fjord()
    player(p, A, goods=ONE_OF_EACH)
    turn(p, A)
    play(p, A, "worker r5c3")
    assert pairs(p, "upgrade") == ARROWS_UP
    play(p, A, "upgrade pulp paper")
    assert store(p, A) == "1 gold 1 planks 1 cloth 2 paper 1 wood 1 wool 1 fish"


@rule("SF-2.4")
def test_paid_upgrades_follow_the_same_arrows() -> None:
    assert pairs(converting(f"{ONE_OF_EACH} 9 fish"), "paid_upgrade") == ARROWS_UP


@rule("SF-2.5")
def test_an_upgrade_effect_upgrades_one_cube_or_gives_a_fish() -> None:
    p = fjord()
    player(p, A, goods="2 wood 1 fish")
    turn(p, A)
    play(p, A, "worker r5c3")
    results = {choice: store(play(p.clone(), A, choice), A) for choice in options(p, A)}
    assert results == {
        "gain_fish": "2 wood 2 fish",
        "upgrade wood planks": "1 planks 1 wood 1 fish",
        "upgrade fish wood": "3 wood",
        "upgrade fish wool": "2 wood 1 wool",
        "upgrade fish pulp": "2 wood 1 pulp",
    }


@rule("SF-2.5")
def test_upgrade_effects_of_a_quay() -> None:
    p = fjord()
    player(p, A, goods="1 wood", crates="quay_2:k01")
    worker(p, A, "r1c1")
    turn(p, A)
    play(p, A, "retire tavern_1", "decline")
    assert options(p, A, "gain_fish", "upgrade") == ["gain_fish", "upgrade wood planks"]
    play(p, A, "gain_fish", "gain_fish")
    assert store(p, A) == "1 wood 2 fish"


@rule("SF-2.5")
def test_upgrade_effects_of_a_boardwalk() -> None:
    """Row 5 of side A has walk_upgrade2; the domino at its end completes it."""
    p = fjord()
    player(p, A, goods="2 wood")
    building(p, A, "d01", "r5c1")
    tiles(p, "domino_1", "d02")
    turn(p, A)
    play(p, A, "worker r2c5", "build domino_1", "place r5c5 0")
    deal_any(p)
    assert options(p, A) == [
        "gain_fish",
        "upgrade wood planks",
        "sell_for wood wool",
        "sell_for wood pulp",
    ]
    play(p, A, "upgrade wood planks", "gain_fish")
    assert (asked(p, A), store(p, A)) == ("MainAction", "1 planks 1 fish")


@rule("SF-2.6")
def test_a_paid_upgrade_costs_2_fish_a_level() -> None:
    p = converting("1 wood 4 fish")
    play(p, A, "paid_upgrade wood planks")
    assert store(p, A) == "1 planks 2 fish"
    play(p, A, "paid_upgrade planks gold")
    assert store(p, A) == "1 gold"
    assert asked(p, A) == "MainAction"


@rule("SF-2.6")
def test_a_paid_upgrade_is_never_a_fish() -> None:
    assert "gain_fish" not in options(converting(f"{ONE_OF_EACH} 9 fish"), A)


@rule("SF-2.6")
def test_a_paid_upgrade_inside_a_payment() -> None:
    p = fjord()
    player(p, A, goods="2 wood 2 fish")
    turn(p, A)
    play(p, A, "build_large straight_1")
    assert store(p, A) == ""


@rule("SF-2.7")
@pytest.mark.parametrize(("fish", "left"), [(2, None), (3, "1 wool"), (5, "1 wool 2 fish")])
def test_a_paid_upgrade_of_a_fish_takes_3_in_all(fish: int, left: str | None) -> None:
    p = converting(f"{fish} fish")
    if left is None:
        assert pairs(p, "paid_upgrade") == set()
    else:
        assert store(play(p, A, "paid_upgrade fish wool"), A) == left


@rule("SF-2.8")
def test_degrading_is_free_and_gold_goes_any_way() -> None:
    p = converting(ONE_OF_EACH)
    assert pairs(p, "degrade") == {
        "gold planks",
        "gold cloth",
        "gold paper",
        "planks wood",
        "cloth wool",
        "paper pulp",
    }
    play(p, A, "degrade gold cloth", "degrade cloth wool", "degrade cloth wool")
    assert store(p, A) == "1 planks 1 paper 1 wood 3 wool 1 pulp 1 fish"


@rule("SF-2.9")
@pytest.mark.parametrize("good", ["wood", "wool", "pulp"])
def test_a_basic_cube_is_not_degraded_to_fish(good: str) -> None:
    p = converting(f"2 {good}")
    assert pairs(p, "degrade") == set()
    assert refused(p, A, f"degrade {good} fish") == "not_offered"
    assert offered(p, A, "sell") == good


@rule("SF-2.10")
@pytest.mark.parametrize(
    ("good", "fish"),
    [("wood", 2), ("wool", 2), ("pulp", 2), ("planks", 3), ("cloth", 3), ("paper", 3), ("gold", 4)],
)
def test_selling(good: str, fish: int) -> None:
    p = converting(f"2 {good}")
    play(p, A, f"sell {good}")
    assert store(p, A) == f"1 {good} {fish} fish"


@rule("SF-2.11")
def test_fish_are_not_sold() -> None:
    p = converting("5 fish")
    assert offered(p, A, "sell") == ""
    assert refused(p, A, "sell fish") == "not_offered"


@rule("SF-2.11")
def test_points_are_never_paid() -> None:
    p = fjord(in_round=3)
    player(p, A, points=90, abilities="broker")
    turn(p, A, white="3")
    assert offered(p, A, "build_large") == ""
    play(p, A, "die white 3")
    assert offered(p, A, "line") == "3"
    assert points(p, A) == 90

    p = fjord()
    player(p, A, points=90, goods="1 wood 1 planks")
    turn(p, A)
    play(p, A, "build_large corner_1", "place r1c3 0")
    assert points(deal_any(p), A) == 90
