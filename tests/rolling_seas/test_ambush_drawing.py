"""RS-7.14 to RS-7.20: laying an ambush."""

from __future__ import annotations

import re

import pytest

from quarterdeck.games.rolling_seas import RULES
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.testing import rule
from tests.rolling_seas.scenario import (
    A,
    B,
    C,
    act,
    ambush,
    asked,
    captain,
    draw,
    finish,
    mask,
    names,
    options,
    play,
    refused,
    reveal,
    seen,
    voyage,
    ways,
)


def laying(cell: str = "H7", cannons: int = 0) -> RollingPosition:
    """Seat 2 is asked for the centre of an ambush on the board of seat 1."""
    p = voyage(cell=cell, ambush="true")
    captain(p, B, cannons=cannons)
    return reveal(p, "ambush_left")


def centres(p: RollingPosition, seat: int = B) -> set[str]:
    return {choice.split()[1] for choice in options(p, seat, "centre")}


@rule("RS-7.14")
def test_an_ambush_knows_no_lines_and_no_tests() -> None:
    p = voyage(cell="R2", home="S3", ambush="true")
    # Q14 is the only way to Q15, B4 the only berth of A4, H13 where a current leads
    draw(p, A, "breakers", "P14", 1)
    draw(p, A, "open_sea_stream", "H9", 1)
    reveal(p, "ambush_left")
    assert {"Q14", "B4", "H13", "B1", "Q15", "M8"} <= centres(p)


@rule("RS-7.15")
@pytest.mark.parametrize(
    ("card", "boards"), [("ambush_left", [C, A, B]), ("ambush_right", [B, C, A])]
)
def test_the_neighbour_of_the_arrow_lays_it(card: str, boards: list[int]) -> None:
    p = reveal(voyage(seats=3, ambush="true"), card)
    assert [
        drawing.board for drawing in (seen(p, s).drawing for s in (A, B, C)) if drawing
    ] == boards


@rule("RS-7.15")
def test_the_centre_is_blank_and_out_of_sight() -> None:
    p = voyage(ambush="true")
    captain(p, A, trail="C4")
    draw(p, A, "kraken", "L9", 0)
    draw(p, A, "maelstrom", "N1", 1)
    reveal(p, "ambush_left")
    for taken in ("C4", "L9", "M9", "L10", "N1", "G4", "P6"):
        assert refused(p, B, f"centre {taken}") == "RS-6.5"
    for visible in ("I7", "K7", "H8"):
        assert refused(p, B, f"centre {visible}") == "RS-7.17"
    for land in ("J9", "A4"):
        assert refused(p, B, f"centre {land}") == "RS-6.5"
    play(p, B, "centre L7")
    finish(p)
    (laid,) = seen(p, A).players[A].ambushes
    assert (laid.ambusher, laid.centre, laid.dots, laid.spent) == (B, "L7", (), False)


# RS-7.16: dots


@rule("RS-7.16")
@pytest.mark.parametrize("cannons", [0, 1, 2, 3, 7])
def test_as_many_dots_as_cannons(cannons: int) -> None:
    p = laying(cannons=cannons)
    play(p, B, "centre M8")
    while asked(p, B):
        play(p, B, options(p, B)[0])
    (marks,) = p.captains[A].marks
    cells = set(names(marks).split())
    assert len(cells) == 1 + cannons
    assert cells - {"M8"} <= {"L7", "M7", "N7", "L8", "N8", "L9", "M9", "N9"}


@rule("RS-7.16")
def test_dots_count_the_drawers_cannons_not_the_owners() -> None:
    p = voyage(ambush="true")
    captain(p, A, cannons=5)
    captain(p, B, cannons=1)
    reveal(p, "ambush_left")
    play(p, B, "centre M8", "dot N9")
    assert asked(p, B) is None
    assert names(p.captains[A].marks[0]) == "M8 N9"


@rule("RS-7.16")
def test_every_set_of_dots_can_be_put_down_in_one_way() -> None:
    p = laying(cannons=3)
    play(p, B, "centre M8")
    found = []

    def put(at: RollingPosition) -> None:
        if not asked(at, B):
            found.append(names(at.captains[A].marks[0]))
            return
        for choice in options(at, B):
            put(play(at.clone(), B, choice))

    put(p)
    assert len(found) == len(set(found)) == 56


@rule("RS-7.16")
def test_fewer_blank_neighbours_than_cannons_take_a_dot_each() -> None:
    p = voyage(cell="R2", home="S3", ambush="true")
    captain(p, A, trail="K7 L8")
    captain(p, B, cannons=4)
    draw(p, A, "breakers", "K10", 3)
    assert names(p.captains[A].rocks) == "K9 K10 L10"
    reveal(p, "ambush_left")
    # Around K8: J7 and L7 and L9 are blank; J8 and J9 are land
    play(p, B, "centre K8")
    assert asked(p, B) is None
    assert names(p.captains[A].marks[0]) == "J7 L7 K8 L9"


