"""SO-9 Market: selling and buying."""

from __future__ import annotations

import pytest

from quarterdeck.games.salty_ocean.names import store_at
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.testing import rule
from tests.salty_ocean.probing import pass_until, refuse, why_closed
from tests.salty_ocean.scenario import (
    A,
    B,
    C,
    D,
    asked,
    barrels,
    cost,
    give,
    hold,
    numbered,
    options,
    own,
    play,
    prices,
    raise_to,
    rows,
    table,
)


def stocked(
    seats: int = 4,
    row: int = 1,
    price_table: str = "five_rows",
    two_player_drop: str = "per_lot",
) -> SaltyPosition:
    """A has 30 herring in a Dépôt of level 2, and the herring counter is on this row."""
    p = table(seats, rows=(1, row, 1), price_table=price_table, two_player_drop=two_player_drop)
    raise_to(p, A, depot=2)
    give(p, A, herring=30)
    return p


def sell(p: SaltyPosition, barrels: int) -> SaltyPosition:
    return play(p, "sell herring", f"from depot {barrels}")


# Selling


@rule("SO-9.1")
def test_any_number_from_the_depot_and_ships_in_rouen() -> None:
    p = table()
    give(p, A, salt=1, herring=2)
    hold(p, A, "caravel_1", herring=3)
    hold(p, A, "caravel_2", where="sea", herring=4)
    hold(p, A, "carrack", herring=2, cod=1)
    play(p, "sell herring")
    assert options(p) == numbered("from depot", 0, 2)
    play(p, "from depot 1")
    assert options(p) == numbered("from caravel_1", 0, 3)
    play(p, "from caravel_1 0")
    assert options(p) == numbered("from carrack", 0, 2)
    play(p, "from carrack 2")
    assert barrels(p, A) == (1, 1, 0)
    assert barrels(p, A, "caravel_1") == (0, 3, 0)
    assert barrels(p, A, "caravel_2") == (0, 4, 0)
    assert barrels(p, A, "carrack") == (0, 0, 1)
    assert p.coins[A] == 10 + 3 * 4


@rule("SO-9.1")
def test_at_least_one_barrel_is_sold() -> None:
    p = table()
    give(p, A, cod=2)
    hold(p, A, "caravel_1", cod=2)
    play(p, "sell cod", "from depot 0")
    assert options(p) == numbered("from caravel_1", 1, 2)
    refuse(p, "from caravel_1 0")
    p = table()
    give(p, A, cod=2)
    play(p, "sell cod")
    assert options(p) == numbered("from depot", 1, 2)
    refuse(p, "from depot 0")


@rule("SO-9.1")
@pytest.mark.parametrize("ship", ["caravel_1", "caravel_2", "carrack"])
def test_the_first_source_may_give_nothing_if_another_can(ship: str) -> None:
    p = table(rows=(3, 3, 3))
    give(p, A, herring=2)
    hold(p, A, "caravel_1")
    hold(p, A, ship, herring=1)
    play(p, "sell herring")
    assert options(p) == numbered("from depot", 0, 2)
    play(p, "from depot 0")
    # The one barrel that is left to sell, without a question
    assert asked(p) == (B, "Move")
    assert p.coins[A] == 14
    assert barrels(p, A, ship) == (0, 0, 0)


@rule("SO-9.1", "SO-9.8")
@pytest.mark.parametrize("seat", [A, B, C, D])
def test_every_seat_trades_its_own_goods(seat: int) -> None:
    p = table(coins=[30, 30, 30, 30], rows=(3, 3, 3))
    hold(p, seat, "carrack", cod=2)
    pass_until(p, seat)
    others = p.goods[: store_at(seat, 0)], p.goods[store_at(seat + 1, 0) :]
    play(p, "buy herring", "take 2")
    assert barrels(p, seat) == (0, 2, 0)
    pass_until(p, seat)
    play(p, "sell cod", "from carrack 1")
    pass_until(p, seat)
    play(p, "sell salt", "from caravel_1 3")
    assert barrels(p, seat) == (0, 2, 0)
    assert barrels(p, seat, "caravel_1") == (0, 0, 0)
    assert barrels(p, seat, "carrack") == (0, 0, 1)
    assert p.coins == [30 + (-8 - 1 + 5 - 2 + 6 if s == seat else 0) for s in range(4)]
    assert (p.goods[: store_at(seat, 0)], p.goods[store_at(seat + 1, 0) :]) == others


