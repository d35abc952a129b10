"""The recorded games: each replays to its result and takes the branch it claims to take."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from quarterdeck import record
from quarterdeck.games.rolling_seas.steps import STEPS
from quarterdeck.kernel.position import ChanceStep, Phase
from quarterdeck.record.jsonl import lines
from tests.fixtures.voyages import FOLDER, RULES, VOYAGES, Tale, Voyage
from tests.kit.records import check_plies, check_result, leave_and_go_on

DECISIONS = sorted(name for name, step in STEPS.items() if not issubclass(step, ChanceStep | Phase))


@cache
def tale(name: str) -> Tale:
    return Tale(FOLDER / f"{name}.jsonl")


@cache
def asked_by(step: str) -> tuple[str, int]:
    """A recorded game and the ply at which this kind of step waits for a choice."""
    for voyage in VOYAGES:
        for ply, scene in enumerate(tale(voyage.name).scenes):
            if type(scene.step).__name__ == step:
                return voyage.name, ply
    raise AssertionError(f"no recorded game asks for {step}")


def test_every_voyage_is_recorded_and_every_record_has_a_voyage() -> None:
    assert sorted(FOLDER.glob("*.jsonl")) == sorted(voyage.file for voyage in VOYAGES)


@pytest.mark.parametrize("voyage", VOYAGES, ids=lambda voyage: voyage.name)
def test_the_record_replays_to_its_result(voyage: Voyage) -> None:
    found = tale(voyage.name).record
    assert found.header.seats == voyage.seats
    chosen = found.header.options
    for option, value in voyage.options:
        assert chosen[option] == value or chosen[option].startswith(f"{value}:")
    check_result(found, RULES)


@pytest.mark.parametrize("voyage", VOYAGES, ids=lambda voyage: voyage.name)
def test_the_game_takes_the_branch_it_claims(voyage: Voyage) -> None:
    assert voyage.claim(tale(voyage.name))


@pytest.mark.parametrize("voyage", VOYAGES, ids=lambda voyage: voyage.name)
def test_every_ply_can_be_reached_and_is_sound(voyage: Voyage) -> None:
    check_plies(tale(voyage.name).record, RULES)


@pytest.mark.parametrize("voyage", VOYAGES, ids=lambda voyage: voyage.name)
def test_the_record_is_written_as_it_was_read(voyage: Voyage) -> None:
    found = tale(voyage.name)
    assert record.parse("".join(lines(found.record))) == found.record
    assert [line.rstrip("\n") for line in lines(found.record)] == found.lines


def test_every_number_of_players_and_every_option_value_is_recorded() -> None:
    headers = [tale(voyage.name).record.header for voyage in VOYAGES]
    assert {header.seats for header in headers} == set(RULES.seats)
    for option in RULES.options:
        values = {header.options[option.id].split(":")[0] for header in headers}
        assert values == {*option.values, *option.seeded}


@pytest.mark.parametrize("step", DECISIONS)
def test_a_game_left_inside_any_step_goes_on_to_the_same_end(step: str, tmp_path: Path) -> None:
    name, ply = asked_by(step)
    leave_and_go_on(tale(name).record, RULES, ply, tmp_path / "left.jsonl")
