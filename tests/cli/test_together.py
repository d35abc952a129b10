"""`quarterdeck play` at one keyboard when everybody chooses at once, and nobody may look."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from quarterdeck import record
from tests.cli.conftest import Run
from tests.toy import TOY
from tests.toy.house import close_house, open_house


@pytest.fixture(autouse=True)
def skerries() -> Iterator[None]:
    open_house()
    yield
    close_house()


def hot_seat(run: Run, *typed: str, lang: str = "en", save: Path | None = None) -> list[str]:
    """What is shown, cut where the screen is handed over to the next player."""
    more = ["--save", str(save)] if save else []
    result = run(
        "play", TOY.id, "--seats", 2, "--bots", "none", "--names", "Zoe,Bob", "--seed", 3,
        "--lang", lang, *more, typed="".join(f"{line}\n" for line in typed),
    )  # fmt: skip
    assert (result.code, result.err) == (0, "")
    return result.out.split(
        "press Enter when the others are looking away." if lang == "en" else "Entrée"
    )


def test_what_one_chooses_is_not_shown_to_the_next(run: Run) -> None:
    zoe, bob, *_ = hot_seat(run, "row south", "anchor short", "", "q")
    assert "Zoe rows to Seal Rock." in zoe
    assert "Zoe: 2 shells" in zoe
    assert "Zoe rows" not in bob
    assert "Zoe: 1 shell, a charm unseen, ashore" in bob


def test_everybody_is_told_when_all_have_chosen(run: Run) -> None:
    *_, zoe = hot_seat(run, "row south", "anchor short", "", "row north", "anchor short", "", "q")
    assert zoe.count("Bob rows to Gull Rock.") == 1
    assert "Zoe rows" not in zoe, "she knows that"
    assert "Bob is seen: Gull Rock." in zoe
    *_, bob = hot_seat(
        run, "row south", "anchor short", "", "row north", "anchor short", "", "rest", "", "q"
    )
    assert bob.count("Zoe rows to Seal Rock.") == 1
    assert "Bob rows" not in bob


def test_one_takes_back_inside_ones_lane(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    hot_seat(run, "row south", "u", "redo", "u", "row north", "anchor short", "", "q", save=file)
    chosen = [e.notation for e in record.read(file).entries if not e.is_chance]
    assert chosen == ["row north", "anchor short"]


def test_nobody_makes_anothers_choice_again(run: Run) -> None:
    _, bob, *_ = hot_seat(run, "row south", "u", "row north", "anchor short", "", "redo", "u", "q")
    assert "There is nothing to redo." in bob
    assert "There is nothing you can undo." in bob


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Everybody chooses at once, in secret. Still choosing besides you: Bob"),
        ("fr", "Encore en train de choisir, avec vous\u00a0: Bob"),
    ],
)
def test_who_is_still_choosing_is_said(run: Run, lang: str, said: str) -> None:
    zoe, *_ = hot_seat(run, "q", lang=lang)
    assert said in zoe


def test_a_whole_game_against_bots(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    result = run(
        "play", TOY.id, "--seats", 3, "--bots", "random,random", "--save", file, typed="1\n" * 200
    )
    assert result.code == 0
    assert record.verify(record.read(file), TOY).finished
