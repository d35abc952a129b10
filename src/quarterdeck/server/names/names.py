"""Everything about names that last, put together for the house."""

from __future__ import annotations

from collections.abc import Callable

from quarterdeck.server.names.company import Company
from quarterdeck.server.names.mail import AddressBook, MailLinks, Post
from quarterdeck.server.names.own_data import OwnData
from quarterdeck.server.names.passkeys import Clocks, Passkeys
from quarterdeck.server.names.protecting import Protecting
from quarterdeck.server.presence import Clock
from quarterdeck.server.public_url import read_public_url
from quarterdeck.server.store import Store
from quarterdeck.server.store.rows import Guest
from quarterdeck.server.store.traces import Removed
from quarterdeck.server.tables import Tables


class Names:
    """One part per subject."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        clock: Clock,
        public_url: str,
        ended: Callable[[str], None],
        post: Post | None,
        addresses: AddressBook,
    ) -> None:
        """`ended` is told whose streams must not go on: see `People`. `post` sends mails, if this
        server does."""
        self._tables = tables
        self._ended = ended
        self.public_url = read_public_url(public_url)
        self.protecting = Protecting(store)
        self.passkeys = Passkeys(store, self.protecting, Clocks(clock.now, clock.wall))
        self.mail = MailLinks(store, self.protecting, post, addresses, clock.now, self.public_url)
        self.company = Company(store, clock.now)
        self.own_data = OwnData(store, clock.now, self._forget)

    async def _forget(self, guest: Guest, removed: Removed) -> None:
        """Somebody has been removed: what is kept of them in memory goes, here and elsewhere."""
        self._ended(f"guest {guest.id}")
        for table_id, number in removed.seats:
            self._ended(f"seat {table_id} {number}")
        self._ended(f"gone {guest.id}")
        for table_id in removed.gone:
            self._tables.drop(table_id)
        for table_id in removed.changed:
            await self._tables.read_anew(table_id)

    async def close(self) -> None:
        await self.mail.close()
