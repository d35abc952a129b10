"""SO-10 what the buildings do."""

from __future__ import annotations

import pytest

from quarterdeck.games.salty_ocean.names import BUILDINGS
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.kernel.messages import Message
from quarterdeck.testing import rule
from tests.salty_ocean.probing import chances, hear, ids, pass_until, refuse, why_closed
from tests.salty_ocean.scenario import (
    RULES,
    A,
    B,
    C,
    D,
    asked,
    barrels,
    cost,
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
    refresh,
    rows,
    seen,
    sheet,
    space,
    table,
    tile_on,
)


def bank(p: SaltyPosition, seat: int, vault: bool = False) -> SaltyPosition:
    own(p, seat, "banque")
    if vault:
        own(p, seat, "salle_des_coffres")
    return p


def finished(p: SaltyPosition) -> dict[str, tuple[int, ...]]:
    """The score sheet after everybody has passed in turn 5."""
    end_actions(p)
    assert p.finished
    return sheet(p)


# Saline, Dépôt


@rule("SO-10.1")
@pytest.mark.parametrize(("level", "salt"), [(1, 3), (2, 7), (3, 10), (4, 12)])
def test_a_saline_gives_salt_by_its_level(level: int, salt: int) -> None:
    p = table()
    raise_to(p, A, saline=level, depot=1)
    end_actions(p)
    assert barrels(p, A) == (salt, 0, 0)
    assert barrels(p, B) == (3, 0, 0)


@rule("SO-10.2")
@pytest.mark.parametrize(("level", "capacity"), [(0, 6), (1, 15), (2, 30)])
def test_a_depot_holds_barrels_of_any_goods_by_its_level(level: int, capacity: int) -> None:
    p = table(coins=[300, 12, 14, 16])
    raise_to(p, A, depot=level)
    play(p, "buy herring")
    assert options(p) == numbered("take", 1, capacity)
    play(p, f"take {capacity - 2}")
    pass_until(p, A)
    play(p, "buy cod")
    assert options(p) == ["take 1", "take 2"]
    play(p, "take 2")
    assert barrels(p, A) == (0, capacity - 2, 2)


# Banque, Salle des Coffres


@rule("SO-10.3")
@pytest.mark.parametrize(
    ("before", "after"),
    [(0, 0), (19, 19), (20, 21), (39, 40), (40, 42), (59, 61), (60, 63), (76, 79), (77, 80)],
)
def test_a_banque_pays_1_per_full_20_coins(before: int, after: int) -> None:
    p = bank(table(coins=[before, 12, 14, 16]), A)
    end_actions(p)
    assert p.coins == [after, 12, 14, 16]


@rule("SO-10.3")
@pytest.mark.parametrize(("before", "after"), [(78, 80), (80, 80), (95, 80), (200, 80)])
def test_a_banque_raises_the_coin_limit_to_80(before: int, after: int) -> None:
    p = bank(table(coins=[before, 12, 14, 60]), A)
    end_actions(p)
    assert p.coins == [after, 12, 14, 40]


@rule("SO-10.4")
@pytest.mark.parametrize(
    ("before", "after"),
    [(9, 9), (10, 11), (19, 20), (20, 22), (39, 42), (75, 82), (99, 108), (100, 110), (250, 275)],
)
def test_a_salle_pays_1_per_full_10_coins_instead_and_knows_no_limit(
    before: int, after: int
) -> None:
    p = bank(table(coins=[before, 12, 14, 16]), A, vault=True)
    end_actions(p)
    assert p.coins == [after, 12, 14, 16]


@rule("SO-10.5")
@pytest.mark.parametrize("vault", [False, True])
@pytest.mark.parametrize("before", [-1, -9, -10, -11, -20, -21, -22])
def test_debts_earn_no_interest_and_cost_none_at_the_bank(before: int, vault: bool) -> None:
    p = bank(table(coins=[before, 12, 14, 16]), A, vault)
    log = hear(p)
    end_actions(p)
    # Only the overdraft interest of 1, and that not below -22
    assert p.coins[A] == max(before - 1, -22)
    assert ids(log, "interest") == []


