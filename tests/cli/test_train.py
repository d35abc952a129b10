"""`quarterdeck train`: what is refused, and what is told."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NoReturn

import pytest

from quarterdeck.games.rolling_seas.rules import RollingSeas
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message
from quarterdeck.training.episodes import Habits
from quarterdeck.training.run import Course
from tests.cli.conftest import Run


def test_a_run_is_kept_in_its_folder_and_told_about(run: Run, tmp_path: Path) -> None:
    result = run("train", "salty_ocean", "--out", tmp_path / "run", "--hours", 0)
    assert result.code == 0
    assert "salty_ocean.npz" in result.out
    assert (tmp_path / "run" / "salty_ocean.npz").exists()


def test_a_game_without_numbers_cannot_be_learnt(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RollingSeas, "features", None)
    result = run("train", "rolling_seas", "--out", tmp_path, "--hours", 0, "--lang", "fr")
    assert result.code == 2
    assert "ne peut pas s’apprendre" in result.err


def test_a_run_says_how_greedy_players_begin_and_how_softly_judging_ones_choose(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Course] = []

    def note(course: Course, folder: Path) -> NoReturn:
        seen.append(course)
        raise BadSetup(Message("qd.error.train.other", folder=str(folder)))

    monkeypatch.setattr("quarterdeck.training.run.open_run", note)
    run("train", "rolling_seas", "--out", tmp_path, "--greedy", 120, "--softness", 0.003)
    run("train", "rolling_seas", "--out", tmp_path)
    assert [course.greedy_games for course in seen] == [120, Course.greedy_games]
    assert [course.habits.softness for course in seen] == [0.003, Habits.softness]


def test_without_numpy_one_is_told_what_to_install(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "quarterdeck.training.run", None)
    result = run("train", "salty_ocean", "--out", tmp_path)
    assert result.code == 2
    assert "pip install quarterdeck[train]" in result.err
