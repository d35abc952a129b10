"""SO-8 Port: building ships and moving goods."""

from __future__ import annotations

import pytest

from quarterdeck.games.salty_ocean.actions import SPACE
from quarterdeck.games.salty_ocean.names import ship_at, store_at
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.kernel.errors import BadNotation
from quarterdeck.testing import rule
from tests.salty_ocean.probing import hear, ids, pass_until, refuse, why_closed
from tests.salty_ocean.scenario import (
    A,
    B,
    C,
    D,
    asked,
    barrels,
    damage,
    give,
    hold,
    numbered,
    options,
    own,
    play,
    raise_to,
    table,
    where,
)


def yards(
    chantier: list[int], academie: list[int], coins: list[int] | None = None, port: int = 0
) -> SaltyPosition:
    """The owners of the two yards, by space number; D builds nothing there himself."""
    p = table(coins=coins or [20, 20, 20, 20], counters=(0, 0, port, 0))
    for seat in chantier:
        own(p, seat, "chantier_naval")
    for seat in academie:
        own(p, seat, "academie_marine")
    return p


def changes(p: SaltyPosition, seat: int, ship: str) -> list[int]:
    """What everybody gains or loses when a seat builds a ship."""
    pass_until(p, seat)
    before = p.coins[:]
    play(p, f"build_ship {ship}")
    return [after - coins for coins, after in zip(before, p.coins, strict=True)]


# Building ships


@rule("SO-8.1")
def test_a_fleet_is_two_caravels_and_a_carrack() -> None:
    p = yards([B], [B], coins=[40, 20, 20, 20])
    assert options(p, "build_ship") == ["build_ship caravel_2", "build_ship carrack"]
    with pytest.raises(BadNotation):
        SPACE.parse("build_ship caravel_1")
    play(p, "build_ship caravel_2")
    assert [where(p, A, s) for s in ("caravel_1", "caravel_2", "carrack")] == [
        "port",
        "port",
        "unbuilt",
    ]
    pass_until(p, A)
    assert why_closed(p, "build_ship caravel_2") == ("SO-8.1", "ship_owned")
    play(p, "build_ship carrack")
    assert where(p, A, "carrack") == "port"
    pass_until(p, A)
    assert options(p, "build_ship") == []
    assert why_closed(p, "build_ship carrack") == ("SO-8.1", "ship_owned")


@rule("SO-8.1")
@pytest.mark.parametrize("place", ["port", "sea"])
def test_a_ship_is_owned_wherever_it_is(place: str) -> None:
    p = yards([B], [B])
    hold(p, A, "carrack", where=place)
    assert why_closed(p, "build_ship carrack") == ("SO-8.1", "ship_owned")
    assert options(p, "build_ship") == ["build_ship caravel_2"]


@rule("SO-8.2")
@pytest.mark.parametrize(
    ("chantier", "academie", "legal"),
    [
        ([], [], False),
        ([B], [], False),
        ([], [B], False),
        ([A, B], [], False),
        ([], [A, B], False),
        ([B], [C], True),
        ([A], [C], True),
        ([B], [A], True),
        ([A], [A], True),
    ],
)
def test_ships_need_a_chantier_and_an_academie_of_anybody(
    chantier: list[int], academie: list[int], legal: bool
) -> None:
    p = yards(chantier, academie)
    for ship in ("caravel_2", "carrack"):
        if legal:
            assert f"build_ship {ship}" in options(p)
        else:
            assert why_closed(p, f"build_ship {ship}") == ("SO-8.2", "no_yards")


@rule("SO-8.3", "SO-8.5")
@pytest.mark.parametrize("port", [0, 3])
@pytest.mark.parametrize(("ship", "fee"), [("caravel_2", 3), ("carrack", 4)])
def test_a_stranger_pays_both_fees_to_the_single_owners(ship: str, fee: int, port: int) -> None:
    p = yards([B], [C], port=port)
    assert changes(p, D, ship) == [0, fee, fee, -2 * fee - port]


