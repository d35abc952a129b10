"""The worked examples RS-EX-55 to RS-EX-62, number by number: counts, and the port's services."""

from __future__ import annotations

from collections import Counter

import pytest

from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.testing import example, rule
from tests.rolling_seas.scenario import (
    A,
    act,
    asked,
    captain,
    chances,
    deal,
    draw,
    finish,
    gold,
    next_turn,
    options,
    placements,
    play,
    prov,
    set_out,
    start,
    voyage,
    ways,
    where,
    wind,
)

PLACEMENTS = {
    "kraken": (124, 126, 104, 130),
    "leviathan": (64, 50, 58, 50),
    "sea_serpent": (53, 66, 60, 46),
    "abyssal_hydra": (80, 49, 75, 62),
    "white_whale": (53, 60, 53, 64),
    "giant_squid": (64, 53, 53, 61),
    "maelstrom": (118, 93, 109, 112),
    "waterspout": (73, 58, 68, 50),
    "tempest": (66, 56, 68, 59),
    "rogue_wave": (62, 53, 50, 60),
    "haunted_fog": (59, 51, 53, 56),
    "hurricane": (123, 115, 114, 127),
    "open_sea_stream": (108, 82, 78, 80),
    "countercurrent": (67, 73, 92, 66),
    "drift": (107, 61, 75, 66),
    "meander": (76, 62, 71, 90),
    "tidal_race": (107, 65, 90, 74),
    "sea_river": (80, 50, 51, 62),
    "reefs": (48, 42, 47, 49),
    "breakers": (111, 55, 79, 71),
    "devils_teeth": (43, 45, 47, 39),
    "needles": (50, 52, 40, 54),
    "skerries": (38, 35, 34, 23),
    "shoal": (130, 106, 110, 109),
}
MIRRORED = {"skerries": 79, "countercurrent": 136, "meander": 155, "sea_river": 162}


@example("RS-EX-55")
@rule("RS-3.5", "RS-5.1")
def test_ex_55_card_odds() -> None:
    p = finish(start(2, "kraken", "maelstrom"))
    odds = chances(p)
    calm = sum(weight for card, weight in odds.items() if card.startswith("card calm"))
    assert calm * 30 == sum(odds.values()) * 15
    assert odds["card calm_01"] * 36 == sum(odds.values())

    for card in ("calm_01", "calm_02", "calm_03", "calm_04", "leviathan", "tempest"):
        next_turn(p, card)
    finish(p)
    odds = chances(p)
    assert Counter(odds.values()) == {220: 14, 182: 20}
    assert sum(odds.values()) == 6720
    assert odds["card calm_05"] == 11 * 20
    assert odds["card shoal"] == 13 * 14
    calm = sum(weight for card, weight in odds.items() if card.startswith("card calm"))
    assert calm * 24 == 6720 * 11
    assert odds["card calm_05"] * 336 == 6720 * 11
    assert odds["card shoal"] * 480 == 6720 * 13


@example("RS-EX-56")
@rule("RS-1.5")
def test_ex_56_between_two_corners() -> None:
    p = act(voyage(cell="D7"), winds="se e n")
    play(p, A, "sail se")
    assert ways(p, A) == "n ne se sw w nw"
    play(p, A, "step se")
    assert where(p, A) == "E8"


@example("RS-EX-57")
@rule("RS-6.5", "RS-6.6", "RS-6.9", "RS-6.11", "RS-7.4")
@pytest.mark.parametrize("card", PLACEMENTS)
def test_ex_57_legal_placements(card: str) -> None:
    for number, count in enumerate(PLACEMENTS[card], 1):
        p = deal(start(2, map=f"map_{number}"), f"setup_card {card}")
        found = placements(p, A)
        assert len(found) == count, f"map_{number}"
        assert len(set(found)) == count


def sailings(p: RollingPosition) -> list[str]:
    """Where every different sequence of steps ends that can be ended."""
    if not asked(p, A):
        return [where(p, A)]
    ends = []
    for choice in options(p, A):
        ends += sailings(play(p.clone(), A, choice))
    return ends


def from_h7(wind: str, prov: str, perils: bool = False) -> list[str]:
    p = voyage()
    captain(p, A, prov=prov)
    if perils:
        draw(p, A, "rogue_wave", "I7", 0)
    others = "n e" if wind == "s" else "s s"
    return sailings(play(act(p, winds=f"{wind} {others}"), A, f"sail {wind}"))