# Bureau des Finances


@rule("SO-10.6")
def test_a_bureau_adds_3_or_2_to_each_own_sale() -> None:
    p = table(coins=[10, 10, 10, 10], rows=(3, 3, 3))
    own(p, A, "bureau_des_finances")
    own(p, B, "bureau_des_finances")
    for seat in range(3):
        give(p, seat, herring=4)
    play(p, "sell herring", "from depot 1", "sell salt", "from caravel_1 1")
    assert p.coins[:2] == [10 + 4 + 3, 10 - 1 + 2 + 2]
    pass_until(p, A)
    # Again at the next sale of the same turn
    play(p, "sell herring", "from depot 1")
    assert p.coins[A] == 17 - 2 + 3 + 3


@rule("SO-10.7")
def test_a_bureau_earns_nothing_by_sales_of_others() -> None:
    p = table(coins=[10, 10, 10, 10], rows=(3, 3, 3))
    own(p, B, "bureau_des_finances")
    play(p, "sell salt", "from caravel_1 3")
    assert p.coins == [16, 10, 10, 10]


@rule("SO-10.7")
def test_a_bureau_earns_nothing_by_purchases() -> None:
    p = table(coins=[10, 10, 10, 10], rows=(3, 3, 3))
    own(p, A, "bureau_des_finances")
    play(p, "buy salt", "take 2")
    assert p.coins[A] == 6


@rule("SO-10.8")
@pytest.mark.parametrize("number", [1, 8, 9, 17])
def test_the_bureau_bonus_is_per_sale_not_per_barrel_or_lot(number: int) -> None:
    p = table(rows=(3, 1, 3))
    raise_to(p, A, depot=2)
    give(p, A, herring=20)
    own(p, A, "bureau_des_finances")
    play(p, "sell herring", f"from depot {number}")
    assert p.coins[A] == 10 + 6 * number + 3


@rule("SO-10.8")
def test_the_bureau_bonus_is_one_income_with_the_price() -> None:
    p = table(coins=[-5, 12, 14, 16], rows=(3, 3, 3))
    own(p, A, "bureau_des_finances")
    log = hear(p)
    serial = p.last_serial
    play(p, "sell salt", "from caravel_1 1")
    assert p.coins[A] == 0
    assert p.last_serial == serial + 1
    assert ids(log) == ["action.sell", "sold.bonus"]
    assert log[1].message.arguments["income"] == Message("so.cost", count=2)
    assert log[1].message.arguments["bonus"] == Message("so.cost", count=3)


# Auberge


@rule("SO-10.9")
@pytest.mark.parametrize(
    ("seats", "owners", "rent"),
    [
        (4, 1, 5),
        (4, 2, 4),
        (4, 3, 3),
        (4, 4, 2),
        (3, 1, 4),
        (3, 2, 3),
        (3, 3, 2),
        (2, 1, 3),
        (2, 2, 2),
    ],
)
def test_an_auberge_earns_2_and_1_for_each_player_without(
    seats: int, owners: int, rent: int
) -> None:
    p = table(seats, coins=[10, 11, 12, 13][:seats])
    for seat in range(owners):
        own(p, seat, "auberge")
    end_actions(p)
    assert p.coins == [10 + seat + (rent if seat < owners else 0) for seat in range(seats)]


@rule("SO-10.9")
def test_the_order_of_building_an_auberge_does_not_matter() -> None:
    p = table(coins=[10, 11, 12, 13])
    own(p, D, "auberge")
    own(p, B, "auberge")
    end_actions(p)
    assert p.coins == [10, 15, 12, 17]


# Chantier Naval, Académie de la Marine


