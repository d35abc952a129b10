"""Repairs, improvements, the change to a Corsair, people.  SM-14, SM-15, SM-20"""

from __future__ import annotations

from itertools import permutations

import pytest

from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.testing import rule
from tests.seul_maitre.scenario import (
    P1,
    RED,
    YELLOW,
    act,
    asked,
    cargo,
    crew,
    end_of_round,
    lines,
    offered,
    options,
    pirate,
    play,
    refused,
    sea,
    ship,
)


def yard(**facts: object) -> MasterPosition:
    """Red in port with a ship like this, in the Shipyard."""
    p = sea(2)
    ship(p, RED, "r4c4/port", **facts)  # type: ignore[arg-type]
    act(p, RED)
    return play(p, "do shipyard")


# Repairs, SM-14.2 and SM-14.3


@rule("SM-14.1")
def test_everything_that_can_be_done_is_offered_at_once() -> None:
    p = yard(money=9, sail_damage=2, leaks=1, hold=3, cannon_damage=1)
    assert options(p) == [
        *("mend_sails 1", "mend_sails 2", "mend_leaks 1", "mend_cannons 1"),
        *("improve sail_2", "improve sail_3", "improve hold_ext", "improve cannon"),
        *("hire", "recruit 1", "recruit 2", "done"),
    ]


@rule("SM-14.1")
def test_sailors_recruited_before_the_letter_of_marque_stay_on_deck() -> None:
    """The line of play that a fixed order lost: afterwards there is no berth for them."""
    cargo_and_crew = {"hold": 1, "cargo": "rum " * 7, "extended": True, "money": 13}
    p = yard(**cargo_and_crew)
    play(p, "recruit 3", "improve letter")
    assert (crew(p, RED), p.money[RED]) == ("h1 d3", 0)
    p = yard(**cargo_and_crew)
    play(p, "improve letter")
    assert crew(p, RED) == "h1"
    assert refused(p, "recruit 1") == "SM-14.13"


@rule("SM-14.1")
def test_cubes_sold_for_the_letter_of_marque_pay_for_what_comes_after_it() -> None:
    """Another line that was lost: repairs came before the money for them."""
    p = yard(extended=True, hold=0, money=10, sail_damage=1, cargo="rum " * 9)
    play(p, "improve letter")
    assert p.money[RED] == 1
    play(p, "mend_sails 1")
    assert (p.money[RED], p.sail_damage[RED]) == (0, 0)


@rule("SM-14.1")
def test_parts_may_take_turns() -> None:
    p = yard(money=20, sail_damage=2, hold=3)
    play(p, "recruit 1", "mend_sails 1", "hire", "recruit 2", "improve hold_ext", "mend_sails 1")
    assert (p.sail_damage[RED], p.untrained[RED], crew(p, RED)) == (0, 1, "h6")
    assert p.money[RED] == 20 - 3 - 2 - 2 - 4
    assert options(p) == ["done"]


@rule("SM-14.1")
def test_one_improvement_one_specialist_three_sailors_in_one_action() -> None:
    p = yard(money=99, hold=2)
    play(p, "recruit 2", "improve sail_2", "hire")
    assert options(p) == ["recruit 1", "done"]
    assert refused(p, "improve cannon") == "SM-14.1"
    assert refused(p, "hire") == "SM-14.1"
    assert refused(p, "recruit 2") == "SM-14.1"
    play(p, "recruit 1")
    assert refused(p, "recruit 1") == "SM-14.1"


@rule("SM-14.1")
def test_every_part_is_optional_and_the_player_says_when_it_is_over() -> None:
    p = yard(money=99)
    play(p, "done")
    assert (asked(p), p.money[RED]) == ("Action", 99)
    assert refused(p, "do shipyard") == "SM-7.5"
    # Even if nothing is left: nobody ends a turn by surprise
    p = yard(money=1, hold=5)
    play(p, "recruit 1")
    assert (asked(p), options(p)) == ("Refit", ["done"])


@rule("SM-14.1")
def test_the_order_makes_no_difference_where_nothing_depends_on_it() -> None:
    parts = ("mend_sails 1", "mend_cannons 1", "improve sail_2", "hire", "recruit 2")
    ends = set()
    for order in permutations(parts):
        p = yard(money=20, sail_damage=1, cannon_damage=1)
        play(p, *order, "done")
        ends.add(p.digest())
    assert len(ends) == 1


@rule("SM-14.2", "SM-14.13")
def test_why_something_cannot_be_had() -> None:
    p = yard(money=1, sail_damage=2, leaks=1, hold=5)
    assert refused(p, "mend_sails 2") == "SM-7.9"
    assert refused(p, "mend_sails 3") == "SM-14.2"
    assert refused(p, "mend_leaks 2") == "SM-14.2"
    assert refused(p, "mend_cannons 1") == "SM-14.2"
    assert refused(p, "recruit 1") == "SM-14.13"
    assert refused(p, "hire") == "SM-7.9"