@rule("SO-9.1")
@pytest.mark.parametrize("good", ["salt", "herring", "cod"])
def test_nothing_can_be_sold_that_is_not_there(good: str) -> None:
    p = table()
    hold(p, A, "caravel_1")
    assert why_closed(p, f"sell {good}") == ("SO-9.1", "nothing_to_sell")
    hold(p, A, "caravel_1", where="sea")
    give(p, A, "caravel_1", **{good: 3})
    assert why_closed(p, f"sell {good}") == ("SO-9.1", "nothing_to_sell")
    give(p, A, "depot", **{good: 1})
    assert options(p, "sell") == [f"sell {good}"]


@rule("SO-9.1")
def test_a_sale_is_of_one_good() -> None:
    p = table(rows=(3, 3, 3))
    give(p, A, salt=2, herring=2, cod=2)
    hold(p, A, "caravel_1")
    play(p, "sell herring", "from depot 2")
    assert asked(p) == (B, "Move")
    assert barrels(p, A) == (2, 0, 2)
    assert rows(p) == (3, 4, 3)


@rule("SO-9.2")
@pytest.mark.parametrize(
    ("good", "row", "number", "income"),
    [
        ("salt", 1, 5, 15),
        ("salt", 4, 5, 5),
        ("herring", 1, 17, 102),
        ("herring", 2, 9, 45),
        ("herring", 4, 1, 3),
        ("cod", 1, 8, 64),
        ("cod", 2, 20, 120),
    ],
)
def test_every_barrel_brings_the_price_before_the_sale(
    good: str, row: int, number: int, income: int
) -> None:
    p = table(rows=(row, row, row), counters=(0, 0, 0, 2))
    raise_to(p, A, depot=2)
    give(p, A, "depot", **{good: 20})
    hold(p, A, "caravel_1")
    play(p, f"sell {good}", f"from depot {number}")
    assert p.coins == [10 - 2 + income, 12, 14, 16]


@rule("SO-9.3")
@pytest.mark.parametrize(
    ("number", "fall"),
    [(1, 1), (7, 1), (8, 1), (9, 2), (15, 2), (16, 2), (17, 3), (24, 3), (25, 4), (30, 4)],
)
def test_the_price_falls_one_row_per_started_lot_of_8(number: int, fall: int) -> None:
    for seats in (3, 4):
        p = sell(stocked(seats, price_table="seven_rows"), number)
        assert rows(p) == (1, 1 + fall, 1)


@rule("SO-9.3")
def test_barrels_of_all_sources_count_together() -> None:
    p = table(rows=(3, 1, 3))
    give(p, A, herring=5)
    hold(p, A, "caravel_1", herring=4)
    play(p, "sell herring", "from depot 5", "from caravel_1 4")
    assert rows(p) == (3, 3, 3)
    assert p.coins[A] == 10 + 9 * 6


@rule("SO-9.3")
def test_the_fall_comes_after_the_sale_and_counts_for_the_next() -> None:
    p = table(rows=(3, 2, 3), coins=[10, 10, 10, 10])
    for seat in (A, B):
        give(p, seat, herring=2)
    play(p, "sell herring", "from depot 2", "sell herring", "from depot 2")
    assert p.coins[:2] == [20, 17]
    assert rows(p)[1] == 4


@rule("SO-9.4", "SO-13.2")
@pytest.mark.parametrize(("seats", "row"), [(2, 3), (3, 2), (4, 2)])
def test_with_two_players_a_price_falls_two_rows_instead_of_one(seats: int, row: int) -> None:
    assert rows(sell(stocked(seats), 3))[1] == row


