"""The action phase: one action each, and winds in the sails before and after it.  RS-9"""

from __future__ import annotations

import pytest

from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.testing import rule
from tests.rolling_seas.scenario import (
    A,
    B,
    act,
    asked,
    captain,
    deal,
    draw,
    finish,
    next_turn,
    options,
    play,
    points,
    prov,
    refused,
    reveal,
    story,
    voyage,
    ways,
    where,
    wind,
)

ALL_WAYS = "n ne e se s sw w nw"


@rule("RS-9.1")
def test_every_player_is_asked_for_one_action() -> None:
    p = act(voyage(3), winds="n e s")
    assert p.actors() == [0, 1, 2]
    assert {asked(p, seat) for seat in range(3)} == {"Action"}
    families = {notation.split()[0] for notation in options(p, A)}
    assert families == {"sail", "visit", "stay"}


@rule("RS-9.1")
@pytest.mark.parametrize(
    ("cell", "choices"),
    [
        ("H7", ["sail n", "step n", "end"]),
        ("K3", ["explore K2", "done"]),
        ("H7", ["visit G7"]),
        ("H7", ["stay"]),
    ],
)
def test_after_one_action_the_turn_is_over(cell: str, choices: list[str]) -> None:
    p = act(voyage(cell=cell), winds="n e s", die=2)
    play(p, A, *choices)
    assert options(p, A) == []
    assert p.actors() == [B]


@rule("RS-9.2")
def test_staying_changes_nothing() -> None:
    p = act(voyage(), winds="n e s")
    before = p.captains[A].dump()
    play(p, A, "stay")
    assert p.captains[A].dump() == before
    assert options(p, A) == []


@rule("RS-9.3")
def test_any_number_of_winds_before_and_after_the_action() -> None:
    p = voyage(cell="H9")
    captain(p, A, wind="4/4")
    act(p, winds="n e s")
    play(p, A, "wind n", "wind n")
    assert (where(p, A), wind(p, A), asked(p, A)) == ("H7", "2/4", "Action")
    play(p, A, "visit G7")
    assert asked(p, A) == "AfterAction"
    play(p, A, "wind e", "wind n")
    # The last wind is used up: nothing is left to ask
    assert (where(p, A), wind(p, A), options(p, A)) == ("I6", "0/4", [])


@rule("RS-9.3")
def test_a_wind_moves_the_ship_one_step_in_any_direction_whatever_the_winds() -> None:
    p = voyage(cell="K12")
    captain(p, A, wind="1/1")
    act(p, winds="n n e")
    assert ways(p, A, "wind") == ALL_WAYS
    play(p, A, "wind s")
    assert where(p, A) == "K13"
    # Without a wind there is no such step
    assert options(p, A, "wind") == []
    assert refused(p, A, "wind n") == "RS-9.3"


@rule("RS-9.3")
def test_winds_follow_a_navigation() -> None:
    p = voyage()
    captain(p, A, wind="2/2")
    act(p, winds="n e s")
    play(p, A, "sail e", "step e", "wind n")
    assert (where(p, A), wind(p, A)) == ("I6", "1/2")
    assert options(p, A) == [f"wind {way}" for way in ALL_WAYS.split()] + ["end"]
    play(p, A, "end")
    assert wind(p, A) == "1/2"


@rule("RS-9.4")
def test_a_wind_gained_on_the_card_of_this_turn_can_be_used() -> None:
    p = reveal(voyage(), "calm_07")
    deal(p, "winds n e s", "die 1")
    assert wind(p, A) == "1/1"
    play(p, A, "wind e", "stay")
    assert where(p, A) == "I7"


@rule("RS-9.4")
def test_a_wind_gained_by_the_action_can_be_used_after_it() -> None:
    p = voyage(cell="K3")
    captain(p, A, prov="2/9")
    act(p, die=1)
    assert options(p, A, "wind") == []
    play(p, A, "explore K2")
    # Box 10 gives a wind; 4 + 1 provisions: 7 held, so a cannon is offered first
    play(p, A, "done")
    assert wind(p, A) == "1/1"
    play(p, A, "wind s")
    assert where(p, A) == "K4"


