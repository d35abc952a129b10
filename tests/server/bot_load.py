"""Load by bots: many tables at once, each with a person who is in no hurry and bots who think.

    python -m tests.server.bot_load --tables 50 --bot mate --seconds 60

At every table sit a person and two bots. The person is a program that plays by the API: it chooses
at random, waits until all bots have chosen and it is asked again, and then pauses as people do.
What counts is how long it waits, and for how many choices of bots. The bots of all tables share
the processes they think in.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import tempfile
import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path

from tests.server.load import Program, any_of, memory, processor_seconds, quantile
from tests.server.servers import Server

BOTS = 2
# So long without news, in seconds, and it is worth a look whether the game is over.
QUIET = 20.0
PATIENCE = 300.0


@dataclass
class BotReport:
    """What was measured; times in milliseconds."""

    tables: int
    bot: str
    pause: float
    seconds: float = 0.0
    moves: int = 0
    choices: int = 0
    answered: list[float] = field(default_factory=list)
    # Per turn of the bots, and per choice of theirs in it.
    turns: list[float] = field(default_factory=list)
    each: list[float] = field(default_factory=list)
    server: float = 0.0
    workers: float = 0.0
    worker_memory: float = 0.0

    def __str__(self) -> str:
        lines = [
            (
                f"{self.tables} tables, a person and {BOTS} bots ({self.bot}) each, pauses of "
                f"{self.pause:g} s; load average {os.getloadavg()[0]:.1f}"
            ),
            (
                f"{self.moves / self.seconds:.1f} moves/s of people and "
                f"{self.choices / self.seconds:.1f} choices/s of bots in {self.seconds:.0f} s"
            ),
            (
                f"server: {self.server:.0%} of a core; bots: {self.workers:.0%} of a core, "
                f"{self.worker_memory:.0f} MB"
            ),
        ]
        for name, times in (
            ("a person's move answered", self.answered),
            ("until asked again", self.turns),
            ("per choice of a bot", self.each),
        ):
            if times:
                lines.append(
                    f"{name:>24}: p50 {quantile(times, 0.5):7.0f} ms, "
                    f"p99 {quantile(times, 0.99):7.0f} ms, worst {max(times):7.0f} ms"
                )
        return "\n".join(lines)


class Sitting:
    """A person at one table after the other, always with bots."""

    def __init__(self, server: Server, report: BotReport, number: int) -> None:
        self.report = report
        self.dealer = random.Random(number)
        # A person each: owners of tables take turns
        self.client = server.client(f"Load {number}")
        self.counts = False
        self._address = server.address

    async def play(self) -> None:
        """Play until cancelled."""
        await asyncio.sleep(self.dealer.random() * self.report.pause)
        while True:
            table = self.client.host("here", *[self.report.bot] * BOTS)
            program = Program(self._address, table, self.client.secret, "en")
            news = asyncio.Event()
            program.told = news.set
            watching = asyncio.create_task(program.watch())
            try:
                await self._play_table(program, news)
            finally:
                watching.cancel()
                await asyncio.gather(watching, return_exceptions=True)
                program.close()

    async def _play_table(self, program: Program, news: asyncio.Event) -> None:
        found = await self._wait_until_asked(program, news)
        while found is not None:
            lines, notations = found
            notation = any_of(notations, self.dealer)
            assert notation is not None
            wish = {"expected": lines, "choices": [notation], "key": uuid.uuid4().hex}
            kind = "Content-Type: application/json\r\n"
            posted = time.perf_counter()
            answer = await program.requests.ask(
                "POST", f"{program.path}/moves", json.dumps(wish).encode(), kind
            )
            assert answer.status == 200, answer.body
            answered = time.perf_counter()
            mine = json.loads(answer.body)["lines"]
            found = await self._wait_until_asked(program, news)
            if found is not None and self.counts:
                self._note(posted, answered, found[0] - mine)
            await asyncio.sleep(self.report.pause)

    async def _wait_until_asked(
        self, program: Program, news: asyncio.Event
    ) -> tuple[int, list[str]] | None:
        """How many lines there are then, and what is open; None once the game is over."""
        while True:
            news.clear()
            answer = await program.requests.ask("GET", f"{program.path}/choices")
            told = json.loads(answer.body)
            if told["choices"]:
                return told["lines"], [choice["notation"] for choice in told["choices"]]
            try:
                await asyncio.wait_for(news.wait(), QUIET)
            except TimeoutError:
                answer = await program.requests.ask("GET", program.path)
                if json.loads(answer.body)["finished"]:
                    return None

    def _note(self, posted: float, answered: float, bots: int) -> None:
        report = self.report
        report.moves += 1
        report.answered.append(1000 * (answered - posted))
        if bots > 0:
            waited = 1000 * (time.perf_counter() - answered)
            report.choices += bots
            report.turns.append(waited)
            report.each.append(waited / bots)


def worker_pids(pid: int) -> list[int]:
    """The processes in which bots think."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    # Another child looks after what processes share
    return sorted(map(int, children), key=memory)[1:] if len(children) > 1 else []


async def measure(server: Server, tables: int, bot: str, pause: float, seconds: float) -> BotReport:
    report = BotReport(tables, bot, pause)
    sittings = [Sitting(server, report, number) for number in range(tables)]
    playing = [asyncio.create_task(sitting.play()) for sitting in sittings]
    # Processes start, networks are read, tables come apart
    await asyncio.sleep(2 * pause)
    for sitting in sittings:
        sitting.counts = True
    before = processor_seconds(server.pid), sum(map(processor_seconds, worker_pids(server.pid)))
    start = time.perf_counter()
    spent = 0.0
    # On a machine that has no time for us, it takes longer until everybody has moved
    while spent < seconds or (not report.turns or report.moves < tables):
        assert spent < PATIENCE, "no moves"
        done, _ = await asyncio.wait(
            playing, timeout=min(seconds, 5.0), return_when=asyncio.FIRST_EXCEPTION
        )
        for task in done:
            task.result()
        spent = time.perf_counter() - start
    report.seconds = time.perf_counter() - start
    workers = worker_pids(server.pid)
    report.server = (processor_seconds(server.pid) - before[0]) / report.seconds
    report.workers = (sum(map(processor_seconds, workers)) - before[1]) / report.seconds
    report.worker_memory = sum(map(memory, workers)) / 1000
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return report


def run(tables: int, bot: str, pause: float, seconds: float, workers: int = 1) -> BotReport:
    """Measure a server of its own on SQLite."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), f"sqlite:///{folder}/table.db", bot_workers=workers).start()
        try:
            return asyncio.run(measure(server, tables, bot, pause, seconds))
        finally:
            with contextlib.suppress(ProcessLookupError):
                server.kill()


def main() -> None:
    options = argparse.ArgumentParser(description="Load by bots on the table server.")
    options.add_argument("--tables", type=int, default=50)
    options.add_argument("--bot", default="mate")
    options.add_argument("--pause", type=float, default=5.0, help="of a person between two moves")
    options.add_argument("--seconds", type=float, default=60.0)
    options.add_argument("--workers", type=int, default=1, help="processes in which bots think")
    wish = options.parse_args()
    print(run(wish.tables, wish.bot, wish.pause, wish.seconds, wish.workers))


if __name__ == "__main__":
    main()