@rule("SO-9.5")
@pytest.mark.parametrize(
    ("setting", "number", "fall"),
    [
        ("per_lot", 1, 2),
        ("per_lot", 8, 2),
        ("per_lot", 9, 4),
        ("per_lot", 16, 4),
        ("per_lot", 17, 6),
        ("per_sale", 1, 2),
        ("per_sale", 8, 2),
        ("per_sale", 9, 2),
        ("per_sale", 17, 2),
        ("per_sale", 30, 2),
    ],
)
def test_with_two_players_the_fall_is_per_lot_or_per_sale(
    setting: str, number: int, fall: int
) -> None:
    p = sell(stocked(2, price_table="seven_rows", two_player_drop=setting), number)
    assert rows(p)[1] == 1 + fall


@rule("SO-9.5")
@pytest.mark.parametrize("seats", [3, 4])
def test_the_two_player_option_changes_nothing_for_more_players(seats: int) -> None:
    p = sell(stocked(seats, price_table="seven_rows", two_player_drop="per_sale"), 17)
    assert rows(p)[1] == 4


@rule("SO-9.6")
@pytest.mark.parametrize(
    ("seats", "prices", "row", "number", "after"),
    [
        (4, "five_rows", 5, 1, 5),
        (4, "five_rows", 4, 9, 5),
        (4, "five_rows", 4, 8, 5),
        (2, "five_rows", 4, 1, 5),
        (2, "five_rows", 5, 1, 5),
        (4, "seven_rows", 7, 1, 7),
        (4, "seven_rows", 6, 17, 7),
        (2, "seven_rows", 6, 1, 7),
    ],
)
def test_the_counter_stops_on_the_bottom_row(
    seats: int, prices: str, row: int, number: int, after: int
) -> None:
    p = sell(stocked(seats, row, price_table=prices), number)
    assert rows(p)[1] == after


@rule("SO-9.7")
@pytest.mark.parametrize(("settings", "row"), [("five_rows", 5), ("seven_rows", 7)])
def test_salt_may_be_sold_for_nothing(settings: str, row: int) -> None:
    p = table(rows=(row, 3, 3), price_table=settings)
    play(p, "sell salt", "from caravel_1 2")
    assert p.coins[A] == 10
    assert barrels(p, A, "caravel_1") == (1, 0, 0)
    assert rows(p)[0] == row


@rule("SO-9.7", "SO-10.8")
def test_salt_sold_for_nothing_still_earns_the_bureau_bonus() -> None:
    p = table(rows=(5, 3, 3))
    own(p, A, "bureau_des_finances")
    play(p, "sell salt", "from caravel_1 2")
    assert p.coins[A] == 13


# Buying


@rule("SO-9.8", "SO-9.12")
@pytest.mark.parametrize(
    ("good", "price", "bought"),
    [("salt", 2, (3, 0, 0)), ("herring", 4, (0, 3, 0)), ("cod", 5, (0, 0, 3))],
)
def test_bought_barrels_go_into_the_depot_at_the_current_price(
    good: str, price: int, bought: tuple[int, int, int]
) -> None:
    p = table(coins=[20, 12, 14, 16], counters=(0, 0, 0, 1), rows=(3, 3, 3))
    play(p, f"buy {good}", "take 3")
    assert p.coins == [20 - 1 - 3 * price, 12, 14, 16]
    assert barrels(p, A) == bought
    assert barrels(p, A, "caravel_1") == (3, 0, 0)
    # The price does not move
    assert rows(p) == (3, 3, 3)


@rule("SO-9.9")
@pytest.mark.parametrize(("settings", "row"), [("five_rows", 5), ("seven_rows", 7)])
def test_salt_at_price_0_is_bought_for_1(settings: str, row: int) -> None:
    p = table(rows=(row, 3, 3), price_table=settings)
    assert prices(p)[0] == 0
    play(p, "buy salt")
    assert cost(p, "take 5") == 5
    play(p, "take 5")
    assert p.coins[A] == 5
    assert barrels(p, A) == (5, 0, 0)
    assert rows(p)[0] == row


