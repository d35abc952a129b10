"""Load, for `make soak`: 200 live tables on this machine."""

from __future__ import annotations

import pytest

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
