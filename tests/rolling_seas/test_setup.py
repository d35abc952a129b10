"""RS-3: boards, decks, set-up cards, home port and start cell."""

from __future__ import annotations

import pytest

from quarterdeck.testing import rule
from tests.rolling_seas.scenario import (
    A,
    B,
    C,
    D,
    act,
    asked,
    captain,
    chances,
    deal,
    draw,
    finish,
    names,
    next_turn,
    options,
    placements,
    play,
    refused,
    reveal,
    seen,
    set_out,
    start,
    voyage,
    where,
)


@rule("RS-3.1")
@pytest.mark.parametrize(("card", "board"), [("reefs", [D, A, B, C]), ("breakers", [B, C, D, A])])
def test_neighbours_sit_clockwise_and_in_a_ring(card: str, board: list[int]) -> None:
    p = reveal(voyage(seats=4), card)
    drawings = [seen(p, seat).drawing for seat in range(4)]
    assert [drawing.board for drawing in drawings if drawing] == board


@rule("RS-3.1", "RS-3.2")
@pytest.mark.parametrize("board_map", ["map_1", "map_2", "map_3", "map_4"])
def test_everybody_has_a_board_of_the_same_map(board_map: str) -> None:
    p = deal(start(3, map=board_map), "setup_card kraken")
    assert placements(p, A) == placements(p, B) == placements(p, C)
    fresh = seen(start(3, map=board_map)).players
    assert len(fresh) == 3
    for player in fresh:
        assert (player.provisions.held, player.drawings, player.trail) == (5, (), ())


# RS-3.3 to RS-3.5, RS-3.9: the cards


def first_cards(seats: int, **chosen: str) -> dict[str, int]:
    """The odds of the first turn's card."""
    p = start(seats, "kraken", "maelstrom", **chosen)
    while not p.chance:
        finish(p)
    return chances(p)


@rule("RS-3.3")
@pytest.mark.parametrize(
    ("seats", "ambush", "there"), [(2, "false", False), (2, "true", True), (1, "true", False)]
)
def test_ambushes_stay_in_the_box_unless_wanted(seats: int, ambush: str, there: bool) -> None:
    odds = first_cards(seats, ambush=ambush)
    assert ("card ambush_left" in odds) is there
    assert ("card ambush_right" in odds) is there
    adventures = [card for card in odds if "calm" not in card]
    assert len(adventures) == (24 if there else 22)


@rule("RS-3.4")
@pytest.mark.parametrize("ambush", ["false", "true"])
def test_set_up_cards_are_never_ambushes(ambush: str) -> None:
    p = start(2, ambush=ambush)
    first = chances(p)
    assert len(first) == 24
    assert set(first.values()) == {1}
    assert not any("ambush" in card or "calm" in card for card in first)
    finish(deal(p, "setup_card kraken"))
    assert set(chances(p)) == set(first) - {"setup_card kraken"}


@rule("RS-3.5", "RS-4.2")
@pytest.mark.parametrize(
    ("deck", "calm", "adventures", "turns"),
    [("standard", 15, 15, 25), ("stormy", 12, 18, 25), ("short", 8, 12, 18)],
)
def test_decks(deck: str, calm: int, adventures: int, turns: int) -> None:
    odds = first_cards(2, deck=deck)
    calms = sum(weight for card, weight in odds.items() if "calm" in card)
    assert calms * (calm + adventures) == sum(odds.values()) * calm
    assert len({weight for card, weight in odds.items() if "calm" in card}) == 1
    assert len({weight for card, weight in odds.items() if "calm" not in card}) == 1
    assert seen(start(2, deck=deck)).turns == turns


@rule("RS-3.5")
@pytest.mark.parametrize(
    ("deck", "calm", "adventures"), [("standard", 15, 15), ("stormy", 12, 18), ("short", 8, 12)]
)
def test_no_more_cards_of_a_kind_than_were_mixed_in(deck: str, calm: int, adventures: int) -> None:
    p = start(1, "kraken", "maelstrom", deck=deck)
    taken = 0
    while taken < calm:
        # Everybody stays, and the sea is calm as long as it can be
        while not p.chance:
            finish(p)
        shown = [card for card in chances(p) if card.startswith("card calm")]
        taken += bool(shown)
        deal(p, shown[0] if shown else next(iter(chances(p))))
    while not any(card.startswith("card") for card in chances(p)):
        finish(p) if not p.chance else deal(p, next(iter(chances(p))))
    assert not any("calm" in card for card in chances(p))

    p = voyage(deck=deck)
    p.adventures_seen = (1 << adventures + 2) - 1
    reveal(p, "calm_01")
    deal(p, "winds n e s", "die 1")
    finish(p)
    assert all("calm" in card for card in chances(p))


@rule("RS-3.9")
def test_set_up_cards_never_come_back() -> None:
    p = finish(start(2, "kraken", "reefs"))
    for card in ("calm_01", "leviathan"):
        assert not {"card kraken", "card reefs"} & set(chances(p))
        next_turn(p, card)
        finish(p)
    assert not {"card kraken", "card reefs"} & set(chances(p))


