"""`quarterdeck review`: in the terminal, as JSON, as a page and as a picture."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quarterdeck.record.jsonl import lines
from tests.cli.conftest import Run
from tests.review.brief import brief_reviews
from tests.review.test_review import played

__all__ = ["brief_reviews"]


@pytest.fixture
def record_file(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_text("".join(lines(played("salty_ocean", 2, "deckhand"))), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["Chances of winning", "What decided the game", "Luck", "Player 1"]),
        ("fr", ["Chances de victoire", "Ce qui a décidé la partie", "Hasard", "Joueur 1"]),
    ],
)
def test_a_review_is_told_in_the_terminal(
    run: Run, record_file: Path, language: str, said: list[str]
) -> None:
    told = run("review", record_file, "--lang", language)
    assert (told.code, told.err.strip()) == (0, "")
    for text in said:
        assert text in told.out
    # Without colours the graph is made of the players' signs
    graph = [line[6:] for line in told.lines[1:14]]
    assert {sign for line in graph for sign in line} == {"1", "2"}
    assert len({len(line) for line in graph}) == 1


def test_a_review_is_written_as_json_page_and_picture(
    run: Run, record_file: Path, tmp_path: Path
) -> None:
    page, picture = tmp_path / "review.html", tmp_path / "graph.png"
    told = run("review", record_file, "--html", page, "--png", picture, "--lang", "en")
    assert told.code == 0
    assert told.out.count("Written") == 2
    written = page.read_text(encoding="utf-8")
    assert written.startswith("<!doctype html>")
    for address in ("http://", "https://"):
        assert address not in written.replace('xmlns="http://www.w3.org/2000/svg"', "").replace(
            'xmlns:xlink="http://www.w3.org/1999/xlink"', ""
        ), "the page needs nothing else"
    assert written.count("<article>") >= 1
    assert picture.read_bytes().startswith(b"\x89PNG")
    data = json.loads(run("review", record_file, "--json").out)
    assert data["complete"] is True
    assert len(data["chances"]) == len(played("salty_ocean", 2, "deckhand").entries) + 1


def test_one_players_choices_are_told_alone(run: Run, record_file: Path) -> None:
    data = json.loads(run("review", record_file, "--json").out)
    seats = [moment["choice"]["seat"] for moment in data["moments"]]
    for seat in (1, 2):
        told = run("review", record_file, "--seat", seat, "--lang", "en")
        assert told.out.count("given away, give or take") == seats.count(seat - 1)
    wrong = run("review", record_file, "--seat", 3, "--lang", "en")
    assert wrong.code == 2
    assert "There is no player 3 in this game of 2." in wrong.err


def test_what_cannot_be_reviewed_is_refused_in_one_line(
    run: Run, record_file: Path, tmp_path: Path
) -> None:
    told = record_file.read_text(encoding="utf-8").splitlines(keepends=True)
    running = tmp_path / "running.jsonl"
    running.write_text("".join(told[:20]), encoding="utf-8")
    early = run("review", running, "--lang", "en")
    assert early.code == 2
    assert early.err.strip() == "quarterdeck: Only a finished game can be reviewed."
    missing = run("review", tmp_path / "nowhere.jsonl", "--lang", "en")
    assert missing.code == 2
    assert len(missing.err.splitlines()) == 1
