"""Going back further than one may alone: a player asks, and everybody else must agree.

Everybody else are the people whose seats these are, present or not: a bot that stands in for one
of them has no say. Whoever holds several seats is asked once. A wish stands as long as the table's
story has no further line that everybody can see. What was taken back stays in the store, and so
does the line that took it back.
"""

from __future__ import annotations

import time

from quarterdeck.game import Game
from quarterdeck.server.attempts import Attempt
from quarterdeck.server.desk import Desk
from quarterdeck.server.errors import NotAllowed, TableError, Taken
from quarterdeck.server.live import LiveTable
from quarterdeck.server.loading import Loader
from quarterdeck.server.store import Conflict, Store
from quarterdeck.server.store.rows import PERSON, EntryRow, RecallRow
from quarterdeck.server.story import BACK
from quarterdeck.server.writing import Writer, take_back


def find_wish(table: LiveTable) -> RecallRow | None:
    """The wish to go back as it stands, perhaps refused; None once the table has moved on."""
    wish = table.recall
    return wish if wish is not None and wish.lines == table.story.public else None


def asked_to_agree(table: LiveTable, seat: int) -> set[int]:
    """The seats whose people must agree before this seat's wish is granted."""
    asker = table.seats[seat].guest_id
    others = [s for s in table.seats if s.kind == PERSON and s.guest_id != asker]
    # Of people who have removed themselves nobody is there to be asked
    return {seat.number for seat in others if seat.guest_id is not None}


def choice_at(game: Game, seat: int, ply: int) -> int:
    """The index of the choice a seat made after a ply of its own count."""
    known = game.known_entries(seat)
    if not 0 <= ply < len(known) or game.record.entries[known[ply]].seat != seat:
        raise TableError("qd.server.not_your_choice", ply=ply)
    return known[ply]


class Recalls:
    """Wishes to go back, at all tables of this server."""

    def __init__(self, store: Store, desk: Desk, loader: Loader, writer: Writer) -> None:
        self._store = store
        self._desk = desk
        self._loader = loader
        self._writer = writer

    async def ask(self, table_id: str, attempt: Attempt, ply: int) -> bool:
        """Ask to go back to before a choice of one's own; True if the table went back at once:
        where one may alone, or where there is nobody else to ask."""
        attempt = attempt.asking("back", ply)
        table = await self._desk.live(table_id)
        async with table.lock:
            went_back = await self._writer.is_repeated(table, attempt)
            while not went_back:
                game = table.playing()
                if game.finished:
                    raise TableError("qd.server.over")
                index = choice_at(game, attempt.seat, ply)
                if game.is_free(index):
                    own = [e.seat == attempt.seat for e in game.record.entries[index:]]
                    async with self._writer.trying(table, "taking back", attempt.seat):
                        rows = take_back(table, attempt, sum(own))
                    went_back = await self._writer.commit(table, rows)
                elif not asked_to_agree(table, attempt.seat):
                    went_back = await self._go_back(table, self._wish(table, attempt, index))
                else:
                    await self._note(table, self._wish(table, attempt, index))
                    break
                if not went_back:
                    went_back = await self._writer.is_repeated(table, attempt)
        self._desk.changed(table, news=not went_back)
        return went_back

    def _wish(self, table: LiveTable, attempt: Attempt, index: int) -> RecallRow:
        key, asked = attempt.key, attempt.asked
        return RecallRow(attempt.seat, index, table.story.public, key=key, asked=asked)

    async def _note(self, table: LiveTable, wish: RecallRow) -> None:
        present = find_wish(table)
        if present is not None and present.key == wish.key:
            # Asked for once more; who has agreed or refused meanwhile has done so
            return
        if present is not None and present.refused is None and present.seat != wish.seat:
            raise Taken("qd.server.recall_pending")
        table.recall = await self._store.asks.ask_back(
            table.row.id, wish.seat, wish.ply, wish.lines, wish.key, wish.asked
        )

    async def answer(self, table_id: str, held: tuple[int, ...], ply: int, agree: bool) -> bool:
        """Agree to the wish to go back to a ply, or refuse; True if the table went back."""
        table = await self._desk.live(table_id)
        async with table.lock:
            await self._loader.refresh(table)
            wish = find_wish(table)
            if wish is None or wish.refused is not None or wish.ply != ply:
                raise Taken("qd.server.recall_gone")
            people = {table.seats[seat].guest_id for seat in held}
            asked = asked_to_agree(table, wish.seat)
            voters = {seat for seat in asked if table.seats[seat].guest_id in people}
            if not voters:
                raise NotAllowed("qd.server.not_asked")
            asks = self._store.asks
            try:
                if agree:
                    table.recall = await asks.agree(table_id, wish, voters)
                else:
                    table.recall = await asks.refuse(table_id, wish, min(voters))
            except Conflict:
                raise Taken("qd.server.recall_gone") from None
            went_back = await self.settle(table)
        self._desk.changed(table, news=True)
        return went_back

    async def withdraw(self, table_id: str, held: tuple[int, ...]) -> None:
        """Whoever asked does not want to go back any more."""
        table = await self._desk.live(table_id)
        async with table.lock:
            await self._loader.refresh(table)
            wish = find_wish(table)
            if wish is None or wish.seat not in held:
                raise Taken("qd.server.recall_gone")
            await self._store.asks.withdraw(table_id)
            table.recall = None
        self._desk.changed(table, news=True)

    async def settle(self, table: LiveTable) -> bool:
        """Go back if everybody who is asked agrees. The table's lock is held.

        Those who agree last may do so in two processes at once: each tries, one succeeds.
        """
        while (wish := find_wish(table)) is not None and wish.refused is None:
            if not asked_to_agree(table, wish.seat) <= wish.agreed:
                return False
            if await self._go_back(table, wish):
                return True
        return False

    async def _go_back(self, table: LiveTable, wish: RecallRow) -> bool:
        game = table.playing()
        async with self._writer.trying(table, f"going back to entry {wish.ply}", wish.seat):
            kept = " ".join(str(index) for index in game.unaffected(wish.ply))
            game.reconsider(wish.ply)
        row = EntryRow(
            table.lines + 1,
            BACK,
            wish.seat,
            str(wish.ply),
            -1,
            time.time(),
            wish.key,
            asked=wish.asked,
            kept=kept,
        )
        return await self._writer.commit(table, [row])
