"""The worked examples RS-EX-1 to RS-EX-14, number by number: the rulebook's own."""

from __future__ import annotations

import pytest

from quarterdeck.testing import example, rule
from tests.rolling_seas.scenario import (
    A,
    B,
    act,
    asked,
    captain,
    deal,
    draw,
    finish,
    gold,
    names,
    options,
    placements,
    play,
    points,
    prov,
    refused,
    reveal,
    start,
    story,
    voyage,
    ways,
    where,
    wind,
)


@example("RS-EX-1")
@rule("RS-3.6", "RS-3.10", "RS-3.11", "RS-3.12", "RS-6.6", "RS-1.9")
def test_ex_1_marines_set_up() -> None:
    p = start(2)
    deal(p, "setup_card kraken")
    play(p, A, "anchor J6", "turn 2")
    assert names(p.captains[A].monsters) == "J5 I6 J6"
    finish(p)
    deal(p, "setup_card maelstrom")
    play(p, A, "anchor F11", "turn 0")
    assert names(p.captains[A].perils) == "F11 G11 F12"
    finish(p)

    play(p, A, "home G7")
    assert options(p, A) == ["start H7", "start G8"]
    play(p, A, "start H7")
    assert where(p, A) == "H7"
    assert names(p.captains[A].trail) == "H7"
    assert set(names(p.captains[A].open_neighbours()).split()) == {"H6", "I7", "H8", "I8", "G8"}


@example("RS-EX-2")
@rule("RS-6.3", "RS-6.5", "RS-6.6")
def test_ex_2_shape_and_lines() -> None:
    p = deal(start(2), "setup_card kraken")
    legal = [set(cells.split()) for cells in placements(p, A)]
    assert {"M2", "N2", "M1"} in legal
    assert {"J6", "I6", "J5"} in legal
    assert {"N6", "N7", "O7"} not in legal
    assert {"J5", "J6", "J7"} not in legal
    # N6, N7, O7 is the shape, only elsewhere
    assert refused(p, A, "anchor N7") == "RS-6.6"


@example("RS-EX-3")
@rule("RS-5.2")
def test_ex_3_calm_sea() -> None:
    p = reveal(voyage(seats=3), "calm_01")
    assert [gold(p, seat) for seat in range(3)] == ["2/2"] * 3


@example("RS-EX-4")
@rule("RS-5.3")
def test_ex_4_calm_sea_or() -> None:
    p = reveal(voyage(), "calm_10")
    assert options(p, A) == options(p, B) == ["power monsters", "power pirates"]
    play(p, A, "power monsters")
    play(p, B, "power pirates")
    assert [(c.monster_power, c.pirate_power) for c in p.captains] == [(2, 1), (1, 2)]


@example("RS-EX-5")
@rule("RS-7.15", "RS-7.18")
def test_ex_5_ambush_behind_land() -> None:
    p = voyage(ambush="true")
    captain(p, A, cell="I8")
    reveal(p, "ambush_left")
    assert "centre K8" in options(p, B)


@example("RS-EX-6")
@rule("RS-10.1", "RS-10.3")
def test_ex_6_compass() -> None:
    p = voyage(cell="M8")
    captain(p, A, ship=3)
    act(p, winds="ne w se")
    assert options(p, A, "sail") == ["sail ne", "sail se", "sail w"]
    play(p, A, "sail se")
    costs = {}
    for way in ways(p, A).split():
        after = play(p.clone(), A, f"step {way}")
        assert prov(after, A) == "5/5"
        costs[way] = 5 - points(after, A)
    assert costs == {"se": 1, "s": 2, "e": 2, "sw": 3, "ne": 3, "n": 4, "w": 4, "nw": 5}


@example("RS-EX-7")
@rule("RS-10.6", "RS-10.7", "RS-10.8", "RS-11.6", "RS-11.7", "RS-11.8")
def test_ex_7_soazigs_navigation() -> None:
    p = voyage(cell="H13", home="G13")
    draw(p, A, "waterspout", "I13", 0)
    draw(p, A, "kraken", "K11", 2)
    assert names(p.captains[A].perils) == "J12 I13"
    assert names(p.captains[A].monsters) == "K10 J11 K11"
    act(p, winds="ne e n")
    play(p, A, "sail ne", "step e")
    assert (where(p, A), story(p, A), points(p, A)) == ("I13", 1, 1)
    assert "end" not in options(p, A)
    play(p, A, "step ne")
    assert (where(p, A), story(p, A), points(p, A)) == ("J12", 2, 0)
    assert "end" not in options(p, A)
    play(p, A, "step ne")
    assert (where(p, A), story(p, A), prov(p, A)) == ("K11", 4, "3/5")
    assert "end" in options(p, A)
    play(p, A, "step ne")
    assert (where(p, A), prov(p, A)) == ("L10", "2/5")
    play(p, A, "step ne")
    assert (where(p, A), prov(p, A)) == ("M9", "1/5")
    play(p, A, "step ne")
    assert (where(p, A), story(p, A), prov(p, A)) == ("N8", 4, "0/5")
    assert asked(p, A) is None


