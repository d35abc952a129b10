"""Decisions in others' turns, in the terminal: Seul Maître à Bord typed in, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from quarterdeck import games, record
from tests.cli.conftest import Run

RULES = games.load("seul_maitre")
# Enough to take what comes first, all the way
TYPED = "1\n" * 900
SHORT = ("--option", "rounds=4", "--seed", 3)


@pytest.mark.parametrize(("lang", "over"), [("en", "The game is over"), ("fr", "La partie est")])
@pytest.mark.parametrize("more", [("--option", "map_mode=random"), ("--seats", 2)])
def test_a_game_is_played_to_its_end(
    run: Run, tmp_path: Path, lang: str, over: str, more: tuple[object, ...]
) -> None:
    file = tmp_path / "game.jsonl"
    bots = ("--bots", "random") if "--seats" in more else ("--bots", "random,random,random")
    kept = ("--lang", lang, "--save", file)
    result = run("play", "seul_maitre", *more, *bots, *SHORT, *kept, typed=TYPED)
    assert result.code == 0, result.err
    assert over in result.out
    found = record.read(file)
    record.verify(found, RULES)
    assert found.outcome is not None


def test_a_tile_is_laid_with_one_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    typed = "tile lair_3; cell r0c2; rotate 0\nq\n"
    more = ("--seats", 2, "--bots", "random", "--save", file)
    run("play", "seul_maitre", *more, *SHORT, typed=typed)
    made = [entry.notation for entry in record.read(file).entries if not entry.is_chance]
    assert made[:3] == ["tile lair_3", "cell r0c2", "rotate 0"]


def test_why_names_the_rule_that_closes_an_action(run: Run) -> None:
    more = ("--seats", 2, "--bots", "random", "--option", "map_mode=random")
    result = run("play", "seul_maitre", *more, *SHORT, typed="why\nq\n")
    assert "your ship is not on a discovery site [SM-16.1]" in result.out


def test_the_map_is_told_once(run: Run) -> None:
    """Who is where changes with every step; the map does not."""
    more = ("--seats", 2, "--bots", "random", "--option", "map_mode=random")
    result = run("play", "seul_maitre", *more, *SHORT, "--plain", typed="do navigation\n1\nq\n")
    assert result.out.count("\n## Map\n") == 1
    assert result.out.count("\n## Ships, pirates and storms\n") > 1
