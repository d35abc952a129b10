"""SO-11 the end of a turn, step by step."""

from __future__ import annotations

import pytest

from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.testing import rule
from tests.salty_ocean.probing import hear, ids, refuse
from tests.salty_ocean.scenario import (
    A,
    B,
    C,
    D,
    asked,
    barrels,
    damage,
    deal,
    end_actions,
    give,
    hold,
    numbered,
    options,
    own,
    play,
    raise_to,
    seen,
    sheet,
    table,
)

STEPS = ("repair", "look", "production", "rent", "interest", "overdraft", "limit")


def busy(turn: int) -> SaltyPosition:
    """Something to do in every step. A has it all, D is in debt, C is rich."""
    p = table(turn=turn, coins=[38, 60, 90, -3], counters=(4, 3, 2, 1))
    for building in ("phare", "fierte", "auberge", "banque"):
        own(p, A, building)
    own(p, C, "banque")
    hold(p, A, "caravel_1", damage=1)
    return p


@rule("SO-11.1")
def test_the_steps_are_carried_out_in_order() -> None:
    p = busy(turn=1)
    log = hear(p)
    end_actions(p)
    play(p, "look grid_3")
    deal(p, "see grid_3 event_03")
    play(p, "no_look")
    told = [
        (name, event.message.arguments["seat"])
        for name, event in zip(ids(log), log, strict=True)
        if name in STEPS
    ]
    assert told == [
        ("repair", A),
        ("look", A),
        ("production", A),
        ("production", B),
        ("production", C),
        ("production", D),
        ("rent", A),
        ("interest", A),
        ("interest", C),
        ("overdraft", D),
        ("limit", B),
        ("limit", C),
    ]
    # 38 + 5 + 2; 60 -> 40; 90 + 4 -> 80; -3 - 1
    assert p.coins == [45, 40, 80, -4]
    assert p.counters == [0, 0, 0, 0]
    assert p.order == [D, B, A, C]


@rule("SO-11.2")
def test_players_are_handled_in_the_order_of_the_turn_that_ends() -> None:
    p = table(coins=[60, 61, -5, -6])
    p.order = [A, D, B, C]
    for seat in range(4):
        own(p, seat, "auberge")
    log = hear(p)
    end_actions(p)
    seats = [
        event.message.arguments["seat"]
        for name, event in zip(ids(log), log, strict=True)
        if name in STEPS
    ]
    production, rent, overdraft, limit = [A, D, B, C], [A, D, B, C], [D, C], [A, B]
    assert seats == production + rent + overdraft + limit


@rule("SO-11.3", "SO-11.4", "SO-11.5")
def test_each_player_repairs_and_looks_before_the_next() -> None:
    p = table(coins=[10, 12, 14, 16])
    p.order = [A, C, B, D]
    for seat in (A, C):
        own(p, seat, "phare")
        own(p, seat, "fierte")
        hold(p, seat, "caravel_1", damage=1)
        hold(p, seat, "carrack", damage=2)
    end_actions(p)
    assert asked(p) == (A, "Repair")
    play(p, "repair carrack")
    assert asked(p) == (A, "Look")
    assert damage(p, A, "carrack") == 0
    play(p, "look grid_3")
    deal(p, "see grid_3 event_03")
    play(p, "look grid_4")
    deal(p, "see grid_4 event_04")
    assert asked(p) == (A, "Swap")
    play(p, "keep")
    assert asked(p) == (C, "Repair")
    play(p, "repair caravel_1")
    assert asked(p) == (C, "Look")
    # Step 2 has not begun
    assert [barrels(p, seat) for seat in range(4)] == [(0, 0, 0)] * 4
    play(p, "no_look")
    assert p.turn == 2


@rule("SO-11.3")
def test_a_repair_is_the_first_step_and_nobody_else_repairs() -> None:
    p = table()
    own(p, B, "phare")
    for seat in range(4):
        hold(p, seat, "caravel_1", damage=2)
    log = hear(p)
    end_actions(p)
    assert [damage(p, seat, "caravel_1") for seat in range(4)] == [2, 0, 2, 2]
    assert ids(log, "repair", "production")[:2] == ["repair", "production"]


@rule("SO-11.4")
def test_only_fierte_owners_look() -> None:
    p = table()
    own(p, C, "fierte")
    end_actions(p)
    assert asked(p) == (C, "Look")
    play(p, "no_look")
    assert p.turn == 2


@rule("SO-11.6")
def test_all_clocks_are_ready_again() -> None:
    p = table(coins=[20, 20, 20, 20])
    own(p, A, "gros_horloge")
    own(p, B, "gros_horloge")
    play(p, "saline", "sell salt", "from caravel_1 1")
    play(p, "notre_dame", "sell salt", "from caravel_1 1")
    assert [player.clock_ready for player in seen(p).players] == [False] * 4
    end_actions(p)
    assert p.turn == 2
    assert [player.clock_ready for player in seen(p).players] == [True, True, False, False]


