"""A bot that plays for somebody who is away, and hands the seat back.

People hand over their own seats as they like. For somebody else it takes real absence, for as long
as the table has agreed on, and then more than half of the other people; and it is the bot the table
has agreed on. Whoever is seen again ends the vote by that; a further one takes a new absence.

People are counted, not seats: whoever holds several has one vote, and is voted for as a whole. A
person is named by the first of their seats.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass

from quarterdeck import bots
from quarterdeck.server.desk import Desk
from quarterdeck.server.errors import NotAllowed, TableError
from quarterdeck.server.limits import Limits
from quarterdeck.server.live import LiveTable
from quarterdeck.server.loading import Loader
from quarterdeck.server.notices import MINUTE, notice, span
from quarterdeck.server.presence import Presence
from quarterdeck.server.store import Store
from quarterdeck.server.store.rows import PERSON, RUNNING, Guest


@dataclass(frozen=True)
class Absence:
    """How long the person of a seat has been away, in whole minutes' seconds, and what follows.

    `voted` are the people who want a bot to play, `needed` how many it takes. `asked`: whether the
    vote is open. `may_vote`: whether the reader can open it, or join in.
    """

    seat: int
    away: int
    voted: tuple[int, ...]
    needed: int
    asked: bool
    may_vote: bool


def is_lent(table: LiveTable, seat: int) -> bool:
    """Whether a bot plays a seat for one turn only."""
    return table.clocks is not None and table.clocks.seats[seat].lent


def is_on_holiday(table: LiveTable, seat: int) -> bool:
    """Whether the person of a seat is on holiday, which counts here."""
    return table.clocks is not None and table.clocks.seats[seat].held


class StandIns:
    """Stand-ins at all tables of this server."""

    def __init__(
        self,
        store: Store,
        desk: Desk,
        loader: Loader,
        presence: Presence,
        limits: Limits | None = None,
        reseated: Callable[[LiveTable, Collection[int]], Awaitable[object]] | None = None,
    ) -> None:
        """`reseated` is told, under the lock, of a table where somebody else plays a seat now, and
        which seats their people have handed over."""
        self._store = store
        self._desk = desk
        self._loader = loader
        self._presence = presence
        self._limits = limits
        self._reseated = reseated

    # One's own seat

    async def hand_over(self, table_id: str, guest: Guest, number: int, bot: str = "") -> None:
        """Let a bot play one's own seat: any bot, or the one the table has agreed on."""
        table = await self._desk.live(table_id)
        async with table.lock:
            await self._loader.refresh(table)
            game = table.playing()
            if game.finished:
                raise TableError("qd.server.over")
            table.check_owner(guest.id, number)
            chosen = table.row.stand_in
            if bot:
                chosen = self._limits.admit_bot(bot) if self._limits else bots.normalize(bot)
            if table.seats[number].stand_in != chosen or is_lent(table, number):
                told = notice("handed_over", seat=number, bot=chosen)
                quota = None if self._limits is None else self._limits.leaving(guest.id, number)
                await self._store.absences.seat_bot(table_id, (number,), chosen, told, quota=quota)
                await self._read_seats(table, (number,))
                # Whoever leaves has no vote any more
                await self._settle(table)
        self._desk.changed(table, news=True)

    async def come_back(self, table_id: str, guest: Guest, number: int | None = None) -> None:
        """Take one's seat back from a bot, or all of one's seats."""
        table = await self._desk.live(table_id)
        async with table.lock:
            await self._loader.refresh(table)
            table.playing()
            mine = table.seats_of(guest.id)
            if not mine:
                raise NotAllowed("qd.server.players_only")
            if number is not None:
                table.check_owner(guest.id, number)
                mine = [number]
            replaced = [seat for seat in mine if table.seats[seat].stand_in is not None]
            if replaced:
                told = [notice("came_back", seat=seat) for seat in replaced]
                await self._store.absences.seat_bot(table_id, replaced, None, *told)
                await self._read_seats(table)
        self._desk.changed(table, news=True)

    # Somebody else's

    async def vote(self, table_id: str, guest: Guest, absent: int, bot: str = "") -> bool:
        """Vote for the agreed bot to play for somebody who is away; True once it does."""
        table = await self._desk.live(table_id)
        async with table.lock:
            await self._loader.refresh(table)
            game = table.playing()
            if game.finished:
                raise TableError("qd.server.over")
            mine = table.seats_of(guest.id)
            if not mine or absent in mine:
                raise NotAllowed("qd.server.vote_others_only")
            if not 0 <= absent < len(table.seats) or table.seats[absent].kind != PERSON:
                raise TableError("qd.server.no_person_there", seat=absent)
            if all(table.seats[seat].stand_in is not None for seat in mine):
                raise NotAllowed("qd.server.come_back_first")
            person = table.people_at(absent)
            if all(table.seats[seat].stand_in is not None for seat in person):
                raise TableError("qd.server.stand_in_there", name=table.names()[absent])
            if bot and bots.normalize(bot) != table.row.stand_in:
                raise TableError("qd.server.agreed_stand_in", bot=table.row.stand_in)
            if is_on_holiday(table, absent):
                raise TableError("qd.server.on_holiday", name=table.names()[absent])
            await self._check_absence(table, person[0])
            about: dict[str, int | str] = {"seat": person[0], "voter": mine[0]}
            about["bot"] = table.row.stand_in
            await self._store.absences.vote(
                table_id,
                person[0],
                mine[0],
                self._presence.now(),
                notice("vote_opened", **about),
                notice("voted", **about),
            )
            await self._loader.read_seats(table)
            await self._settle(table)
            stands_in = table.seats[absent].stand_in is not None
        self._desk.changed(table, news=True)
        return stands_in

    async def _check_absence(self, table: LiveTable, absent: int) -> None:
        """Raises unless somebody has been away as long as it takes, and ever since any vote."""
        after = table.row.away_after
        seen = await self._last_seen(table, absent)
        away = self._presence.away(seen)
        if away >= after:
            opened = table.seats[absent].vote
            if opened is not None and seen > opened:
                await self._end_vote(table, absent)
            return
        name = table.names()[absent]
        if away < MINUTE:
            raise TableError("qd.server.still_here", name=name, after=span(after))
        raise TableError("qd.server.not_away", name=name, away=span(away), after=span(after))

    async def _last_seen(self, table: LiveTable, seat: int) -> float:
        guest_id = table.seats[seat].guest_id
        assert guest_id is not None
        seen = await self._presence.last_seen(table.row.id, (guest_id,))
        return seen[guest_id]

    async def _end_vote(self, table: LiveTable, absent: int) -> None:
        """Whoever was away has been seen. The lock is held."""
        told = notice("still_here", seat=absent)
        await self._store.absences.end_vote(table.row.id, absent, told)
        await self._loader.read_seats(table)

    async def welcome(self, table: LiveTable, guest_id: str) -> None:
        """Somebody who plays here is seen: any vote about them is over."""
        self._presence.sign(table.row.id, (guest_id,))
        mine = table.seats_of(guest_id)
        if not mine or table.seats[mine[0]].vote is None:
            return
        async with table.lock:
            await self._end_vote(table, mine[0])
        self._desk.changed(table, news=True)

    async def catch_up(self, table: LiveTable) -> bool:
        """End votes from another process about somebody who is here. The lock is held."""
        wrong = [
            seat.number
            for seat in table.seats
            if seat.vote is not None
            and seat.guest_id is not None
            and self._presence.is_here(table.row.id, seat.guest_id)
        ]
        for absent in wrong:
            await self._end_vote(table, absent)
        return bool(wrong)

    async def _settle(self, table: LiveTable) -> None:
        """Let the bot play for whoever has been voted for and is still away. The lock is held."""
        for seat in [seat for seat in table.seats if seat.vote is not None]:
            absent = seat.number
            voters = table.voters_about(absent)
            wanted = table.votes.get(absent, set()) & voters
            if 2 * len(wanted) <= len(voters):
                continue
            if self._presence.away(await self._last_seen(table, absent)) < table.row.away_after:
                await self._end_vote(table, absent)
                continue
            bot = table.row.stand_in
            numbers = [n for n in table.people_at(absent) if table.seats[n].stand_in is None]
            told = [notice("stand_in", seat=number, bot=bot) for number in numbers]
            absences = self._store.absences
            await absences.take_over(table.row.id, absent, numbers, bot, *told)
            await self._read_seats(table)

    async def _read_seats(self, table: LiveTable, handed_over: Collection[int] = ()) -> None:
        """Somebody else plays a seat now. The lock is held."""
        await self._loader.read_seats(table)
        if self._reseated is not None:
            await self._reseated(table, handed_over)

    # Showing

    async def absences(self, table: LiveTable, reader: str | None) -> tuple[Absence | None, ...]:
        """By seat: what can be said of the other people's absence, to whoever reads it."""
        people = [seat for seat in table.seats if seat.kind == PERSON]
        found: list[Absence | None] = [None] * len(table.seats)
        going_on = table.row.status == RUNNING and table.fault is None
        if not going_on or len({seat.guest_id for seat in people}) < 2:
            return tuple(found)
        guests = [seat.guest_id for seat in people if seat.guest_id is not None]
        seen = await self._presence.last_seen(table.row.id, guests)
        mine = table.seats_of(reader)
        for seat in people:
            if seat.guest_id is None or seat.number in mine:
                continue
            first = table.people_at(seat.number)[0]
            voters = table.voters_about(first)
            voted = table.votes.get(first, set()) & voters
            could = seat.stand_in is None and bool(mine) and mine[0] in voters - voted
            could = could and not is_on_holiday(table, seat.number)
            gone = self._presence.away(seen[seat.guest_id])
            found[seat.number] = Absence(
                seat.number,
                int(gone // MINUTE) * MINUTE,
                tuple(sorted(voted)),
                len(voters) // 2 + 1,
                table.seats[first].vote is not None,
                could and gone >= table.row.away_after,
            )
        return tuple(found)
