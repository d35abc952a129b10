"""The picture of Rolling Seas: drawn in every phase, touchable where a choice is, discreet."""

from __future__ import annotations

from random import Random

import pytest

from quarterdeck import games, pictures
from quarterdeck.games.rolling_seas.names import CELL_NAMES
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.testing.boards import NAMES, Boards, parse_svg
from tests.rolling_seas.scenario import A, B, act, captain, draw, play, voyage

RULES = games.load("rolling_seas")
AMBUSHES = (("ambush", "true"), ("current_exit", "last"), ("map", "map_3"))
BOARDS = Boards(RULES, AMBUSHES, CELL_NAMES)
positions, drawn = BOARDS.positions, BOARDS.draw


# Well-formed


@pytest.mark.parametrize("seats", tuple(RULES.seats))
def test_every_viewer_gets_a_sound_picture_in_every_phase(seats: int) -> None:
    BOARDS.check_sound(seats, every=37)


def test_a_theme_has_final_colours() -> None:
    BOARDS.check_themes(voyage(seats=2))


def test_the_picture_stays_light() -> None:
    *_, last = positions(3, 1, every=10_000)
    assert len(drawn(last, A).encode()) < 120_000


# Spots


@pytest.mark.parametrize("seats", [1, 3, 6])
def test_every_spot_of_an_open_choice_is_on_the_board_or_a_cell(seats: int) -> None:
    BOARDS.check_spots(seats, every=13)


def test_pages_find_cells_where_the_large_chart_has_them() -> None:
    root = parse_svg(drawn(voyage(seats=1), A))
    left, top, side = (int(root.attrib[f"data-cell{end}"]) for end in ("-x", "-y", ""))
    chart = next(e for e in root.iter() if "data-large" in e.attrib)
    assert chart.attrib["transform"] == f"translate({left} {top})"
    edge = next(e for e in root.iter() if e.get("id") == "rs-edge")[0]
    assert (edge.attrib["width"], edge.attrib["height"]) == (str(19 * side), str(15 * side))


# Which chart is large


def large(svg: str) -> set[str]:
    """What stands where the page may show another captain."""
    return {
        element.attrib["href"]
        for element in parse_svg(svg).iter()
        if "data-focus-href" in element.attrib
    }


def test_everybody_sees_the_own_chart_large_and_a_way_to_all_others() -> None:
    p = voyage(seats=3)
    act(p, winds="e ne w", die=4)
    for viewer, shown in ((0, 0), (2, 2), (None, 0)):
        svg = drawn(p, viewer)
        assert large(svg) == {f"#rs-board-{shown}", f"#rs-sheet-{shown}"}
        ways = [e.attrib["data-focus"] for e in parse_svg(svg).iter() if "data-focus" in e.attrib]
        assert ways == ["0", "1", "2"]


def test_who_draws_on_anothers_chart_sees_it_large() -> None:
    for position in positions(3, 0, every=1):
        for seat in position.actors():
            drawing = RULES.view(position, seat).drawing
            if drawing is not None and drawing.board != seat:
                assert large(drawn(position, seat)) == {
                    f"#rs-board-{drawing.board}",
                    f"#rs-sheet-{drawing.board}",
                }
                return
    pytest.fail("nobody ever drew on another's chart")


# What is shown


def test_what_is_used_told_and_explored_shows() -> None:
    p = voyage(seats=1, cell="H7", home="G7")
    draw(p, A, "leviathan", "H8", 1)
    fresh = drawn(p, A)
    assert fresh.count('href="#rs-monster" x="420"') == 3
    assert 'href="#rs-told"' not in fresh
    captain(p, A, trail="H8", told="G7", explored="E7", renown=(4,))
    changed = drawn(p, A)
    assert changed.count('<g class="rs-used"><use href="#rs-monster"') == 1
    assert 'href="#rs-told" x="364" y="364"' in changed
    assert 'href="#rs-done" x="252" y="364"' in changed


# Secrets


def test_what_another_does_in_an_open_window_does_not_show() -> None:
    p = voyage(seats=2, cell="H7")
    act(p, winds="e ne w", die=4)
    before = {viewer: drawn(p, viewer) for viewer in (A, B, None)}
    play(p, B, "sail e", "step e")
    assert drawn(p, A) == before[A]
    assert drawn(p, None) == before[None]
    assert drawn(p, B) != before[B]


@pytest.mark.parametrize("seats", [2, 4])
def test_a_viewer_sees_the_same_picture_in_every_world_he_can_imagine(seats: int) -> None:
    random = Random(seats)
    for position in positions(seats, seats, every=41):
        for viewer in (0, None):
            world = RULES.imagine(position, viewer, random)
            assert pictures.board(
                RULES, RULES.view(world, viewer), Translator("en", NAMES)
            ) == pictures.board(RULES, RULES.view(position, viewer), Translator("en", NAMES))