@rule("SM-14.2")
def test_the_engineers_card_keeps_the_money() -> None:
    p = yard(kind="corsair", levels="engineer2", leads="engineer", money=9, cannon_damage=2)
    play(p, "mend_cannons 2")
    assert (p.cannon_damage[RED], p.money[RED]) == (0, 9)


@rule("SM-14.3", "SM-20.2")
def test_whoever_comes_from_a_leak_may_have_to_stay_on_deck() -> None:
    p = yard(hold=0, leaks=2, cargo="rum " * 8)
    play(p, "mend_leaks 2")
    assert crew(p, RED) == "h1 d1"


# Improvements, SM-14.4 to SM-14.8


@rule("SM-14.4")
@pytest.mark.parametrize(("bonus", "better"), [(0, "234"), (2, "34"), (3, "4"), (4, "")])
def test_sails_only_get_better(bonus: int, better: str) -> None:
    p = yard(money=99, bonus=bonus)
    sails = [each for each in offered(p, "improve") if "sail" in each]
    assert sails == [f"improve sail_{number}" for number in better]


@rule("SM-14.6")
@pytest.mark.parametrize(
    ("kind", "bought", "possible"),
    [("merchant", 0, True), ("merchant", 1, False), ("corsair", 1, True), ("corsair", 2, False)],
)
def test_two_cannons_on_a_merchant_four_on_a_corsair(
    kind: str, bought: int, possible: bool
) -> None:
    p = yard(kind=kind, bought=bought, money=99)
    assert ("improve cannon" in options(p)) is possible


@rule("SM-14.8")
@pytest.mark.parametrize(("improvement", "price"), [("sail_2", 3), ("sail_4", 7), ("cannon", 5)])
def test_the_engineers_card_takes_1_off_every_improvement(improvement: str, price: int) -> None:
    p = yard(kind="corsair", levels="engineer2", leads="engineer", money=9)
    play(p, f"improve {improvement}")
    assert p.money[RED] == 9 - price


# From Merchant to Corsair, SM-14.9 and SM-14.10


@rule("SM-14.9")
def test_the_change_leaves_the_rest_as_it_is() -> None:
    p = sea(2)
    ship(p, YELLOW, extended=True)
    ship(p, RED, "r4c4/port", cannon_damage=1, levels="navigator2", leads="navigator")
    p.orange = 1 << RED
    act(p, RED)
    play(p, "do shipyard", "improve letter")
    assert (p.cannon_damage[RED], p.orange) == (1, 1 << RED)
    assert p.spaces(YELLOW) == 12, "only one's own extension is lost"


@rule("SM-14.10")
@pytest.mark.parametrize(
    ("facts", "after", "sales"),
    [
        # 4 cubes and 2 leaks leave room for two
        ({"hold": 6, "leaks": 2, "cargo": "rum " * 4}, "h2 d4 l2", 0),
        ({"hold": 6}, "h6", 0),
        ({"hold": 8, "cargo": "rum"}, "h7 d1", 0),
        # What is too much besides sailors: cubes must go
        ({"hold": 4, "cargo": "rum " * 8}, "h0 d4", 0),
        ({"hold": 2, "leaks": 1, "cargo": "rum " * 9}, "h0 d2 l1", 2),
        ({"hold": 3, "tokens": "known_bird rare_bird", "cargo": "rum " * 7}, "h0 d3", 1),
    ],
)
def test_what_does_not_fit_into_the_corsair(
    facts: dict[str, object], after: str, sales: int
) -> None:
    p = yard(extended=True, **facts)
    before = len(cargo(p, RED).split())
    # Rum after rum is sold by itself: there is nothing to choose
    play(p, "improve letter")
    assert crew(p, RED) == after
    assert before - len(cargo(p, RED).split()) == sales
    assert lines(p, RED) == ({"black_market_vp": sales} if sales else {})
    assert p.money[RED] == 20 - 10 + sales


@rule("SM-14.10")
def test_the_owner_chooses_which_cubes_to_sell() -> None:
    p = yard(extended=True, hold=1, leaks=1, cargo="gold " + "rum " * 8)
    play(p, "improve letter")
    assert (asked(p), options(p)) == ("ConvertSell", ["sell gold", "sell rum"])
    play(p, "sell gold")
    # 5 db on the black market, not 12; one more cube has to go, and only rum is left
    assert cargo(p, RED) == "rum rum rum rum rum rum rum"
    assert p.money[RED] == 20 - 10 + 5 + 1
    assert asked(p) == "Refit"


