"""RS-6: what is common to drawing every shape."""

from __future__ import annotations

import pytest

from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.testing import rule
from tests.rolling_seas.scenario import (
    A,
    B,
    C,
    asked,
    captain,
    chances,
    deal,
    draw,
    finish,
    mask,
    names,
    options,
    placements,
    play,
    refused,
    reveal,
    start,
    voyage,
)


def legal(p: RollingPosition, seat: int) -> list[set[str]]:
    return [set(cells.split()) for cells in placements(p, seat)]


def trail_all_but(p: RollingPosition, seat: int, free: str) -> None:
    """Only these cells stay blank; all pirates are met."""
    p.captains[seat].trail = p.table.sea & ~mask(free)


# RS-6.1 to RS-6.4


@rule("RS-6.1")
@pytest.mark.parametrize(
    ("card", "kind", "own"),
    [
        ("kraken", "monsters", True),
        ("maelstrom", "perils", True),
        ("drift", "currents", True),
        ("breakers", "rocks", False),
    ],
)
def test_a_card_is_drawn_once_on_every_board(card: str, kind: str, own: bool) -> None:
    p = reveal(voyage(seats=3), card)
    anchors = [options(p, seat)[seat] for seat in (A, B, C)]
    for seat in (A, B, C):
        play(p, seat, anchors[seat])
        if asked(p, seat):
            play(p, seat, options(p, seat)[0])
    for seat in (A, B, C):
        board = p.captains[seat if own else (seat + 1) % 3]
        cells = names(getattr(board, kind)).split()
        assert anchors[seat].split()[1] in cells
        # One shape and no more
        assert len(cells) == len(p.table.drawings[p.card].cells[0])


@rule("RS-6.1")
def test_an_ambush_is_drawn_by_a_neighbour() -> None:
    p = reveal(voyage(seats=3, ambush="true"), "ambush_right")
    play(p, A, "centre C2")
    finish(p)
    assert [own.ambushers for own in p.captains] == [[C], [A], [B]]
    assert p.captains[B].centres == [_cell("C2")]


def _cell(name: str) -> int:
    return mask(name).bit_length() - 1


@rule("RS-6.2")
@pytest.mark.parametrize("card", ["kraken", "maelstrom", "drift", "reefs"])
def test_drawing_is_compulsory(card: str) -> None:
    p = reveal(voyage(), card)
    assert {choice.split()[0] for choice in options(p, A)} == {"anchor"}
    for other in ("stay", "done", "end"):
        refused(p, A, other)
    play(p, A, options(p, A)[0])
    assert {choice.split()[0] for choice in options(p, A)} <= {"turn"}


@rule("RS-6.3")
def test_a_shape_may_be_turned_by_quarter_turns() -> None:
    p = reveal(voyage(), "kraken")
    play(p, A, "anchor J6")
    turned = {turn: names(play(p.clone(), A, turn).captains[A].monsters) for turn in options(p, A)}
    assert turned == {
        "turn 0": "J6 K6 J7",
        "turn 1": "I6 J6 J7",
        "turn 2": "J5 I6 J6",
        "turn 3": "J5 J6 K6",
    }


@rule("RS-6.4")
@pytest.mark.parametrize(("mirror", "there"), [("false", False), ("true", True)])
def test_a_shape_may_not_be_mirrored(mirror: str, there: bool) -> None:
    p = deal(start(2, mirror_shapes=mirror), "setup_card countercurrent")
    found = placements(p, A)
    # The hook bends to the right of its flow; flipped, to the left
    assert "C4 D4 E4 E5" in found
    assert ("C5 D5 E5 E4" in found) is there


# RS-6.5 to RS-6.8: where


@rule("RS-6.5")
@pytest.mark.parametrize(
    ("card", "used"),
    [
        ("sea_serpent", ""),
        ("sea_serpent", "J6 K6"),
        ("rogue_wave", ""),
        ("rogue_wave", "J6 K6"),
        ("tidal_race", ""),
        ("tidal_race", "K6 J6 I6"),
        ("reefs", ""),
    ],
)
def test_only_blank_cells_are_drawn_on(card: str, used: str) -> None:
    p = voyage()
    assert any("J6" in cells for cells in legal(reveal(p.clone(), "kraken"), A))
    if card == "tidal_race":
        draw(p, A, card, "K6", 2, used=used)
    else:
        draw(p, A, card, "J6", 0, used=used)
    reveal(p, "kraken")
    found = legal(p, A)
    assert found
    assert not any({"J6", "K6"} & cells for cells in found)
    assert refused(p, A, "anchor J6") == "RS-6.5"


