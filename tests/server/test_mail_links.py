"""Links by mail: who gets one, what it is good for, and what nobody learns by asking."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.server.errors import NotAllowed, TableError, TooSoon
from quarterdeck.server.house import House
from quarterdeck.server.names.mail import ASKED_AN_HOUR, LASTING, SENT_AN_HOUR
from quarterdeck.server.store.rows import Guest
from tests.server.client import wait_until
from tests.server.houses import open_house
from tests.server.mailbox import Mailbox
from tests.server.servers import Launch
from tests.server.serving import MAILBOX
from tests.server.visitor import Visitor, words_of

PUBLIC = "https://games.example.org/deck"
MAIL = "anne@example.org"


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


async def settle(house: House) -> None:
    """Until everything that was asked for has been sent."""
    await asyncio.gather(*house.names.mail._sending)


async def come(house: House, box: Mailbox, name: str = "Anne") -> Guest:
    """Somebody new, into whose name links by mail lead."""
    house.names.mail._post = house.names.mail._addresses = box
    guest, _ = await house.people.welcome(name)
    box.confirm(guest.id, MAIL)
    await house.names.mail.open_to(guest)
    return guest


def secret_of(link: str) -> str:
    return link.rpartition("/")[2]


def test_a_link_signs_in_once_and_soon(database: str, tmp_path: Path) -> None:
    async def test() -> None:
        box = Mailbox(tmp_path / "box")
        async with open_house(database, tmp_path, public_url=PUBLIC) as house:
            guest = await come(house, box)
            mail = house.names.mail
            mail.ask("Anne@Example.org ", "visitor", "fr")
            await settle(house)
            (text,) = box.mails()
            assert "Quarterdeck\u00a0: se connecter en tant que Anne" in text
            (link,) = box.links()
            assert link.startswith("/deck/sign-in/mail/")
            assert await mail.look(secret_of(link)) == guest
            assert await mail.look(secret_of(link)) == guest
            assert await mail.use(secret_of(link)) == guest
            for again in (mail.look, mail.use):
                with pytest.raises(NotAllowed):
                    await again(secret_of(link))
            # The database knows no secret
            mail.ask(MAIL, "visitor", "en")
            await settle(house)
            fresh = secret_of(box.links()[-1])
            rows = await house.store.traces.collect(guest.id)
            assert fresh not in repr(rows["tickets"])
            now = house.clock.now
            mail._now = lambda: now() + LASTING + 1
            with pytest.raises(NotAllowed):
                await mail.use(fresh)
            mail._now = now
            # Nor does one that was sent before the way was closed
            mail.ask(MAIL, "visitor", "en")
            await settle(house)
            await mail.close_to(guest)
            with pytest.raises(NotAllowed):
                await mail.use(secret_of(box.links()[-1]))
            assert (await house.store.protection.ways(guest.id)).protected is None

    run(test())


def test_only_confirmed_addresses_of_those_who_want_it_get_links(
    database: str, tmp_path: Path
) -> None:
    async def test() -> None:
        box = Mailbox(tmp_path / "box")
        async with open_house(database, tmp_path, public_url=PUBLIC) as house:
            anne = await come(house, box)
            assert (await house.store.protection.ways(anne.id)).protected
            bob, _ = await house.people.welcome("Bob")
            with pytest.raises(TableError):
                await house.names.mail.open_to(bob)
            box.confirm(bob.id, "bob@example.org")
            # Bob is told of his turns there, and wants nothing more
            house.names.mail.ask("bob@example.org", "visitor", "en")
            house.names.mail.ask("nobody@example.org", "visitor", "en")
            await settle(house)
            assert box.mails() == []
            # Two who share an address each get a link
            box.confirm(bob.id, MAIL)
            await house.names.mail.open_to(bob)
            house.names.mail.ask(MAIL, "visitor", "en")
            await settle(house)
            found = [await house.names.mail.look(secret_of(link)) for link in box.links()]
            assert {guest.name for guest in found} == {"Anne", "Bob"}

    run(test())


def test_nobody_is_flooded(tmp_path: Path) -> None:
    async def test() -> None:
        box = Mailbox(tmp_path / "box")
        database = f"sqlite:///{tmp_path / 'a.db'}"
        async with open_house(database, tmp_path, public_url=PUBLIC) as house:
            await come(house, box)
            for number in range(ASKED_AN_HOUR):
                house.names.mail.ask(MAIL, f"visitor {number}", "en")
                await settle(house)
            assert len(box.mails()) == SENT_AN_HOUR
            for _ in range(ASKED_AN_HOUR):
                house.names.mail.ask("nobody@example.org", "one visitor", "en")
            with pytest.raises(TooSoon):
                house.names.mail.ask("nobody@example.org", "one visitor", "en")

    run(test())


NO_ADDRESSES = ("anne", "@example.org", "a@b", "a b@c.org", "a@b.org\nBcc: c@d.org")


@pytest.mark.parametrize("text", NO_ADDRESSES)
def test_what_is_no_address_is_refused(tmp_path: Path, text: str) -> None:
    async def test() -> None:
        database = f"sqlite:///{tmp_path / 'a.db'}"
        async with open_house(database, tmp_path, public_url=PUBLIC) as house:
            house.names.mail._post = house.names.mail._addresses = Mailbox(tmp_path / "box")
            with pytest.raises(TableError):
                house.names.mail.ask(text, "visitor", "en")

    run(test())


def test_without_a_public_address_nothing_is_sent(launch: Launch, tmp_path: Path) -> None:
    """Whoever asks could name any host, and the link would lead there."""
    server = launch(environment={MAILBOX: tmp_path / "box"})
    visitor = Visitor(server.address)
    assert "sends no links by mail" in visitor.get("/sign-in").text
    assert visitor.send_form("/sign-in/mail", {"address": MAIL}).status == 400


def test_the_page_answers_alike_and_a_look_uses_nothing_up(launch: Launch, tmp_path: Path) -> None:
    box = Mailbox(tmp_path / "box")
    server = launch(environment={MAILBOX: tmp_path / "box"}, public_url="https://games.example.org")
    anne = server.client("Anne")
    page = Visitor.of(anne)
    assert "confirm a mail address first" in words_of(page.get("/me").text)
    box.confirm(anne.id, MAIL)
    assert page.send_form("/me/mail", {}).status == 303
    assert "protected name" in words_of(page.get("/me").text)
    # Others see it wherever the name is shown, and who has it as well is somebody else
    table = anne.host("here", "open", "open")
    bob = server.client("Bob")
    (seat, *_) = bob.table(table)["seating"]
    assert (seat["name"], seat["mark"]) == ("Anne", "protected")
    anne.tell(f"/api/tables/{table}/chat", {"text": "Ahoy"})
    assert bob.ask(f"/api/tables/{table}/chat")[0]["mark"] == "protected"
    for place in ("/", f"/t/{table}"):
        assert "(protected name)" in words_of(Visitor.of(bob).get(place).text)
    refused = bob.post("/api/guests", {"name": "ANNE"})
    assert (refused.status, refused.json()["id"]) == (409, "qd.server.name_protected")
    hot_seat = {"game": "salty_ocean", "seats": "2", "seat-0": "here", "seat-1": "here"}
    answer = Visitor.of(bob).send_form("/new/salty_ocean", {**hot_seat, "name-1": "anne"})
    assert "is protected on this server" in words_of(answer.text)
    new = Visitor(server.address)
    known = new.send_form("/sign-in/mail", {"address": MAIL})
    unknown = new.send_form("/sign-in/mail", {"address": "x@example.org"})
    assert (known.status, known.text) == (unknown.status, unknown.text)
    assert new.post("/api/sign-in/mail", {"address": MAIL}).status == 202
    wait_until(lambda: len(box.links()) == 2, "both mails")
    link, other = box.links()
    # A program that checks mails looks at every link
    for _ in range(3):
        assert "Anne" in Visitor(server.address).get(link).text
    assert new.send_form(link, {}).status == 303
    assert "You are Anne" in words_of(new.get("/me").text)
    assert new.send_form(link, {}).status == 403
    # A program gets a secret of its own
    used = new.post("/api/sign-in/mail/use", {"secret": secret_of(other)}).json()
    assert used["id"] == anne.id
    anne.secret = used["secret"]
    assert anne.ask("/api/me")["by_mail"]
    # No secret is in the log
    assert secret_of(link) not in server.log
    assert MAIL not in server.log
    # The last way in ends only if that is meant
    warned = new.send_form("/me/mail/end", {})
    assert "last way that protects" in words_of(warned.text)
    assert anne.ask("/api/me")["protected"]
    assert new.send_form("/me/mail/end", {"sure": "yes"}).status == 303
    assert not anne.ask("/api/me")["protected"]
