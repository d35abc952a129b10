"""What a server counts is published for Prometheus, if asked, at an address of its own.

The port that visitors use tells nothing of it. Several processes keep their counts in files of a
common folder; the process that has started them answers with the sum.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable
from ipaddress import ip_address
from pathlib import Path

from prometheus_client import REGISTRY, CollectorRegistry, start_http_server
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message
from quarterdeck.server.health import Health
from quarterdeck.server.metrics import DATABASE_UP, IN_MEMORY, STORED, WORDS_WAITING
from quarterdeck.server.store import DatabaseTrouble, Store
from quarterdeck.server.store.outbox import OPEN

# The library looks for it when it is first imported: in processes started after it was set.
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
# Seconds between two looks at what is not counted as it happens.
PAUSE = 10.0


async def measure(store: Store, in_memory: Callable[[], int], health: Health) -> None:
    """Look once at what is not counted as it happens."""
    DATABASE_UP.set(await health.trouble() == "")
    IN_MEMORY.set(in_memory())
    if health.database_is_up:
        for status, count in (await store.lists.count()).items():
            STORED.labels(status).set(count)
        waiting = await store.outbox.count()
        WORDS_WAITING.set(sum(waiting.get(state, 0) for state in OPEN))


async def keep_measuring(store: Store, in_memory: Callable[[], int], health: Health) -> None:
    while True:
        try:
            await measure(store, in_memory, health)
        except DatabaseTrouble:
            # The database went away in between; the next look tells.
            DATABASE_UP.set(0)
        await asyncio.sleep(PAUSE)


# Publishing


def address_of(text: str) -> tuple[str, int]:
    """`9464` (this machine only), `0.0.0.0:9464`, `[::1]:9464`."""
    host, _, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]") or "127.0.0.1"
    try:
        ip_address(host)
        if not 0 < int(port) < 65536:
            raise ValueError
    except ValueError:
        raise BadSetup(Message("qd.server.metrics_form", text=text[:80])) from None
    return host, int(port)


def publish(text: str, several: bool) -> None:
    """Answer Prometheus at an address of its own, from a thread, as long as this process lives.

    With `several` processes this is the one that starts them, and does not count itself.
    """
    host, port = address_of(text)
    registry = _common_registry() if several else REGISTRY
    try:
        start_http_server(port, host, registry)
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise BadSetup(Message("qd.server.metrics_taken", text=text[:80], why=why)) from error


def _common_registry() -> CollectorRegistry:
    folder = tempfile.mkdtemp(prefix="quarterdeck-metrics-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ[FOLDER] = folder
    registry = CollectorRegistry()
    registry.register(Processes(Path(folder)))
    return registry


class Processes(Collector):
    """The counts of all processes. One that is gone has counted, but has no streams open."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def collect(self) -> Iterable[Metric]:
        for pid in {file.stem.rpartition("_")[2] for file in self._folder.glob("*.db")}:
            if not is_alive(int(pid)):
                mark_process_dead(int(pid), str(self._folder))  # type: ignore[no-untyped-call]
        added = MultiProcessCollector(None, str(self._folder))  # type: ignore[no-untyped-call]
        found: Iterable[Metric] = added.collect()  # type: ignore[no-untyped-call]
        return found


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