@rule("SO-10.10")
def test_yards_open_ship_building_and_earn_only_by_it() -> None:
    p = table(coins=[10, 20, 14, 16])
    own(p, A, "chantier_naval")
    own(p, A, "academie_marine")
    end_actions(p)
    assert p.coins == [10, 20, 14, 16]
    deal(p, "reveal grid_3 event_03")
    pass_until(p, B)
    play(p, "build_ship carrack")
    assert p.coins == [18, 12, 14, 16]
    pass_until(p, A)
    play(p, "build_ship carrack")
    assert p.coins == [17, 12, 14, 16]


# Phare


@rule("SO-10.11", "SO-10.13")
@pytest.mark.parametrize("place", ["port", "sea"])
@pytest.mark.parametrize(("ship", "hurt"), [("caravel_1", 1), ("caravel_1", 4), ("carrack", 6)])
def test_a_phare_repairs_the_only_damaged_ship_completely(place: str, ship: str, hurt: int) -> None:
    p = table()
    own(p, A, "phare")
    hold(p, A, "caravel_2")
    hold(p, A, ship, where=place, damage=hurt)
    hold(p, B, "caravel_1", damage=3)
    end_actions(p)
    assert p.turn == 2
    assert damage(p, A, ship) == 0
    # Others are not helped
    assert damage(p, B, "caravel_1") == 3


@rule("SO-10.11", "SO-10.13")
def test_one_ship_only_and_one_must_be_chosen() -> None:
    p = table()
    own(p, A, "phare")
    for ship, place, hurt in (("caravel_1", "sea", 2), ("caravel_2", "port", 1)):
        hold(p, A, ship, where=place, damage=hurt)
    hold(p, A, "carrack", where="port", damage=5)
    end_actions(p)
    assert asked(p) == (A, "Repair")
    assert options(p) == ["repair caravel_1", "repair caravel_2", "repair carrack"]
    refuse(p, "pass")
    play(p, "repair caravel_1")
    assert p.turn == 2
    assert [damage(p, A, s) for s in ("caravel_1", "caravel_2", "carrack")] == [0, 1, 5]


@rule("SO-10.13")
def test_sound_ships_are_not_offered_for_repair() -> None:
    p = table()
    own(p, A, "phare")
    hold(p, A, "caravel_1", damage=1)
    hold(p, A, "caravel_2")
    hold(p, A, "carrack", damage=1)
    end_actions(p)
    assert options(p) == ["repair caravel_1", "repair carrack"]


@rule("SO-10.12")
@pytest.mark.parametrize(
    ("ships", "coins"), [([], 2), (["carrack"], 4), (["caravel_2", "carrack"], 6)]
)
def test_a_phare_is_worth_2_coins_per_ship(ships: list[str], coins: int) -> None:
    p = table(turn=5)
    own(p, A, "phare")
    hold(p, A, "caravel_1", where="sea", damage=4)
    for seat in (A, B):
        for ship in ships:
            hold(p, seat, ship, where="sea", damage=1)
    assert finished(p)["phare"] == (coins, 0, 0, 0)


# Gros Horloge


def clock(space: int = 1, **more: int) -> SaltyPosition:
    """A owns this space of the Gros Horloge; counters by type, 0 unless told."""
    kinds = ("city", "navigation", "port", "market")
    p = table(coins=[20, 20, 20, 20])
    p.counters = [more.get(kind, 0) for kind in kinds]
    if space == 2:
        own(p, B, "gros_horloge")
    own(p, A, "gros_horloge")
    return p


@rule("SO-10.14")
@pytest.mark.parametrize(
    ("first", "rest", "closed", "still_open"),
    [
        ("saline", [], ["depot", "notre_dame", "build banque"], ["sail_out", "sell salt"]),
        ("sail_out", ["herring 0"], ["sail_home"], ["depot", "buy cod"]),
        ("move_goods", ["load caravel_1 salt 1"], ["move_goods"], ["sail_out", "saline"]),
        ("sell salt", ["from caravel_1 1"], ["sell salt", "buy cod"], ["saline", "move_goods"]),
    ],
)
def test_the_second_action_is_of_another_type(
    first: str, rest: list[str], closed: list[str], still_open: list[str]
) -> None:
    p = clock()
    play(p, first, *rest)
    assert asked(p) == (A, "Clock")
    for action in closed:
        assert why_closed(p, action) == ("SO-10.14", "same_type")
    assert set(still_open) <= set(options(p))
    assert options(p)[-1] == "stop"