@rule("SO-11.7")
def test_salt_goes_into_the_depot_and_not_onto_ships() -> None:
    p = table()
    raise_to(p, A, saline=3, depot=1)
    give(p, A, salt=1, herring=2)
    hold(p, A, "caravel_1", salt=1)
    hold(p, A, "carrack")
    end_actions(p)
    assert barrels(p, A) == (11, 2, 0)
    assert barrels(p, A, "caravel_1") == (1, 0, 0)
    assert barrels(p, A, "carrack") == (0, 0, 0)


@rule("SO-11.7", "SO-11.8")
@pytest.mark.parametrize(
    ("level", "stored", "after"), [(0, 0, 6), (0, 3, 6), (1, 3, 10), (1, 8, 15), (1, 9, 15)]
)
def test_salt_beyond_the_capacity_is_lost(level: int, stored: int, after: int) -> None:
    p = table()
    raise_to(p, A, saline=2, depot=level)
    give(p, A, salt=stored)
    hold(p, A, "caravel_1")
    end_actions(p)
    assert p.turn == 2
    assert barrels(p, A) == (after, 0, 0)


@rule("SO-11.8")
def test_an_exactly_full_depot_loses_nothing() -> None:
    p = table()
    give(p, A, herring=2, cod=1)
    end_actions(p)
    assert p.turn == 2
    assert barrels(p, A) == (3, 2, 1)


@rule("SO-11.9")
@pytest.mark.parametrize(
    ("salt", "herring", "after"),
    [
        (0, 1, (5, 1, 0)),
        (0, 2, (5, 0, 1)),
        (1, 0, (4, 2, 0)),
        (1, 1, (4, 1, 1)),
        (1, 2, (4, 0, 2)),
        (2, 0, (3, 2, 1)),
        (2, 1, (3, 1, 2)),
        (3, 0, (2, 2, 2)),
    ],
)
def test_the_owner_chooses_what_is_lost(
    salt: int, herring: int, after: tuple[int, int, int]
) -> None:
    p = table()
    give(p, A, salt=2, herring=2, cod=2)
    end_actions(p)
    # 5 + 2 + 2 in a Dépôt for 6: old and new salt and fish alike, exactly three
    assert asked(p) == (A, "Loss")
    assert options(p) == numbered("lose salt", 0, 3)
    refuse(p, "lose salt 4")
    play(p, f"lose salt {salt}")
    if salt < 3:
        assert options(p) == numbered("lose herring", max(0, 1 - salt), min(2, 3 - salt))
        play(p, f"lose herring {herring}")
    assert barrels(p, A) == after
    assert p.turn == 2


@rule("SO-11.9")
def test_losses_are_settled_player_by_player() -> None:
    p = table()
    p.order = [A, C, B, D]
    for seat in (A, B, C):
        give(p, seat, herring=5)
    end_actions(p)
    met = []
    while p.turn == 1:
        met.append(asked(p))
        play(p, "lose salt 2")
    assert met == [(A, "Loss"), (C, "Loss"), (B, "Loss")]


@rule("SO-11.10", "SO-11.11")
@pytest.mark.parametrize(
    ("coins", "after"), [(14, 19), (15, 21), (34, 40), (35, 42), (-4, 1), (-6, -2)]
)
def test_interest_is_computed_after_the_rent(coins: int, after: int) -> None:
    p = table(coins=[coins, 12, 14, 16])
    own(p, A, "auberge")
    own(p, A, "banque")
    end_actions(p)
    assert p.coins[A] == after


@rule("SO-11.10")
def test_rent_is_paid_before_the_coin_limit_is_applied() -> None:
    p = table(coins=[35, 36, 14, 16])
    own(p, A, "auberge")
    own(p, B, "auberge")
    end_actions(p)
    assert p.coins == [39, 40, 14, 16]
    p = table(coins=[36, 37, 14, 16])
    own(p, A, "auberge")
    own(p, B, "auberge")
    end_actions(p)
    assert p.coins == [40, 40, 14, 16]


@rule("SO-11.11")
def test_interest_is_computed_before_the_coin_limit_is_applied() -> None:
    p = table(coins=[100, 79, 14, 16])
    own(p, A, "banque")
    own(p, B, "banque")
    end_actions(p)
    assert p.coins == [80, 80, 14, 16]


@rule("SO-11.12")
@pytest.mark.parametrize(("coins", "after"), [(1, 1), (0, 0), (-1, -2), (-21, -22), (-22, -22)])
def test_whoever_is_overdrawn_pays_1(coins: int, after: int) -> None:
    p = table(coins=[coins, 12, 14, 16])
    end_actions(p)
    assert p.coins == [after, 12, 14, 16]


