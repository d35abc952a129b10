"""Passkeys: how they are made, and how somebody comes by one on another device.

The browser is given a challenge that is good once, for a few minutes, and only for whoever asked
for it: somebody signed in by their session, anybody else by a cookie. What it answers is checked by
`webauthn`; we check whose the passkey is.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import orjson
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.authentication.verify_authentication_response import VerifiedAuthentication
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, generate_challenge
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    AuthenticatorTransport,
    CredentialDeviceType,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)
from webauthn.registration.verify_registration_response import VerifiedRegistration

from quarterdeck.server.errors import NotAllowed, NotFound, TableError
from quarterdeck.server.identity import hash_secret, readable
from quarterdeck.server.names.place import Place
from quarterdeck.server.names.protecting import Protecting
from quarterdeck.server.seldom import Seldom
from quarterdeck.server.store import Conflict, Store
from quarterdeck.server.store.rows import Guest, PasskeyRow
from quarterdeck.server.store.tickets import BY_PASSKEY, NEW_PASSKEY, Ticket

logger = logging.getLogger(__name__)

# Seconds in which a challenge must be answered.
LASTING = 300.0
MOST_PASSKEYS = 20
LONGEST_NAME = 40
TRANSPORTS = frozenset(each.value for each in AuthenticatorTransport)
TITLE = "Quarterdeck"


@dataclass(frozen=True)
class Clocks:
    """The clock of the house, and the time of day."""

    now: Callable[[], float]
    wall: Callable[[], float]


class Passkeys:
    """The passkeys of everybody at this server."""

    def __init__(self, store: Store, protecting: Protecting, clocks: Clocks) -> None:
        self._store = store
        self._protecting = protecting
        self._clocks = clocks
        self._seldom = Seldom(logger)

    # A new one

    async def begin(self, guest: Guest, session: str, place: Place) -> dict[str, Any]:
        """What a browser needs to make a passkey for somebody who is signed in there."""
        check_place(place)
        known = await self._store.protection.passkeys_of(guest.id)
        if len(known) >= MOST_PASSKEYS:
            raise TableError("qd.passkey.too_many", most=MOST_PASSKEYS)
        challenge = await self._challenge(NEW_PASSKEY, session, guest.id)
        options = generate_registration_options(
            rp_id=place.rp_id,
            rp_name=TITLE,
            user_name=guest.name,
            user_id=guest.id.encode(),
            challenge=challenge,
            timeout=int(LASTING * 1000),
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=[_descriptor(each) for each in known if each.rp_id == place.rp_id],
        )
        return _plain(options_to_json(options))

    async def add(
        self, guest: Guest, session: str, place: Place, answer: dict[str, Any], name: str
    ) -> bool:
        """Keep the passkey a browser has made; False if the name could not be protected by it."""
        check_place(place)
        challenge = await self._take(answer, NEW_PASSKEY, session, guest.id)
        try:
            made: VerifiedRegistration = verify_registration_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=place.rp_id,
                expected_origin=place.origin,
            )
        except Exception as error:
            raise self._refuse(error) from error
        credential = bytes_to_base64url(made.credential_id)
        row = PasskeyRow(
            hash_secret(credential),
            guest.id,
            credential,
            bytes_to_base64url(made.credential_public_key),
            place.rp_id,
            made.sign_count,
            _transports(answer),
            made.credential_device_type is CredentialDeviceType.MULTI_DEVICE,
            clean_passkey_name(name),
            self._clocks.wall(),
        )
        try:
            await self._store.protection.add_passkey(row, MOST_PASSKEYS)
        except Conflict:
            raise TableError("qd.passkey.known") from None
        return await self._protecting.protect(guest)

    # Coming by one

    async def begin_sign_in(self, nonce: str, place: Place) -> dict[str, Any]:
        """What a browser needs to let somebody choose one of their passkeys."""
        check_place(place)
        challenge = await self._challenge(BY_PASSKEY, nonce)
        options = generate_authentication_options(
            rp_id=place.rp_id,
            challenge=challenge,
            timeout=int(LASTING * 1000),
            user_verification=UserVerificationRequirement.PREFERRED,
        )
        return _plain(options_to_json(options))

    async def sign_in(self, nonce: str, place: Place, answer: dict[str, Any]) -> Guest:
        """Who has answered by a passkey."""
        check_place(place)
        challenge = await self._take(answer, BY_PASSKEY, nonce)
        known = await self._store.protection.find_passkey(hash_secret(str(answer.get("id"))))
        if known is None or known.rp_id != place.rp_id:
            raise NotAllowed("qd.passkey.unknown")
        _check_owner(answer, known)
        try:
            verified: VerifiedAuthentication = verify_authentication_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=place.rp_id,
                expected_origin=place.origin,
                credential_public_key=base64url_to_bytes(known.public_key),
                credential_current_sign_count=known.count,
            )
        except Exception as error:
            raise self._refuse(error) from error
        guest = await self._store.guests.find(known.guest_id)
        used = await self._store.protection.note_use(
            known, verified.new_sign_count, self._clocks.wall()
        )
        if guest is None or not used:
            raise NotAllowed("qd.passkey.unknown")
        return guest

    # Later

    async def rename(self, guest: Guest, id: str, name: str) -> None:
        cleaned = clean_passkey_name(name)
        if not await self._store.protection.rename_passkey(guest.id, id, cleaned):
            raise NotFound("qd.passkey.none")

    async def remove(self, guest: Guest, id: str) -> None:
        """A passkey leads nowhere from now on; without another way the name is free again."""
        if not await self._store.protection.remove_passkey(guest.id, id):
            raise NotFound("qd.passkey.none")
        await self._protecting.settle(guest)

    # Challenges

    async def _challenge(self, purpose: str, bound: str, guest_id: str | None = None) -> bytes:
        challenge = generate_challenge()[:32]
        ticket = Ticket(_ticket_id(challenge), purpose, guest_id, hash_secret(bound))
        await self._store.tickets.issue(ticket, self._clocks.now(), LASTING)
        return challenge

    async def _take(
        self, answer: dict[str, Any], purpose: str, bound: str, guest_id: str | None = None
    ) -> bytes:
        """The challenge that was answered, which is good no more; raises if it was not ours."""
        challenge = _answered(answer)
        found = await self._store.tickets.use(_ticket_id(challenge), purpose, self._clocks.now())
        if found is None or found.bound != hash_secret(bound) or found.guest_id != guest_id:
            raise NotAllowed("qd.passkey.too_late")
        return challenge

    def _refuse(self, error: Exception) -> NotAllowed:
        """What went wrong is for the log: whoever tries to cheat is told nothing."""
        self._seldom.warn("a passkey was refused", f"{type(error).__name__}: {error}"[:200])
        return NotAllowed("qd.passkey.refused")


def check_place(place: Place) -> None:
    """Raises where no passkey works."""
    if place.why:
        raise NotAllowed(place.why, where=place.elsewhere)


def clean_passkey_name(name: str) -> str:
    """What somebody calls a passkey: one line, not too long."""
    return readable(name)[:LONGEST_NAME].strip() or "Passkey"


def _check_owner(answer: dict[str, Any], known: PasskeyRow) -> None:
    """Raises if a passkey says that it is somebody else's."""
    response = answer.get("response")
    handle = response.get("userHandle") if isinstance(response, dict) else None
    if handle and handle != bytes_to_base64url(known.guest_id.encode()):
        raise NotAllowed("qd.passkey.refused")


def _answered(answer: dict[str, Any]) -> bytes:
    """The challenge that an answer is about, whoever made it."""
    try:
        data = base64url_to_bytes(answer["response"]["clientDataJSON"])
        return base64url_to_bytes(orjson.loads(data)["challenge"])
    except (KeyError, TypeError, ValueError, AttributeError):
        raise TableError("qd.server.malformed", fields="credential") from None


def _ticket_id(challenge: bytes) -> str:
    return hash_secret(bytes_to_base64url(challenge))


def _transports(answer: dict[str, Any]) -> tuple[str, ...]:
    """How a passkey can be reached, as far as we know the words."""
    response = answer.get("response")
    told = response.get("transports") if isinstance(response, dict) else None
    words = [each for each in told if isinstance(each, str)] if isinstance(told, list) else []
    return tuple(sorted(TRANSPORTS.intersection(words)))


def _descriptor(known: PasskeyRow) -> PublicKeyCredentialDescriptor:
    return PublicKeyCredentialDescriptor(
        id=base64url_to_bytes(known.credential),
        transports=[AuthenticatorTransport(each) for each in known.transports],
    )


def _plain(text: str) -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads(text)
    return found
