"""SO-5 money: overdraft, interest, the floor, separate payments, the stack of discs."""

from __future__ import annotations

import pytest

from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.testing import rule
from tests.salty_ocean.probing import hear, ids, pass_until, refuse, why_closed
from tests.salty_ocean.scenario import (
    A,
    B,
    C,
    D,
    asked,
    deal,
    end_actions,
    give,
    numbered,
    options,
    own,
    play,
    raise_to,
    refresh,
    seen,
    table,
)

CITY_ACTIONS = ["saline", "depot", "notre_dame", "build banque", "build phare", "build fierte"]


def yards(p: SaltyPosition, chantier: list[int], academie: list[int]) -> None:
    """Owners of the two yards, by space number."""
    for seat in chantier:
        own(p, seat, "chantier_naval")
    for seat in academie:
        own(p, seat, "academie_marine")


def new_order(p: SaltyPosition) -> list[int]:
    """The turn order after this turn, if everybody passes from now on."""
    end_actions(p)
    assert p.turn == 2
    return p.order


@rule("SO-5.1")
def test_coins_are_public_and_may_be_negative() -> None:
    p = table(coins=[-7, 0, 33, -22])
    for viewer in (None, A, B, C, D):
        assert [player.coins for player in seen(p, viewer).players] == [-7, 0, 33, -22]


@rule("SO-5.1")
def test_coins_stay_whole_numbers() -> None:
    # A Caravel fee of 3 between two owners is the one place where halves could arise
    p = table(coins=[10, 12, 14, 20])
    yards(p, chantier=[A, B], academie=[A, B])
    pass_until(p, D)
    play(p, "build_ship caravel_2")
    assert p.coins == [12, 14, 14, 14]
    assert all(type(coins) is int for coins in p.coins)


@rule("SO-5.2")
@pytest.mark.parametrize(("before", "after"), [(2, -2), (0, -4), (-1, -4), (-19, -22)])
def test_one_may_pay_into_debt_and_act_in_debt(before: int, after: int) -> None:
    p = table(coins=[before, 12, 14, 16], counters=(3, 0, 0, 0))
    play(p, "saline")
    assert p.coins[A] == after
    assert p.saline[A] == 1


@rule("SO-5.2")
def test_an_overdrawn_player_may_perform_every_kind_of_action() -> None:
    p = table(coins=[-4, 12, 14, 16], counters=(1, 1, 1, 1))
    yards(p, chantier=[B], academie=[B])
    assert {"saline", "sail_out", "move_goods", "sell salt", "buy salt"} <= set(options(p))
    assert {"build_ship caravel_2", "build_ship carrack"} <= set(options(p))


@rule("SO-5.3", "SO-5.6")
@pytest.mark.parametrize(
    ("before", "paid", "after"),
    [(0, 1, -2), (2, 3, -2), (3, 3, 0), (3, 4, -2), (0, 10, -11), (9, 10, -2), (10, 10, 0)],
)
def test_falling_below_0_costs_1_at_once(before: int, paid: int, after: int) -> None:
    p = table(coins=[before, 12, 14, 16], counters=(paid, 0, 0, 0))
    log = hear(p)
    play(p, "saline")
    assert p.coins[A] == after
    assert ids(log, "overdrawn") == (["overdrawn"] if after < 0 else [])


@rule("SO-5.4")
@pytest.mark.parametrize(("before", "paid", "after"), [(-1, 1, -2), (-5, 3, -8), (-12, 10, -22)])
def test_a_payment_in_debt_costs_no_further_interest(before: int, paid: int, after: int) -> None:
    p = table(coins=[before, 12, 14, 16], counters=(paid, 0, 0, 0))
    log = hear(p)
    play(p, "saline")
    assert p.coins[A] == after
    assert ids(log, "overdrawn") == []


@rule("SO-5.5")
def test_every_new_fall_costs_1_again_in_the_same_turn() -> None:
    p = table(coins=[0, 12, 14, 16], counters=(1, 0, 0, 0), rows=(3, 3, 3))
    give(p, A, herring=6)
    play(p, "saline")
    assert p.coins[A] == -2
    pass_until(p, A)
    play(p, "sell herring", "from depot 1")
    assert p.coins[A] == 2
    pass_until(p, A)
    p.counters[0] = 5
    refresh(p)
    play(p, "saline")
    assert p.coins[A] == -4
    pass_until(p, A)
    play(p, "saline")
    assert p.coins[A] == -10


@rule("SO-5.6")
def test_0_coins_is_not_overdrawn() -> None:
    p = table(coins=[3, 0, -1, 1], counters=(3, 0, 0, 0))
    play(p, "saline")
    assert p.coins[A] == 0
    end_actions(p)
    assert p.coins == [0, 0, -2, 1]


