"""Who somebody is, on which devices, and how that ends."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response

from quarterdeck.server.identity import Signer, new_id, new_secret
from quarterdeck.server.people import COOKIE, DAY, People
from quarterdeck.server.store import Database, Store, engine_for, migrate
from tests.server.client import Client
from tests.server.servers import Launch, Server
from tests.server.test_talking import upgrade_to
from tests.server.visitor import Visitor, words_of

UNUSED = 180 * DAY
Test = Callable[[Store], Coroutine[Any, Any, None]]


def with_store(database: str, test: Test) -> None:
    async def main() -> None:
        engine = engine_for(database)
        await migrate(engine)
        store = Store(Database(engine))
        await store.database.open()
        try:
            await test(store)
        finally:
            await store.database.close()

    asyncio.run(main())


def test_names_and_secrets_survive_a_command_line_and_the_end_of_a_sentence() -> None:
    made = [make() for make in (new_id, new_secret) for _ in range(500)]
    assert len(set(made)) == len(made)
    assert all(re.fullmatch(r"[A-Za-z0-9]{12,}", text) for text in made)


class Clock:
    def __init__(self, now: float = 1_000_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def request(cookie: str) -> Request:
    headers = [(b"cookie", f"{COOKIE}={cookie}".encode())]
    return Request({"type": "http", "method": "GET", "path": "/", "headers": headers})


def cookie_of(response: Response) -> str:
    found = re.match(rf"{COOKIE}=([^;]*)", response.headers["set-cookie"])
    assert found is not None
    return found[1]


def test_a_session_ends_when_it_was_not_used_for_long(database: str) -> None:
    async def test(store: Store) -> None:
        clock, signer = Clock(), Signer(b"key")
        people = People(store, signer, UNUSED, clock=clock)
        anne, _ = await people.welcome("Anne")
        answer = Response()
        await people.sign_in(answer, anne, secure=False)
        cookie = cookie_of(answer)
        # Used now and then it goes on, far beyond half a year
        for _ in range(5):
            clock.now += UNUSED - 1
            caller = await people.caller(request(cookie))
            assert caller.guest == anne
            assert caller.renewed
            assert not (await people.caller(request(cookie))).renewed
        clock.now += UNUSED + 1
        assert (await people.caller(request(cookie))).guest is None
        # Nor does a stream go on that was opened before
        assert not await people.knows(caller)

    with_store(database, test)


def test_a_clock_set_back_signs_nobody_out(database: str) -> None:
    async def test(store: Store) -> None:
        clock = Clock()
        people = People(store, Signer(b"key"), UNUSED, clock=clock)
        anne, _ = await people.welcome("Anne")
        answer = Response()
        await people.sign_in(answer, anne, secure=False)
        cookie = cookie_of(answer)
        clock.now -= 400 * DAY
        assert (await people.caller(request(cookie))).guest == anne
        # From now on it is counted by the clock as it is
        clock.now += UNUSED + 1
        assert (await people.caller(request(cookie))).guest is None

    with_store(database, test)


def test_old_sessions_are_tidied_away(database: str) -> None:
    async def test(store: Store) -> None:
        clock = Clock()
        people = People(store, Signer(b"key"), UNUSED, clock=clock)
        anne, _ = await people.welcome("Anne")
        await people.sign_in(Response(), anne, secure=False)
        clock.now += UNUSED + 1
        await people.sign_in(Response(), anne, secure=False)
        found = await store.database.read(
            lambda c: c.exec_driver_sql("SELECT count(*) FROM sessions").scalar_one()
        )
        assert found == 1

    with_store(database, test)


def test_cookies_of_before_go_on_after_an_upgrade(database: str) -> None:
    async def prepare() -> None:
        engine = engine_for(database)
        async with engine.begin() as connection:
            await connection.run_sync(upgrade_to, "0006")
            await connection.exec_driver_sql(
                "INSERT INTO guests (id, name, link_hash, created) VALUES ('anne', 'Anne', 'h', 1)"
            )
        await engine.dispose()

    asyncio.run(prepare())

    async def test(store: Store) -> None:
        signer = Signer(b"key")
        people = People(store, signer, UNUSED)
        cookie = signer.sign("anne")
        caller = await people.caller(request(cookie))
        assert caller.guest is not None
        assert caller.guest.name == "Anne"
        await people.sign_out_everywhere(caller.guest)
        assert (await people.caller(request(cookie))).guest is None

    with_store(database, test)


def signed_in(visitor: Visitor) -> bool:
    return visitor.get("/me").status == 200


def link_of(visitor: Visitor) -> str:
    text = visitor.send_form("/me/link", {}).text
    found = re.search(r'value="[^"]*(/me/[\w-]+)"', text)
    assert found is not None
    return found[1]


def test_a_new_personal_link_ends_the_old_one(launch: Launch, database: str) -> None:
    server = launch(database)
    anne = Visitor(server.address).come("Anne")
    old = link_of(anne)
    assert server.client().get(old).status == 200
    new = link_of(anne)
    for address in (old, f"{old}x"):
        assert server.client().get(address).status == 403
        assert Visitor(server.address).send_form(address, {}).status == 403
    program = Client(server.address, old.removeprefix("/me/"))
    assert program.get("/api/tables").json()["id"] == "qd.server.bad_token"
    program.secret = new.removeprefix("/me/")
    assert program.get("/api/tables").status == 200
    table = program.host("here", "here")
    with program.watching(table) as stream:
        program.secret = program.tell("/api/me/link")["secret"]
        assert stream.ended()
    assert server.client().get(new).status == 403
    assert program.get("/api/tables").status == 200
    assert signed_in(anne)


def test_looking_at_a_personal_link_changes_nothing(server: Server) -> None:
    anne = Visitor(server.address, "fr").come("Anne")
    link = link_of(anne)
    nobody = Visitor(server.address)
    for method in ("GET", "HEAD"):
        answer = nobody.send(method, link)
        assert answer.status == 200
        assert "set-cookie" not in answer.headers
    assert not signed_in(nobody)
    (button,) = [b for b in nobody.buttons(link) if b.action == link]
    assert button.text == "Continue as Anne"
    assert nobody.press(button).status == 303
    assert signed_in(nobody)
    bob = Visitor(server.address).come("Bob")
    before = bob.cookie()
    page = words_of(bob.get(link).text)
    assert "On this device you are Bob. The link you opened belongs to Anne." in page
    assert bob.cookie() == before
    assert bob.press(button).status == 303
    assert "Anne" in bob.get("/me").text
    # Bob's session on this device is over, whoever has kept its cookie
    assert Client(server.address).get("/me", Cookie=before).status == 403
    # One's own link leads home
    assert anne.get(link).status == 303


def test_log_out_everywhere_ends_cookies_links_tokens_and_streams(
    launch: Launch, database: str
) -> None:
    server = launch(database)
    here = Visitor(server.address).come("Anne")
    link = link_of(here)
    there = Visitor(server.address)
    assert there.send_form(link, {}).status == 303
    secret = link.removeprefix("/me/")
    program = Client(server.address, secret)
    table = program.host("here", "open")
    bob = server.client("Bob")
    bob.join(table)
    token = program.tell(f"/api/tables/{table}/seats/0/token")["token"]
    player = Client(server.address, token)
    assert player.table(table)["viewer"] == 0
    with (
        there.watching_page(table) as page,
        program.watching(table) as events,
        player.watching(table) as seat,
        bob.watching(table) as others,
    ):
        for stream in (events, seat, others):
            stream.next()
        answer = here.send_form("/me/log-out-everywhere", {})
        assert answer.status == 200
        assert "signed in on this device only" in words_of(answer.text)
        for stream in (page, events, seat):
            assert stream.ended()
        bob.tell(f"/api/tables/{table}/chat", {"text": "Still here"})
        others.next()
    assert signed_in(here)
    assert not signed_in(there)
    assert there.get(link).status == 403
    for ended in (program, player):
        assert ended.get(f"/api/tables/{table}").json()["id"] == "qd.server.bad_token"
    fresh = re.search(r'value="[^"]*/me/([\w-]+)"', answer.text)
    assert fresh is not None
    again = Client(server.address, fresh[1])
    assert again.table(table)["viewer"] == 0
    assert table in here.get("/").text
    # And by the API
    new = again.tell("/api/me/log-out")["secret"]
    assert again.get("/api/tables").status == 403
    assert not signed_in(here)
    assert Client(server.address, new).table(table)["viewer"] == 0


def test_logging_out_on_one_device_leaves_the_others_alone(server: Server) -> None:
    here = Visitor(server.address).come("Anne")
    link = link_of(here)
    there = Visitor(server.address)
    assert there.send_form(link, {}).status == 303
    kept = there.cookie()
    (button,) = [b for b in there.buttons("/me") if b.action == "/me/log-out"]
    assert there.press(button).status == 303
    assert Client(server.address).get("/me", Cookie=kept).status == 403
    assert signed_in(here)
    assert there.send_form(link, {}).status == 303
    assert signed_in(there)


def test_a_token_of_a_seat_is_renewed_and_ended(launch: Launch, database: str) -> None:
    server = launch(database)
    anne, eve = server.client("Anne"), server.client("Eve")
    table = anne.host("here", "here")
    path = f"/api/tables/{table}/seats/0/token"
    first = Client(server.address, anne.tell(path)["token"])
    with first.watching(table) as stream:
        stream.next()
        second = Client(server.address, anne.tell(path)["token"])
        assert stream.ended()
    assert first.get(f"/api/tables/{table}").status == 403
    assert second.get(f"/api/tables/{table}").status == 200
    assert eve.send("DELETE", path).status == 403
    assert anne.send("DELETE", path).status == 200
    assert second.get(f"/api/tables/{table}").json()["id"] == "qd.server.bad_token"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_about_oneself_offers_to_log_out(server: Server, language: str) -> None:
    anne = Visitor(server.address, language).come("Anne")
    actions = {button.action for button in anne.buttons("/me")}
    assert {"/me/log-out", "/me/log-out-everywhere", "/me/link"} <= actions
