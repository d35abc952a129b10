"""Currents: where they carry, what they give, where they let go.  RS-11.9 to RS-11.16"""

from __future__ import annotations

import pytest

from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.testing import rule
from tests.rolling_seas.scenario import (
    A,
    act,
    captain,
    draw,
    gold,
    names,
    next_turn,
    options,
    play,
    points,
    prov,
    refused,
    story,
    voyage,
    ways,
    where,
    wind,
)


def stream(cell: str = "G9", current_exit: str = "beyond") -> RollingPosition:
    """The open sea stream flows south from H8 to H11 and leads to H12."""
    p = voyage(cell=cell, current_exit=current_exit)
    draw(p, A, "open_sea_stream", "H8", 1)
    return p


@rule("RS-11.9")
@pytest.mark.parametrize(
    ("start", "way", "left"),
    [
        # From the west, against the flow from below, along it from above, slantwise
        ("G9", "e", 2),
        ("I9", "w", 2),
        ("G10", "ne", 2),
        ("I8", "sw", 2),
    ],
)
def test_a_current_carries_from_any_side(start: str, way: str, left: int) -> None:
    p = act(stream(start), winds=f"{way} n s")
    play(p, A, f"sail {way}", f"step {way}")
    # Only the step onto the first cell was paid
    assert (where(p, A), points(p, A), prov(p, A)) == ("H12", left, "5/5")


@rule("RS-11.9")
def test_a_current_carries_from_its_last_cell_entered_against_the_flow() -> None:
    p = act(stream("H12"), winds="n n s")
    play(p, A, "sail n", "step n")
    # H11 only: carried straight back
    assert (where(p, A), story(p, A), points(p, A)) == ("H12", 0, 2)
    assert names(p.captains[A].currents) == "H8 H9 H10"


@rule("RS-11.9")
def test_a_wind_step_is_carried_too() -> None:
    p = stream()
    captain(p, A, wind="1/1")
    act(p, winds="n n s")
    play(p, A, "wind e")
    assert (where(p, A), story(p, A), wind(p, A)) == ("H12", 1, "0/1")
    assert "sail n" in options(p, A)


@rule("RS-11.10", "RS-11.11")
def test_the_cells_crossed_are_used_and_those_upstream_are_not() -> None:
    p = act(stream(), winds="e n s")
    play(p, A, "sail e", "step e")
    assert names(p.captains[A].currents) == "H8"
    assert names(p.captains[A].trail) == "G9 H9 H10 H11 H12"


@rule("RS-11.11")
@pytest.mark.parametrize(("entered", "left"), [(1, "H8"), (2, "H8 H9"), (3, "H8 H9 H10")])
def test_the_used_cells_are_the_last_ones(entered: int, left: str) -> None:
    p = act(stream(f"G{8 + entered}"), winds="e n s")
    play(p, A, "sail e", "step e")
    assert names(p.captains[A].currents) == left


@rule("RS-11.12")
def test_the_ship_is_let_go_on_the_exit_and_enters_it() -> None:
    p = stream()
    draw(p, A, "waterspout", "H12")
    act(p, winds="e n s")
    play(p, A, "sail e", "step e")
    # A story for the ride, one for the peril, where the ship may not rest
    assert (where(p, A), story(p, A)) == ("H12", 2)
    assert "end" not in options(p, A)


@rule("RS-11.12")
def test_with_the_rest_used_the_ship_is_let_go_on_the_first_used_cell() -> None:
    p = voyage(cell="G8")
    draw(p, A, "open_sea_stream", "H8", 1, used="H10 H11")
    act(p, winds="e n s")
    play(p, A, "sail e", "step e")
    assert (where(p, A), story(p, A), points(p, A)) == ("H10", 1, 2)
    assert names(p.captains[A].currents) == ""


@rule("RS-11.12")
def test_pirates_at_the_exit_are_met() -> None:
    # K10 to K13 flows south onto the pirates of K14
    p = voyage(cell="J11")
    captain(p, A, prov="4/5")
    draw(p, A, "open_sea_stream", "K10", 1)
    act(p, winds="e n s")
    play(p, A, "sail e", "step e")
    assert (where(p, A), story(p, A), prov(p, A), gold(p, A)) == ("K14", 4, "1/5", "2/2")
    assert options(p, A) == []


def chained() -> RollingPosition:
    """E8, F8, G8 flow east onto H8, where the stream to H11 begins; it leads to H12."""
    p = stream("D7")
    draw(p, A, "tidal_race", "E8")
    return p


