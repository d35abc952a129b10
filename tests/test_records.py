"""The recorded games of every game: each replays to its result and shows what it claims to show."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from quarterdeck import record
from quarterdeck.games import GAMES
from quarterdeck.kernel.position import ChanceStep, Phase
from quarterdeck.kernel.rules import BOXES
from quarterdeck.record.jsonl import lines
from quarterdeck.testing.records import check_plies, check_result, leave_and_go_on
from tests.fixtures.shelves import SHELVES
from tests.fixtures.tales import Shelf, Story, Tale

BY_GAME = {shelf.rules.id: shelf for shelf in SHELVES}
DECISIONS = [
    pytest.param(shelf, name, id=f"{shelf.rules.id}-{name}")
    for shelf in SHELVES
    for name, step in sorted(shelf.rules.steps.items())
    if not issubclass(step, ChanceStep | Phase)
    and not step.__subclasses__()  # a base that several steps share asks nothing itself
]

every_shelf = pytest.mark.parametrize("shelf", SHELVES, ids=lambda shelf: shelf.rules.id)
every_story = pytest.mark.parametrize(
    ("shelf", "story"),
    [
        pytest.param(shelf, story, id=f"{shelf.rules.id}-{story.name}")
        for shelf in SHELVES
        for story in shelf.stories
    ],
)


@cache
def told(game: str, name: str) -> Tale[Any]:
    shelf = BY_GAME[game]
    tale: Tale[Any] = shelf.tell(shelf.file(name))
    return tale


def tale_of(shelf: Shelf[Any], story: Story[Any]) -> Tale[Any]:
    return told(shelf.rules.id, story.name)


def test_every_game_has_recorded_games() -> None:
    assert sorted(BY_GAME) == sorted(GAMES)


@every_shelf
def test_every_story_is_recorded_and_every_record_has_a_story(shelf: Shelf[Any]) -> None:
    files = sorted(shelf.file(story.name) for story in shelf.stories)
    assert sorted(shelf.folder.glob("*.jsonl")) == files


@every_story
def test_the_record_replays_to_its_result(shelf: Shelf[Any], story: Story[Any]) -> None:
    found = tale_of(shelf, story).record
    assert found.header.seats == story.seats
    wanted = {option.id: option.default for option in shelf.rules.options} | dict(story.options)
    for option, value in wanted.items():
        chosen = found.header.options[option]
        assert chosen == value or chosen.startswith(f"{value}:")  # a seeded word gets a number
    check_result(found, tale_of(shelf, story).rules)


@every_story
def test_the_game_shows_what_it_claims(shelf: Shelf[Any], story: Story[Any]) -> None:
    assert story.claim(tale_of(shelf, story))


@every_story
def test_every_ply_can_be_reached_and_is_sound(shelf: Shelf[Any], story: Story[Any]) -> None:
    tale = tale_of(shelf, story)
    check_plies(tale.record, tale.rules)


@every_story
def test_the_record_is_written_as_it_was_read(shelf: Shelf[Any], story: Story[Any]) -> None:
    tale = tale_of(shelf, story)
    assert record.parse("".join(lines(tale.record))) == tale.record
    if not any(line.startswith('{"undo"') for line in tale.lines):
        assert [line.rstrip("\n") for line in lines(tale.record)] == tale.lines


@every_shelf
def test_every_number_of_players_and_every_option_value_is_recorded(shelf: Shelf[Any]) -> None:
    headers = [tale_of(shelf, story).record.header for story in shelf.stories]
    assert {header.seats for header in headers} == set(shelf.rules.seats)
    for option in shelf.rules.options:
        values = {header.options[option.id].split(":")[0] for header in headers}
        assert values == {*option.values, *option.seeded}


@every_shelf
def test_all_component_values_a_game_came_with_are_recorded(shelf: Shelf[Any]) -> None:
    """Those of today at tables of several sizes, alone wherever that can be played."""
    headers = [tale_of(shelf, story).record.header for story in shelf.stories]
    today = shelf.rules.component_digest
    before = {path.stem for path in (shelf.rules.folder / BOXES).glob("*.toml")}
    assert {header.components for header in headers} == {today, *before}
    sizes = {header.seats for header in headers if header.components == today}
    assert shelf.rules.seats[0] in sizes
    assert len(sizes) > 1


@pytest.mark.parametrize(("shelf", "step"), DECISIONS)
def test_a_game_left_inside_any_step_goes_on_to_the_same_end(
    shelf: Shelf[Any], step: str, tmp_path: Path
) -> None:
    story = next(story for story in shelf.stories if step in tale_of(shelf, story).steps)
    tale = tale_of(shelf, story)
    ply = len(tale.steps) - 1 - tale.steps[::-1].index(step)  # where it asks last
    leave_and_go_on(tale.record, tale.rules, ply, tmp_path / "left.jsonl")
