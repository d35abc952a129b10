"""Bots think in processes of their own (`bot_workers.py`), never in the web loop.

Whoever owns tables takes turns with all other owners, the queue is bounded, and while many wait
each thinks for a shorter time, so that moves keep flowing. A process that goes down is replaced and
asked again: nothing is lost with it. A bot that fails, or does not answer in time, is stood in for
by the one that needs least; only if that fails too a random choice keeps the table going.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import BrokenExecutor

from quarterdeck.bots import DEFAULT, PLUGINS, thinking_seconds
from quarterdeck.kernel.position import NATURE, Position
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.review.model import Standing
from quarterdeck.server.bot_workers import (
    Answer,
    Assignment,
    BotAnswer,
    Chair,
    HintWish,
    StandingWish,
    Worker,
)
from quarterdeck.server.metrics import BOT_FAULTS, BOT_SECONDS, BOTS_THINKING, BOTS_WAITING
from quarterdeck.server.turns import Turns

logger = logging.getLogger(__name__)

# Of how many seats we know who thinks for them.
SEATS_KNOWN = 4096
# However many wait, nobody thinks for less.
LEAST_SECONDS = 0.02
# How long a hint may be thought about.
HINT_SECONDS = 2.0
# A bot that has failed or was too slow so many times in a row is not asked any more at its seat.
MOST_FAULTS = 2


class Unwanted(Exception):
    """By the time it was a bot's turn to think, nobody needed its choice any more."""


def _always() -> bool:
    return True