@rule("SO-10.14")
def test_the_clock_strikes_once_per_turn() -> None:
    p = clock()
    play(p, "saline", "sell salt", "from caravel_1 1")
    assert asked(p) == (B, "Move")
    pass_until(p, A)
    play(p, "notre_dame")
    assert asked(p) == (B, "Move")


@rule("SO-10.14")
def test_whoever_stops_may_use_the_clock_in_a_later_move() -> None:
    p = clock()
    play(p, "saline", "stop")
    assert asked(p) == (B, "Move")
    pass_until(p, A)
    play(p, "notre_dame")
    assert asked(p) == (A, "Clock")


@rule("SO-10.14")
def test_others_have_no_second_action() -> None:
    p = clock()
    play(p, "pass", "saline")
    assert asked(p) == (C, "Move")
    assert refuse(p, "stop") == ""


@rule("SO-10.14")
def test_each_owner_has_his_own_clock() -> None:
    p = clock(space=2)
    play(p, "saline", "buy salt", "take 1", "saline")
    assert asked(p) == (B, "Clock")


@rule("SO-10.14")
def test_nobody_is_asked_if_no_second_action_is_open() -> None:
    p = clock(navigation=1, port=1, market=1)
    p.coins[A] = -18
    refresh(p)
    play(p, "saline")
    # 1 + 3 more would be -22, but that is open; one coin less is not
    assert asked(p) == (A, "Clock")
    p = clock(navigation=1, port=1, market=1)
    p.coins[A] = -19
    refresh(p)
    play(p, "saline")
    assert asked(p) == (B, "Move")


@rule("SO-10.15")
@pytest.mark.parametrize(("space", "surcharge"), [(1, 3), (2, 5)])
@pytest.mark.parametrize("counter", [0, 4, 10])
def test_the_second_action_costs_3_or_5_more(space: int, surcharge: int, counter: int) -> None:
    p = clock(space, city=2, market=counter)
    play(p, "saline")
    assert p.coins[A] == 18
    assert cost(p, "buy salt") == counter + surcharge
    play(p, "buy salt")
    assert p.coins[A] == 18 - counter - surcharge


@rule("SO-10.15")
@pytest.mark.parametrize(("space", "least"), [(1, -9), (2, -7)])
def test_the_surcharge_counts_for_the_floor(space: int, least: int) -> None:
    for coins, legal in ((least, True), (least - 1, False)):
        p = clock(space, navigation=10)
        p.coins[A] = coins
        refresh(p)
        play(p, "saline")
        if legal:
            play(p, "sail_out")
            assert p.coins[A] == -22
        else:
            assert why_closed(p, "sail_out") == ("SO-5.7", "cannot_pay")


@rule("SO-10.16")
def test_each_action_raises_its_own_counter_by_1() -> None:
    p = clock(city=2, navigation=3, port=4, market=5)
    play(p, "saline", "sail_out", "herring 0")
    assert p.counters == [3, 4, 4, 5]


@rule("SO-10.17")
def test_income_of_the_first_action_pays_for_the_second() -> None:
    p = clock(city=10)
    p.coins[A] = -20
    p.rows = [0, 0, 0]
    give(p, A, cod=3)
    assert why_closed(p, "saline") == ("SO-5.7", "cannot_pay")
    play(p, "sell cod", "from depot 3")
    assert p.coins[A] == 4
    assert asked(p) == (A, "Clock")
    play(p, "saline")
    assert p.coins[A] == 4 - 13 - 1


@rule("SO-10.17")
def test_the_second_action_is_declared_after_the_first_is_resolved() -> None:
    p = clock()
    hold(p, A, "carrack", salt=4)
    log = hear(p)
    play(p, "sail_out", "ship caravel_1")
    assert asked(p) == (A, "FishSplit")
    play(p, "herring 0")
    assert asked(p) == (A, "SailOut")
    play(p, "done")
    assert asked(p) == (A, "Clock")
    assert p.clock_used == [0, 0, 0, 0]
    play(p, "saline")
    assert ids(log)[-2:] == ["clock", "action.saline"]


