"""`picture` and `replay` show a record at each of its plies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from quarterdeck import record
from quarterdeck.testing.boards import parse_svg
from tests.cli.conftest import Run
from tests.fixtures.shelves import SHELVES
from tests.fixtures.tales import Shelf

FIRST_PLIES = 18
EVERY = 47

every_shelf = pytest.mark.parametrize("shelf", SHELVES, ids=lambda shelf: shelf.rules.id)


def shortest(shelf: Shelf[Any]) -> Path:
    return min(shelf.folder.glob("*.jsonl"), key=lambda file: file.stat().st_size)


def check_plies(run: Run, file: Path, plies: list[int], target: Path) -> None:
    for ply in plies:
        language = ("--lang", "fr") if ply % 2 else ("--lang", "en")
        shown = run("replay", file, "--ply", ply, "--plain", *language)
        assert (shown.code, shown.err) == (0, ""), f"replay --ply {ply}"
        assert len(shown.lines) > 10
        drawn = run("picture", file, target, "--ply", ply, *language)
        assert (drawn.code, drawn.err) == (0, ""), f"picture --ply {ply}"
        parse_svg(target.read_text(encoding="utf-8"))


@every_shelf
def test_the_beginning_the_end_and_some_of_a_record(
    shelf: Shelf[Any], run: Run, tmp_path: Path
) -> None:
    file = shortest(shelf)
    last = len(record.read(file).entries)
    plies = [*range(FIRST_PLIES), *range(FIRST_PLIES, last, EVERY), last]
    check_plies(run, file, plies, tmp_path / "board.svg")


@pytest.mark.soak
@every_shelf
def test_every_ply_of_a_record(shelf: Shelf[Any], run: Run, tmp_path: Path) -> None:
    file = shortest(shelf)
    check_plies(run, file, [*range(len(record.read(file).entries) + 1)], tmp_path / "board.svg")


@every_shelf
@pytest.mark.parametrize("command", ["replay", "picture"])
def test_a_ply_beyond_the_end_or_below_0_is_refused(
    shelf: Shelf[Any], command: str, run: Run, tmp_path: Path
) -> None:
    file = shortest(shelf)
    last = len(record.read(file).entries)
    target = tmp_path / "board.svg"
    for ply in (last + 1, -1):
        more = [target] if command == "picture" else []
        found = run(command, file, *more, "--ply", ply)
        assert found.code != 0
        assert "Traceback" not in found.err
        assert not target.exists()
