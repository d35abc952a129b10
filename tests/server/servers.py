"""Real servers in processes of their own, and the databases they run on."""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import asyncpg

from tests.server.client import PATIENCE, Client
from tests.server.forking import fork_server
from tests.server.serving import CLOCK
from tools.postgres import free_port

ROOT = Path(__file__).resolve().parents[2]
KEEPER = "tools.postgres"
KEEPERS: list[subprocess.Popen[bytes]] = []
WITHOUT_POSTGRES = "QUARTERDECK_NO_POSTGRES"
# Far more than any test needs; the tests of the limits set their own.
PLENTY = {
    "rate": 100_000.0,
    "burst": 100_000.0,
    "open_tables": 100_000,
    "bot_tables": 100_000,
    "tables_a_day": 100_000,
    "joined_tables": 100_000,
    "lines_a_minute": 100_000,
    "guests_an_hour": 100_000,
    "connections_per_address": 100_000,
    "streams_per_address": 100_000,
}


class Server:
    """One server process on a database. It can be killed and started again."""

    def __init__(self, folder: Path, database: str, **settings: Any) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.database = database
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._clock = folder / "clock"
        self._clock.touch()
        chosen = {CLOCK: self._clock, **settings.pop("environment", {})}
        self._environment = {name: str(value) for name, value in chosen.items()}
        key_file = str(settings.pop("key_file", folder / "server.key"))
        self._settings = {**PLENTY, "database": database, "key_file": key_file, **settings}
        self._process: BaseProcess | None = None

    @property
    def log(self) -> str:
        """Everything the server has ever written."""
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")

    @property
    def pid(self) -> int:
        assert self._process is not None
        assert self._process.pid is not None
        return self._process.pid

    def start(self) -> Server:
        arguments = (json.dumps(self._settings), str(self.port))
        environment = {**os.environ, **self._environment}
        self._process = fork_server(arguments, environment, self.folder / "log")
        self.wait()
        return self

    def wait(self) -> None:
        """Until it answers."""
        assert self._process is not None
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            assert self._process.is_alive(), f"the server did not start:\n{self.log}"
            probe = Client(self.address)
            try:
                if probe.get("/api/games").status == 200:
                    return
            except OSError:
                time.sleep(0.05)
            finally:
                probe.close()
        raise AssertionError(f"the server does not answer:\n{self.log}")

    def kill(self) -> None:
        """As the kernel does when memory is short: at once, without a word."""
        assert self._process is not None
        self._process.kill()
        self._process.join(PATIENCE)

    def stop(self) -> int:
        """Politely; gives the exit status."""
        assert self._process is not None
        self._process.terminate()
        self._process.join(PATIENCE)
        status = self._process.exitcode
        if status is None:
            self.kill()
            raise AssertionError(f"the server does not stop:\n{self.log}")
        return status

    def skip(self, seconds: int) -> None:
        """So much time passes at once, by the clock of the house and on the wall."""
        os.truncate(self._clock, self._clock.stat().st_size + seconds)

    def skip_to(self, hour: float) -> None:
        """The clock on the wall shows this hour (UTC) when it does so next."""
        now = time.time() + self._clock.stat().st_size
        self.skip(int((hour * 3600 - now) % 86400))

    def client(self, name: str | None = None, language: str = "en") -> Client:
        """Somebody at this server; a guest if there is a name."""
        made = Client(self.address, language=language)
        return made if name is None else made.come(name)


Launch = Callable[..., Server]
NewDatabase = Callable[[], str]


def postgres_address(shared: Path, owner: int) -> str:
    """The cluster of this test run, started by whoever needs it first."""
    with (shared / "postgres.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        note = shared / "postgres.folder"
        if not note.exists():
            folder = Path(tempfile.mkdtemp(prefix="quarterdeck-postgres-", dir="/tmp"))
            # It may outlive this process: it goes when the whole run is over.
            KEEPERS.append(
                subprocess.Popen(
                    [sys.executable, "-m", KEEPER, str(folder), str(owner)],
                    cwd=ROOT,
                    start_new_session=True,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
            )
            note.write_text(str(folder), encoding="utf-8")
        return _published(Path(note.read_text(encoding="utf-8")))


def _published(folder: Path) -> str:
    end = time.monotonic() + 300
    while time.monotonic() < end:
        if (folder / "address").exists():
            return (folder / "address").read_text(encoding="utf-8")
        if (folder / "failed").exists():
            raise AssertionError(
                f"{(folder / 'failed').read_text(encoding='utf-8')}\n"
                f"(To leave these tests out on purpose, set {WITHOUT_POSTGRES}=1.)"
            )
        time.sleep(0.05)
    raise AssertionError("PostgreSQL did not start within five minutes.")


def new_postgres_database(address: str) -> str:
    name = f"test_{uuid.uuid4().hex}"

    async def create() -> None:
        connection = await asyncpg.connect(f"{address}/postgres")
        try:
            await connection.execute(f'CREATE DATABASE "{name}" TEMPLATE template0')
        finally:
            await connection.close()

    asyncio.run(create())
    return f"{address}/{name}"
