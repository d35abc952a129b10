"""RS-1: cells, neighbours, and the words for what a cell is."""

from __future__ import annotations

import pytest

from quarterdeck.games.rolling_seas.chart import king_distance
from quarterdeck.games.rolling_seas.names import CELL_NAMES, MAPS
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.testing import rule
from tests.rolling_seas.scenario import (
    A,
    B,
    act,
    ambush,
    captain,
    cell,
    count_up,
    draw,
    mask,
    names,
    next_turn,
    options,
    placements,
    play,
    refused,
    reveal,
    score,
    seen,
    voyage,
    ways,
    where,
)

# RS-1.1 to RS-1.5: the board and its neighbours


@rule("RS-1.1")
def test_the_board_is_19_by_15_and_ends_at_its_edges() -> None:
    assert len(CELL_NAMES) == 285
    assert (CELL_NAMES[0], CELL_NAMES[18], CELL_NAMES[-19], CELL_NAMES[-1]) == (
        "A1",
        "S1",
        "A15",
        "S15",
    )
    for start, wind, beyond in (("H1", "n", ("n", "ne", "nw")), ("I15", "s", ("s", "se", "sw"))):
        p = voyage(cell=start)
        captain(p, A, ship=3)
        act(p, winds=f"{wind} e e")
        play(p, A, f"sail {wind}")
        assert [refused(p, A, f"step {way}") for way in beyond] == ["RS-10.5"] * 3
        assert len(ways(p, A).split()) == 5


@rule("RS-1.2")
@pytest.mark.parametrize("board_map", MAPS)
def test_a_cell_is_sea_or_land(board_map: str) -> None:
    grid = "".join(seen(voyage(map=board_map)).grid)
    table = voyage(map=board_map).table
    for number, sign in enumerate(grid):
        is_sea = sign in ".X"
        assert bool(table.sea >> number & 1) is is_sea
        assert bool(table.land >> number & 1) is not is_sea


@rule("RS-1.2")
@pytest.mark.parametrize(
    ("start", "way"),
    [("H7", "w"), ("K9", "w"), ("O5", "n"), ("K3", "n"), ("K3", "w")],
    ids=["port", "monolith", "gold", "provision", "story"],
)
def test_features_are_land(start: str, way: str) -> None:
    p = act(voyage(cell=start), winds=f"{way} s s")
    play(p, A, f"sail {way}")
    assert refused(p, A, f"step {way}") == "RS-10.5"


@rule("RS-1.2")
def test_pirates_are_at_sea() -> None:
    p = act(voyage(cell="F5"), winds="ne e s")
    play(p, A, "sail ne", "step ne")
    assert where(p, A) == "G4"


@rule("RS-1.3")
def test_diagonal_neighbours_are_not_adjacent() -> None:
    p = voyage(cell="H8", home="G7")
    act(p)
    assert options(p, A, "visit") == []
    assert refused(p, A, "visit G7") == "RS-1.3"
    p = act(voyage(cell="C9"))
    # D8 is diagonal, D9 is beside it
    assert options(p, A, "explore") == ["explore D9"]
    assert refused(p, A, "explore D8") == "RS-1.3"
    assert score(count_up(voyage(cell="H8")))["end_port"] == (0, 0)
    assert score(count_up(voyage(cell="G8")))["end_port"] == (10, 10)


@rule("RS-1.4")
def test_a_ship_steps_to_all_eight_neighbours() -> None:
    p = voyage(cell="M8")
    captain(p, A, ship=3)
    play(act(p, winds="n e s"), A, "sail n")
    reached = {way: where(play(p.clone(), A, f"step {way}"), A) for way in ways(p, A).split()}
    assert reached == {
        "n": "M7",
        "ne": "N7",
        "e": "N8",
        "se": "N9",
        "s": "M9",
        "sw": "L9",
        "w": "L8",
        "nw": "L7",
    }


@rule("RS-1.5")
def test_a_ship_passes_between_two_corners_of_rocks() -> None:
    p = voyage(cell="L8")
    draw(p, A, "needles", "L9", 0)
    assert names(p.captains[A].rocks) == "M8 L9"
    act(p, winds="se e n")
    play(p, A, "sail se", "step se")
    assert where(p, A) == "M9"


