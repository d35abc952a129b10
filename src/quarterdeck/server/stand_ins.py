"""A bot that plays for somebody who is away, and hands the seat back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quarterdeck.bots import BOTS
from quarterdeck.kernel.errors import UnknownName
from quarterdeck.server.errors import NotAllowed, TableError
from quarterdeck.server.live import LiveTable
from quarterdeck.server.store.rows import PERSON, Guest

if TYPE_CHECKING:
    from quarterdeck.server.tables import Tables


class StandIns:
    """Stand-ins at all tables of this server."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def vote(self, table_id: str, guest: Guest, absent: int, bot: str = "greedy") -> bool:
        """Vote for a bot to play for somebody who is away; True once it does.

        More than half of the other people at the table must want it.
        """
        table = await self._tables.live(table_id)
        table.playing()
        voters = table.seats_of(guest.id)
        if not voters or absent in voters:
            raise NotAllowed("qd.server.vote_others_only")
        if not 0 <= absent < len(table.seats) or table.seats[absent].kind != PERSON:
            raise TableError("qd.server.no_person_there", seat=absent)
        agreed: set[int] = set()
        for voter in voters:
            agreed = await self._tables.store.vote(table_id, absent, voter)
        people = table.people_beside(absent)
        if 2 * len(agreed & people) <= len(people):
            self._tables.changed(table, news=True)
            return False
        await self._stand_in(table, absent, bot)
        return True

    async def hand_over(self, table_id: str, guest: Guest, number: int, bot: str) -> None:
        """Let a bot play one's own seat."""
        table = await self._tables.live(table_id)
        self._tables.own_seat(table, guest, number)
        await self._stand_in(table, number, bot)

    async def come_back(self, table_id: str, guest: Guest, number: int) -> None:
        """Take one's seat back from the bot."""
        table = await self._tables.live(table_id)
        self._tables.own_seat(table, guest, number)
        await self._stand_in(table, number, None)

    async def _stand_in(self, table: LiveTable, number: int, bot: str | None) -> None:
        if bot is not None and bot not in BOTS:
            raise UnknownName("bot", bot, sorted(BOTS))
        table.check()
        async with table.lock:
            await self._tables.store.change_seat(table.row.id, number, stand_in=bot)
            await self._tables.store.clear_votes(table.row.id, number)
            table.seats = await self._tables.store.seats(table.row.id)
        self._tables.changed(table)
