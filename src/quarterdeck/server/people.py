"""Who is asking: from cookies, personal links and seat tokens to guests and seats."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fastapi import Request, Response

from quarterdeck.kernel.catalogue import LANGUAGES
from quarterdeck.server.addresses import visitor
from quarterdeck.server.errors import NotAllowed, NotFound, TableError, Taken
from quarterdeck.server.identity import Signer, hash_secret, new_id, new_secret
from quarterdeck.server.likeness import is_reserved, mixes_scripts, skeleton
from quarterdeck.server.paths import link
from quarterdeck.server.store import Store
from quarterdeck.server.store.errors import NameHeld
from quarterdeck.server.store.rows import DeviceRow, Guest

if TYPE_CHECKING:
    from quarterdeck.server.limits import Newcomers

COOKIE = "quarterdeck"
LANGUAGE_COOKIE = "quarterdeck_lang"
YEAR = 365 * 24 * 3600
LONGEST_NAME = 24


# How often it is noted that a session is in use.
DAY = 24 * 3600.0


@dataclass(frozen=True)
class Caller:
    """Whoever made a request: a guest, or a program that holds the token of one seat.

    `session`: the device's, if the guest signed in there; `renewed` if its cookie should be, too.
    `secret`: the hash of what a program has shown.
    """

    guest: Guest | None = None
    table: str | None = None
    seat: int | None = None
    session: str | None = None
    renewed: bool = False
    secret: str | None = None


NOBODY = Caller()


class People:
    """Guests come and go here. A session ends when it was not used for `unused` seconds."""

    def __init__(
        self,
        store: Store,
        signer: Signer,
        unused: float,
        ended: Callable[[str], None] = lambda _: None,
        clock: Callable[[], float] = time.time,
        newcomers: Newcomers | None = None,
    ) -> None:
        """`ended` is told of every guest (`guest ID`) and seat (`seat TABLE NUMBER`) whose
        streams must not go on."""
        self.store = store
        self.signer = signer
        self._unused = unused
        self._ended = ended
        self._clock = clock
        self._newcomers = newcomers

    async def caller(self, request: Request) -> Caller:
        """Who sent this request; nobody in particular if there is no valid sign."""
        kind, _, secret = request.headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer" and secret:
            return await self._bearer(secret.strip())
        id = self.signer.read(request.cookies.get(COOKIE))
        session = None if id is None else await self.store.sessions.find(id)
        if session is None:
            return Caller()
        now = self._clock()
        if now - session.seen > self._unused:
            return Caller()
        # Also if the clock was ahead and has been set back.
        renewed = abs(now - session.seen) > DAY
        if renewed:
            await self.store.sessions.touch(session.id, now)
        return Caller(session.guest, session=session.id, renewed=renewed)

    async def _bearer(self, secret: str) -> Caller:
        held = hash_secret(secret[:200])
        seat = await self.store.seats.find_by_token(held)
        if seat is not None:
            return Caller(None, *seat, secret=held)
        guest = await self.store.guests.find_by_link(held)
        if guest is None:
            raise NotAllowed("qd.server.bad_token")
        return Caller(guest, secret=held)

    async def knows(self, caller: Caller) -> bool:
        """Whether what a caller has shown is still good."""
        if caller.session is not None:
            session = await self.store.sessions.find(caller.session)
            return session is not None and self._clock() - session.seen <= self._unused
        if caller.secret is not None:
            seat = await self.store.seats.find_by_token(caller.secret)
            return (
                seat is not None or await self.store.guests.find_by_link(caller.secret) is not None
            )
        return True

    async def guest(self, request: Request) -> Guest:
        caller = await self.caller(request)
        if caller.guest is None:
            raise NotAllowed("qd.server.sign_in_first")
        return caller.guest

    async def welcome(
        self, name: str, address: str = "", is_shown: bool = False
    ) -> tuple[Guest, str]:
        """A new guest from somewhere, and the secret of their personal link. `is_shown`: they are
        told the secret."""
        secret = new_secret()
        guest = Guest(new_id(), clean_name(name))
        if self._newcomers is not None:
            self._newcomers.check(address)
        look = skeleton(guest.name)
        try:
            await self.store.guests.add(guest.id, guest.name, hash_secret(secret), look, is_shown)
        except NameHeld:
            raise Taken("qd.server.name_protected", name=guest.name) from None
        if self._newcomers is not None:
            self._newcomers.note(guest.id, address)
        return guest, secret

    async def new_link(self, guest: Guest) -> str:
        """A new personal link; an older one stops working."""
        secret = new_secret()
        await self.store.guests.relink(guest.id, hash_secret(secret))
        self._ended(f"guest {guest.id}")
        return secret

    async def end_link(self, guest: Guest) -> None:
        """No personal link leads into a name any more."""
        await self.store.guests.relink(guest.id, hash_secret(new_secret()), is_shown=False)
        self._ended(f"guest {guest.id}")

    async def by_link(self, secret: str) -> Guest:
        """Whose personal link this is."""
        guest = await self.store.guests.find_by_link(hash_secret(secret[:200]))
        if guest is None:
            raise NotAllowed("qd.server.bad_token")
        return guest

    async def sign_in(
        self,
        response: Response,
        guest: Guest,
        secure: bool,
        before: Caller | None = None,
        device: str = "",
    ) -> None:
        """Begin a session on this device, in the place of whoever was here `before`. `device`: what
        it is called."""
        id = new_id()
        if before is not None:
            await self._end(before)
        await self.store.sessions.open(id, guest.id, self._clock(), self._unused, device)
        self.remember(response, id, secure)

    async def sign_out(self, response: Response, caller: Caller) -> None:
        """End the session of this device alone."""
        await self._end(caller)
        response.delete_cookie(COOKIE, path=link("/"), httponly=True, samesite="lax")

    async def _end(self, caller: Caller) -> None:
        """End a session with its streams; those of other devices come back at once."""
        if caller.session is not None and caller.guest is not None:
            await self.store.sessions.end(caller.session)
            self._ended(f"guest {caller.guest.id}")

    async def devices(self, guest: Guest) -> list[DeviceRow]:
        """Where somebody is signed in."""
        return await self.store.sessions.of(guest.id, self._clock() - self._unused)

    async def sign_out_device(self, guest: Guest, handle: str) -> None:
        """End the session of one device, named by `handle_of` its session."""
        for device in await self.devices(guest):
            if handle_of(device.id) == handle:
                await self.store.sessions.end(device.id)
                self._ended(f"guest {guest.id}")
                return
        raise NotFound("qd.ways.no_device")

    async def end_tokens(self, guest: Guest) -> None:
        """No program plays a seat of somebody any more."""
        for table_id, number in await self.store.sessions.end_tokens(guest.id):
            self._ended(f"seat {table_id} {number}")

    async def sign_out_everywhere(self, guest: Guest) -> str:
        """End all sessions, links and seat tokens of a guest; gives the secret of a new link."""
        secret = new_secret()
        seats = await self.store.sessions.end_all(guest.id, hash_secret(secret))
        await self.store.guests.keep_calendar(guest.id, None)
        self._ended(f"guest {guest.id}")
        for table_id, number in seats:
            self._ended(f"seat {table_id} {number}")
        return secret

    async def renew_token(self, table_id: str, number: int) -> str:
        """A new token for a seat; an older one stops working."""
        token = new_secret()
        await self.store.seats.change(table_id, number, token_hash=hash_secret(token))
        self._ended(f"seat {table_id} {number}")
        return token

    async def end_token(self, table_id: str, number: int) -> None:
        await self.store.seats.change(table_id, number, token_hash=None)
        self._ended(f"seat {table_id} {number}")

    def remember(self, response: Response, session: str, secure: bool) -> None:
        """Put the signed cookie of a session on this device."""
        response.set_cookie(
            COOKIE,
            self.signer.sign(session),
            max_age=int(self._unused),
            path=link("/"),
            httponly=True,
            samesite="lax",
            secure=secure,
        )


def handle_of(session: str) -> str:
    """What a session is called in pages: it says nothing about the cookie."""
    return hash_secret(session)[:16]


def address_of(request: Request) -> str:
    """Where a request comes from, as far as that counts as one visitor."""
    return visitor(request.client.host) if request.client else "-"


def clean_name(name: str) -> str:
    """A name people can read, or an error."""
    cleaned = " ".join(name.split())
    if not cleaned or not all(c.isprintable() for c in cleaned):
        raise TableError("qd.server.bad_name")
    if len(cleaned) > LONGEST_NAME:
        raise TableError("qd.server.long_name", most=LONGEST_NAME)
    if not skeleton(cleaned):
        raise TableError("qd.server.bad_name")
    if is_reserved(cleaned):
        raise TableError("qd.server.reserved_name", name=cleaned)
    if mixes_scripts(cleaned):
        raise TableError("qd.server.mixed_name", name=cleaned)
    return cleaned


def language_of(request: Request, asked: str | None = None) -> str:
    """The reader's language: asked for, remembered, or what the browser prefers."""
    for wish in (asked, request.cookies.get(LANGUAGE_COOKIE)):
        if wish in LANGUAGES:
            return wish
    for part in request.headers.get("accept-language", "").split(","):
        if part.strip()[:2].lower() in LANGUAGES:
            return part.strip()[:2].lower()
    return "en"
