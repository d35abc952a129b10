"""Links by mail: somebody whose address was confirmed is sent a link that signs them in, once.

Nobody learns whether an address is known here: the answer is the same, and comes before anything is
sent. The link signs in whatever device it is opened on, after a button was pressed there: programs
that look into mails do not use it up, and whoever asked for it in somebody else's name gains
nothing.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.server.errors import NotAllowed, TableError, TooSoon
from quarterdeck.server.guard import Buckets
from quarterdeck.server.identity import hash_secret, new_secret
from quarterdeck.server.names.protecting import Protecting
from quarterdeck.server.public_url import base_of
from quarterdeck.server.seldom import Seldom
from quarterdeck.server.store import Store
from quarterdeck.server.store.rows import Guest
from quarterdeck.server.store.tickets import BY_MAIL, Ticket

logger = logging.getLogger(__name__)

MINUTES = 15
LASTING = MINUTES * 60.0
HOUR = 3600.0
# How often somebody may ask for a link, and how many may go to one address, within an hour.
ASKED_AN_HOUR, SENT_AN_HOUR = 10, 4
LONGEST_ADDRESS = 254


class Post(Protocol):
    """Whoever sends mails."""

    async def send_mail(self, address: str, subject: str, text: str, language: str) -> None:
        """Send a mail, or see to it that it is sent."""


class AddressBook(Protocol):
    """Whoever knows which addresses have been confirmed."""

    async def find_people(self, address: str) -> Sequence[str]:
        """The guests who have confirmed an address, however it is spelt."""

    async def confirmed(self, guest_id: str) -> str | None:
        """The address somebody has confirmed."""


class MailLinks:
    """Signing in by mail, at a server that sends any."""

    def __init__(
        self,
        store: Store,
        protecting: Protecting,
        post: Post | None,
        addresses: AddressBook,
        now: Callable[[], float],
        public_url: str,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._protecting = protecting
        self._now = now
        self._public_url = public_url
        self._clock = clock
        self._post = post
        self._addresses = addresses
        self._visitors = Buckets(ASKED_AN_HOUR / HOUR, ASKED_AN_HOUR)
        self._sent = Buckets(SENT_AN_HOUR / HOUR, SENT_AN_HOUR)
        self._sending: set[asyncio.Task[None]] = set()
        self._seldom = Seldom(logger)

    @property
    def works(self) -> bool:
        """Whether this server sends mails, and knows where their links should lead."""
        return self._post is not None and bool(self._public_url)

    async def address_of(self, guest: Guest) -> str | None:
        return await self._addresses.confirmed(guest.id)

    async def open_to(self, guest: Guest) -> bool:
        """Let links by mail lead into a name; False if it could not be protected by that."""
        if not self.works:
            raise TableError("qd.mail.none")
        if await self.address_of(guest) is None:
            raise TableError("qd.mail.confirm_first")
        await self._store.protection.open_to_mail(guest.id, True)
        return await self._protecting.protect(guest)

    async def close_to(self, guest: Guest) -> None:
        """No link by mail leads into a name any more."""
        await self._store.protection.open_to_mail(guest.id, False)
        await self._store.tickets.end(guest.id, BY_MAIL)
        await self._protecting.settle(guest)

    def ask(self, address: str, visitor: str, language: str) -> None:
        """Somebody wants a link to be sent. It is looked up and sent after this has been
        answered."""
        if not self.works:
            raise TableError("qd.mail.none")
        wanted = clean_address(address)
        if not self._visitors.allow(visitor, self._clock()):
            raise TooSoon("qd.mail.too_often")
        task = asyncio.get_running_loop().create_task(self._send_safely(wanted, language))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _send_safely(self, address: str, language: str) -> None:
        try:
            await self._send(address, language)
        except Exception as error:
            self._seldom.warn("a link by mail was not sent", type(error).__name__)

    async def _send(self, address: str, language: str) -> None:
        assert self._post is not None
        people = await self._store.protection.reached_by_mail(
            await self._addresses.find_people(address)
        )
        if not people or not self._sent.allow(address.casefold(), self._clock()):
            return
        say = Translator(language)
        links = [f"{guest.name}\n{await self._issue(guest)}" for guest in people]
        subject = say("qd.mail.subject", name=people[0].name)
        text = "\n\n".join((say("qd.mail.hello"), *links, say("qd.mail.about", minutes=MINUTES)))
        await self._post.send_mail(address, subject, text, language)

    async def _issue(self, guest: Guest) -> str:
        secret = new_secret()
        ticket = Ticket(hash_secret(secret), BY_MAIL, guest.id)
        await self._store.tickets.issue(ticket, self._now(), LASTING)
        return f"{base_of(self._public_url)}/sign-in/mail/{secret}"

    async def look(self, secret: str) -> Guest:
        """Who a link would sign in; looking does not use it up."""
        ticket = await self._store.tickets.look(hash_secret(secret[:200]), BY_MAIL, self._now())
        return await self._owner(ticket)

    async def use(self, secret: str) -> Guest:
        """Who a link signs in; it does so once."""
        ticket = await self._store.tickets.use(hash_secret(secret[:200]), BY_MAIL, self._now())
        return await self._owner(ticket)

    async def _owner(self, ticket: Ticket | None) -> Guest:
        guest_id = None if ticket is None else ticket.guest_id
        guest = None if guest_id is None else await self._store.guests.find(guest_id)
        if guest is None:
            raise NotAllowed("qd.mail.too_late")
        return guest

    async def close(self) -> None:
        for task in list(self._sending):
            task.cancel()
        await asyncio.gather(*self._sending, return_exceptions=True)


def clean_address(text: str) -> str:
    """What may be a mail address, or an error. Only a mail that arrives proves more."""
    address = text.strip()
    name, at, host = address.rpartition("@")
    fine = bool(name and at and "." in host and not host.startswith(".") and not host.endswith("."))
    if not fine or len(address) > LONGEST_ADDRESS or not address.isprintable() or " " in address:
        raise TableError("qd.mail.bad_address")
    return address
