"""The picture of Saltfjord: drawn in every phase, touchable where a choice is, discreet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from xml.etree import ElementTree

import pytest

from quarterdeck import games, pictures
from quarterdeck.games.saltfjord.names import CELL_NAMES, STACKS, TAVERNS, TRACKS
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import Choice, Gesture
from tests.kit.walk import Case, walk

RULES = games.load("saltfjord")
NAMES = ("Anne", "Bruno", "Chloé", "Dirk")
EVERYTHING = (("carts", "true"), ("manual_conversions", "true"), ("village_side", "named"))
OPTIONS: tuple[tuple[tuple[str, str], ...], ...] = ((), EVERYTHING)


def positions(seats: int, seed: int, every: int) -> Iterator[Position]:
    """Some positions of a random game, and always the last."""
    for moment in walk(Case(RULES, seats, OPTIONS[seed % 2], seed)):
        if (moment.ply % every == 0 and not moment.position.chance) or moment.move is None:
            yield moment.position


def first(seats: int, step: str, options: tuple[tuple[str, str], ...] = ()) -> Position:
    """The first position of random games in which this step asks somebody."""
    for seed in range(20):
        for moment in walk(Case(RULES, seats, options, seed)):
            position = moment.position
            if position.actors() and type(position.stack[-1]).__name__ == step:
                return position
    pytest.fail(f"{step} was never asked")


def open_choices(position: Position, seat: int | None) -> list[Choice]:
    if seat is None or seat not in position.actors():
        return []
    return [RULES.describe(position, seat, code) for code in position.legal(seat)]


def drawn(position: Position, viewer: int | None, language: str = "en", theme: str = "auto") -> str:
    translator = Translator(language, NAMES[: position.seats])
    choices = open_choices(position, viewer)
    return pictures.board(RULES, RULES.view(position, viewer), translator, choices, theme)


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
            assert "sf." not in re.sub(r"<style>.*?</style>", "", svg, flags=re.DOTALL)


def test_a_theme_has_final_colours() -> None:
    position = first(2, "MainAction")
    light, dark = (drawn(position, 0, theme=theme) for theme in ("light", "dark"))
    assert light != dark
    assert "var(" not in light + dark


def test_the_picture_stays_light() -> None:
    *_, last = positions(4, 1, every=10_000)
    assert len(drawn(last, 0).encode()) < 150_000


# Spots


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_every_spot_of_an_open_choice_is_open_and_no_other(seats: int) -> None:
    for seed in range(2):
        for position in positions(seats, seed, every=7):
            for seat in position.actors():
                wanted = {spot for each in open_choices(position, seat) for spot in each.spots}
                found = spots(drawn(position, seat))
                assert {name for name, classes in found.items() if "open" in classes} == wanted
                assert {name for name in found if name.startswith("cell-")} <= wanted


@pytest.mark.parametrize("seats", [1, 3])
def test_gestures_point_at_what_is_drawn(seats: int) -> None:
    for seed in range(2):
        for position in positions(seats, seed, every=11):
            for seat in position.actors():
                gestures = RULES.gestures(position, seat)
                said: list[Choice | Gesture] = [*open_choices(position, seat), *gestures]
                svg = pictures.board(
                    RULES, RULES.view(position, seat), Translator("en", NAMES), said
                )
                assert {gesture.spot for gesture in gestures} <= set(spots(svg))


def test_the_main_board_can_be_touched_all_over() -> None:
    found = set(spots(drawn(first(2, "MainAction"), 0)))
    for kind, names in (("stack", STACKS), ("tavern", TAVERNS), ("track", TRACKS)):
        assert {f"{kind}-{name}" for name in names} <= found
    assert {f"tokens-{zone}-{kind}" for zone in range(1, 5) for kind in range(1, 4)} <= found
    assert {f"line-{colour}-{n}" for colour in ("white", "orange") for n in range(1, 7)} <= found


def test_a_spot_lies_on_its_cell() -> None:
    position = first(2, "PlaceStartBuilding")
    root = parsed(drawn(position, position.actors()[0]))
    left, top, side = (int(root.attrib[f"data-cell{end}"]) for end in ("-x", "-y", ""))
    hits = {
        e.attrib["data-spot"]: next(child for child in e if child.get("class") == "hit")
        for e in root.iter()
        if e.get("data-spot", "").startswith("cell-")
    }
    assert set(hits) == {f"cell-{name}" for name in ("r3c3", "r3c4", "r4c3", "r4c4")}
    for name, hit in hits.items():
        middle = [
            float(hit.attrib[at]) + float(hit.attrib[to]) / 2
            for at, to in (("x", "width"), ("y", "height"))
        ]
        row, column = divmod(CELL_NAMES.index(name.removeprefix("cell-")), 6)
        assert middle == [left + side * (column + 0.5), top + side * (row + 0.5)]


def test_the_pieces_of_a_tile_stand_ready_for_its_ghost() -> None:
    position = first(2, "PlaceTile")
    seat = position.actors()[0]
    icons = RULES.view(position, seat).placing.tile.icons
    root = parsed(drawn(position, seat))
    ids = {e.attrib["id"]: e for e in root.iter() if "id" in e.attrib}
    ready = ids["ghost"].attrib["data-piece"]
    assert [f"{ready}{n}" in ids for n in range(4)] == [n < len(icons) for n in range(4)]
    assert "data-piece" not in drawn(position, 1 - seat)


# Which village is large


def large(svg: str) -> set[str]:
    """What stands where the page may show another player."""
    return {e.attrib["href"] for e in parsed(svg).iter() if "data-focus-href" in e.attrib}


def test_everybody_sees_the_own_village_large_and_a_way_to_all_others() -> None:
    position = first(3, "MainAction")
    for viewer, shown in ((0, 0), (2, 2), (None, 0)):
        svg = drawn(position, viewer)
        assert large(svg) == {f"#sf-village-{shown}", f"#sf-sheet-{shown}"}
        ways = [e.attrib["data-focus"] for e in parsed(svg).iter() if "data-focus" in e.attrib]
        assert ways == ["0", "1", "2"]


# What is shown


def test_alone_the_dice_lie_on_the_taverns() -> None:
    position = first(1, "MainAction")
    found = spots(drawn(position, 0))
    dice = {name for name in found if name.startswith("die-")}
    assert dice
    assert all(name.split("-")[2] in TAVERNS for name in dice)
    assert all("open" in found[name] for name in dice)


def test_starting_sets_show_while_somebody_chooses() -> None:
    position = first(2, "ChooseSet")
    assert {f"set-{n}" for n in range(1, 5)} <= set(spots(drawn(position, 0)))
    assert "set-1" not in spots(drawn(first(2, "MainAction"), 0))


# Secrets


def test_only_who_looks_at_two_tokens_sees_them() -> None:
    position = first(2, "KeepToken")
    seat = position.actors()[0]
    assert any(name.startswith("look-") for name in spots(drawn(position, seat)))
    for viewer in (1 - seat, None):
        assert not any(name.startswith("look-") for name in spots(drawn(position, viewer)))


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
