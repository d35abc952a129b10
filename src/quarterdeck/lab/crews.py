"""Who plays the games of a study: this process, several, or those of a Ray cluster.

Each game is asked for by its cell and number, and is asked for again if whoever played it died. A
game says the same wherever it is played, so it does not matter who.
"""

from __future__ import annotations

import os
import signal
import socket
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import connection, get_context, parent_process
from typing import Any

from quarterdeck.bots.garbage import garbage_waits, let_garbage_wait
from quarterdeck.bots.pools import LONGEST_SLEEP
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message
from quarterdeck.lab.playing import Failure, Job, play_job
from quarterdeck.lab.results import PlayedGame

# So many games are asked for beforehand, for each that is played.
AHEAD = 2
# So often in a row a game may be lost with whoever played it.
PATIENCE = 5
AUTO, LOCAL = "auto", "local"
# Seconds within which a cluster must answer.
REACHED_WITHIN = 5.0
LAST_PORT = 65_535

Played = tuple[Job, PlayedGame | Failure]


class Crew(ABC):
    """Plays games. `room`: so many may be asked for at a time; `pending`: so many are."""

    room = 1

    @property
    @abstractmethod
    def pending(self) -> int: ...

    @abstractmethod
    def submit(self, job: Job) -> None:
        """Ask for a game."""

    @abstractmethod
    def collect(self) -> list[Played]:
        """Wait for games to end; gives at least one if any is pending."""


class Alone(Crew):
    """This process."""

    def __init__(self) -> None:
        self._jobs: list[Job] = []

    @property
    def pending(self) -> int:
        return len(self._jobs)

    def submit(self, job: Job) -> None:
        self._jobs.append(job)

    def collect(self) -> list[Played]:
        job = self._jobs.pop(0)
        return [(job, play_job(job))]


class Losses:
    """Counts games that were lost with whoever played them, and gives up in the end."""

    def __init__(self) -> None:
        self.all = 0
        self._lost: dict[tuple[int, int], int] = {}

    def count(self, job: Job) -> None:
        self.all += 1
        self._lost[job.key] = self._lost.get(job.key, 0) + 1
        if self._lost[job.key] >= PATIENCE:
            why = Message("qd.lab.error.lost", times=PATIENCE)
            raise failed(job, why)

    def forget(self) -> None:
        """Games are being finished: nothing is wrong with all of them."""
        self._lost.clear()


def failed(job: Job, why: Message | str) -> BadSetup:
    """What is told about a game that cannot be played."""
    return BadSetup(
        Message(
            "qd.lab.error.game",
            number=job.number,
            cell=job.cell.number,
            label=job.cell.label,
            why=why,
        )
    )


class Processes(Crew):
    """Several processes on this machine; if one is killed, others take its place."""

    def __init__(self, workers: int) -> None:
        self.room = workers * AHEAD
        self._workers = workers
        self._jobs: dict[Future[PlayedGame | Failure], Job] = {}
        self.losses = Losses()
        self._pool = self._open()

    def _open(self) -> ProcessPoolExecutor:
        # Not by copying this process: it holds the lock of the folder, and may have threads
        context = get_context("spawn")
        return ProcessPoolExecutor(self._workers, context, initializer=_end_with_parent)

    @property
    def pending(self) -> int:
        return len(self._jobs)

    def submit(self, job: Job) -> None:
        try:
            self._jobs[self._pool.submit(play_job, job)] = job
        except BrokenProcessPool:
            self._start_again([job])

    def collect(self) -> list[Played]:
        while self._jobs:
            done, _ = wait(self._jobs, LONGEST_SLEEP, FIRST_COMPLETED)
            finished: list[Played] = []
            lost: list[Job] = []
            for future in done:
                job = self._jobs.pop(future)
                if isinstance(future.exception(), BrokenProcessPool):
                    lost.append(job)
                else:
                    finished.append((job, future.result()))
            if lost:
                self._start_again(lost)
            if finished:
                self.losses.forget()
                return finished
        return []

    def _start_again(self, lost: list[Job]) -> None:
        """One process that dies takes the pool along; what it had not finished is asked again."""
        lost += self._jobs.values()
        self._jobs.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)
        for job in lost:
            self.losses.count(job)
        self._pool = self._open()
        for job in lost:
            self._jobs[self._pool.submit(play_job, job)] = job

    def close(self) -> None:
        """End at once; what is being played is not waited for."""
        processes = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()
        for process in processes:
            process.join()


