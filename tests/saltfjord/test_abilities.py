"""The eight ability tiles."""

from __future__ import annotations

import pytest

from quarterdeck.games.saltfjord.position import SaltfjordPosition, set_ability, set_resources
from quarterdeck.testing import rule
from tests.saltfjord.scenario import (
    A,
    B,
    abilities,
    asked,
    board_abilities,
    boat,
    deal,
    deal_any,
    end_round,
    fjord,
    level,
    market,
    offered,
    options,
    payments,
    piece,
    play,
    player,
    quays,
    refused,
    start,
    store,
    tiles,
    turn,
    worker,
)


@rule("SF-14.1")
def test_a_player_has_the_tile_of_the_set_and_one_of_the_board() -> None:
    p = fjord()
    player(p, A, tech="carpentry 1 craft 2", goods="2 planks", abilities="foreman")
    board_abilities(p, "dory barter")
    turn(p, A)
    play(p, A, "worker r6c6", "tech carpentry")
    assert asked(p, A) == "AbilityChoice"
    assert {"dory", "barter"} <= set(offered(p, A, "ability").split())
    play(p, A, "ability dory")
    assert abilities(p, A) == {"foreman", "dory"}


@rule("SF-14.1")
def test_the_third_carpentry_step_brings_no_further_tile() -> None:
    p = fjord()
    player(p, A, tech="carpentry 2", goods="1 planks", abilities="pilot dory")
    play(turn(p, A), A, "worker r6c6", "tech carpentry")
    assert (level(p, A, "carpentry"), abilities(p, A)) == (3, {"pilot", "dory"})


# Barter and Smokehouse


@rule("SF-14.2")
def test_barter_works_once_per_turn() -> None:
    p = fjord()
    player(p, A, abilities="barter", tech="craft 2", goods="2 wood")
    play(turn(p, A, white="1"), A, "worker r6c6", "tech fishing")
    bartered = payments(p, A).index("1 wood barter")
    play(p, A, options(p, A)[bartered], "die white 1", "discard")
    assert options(p, A, "barter") == []
    play(p, A, "end_turn")
    # On the next turn it works again
    play(p, B, "retire tavern_1", "decline", "go_on", "end_turn")
    play(p, A, "die white 1", "discard")
    assert options(p, A, "barter") == ["barter wood wool", "barter wood pulp"]


@rule("SF-14.2")
def test_barter_moves_no_fish_and_no_gold() -> None:
    p = fjord()
    player(p, A, abilities="barter", goods="1 gold 3 fish")
    play(turn(p, A, white="1"), A, "die white 1", "discard")
    assert options(p, A, "barter") == []


@rule("SF-14.3")
def test_smokehouse_is_used_in_the_first_payment_that_upgrades() -> None:
    p = fjord()
    player(p, A, abilities="smokehouse", tech="craft 2", goods="1 wool 2 fish")
    turn(p, A, white="1")
    # A stored cube is paid: no level, nothing used
    play(p, A, "worker r6c6", "tech fishing")
    play(p, A, "worker r2c5", "build domino_1")
    assert store(p, A) == ""
    play(p, A, "place r6c1 0")
    play(deal_any(p), A, "die white 1", "discard")
    assert options(p, A, "smokehouse") == []


@rule("SF-14.3")
def test_smokehouse_at_the_closing() -> None:
    p = fjord()
    player(p, A, abilities="smokehouse", goods="1 wool")
    play(turn(p, A, white="1"), A, "die white 1", "discard", "smokehouse wool cloth")
    assert store(p, A) == "1 cloth"


# Pilot


@rule("SF-14.4")
@pytest.mark.parametrize(
    ("tile", "goods", "lines"),
    [
        ("pilot", "", "2"),
        ("pilot", "1 fish", "1 2 3 4 5 6"),
        ("broker", "1 fish", "1 2 3"),
        ("broker", "3 fish", "1 2 3 4 5"),
    ],
)
def test_a_pilot_changes_a_die_to_any_value_for_one_fish(tile: str, goods: str, lines: str) -> None:
    p = fjord()
    player(p, A, abilities=tile, goods=goods)
    play(turn(p, A, white="2"), A, "die white 2")
    assert offered(p, A, "line") == lines


@rule("SF-14.4")
@pytest.mark.parametrize(("value", "left"), [(2, "1 wood 3 fish"), (1, "4 fish"), (6, "2 fish")])
def test_a_pilot_pays_one_fish_whatever_the_way(value: int, left: str) -> None:
    p = fjord()
    player(p, A, abilities="pilot", goods="3 fish")
    play(turn(p, A, white="2"), A, "die white 2", f"line {value}")
    assert store(p, A) == left


@rule("SF-14.4")
def test_a_pilot_pays_for_every_die() -> None:
    p = fjord()
    player(p, A, abilities="pilot", goods="2 fish")
    turn(p, A, white="6 6")
    play(p, A, "die white 6", "line 2", "end_turn")
    assert store(p, A) == "1 wood 1 fish"
    play(p, B, "retire tavern_1", "decline", "go_on", "end_turn")
    play(p, A, "die white 6", "line 1", "end_turn")
    assert store(p, A) == "1 wood 2 fish"


