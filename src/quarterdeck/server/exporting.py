"""The finished games of a database, for `quarterdeck export`: read one by one, changing nothing.

Whoever wants no results to be kept is never named.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

from quarterdeck.data.decisions import BOT, PERSON, Player
from quarterdeck.kernel.messages import Message
from quarterdeck.record import Record
from quarterdeck.server.checkup import Stored, read_stored
from quarterdeck.server.store import Store
from quarterdeck.server.store.results import NONE
from quarterdeck.server.store.rows import BOT as SEATED_BOT

SOME = 500
# What the house tells when a bot begins to play for somebody.
TAKEN_OVER = ("stand_in", "handed_over", "time_up_turn", "time_up_seat")


@dataclass(frozen=True)
class StoredGame:
    """A finished game, or why it cannot be read. `version`: of the rules it is stored under."""

    table: str
    version: int
    record: Record | None
    players: tuple[Player, ...]
    fault: Message | None = None


async def read_finished(store: Store, game: str, with_names: bool) -> AsyncIterator[StoredGame]:
    """All finished games of a title, in the order of their tables' ids."""
    last = ""
    while ids := await store.lists.finished(game, last, SOME):
        for id in ids:
            found = await read_stored(store, id)
            if found is not None:
                yield await _tell(store, found, with_names)
        last = ids[-1]


async def _tell(store: Store, found: Stored, with_names: bool) -> StoredGame:
    row, reading = found.row, found.reading
    if reading.fault is not None or reading.game is None:
        why = reading.fault.why if reading.fault else Message("qd.data.not_over")
        return StoredGame(row.id, row.rules, None, (), why)
    players = await _find_players(store, found, with_names)
    return StoredGame(row.id, row.rules, reading.game.record, players)


async def _find_players(store: Store, found: Stored, with_names: bool) -> tuple[Player, ...]:
    """Who sat where. Where a bot played for somebody for a while, nobody knows who chose what."""
    told = await store.chat.find_notices(found.row.id, TAKEN_OVER)
    replaced = {notice.get("seat") for notice in told}
    people = [seat.guest_id for seat in found.seats if seat.guest_id is not None]
    wishes = await store.results.wishes_of(people) if with_names else {}
    players = []
    for seat in found.seats:
        silent = wishes.get(seat.guest_id or "", ("", None))[0] == NONE
        name = seat.name if with_names and not silent else None
        if seat.kind == SEATED_BOT:
            players.append(Player(BOT, seat.bot, name))
        elif seat.number in replaced or seat.stand_in is not None:
            players.append(Player(name=name))
        else:
            players.append(Player(PERSON, name=name))
    return tuple(players)