@rule("SO-8.3")
def test_one_owner_of_both_yards_receives_both_fees() -> None:
    assert changes(yards([B], [B]), D, "caravel_2") == [0, 6, 0, -6]
    assert changes(yards([B], [B]), D, "carrack") == [0, 8, 0, -8]


@rule("SO-8.4")
@pytest.mark.parametrize(
    ("ship", "chantier", "academie", "expected"),
    [
        # Own Chantier: only the Académie's fee
        ("caravel_2", [D], [B], [0, 3, 0, -3]),
        ("carrack", [D], [B], [0, 4, 0, -4]),
        # Own Académie: only the Chantier's fee
        ("caravel_2", [B], [D], [0, 3, 0, -3]),
        ("carrack", [B], [D], [0, 4, 0, -4]),
        # Both: nothing to pay
        ("carrack", [D], [D], [0, 0, 0, 0]),
        # A co-owner of the builder's yard gets nothing
        ("caravel_2", [D, C], [B], [0, 3, 0, -3]),
        ("carrack", [C, D], [B], [0, 4, 0, -4]),
        ("caravel_2", [B], [D, A], [0, 3, 0, -3]),
        ("carrack", [B], [A, D], [0, 4, 0, -4]),
        ("carrack", [C, D], [A, D], [0, 0, 0, 0]),
    ],
)
def test_nobody_pays_or_receives_a_fee_at_the_builders_own_yard(
    ship: str, chantier: list[int], academie: list[int], expected: list[int]
) -> None:
    assert changes(yards(chantier, academie), D, ship) == expected


@rule("SO-8.5", "SO-8.6")
@pytest.mark.parametrize(
    ("ship", "chantier", "academie", "expected"),
    [
        ("caravel_2", [A, B], [C], [1, 1, 3, -6]),
        ("caravel_2", [C], [A, B], [1, 1, 3, -6]),
        ("caravel_2", [B, A], [C, A], [2, 1, 1, -6]),
        ("carrack", [A, B], [C], [2, 2, 4, -8]),
        ("carrack", [C], [B, A], [2, 2, 4, -8]),
        ("carrack", [A, B], [A, B], [4, 4, 0, -8]),
    ],
)
def test_two_owners_get_1_each_for_a_caravel_and_2_each_for_a_carrack(
    ship: str, chantier: list[int], academie: list[int], expected: list[int]
) -> None:
    assert changes(yards(chantier, academie), D, ship) == expected


@rule("SO-8.6")
@pytest.mark.parametrize(
    ("ship", "chantier", "academie", "vanished"),
    [
        ("caravel_2", [A], [B], 0),
        ("caravel_2", [A, B], [C], 1),
        ("caravel_2", [A, B], [B, C], 2),
        ("caravel_2", [A, D], [B, C], 1),
        ("carrack", [A, B], [B, C], 0),
    ],
)
def test_the_odd_coin_of_a_caravel_fee_goes_to_the_bank(
    ship: str, chantier: list[int], academie: list[int], vanished: int
) -> None:
    assert sum(changes(yards(chantier, academie), D, ship)) == -vanished


@rule("SO-8.7")
@pytest.mark.parametrize("ship", ["caravel_2", "carrack"])
def test_a_new_ship_lies_empty_and_sound_in_rouen(ship: str) -> None:
    p = yards([B], [B])
    hold(p, A, "caravel_1", where="sea", damage=2, herring=2)
    play(p, f"build_ship {ship}")
    assert where(p, A, ship) == "port"
    assert damage(p, A, ship) == 0
    assert barrels(p, A, ship) == (0, 0, 0)
    # and may be used in the same turn
    pass_until(p, A)
    play(p, "sail_out")
    assert where(p, A, ship) == "sea"


# Moving goods


