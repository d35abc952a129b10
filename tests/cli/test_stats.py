"""`quarterdeck stats`: over records, in the terminal and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

FIXTURES = Path(__file__).parents[1] / "fixtures"
RECORDS = sorted((FIXTURES / "salty_ocean").glob("*.jsonl"))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["Upon a Salty Ocean, 4 players", "Won", "Lighthouse", "what causes"]),
        ("fr", ["Upon a Salty Ocean, 4 joueurs", "Gagnées", "Phare", "ce qui cause quoi"]),
    ],
)
def test_records_are_counted_in_the_terminal(run: Run, language: str, said: list[str]) -> None:
    told = run("stats", *RECORDS, "--lang", language)
    assert told.code == 0
    for text in said:
        assert text in told.out


def test_records_are_counted_as_json(run: Run) -> None:
    told = run("stats", *RECORDS, "--json")
    found = {each["players"]: each for each in json.loads(told.out)}
    assert sum(each["games"] for each in found.values()) + told.err.count("left out") == len(
        RECORDS
    )
    shares = [seat["share"] for seat in found[4]["by_seat"]]
    assert len(shares) == 4
    assert sum(shares) == pytest.approx(1, abs=0.01)
    assert found[4]["uses"][0]["label"]


def test_what_cannot_be_counted_is_named(run: Run, tmp_path: Path) -> None:
    lines = RECORDS[0].read_text(encoding="utf-8").splitlines(keepends=True)
    unfinished = tmp_path / "unfinished.jsonl"
    unfinished.write_text("".join(lines[:30]), encoding="utf-8")
    told = run("stats", unfinished, tmp_path / "missing.jsonl")
    assert told.code == 2
    assert "unfinished.jsonl is left out: Only finished games" in told.err.replace("\n", " ")
    assert "missing.jsonl is left out" in told.err
    assert "None of these records can be counted." in told.err