@rule("SO-10.17")
def test_a_pass_is_not_one_of_the_two() -> None:
    p = clock()
    play(p, "pass")
    assert asked(p) == (B, "Move")
    p = clock()
    play(p, "saline")
    assert "pass" not in options(p)
    # No rule of an action: "pass" is simply no answer to this question
    assert refuse(p, "pass") == ""


@rule("SO-10.18")
def test_a_clock_just_built_waits_for_the_next_move() -> None:
    p = table(coins=[20, 20, 20, 20])
    play(p, "build gros_horloge")
    assert asked(p) == (B, "Move")
    pass_until(p, A)
    play(p, "sail_out", "herring 0")
    assert asked(p) == (A, "Clock")


@rule("SO-10.19")
def test_a_used_clock_is_ready_again_in_the_next_turn() -> None:
    p = clock()
    play(p, "saline", "sail_out", "herring 0")
    assert not seen(p).players[A].clock_ready
    end_actions(p)
    deal(p, "reveal grid_3 event_03")
    assert seen(p).players[A].clock_ready
    pass_until(p, A)
    play(p, "notre_dame")
    assert asked(p) == (A, "Clock")


@rule("SO-10.20")
def test_the_two_actions_are_one_move() -> None:
    p = table(coins=[20, 20, 20, 20])
    own(p, D, "gros_horloge")
    play(p, "pass", "pass", "pass", "saline")
    # Nobody acts in between
    assert asked(p) == (D, "Clock")
    play(p, "sail_out", "herring 0")
    assert asked(p) == (A, "Move")
    play(p, "pass", "pass", "pass")
    assert p.turn == 1
    assert asked(p) == (D, "Move")
    play(p, "pass")
    assert p.turn == 2


# Saint Maclou


@rule("SO-10.21")
def test_pirates_spare_all_ships_of_a_saint_maclou_owner() -> None:
    p = table(event="event_08")
    own(p, A, "saint_maclou")
    own(p, B, "saint_maclou")
    hold(p, A, "caravel_1")
    hold(p, A, "carrack")
    play(p, "sail_out", "ship caravel_1", "ship carrack", "sail_out", "herring 0")
    # The storm does not spare them
    assert damage(p, A, "caravel_1") == damage(p, A, "carrack") == 1
    assert damage(p, B, "caravel_1") == 1
    assert seen(p).pirates_active
    play(p, "sail_out")
    assert damage(p, C, "caravel_1") == 3
    assert not seen(p).pirates_active


@rule("SO-10.22")
def test_saint_maclou_is_worth_6_or_3() -> None:
    p = table(turn=5)
    own(p, C, "saint_maclou")
    own(p, A, "saint_maclou")
    assert finished(p)["saint_maclou"] == (3, 0, 6, 0)


# Notre-Dame, Vitraux


@rule("SO-10.23")
@pytest.mark.parametrize(
    ("step", "coins"),
    [(0, 0), (1, 5), (2, 11), (3, 18), (4, 26), (5, 35), (6, 45), (7, 55), (8, 70)],
)
def test_notre_dame_is_worth_the_coins_of_the_step(step: int, coins: int) -> None:
    p = table(turn=5)
    raise_to(p, B, notre_dame=step)
    lines = finished(p)
    assert lines["notre_dame"] == (0, coins, 0, 0)
    assert p.scores == [10, 12 + coins, 14, 16]


@rule("SO-10.24")
def test_vitraux_are_worth_10_7_or_5() -> None:
    p = table(turn=5)
    p.cathedral = [3, 3, 3, 3]
    for seat in (D, A, C):
        own(p, seat, "vitraux")
    assert finished(p)["vitraux"] == (7, 0, 5, 10)


# Fierté Saint Romain