# RS-1.6 to RS-1.8: trail, blank cells, used cells


@rule("RS-1.6")
def test_the_trail_holds_every_cell_and_only_grows() -> None:
    p = voyage(cell="G9")
    captain(p, A, trail="C4", wind="1/1", prov="5/5")
    draw(p, A, "open_sea_stream", "H8", 1)
    act(p, winds="e ne n")
    play(p, A, "sail e", "step e", "step n", "wind w")
    trail = set(names(p.captains[A].trail).split())
    assert trail == {"C4", "G9", "H9", "H10", "H11", "H12", "G11"}
    next_turn(p, winds="s e w")
    play(p, A, "sail s", "step s", "end")
    assert set(names(p.captains[A].trail).split()) == trail | {"G12"}


def a_full_board() -> RollingPosition:
    """A board that has one of everything; the ship lies at R2, far away."""
    p = voyage(ambush="true", cell="R2", home="S3")
    captain(p, A, trail="C4 D12")
    draw(p, A, "kraken", "J6", 2)
    draw(p, A, "maelstrom", "F11", 0)
    draw(p, A, "open_sea_stream", "H8", 1, used="H10 H11")
    draw(p, A, "white_whale", "C10", 1, used="C10")
    draw(p, A, "rogue_wave", "B2", 1, used="B2 B3")
    draw(p, A, "breakers", "K11", 0)
    ambush(p, A, B, "E14", "F15", spent=True)
    return p


@rule("RS-1.7")
def test_blank_cells() -> None:
    p = reveal(a_full_board(), "ambush_right")
    taken = {
        "trail": "C4",
        "met pirates": "D12",
        "unmet pirates": "G4 K14",
        "unused monster": "J5 I6 J6",
        "unused peril": "F11 G11 F12",
        "current": "H8 H9 H10 H11",
        "monster, used in part": "C10 C11",
        "used peril": "B2 B3",
        "rocks": "K11 L11 K12",
        "ambush": "E14 F15",
    }
    for what, cells in taken.items():
        for each in cells.split():
            assert refused(p, B, f"centre {each}") == "RS-6.5", what
    every = mask(" ".join(taken.values())) | p.table.pirates
    hidden = p.table.sea & ~p.table.seen_from(cell("R2"))
    assert options(p, B) == [f"centre {each}" for each in names(hidden & ~every).split()]


@rule("RS-1.8")
def test_used_and_unused_met_and_unmet() -> None:
    p = voyage(cell="H7")
    captain(p, A, ship=3, prov="10/20")
    draw(p, A, "kraken", "J6", 2)
    draw(p, A, "tidal_race", "I5", 3)
    act(p, winds="ne e n")
    before = {drawing.card: drawing.used for drawing in seen(p, A).players[A].drawings}
    assert before == {"kraken": (False,) * 3, "tidal_race": (False,) * 3}
    # Through the monster's I6, then into the middle of the current
    play(p, A, "sail ne", "step ne")
    after = {drawing.card: drawing.used for drawing in seen(p, A).players[A].drawings}
    assert after["kraken"] == (False, True, False)
    play(p, A, "step n")
    assert where(p, A) == "I2"
    after = {drawing.card: drawing.used for drawing in seen(p, A).players[A].drawings}
    assert after["tidal_race"] == (True, True, True)

    p = voyage(cell="O7")
    act(p, winds="ne e n")
    assert seen(p, A).players[A].unmet == ("G4", "P6", "D12", "K14")
    play(p, A, "sail ne", "step ne")
    assert seen(p, A).players[A].met == ("P6",)
    assert seen(p, A).players[A].unmet == ("G4", "D12", "K14")


# RS-1.9, RS-1.10: open cells and berths


def open_around_f5(p: RollingPosition) -> str:
    act(p)
    return names(p.captains[A].open_neighbours())