@rule("RS-7.16")
def test_dots_may_be_in_sight() -> None:
    p = laying("L8", cannons=1)
    assert refused(p, B, "centre O8") == "RS-7.17"
    play(p, B, "centre P8")
    assert "dot O8" in options(p, B)
    play(p, B, "dot O8")
    assert names(p.captains[A].marks[0]) == "O8 P8"


@rule("RS-7.16")
def test_dots_are_on_different_blank_neighbours_of_the_centre() -> None:
    p = voyage(ambush="true")
    captain(p, A, trail="L7")
    captain(p, B, cannons=2)
    reveal(p, "ambush_left")
    play(p, B, "centre M8")
    for wrong in ("L7", "M8", "M6", "H7"):
        assert refused(p, B, f"dot {wrong}") == "RS-7.16"
    play(p, B, "dot M9")
    # Of the later ones only N9 is left, and it is put down by itself
    assert names(p.captains[A].marks[0]) == "M8 M9 N9"


# RS-7.17 to RS-7.20


@rule("RS-7.17")
def test_in_open_water_sight_ends_at_distance_four() -> None:
    p = laying("L9")
    hidden = centres(p)
    for cell in ("O9", "O11", "L12", "K12", "M11", "N8"):
        assert cell not in hidden, cell
    for cell in ("H9", "P12", "P8", "L13", "H12"):
        assert cell in hidden, cell


@rule("RS-7.18")
@pytest.mark.parametrize(
    ("ship", "goal", "hidden"),
    [
        ("I8", "K8", True),  # across J8
        ("I7", "K9", True),  # corner to corner through J8
        ("D7", "E8", False),  # between the corners of E7 and D8
        ("H7", "F8", True),  # through a port
        ("I9", "K9", True),  # through a monolith
        ("K1", "J1", False),
        ("H5", "H8", False),
        ("H10", "H11", False),
    ],
)
def test_land_blocks_the_view(ship: str, goal: str, hidden: bool) -> None:
    p = laying(ship)
    assert (goal in centres(p)) is hidden


@rule("RS-7.18")
def test_rocks_do_not_block_the_view() -> None:
    p = voyage(cell="L8", ambush="true")
    draw(p, A, "devils_teeth", "M7", 1)
    assert names(p.captains[A].rocks) == "M7 M8 M9"
    reveal(p, "ambush_left")
    assert refused(p, B, "centre N8") == "RS-7.17"
    assert refused(p, B, "centre O8") == "RS-7.17"


@rule("RS-7.19")
def test_an_ambush_without_a_place_is_not_laid() -> None:
    p = voyage(ambush="true")
    # All that is out of sight has been sailed through
    p.captains[A].trail |= p.table.sea & ~p.table.seen_from(p.captains[A].cell)
    reveal(p, "ambush_left")
    assert (asked(p, A), asked(p, B)) == ("AmbushCentre", None)
    finish(p)
    assert [len(own.marks) for own in p.captains] == [0, 1]


@rule("RS-7.20")
def test_marks_hinder_no_movement_and_give_nothing() -> None:
    p = voyage(cell="L8", ambush="true")
    ambush(p, A, B, "N8", "M8 M7")
    act(p, winds="e n s")
    play(p, A, "sail e")
    assert "e" in ways(p, A).split()
    play(p, A, "step e", "step e")
    own = p.captains[A]
    assert (own.story, own.gold, own.provisions) == (0, 0, 5)
    assert "end" in options(p, A)


@rule("RS-7.20")
def test_marks_are_not_blank() -> None:
    p = voyage(ambush="true")
    ambush(p, A, B, "J4", "K4", spent=True)
    reveal(p, "kraken")
    assert refused(p, A, "anchor J4") == "RS-6.5"
    free = p.captains[A].blank()
    assert not free & mask("J4 K4")


@rule("RS-7.16")
def test_a_dot_warns_of_the_cells_that_can_no_longer_get_one() -> None:
    p = laying(cannons=2)
    play(p, B, "centre M8")
    before = options(p, B, "dot")
    for choice in before:
        after = options(play(p.clone(), B, choice), B, "dot")
        skipped = {other.split()[1] for other in before[: before.index(choice)]} - {
            other.split()[1] for other in after
        }
        risk = RULES.describe(p, B, RULES.space.parse(choice)).risk
        told = Translator("en").text(risk) if risk else ""
        assert set(re.findall(r"\b[A-S]\d+\b", told)) == skipped
    # The last one leaves nothing out that could still be had
    play(p, B, before[2])
    last = options(p, B, "dot")
    assert len(last) > 1
    assert all(RULES.describe(p, B, RULES.space.parse(each)).risk is None for each in last)
