"""Games of a ladder in which programs sit: played at the ladder's own server."""

from __future__ import annotations

import os
import random
import signal
import tempfile
import threading
import time
from concurrent.futures import CancelledError
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, NoReturn, Self

from quarterdeck import record
from quarterdeck.bots.ladder import Bout, Ladder, note_result
from quarterdeck.cli.programs.commands import fill_in
from quarterdeck.cli.programs.process import GRACE, PlayingProgram
from quarterdeck.cli.programs.serving import OwnServer, limit_seconds, settings_for
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import AnyRules

# How often, in seconds, one looks whether a program has ended, and what it sees of the table.
WATCH, LOOK = 0.02, 1.0
# Exit code of a process that was told to end.
TERMINATED = 143


@dataclass
class SeatedProgram:
    """A program on its seat, and since when it has seen so many lines of the table's story."""

    program: PlayingProgram
    token: str
    lines: int = -1
    since: float = 0.0


class ProgramGames:
    """Plays games with programs until it is closed; then nothing of them is left.

    `patience`: how many seconds a program may take over a choice. `workers`: games at a time.
    """

    def __init__(self, ladder: Ladder, rules: AnyRules, patience: float, workers: int) -> None:
        self._ladder = ladder
        self._rules = rules
        self._patience = patience
        self._workers = workers
        self._closing = threading.Event()
        self._stack = ExitStack()
        # Held while the server is started or ended, and while others wait until it answers.
        self._doing, self._opening = threading.Lock(), threading.Lock()
        self._guests: list[str] = []

    def __enter__(self) -> Self:
        before = signal.signal(signal.SIGTERM, _leave)
        self._stack.callback(signal.signal, signal.SIGTERM, before)
        folder = tempfile.TemporaryDirectory(prefix="quarterdeck-", ignore_cleanup_errors=True)
        self._folder = Path(self._stack.enter_context(folder))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._closing.set()
        with self._doing:
            self._stack.close()

    def _open(self) -> None:
        """Start the server before the first game."""
        with self._opening:
            if self._guests:
                return
            with self._doing:
                if self._closing.is_set():
                    raise CancelledError
                settings = settings_for(self._folder, self._ladder.seconds, self._bot_workers())
                self._server = OwnServer(self._folder, settings)
                self._stack.callback(self._server.end)
            self._host = self._welcome("Ladder")
            self._guests = [self._welcome(f"Program {n + 1}") for n in range(self._ladder.seats)]

    def _bot_workers(self) -> int:
        """Those who are asked at once think at once, where there are processors for it."""
        at_once = self._workers * max(1, self._ladder.seats - 1)
        return min(at_once, max(self._workers, os.cpu_count() or 1))

    def _welcome(self, name: str) -> str:
        secret: str = self._server.ask_json("/guests", data={"name": name})["secret"]
        return secret

    def play(self, bout: Bout) -> Bout:
        """A game from the deal to the end; raises BadSetup if a program does not play it out."""
        self._open()
        began = time.perf_counter()
        table, tokens = self._set_up(bout)
        with ExitStack() as stack:
            seated = []
            for seat, token in tokens.items():
                program = self._start(bout, table, seat, token)
                stack.callback(program.end)
                seated.append(SeatedProgram(program, token, since=time.monotonic()))
            self._watch(table, seated)
            seconds = time.perf_counter() - began
            told = self._server.ask(f"/tables/{table}/record", self._host).decode()
            until = time.monotonic() + GRACE
            for each in seated:
                each.program.end(max(0.0, until - time.monotonic()))
        self._server.check_bots()
        position = record.verify(record.parse(told), self._rules)
        return note_result(self._rules, bout, position, seconds)

    def _set_up(self, bout: Bout) -> tuple[str, dict[int, str]]:
        """A table on which bots sit already, and the tokens of the programs' seats."""
        ladder = self._ladder
        programs = [seat for seat, bot in enumerate(bout.bots) if bot in ladder.programs]
        wish = {
            "game": ladder.game,
            "seating": [
                "open" if bot in ladder.programs else limit_seconds(bot, ladder.seconds)
                for bot in bout.bots
            ],
            "options": ladder.options,
            "listed": False,
            # Nobody is voted off a seat, and nobody is told what to do
            "pace": "week",
            "suggestions": False,
        }
        table: str = self._server.ask_json("/tables", self._host, wish)["id"]
        return table, {
            seat: self._server.ask_json(
                f"/tables/{table}/join", self._guests[seat], {"seat": seat}
            )["token"]
            for seat in programs
        }

    def _start(self, bout: Bout, table: str, seat: int, token: str) -> PlayingProgram:
        name = bout.bots[seat]
        chance = random.Random(f"{self._ladder.seed}/{bout.part}/{bout.number}/{seat}")
        words = fill_in(
            self._ladder.programs[name],
            {
                "server": self._server.address,
                "table": table,
                "token": token,
                "seed": str(chance.getrandbits(31)),
            },
        )
        return PlayingProgram(name, words, self._folder / f"{table}-{seat}.log")

    def _watch(self, table: str, seated: list[SeatedProgram]) -> None:
        """Until the game is over; raises BadSetup if a program ends before, or hangs."""
        looked = time.monotonic()
        while True:
            if self._closing.wait(WATCH):
                raise CancelledError
            gone = [each.program for each in seated if each.program.code is not None]
            if not gone and time.monotonic() - looked < LOOK:
                continue
            states = [(each, self._look(table, each)) for each in seated]
            if any(state["finished"] for _, state in states):
                return
            if gone:
                _blame("ended", gone[0], code=gone[0].code or 0)
            self._server.check_bots()
            looked = time.monotonic()
            for each, state in states:
                self._check_progress(each, state, looked)

    def _look(self, table: str, seated: SeatedProgram) -> Any:
        return self._server.ask_json(f"/tables/{table}", seated.token)

    def _check_progress(self, seated: SeatedProgram, state: Any, now: float) -> None:
        if not state["choices"] or state["lines"] != seated.lines:
            seated.lines, seated.since = state["lines"], now
        elif now - seated.since > self._patience:
            _blame("hangs", seated.program, seconds=round(self._patience))


def _blame(how: str, program: PlayingProgram, **arguments: int) -> NoReturn:
    raise BadSetup(
        Message(f"qd.cli.error.program.{how}", name=program.name, said=program.said, **arguments)
    )


def _leave(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(TERMINATED)
