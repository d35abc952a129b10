"""Load, for `make soak`: 200 live tables on this machine."""

from __future__ import annotations

import pytest

from tests.server import bot_load
from tests.server.load import quantile, run


@pytest.mark.soak
def test_two_hundred_tables_are_served_in_time(capsys: pytest.CaptureFixture[str]) -> None:
    report = run(tables=200, rate=100.0, seconds=60.0)
    with capsys.disabled():
        print(f"\n{report}")
    assert report.refused == 0
    assert report.rate > 95
    assert quantile(report.updated, 0.99) < 150


def test_the_load_is_measured_as_it_says() -> None:
    """A small load, so that the measuring itself is tested with everything else."""
    report = run(tables=3, rate=20.0, seconds=1.5)
    assert report.refused == 0
    assert report.moves > 0
    assert 0 < report.on_the_wire < report.received
    assert len(report.updated) == len(report.posted) == report.moves
    assert min(report.updated) > 0
    assert report.memory_per_table >= 0
    assert "moves/s" in str(report)


@pytest.mark.soak
def test_moves_keep_flowing_at_fifty_tables_with_bots_that_judge(
    capsys: pytest.CaptureFixture[str],
) -> None:
    report = bot_load.run(tables=50, bot="mate", pause=5.0, seconds=60.0)
    with capsys.disabled():
        print(f"\n{report}")
    assert report.moves > 200
    assert quantile(report.each, 0.5) < 500
    assert max(report.turns) < 30_000


def test_the_load_by_bots_is_measured_as_it_says() -> None:
    report = bot_load.run(tables=2, bot="greedy", pause=0.1, seconds=2.0)
    assert 0 < report.moves == len(report.answered)
    assert 0 < len(report.turns) == len(report.each) <= report.choices
    assert min(report.each) > 0
    assert "choices/s of bots" in str(report)
