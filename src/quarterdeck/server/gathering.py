"""How people come together: new tables, seats taken and left, a rematch, a what-if."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from quarterdeck import bots, games
from quarterdeck.naming import wind
from quarterdeck.record import Entry
from quarterdeck.server.desk import Desk
from quarterdeck.server.errors import NotAllowed, TableError, Taken
from quarterdeck.server.identity import hash_secret, new_id, new_secret, readable
from quarterdeck.server.likeness import skeleton
from quarterdeck.server.limits import Limits
from quarterdeck.server.live import LiveTable
from quarterdeck.server.loading import Loader
from quarterdeck.server.notices import notice
from quarterdeck.server.pace import ENDS, LIVE, LIVE_AWAY, REMIND
from quarterdeck.server.people import clean_name
from quarterdeck.server.presence import Presence
from quarterdeck.server.reading import OTHER_RULES
from quarterdeck.server.store import Conflict, Store
from quarterdeck.server.store.rows import (
    BOT,
    FINISHED,
    GATHERING,
    OPEN,
    PERSON,
    Guest,
    SeatRow,
    TableRow,
)
from quarterdeck.server.talking import admit, check_name, other_names
from quarterdeck.server.wishes import HOUR, NO_WISHES, Wishes
from quarterdeck.server.writing import Writer

HERE, ANYBODY = "here", "open"


@dataclass(frozen=True)
class NewTable:
    """What a host asks for. `seating`: per seat "open", "here" (the host's device) or a bot.

    `names`: per seat how somebody else is called who sits there on the host's device. `away_after`
    and `stand_in`: after how many seconds away the others may vote for which bot to play. `pace`,
    `time_up` and `holidays`: how much time people have, what happens when it is up, and whether it
    stands still on holidays (`pace.py`); where nobody waits for anybody it is played live.
    `suggestions`: players may ask for hints. `bots_tell`: once the game is over, the log
    tells how sure of winning the bots were. `chances`: those who may know are told everybody's
    chances while the game is played. `teaches`: it is a lesson's table. `components`: the digest
    of earlier component values, where an earlier game goes on. `wishes`: whom
    the host would like to play with.
    """

    game: str
    seating: tuple[str, ...]
    options: dict[str, str]
    title: str = ""
    listed: bool = True
    names: tuple[str, ...] = ()
    away_after: int = LIVE_AWAY
    stand_in: str = bots.DEFAULT
    suggestions: bool = True
    bots_tell: bool = False
    teaches: bool = False
    chances: bool = False
    components: str = ""
    pace: str = LIVE
    time_up: str = REMIND
    holidays: bool = True
    wishes: Wishes = NO_WISHES


class Gathering:
    """New tables of this server, and who sits down at them."""

    def __init__(
        self,
        store: Store,
        desk: Desk,
        loader: Loader,
        writer: Writer,
        presence: Presence,
        add: Callable[[TableRow, list[SeatRow]], LiveTable],
        limits: Limits | None = None,
    ) -> None:
        """`add` takes a new table into memory once it is stored."""
        self._store = store
        self._desk = desk
        self._loader = loader
        self._writer = writer
        self._presence = presence
        self._add = add
        self._limits = limits

    async def create(self, wish: NewTable, host: Guest, rematch_of: str | None = None) -> LiveTable:
        """A new table; the game starts at once if no seat is open.

        Raises Conflict if there is a rematch of the other table already.
        """
        table = await self._set_up(wish, host, rematch_of)
        if table.is_full:
            async with table.lock:
                await self._start(table)
        return table

    async def start_if_full(self, table: LiveTable) -> None:
        """The server may have stopped between the last guest's sitting down and the start."""
        async with table.lock:
            if table.row.status == GATHERING and table.fault is None and table.is_full:
                await self._start(table, waited=True)

    async def _start(
        self, table: LiveTable, opening: Sequence[Entry] = (), waited: bool = False
    ) -> None:
        """Everybody sits: the game begins, after an opening if there is one. The lock is held.

        `waited`: that it begins is news for those who have waited for others.
        """
        began = self._presence.now() if waited else None
        if await self._writer.start(table, opening, began):
            # Whoever sat down long ago has time to come
            self._presence.sign(table.row.id, {s.guest_id for s in table.seats if s.guest_id})
        self._desk.wake(table)

    async def _set_up(
        self,
        wish: NewTable,
        host: Guest,
        rematch_of: str | None = None,
        branch_of: str | None = None,
    ) -> LiveTable:
        rules = games.load(wish.game, wish.components)
        count, options = rules.checked_setup(len(wish.seating), wish.options)
        # What a table has once been allowed stays allowed when it is played again
        admit = self._admit if rematch_of is None else bots.normalize
        stand_in = admit(wish.stand_in)
        if wish.time_up not in ENDS:
            raise TableError("qd.server.malformed", fields="time_up")
        names = (*wish.names, *[""] * len(wish.seating))
        if rematch_of is None:
            await self._check_names([clean_name(name) for name in wish.names if name], host)
        seats = [
            _seat(number, kind, replace(host, name=clean_name(name)) if name else host, admit)
            for number, (kind, name) in enumerate(zip(wish.seating, names, strict=False))
        ]
        wishes = wish.wishes.checked()
        # Where nobody can sit down by themselves, nobody is waited for
        waits = bool(wishes.fill_after) and any(seat.kind == OPEN for seat in seats)
        now = time.time()
        row = TableRow(
            id=new_id(),
            game=rules.id,
            rules=rules.version,
            seats=count,
            options=options,
            components=rules.component_digest,
            title=readable(wish.title)[:60],
            listed=wish.listed,
            status=GATHERING,
            host=host.id,
            rematch_of=rematch_of,
            rematch=None,
            created=now,
            changed=now,
            away_after=wish.away_after,
            stand_in=stand_in,
            branch_of=branch_of,
            lesson="" if wish.teaches else None,
            suggestions=wish.suggestions,
            bots_tell=wish.bots_tell,
            chances=wish.chances,
            pace=wish.pace if ANYBODY in wish.seating else LIVE,
            time_up=wish.time_up,
            holidays=wish.holidays,
            experience=wishes.experience,
            language=wishes.language,
            remark=wishes.remark,
            fill_bot=admit(wishes.fill_bot or bots.DEFAULT) if waits else None,
            fill_after=wishes.fill_after if waits else None,
            fill_at=self._presence.now() + wishes.fill_after * HOUR if waits else None,
        )
        quota = None if self._limits is None else self._limits.quota(host.id, seats)
        if self._limits is not None and wish.teaches:
            quota = self._limits.teaching(host.id)
        if rematch_of is None:
            await self._store.tables.add(row, seats, quota)
        else:
            await self._store.tables.add_rematch(row, seats, quota)
        return self._add(row, seats)

    async def _check_names(self, names: Sequence[str], host: Guest) -> None:
        """Raises if a host calls somebody by a name that is protected."""
        looks = {skeleton(name): name for name in names}
        for look, owner in (await self._store.protection.owners(looks)).items():
            if owner != host.id:
                raise Taken("qd.server.name_protected", name=looks[look])

    def _admit(self, bot: str) -> str:
        """A bot in its one spelling; raises if there is none such, or if it may not sit here."""
        return bots.normalize(bot) if self._limits is None else self._limits.admit_bot(bot)

    async def join(self, table_id: str, guest: Guest, number: int | None = None) -> str:
        """Sit down on an open seat; gives the seat's token, for remote players."""
        table = await self._desk.live(table_id)
        async with table.lock:
            await self._loader.refresh(table)
            table.check()
            if table.row.status != GATHERING:
                raise Taken("qd.server.already_started")
            if number is None and table.seats_of(guest.id):
                raise Taken("qd.server.already_seated")
            admit(table, guest.id)
            if guest.id in await self._store.friends.blocked_by(table.row.host):
                raise NotAllowed("qd.server.closed_table")
            check_name(guest.name, other_names(table, guest.id))
            token = new_secret()
            while not await self._take_seat(table, guest, number, hash_secret(token)):
                # Somebody else got it by way of another process
                await self._loader.refresh(table)
            table.seats = await self._store.seats.of(table_id)
            if table.is_full:
                await self._start(table, waited=True)
        self._desk.changed(table)
        return token

    async def _take_seat(
        self, table: LiveTable, guest: Guest, number: int | None, token_hash: str
    ) -> bool:
        """Sit down on a seat, or on any; False if who sits where has just changed."""
        if table.row.status != GATHERING:
            raise Taken("qd.server.already_started")
        free = [s.number for s in table.seats if s.kind == OPEN]
        wanted = free[0] if number is None and free else number
        if wanted is None or wanted not in free:
            raise Taken("qd.server.seat_taken")
        limits = self._limits
        quota = None if limits is None else limits.joining(table.row.host, guest.id)
        try:
            await self._store.seats.take(
                table.row.id,
                wanted,
                guest,
                token_hash,
                lambda others: check_name(guest.name, others),
                quota,
            )
        except Conflict:
            return False
        return True

    async def leave(self, table_id: str, guest: Guest, number: int) -> None:
        """Stand up again before the game has started; the host may free anybody's seat."""
        table = await self._desk.live(table_id)
        async with table.lock:
            await self._loader.refresh(table)
            if table.row.status != GATHERING:
                raise Taken("qd.server.already_started")
            if table.row.host != guest.id:
                table.check_owner(guest.id, number)
            sitting = {seat.number: seat.guest_id for seat in table.seats}.get(number)
            if sitting is None:
                raise TableError("qd.server.no_person_there", seat=number)
            try:
                # Whoever sits down here next gives orders of their own
                await self._store.seats.leave(table_id, number, sitting)
            except Conflict:
                raise Taken("qd.server.already_started") from None
            table.seats = await self._store.seats.of(table_id)
        self._desk.changed(table)

    async def fill(self, table_id: str, guest: Guest, bot: str) -> None:
        """The host puts bots on the seats that are still open, and the game starts."""
        chosen = self._admit(bot)
        table = await self._desk.live(table_id)
        async with table.lock:
            await self._loader.refresh(table)
            table.check()
            if table.row.host != guest.id:
                raise NotAllowed("qd.server.host_only")
            if table.row.status != GATHERING:
                raise Taken("qd.server.already_started")
            names = {seat.number: wind(seat.number) for seat in table.seats}
            try:
                quota = None if self._limits is None else self._limits.filling(guest.id)
                await self._store.seats.fill(table_id, chosen, names, quota)
            except Conflict:
                raise Taken("qd.server.already_started") from None
            table.seats = await self._store.seats.of(table_id)
            await self._start(table, waited=True)
        self._desk.changed(table)

    async def fill_due(self, table_id: str) -> bool:
        """The hours that the host agreed to wait are over: bots take the free seats, once, and
        the game starts. False if there is nothing to do any more, or not yet."""
        table = await self._desk.live(table_id)
        async with table.lock:
            await self._loader.refresh(table)
            row = table.row
            if row.status != GATHERING or table.fault is not None:
                return False
            names = {seat.number: wind(seat.number) for seat in table.seats}
            told = notice("filled", bot=row.fill_bot or "", count=row.fill_after or 0)
            try:
                quota = None if self._limits is None else self._limits.filling(row.host)
                filled = await self._store.seats.fill_due(
                    table_id, self._presence.now(), names, told, quota
                )
            except Conflict:
                return False
            await self._loader.refresh(table)
            if filled:
                await self._start(table, waited=True)
        self._desk.changed(table, news=True)
        return filled

    async def call_off_bots(self, table_id: str, guest: Guest) -> None:
        """The host would rather wait for people: no bots sit down by themselves."""
        table = await self._desk.live(table_id)
        async with table.lock:
            await self._loader.refresh(table)
            if table.row.host != guest.id:
                raise NotAllowed("qd.server.host_only")
            if table.row.fill_at is None:
                raise Taken("qd.server.no_bots_due")
            try:
                await self._store.seats.call_off(table_id, notice("called_off"))
            except Conflict:
                raise Taken("qd.server.already_started") from None
            await self._loader.refresh(table)
        self._desk.changed(table, news=True)

    async def rematch(self, table_id: str, guest: Guest) -> LiveTable:
        """The same table again. Whoever asks first sets it up; the others find it, and sit down on
        the seats they had, each on their own device."""
        table = await self._desk.live(table_id)
        # A rematch is private: who did not play is not even told whether there is one
        mine = table.seats_of(guest.id)
        if not mine:
            raise NotAllowed("qd.server.players_only")
        if table.row.rematch is not None:
            return await self._accept(table.row.rematch, guest, mine, table)
        if table.fault is None or table.fault.kind != OTHER_RULES:
            # What was played to its end under other rules may be played again under these
            table.playing()
        if table.row.status != FINISHED:
            raise TableError("qd.server.not_finished")
        seating = tuple(
            seat.bot or ANYBODY if seat.kind == BOT else (HERE if seat.number in mine else ANYBODY)
            for seat in table.seats
        )
        names = tuple(
            seat.name if seat.number in mine and seat.name != guest.name else ""
            for seat in table.seats
        )
        wish = NewTable(
            table.row.game,
            seating,
            table.row.options,
            table.row.title,
            False,
            names,
            table.row.away_after,
            table.row.stand_in,
            table.row.suggestions,
            table.row.bots_tell,
            chances=table.row.chances,
            pace=table.row.pace,
            time_up=table.row.time_up,
            holidays=table.row.holidays,
        )
        try:
            made = await self.create(wish, guest, table_id)
        except Conflict:
            fresh = await self._store.tables.find(table_id)
            assert fresh is not None
            assert fresh.rematch is not None
            return await self._accept(fresh.rematch, guest, mine, table)
        table.row = replace(table.row, rematch=made.row.id)
        self._desk.changed(table)
        return made

    async def _accept(
        self, rematch_id: str, guest: Guest, had: Sequence[int], before: LiveTable
    ) -> LiveTable:
        """Sit down at a rematch, on the seats one had if they are free. What is taken meanwhile is
        left to others: the table is shown all the same."""
        rematch = await self._desk.live(rematch_id)
        if rematch.row.status != GATHERING or rematch.seats_of(guest.id):
            return rematch
        for number in had:
            name = before.seats[number].name
            with suppress(Taken):
                await self.join(rematch_id, replace(guest, name=name), number)
        return rematch

    async def branch(
        self, table_id: str, guest: Guest, ply: int, seating: Sequence[str]
    ) -> LiveTable:
        """What if: a private table that goes on from a ply of a finished game.

        `seating` is as for a new table, without open seats.
        """
        table = await self._desk.live(table_id)
        game = table.playing()
        if not game.finished:
            raise TableError("qd.server.not_finished")
        if len(seating) != game.seats or ANYBODY in seating or not 0 <= ply < game.ply:
            raise TableError("qd.server.no_branch", ply=ply)
        row = table.row
        wish = NewTable(
            row.game,
            tuple(seating),
            row.options,
            row.title,
            False,
            bots_tell=row.bots_tell,
            chances=row.chances,
            components=row.components,
        )
        return await self.play_on(wish, guest, game.record.entries[:ply], table_id)

    async def play_on(
        self, wish: NewTable, guest: Guest, opening: Sequence[Entry], branch_of: str
    ) -> LiveTable:
        """A table without open seats that goes on from an opening taken from elsewhere."""
        made = await self._set_up(wish, guest, branch_of=branch_of)
        async with made.lock:
            await self._start(made, opening)
        return made


def _seat(number: int, kind: str, host: Guest, admit: Callable[[str], str]) -> SeatRow:
    """A seat of a new table, as it was asked for."""
    if kind == ANYBODY:
        return SeatRow(number, OPEN, None, None, "")
    if kind == HERE:
        return SeatRow(number, PERSON, None, host.id, host.name)
    return SeatRow(number, BOT, admit(kind), None, wind(number))
