"""The command `quarterdeck mcp`, before anybody plays."""

from __future__ import annotations

import sys

import pytest

from quarterdeck.cli.app import main
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.mcp import running
from quarterdeck.mcp.identity import Identity


def start_in_english(*arguments: str) -> int:
    """What the command ends with."""
    with pytest.raises(SystemExit) as ended:
        main(["mcp", "--lang", "en", *arguments])
    assert isinstance(ended.value.code, int)
    return ended.value.code


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--server", "ftp://x"), "is not the address of a server"),
        (("--server", "http://me:secret@example.org"), "“example.org” is not the address"),
        (("--alone", "--token", "x"), "leave out --server"),
        (("--token", "x", "--token-file", "y"), "either --token or --token-file"),
        (("--token-file", "."), "cannot be used"),
    ],
    ids=["scheme", "password", "alone", "two tokens", "folder"],
)
def test_what_cannot_work_is_said_in_one_line(
    arguments: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert start_in_english(*arguments) == 2
    told = capsys.readouterr()
    assert why in told.err
    assert "secret@" not in told.err
    assert len(told.err.splitlines()) == 1
    assert told.out == ""


def test_without_the_extra_the_command_names_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # As if it were not installed
    monkeypatch.setitem(sys.modules, "quarterdeck.mcp.running", None)
    assert start_in_english() == 2
    assert "pip install quarterdeck[mcp]" in capsys.readouterr().err


def test_a_secret_on_the_command_line_and_a_plain_connection_are_warned_of(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begun: list[tuple[str, str]] = []

    def note(address: str, identity: Identity, _: Translator) -> None:
        begun.append((address, identity.secret))
        assert identity.secret not in repr(identity)

    monkeypatch.setattr(running, "run", note)
    assert start_in_english("--server", "http://example.org/games/", "--token", "abc123") == 0
    warned = capsys.readouterr().err
    assert "QUARTERDECK_TOKEN" in warned
    assert "not encrypted" in warned
    assert "abc123" not in warned
    monkeypatch.setenv("QUARTERDECK_TOKEN", "def456")
    monkeypatch.setenv("QUARTERDECK_SERVER", "https://example.org")
    assert start_in_english() == 0
    assert capsys.readouterr().err == ""
    assert begun == [("http://example.org/games", "abc123"), ("https://example.org", "def456")]
