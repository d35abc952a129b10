"""Visiting a port: telling the story, ships, the hold, cannons.  RS-13"""

from __future__ import annotations

import pytest

from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.testing import rule
from tests.rolling_seas.scenario import (
    A,
    act,
    asked,
    captain,
    count_up,
    gold,
    names,
    next_turn,
    options,
    play,
    points,
    prov,
    refused,
    score,
    story,
    voyage,
)

OTHERS = "S3 A4 L5 Q9 A13 G13 N13"  # all ports of board 1 but G7


def in_port(
    purse: str = "0/0",
    held: str = "5/5",
    ship: int = 1,
    cannons: int = 0,
    told: bool = True,
) -> RollingPosition:
    """The ship at H7 beside G7, where the story has been told or not."""
    p = voyage()
    captain(p, A, gold=purse, prov=held, ship=ship, cannons=cannons, told="G7" if told else "")
    return act(p, winds="n e s")


def visiting(
    purse: str = "0/0", held: str = "5/5", ship: int = 1, cannons: int = 0
) -> RollingPosition:
    return play(in_port(purse, held, ship, cannons), A, "visit G7")


@rule("RS-13.1")
@pytest.mark.parametrize(
    ("cell", "port"), [("H7", "G7"), ("G8", "G7"), ("B13", "A13"), ("R3", "S3"), ("K5", "L5")]
)
def test_a_port_beside_the_ship_can_be_visited(cell: str, port: str) -> None:
    p = act(voyage(cell=cell))
    assert options(p, A, "visit") == [f"visit {port}"]


@rule("RS-13.1")
@pytest.mark.parametrize("cell", ["H8", "F8", "H6"])
def test_not_a_port_at_a_corner(cell: str) -> None:
    p = act(voyage(cell=cell))
    assert options(p, A, "visit") == []
    assert refused(p, A, "visit G7") == "RS-1.3"


@rule("RS-13.2")
def test_telling_writes_the_story_then_gains_one() -> None:
    p = voyage()
    captain(p, A, story=7, told="L5 A4", renown=(2, 4))
    act(p)
    play(p, A, "visit G7")
    assert p.captains[A].renown == [2, 4, 7]
    assert (story(p, A), names(p.captains[A].told)) == (8, "A4 L5 G7")


@rule("RS-13.2")
def test_telling_comes_first_and_what_it_gives_can_be_spent() -> None:
    """The twelfth story box gives the gold that buys a cannon."""
    p = voyage()
    captain(p, A, story=11, gold="2/2")
    act(p)
    play(p, A, "visit G7")
    assert (p.captains[A].renown, gold(p, A)) == ([11], "3/3")
    assert options(p, A) == ["buy cannon", "done"]


@rule("RS-13.2")
def test_a_story_that_is_not_told_yet_must_be_told() -> None:
    p = act(voyage())
    play(p, A, "visit G7")
    assert (p.captains[A].renown, story(p, A), options(p, A)) == ([0], 1, [])


@rule("RS-13.3")
def test_the_story_is_told_once_in_a_port() -> None:
    p = in_port("3/3")
    play(p, A, "visit G7")
    assert (p.captains[A].renown, story(p, A)) == ([0], 0)
    assert options(p, A) == ["buy cannon", "done"]


@rule("RS-13.4")
def test_the_eighth_port_gives_ten_stars() -> None:
    p = voyage()
    captain(p, A, told=OTHERS)
    act(p)
    assert score(p)["star_ports"][A] == 0
    play(p, A, "visit G7")
    assert score(p)["star_ports"] == (10, 0)
    assert len(p.captains[A].renown) == 8


@rule("RS-13.5")
def test_services_are_optional() -> None:
    p = visiting("9/9", "2/5")
    assert options(p, A) == ["buy ship", "buy cannon", "fill", "done"]
    play(p, A, "done")
    assert (gold(p, A), prov(p, A), p.captains[A].ship) == ("9/9", "2/5", 0)


@rule("RS-13.5")
@pytest.mark.parametrize(
    "order",
    [
        ["buy ship", "buy cannon", "fill"],
        ["fill", "buy cannon", "buy ship"],
        ["buy cannon", "fill", "buy ship"],
        ["buy cannon", "buy ship", "buy cannon", "fill"],
    ],
)
def test_services_come_in_any_order_and_alternately(order: list[str]) -> None:
    p = visiting("12/12", "2/6")
    for service in order:
        assert service in options(p, A)
        play(p, A, service)
    assert p.captains[A].ship == 1
    assert p.captains[A].cannons == order.count("buy cannon")


@rule("RS-13.5")
def test_only_what_can_be_paid_is_offered() -> None:
    assert options(visiting("1/1", "2/5"), A) == ["fill", "done"]
    assert options(visiting("2/2", "2/5"), A) == ["fill", "done"]
    assert options(visiting("3/3", "2/5"), A) == ["buy cannon", "fill", "done"]
    assert options(visiting("4/4", "2/5"), A) == ["buy ship", "buy cannon", "fill", "done"]
    assert refused(visiting("3/3", "2/5"), A, "buy ship") == "RS-13.5"


