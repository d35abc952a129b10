"""Standing orders: passing until something happens, repairs, tiles left face down."""

from __future__ import annotations

import pytest

from tests.ordering import Ordered
from tests.salty_ocean.scenario import (
    RULES,
    A,
    B,
    asked,
    damage,
    end_actions,
    give,
    hold,
    own,
    play,
    table,
)


def test_passing_answers_every_move_and_nothing_else() -> None:
    p = table(seats=2)
    order = Ordered(RULES, p, A, "pass")
    assert order.answer(p) == "pass"
    for ship in ("caravel_1", "caravel_2"):
        hold(p, A, ship, salt=3)
    play(p, "sail_out")
    assert asked(p) == (A, "SailOut")
    assert order.answer(p) is None, "which ship sails is its player's choice"
    play(p, "ship caravel_1", "done")
    assert (asked(p), order.answer(p)) == ((B, "Move"), None)


def test_a_new_turn_ends_it_always() -> None:
    p = table(seats=2)
    order = Ordered(RULES, p, A, "pass", price="never", building="never")
    play(p, "pass")
    play(p, "saline")
    assert order.end(p) is None
    play(p, "pass", "pass")
    assert p.chance or p.turn == 2
    p.turn = 2
    assert order.end(p) == "turn"
    assert order.order.ends_with(order.given.values) == ("turn",)


@pytest.mark.parametrize(
    ("price", "ended"),
    [("any", "price"), ("salt", "price"), ("herring", None), ("never", None)],
)
def test_a_price_that_moves_ends_it_if_named(price: str, ended: str | None) -> None:
    p = table(seats=2)
    give(p, A, salt=4)
    order = Ordered(RULES, p, B, "pass", price=price)
    play(p, "sell salt", "from depot 4")
    while asked(p)[0] == A:
        play(p, "from caravel_1 0")
    assert asked(p) == (B, "Move")
    assert order.end(p) == ended
    assert ended is None or ended in order.order.ends_with(order.given.values)


@pytest.mark.parametrize(
    ("building", "ended"),
    [("any", "building"), ("banque", "building"), ("phare", None), ("never", None)],
)
def test_a_building_ends_it_if_named(building: str, ended: str | None) -> None:
    p = table(seats=2, coins=[30, 30])
    order = Ordered(RULES, p, B, "pass", price="never", building=building)
    play(p, "build banque")
    assert (asked(p), order.end(p)) == ((B, "Move"), ended)


@pytest.mark.parametrize(("first", "ship"), [("largest", "carrack"), ("smallest", "caravel_1")])
def test_the_phare_repairs_the_ship_that_was_named(first: str, ship: str) -> None:
    p = table()
    own(p, A, "phare")
    for each in ("caravel_1", "caravel_2", "carrack"):
        hold(p, A, each, damage=1)
    order = Ordered(RULES, p, A, "repair", first=first)
    assert order.answer(p) is None
    end_actions(p)
    assert order.answer(p) == f"repair {ship}"
    play(p, f"repair {ship}")
    assert damage(p, A, ship) == 0


def test_tiles_stay_face_down_but_a_look_begun_is_the_players() -> None:
    p = table()
    own(p, A, "fierte")
    order = Ordered(RULES, p, A, "leave_tiles")
    end_actions(p)
    assert asked(p) == (A, "Look")
    assert order.answer(p) == "no_look"
