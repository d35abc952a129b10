"""Several server processes: started together, replaced when they die, ended together."""

from __future__ import annotations

import logging
import signal
import socket
import time
from collections.abc import Callable
from multiprocessing import connection, get_context
from multiprocessing.context import SpawnProcess
from types import FrameType
from typing import Any

from quarterdeck.server.pauses import Pauses

logger = logging.getLogger(__name__)

# Whoever lived for so many seconds did not die of being started.
SETTLED = 60.0
SIGNALS = (signal.SIGINT, signal.SIGTERM)


class _Worker:
    """One process, and how soon it is replaced if it dies."""

    def __init__(self) -> None:
        self.process: SpawnProcess | None = None
        self.pauses = Pauses(0.5, 30.0)
        self.started = 0.0
        self.due = 0.0


class Supervisor:
    """Keeps a number of processes running until it is told to stop."""

    def __init__(
        self, work: Callable[..., None], arguments: tuple[Any, ...], workers: int, patience: float
    ) -> None:
        """`patience`: how many seconds the processes may take to end."""
        self._work = work
        self._arguments = arguments
        self._patience = patience
        self._workers = [_Worker() for _ in range(workers)]
        self._signals = 0
        # Signals interrupt the waiting through these.
        self._bell, self._ears = socket.socketpair()
        self._bell.setblocking(False)
        self._ears.setblocking(False)

    def run(self) -> None:
        before = [signal.signal(number, self._heed) for number in SIGNALS]
        try:
            while not self._signals:
                self._start_those_due()
                self._wait()
                self._note_deaths()
        finally:
            self._end_all()
            for number, handler in zip(SIGNALS, before, strict=True):
                signal.signal(number, handler)
            self._bell.close()
            self._ears.close()

    def _heed(self, _signal: int, _frame: FrameType | None) -> None:
        self._signals += 1
        try:
            self._bell.send(b"!")
        except BlockingIOError:
            # It has rung often enough.
            return

    def _start_those_due(self) -> None:
        now = time.monotonic()
        for worker in self._workers:
            if worker.process is None and now >= worker.due:
                worker.process = get_context("spawn").Process(
                    target=self._work, args=self._arguments
                )
                worker.process.start()
                worker.started = now

    def _wait(self) -> None:
        """Until a process dies, the next one is due, or a signal comes."""
        now = time.monotonic()
        due = [w.due - now for w in self._workers if w.process is None]
        watched: list[Any] = [w.process.sentinel for w in self._workers if w.process is not None]
        ready = connection.wait([*watched, self._ears], min(due) if due else None)
        if self._ears in ready:
            self._ears.recv(64)

    def _note_deaths(self) -> None:
        for worker in self._workers:
            process = worker.process
            if process is None or process.is_alive():
                continue
            process.join()
            worker.process = None
            if self._signals:
                continue
            now = time.monotonic()
            if now - worker.started > SETTLED:
                worker.pauses.reset()
            pause = worker.pauses.next()
            worker.due = now + pause
            logger.error(
                "server process %s ended (%s); another one starts in %.1f s",
                process.pid,
                _manner(process.exitcode),
                pause,
            )

    def _end_all(self) -> None:
        """Politely; a second signal or too much time makes it short."""
        left = [w.process for w in self._workers if w.process is not None]
        for process in left:
            process.terminate()
        heard = self._signals
        end = time.monotonic() + self._patience
        while left and self._signals <= heard and time.monotonic() < end:
            connection.wait(
                [*[p.sentinel for p in left], self._ears], max(0.0, end - time.monotonic())
            )
            left = [process for process in left if process.is_alive()]
        for process in left:
            logger.error("server process %s does not end; it is killed", process.pid)
            process.kill()
        for worker in self._workers:
            if worker.process is not None:
                worker.process.join()


def _manner(code: int | None) -> str:
    if code is not None and code < 0:
        return f"signal {signal.Signals(-code).name}"
    return f"exit code {code}"
