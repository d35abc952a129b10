"""A game with an owner's own component file: corrected values work, faults are reported."""

from __future__ import annotations

import copy
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quarterdeck import games
from quarterdeck.games.salty_ocean.components import Components
from quarterdeck.kernel.componentfile import ComponentFile
from quarterdeck.kernel.errors import BadComponents
from quarterdeck.kernel.playout import playout
from quarterdeck.testing.faults import Place, places

SALTY = games.load("salty_ocean")
FILE = SALTY.folder / "components.toml"
TEXT = FILE.read_text(encoding="utf-8")
DATA: dict[str, Any] = tomllib.loads(TEXT)

PLACES = places(DATA)
KEYS = sorted({part for path in PLACES for part in path if isinstance(part, str)})
SCALARS = (
    st.integers()
    | st.integers(-30, 30)
    | st.booleans()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from([*KEYS, "rulebook", "none", "storm", "pirates"])
    | st.dates()
    | st.datetimes()
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
MUTATIONS = st.one_of(
    st.tuples(st.just("set"), st.sampled_from(PLACES), VALUES),
    st.tuples(st.just("drop"), st.sampled_from(PLACES), st.none()),
    st.tuples(st.just("add"), st.sampled_from(PLACES), VALUES),
    st.tuples(st.just("swap"), st.sampled_from(PLACES), st.sampled_from(PLACES)),
)


def holder(data: Any, path: Place) -> Any:
    for part in path[:-1]:
        data = data[part]
    return data


def mutate(data: Any, kind: str, path: Place, value: Any) -> None:
    try:
        around = holder(data, path)
        if kind == "set":
            around[path[-1]] = copy.deepcopy(value)
        elif kind == "drop":
            del around[path[-1]]
        elif kind == "add" and isinstance(around, dict):
            around["added"] = copy.deepcopy(value)
        elif kind == "add":
            around.append(copy.deepcopy(value))
        elif kind == "swap":
            other = copy.deepcopy(holder(data, value)[value[-1]])
            around[path[-1]] = other
    except (AttributeError, KeyError, IndexError, TypeError):
        pass  # an earlier mutation has taken this place away


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(MUTATIONS, min_size=1, max_size=3))
def test_any_change_works_or_is_reported(mutations: list[tuple[str, Place, Any]]) -> None:
    data = copy.deepcopy(DATA)
    for kind, path, value in mutations:
        mutate(data, kind, path, value)
    try:
        Components(ComponentFile(data, "mutated.toml"))
    except BadComponents as error:
        reported = error
    else:
        return
    assert reported.problems
    for problem in reported.problems:
        named = str(problem.arguments["path"])
        top = re.split(r"[.\[ ]", named, maxsplit=1)[0]
        assert named
        assert top in DATA or top in data or top == ""
    assert str(reported)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_reported(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.mktemp("components") / "any.toml"
    path.write_bytes(content)
    with pytest.raises(BadComponents) as caught:
        SALTY.with_components(path)
    assert caught.value.problems


def corrected(tmp_path: Path, old: str, new: str) -> Path:
    assert TEXT.count(old) >= 1
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    return path


def test_a_corrected_file_is_played_with(tmp_path: Path) -> None:
    mine = SALTY.with_components(corrected(tmp_path, "[10, 12, 14, 16]", "[11, 13, 15, 17]"))
    assert mine.id == SALTY.id
    assert mine.component_digest != SALTY.component_digest
    position = mine.start(4)
    position.deal(position.outcomes()[0][0])
    assert [line.points for line in mine.score_sheet(position) if line.id == "coins"] == [
        (11, 13, 15, 17)
    ]
    playout(position, 1)
    mine.check(position)


def test_the_game_of_the_house_is_not_changed(tmp_path: Path) -> None:
    before = SALTY.component_digest
    SALTY.with_components(corrected(tmp_path, "[10, 12, 14, 16]", "[11, 13, 15, 17]"))
    assert SALTY.component_digest == before


def test_comments_and_provenances_do_not_change_the_digest(tmp_path: Path) -> None:
    path = corrected(tmp_path, 'provenance = "reconstructed"', 'provenance = "public" # mine')
    assert SALTY.with_components(path).component_digest == SALTY.component_digest
    assert SALTY.with_components(FILE).component_digest == SALTY.component_digest


def test_a_faulty_file_names_every_fault(tmp_path: Path) -> None:
    path = corrected(tmp_path, "limit = 40", "limit = 1000\nlimits = 1")
    with pytest.raises(BadComponents) as caught:
        SALTY.with_components(path)
    assert caught.value.source == str(path)
    named = [problem.arguments["path"] for problem in caught.value.problems]
    assert named == ["money.limit", "money.limits"]
