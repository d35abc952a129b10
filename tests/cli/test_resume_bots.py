"""A game that is resumed finds the bots that sat at the table, and keeps what was damaged."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest

import quarterdeck as qd
from quarterdeck.cli.app import main


def saved(path: Path) -> str:
    game = qd.new("salty_ocean", seats=2, seed=3, names=["", "greedy-2"])
    game.keep(path)
    game.play("saline" if game.actor == 0 else "pass")
    return path.read_text(encoding="utf-8")


def leave(*arguments: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("q\n"))
    with pytest.raises(SystemExit) as left:
        main(["play", "--lang", "en", *arguments])
    assert left.value.code == 0


def test_bots_go_on_when_a_game_is_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    before = saved(path).count('"seat": 1')
    leave("--resume", str(path), monkeypatch=monkeypatch)
    assert path.read_text(encoding="utf-8").count('"seat": 1') > before
    assert "Player 1: Turn 1" in capsys.readouterr().out


def test_a_record_from_a_server_says_who_its_bots_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    whole = saved(path)
    head, _, rest = whole.partition("\n")
    told = {**json.loads(head), "names": ["Ada", "Mistral"], "bots": ["", "boatswain"]}
    path.write_text(f"{json.dumps(told)}\n{rest}", encoding="utf-8")
    assert qd.load(path).record.header.bots == ("", "boatswain")
    before = whole.count('"seat": 1')
    leave("--resume", str(path), monkeypatch=monkeypatch)
    kept = path.read_text(encoding="utf-8")
    assert kept.count('"seat": 1') > before
    assert '"bots": ["", "boatswain"]' in kept.splitlines()[0]


def test_a_damaged_file_is_kept_beside_what_was_saved_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    whole = saved(path)
    damaged = whole + '{"seat": 0, "play": "sa'
    path.write_text(damaged, encoding="utf-8")
    leave("--resume", str(path), "--salvage", monkeypatch=monkeypatch)
    assert (tmp_path / "game.jsonl.damaged").read_text(encoding="utf-8") == damaged
    assert path.read_text(encoding="utf-8").startswith(whole.splitlines()[0])
    assert qd.load(path).ply >= whole.count('"play"') + whole.count('"deal"') > 3
