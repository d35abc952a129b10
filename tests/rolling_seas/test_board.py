"""The picture of Rolling Seas: drawn in every phase, touchable where a choice is, discreet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from xml.etree import ElementTree

import pytest

from quarterdeck import games, pictures
from quarterdeck.games.rolling_seas.names import CELL_NAMES
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import Choice
from tests.kit.walk import Case, walk
from tests.rolling_seas.scenario import A, B, act, captain, draw, play, voyage

RULES = games.load("rolling_seas")
NAMES = ("Anne", "Bruno", "Chloé", "Dirk", "Élise", "Farid")
AMBUSHES = (("ambush", "true"), ("current_exit", "last"), ("map", "map_3"))
OPTIONS: tuple[tuple[tuple[str, str], ...], ...] = ((), AMBUSHES)


def positions(seats: int, seed: int, every: int) -> Iterator[Position]:
    """Some positions of a random game, and always the last."""
    for moment in walk(Case(RULES, seats, OPTIONS[seed % 2], seed)):
        if (moment.ply % every == 0 and not moment.position.chance) or moment.move is None:
            yield moment.position


def open_choices(position: Position, seat: int | None) -> list[Choice]:
    if seat is None or seat not in position.actors():
        return []
    return [RULES.describe(position, seat, code) for code in position.legal(seat)]


def drawn(position: Position, viewer: int | None, language: str = "en", theme: str = "auto") -> str:
    translator = Translator(language, NAMES[: position.seats])
    return pictures.board(RULES, RULES.view(position, viewer), translator, theme)


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)  # noqa: S314 - our own picture


def spots(svg: str) -> dict[str, set[str]]:
    """The classes of every spot."""
    return {
        element.attrib["data-spot"]: set(element.attrib["class"].split())
        for element in parsed(svg).iter()
        if "data-spot" in element.attrib
    }


@cache
def styled() -> set[str]:
    return set(re.findall(r"\.([a-z][a-z0-9-]*)", pictures.stylesheet(RULES)))


# Well-formed


@pytest.mark.parametrize("seats", tuple(RULES.seats))
def test_every_viewer_gets_a_sound_picture_in_every_phase(seats: int) -> None:
    for seed in range(2):
        for number, position in enumerate(positions(seats, seed, every=37)):
            viewer = (*range(seats), None)[number % (seats + 1)]
            svg = drawn(position, viewer, ("en", "fr")[number % 2])
            root = parsed(svg)
            ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
            assert len(ids) == len(set(ids))
            assert set(re.findall(r' href="#([^"]+)"', svg)) <= set(ids)
            used = {name for element in root.iter() for name in element.get("class", "").split()}
            assert used <= styled()
            assert "rs." not in re.sub(r"<style>.*?</style>", "", svg, flags=re.DOTALL)


def test_a_theme_has_final_colours() -> None:
    position = voyage(seats=2)
    light, dark = (drawn(position, A, theme=theme) for theme in ("light", "dark"))
    assert light != dark
    assert "var(" not in light + dark


def test_the_picture_stays_light() -> None:
    *_, last = positions(3, 1, every=10_000)
    assert len(drawn(last, A).encode()) < 120_000


# Spots


@pytest.mark.parametrize("seats", [1, 3, 6])
def test_every_spot_of_an_open_choice_is_on_the_board_or_a_cell(seats: int) -> None:
    """The page makes spots on cells itself, where they are open: see `data-cell`."""
    for seed in range(2):
        for position in positions(seats, seed, every=13):
            for seat in position.actors()[:1]:
                wanted = {spot for each in open_choices(position, seat) for spot in each.spots}
                found = spots(drawn(position, seat))
                cells = {f"cell-{name}" for name in CELL_NAMES}
                assert wanted <= found.keys() | cells
                assert not cells & found.keys()
                assert all(classes == {"spot"} for classes in found.values())


# Which chart is large


def large(svg: str) -> set[str]:
    """What stands where the page may show another captain."""
    return {
        element.attrib["href"]
        for element in parsed(svg).iter()
        if "data-focus-href" in element.attrib
    }


def test_everybody_sees_the_own_chart_large_and_a_way_to_all_others() -> None:
    p = voyage(seats=3)
    act(p, winds="e ne w", die=4)
    for viewer, shown in ((0, 0), (2, 2), (None, 0)):
        svg = drawn(p, viewer)
        assert large(svg) == {f"#rs-board-{shown}", f"#rs-sheet-{shown}"}
        ways = [e.attrib["data-focus"] for e in parsed(svg).iter() if "data-focus" in e.attrib]
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