# Foreman


@rule("SF-14.5")
def test_a_foreman_repeats_the_building_of_a_worker_once_per_turn() -> None:
    p = fjord()
    player(p, A, abilities="foreman", tech="craft 2", goods="4 fish")
    play(turn(p, A), A, "worker r3c2")
    assert asked(p, A) == "ForemanOffer"
    assert options(p, A, "repeat", "no") == ["repeat", "no"]
    play(p, A, "repeat")
    assert asked(p, A) == "MainAction"
    assert store(p, A) == "2 wood 2 fish"
    play(p, A, "worker r3c3")
    assert (asked(p, A), store(p, A)) == ("MainAction", "2 wood 1 pulp 2 fish")


@rule("SF-14.5")
def test_a_foreman_may_wait_for_the_next_worker() -> None:
    p = fjord()
    player(p, A, abilities="foreman", tech="craft 2", goods="2 fish")
    play(turn(p, A), A, "worker r3c2", "no", "worker r3c3")
    assert asked(p, A) == "ForemanOffer"
    play(p, A, "repeat")
    assert store(p, A) == "1 wood 2 pulp"


@rule("SF-14.5")
def test_no_foreman_after_a_declined_action() -> None:
    p = fjord()
    player(p, A, abilities="foreman", goods="1 wool 3 fish")
    play(turn(p, A), A, "worker r6c6", "decline")
    assert asked(p, A) == "MainAction"


@rule("SF-14.5")
def test_no_foreman_without_two_fish() -> None:
    p = fjord()
    player(p, A, abilities="foreman", goods="1 wool")
    play(turn(p, A), A, "worker r6c6", "tech fishing")
    assert (asked(p, A), store(p, A)) == ("MainAction", "")


@rule("SF-14.5")
def test_no_foreman_for_dice_and_carts() -> None:
    p = fjord(carts="true")
    player(p, A, abilities="foreman", goods="4 fish", carts="r3c2")
    play(turn(p, A, white="2"), A, "die white 2", "line 2", "cart 1 stay 0")
    assert (asked(p, A), store(p, A)) == ("NextBuilding", "1 wood 4 fish")
    play(p, A, "activate r3c2")
    assert (asked(p, A), store(p, A)) == ("NextBuilding", "2 wood 4 fish")


@rule("SF-14.5", "SF-9.7")
def test_a_foreman_gained_by_the_workers_building_works_at_once() -> None:
    p = fjord()
    player(p, A, abilities="pilot", tech="carpentry 1", goods="1 planks 1 wool 2 fish")
    board_abilities(p, "foreman")
    play(turn(p, A), A, "worker r6c6", "tech carpentry", "ability foreman")
    assert asked(p, A) == "ForemanOffer"
    play(p, A, "repeat")
    assert (asked(p, A), store(p, A)) == ("ActionChoice", "1 wool")


@rule("SF-14.5")
def test_the_repetition_is_no_work_of_a_worker() -> None:
    p = fjord()
    player(p, A, abilities="foreman dory", tech="carpentry 2 craft 2", goods="6 fish")
    play(turn(p, A), A, "worker r4c6", "advance 1")
    play(deal(p, "token t1_fish3"), A, "no", "repeat", "advance 1")
    deal(p, "token t1_fish3")
    # Dory is still there for the second fishing, Foreman is used
    assert asked(p, A) == "DoryOffer"
    play(p, A, "no")
    assert (asked(p, A), piece(p, A, "r4c6")) == ("MainAction", "worker")


# Dory


def fishing(goods: str) -> SaltfjordPosition:
    p = fjord()
    player(p, A, abilities="dory", goods=goods, tech="craft 2")
    return play(turn(p, A), A, "worker r4c6")


@rule("SF-14.6")
def test_dory_brings_one_more_fishing_for_two_fish() -> None:
    p = play(fishing("2 fish"), A, "advance 1")
    deal(p, "token t1_fish3")
    assert (asked(p, A), options(p, A, "again", "no")) == ("DoryOffer", ["again", "no"])
    play(p, A, "again")
    assert (asked(p, A), store(p, A)) == ("GoFishing", "")
    assert options(p, A) == ["advance 1", "return", "decline"]
    play(p, A, "return")
    # A return pays 3 fish, but Dory is used
    assert (asked(p, A), store(p, A), boat(p, A)) == ("MainAction", "3 fish", "")


@rule("SF-14.6")
def test_dory_is_offered_until_used() -> None:
    p = play(fishing("2 fish"), A, "advance 1")
    play(deal(p, "token t1_fish3"), A, "no")
    assert asked(p, A) == "MainAction"
    # Another Go fishing of the same turn, in a tavern
    play(p, A, "retire tavern_5", "advance 1")
    play(deal(p, "token t1_points2"), A, "no")
    assert asked(p, A) == "PendingReward"
    play(p, A, "return")
    assert asked(p, A) == "DoryOffer"