@rule("SO-5.7")
@pytest.mark.parametrize("coins", [-11, -12, -13])
@pytest.mark.parametrize("kind", range(4))
def test_a_payment_may_reach_minus_22_but_not_pass_it(kind: int, coins: int) -> None:
    counters = [0, 0, 0, 0]
    counters[kind] = 10
    p = table(coins=[coins, 12, 14, 16])
    p.counters = counters
    give(refresh(p), A, herring=2)
    action = ("saline", "sail_out", "move_goods", "sell herring")[kind]
    if coins - 10 >= -22:
        play(p, action)
        assert p.coins[A] == coins - 10
    else:
        assert why_closed(p, action) == ("SO-5.7", "cannot_pay")


@rule("SO-5.7")
@pytest.mark.parametrize("action", CITY_ACTIONS)
def test_at_the_floor_only_free_actions_are_open(action: str) -> None:
    p = table(coins=[-22, 12, 14, 16], counters=(1, 0, 0, 0))
    assert why_closed(p, action) == ("SO-5.7", "cannot_pay")
    p = table(coins=[-22, 12, 14, 16], counters=(0, 0, 0, 0))
    play(p, action)
    assert p.coins[A] == -22


@rule("SO-5.7", "SO-5.9")
@pytest.mark.parametrize(("bought", "after"), [(20, -21), (21, -22), (22, -22)])
def test_the_interest_on_going_overdrawn_is_not_part_of_the_test(bought: int, after: int) -> None:
    p = table(coins=[0, 12, 14, 16], rows=(4, 3, 3))
    raise_to(p, A, depot=2)
    play(p, "buy salt")
    assert options(p) == numbered("take", 1, 22)
    refuse(p, "take 23")
    play(p, f"take {bought}")
    assert p.coins[A] == after


@rule("SO-5.8", "SO-11.12")
@pytest.mark.parametrize(("before", "after"), [(-19, -20), (-20, -21), (-21, -22), (-22, -22)])
def test_turn_end_interest_stops_at_the_floor(before: int, after: int) -> None:
    p = table(coins=[before, 12, 14, 16])
    end_actions(p)
    assert p.coins[A] == after


@rule("SO-5.9")
@pytest.mark.parametrize(
    ("before", "bought", "after"), [(2, 12, -22), (2, 11, -21), (1, 11, -22), (3, 12, -22)]
)
def test_interest_is_waived_when_the_payment_ends_at_the_floor(
    before: int, bought: int, after: int
) -> None:
    # 2 - 24 = -22, waived; 3 - 24 = -21 and 1 - 22 = -21, charged
    p = table(coins=[before, 12, 14, 16], rows=(3, 3, 3))
    raise_to(p, A, depot=1)
    log = hear(p)
    play(p, "buy salt", f"take {bought}")
    assert p.coins[A] == after
    waived = before - 2 * bought == -22
    assert ids(log, "overdrawn") == ([] if waived else ["overdrawn"])


@rule("SO-5.10")
def test_activation_and_surcharge_are_one_payment() -> None:
    p = table(coins=[4, 12, 14, 16], counters=(0, 2, 0, 0))
    own(p, A, "gros_horloge")
    play(p, "saline")
    log = hear(p)
    play(p, "sail_out")
    assert p.coins[A] == -2
    assert ids(log, "overdrawn") == ["overdrawn"]
    assert log[1].message.arguments["count"] == 5


@rule("SO-5.10")
@pytest.mark.parametrize(
    ("coins", "caravel", "carrack"),
    [
        (-2, False, False),
        (-1, True, False),
        (0, True, False),
        (1, True, False),
        (2, True, True),
    ],
)
def test_the_ship_fee_is_tested_after_activation_and_interest(
    coins: int, caravel: bool, carrack: bool
) -> None:
    # 10 + 5 take 2, 1 and 0 coins to -14, -15 and -16, interest included; -1 to -16 without
    p = table(coins=[coins, 12, 14, 16], counters=(0, 0, 10, 0))
    own(p, B, "gros_horloge")
    own(p, A, "gros_horloge")
    yards(p, chantier=[B], academie=[B])
    play(p, "saline")
    assert asked(p) == (A, "Clock")
    for ship, legal in (("caravel_2", caravel), ("carrack", carrack)):
        assert (f"build_ship {ship}" in options(p)) == legal
        if not legal:
            assert why_closed(p, f"build_ship {ship}") == ("SO-5.7", "cannot_pay_fee")