@rule("RS-6.5")
def test_neither_land_nor_pirates_nor_the_trail_are_drawn_on() -> None:
    p = voyage()
    captain(p, A, trail="J4 D12")
    reveal(p, "kraken")
    for cell in ("J4", "H7"):
        assert not any(cell in cells for cells in legal(p, A))
    reveal_on_row_4 = reveal(voyage(), "tempest")
    assert not any("G4" in cells for cells in legal(reveal_on_row_4, A))
    assert any("F4" in cells for cells in legal(reveal_on_row_4, A))
    assert not any("A4" in cells or "O4" in cells for cells in legal(reveal_on_row_4, A))


@rule("RS-6.6")
def test_one_cell_on_the_row_or_the_column_is_enough() -> None:
    p = reveal(voyage(cell="B13", home="A13"), "sea_river")
    found = placements(p, A)
    for cells in found:
        assert any(cell[1:] == "7" or cell[0] == "N" for cell in cells.split())
    # Only on the row, only on the column, with a single cell
    assert any(sum(cell[1:] == "7" for cell in cells.split()) == 1 for cells in found)
    assert any(not any(c[1:] == "7" for c in cells.split()) for cells in found)
    assert any(not any(c[0] == "N" for c in cells.split()) for cells in found)


@rule("RS-6.6")
def test_the_exit_of_a_current_does_not_count() -> None:
    p = deal(start(2), "setup_card tidal_race")
    found = placements(p, A)
    assert "H5 G5 F5" in found
    # From I5 the current would lead to F5, on the card's column, but none of its cells is there
    assert "I5 H5 G5" not in found
    assert refused(p, A, "anchor I5") == "RS-6.6"


@rule("RS-6.7")
def test_elsewhere_only_if_nothing_on_the_lines_passes_every_test() -> None:
    """The one blank place of `devils_teeth` on its lines would close the port A4."""
    p = voyage()
    row = " ".join(f"{column}5" for column in "CDEFGHIJKNOPQ")
    column = " ".join(f"B{row}" for row in (1, 2, 8, 9, 10, 11, 12, 13, 14))
    captain(p, A, trail=f"{row} {column}")
    reveal(p, "devils_teeth")
    found = legal(p, B)
    assert {"B3", "B4", "B5"} not in found
    assert {"L14", "M14", "N15"} not in found
    assert {"H1", "I1", "J1"} in found
    assert len(found) > 100


@rule("RS-6.7")
def test_nothing_elsewhere_as_long_as_the_lines_have_a_place() -> None:
    p = voyage()
    trail_all_but(p, A, "J1 K1 L1 M8 N8 O8 P8")
    reveal(p, "leviathan")
    assert placements(p, A) == ["M8 N8 O8", "N8 O8 P8"]
    p = voyage()
    trail_all_but(p, A, "J1 K1 L1 M1 M8 N8")
    reveal(p, "leviathan")
    assert placements(p, A) == ["J1 K1 L1", "K1 L1 M1"]


@rule("RS-6.8")
def test_a_card_without_any_place_is_not_drawn() -> None:
    p = voyage()
    trail_all_but(p, A, "M8 O8 Q8 C1")
    reveal(p, "leviathan")
    assert (asked(p, A), asked(p, B)) == (None, "PlaceAnchor")
    finish(p)
    assert names(p.captains[A].monsters) == ""
    assert names(p.captains[B].monsters) != ""
    assert p.chance


@rule("RS-6.8")
def test_a_card_that_nobody_can_draw_is_passed_over() -> None:
    p = voyage()
    for seat in (A, B):
        trail_all_but(p, seat, "M8 O8")
    reveal(p, "breakers")
    assert "die 1" not in chances(p)
    assert all(name.startswith("winds") for name in chances(p))


# RS-6.9 to RS-6.12: the tests


@rule("RS-6.9")
@pytest.mark.parametrize(
    ("card", "cells", "allowed"),
    [
        ("rogue_wave", {"B4", "C4"}, False),
        ("countercurrent", {"E4", "D4", "C4", "B4"}, False),
        ("devils_teeth", {"B3", "B4", "B5"}, False),
        ("sea_serpent", {"B4", "B5"}, True),
    ],
)
@pytest.mark.parametrize("told", ["", "A4"])
def test_every_port_keeps_a_berth(card: str, cells: set[str], allowed: bool, told: str) -> None:
    """B4 is the only sea beside the port A4, told or not."""
    p = voyage()
    captain(p, A, told=told)
    reveal(p, card)
    drawer = B if card == "devils_teeth" else A
    found = legal(p, drawer)
    assert (cells in found) is allowed
    assert any("B4" in each for each in found) is allowed


