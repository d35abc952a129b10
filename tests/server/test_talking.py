"""Who speaks at a table, under which name, and what its host may do about it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from quarterdeck.server.likeness import alike, is_reserved
from quarterdeck.server.store import Database, Store, engine_for, migrate
from quarterdeck.server.store.errors import TooFast
from quarterdeck.server.store.migrate import FOLDER
from quarterdeck.server.store.rows import Guest
from tests.server.client import Answer, Client, new_key
from tests.server.servers import Launch, Server
from tests.server.test_store import FREE, table_row
from tests.server.visitor import Visitor, words_of


def said(answer: Answer) -> tuple[int, str]:
    return answer.status, answer.json()["id"]


def speak(client: Client, table: str, text: str, key: str | None = None) -> Answer:
    return client.post(f"/api/tables/{table}/chat", {"text": text, "key": key})


def lines(client: Client, table: str) -> list[tuple[str, str, int | None]]:
    chat = client.ask(f"/api/tables/{table}/chat")
    return [(line["name"], line["text"], line["seat"]) for line in chat]


def put(client: Client, path: str, data: object) -> Answer:
    body = json.dumps(data).encode()
    return client.send("PUT", path, body, {"Content-Type": "application/json"})


LOOK_LIKE_ANNE = [
    "anne",
    "ANNE",
    "Аnne",
    "ΑΝΝΕ",
    "An\u200bne",
    "An\u00adne",
    "Anne\ufe0f",
    "\u2063Anne",
    "Ａｎｎｅ",
    "Ⓐnne",
    "𝐀𝐧𝐧𝐞",
    "Ann\u0435",
    "A\u0301nne",
    "Ánne",
    "A n n e",
    "Anne\u3164",
    "Anne.",
    "An·ne",
    "Anneˈ",
    "Anne\U0001d159",
    "ꓮꓠꓠꓰ",
    "ᴀɴɴᴇ",
    "Ann℮",
]


@pytest.mark.parametrize("name", LOOK_LIKE_ANNE)
def test_names_that_look_alike_are_found(name: str) -> None:
    assert alike("Anne", name)


@pytest.mark.parametrize(
    ("name", "like"),
    [("Ϲora", "Cora"), ("Ꮯora", "Cora"), ("ꓚora", "Cora"), ("B০b", "Bob"), ("ǀris", "Iris")],
)
def test_letters_of_rare_scripts_are_no_disguise(name: str, like: str) -> None:
    assert alike(name, like)


@pytest.mark.parametrize("name", ["Аnne", "Ϲora", "Ꮯora", "Տam", "Ⲥora", "Jоhn", "Ωmega", "Bסb"])
def test_names_of_several_alphabets_are_refused(server: Server, name: str) -> None:
    answer = server.client().post("/api/guests", {"name": name})
    assert said(answer) == (400, "qd.server.mixed_name")


@pytest.mark.parametrize(
    "name", ["Anne-Lise 2", "Олег", "Ελένη", "Yuki ゆき", "김 Kim", "Zoë 🐟", "عمر"]
)
def test_names_of_one_alphabet_are_taken(server: Server, name: str) -> None:
    assert server.client(name).name == name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anne", "Anna"),
        ("Guest 6", "Guest 8"),
        ("Guest 1", "Guest 7"),
        ("Jo", "Joe"),
        ("李", "王"),
        ("Олег", "Олеся"),
        ("Nikos", "Nina"),
        ("😀", "😎"),
    ],
)
def test_names_that_differ_are_told_apart(one: str, other: str) -> None:
    assert not alike(one, other)


def test_names_of_the_server_and_its_bots_are_nobodys(server: Server) -> None:
    for name in ("Quarterdeck", "SERVER", "Мistral", "greedy", "Merchant bot", "Robot marchand"):
        answer = server.client().post("/api/guests", {"name": name})
        assert said(answer) == (400, "qd.server.reserved_name"), name
    assert is_reserved("B o t")
    assert said(server.client().post("/api/guests", {"name": "\u3164"})) == (
        400,
        "qd.server.bad_name",
    )


def test_players_speak_in_the_name_of_their_seat_and_others_are_marked(
    launch: Launch, database: str
) -> None:
    server = launch(database)
    anne, bob = Visitor(server.address).come("Anne"), server.client("Bob")
    wish = {"game": "salty_ocean", "seating": ["here", "open", "open"]}
    table = anne.tell("/api/tables", wish)["id"]
    bob.join(table, 1)
    eve = server.client("Eve")
    assert speak(anne, table, "Welcome").status == 201
    assert speak(eve, table, "May I watch?").status == 201
    assert speak(bob, table, "Of course").status == 201
    # Anne is called something else by now, but not at this table
    assert anne.send_form("/guest", {"name": "Annette"}).status == 303
    assert speak(anne, table, "Sit down").status == 201
    # Bob stands up, and Eve sits down where he was: what was said stays said
    bob.tell(f"/api/tables/{table}/leave", {"seat": 1})
    eve.join(table, 1)
    assert speak(eve, table, "Thanks").status == 201
    assert speak(bob, table, "I watch").status == 201
    assert lines(eve, table) == [
        ("Anne", "Welcome", 0),
        ("Eve", "May I watch?", None),
        ("Bob", "Of course", 1),
        ("Anne", "Sit down", 0),
        ("Eve", "Thanks", 1),
        ("Bob", "I watch", None),
    ]
    anne.tell(f"/api/tables/{table}/fill", {"bot": "random"})
    for path in (f"/t/{table}", f"/t/{table}/text"):
        words = words_of(anne.get(path).text)
        assert "Eve spectator May I watch?" in words
        assert "Eve Thanks" in words
        assert "Bob spectator I watch" in words
        french = anne.get(path, **{"Accept-Language": "fr"})
        assert "Bob spectateur I watch" in words_of(french.text)


def test_nobody_speaks_sits_or_is_renamed_under_a_name_that_looks_like_anothers(
    launch: Launch, database: str
) -> None:
    server = launch(database)
    anne = server.client("Anne")
    table = anne.host("here", "open", "open")
    for name in ("ANNE", "ΑΝΝΕ", "Ａｎｎｅ", "Ánne", "Anne\ufe0f"):
        fake = server.client(name, language="fr")
        assert said(speak(fake, table, "I pass")) == (409, "qd.server.name_alike")
        answer = fake.post(f"/api/tables/{table}/join")
        assert said(answer) == (409, "qd.server.name_alike")
        assert "Anne" in answer.json()["error"]
        assert "ressemble" in answer.json()["error"]
    assert lines(anne, table) == []
    bob = Visitor(server.address).come("Bob")
    assert bob.send_form(f"/t/{table}/join", {"seat": "1"}).status == 303
    answer = bob.send_form("/guest", {"name": "ΑΝΝΕ"})
    assert answer.status == 409
    assert "looks like that of Anne" in words_of(answer.text)
    assert bob.send_form("/guest", {"name": "Robert"}).status == 303
    # Whoever has no name yet may simply type another
    cleo = Visitor(server.address)
    answer = cleo.send_form(f"/t/{table}/join", {"seat": "2", "name": "Anne"})
    assert answer.status == 409
    assert 'name="name"' in answer.text
    assert cleo.cookies == {}
    # Spectators are told apart, too
    assert speak(server.client("Eve"), table, "Hello").status == 201
    assert said(speak(server.client("EVE"), table, "Hello")) == (409, "qd.server.name_alike")


def test_what_is_sent_twice_is_said_once(launch: Launch, database: str) -> None:
    server = launch(database)
    anne, bob = server.client("Anne"), server.client("Bob")
    table, key = anne.host("here", "here"), new_key()
    first = speak(anne, table, "Ahoy", key)
    assert first.json() == speak(anne, table, " Ahoy ", key).json() == {"number": 1}
    assert said(speak(anne, table, "Avast", key)) == (409, "qd.server.key_used")
    # Another's key is not a repeat, and the same words may be said again
    assert speak(bob, table, "Ahoy", key).json() == {"number": 2}
    assert speak(anne, table, "Ahoy", new_key()).json() == {"number": 3}
    # Even if the chat was closed before the answer came
    assert put(anne, f"/api/tables/{table}/chat", {"open": "nobody"}).status == 200
    assert speak(anne, table, "Ahoy", key).json() == {"number": 1}
    assert said(speak(anne, table, "Ahoy", new_key())) == (403, "qd.server.chat_closed")


@pytest.mark.parametrize("mode", ["", "/text"])
def test_the_form_carries_a_key_that_is_new_after_every_message(server: Server, mode: str) -> None:
    anne = Visitor(server.address).come("Anne")
    table = anne.tell("/api/tables", {"game": "salty_ocean", "seating": ["here", "here"]})["id"]

    def key() -> str:
        page = anne.get(f"/t/{table}{mode}").text
        (found,) = [line for line in page.splitlines() if 'form="say"' in line]
        return found.split('value="')[1].split('"')[0]

    used = key()
    for _ in range(2):
        sent = anne.send_form(f"/t/{table}/say", {"text": "Ahoy", "key": used, "back": mode[1:]})
        assert sent.status == 303
    assert len(lines(anne, table)) == 1
    assert key() != used
    refused = anne.send_form(f"/t/{table}/say", {"text": "Avast", "key": used})
    assert refused.status == 409


def test_the_host_closes_the_chat_to_spectators_or_to_all(launch: Launch, database: str) -> None:
    server = launch(database)
    anne, bob, eve = (server.client(name) for name in ("Anne", "Bob", "Eve"))
    table = anne.host("here", "open")
    bob.join(table)
    path = f"/api/tables/{table}/chat"
    for stranger in (bob, eve):
        assert said(put(stranger, path, {"open": "nobody"})) == (403, "qd.server.host_only")
    assert put(anne, path, {"open": "players"}).json() == {"open": "players"}
    assert said(speak(eve, table, "Hm")) == (403, "qd.server.chat_players")
    assert speak(bob, table, "Hm").status == 201
    assert put(anne, path, {"open": "nobody"}).status == 200
    for everybody in (anne, bob, eve):
        assert said(speak(everybody, table, "Hm")) == (403, "qd.server.chat_closed")
    server.stop()
    server.start()
    assert said(speak(anne, table, "Hm")) == (403, "qd.server.chat_closed")
    assert put(anne, path, {"open": "everybody"}).status == 200
    assert speak(eve, table, "Hm").status == 201
    assert put(anne, path, {"open": "odd"}).status == 400


LOOKS: list[Callable[[str], str]] = [
    lambda table: f"/t/{table}",
    lambda table: f"/t/{table}/text",
    lambda table: f"/t/{table}/replay",
    lambda table: f"/t/{table}/record",
    lambda table: f"/t/{table}/parts",
    lambda table: f"/t/{table}/stream",
    lambda table: f"/api/tables/{table}",
    lambda table: f"/api/tables/{table}/chat",
    lambda table: f"/api/tables/{table}/choices",
    lambda table: f"/t/{table}/review",
    lambda table: f"/api/tables/{table}/record",
    lambda table: f"/api/tables/{table}/review",
    lambda table: f"/api/tables/{table}/events",
]


def test_the_host_mutes_and_sends_away_spectators(launch: Launch, database: str) -> None:
    server = launch(database)
    anne = Visitor(server.address).come("Anne")
    eve, bob = Visitor(server.address).come("Eve"), server.client("Bob")
    wish = {"game": "salty_ocean", "seating": ["here", "open"], "listed": True}
    table = anne.tell("/api/tables", wish)["id"]
    bob.join(table)
    assert speak(eve, table, "Booh").status == 201
    (found,) = anne.ask(f"/api/tables/{table}/spectators")
    assert (found["name"], found["how"]) == ("Eve", None)
    assert said(bob.get(f"/api/tables/{table}/spectators")) == (403, "qd.server.host_only")
    path = f"/api/tables/{table}/spectators/{found['id']}"
    assert said(put(bob, path, {"how": "muted"})) == (403, "qd.server.host_only")
    mine = f"/api/tables/{table}/spectators/{bob.id}"
    assert said(put(anne, mine, {"how": "removed"})) == (400, "qd.server.spectators_only")
    nobody = f"/api/tables/{table}/spectators/nobody"
    assert said(put(anne, nobody, {"how": "removed"})) == (404, "qd.server.no_guest")

    # By the page, with scripts off
    def press(how: str) -> None:
        buttons = anne.buttons(f"/t/{table}/text")
        (button,) = [b for b in buttons if b.action.endswith("/spectator") and b.value == how]
        assert anne.press(button).status == 303

    press("muted")
    assert said(speak(eve, table, "Booh")) == (403, "qd.server.muted")
    assert eve.get(f"/t/{table}").status == 200
    assert "The host has muted you" in words_of(eve.get(f"/t/{table}/text").text)
    press("")
    assert speak(eve, table, "Sorry").status == 201
    with eve.watching_page(table) as stream:
        press("removed")
        assert stream.ended()
    for look in LOOKS:
        answer = eve.get(look(table))
        assert answer.status == 403, look(table)
        assert "The host has sent you away" in words_of(answer.text)
    answer = eve.send_form(f"/t/{table}/say", {"text": "Booh", "key": new_key()})
    assert answer.status == 403
    assert "part-board" not in answer.text
    answer = eve.send_form(
        f"/t/{table}/say", {"text": "B", "key": new_key()}, **{"HX-Request": "true"}
    )
    assert "part-board" not in answer.text
    assert said(speak(eve, table, "Booh")) == (403, "qd.server.removed")
    assert "exclu" in eve.get(f"/t/{table}", **{"Accept-Language": "fr"}).text
    # Whoever watches without a name, and all others, are not concerned
    assert server.client().get(f"/t/{table}").status == 200
    press("")
    assert eve.get(f"/t/{table}").status == 200


def test_who_was_sent_away_does_not_sit_down(anne: Client, server: Server) -> None:
    eve = server.client("Eve")
    table = anne.host("here", "open")
    assert put(anne, f"/api/tables/{table}/spectators/{eve.id}", {"how": "removed"}).status == 200
    assert said(eve.post(f"/api/tables/{table}/join")) == (403, "qd.server.removed")


def test_only_the_host_is_shown_what_the_host_may_do(server: Server) -> None:
    anne, bob = Visitor(server.address).come("Anne"), Visitor(server.address).come("Bob")
    table = anne.tell("/api/tables", {"game": "salty_ocean", "seating": ["here", "here"]})["id"]
    assert speak(bob, table, "Hello").status == 201
    for path in (f"/t/{table}", f"/t/{table}/text"):
        assert "Chat and spectators" in anne.get(path).text
        page = bob.get(path).text
        assert "Chat and spectators" not in page
        assert "/spectator" not in page


def test_what_was_said_before_is_marked_when_a_database_is_upgraded(database: str) -> None:
    async def main() -> None:
        engine = engine_for(database)
        async with engine.begin() as connection:
            await connection.run_sync(upgrade_to, "0005")
            for statement in BEFORE.split(";"):
                await connection.exec_driver_sql(statement)
        await migrate(engine)
        store = Store(Database(engine))
        await store.database.open()
        try:
            heard = [(line.name, line.seat) for line in await store.chat.of("t")]
            assert heard == [("Anne", 1), ("Eve", None)]
            table = await store.tables.find("t")
            assert table is not None
            assert (table.chat, table.barred) == ("everybody", {})
        finally:
            await store.database.close()

    asyncio.run(main())


BEFORE = """
INSERT INTO tables (id, game, rules, seats, options, components, title, listed, status, host,
created, changed) VALUES ('t', 'salty_ocean', 1, 2, '{}', 'c', '', TRUE, 'running', 'a', 1, 1);
INSERT INTO seats (table_id, number, kind, guest_id, name) VALUES ('t', 1, 'person', 'a', 'A');
INSERT INTO chats (table_id, number, guest_id, name, text, created)
VALUES ('t', 1, 'a', 'Anne', 'x', 1), ('t', 2, 'e', 'Eve', 'y', 2)
"""


def upgrade_to(connection: Connection, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


# Not too much at once


def test_nobody_talks_the_others_out_of_sight(launch: Launch, database: str) -> None:
    server = launch(database, lines_a_minute=3)
    anne, bob, cleo = (server.client(name) for name in ("Anne", "Bob", "Cleo"))
    table, other = anne.host("here", "open"), anne.host("here", "open")
    bob.join(table)
    keys = [new_key() for _ in range(4)]
    answers = [speak(cleo, table, f"line {n}", key) for n, key in enumerate(keys)]
    assert [answer.status for answer in answers] == [201, 201, 201, 429]
    assert said(answers[-1]) == (429, "qd.server.too_many_lines")
    french = Client(server.address, cleo.secret, "fr")
    assert "trop vite" in speak(french, table, "encore").json()["error"]
    # What was said is answered again; others speak, and so do they elsewhere
    assert speak(cleo, table, "line 0", keys[0]).status == 201
    assert speak(cleo, other, "Ahoy").status == 201
    assert speak(bob, table, "Still here").status == 201
    assert [text for _, text, _ in lines(anne, table)] == [
        "line 0",
        "line 1",
        "line 2",
        "Still here",
    ]


def test_many_lines_at_once_are_no_more(launch: Launch, database: str) -> None:
    server = launch(database, lines_a_minute=3)
    anne = server.client("Anne")
    table = anne.host("here", "open")
    clients = [Client(server.address, anne.secret) for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda client: speak(client, table, "Ahoy").status, clients))
    assert sorted(found) == [201] * 3 + [429] * 5


def test_the_page_says_who_talks_too_fast(launch: Launch) -> None:
    server = launch(lines_a_minute=1)
    anne = Visitor(server.address).come("Anne")
    table = anne.host("here", "random")
    for status in (303, 429):
        fields = {"text": "Ahoy", "key": new_key()}
        answer = anne.send_form(f"/t/{table}/say", fields)
        assert answer.status == status
    assert "too fast" in words_of(answer.text)


def test_a_minute_later_one_may_speak_again_whatever_the_clock_does(database: str) -> None:
    anne = Guest("anne", "Anne")

    async def main() -> None:
        engine = engine_for(database)
        await migrate(engine)
        store = Store(Database(engine))
        await store.database.open()
        try:
            await store.tables.add(table_row("t"), FREE)
            for now in (1000.0, 1030.0):
                await store.chat.say("t", anne, "Ahoy", most=2, now=now)
            with pytest.raises(TooFast):
                await store.chat.say("t", anne, "Ahoy", most=2, now=1059.0)
            await store.chat.say("t", anne, "Ahoy", most=2, now=1061.0)
            with pytest.raises(TooFast):
                await store.chat.say("t", anne, "Ahoy", most=2, now=1062.0)
            # Set back by a day: lines of the future keep nobody waiting
            await store.chat.say("t", anne, "Ahoy", most=2, now=500.0)
        finally:
            await store.database.close()

    asyncio.run(main())