@rule("SO-10.25")
@pytest.mark.parametrize("event", ["event_03", "event_04", "event_10"])
def test_poor_fishing_spares_all_ships_of_a_fierte_owner(event: str) -> None:
    p = table(event=event)
    own(p, A, "fierte")
    own(p, B, "fierte")
    hold(p, A, "caravel_1", salt=2)
    hold(p, A, "carrack", salt=3)
    play(p, "sail_out", "ship caravel_1", "herring 2", "ship carrack", "herring 3")
    assert barrels(p, A, "caravel_1") == (0, 2, 0)
    assert barrels(p, A, "carrack") == (0, 3, 0)
    play(p, "sail_out")
    assert options(p) == numbered("herring", 0, 3)
    play(p, "herring 3", "sail_out")
    assert options(p) == numbered("herring", 0, 2)


def fierte(turn: int = 1, seats: int = 4) -> SaltyPosition:
    """The end of a turn: A owns space 1 of the Fierté and is asked, B owns space 2."""
    p = table(seats, turn=turn, event="event_01", next_event="event_02")
    own(p, A, "fierte")
    own(p, B, "fierte")
    end_actions(p)
    return p


@rule("SO-10.26")
@pytest.mark.parametrize("choice", ["keep", "swap"])
def test_space_1_looks_at_two_tiles_and_may_swap_them(choice: str) -> None:
    p = fierte()
    assert asked(p) == (A, "Look")
    play(p, "look grid_4")
    deal(p, "see grid_4 event_08")
    assert asked(p) == (A, "Look")
    play(p, "look stock_1")
    deal(p, "see stock_1 event_03")
    assert asked(p) == (A, "Swap")
    assert options(p) == ["keep", "swap"]
    play(p, choice)
    found = tile_on(p, "grid_4"), tile_on(p, "stock_1")
    assert found == (("event_03", "event_08") if choice == "swap" else ("event_08", "event_03"))
    assert asked(p) == (B, "Look")


@rule("SO-10.26")
def test_two_grid_tiles_may_be_swapped_and_take_effect_where_they_lie() -> None:
    p = fierte()
    play(p, "look grid_5")
    deal(p, "see grid_5 event_09")
    play(p, "look grid_3")
    deal(p, "see grid_3 event_04")
    play(p, "swap", "no_look")
    # Turn 2: grid_3 is turned up, and it is the tile that lay on grid_5
    assert p.turn == 2
    assert asked(p)[1] == "Move"
    assert seen(p).forecast is not None
    assert tile_on(p, "grid_3") == "event_09"
    assert tile_on(p, "grid_5") == "event_04"
    before = rows(p)
    end_actions(p)
    play(p, "no_look", "no_look")
    assert p.turn == 3
    assert rows(p) == (before[0], max(1, before[1] - 2), max(1, before[2] - 2))


@rule("SO-10.26", "SO-10.28")
def test_two_stock_tiles_are_not_swapped() -> None:
    p = fierte()
    play(p, "look stock_1")
    deal(p, "see stock_1 event_08")
    play(p, "look stock_2")
    deal(p, "see stock_2 event_03")
    assert asked(p) == (B, "Look")
    assert (tile_on(p, "stock_1"), tile_on(p, "stock_2")) == ("event_08", "event_03")


@rule("SO-10.27")
def test_space_2_looks_at_one_tile_and_swaps_nothing() -> None:
    p = fierte()
    play(p, "no_look")
    assert asked(p) == (B, "Look")
    play(p, "look grid_3")
    deal(p, "see grid_3 event_08")
    assert p.turn == 2
    assert tile_on(p, "grid_3") == "event_08"


@rule("SO-10.28")
def test_looking_at_nothing_or_at_one_tile_is_allowed() -> None:
    p = fierte()
    play(p, "no_look")
    assert asked(p) == (B, "Look")
    play(p, "no_look")
    assert p.turn == 2
    assert [tile_on(p, place) for place in ("grid_3", "grid_4", "grid_5", "stock_1")] == [None] * 4
    p = fierte()
    play(p, "look grid_3")
    deal(p, "see grid_3 event_08")
    play(p, "no_look")
    # No swap without a second look
    assert asked(p) == (B, "Look")


