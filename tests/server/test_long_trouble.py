"""For `make soak`: server, workers and database are killed again and again under load."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.client import Client, wait_until
from tests.server.servers import ROOT, Launch, new_postgres_database
from tests.server.stubborn import Stubborn, check_nothing_lost, play_through
from tools.postgres import free_port, start, start_again, stop

pytestmark = pytest.mark.soak

TABLES = 6
KILLS = 30


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
    check_nothing_lost(database, players, server.client())


class Workers:
    """`quarterdeck serve` with several workers, as somebody would start it."""

    def __init__(self, folder: Path, database: str, workers: int) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = folder / "workers.log"
        command = [sys.executable, "-m", "quarterdeck", "serve", "--port", str(self.port)]
        command += ["--database", database, "--workers", str(workers)]
        settings = {**os.environ, "XDG_DATA_HOME": str(folder / "data")}
        settings["QUARTERDECK_RATE"] = settings["QUARTERDECK_BURST"] = "100000"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=settings, stdout=log, stderr=log, stdin=subprocess.DEVNULL
            )
        wait_until(self.answers, "the workers to answer")

    def answers(self) -> bool:
        assert self.process.poll() is None, self.log.read_text(encoding="utf-8")
        try:
            return Client(self.address).get("/api/games").status == 200
        except OSError:
            return False

    def serving(self) -> list[int]:
        """The processes that listen, without their supervisor."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        found = [int(child) for child in children.read_text().split()]
        return [pid for pid in found if "tracker" not in _command(pid)]


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return "tracker"


@pytest.fixture
def workers(postgres: str, tmp_path: Path) -> Iterator[tuple[Workers, str]]:
    database = new_postgres_database(postgres)
    made = Workers(tmp_path, database, 2)
    yield made, database
    made.process.kill()
    made.process.wait()


def test_workers_killed_thirty_times_lose_nothing(workers: tuple[Workers, str]) -> None:
    server, database = workers
    players = [Stubborn(Client(server.address), number) for number in range(TABLES)]

    def kill() -> None:
        moments = random.Random()
        for _ in range(KILLS):
            pause(moments)
            wait_until(lambda: len(server.serving()) == 2, "both workers to be there")
            os.kill(moments.choice(server.serving()), signal.SIGKILL)

    play_through(players, kill)
    assert sum(player.repeats for player in players) > 0
    check_nothing_lost(database, players, Client(server.address))


@pytest.fixture
def own_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A PostgreSQL for one test, which may be stopped and started again."""
    folder = tmp_path_factory.mktemp("cluster")
    # Whoever runs PostgreSQL must be able to reach its folder.
    for parent in (folder, *folder.parents[:3]):
        parent.chmod(0o711)
    yield folder, start(folder)
    stop(folder)


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
    check_nothing_lost(database, players, server.client())
    assert server.log.count("Traceback") == 0
    # An outage is told in a few lines, however long it lasts and however many ask meanwhile.
    assert len(server.log.splitlines()) < 200