@rule("SM-14.10", "SM-12.4")
def test_discoveries_stay_on_board_however_many() -> None:
    tokens = "known_bird known_fruit known_insect known_mammal "
    p = yard(extended=True, hold=0, leaks=1, tokens=tokens * 2, cargo="rum")
    play(p, "improve letter")
    assert (p.aboard[RED], cargo(p, RED), crew(p, RED)) == (8, "", "h0 l1")
    assert asked(p) == "Refit"


# People, SM-14.11 to SM-15.3


@rule("SM-14.13")
@pytest.mark.parametrize(
    ("facts", "most"),
    [
        ({"hold": 2}, 3),
        ({"hold": 2, "money": 2}, 2),
        ({"hold": 5}, 1),
        ({"hold": 3, "leaks": 2}, 1),
        ({"hold": 2, "cargo": "rum " * 6}, 1),
        # Twelve cubes per player
        ({"hold": 6, "sails": 5, "extended": True}, 1),
    ],
)
def test_as_many_sailors_as_money_places_and_cubes_allow(
    facts: dict[str, object], most: int
) -> None:
    p = yard(untrained=5, **facts)
    assert offered(p, "recruit")[-1] == f"recruit {most}"


@rule("SM-15.2", "SM-15.3")
def test_a_merchant_trains_anybody_to_level_1() -> None:
    p = sea(2)
    ship(p, RED, untrained=1)
    act(p, RED)
    play(p, "do academy")
    branches = ("navigator", "captain", "engineer", "scientist", "trader")
    assert options(p) == [f"train {branch}" for branch in branches]
    play(p, "train scientist")
    assert p.untrained[RED] == 0


@rule("SM-15.1", "SM-15.3")
@pytest.mark.parametrize(
    ("kind", "wanted"),
    [("merchant", "navigator trader"), ("corsair", "navigator captain engineer scientist trader")],
)
def test_three_branches_go_no_further_on_a_merchant(kind: str, wanted: str) -> None:
    p = sea(2)
    ship(p, RED, kind=kind)
    ship(p, RED, levels="navigator1 captain1 engineer1 scientist1 trader1")
    act(p, RED)
    play(p, "do academy")
    assert options(p) == [f"train {branch}" for branch in wanted.split()]
    play(p, options(p)[-1])
    assert p.money[RED] == 17


# Places of sailors, SM-20, and the end of a round, SM-22


@rule("SM-20.2", "SM-20.3")
@pytest.mark.parametrize(
    ("facts", "berths", "room"),
    [
        ({"hold": 4, "leaks": 2}, 0, 3),
        ({"hold": 2, "leaks": 2, "cargo": "rum rum rum"}, 2, 2),
        ({"hold": 2, "leaks": 2, "cargo": "rum " * 4, "tokens": "new_bird"}, 0, 0),
        ({"hold": 4, "extended": True, "cargo": "rum rum rum"}, 5, 5),
        ({"hold": 4, "kind": "corsair", "cargo": "rum rum rum"}, 1, 1),
        ({"hold": 2, "kind": "corsair", "leaks": 5}, 1, 1),
        # A leak that took a sailor from the deck may overfill the hold
        ({"hold": 0, "leaks": 2, "cargo": "rum " * 8}, 0, 0),
    ],
)
def test_free_places_in_the_hold(facts: dict[str, object], berths: int, room: int) -> None:
    p = sea()
    ship(p, RED, **facts)  # type: ignore[arg-type]
    assert (p.berths(RED), p.room(RED)) == (berths, room)


@rule("SM-20.1")
def test_a_recovery_is_for_one_ship() -> None:
    p = sea(2)
    for seat in (RED, YELLOW):
        ship(p, seat, hold=1, sails=2, levels="navigator2")
    ship(p, RED, leads="navigator")
    p.orange = 1 << RED | 1 << YELLOW
    act(p, RED)
    play(p, "do recovery")
    assert (crew(p, RED), crew(p, YELLOW)) == ("h3", "h1 s2")
    assert p.orange == 1 << YELLOW


@rule("SM-22.4")
def test_a_poor_pirate_repairs_a_cannon_first() -> None:
    p = sea(2)
    pirate(p, P1, money=1, cannon_damage=1, crew_damage=1, sail_damage=1)
    end_of_round(p)
    damage = (p.pirate_cannon_damage, p.pirate_crew_damage, p.pirate_sail_damage)
    assert [values[0] for values in damage] == [0, 1, 1]


@rule("SM-22.5")
def test_treasure_is_added_to_what_is_there() -> None:
    p = sea(2)
    p.treasure[0] = 6
    pirate(p, P1, money=4)
    end_of_round(p)
    assert (p.treasure[0], p.pirate_money[0]) == (9, 1)
