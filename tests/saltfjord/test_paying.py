"""Paying: what is stored first, then conversions and sales."""

from __future__ import annotations

from pathlib import Path

import pytest

from quarterdeck.games.saltfjord.names import BARTER, SMOKEHOUSE
from quarterdeck.games.saltfjord.paying import Payment, Way, divide_ways, fish_cost, sale_order
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.rules import FOLDER, Saltfjord
from quarterdeck.games.saltfjord.steps.pay import Pay
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.testing import rule
from tests.saltfjord.scenario import (
    RULES,
    A,
    B,
    asked,
    deal_any,
    fjord,
    level,
    market,
    options,
    payments,
    play,
    player,
    refused,
    store,
    tiles,
    turn,
)

# Fishing steps cost wool, paper, cloth, gold, and give nothing that has to be stored.
FISHING_COSTS = ("wool", "paper", "cloth", "gold")


def paying(goods: str, cost: str, abilities: str = "broker") -> SaltfjordPosition:
    """Seat A chooses a technology that costs one cube of this kind."""
    p = fjord()
    tech = f"fishing {FISHING_COSTS.index(cost)}"
    two = " carpentry 2" if len(abilities.split()) > 1 else ""
    player(p, A, goods=goods, tech=tech + two, abilities=abilities)
    return play(turn(p, A), A, "worker r6c6")


def results(goods: str, cost: str, abilities: str = "broker") -> list[str]:
    """What can be left; a single way is carried out without a question."""
    p = paying(goods, cost, abilities)
    if "tech fishing" not in options(p, A):
        return []
    used = p.used
    play(p, A, "tech fishing")
    if asked(p, A) == "Pay":
        return payments(p, A)
    words = [store(p, A)]
    words += [name for n, name in enumerate(("barter", "smokehouse")) if p.used & ~used & 1 << n]
    return [" ".join(word for word in words if word)]


@rule("SF-13.1")
@pytest.mark.parametrize(
    ("goods", "payable"),
    [("2 fish", False), ("3 fish", True), ("1 pulp", False), ("1 pulp 1 fish", True)],
)
def test_what_cannot_be_paid_cannot_be_chosen(goods: str, payable: bool) -> None:
    p = fjord()
    player(p, A, goods=goods, abilities="broker")
    market(p, 1, "ks1")
    play(turn(p, A), A, "worker r6c6")
    assert ("tech fishing" in options(p, A)) is payable


@rule("SF-13.1")
def test_the_refusal_says_what_is_lacking() -> None:
    p = paying("1 wool", "wool")
    assert refused(p, A, "tech carpentry") == "cannot_pay SF-13.1"


# Every cost of the game


def change_of_a_die(goods: str) -> bool:
    p = fjord()
    player(p, A, goods=goods, abilities="broker")
    return "line 4" in options(play(turn(p, A, white="2"), A, "die white 2"), A)


def large_building(goods: str) -> bool:
    p = fjord()
    player(p, A, goods=goods)
    return bool(options(turn(p, A), A, "build_large"))


def small_building(goods: str) -> bool:
    p = fjord()
    player(p, A, goods=goods)
    return bool(options(play(turn(p, A), A, "worker r2c5"), A, "build"))


def crate(goods: str) -> bool:
    p = fjord()
    player(p, A, goods=goods)
    for stack, name in enumerate(("k16", "k42", "k43", "k44"), 1):
        market(p, stack, name)
    return "order 1" in options(play(turn(p, A), A, "worker r6c4"), A)


def technology(goods: str) -> bool:
    p = fjord()
    player(p, A, goods=goods, tech="craft 3")
    return "tech craft" in options(play(turn(p, A), A, "worker r6c6"), A)


def foreman(goods: str) -> bool:
    p = fjord()
    player(p, A, goods=goods, abilities="foreman")
    return "repeat" in options(play(turn(p, A), A, "worker r3c3"), A)


def dory(goods: str) -> bool:
    p = fjord()
    player(p, A, goods=goods, abilities="dory")
    play(turn(p, A), A, "worker r4c6", "advance 1")
    return "again" in options(deal_any(p), A)


def smokehouse_closing(goods: str) -> bool:
    p = fjord()
    player(p, A, goods=goods, abilities="smokehouse")
    play(turn(p, A, white="1"), A, "die white 1", "discard")
    return "smokehouse fish wool" in options(p, A)


