"""Puzzles: one choice is clearly best, and the record leads to where it is asked."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from quarterdeck import games, record
from quarterdeck.kernel.errors import RecordError
from quarterdeck.review.marks import CERTAIN
from quarterdeck.review.puzzles import (
    LEAST_CHOICES,
    LEAST_GAP,
    Puzzle,
    make_puzzles,
    read_puzzles,
    write_puzzles,
)

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
        assert 0 <= puzzle.found <= 1
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


@pytest.mark.parametrize("text", ["nonsense\n", '{"format": 0}\n', "{}\n"])
def test_what_holds_no_puzzles_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "puzzles.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RecordError):
        read_puzzles(path)
