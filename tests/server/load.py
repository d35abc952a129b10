"""Load: many live tables at once, and how long every page at a table waits for a move.

    python -m tests.server.load --tables 200 --rate 100 --seconds 60

Every table has three pages: its two players', in English and French, and a spectator's. Each does
what a real one does (`server/script/live.ts`): it has a stream of its own, which tells of a new
edition of the table and brings what is new relative to the edition that the page shows, but for
panels that are closed as long as nobody opens them. If it brings nothing, or what is new relative
to another edition, the page fetches what it does not show yet.
Before the clock runs, tables are played to different stages of their games: live ones do not come
to the end of a turn all in the same second. Then whoever is asked moves, by the form of his page,
table after table at a steady rate; the answer brings what his page shows then. Times run from the
post to the moment the last page has everything it shows.

`--whole`: pages do not say what they show already, so each gets everything every time.
`--plain`: pages cannot read compressed answers.
`--events`: instead of pages, programs that play by the API and are only told of changes.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import tempfile
import time
import uuid
import zlib
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from tests.server.servers import Server

LANGUAGES = ("en", "fr", "en")
WATCHERS = len(LANGUAGES)
# So long a page waits for the answer to its form, in seconds, before it fetches.
PATIENCE = 0.3
# What a page does not fetch on a wide screen as long as its reader opens nothing.
CLOSED = "part-players part-score part-why"
# Moves that tables may be apart; a turn of the game is shorter than that.
STAGES = 16
PAGES, WHOLE, EVENTS = "pages", "whole", "events"
GZIP = 16 + zlib.MAX_WBITS


@dataclass
class Report:
    """What was measured; times in milliseconds."""

    tables: int
    mode: str
    wanted_rate: float
    packed: bool = True
    seconds: float = 0.0
    moves: int = 0
    refused: int = 0
    posted: list[float] = field(default_factory=list)
    updated: list[float] = field(default_factory=list)
    fetches: int = 0
    brought: int = 0
    received: int = 0
    on_the_wire: int = 0
    memory_per_table: float = 0.0
    processor: float = 0.0
    own_processor: float = 0.0

    def begin(self) -> None:
        """Forget what went before."""
        self.moves = self.refused = self.fetches = self.brought = self.received = 0
        self.on_the_wire = 0
        self.posted.clear()
        self.updated.clear()

    @property
    def rate(self) -> float:
        return self.moves / self.seconds

    @property
    def per_move(self) -> float:
        """Processor time of the server; this compares even on a machine that is busy."""
        return 1000 * self.processor / self.rate if self.moves else 0.0

    def __str__(self) -> str:
        lines = [
            (
                f"{self.tables} tables, {WATCHERS} watchers each ({self.mode}); "
                f"load average {os.getloadavg()[0]:.1f}"
            ),
            f"{self.moves} moves in {self.seconds:.0f} s, {self.refused} refused",
            f"{self.rate:.1f} moves/s (wanted {self.wanted_rate:.0f})",
            (
                f"server: {self.processor:.0%} of a core, {self.per_move:.1f} ms per move, "
                f"{self.memory_per_table:.0f} kB per table"
            ),
            f"this load generator: {self.own_processor:.0%} of a core",
        ]
        if self.fetches:
            count = 1000 * (self.fetches + self.brought)
            lines.append(
                f"{self.fetches} answers and {self.brought} brought, "
                f"{self.received / count:.1f} kB on average, "
                f"{self.on_the_wire / count:.1f} kB as they are sent"
            )
        for name, times in (
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


class Refused(Exception):
    """A move that was not taken."""


def any_of(notations: list[str], dealer: random.Random) -> str | None:
    """Any choice, but a pass only if there is nothing else; None once the game is over."""
    wanted = [notation for notation in notations if notation != "pass"] or notations
    return dealer.choice(wanted) if wanted else None


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes
    # How many bytes were sent for it.
    sent: int = 0


class Connection:
    """A kept-alive connection that sends one request after the other."""

    def __init__(
        self, address: str, secret: str | None, language: str, packed: bool = False
    ) -> None:
        where = urlsplit(address)
        self._host, self._port = where.hostname, where.port
        self._head = f"Host: {where.netloc}\r\nAccept-Language: {language}\r\n"
        if packed:
            self._head += "Accept-Encoding: gzip\r\n"
        if secret is not None:
            self._head += f"Authorization: Bearer {secret}\r\n"
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def open(self) -> None:
        self._reader, self._writer = await asyncio.open_connection(
            self._host, self._port, limit=1 << 20
        )

    async def ask(self, method: str, path: str, body: bytes = b"", headers: str = "") -> Answer:
        if self._reader is None or self._writer is None:
            await self.open()
        assert self._reader is not None
        assert self._writer is not None
        head = f"{method} {path} HTTP/1.1\r\n{self._head}{headers}Content-Length: {len(body)}\r\n"
        self._writer.write(f"{head}\r\n".encode() + body)
        try:
            top = await self._reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            # The server has closed an idle connection
            self.close()
            await self.open()
            self._writer.write(f"{head}\r\n".encode() + body)
            top = await self._reader.readuntil(b"\r\n\r\n")
        first, *rest = top.decode("latin-1").split("\r\n")
        found = {name.lower(): value.strip() for name, _, value in (r.partition(":") for r in rest)}
        length = int(found.get("content-length", 0))
        sent = await self._reader.readexactly(length)
        unpacked = zlib.decompress(sent, GZIP) if "content-encoding" in found else sent
        return Answer(int(first[9:12]), found, unpacked, len(sent))

    async def events(self, path: str) -> AsyncIterator[tuple[bytes, int]]:
        """The lines of a stream, each with how many bytes were sent up to its end."""
        await self.open()
        assert self._reader is not None
        assert self._writer is not None
        self._writer.write(f"GET {path} HTTP/1.1\r\n{self._head}\r\n".encode())
        head = await self._reader.readuntil(b"\r\n\r\n")
        unpacker = zlib.decompressobj(GZIP) if b"content-encoding: gzip" in head else None
        sent, rest = 0, b""
        while size := await self._reader.readline():
            length = int(size, 16)
            chunk = await self._reader.readexactly(length)
            await self._reader.readexactly(2)
            sent += length
            *lines, rest = (rest + (unpacker.decompress(chunk) if unpacker else chunk)).split(b"\n")
            for line in lines:
                yield line, sent

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()


class Watcher:
    """Somebody who follows a table: `seen` is the last line he is up to date with."""

    def __init__(
        self, address: str, table: str, secret: str | None, language: str, packed: bool = False
    ) -> None:
        self.table = table
        self.stream = Connection(address, secret, language, packed)
        self.requests = Connection(address, secret, language, packed)
        self.seen = 0
        self.seen_at = 0.0
        self.told: Callable[[], None] = lambda: None

    def saw(self, lines: int) -> None:
        if lines > self.seen:
            self.seen, self.seen_at = lines, time.perf_counter()
            self.told()

    async def watch(self) -> None:
        raise NotImplementedError

    async def move(self, dealer: random.Random) -> tuple[float, int] | None:
        """Make any move: when it was posted, and which line it led to; None if there is none."""
        raise NotImplementedError

    def close(self) -> None:
        self.stream.close()
        self.requests.close()


_CHOICES = b'hx-target="#part-choices"'
_CHOICE = re.compile(rb'name="choice" value="([^"]*)"')
_FIELD = re.compile(rb'name="(expected|key|seat)" value="([^"]*)"')


class Page(Watcher):
    """A page in a browser, as far as the server can tell."""

    def __init__(
        self,
        address: str,
        table: str,
        secret: str | None,
        language: str,
        report: Report,
    ) -> None:
        super().__init__(address, table, secret, language, report.packed)
        self.report = report
        # A browser sends a form while it may be waiting for something else.
        self.forms = Connection(address, secret, language, report.packed)
        self.path = f"/t/{table}"
        self.have: dict[str, str] = {}
        self.edition = ""
        self.name = ""
        # Held while a form is under way: its answer may bring what the stream tells of.
        self.answer = asyncio.Lock()
        self.choices: list[str] = []
        self.fields: dict[str, str] = {}

    async def watch(self) -> None:
        page = await self.requests.ask("GET", self.path)
        lines, self.edition, have, self.name = (
            self._attribute(page.body, name) for name in ("lines", "edition", "have", "page")
        )
        self._read(page.body, page.body.index(b'id="part-choices"'))
        self._learn(have)
        known = urlencode({"seen": lines, "page": self._page(), "edition": self.edition})
        self.saw(int(lines))
        before = 0
        async for line, sent in self.stream.events(f"{self.path}/stream?{known}"):
            if line.startswith(b"data:"):
                self.report.on_the_wire += sent - before
                before = sent
                await self._follow(json.loads(line[5:]))

    def _attribute(self, body: bytes, name: str) -> str:
        found = re.search(rf'data-{name}="([^"]*)"'.encode(), body)
        assert found is not None
        return found[1].decode()

    def _page(self) -> str:
        """What the page calls itself, if it tells what it shows."""
        return self.name if self.report.mode == PAGES else ""

    async def _follow(self, news: dict[str, Any]) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE), self.answer:
                pass
        if news["edition"] == self.edition:
            return
        if news.get("since") == self.edition:
            self.report.brought += 1
            self._take(news["lines"], news["edition"], news["parts"], news["html"].encode())
        else:
            self.show(await self.requests.ask("GET", f"{self.path}/parts", b"", self._wish()))

    def _wish(self) -> str:
        have = f"X-Have: {' '.join(self.have.values())}\r\n" if self.report.mode == PAGES else ""
        name = f"X-Page: {self._page()}\r\n" if self._page() else ""
        return f"HX-Request: true\r\nX-Closed: {CLOSED}\r\n{have}{name}"

    def show(self, answer: Answer) -> None:
        """Take over what was fetched; an answer that was overtaken is not shown."""
        self.report.fetches += 1
        self.report.on_the_wire += answer.sent
        head = answer.headers
        lines = int(head["x-lines"])
        if lines >= self.seen:
            self._take(lines, head["x-edition"], head.get("x-parts", ""), answer.body)

    def _take(self, lines: int, edition: str, parts: str, html: bytes) -> None:
        self.report.received += len(html)
        self._learn(parts)
        self.edition = edition
        start = html.find(_CHOICES)
        if start >= 0:
            self._read(html, start)
        self.saw(lines)

    def _learn(self, told: str) -> None:
        for pair in told.split():
            id, _, mark = pair.partition("=")
            self.have[id] = mark

    def _read(self, body: bytes, start: int) -> None:
        part = body[start : body.find(b"</form>", start)]
        self.choices = [unescape(value.decode()) for value in _CHOICE.findall(part)]
        self.fields = {name.decode(): value.decode() for name, value in _FIELD.findall(part)}

    async def move(self, dealer: random.Random) -> tuple[float, int] | None:
        chosen = any_of(self.choices, dealer)
        if chosen is None:
            return None
        form = urlencode({**self.fields, "choice": chosen}).encode()
        kind = "Content-Type: application/x-www-form-urlencoded\r\n"
        posted = time.perf_counter()
        async with self.answer:
            answer = await self.forms.ask("POST", f"{self.path}/choose", form, self._wish() + kind)
            if answer.status != 200:
                raise Refused(answer.body)
            self.show(answer)
        return posted, int(answer.headers["x-lines"])

    def close(self) -> None:
        super().close()
        self.forms.close()


class Program(Watcher):
    """A program that plays by the API, and is only told of changes."""

    def __init__(self, address: str, table: str, secret: str | None, language: str) -> None:
        super().__init__(address, table, secret, language)
        self.path = f"/api/tables/{table}"

    async def watch(self) -> None:
        async for line, _ in self.stream.events(f"{self.path}/events"):
            if line.startswith(b"id:"):
                self.saw(int(line[3:]))

    async def move(self, dealer: random.Random) -> tuple[float, int] | None:
        asked = json.loads((await self.requests.ask("GET", f"{self.path}/choices")).body)
        chosen = any_of([choice["notation"] for choice in asked["choices"]], dealer)
        if chosen is None:
            return None
        wish = {"expected": asked["lines"], "choices": [chosen], "key": uuid.uuid4().hex}
        kind = "Content-Type: application/json\r\n"
        posted = time.perf_counter()
        answer = await self.requests.ask(
            "POST", f"{self.path}/moves", json.dumps(wish).encode(), kind
        )
        if answer.status != 200:
            raise Refused(answer.body)
        return posted, json.loads(answer.body)["lines"]


class LoadTable:
    """A table and everybody at it: its players, who move in turn, and a spectator."""

    def __init__(self, address: str, secrets: list[str], id: str, report: Report) -> None:
        self.report = report
        self.watchers: list[Watcher] = []
        for who, language in zip((*secrets, None), LANGUAGES, strict=True):
            made: Watcher = (
                Program(address, id, who, language)
                if report.mode == EVENTS
                else Page(address, id, who, language, report)
            )
            made.told = self._told
            self.watchers.append(made)
        self._news = asyncio.Event()
        self.busy = False
        self.finished = False

    def _told(self) -> None:
        self._news.set()

    async def seen_by_all(self, lines: int) -> None:
        while not all(watcher.seen >= lines for watcher in self.watchers):
            self._news.clear()
            await self._news.wait()

    async def move(self, dealer: random.Random) -> None:
        made = None
        try:
            for player in self.watchers[:-1]:
                made = made or await player.move(dealer)
        except Refused:
            self.report.refused += 1
            return
        if made is None:
            self.finished = True
            return
        start, lines = made
        self.report.posted.append(1000 * (time.perf_counter() - start))
        await self.seen_by_all(lines)
        self.report.updated.append(1000 * (max(w.seen_at for w in self.watchers) - start))
        self.report.moves += 1

    def close(self) -> None:
        for watcher in self.watchers:
            watcher.close()


def memory(pid: int) -> int:
    """Kilobytes of a process."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise AssertionError("no VmRSS")


def processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


async def spread(tables: list[LoadTable], dealer: random.Random) -> None:
    """Play each table up to a stage of its own, as live tables are: not all at the same move."""
    for stage in range(1, STAGES):
        behind = [table for number, table in enumerate(tables) if number % STAGES >= stage]
        await asyncio.gather(*(table.move(dealer) for table in behind))


async def measure(
    server: Server,
    tables: int,
    rate: float,
    seconds: float,
    mode: str = PAGES,
    packed: bool = True,
) -> Report:
    report = Report(tables, mode, rate, packed)
    dealer = random.Random(1)
    host, other = server.client("Load"), server.client("Other")
    secrets = [player.secret for player in (host, other) if player.secret is not None]
    before = memory(server.pid)
    loaded = []
    for _ in range(tables):
        id = host.host("here", "open")
        other.join(id)
        loaded.append(LoadTable(server.address, secrets, id, report))
    watching = [asyncio.create_task(w.watch()) for table in loaded for w in table.watchers]
    for table in loaded:
        await table.seen_by_all(1)
    await spread(loaded, dealer)
    report.begin()
    moving: set[asyncio.Task[None]] = set()

    async def move(table: LoadTable) -> None:
        table.busy = True
        try:
            await table.move(dealer)
        finally:
            table.busy = False

    processor, own = processor_seconds(server.pid), time.process_time()
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
    report.own_processor = (time.process_time() - own) / report.seconds
    report.memory_per_table = (memory(server.pid) - before) / tables
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    for table in loaded:
        table.close()
    return report


