"""The picture of Saltfjord: drawn in every phase, touchable where a choice is, discreet."""

from __future__ import annotations

from random import Random

import pytest

from quarterdeck import games, pictures
from quarterdeck.games.saltfjord.names import CELL_NAMES, STACKS, TAVERNS, TRACKS
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.testing.boards import NAMES, Boards, find_spots, parse_svg, read_texts

RULES = games.load("saltfjord")
EVERYTHING = (("carts", "true"), ("manual_conversions", "true"), ("village_side", "named"))
BOARDS = Boards(RULES, EVERYTHING, CELL_NAMES)
positions, first, drawn = BOARDS.positions, BOARDS.first, BOARDS.draw


# Well-formed


@pytest.mark.parametrize("seats", tuple(RULES.seats))
def test_every_viewer_gets_a_sound_picture_in_every_phase(seats: int) -> None:
    BOARDS.check_sound(seats, every=37)


def test_a_theme_has_final_colours() -> None:
    BOARDS.check_themes(first(2, "MainAction"))


def test_the_picture_stays_light() -> None:
    *_, last = positions(4, 1, every=10_000)
    assert len(drawn(last, 0).encode()) < 154_000


# Spots


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_every_spot_of_an_open_choice_is_on_the_board_or_a_cell(seats: int) -> None:
    BOARDS.check_spots(seats, every=7)


@pytest.mark.parametrize("seats", [1, 3])
def test_gestures_point_at_what_is_drawn_or_a_cell(seats: int) -> None:
    for seed in range(2):
        for position in positions(seats, seed, every=11):
            for seat in position.actors():
                pointed = {gesture.spot for gesture in RULES.gestures(position, seat)}
                assert pointed <= find_spots(drawn(position, seat)).keys() | BOARDS.cells


def test_the_main_board_can_be_touched_all_over() -> None:
    found = set(find_spots(drawn(first(2, "MainAction"), 0)))
    for kind, names in (("stack", STACKS), ("tavern", TAVERNS), ("track", TRACKS)):
        assert {f"{kind}-{name}" for name in names} <= found
    assert {f"tokens-{zone}-{kind}" for zone in range(1, 5) for kind in range(1, 4)} <= found
    assert {f"line-{colour}-{n}" for colour in ("white", "orange") for n in range(1, 7)} <= found


def test_pages_find_cells_where_the_large_village_has_them() -> None:
    root = parse_svg(drawn(first(2, "MainAction"), 0))
    left, top, side = (int(root.attrib[f"data-cell{end}"]) for end in ("-x", "-y", ""))
    village = next(e for e in root.iter() if "data-large" in e.attrib)
    assert village.attrib["transform"] == f"translate({left} {top})"
    frame = next(e for e in village if e.get("class") == "sf-frame")
    assert (frame.attrib["width"], frame.attrib["height"]) == (str(6 * side), str(6 * side))


def test_the_pieces_of_a_tile_stand_ready_for_its_ghost() -> None:
    position = first(2, "PlaceTile")
    seat = position.actors()[0]
    icons = RULES.view(position, seat).placing.tile.icons
    root = parse_svg(drawn(position, seat))
    ids = {e.attrib["id"]: e for e in root.iter() if "id" in e.attrib}
    ready = ids["ghost"].attrib["data-piece"]
    assert [f"{ready}{n}" in ids for n in range(4)] == [n < len(icons) for n in range(4)]
    assert "data-piece" not in drawn(position, 1 - seat)


# Which village is large


def large(svg: str) -> set[str]:
    """What stands where the page may show another player."""
    return {e.attrib["href"] for e in parse_svg(svg).iter() if "data-focus-href" in e.attrib}


def test_everybody_sees_the_own_village_large_and_a_way_to_all_others() -> None:
    position = first(3, "MainAction")
    for viewer, shown in ((0, 0), (2, 2), (None, 0)):
        svg = drawn(position, viewer)
        assert large(svg) == {f"#sf-village-{shown}", f"#sf-sheet-{shown}"}
        ways = [e.attrib["data-focus"] for e in parse_svg(svg).iter() if "data-focus" in e.attrib]
        assert ways == ["0", "1", "2"]


# What is shown


def test_alone_the_dice_lie_on_the_taverns() -> None:
    position = first(1, "MainAction")
    found = find_spots(drawn(position, 0))
    dice = {name for name in found if name.startswith("die-")}
    assert dice
    assert all(name.split("-")[2] in TAVERNS for name in dice)
    open_to_her = {spot for choice in BOARDS.choices(position, 0) for spot in choice.spots}
    assert dice <= open_to_her


def test_alone_the_points_of_the_medals_are_in_sight() -> None:
    position = first(1, "MainAction")
    said = read_texts(drawn(position, 0))
    for medal in ("bronze 100", "silver 120", "gold 140", "platinum 160", "palladium 180"):
        assert medal in said
    assert "bronze" not in read_texts(drawn(first(2, "MainAction"), 0))


def test_starting_sets_show_while_somebody_chooses() -> None:
    position = first(2, "ChooseSet")
    assert {f"set-{n}" for n in range(1, 5)} <= set(find_spots(drawn(position, 0)))
    assert "set-1" not in find_spots(drawn(first(2, "MainAction"), 0))


# Secrets


def test_only_who_looks_at_two_tokens_sees_them() -> None:
    position = first(2, "KeepToken")
    seat = position.actors()[0]
    assert any(name.startswith("look-") for name in find_spots(drawn(position, seat)))
    for viewer in (1 - seat, None):
        assert not any(name.startswith("look-") for name in find_spots(drawn(position, viewer)))


@pytest.mark.parametrize("seats", [2, 4])
def test_a_viewer_sees_the_same_picture_in_every_world_he_can_imagine(seats: int) -> None:
    random = Random(seats)
    say = Translator("en", NAMES)
    for position in positions(seats, seats, every=41):
        for viewer in (0, None):
            world = RULES.imagine(position, viewer, random)
            assert pictures.board(RULES, RULES.view(world, viewer), say) == pictures.board(
                RULES, RULES.view(position, viewer), say
            )
