"""`quarterdeck puzzles`: found in games of bots and in recorded ones, solved in the terminal."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from quarterdeck import games
from quarterdeck.record import replay
from quarterdeck.record.jsonl import lines
from quarterdeck.review.puzzles import (
    Puzzle,
    puzzle_of,
    read_puzzles,
    shipped_puzzles,
    write_puzzles,
)
from tests.cli.conftest import Run
from tests.review.test_review import played

GAME = "salty_ocean"
RULES = games.load(GAME)


@pytest.fixture
def puzzle() -> Puzzle:
    return next(iter(shipped_puzzles(RULES).values()))


def number_of(puzzle: Puzzle, notation: str) -> int:
    legal = replay(puzzle.record, RULES).legal(puzzle.seat)
    return 1 + legal.index(RULES.space.parse(notation))


def test_puzzles_are_made_and_added_to_a_file(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "puzzles.jsonl"
    asked = ("puzzles", "make", "salty_ocean", "--seats", 2, "--count", 1, "--seed", 5)
    told = run(*asked, "--out", target, "--lang", "en")
    assert told.code == 0
    assert "1 puzzle added to" in told.out
    (line,) = target.read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["solution"]
    wrong = run("puzzles", "make", "salty_ocean", "--seats", 9, "--out", target)
    assert wrong.code == 2


def test_recorded_games_are_searched(run: Run, tmp_path: Path) -> None:
    game, target = tmp_path / "game.jsonl", tmp_path / "puzzles.jsonl"
    opening = played(GAME, 2, "deckhand").until(60)
    game.write_text("".join(lines(opening)), encoding="utf-8")
    asked = ("puzzles", "make", GAME, "--records", game, "--seed", 5, "--out", target)
    told = run(*asked, "--lang", "en")
    assert told.code == 0
    found = read_puzzles(target)
    assert f"{len(found)} puzzle" in told.out
    for each in found:
        assert each.record.entries == opening.entries[: len(each.record.entries)]
    missing = run("puzzles", "make", GAME, "--records", tmp_path / "none", "--out", target)
    assert (missing.code, len(missing.err.splitlines())) == (2, 1)


@pytest.mark.parametrize(
    ("language", "wrong", "right"),
    [("en", "There is something better", "Right, at try 2."), ("fr", "Il y a mieux", "Trouvé")],
)
def test_a_puzzle_is_solved_by_numbers_and_in_notation(
    run: Run, puzzle: Puzzle, language: str, wrong: str, right: str
) -> None:
    other = list(puzzle.values)[1]
    typed = f"{number_of(puzzle, other)}\nnonsense\n99999\n{puzzle.solution}\n"
    asked = ("puzzles", "solve", GAME, "--id", puzzle.id, "--lang", language, "--plain")
    told = run(*asked, typed=typed)
    assert told.code == 0
    before, _, after = told.out.partition(wrong)
    assert "%" not in before, "nothing is told of the solution before an answer"
    assert right in after
    assert "%" in after
    at_once = run(*asked, typed=f"{number_of(puzzle, puzzle.solution)}\n")
    assert ("Right at the first try." if language == "en" else "du premier coup") in at_once.out


def test_todays_puzzle_is_asked_and_its_solution_shown_or_not(run: Run) -> None:
    today = puzzle_of(RULES, datetime.now(UTC).date())
    assert today is not None
    shown = run("puzzles", "solve", GAME, "--lang", "en", typed="s\n")
    assert today.id in shown.out
    assert "Best: " in shown.out
    left = run("puzzles", "solve", GAME, "--lang", "en", typed="q\n")
    assert (left.code, "Best: " in left.out) == (0, False)


def test_puzzles_of_ones_own_are_solved(run: Run, puzzle: Puzzle, tmp_path: Path) -> None:
    file = tmp_path / "own.jsonl"
    write_puzzles([puzzle], file)
    told = run("puzzles", "solve", GAME, "--file", file, "--lang", "en", typed="s\n")
    assert "Best: " in told.out
    for asked in (("--id", "0123456789"), ("--file", tmp_path / "none.jsonl")):
        wrong = run("puzzles", "solve", GAME, *asked, "--lang", "en")
        assert (wrong.code, len(wrong.err.splitlines())) == (2, 1)