@rule("SO-8.8")
def test_goods_move_from_the_depot_to_a_ship_and_back_in_one_action() -> None:
    p = table()
    give(p, A, salt=2, cod=1)
    hold(p, A, "caravel_1", salt=1, herring=3)
    play(p, "move_goods")
    assert options(p) == numbered("load caravel_1 salt", 0, 3)
    play(p, "load caravel_1 salt 2")
    assert options(p) == numbered("load caravel_1 herring", 0, 2)
    play(p, "load caravel_1 herring 1")
    assert options(p) == numbered("load caravel_1 cod", 0, 1)
    play(p, "load caravel_1 cod 1")
    assert asked(p) == (B, "Move")
    assert barrels(p, A, "caravel_1") == (2, 1, 1)
    assert barrels(p, A) == (1, 2, 0)
    assert p.counters == [0, 0, 1, 0]


@rule("SO-8.8")
def test_only_ships_in_rouen_take_part() -> None:
    p = table()
    hold(p, A, "caravel_1", where="sea", herring=2)
    hold(p, A, "caravel_2", salt=2)
    hold(p, A, "carrack", where="sea", cod=2)
    play(p, "move_goods", "load caravel_2 salt 1")
    assert asked(p) == (B, "Move")
    assert barrels(p, A) == (1, 0, 0)
    assert barrels(p, A, "caravel_1") == (0, 2, 0)
    assert barrels(p, A, "carrack") == (0, 0, 2)


@rule("SO-8.9")
def test_barrels_may_end_on_another_ship() -> None:
    p = table()
    hold(p, A, "caravel_1", salt=4)
    hold(p, A, "carrack", cod=4)
    play(p, "move_goods", "load caravel_1 salt 0", "load caravel_1 cod 4", "load carrack salt 4")
    assert asked(p) == (B, "Move")
    assert barrels(p, A, "caravel_1") == (0, 0, 4)
    assert barrels(p, A, "carrack") == (4, 0, 0)
    assert barrels(p, A) == (0, 0, 0)


@rule("SO-8.9", "SO-8.10")
def test_ships_are_filled_one_after_the_other_from_what_is_left() -> None:
    p = table()
    give(p, A, salt=3)
    hold(p, A, "caravel_1", herring=4)
    hold(p, A, "caravel_2", salt=4)
    hold(p, A, "carrack", herring=2)
    play(p, "move_goods", "load caravel_1 salt 3")
    assert options(p) == numbered("load caravel_1 herring", 0, 1)
    play(p, "load caravel_1 herring 1")
    assert options(p) == numbered("load caravel_2 salt", 0, 4)
    play(p, "load caravel_2 salt 1")
    assert options(p) == numbered("load caravel_2 herring", 0, 3)
    play(p, "load caravel_2 herring 0")
    assert options(p) == numbered("load carrack salt", 0, 3)
    play(p, "load carrack salt 3")
    assert options(p) == numbered("load carrack herring", 0, 3)
    play(p, "load carrack herring 3")
    assert barrels(p, A) == (0, 2, 0)


@rule("SO-8.10")
def test_full_stores_may_be_exchanged() -> None:
    p = table()
    give(p, A, herring=6)
    hold(p, A, "caravel_1", salt=4)
    play(p, "move_goods", "load caravel_1 salt 0", "load caravel_1 herring 4")
    assert asked(p) == (B, "Move")
    assert barrels(p, A, "caravel_1") == (0, 4, 0)
    assert barrels(p, A) == (4, 2, 0)


@rule("SO-8.11")
@pytest.mark.parametrize(
    ("ship", "hurt", "usable"),
    [
        ("caravel_1", 0, 4),
        ("caravel_1", 1, 3),
        ("caravel_1", 3, 1),
        ("caravel_2", 0, 4),
        ("carrack", 0, 6),
        ("carrack", 5, 1),
    ],
)
def test_a_ship_takes_no_more_than_its_usable_capacity(ship: str, hurt: int, usable: int) -> None:
    p = table()
    raise_to(p, A, depot=1)
    give(p, A, salt=7, cod=7)
    hold(p, A, "caravel_1", where="sea")
    hold(p, A, ship, damage=hurt)
    play(p, "move_goods")
    assert options(p) == numbered(f"load {ship} salt", 0, usable)
    refuse(p, f"load {ship} salt {usable + 1}")
    play(p, f"load {ship} salt {usable - 1}")
    # The herring there is not; the one place left may go to cod
    assert options(p) == numbered(f"load {ship} cod", 0, 1)


