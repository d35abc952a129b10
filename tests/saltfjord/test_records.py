"""The recorded games: each replays to its result and takes the branch it claims to take."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from quarterdeck import record
from quarterdeck.games.saltfjord.names import ABILITIES, SCORE_TILES
from quarterdeck.games.saltfjord.steps import STEPS
from quarterdeck.kernel.position import ChanceStep, Phase
from quarterdeck.record.jsonl import lines
from tests.fixtures.harbours import (
    FOLDER,
    HARBOURS,
    RULES,
    Harbour,
    Tale,
    scores,
    used_abilities,
)
from tests.kit.records import check_plies, check_result, leave_and_go_on

DECISIONS = sorted(name for name, step in STEPS.items() if not issubclass(step, ChanceStep | Phase))


@cache
def tale(name: str) -> Tale:
    return Tale(FOLDER / f"{name}.jsonl")


@cache
def asked_by(step: str) -> tuple[str, int]:
    """A recorded game and the ply at which this kind of step waits for a choice."""
    for harbour in HARBOURS:
        for ply, scene in enumerate(tale(harbour.name).scenes):
            if type(scene.step).__name__ == step:
                return harbour.name, ply
    raise AssertionError(f"no recorded game asks for {step}")


def test_every_harbour_is_recorded_and_every_record_has_a_harbour() -> None:
    assert sorted(FOLDER.glob("*.jsonl")) == sorted(harbour.file for harbour in HARBOURS)


@pytest.mark.parametrize("harbour", HARBOURS, ids=lambda harbour: harbour.name)
def test_the_record_replays_to_its_result(harbour: Harbour) -> None:
    found = tale(harbour.name).record
    assert found.header.seats == harbour.seats
    chosen = found.header.options
    for option, value in harbour.options:
        assert chosen[option] == value
    check_result(found, RULES)


@pytest.mark.parametrize("harbour", HARBOURS, ids=lambda harbour: harbour.name)
def test_the_game_takes_the_branch_it_claims(harbour: Harbour) -> None:
    assert harbour.claim(tale(harbour.name))


@pytest.mark.parametrize("harbour", HARBOURS, ids=lambda harbour: harbour.name)
def test_every_ply_can_be_reached_and_is_sound(harbour: Harbour) -> None:
    check_plies(tale(harbour.name).record, RULES)


@pytest.mark.parametrize("harbour", HARBOURS, ids=lambda harbour: harbour.name)
def test_the_record_is_written_as_it_was_read(harbour: Harbour) -> None:
    found = tale(harbour.name)
    assert record.parse("".join(lines(found.record))) == found.record
    assert [line.rstrip("\n") for line in lines(found.record)] == found.lines


def test_every_number_of_players_and_every_option_value_is_recorded() -> None:
    headers = [tale(harbour.name).record.header for harbour in HARBOURS]
    assert {header.seats for header in headers} == set(RULES.seats)
    for option in RULES.options:
        assert {header.options[option.id] for header in headers} == set(option.values)


def test_every_ability_and_every_score_tile_is_recorded() -> None:
    tales = [tale(harbour.name) for harbour in HARBOURS]
    assert set().union(*(used_abilities(each) for each in tales)) == set(ABILITIES)
    for tile in SCORE_TILES:
        assert any(scores(tile)(each) for each in tales), tile


@pytest.mark.parametrize("step", DECISIONS)
def test_a_game_left_inside_any_step_goes_on_to_the_same_end(step: str, tmp_path: Path) -> None:
    name, ply = asked_by(step)
    leave_and_go_on(tale(name).record, RULES, ply, tmp_path / "left.jsonl")
