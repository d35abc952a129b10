"""A study on a Ray cluster whose workers are killed in the middle."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from quarterdeck.kernel.errors import BadSetup
from quarterdeck.lab.crews import RayCluster, call_crew
from quarterdeck.lab.results import PlayedGame, read_results
from quarterdeck.lab.running import Run, open_folder
from quarterdeck.lab.study import parse_study

STUDY = parse_study(
    """
    title = "Tiny"
    game = "salty_ocean"
    seats = 2
    bots = ["greedy"]
    games = 12
    vary.components."money.lot" = [6]
    """,
    "tiny.toml",
)


def tell_process() -> int:
    time.sleep(0.5)  # long enough for every worker to have one
    return os.getpid()


@pytest.mark.filterwarnings("ignore")
def test_nothing_is_lost_or_counted_twice_if_a_worker_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ray = pytest.importorskip("ray")
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    with open_folder(tmp_path / "ray", STUDY) as results:
        cluster = RayCluster("local", 2)
        try:
            asked = ray.remote(max_retries=0)(tell_process)
            workers = set(ray.get([asked.remote() for _ in range(2)]))
            told: list[PlayedGame] = []

            def kill_one(game: PlayedGame) -> None:
                told.append(game)
                # The other one later, as the first may have been between two games
                if len(told) in (3, 9):
                    os.kill(workers.pop(), signal.SIGKILL)

            Run(STUDY, results).go_on(cluster, kill_one)
            assert cluster.losses.all
        finally:
            cluster.close()
    assert len(told) == len({game.key for game in told}) == 24
    with open_folder(tmp_path / "here", STUDY) as results, call_crew(None, None) as crew:
        Run(STUDY, results).go_on(crew)
    assert read_results(tmp_path / "ray").games == read_results(tmp_path / "here").games


def test_an_address_where_nobody_answers_is_told_at_once() -> None:
    pytest.importorskip("ray")
    with pytest.raises(BadSetup, match=r"cannot be reached at 127\.0\.0\.1:9"):
        RayCluster("127.0.0.1:9", None)
    with pytest.raises(BadSetup, match="is not the address of a cluster"):
        RayCluster("somewhere", None)


def test_ray_is_named_where_it_is_wanted_and_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadSetup, match=r"pip install 'quarterdeck\[ray\]'"):
        RayCluster("auto", None)
