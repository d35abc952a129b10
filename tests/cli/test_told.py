"""What a player at the terminal is told besides the question: the news in short, and advice."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

from quarterdeck import games, record
from quarterdeck.cli.screen import Screen
from quarterdeck.game import Game
from quarterdeck.since import Deeds, Recap
from tests.cli.conftest import Result, Run

WORDS = {
    "en": ("Since your last move", "The question:", "The best choices I see:", "coach"),
    "fr": (
        "Depuis votre dernier coup",
        "La question",
        "Les meilleurs choix que je vois",
        "conseil",
    ),
}


def play(run: Run, language: str, *typed: str, more: tuple[str, ...] = ()) -> Result:
    setting = ("--seats", "2", "--bots", "greedy", "--names", "Ada", "--seed", "5", "--lang")
    lines = "".join(f"{line}\n" for line in typed)
    return run("play", "salty_ocean", *setting, language, *more, typed=lines)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_others_did_is_summed_up_before_the_next_question(run: Run, language: str) -> None:
    title = WORDS[language][0]
    told = play(run, language, *["1"] * 40).out
    assert title in told
    # One line for the opponent, and the question follows
    after = told.partition(title)[2].splitlines()[1:]
    assert after[0].startswith("  greedy-2 ")
    # Nobody is told it before they have chosen, and what they did themselves is no news
    assert title not in told.partition("\nAda")[0]
    assert not re.search(rf"{title}\n  Ada ", told)


def test_what_concerns_a_player_is_called_out() -> None:
    out = io.StringIO()
    screen = Screen(Game.new(games.load("salty_ocean"), 2), "en", True, Console(file=out))
    screen.show_recap(Recap(3, False, ("Prices fall.",), (Deeds(1, "Bo sells cod."),)))
    expected = ["Since your last move", "  This concerns you: Prices fall.", "  Bo sells cod."]
    assert out.getvalue().splitlines() == expected
    screen.show_recap(Recap(3, False))
    assert out.getvalue().splitlines() == expected


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_coach_can_be_asked(run: Run, tmp_path: Path, language: str) -> None:
    _, question, would, word = WORDS[language]
    file = tmp_path / "game.jsonl"
    asked = play(run, language, word, "q", more=("--save", str(file)))
    assert asked.out.count(question) == 1
    assert asked.out.count(would) == 1
    # With what they promise, and the numbers of the menu
    menu = dict(re.findall(r"^ *(\d+)  (\w+ \w+)", asked.out.partition(would)[0], re.MULTILINE))
    best = re.findall(
        r"^ *(\d+)  (\w+ \w+).*\d\s?%.*±\s?\d+\s?%", asked.out.partition(would)[2], re.MULTILINE
    )
    assert len(best) == 3
    assert all(menu[number] == name for number, name in best)
    # Nothing was chosen by asking
    assert not [entry for entry in record.read(file).entries if entry.seat == 0]
    assert word in play(run, language, "h", "q").out


def test_a_game_that_nobody_trained_has_a_simple_coach(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("QUARTERDECK_WEIGHTS", str(tmp_path))
    assert "I would choose:" in play(run, "en", "coach", "q").out