def _end_with_parent() -> None:
    """Runs first in a process that plays: it ends with the one that started it, however that one
    ends, and hears of Ctrl+C only from there."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    let_garbage_wait()
    parent = parent_process()
    assert parent is not None
    sentinel = parent.sentinel

    def watch() -> None:
        connection.wait([sentinel])
        os._exit(0)

    threading.Thread(target=watch, name="quarterdeck-parent", daemon=True).start()


class RayCluster(Crew):
    """A Ray cluster, or one started on this machine. Ray does not repeat a game by itself: what was
    lost is asked for from here, so it is known how often."""

    def __init__(self, address: str, workers: int | None) -> None:
        self._ray = _load_ray()
        self._join(address, workers)
        cores = int(self._ray.cluster_resources().get("CPU", 1))
        self.room = max(1, workers or cores) * AHEAD
        self._play = self._ray.remote(max_retries=0, num_cpus=1)(play_job)
        self._jobs: dict[Any, Job] = {}
        self.losses = Losses()

    def _join(self, address: str, workers: int | None) -> None:
        settings: dict[str, Any] = {"log_to_driver": False, "configure_logging": False}
        try:
            if address not in (AUTO, LOCAL):
                _knock(address)
            if address != LOCAL:
                try:
                    self._ray.init(address=address, **settings)
                    return
                except ConnectionError:
                    # Nobody has started a cluster that this machine knows of
                    if address != AUTO:
                        raise
            self._ray.init(address=LOCAL, num_cpus=workers, include_dashboard=False, **settings)
        except (ConnectionError, ValueError, RuntimeError, OSError) as error:
            said = getattr(error, "strerror", None) or str(error) or type(error).__name__
            why = said.splitlines()[0]
            raise BadSetup(Message("qd.lab.error.ray", address=address, why=why)) from error

    @property
    def pending(self) -> int:
        return len(self._jobs)

    def submit(self, job: Job) -> None:
        self._jobs[self._play.remote(job)] = job

    def collect(self) -> list[Played]:
        while self._jobs:
            done, _ = self._ray.wait(list(self._jobs), num_returns=1)
            finished: list[Played] = []
            for reference in done:
                job = self._jobs.pop(reference)
                try:
                    finished.append((job, self._ray.get(reference)))
                except self._ray.exceptions.RayTaskError as error:
                    # The cluster has no Quarterdeck, or one that we cannot speak with
                    raise failed(job, str(error.cause)) from error
                except self._ray.exceptions.RayError:
                    self.losses.count(job)
                    self.submit(job)
            if finished:
                self.losses.forget()
                return finished
        return []

    def close(self) -> None:
        for reference in self._jobs:
            self._ray.cancel(reference, force=True)
        self._ray.shutdown()


def _knock(address: str) -> None:
    """Raises OSError if nobody answers: Ray itself would go on trying for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal() or int(port) > LAST_PORT:
        raise BadSetup(Message("qd.lab.error.ray_address", address=address[:80]))
    with socket.create_connection((host.strip("[]"), int(port)), timeout=REACHED_WITHIN):
        pass


def _load_ray() -> Any:
    try:
        import ray
    except ImportError as missing:
        raise BadSetup(Message("qd.error.train.no_ray", why=str(missing))) from missing
    return ray


@contextmanager
def call_crew(workers: int | None, ray: str | None) -> Iterator[Crew]:
    """Whoever is asked for; raises BadSetup if Ray is wanted and cannot be had."""
    if ray is not None:
        cluster = RayCluster(ray, workers)
        try:
            yield cluster
        finally:
            cluster.close()
    elif (workers or 1) > 1:
        processes = Processes(workers or 1)
        try:
            yield processes
        finally:
            processes.close()
    else:
        with garbage_waits():
            yield Alone()