@rule("SF-13.2", "SF-13.1")
@pytest.mark.parametrize(
    ("payable", "enough", "short"),
    [
        (change_of_a_die, "2 fish", "1 fish"),
        (change_of_a_die, "1 wood", "1 fish"),
        (large_building, "1 planks 3 fish", "1 planks 2 fish"),
        (large_building, "8 fish", "7 fish"),
        (large_building, "2 gold", "1 gold 1 fish"),
        (small_building, "1 planks", "2 fish"),
        (crate, "1 cloth 5 fish", "1 cloth 4 fish"),
        (technology, "1 wood 4 fish", "1 wood 3 fish"),
        (technology, "7 fish", "6 fish"),
        # The building gives a pulp, which can be sold: so everybody can pay 2 fish
        (dory, "2 fish", "1 fish"),
        (dory, "1 wood", "1 fish"),
        (smokehouse_closing, "1 fish", ""),
        (smokehouse_closing, "1 pulp", ""),
    ],
)
def test_every_cost_may_be_raised(payable: object, enough: str, short: str) -> None:
    assert callable(payable)
    assert payable(enough)
    assert not payable(short)


@rule("SF-13.2")
def test_foreman_is_a_cost_too() -> None:
    assert foreman("")  # a pulp, worth 2 fish
    p = fjord()
    player(p, A, abilities="foreman", goods="1 wool 1 planks")
    play(turn(p, A), A, "worker r3c3", "repeat")
    assert sorted(payments(p, A)) == sorted(
        ["1 planks 1 wool 1 pulp", "1 planks 2 pulp", "1 wool 2 pulp 1 fish"]
    )


# Sources


@rule("SF-13.3")
@pytest.mark.parametrize(
    ("goods", "cost", "left"),
    [
        ("1 wool 3 fish", "wool", "3 fish"),
        ("1 wool 1 cloth", "wool", "1 cloth"),
        ("1 gold 1 cloth", "cloth", "1 gold"),
        ("2 gold", "gold", "1 gold"),
    ],
)
def test_a_stored_cube_is_used_first(goods: str, cost: str, left: str) -> None:
    assert results(goods, cost) == [left]


@rule("SF-13.4")
@pytest.mark.parametrize(
    ("goods", "cost", "left"),
    [
        # Higher up, degraded for nothing
        ("1 cloth", "wool", ""),
        ("1 gold", "cloth", ""),
        # Not down from another chain: the planks are sold, a wool is bought
        ("1 planks", "wool", ""),
        # Lower down, two fish per level
        ("1 wool 2 fish", "cloth", ""),
        ("1 pulp 3 fish", "paper", "1 fish"),
        ("1 planks 2 fish", "gold", ""),
        ("1 wood 4 fish", "gold", ""),
        # From fish: 3, 5, 7
        ("3 fish", "wool", ""),
        ("5 fish", "paper", ""),
        ("8 fish", "gold", "1 fish"),
    ],
)
def test_where_a_missing_cube_comes_from(goods: str, cost: str, left: str) -> None:
    assert results(goods, cost) == [left]


@rule("SF-13.4")
@pytest.mark.parametrize(
    ("goods", "cost"),
    [("2 fish", "wool"), ("4 fish", "cloth"), ("1 wool 1 fish", "cloth"), ("6 fish", "gold")],
)
def test_one_fish_less_is_not_enough(goods: str, cost: str) -> None:
    assert results(goods, cost) == []


@rule("SF-13.4", "SF-14.2")
@pytest.mark.parametrize(
    ("goods", "cost", "left"),
    [
        # As it is, one level down, one level up
        ("1 planks", "cloth", ["barter"]),
        ("1 wood 2 fish", "cloth", ["barter"]),
        ("1 wood", "wool", ["barter"]),
        # From gold or fish there is nothing to barter
        ("1 gold", "cloth", [""]),
        ("5 fish", "cloth", [""]),
    ],
)
def test_barter_moves_a_cube_to_the_chain_asked_for(goods: str, cost: str, left: list[str]) -> None:
    assert results(goods, cost, "barter") == left


@rule("SF-13.4")
def test_barter_is_used_once_per_payment() -> None:
    p = fjord()
    player(p, A, goods="2 planks", abilities="barter")
    for stack, name in enumerate(("k16", "k36", "k42", "k43"), 1):
        market(p, stack, name)
    # Two cloth: one by Barter, but no second one; one planks sold gives 3 of 5 fish
    play(turn(p, A), A, "worker r6c4")
    assert asked(p, A) == "MainAction"


