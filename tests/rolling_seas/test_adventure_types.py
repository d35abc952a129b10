"""RS-7.1 to RS-7.13: monsters, perils, currents, rocks, and passing the board."""

from __future__ import annotations

import pytest

from quarterdeck.games.rolling_seas.names import CELL_NAMES
from quarterdeck.games.rolling_seas.placements import exit_of, turned
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.testing import rule
from tests.rolling_seas.scenario import (
    A,
    B,
    C,
    act,
    asked,
    captain,
    cell,
    deal,
    draw,
    finish,
    names,
    next_turn,
    options,
    placements,
    play,
    points,
    refused,
    reveal,
    seen,
    start,
    story,
    voyage,
    ways,
    where,
)


def unused(p: RollingPosition, seat: int, card: str) -> list[str]:
    """The unused cells of a card on a board, as everybody sees them."""
    (drawing,) = [d for d in seen(p, seat).players[seat].drawings if d.card == card]
    return [each for each, used in zip(drawing.cells, drawing.used, strict=True) if not used]


@rule("RS-7.1")
@pytest.mark.parametrize("ship", ["H7", "C5"], ids=["far", "near"])
def test_a_monster_may_close_every_berth(ship: str) -> None:
    p = reveal(voyage(cell=ship), "sea_serpent")
    play(p, A, "anchor B4")
    if asked(p, A):
        play(p, A, "turn 1")
    finish(p)
    assert names(p.captains[A].monsters) == "B4 B5"
    assert unused(p, A, "sea_serpent") == ["B4", "B5"]


@rule("RS-7.2")
def test_perils_become_unused_perils() -> None:
    p = reveal(voyage(), "rogue_wave")
    play(p, A, "anchor I7", "turn 0")
    finish(p)
    assert unused(p, A, "rogue_wave") == ["I7", "J7"]
    deal(p, "winds e n s", "die 1")
    play(p, A, "sail e", "step e")
    assert (story(p, A), "end" in options(p, A)) == (1, False)


@rule("RS-7.3")
@pytest.mark.parametrize(
    ("turn", "cells", "goal"),
    [
        (0, ("H10", "I10", "J10", "J11", "J12"), "J13"),
        (1, ("H10", "H11", "H12", "G12", "F12"), "E12"),
        (2, ("H10", "G10", "F10", "F9", "F8"), "F7"),
        (3, ("H10", "H9", "H8", "I8", "J8"), "K8"),
    ],
)
def test_the_flow_turns_with_the_shape(turn: int, cells: tuple[str, ...], goal: str) -> None:
    east, south = [0, 1, 2, 2, 2], [0, 0, 0, 1, 2]
    path = turned(cell("H10"), turn, east, south)
    assert tuple(CELL_NAMES[each] for each in path) == cells
    assert CELL_NAMES[exit_of(path)] == goal


@rule("RS-7.3")
def test_a_current_carries_from_its_first_cell_to_its_last() -> None:
    # Northwards, entered at its last cell: nothing upstream is touched
    p = voyage(cell="G8")
    draw(p, A, "open_sea_stream", "H11", 3)
    act(p, winds="e n s")
    play(p, A, "sail e", "step e")
    assert (where(p, A), unused(p, A, "open_sea_stream")) == ("H7", ["H11", "H10", "H9"])
    # Southwards, entered at the same place
    p = voyage(cell="G8")
    draw(p, A, "open_sea_stream", "H8", 1)
    act(p, winds="e n s")
    play(p, A, "sail e", "step e")
    assert (where(p, A), unused(p, A, "open_sea_stream")) == ("H12", [])


@rule("RS-7.4")
@pytest.mark.parametrize(
    ("cells", "legal"),
    [
        ("H12 H13 H14 H15", False),  # off the board
        ("H4 H3 H2 H1", False),  # off the board
        ("E6 D6 C6", False),  # not the shape
        ("K6 J6 I6 H6", False),  # onto land: G6
        ("H2 G2 F2 E2", False),  # E2 itself is land
        ("K8 J8 I8 H8", False),  # J8 itself is land
        ("H15 H14 H13 H12", True),
        ("H8 H9 H10 H11", True),
        ("H2 H3 H4 H5", True),
    ],
)
def test_where_a_current_may_lead(cells: str, legal: bool) -> None:
    p = deal(start(2), "setup_card open_sea_stream")
    assert (cells in placements(p, A)) is legal


@rule("RS-7.4")
def test_the_exit_may_hold_anything_but_rocks() -> None:
    stream = "H8 H9 H10 H11"  # leads to H12
    for card, anchor, turn, used in (
        ("giant_squid", "H12", 1, ""),
        ("rogue_wave", "H12", 1, ""),
        ("tidal_race", "H12", 0, ""),
        ("tidal_race", "H12", 0, "H12 I12 J12"),
    ):
        p = voyage(cell="B13", home="A13")
        draw(p, A, card, anchor, turn, used=used)
        assert stream in placements(reveal(p, "open_sea_stream"), A), card
    p = voyage(cell="B13", home="A13")
    captain(p, A, trail="H12")
    assert stream in placements(reveal(p, "open_sea_stream"), A)
    # Pirates at G4
    p = reveal(voyage(cell="B13", home="A13"), "open_sea_stream")
    assert "K4 J4 I4 H4" in placements(p, A)
    # Rocks
    p = voyage(cell="B13", home="A13")
    captain(p, A, trail="H7")
    draw(p, A, "reefs", "H12", 1)
    reveal(p, "open_sea_stream")
    assert stream not in placements(p, A)
    assert refused(p, A, "anchor H8") == "RS-7.4"


