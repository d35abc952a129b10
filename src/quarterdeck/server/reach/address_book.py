"""People's addresses: added, confirmed, tried out, stopped, removed.

An address is used only once whoever reads what is sent there has said so, by a link with a secret.
What a person's own browser brings needs no such link. Words that somebody lets the server send by
hand are counted, by person, by address and by visitor: nobody can bother others with them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from quarterdeck.kernel.catalogue import LANGUAGES
from quarterdeck.kernel.messages import Message
from quarterdeck.server.errors import NotFound, TableError, Taken, TooSoon
from quarterdeck.server.guard import Buckets
from quarterdeck.server.identity import Signer, hash_secret, new_id, new_secret, readable
from quarterdeck.server.limits import TooMany
from quarterdeck.server.presence import Clock
from quarterdeck.server.reach.channel import Channel, NotSent, Word
from quarterdeck.server.reach.findings import DAY, HOUR
from quarterdeck.server.reach.wording import Wording
from quarterdeck.server.store import Conflict, Store
from quarterdeck.server.store.addresses import (
    CONFIRM,
    NEW,
    ON,
    TEST,
    AddressRow,
    TrialLimits,
    target_of,
)
from quarterdeck.server.store.rows import Guest

MOST_ADDRESSES = 10
LONGEST_LABEL = 40
LONGEST_ADDRESS = 2000
SECRET_LASTS = DAY
SILENCE = 30 * DAY
LIMITS = TrialLimits(per_target=3, per_person=8, per_day=6, hour=HOUR, day=DAY, silence=SILENCE)
# What one visitor, whatever they call themselves, may let us send within an hour.
PER_VISITOR = 12
# Somebody waits for the answer.
PATIENCE = 30.0
MAIL, PUSH = "mail", "push"
# Their own browser has brought it.
CONFIRMED_AT_ONCE = frozenset({PUSH})
# What begins the token by which letters are stopped; no session is called so.
STOP_TOKEN = "stop:"  # noqa: S105


class AddressBook:
    """The addresses of everybody at this server."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        channels: Mapping[str, Channel],
        signer: Signer,
        public_url: str,
    ) -> None:
        self._store = store
        self._clock = clock
        self._channels = channels
        self._signer = signer
        self._public_url = public_url
        self._visitors = Buckets(PER_VISITOR / HOUR, PER_VISITOR)

    async def of(self, guest_id: str) -> list[AddressRow]:
        return await self._store.addresses.of(guest_id)

    def _channel(self, kind: str) -> Channel:
        channel = self._channels.get(kind)
        if channel is None:
            raise TableError("qd.reach.no_channel")
        return channel

    async def add(
        self, guest: Guest, kind: str, address: str, label: str, language: str, visitor: str
    ) -> AddressRow:
        """Add an address, and send what confirms it, if it needs that."""
        checked = self._channel(kind).check(address[:LONGEST_ADDRESS])
        at_once = kind in CONFIRMED_AT_ONCE
        row = AddressRow(
            new_id(),
            guest.id,
            kind,
            checked,
            readable(label)[:LONGEST_LABEL],
            ON if at_once else NEW,
            0,
            None,
            self._clock.wall(),
            None,
        )
        known = target_of(kind, checked)
        for mine in await self.of(guest.id):
            if target_of(mine.kind, mine.address) == known:
                if at_once or mine.state == ON:
                    return mine
                await self.send_confirmation(guest, mine.id, visitor)
                return mine
        if not at_once:
            # Before anything is kept: whoever is refused has added nothing
            self._admit(visitor)
            await self._admit_trial(row, CONFIRM)
        try:
            await self._store.addresses.add(row, MOST_ADDRESSES)
        except OverflowError:
            raise TooMany("qd.reach.too_many", most=MOST_ADDRESSES) from None
        except Conflict:
            raise Taken("qd.reach.known") from None
        wish = await self._store.contact_wishes.of(guest.id)
        if wish.language is None:
            await self._store.contact_wishes.keep(guest.id, language=language)
        if not at_once:
            await self._confirm(guest, row)
        return row

    async def send_confirmation(self, guest: Guest, id: str, visitor: str) -> None:
        """Send once more what confirms an address; earlier links stop working."""
        row = await self._find(guest, id)
        if row.state == ON:
            raise Taken("qd.reach.confirmed_already")
        self._admit(visitor)
        await self._admit_trial(row, CONFIRM)
        await self._confirm(guest, row)

    async def test(self, guest: Guest, id: str, visitor: str) -> None:
        """Send a word to see whether it arrives."""
        row = await self._find(guest, id)
        if row.state != ON:
            raise TableError("qd.reach.confirm_first")
        self._admit(visitor)
        await self._admit_trial(row, TEST)
        await self._send(row, (await self._wording(guest.id)).make_test(new_id()))

    async def remove(self, guest: Guest, id: str) -> None:
        if not await self._store.addresses.remove(guest.id, id):
            raise NotFound("qd.reach.no_address")

    async def remove_target(self, guest: Guest, kind: str, address: str) -> bool:
        """The same, by the address itself; False if it was not there."""
        target = target_of(kind, address)
        for mine in await self.of(guest.id):
            if target_of(mine.kind, mine.address) == target:
                return await self._store.addresses.remove(guest.id, mine.id)
        return False

    async def find_people(self, address: str) -> list[str]:
        """Who has confirmed a mail address, however it is spelt."""
        channel = self._channel(MAIL)
        found = await self._store.addresses.with_target(target_of(MAIL, channel.check(address)))
        return [row.guest_id for row in found if row.state == ON]

    async def confirmed(self, guest_id: str) -> str | None:
        """The mail address somebody has confirmed, if any."""
        mine = (row for row in await self.of(guest_id) if row.kind == MAIL and row.state == ON)
        return next((row.address for row in mine), None)

    async def _find(self, guest: Guest, id: str) -> AddressRow:
        row = await self._store.addresses.find(guest.id, id)
        if row is None:
            raise NotFound("qd.reach.no_address")
        return row

    def _admit(self, visitor: str) -> None:
        if not self._visitors.allow(visitor, self._clock.now()):
            raise TooSoon("qd.reach.often")

    async def _admit_trial(self, row: AddressRow, what: str) -> None:
        refused = await self._store.addresses.try_out(
            new_id(), row, what, self._clock.now(), LIMITS
        )
        if refused:
            raise TooSoon(f"qd.reach.{refused}")

    async def _confirm(self, guest: Guest, row: AddressRow) -> None:
        secret = new_secret()
        until = self._clock.now() + SECRET_LASTS
        await self._store.addresses.await_secret(row.id, hash_secret(secret), until)
        link = f"{self._public_url}/reach/confirm/{secret}"
        wording = await self._wording(guest.id)
        await self._send(row, wording.make_confirmation(new_id(), guest.name, link))

    async def _wording(self, guest_id: str) -> Wording:
        wish = await self._store.contact_wishes.of(guest_id)
        language = wish.language if wish.language in LANGUAGES else LANGUAGES[0]
        return Wording(language, guest_id, self._public_url)

    async def _send(self, row: AddressRow, word: Word) -> None:
        """Send a word at once; what is wrong is kept with the address and raised."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._channel(row.kind).send(row.address, word)
        except (NotSent, TimeoutError) as failure:
            reason = failure.reason if isinstance(failure, NotSent) else Message("qd.reach.slow")
            await self._store.addresses.note_failure(row.id, reason)
            raise TableError("qd.reach.not_sent", reason=reason) from None
        if row.state == ON:
            await self._store.addresses.note_arrival(row.id, self._clock.wall())

    # Whoever reads what is sent to an address

    async def awaiting(self, secret: str) -> tuple[AddressRow, str]:
        """The address that a secret confirms, and whose it is."""
        held = hash_secret(secret[:200])
        found = await self._store.addresses.by_secret(held, self._clock.now())
        if found is None:
            raise NotFound("qd.reach.no_secret")
        return found

    async def confirm(self, secret: str) -> AddressRow:
        """Use an address from now on."""
        held = hash_secret(secret[:200])
        row = await self._store.addresses.confirm(held, self._clock.now())
        if row is None:
            raise NotFound("qd.reach.no_secret")
        return row

    def stop_link(self, address: str, kind: str = MAIL) -> str:
        """Where whoever reads letters to an address says that they want none."""
        token = self._signer.sign(f"{STOP_TOKEN}{target_of(kind, address)}")
        return f"{self._public_url}/reach/stop/{token.removeprefix(STOP_TOKEN)}"

    async def stop(self, token: str) -> None:
        """Send nothing more to an address, whoever has added it."""
        target = self.check_token(token)
        await self._store.addresses.stop(target, new_id(), self._clock.now())

    def check_token(self, token: str) -> str:
        """The target that a token is about."""
        found = self._signer.read(f"{STOP_TOKEN}{token}")
        if found is None:
            raise NotFound("qd.reach.no_token")
        return found.removeprefix(STOP_TOKEN)

    async def clear(self) -> None:
        """Forget what was sent by hand long ago."""
        now = self._clock.now()
        await self._store.addresses.clear_trials(now - DAY, now - SILENCE)
