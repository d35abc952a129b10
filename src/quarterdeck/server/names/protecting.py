"""Protected names: nobody else at this server may take what looks like one.

A name is protected as long as a passkey or a link by mail leads into it. Guests who had such a name
before keep it, and their tables; wherever names are shown theirs is marked as somebody else's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.server.errors import TableError, Taken
from quarterdeck.server.likeness import skeleton
from quarterdeck.server.people import clean_name
from quarterdeck.server.store import Store
from quarterdeck.server.store.errors import NameHeld
from quarterdeck.server.store.rows import Guest, SeatRow
from quarterdeck.server.talking import check_name

# Whose a shown name is: of whoever has protected it, or of somebody else.
PROTECTED, OTHER = "protected", "other"


class Protecting:
    """The protected names of this server."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def rename(self, guest: Guest, name: str) -> Guest:
        """Change somebody's name; raises if it is protected, or looks like that of somebody
        around."""
        cleaned = clean_name(name)
        check_name(cleaned, await self._store.seats.names_around(guest.id))
        ways = await self._store.protection.ways(guest.id)
        if ways.protected is not None and is_common(cleaned):
            raise TableError("qd.server.common_name", name=cleaned)
        try:
            await self._store.guests.rename(guest.id, cleaned, skeleton(cleaned))
        except NameHeld:
            raise Taken("qd.server.name_protected", name=cleaned) from None
        renamed = Guest(guest.id, cleaned)
        if ways.protected is None and await self._has_way(guest):
            await self.protect(renamed)
        return renamed

    async def _has_way(self, guest: Guest) -> bool:
        """Whether a passkey or a link by mail leads into a name."""
        ways = await self._store.protection.ways(guest.id)
        return ways.by_mail or bool(await self._store.protection.passkeys_of(guest.id))

    async def protect(self, guest: Guest) -> bool:
        """Protect somebody's name, now that a way leads into it; False if it cannot be: somebody
        else has, or it is what those are called who give no name."""
        if is_common(guest.name):
            return False
        try:
            await self._store.protection.protect(guest.id, skeleton(guest.name))
        except NameHeld:
            return False
        return True

    async def settle(self, guest: Guest) -> None:
        """A way into a name has ended: without any other it is not protected any more."""
        if not await self._has_way(guest):
            await self._store.protection.release(guest.id)

    async def mark(self, shown: Sequence[tuple[str | None, str]]) -> list[str]:
        """For each of some guests and the names they are shown by: whose name that is, if anybody
        has protected it."""
        looks = [skeleton(name) if guest_id else "" for guest_id, name in shown]
        owners = await self._store.protection.owners(looks)
        return [
            "" if look not in owners else PROTECTED if owners[look] == guest_id else OTHER
            for look, (guest_id, _) in zip(looks, shown, strict=True)
        ]

    async def mark_seats(self, seats: Iterable[SeatRow]) -> tuple[str, ...]:
        """The same, by seat."""
        return tuple(await self.mark([(seat.guest_id, seat.name) for seat in seats]))


def is_common(name: str) -> bool:
    """Whether those are called so who give no name: it cannot be one person's alone."""
    return skeleton(name) in _common()


@lru_cache
def _common() -> frozenset[str]:
    return frozenset(skeleton(Translator(language)("qd.page.nameless")) for language in LANGUAGES)