@rule("RS-9.4")
def test_a_wind_gained_by_a_wind_step_can_be_used_next() -> None:
    p = voyage()
    captain(p, A, wind="1/1", story=16)
    draw(p, A, "sea_serpent", "I7")
    act(p, winds="n e s")
    play(p, A, "wind e")
    assert (story(p, A), wind(p, A)) == (18, "1/2")
    play(p, A, "wind n")
    assert (where(p, A), wind(p, A)) == ("I6", "0/2")


@rule("RS-9.5")
def test_a_wind_step_needs_sea_without_rocks_and_costs_nothing_else() -> None:
    p = voyage()
    captain(p, A, wind="1/1", prov="0/5")
    draw(p, A, "reefs", "I7")
    act(p, winds="n e s")
    # G6 and G7 are land, I7 is a rock
    assert ways(p, A, "wind") == "n ne se s sw"
    assert refused(p, A, "wind e") == "RS-11.17"
    assert refused(p, A, "wind w") == "RS-10.5"
    play(p, A, "wind s", "sail n")
    assert (points(p, A), prov(p, A)) == (3, "0/5")


@rule("RS-9.5")
def test_a_wind_step_enters_its_cell_like_any_other() -> None:
    p = voyage()
    captain(p, A, wind="2/2", prov="1/5")
    draw(p, A, "sea_serpent", "I7")
    act(p, winds="n e s")
    play(p, A, "wind e")
    assert (story(p, A), prov(p, A)) == (2, "0/5")
    # The second monster cannot be paid any more, and provisions cannot pay for the step either
    assert refused(p, A, "wind e") == "RS-11.6"


@rule("RS-9.6")
def test_no_wind_between_two_steps() -> None:
    p = voyage()
    captain(p, A, wind="3/3")
    act(p, winds="n e s")
    play(p, A, "sail e")
    assert options(p, A, "wind", "end") == []
    play(p, A, "step e")
    assert points(p, A) == 2
    play(p, A, "wind e")
    # The navigation is over, the points left are lost
    assert options(p, A, "step", "sail") == []
    assert asked(p, A) == "AfterAction"


@rule("RS-9.7")
def test_winds_are_used_in_the_action_phase_only() -> None:
    p = voyage()
    captain(p, A, wind="2/2")
    reveal(p, "calm_10")
    assert options(p, A) == ["power monsters", "power pirates"]
    finish(p)
    assert p.chance
    deal(p, "winds n e s")
    assert p.chance
    deal(p, "die 1")
    assert len(options(p, A, "wind")) == 6


@rule("RS-9.7")
def test_no_wind_while_a_card_is_drawn() -> None:
    p = voyage()
    captain(p, A, wind="2/2")
    reveal(p, "kraken")
    assert {n.split()[0] for n in options(p, A)} == {"anchor"}


def beside_a_peril(prov: str = "5/5", wind: str = "0/0", story: int = 0) -> RollingPosition:
    """The ship at H7, perils on I5, I6 and I7."""
    p = voyage()
    captain(p, A, prov=prov, wind=wind, story=story)
    draw(p, A, "tempest", "I5", 1)
    return p


@rule("RS-9.8")
def test_on_a_peril_one_cannot_explore_visit_or_stay() -> None:
    # K3 becomes a peril beside K2 and J3; the ship is blown there from L3
    p = voyage(cell="L3", home="L5")
    captain(p, A, wind="1/1")
    draw(p, A, "tempest", "K3", 1)
    act(p, winds="n e s")
    play(p, A, "wind w")
    assert where(p, A) == "K3"
    assert {n.split()[0] for n in options(p, A)} == {"sail"}
    for choice in ("explore K2", "explore J3", "stay"):
        assert refused(p, A, choice) == "RS-9.8"


@rule("RS-9.8")
def test_on_a_peril_beside_a_port_one_cannot_visit() -> None:
    p = voyage(cell="H8")
    captain(p, A, wind="1/1")
    draw(p, A, "rogue_wave", "H6", 1)
    act(p, winds="n e s")
    play(p, A, "wind n")
    assert (where(p, A), options(p, A, "visit")) == ("H7", [])
    assert refused(p, A, "visit G7") == "RS-9.8"


