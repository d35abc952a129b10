"""Long turns in the terminal: a whole game of Saltfjord typed in, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from quarterdeck import games, record
from quarterdeck.cli.common import out
from tests.cli.conftest import Run

RULES = games.load("saltfjord")
# Enough to take what comes first, all the way
TYPED = "1\n" * 600


@pytest.mark.parametrize(("lang", "over"), [("en", "The game is over"), ("fr", "La partie est")])
@pytest.mark.parametrize("more", [("--seats", 1), ("--seats", 2, "--bots", "random")])
def test_a_game_is_played_to_its_end(
    run: Run, tmp_path: Path, lang: str, over: str, more: tuple[object, ...]
) -> None:
    file = tmp_path / "game.jsonl"
    result = run(
        "play", "saltfjord", *more, "--seed", 3, "--lang", lang, "--save", file, typed=TYPED
    )
    assert result.code == 0, result.err
    assert over in result.out
    found = record.read(file)
    record.verify(found, RULES)
    assert found.outcome is not None


def test_a_row_of_choices_is_typed_in_one_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    typed = "set 1; place r3c3 0\nretire tavern_1; decline\nq\n"
    run("play", "saltfjord", "--seats", 1, "--seed", 3, "--save", file, typed=typed)
    made = [entry.notation for entry in record.read(file).entries if not entry.is_chance]
    assert made[:4] == ["set 1", "place r3c3 0", "retire tavern_1", "decline"]


def test_why_names_the_rule_that_closes_a_tavern(run: Run) -> None:
    typed = "set 1; place r3c3 0\nwhy\nq\n"
    result = run("play", "saltfjord", "--seats", 1, "--seed", 3, typed=typed)
    assert "there are still dice on this tavern [SF-19.6]" in result.out


@pytest.mark.parametrize("columns", [80, 160])
def test_on_a_terminal_the_village_has_its_frame(
    run: Run, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(out, "width", columns)
    result = run("play", "saltfjord", "--seats", 1, "--seed", 3, typed="q\n")
    assert result.code == 0
    framed = [line for line in result.lines if "Player 1’s village" in line]
    assert framed
    assert all("╭" in line for line in framed)
