"""Bots think in processes of their own, with a time limit, never in the web loop.

A worker is sent an imagined world, never the true position. A bot that crashes or does not
answer in time is replaced: its process is ended, and a random choice keeps the table going.
Every worker is a process apart, so a bot that goes down takes no other with it.
"""

from __future__ import annotations

import asyncio
import logging
import random
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

from quarterdeck import games
from quarterdeck.bots import Budget, make
from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.server.metrics import BOT_FAULTS, BOT_SECONDS, BOTS_THINKING, BOTS_WAITING
from quarterdeck.server.parent import end_with_parent
from quarterdeck.server.turns import Turns

logger = logging.getLogger(__name__)

# How long a process may take to start: it is no fault of the bot.
START_PATIENCE = 120.0


@dataclass(frozen=True)
class Question:
    """Everything a worker needs to choose for a seat."""

    game: str
    seats: int
    options: dict[str, str]
    bot: str
    seat: int
    legal: list[int]
    world: dict[str, Any]
    seed: int
    seconds: float


def answer(question: Question) -> int:
    """Runs in a worker process."""
    rules = games.load(question.game)
    world = rules.load(question.world, question.seats, question.options)
    bot = make(question.bot, rules, question.seed)
    return bot.choose(world, question.seat, question.legal, Budget(question.seconds))


def ready() -> bool:
    """Runs in a worker process, to see that it runs at all."""
    return True


class Worker:
    """One process, started when it is first needed."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def ask(self, question: Question, patience: float) -> int:
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

    async def choose(
        self,
        rules: AnyRules,
        position: Position,
        options: dict[str, str],
        seat: int,
        bot: str,
        owner: str = "",
    ) -> int:
        """What a bot chooses for a seat; a random choice if it fails.

        `owner`: whose table it is. Owners take turns, however many bots wait at their tables.
        """
        dealer = random.Random(self._random.getrandbits(64))
        legal = list(position.legal(seat))
        question = Question(
            game=rules.id,
            seats=position.seats,
            options=options,
            bot=bot,
            seat=seat,
            legal=legal,
            world=rules.imagine(position, seat, dealer).dump(),
            seed=dealer.getrandbits(64),
            seconds=self.seconds,
        )
        code = await self._ask(question, owner)
        if code is None:
            return dealer.choice(legal)
        if code not in legal:
            BOT_FAULTS.labels(bot, "not_open").inc()
            logger.warning("bot %s chose something that is not open", bot)
            return dealer.choice(legal)
        return code

    async def _ask(self, question: Question, owner: str) -> int | None:
        with BOTS_WAITING.track_inprogress():
            worker = await self._turns.take(owner)
        try:
            with BOTS_THINKING.track_inprogress(), BOT_SECONDS.labels(question.bot).time():
                return await worker.ask(question, self.patience)
        except (TimeoutError, BrokenExecutor) as error:
            BOT_FAULTS.labels(question.bot, "replaced").inc()
            logger.warning("bot %s was replaced: %s", question.bot, type(error).__name__)
            worker.end()
        except asyncio.CancelledError:
            # Nobody waits for the answer any more
            worker.end()
            raise
        except Exception:
            BOT_FAULTS.labels(question.bot, "failed").inc()
            logger.exception("bot %s failed", question.bot)
        finally:
            self._turns.give_back(worker)
        return None

    def close(self) -> None:
        for worker in self._workers:
            worker.end()
