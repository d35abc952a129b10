"""Activating a building: what each icon does.  SF-7"""

from __future__ import annotations

import pytest

from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.testing import rule
from tests.saltfjord.scenario import (
    A,
    B,
    asked,
    blocked,
    building,
    deal,
    deal_any,
    fjord,
    icon,
    level,
    market,
    offered,
    options,
    play,
    player,
    quays,
    refused,
    store,
    tiles,
    turn,
    worker,
)


def results(p: SaltfjordPosition) -> dict[str, str]:
    """Every choice that is open to seat A, with the goods it leaves."""
    return {choice: store(play(p.clone(), A, choice), A) for choice in options(p, A)}


@rule("SF-7.1")
def test_once_by_a_die() -> None:
    p = fjord()
    worker(p, A, "r3c2")
    turn(p, A, white="1")
    play(p, A, "die white 1", "line 1")
    assert (store(p, A), blocked(p, A)["r1c1"]) == ("2 fish", "white 1")


@rule("SF-7.1")
def test_once_by_a_worker() -> None:
    p = turn(fjord(), A)
    play(p, A, "worker r1c1")
    assert (store(p, A), blocked(p, A)) == ("2 fish", {"r1c1": "worker"})


@rule("SF-7.1")
def test_once_more_by_foreman() -> None:
    p = fjord()
    player(p, A, goods="2 fish", abilities="foreman")
    turn(p, A)
    play(p, A, "worker r3c2", "repeat")
    assert (asked(p, A), store(p, A)) == ("MainAction", "2 wood")


@rule("SF-7.1")
def test_once_by_a_cart() -> None:
    p = fjord(carts="true")
    turn(p, A, white="1")
    play(p, A, "die white 1", "line 1", "cart 1 stay 0")
    assert (store(p, A), blocked(p, A)) == ("2 fish", {})


@rule("SF-7.2")
@pytest.mark.parametrize(
    ("tile", "cell", "shown", "goods"),
    [
        ("d01", "r1c2", "wood", "1 wood"),
        ("d02", "r1c2", "wool", "1 wool"),
        ("d03", "r1c2", "pulp", "1 pulp"),
        ("d03", "r1c3", "fish2", "2 fish"),
        ("d15", "r1c2", "planks", "1 planks"),
        ("d16", "r1c2", "cloth", "1 cloth"),
        ("d17", "r1c2", "paper", "1 paper"),
        ("i05", "r1c3", "gold", "1 gold"),
    ],
)
def test_resources_are_gained_unasked(tile: str, cell: str, shown: str, goods: str) -> None:
    p = fjord()
    building(p, A, tile, "r1c2")
    turn(p, A)
    assert icon(p, A, cell) == shown
    play(p, A, f"worker {cell}")
    assert (asked(p, A), store(p, A)) == ("MainAction", goods)


@rule("SF-7.3")
def test_an_upgrade_building_is_one_upgrade_effect() -> None:
    p = fjord()
    player(p, A, goods="2 wood 1 fish")
    turn(p, A)
    play(p, A, "worker r5c3", "upgrade wood planks")
    assert (asked(p, A), store(p, A)) == ("MainAction", "1 planks 1 wood 1 fish")


@rule("SF-7.3")
def test_an_upgrade_building_with_an_empty_store_is_a_fish() -> None:
    p = turn(fjord(), A)
    play(p, A, "worker r5c3")
    assert (asked(p, A), store(p, A)) == ("MainAction", "1 fish")


@rule("SF-7.4")
def test_with_a_fish_in_store_nothing_is_sold() -> None:
    p = fjord()
    player(p, A, goods="1 gold 1 cloth 1 fish")
    turn(p, A)
    play(p, A, "worker r5c3")
    assert results(p) == {
        "gain_fish": "1 gold 1 cloth 2 fish",
        "upgrade cloth gold": "2 gold 1 fish",
        "upgrade fish wood": "1 gold 1 cloth 1 wood",
        "upgrade fish wool": "1 gold 1 cloth 1 wool",
        "upgrade fish pulp": "1 gold 1 cloth 1 pulp",
    }


@rule("SF-7.4")
def test_without_fish_a_cube_may_be_sold_first() -> None:
    p = fjord()
    player(p, A, goods="1 gold 1 cloth")
    turn(p, A)
    play(p, A, "worker r5c3")
    assert results(p) == {
        "gain_fish": "1 gold 1 cloth 1 fish",
        "upgrade cloth gold": "2 gold",
        "sell_for gold wood": "1 cloth 1 wood 3 fish",
        "sell_for gold wool": "1 cloth 1 wool 3 fish",
        "sell_for gold pulp": "1 cloth 1 pulp 3 fish",
        "sell_for cloth wood": "1 gold 1 wood 2 fish",
        "sell_for cloth wool": "1 gold 1 wool 2 fish",
        "sell_for cloth pulp": "1 gold 1 pulp 2 fish",
    }


@rule("SF-7.4")
@pytest.mark.parametrize("goods", ["1 wood 1 wool 1 pulp", "2 gold 1 planks 1 paper 2 pulp"])
def test_no_two_options_lead_to_the_same_goods(goods: str) -> None:
    p = fjord()
    player(p, A, goods=goods)
    turn(p, A)
    play(p, A, "worker r5c3")
    left = list(results(p).values())
    assert len(set(left)) == len(left)


