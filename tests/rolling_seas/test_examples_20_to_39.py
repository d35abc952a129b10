"""The worked examples RS-EX-20 to RS-EX-39, number by number: bonuses, the sea, drawing."""

from __future__ import annotations

import pytest

from quarterdeck.games.rolling_seas.names import COLUMNS
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.testing import example, rule
from tests.rolling_seas.scenario import (
    A,
    B,
    C,
    act,
    asked,
    captain,
    deal,
    draw,
    gold,
    mask,
    names,
    next_turn,
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


@example("RS-EX-20")
@rule("RS-2.11", "RS-2.12", "RS-5.2")
def test_ex_20_surplus_fills_columns() -> None:
    p = reveal(voyage(), "calm_05", keep="calm_06 calm_09")
    assert prov(p, A) == "5/7"
    deal(p, "winds n e s", "die 1")
    next_turn(p, "calm_06")
    assert prov(p, A) == "5/9"
    next_turn(p, "calm_09")
    assert (gold(p, A), wind(p, A)) == ("1/1", "1/1")
    assert prov(p, A) == "5/10"


@example("RS-EX-21")
@rule("RS-2.6", "RS-2.8", "RS-11.6")
def test_ex_21_full_hold_inside_a_monster() -> None:
    p = voyage()
    captain(p, A, ship=2, cannons=2, monsters=3, prov="1/12", story=22)
    draw(p, A, "kraken", "J6", 2)
    act(p, winds="ne e s")
    play(p, A, "sail ne", "step ne")
    assert (where(p, A), points(p, A)) == ("I6", 3)
    assert (story(p, A), prov(p, A), gold(p, A)) == (24, "6/18", "1/1")


@example("RS-EX-22")
@rule("RS-2.6", "RS-13.2", "RS-13.8")
def test_ex_22_depth_first() -> None:
    p = voyage()
    captain(p, A, story=11, gold="3/9", prov="0/13", cannons=2)
    act(p)
    play(p, A, "visit G7")
    assert p.captains[A].renown == [11]
    assert story(p, A) == 12
    assert gold(p, A) == "5/11"
    assert prov(p, A) == "5/18"
    assert options(p, A) == ["buy ship", "buy cannon", "done"]
    play(p, A, "buy cannon")
    assert gold(p, A) == "1/11"
    assert p.captains[A].cannons == 3
    assert prov(p, A) == "5/18"
    # Only `done` was left
    assert asked(p, A) is None


@example("RS-EX-23")
@rule("RS-10.3", "RS-10.6", "RS-10.8", "RS-11.4", "RS-11.6")
def test_ex_23_paying_for_steps() -> None:
    p = voyage(cell="M7")
    captain(p, A, prov="1/5")
    draw(p, A, "sea_serpent", "N5", 1)
    act(p, winds="n e s")
    play(p, A, "sail n")
    assert ways(p, A) == "n ne e se sw w"
    assert refused(p, A, "step s") == "RS-10.6"
    assert refused(p, A, "step nw") == "RS-10.5"
    onto_the_monster = play(p.clone(), A, "step ne")
    assert where(onto_the_monster, A) == "N6"
    assert (prov(onto_the_monster, A), story(onto_the_monster, A)) == ("0/5", 2)

    play(p, A, "step e")
    # Nothing else was payable: the turn has ended
    assert (where(p, A), prov(p, A), asked(p, A)) == ("N7", "1/5", None)


def beside_the_rogue_wave(winds: str, held: str = "0/0") -> RollingPosition:
    """RS-EX-24: at H7 with perils I7, J7 and no provisions."""
    p = voyage()
    captain(p, A, prov="0/5", wind=held)
    draw(p, A, "rogue_wave", "I7", 0)
    return act(p, winds=winds)


@example("RS-EX-24")
@rule("RS-9.9", "RS-9.10", "RS-11.7")
def test_ex_24_peril_way_out() -> None:
    p = play(beside_the_rogue_wave("e n n"), A, "sail e")
    assert ways(p, A) == "n ne e se s"
    play(p, A, "step e")
    assert (where(p, A), story(p, A), points(p, A)) == ("I7", 1, 2)
    assert "end" not in options(p, A)
    assert refused(p, A, "end") == "RS-9.9"
    play(p, A, "step e")
    # Off J7 there was only one way, and on K7 nothing but the end
    assert (where(p, A), story(p, A), asked(p, A)) == ("K7", 2, None)
    assert names(p.captains[A].trail) == "H7 I7 J7 K7"

    p = play(beside_the_rogue_wave("e n n"), A, "sail n")
    assert ways(p, A) == "n ne"
    assert refused(p, A, "step e") == "RS-9.10"


@example("RS-EX-25")
@rule("RS-9.3", "RS-9.10")
def test_ex_25_peril_way_out_by_wind() -> None:
    p = play(beside_the_rogue_wave("e n n", "1/1"), A, "sail n")
    assert ways(p, A) == "n ne e"
    play(p, A, "step e")
    assert where(p, A) == "I7"
    assert options(p, A) == [f"wind {way}" for way in ("n", "ne", "s", "sw", "w", "nw")]
    assert refused(p, A, "wind e") == "RS-9.10"
    assert refused(p, A, "wind se") == "RS-10.5"


@example("RS-EX-26")
@rule("RS-1.11", "RS-11.2", "RS-11.8")
def test_ex_26_back_onto_a_peril() -> None:
    p = voyage(cell="I8")
    captain(p, A, ship=3, prov="4/20")
    draw(p, A, "rogue_wave", "I7", 0)
    act(p, winds="n e w", keep="calm_03")
    play(p, A, "sail n", "step n")
    assert (where(p, A), story(p, A), points(p, A)) == ("I7", 1, 4)
    play(p, A, "step n")
    assert (where(p, A), points(p, A)) == ("I6", 3)
    play(p, A, "step s")
    assert (where(p, A), story(p, A), prov(p, A), points(p, A)) == ("I7", 1, "2/20", 0)
    assert options(p, A) == ["step n", "step ne", "step nw"]
    play(p, A, "step n", "end")

    next_turn(p, "calm_03", winds="s e w")
    play(p, A, "sail s", "step s")
    assert (where(p, A), story(p, A)) == ("I7", 1)
    assert "end" in options(p, A)


@example("RS-EX-27")
@rule("RS-11.9", "RS-11.10", "RS-11.12", "RS-11.14", "RS-11.15")
def test_ex_27_current_from_the_middle() -> None:
    p = voyage(cell="G9")
    draw(p, A, "open_sea_stream", "H8", 1)
    act(p, winds="e ne n")
    play(p, A, "sail e", "step e")
    assert (where(p, A), story(p, A), points(p, A)) == ("H12", 1, 2)
    assert names(p.captains[A].currents) == "H8"
    assert names(p.captains[A].trail) == "G9 H9 H10 H11 H12"

    later = voyage(cell="G8")
    draw(later, A, "open_sea_stream", "H8", 1, used="H9 H10 H11")
    act(later, winds="e ne n")
    play(later, A, "sail e", "step e")
    assert (where(later, A), story(later, A), points(later, A)) == ("H9", 0, 2)
    assert names(later.captains[A].currents) == ""


def two_currents(used: str, current_exit: str = "beyond") -> RollingPosition:
    """RS-EX-28: `tidal_race` leads into `open_sea_stream`."""
    p = voyage(cell="D7", current_exit=current_exit)
    draw(p, A, "open_sea_stream", "H8", 1, used=used)
    draw(p, A, "tidal_race", "E8", 0)
    return act(p, winds="se e ne")


@example("RS-EX-28")
@rule("RS-11.12", "RS-11.13", "RS-11.14")
def test_ex_28_chained_currents() -> None:
    p = two_currents("H9 H10 H11")
    p.captains[A].story = 1
    play(p, A, "sail se", "step se")
    assert (where(p, A), story(p, A), points(p, A)) == ("H9", 3, 2)
    assert names(p.captains[A].currents) == ""


@example("RS-EX-29")
@rule("RS-17.3")
def test_ex_29_currents_release_on_the_last_cell() -> None:
    p = voyage(cell="G9", current_exit="last")
    draw(p, A, "open_sea_stream", "H8", 1)
    act(p, winds="e ne n")
    play(p, A, "sail e", "step e")
    assert (where(p, A), story(p, A), points(p, A)) == ("H11", 1, 2)
    assert "end" in options(p, A)

    later = voyage(cell="G8", current_exit="last")
    draw(later, A, "open_sea_stream", "H8", 1, used="H9 H10 H11")
    act(later, winds="e ne n")
    play(later, A, "sail e", "step e")
    assert (where(later, A), story(later, A)) == ("H8", 0)

    fresh = two_currents("", current_exit="last")
    play(fresh, A, "sail se", "step se")
    assert (where(fresh, A), story(fresh, A)) == ("G8", 1)


def current_onto_a_monster(prov: str, story: int = 0) -> RollingPosition:
    """RS-EX-30: the exit of RS-EX-27's current holds a monster."""
    p = voyage(cell="G9")
    captain(p, A, prov=prov, story=story)
    draw(p, A, "open_sea_stream", "H8", 1)
    draw(p, A, "abyssal_hydra", "H12", 0)
    assert names(p.captains[A].monsters) == "I11 H12"
    return play(act(p, winds="e ne n"), A, "sail e")


@example("RS-EX-30")
@rule("RS-11.4", "RS-11.12", "RS-11.14")
def test_ex_30_exit_onto_a_monster() -> None:
    p = current_onto_a_monster("0/5")
    assert ways(p, A) == "n s"
    assert {refused(p, A, f"step {way}") for way in ("ne", "e", "se")} == {"RS-11.4"}

    p = play(current_onto_a_monster("1/5"), A, "step e")
    assert (where(p, A), story(p, A), prov(p, A)) == ("H12", 3, "0/5")

    p = play(current_onto_a_monster("0/14", 23), A, "step e")
    assert (where(p, A), story(p, A)) == ("H12", 26)
    assert (prov(p, A), gold(p, A)) == ("4/19", "1/1")


@example("RS-EX-31")
@rule("RS-7.4")
def test_ex_31_where_currents_may_lead() -> None:
    p = deal(start(2), "setup_card open_sea_stream")
    legal = placements(p, A)
    assert "H12 H13 H14 H15" not in legal
    assert "H15 H14 H13 H12" in legal

    p = voyage(cell="B13", home="A13")
    draw(p, A, "breakers", "H14", 0)
    assert names(p.captains[A].rocks) == "H14 I14 H15"
    reveal(p, "open_sea_stream")
    legal = placements(p, A)
    assert "H10 H11 H12 H13" not in legal
    assert "H9 H10 H11 H12" in legal


@example("RS-EX-31")
@rule("RS-7.7")
def test_ex_31_rocks_at_the_end_of_a_current() -> None:
    for used, allowed in (("", False), ("H12", True)):
        p = voyage(cell="B13", home="A13")
        draw(p, A, "open_sea_stream", "H9", 1, used=used)
        reveal(p, "breakers")
        assert ("H14 H13 I14" in placements(p, B)) is allowed


def legal_sets(p: RollingPosition, seat: int) -> list[set[str]]:
    return [set(cells.split()) for cells in placements(p, seat)]


@example("RS-EX-32")
@rule("RS-6.9", "RS-7.1")
def test_ex_32_port_test() -> None:
    p = reveal(voyage(), "devils_teeth")
    assert {"B3", "B4", "B5"} not in legal_sets(p, B)
    p = reveal(voyage(), "rogue_wave")
    assert {"B4", "C4"} not in legal_sets(p, A)
    assert {"C4", "D4"} in legal_sets(p, A)
    p = reveal(voyage(), "sea_serpent")
    assert {"B4", "B5"} in legal_sets(p, A)
    p = reveal(voyage(cell="B13", home="A13"), "breakers")
    assert {"H8", "G8", "H7"} not in legal_sets(p, B)
    assert {"H8", "G8", "H9"} in legal_sets(p, B)
    play(p, B, "anchor H8")
    assert refused(p, B, "turn 2") == "RS-6.9"


@example("RS-EX-33")
@rule("RS-6.11")
def test_ex_33_sea_test() -> None:
    p = reveal(voyage(), "breakers")
    assert {"P14", "Q14", "P15"} not in legal_sets(p, B)
    assert {"P14", "P15", "O14"} in legal_sets(p, B)


@example("RS-EX-34")
@rule("RS-6.10")
@pytest.mark.parametrize(
    ("card", "trapping"), [("rogue_wave", {"R7", "R8"}), ("leviathan", {"R7", "R8", "R9"})]
)
def test_ex_34_ship_test(card: str, trapping: set[str]) -> None:
    p = voyage(map="map_3", cell="R6", home="S6")
    draw(p, A, "sea_serpent", "R4", 1)
    draw(p, A, "haunted_fog", "Q7", 1)
    assert names(p.captains[A].open_neighbours()) == "R7"
    reveal(p, card)
    assert trapping not in legal_sets(p, A)
    assert refused(p, A, "anchor R7") == "RS-6.10"
    # The same shape would do for a ship that lies elsewhere
    captain(p, A, cell="B13")
    p.reconsider()
    assert trapping in legal_sets(p, A)


@example("RS-EX-35")
@rule("RS-6.7")
def test_ex_35_fallback() -> None:
    p = voyage()
    row = mask(" ".join(f"{column}1" for column in COLUMNS))
    column = mask(" ".join(f"D{row}" for row in range(1, 16)))
    p.captains[A].trail |= (row | column) & p.table.sea
    reveal(p, "reefs")
    legal = placements(p, B)
    assert len(legal) == 264
    assert "L14 M14" in legal


@example("RS-EX-36")
@rule("RS-7.8", "RS-7.9")
@pytest.mark.parametrize(
    ("card", "boards"), [("reefs", [C, A, B]), ("breakers", [B, C, A])], ids=["left", "right"]
)
def test_ex_36_passing(card: str, boards: list[int]) -> None:
    p = reveal(voyage(seats=3), card)
    for seat, board in zip((A, B, C), boards, strict=True):
        anchor = options(p, seat)[seat]
        play(p, seat, anchor)
        if asked(p, seat):
            play(p, seat, options(p, seat)[0])
        assert anchor.split()[1] in names(p.captains[board].rocks).split()


def beside_pirates(cell: str = "O7", **sheet: str) -> RollingPosition:
    """RS-EX-37: P6 holds pirates; no cannons, one wind held."""
    p = voyage(cell=cell)
    captain(p, A, wind="1/1", **sheet)  # type: ignore[arg-type]
    return play(act(p, winds="ne e n"), A, "sail ne")


@example("RS-EX-37")
@rule("RS-11.18", "RS-11.20", "RS-9.11")
def test_ex_37_paying_pirates() -> None:
    p = play(beside_pirates(prov="3/5"), A, "step ne")
    assert (where(p, A), story(p, A), gold(p, A)) == ("P6", 3, "2/2")
    assert (prov(p, A), wind(p, A), asked(p, A)) == ("0/5", "1/1", None)

    p = beside_pirates(prov="2/5")
    assert "ne" not in ways(p, A).split()
    assert refused(p, A, "step ne") == "RS-11.20"

    p = play(beside_pirates("L10", prov="3/5"), A, "step ne", "step ne", "step ne")
    assert (where(p, A), points(p, A), prov(p, A)) == ("O7", 0, "3/5")
    assert refused(p, A, "step ne") == "RS-11.20"


@example("RS-EX-38")
@rule("RS-9.11", "RS-9.3", "RS-11.20")
def test_ex_38_pirates_before_the_action() -> None:
    p = voyage(map="map_2", cell="K13", home="A5")
    captain(p, A, prov="4/5", wind="2/2")
    act(p, die=5)
    play(p, A, "wind s")
    assert (where(p, A), prov(p, A), story(p, A)) == ("K14", "1/5", 3)
    assert (gold(p, A), wind(p, A)) == ("2/2", "1/2")
    assert options(p, A) == ["explore K15", "stay"]
    play(p, A, "explore K15")
    assert (story(p, A), gold(p, A), prov(p, A)) == (3, "6/6", "2/6")
    assert (asked(p, A), wind(p, A)) == (None, "2/3")


@example("RS-EX-39")
@rule("RS-11.19", "RS-11.22", "RS-2.12", "RS-2.4")
def test_ex_39_pirates_reward_trimmed() -> None:
    p = voyage(cell="O7")
    captain(p, A, cannons=7, pirates=7, story=10, gold="1/3", prov="4/13")
    act(p, winds="ne e n")
    play(p, A, "sail ne", "step ne")
    # Pirates first: 3 story (box 12: 1 gold), 2 gold (column 1: 1 wind)
    assert (story(p, A), gold(p, A), prov(p, A)) == (13, "4/6", "4/13")
    assert wind(p, A) == "1/1"
    assert options(p, A) == [f"reward {face}" for face in range(1, 7)]
    play(p, A, "reward 4")
    assert (story(p, A), gold(p, A), prov(p, A)) == (13, "7/9", "5/17")
    assert asked(p, A) is None