@rule("RS-9.8")
def test_on_a_peril_of_an_earlier_turn_one_can() -> None:
    p = voyage()
    draw(p, A, "rogue_wave", "H6", 1, used="H7")
    act(p)
    assert {n.split()[0] for n in options(p, A)} >= {"visit", "stay"}


@rule("RS-9.9")
def test_the_turn_cannot_end_on_a_peril() -> None:
    p = act(beside_a_peril(), winds="e e s")
    play(p, A, "sail e", "step e")
    assert where(p, A) == "I7"
    assert "end" not in options(p, A)
    assert refused(p, A, "end") == "RS-9.9"
    play(p, A, "step e")
    assert "end" in options(p, A)


@rule("RS-9.9")
def test_the_turn_cannot_end_on_a_peril_entered_by_wind() -> None:
    p = beside_a_peril(wind="2/2")
    act(p, winds="e e s")
    play(p, A, "visit G7")
    play(p, A, "wind e")
    assert "end" not in options(p, A)
    assert refused(p, A, "end") == "RS-9.9"
    play(p, A, "wind e")
    assert (where(p, A), options(p, A)) == ("J7", [])


# The way out, RS-9.10


@rule("RS-9.10")
@pytest.mark.parametrize(("held", "legal"), [(1, False), (2, True)])
def test_a_peril_needs_points_for_the_way_off_it(held: int, legal: bool) -> None:
    """East costs all three points. From I7 north costs 1, but to the next peril; north-east 2."""
    p = act(beside_a_peril(prov=f"{held}/5"), winds="n n s")
    play(p, A, "sail n")
    assert ("e" in ways(p, A).split()) == legal
    if not legal:
        assert refused(p, A, "step e") == "RS-9.10"


@rule("RS-9.10")
def test_the_way_out_may_lead_through_more_perils() -> None:
    p = voyage(cell="I8")
    captain(p, A, prov="1/5")
    draw(p, A, "tempest", "I5", 1)
    act(p, winds="n n s")
    play(p, A, "sail n", "step n")
    assert where(p, A) == "I7"
    # Two points and a provision: I6, I5, I4 is just enough, as is one step aside
    assert ways(p, A) == "n ne e w nw"
    play(p, A, "step n")
    assert ways(p, A) == "n ne nw"
    play(p, A, "step n")
    # One provision is left, the way straight on is the only one, so nobody is asked
    assert (where(p, A), prov(p, A), story(p, A)) == ("I4", "0/5", 3)


@rule("RS-9.10")
def test_provisions_gained_on_the_peril_count_for_the_way_out() -> None:
    p = act(beside_a_peril(prov="0/10", story=23), winds="n n s")
    play(p, A, "sail n", "step e")
    assert (where(p, A), story(p, A), prov(p, A)) == ("I7", 24, "5/15")


@rule("RS-9.10")
def test_a_wind_gained_on_the_peril_counts_for_the_way_out() -> None:
    p = act(beside_a_peril(prov="0/5", story=17), winds="n n s")
    play(p, A, "sail n", "step e")
    assert (where(p, A), story(p, A), wind(p, A)) == ("I7", 18, "1/1")
    assert options(p, A) == [f"wind {way}" for way in ("ne", "e", "s", "sw", "w", "nw")]


@rule("RS-9.10")
@pytest.mark.parametrize(("held", "legal"), [(1, False), (2, True)])
def test_after_the_action_only_winds_lead_off_a_peril(held: int, legal: bool) -> None:
    p = act(beside_a_peril(wind=f"{held}/2"), winds="e e s")
    play(p, A, "visit G7")
    assert ("e" in ways(p, A, "wind").split()) == legal
    if not legal:
        assert refused(p, A, "wind e") == "RS-9.10"


