"""Load: many live tables at once, and how long every watching page waits for a move.

    python -m tests.server.load --tables 200 --rate 100 --seconds 60

Every table has three watchers, each with an event stream of its own. Moves are posted at a
steady rate, table after table; before each, the mover asks for his choices as his page would. With
`--fetch`, every watcher also reads the table again after every event, as a page without shared
rendering would have to. Times run from the post to the moment the last watcher is up to date.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import tempfile
import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.server.servers import Server

WATCHERS = 3
LANGUAGES = ("en", "fr")


@dataclass
class Report:
    """What was measured; times in milliseconds."""

    tables: int
    watchers: int
    wanted_rate: float
    seconds: float = 0.0
    moves: int = 0
    refused: int = 0
    asked: list[float] = field(default_factory=list)
    posted: list[float] = field(default_factory=list)
    updated: list[float] = field(default_factory=list)
    memory_per_table: float = 0.0
    processor: float = 0.0

    @property
    def rate(self) -> float:
        return self.moves / self.seconds

    def __str__(self) -> str:
        lines = [
            f"{self.tables} tables with {self.watchers} watchers each",
            f"{self.moves} moves in {self.seconds:.0f} s, {self.refused} refused",
            f"{self.rate:.1f} moves/s (wanted {self.wanted_rate:.0f})",
            f"server: {self.processor:.0%} of a core, {self.memory_per_table:.0f} kB per table",
        ]
        for name, times in (
            ("choices read", self.asked),
            ("post answered", self.posted),
            ("all watchers updated", self.updated),
        ):
            lines.append(
                f"{name:>22}: p50 {quantile(times, 0.5):7.1f} ms, "
                f"p99 {quantile(times, 0.99):7.1f} ms, worst {max(times):7.1f} ms"
            )
        return "\n".join(lines)


def quantile(times: list[float], share: float) -> float:
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Connection:
    """A kept-alive connection that sends one request after the other."""

    def __init__(self, address: str, secret: str | None) -> None:
        where = urlsplit(address)
        self._host, self._port = where.hostname, where.port
        self._head = f"Host: {where.netloc}\r\n"
        if secret is not None:
            self._head += f"Authorization: Bearer {secret}\r\n"
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def open(self) -> None:
        self._reader, self._writer = await asyncio.open_connection(self._host, self._port)

    async def ask(self, method: str, path: str, data: Any = None) -> tuple[int, bytes]:
        if self._reader is None or self._writer is None:
            await self.open()
        assert self._reader is not None
        assert self._writer is not None
        body = b"" if data is None else json.dumps(data).encode()
        head = f"{method} {path} HTTP/1.1\r\n{self._head}Content-Length: {len(body)}\r\n"
        if body:
            head += "Content-Type: application/json\r\n"
        self._writer.write(f"{head}\r\n".encode() + body)
        try:
            top = await self._reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            # The server has closed an idle connection
            self.close()
            await self.open()
            self._writer.write(f"{head}\r\n".encode() + body)
            top = await self._reader.readuntil(b"\r\n\r\n")
        length = 0
        for line in top.split(b"\r\n"):
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return int(top[9:12]), await self._reader.readexactly(length)

    async def events(self, path: str) -> asyncio.StreamReader:
        await self.open()
        assert self._reader is not None
        assert self._writer is not None
        self._writer.write(f"GET {path} HTTP/1.1\r\n{self._head}\r\n".encode())
        await self._reader.readuntil(b"\r\n\r\n")
        return self._reader

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()


class LoadTable:
    """A table, its mover and its watchers."""

    def __init__(self, address: str, secret: str, id: str, fetch: bool) -> None:
        self.path = f"/api/tables/{id}"
        self.mover = Connection(address, secret)
        self.streams = [Connection(address, secret) for _ in range(WATCHERS)]
        self.pages = [
            Connection(address, secret if n < WATCHERS - 1 else None) for n in range(WATCHERS)
        ]
        self.fetch = fetch
        self.seen = [0] * WATCHERS
        self.seen_at = [0.0] * WATCHERS
        self.news = asyncio.Condition()
        self.busy = False
        self.finished = False

    async def watch(self, number: int) -> None:
        reader = await self.streams[number].events(f"{self.path}/events")
        language = LANGUAGES[number % 2]
        while line := await reader.readline():
            if not line.startswith(b"id:"):
                continue
            lines = int(line[3:])
            if self.fetch:
                await self.pages[number].ask("GET", f"{self.path}?lang={language}")
            self.seen[number], self.seen_at[number] = lines, time.perf_counter()
            async with self.news:
                self.news.notify_all()

    async def move(self, dealer: random.Random, report: Report) -> None:
        start = time.perf_counter()
        _, body = await self.mover.ask("GET", f"{self.path}/choices")
        report.asked.append(1000 * (time.perf_counter() - start))
        asked = json.loads(body)
        notations = [choice["notation"] for choice in asked["choices"]]
        if not notations:
            self.finished = True
            return
        chosen = dealer.choice([n for n in notations if n != "pass"] or notations)
        wish = {"expected": asked["lines"], "choices": [chosen], "key": uuid.uuid4().hex}
        start = time.perf_counter()
        status, body = await self.mover.ask("POST", f"{self.path}/moves", wish)
        if status != 200:
            report.refused += 1
            return
        report.posted.append(1000 * (time.perf_counter() - start))
        lines = json.loads(body)["lines"]
        async with self.news:
            await self.news.wait_for(lambda: all(seen >= lines for seen in self.seen))
        report.updated.append(1000 * (max(self.seen_at) - start))
        report.moves += 1

    async def watched(self) -> None:
        """Until every watcher has seen the table for the first time."""
        async with self.news:
            await self.news.wait_for(lambda: all(self.seen))

    def close(self) -> None:
        for connection in (self.mover, *self.streams, *self.pages):
            connection.close()


def memory(pid: int) -> int:
    """Kilobytes of a process."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise AssertionError("no VmRSS")


def processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


async def measure(
    server: Server, tables: int, rate: float, seconds: float, fetch: bool = False
) -> Report:
    report = Report(tables, WATCHERS, rate)
    dealer = random.Random(1)
    host = server.client("Load")
    assert host.secret is not None
    before = memory(server.pid)
    loaded = [
        LoadTable(server.address, host.secret, host.host("here", "here"), fetch)
        for _ in range(tables)
    ]
    watching = [asyncio.create_task(t.watch(n)) for t in loaded for n in range(WATCHERS)]
    for table in loaded:
        await table.watched()
    moving: set[asyncio.Task[None]] = set()

    async def move(table: LoadTable) -> None:
        table.busy = True
        try:
            await table.move(dealer, report)
        finally:
            table.busy = False

    processor = processor_seconds(server.pid)
    start = time.perf_counter()
    turn = 0
    while (now := time.perf_counter() - start) < seconds:
        due = int(now * rate)
        while turn < due:
            table = loaded[turn % tables]
            turn += 1
            if not table.busy and not table.finished:
                task = asyncio.create_task(move(table))
                moving.add(task)
                task.add_done_callback(moving.discard)
        await asyncio.sleep(0.002)
    await asyncio.wait_for(asyncio.gather(*moving), 120)
    report.seconds = time.perf_counter() - start
    report.processor = (processor_seconds(server.pid) - processor) / report.seconds
    report.memory_per_table = (memory(server.pid) - before) / tables
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    for table in loaded:
        table.close()
    return report


def run(
    tables: int, rate: float, seconds: float, fetch: bool = False, database: str | None = None
) -> Report:
    """Measure a server of its own on SQLite, or on another database."""
    with tempfile.TemporaryDirectory() as folder:
        address = database or f"sqlite:///{folder}/table.db"
        server = Server(Path(folder), address).start()
        try:
            return asyncio.run(measure(server, tables, rate, seconds, fetch))
        finally:
            with contextlib.suppress(ProcessLookupError):
                server.kill()


def main() -> None:
    options = argparse.ArgumentParser(description="Load on the table server.")
    options.add_argument("--tables", type=int, default=200)
    options.add_argument("--rate", type=float, default=100.0, help="moves per second, all tables")
    options.add_argument("--seconds", type=float, default=60.0)
    options.add_argument("--fetch", action="store_true", help="watchers read the table each time")
    wish = options.parse_args()
    print(run(wish.tables, wish.rate, wish.seconds, wish.fetch))


if __name__ == "__main__":
    main()