@rule("SO-8.11")
def test_a_wreck_is_left_out() -> None:
    p = table()
    give(p, A, salt=2)
    hold(p, A, "caravel_1", damage=4)
    hold(p, A, "carrack")
    play(p, "move_goods")
    assert options(p) == numbered("load carrack salt", 0, 2)


@rule("SO-8.12")
@pytest.mark.parametrize(("level", "capacity"), [(0, 6), (1, 15), (2, 30)])
@pytest.mark.parametrize("excess", [0, 1, 2])
def test_the_depot_keeps_6_15_or_30_barrels(level: int, capacity: int, excess: int) -> None:
    p = table()
    raise_to(p, A, depot=level)
    give(p, A, cod=capacity - 2)
    hold(p, A, "caravel_1", salt=2 + excess)
    log = hear(p)
    play(p, "move_goods", "load caravel_1 salt 0", "load caravel_1 cod 0")
    if excess:
        assert options(p) == numbered("lose salt", 0, excess)
        play(p, "lose salt 1")
        assert ids(log, "lost") == ["lost"] * excess
    assert asked(p) == (B, "Move")
    assert sum(barrels(p, A)) == capacity
    assert barrels(p, A)[2] == capacity - 2 - max(0, excess - 1)


@rule("SO-8.12")
def test_the_owner_chooses_what_the_depot_loses() -> None:
    p = table()
    give(p, A, salt=2, herring=2, cod=2)
    hold(p, A, "caravel_1", salt=1, herring=1)
    play(p, "move_goods", "load caravel_1 salt 0", "load caravel_1 herring 0")
    play(p, "load caravel_1 cod 0")
    assert options(p) == numbered("lose salt", 0, 2)
    play(p, "lose salt 1")
    assert options(p) == numbered("lose herring", 0, 1)
    play(p, "lose herring 0")
    assert barrels(p, A) == (2, 3, 1)


@rule("SO-8.13")
@pytest.mark.parametrize(
    ("salt", "herring", "after"),
    [(0, 1, (4, 2, 0)), (0, 2, (4, 1, 1)), (1, 0, (3, 3, 0)), (1, 1, (3, 2, 1)), (2, 0, None)],
)
def test_exactly_the_excess_is_lost(
    salt: int, herring: int, after: tuple[int, int, int] | None
) -> None:
    p = table()
    give(p, A, salt=4, cod=1)
    hold(p, A, "caravel_1", herring=3)
    play(p, "move_goods")
    play(p, "load caravel_1 salt 0", "load caravel_1 herring 0", "load caravel_1 cod 0")
    # Two too many, of which cod can cover one
    assert options(p) == numbered("lose salt", 0, 2)
    refuse(p, "lose salt 3")
    play(p, f"lose salt {salt}")
    if after is None:
        assert barrels(p, A) == (2, 3, 1)
    else:
        assert options(p) == numbered("lose herring", 1 - salt, 2 - salt)
        play(p, f"lose herring {herring}")
        assert barrels(p, A) == after
    assert asked(p) == (B, "Move")


@rule("SO-8.13")
def test_nothing_is_thrown_away_while_there_is_room() -> None:
    p = table()
    give(p, A, salt=2)
    hold(p, A, "caravel_1", herring=4)
    play(p, "move_goods", "load caravel_1 salt 0", "load caravel_1 herring 0")
    assert asked(p) == (B, "Move")
    assert barrels(p, A) == (2, 4, 0)


