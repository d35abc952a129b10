"""A game whose choices come by the dozen is played in the terminal as easily as any other."""

from __future__ import annotations

from pathlib import Path

import pytest

from quarterdeck import games, record
from tests.cli.conftest import Result, Run

RULES = games.load("rolling_seas")
# The first set-up card of this deal is the Giant Squid: row 14, column N.
DEAL = ("--seats", "1", "--seed", "4")


def alone(run: Run, *typed: str, file: Path | None = None, lang: str = "en") -> Result:
    more = ["--save", str(file)] if file else []
    text = "".join(f"{line}\n" for line in typed)
    return run("play", "rolling_seas", *DEAL, "--lang", lang, *more, typed=text)


def played(file: Path) -> list[str]:
    found = record.read(file)
    record.verify(found, RULES)
    return [entry.notation for entry in found.entries if not entry.is_chance]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def test_many_choices_are_listed_by_what_tells_them_apart(run: Run) -> None:
    result = alone(run, "q")
    assert "48 choices, typed like “anchor M1”:" in result.lines
    assert "first cell on" not in result.out
    listed = [line for line in result.lines if line.startswith("  M1, N1, M2")]
    assert len(listed) == 1
    assert max(map(len, result.lines)) < 200
    assert "48 choix, à écrire comme" in alone(run, "q", lang="fr").out


@pytest.mark.parametrize(
    "typed", ["anchor N5; turn 1", "ANCHOR n5 ; Turn 1", "n5; turn 1", "9; turn 1"]
)
def test_a_drawing_is_typed_in_one_line(run: Run, file: Path, typed: str) -> None:
    alone(run, typed, "q", file=file)
    if typed.startswith("9"):
        assert played(file) == [], "numbers are for single choices"
    else:
        assert played(file) == ["anchor N5", "turn 1"]


def test_a_number_still_makes_its_choice(run: Run, file: Path) -> None:
    alone(run, "9", "2", "q", file=file)
    assert played(file) == ["anchor N5", "turn 1"]


def test_why_answers_about_a_single_choice(run: Run) -> None:
    result = alone(run, "why anchor J6", "why anchor a1", "? n5", "why n5; turn 3", "q")
    assert (
        "“anchor J6” is not allowed: the shape must touch row 14 or column N (RS-6.6)."
        in result.out
    )
    assert "“anchor A1” is not allowed: only blank sea cells may be drawn on (RS-6.5)." in (
        result.out
    )
    assert "“anchor N5” is open." in result.out
    assert "“turn 3” is not allowed: " in result.out


def test_asking_why_changes_nothing(run: Run, file: Path) -> None:
    alone(run, "why n5; turn 1", "why fly", "q", file=file)
    assert played(file) == []


def test_what_is_closed_for_one_reason_is_told_together(run: Run) -> None:
    result = alone(run, "why", "q")
    assert result.out.count("[RS-6.6]") == 1
    assert "first cell on G4: only blank sea cells may be drawn on [RS-6.5]" in result.out


def test_help_gives_examples_of_this_game(run: Run) -> None:
    result = alone(run, "h", "q")
    assert "“anchor M1”" in result.out
    assert "r RS-6.6 (r RS-6 reads a whole section)" in result.out


def test_who_has_just_heard_a_section_is_not_told_it_again(run: Run) -> None:
    result = alone(run, "n5", "q")
    assert result.lines.count("## Your board") == 1
    looked = alone(run, "n5", "v", "q")
    assert looked.lines.count("## Your board") == 2


def test_a_solo_game_ends_with_a_score_and_no_winner(run: Run) -> None:
    result = run("play", "rolling_seas", *DEAL, "--bots", "random")
    assert result.code == 0
    assert result.lines[-1].startswith("Final score: ")
    assert any(line.startswith("Your title: ") for line in result.lines)
    assert "wins" not in result.out