@rule("RS-6.9")
@pytest.mark.parametrize(("used", "allowed"), [("", False), ("H7", True)])
def test_the_last_of_several_berths_is_kept(used: str, allowed: bool) -> None:
    """The port G7 has the berths H7 and G8; only an unused peril closes the first."""
    p = voyage(cell="B13", home="A13")
    draw(p, A, "maelstrom", "H7", 3, used=used)
    assert names(p.captains[A].perils | mask(used)) == "H6 H7 I7"
    reveal(p, "shoal")
    assert any("G8" in cells for cells in legal(p, B)) is allowed


@rule("RS-6.10")
@pytest.mark.parametrize(
    ("card", "drawer", "cells", "monster"),
    [
        ("leviathan", A, {"R7", "R8", "R9"}, "white_whale"),
        ("rogue_wave", A, {"R7", "R8"}, "white_whale"),
        ("sea_river", A, {"R7", "R8", "R9", "Q9", "P9"}, "white_whale"),
        ("needles", B, {"Q8", "R7"}, "abyssal_hydra"),
    ],
    ids=["monster", "peril", "current", "rocks"],
)
def test_the_ship_keeps_a_way_out(card: str, drawer: int, cells: set[str], monster: str) -> None:
    """At R6 of `map_3` only R7 is open; a ship elsewhere would not mind."""
    for ship, allowed in (("R6", False), ("C12", True)):
        p = voyage(map="map_3", cell=ship, home="S6")
        draw(p, A, "giant_squid", "R4", 1)
        draw(p, A, monster, "Q7", 1)
        reveal(p, card)
        assert (cells in legal(p, drawer)) is allowed


@rule("RS-6.10")
@pytest.mark.parametrize(
    ("used", "allowed"), [("", False), ("Q7", True), ("Q8", False)], ids=["none", "near", "far"]
)
def test_a_used_adventure_is_a_way_out(used: str, allowed: bool) -> None:
    p = voyage(map="map_3", cell="R6", home="S6")
    draw(p, A, "giant_squid", "R4", 1)
    draw(p, A, "haunted_fog", "Q7", 1, used=used)
    reveal(p, "rogue_wave")
    assert ({"R7", "R8"} in legal(p, A)) is allowed


@rule("RS-6.11")
def test_rocks_leave_the_sea_in_one_piece() -> None:
    """With rocks on O14, P14 and P15 the cell Q15 hangs on Q14 alone."""
    p = voyage()
    draw(p, A, "breakers", "P14", 1)
    assert names(p.captains[A].rocks) == "O14 P14 P15"
    found = legal(reveal(p.clone(), "skerries"), B)
    assert found
    assert not any("Q14" in cells for cells in found)
    # Monsters and perils may stand there, for a ship can pass
    assert {"Q13", "Q14"} in legal(reveal(p, "giant_squid"), A)


@rule("RS-6.11")
def test_a_diagonal_keeps_the_sea_together() -> None:
    """With rocks on Q13 and Q14 the cell Q15 hangs on P15 and, by a corner, on P14."""
    p = voyage()
    draw(p, A, "reefs", "Q13", 1)
    reveal(p, "breakers")
    assert {"O14", "O15", "P15"} in legal(p, B)
    assert {"P14", "P15", "O14"} not in legal(p, B)
    assert {"P14", "P15", "O15"} not in legal(p, B)


@rule("RS-6.12")
def test_any_distance_and_any_neighbours() -> None:
    p = voyage(cell="B13", home="A13")
    draw(p, A, "sea_serpent", "I4", 0)
    draw(p, A, "rogue_wave", "I6", 0)
    reveal(p, "kraken")
    found = legal(p, A)
    # Between the two others, beside the ship's far corner, and at the far end of the row
    assert {"I5", "J5", "H5"} not in found
    assert {"J5", "K5", "K4"} in found
    assert {"Q2", "R2", "R1"} in found
    near = legal(reveal(voyage(), "leviathan"), A)
    assert {"G8", "H8", "I8"} in near