@rule("SO-5.10")
def test_the_whole_ship_fee_is_one_payment() -> None:
    p = table(coins=[7, 12, 14, 16])
    yards(p, chantier=[B], academie=[C])
    log = hear(p)
    play(p, "build_ship carrack")
    assert p.coins == [-2, 16, 18, 16]
    assert ids(log) == ["action.build_ship", "fee", "overdrawn", "share", "share"]
    assert log[1].message.arguments["count"] == 8


@rule("SO-5.10")
@pytest.mark.parametrize(("coins", "most"), [(2, 23), (1, 22), (0, 20), (-1, 20), (-2, 19)])
def test_a_purchase_is_tested_after_activation_and_interest(coins: int, most: int) -> None:
    p = table(coins=[coins, 12, 14, 16], counters=(0, 0, 0, 1), rows=(4, 3, 3))
    raise_to(p, A, depot=2)
    play(p, "buy salt")
    assert options(p) == numbered("take", 1, most)


@rule("SO-5.10")
def test_the_whole_purchase_is_one_payment() -> None:
    p = table(coins=[3, 12, 14, 16], rows=(3, 3, 3))
    log = hear(p)
    play(p, "buy herring", "take 4")
    assert p.coins[A] == -14
    assert ids(log) == ["action.buy", "overdrawn", "bought"]


@rule("SO-5.11")
def test_no_limit_on_coins_during_a_turn() -> None:
    p = table(coins=[38, 12, 14, 16], rows=(3, 1, 3), counters=(8, 0, 0, 0))
    give(p, A, herring=6)
    play(p, "sell herring", "from depot 6")
    assert p.coins[A] == 74
    pass_until(p, A)
    assert p.coins[A] == 74
    play(p, "saline")
    assert p.coins[A] == 66
    end_actions(p)
    assert p.coins[A] == 40


@rule("SO-5.12")
def test_balances_above_100_are_allowed() -> None:
    p = table(coins=[98, 12, 14, 16], rows=(3, 1, 3))
    own(p, A, "banque")
    own(p, A, "salle_des_coffres")
    give(p, A, herring=2)
    play(p, "sell herring", "from depot 2")
    assert p.coins[A] == 110
    end_actions(p)
    assert p.coins[A] == 121
    deal(p, "reveal grid_3 event_03")
    end_actions(p)
    assert p.coins[A] == 133


@rule("SO-5.13")
@pytest.mark.parametrize(
    "choices",
    [
        ["saline"],
        ["build bureau_des_finances"],
        ["sail_out", "herring 1"],
        ["move_goods", "load caravel_1 salt 0"],
        ["sell salt", "from caravel_1 3"],
        ["buy cod", "take 2"],
    ],
)
def test_no_other_player_gains_or_loses_by_an_action(choices: list[str]) -> None:
    p = table(coins=[0, 12, 14, 16], counters=(3, 3, 3, 3))
    for building in ("banque", "auberge", "chantier_naval", "academie_marine", "gros_horloge"):
        own(p, B, building)
    play(p, *choices)
    assert p.coins[1:] == [12, 14, 16]
    assert p.coins[A] != 0


@rule("SO-5.13")
def test_a_ship_fee_changes_hands() -> None:
    p = table(coins=[20, 12, 14, 16], counters=(0, 0, 2, 0))
    yards(p, chantier=[B], academie=[C])
    play(p, "build_ship carrack")
    # The activation cost of 2 goes to the bank, the fees to the owners
    assert p.coins == [10, 16, 18, 16]


@rule("SO-5.13")
def test_turn_end_income_comes_from_the_bank() -> None:
    p = table(coins=[20, 12, -3, 60])
    own(p, A, "banque")
    own(p, A, "auberge")
    end_actions(p)
    assert p.coins == [26, 12, -4, 40]


# SO-5.14: what lifts a disc. C and D keep out of the way.


@rule("SO-5.14")
def test_the_disc_that_moved_last_lies_on_top() -> None:
    p = table(coins=[15, 17, 30, 35], counters=(0, 2, 0, 0))
    play(p, "pass", "sail_out", "herring 0")
    assert p.coins == [15, 15, 30, 35]
    assert new_order(p) == [B, A, C, D]


@rule("SO-5.14")
def test_a_payment_of_0_does_not_lift_the_disc() -> None:
    p = table(coins=[15, 17, 30, 35], counters=(0, 2, 0, 0))
    play(p, "pass", "sail_out", "herring 0", "pass", "pass", "saline")
    assert p.coins == [15, 15, 30, 35]
    assert new_order(p) == [B, A, C, D]


@rule("SO-5.14")
@pytest.mark.parametrize("bureau", [False, True])
def test_an_income_of_0_does_not_lift_the_disc(bureau: bool) -> None:
    p = table(coins=[12 if bureau else 15, 17, 30, 35], counters=(0, 2, 0, 0), rows=(5, 3, 3))
    if bureau:
        own(p, A, "bureau_des_finances")
    play(p, "pass", "sail_out", "herring 0", "pass", "pass", "sell salt", "from caravel_1 3")
    assert p.coins == [15, 15, 30, 35]
    assert new_order(p) == ([A, B, C, D] if bureau else [B, A, C, D])