@example("RS-EX-8")
@rule("RS-1.3", "RS-12.2")
def test_ex_8_choice_of_land() -> None:
    p = act(voyage(cell="K3"))
    assert options(p, A, "explore") == ["explore K2", "explore J3"]
    assert refused(p, A, "explore J2") == "RS-1.3"


@example("RS-EX-9")
@rule("RS-12.4", "RS-12.9")
def test_ex_9_exploration() -> None:
    p = voyage(cell="M6")
    captain(p, A, prov="1/5")
    act(p, die=4)
    play(p, A, "explore L6")
    assert (story(p, A), gold(p, A), prov(p, A)) == (0, "2/2", "5/9")
    assert options(p, A) == ["build", "done"]
    play(p, A, "build")
    assert (p.captains[A].cannons, prov(p, A)) == (1, "0/9")
    assert asked(p, A) is None


@example("RS-EX-10")
@rule("RS-13.8", "RS-2.5", "RS-2.8")
def test_ex_10_steven_fills_his_hold() -> None:
    p = voyage()
    captain(p, A, prov="2/8", gold="1/1", told="G7")
    act(p)
    play(p, A, "visit G7")
    assert options(p, A) == ["fill", "done"]
    play(p, A, "fill")
    assert prov(p, A) == "5/11"
    assert (gold(p, A), wind(p, A)) == ("0/1", "1/1")


@example("RS-EX-11")
@rule("RS-13.8", "RS-2.5", "RS-2.8")
def test_ex_11_marine_fills_hers() -> None:
    p = voyage()
    captain(p, A, ship=3, prov="3/20", gold="1/1", told="G7")
    act(p)
    play(p, A, "visit G7", "fill")
    assert (prov(p, A), gold(p, A), wind(p, A)) == ("10/27", "0/1", "1/1")


@example("RS-EX-12")
@rule("RS-11.18", "RS-11.19", "RS-11.21")
@pytest.mark.parametrize("die", [1, 2, 6])
def test_ex_12_marine_and_the_pirates(die: int) -> None:
    p = voyage(cell="O7")
    captain(p, A, cannons=3, monsters=4, pirates=2, prov="2/5")
    act(p, winds="ne e n", die=die)
    play(p, A, "sail ne", "step ne")
    assert where(p, A) == "P6"
    assert (story(p, A), gold(p, A), prov(p, A)) == (3, "2/2", "2/5")
    assert options(p, A) == ["reward 1", "reward 2", "reward 3"]
    play(p, A, "reward 2")
    assert (story(p, A), gold(p, A), prov(p, A)) == (4, "3/3", "4/7")
    assert asked(p, A) is None
    assert where(p, A) == "P6"


@example("RS-EX-12")
@rule("RS-11.6")
def test_ex_12_a_monster_would_still_cost_her() -> None:
    p = voyage(cell="O7")
    captain(p, A, cannons=3, monsters=4, pirates=2, prov="2/5")
    draw(p, A, "sea_serpent", "O5", 1)
    act(p, winds="n ne e")
    play(p, A, "sail n", "step n")
    assert (where(p, A), story(p, A), prov(p, A)) == ("O6", 2, "1/5")


@example("RS-EX-13")
@rule("RS-11.16")
def test_ex_13_used_current() -> None:
    p = voyage(cell="G9")
    draw(p, A, "open_sea_stream", "H8", 1, used="H8 H9 H10 H11")
    act(p, winds="e ne n")
    play(p, A, "sail e", "step e")
    assert (where(p, A), story(p, A), points(p, A)) == ("H9", 0, 2)


@example("RS-EX-14")
@rule("RS-12.5")
@pytest.mark.parametrize(
    ("die", "faces"), [(1, {6, 1, 2}), (6, {5, 6, 1}), (3, {2, 3, 4})], ids=str
)
def test_ex_14_monolith_and_die(die: int, faces: set[int]) -> None:
    p = act(voyage(cell="E3"), die=die)
    play(p, A, "explore E2")
    assert set(options(p, A)) == {f"face {face}" for face in faces}
