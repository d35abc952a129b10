"""`quarterdeck ladder`: what is written, resumed and refused."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

FEW = ("--seats", 2, "--bots", "random,greedy,gentle", "--games", 3, "--versus", 2, "--most", 2)


def test_a_ladder_writes_results_tables_and_strength(run: Run, tmp_path: Path) -> None:
    path, strength = tmp_path / "results.jsonl", tmp_path / "strength.json"
    files = ("--out", path, "--strength", strength)
    result = run("ladder", "salty_ocean", *FEW, *files)
    assert result.code == 0
    assert "| greedy | 1000 |" in result.out
    assert len(path.read_text().splitlines()) == 1 + 3 + 2 * 2
    assert "| random |" in path.with_suffix(".md").read_text()
    told = json.loads(strength.read_text())
    assert told["seats"]["2"]["bots"]["random"]["among_greedy"]["games"] == 2
    again = run("ladder", "salty_ocean", *FEW, *files, "--lang", "fr")
    assert "Reprise après 7 parties." in again.out
    assert len(path.read_text().splitlines()) == 8
    other = run("ladder", "salty_ocean", *FEW, *files, "--seed", 2)
    assert (other.code, other.err.count("\n")) == (2, 1)
    assert "it differs in: seed" in other.err


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--bots", "greedy,greedy"), "two different bots"),
        (("--bots", "greedy,hal"), "no bot called “hal”"),
        (("--seats", 9), "2 to 4"),
        (("--games", -1), "-1"),
    ],
)
def test_what_cannot_be_measured_is_refused(
    run: Run, tmp_path: Path, arguments: tuple[object, ...], why: str
) -> None:
    result = run("ladder", "salty_ocean", "--out", tmp_path / "results", *arguments)
    assert result.code == 2
    assert why in result.err
    assert list(tmp_path.iterdir()) == []


def test_without_numpy_one_is_told_what_to_install(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "quarterdeck.bots.standings", None)
    result = run("ladder", "salty_ocean", "--out", tmp_path / "results")
    assert result.code == 2
    assert "pip install quarterdeck[bots]" in result.err
