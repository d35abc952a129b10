"""Bots think in processes of their own, with a time limit, never in the web loop.

A worker is sent an imagined world, never the true position. It keeps the bots it has made, so that
each can go on from what it has learnt at its seat. A bot that crashes or does not answer in time is
replaced: its process is ended, and a random choice keeps the table going. Every worker is a process
apart, so a bot that goes down takes no other with it.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import OrderedDict
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

from quarterdeck import games
from quarterdeck.bots import PLUGINS, Bot, Budget, make
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.server.metrics import BOT_FAULTS, BOT_SECONDS, BOTS_THINKING, BOTS_WAITING
from quarterdeck.server.parent import end_with_parent
from quarterdeck.server.turns import Turns

logger = logging.getLogger(__name__)

# How long a process may take to start: it is no fault of the bot.
START_PATIENCE = 120.0

# How many bots a worker keeps at most, and of how many seats we know who thinks for them.
BOTS_KEPT = 256
SEATS_KNOWN = 4096


@dataclass(frozen=True)
class Chair:
    """A seat of a table, and the bot on it."""

    table: str
    seat: int
    bot: str


@dataclass(frozen=True)
class Assignment:
    """Everything a worker needs to choose for a seat."""

    chair: Chair
    game: str
    seats: int
    options: dict[str, str]
    legal: list[int]
    world: dict[str, Any]
    seed: int
    seconds: float


class BotsOfWorker:
    """The bots of a worker process; of too many, those that have not been asked for longest go."""

    def __init__(self, most: int = BOTS_KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[Chair, Bot] = OrderedDict()

    def answer(self, question: Assignment) -> int:
        rules = games.load(question.game)
        world = rules.load(question.world, question.seats, question.options)
        bot = self._kept.pop(question.chair, None)
        if bot is None:
            bot = make(question.chair.bot, rules, question.seed)
        code = bot.choose(
            world, question.chair.seat, list(question.legal), Budget(question.seconds)
        )
        # Only now: what has failed is made anew
        self._kept[question.chair] = bot
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return code


_bots = BotsOfWorker()


def answer(question: Assignment) -> int:
    """Runs in a worker process."""
    return _bots.answer(question)


def ready() -> bool:
    """Runs in a worker process, to see that it runs at all."""
    return True


class Worker:
    """One process, started when it is first needed."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def ask(self, question: Assignment, patience: float) -> int:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                1, mp_context=get_context("spawn"), initializer=end_with_parent
            )
            started = self._pool.submit(ready)
            await asyncio.wait_for(asyncio.wrap_future(started), START_PATIENCE)
        future = self._pool.submit(answer, question)
        return await asyncio.wait_for(asyncio.wrap_future(future), patience)

    def end(self) -> None:
        """End the process, even if it hangs; the next question starts another."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)


class Thinkers:
    """The worker processes. A question waits until one of them is free."""

    def __init__(self, workers: int = 1, seconds: float = 1.0, patience: float = 10.0) -> None:
        self.seconds = seconds
        self.patience = patience
        self._random = random.SystemRandom()
        self._workers = [Worker() for _ in range(workers)]
        self._turns = Turns(self._workers)
        # Who has thought for a seat last
        self._homes: OrderedDict[Chair, Worker] = OrderedDict()

    async def choose(
        self,
        rules: AnyRules,
        position: Position,
        options: dict[str, str],
        chair: Chair,
        owner: str = "",
    ) -> int:
        """What a bot chooses for its seat; a random choice if it fails.

        `owner`: whose table it is. Owners take turns, however many bots wait at their tables.
        """
        code = await self.advise(rules, position, options, chair, owner)
        return random.choice(list(position.legal(chair.seat))) if code is None else code

    async def advise(
        self,
        rules: AnyRules,
        position: Position,
        options: dict[str, str],
        chair: Chair,
        owner: str = "",
    ) -> int | None:
        """What a bot would choose for a seat; None if it fails."""
        dealer = random.Random(self._random.getrandbits(64))
        legal = list(position.legal(chair.seat))
        question = Assignment(
            chair=chair,
            game=rules.id,
            seats=position.seats,
            options=options,
            legal=legal,
            world=rules.imagine(position, chair.seat, dealer).dump(),
            seed=dealer.getrandbits(64),
            seconds=self.seconds,
        )
        code = await self._ask(question, owner)
        if code is not None and code not in legal:
            BOT_FAULTS.labels(kind_of(chair.bot), "not_open").inc()
            logger.warning("bot %s chose something that is not open", chair.bot)
            return None
        return code

    async def _ask(self, question: Assignment, owner: str) -> int | None:
        chair = question.chair
        bot, kind = chair.bot, kind_of(chair.bot)
        with BOTS_WAITING.track_inprogress():
            worker = await self._take_worker(chair, owner)
        try:
            with BOTS_THINKING.track_inprogress(), BOT_SECONDS.labels(kind).time():
                return await worker.ask(question, self.patience)
        except (TimeoutError, BrokenExecutor) as error:
            BOT_FAULTS.labels(kind, "replaced").inc()
            logger.warning("bot %s was replaced: %s", bot, type(error).__name__)
            worker.end()
        except asyncio.CancelledError:
            # Nobody waits for the answer any more
            worker.end()
            raise
        except Exception:
            BOT_FAULTS.labels(kind, "failed").inc()
            logger.exception("bot %s failed", bot)
        finally:
            self._turns.give_back(worker)
        return None

    async def _take_worker(self, chair: Chair, owner: str) -> Worker:
        """The process that has the bot if it is free, or if the bot is worth waiting for."""
        home = self._homes.get(chair)
        only = home is not None and PLUGINS.load(kind_of(chair.bot)).REMEMBERS
        worker = await self._turns.take(owner, home, only)
        self._homes[chair] = worker
        self._homes.move_to_end(chair)
        if len(self._homes) > SEATS_KNOWN:
            self._homes.popitem(last=False)
        return worker

    def close(self) -> None:
        for worker in self._workers:
            worker.end()


def kind_of(bot: str) -> str:
    """The name of a bot without its settings: people choose those, and there are too many."""
    return bot.partition(":")[0]
