"""Hints: the best choices of whoever is asked, for them alone. That they asked, everybody is told.

They are found in a worker process from worlds that the seat may imagine (`review/hints.py`), noted
with the place where the seat was, and only then shown. Asked again at the same place, the same is
told, and nothing counts twice. Bots, stand-ins and standing orders never ask.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeAlias

from quarterdeck import bots
from quarterdeck.kernel.errors import RecordError
from quarterdeck.kernel.position import Position
from quarterdeck.review.hints import Hint, HintedChoice
from quarterdeck.server.bot_workers import Chair
from quarterdeck.server.desk import Desk
from quarterdeck.server.errors import Busy, TableError
from quarterdeck.server.faults import FaultLog
from quarterdeck.server.live import LiveTable
from quarterdeck.server.notices import notice
from quarterdeck.server.store import Store
from quarterdeck.server.thinking import Thinkers
from quarterdeck.server.turns import Crowded

# What hints are called among the bots that think.
HINT = "hint"
# Where nothing can be judged, this bot says what it would choose.
SIMPLE = bots.DEFAULT

FindSeat: TypeAlias = Callable[[LiveTable], int | None]
Place: TypeAlias = tuple[str, int, str]


class Hints:
    """Hints at all tables of this server."""

    def __init__(self, store: Store, desk: Desk, thinkers: Thinkers, faults: FaultLog) -> None:
        self._store = store
        self._desk = desk
        self._thinkers = thinkers
        self._faults = faults
        # What is being found, by where.
        self._finding: dict[Place, asyncio.Task[Hint]] = {}

    async def ask(self, table_id: str, find_seat: FindSeat) -> tuple[int, Hint]:
        """The seat that is asked, and its hint, which is noted and told to the table.

        Raises if nobody is asked there whom `find_seat` finds, if the table allows no hints, or if
        it has moved on meanwhile; then nothing is noted.
        """
        table = await self._desk.live(table_id)
        async with table.lock:
            seat, digest = self._find_place(table, find_seat)
            if not table.row.suggestions:
                raise TableError("qd.hint.off")
            position = table.playing().position.clone()
        known = await self._store.hints.find(table_id, seat, digest)
        if known is None:
            place = table_id, seat, digest
            hint = await self._find_once(place, lambda: self._find(table, position, seat))
            known = await self._note(place, find_seat, hint)
        return seat, read_hint(known)

    async def recall(self, table: LiveTable, find_seat: FindSeat) -> tuple[int, Hint | None]:
        """The seat that is asked, and the hint that it was given where it is, if it asked."""
        async with table.lock:
            seat, digest = self._find_place(table, find_seat)
        known = await self._store.hints.find(table.row.id, seat, digest)
        return seat, None if known is None else read_hint(known)

    def _find_place(self, table: LiveTable, find_seat: FindSeat) -> tuple[int, str]:
        seat = find_seat(table)
        game = table.playing()
        if seat is None or seat not in game.actors or table.seats[seat].player is not None:
            raise TableError("qd.server.not_asked_now")
        return table.place_of(seat)

    async def _note(self, place: Place, find_seat: FindSeat, hint: Hint) -> str:
        """Note a hint and tell the table; gives what was told at this place first."""
        table_id, seat, digest = place
        # Nobody may have needed the table meanwhile
        table = await self._desk.live(table_id)
        async with table.lock:
            if self._find_place(table, find_seat) != (seat, digest):
                raise TableError("qd.hint.moved_on")
            # A lesson counts for nothing, and nobody else is there
            told = None if table.row.lesson is not None else notice("hint", seat=seat)
            lines = table.story.public
            known, tells = await self._store.hints.note(*place, lines, hint.write(), told)
            if told is not None:
                table.row = replace(table.row, hinted=table.row.hinted | 1 << seat)
                table.hinted_at |= {(seat, digest)}
        if told is not None:
            self._desk.changed(table, news=tells)
        return known

    async def _find_once(self, place: Place, find: Callable[[], Awaitable[Hint]]) -> Hint:
        """However often somebody asks at the same time, and whoever goes away meanwhile."""
        task = self._finding.get(place)
        if task is None:
            task = asyncio.ensure_future(find())
            self._finding[place] = task
            task.add_done_callback(lambda _: self._finding.pop(place, None))
        return await asyncio.shield(task)

    async def _find(self, table: LiveTable, position: Position, seat: int) -> Hint:
        """A hint; raises if there is none."""
        row = table.row
        # Whoever asks takes turns with all others, at whoever's table it is
        owner = table.seats[seat].guest_id or row.host
        asking = (table.rules, position, row.options)
        try:
            found = await self._thinkers.hint(*asking, Chair(f"{row.id}?", seat, HINT), owner)
            hint = read_hint(found) if found else None
            if hint is not None and hint.choices:
                return hint
            simple = await self._thinkers.advise(*asking, Chair(f"{row.id}?", seat, SIMPLE), owner)
        except Crowded:
            raise Busy("qd.hint.busy") from None
        if simple is None:
            raise TableError("qd.coach.no_idea")
        notation = table.rules.space.notation(simple.code)
        return Hint((HintedChoice(notation, 0.0, 0.0),), position.seats == 1, is_judged=False)

    def close(self) -> None:
        for task in self._finding.values():
            task.cancel()


def read_hint(text: str) -> Hint:
    """A hint as it is stored; without choices if that cannot be right."""
    try:
        return Hint.read(text)
    except RecordError:
        return Hint((), False)
