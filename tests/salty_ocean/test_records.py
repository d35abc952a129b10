"""The recorded games: each replays to its result and takes the branch it claims to take."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from quarterdeck import record
from quarterdeck.games.salty_ocean.steps import STEPS
from quarterdeck.kernel.position import ChanceStep, Phase
from quarterdeck.record.jsonl import lines
from quarterdeck.record.record import HIDDEN
from tests.fixtures.stories import FOLDER, RULES, STORIES, Story, Tale
from tests.kit.records import check_plies, check_result, leave_and_go_on

DECISIONS = sorted(name for name, step in STEPS.items() if not issubclass(step, ChanceStep | Phase))


@cache
def tale(name: str) -> Tale:
    return Tale(FOLDER / f"{name}.jsonl")


@cache
def asked_by(step: str) -> tuple[str, int]:
    """A recorded game and the ply at which this kind of step waits for a choice."""
    for story in STORIES:
        for ply, scene in enumerate(tale(story.name).scenes):
            if type(scene.step).__name__ == step and ply > 20:
                return story.name, ply
    raise AssertionError(f"no recorded game asks for {step}")


def test_every_story_is_recorded_and_every_record_has_a_story() -> None:
    assert sorted(FOLDER.glob("*.jsonl")) == sorted(story.file for story in STORIES)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.name)
def test_the_record_replays_to_its_result(story: Story) -> None:
    found = tale(story.name).record
    assert found.header.seats == story.seats
    assert found.header.options == RULES.checked_setup(story.seats, dict(story.options))[1]
    check_result(found, RULES)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.name)
def test_the_game_takes_the_branch_it_claims(story: Story) -> None:
    assert story.claim(tale(story.name))


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.name)
def test_every_ply_can_be_reached_and_is_sound(story: Story) -> None:
    check_plies(tale(story.name).record, RULES)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.name)
def test_the_record_is_written_as_it_was_read(story: Story) -> None:
    found = tale(story.name)
    assert record.parse("".join(lines(found.record))) == found.record
    if not story.undoing:
        assert [line.rstrip("\n") for line in lines(found.record)] == found.lines


def test_every_number_of_players_and_every_option_value_is_recorded() -> None:
    headers = [tale(story.name).record.header for story in STORIES]
    assert {header.seats for header in headers} == set(RULES.seats)
    for option in RULES.options:
        assert {header.options[option.id] for header in headers} == set(option.values)


@pytest.mark.parametrize("step", DECISIONS)
def test_a_game_left_inside_any_step_goes_on_to_the_same_end(step: str, tmp_path: Path) -> None:
    name, ply = asked_by(step)
    leave_and_go_on(tale(name).record, RULES, ply, tmp_path / "left.jsonl")


def test_a_game_left_between_the_decoy_and_the_next_ship_goes_on_to_the_same_end(
    tmp_path: Path,
) -> None:
    found = tale("pirates_decoy")
    attacks = [ply for ply, scene in enumerate(found.scenes, 1) if scene.told("pirates")]
    inside = [ply for ply in attacks if type(found.scenes[ply].step).__name__ == "SailOut"]
    assert inside
    for ply in inside:
        leave_and_go_on(found.record, RULES, ply, tmp_path / f"{ply}.jsonl")


def test_what_one_player_looked_at_is_covered_in_the_records_of_the_others() -> None:
    whole = tale("fierte_swap").record
    looks = [(ply, entry) for ply, entry in enumerate(whole.entries) if entry.audience >= 0]
    for viewer in (None, *range(whole.header.seats)):
        seen = whole.seen_by(viewer)
        for ply, entry in looks:
            hidden = seen.entries[ply].notation == HIDDEN
            assert hidden == (viewer != entry.audience)
        assert len(seen.entries) == len(whole.entries)