@rule("SO-9.9")
@pytest.mark.parametrize(("row", "price"), [(4, 1), (3, 2), (1, 3)])
def test_dearer_salt_costs_its_price(row: int, price: int) -> None:
    p = table(rows=(row, 3, 3))
    play(p, "buy salt", "take 2")
    assert p.coins[A] == 10 - 2 * price


@rule("SO-9.10")
@pytest.mark.parametrize(
    ("level", "stored", "most"), [(0, 0, 6), (0, 5, 1), (1, 6, 9), (1, 14, 1), (2, 15, 15)]
)
def test_no_more_is_bought_than_the_depot_has_room_for(level: int, stored: int, most: int) -> None:
    p = table(coins=[90, 12, 14, 16])
    raise_to(p, A, depot=level)
    give(p, A, cod=stored)
    play(p, "buy herring")
    if most == 1:
        # One is the least and the most: bought without a question
        assert barrels(p, A) == (0, 1, stored)
    else:
        assert options(p) == numbered("take", 1, most)
        refuse(p, f"take {most + 1}")


@rule("SO-9.10")
@pytest.mark.parametrize(("level", "full"), [(0, 6), (1, 15), (2, 30)])
def test_a_full_depot_can_take_nothing(level: int, full: int) -> None:
    p = table(coins=[90, 12, 14, 16])
    raise_to(p, A, depot=level)
    # There is room on the ships; it does not help
    hold(p, A, "caravel_1")
    hold(p, A, "carrack")
    give(p, A, salt=1, cod=full - 1)
    for good in ("salt", "herring", "cod"):
        assert why_closed(p, f"buy {good}") == ("SO-9.10", "depot_full")


@rule("SO-9.10")
@pytest.mark.parametrize(
    ("coins", "most"), [(8, 6), (7, 5), (3, 5), (2, 4), (-2, 4), (-3, 3), (-13, 1)]
)
def test_no_more_is_bought_than_can_be_paid(coins: int, most: int) -> None:
    # Cod at 5 in steps of one barrel, down to -22; the interest is not part of the test
    p = table(coins=[coins, 12, 14, 16], rows=(3, 3, 3))
    play(p, "buy cod")
    if most == 1:
        assert barrels(p, A) == (0, 0, 1)
    else:
        assert options(p) == numbered("take", 1, most)


@rule("SO-9.10")
@pytest.mark.parametrize(("coins", "legal"), [(-17, True), (-18, False)])
def test_one_barrel_must_be_affordable(coins: int, legal: bool) -> None:
    p = table(coins=[coins, 12, 14, 16], rows=(3, 3, 3))
    if legal:
        play(p, "buy cod")
        assert p.coins[A] == -22
    else:
        assert why_closed(p, "buy cod") == ("SO-5.7", "cannot_pay_goods")
        assert "buy herring" in options(p)


@rule("SO-9.11", "SO-13.1")
def test_with_two_players_cod_is_not_traded() -> None:
    p = table(2, coins=[50, 50])
    for action in ("sell cod", "buy cod"):
        assert why_closed(p, action) == ("SO-13.1", "no_cod")
    give(p, A, cod=2)
    assert why_closed(p, "sell cod") == ("SO-13.1", "no_cod")
    assert {"buy salt", "buy herring", "sell salt"} <= set(options(p))


@rule("SO-9.12")
@pytest.mark.parametrize("seats", [3, 4])
def test_all_three_goods_are_bought_and_sold(seats: int) -> None:
    p = table(seats, coins=[30] * seats)
    give(p, A, salt=1, herring=1, cod=1)
    assert options(p, "sell", "buy") == [
        "sell salt",
        "sell herring",
        "sell cod",
        "buy salt",
        "buy herring",
        "buy cod",
    ]


@rule("SO-9.12")
def test_what_was_bought_may_be_sold_again() -> None:
    p = table(coins=[30, 12, 14, 16], rows=(3, 3, 3))
    play(p, "buy herring", "take 3")
    assert p.coins[A] == 18
    pass_until(p, A)
    play(p, "sell herring", "from depot 3")
    assert p.coins[A] == 18 - 1 + 12
    assert asked(p) == (B, "Move")
    assert barrels(p, C) == (0, 0, 0)
