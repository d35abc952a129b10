"""Bots think in processes of their own, with a time limit, never in the web loop.

A worker is sent an imagined world, never the true position. A bot that crashes or does not
answer in time is replaced: its processes are ended, and a random choice keeps the table going.
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
from quarterdeck.kernel.rules import Rules

logger = logging.getLogger(__name__)


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


class Thinkers:
    """The worker processes."""

    def __init__(self, workers: int = 1, seconds: float = 1.0, patience: float = 10.0) -> None:
        self.seconds = seconds
        self.patience = patience
        self._workers = workers
        self._random = random.SystemRandom()
        self._pool: ProcessPoolExecutor | None = None

    async def choose(
        self, rules: Rules, position: Position, options: dict[str, str], seat: int, bot: str
    ) -> int:
        """What a bot chooses for a seat; a random choice if it fails."""
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
        try:
            code = await self._ask(question)
        except (TimeoutError, BrokenExecutor) as error:
            logger.warning("bot %s was replaced: %s", bot, type(error).__name__)
            self.restart()
        except Exception:
            logger.exception("bot %s failed", bot)
        else:
            if code in legal:
                return code
            logger.warning("bot %s chose something that is not open", bot)
        return dealer.choice(legal)

    async def _ask(self, question: Question) -> int:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._workers, mp_context=get_context("spawn"))
        future = self._pool.submit(answer, question)
        return await asyncio.wait_for(asyncio.wrap_future(future), self.patience)

    def restart(self) -> None:
        """End the workers, hung ones included; new ones start with the next question."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    close = restart
