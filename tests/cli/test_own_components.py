"""Every command that plays or shows a game takes an owner's own component file."""

from __future__ import annotations

from pathlib import Path

import pytest

from quarterdeck import games, record
from quarterdeck.testing.boards import parse_svg
from tests.cli.conftest import Run

# What an owner might correct: a value that does not decide whether the game can be played.
CORRECTED = {
    "salty_ocean": ("lighthouse_per_ship = 2", "lighthouse_per_ship = 3"),
    "rolling_seas": ("eight_ports = 10", "eight_ports = 12"),
}


@pytest.fixture(params=CORRECTED)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def own(game: str, tmp_path: Path) -> Path:
    text = (games.load(game).folder / "components.toml").read_text(encoding="utf-8")
    old, new = CORRECTED[game]
    assert text.count(old) == 1
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


def test_play_replay_picture_sim_and_perft(game: str, own: Path, run: Run, tmp_path: Path) -> None:
    kept, target = tmp_path / "kept.jsonl", tmp_path / "board.svg"
    played = run("play", game, "--components", own, "--save", kept, typed="1\n1\nq\n")
    assert played.code == 0, played.err
    found = record.read(kept)
    assert found.header.components == games.load(game).with_components(own).component_digest
    for command in (
        ("replay", kept, "--plain"),
        ("replay", kept, "--verify"),
        ("picture", kept, target),
        ("play", "--resume", kept),
        ("sim", game, "--games", 1, "--seats", 2),
        ("perft", game, "--depth", 1),
    ):
        result = run(*command, "--components", own, typed="q\n")
        assert (result.code, result.err.strip()) == (0, ""), command
    parse_svg(target.read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_without_the_file_its_record_is_refused(
    game: str, own: Path, language: str, run: Run, tmp_path: Path
) -> None:
    kept = tmp_path / "kept.jsonl"
    assert run("play", game, "--components", own, "--save", kept, typed="q\n").code == 0
    for command in (
        ("replay", kept),
        ("picture", kept, tmp_path / "b.svg"),
        ("play", "--resume", kept),
    ):
        result = run(*command, "--lang", language, typed="q\n")
        assert result.code != 0
        assert "Traceback" not in result.err
        assert "components" in result.err or "composants" in result.err or "valeurs" in result.err


def test_a_file_that_cannot_be_played_is_refused_by_all(
    game: str, own: Path, run: Run, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text(own.read_text(encoding="utf-8").replace("format = 1", "format = 2"))
    for command in (("play", game), ("sim", game), ("perft", game)):
        result = run(*command, "--components", broken, typed="q\n")
        assert result.code != 0
        assert "format: 2 is not between 1 and 1" in result.err
        assert "Traceback" not in result.err
