"""What the server keeps about somebody: handed out in one file, or removed for good.

The file is a zip: an index in the reader's language, the rows of every table that names them as
JSON, and their finished games as records. It is made anew each time, and kept nowhere.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile

import orjson

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.record.jsonl import lines
from quarterdeck.server.checkup import read_stored
from quarterdeck.server.errors import NotAllowed, TooSoon
from quarterdeck.server.guard import Buckets
from quarterdeck.server.identity import hash_secret, new_secret
from quarterdeck.server.store import Store
from quarterdeck.server.store.rows import Guest
from quarterdeck.server.store.tickets import REMOVAL, Ticket
from quarterdeck.server.store.traces import Removed

# What is larger lies on the disk until it has been sent.
IN_MEMORY = 2_000_000
# How often somebody may have it made, within an hour.
AN_HOUR = 6
HOUR = 3600.0
# Seconds in which a removal must be confirmed.
LASTING = 900.0
INDEX = "index.txt"


@dataclass(frozen=True)
class Held:
    """How much there is about somebody: finished games, lines of chat, results, answers to puzzles,
    friends, and tables where they still sit."""

    games: int
    said: int
    results: int
    puzzles: int
    friends: int
    tables: int


class OwnData:
    """Everything about everybody, for themselves alone."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], float],
        removed: Callable[[Guest, Removed], Awaitable[None]],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`removed` sees to it that nobody goes on with what is gone."""
        self._store = store
        self._now = now
        self._removed = removed
        self._clock = clock
        self._made = Buckets(AN_HOUR / HOUR, AN_HOUR)

    # Handing out

    async def pack(self, guest: Guest, say: Translator) -> IO[bytes]:
        """Everything about somebody, in a file that goes when it is closed."""
        if not self._made.allow(guest.id, self._clock()):
            raise TooSoon("qd.own.too_often")
        found = await self._store.traces.collect(guest.id)
        games = await self._store.traces.finished(guest.id)
        file: IO[bytes] = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
        try:
            with ZipFile(file, "w", ZIP_DEFLATED) as packed:
                unread = [id for id in games if not await self._pack_game(packed, id)]
                for name, rows in found.items():
                    data = orjson.dumps(rows, option=orjson.OPT_INDENT_2 | orjson.OPT_NON_STR_KEYS)
                    await asyncio.to_thread(packed.writestr, f"data/{name}.json", data)
                packed.writestr(INDEX, write_index(guest, found, games, unread, say))
        except BaseException:
            file.close()
            raise
        file.seek(0)
        return file

    async def _pack_game(self, packed: ZipFile, table_id: str) -> bool:
        """Add the record of a finished game; False if it cannot be read any more."""
        stored = await read_stored(self._store, table_id)
        if stored is None or stored.reading.game is None:
            return False
        text = "".join(lines(stored.reading.game.record))
        await asyncio.to_thread(packed.writestr, f"games/{table_id}.jsonl", text)
        return True

    # Removing

    async def count(self, guest: Guest) -> Held:
        found = await self._store.traces.collect(guest.id)
        games = set(await self._store.traces.finished(guest.id))
        sits = {row["table_id"] for row in found.get("seats", ())}
        return Held(
            len(games),
            len(found.get("chats", ())),
            len(found.get("results", ())),
            len(found.get("puzzle_answers", ())),
            len(found.get("friends", ())),
            len(sits - games),
        )

    async def ask_to_remove(self, guest: Guest) -> str:
        """The first step: gives the secret by which the second one is taken, once and soon."""
        secret = new_secret()
        ticket = Ticket(hash_secret(secret), REMOVAL, guest.id)
        await self._store.tickets.issue(ticket, self._now(), LASTING)
        return secret

    async def remove(self, guest: Guest, secret: str) -> Removed:
        """The second step: everything about somebody is taken away, and cannot be brought back."""
        used = await self._store.tickets.use(hash_secret(secret[:200]), REMOVAL, self._now())
        if used is None or used.guest_id != guest.id:
            raise NotAllowed("qd.own.remove.too_late")
        removed = await self._store.traces.remove(guest.id)
        await self._removed(guest, removed)
        return removed


def write_index(
    guest: Guest,
    found: Mapping[str, Sequence[Mapping[str, Any]]],
    games: Sequence[str],
    unread: Sequence[str],
    say: Translator,
) -> str:
    """What is in the file, for people."""
    told = [say("qd.own.index.title", name=guest.name), "", say("qd.own.index.about"), ""]
    for name, rows in found.items():
        told.append(f"data/{name}.json ({len(rows)})\n    {say(f'qd.own.index.{name}')}")
    told.append(f"games/ ({len(games) - len(unread)})\n    {say('qd.own.index.games')}")
    if unread:
        told.append(say("qd.own.index.unread", tables=", ".join(unread)))
    return "\n".join([*told, "", say("qd.own.index.secrets"), ""])
