"""The recorded games: each replays to its result and shows what it claims to show."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from quarterdeck import record
from quarterdeck.games.seul_maitre.steps import STEPS
from quarterdeck.kernel.position import ChanceStep, Phase
from quarterdeck.record.jsonl import lines
from tests.fixtures.crossings import CROSSINGS, FOLDER, RULES, SIGHTS, Crossing, Tale
from tests.kit.records import check_plies, check_result, leave_and_go_on

DECISIONS = sorted(name for name, step in STEPS.items() if not issubclass(step, ChanceStep | Phase))


@cache
def tale(name: str) -> Tale:
    return Tale(FOLDER / f"{name}.jsonl")


@cache
def asked_by(step: str) -> tuple[str, int]:
    """A recorded game and the ply at which this kind of step waits for a choice."""
    for crossing in CROSSINGS:
        steps = tale(crossing.name).steps
        if step in steps:
            return crossing.name, steps.index(step)
    raise AssertionError(f"no recorded game asks for {step}")


def test_every_crossing_is_recorded_and_every_record_has_a_crossing() -> None:
    assert sorted(FOLDER.glob("*.jsonl")) == sorted(crossing.file for crossing in CROSSINGS)


@pytest.mark.parametrize("crossing", CROSSINGS, ids=lambda crossing: crossing.name)
def test_the_record_replays_to_its_result(crossing: Crossing) -> None:
    found = tale(crossing.name).record
    assert found.header.seats == crossing.seats
    for option, value in crossing.options:
        assert found.header.options[option] == value
    check_result(found, RULES)


@pytest.mark.parametrize("crossing", CROSSINGS, ids=lambda crossing: crossing.name)
def test_the_game_shows_what_it_claims(crossing: Crossing) -> None:
    assert set(crossing.shows) - tale(crossing.name).sights == set()


@pytest.mark.parametrize("crossing", CROSSINGS, ids=lambda crossing: crossing.name)
def test_every_ply_can_be_reached_and_is_sound(crossing: Crossing) -> None:
    check_plies(tale(crossing.name).record, RULES)


@pytest.mark.parametrize("crossing", CROSSINGS, ids=lambda crossing: crossing.name)
def test_the_record_is_written_as_it_was_read(crossing: Crossing) -> None:
    found = tale(crossing.name)
    assert record.parse("".join(lines(found.record))) == found.record
    assert [line.rstrip("\n") for line in lines(found.record)] == found.lines


def test_every_number_of_players_and_every_option_value_is_recorded() -> None:
    headers = [tale(crossing.name).record.header for crossing in CROSSINGS]
    assert {header.seats for header in headers} == set(RULES.seats)
    for option in RULES.options:
        assert {header.options[option.id] for header in headers} == set(option.values)


def test_everything_worth_seeing_is_recorded() -> None:
    """Every outcome of every pairing, every specialist and leader, every rare branch."""
    seen = set().union(*(tale(crossing.name).sights for crossing in CROSSINGS))
    assert set(SIGHTS) - seen == set()
    assert seen <= set(SIGHTS)


@pytest.mark.parametrize("step", DECISIONS)
def test_a_game_left_inside_any_step_goes_on_to_the_same_end(step: str, tmp_path: Path) -> None:
    name, ply = asked_by(step)
    leave_and_go_on(tale(name).record, RULES, ply, tmp_path / "left.jsonl")
