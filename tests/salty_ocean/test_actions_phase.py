"""SO-4 the actions phase in general: moves, passes, costs, the end of the phase."""

from __future__ import annotations

import pytest

from quarterdeck.games.salty_ocean.actions import SPACE
from quarterdeck.games.salty_ocean.names import BUILDINGS
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.kernel.errors import NotYourTurn
from quarterdeck.testing import rule
from tests.salty_ocean.probing import hear, ids, pass_until, refuse, why_closed
from tests.salty_ocean.scenario import (
    A,
    B,
    C,
    D,
    asked,
    barrels,
    cost,
    deal,
    end_actions,
    give,
    hold,
    options,
    own,
    play,
    raise_to,
    refresh,
    rows,
    space,
    table,
)

CITY, NAVIGATION, PORT, MARKET = 0, 1, 2, 3

# SO-4.3: every action and its type.
ACTIONS = {
    "saline": CITY,
    "depot": CITY,
    "notre_dame": CITY,
    **{f"build {building}": CITY for building in BUILDINGS},
    "sail_out": NAVIGATION,
    "sail_home": NAVIGATION,
    "build_ship caravel_2": PORT,
    "build_ship carrack": PORT,
    "move_goods": PORT,
    "sell salt": MARKET,
    "sell herring": MARKET,
    "sell cod": MARKET,
    "buy salt": MARKET,
    "buy herring": MARKET,
    "buy cod": MARKET,
}


def anything_goes(
    action: str = "",
    coins: int = 30,
    counters: tuple[int, int, int, int] = (0, 0, 0, 0),
) -> SaltyPosition:
    """A may do this action, and nearly everything else. More than one barrel of each good, so
    that every sale and purchase asks a question after the payment."""
    p = table(coins=[coins, 20, 21, 22], counters=counters)
    hold(p, A, "caravel_1", salt=2, herring=2)
    give(p, A, cod=2)
    raise_to(p, A, notre_dame=3)
    for building in ("banque", "chantier_naval", "academie_marine"):
        own(p, B, building)
    if action == "build salle_des_coffres":
        own(p, A, "banque")
    if action == "sail_home":
        hold(p, A, "caravel_2", where="sea")
        hold(p, A, "carrack", where="sea")
    return p


def types_risen(before: list[int], after: list[int]) -> list[int]:
    return [new - old for old, new in zip(before, after, strict=True)]


@rule("SO-4.1")
def test_players_move_in_turn_order_one_action_or_a_pass_each() -> None:
    p = table()
    met = []
    for choice in ("saline", "pass", "depot", "pass", "notre_dame", "pass", "saline", "pass"):
        met.append(asked(p))
        play(p, choice)
    assert met == [(seat, "Move") for seat in (A, B, C, D, A, B, C, D)]


@rule("SO-4.1")
@pytest.mark.parametrize("seat", [B, C, D])
@pytest.mark.parametrize("choice", ["pass", "saline"])
def test_nobody_moves_out_of_turn(seat: int, choice: str) -> None:
    p = table()
    before = p.digest()
    with pytest.raises(NotYourTurn):
        p.play(seat, SPACE.parse(choice))
    assert p.digest() == before
    assert asked(p) == (A, "Move")


@rule("SO-4.1")
def test_moves_follow_the_turn_order_in_force_not_the_seats() -> None:
    p = table(coins=[16, 12, 14, 10], turn=4)
    end_actions(p)
    met = []
    for _ in range(8):
        met.append(asked(p)[0])
        play(p, "saline" if len(met) % 4 == 1 else "pass")
    assert met == [D, B, C, A, D, B, C, A]


@rule("SO-4.2")
def test_who_passed_may_act_again_in_a_later_round() -> None:
    p = table()
    play(p, "pass", "saline", "pass", "pass")
    assert asked(p) == (A, "Move")
    assert "saline" in options(p)
    play(p, "saline", "pass")
    assert asked(p) == (C, "Move")
    play(p, "saline")
    assert p.saline == [1, 1, 1, 0]


@rule("SO-4.3")
def test_the_actions_are_these_and_no_others() -> None:
    p = anything_goes()
    closed = {"build salle_des_coffres", "sail_home"}
    assert options(p) == ["pass", *(action for action in ACTIONS if action not in closed)]


@rule("SO-4.3", "SO-4.5")
@pytest.mark.parametrize(("action", "kind"), ACTIONS.items())
def test_each_action_belongs_to_one_type(action: str, kind: int) -> None:
    p = anything_goes(action, counters=(3, 4, 5, 6))
    before = p.counters[:]
    assert action in options(p)
    play(p, action)
    assert types_risen(before, p.counters) == [int(k == kind) for k in range(4)]


@rule("SO-4.4")
@pytest.mark.parametrize(("action", "kind"), ACTIONS.items())
def test_an_action_costs_what_the_counter_of_its_type_shows(action: str, kind: int) -> None:
    counters = (3, 5, 7, 9)
    p = anything_goes(action, counters=counters)
    fee = {"build_ship caravel_2": 6, "build_ship carrack": 8}.get(action, 0)
    assert cost(p, action) == counters[kind] + fee
    play(p, action)
    assert p.coins[A] == 30 - counters[kind] - fee


