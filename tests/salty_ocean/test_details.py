"""What a merchant is told of the table place by place, by the names of the numbers."""

from __future__ import annotations

import pytest

from quarterdeck.games.salty_ocean.position import SaltyPosition
from tests.salty_ocean.scenario import (
    RULES,
    A,
    B,
    C,
    asked,
    deal,
    end_actions,
    give,
    hold,
    own,
    passing,
    play,
    table,
)

assert RULES.details is not None
assert RULES.features is not None
NAMES = RULES.details.names
FACTS = RULES.features.facts.names


def details(p: SaltyPosition, seat: int) -> dict[str, float]:
    return dict(zip(NAMES, RULES.detail(p, seat), strict=True))


def told(p: SaltyPosition, seat: int, *prefixes: str) -> dict[str, float]:
    """The details that begin like this and are not zero."""
    return {n: v for n, v in details(p, seat).items() if v and n.startswith(prefixes)}


def flagged(p: SaltyPosition, seat: int, *prefixes: str) -> set[str]:
    found = told(p, seat, *prefixes)
    assert set(found.values()) <= {1.0}
    return set(found)


def facts(p: SaltyPosition, seat: int) -> dict[str, float]:
    return dict(zip(FACTS, RULES.numbers(p, [seat], False), strict=True))


# What is asked


STEPS = ("asks", "asked", "excess", "sold", "looked_", "sailed", "sailing", "clock_after")


def test_a_move_is_asked() -> None:
    assert told(table(), A, *STEPS) == {"asks.move": 1.0}


def test_others_are_told_what_somebody_is_asked() -> None:
    p = table(coins=[30] * 4)
    play(p, "buy herring")
    asked_for = {"asks.buy", "asked_store.depot", "asked_good.herring"}
    assert flagged(p, A, *STEPS) == flagged(p, B, *STEPS) == asked_for


def test_a_sale_tells_store_good_and_what_is_sold() -> None:
    p = table()
    give(p, A, "depot", herring=3)
    hold(p, A, "caravel_1", herring=4)
    play(p, "sell herring", "from depot 2")
    assert told(p, A, *STEPS) == {
        "asks.sell_from": 1.0,
        "asked_store.caravel_1": 1.0,
        "asked_good.herring": 1.0,
        "sold": 0.2,
    }


def test_moving_goods_tells_the_hold_and_the_good() -> None:
    p = table()
    give(p, A, "depot", cod=1)
    hold(p, A, "caravel_1", salt=2)
    play(p, "move_goods", "load caravel_1 salt 1")
    assert flagged(p, A, *STEPS) == {"asks.load", "asked_store.caravel_1", "asked_good.cod"}
    # What is dealt out lies in the Dépôt
    assert told(p, A, "own.goods") == {
        "own.goods.depot.salt": 0.1,
        "own.goods.depot.cod": 0.1,
        "own.goods.caravel_1.salt": 0.1,
    }


def test_a_loss_tells_how_many_are_still_to_go() -> None:
    p = table(event="event_09")
    hold(p, A, "caravel_1", salt=2, herring=2)
    hold(p, A, "caravel_2", salt=1)
    play(p, "sail_out", "ship caravel_1")
    assert told(p, A, "asks", "asked", "excess") == {
        "asks.loss": 1.0,
        "asked_store.caravel_1": 1.0,
        "asked_good.salt": 1.0,
        "excess": 0.3,
    }


def test_while_pirates_wait_the_first_ship_is_free() -> None:
    p = table(event="event_05")
    for ship in ("caravel_1", "caravel_2", "carrack"):
        hold(p, A, ship)
    play(p, "sail_out")
    assert flagged(p, A, *STEPS) == {"asks.sail_out", "sailing.threatened"}
    play(p, "ship caravel_2")
    assert flagged(p, A, *STEPS) == {"asks.sail_out", "sailing.started"}
    play(p, "ship caravel_1")
    assert flagged(p, A, *STEPS) == {"asks.sail_out", "sailing.started", "sailed.caravel_1"}


def test_a_catch_tells_which_ships_may_still_sail() -> None:
    p = table()
    hold(p, A, "caravel_1", salt=2)
    hold(p, A, "caravel_2")
    play(p, "sail_out", "ship caravel_1")
    assert flagged(p, A, *STEPS) == {
        "asks.fish_split",
        "asked_store.caravel_1",
        "sailed.caravel_1",
        "sailing.started",
    }


def test_sailing_home_tells_where_it_goes_on() -> None:
    p = table()
    hold(p, A, "caravel_1", "sea")
    hold(p, A, "caravel_2", "sea")
    play(p, "sail_home")
    assert flagged(p, A, *STEPS) == {"asks.sail_home"}
    play(p, "ship caravel_1")
    assert flagged(p, A, *STEPS) == {"asks.sail_home", "sailing.started", "sailed.caravel_1"}


def test_the_clock_waits_while_an_action_is_under_way() -> None:
    p = table(coins=[30] * 4)
    own(p, A, "gros_horloge")
    play(p, "buy salt")
    assert flagged(p, B, "asks", "clock_after") == {"asks.buy", "clock_after.market"}
    play(p, "take 1")
    assert flagged(p, B, "asks", "clock_after") == {"asks.clock", "clock_after.market"}
    # The second action is the last
    play(p, "sail_out")
    assert flagged(p, B, "asks", "clock_after") == {"asks.fish_split"}


def test_the_end_of_a_turn_is_told() -> None:
    p = table()
    own(p, B, "phare")
    hold(p, B, "caravel_1", damage=1)
    hold(p, B, "caravel_2", damage=1)
    assert not flagged(p, A, "turn_end")
    end_actions(p)
    assert asked(p) == (B, "Repair")
    assert flagged(p, A, "asks", "turn_end") == {"asks.repair", "turn_end"}


