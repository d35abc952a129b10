"""`quarterdeck learn`: the lesson in the terminal, and its check."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from quarterdeck.cli.app import main
from tests.toy.house import close_house, open_house


@pytest.fixture
def skerries() -> Iterator[None]:
    open_house()
    yield
    close_house()


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main([*arguments])
    code = ended.value.code
    assert isinstance(code, int)
    return code


@pytest.mark.usefixtures("skerries")
def test_a_check_prints_the_lesson_and_finds_it_sound(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("learn", "skerries", "--check", "--lang", "fr") == 0
    told = capsys.readouterr().out
    assert "Mistral est là aussi. Creusez" in told
    assert "> row north" in told
    assert "9 remarques" in told


@pytest.mark.usefixtures("skerries")
def test_a_lesson_is_played_left_and_found_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = ("", "row south", "b", "row north", "anchor short", "", "dig")
    typed = iter([*first, "", "row south", "anchor short", "", "dig", ""])
    monkeypatch.setattr("rich.console.Console.input", lambda *_, **__: next(typed))
    assert run("learn", "skerries", "--lang", "en", "--plain") == 0
    told = capsys.readouterr().out
    assert "(1 of 9) You are a rower." in told
    assert "nobody wins by being sure" in told
    assert told.count("Row north: there is most to find") == 2
    assert "not what I had in mind" in told
    assert "(9 of 9) That was the last tide." in told
    assert "quarterdeck play skerries" in told
    assert next(typed, None) is None


def test_a_game_without_a_lesson_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quarterdeck.cli.learn.FILE", "no-such.toml")
    assert run("learn", "salty_ocean", "--lang", "en") == 2
    assert "has no lesson" in capsys.readouterr().err
