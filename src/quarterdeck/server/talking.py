"""What people say at a table, and what its host lets spectators do.

Whoever sits at the table speaks in the name of the seat; anybody else in a name of their own that
looks like nobody else's there, and is marked as a spectator. The host may mute spectators, send
them away, and close the chat to them or to all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from quarterdeck.server.desk import Desk
from quarterdeck.server.errors import KeyUsed, NotAllowed, NotFound, TableError, Taken, TooSoon
from quarterdeck.server.identity import readable
from quarterdeck.server.likeness import first_alike, is_reserved
from quarterdeck.server.live import LiveTable
from quarterdeck.server.loading import Loader
from quarterdeck.server.store import Store
from quarterdeck.server.store.errors import TooFast
from quarterdeck.server.store.rows import (
    EVERYBODY,
    MUTED,
    NOBODY,
    OPEN,
    PLAYERS,
    REMOVED,
    ChatRow,
    Guest,
)

MOST_CHAT = 500
OPEN_TO = (EVERYBODY, PLAYERS, NOBODY)
MEASURES = (MUTED, REMOVED)


@dataclass(frozen=True)
class Spectator:
    """Somebody who watches a table or has spoken there, and what the host did about it."""

    id: str
    name: str
    how: str | None = None


def measure(table: LiveTable, guest_id: str | None) -> str | None:
    """What the host did about a spectator. Players are not at the host's mercy."""
    if guest_id is None or guest_id not in table.row.barred or table.seats_of(guest_id):
        return None
    return table.row.barred[guest_id]["how"]


def admit(table: LiveTable, guest_id: str | None) -> None:
    """Raises if the host has sent this guest away."""
    if measure(table, guest_id) == REMOVED:
        raise NotAllowed("qd.server.removed")


def silence(table: LiveTable, guest_id: str | None) -> str | None:
    """Why somebody may not speak here: the id of a message. None if they may."""
    if table.row.chat == NOBODY:
        return "qd.server.chat_closed"
    if table.seats_of(guest_id):
        return None
    if table.row.chat == PLAYERS:
        return "qd.server.chat_players"
    return "qd.server.muted" if measure(table, guest_id) else None


def other_names(table: LiveTable, guest_id: str) -> list[str]:
    """How others at the table are called: as they came, and as they are told apart."""
    taken = [s for s in table.seats if s.kind != OPEN and s.guest_id != guest_id]
    shown = table.names()
    return [*(seat.name for seat in taken), *(shown[seat.number] for seat in taken)]


def check_name(name: str, others: Iterable[str]) -> None:
    """Raises if a name looks like one of these."""
    found = first_alike(name, others)
    if found is not None:
        raise Taken("qd.server.name_alike", name=found)


def spectators(
    table: LiveTable, chat: Iterable[ChatRow], watching: Iterable[Guest]
) -> tuple[Spectator, ...]:
    """Everybody about whom the host may do something, by name."""
    found = {id: bar["name"] for id, bar in table.row.barred.items()}
    said = [line for line in chat if line.seat is None and line.notice is None]
    found.update((line.guest_id, line.name) for line in said)
    found.update((guest.id, guest.name) for guest in watching)
    strangers = [id for id in found if id != table.row.host and not table.seats_of(id)]
    ordered = sorted(strangers, key=lambda id: (found[id].casefold(), id))
    return tuple(Spectator(id, found[id], measure(table, id)) for id in ordered)


class Talking:
    """What is said at all tables of this server."""

    def __init__(
        self, store: Store, desk: Desk, loader: Loader, lines_a_minute: int | None = None
    ) -> None:
        self._store = store
        self._desk = desk
        self._loader = loader
        self._most = lines_a_minute

    async def say(
        self,
        table_id: str,
        guest: Guest,
        text: str,
        key: str | None = None,
        seat: int | None = None,
    ) -> ChatRow:
        """Say something, once per key; `seat`: on whose behalf, where several share a device."""
        table = await self._desk.live(table_id)
        cleaned = readable(text)
        if not cleaned:
            raise TableError("qd.server.empty_chat")
        if len(cleaned) > MOST_CHAT:
            raise TableError("qd.server.long_chat", most=MOST_CHAT)
        said = None if key is None else await self._store.chat.find(table_id, guest.id, key)
        if said is None:
            why = silence(table, guest.id)
            if why is not None:
                raise NotAllowed(why)
            speaker, place = await self._speaker(table, guest, seat)
            try:
                said = await self._store.chat.say(
                    table_id, speaker, cleaned, place, key, self._most
                )
            except TooFast:
                raise TooSoon("qd.server.too_many_lines") from None
            self._desk.changed(table, news=True)
        if said.text != cleaned:
            raise KeyUsed
        return said

    async def _speaker(
        self, table: LiveTable, guest: Guest, seat: int | None
    ) -> tuple[Guest, int | None]:
        """In whose name somebody speaks, and from which seat."""
        held = table.seats_of(guest.id)
        if held:
            place = seat if seat in held else table.viewer(guest.id)
            assert place is not None
            return replace(guest, name=table.names()[place]), place
        if is_reserved(guest.name):
            raise TableError("qd.server.reserved_name", name=guest.name)
        said = await self._store.chat.of(table.row.id)
        others = [line.name for line in said if line.guest_id != guest.id]
        check_name(guest.name, [*other_names(table, guest.id), *others])
        return guest, None

    # What the host may do

    async def open_chat(self, table_id: str, host: Guest, to: str) -> LiveTable:
        """Let everybody speak, players only, or nobody."""
        table = await self.hosted(table_id, host)
        if to not in OPEN_TO:
            raise TableError("qd.server.malformed", fields="open")
        await self._store.chat.open_to(table_id, to)
        return await self._tell(table)

    async def bar(self, table_id: str, host: Guest, id: str, how: str | None) -> LiveTable:
        """Mute a spectator, send them away, or let them do everything again."""
        table = await self.hosted(table_id, host)
        if how is not None and how not in MEASURES:
            raise TableError("qd.server.malformed", fields="how")
        guest = await self._store.guests.find(id)
        if guest is None:
            raise NotFound("qd.server.no_guest")
        if id == host.id or table.seats_of(id):
            raise TableError("qd.server.spectators_only")
        await self._store.chat.bar(table_id, guest, how)
        return await self._tell(table)

    async def hosted(self, table_id: str, host: Guest) -> LiveTable:
        """The table, if this is its host."""
        table = await self._desk.live(table_id)
        if table.row.host != host.id:
            raise NotAllowed("qd.server.host_only")
        return table

    async def spectators(
        self, table: LiveTable, watching: Collection[Guest]
    ) -> tuple[Spectator, ...]:
        return spectators(table, await self._store.chat.of(table.row.id), watching)

    async def _tell(self, table: LiveTable) -> LiveTable:
        async with table.lock:
            await self._loader.refresh(table)
        self._desk.changed(table, news=True)
        return table
