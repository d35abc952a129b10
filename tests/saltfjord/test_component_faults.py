"""Component files with faults: every one is reported with its path; a sound one is played with."""

from __future__ import annotations

import copy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quarterdeck import games
from quarterdeck.games.saltfjord.components import Components
from quarterdeck.kernel.errors import BadComponents
from quarterdeck.kernel.playout import playout
from quarterdeck.testing.faults import Faults, Place
from tests.saltfjord.test_component_fuzz import Mutated, play_out

SALTFJORD = games.load("saltfjord")
FAULTS = Faults(SALTFJORD, Components)
DATA = FAULTS.data
problems, reported, changed = FAULTS.problems, FAULTS.reported, FAULTS.changed


def test_the_file_itself_has_no_fault() -> None:
    assert problems(DATA) == []


def test_what_is_missing_is_reported() -> None:
    assert len(FAULTS.keys) > 100
    assert FAULTS.silent_when_missing() == []


def test_a_number_of_another_kind_or_size_is_reported() -> None:
    assert len(FAULTS.numbers) > 60
    assert FAULTS.silent_when_wrong() == []


@pytest.mark.parametrize(
    ("place", "value", "path"),
    [
        (("village", "furuvik", "rows", 0), "wood . . . .", "village.furuvik.rows[0]"),
        (("village", "furuvik", "rows", 0), "wood . . cow . .", "village.furuvik.rows[0]"),
        (("village", "furuvik", "rows", 0), "wood . . walk_cow1 . .", "village.furuvik.rows[0]"),
        (("village", "furuvik", "rows", 2), ". order wood * . .", "village.furuvik.rows[2]"),
        (("village", "furuvik", "rows", 2), ". order . . . .", "village.furuvik.rows[2]"),
        (("village", "furuvik", "rows", 0), "wood * . . . .", "village.furuvik.rows[0]"),
        (("tile", 6, "cells"), "wood", "tile[6].cells"),
        (("tile", 6, "cells"), "wood .", "tile[6].cells"),
        (("tile", 6, "cells"), "wood *", "tile[6].cells"),
        (("tile", 6, "cells"), "wood fish3", "tile[6].cells"),
        (("tile", 6, "cells"), "wood walk_fish", "tile[6].cells"),
        (("tile", 6, "shape"), "square", "tile[6].shape"),
        (("tile", 6, "id"), "d02", "tile[6].id"),
        (("start_building", 0, "cells"), "pulp", "start_building[0].cells"),
        (("shape", "domino", "right"), [0, 1, 2], "shape.domino.right"),
        (("track", "craft"), ["wool", "cloth", "cloth", "fish"], "track.craft[3]"),
        (("track", "craft"), ["wool", "cloth", "cloth"], "track.craft"),
        (("crate", 0, "cost"), [0, 0, 0, 0, 1, 1, 1], "crate[0].cost"),
        (("crate", 0, "cost", 4), 8, "crate[0].cost[4]"),
        (("solo", "medals"), [100, 120, 140, 180, 160], "solo.medals"),
        (("fjord", "points"), [0, 1, 3, 2, 8], "fjord.points"),
        (("storage", "upgrade_fish"), 7, "storage.upgrade_fish"),
        (("ability", "smokehouse_off"), 3, "ability.smokehouse_off"),
        (("dice", "white", 0), 5, "dice.white[0]"),
        (("dice", "orange_3", 0), 5, "dice.orange_3[0]"),
        (("crates", "stack"), 10, "crates.stack"),
        (("tile", 0, "provenance"), "hearsay", "tile[0].shape"),
        # What could not be played
        (("shape", "domino", "right"), [0, 0], "shape.domino"),
        (("shape", "straight3", "right"), [0, 1, 0], "shape.straight3"),
        (("shape", "straight3", "right"), [0, 2, 2], "shape.straight3"),
        (("shape", "corner3", "down"), [0, 2, 2], "shape.corner3"),
        (("shape", "single", "right"), [1], "shape.single.right[0]"),
        (("shape", "corner3", "down"), [1, 2, 2], "shape.corner3"),
        (
            ("village", "side_a", "rows", 2),
            "fish2 wood * * wood walk_points3",
            "village.side_a.rows",
        ),
        (("storage", "upgrade_fish"), 0, "storage.upgrade_fish"),
        (("storage", "sells_for", 4), 4, "storage.sells_for[4]"),
        (("storage", "sells_for", 0), 8, "storage.sells_for[0]"),
        (("crate", 0, "cost"), [2, 1, 1, 1, 1, 0, 0, 7], "crate[0].cost"),
        (("building", "large"), [0, 3, 0, 0, 3, 0, 0, 0], "building.large"),
        (("score_tile", "rows"), 0, "score_tile.rows"),
        (("solo", "threshold"), 0, "solo.threshold"),
        (("dice", "white_limit"), 4, "dice.white_limit"),
        (("dice", "orange_2", 1), 1, "dice.orange_2[1]"),
        (("tile", 6, "cells"), "wood walk_fish0", "tile[6].cells"),
        (("tile", 6, "cells"), "wood walk_fish1_fish2", "tile[6].cells"),
        (("tile", 6, "cells"), "wood walk_upgrade10", "tile[6].cells"),
        (("fjord", "plain_spaces"), 4, "fjord.plain_spaces"),
    ],
)
def test_a_fault_is_reported_with_its_path(place: Place, value: Any, path: str) -> None:
    assert path in reported(changed(place, value))


