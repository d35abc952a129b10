"""Passkeys: whose they are, for how long a challenge is good, and what does not get in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request

from quarterdeck.kernel.errors import BadSetup
from quarterdeck.server.errors import NotAllowed, NotFound, TableError, Taken
from quarterdeck.server.house import House
from quarterdeck.server.names.passkeys import LASTING, MOST_PASSKEYS
from quarterdeck.server.names.place import Place, place_of
from quarterdeck.server.names.protecting import OTHER, PROTECTED
from quarterdeck.server.public_url import read_public_url
from quarterdeck.server.store.rows import Guest
from tests.server.authenticator import Authenticator
from tests.server.client import Client
from tests.server.houses import open_house
from tests.server.servers import Launch
from tests.server.visitor import Visitor

HERE = Place("https://games.example.org", "games.example.org")
Passkey = Callable[..., Authenticator]


class Hands:
    """The clock of a house in the hands of a test."""

    def __init__(self) -> None:
        self.ahead = 0.0


@asynccontextmanager
async def house_with(database: str, folder: Path) -> AsyncIterator[tuple[House, Hands]]:
    async with open_house(database, folder) as house:
        hands, now = Hands(), house.clock.now
        clocks = house.names.passkeys._clocks
        object.__setattr__(clocks, "now", lambda: now() + hands.ahead)
        yield house, hands


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


def new_key(**more: Any) -> Authenticator:
    return Authenticator(HERE.origin, HERE.rp_id, **more)


async def give_passkey(house: House, guest: Guest, key: Authenticator | None = None) -> Any:
    """A passkey for somebody, made as a browser does."""
    made = key or new_key(credential=f"passkey of {guest.id}".encode())
    options = await house.names.passkeys.begin(guest, "session", HERE)
    await house.names.passkeys.add(guest, "session", HERE, made.make(options), "Phone")
    return made


async def enter(house: House, key: Authenticator, nonce: str = "nonce") -> Guest:
    options = await house.names.passkeys.begin_sign_in(nonce, HERE)
    return await house.names.passkeys.sign_in(nonce, HERE, key.sign(options))


def test_a_passkey_leads_into_a_name_and_protects_it(database: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with house_with(database, tmp_path) as (house, _):
            anne, _ = await house.people.welcome("Anne")
            before, _ = await house.people.welcome("Änne")
            options = await house.names.passkeys.begin(anne, "session", HERE)
            selection = options["authenticatorSelection"]
            assert selection["residentKey"] == "required"
            assert selection["userVerification"] == "preferred"
            assert options["rp"]["id"] == HERE.rp_id
            key = await give_passkey(house, anne)
            assert await enter(house, key) == anne
            (kept,) = await house.store.protection.passkeys_of(anne.id)
            assert (kept.name, kept.count, kept.transports) == ("Phone", 1, ("internal",))
            assert kept.used is not None
            # Nobody else can take the name, whatever it is written with
            for name in ("anne", "ÁNNE", "Annе".replace("е", "e")):
                with pytest.raises(Taken) as refused:
                    await house.people.welcome(name)
                assert refused.value.message.id == "qd.server.name_protected"
            bob, _ = await house.people.welcome("Bob")
            with pytest.raises(Taken):
                await house.names.protecting.rename(bob, "Anne")
            # Who had it before keeps it, and is marked
            shown = [(anne.id, "Anne"), (before.id, "Änne"), (bob.id, "Bob"), (anne.id, "Bea")]
            assert await house.names.protecting.mark(shown) == [PROTECTED, OTHER, "", ""]
            # The name goes along when it is changed; the old one is free again
            await house.names.protecting.rename(anne, "Marie")
            await house.people.welcome("Anne")
            with pytest.raises(Taken):
                await house.people.welcome("Marie")
            # Without any way in it is free, too
            await house.names.passkeys.remove(anne, kept.id)
            await house.people.welcome("Marie")
            with pytest.raises(NotAllowed):
                await enter(house, key)

    run(test())


def test_a_challenge_is_good_once_and_soon_and_for_whoever_asked(
    database: str, tmp_path: Path
) -> None:
    async def test() -> None:
        async with house_with(database, tmp_path) as (house, hands):
            anne, _ = await house.people.welcome("Anne")
            passkeys, key = house.names.passkeys, new_key()
            options = await passkeys.begin(anne, "session", HERE)
            made = key.make(options)
            bob, _ = await house.people.welcome("Bob")
            for guest, session in ((anne, "another session"), (bob, "session")):
                options = await passkeys.begin(anne, "session", HERE)
                with pytest.raises(NotAllowed):
                    await passkeys.add(guest, session, HERE, key.make(options), "")
            await passkeys.add(anne, "session", HERE, made, "")
            with pytest.raises(NotAllowed):
                await passkeys.add(anne, "session", HERE, made, "")
            answer = key.sign(await passkeys.begin_sign_in("nonce", HERE))
            assert await passkeys.sign_in("nonce", HERE, answer) == anne
            with pytest.raises(NotAllowed) as replayed:
                await passkeys.sign_in("nonce", HERE, answer)
            assert replayed.value.message.id == "qd.passkey.too_late"
            answer = key.sign(await passkeys.begin_sign_in("nonce", HERE))
            with pytest.raises(NotAllowed):
                await passkeys.sign_in("of another browser", HERE, answer)
            answer = key.sign(await passkeys.begin_sign_in("nonce", HERE))
            hands.ahead += LASTING + 1
            with pytest.raises(NotAllowed):
                await passkeys.sign_in("nonce", HERE, answer)
            # A challenge for signing in makes no passkey
            answer = new_key().make(
                {**await passkeys.begin_sign_in("session", HERE), "user": {"id": ""}}
            )
            with pytest.raises(NotAllowed):
                await passkeys.add(anne, "session", HERE, answer, "")

    run(test())


def test_nobody_comes_by_what_is_not_theirs(database: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with house_with(database, tmp_path) as (house, _):
            anne, _ = await house.people.welcome("Anne")
            bob, _ = await house.people.welcome("Bob")
            key = await give_passkey(house, anne)
            await give_passkey(house, bob)

            async def refused(key: Authenticator, **changed: Any) -> str:
                options = await house.names.passkeys.begin_sign_in("nonce", HERE)
                answer = key.sign(options)
                answer["response"].update(changed)
                with pytest.raises((NotAllowed, TableError)) as found:
                    await house.names.passkeys.sign_in("nonce", HERE, answer)
                return found.value.message.id

            wrong = "qd.passkey.refused"
            # A page of somebody else, a host of somebody else, a key of somebody else
            assert (
                await refused(
                    Authenticator("https://evil.example", HERE.rp_id, key.credential, key=key.key)
                )
                == wrong
            )
            assert (
                await refused(
                    Authenticator(HERE.origin, "evil.example", key.credential, key=key.key)
                )
                == wrong
            )
            assert await refused(new_key(credential=key.credential)) == wrong
            # Somebody's passkey that claims to be another's
            assert await refused(key, userHandle="Ym9i") == wrong
            assert await refused(new_key(credential=b"never seen")) == "qd.passkey.unknown"
            assert await refused(key, clientDataJSON="!") == "qd.server.malformed"
            assert await refused(key, clientDataJSON=None) == "qd.server.malformed"
            assert await refused(key, signature="AAAA") == wrong
            # A copy that has not counted along
            key.count = 40
            assert await enter(house, key) == anne
            key.count = 39
            assert await refused(key) == wrong
            key.count = 41
            assert await enter(house, key) == anne
            # The same passkey at another host than it was made for
            elsewhere = Place("https://other.example.org", "other.example.org")
            options = await house.names.passkeys.begin_sign_in("nonce", elsewhere)
            with pytest.raises(NotAllowed):
                await house.names.passkeys.sign_in("nonce", elsewhere, key.sign(options))
            # Nobody removes or renames what is not theirs
            (of_anne,) = await house.store.protection.passkeys_of(anne.id)
            for act in (
                house.names.passkeys.remove(bob, of_anne.id),
                house.names.passkeys.rename(bob, of_anne.id, "Mine"),
            ):
                with pytest.raises(NotFound):
                    await act
            # Nor does anybody register somebody else's again
            with pytest.raises(TableError):
                await give_passkey(house, bob, key)

    run(test())


def test_a_name_that_somebody_else_protected_leaves_the_passkey_good(
    database: str, tmp_path: Path
) -> None:
    async def test() -> None:
        async with house_with(database, tmp_path) as (house, _):
            anne, _ = await house.people.welcome("Anne")
            other, _ = await house.people.welcome("Anne")
            sailor, _ = await house.people.welcome("Sailor")
            await give_passkey(house, anne)
            key = await give_passkey(house, other)
            assert await enter(house, key) == other
            ways = house.store.protection.ways
            assert (await ways(other.id)).protected is None
            await house.names.protecting.rename(other, "Anne Bonny")
            assert (await ways(other.id)).protected is not None
            # What those are called who give no name is nobody's alone
            await give_passkey(house, sailor)
            assert (await ways(sailor.id)).protected is None
            await house.people.welcome("Sailor")
            with pytest.raises(TableError):
                await house.names.protecting.rename(other, "Matelot")
            for number in range(MOST_PASSKEYS - 1):
                await give_passkey(house, anne, new_key(credential=f"{number}".encode()))
            with pytest.raises(TableError):
                await give_passkey(house, anne, new_key(credential=b"one more"))

    run(test())


def asked_at(url: str) -> Request:
    scheme, _, host = url.partition("://")
    headers = [(b"host", host.encode())]
    return Request(
        {
            "type": "http",
            "method": "GET",
            "scheme": scheme,
            "path": "/",
            "query_string": b"",
            "headers": headers,
        }
    )


@pytest.mark.parametrize(
    ("url", "public", "why"),
    [
        ("https://games.example.org", "", ""),
        ("http://localhost:8000", "", ""),
        ("http://games.example.org", "", "qd.passkey.insecure"),
        ("https://192.0.2.7", "", "qd.passkey.no_name"),
        ("http://127.0.0.1:8000", "", "qd.passkey.insecure"),
        ("https://games.example.org", "https://games.example.org/deck", ""),
        ("http://localhost:8000", "https://games.example.org", "qd.passkey.elsewhere"),
        ("https://games.example.org:8443", "https://games.example.org", "qd.passkey.elsewhere"),
    ],
)
def test_passkeys_work_where_browsers_let_them(url: str, public: str, why: str) -> None:
    found = place_of(asked_at(url), public)
    assert found.why == why
    assert found.origin == url


@pytest.mark.parametrize("text", ["games.example.org", "ftp://a.b", "https://", "https://a@b.c/?d"])
def test_a_public_address_must_be_one(text: str) -> None:
    with pytest.raises(BadSetup):
        read_public_url(text)
    assert read_public_url(" https://a.org/deck/ ") == "https://a.org/deck"


def test_over_http_a_passkey_needs_a_session_and_a_safe_place(launch: Launch) -> None:
    server = launch()
    anne = server.client("Anne")
    assert anne.post("/api/me/passkeys/begin").status == 403
    visitor = Visitor.of(anne)
    answer = visitor.post("/api/me/passkeys/begin")
    # 127.0.0.1 has no name
    assert (answer.status, answer.json()["id"]) == (403, "qd.passkey.insecure")
    page = visitor.get("/me").text
    assert "Passkeys work only over https" in page
    assert "Passkeys work only over https" in Client(server.address).get("/sign-in").text