@rule("RS-1.9")
def test_open_cells() -> None:
    assert open_around_f5(voyage(cell="F5")) == "E4 F4 E5 G5 E6"
    met = voyage(cell="F5")
    captain(met, A, trail="G4 E4")
    assert open_around_f5(met) == "E4 F4 G4 E5 G5 E6"
    for card, anchor, turn, closed in (
        ("sea_serpent", "E4", 0, "E5 G5 E6"),
        ("rogue_wave", "E4", 0, "E5 G5 E6"),
        ("tidal_race", "E5", 2, "E4 F4 G5 E6"),
        ("reefs", "E4", 0, "E5 G5 E6"),
    ):
        p = voyage(cell="F5")
        draw(p, A, card, anchor, turn)
        assert open_around_f5(p) == closed, card
    for card, anchor, turn, used in (
        ("sea_serpent", "E4", 0, "E4 F4"),
        ("rogue_wave", "E4", 0, "E4 F4"),
        ("tidal_race", "E5", 2, "E5 D5 C5"),
    ):
        p = voyage(cell="F5")
        draw(p, A, card, anchor, turn, used=used)
        assert open_around_f5(p) == "E4 F4 E5 G5 E6", card
    p = voyage(cell="F5", ambush="true")
    ambush(p, A, B, "E4", "F4")
    assert open_around_f5(p) == "E4 F4 E5 G5 E6"


@rule("RS-1.10")
@pytest.mark.parametrize(
    ("card", "anchor", "turn", "used", "berth"),
    [
        ("sea_serpent", "H6", 1, "", True),
        ("rogue_wave", "H6", 1, "", False),
        ("rogue_wave", "H6", 1, "H7", True),
        ("tidal_race", "H5", 1, "", False),
        ("tidal_race", "H5", 1, "H7", True),
        ("reefs", "H6", 1, "", False),
    ],
)
def test_berths(card: str, anchor: str, turn: int, used: str, berth: bool) -> None:
    """Rocks on G8 are only allowed while H7 is a berth of the port G7."""
    p = voyage(cell="B13", home="A13")
    draw(p, A, card, anchor, turn, used=used)
    reveal(p, "breakers")
    assert ("G9 G8 H9" in placements(p, B)) is berth


@rule("RS-1.10", "RS-7.20")
def test_an_ambush_closes_no_berth() -> None:
    p = voyage(cell="B13", home="A13", ambush="true")
    ambush(p, A, B, "H7")
    reveal(p, "breakers")
    assert "G9 G8 H9" in placements(p, B)


# RS-1.11, RS-1.12: resting and distance


@rule("RS-1.11")
def test_a_ship_rests_on_a_peril_of_an_earlier_turn_only() -> None:
    p = voyage(cell="H8")
    captain(p, A, wind="2/2")
    draw(p, A, "rogue_wave", "H6", 1, used="H7")
    act(p, winds="n e w")
    play(p, A, "wind n")
    assert where(p, A) == "H7"
    assert {"visit G7", "stay"} <= set(options(p, A))
    play(p, A, "wind n")
    # H6 is triggered in this turn
    assert where(p, A) == "H6"
    assert "stay" not in options(p, A)
    play(p, A, "sail n", "step n")
    assert "end" in options(p, A)


@rule("RS-1.11")
def test_a_peril_of_this_turn_forbids_rest_even_after_leaving_it() -> None:
    p = voyage(cell="H8")
    captain(p, A, wind="4/4")
    draw(p, A, "rogue_wave", "H6", 1)
    act(p, winds="n e w")
    play(p, A, "wind n")
    assert (where(p, A), "stay" in options(p, A)) == ("H7", False)
    play(p, A, "wind e")
    assert (where(p, A), "stay" in options(p, A)) == ("I7", True)
    play(p, A, "wind w")
    assert (where(p, A), "stay" in options(p, A)) == ("H7", False)
    assert refused(p, A, "stay") == "RS-9.8"


@rule("RS-1.12")
def test_king_distance() -> None:
    for one, other, steps in (("H7", "H7", 0), ("H7", "K9", 3), ("C9", "D4", 5), ("A1", "S15", 18)):
        assert king_distance(cell(one), cell(other)) == steps
        assert king_distance(cell(other), cell(one)) == steps


@rule("RS-1.12", "RS-7.17")
def test_sight_reaches_as_far_diagonally_as_straight_on() -> None:
    p = voyage(cell="L8", ambush="true")
    reveal(p, "ambush_left")
    assert refused(p, B, "centre O11") == "RS-7.17"
    assert refused(p, B, "centre O8") == "RS-7.17"
    assert {"centre P8", "centre L12"} <= set(options(p, B))
