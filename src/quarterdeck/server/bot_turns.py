"""Bots at the tables: they choose until a person is asked or the game is over."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Collection

from quarterdeck.server.bot_workers import BotAnswer, Chair
from quarterdeck.server.errors import Broken
from quarterdeck.server.faults import FaultLog
from quarterdeck.server.lessons import find_scripted
from quarterdeck.server.live import LiveTable
from quarterdeck.server.loading import Loader
from quarterdeck.server.pauses import Pauses
from quarterdeck.server.thinking import Thinkers, Unwanted
from quarterdeck.server.turns import Crowded
from quarterdeck.server.writing import Writer, lines_since

# Seconds that bots wait after something went wrong, twice as long each time.
PAUSE = 2.0
LONGEST_PAUSE = 15.0


class BotTurns:
    """The turns of bots, and of those who stand in for people, at all tables of this server."""

    def __init__(
        self,
        thinkers: Thinkers,
        loader: Loader,
        writer: Writer,
        faults: FaultLog,
        tell: Callable[[LiveTable], None],
    ) -> None:
        """`tell` lets everybody know who watches a table that it has changed."""
        self._thinkers = thinkers
        self._loader = loader
        self._writer = writer
        self._faults = faults
        self._tell = tell

    def wake(self, table: LiveTable) -> None:
        """Let the bots play who are asked at a table."""
        if table.bots_to_move() and not table.is_thinking:
            task = asyncio.get_running_loop().create_task(self._play_whatever_happens(table))
            table.thinking = task

    async def _play_whatever_happens(self, table: LiveTable) -> None:
        """Bots choose until none is asked, whatever goes wrong."""
        pauses = Pauses(PAUSE, LONGEST_PAUSE)
        while True:
            lines = table.lines
            try:
                if table.doubtful:
                    async with table.lock:
                        await self._loader.read_again(table)
                await self._play(table)
                return
            except Exception as error:
                self._faults.note(table, "the bots' turn", error)
                if table.lines != lines:
                    pauses.reset()
                await asyncio.sleep(pauses.next())

    async def _play(self, table: LiveTable) -> None:
        """Bots choose until none is asked; those who are asked at once think at once."""
        while waiting := table.bots_to_move():
            async with asyncio.TaskGroup() as group:
                for seat, bot in waiting:
                    group.create_task(self._play_seat(table, seat, bot))
        if table.game is not None and table.game.finished:
            self._thinkers.forget(table.row.id)

    async def _play_seat(self, table: LiveTable, seat: int, bot: str) -> None:
        """A bot chooses as long as it is asked. What cannot be carried out is not tried again."""
        failed: set[int] = set()
        while (seat, bot) in table.bots_to_move():
            lines = table.story.count((seat,))
            try:
                answer = await self._choose(table, seat, bot, failed)
            except Unwanted:
                continue
            except Crowded:
                await asyncio.sleep(PAUSE)
                continue
            async with table.lock:
                moved_on = table.story.count((seat,)) != lines
                if moved_on or (seat, bot) not in table.bots_to_move():
                    # Somebody took back, or came back
                    continue
                game = table.playing()
                before = game.ply
                try:
                    async with self._writer.trying(
                        table, "a bot's choice", seat, [answer.code], alike=True
                    ):
                        certainty = answer.certainty if table.row.bots_tell else None
                        game.play(answer.code, seat=seat, certainty=certainty)
                except Broken:
                    failed.add(answer.code)
                    continue
                if not await self._writer.commit(table, lines_since(table, game, before)):
                    continue
            failed.clear()
            self._tell(table)

    async def _choose(
        self, table: LiveTable, seat: int, bot: str, failed: Collection[int]
    ) -> BotAnswer:
        position = table.playing().position
        if not failed:
            scripted = find_scripted(table, seat)
            if scripted is not None:
                return BotAnswer(scripted)
            row = table.row
            lines = table.story.count((seat,))

            def is_wanted() -> bool:
                """Whether the question is still the one that was asked when the wait began."""
                unchanged = table.story.count((seat,)) == lines
                return unchanged and (seat, bot) in table.bots_to_move()

            chair = Chair(row.id, seat, bot)
            return await self._thinkers.choose(
                table.rules, position, row.options, chair, row.host, is_wanted
            )
        left = [code for code in position.legal(seat) if code not in failed]
        if not left:
            raise Broken("qd.server.broken")
        return BotAnswer(random.choice(left))
