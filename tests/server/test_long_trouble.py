"""For `make soak`: server, workers and database are killed again and again under load."""

from __future__ import annotations

import os
import random
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.client import Client, wait_until
from tests.server.programs import Program, workers
from tests.server.servers import Launch, new_postgres_database
from tests.server.stubborn import Stubborn, check_nothing_lost, play_through
from tools.postgres import start, start_again, stop

pytestmark = pytest.mark.soak

TABLES = 6
KILLS = 30
# A worker that dies again and again is replaced after growing pauses.
WORKER_KILLS = 8


def pause(moments: random.Random) -> None:
    time.sleep(moments.uniform(0.1, 1.2))


def test_a_server_killed_thirty_times_loses_nothing(launch: Launch, database: str) -> None:
    server = launch(database)
    players = [Stubborn(server.client(), number) for number in range(TABLES)]

    def kill() -> None:
        moments = random.Random()
        for _ in range(KILLS):
            pause(moments)
            server.kill()
            server.start()

    play_through(players, kill)
    assert sum(player.repeats for player in players) >= KILLS
    check_nothing_lost(database, players)


@pytest.fixture
def program(postgres: str, tmp_path: Path) -> Iterator[tuple[Program, str]]:
    """`quarterdeck serve` with two workers, and their database."""
    database = new_postgres_database(postgres)
    made = Program(tmp_path, "--database", database, "--workers", "2")
    made.wait_until_it_answers()
    yield made, database
    made.clear()


def test_workers_killed_again_and_again_lose_nothing(program: tuple[Program, str]) -> None:
    server, database = program
    players = [Stubborn(Client(server.address), number) for number in range(TABLES)]

    def kill() -> None:
        moments = random.Random()
        for _ in range(WORKER_KILLS):
            pause(moments)
            wait_until(lambda: len(workers(server)) == 2, "both workers to be there")
            os.kill(moments.choice(workers(server)), signal.SIGKILL)

    play_through(players, kill)
    assert sum(player.repeats for player in players) > 0
    check_nothing_lost(database, players)


@pytest.fixture
def own_cluster() -> Iterator[tuple[Path, str]]:
    """A PostgreSQL for one test, which may be stopped and started again."""
    # Whoever runs PostgreSQL must be able to reach its folder.
    folder = Path(tempfile.mkdtemp(prefix="quarterdeck-cluster-", dir="/tmp"))
    yield folder, start(folder)
    stop(folder)
    shutil.rmtree(folder)


def test_a_database_killed_ten_times_loses_nothing(
    launch: Launch, own_cluster: tuple[Path, str]
) -> None:
    folder, address = own_cluster
    database = new_postgres_database(address)
    server = launch(database)
    players = [Stubborn(server.client(), number) for number in range(TABLES)]

    def kill() -> None:
        moments = random.Random()
        for _ in range(10):
            pause(moments)
            stop(folder)
            pause(moments)
            start_again(folder, address)

    play_through(players, kill)
    assert sum(player.repeats for player in players) > 0
    check_nothing_lost(database, players)
    assert server.log.count("Traceback") == 0
    # An outage is told in a few lines, however long it lasts and however many ask meanwhile.
    assert len(server.log.splitlines()) < 200