@rule("RS-11.13", "RS-11.14")
def test_a_ride_goes_on_from_one_current_to_the_next() -> None:
    p = act(chained(), winds="se n s")
    play(p, A, "sail se", "step se")
    # 3 + 4 cells
    assert (where(p, A), story(p, A), points(p, A)) == ("H12", 3, 2)
    assert p.captains[A].currents == 0


@rule("RS-11.14")
def test_story_is_counted_over_the_whole_ride() -> None:
    """3 cells and 1 cell give 2 story together, 1 and 0 apart."""
    p = voyage(cell="D7")
    draw(p, A, "open_sea_stream", "H8", 1, used="H9 H10 H11")
    draw(p, A, "tidal_race", "E8")
    act(p, winds="se n s")
    play(p, A, "sail se", "step se")
    assert (where(p, A), story(p, A)) == ("H9", 2)


@rule("RS-11.14")
@pytest.mark.parametrize(("entry", "expected"), [("H11", 0), ("H10", 1), ("H9", 1), ("H8", 2)])
def test_one_story_for_two_cells_rounded_down(entry: str, expected: int) -> None:
    p = act(stream(f"G{entry[1:]}"), winds="e n s")
    play(p, A, "sail e", "step e")
    assert story(p, A) == expected


@rule("RS-11.14")
def test_story_of_the_ride_comes_before_the_cell_of_release() -> None:
    """The ride ticks box 24: the full hold pays for the monster at the exit."""
    p = stream()
    captain(p, A, prov="0/5", story=23)
    draw(p, A, "abyssal_hydra", "H12")
    act(p, winds="e n s")
    play(p, A, "sail e", "step e")
    assert (where(p, A), story(p, A), prov(p, A)) == ("H12", 26, "4/10")


@rule("RS-11.4", "RS-11.12")
def test_a_current_whose_exit_cannot_be_paid_is_closed() -> None:
    p = stream()
    captain(p, A, prov="0/5")
    draw(p, A, "abyssal_hydra", "H12")
    act(p, winds="e n s")
    play(p, A, "sail e")
    assert ways(p, A) == "n s"
    assert refused(p, A, "step e") == "RS-11.4"


@rule("RS-11.15")
def test_after_a_ride_the_navigation_goes_on() -> None:
    p = act(stream(), winds="e n s")
    play(p, A, "sail e", "step e", "step e", "step e")
    assert (where(p, A), points(p, A)) == ("J12", 0)


@rule("RS-11.16")
def test_a_used_current_cell_is_plain_sea() -> None:
    p = voyage(cell="G9")
    draw(p, A, "open_sea_stream", "H8", 1, used="H9 H10 H11")
    act(p, winds="e n s")
    play(p, A, "sail e", "step e")
    assert (where(p, A), story(p, A)) == ("H9", 0)
    assert "end" in options(p, A)


@rule("RS-11.16")
def test_nor_does_it_carry_in_a_later_turn() -> None:
    p = act(stream(), winds="e n s")
    play(p, A, "sail e", "step e", "end")
    next_turn(p, winds="n n s")
    play(p, A, "sail n", "step n")
    assert (where(p, A), story(p, A), options(p, A, "end")) == ("H11", 1, ["end"])


# The other reading of "to the end": current_exit=last


@rule("RS-17.3")
def test_the_ship_may_stop_on_the_last_cell() -> None:
    p = act(stream(current_exit="last"), winds="e n s")
    play(p, A, "sail e", "step e")
    assert (where(p, A), story(p, A), points(p, A)) == ("H11", 1, 2)
    assert "end" in options(p, A)
    assert names(p.captains[A].currents) == "H8"


@rule("RS-17.3")
def test_it_stops_on_the_last_unused_cell() -> None:
    p = voyage(cell="G8", current_exit="last")
    draw(p, A, "open_sea_stream", "H8", 1, used="H10 H11")
    act(p, winds="e n s")
    play(p, A, "sail e", "step e")
    assert (where(p, A), story(p, A)) == ("H9", 1)


@rule("RS-17.3")
def test_it_is_not_carried_on_by_the_next_current() -> None:
    p = voyage(cell="D7", current_exit="last")
    draw(p, A, "open_sea_stream", "H8", 1)
    draw(p, A, "tidal_race", "E8")
    act(p, winds="se n s")
    play(p, A, "sail se", "step se")
    assert (where(p, A), story(p, A)) == ("G8", 1)


@rule("RS-17.3")
def test_what_lies_on_the_exit_does_not_matter() -> None:
    p = stream(current_exit="last")
    captain(p, A, prov="0/5")
    draw(p, A, "abyssal_hydra", "H12")
    act(p, winds="e n s")
    play(p, A, "sail e")
    assert "e" in ways(p, A).split()
