"""Standing orders: powers, ambushes, cannons and winds."""

from __future__ import annotations

import pytest

from quarterdeck import games
from quarterdeck.games.rolling_seas.steps.exploring import Build
from tests.ordering import Ordered
from tests.rolling_seas.scenario import (
    A,
    B,
    act,
    ambush,
    asked,
    captain,
    deal,
    finish,
    play,
    reveal,
    voyage,
)

RULES = games.load("rolling_seas")


@pytest.mark.parametrize("power", ["monsters", "pirates"])
def test_the_power_that_was_named_goes_up_at_a_calm_sea(power: str) -> None:
    p = reveal(voyage(), "calm_10")
    order = Ordered(RULES, p, A, "power", power=power)
    assert order.answer(p) == f"power {power}"
    # In open lanes nothing depends on who was first
    play(p, B, "power monsters")
    assert order.answer(p) == f"power {power}"


def test_at_the_top_there_is_nothing_to_answer() -> None:
    p = voyage()
    captain(p, A, monsters=7, pirates=3)
    reveal(p, "calm_10")
    assert Ordered(RULES, p, A, "power").answer(p) is None


@pytest.mark.parametrize(("spoils", "loss"), [("gold", "provisions"), ("provisions", "gold")])
def test_an_ambush_is_settled_as_ordered(spoils: str, loss: str) -> None:
    p = voyage(ambush="true")
    captain(p, A, gold="2/2", prov="5/5")
    ambush(p, A, B, "I7")
    act(p, winds="e n s")
    play(p, A, "sail e", "step e", "end")
    finish(p)
    orders = [Ordered(RULES, p, seat, "ambush", spoils=spoils, loss=loss) for seat in (A, B)]
    deal(p, "ambush_roll 6")
    assert asked(p, B) == "AmbushSpoils"
    assert orders[B].answer(p) == f"spoils {spoils}"
    play(p, B, f"spoils {spoils}")
    assert asked(p, A) == "AmbushLoss"
    assert orders[A].answer(p) == f"lose {loss}"


def test_the_turn_ends_with_the_wind_kept_only_after_the_action() -> None:
    p = voyage(cell="H9")
    captain(p, A, wind="4/4")
    act(p, winds="n e s")
    order = Ordered(RULES, p, A, "keep_wind")
    assert order.answer(p) is None, "the action is its player's"
    play(p, A, "wind n", "wind n")
    assert order.answer(p) is None
    play(p, A, "visit G7")
    assert (asked(p, A), order.answer(p)) == ("AfterAction", "end")


@pytest.mark.parametrize(("build", "choice"), [("none", "done"), ("most", "build")])
def test_cannons_are_built_as_ordered_after_exploring(build: str, choice: str) -> None:
    p = voyage()
    act(p, winds="n e s")
    captain(p, A, prov="5/5")
    order = Ordered(RULES, p, A, "cannons", build=build)
    assert order.answer(p) is None
    p.lanes[A].append(Build(A))
    p.reconsider()
    assert order.answer(p) == choice