@pytest.mark.parametrize(
    ("place", "value", "path", "found", "wanted"),
    [
        (("stacks", "domino"), [10, 9], "stacks.domino", 19, 20),
        (("stacks", "single"), [3, 4], "stacks.single", 7, 6),
        (("fjord", "type_2"), [6, 5, 4, 4], "fjord.type_2", 19, 18),
        (("token", 0, "count"), 7, "fjord.type_1", 30, 29),
    ],
)
def test_wrong_sums_are_reported(
    place: Place, value: Any, path: str, found: int, wanted: int
) -> None:
    said = problems(changed(place, value))
    assert [problem.arguments for problem in said] == [
        {"path": path, "found": found, "wanted": wanted}
    ]


def test_missing_and_unknown_entries_are_reported() -> None:
    data = copy.deepcopy(DATA)
    del data["crate"][10]
    assert "crate" in reported(data)
    data = copy.deepcopy(DATA)
    data["ability"]["barter_fish"] = 1
    assert reported(data) == ["ability.barter_fish"]


SCALARS = (
    st.integers()
    | st.integers(-30, 30)
    | st.booleans()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["rulebook", "wood", "walk_fish2", "corner3", ". . * * . .", "d01"])
)
CHANGES = st.lists(
    st.tuples(st.sampled_from(FAULTS.places), st.none() | SCALARS | st.lists(SCALARS, max_size=4)),
    min_size=1,
    max_size=3,
)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(CHANGES)
def test_any_change_works_or_is_reported(changes: list[tuple[Place, Any]]) -> None:
    FAULTS.check_changes(changes)


# An owner's own file


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("sells_for = [4, 3, 3, 3, 2, 2, 2]", "sells_for = [5, 2, 3, 4, 1, 2, 3]"),
        ('"fish2 . . . walk_gold1 ."', '"gold . wool . walk_points9 ."'),
        ("domino = [10, 10]", "domino = [12, 8]"),
        ("large = [0, 1, 0, 0, 1, 0, 0, 0]", "large = [0, 2, 0, 0, 2, 1, 0, 0]"),
        ("smokehouse_off = 1", "smokehouse_off = 2"),
        ("plain_spaces = 3", "plain_spaces = 2"),
        ('cells = "planks walk_fish2"', 'cells = "planks walk_fish12_points1"'),
        ("down = [0, 1, 1]\nright = [0, 0, 1]", "down = [0, 0, 1]\nright = [0, 1, 0]"),
    ],
)
def test_a_corrected_file_is_played_with(tmp_path: Path, old: str, new: str) -> None:
    mine = SALTFJORD.with_components(FAULTS.corrected(tmp_path, old, new))
    assert mine.component_digest != SALTFJORD.component_digest
    position = mine.start(2)
    playout(position, 1)
    assert position.finished
    mine.check(position)


def test_other_numbers_of_tiles_and_kinds_of_tokens_are_played_with() -> None:
    """How the 66 tiles fall into shapes and which tokens there are is only reconstructed."""
    data = copy.deepcopy(DATA)
    data["tile"][25] |= {"shape": "straight3", "cells": "wood wool walk_points12"}
    data["stacks"] |= {"domino": [10, 9], "straight3": [8, 13]}
    data["token"][0]["count"] = 0
    data["token"][5] |= {"count": 13, "goods": [1, 0, 0, 0, 0, 0, 0, 0]}
    mine = Mutated(data)
    for seed in range(3):
        play_out(mine, 1 + seed, {}, Random(seed))


def test_set_up_fishing_with_no_token_to_take() -> None:
    """The boat advances without one (SF-11.7)."""
    data = copy.deepcopy(DATA)
    data["fjord"]["type_1"] = [0, 10, 10, 10]
    for number in range(4):
        data["start_resources"][number]["fishing"] = 1
    mine = Mutated(data)
    play_out(mine, 4, {}, Random(1))


def test_provenances_do_not_change_the_digest(tmp_path: Path) -> None:
    path = FAULTS.corrected(tmp_path, 'provenance = "reconstructed"', 'provenance = "public"')
    assert SALTFJORD.with_components(path).component_digest == SALTFJORD.component_digest


def test_a_faulty_file_names_every_fault(tmp_path: Path) -> None:
    path = FAULTS.corrected(tmp_path, "white_limit = 3\n", "white_limit = 99\nblack_limit = 1\n")
    with pytest.raises(BadComponents) as caught:
        SALTFJORD.with_components(path)
    assert caught.value.source == str(path)
    paths = [problem.arguments["path"] for problem in caught.value.problems]
    assert paths == ["dice.white_limit", "dice.black_limit"]