@rule("SO-10.28")
def test_the_second_tile_is_chosen_after_seeing_the_first_and_is_another_one() -> None:
    p = fierte()
    play(p, "look grid_3")
    assert p.chance
    deal(p, "see grid_3 event_08")
    assert known(p, A) == {"grid_1", "grid_2", "grid_3"}
    assert options(p) == ["no_look", "look grid_4", "look grid_5", "look stock_1"]
    refuse(p, "look grid_3")


@rule("SO-10.28")
def test_a_look_of_an_earlier_turn_end_does_not_serve_for_a_swap() -> None:
    p = fierte()
    play(p, "look grid_5")
    deal(p, "see grid_5 event_08")
    play(p, "no_look", "no_look")
    deal(p, "reveal grid_3 event_03")
    end_actions(p)
    play(p, "look grid_4")
    deal(p, "see grid_4 event_05")
    assert asked(p) == (A, "Look")
    play(p, "no_look")
    assert asked(p) == (B, "Look")


@rule("SO-10.29")
@pytest.mark.parametrize(
    ("turn", "grid"),
    [(1, ["grid_3", "grid_4", "grid_5"]), (2, ["grid_4", "grid_5"]), (3, ["grid_5"])],
)
def test_only_face_down_tiles_are_looked_at(turn: int, grid: list[str]) -> None:
    p = fierte(turn)
    assert options(p) == ["no_look", *(f"look {place}" for place in grid), "look stock_1"]
    for number in range(1, turn + 2):
        refuse(p, f"look grid_{number}")


@rule("SO-10.29")
def test_every_stock_place_can_be_looked_at_the_unseen_ones_lowest_number_first() -> None:
    p = fierte()
    play(p, "look stock_1")
    deal(p, "see stock_1 event_10")
    assert options(p)[-1] == "look stock_2"
    refuse(p, "look stock_3")
    play(p, "look stock_2")
    deal(p, "see stock_2 event_09")
    # B may look at what A has looked at, and at the first that nobody has seen
    assert options(p)[-3:] == ["look stock_1", "look stock_2", "look stock_3"]
    refuse(p, "look stock_4")


@rule("SO-10.29")
def test_what_is_seen_is_drawn_from_the_tiles_not_placed_yet() -> None:
    p = fierte()
    play(p, "look grid_4")
    assert chances(p) == {f"see grid_4 event_{n:02}": 1 for n in range(3, 11)}
    deal(p, "see grid_4 event_07")
    play(p, "look stock_1")
    left = [3, 4, 5, 6, 8, 9, 10]
    assert chances(p) == {f"see stock_1 event_{n:02}": 1 for n in left}


def known(p: SaltyPosition, viewer: int | None) -> set[str]:
    return {place.id for place in seen(p, viewer).places if place.tile is not None}


@rule("SO-10.30")
def test_the_places_are_public_the_faces_are_not() -> None:
    p = fierte()
    log = hear(p)
    play(p, "look grid_3")
    assert p.audience() == A
    deal(p, "see grid_3 event_08")
    play(p, "look grid_5")
    deal(p, "see grid_5 event_04")
    play(p, "swap")
    assert ids(log) == ["look", "see", "look", "see", "swap"]
    assert [event.audience for event in log] == [-1, A, -1, A, -1]
    assert [log[0].visible_to(viewer) for viewer in (None, A, B)] == [True, True, True]
    assert [log[1].visible_to(viewer) for viewer in (None, A, B)] == [False, True, False]
    assert log[4].message.arguments["first"] != log[4].message.arguments["second"]
    # Knowledge follows the tile; both still lie face down
    for viewer in (None, B, C, D):
        assert known(p, viewer) == {"grid_1", "grid_2"}
    assert known(p, A) == {"grid_1", "grid_2", "grid_3", "grid_5"}
    tiles = {place.id: place.tile for place in seen(p, A).places}
    assert tiles["grid_3"] is not None
    assert tiles["grid_3"].id == "event_04"
    assert [place.face_up for place in seen(p, A).places] == [True, True] + [False] * 8
    assert [place.looked_by for place in seen(p, C).places if place.looked_by] == [(A,), (A,)]