@rule("RS-7.5")
def test_every_cell_of_a_current_carries() -> None:
    for start_cell, way, ridden in (
        ("G8", "e", 4),
        ("G9", "e", 3),
        ("G10", "e", 2),
        ("G11", "e", 1),
    ):
        p = voyage(cell=start_cell)
        draw(p, A, "open_sea_stream", "H8", 1)
        assert unused(p, A, "open_sea_stream") == ["H8", "H9", "H10", "H11"]
        act(p, winds="e n s")
        play(p, A, f"sail {way}", f"step {way}")
        assert (where(p, A), story(p, A), points(p, A)) == ("H12", ridden // 2, 2)


@rule("RS-7.6")
def test_rocks_cannot_be_passed_by_sail_or_wind_ever_after() -> None:
    p = voyage()
    captain(p, A, wind="2/2")
    draw(p, A, "reefs", "I7", 0)
    act(p, winds="e ne s", keep="calm_03")
    assert refused(p, A, "wind e") == "RS-11.17"
    play(p, A, "sail e")
    assert "e" not in ways(p, A).split()
    assert refused(p, A, "step e") == "RS-11.17"
    play(p, A, "step s", "end")
    next_turn(p, "calm_03", winds="ne e s")
    play(p, A, "sail ne")
    assert refused(p, A, "step ne") == "RS-11.17"


@rule("RS-7.7")
@pytest.mark.parametrize(
    ("used", "allowed"),
    [("", False), ("H12", True), ("H11 H12", True), ("H9 H10 H11 H12", True)],
)
def test_no_rocks_where_a_live_current_leads(used: str, allowed: bool) -> None:
    p = voyage(cell="B13", home="A13")
    captain(p, A, trail="H15")
    draw(p, A, "open_sea_stream", "H9", 1, used=used)
    reveal(p, "breakers")
    assert any("H13" in cells.split() for cells in placements(p, B)) is allowed
    if not allowed:
        assert refused(p, B, "anchor H14") == "RS-7.7"


@rule("RS-7.7")
def test_other_adventures_may_lie_where_a_current_leads() -> None:
    p = voyage(cell="B13", home="A13")
    draw(p, A, "open_sea_stream", "H9", 1)
    reveal(p, "waterspout")
    assert any("H13" in cells.split() for cells in placements(p, A))


# Passing


def drawn_boards(seats: int, card: str) -> list[int]:
    p = reveal(voyage(seats=seats), card)
    drawings = [seen(p, seat).drawing for seat in range(seats)]
    return [drawing.board for drawing in drawings if drawing]


@rule("RS-7.8")
@pytest.mark.parametrize("card", ["reefs", "devils_teeth", "skerries"])
def test_a_left_arrow_passes_to_the_next_seat(card: str) -> None:
    assert drawn_boards(3, card) == [2, 0, 1]
    assert drawn_boards(5, card) == [4, 0, 1, 2, 3]


@rule("RS-7.9")
@pytest.mark.parametrize("card", ["breakers", "needles", "shoal"])
def test_a_right_arrow_passes_to_the_seat_before(card: str) -> None:
    assert drawn_boards(3, card) == [1, 2, 0]
    assert drawn_boards(5, card) == [1, 2, 3, 4, 0]


@rule("RS-7.10")
def test_with_two_players_both_arrows_mean_the_opponent() -> None:
    for card in ("reefs", "breakers", "devils_teeth", "needles", "skerries", "shoal"):
        assert drawn_boards(2, card) == [1, 0]


@rule("RS-7.11")
def test_every_test_looks_at_the_board_that_is_drawn_on() -> None:
    """B draws on A's board: A's trail, ship and currents count, B's do not."""
    p = voyage(cell="B13", home="A13")
    captain(p, A, trail="H3")
    captain(p, B, trail="H2")
    draw(p, A, "open_sea_stream", "H9", 1)
    reveal(p, "breakers")
    on_a = {cell for cells in placements(p, B) for cell in cells.split()}
    on_b = {cell for cells in placements(p, A) for cell in cells.split()}
    assert {"H3", "H13", "H9"} & on_a == set()
    assert "H2" in on_a
    assert "H2" not in on_b
    assert {"H3", "H13", "H9"} <= on_b


@rule("RS-7.12")
def test_every_board_is_back_with_its_owner() -> None:
    p = reveal(voyage(seats=3), "reefs", keep="kraken")
    play(p, B, "anchor C1", "turn 0")
    finish(p)
    deal(p, "winds ne e n", "die 1")
    play(p, A, "sail ne", "step ne", "end")
    assert [where(p, seat) for seat in (A, B, C)] == ["I6", "H7", "H7"]
    finish(p)
    deal(p, "card kraken")
    boards = [drawing.board for drawing in (seen(p, s).drawing for s in (A, B, C)) if drawing]
    assert boards == [A, B, C]
    assert names(p.captains[A].rocks) == "C1 D1"


@rule("RS-7.13")
@pytest.mark.parametrize(("card", "crossing"), [("reefs", "D1"), ("needles", "R10")])
def test_the_solo_symbol_means_nothing_to_several(card: str, crossing: str) -> None:
    found = placements(reveal(voyage(), card), B)
    assert any(crossing not in cells.split() for cells in found)
    # Placements on both lines are open, near and far
    row, column = crossing[1:], crossing[0]
    assert any(all(cell[1:] != row for cell in cells.split()) for cells in found)
    assert any(all(cell[0] != column for cell in cells.split()) for cells in found)
