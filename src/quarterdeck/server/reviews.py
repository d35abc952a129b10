"""Reviews of finished games: begun when somebody first looks, made in the background, and kept.

One game at a time is reviewed in each server process, in a process of its own
(`review_workers.py`). Those who wait take turns. What is lost, with the process or with the server,
is begun again when somebody looks.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter, OrderedDict
from contextlib import aclosing, suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from quarterdeck.bots.judge import why_untrained
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import RecordError
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.record.jsonl import lines
from quarterdeck.review import Review, storing
from quarterdeck.review.calibration import judged_by
from quarterdeck.server.aside import record_of
from quarterdeck.server.errors import TableError
from quarterdeck.server.live import LiveTable
from quarterdeck.server.metrics import REVIEWS, REVIEWS_WAITING
from quarterdeck.server.one_off import WorkerGone
from quarterdeck.server.review_workers import Assignment, Report, ReviewWorker
from quarterdeck.server.store import DatabaseTrouble, Store
from quarterdeck.server.store.reviews import StoredReview
from quarterdeck.server.turns import Turns

logger = logging.getLogger(__name__)

T = TypeVar("T")

# So many reviews may wait or be made at a time.
MOST_WAITING = 50
# A review that takes longer, in seconds, is given up: somebody else waits.
LONGEST = 3600.0
# A process that has gone down so many times over one game is not started again by itself.
MOST_DEATHS = 2
# Of how many tables the review, or why it failed, is remembered.
MOST_KNOWN = 64


class Stage(StrEnum):
    """How far a review is."""

    CROWDED = "crowded"
    WAITING = "waiting"
    WORKING = "working"
    COMPLETE = "complete"
    FAILED = "failed"
    IMPOSSIBLE = "impossible"

    @property
    def goes_on(self) -> bool:
        """Whether it is worth looking again."""
        return self in (Stage.CROWDED, Stage.WAITING, Stage.WORKING)


@dataclass(frozen=True)
class ReviewState:
    """What can be told of a table's review: how much is done, what is known so far, and why there
    will be no more."""

    stage: Stage
    done: float = 0.0
    review: Review | None = None
    why: Message | None = None


@dataclass
class _UnderWay:
    """A review that is being made, or waits for its turn."""

    stage: Stage = Stage.WAITING
    done: float = 0.0
    review: Review | None = None

    def tell(self) -> ReviewState:
        return ReviewState(self.stage, self.done, self.review)


@dataclass(frozen=True)
class _Game:
    """A finished game as it is to be reviewed: with these weights, so many entries."""

    table_id: str
    rules: AnyRules
    weights: str
    plies: int
    record: str

    def fits(self, found: Review) -> bool:
        """Whether a review is of this game, as it would be made today."""
        return found.weights == self.weights and len(found.standings) == self.plies + 1


class Reviews:
    """The reviews of all tables of this server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._turns = Turns([ReviewWorker()], MOST_WAITING)
        self._under_way: dict[str, _UnderWay] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._known: OrderedDict[str, Review] = OrderedDict()
        self._failed: OrderedDict[str, Message] = OrderedDict()
        self._deaths: Counter[str] = Counter()

    async def look(self, table: LiveTable, owner: str) -> ReviewState:
        """How far the review of a finished game is; it is begun if nobody has looked before.

        `owner`: who looks; owners take turns. Raises TableError while the game is running.
        """
        check_finished(table)
        why = why_untrained(table.rules)
        if why is not None:
            return ReviewState(Stage.IMPOSSIBLE, why=why)
        game = _read_game(table)
        found = self._recall(game)
        if found is not None:
            return found
        stored = await self._find_stored(game)
        # Somebody else may have looked meanwhile
        found = self._recall(game)
        if found is not None:
            return found
        if stored is not None and stored.complete:
            self._remember(game, stored)
            return ReviewState(Stage.COMPLETE, 1.0, stored)
        if len(self._under_way) >= MOST_WAITING:
            return ReviewState(Stage.CROWDED, review=stored)
        return self._begin(game, owner, stored).tell()

    async def try_again(self, table: LiveTable, owner: str) -> ReviewState:
        """The same, also where it has failed before."""
        self._failed.pop(table.row.id, None)
        return await self.look(table, owner)

    def _recall(self, game: _Game) -> ReviewState | None:
        """What this process knows of a review."""
        known = self._known.get(game.table_id)
        if known is not None and game.fits(known):
            self._known.move_to_end(game.table_id)
            return ReviewState(Stage.COMPLETE, 1.0, known)
        if game.table_id in self._under_way:
            return self._under_way[game.table_id].tell()
        if game.table_id in self._failed:
            return ReviewState(Stage.FAILED, why=self._failed[game.table_id])
        return None

    async def _find_stored(self, game: _Game) -> Review | None:
        """The review that is stored, if it is not out of date."""
        text = await self._store.reviews.of(game.table_id)
        if text is None:
            return None
        try:
            found = _read(text)
        except RecordError:
            return None
        return found if game.fits(found) else None

    def _begin(self, game: _Game, owner: str, stored: Review | None) -> _UnderWay:
        under_way = self._under_way[game.table_id] = _UnderWay(review=stored)
        task = asyncio.get_running_loop().create_task(self._make(game, owner, under_way))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return under_way

    async def _make(self, game: _Game, owner: str, under_way: _UnderWay) -> None:
        """Make a review when it is its turn."""
        try:
            with REVIEWS_WAITING.track_inprogress():
                worker = await self._turns.take(owner)
            try:
                under_way.stage = Stage.WORKING
                async with asyncio.timeout(LONGEST):
                    await self._follow(worker, game, under_way)
            finally:
                self._turns.give_back(worker)
        except WorkerGone:
            logger.warning("the process that reviewed table %s is gone", game.table_id)
            self._deaths[game.table_id] += 1
            if self._deaths[game.table_id] >= MOST_DEATHS:
                self._fail(game, Message("qd.page.review.failed"))
        except Exception:
            logger.exception("the review of table %s failed", game.table_id)
            self._fail(game, Message("qd.page.review.failed"))
        finally:
            del self._under_way[game.table_id]

    async def _follow(self, worker: ReviewWorker, game: _Game, under_way: _UnderWay) -> None:
        stored = await self._find_stored(game)
        if stored is not None and stored.complete:
            # Another server process was faster
            self._remember(game, stored)
            return
        async with aclosing(worker.reports(Assignment(game.rules.id, game.record))) as reports:
            async for report in reports:
                under_way.done = report.done
                if report.review:
                    await self._take(game, report, under_way)
                elif report.refusal is not None or report.trouble:
                    self._refuse(game, report)

    async def _take(self, game: _Game, report: Report, under_way: _UnderWay) -> None:
        """Something new is known of a review: it is shown and kept."""
        found = under_way.review = _read(report.review)
        if found.complete:
            REVIEWS.labels(game.rules.id, Stage.COMPLETE).inc()
            self._remember(game, found)
        # Without its database the server tells so itself; the review is there all the same
        with suppress(DatabaseTrouble):
            row = StoredReview(found.weights, report.review, found.complete)
            await self._store.reviews.keep(game.table_id, row)

    def _refuse(self, game: _Game, report: Report) -> None:
        why = Message("qd.page.review.failed")
        if report.refusal is not None:
            why = storing.read_message(report.refusal)
        what = report.trouble or Translator("en").text(why)
        logger.error("the review of table %s failed: %s", game.table_id, what)
        self._fail(game, why)

    def _remember(self, game: _Game, found: Review) -> None:
        self._deaths.pop(game.table_id, None)
        self._known[game.table_id] = found
        _keep_newest(self._known)

    def _fail(self, game: _Game, why: Message) -> None:
        REVIEWS.labels(game.rules.id, Stage.FAILED).inc()
        self._deaths.pop(game.table_id, None)
        self._failed[game.table_id] = why
        _keep_newest(self._failed)

    async def close(self) -> None:
        """What is not complete is begun again some day."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def check_finished(table: LiveTable) -> None:
    """Raises TableError while a game is running: nobody may have it judged."""
    if not table.playing().finished:
        raise TableError("qd.review.not_over")


def write_record(table: LiveTable) -> str:
    """The record of a finished game, as a file tells it."""
    return table.once("record to review", lambda: "".join(lines(record_of(table, None))))


def _read_game(table: LiveTable) -> _Game:
    rules, game = table.rules, table.playing()
    return _Game(
        table.row.id,
        rules,
        judged_by(rules, game.seats),
        game.ply,
        write_record(table),
    )


def _read(text: str) -> Review:
    """Raises RecordError."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise RecordError(Message("qd.review.unreadable")) from error
    return storing.from_json(data)


def _keep_newest(known: OrderedDict[str, T]) -> None:
    while len(known) > MOST_KNOWN:
        known.popitem(last=False)
