"""Faults of a component file are reported with their place; an owner's own file is played with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quarterdeck import games
from quarterdeck.games.rolling_seas.components import Components
from quarterdeck.kernel.componentfile import ComponentFile
from quarterdeck.kernel.errors import BadComponents
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.playout import playout
from quarterdeck.testing import rule
from quarterdeck.testing.faults import Faults, Place

ROLLING = games.load("rolling_seas")
FAULTS = Faults(ROLLING, Components)
reported, changed = FAULTS.reported, FAULTS.changed


def uses(card: int, shape: str) -> bool:
    return bool(FAULTS.data["adventure"][card]["shape"] == shape)


def test_what_is_missing_is_reported() -> None:
    assert len(FAULTS.keys) > 150
    # Shapes may be left out; cards that use them are reported
    silent = FAULTS.silent_when_missing()
    assert {place[0] for place in silent} == {"shape"}
    assert {len(place) for place in silent} == {2}
    for place in silent:
        users = [f"adventure[{n}].shape" for n in range(24) if uses(n, str(place[1]))]
        assert users
        assert set(users) <= set(reported(changed(place, None)))


def test_a_number_of_another_kind_or_size_is_reported() -> None:
    assert len(FAULTS.numbers) > 100
    assert FAULTS.silent_when_wrong() == []


@pytest.mark.parametrize(
    ("place", "value", "path"),
    [
        (("solo", "titles"), [75, 125, 120, 175, 200, 225, 250], "solo.titles"),
        (("monoliths", "treasure"), [15, 5, 10], "monoliths.treasure"),
        (("compass", "cost"), [1, 2, 3, 5, 4], "compass.cost"),
        (("compass", "cost"), [1, 2, 3], "compass.cost"),
        (("adventure", 0, "shape"), "cur_line3", "adventure[0].shape"),
        (("adventure", 12, "shape"), "line3", "adventure[12].shape"),
        (("adventure", 0, "type"), "ambush", "adventure[0].type"),
        (("adventure", 25, "type"), "peril", "adventure[25].type"),
        (("adventure", 3, "column"), "T", "adventure[3].column"),
        (("adventure", 18, "pass"), "up", "adventure[18].pass"),
        (("adventure", 18, "axis"), "line", "adventure[18].axis"),
        (("adventure", 25, "row"), 3, "adventure[25].row"),
        (("calm", 4, "id"), "calm_06", "calm[4].id"),
        (("story", "bonus", 2), "hold", "story.bonus[2]"),
        (("shape", "line2", "south"), [0], "shape.line2.south"),
        (("map", "map_2", "rows", 3), "#...##..X........#", "map.map_2.rows[3]"),
        (("map", "map_2", "rows", 3), "#...##..Y.........#", "map.map_2.rows[3]"),
        (("port", "anchor"), 3, "port.anchor"),
        (("ship", 1, "provenance"), "hearsay", "ship[1].movement"),
        (("gold", "provenance"), {"default": "public", "box": "public"}, "gold.provenance.box"),
    ],
)
def test_a_fault_is_reported_with_its_path(place: Place, value: Any, path: str) -> None:
    assert path in reported(changed(place, value))


@rule("RS-18.1", "RS-18.2", "RS-18.3")
@pytest.mark.parametrize(
    ("row", "line", "why"),
    [
        (0, "..................#", "RS-18.1"),
        (2, "#..#.....s....##..P", "RS-18.1"),
        (3, "#.....X.......g...#", "RS-18.1"),
        (2, "###################", "RS-18.2"),
    ],
)
def test_a_board_that_cannot_be_played_is_reported(row: int, line: str, why: str) -> None:
    with pytest.raises(BadComponents) as caught:
        Components(ComponentFile(changed(("map", "map_1", "rows", row), line), "mutated.toml"))
    problems = caught.value.problems
    assert {problem.arguments["path"] for problem in problems} == {"map.map_1.rows"}
    faults = [problem.arguments["why"] for problem in problems]
    assert why in {fault.arguments["rule"] for fault in faults if isinstance(fault, Message)}


SCALARS = (
    st.integers()
    | st.integers(-30, 30)
    | st.booleans()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["rulebook", "star", "full_hold", "left", "row", "J", "cur_zig4"])
)
CHANGES = st.lists(
    st.tuples(st.sampled_from(FAULTS.places), st.none() | SCALARS | st.lists(SCALARS, max_size=4)),
    min_size=1,
    max_size=3,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(CHANGES)
def test_any_change_works_or_is_reported(changes: list[tuple[Place, Any]]) -> None:
    FAULTS.check_changes(changes)


# An owner's own file


def test_a_corrected_file_is_played_with(tmp_path: Path) -> None:
    path = FAULTS.corrected(tmp_path, "unmet_pirates = -5", "unmet_pirates = -7")
    mine = ROLLING.with_components(path)
    assert mine.component_digest != ROLLING.component_digest
    position = mine.start(2)
    (points,) = [line.points for line in mine.score_sheet(position) if line.id == "pirates"]
    assert points == (-28, -28)
    playout(position, 1)
    mine.check(position)
    (points,) = [
        line.points for line in ROLLING.score_sheet(ROLLING.start(2)) if line.id == "pirates"
    ]
    assert points == (-20, -20)


def test_provenances_do_not_change_the_digest(tmp_path: Path) -> None:
    path = FAULTS.corrected(tmp_path, 'provenance = "reconstructed"', 'provenance = "public"')
    assert ROLLING.with_components(path).component_digest == ROLLING.component_digest


def test_a_faulty_file_names_every_fault(tmp_path: Path) -> None:
    path = FAULTS.corrected(tmp_path, "fill = 1\n", "fill = 100\nfills = 1\n")
    with pytest.raises(BadComponents) as caught:
        ROLLING.with_components(path)
    assert caught.value.source == str(path)
    assert [p.arguments["path"] for p in caught.value.problems] == ["port.fill", "port.fills"]