@rule("SO-4.5")
@pytest.mark.parametrize("action", ["saline", "sail_out", "move_goods", "sell salt"])
@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 2), (4, 5), (8, 9), (9, 10), (10, 10)])
def test_the_counter_rises_by_one_and_stays_at_10(action: str, before: int, after: int) -> None:
    p = anything_goes(counters=(before, before, before, before))
    kind = ACTIONS[action]
    play(p, action)
    assert p.coins[A] == 30 - before
    assert p.counters == [after if k == kind else before for k in range(4)]


@rule("SO-4.5")
def test_at_10_every_further_action_costs_10() -> None:
    p = table(coins=[30, 40, 50, 60], counters=(9, 0, 0, 0))
    play(p, "saline", "saline", "saline", "saline")
    assert p.coins == [21, 30, 40, 50]
    assert p.counters == [10, 0, 0, 0]


@rule("SO-4.6")
def test_payment_and_interest_come_first_then_the_counter_then_the_action() -> None:
    p = table(coins=[2, 12, 14, 16], counters=(0, 0, 0, 3), rows=(3, 3, 3))
    give(p, A, herring=3)
    log = hear(p)
    play(p, "sell herring")
    # The sale itself is still open: nothing is sold, the payment is made
    assert asked(p) == (A, "SellFrom")
    assert p.coins[A] == -2
    assert p.counters[MARKET] == 4
    assert barrels(p, A) == (0, 3, 0)
    assert rows(p)[1] == 3
    play(p, "from depot 3")
    assert p.coins[A] == 10
    assert ids(log) == ["action.sell", "overdrawn", "sold"]


@rule("SO-4.6")
def test_the_activation_cost_is_paid_before_the_ship_fee() -> None:
    p = table(coins=[3, 12, 14, 16], counters=(0, 0, 3, 0))
    own(p, B, "chantier_naval")
    own(p, C, "academie_marine")
    log = hear(p)
    play(p, "build_ship caravel_2")
    # 3 - 3 = 0 is not overdrawn; the fee of 6 is
    assert p.coins[A] == -7
    assert ids(log)[:3] == ["action.build_ship", "fee", "overdrawn"]


@rule("SO-4.7")
@pytest.mark.parametrize(("before", "after"), [(0, 10), (1, 12), (2, 13), (-1, 10)])
def test_income_of_the_action_does_not_prevent_the_interest(before: int, after: int) -> None:
    p = table(coins=[before, 12, 14, 16], counters=(0, 0, 0, 1), rows=(3, 3, 3))
    give(p, A, herring=3)
    play(p, "sell herring", "from depot 3")
    assert p.coins[A] == after


@rule("SO-4.8")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_phase_ends_after_as_many_passes_in_a_row_as_players(seats: int) -> None:
    p = table(seats)
    play(p, *["pass"] * (seats - 1))
    assert p.turn == 1
    play(p, "pass")
    assert p.turn == 2


@rule("SO-4.8")
@pytest.mark.parametrize("actor", [A, B, C, D])
def test_passes_are_counted_across_rounds_and_an_action_starts_the_count_anew(
    actor: int,
) -> None:
    p = table()
    play(p, *["pass"] * actor, "saline")
    for _ in range(3):
        play(p, "pass")
        assert p.turn == 1
    # The fourth pass in a row is the actor's own, in the middle of a round unless he is last
    assert asked(p) == (actor, "Move")
    play(p, "pass")
    assert p.turn == 2


@rule("SO-4.8")
def test_three_passes_an_action_and_three_passes_do_not_end_the_phase() -> None:
    p = table()
    play(p, "pass", "pass", "pass", "saline", "pass", "pass", "pass")
    assert p.turn == 1
    assert asked(p) == (D, "Move")
    play(p, "saline", "pass", "pass", "pass")
    assert p.turn == 1
    play(p, "pass")
    assert p.turn == 2


@rule("SO-4.8")
def test_the_count_of_passes_starts_at_0_in_every_turn() -> None:
    p = table()
    play(p, "pass", "pass", "pass", "pass")
    deal(p, "reveal grid_3 event_03")
    play(p, "pass", "pass", "pass")
    assert p.turn == 2
    play(p, "pass")
    assert p.turn == 3


@rule("SO-4.9")
def test_after_the_last_action_everybody_is_asked_once_the_actor_last() -> None:
    p = table()
    play(p, "saline", "saline")
    met = []
    while p.turn == 1:
        met.append(asked(p)[0])
        play(p, "pass")
    assert met == [C, D, A, B]


@rule("SO-4.10")
def test_full_round_needs_a_whole_round_of_passes() -> None:
    p = table(phase_end="full_round")
    play(p, "saline", "pass", "pass", "pass")
    met = []
    while p.turn == 1:
        met.append(asked(p)[0])
        play(p, "pass")
    assert met == [A, B, C, D]