@rule("SO-11.12")
@pytest.mark.parametrize(("coins", "after"), [(-5, 0), (-6, -2), (-4, 1)])
def test_overdraft_is_judged_after_the_rent(coins: int, after: int) -> None:
    p = table(coins=[coins, 12, 14, 16])
    own(p, A, "auberge")
    end_actions(p)
    assert p.coins[A] == after


@rule("SO-11.13")
def test_all_counters_return_to_0() -> None:
    p = table(counters=(10, 1, 4, 7))
    end_actions(p)
    assert p.turn == 2
    assert p.counters == [0, 0, 0, 0]


@rule("SO-11.14")
@pytest.mark.parametrize(
    ("buildings", "coins", "after"),
    [
        ([], 39, 39),
        ([], 40, 40),
        ([], 41, 40),
        ([], 120, 40),
        (["banque"], 41, 43),
        (["banque"], 77, 80),
        (["banque"], 78, 80),
        (["banque"], 81, 80),
        (["banque", "salle_des_coffres"], 81, 89),
        (["banque", "salle_des_coffres"], 300, 330),
    ],
)
def test_coins_above_the_limit_are_lost(buildings: list[str], coins: int, after: int) -> None:
    p = table(coins=[coins, 12, 14, 16])
    for building in buildings:
        own(p, A, building)
    # Somebody else's Banque raises nobody else's limit
    own(p, B, "banque")
    end_actions(p)
    assert p.coins == [after, 12, 14, 16]


@rule("SO-11.15")
@pytest.mark.parametrize(
    ("coins", "order"),
    [
        ([10, 12, 14, 16], [A, B, C, D]),
        ([16, 14, 12, 10], [D, C, B, A]),
        ([12, -3, 30, 0], [B, D, A, C]),
        ([-1, -20, 39, -5], [B, D, A, C]),
    ],
)
def test_the_poorest_comes_first(coins: list[int], order: list[int]) -> None:
    p = table(coins=coins)
    end_actions(p)
    assert p.order == order
    deal(p, "reveal grid_3 event_03")
    met = []
    for _ in range(4):
        met.append(asked(p)[0])
        play(p, "saline")
    assert met == order


@rule("SO-11.15")
@pytest.mark.parametrize(
    ("serial", "order"),
    [
        ([1, 2, 3, 4], [D, C, B, A]),
        ([4, 3, 2, 1], [A, B, C, D]),
        ([2, 4, 1, 3], [B, D, A, C]),
    ],
)
def test_among_equals_the_upper_disc_comes_first(serial: list[int], order: list[int]) -> None:
    p = table(coins=[15, 15, 15, 15])
    p.serial, p.last_serial = serial, 4
    end_actions(p)
    assert p.order == order


@rule("SO-11.15")
def test_the_order_is_set_after_the_coin_limit() -> None:
    p = table(coins=[90, 45, 41, 30])
    own(p, A, "banque")
    end_actions(p)
    # B and C are set down to 40, C last; A keeps 80
    assert p.order == [D, C, B, A]


@rule("SO-11.16")
def test_in_turn_5_only_money_matters() -> None:
    p = busy(turn=5)
    own(p, A, "gros_horloge")
    hold(p, A, "carrack", damage=2)
    raise_to(p, A, saline=4)
    give(p, A, herring=6)
    p.clock_used = [1, 0, 0, 0]
    log = hear(p)
    end_actions(p)
    # Neither a repair nor a look nor a loss is asked for
    assert p.finished
    assert ids(log, *STEPS) == ["rent", "interest", "interest", "overdraft", "limit", "limit"]
    assert p.coins == [45, 40, 80, -4]
    assert (damage(p, A, "caravel_1"), damage(p, A, "carrack")) == (1, 2)
    assert barrels(p, A) == (0, 6, 0)
    assert [barrels(p, seat) for seat in (B, C, D)] == [(0, 0, 0)] * 3
    assert p.clock_used == [1, 0, 0, 0]
    assert p.counters == [4, 3, 2, 1]
    assert p.order == [A, B, C, D]
    assert sheet(p)["coins"] == (45, 40, 80, -4)


@rule("SO-11.16")
def test_in_turn_4_every_step_but_the_look_is_done() -> None:
    p = busy(turn=4)
    log = hear(p)
    end_actions(p)
    assert p.turn == 5
    assert ids(log, *STEPS) == [
        "repair",
        *["production"] * 4,
        "rent",
        *["interest"] * 2,
        "overdraft",
        *["limit"] * 2,
    ]
    assert p.counters == [0, 0, 0, 0]
    assert p.order == [D, B, A, C]
