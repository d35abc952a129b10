"""Everybody's chances while a game is played, for those who may know, at tables that want them.

Spectators are shown them as long as no player knows more than they do; a person who plays against
bots only is, judged by what that person knows. Nobody who plays against other people is. Positions
are judged in a worker process, in worlds that the viewer may imagine, and once per ply: in the
middle of a turn, or while everybody chooses in secret, the chances stay as they were before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from quarterdeck.bots.judge import why_untrained
from quarterdeck.kernel.position import NATURE
from quarterdeck.server.bot_workers import Chair
from quarterdeck.server.faults import FaultLog
from quarterdeck.server.live import LiveTable, Outlook
from quarterdeck.server.sight import is_alike
from quarterdeck.server.store.rows import BOT, PERSON, RUNNING
from quarterdeck.server.thinking import Thinkers
from quarterdeck.server.turns import Crowded

# What they are called among the bots that think.
CHANCES = "chances"
# How many seconds somebody waits for them whose page is not told of changes.
PATIENCE = 2.0


class Outlooks:
    """Chances at all tables of this server. `tell`: those who watch a table are to look again."""

    def __init__(
        self, thinkers: Thinkers, faults: FaultLog, tell: Callable[[LiveTable], None]
    ) -> None:
        self._thinkers = thinkers
        self._faults = faults
        self._tell = tell
        self._judging: dict[tuple[str, int | None], asyncio.Task[None]] = {}

    def look(self, table: LiveTable, mine: tuple[int, ...]) -> Outlook | None:
        """How everybody stands, for somebody who holds these seats; None if they may not know, or
        if nobody knows yet. What is out of date is judged anew in the background."""
        onlooker = find_onlooker(table, mine)
        if onlooker is None:
            return None
        viewer = onlooker.seat
        known = table.outlooks.get(viewer)
        key = table.row.id, viewer
        if (known is None or known.lines != table.story.public) and key not in self._judging:
            task = asyncio.get_running_loop().create_task(self._judge(table, viewer))
            self._judging[key] = task
            task.add_done_callback(lambda _: self._judging.pop(key, None))
        return known if known is not None and known.chances else None

    async def settle(self, table: LiveTable, mine: tuple[int, ...]) -> Outlook | None:
        """The same, once what is out of date has been judged, if that does not take long."""
        self.look(table, mine)
        waiting = [task for key, task in self._judging.items() if key[0] == table.row.id]
        if waiting:
            await asyncio.wait(waiting, timeout=PATIENCE)
        return self.look(table, mine)

    async def _judge(self, table: LiveTable, viewer: int | None) -> None:
        try:
            await self._judge_now(table, viewer)
        except Crowded:
            # The next who looks asks again
            return
        except Exception as error:
            self._faults.note(table, "the chances", error)

    async def _judge_now(self, table: LiveTable, viewer: int | None) -> None:
        async with table.lock:
            game, row = table.playing(), table.row
            lines = table.story.public
            position = game.position.opening()
            known = table.outlooks.get(viewer) or Outlook(lines)
            rests = position.finished or table.rules.is_at_rest(position)
        if rests:
            chair = Chair(f"{row.id}?", NATURE if viewer is None else viewer, CHANCES)
            found = await self._thinkers.stand(table.rules, position, row.options, chair, row.host)
            if found is None:
                # What has failed is not tried again before the next ply
                table.outlooks[viewer] = Outlook(lines)
                return
            known = Outlook(lines, found.chances, found.points)
        table.outlooks[viewer] = Outlook(lines, known.chances, known.points)
        self._tell(table)

    async def close(self) -> None:
        tasks = list(self._judging.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@dataclass(frozen=True)
class Onlooker:
    """Somebody who is told the chances: by what a seat knows, or a spectator (None)."""

    seat: int | None


def find_onlooker(table: LiveTable, mine: tuple[int, ...]) -> Onlooker | None:
    """By whose eyes somebody who holds these seats is told the chances; None if they are not."""
    if not table.row.chances or table.row.status != RUNNING or table.game is None:
        return None
    if why_untrained(table.rules) is not None:
        return None
    people = [seat.number for seat in table.seats if seat.kind == PERSON]
    bots = sum(seat.kind == BOT for seat in table.seats)
    if mine:
        alone = tuple(people) == mine and len(mine) == 1 and bots == len(table.seats) - 1
        return Onlooker(mine[0]) if alone else None
    return Onlooker(None) if is_open(table) else None


def is_open(table: LiveTable) -> bool:
    """Whether no player knows more than a spectator, as far as everybody has chosen."""
    rules = table.rules
    if not rules.has_secrets:
        return True

    def compare() -> bool:
        position = table.playing().position.opening()
        seen = rules.view(position, None)
        return all(is_alike(rules.view(position, seat), seen) for seat in range(position.seats))

    return table.once("open", compare)
