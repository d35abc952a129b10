"""Free actions: workers, conversions, and the moments at which they are possible."""

from __future__ import annotations

from random import Random

import pytest

from quarterdeck.games.saltfjord.actions import (
    BARTER_CUBE,
    DEGRADE,
    END_TURN,
    PAID_UPGRADE,
    SELL,
    SMOKE,
    SPACE,
    WORKER,
)
from quarterdeck.games.saltfjord.names import CELL_NAMES, FROM_QUAYS, ICONS
from quarterdeck.games.saltfjord.position import SaltfjordPosition, from_source
from quarterdeck.games.saltfjord.steps.closing import TurnEnd
from quarterdeck.games.saltfjord.steps.sweep import CartStep, NextBuilding
from quarterdeck.games.saltfjord.steps.turn import QuayWindow
from quarterdeck.kernel.errors import NotYourTurn
from quarterdeck.testing import rule
from tests.saltfjord.scenario import (
    RULES,
    A,
    B,
    asked,
    building,
    deal_any,
    die,
    end_round,
    fjord,
    icon,
    market,
    offered,
    options,
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

OPEN = {
    "MainAction",
    "NextBuilding",
    "CartStep",
    "PendingReward",
    "ForemanOffer",
    "DoryOffer",
    "QuayWindow",
    "TurnEnd",
}
HALF_OPEN = {"ActionChoice", "UpgradeChoice"}
BUILDINGS = [name for name in ICONS if name != "empty"]


def vacant(p: SaltfjordPosition, seat: int) -> set[str]:
    """Every vacant building of a village, read from the cells."""
    return {
        name for name in CELL_NAMES if icon(p, seat, name) in BUILDINGS and not piece(p, seat, name)
    }


def discarded(p: SaltfjordPosition) -> SaltfjordPosition:
    """Seat A has discarded a die: its turn is about to end."""
    return play(turn(p, A, white="1"), A, "die white 1", "discard")


# Workers


@rule("SF-12.1")
def test_free_actions_belong_to_the_own_turn() -> None:
    p = fjord(manual_conversions="true")
    for seat in (A, B):
        player(p, seat, goods="1 planks 3 fish")
    turn(p, A)
    families = {notation.split()[0] for notation in options(p, A)}
    assert {"worker", "sell", "paid_upgrade", "degrade"} <= families
    assert options(p, B) == []
    with pytest.raises(NotYourTurn):
        p.play(B, SELL(1))


@rule("SF-12.1")
def test_they_are_possible_in_the_turn_of_retiring() -> None:
    p = fjord(manual_conversions="true")
    player(p, A, goods="1 planks 2 fish")
    play(turn(p, A), A, "retire tavern_1", "decline")
    assert asked(p, A) == "QuayWindow"
    assert {"worker r3c2", "sell planks", "degrade planks wood"} <= set(options(p, A))
    play(p, A, "worker r3c2", "go_on")
    assert asked(p, A) == "TurnEnd"
    play(p, A, "sell planks")
    assert store(p, A) == "1 wood 5 fish"


@rule("SF-12.2")
def test_a_worker_activates_a_vacant_building_and_blocks_it() -> None:
    p = play(turn(fjord(), A, white="2 4"), A, "worker r3c2")
    assert (store(p, A), piece(p, A, "r3c2"), p.workers[A]) == ("1 wood", "worker", 0)
    assert options(p, A, "worker") == []
    assert refused(p, A, "worker r1c1") == "no_worker SF-12.2"
    # The only building of column 2 is blocked for the rest of the round
    assert "2" not in offered(play(p, A, "die white 2"), A, "line").split()


@rule("SF-12.2")
def test_the_block_lasts_until_the_round_ends() -> None:
    p = fjord()
    worker(p, A, "r3c2")
    deal_any(end_round(p, "1 2"))
    assert (piece(p, A, "r3c2"), p.workers[A]) == ("", 1)
    assert "r3c2" in offered(p, A, "worker").split()


@rule("SF-12.2")
@pytest.mark.parametrize(
    ("where", "why"),
    [
        ("r1c1", "blocked SF-4.11"),
        ("r6c4", "blocked SF-4.11"),
        ("r1c5", "not_a_building SF-4.10"),
        ("r1c2", "not_a_building SF-4.10"),
    ],
)
def test_only_vacant_buildings_take_a_worker(where: str, why: str) -> None:
    p = fjord()
    player(p, A, tech="craft 2")
    worker(p, A, "r1c1")
    die(p, A, "r6c4", "white", 4)
    turn(p, A)
    assert set(offered(p, A, "worker").split()) == vacant(p, A)
    assert refused(p, A, f"worker {where}") == why


@rule("SF-12.3")
def test_the_worker_stands_there_before_the_effect() -> None:
    p = fjord()
    player(p, A, goods="1 wood", tech="craft 2")
    play(turn(p, A), A, "worker r2c5")
    assert asked(p, A) == "ActionChoice"
    assert (piece(p, A, "r2c5"), p.workers[A]) == ("worker", 1)
    play(p, A, "build domino_1", "place r6c1 0")
    deal_any(p)
    assert "r2c5" not in offered(p, A, "worker").split()


@rule("SF-12.6")
def test_the_interrupted_question_is_asked_again_brought_up_to_date() -> None:
    p = fjord()
    player(p, A, goods="1 wood", start="sb4 r3c3 0")
    tiles(p, "domino_1", "d01")
    play(turn(p, A, white="1"), A, "die white 1", "line 1")
    # The only building of column 1 is activated at once
    assert (asked(p, A), offered(p, A, "activate")) == ("NextBuilding", "")
    play(p, A, "worker r3c4", "build domino_1", "place r2c1 1")
    deal_any(p)
    assert (asked(p, A), offered(p, A, "activate")) == ("NextBuilding", "r2c1 r3c1")


@rule("SF-12.6")
def test_last_in_first_out() -> None:
    p = fjord()
    player(p, A, tech="craft 3 carpentry 2", abilities="dory foreman", goods="4 fish")
    play(turn(p, A), A, "worker r4c6", "advance 1")
    deal_any(p)
    play(p, A, *options(p, A, "plain"))
    assert asked(p, A) == "DoryOffer"
    play(p, A, "worker r3c2")
    # The worker's own building is finished first, then Dory, then the first worker's Foreman
    assert asked(p, A) == "ForemanOffer"
    play(p, A, "no")
    assert asked(p, A) == "DoryOffer"
    play(p, A, "no")
    assert asked(p, A) == "ForemanOffer"
    play(p, A, "no")
    assert asked(p, A) == "MainAction"


@rule("SF-12.7")
def test_windows_stand_before_the_first_quay_and_after_those_that_paid() -> None:
    p = fjord()
    player(p, A, crates="quay_1:k01 quay_3:k02")
    play(turn(p, A), A, "retire tavern_1", "decline")
    windows = []
    while asked(p, A) == "QuayWindow":
        step = p.step_of(A)
        assert isinstance(step, QuayWindow)
        windows.append(step.quay + 1)
        play(p, A, "go_on")
    assert windows == [1, 2, 4]
    assert asked(p, A) == "TurnEnd"


@rule("SF-12.7")
def test_a_worker_in_a_window_may_add_a_crate_to_a_later_quay() -> None:
    p = fjord()
    player(p, A, crates="quay_1:k01", goods="1 cloth")
    market(p, 3, "ks3")
    play(turn(p, A), A, "retire tavern_2", "decline", "go_on")
    play(p, A, "worker r6c4", "order 3")
    deal_any(p)
    assert quays(p, A) == [1, 0, 1, 0]
    assert p.points[from_source(A, FROM_QUAYS)] == 2


# Where free actions are possible


@rule("SF-12.4", "SF-12.5", "SF-12.8", "SF-12.12")
@pytest.mark.parametrize(
    ("seats", "chosen"),
    [
        (1, {"carts": "true"}),
        (2, {}),
        (3, {"manual_conversions": "true"}),
        (2, {"carts": "true", "manual_conversions": "true", "village_side": "verkstad"}),
    ],
)
def test_random_games_offer_free_actions_exactly_where_they_belong(
    seats: int, chosen: dict[str, str]
) -> None:
    random = Random(seats)
    met: set[str] = set()
    for _ in range(5):
        p = start(seats, **chosen)
        while not p.finished:
            if p.chance:
                p.deal(random.choices(*zip(*p.outcomes(), strict=True))[0])
                continue
            (seat,) = p.actors()
            met.add(check_free(p, seat))
            p.play(seat, random.choice(p.legal(seat)))
    assert met >= OPEN - {"CartStep", "ForemanOffer", "DoryOffer"}


def check_free(p: SaltfjordPosition, seat: int) -> str:
    """Compare what is offered along with a question with what the rules allow there."""
    step = p.step_of(seat)
    kind = type(step).__name__
    legal = p.legal(seat)
    workers = {CELL_NAMES[WORKER.value(code)] for code in legal if WORKER.has(code)}
    conversions = [c for c in legal if SELL.has(c) or PAID_UPGRADE.has(c) or DEGRADE.has(c)]
    closing = [c for c in legal if BARTER_CUBE.has(c) or SMOKE.has(c)]
    if isinstance(step, NextBuilding):
        is_open = step.position >= 0 or bool(step.carted)
    elif isinstance(step, CartStep):
        is_open = bool(step.handled)
    elif isinstance(step, TurnEnd):
        is_open = not step.bartered
    else:
        is_open = kind in OPEN
    if is_open:
        assert workers == (vacant(p, seat) if p.workers[seat] else set())
        held = [k for k in range(7) if p.held(seat, k)]
        sold = [SELL.value(code) for code in conversions if SELL.has(code)]
        assert sold == (held if p.table.converts else [])
    elif kind in HALF_OPEN:
        assert workers <= vacant(p, seat)
        assert not conversions
    else:
        assert not workers
        assert not conversions
    if closing:
        assert END_TURN.base in legal
    if not p.table.converts:
        assert not conversions
    return kind


@rule("SF-12.5")
def test_no_worker_before_the_first_building_of_a_sweep() -> None:
    p = play(turn(fjord(), A, white="4"), A, "die white 4", "line 4")
    assert asked(p, A) == "NextBuilding"
    assert options(p, A, "worker") == []
    play(p, A, "activate r3c4")
    deal_any(p)
    assert set(offered(p, A, "worker").split()) == vacant(p, A)


@rule("SF-12.5")
def test_a_worker_too_early_is_refused_with_a_reason() -> None:
    """Nothing stands in the way of the building itself; it is the moment that is wrong."""
    p = play(turn(fjord(), A, white="4"), A, "die white 4", "line 4")
    assert "r3c4" in vacant(p, A)
    assert refused(p, A, "worker r3c4") == "not_offered"


@rule("SF-12.4")
def test_no_worker_while_a_step_is_under_way() -> None:
    p = fjord()
    player(p, A, goods="1 wood 1 gold 1 planks 1 fish", tech="craft 2", abilities="broker")
    play(turn(p, A, white="2"), A, "die white 2")
    assert options(p, A, "worker") == []
    play(p, A, "line 5")
    assert asked(p, A) == "Pay"
    assert options(p, A, "worker") == []
    assert refused(p, A, "worker r1c1") == "not_offered"


# The closing of a turn


@rule("SF-12.8", "SF-12.9")
def test_barter_at_the_end_of_the_turn() -> None:
    p = fjord()
    player(p, A, abilities="barter", goods="1 gold 1 planks 1 wood")
    turn(p, A, white="1")
    assert options(p, A, "barter") == []
    play(p, A, "die white 1", "discard")
    assert options(p, A, "barter") == [
        "barter planks cloth",
        "barter planks paper",
        "barter wood wool",
        "barter wood pulp",
    ]
    play(p, A, "barter planks paper")
    assert store(p, A) == "1 gold 1 paper 1 wood 1 fish"


@rule("SF-12.9")
def test_barter_and_smokehouse_beside_the_end_of_a_sweep() -> None:
    p = fjord()
    player(p, A, abilities="barter smokehouse", tech="carpentry 2", goods="1 wool")
    play(turn(p, A, white="4"), A, "die white 4", "line 4")
    assert options(p, A, "barter", "smokehouse", "end_turn") == []
    play(p, A, "activate r6c4")
    assert "end_turn" in options(p, A)
    assert {"barter wool wood", "barter wool pulp", "smokehouse fish wood"} <= set(options(p, A))


@rule("SF-12.9")
@pytest.mark.parametrize(
    ("goods", "shown"),
    [
        # One fish comes from the discard
        ("", ""),
        ("1 fish", "fish wood, fish wool, fish pulp"),
        ("1 wood", "wood planks, fish wool, fish pulp"),
        ("1 gold", "fish wood, fish wool, fish pulp"),
        ("1 cloth 1 pulp", "cloth gold, pulp paper, fish wood, fish wool, fish pulp"),
    ],
)
def test_smokehouse_at_the_end_of_the_turn(goods: str, shown: str) -> None:
    p = fjord()
    player(p, A, abilities="smokehouse", goods=goods)
    discarded(p)
    assert offered(p, A, "smokehouse").split() == shown.replace(",", "").split()


@rule("SF-12.9")
@pytest.mark.parametrize(
    ("goods", "choice", "left"),
    [
        ("1 wood", "smokehouse wood planks", "1 planks"),
        ("1 wood", "smokehouse fish wool", "1 wool 1 fish"),
        ("1 gold", "smokehouse fish wood", "1 wood 3 fish"),
        ("1 planks 2 fish", "smokehouse planks gold", "1 gold 2 fish"),
        ("1 fish", "smokehouse fish pulp", "1 pulp"),
    ],
)
def test_what_smokehouse_costs_then(goods: str, choice: str, left: str) -> None:
    p = fjord()
    player(p, A, abilities="smokehouse", goods=goods)
    play(discarded(p), A, choice)
    assert store(p, A) == left
    assert asked(p, B) == "MainAction"


@rule("SF-12.9")
def test_smokehouse_raises_missing_fish_by_sales_only() -> None:
    p = fjord()
    player(p, A, abilities="smokehouse", goods="1 wool 1 paper 1 wood")
    turn(p, A, white="2")
    # No fish at all: a sweep that gives a wood ends with an offer
    play(p, A, "die white 2", "line 2")
    assert store(p, A) == "1 paper 2 wood 1 wool"
    play(p, A, "smokehouse wool cloth")
    assert asked(p, A) == "Pay"
    left = {store(play(p.clone(), A, way), A) for way in options(p, A)}
    assert left == {"1 cloth 1 paper 1 wood 1 fish", "1 cloth 2 wood 2 fish"}


@rule("SF-12.10")
def test_after_barter_only_smokehouse_and_the_end_are_left() -> None:
    p = fjord(manual_conversions="true")
    player(p, A, abilities="barter smokehouse", tech="carpentry 2 craft 2", goods="1 wood")
    play(discarded(p), A, "barter wood wool")
    assert asked(p, A) == "TurnEnd"
    assert options(p, A) == [
        "smokehouse wool cloth",
        "smokehouse fish wood",
        "smokehouse fish pulp",
        "end_turn",
    ]
    play(p, A, "smokehouse wool cloth")
    assert (store(p, A), asked(p, B)) == ("1 cloth", "MainAction")


@rule("SF-12.10")
def test_after_smokehouse_the_turn_is_over() -> None:
    p = fjord()
    player(p, A, abilities="barter smokehouse", tech="carpentry 2", goods="1 wood")
    play(discarded(p), A, "smokehouse wood planks")
    assert asked(p, B) == "MainAction"


@rule("SF-12.10", "SF-12.9")
def test_abilities_used_in_this_turn_do_not_close_it() -> None:
    p = fjord()
    player(p, A, abilities="barter smokehouse", tech="carpentry 2", goods="1 wood")
    turn(p, A, white="1", used="barter smokehouse")
    play(p, A, "die white 1", "discard")
    assert options(p, A, "barter", "smokehouse") == []


@rule("SF-12.11")
def test_a_window_with_nothing_to_do_is_passed_over() -> None:
    p = fjord()
    player(p, A, crates="quay_1:k01")
    worker(p, A, "r3c2")
    play(turn(p, A), A, "retire tavern_2")
    assert asked(p, B) == "MainAction"
    assert store(p, A) == "3 fish"


# Conversions by hand


@rule("SF-12.12")
def test_conversions_by_hand() -> None:
    p = fjord(manual_conversions="true")
    player(p, A, goods="1 gold 1 wool 3 fish")
    turn(p, A)
    assert options(p, A, "sell", "paid_upgrade", "degrade") == [
        "sell gold",
        "sell wool",
        "paid_upgrade wool cloth",
        "paid_upgrade fish wood",
        "paid_upgrade fish wool",
        "paid_upgrade fish pulp",
        "degrade gold planks",
        "degrade gold cloth",
        "degrade gold paper",
    ]
    play(p, A, "paid_upgrade wool cloth")
    assert store(p, A) == "1 gold 1 cloth 1 fish"
    # Two fish are lacking now, and one is not enough for anything else
    assert options(p, A, "paid_upgrade") == []
    play(p, A, "degrade gold paper", "sell cloth", "degrade paper pulp")
    assert (store(p, A), asked(p, A)) == ("1 pulp 4 fish", "MainAction")


@rule("SF-12.12", "SF-14.3")
def test_smokehouse_makes_the_first_one_cheaper() -> None:
    p = fjord(manual_conversions="true")
    player(p, A, goods="2 wood 3 fish", abilities="smokehouse")
    play(turn(p, A), A, "paid_upgrade wood planks")
    assert store(p, A) == "1 planks 1 wood 2 fish"
    play(p, A, "paid_upgrade wood planks")
    assert store(p, A) == "2 planks"


@rule("SF-12.12", "SF-12.8")
def test_without_the_option_there_are_none() -> None:
    p = fjord()
    player(p, A, goods="1 gold 1 wool 3 fish")
    assert options(turn(p, A), A, "sell", "paid_upgrade", "degrade") == []


# Workers of this turn


@rule("SF-12.13")
def test_a_worker_gained_is_available_at_once() -> None:
    p = fjord()
    player(p, A, tech="craft 1", goods="1 cloth")
    worker(p, A, "r1c1")
    play(turn(p, A, orange="6"), A, "die orange 6", "line 6", "activate r6c6", "tech craft")
    assert (p.workers[A], asked(p, A)) == (1, "NextBuilding")
    assert set(offered(p, A, "worker").split()) == vacant(p, A)


@rule("SF-12.14")
def test_all_workers_may_be_used_in_one_turn() -> None:
    p = fjord()
    player(p, A, tech="craft 3")
    play(turn(p, A), A, "worker r3c2", "worker r1c1", "worker r3c3")
    assert (store(p, A), p.workers[A]) == ("1 wood 1 pulp 2 fish", 0)
    assert asked(p, A) == "MainAction"


# The building just left


def gone_on(tech: str = "craft 2", goods: str = "1 wool") -> SaltfjordPosition:
    """The die has gone on from r6c1 (pulp) to r6c6, where a technology can be had."""
    p = fjord()
    player(p, A, tech=tech, goods=goods, start="sb1 r3c3 0")
    building(p, A, "d07", "r6c1", 0)
    return play(turn(p, A, orange="6"), A, "die orange 6", "line 6", "activate r6c1")


@rule("SF-12.15")
def test_an_action_also_offers_the_building_just_left() -> None:
    p = play(gone_on(), A, "activate r6c6")
    assert asked(p, A) == "ActionChoice"
    assert offered(p, A, "worker") == "r6c1"
    assert refused(p, A, "worker r3c2") == "not_this_building SF-12.15"
    play(p, A, "worker r6c1")
    assert (store(p, A), asked(p, A)) == ("1 wool 2 pulp", "ActionChoice")
    assert set(offered(p, A, "worker").split()) == vacant(p, A)
    assert "r6c1" not in offered(p, A, "worker").split()
    play(p, A, "worker r3c2")
    assert (store(p, A), asked(p, A)) == ("1 wood 1 wool 2 pulp", "ActionChoice")


@rule("SF-12.15")
def test_an_upgrade_also_offers_it() -> None:
    p = fjord()
    player(p, A, tech="craft 2", start="sb1 r3c3 0")
    building(p, A, "s05", "r5c1")
    play(turn(p, A, orange="5"), A, "die orange 5", "line 5", "activate r5c1", "activate r5c3")
    assert (asked(p, A), offered(p, A, "worker")) == ("UpgradeChoice", "r5c1")
    play(p, A, "worker r5c1")
    assert (store(p, A), asked(p, A)) == ("2 wool", "UpgradeChoice")
    assert set(offered(p, A, "worker").split()) == vacant(p, A)


@rule("SF-12.15")
def test_the_first_building_of_a_sweep_leaves_none_behind() -> None:
    p = fjord()
    player(p, A, goods="1 wool")
    play(turn(p, A, orange="6"), A, "die orange 6", "line 6", "activate r6c6")
    assert (asked(p, A), options(p, A, "worker")) == ("ActionChoice", [])


@rule("SF-12.15")
def test_a_building_skipped_is_not_the_one_left() -> None:
    p = fjord()
    player(p, A, goods="1 wool 1 pulp", start="sb1 r3c3 0", tech="craft 2")
    building(p, A, "d07", "r6c1", 0)
    market(p, 1, "ks1")
    play(turn(p, A, orange="6"), A, "die orange 6", "line 6", "activate r6c1", "activate r6c6")
    assert offered(p, A, "worker") == "r6c1"


@rule("SF-12.15")
def test_a_building_carried_out_by_a_worker_offers_no_more() -> None:
    p = gone_on(goods="1 wool 1 wood")
    play(p, A, "worker r2c5")
    assert (asked(p, A), options(p, A, "worker")) == ("ActionChoice", [])


@rule("SF-12.15")
def test_without_a_worker_there_is_nothing_to_offer() -> None:
    p = fjord()
    player(p, A, goods="1 wool", start="sb1 r3c3 0")
    building(p, A, "d07", "r6c1", 0)
    worker(p, A, "r1c1")
    play(turn(p, A, orange="6"), A, "die orange 6", "line 6", "activate r6c1", "activate r6c6")
    assert options(p, A, "worker") == []
    assert refused(p, A, "worker r6c1") == "no_worker SF-12.2"


# Said and offered as it is


@rule("SF-2.7", "SF-12.12")
@pytest.mark.parametrize(("abilities", "price"), [("broker", 3), ("smokehouse", 2)])
def test_the_price_of_an_upgraded_fish_counts_the_fish_itself(abilities: str, price: int) -> None:
    p = fjord(manual_conversions="true")
    player(p, A, abilities=abilities, goods="1 wood 5 fish")
    turn(p, A)
    prices = {"paid_upgrade fish wood": price, "paid_upgrade wood planks": price - 1}
    for notation, cost in prices.items():
        q = p.clone()
        described = RULES.describe(q, A, SPACE.parse(notation))
        assert described.cost == cost
        play(q, A, notation)
        assert q.goods[7] == 5 - cost


@rule("SF-12.9", "SF-12.12")
def test_an_exchange_with_smokehouse_is_offered_once() -> None:
    p = fjord(manual_conversions="true")
    player(p, A, abilities="smokehouse", goods="1 wool 2 planks")
    p = discarded(p)
    assert store(p, A) == "2 planks 1 wool 1 fish"
    # By hand what the stored fish pays for; the closing sells a cube for the others
    assert options(p, A, "paid_upgrade") == ["paid_upgrade planks gold", "paid_upgrade wool cloth"]
    closing = options(p, A, "smokehouse")
    assert closing == ["smokehouse fish wood", "smokehouse fish wool", "smokehouse fish pulp"]
    after = play(p.clone(), A, "paid_upgrade wool cloth")
    assert (asked(after, A), options(after, A, "smokehouse")) == ("TurnEnd", [])


@rule("SF-12.9")
def test_smokehouse_does_not_sell_a_cube_to_buy_it_back() -> None:
    p = fjord()
    player(p, A, abilities="smokehouse", goods="1 wood 1 wool")
    p = discarded(p)
    assert store(p, A) == "1 wood 1 wool 1 fish"
    # A fish for wood: selling the wool is an exchange, selling the wood is none
    after = play(p.clone(), A, "smokehouse fish wood")
    assert store(after, A) == "2 wood 1 fish"
    # Selling planks to upgrade a wood to planks is nothing but selling the wood
    p = fjord()
    player(p, A, abilities="smokehouse", goods="1 planks 1 wood")
    turn(p, A, white="3")
    play(p, A, "die white 3", "line 3", "activate r5c3", "upgrade wood planks")
    assert store(p, A) == "2 planks"
    assert options(p, A, "smokehouse") == [
        "smokehouse planks gold",
        "smokehouse fish wood",
        "smokehouse fish wool",
        "smokehouse fish pulp",
    ]


@rule("SF-12.6", "SF-14.5", "SF-14.6")
def test_an_offer_with_nothing_left_to_offer_is_not_asked_again() -> None:
    """Two workers and 2 fish for Foreman: the second one spends them, so the first is done."""
    p = fjord()
    player(p, A, abilities="foreman", goods="2 fish", tech="craft 2")
    turn(p, A, white="1")
    play(p, A, "worker r3c2")
    assert asked(p, A) == "ForemanOffer"
    play(p, A, "worker r1c1")
    assert (asked(p, A), options(p, A)[:2]) == ("ForemanOffer", ["repeat", "no"])
    # Used for the second worker, it cannot serve the first any more
    play(p, A, "repeat")
    assert asked(p, A) == "MainAction"


@rule("SF-12.6", "SF-14.6")
def test_dory_is_not_asked_about_again_once_used() -> None:
    p = fjord()
    player(p, A, abilities="dory", goods="2 fish", tech="craft 3")
    building(p, A, "d10", "r5c1", 0)
    turn(p, A, white="1")
    deal_any(play(p, A, "worker r4c6", "advance 1"))
    assert asked(p, A) == "DoryOffer"
    deal_any(play(p, A, "worker r5c2", "advance 1"))
    assert asked(p, A) == "DoryOffer"
    deal_any(play(p, A, "again", "advance 1"))
    assert asked(p, A) == "MainAction"
