"""`quarterdeck serve` as people start it, and what can be cut off from it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from tests.server.client import PATIENCE, Client
from tests.server.servers import ROOT
from tools.postgres import free_port


def environment_of(data: Path) -> dict[str, str]:
    """For a program that keeps its data in a folder, and speaks English."""
    path = os.pathsep.join(sys.path)
    return {**os.environ, "PYTHONPATH": path, "XDG_DATA_HOME": str(data), "LC_ALL": "C.UTF-8"}


class Program:
    """The command line with its supervisor, workers and bots."""

    def __init__(
        self, folder: Path, *arguments: str, environment: Mapping[str, str] | None = None
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._log = folder / "log"
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "quarterdeck",
                    "serve",
                    "--port",
                    str(self.port),
                    *arguments,
                ],
                cwd=ROOT,
                env={**environment_of(folder / "data"), **(environment or {})},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    @property
    def log(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace")

    def wait_until_it_answers(self) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            assert self.process.poll() is None, f"it ended:\n{self.log}"
            probe = Client(self.address)
            with suppress(OSError):
                if probe.get("/api/games").status == 200:
                    return
            probe.close()
            time.sleep(0.05)
        raise AssertionError(f"it does not answer:\n{self.log}")

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send a signal; gives the exit status."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def status(self) -> int:
        """Once it has ended by itself."""
        return self.process.wait(PATIENCE)

    def clear(self) -> None:
        """Whatever is left of it."""
        left = descendants(self.process.pid)
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(PATIENCE)
        for pid in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


Start = Callable[..., Program]


def parent_of(pid: int) -> int | None:
    """The parent of a process that runs; None if it is gone."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    state, parent = text.rpartition(")")[2].split()[:2]
    return None if state == "Z" else int(parent)


def descendants(pid: int) -> list[int]:
    """All processes that a process has started, and those that these have."""
    parents = {int(p.name): parent_of(int(p.name)) for p in Path("/proc").glob("[0-9]*")}
    found = [child for child, parent in parents.items() if parent == pid]
    return found + [below for child in found for below in descendants(child)]


def children(pid: int) -> list[int]:
    return [child for child in descendants(pid) if parent_of(child) == pid]


def workers(program: Program) -> list[int]:
    """The server processes under a supervisor, without Python's helper that only cleans up."""
    return [pid for pid in children(program.process.pid) if "spawn_main" in command_of(pid)]


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


class Wire:
    """Between a server and its database; it can be cut and mended."""

    def __init__(self, host: str, port: int) -> None:
        self._target = (host, port)
        self.port = free_port()
        self._open: list[socket.socket] = []
        self._listener: socket.socket | None = None
        self._lock = threading.Lock()

    def mend(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def cut(self) -> None:
        with self._lock:
            if self._listener is not None:
                with suppress(OSError):
                    self._listener.shutdown(socket.SHUT_RDWR)
                self._listener.close()
                self._listener = None
            for end in self._open:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
                end.close()
            self._open.clear()

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                near, _ = listener.accept()
                far = socket.create_connection(self._target)
            except OSError:
                return
            with self._lock:
                if self._listener is not listener:
                    near.close()
                    far.close()
                    return
                self._open += [near, far]
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(source, sink), daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                sink.sendall(data)
        with suppress(OSError):
            sink.shutdown(socket.SHUT_WR)