@rule("SF-14.6")
def test_no_dory_after_a_declined_fishing_or_without_fish() -> None:
    assert asked(play(fishing("2 fish"), A, "decline"), A) == "MainAction"
    p = play(fishing("1 fish"), A, "advance 1")
    assert asked(deal(p, "token t1_fish3"), A) == "MainAction"


@rule("SF-14.6", "SF-1.17")
def test_no_dory_in_set_up() -> None:
    p = deal_any(start(1))
    number = next(n for n in range(4) if p.sets[set_resources(n)] == 3)
    p.sets[set_ability(number)] = 4  # dory
    play(p, A, f"set {number + 1}", "place r3c3 0")
    deal(p, "token t1_points2")
    deal_any(p)
    assert (abilities(p, A), asked(p, A)) == ({"dory"}, "MainAction")


# Shipwright, Broker, Surveyor


@rule("SF-14.7")
@pytest.mark.parametrize("how", ["large", "small", "single"])
def test_a_shipwright_gains_two_fish_per_tile(how: str) -> None:
    p = fjord()
    player(p, A, abilities="shipwright", goods="1 wood 1 planks")
    tiles(p, "straight_1", "i18")
    turn(p, A)
    if how == "large":
        play(p, A, "build_large straight_1", "place r4c2 1")
        assert store(p, A) == "2 fish"
    elif how == "small":
        play(p, A, "worker r2c5", "build domino_1", "place r6c1 0")
        assert store(p, A) == "1 planks 2 fish"
    else:
        play(p, A, "retire tavern_4", "build single_1", "place r6c1 0")
        assert store(p, A) == "1 planks 1 wood 2 fish"


@rule("SF-14.7")
def test_a_shipwright_gains_nothing_for_the_starting_building() -> None:
    p = deal_any(start(1))
    number = next(n for n in range(4) if p.sets[set_resources(n)] == 0)
    p.sets[set_ability(number)] = 5  # shipwright
    play(p, A, f"set {number + 1}", "place r3c3 0")
    assert store(p, A) == "1 planks 1 wood 3 fish"


@rule("SF-14.8")
def test_a_broker_gains_two_fish_per_order() -> None:
    p = fjord()
    player(p, A, abilities="broker", goods="1 wool 1 pulp")
    market(p, 2, "ks1")
    play(turn(p, A), A, "worker r6c4", "order 2")
    assert store(p, A) == ""  # the next crate is turned up first
    deal_any(p)
    assert (store(p, A), quays(p, A)) == ("2 fish", [0, 1, 0, 0])


@rule("SF-14.8")
def test_the_brokers_fish_come_before_the_reward_of_the_quay() -> None:
    p = fjord()
    player(p, A, abilities="broker", goods="1 wool 1 pulp", tech="logistics 3")
    market(p, 1, "ks1")
    play(turn(p, A), A, "worker r6c4", "order 1", "quay quay_2")
    deal_any(p)
    assert (asked(p, A), store(p, A)) == ("PendingReward", "2 fish")


@rule("SF-14.9")
@pytest.mark.parametrize(
    ("tech", "goods", "shown"),
    [
        ("", "1 fish", ""),
        ("", "2 fish", "craft carpentry logistics fishing"),
        ("craft 1", "2 fish", "carpentry logistics fishing"),
        ("craft 1", "3 fish", "craft carpentry logistics fishing"),
        ("craft 3", "3 fish", "carpentry logistics fishing"),
        ("craft 4", "9 fish", "carpentry logistics fishing"),
    ],
)
def test_a_surveyor_pays_two_or_three_fish(tech: str, goods: str, shown: str) -> None:
    p = fjord()
    player(p, A, abilities="surveyor", tech=tech, goods=goods)
    play(turn(p, A), A, "worker r6c6")
    assert offered(p, A, "tech_fish") == shown


@rule("SF-14.9")
def test_a_surveyor_may_still_pay_with_goods() -> None:
    p = fjord()
    player(p, A, abilities="surveyor", goods="1 wool 2 fish")
    play(turn(p, A), A, "worker r6c6")
    assert {"tech fishing", "tech_fish fishing"} <= set(options(p, A))
    assert store(play(p.clone(), A, "tech fishing"), A) == "2 fish"
    assert store(play(p, A, "tech_fish fishing"), A) == "1 wool"


@rule("SF-14.9")
def test_gold_must_be_paid() -> None:
    p = fjord()
    player(p, A, abilities="surveyor", tech="fishing 3", goods="5 fish")
    play(turn(p, A), A, "worker r6c6")
    assert refused(p, A, "tech_fish fishing") == "gold_only SF-14.9"
    q = fjord()
    player(q, A, abilities="broker", goods="3 fish")
    play(turn(q, A), A, "worker r6c6")
    assert refused(q, A, "tech_fish fishing") == "no_surveyor SF-14.9"


@rule("SF-14.10")
def test_abilities_are_never_lost() -> None:
    p = fjord()
    player(p, A, abilities="pilot dory", tech="carpentry 2")
    player(p, B, abilities="broker")
    worker(p, A, "r3c2")
    deal_any(end_round(p))
    assert (abilities(p, A), abilities(p, B)) == ({"pilot", "dory"}, {"broker"})