@example("RS-EX-58")
@rule("RS-10.3", "RS-10.4", "RS-10.6", "RS-10.10")
def test_ex_58_number_of_sailings() -> None:
    counts = {"n": 8, "ne": 10, "e": 9, "se": 7, "s": 10, "sw": 8, "w": 4, "nw": 4}
    assert {way: len(from_h7(way, "0/5")) for way in counts} == counts
    for way, sequences, cells in (("e", 46, 18), ("se", 30, 12)):
        ends = from_h7(way, "2/5")
        assert (len(ends), len(set(ends))) == (sequences, cells)


@example("RS-EX-58")
@rule("RS-9.10")
def test_ex_58_number_of_sailings_past_perils() -> None:
    assert len(from_h7("e", "0/5", perils=True)) == 7
    assert len(from_h7("n", "0/5", perils=True)) == 7


@example("RS-EX-59")
@rule("RS-6.4", "RS-17.4")
def test_ex_59_no_mirror() -> None:
    plain = deal(start(2), "setup_card skerries")
    flipped = deal(start(2, mirror_shapes="true"), "setup_card skerries")
    assert "O14 P14 P15 Q15" in placements(plain, A)
    assert "O14 P14 P13 Q13" not in placements(plain, A)
    assert "O14 P14 P13 Q13" in placements(flipped, A)
    play(flipped, A, "anchor O14")
    assert "flip 0" in options(flipped, A)
    again = deal(start(2, mirror_shapes="true"), "setup_card skerries")
    assert "O15 P15 P14 Q14" not in placements(again, A)


@example("RS-EX-59")
@rule("RS-17.4")
@pytest.mark.parametrize("card", PLACEMENTS)
def test_ex_59_placements_with_mirrored_shapes(card: str) -> None:
    p = deal(start(2, mirror_shapes="true"), f"setup_card {card}")
    assert len(placements(p, A)) == MIRRORED.get(card, PLACEMENTS[card][0])


@example("RS-EX-60")
@rule("RS-3.11")
@pytest.mark.parametrize(
    ("board_map", "pairs"), [("map_1", 13), ("map_2", 14), ("map_3", 13), ("map_4", 14)]
)
def test_ex_60_start_cells(board_map: str, pairs: int) -> None:
    p = voyage(map=board_map, cell="J10", home="A4")
    set_out(p)
    found = 0
    for home in options(p, A):
        found += len(options(play(p.clone(), A, home), A)) or 1
    assert found == pairs


def told_port(gold: str) -> RollingPosition:
    p = voyage()
    captain(p, A, told="G7", prov="2/13", gold=gold)
    return play(act(p), A, "visit G7")


@example("RS-EX-61")
@rule("RS-13.5", "RS-13.8")
def test_ex_61_order_of_services() -> None:
    p = play(told_port("5/6"), A, "fill")
    assert (gold(p, A), prov(p, A)) == ("5/7", "5/16")
    play(p, A, "buy ship")
    assert (gold(p, A), p.captains[A].hold) == ("1/7", 6)
    # The hold has been filled in this visit: only `done` was left
    assert asked(p, A) is None

    p = play(told_port("5/6"), A, "buy ship")
    assert gold(p, A) == "1/6"
    play(p, A, "fill")
    assert (gold(p, A), prov(p, A), asked(p, A)) == ("1/7", "6/17", None)

    p = play(told_port("4/4"), A, "buy ship")
    assert (gold(p, A), asked(p, A)) == ("0/4", None)
    p = play(told_port("4/4"), A, "fill")
    assert (gold(p, A), wind(p, A), prov(p, A)) == ("4/5", "1/1", "5/16")
    play(p, A, "buy ship")
    assert gold(p, A) == "0/5"


@example("RS-EX-62")
@rule("RS-2.8", "RS-2.6")
def test_ex_62_full_hold_inside_a_full_hold() -> None:
    p = voyage()
    captain(p, A, told="G7", cannons=2, gold="4/9", prov="1/13")
    act(p)
    play(p, A, "visit G7", "buy cannon")
    assert (prov(p, A), gold(p, A)) == ("5/17", "1/10")