@rule("SO-10.30")
def test_a_tile_already_drawn_is_seen_for_certain_by_the_next_owner() -> None:
    p = fierte()
    play(p, "look grid_3")
    deal(p, "see grid_3 event_08")
    play(p, "no_look")
    assert known(p, B) == {"grid_1", "grid_2"}
    log = hear(p)
    play(p, "look grid_3")
    assert ids(log)[:2] == ["look", "see"]
    assert log[1].audience == B
    # and turned up for all in the next turn, without a draw
    assert (p.turn, p.chance) == (2, False)
    assert tile_on(p, "grid_3") == "event_08"
    assert known(p, None) == {"grid_1", "grid_2", "grid_3"}


@rule("SO-10.31")
@pytest.mark.parametrize("turn", [4, 5])
def test_at_the_end_of_turns_4_and_5_there_is_nothing_to_look_at(turn: int) -> None:
    p = fierte(turn)
    assert p.finished if turn == 5 else asked(p)[1] == "Move"
    assert p.turn == 5


# Hôtel de Ville


def town(number: int, count: int) -> SaltyPosition:
    """A owns this space of the Hôtel de Ville, and this many buildings all in all."""
    p = table(turn=5)
    for seat in (B, C)[: number - 1]:
        own(p, seat, "hotel_de_ville")
    own(p, A, "hotel_de_ville")
    for building in [b for b in BUILDINGS if b != "hotel_de_ville"][: count - 1]:
        own(p, A, building)
    assert space(p, A, "hotel_de_ville") == number
    return p


@rule("SO-10.32")
@pytest.mark.parametrize(
    ("number", "count", "coins"),
    [
        (1, 1, 4),
        (1, 2, 5),
        (1, 12, 15),
        (2, 1, 1),
        (2, 2, 2),
        (2, 12, 12),
        (3, 1, 0),
        (3, 2, 1),
        (3, 3, 1),
        (3, 4, 2),
        (3, 11, 5),
        (3, 12, 6),
    ],
)
def test_the_hotel_de_ville_pays_by_space_and_buildings(
    number: int, count: int, coins: int
) -> None:
    assert finished(town(number, count))["hotel_de_ville"][A] == coins


@rule("SO-10.32")
def test_without_a_hotel_de_ville_buildings_are_worth_nothing_there() -> None:
    p = table(turn=5)
    own(p, A, "banque")
    own(p, A, "auberge")
    own(p, B, "hotel_de_ville")
    assert finished(p)["hotel_de_ville"] == (0, 4, 0, 0)


@rule("SO-10.33")
@pytest.mark.parametrize(("step", "coins"), [(0, 4), (1, 5), (2, 5), (8, 5)])
def test_notre_dame_counts_as_one_building_saline_and_depot_as_none(step: int, coins: int) -> None:
    p = town(1, 1)
    raise_to(p, A, saline=4, depot=2, notre_dame=step)
    assert finished(p)["hotel_de_ville"][A] == coins


@rule("SO-10.34")
@pytest.mark.parametrize("building", [b for b in BUILDINGS if b != "hotel_de_ville"])
def test_every_city_building_counts_as_one(building: str) -> None:
    p = town(2, 1)
    own(p, A, building)
    assert finished(p)["hotel_de_ville"][A] == 2


@rule("SO-10.34")
def test_the_count_goes_up_to_13() -> None:
    p = town(2, 12)
    raise_to(p, A, notre_dame=3)
    (line,) = [line for line in RULES.score_sheet(p) if line.id == "hotel_de_ville"]
    assert line.points[A] == 13
    shown = line.details[A]
    assert shown is not None
    assert shown.arguments["count"] == 13
