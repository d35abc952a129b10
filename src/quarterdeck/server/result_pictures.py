"""Results as pictures to share: drawn in a process of its own, one at a time, and kept a while.

Drawing takes seconds, in which the process that answers pages could do nothing else.
"""

from __future__ import annotations

import asyncio
import json
import logging
import traceback
from collections import OrderedDict
from contextlib import aclosing, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection

from quarterdeck.game import rules_for
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.record.jsonl import parse
from quarterdeck.review import Review, storing
from quarterdeck.server.bot_workers import prepare
from quarterdeck.server.errors import TableError, TooSoon
from quarterdeck.server.live import LiveTable
from quarterdeck.server.one_off import WorkerGone, answers
from quarterdeck.server.reviews import write_record
from quarterdeck.server.turns import Crowded, Turns

logger = logging.getLogger(__name__)

NICENESS = 10
# So many pictures may wait, in so many seconds one must be drawn, and so many are kept.
MOST_WAITING = 10
LONGEST = 60.0
MOST_KEPT = 16


@dataclass(frozen=True)
class PictureOrder:
    """What is to be drawn: a record as a file tells it, for readers of a language; its review as
    JSON, or nothing."""

    game: str
    record: str
    language: str
    review: str


def work(owner: Connection) -> None:
    """Runs in a process of its own: draw one picture. What went wrong is told as a text."""
    prepare(NICENESS)
    # The server may end at any time: then nobody waits for the answer
    with suppress(EOFError, BrokenPipeError):
        order: PictureOrder = owner.recv()
        try:
            owner.send(_draw(order))
        except Exception:
            owner.send(traceback.format_exc())


def _draw(order: PictureOrder) -> bytes:
    from quarterdeck.statistics.picture import draw_result

    record = parse(order.record)
    found = storing.from_json(json.loads(order.review)) if order.review else None
    say = Translator(order.language, record.header.names)
    return draw_result(record, rules_for(record.header), say, found)


class ResultPictures:
    """The pictures of all tables of this server process."""

    def __init__(self) -> None:
        self._turns = Turns([object()], MOST_WAITING)
        self._under_way: dict[PictureOrder, asyncio.Task[bytes]] = {}
        self._kept: OrderedDict[PictureOrder, bytes] = OrderedDict()

    async def draw(
        self, table: LiveTable, language: str, found: Review | None, owner: str
    ) -> bytes:
        """The picture of a finished game. `owner`: who asks; owners take turns."""
        review = "" if found is None else json.dumps(storing.to_json(found))
        order = PictureOrder(table.row.game, write_record(table), language, review)
        if order in self._kept:
            self._kept.move_to_end(order)
            return self._kept[order]
        task = self._under_way.get(order)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._make(order, owner))
            self._under_way[order] = task
            task.add_done_callback(lambda _: self._under_way.pop(order, None))
        # Whoever goes away leaves it to others who wait for the same
        return await asyncio.shield(task)

    async def _make(self, order: PictureOrder, owner: str) -> bytes:
        try:
            turn = await self._turns.take(owner)
        except Crowded:
            raise TooSoon("qd.stats.picture.busy") from None
        try:
            async with asyncio.timeout(LONGEST):
                async with aclosing(answers(work, order)) as found:
                    drawn: bytes | str = await anext(found)
        except (WorkerGone, TimeoutError):
            logger.exception("a picture of %s cannot be drawn", order.game)
            raise TableError("qd.stats.picture.failed") from None
        finally:
            self._turns.give_back(turn)
        if isinstance(drawn, str):
            logger.error("a picture of %s cannot be drawn: %s", order.game, drawn)
            raise TableError("qd.stats.picture.failed")
        self._kept[order] = drawn
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return drawn

    async def close(self) -> None:
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