@rule("SO-5.14")
def test_income_lifts_the_disc() -> None:
    p = table(coins=[15, 9, 30, 35], rows=(3, 3, 3))
    play(p, "pass", "sell salt", "from caravel_1 3")
    assert p.coins == [15, 15, 30, 35]
    assert new_order(p) == [B, A, C, D]


@rule("SO-5.14")
def test_leaving_a_number_and_coming_back_lifts_the_disc() -> None:
    p = table(coins=[15, 17, 30, 35], counters=(0, 2, 0, 2), rows=(3, 3, 3))
    play(p, "pass", "sail_out", "herring 0", "pass", "pass", "sell salt", "from caravel_1 1")
    assert p.coins == [15, 15, 30, 35]
    assert new_order(p) == [A, B, C, D]


@rule("SO-5.14")
def test_turn_end_interest_lifts_the_disc() -> None:
    p = table(coins=[-22, -20, -21, 35], counters=(0, 2, 0, 0))
    play(p, "pass", "sail_out", "herring 0")
    # A and B stand on -22, B on top; C is charged and comes down on both
    assert new_order(p) == [C, B, A, D]
    assert p.coins == [-22, -22, -22, 35]


@rule("SO-5.14")
def test_the_coin_limit_lifts_the_disc_of_whoever_is_set_down() -> None:
    p = table(coins=[41, 42, 20, 30], counters=(0, 2, 0, 0))
    play(p, "pass", "sail_out", "herring 0")
    # B came to 40 by himself; A is set down on top of him
    assert new_order(p) == [C, D, A, B]


@rule("SO-5.15")
def test_rents_are_paid_in_turn_order() -> None:
    p = table(coins=[10, 10, 30, 35])
    own(p, B, "auberge")
    own(p, A, "auberge")
    assert new_order(p) == [B, A, C, D]


@rule("SO-5.15", "SO-11.2")
def test_turn_end_changes_follow_the_turn_order_not_the_seats() -> None:
    p = table(coins=[60, 61, 62, 63])
    p.order = [A, D, B, C]
    assert new_order(p) == [C, B, D, A]


@rule("SO-5.15")
def test_each_step_of_the_turn_end_is_done_for_all_before_the_next_begins() -> None:
    # A: rent 4, then interest; B: rent 4. B's rent comes before A's interest
    p = table(coins=[19, 20, 36, 38])
    own(p, A, "auberge")
    own(p, B, "auberge")
    own(p, A, "banque")
    assert new_order(p) == [A, B, C, D]
    assert p.coins == [24, 24, 36, 38]


@rule("SO-5.15")
def test_the_builder_pays_before_the_owners_receive() -> None:
    p = table(coins=[20, 8, 30, 35])
    yards(p, chantier=[B], academie=[C])
    play(p, "build_ship carrack")
    assert p.coins == [12, 12, 34, 35]
    assert new_order(p)[:2] == [B, A]


@rule("SO-5.15")
@pytest.mark.parametrize(("first", "second"), [(B, C), (C, B)])
@pytest.mark.parametrize("yard", ["chantier", "academie"])
def test_owners_of_one_yard_receive_by_space_number(yard: str, first: int, second: int) -> None:
    p = table(coins=[20, 10, 10, 35])
    pair = [first, second]
    if yard == "chantier":
        yards(p, chantier=pair, academie=[A])
    else:
        yards(p, chantier=[A], academie=pair)
    play(p, "build_ship carrack")
    assert p.coins == [16, 12, 12, 35]
    assert new_order(p)[:2] == [second, first]


@rule("SO-5.15")
@pytest.mark.parametrize(("academie", "chantier"), [(B, C), (C, B)])
def test_the_academie_is_paid_before_the_chantier(academie: int, chantier: int) -> None:
    p = table(coins=[30, 10, 10, 35])
    yards(p, chantier=[chantier], academie=[academie])
    play(p, "build_ship carrack")
    assert p.coins == [22, 14, 14, 35]
    assert new_order(p)[:2] == [chantier, academie]


@rule("SO-5.16")
def test_5_and_105_are_not_tied() -> None:
    p = table(coins=[96, 5, 20, 30])
    own(p, A, "banque")
    own(p, A, "salle_des_coffres")
    # A's disc is the last to move and comes down on the same printed number, a lap further on
    assert new_order(p) == [B, C, D, A]
    assert p.coins == [105, 5, 20, 30]