@rule("SF-13.5")
@pytest.mark.parametrize(
    ("goods", "cost", "left"),
    [
        ("1 wool 1 fish", "cloth", ["smokehouse"]),
        ("2 fish", "wool", ["smokehouse"]),
        # Only the first of several levels is cheaper
        ("1 wood 3 fish", "gold", ["smokehouse"]),
        ("4 fish", "paper", ["smokehouse"]),
        # Buying with it leaves a fish more than degrading
        ("1 cloth", "wool", ["1 fish smokehouse"]),
        # Nothing is upgraded, so it stays unused
        ("1 wool 1 fish", "wool", ["1 fish"]),
    ],
)
def test_smokehouse_makes_the_first_level_cheaper(goods: str, cost: str, left: list[str]) -> None:
    assert sorted(results(goods, cost, "smokehouse")) == sorted(left)


@rule("SF-13.5")
def test_it_is_used_once_per_turn() -> None:
    p = fjord()
    player(p, A, goods="1 wool 3 fish", abilities="smokehouse", tech="fishing 2 craft 2")
    tiles(p, "domino_1", "d09")
    play(turn(p, A), A, "worker r6c6", "tech fishing")
    assert store(p, A) == "2 fish"
    # The second payment of the turn has no cheaper level any more: a wood costs 3 fish
    play(p, A, "worker r2c5")
    assert (asked(p, A), store(p, A)) == ("MainAction", "2 fish")
    q = fjord()
    player(q, A, goods="2 fish", abilities="smokehouse")
    assert options(play(turn(q, A), A, "worker r2c5"), A, "build") != []


# Sales


@rule("SF-13.6")
@pytest.mark.parametrize(
    ("goods", "change", "left"),
    [
        (
            "1 gold 1 planks 1 wood 1 fish",
            3,
            ["1 planks 1 wood 2 fish", "1 gold 1 wood 1 fish", "1 gold 1 planks"],
        ),
        ("1 gold 1 planks 1 wood 1 fish", 5, ["1 planks 1 wood", "1 gold 1 fish"]),
        ("2 wood 1 wool", 3, ["1 wool 1 fish", "1 wood 1 fish"]),
        ("1 wood 5 fish", 5, ["1 wood"]),
    ],
)
def test_cubes_are_sold_until_the_fish_suffice(goods: str, change: int, left: list[str]) -> None:
    p = fjord()
    player(p, A, goods=goods, abilities="broker")
    play(turn(p, A, white="1"), A, "die white 1", f"line {1 + change}")
    if len(left) == 1:
        assert (asked(p, A), store(p, A)) != ("Pay", goods)
        assert store(p, A) == left[0]
    else:
        assert sorted(payments(p, A)) == sorted(left)


@rule("SF-13.6")
def test_with_other_prices_the_dearest_are_sold_first(tmp_path: Path) -> None:
    """An owner's wood may sell for more than gold: a set with a cube too many is no way."""
    prices = [2, 3, 3, 3, 5, 1, 1]
    text = (FOLDER / "components.toml").read_text(encoding="utf-8")
    old = "sells_for = [4, 3, 3, 3, 2, 2, 2]\nupgrade_fish = 2"
    assert old in text
    own = tmp_path / "own.toml"
    # Dear wood needs dear upgrades, or fish would come from nowhere
    new = f"sells_for = {prices}\nupgrade_fish = 4"
    own.write_text(text.replace(old, new), encoding="utf-8")
    rules = Saltfjord(own)
    table = rules.blank(*rules.checked_setup(2, {})).table
    payment = Payment([1, 1, 0, 0, 1, 0, 0, 0], table.sells_for, table.sale_order, 2, False, 0)
    assert table.sale_order[0] == 4
    # 5 fish: the wood alone, or gold and planks; gold and wood would keep a cube too few
    sold = sorted(tuple(way.goods) for way in payment.find(fish_cost(5)))
    assert sold == [(0, 0, 0, 0, 1, 0, 0, 0), (1, 1, 0, 0, 0, 0, 0, 0)]
    assert sale_order([4, 3, 3, 3, 2, 2, 2, 1]) == list(range(7))


# Results


@rule("SF-13.7")
@pytest.mark.parametrize(
    ("goods", "cost", "abilities", "left"),
    [
        # Selling gold and buying leaves a fish more than degrading it
        ("1 gold", "wool", "broker", ["1 fish"]),
        # Equal results are one
        ("1 cloth", "wool", "broker", [""]),
        # One cube or another: both stay
        ("1 wool 1 pulp 3 fish", "cloth", "broker", ["1 pulp 1 fish", "1 wool"]),
        ("1 wool 3 fish", "cloth", "broker", ["1 fish"]),
        # Barter unused is worth keeping
        ("1 wood 3 fish", "wool", "barter", ["3 fish barter", "1 wood"]),
        # Smokehouse unused is worth keeping, unless using it saves a fish
        ("1 gold", "cloth", "smokehouse", [""]),
        ("1 cloth 2 fish", "wool", "smokehouse", ["1 cloth smokehouse", "2 fish"]),
    ],
)
def test_pointless_ways_are_left_out(
    goods: str, cost: str, abilities: str, left: list[str]
) -> None:
    assert sorted(results(goods, cost, abilities)) == sorted(left)