@rule("RS-13.6")
def test_ships_cost_four_and_five_and_come_in_order() -> None:
    p = visiting("9/9")
    play(p, A, "buy ship")
    assert (p.captains[A].ship, gold(p, A)) == (1, "5/9")
    play(p, A, "buy ship")
    assert (p.captains[A].ship, gold(p, A)) == (2, "0/9")


@rule("RS-13.6")
def test_four_gold_do_not_buy_the_third_ship() -> None:
    p = visiting("4/9", ship=2)
    assert options(p, A, "buy") == ["buy cannon"]
    p = visiting("9/9", ship=3)
    assert options(p, A, "buy") == ["buy cannon"]
    assert refused(p, A, "buy ship") == "RS-13.6"


@rule("RS-13.7")
def test_the_hold_of_a_new_ship_counts_at_once() -> None:
    p = visiting("5/5", "5/5")
    assert "fill" not in options(p, A)
    play(p, A, "buy ship")
    assert "fill" in options(p, A)
    play(p, A, "fill")
    assert prov(p, A) == "6/6"


@rule("RS-13.7")
def test_its_movement_points_and_stars_too() -> None:
    p = play(visiting("4/9"), A, "buy ship")
    assert score(p)["star_ships"] == (1, 0)
    next_turn(p, winds="n e s")
    play(p, A, "sail e")
    assert points(p, A) == 4


@rule("RS-13.7")
def test_the_stars_of_both_ships_add_up() -> None:
    p = play(visiting("9/9"), A, "buy ship", "buy ship")
    assert score(p)["star_ships"] == (4, 0)


@rule("RS-13.8")
def test_a_gold_fills_the_hold() -> None:
    p = play(visiting("3/3", "1/11"), A, "fill")
    assert (gold(p, A), prov(p, A)) == ("3/4", "5/15")  # box 15 gives a gold back


@rule("RS-13.8")
def test_the_hold_is_filled_once_per_visit() -> None:
    p = play(visiting("9/9", "2/2"), A, "fill")
    play(p, A, "buy ship")
    # There is room for one more now
    assert prov(p, A) == "5/5"
    assert options(p, A, "fill") == []
    assert refused(p, A, "fill") == "RS-13.8"


@rule("RS-13.8")
def test_it_can_be_filled_again_on_another_visit() -> None:
    p = play(visiting("9/12", "2/6"), A, "fill", "buy ship", "done")
    next_turn(p)
    play(p, A, "visit G7")
    assert "fill" in options(p, A)


@rule("RS-13.8")
@pytest.mark.parametrize("held", ["5/5", "3/60"])
def test_a_full_hold_or_a_full_track_is_not_filled(held: str) -> None:
    p = visiting("3/3", held)
    assert options(p, A) == ["buy cannon", "done"]
    assert refused(p, A, "fill") == "RS-13.8"


@rule("RS-13.9")
def test_cannons_are_bought_in_order_at_their_prices() -> None:
    p = visiting("30/30", "10/10", ship=3)
    left = 30
    for number, price in enumerate((3, 3, 4, 4, 5, 5, 6), 1):
        play(p, A, "buy cannon")
        left -= price
        assert (p.captains[A].cannons, p.captains[A].gold) == (number, left)
        # The fifth gives a story
        assert story(p, A) == (number >= 5)
    assert score(p)["star_cannons"] == (10, 0)


@rule("RS-13.9")
def test_the_third_cannon_fills_the_hold_at_once() -> None:
    p = play(visiting("4/4", "1/1", cannons=2), A, "buy cannon")
    assert prov(p, A) == "5/5"


@rule("RS-13.9")
def test_there_is_no_eighth_cannon() -> None:
    p = visiting("9/9", "2/5", ship=3, cannons=7)
    assert options(p, A) == ["fill", "done"]
    assert refused(p, A, "buy cannon") == "RS-2.13"


@rule("RS-13.10")
@pytest.mark.parametrize(
    ("purse", "held", "ship", "cannons", "offered"),
    [
        ("0/0", "2/5", 1, 0, False),
        ("1/1", "5/5", 1, 0, False),
        ("1/1", "4/5", 1, 0, True),
        ("2/2", "5/5", 1, 0, False),
        ("3/3", "5/5", 1, 0, True),
        ("3/3", "5/5", 1, 6, False),
        ("4/4", "5/5", 1, 6, True),
        ("9/9", "10/10", 3, 7, False),
    ],
)
def test_a_told_port_is_offered_only_with_a_service_to_pay(
    purse: str, held: str, ship: int, cannons: int, offered: bool
) -> None:
    p = in_port(purse, held, ship, cannons)
    assert (options(p, A, "visit") == ["visit G7"]) == offered
    if not offered:
        assert refused(p, A, "visit G7") == "RS-13.10"


@rule("RS-13.10")
def test_an_untold_port_is_always_offered() -> None:
    p = in_port("0/0", told=False)
    assert options(p, A, "visit") == ["visit G7"]


@rule("RS-13.4")
def test_seven_ports_give_none() -> None:
    p = voyage()
    captain(p, A, told=OTHERS)
    assert score(count_up(p))["star_ports"] == (0, 0)
    assert asked(p, A) is None