@rule("SF-7.5")
def test_several_upgrades_may_move_the_same_cube() -> None:
    p = fjord()
    worker(p, A, "r1c1")
    player(p, A, goods="1 pulp 1 fish", crates="quay_2:k01 quay_2:k02")
    turn(p, A)
    play(p, A, "retire tavern_1", "decline")
    play(
        p, A, "upgrade pulp paper", "upgrade paper gold", "upgrade fish wool", "upgrade wool cloth"
    )
    assert (store(p, A), p.actors()) == ("1 gold 1 cloth", [B])


@rule("SF-7.6")
@pytest.mark.parametrize("cell", ["r2c5", "r4c6", "r6c4", "r6c6"])
def test_actions_may_be_declined_and_still_count_as_activated(cell: str) -> None:
    p = fjord()
    player(p, A, goods="3 wood 3 wool 3 pulp 3 fish")
    turn(p, A)
    play(p, A, f"worker {cell}", "decline")
    assert (asked(p, A), store(p, A)) == ("MainAction", "3 wood 3 wool 3 pulp 3 fish")
    assert blocked(p, A) == {cell: "worker"}


@rule("SF-7.6")
def test_an_impossible_action_still_counts_as_activated() -> None:
    p = turn(fjord(), A)
    play(p, A, "worker r6c4")
    assert (asked(p, A), blocked(p, A)) == ("MainAction", {"r6c4": "worker"})


@rule("SF-7.6")
def test_resources_and_upgrades_are_not_declined() -> None:
    p = fjord()
    player(p, A, goods="1 fish")
    turn(p, A)
    play(p, A, "worker r5c3")
    assert "decline" not in options(p, A)


@rule("SF-7.7")
def test_order_or_technology() -> None:
    p = fjord()
    player(p, A, start="sb2 r3c3 0", goods="1 wool 1 pulp", abilities="pilot")
    market(p, 1, "ks1")
    turn(p, A)
    play(p, A, "worker r3c4")
    techs = [f"tech {track}" for track in ("craft", "carpentry", "logistics", "fishing")]
    assert options(p, A) == ["order 1", *techs, "decline"]
    ordered = deal_any(play(p.clone(), A, "order 1"))
    assert (asked(ordered, A), quays(ordered, A)) == ("MainAction", [1, 0, 0, 0])
    play(p, A, "tech craft")
    assert (asked(p, A), store(p, A)) == ("MainAction", "1 gold 1 pulp")
    assert quays(p, A) == [0, 0, 0, 0]


@rule("SF-7.7")
def test_fishing_or_small_building() -> None:
    p = fjord()
    player(p, A, goods="1 wood")
    building(p, A, "d19", "r1c2")
    turn(p, A)
    play(p, A, "worker r1c2")
    assert options(p, A) == ["build domino_1", "build domino_2", "advance 1", "decline"]
    fished = play(p.clone(), A, "advance 1")
    deal(fished, "token t1_points2")
    assert (asked(fished, A), store(fished, A), fished.zones[A]) == ("MainAction", "1 wood", 1)
    play(p, A, "build domino_2", "place r4c4 0")
    deal_any(p)
    assert (asked(p, A), store(p, A), p.zones[A]) == ("MainAction", "", 0)


@rule("SF-7.8")
@pytest.mark.parametrize(
    ("cell", "families"),
    [
        ("r6c4", {"order"}),
        ("r6c6", {"tech"}),
        ("r2c5", {"build"}),
        ("r4c6", {"advance", "return"}),
    ],
)
def test_each_icon_carries_out_its_own_action(cell: str, families: set[str]) -> None:
    p = fjord()
    player(p, A, goods="2 wood 2 wool 2 pulp 3 fish", zone=1)
    turn(p, A)
    play(p, A, f"worker {cell}")
    assert {choice.split()[0] for choice in options(p, A)} == {*families, "decline"}


@rule("SF-7.8")
def test_reasons_of_an_action_building() -> None:
    p = fjord()
    player(p, A, goods="1 wood")
    turn(p, A)
    play(p, A, "worker r2c5")
    assert refused(p, A, "order 1") == "not_offered"
    assert refused(p, A, "build single_1") == "not_offered"
    assert refused(p, A, "advance 1") == "not_offered"
    assert refused(p, A, "tech craft") == "not_offered"


@rule("SF-7.9")
def test_an_effect_is_finished_before_the_sweep_goes_on() -> None:
    """A small building on the way completes row 5: its rewards come before the next building."""
    p = fjord()
    player(p, A, goods="2 wood 1 fish")
    building(p, A, "d01", "r5c1")
    tiles(p, "domino_1", "d02")
    turn(p, A, white="5")
    play(p, A, "die white 5", "line 5", "build domino_1", "place r5c5 0")
    deal(p, "tile domino_1 d11")
    assert asked(p, A) == "PendingReward"
    assert offered(p, A, "activate") == ""
    play(p, A, "upgrade wood planks", "gain_fish")
    assert (asked(p, A), offered(p, A, "activate")) == ("NextBuilding", "r5c5")


@rule("SF-7.9")
def test_a_worker_used_in_between_is_finished_first() -> None:
    p = fjord()
    player(p, A, goods="1 wool")
    turn(p, A, white="3")
    play(p, A, "die white 3", "line 3", "activate r3c3", "worker r6c6", "tech craft")
    assert (level(p, A, "craft"), store(p, A)) == (1, "1 gold 1 pulp")
    assert (asked(p, A), offered(p, A, "activate")) == ("NextBuilding", "r5c3")