def run(
    tables: int,
    rate: float,
    seconds: float,
    mode: str = PAGES,
    database: str | None = None,
    packed: bool = True,
) -> Report:
    """Measure a server of its own on SQLite, or on another database."""
    with tempfile.TemporaryDirectory() as folder:
        address = database or f"sqlite:///{folder}/table.db"
        server = Server(Path(folder), address).start()
        try:
            return asyncio.run(measure(server, tables, rate, seconds, mode, packed))
        finally:
            with contextlib.suppress(ProcessLookupError):
                server.kill()


def main() -> None:
    options = argparse.ArgumentParser(description="Load on the table server.")
    options.add_argument("--tables", type=int, default=200)
    options.add_argument("--rate", type=float, default=100.0, help="moves per second, all tables")
    options.add_argument("--seconds", type=float, default=60.0)
    how = options.add_mutually_exclusive_group()
    for mode, meaning in (
        (PAGES, "pages that fetch what has changed (this is what real ones do)"),
        (WHOLE, "pages that fetch everything each time"),
        (EVENTS, "programs that are only told of changes"),
    ):
        how.add_argument(f"--{mode}", dest="mode", action="store_const", const=mode, help=meaning)
    options.add_argument("--plain", action="store_true", help="pages that cannot read gzip")
    wish = options.parse_args()
    mode, packed = wish.mode or PAGES, not wish.plain
    print(run(wish.tables, wish.rate, wish.seconds, mode, packed=packed))


if __name__ == "__main__":
    main()