@rule("SF-13.8")
def test_a_single_way_is_taken_without_a_question() -> None:
    p = play(paying("1 wool 3 fish", "cloth"), A, "tech fishing")
    assert (asked(p, A), level(p, A, "fishing")) == ("MainAction", 3)
    p = play(paying("1 wood 3 fish", "wool", "barter"), A, "tech fishing")
    assert (asked(p, A), level(p, A, "fishing")) == ("Pay", 0)
    assert [notation.split()[0] for notation in options(p, A)] == ["pay", "pay"]


@rule("SF-13.9")
def test_conversions_and_payment_are_one_step() -> None:
    p = play(paying("1 wood 3 fish", "wool", "barter"), A, "tech fishing")
    assert store(p, A) == "1 wood 3 fish"
    for way, left in zip(options(p, A), payments(p, A), strict=True):
        after = play(p.clone(), A, way)
        assert store(after, A) == left.removesuffix(" barter")
        assert (level(after, A, "fishing"), asked(after, A)) == (1, "MainAction")
        assert options(after, B) == []


# Many ways


@rule("SF-13.7", "SF-13.8")
def test_every_one_of_many_ways_of_paying_can_be_chosen() -> None:
    """Two gold and two fish from a full store without either: 330 ways, chosen from in parts."""
    p = fjord()
    player(p, A, goods="8 planks 8 cloth 8 paper 8 wood 8 wool 8 pulp", tech="carpentry 2")
    player(p, A, abilities="barter smokehouse")
    market(p, 1, "k44")
    play(turn(p, A, white="4"), A, "die white 4", "line 4", "activate r6c4", "order 1")
    table = p.table
    wanted = Payment(
        p.goods[:8], table.sells_for, table.sale_order, table.upgrade_fish, True, 1
    ).find(table.crate_cost[p.market[0]])
    assert len(wanted) > 300
    reached = []
    waiting = [p]
    while waiting:
        q = waiting.pop()
        assert 1 < len(options(q, A)) < 100
        labels = [RULES.describe(q, A, code).label for code in q.legal(A)]
        assert len(RULES.advise(q, A, q.legal(A))) == len(labels)
        for language in ("en", "fr"):
            said = [Translator(language, ("Anne", "Bruno")).text(label) for label in labels]
            assert len(set(said)) == len(said)
        for code in q.legal(A):
            after = q.clone()
            after.play(A, code)
            if asked(after, A) == "Pay":
                waiting.append(after)
            else:
                unused = (after.ready(A, BARTER), after.ready(A, SMOKEHOUSE))
                reached.append((after.goods[:8], *unused))
    found = sorted((way.goods, not way.bartered, not way.smoked) for way in wanted)
    assert sorted(reached) == found


@rule("SF-13.8")
def test_more_numbers_of_a_kind_than_choices_are_parted_as_well() -> None:
    ways = [Way([left, 0, 0, 0, 0, 0, 0, 250 - left], 0, 0) for left in range(249, -1, -1)]
    parts = divide_ways(ways, 99)
    assert len(parts) == 99
    assert [len(part) for part in parts[-2:]] == [1, 152]
    assert [way for part in parts for way in part] == ways
    assert divide_ways(parts[-1], 99)[-1] == ways[98 + 98 :]


@rule("SF-12.9", "SF-13.8")
def test_ways_keep_their_numbers_when_a_pointless_one_is_not_offered() -> None:
    """Wool, paper, pulp or wood may be sold for a wood; selling the wood would be pointless."""
    p = fjord()
    player(p, A, abilities="smokehouse", goods="1 paper 1 wool 1 pulp")
    play(turn(p, A, white="2"), A, "die white 2", "line 2", "smokehouse fish wood")
    ways = p.payment(A).find(fish_cost(2))
    step = p.step_of(A)
    assert isinstance(step, Pay)
    left = [way.goods[4] for way in ways]
    assert left.count(0) == 1
    assert options(p, A) == [f"pay {n + 1}" for n in range(len(ways)) if left[n]]
