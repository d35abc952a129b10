"""Puzzles: one choice is clearly best, and the record leads to where it is asked."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from functools import lru_cache
from pathlib import Path

import pytest

from quarterdeck import games, record
from quarterdeck.bots.weights import weights_digest
from quarterdeck.game import rules_of
from quarterdeck.kernel.catalogue import LANGUAGES
from quarterdeck.kernel.errors import RecordError
from quarterdeck.review.marks import CERTAIN
from quarterdeck.review.puzzle_finder import (
    LEAST_CHOICES,
    LEAST_GAP,
    TOO_EASY,
    is_amount,
    make_puzzles,
    play_game,
    search_records,
)
from quarterdeck.review.puzzles import (
    DIFFICULTIES,
    FILE,
    Puzzle,
    puzzle_of,
    read_puzzles,
    shipped_puzzles,
    write_puzzles,
)
from quarterdeck.server.books import name_chapters

COUNT = 3


@lru_cache
def made() -> tuple[Puzzle, ...]:
    told: list[int] = []
    found = tuple(make_puzzles(games.load("salty_ocean"), 2, COUNT, 5, told.append))
    assert told == [*range(1, COUNT + 1)]
    return found


def test_a_puzzle_asks_somebody_who_has_choices_and_its_solution_is_one() -> None:
    rules = games.load("salty_ocean")
    for puzzle in made():
        position = record.replay(puzzle.record, rules)
        legal = position.legal(puzzle.seat)
        assert len(legal) >= LEAST_CHOICES
        assert rules.space.parse(puzzle.solution) in legal
        assert next(iter(puzzle.values)) == puzzle.solution
        assert puzzle.gap - CERTAIN * puzzle.error >= LEAST_GAP
        assert 0 <= puzzle.found < TOO_EASY
        assert puzzle.weights == weights_digest(rules)
        assert puzzle.difficulty in ("easy", "medium", "hard")
        assert puzzle.record.outcome is None


def test_the_same_seed_finds_the_same_puzzles() -> None:
    again = make_puzzles(games.load("salty_ocean"), 2, 1, 5, lambda _: None)
    assert [puzzle.id for puzzle in again] == [made()[0].id]


def test_puzzles_are_kept_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    write_puzzles(made()[:1], path)
    write_puzzles(made()[1:], path)
    found = read_puzzles(path)
    assert [puzzle.id for puzzle in found] == [puzzle.id for puzzle in made()]
    assert [puzzle.solution for puzzle in found] == [puzzle.solution for puzzle in made()]
    assert [puzzle.reasons for puzzle in found] == [puzzle.reasons for puzzle in made()]
    assert len({puzzle.id for puzzle in found}) == COUNT
    assert read_puzzles(tmp_path / "none.jsonl") == []


@pytest.mark.parametrize(
    ("notations", "expected"),
    [
        (["from depot 15", "from depot 14", "from depot 13"], True),
        (["bid 0", "bid 1", "bid 3"], True),
        (["bid 0", "bid 2", "bid 1"], False),
        (["sell salt", "pass", "saline"], False),
        (["herring 0", "cod 1", "cod 2"], False),
    ],
)
def test_to_take_as_much_as_one_can_is_no_puzzle(notations: list[str], expected: bool) -> None:
    assert is_amount(notations) is expected


def test_recorded_games_are_searched_and_their_players_are_not_named() -> None:
    rules = games.load("salty_ocean")
    played = play_game(rules, 2, random.Random("5/puzzles/1"))
    header = replace(played.header, names=("Ada", "Bob"), bots=("", "mate"))
    told: list[int] = []
    found = list(search_records(rules, [replace(played, header=header)], 5, told.append))
    assert told == [1]
    assert found
    assert {puzzle.record.header.seats for puzzle in found} == {2}
    assert all(not puzzle.record.header.names for puzzle in found)
    assert all(not puzzle.record.header.bots for puzzle in found)
    other = replace(played, header=replace(header, game="rolling_seas"))
    with pytest.raises(RecordError):
        list(search_records(rules, [other], 5, told.append))


@pytest.mark.parametrize("text", ["nonsense\n", '{"format": 0}\n', "{}\n"])
def test_what_holds_no_puzzles_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "puzzles.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RecordError):
        read_puzzles(path)


# Those that come with the games

# What has been found so far; 50 are wanted of each.
SHIPPED = 60
MOST_BYTES = 300_000


@pytest.mark.parametrize("game", games.GAMES)
def test_every_shipped_puzzle_leads_to_its_question_under_the_present_rules(game: str) -> None:
    rules = games.load(game)
    file = rules.folder / FILE
    told = read_puzzles(file)
    shipped = shipped_puzzles(rules)
    assert len(told) == len(shipped) == SHIPPED, "of other rules, or twice the same"
    assert file.stat().st_size <= MOST_BYTES
    for puzzle in told:
        # The digest of the last position is noted: replaying checks it
        position = record.replay(puzzle.record, rules)
        legal = position.legal(puzzle.seat)
        assert len(legal) >= LEAST_CHOICES
        assert {rules.space.parse(notation) for notation in puzzle.values} <= set(legal)
        assert next(iter(puzzle.values)) == puzzle.solution
        unit = rules.features.points if puzzle.by_points and rules.features else 1.0
        assert puzzle.gap - CERTAIN * puzzle.error >= LEAST_GAP * unit - 0.001
        assert puzzle.found < TOO_EASY
        assert not is_amount(list(puzzle.values))
        assert len(puzzle.weights) == 16
        assert puzzle.record.digests
        assert not puzzle.record.header.names


@pytest.mark.parametrize("game", games.GAMES)
def test_shipped_puzzles_are_of_many_kinds(game: str) -> None:
    rules = games.load(game)
    puzzles = list(shipped_puzzles(rules).values())
    themes = Counter(puzzle.theme for puzzle in puzzles)
    for language in LANGUAGES:
        assert set(themes) <= set(name_chapters(rules.folder, language))
    assert {puzzle.difficulty for puzzle in puzzles} == set(DIFFICULTIES)
    assert len({puzzle.solution for puzzle in puzzles}) >= len(puzzles) / 5
    assert len({puzzle.record.header.seats for puzzle in puzzles}) > 1


@pytest.mark.parametrize("game", games.GAMES)
def test_no_puzzle_has_its_day_again_before_all_others_had_theirs(game: str) -> None:
    rules = games.load(game)
    count = len(shipped_puzzles(rules))
    days = [date(2026, 11, 17) + timedelta(days=number) for number in range(count + 1)]
    found = [puzzle_of(rules, day) for day in days]
    ids = [puzzle.id for puzzle in found if puzzle is not None]
    assert len(set(ids[:count])) == count
    assert ids[count] == ids[0]


def test_puzzles_of_another_box_are_passed_over(tmp_path: Path) -> None:
    rules = games.load("salty_ocean")
    text = (rules.folder / "components.toml").read_text(encoding="utf-8")
    changed = tmp_path / "components.toml"
    changed.write_text(text.replace("limit = 40", "limit = 41", 1), encoding="utf-8")
    own = rules_of("salty_ocean", changed)
    assert own.component_digest != rules.component_digest
    assert shipped_puzzles(rules)
    assert shipped_puzzles(own) == {}