@rule("SO-8.14")
@pytest.mark.parametrize(
    ("place", "hurt", "on_ship", "in_depot", "reason"),
    [
        ("port", 0, 0, 1, None),
        ("port", 0, 1, 0, None),
        ("port", 3, 0, 1, None),
        ("port", 3, 1, 0, None),
        ("port", 4, 0, 1, "no_hold"),
        ("sea", 0, 0, 6, "no_hold"),
        ("port", 0, 0, 0, "nothing_to_move"),
    ],
)
def test_moving_needs_a_hold_in_rouen_and_a_barrel(
    place: str, hurt: int, on_ship: int, in_depot: int, reason: str | None
) -> None:
    p = table()
    give(p, A, cod=in_depot)
    hold(p, A, "caravel_1", where=place, damage=hurt, cod=on_ship)
    if reason is None:
        assert "move_goods" in options(p)
    else:
        assert why_closed(p, "move_goods") == ("SO-8.14", reason)


@rule("SO-8.14")
def test_barrels_at_sea_and_holds_at_sea_do_not_count() -> None:
    p = table()
    hold(p, A, "caravel_1")
    hold(p, A, "carrack", where="sea", herring=6)
    assert why_closed(p, "move_goods") == ("SO-8.14", "nothing_to_move")
    hold(p, A, "caravel_1", damage=4)
    give(p, A, salt=3)
    assert why_closed(p, "move_goods") == ("SO-8.14", "no_hold")
    hold(p, A, "caravel_2")
    assert "move_goods" in options(p)


@rule("SO-8.15")
def test_the_goods_may_end_where_they_were_at_full_cost() -> None:
    p = table(counters=(0, 0, 4, 0))
    give(p, A, herring=2)
    goods = p.goods[:]
    play(p, "move_goods", "load caravel_1 salt 3", "load caravel_1 herring 0")
    assert asked(p) == (B, "Move")
    assert p.goods == goods
    assert p.coins[A] == 6
    assert p.counters == [0, 0, 5, 0]


@rule("SO-8.16")
def test_goods_of_other_players_are_out_of_reach() -> None:
    p = table()
    give(p, A, salt=2)
    hold(p, A, "caravel_1", herring=1)
    give(p, B, salt=4, herring=2)
    hold(p, B, "caravel_1", salt=4)
    hold(p, B, "carrack", cod=6)
    others = p.goods[12:]
    assert why_closed(p, "sell cod") == ("SO-9.1", "nothing_to_sell")
    play(p, "move_goods")
    assert options(p) == numbered("load caravel_1 salt", 0, 2)
    play(p, "load caravel_1 salt 0", "load caravel_1 herring 0")
    assert asked(p) == (B, "Move")
    assert barrels(p, A) == (2, 1, 0)
    assert p.goods[12:] == others


@rule("SO-8.7", "SO-8.16")
@pytest.mark.parametrize("seat", [A, B, C, D])
def test_every_seat_builds_and_loads_its_own_ships(seat: int) -> None:
    p = yards([A], [A])
    give(p, seat, salt=2, herring=3, cod=1)
    pass_until(p, seat)
    others = p.goods[: store_at(seat, 0)], p.goods[store_at(seat + 1, 0) :]
    places = p.place[:]
    play(p, "build_ship carrack")
    places[ship_at(seat, 2)] = 1
    assert p.place == places
    pass_until(p, seat)
    assert why_closed(p, "build_ship carrack") == ("SO-8.1", "ship_owned")
    assert "build_ship caravel_2" in options(p)
    play(p, "move_goods", "load caravel_1 salt 1", "load caravel_1 herring 2")
    play(p, "load caravel_1 cod 1", "load carrack salt 3", "load carrack herring 0")
    assert barrels(p, seat, "caravel_1") == (1, 2, 1)
    assert barrels(p, seat, "caravel_2") == (0, 0, 0)
    assert barrels(p, seat, "carrack") == (3, 0, 0)
    assert barrels(p, seat) == (1, 1, 0)
    assert (p.goods[: store_at(seat, 0)], p.goods[store_at(seat + 1, 0) :]) == others
