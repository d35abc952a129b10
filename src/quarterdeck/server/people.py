"""Who is asking: from cookies, personal links and seat tokens to guests and seats."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import Request, Response

from quarterdeck.kernel.catalogue import LANGUAGES
from quarterdeck.server.errors import NotAllowed, TableError
from quarterdeck.server.identity import Signer, hashed, new_id, new_secret
from quarterdeck.server.likeness import is_reserved, skeleton
from quarterdeck.server.paths import link
from quarterdeck.server.store import Store
from quarterdeck.server.store.rows import Guest

COOKIE = "quarterdeck"
LANGUAGE_COOKIE = "quarterdeck_lang"
YEAR = 365 * 24 * 3600
LONGEST_NAME = 24


@dataclass(frozen=True)
class Caller:
    """Whoever made a request: a guest, or a program that holds the token of one seat."""

    guest: Guest | None = None
    table: str | None = None
    seat: int | None = None


class People:
    """Guests come and go here."""

    def __init__(self, store: Store, signer: Signer) -> None:
        self.store = store
        self.signer = signer

    async def caller(self, request: Request) -> Caller:
        """Who sent this request; nobody in particular if there is no valid sign."""
        kind, _, secret = request.headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer" and secret:
            return await self._bearer(secret.strip())
        guest_id = self.signer.read(request.cookies.get(COOKIE))
        if guest_id is None:
            return Caller()
        return Caller(await self.store.guest(guest_id))

    async def _bearer(self, secret: str) -> Caller:
        held = hashed(secret[:200])
        seat = await self.store.seat_by_token(held)
        if seat is not None:
            return Caller(None, *seat)
        guest = await self.store.guest_by_link(held)
        if guest is None:
            raise NotAllowed("qd.server.bad_token")
        return Caller(guest)

    async def guest(self, request: Request) -> Guest:
        caller = await self.caller(request)
        if caller.guest is None:
            raise NotAllowed("qd.server.sign_in_first")
        return caller.guest

    async def welcome(self, name: str) -> tuple[Guest, str]:
        """A new guest, and the secret of his personal link."""
        secret = new_secret()
        guest = Guest(new_id(), checked_name(name))
        await self.store.add_guest(guest.id, guest.name, hashed(secret))
        return guest, secret

    async def new_link(self, guest: Guest) -> str:
        """A new personal link; an older one stops working."""
        secret = new_secret()
        await self.store.relink_guest(guest.id, hashed(secret))
        return secret

    def remember(self, response: Response, guest: Guest, secure: bool) -> None:
        """Put the signed cookie on this device."""
        response.set_cookie(
            COOKIE,
            self.signer.sign(guest.id),
            max_age=YEAR,
            path=link("/"),
            httponly=True,
            samesite="lax",
            secure=secure,
        )


def checked_name(name: str) -> str:
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