@rule("RS-9.10")
@pytest.mark.parametrize(
    ("winds", "held", "legal"),
    [
        # From F15 one gets to G14 (north-east) or over the peril G15 (east)
        ("s sw w", "1/4", False),
        ("s sw w", "2/4", True),
        ("n sw w", "1/4", True),
        ("ne s sw", "1/4", True),
        ("s sw nw", "1/4", True),
    ],
)
def test_before_the_action_a_navigation_with_any_die_leads_off_a_peril(
    winds: str, held: str, legal: bool
) -> None:
    p = voyage(cell="G14", home="H11", map="map_2")
    captain(p, A, wind=held, prov="0/5")
    draw(p, A, "rogue_wave", "F15")
    act(p, winds=winds)
    assert ("sw" in ways(p, A, "wind").split()) == legal
    if not legal:
        assert refused(p, A, "wind sw") == "RS-9.10"


@rule("RS-9.10")
def test_a_current_that_lets_go_on_a_peril_without_a_way_out_is_closed() -> None:
    # H8 to H11 flows south onto H12, a peril; with wind N there is no way on from there
    p = voyage(cell="G8")
    captain(p, A, prov="0/5")
    draw(p, A, "open_sea_stream", "H8", 1)
    draw(p, A, "waterspout", "H12")
    act(p, winds="n n e")
    against = play(p.clone(), A, "sail n")
    assert "e" not in ways(against, A).split()
    assert refused(against, A, "step e") == "RS-9.10"
    # East costs 1 there, and two points are left
    play(p, A, "sail e", "step e")
    assert (where(p, A), points(p, A)) == ("H12", 2)


# After pirates, RS-9.11


@rule("RS-9.11")
def test_whoever_has_met_pirates_makes_no_further_step() -> None:
    p = voyage(cell="O7")
    captain(p, A, prov="5/5", wind="3/3")
    act(p, winds="ne e s")
    play(p, A, "sail ne", "step ne")
    assert (where(p, A), wind(p, A), options(p, A)) == ("P6", "3/3", [])


@rule("RS-9.11")
def test_beaten_pirates_end_the_movement_too() -> None:
    p = voyage(cell="O7")
    captain(p, A, cannons=2, wind="3/3")
    act(p, winds="ne e s")
    play(p, A, "sail ne", "step ne", "reward 1")
    assert (where(p, A), options(p, A)) == ("P6", [])


@rule("RS-9.11")
def test_pirates_met_by_a_wind_after_the_action() -> None:
    p = voyage(cell="N7")
    captain(p, A, prov="5/5", wind="3/3")
    act(p, winds="ne e s")
    play(p, A, "sail e", "step e", "wind ne")
    assert (where(p, A), wind(p, A), options(p, A)) == ("P6", "2/3", [])


@rule("RS-9.11")
def test_pirates_met_before_the_action_leave_everything_but_movement() -> None:
    p = voyage(cell="K13", home="H11", map="map_2")
    captain(p, A, prov="5/5", wind="3/3")
    act(p, winds="n e s", die=2)
    play(p, A, "wind s")
    assert where(p, A) == "K14"
    assert options(p, A) == ["explore K15", "stay"]
    assert refused(p, A, "wind n") == "RS-9.11"
    assert refused(p, A, "sail n") == "RS-9.11"
    play(p, A, "explore K15")
    # Neither is there a wind after it
    assert (wind(p, A), options(p, A)) == ("2/3", [])


@rule("RS-9.11")
def test_in_the_next_turn_the_ship_sails_on() -> None:
    p = voyage(cell="O7")
    captain(p, A, prov="3/5", wind="1/1")
    act(p, winds="ne e s")
    play(p, A, "sail ne", "step ne")
    next_turn(p, winds="n e s")
    assert options(p, A, "sail") == ["sail n", "sail e", "sail s"]
    assert len(options(p, A, "wind")) == 8


@rule("RS-9.12")
def test_after_staying_no_wind_is_used() -> None:
    p = voyage()
    captain(p, A, wind="2/2")
    act(p, winds="n e s")
    play(p, A, "stay")
    assert (where(p, A), wind(p, A), options(p, A)) == ("H7", "2/2", [])