# RS-3.6 to RS-3.8: drawing the set-up cards


@rule("RS-3.6")
def test_everybody_draws_a_set_up_card_before_the_next() -> None:
    p = deal(start(2), "setup_card kraken")
    assert (asked(p, A), asked(p, B)) == ("PlaceAnchor", "PlaceAnchor")
    play(p, A, "anchor J6", "turn 2")
    assert (asked(p, A), asked(p, B), p.chance) == (None, "PlaceAnchor", False)
    play(p, B, "anchor M2", "turn 3")
    assert names(p.captains[A].monsters) == "J5 I6 J6"
    assert names(p.captains[B].monsters) == "M1 M2 N2"
    assert "setup_card maelstrom" in chances(p)


@rule("RS-3.7")
def test_rocks_of_the_set_up_go_to_a_neighbour() -> None:
    p = deal(start(3), "setup_card reefs")
    # Left arrow: each board goes to the next seat
    play(p, B, "anchor C1", "turn 0")
    finish(p)
    assert names(p.captains[A].rocks) == "C1 D1"
    assert names(p.captains[B].rocks) == names(p.captains[C].rocks) == "B1 C1"


@rule("RS-3.8")
def test_no_ship_test_before_there_is_a_ship() -> None:
    """Two drawings that a ship at R6 of `map_3` forbids: it would have no way out."""
    for card, cells in (("rogue_wave", "R7 R8"), ("leviathan", "R7 R8 R9")):
        p = deal(start(2, map="map_3"), "setup_card sea_serpent")
        play(p, A, "anchor R4")
        finish(p)
        assert names(p.captains[A].monsters) == "R4 R5"
        deal(p, f"setup_card {card}")
        assert cells in placements(p, A)

        p = voyage(map="map_3", cell="R6", home="S6")
        draw(p, A, "sea_serpent", "R4", 1)
        draw(p, A, "haunted_fog", "Q7", 1)
        reveal(p, card)
        assert cells not in placements(p, A)


# RS-3.10 to RS-3.12: home port and start cell


@rule("RS-3.10")
def test_home_ports() -> None:
    p = start(2, "leviathan", "tempest")
    ports = [f"home {port}" for port in ("S3", "A4", "L5", "G7", "Q9", "A13", "G13", "N13")]
    assert options(p, A) == options(p, B) == ports
    # Both may take the same one, even the same cell
    for seat in (A, B):
        play(p, seat, "home G7")
        assert options(p, seat) == ["start H7", "start G8"]
        play(p, seat, "start H7")
    assert [where(p, seat) for seat in (A, B)] == ["H7", "H7"]
    assert [player.home for player in seen(p).players] == ["G7", "G7"]


@rule("RS-3.11")
def test_the_start_cell_is_a_blank_sea_cell_beside_the_port() -> None:
    for card in ("sea_serpent", "rogue_wave"):
        p = voyage()
        draw(p, A, card, "H7", 0)
        set_out(p)
        # G8 is all that is left, and not asked for
        play(p, A, "home G7")
        assert where(p, A) == "G8"
    p = set_out(voyage())
    play(p, A, "home G7")
    for wrong in ("G6", "H6", "H8", "F8", "I7"):
        assert refused(p, A, f"start {wrong}") == "RS-3.11"


@rule("RS-3.11")
def test_a_port_without_a_start_cell_cannot_be_home() -> None:
    p = voyage()
    draw(p, A, "sea_serpent", "H7", 0)
    draw(p, A, "white_whale", "G8", 0)
    set_out(p)
    assert "home G7" not in options(p, A)
    assert refused(p, A, "home G7") == "RS-3.11"
    assert "home G7" in options(p, B)


@rule("RS-3.11")
def test_a_start_cell_is_not_walled_in() -> None:
    p = voyage()
    draw(p, A, "leviathan", "C2", 1)
    draw(p, A, "sea_serpent", "B2", 1)
    draw(p, A, "white_whale", "B5", 0)
    set_out(p)
    # B4 is blank, but B3, C3, C4, C5 and B5 hold monsters
    assert refused(p, A, "home A4") == "RS-3.11"
    p = voyage()
    draw(p, A, "leviathan", "C2", 1)
    draw(p, A, "sea_serpent", "B2", 1)
    set_out(p)
    play(p, A, "home A4")
    assert where(p, A) == "B4"


@rule("RS-3.12")
def test_the_start_cell_begins_the_trail_and_the_home_port_is_not_told() -> None:
    p = start(2, "leviathan", "tempest")
    for seat in (A, B):
        play(p, seat, "home G7", "start H7")
    assert [player.trail for player in seen(p).players] == [("H7",), ("H7",)]
    assert [player.told for player in seen(p).players] == [(), ()]
    next_turn(p, "calm_05")
    play(p, A, "visit G7")
    assert (p.captains[A].renown, p.captains[A].story) == ([0], 1)


@rule("RS-3.12")
def test_telling_at_home_counts_like_anywhere_else() -> None:
    p = voyage()
    captain(p, A, story=4, told="L5", renown=(2,))
    act(p)
    play(p, A, "visit G7")
    assert p.captains[A].renown == [2, 4]
