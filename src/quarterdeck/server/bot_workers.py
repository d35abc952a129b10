"""The processes in which bots think: each is a process apart, and keeps the bots it has made.

A worker is sent an imagined world, never the true position. A bot stays in its worker as long as
its seat needs it, with its tree; what its game has learnt is read once per process. Nothing in a
worker is worth saving: whatever is lost with it is found again from the next question.
"""

from __future__ import annotations

import asyncio
import gc
import os
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from typing import Any, TypeAlias

from quarterdeck import games
from quarterdeck.bots import Bot, Budget, make, read_certainty
from quarterdeck.bots.judge import why_untrained
from quarterdeck.kernel.position import NATURE
from quarterdeck.review.calibration import reviewing_network
from quarterdeck.review.chances import find_standing
from quarterdeck.review.hints import find_hint
from quarterdeck.review.model import Standing
from quarterdeck.server.parent import end_with_parent

# How long a process may take to start: it is no fault of the bot.
START_PATIENCE = 120.0

# How many bots a worker keeps at most, and for how many seconds after the last question to each.
BOTS_KEPT = 256
IDLE = 600.0
# A tree grows with the time it took. Of bots that remember, a worker keeps those whose last
# questions took so many seconds together: some hundred megabytes.
SECONDS_KEPT = 60.0

# Pages come first: on a machine with few cores a bot that thinks must not delay them.
NICENESS = 5


@dataclass(frozen=True)
class Chair:
    """A seat of a table, and the bot on it."""

    table: str
    seat: int
    bot: str


@dataclass(frozen=True)
class Assignment:
    """Everything a worker needs to choose for a seat. `gone` are tables that need no bot now."""

    chair: Chair
    game: str
    components: str
    seats: int
    options: dict[str, str]
    legal: list[int]
    world: dict[str, Any]
    seed: int
    seconds: float
    gone: frozenset[str] = frozenset()


@dataclass(frozen=True)
class HintWish(Assignment):
    """The same for a player who asks: what the best choices are (`review/hints.py`)."""


@dataclass(frozen=True)
class StandingWish(Assignment):
    """How everybody stands, for all that the chair's seat knows, or a spectator (`NATURE`)."""


@dataclass(frozen=True)
class BotAnswer:
    """What a bot has chosen, and how sure of winning it was, if it said so."""

    code: int
    certainty: float | None = None


Answer: TypeAlias = BotAnswer | Standing | str | None


@dataclass
class KeptBot:
    """A bot, when it was last asked, and how long it thought then."""

    bot: Bot
    asked: float = field(default=0.0)
    took: float = field(default=0.0)

    @property
    def weight(self) -> float:
        return self.took if self.bot.REMEMBERS else 0.0


class BotsOfWorker:
    """The bots of a worker process; of too many, those that have not been asked for longest go."""

    def __init__(
        self,
        most: int = BOTS_KEPT,
        clock: Callable[[], float] = time.monotonic,
        settle: Callable[[], None] = gc.freeze,
    ) -> None:
        """`settle` is called when a game with all it consists of has been loaded: it stays, and a
        collection of garbage that looks through it takes longer than most choices."""
        self._most = most
        self._clock = clock
        self._settle = settle
        self._games: set[str] = set()
        self._kept: OrderedDict[Chair, KeptBot] = OrderedDict()

    def __contains__(self, chair: Chair) -> bool:
        return chair in self._kept

    def answer(self, question: Assignment) -> BotAnswer:
        self._let_go(question.gone)
        rules = games.load(question.game, question.components)
        world = rules.load(question.world, question.seats, question.options)
        kept = self._kept.pop(question.chair, None)
        if kept is None:
            kept = KeptBot(make(question.chair.bot, rules, question.seed))
        began = self._clock()
        code = kept.bot.choose(
            world, question.chair.seat, list(question.legal), Budget(question.seconds)
        )
        kept.asked = self._clock()
        kept.took = kept.asked - began
        # Only now: what has failed is made anew
        self._kept[question.chair] = kept
        self._make_room()
        if question.game not in self._games:
            self._games.add(question.game)
            self._settle()
        return BotAnswer(code, read_certainty(kept.bot))

    def _let_go(self, gone: frozenset[str]) -> None:
        now = self._clock()
        self._kept = OrderedDict(
            (chair, kept)
            for chair, kept in self._kept.items()
            if chair.table not in gone and now - kept.asked < IDLE
        )

    def _make_room(self) -> None:
        total = sum(kept.weight for kept in self._kept.values())
        while len(self._kept) > 1 and (len(self._kept) > self._most or total > SECONDS_KEPT):
            total -= self._kept.popitem(last=False)[1].weight


_bots = BotsOfWorker()


def answer(question: Assignment) -> Answer:
    """Runs in a worker process."""
    if isinstance(question, HintWish):
        return _answer_hint(question)
    if isinstance(question, StandingWish):
        return _answer_standing(question)
    return _bots.answer(question)


def _answer_hint(question: HintWish) -> str:
    """A hint as JSON; nothing if nobody has trained this game."""
    rules = games.load(question.game, question.components)
    if why_untrained(rules) is not None:
        return ""
    world = rules.load(question.world, question.seats, question.options)
    network = reviewing_network(rules, question.seats)
    seat, seed = question.chair.seat, str(question.seed)
    return find_hint(rules, network, world, seat, seed, question.seconds).write()


def _answer_standing(question: StandingWish) -> Standing | None:
    rules = games.load(question.game, question.components)
    if why_untrained(rules) is not None:
        return None
    world = rules.load(question.world, question.seats, question.options)
    viewer = None if question.chair.seat == NATURE else question.chair.seat
    network = reviewing_network(rules, question.seats)
    return find_standing(rules, network, world, viewer, question.seed)


def begin(game: str) -> None:
    """Runs in a worker process before its first question: what it takes is no fault of a bot."""
    games.load(game)


def prepare(niceness: int = NICENESS) -> None:
    """Runs first in a worker process."""
    end_with_parent()
    # One core thinks for one bot: threads of a library would only get in each other's way
    for library in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(library, "1")
    if hasattr(os, "nice"):
        os.nice(niceness)


class Worker:
    """One process, started when it is first needed."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        # Tables whose bots it need not keep; told with the next question.
        self.gone: set[str] = set()

    async def ask(self, question: Assignment, patience: float) -> Answer:
        if self._pool is None:
            self.gone.clear()
            self._pool = ProcessPoolExecutor(
                1, mp_context=get_context("spawn"), initializer=prepare
            )
            started = self._pool.submit(begin, question.game)
            await asyncio.wait_for(asyncio.wrap_future(started), START_PATIENCE)
        gone, self.gone = frozenset(self.gone - {question.chair.table}), set()
        future = self._pool.submit(answer, replace(question, gone=gone))
        return await asyncio.wait_for(asyncio.wrap_future(future), patience)

    def end(self) -> None:
        """End the process, even if it hangs; the next question starts another."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)