@rule("SO-4.10")
@pytest.mark.parametrize(
    ("actor", "consecutive", "full_round"), [(A, 4, 7), (B, 4, 6), (C, 4, 5), (D, 4, 4)]
)
def test_full_round_and_consecutive_differ_unless_the_last_player_acts_last(
    actor: int, consecutive: int, full_round: int
) -> None:
    for setting, wanted in (("consecutive", consecutive), ("full_round", full_round)):
        p = table(phase_end=setting)
        play(p, *["pass"] * actor, "saline")
        passes = 0
        while p.turn == 1:
            play(p, "pass")
            passes += 1
        assert passes == wanted


@rule("SO-4.10")
def test_full_round_forgets_the_passes_of_earlier_rounds() -> None:
    p = table(phase_end="full_round")
    play(p, "saline", "pass", "pass", "pass", "pass", "saline", "pass", "pass")
    play(p, "pass", "pass", "pass")
    assert p.turn == 1
    play(p, "pass")
    assert p.turn == 2


@rule("SO-4.10")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_full_round_ends_at_once_if_all_pass_in_the_first_round(seats: int) -> None:
    p = table(seats, phase_end="full_round")
    play(p, *["pass"] * (seats - 1))
    assert p.turn == 1
    play(p, "pass")
    assert p.turn == 2


@rule("SO-4.11")
def test_a_player_without_a_legal_action_passes_by_himself() -> None:
    p = table(coins=[12, -22, 14, 16], counters=(1, 1, 1, 1))
    log = hear(p)
    play(p, "pass")
    assert asked(p) == (C, "Move")
    assert ids(log) == ["pass", "pass"]
    assert log[1].message.arguments == {"seat": B}
    # It counts: two more passes end the phase
    play(p, "pass")
    assert p.turn == 1
    play(p, "pass")
    assert p.turn == 2


@rule("SO-4.11")
def test_one_open_action_is_enough_to_be_asked() -> None:
    p = table(coins=[12, -22, 14, 16], counters=(1, 0, 1, 1))
    play(p, "pass")
    assert asked(p) == (B, "Move")
    assert options(p) == ["pass", "sail_out"]


@rule("SO-4.12")
@pytest.mark.parametrize(
    ("coins", "caravel", "carrack"),
    [(-14, True, True), (-15, True, False), (-16, True, False), (-17, False, False)],
)
def test_a_ship_whose_fee_cannot_be_paid_is_closed(
    coins: int, caravel: bool, carrack: bool
) -> None:
    p = table(coins=[coins, 12, 14, 16])
    own(p, B, "chantier_naval")
    own(p, B, "academie_marine")
    for ship, legal in (("caravel_2", caravel), ("carrack", carrack)):
        assert (f"build_ship {ship}" in options(p)) == legal
        if not legal:
            assert why_closed(p, f"build_ship {ship}") == ("SO-5.7", "cannot_pay_fee")


@rule("SO-4.12")
@pytest.mark.parametrize(("coins", "legal"), [(-16, True), (-17, False)])
def test_a_purchase_that_cannot_be_paid_is_closed(coins: int, legal: bool) -> None:
    p = table(coins=[coins, 12, 14, 16], counters=(0, 0, 0, 2), rows=(3, 3, 4))
    assert ("buy cod" in options(p)) == legal
    if not legal:
        assert why_closed(p, "buy cod") == ("SO-5.7", "cannot_pay_goods")


@rule("SO-4.13")
def test_the_same_action_may_be_repeated_in_a_turn() -> None:
    p = table(coins=[30, 12, 14, 16])
    paid = []
    for _ in range(8):
        before = p.coins[A]
        play(p, "notre_dame")
        paid.append(before - p.coins[A])
        pass_until(p, A)
    assert paid == [0, 1, 2, 3, 4, 5, 6, 7]
    assert p.cathedral[A] == 8


@rule("SO-4.13")
def test_one_player_may_go_through_the_same_actions_again_and_again() -> None:
    p = table(coins=[30, 12, 14, 16])
    give(p, A, herring=4)
    for _ in range(2):
        for choices in (
            ["sell herring", "from depot 1"],
            ["saline"],
            ["move_goods", "load caravel_1 salt 1", "load caravel_1 herring 0"],
        ):
            play(p, *choices)
            pass_until(p, A)
    assert p.counters == [2, 0, 2, 2]


@rule("SO-4.14")
@pytest.mark.parametrize(
    ("action", "family"),
    [
        ("sell salt", "from"),
        ("buy salt", "take"),
        ("move_goods", "load"),
        ("sail_out", "herring"),
        ("sail_home", "ship"),
    ],
)
def test_an_action_paid_for_cannot_be_taken_back(action: str, family: str) -> None:
    p = anything_goes(action, counters=(2, 2, 2, 2))
    play(p, action)
    assert p.coins[A] == 28
    assert {choice.split()[0] for choice in options(p)} == {family}
    for other in ("pass", "saline", "stop"):
        refuse(p, other)


@rule("SO-4.14")
def test_a_building_stays_built_and_paid() -> None:
    p = table(counters=(4, 0, 0, 0))
    play(p, "build auberge")
    refresh(p)
    assert asked(p) == (B, "Move")
    assert p.coins[A] == 6
    assert space(p, A, "auberge") == 1
    assert p.counters == [5, 0, 0, 0]