class Thinkers:
    """The worker processes. A question waits until one of them is free.

    `seconds`: how long a bot may think about a choice; `most_seconds`: how long it may if it was
    told to. `patience`: how much longer an answer may take before the bot counts as hanging.
    While others wait, thinking times shrink so that everybody's turn comes within `queue_seconds`.
    """

    def __init__(
        self,
        workers: int = 1,
        seconds: float = 1.0,
        patience: float = 10.0,
        most_seconds: float = 5.0,
        new_worker: Callable[[], Worker] = Worker,
        queue_seconds: float = 3.0,
    ) -> None:
        self.seconds = seconds
        self.most_seconds = most_seconds
        self.patience = patience
        self.queue_seconds = queue_seconds
        self._random = random.SystemRandom()
        self._workers = [new_worker() for _ in range(workers)]
        self._turns = Turns(self._workers)
        # Who has thought for a seat last, and how often in a row that went wrong
        self._homes: OrderedDict[Chair, Worker] = OrderedDict()
        self._faults: OrderedDict[Chair, int] = OrderedDict()

    async def choose(
        self,
        rules: AnyRules,
        position: Position,
        options: dict[str, str],
        chair: Chair,
        owner: str = "",
        is_wanted: Callable[[], bool] = _always,
    ) -> BotAnswer:
        """What a bot chooses for its seat, or whoever stands in for it.

        `owner`: whose table it is. Owners take turns, however many bots wait at their tables.
        Raises Unwanted, or Crowded if too many wait.
        """
        answer = None
        if self._faults.get(chair, 0) < MOST_FAULTS:
            answer = await self.advise(rules, position, options, chair, owner, is_wanted)
        if answer is None and kind_of(chair.bot) != DEFAULT:
            simple = Chair(chair.table, chair.seat, DEFAULT)
            answer = await self.advise(rules, position, options, simple, owner, is_wanted)
        return answer or BotAnswer(random.choice(list(position.legal(chair.seat))))

    async def advise(
        self,
        rules: AnyRules,
        position: Position,
        options: dict[str, str],
        chair: Chair,
        owner: str = "",
        is_wanted: Callable[[], bool] = _always,
    ) -> BotAnswer | None:
        """What a bot would choose for a seat; None if it fails. Raises Unwanted or Crowded."""
        with BOTS_WAITING.track_inprogress():
            worker = await self._take_worker(chair, owner)
        try:
            if not is_wanted():
                raise Unwanted
            question = self._ask_about(rules, position, options, chair)
            return await self._ask(worker, question)
        finally:
            self._turns.give_back(worker)

    async def hint(
        self,
        rules: AnyRules,
        position: Position,
        options: dict[str, str],
        chair: Chair,
        owner: str = "",
    ) -> str | None:
        """The best choices of a seat (`Hint.write`), empty if nobody has trained the game; None if
        that fails. Raises Crowded."""
        found = await self._consult(HintWish, rules, position, options, chair, owner)
        return found if isinstance(found, str) else None

    async def stand(
        self,
        rules: AnyRules,
        position: Position,
        options: dict[str, str],
        chair: Chair,
        owner: str = "",
    ) -> Standing | None:
        """How everybody stands, for all that a seat or a spectator (`NATURE`) knows; None if that
        fails. Raises Crowded."""
        found = await self._consult(StandingWish, rules, position, options, chair, owner)
        return found if isinstance(found, Standing) else None

    async def _consult(
        self,
        kind: type[Assignment],
        rules: AnyRules,
        position: Position,
        options: dict[str, str],
        chair: Chair,
        owner: str,
    ) -> Answer:
        """What any of the processes finds out: nothing is kept there for the next question."""
        worker = await self._turns.take(owner)
        try:
            question = self._ask_about(rules, position, options, chair, kind)
            return await self._ask_twice(worker, question)
        finally:
            self._turns.give_back(worker)

    def forget(self, table: str) -> None:
        """Nobody needs the bots of a table for now: they need not be kept."""
        names = (table, f"{table}?")
        for chair in [chair for chair in self._homes if chair.table in names]:
            self._homes.pop(chair).gone.add(chair.table)
        for chair in [chair for chair in self._faults if chair.table in names]:
            del self._faults[chair]

    def _ask_about(
        self,
        rules: AnyRules,
        position: Position,
        options: dict[str, str],
        chair: Chair,
        kind: type[Assignment] = Assignment,
    ) -> Assignment:
        dealer = random.Random(self._random.getrandbits(64))
        viewer = None if chair.seat == NATURE else chair.seat
        seconds = self._allow(chair.bot) if kind is Assignment else HINT_SECONDS
        return kind(
            chair=chair,
            game=rules.id,
            components=rules.component_digest,
            seats=position.seats,
            options=options,
            legal=[] if viewer is None else list(position.legal(viewer)),
            world=rules.imagine(position, viewer, dealer).dump(),
            seed=dealer.getrandbits(64),
            seconds=self._share(seconds),
        )

    def _allow(self, bot: str) -> float:
        """How long a bot may think: as long as it was told to, if the server allows that."""
        told = thinking_seconds(bot)
        return self.seconds if told is None else min(told, self.most_seconds)

    def _share(self, seconds: float) -> float:
        """Less while others wait."""
        waiting = len(self._turns) / len(self._workers)
        if not waiting:
            return seconds
        return min(seconds, max(LEAST_SECONDS, self.queue_seconds / (1 + waiting)))

    async def _ask(self, worker: Worker, question: Assignment) -> BotAnswer | None:
        """A bot's choice; None if it fails."""
        found = await self._ask_twice(worker, question)
        answer = found if isinstance(found, BotAnswer) else None
        if answer is not None and answer.code not in question.legal:
            self._note(question.chair, "not_open")
            answer = None
        self._count(question.chair, answer is None)
        return answer

    async def _ask_twice(self, worker: Worker, question: Assignment) -> Answer:
        """An answer; if its process goes down, another is asked once. None if it fails."""
        for _ in range(2):
            try:
                return await self._ask_once(worker, question)
            except BrokenExecutor as error:
                self._note(question.chair, "replaced", type(error).__name__)
                worker.end()
        return None

    def _count(self, chair: Chair, fault: bool) -> None:
        """How often in a row a bot could not choose."""
        before = self._faults.pop(chair, 0)
        if fault:
            self._faults[chair] = before + 1
            if len(self._faults) > SEATS_KNOWN:
                self._faults.popitem(last=False)

    async def _ask_once(self, worker: Worker, question: Assignment) -> Answer:
        """Raises BrokenExecutor."""
        chair = question.chair
        try:
            with BOTS_THINKING.track_inprogress(), BOT_SECONDS.labels(kind_of(chair.bot)).time():
                return await worker.ask(question, question.seconds + self.patience)
        except TimeoutError as error:
            self._note(chair, "replaced", type(error).__name__)
            worker.end()
            return None
        except asyncio.CancelledError:
            # Nobody waits for the answer any more
            worker.end()
            raise
        except BrokenExecutor:
            raise
        except Exception:
            self._note(chair, "failed")
            return None

    def _note(self, chair: Chair, fault: str, why: str = "") -> None:
        """Count and log what went wrong with a bot."""
        BOT_FAULTS.labels(kind_of(chair.bot), fault).inc()
        if fault == "failed":
            logger.exception("bot %s failed", chair.bot)
        elif fault == "not_open":
            logger.warning("bot %s chose something that is not open", chair.bot)
        else:
            logger.warning("bot %s was replaced: %s", chair.bot, why)

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