def test_the_end_of_the_game_is_told() -> None:
    p = table(seats=2, turn=5)
    assert not flagged(p, A, "finished")
    end_actions(p)
    assert flagged(p, A, "finished", "asks", "turn_end") == {"finished"}
    # Then all tiles lie open
    assert len(flagged(p, A, "face_up")) == len(flagged(p, A, "tile.")) == 10


# The city


def test_spaces_are_told_with_their_owners() -> None:
    p = table(seats=3)
    own(p, B, "banque")
    own(p, A, "banque")
    own(p, C, "hotel_de_ville")
    spaces = {"own.space.banque.s3", "rival_1.space.banque.s2", "rival_2.space.hotel_de_ville.s2"}
    assert flagged(p, A, "own.space", "rival_1.space", "rival_2.space") == spaces
    # For B, C comes next and A last
    spaces = {"own.space.banque.s2", "rival_1.space.hotel_de_ville.s2", "rival_2.space.banque.s3"}
    assert flagged(p, B, "own.space", "rival_1.space", "rival_2.space") == spaces


def test_the_next_space_is_told_until_there_is_none() -> None:
    p = table(seats=3)
    assert flagged(p, A, "next_space.banque", "next_space.vitraux") == {
        "next_space.banque.s2",
        "next_space.vitraux.s2",
    }
    own(p, A, "vitraux")
    own(p, B, "vitraux")
    assert not flagged(p, C, "next_space.vitraux")
    best_first = table(seats=3, ranked_slots="best_first")
    assert flagged(best_first, A, "next_space.vitraux") == {"next_space.vitraux.s1"}


def test_whose_cathedral_serves_is_told() -> None:
    assert not flagged(table(), A, "any_cathedral")
    assert flagged(table(vitraux_requirement="any"), A, "any_cathedral") == {"any_cathedral_serves"}


# Goods


def test_kinds_of_fish_are_told_apart_where_the_facts_add_them_up() -> None:
    one, other = table(), table()
    hold(one, B, "carrack", "sea", herring=3, cod=2)
    hold(other, B, "carrack", "sea", herring=2, cod=3)
    assert facts(one, A)["rival_1.carrack.fish"] == facts(other, A)["rival_1.carrack.fish"]
    goods = told(one, A, "rival_1.goods.carrack")
    assert goods == {"rival_1.goods.carrack.herring": 0.3, "rival_1.goods.carrack.cod": 0.2}
    goods = told(other, A, "rival_1.goods.carrack")
    assert goods == {"rival_1.goods.carrack.herring": 0.2, "rival_1.goods.carrack.cod": 0.3}


# Tiles


def shrine(space: int) -> SaltyPosition:
    """B owns a space of the Fierté and is asked at the end of the first turn."""
    p = table(event="event_01", next_event="event_02")
    own(p, B, "fierte", space)
    end_actions(p)
    assert asked(p) == (B, "Look")
    return p


def test_open_tiles_are_told_to_everybody() -> None:
    tiles = {"face_up.grid_1", "face_up.grid_2", "tile.grid_1.event_01", "tile.grid_2.event_02"}
    for seat in (A, B):
        assert flagged(table(next_event="event_02"), seat, "face_up", "tile.") == tiles


def test_a_tile_looked_at_is_told_to_nobody_else() -> None:
    p = shrine(1)
    play(p, "look grid_4")
    deal(p, "see grid_4 event_08")
    assert flagged(p, B, "tile.grid_4") == {"tile.grid_4.event_08"}
    for seat in (A, C):
        assert not flagged(p, seat, "tile.grid_4", "face_up.grid_4")
    # But everybody has seen who looked where
    assert flagged(p, B, "own.looked", "rival_1.looked") == {"own.looked.grid_4"}
    assert flagged(p, A, "own.looked", "rival_1.looked") == {"rival_1.looked.grid_4"}
    assert flagged(p, A, "asks", "looked_") == {"asks.look", "looked_first.grid_4"}


@pytest.mark.parametrize("choice", ["keep", "swap"])
def test_swapped_tiles_are_told_where_they_lie_now(choice: str) -> None:
    p = shrine(1)
    play(p, "look grid_4")
    deal(p, "see grid_4 event_08")
    play(p, "look stock_1")
    deal(p, "see stock_1 event_03")
    places = {"asks.swap", "looked_first.grid_4", "looked_second.stock_1"}
    assert flagged(p, A, "asks", "looked_") == flagged(p, B, "asks", "looked_") == places
    play(p, choice)
    there = {"tile.grid_4.event_08", "tile.stock_1.event_03"}
    if choice == "swap":
        there = {"tile.grid_4.event_03", "tile.stock_1.event_08"}
    known = [name for name in NAMES if name.startswith(("tile.grid_4", "tile.stock"))]
    assert {name for name in known if details(p, B)[name]} == there
    assert not any(details(p, A)[name] for name in known)


# Seats


def test_seats_keep_their_colour_while_the_order_changes() -> None:
    p = table(seats=3, coins=[20, 15, 10])
    assert flagged(p, A, "own.colour", "rival_1.colour", "rival_2.colour") == {
        "own.colour.blue",
        "rival_1.colour.green",
        "rival_2.colour.red",
    }
    passing(p)
    # The poorest begins: C, B, A
    assert flagged(p, A, "own.colour", "rival_1.colour", "rival_2.colour") == {
        "own.colour.blue",
        "rival_1.colour.red",
        "rival_2.colour.green",
    }


def test_seats_that_nobody_has_are_zeros() -> None:
    p = table(seats=2)
    assert told(p, A, "rival_1")
    assert not told(p, A, "rival_2", "rival_3")
