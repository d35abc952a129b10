"""Hostile visitors: forged signs, foreign pages, floods, odd bytes. Nothing breaks or leaks."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import socket
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import asyncpg
import pytest

from quarterdeck.server.guard import MOST_BYTES, Buckets
from quarterdeck.server.identity import Signer, server_key
from quarterdeck.server.people import COOKIE
from tests.server.client import Answer, Client, new_key
from tests.server.servers import Launch, Server
from tests.server.visitor import Visitor

HEADERS = {
    "content-security-policy",
    "x-content-type-options",
    "referrer-policy",
    "cross-origin-opener-policy",
    "permissions-policy",
}


def cookie_of(guest: Client) -> str:
    """The cookie of a device on which a guest is signed in."""
    return Visitor.of(guest).cookie()


def mine(client: Client, **headers: str) -> list[str]:
    answer = client.get("/api/tables", **headers)
    assert answer.status == 200
    return [row["id"] for row in answer.json()["mine"]]


WISH = {"game": "salty_ocean", "seating": ["here", "open"], "listed": False}


# Secrets


def test_secrets_are_long_and_never_the_same(server: Server) -> None:
    host = server.client("Anne")
    found = []
    for _ in range(15):
        guest = server.client("Bob")
        assert guest.secret is not None
        found += [guest.secret, guest.join(host.host("here", "open"))]
    assert len(set(found)) == 30
    for secret in found:
        bits = 8 * len(base64.urlsafe_b64decode(secret + "=" * (-len(secret) % 4)))
        assert bits >= 128


def dump(server: Server) -> bytes:
    """Every byte the database keeps."""
    if server.database.startswith("sqlite"):
        file = Path(server.database.removeprefix("sqlite:///"))
        return b"".join(found.read_bytes() for found in file.parent.glob(f"{file.name}*"))

    async def read() -> bytes:
        connection = await asyncpg.connect(server.database)
        try:
            rows: list[Any] = []
            for name in ("guests", "tables", "seats", "entries", "chats", "votes"):
                rows += await connection.fetch(f"SELECT t::text FROM {name} t")  # noqa: S608
            return repr(rows).encode()
        finally:
            await connection.close()

    return asyncio.run(read())


def test_the_database_and_the_log_know_no_secret(launch: Launch, database: str) -> None:
    server = launch(database)
    anne, bob = server.client("Anne"), server.client("Bob")
    table = anne.host("here", "open")
    token = bob.join(table)
    newer = bob.tell(f"/api/tables/{table}/seats/1/token")["token"]
    cookie = cookie_of(anne)
    secrets = [anne.secret, bob.secret, token, newer, cookie.partition(".")[2]]
    key = server_key(server.folder / "server.key")
    # Requests of all kinds, good and bad, with secrets in every place where they may be.
    for secret in secrets:
        assert secret is not None
        visitor = Client(server.address, secret)
        visitor.get(f"/api/tables/{table}")
        visitor.get(f"/api/tables/{secret}")
        visitor.get(f"/me/{secret}")
        visitor.get("/api/tables", Cookie=f"{COOKIE}={secret}")
        visitor.try_move(table, 0, "pass")
        visitor.post(f"/api/tables/{table}/chat", {"text": 3})
        visitor.send("POST", f"/api/tables/{table}/moves", b"{", {"X": secret})
    kept = dump(server)
    for secret in secrets:
        assert secret is not None
        assert secret.encode() not in kept
        assert secret not in server.log
    assert key not in kept
    assert key.hex() not in server.log
    # What is kept of them is their hash, and the search above could have found it.
    for secret in (anne.secret, bob.secret, newer):
        assert secret is not None
        assert hashlib.sha256(secret.encode()).hexdigest().encode() in kept


def test_only_the_owner_can_read_the_servers_key(server: Server) -> None:
    file = server.folder / "server.key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(file.read_bytes()) >= 16


def test_no_answer_repeats_somebodys_secret(server: Server) -> None:
    anne, bob = server.client("Anne"), server.client("Bob")
    table = anne.host("here", "open")
    token = bob.join(table)
    spectator = server.client("Sam")
    for path in (f"/api/tables/{table}", "/api/tables", f"/t/{table}", "/"):
        spectator.get(path)
        anne.get(path)
    for client in (anne, spectator):
        heard = b"".join(client.received)
        assert token.encode() not in heard
        assert bob.secret is not None
        assert bob.secret.encode() not in heard


# Who somebody is


def test_a_signed_cookie_is_believed_and_a_forged_one_is_not(server: Server) -> None:
    anne = server.client("Anne")
    table = anne.host("here", "open")
    good = cookie_of(anne)
    nobody = server.client()
    assert mine(nobody, Cookie=good) == [table]
    name, _, value = good.partition("=")
    guest, _, mac = value.rpartition(".")
    other_key = Signer(b"some other key, just as long....").sign(guest)
    ours = Signer(server_key(server.folder / "server.key"))
    assert good == f"{COOKIE}={ours.sign(guest)}"
    flipped = mac[:-1] + ("0" if mac[-1] != "0" else "1")
    for forged in (
        guest,
        f"{guest}.",
        f"{guest}.{flipped}",
        f"{guest}.{mac[:-1]}",
        f"{guest}.{mac.upper()}",
        f".{mac}",
        f"{guest}..{mac}",
        f"{server.client('Eve').id}.{mac}",
        other_key,
        # Signed, but no session of that name
        ours.sign(anne.id),
        "x" * 4000,
        f"{guest}.é",
        '"',
        "",
    ):
        cookie = f"{name}={forged}".encode().decode("latin-1")
        assert mine(nobody, Cookie=cookie) == []


def test_a_wrong_token_is_refused_in_the_readers_language(server: Server) -> None:
    anne = server.client("Anne")
    assert anne.secret is not None
    for wrong in ("x", anne.secret[:-1], anne.secret + "x", "x" * 5000, "' OR 1=1 --"):
        answer = Client(server.address, wrong, "fr").get("/api/tables")
        assert (answer.status, answer.json()["id"]) == (403, "qd.server.bad_token")
        assert "jeton" in answer.json()["error"]
    # The hash that the database keeps is no key.
    hashed = hashlib.sha256(anne.secret.encode()).hexdigest()
    assert Client(server.address, hashed).get("/api/tables").status == 403


# Foreign pages


def test_a_page_from_elsewhere_changes_nothing(server: Server) -> None:
    anne = server.client("Anne")
    own = server.address
    cookie = cookie_of(anne)
    browser = server.client()
    for origin in (
        "https://evil.example",
        "null",
        "",
        f"{own}.evil.example",
        f"{own}0",
        "http://127.0.0.1",
        f"https://evil.example/{own}",
        f"https://evil.example#{own}",
        f"http://{urlsplit(own).netloc}@evil.example",
        "http://[",
    ):
        answer = browser.post("/api/tables", WISH, Cookie=cookie, Origin=origin)
        assert (answer.status, answer.json()["id"]) == (403, "qd.server.foreign_origin"), origin
    # No origin at all, but a cookie: no browser of ours.
    answer = browser.post("/api/tables", WISH, Cookie=cookie, **{"Accept-Language": "fr"})
    assert (answer.status, answer.json()["id"]) == (403, "qd.server.foreign_origin")
    assert "pages" in answer.json()["error"]
    assert mine(anne) == []
    # From our own page it is fine, and so is a program with a secret and no cookie.
    assert browser.post("/api/tables", WISH, Cookie=cookie, Origin=own).status == 201
    assert anne.post("/api/tables", WISH).status == 201
    assert len(mine(anne)) == 2
    # A secret does not open the door to foreign pages either.
    assert anne.post("/api/tables", WISH, Origin="https://evil.example").status == 403
    answer = anne.send("DELETE", "/api/tables/x/seats/0/stand-in", headers={"Origin": "null"})
    assert (answer.status, answer.json()["id"]) == (403, "qd.server.foreign_origin")


def test_an_origin_without_a_host_to_compare_is_refused(server: Server) -> None:
    where = urlsplit(server.address)
    with socket.create_connection((where.hostname, where.port), 30) as link:
        link.sendall(
            b"POST /api/guests HTTP/1.0\r\nOrigin: null\r\nContent-Type: application/json\r\n"
            b'Content-Length: 12\r\n\r\n{"name":"x"}'
        )
        heard = b""
        while chunk := link.recv(65536):
            heard += chunk
    assert heard.split(b" ")[1] == b"403"


# Size and rate


def test_a_body_that_is_too_large_is_refused_announced_or_not(server: Server) -> None:
    anne = server.client("Anne", "fr")
    before = mine(anne)

    def pieces(count: int) -> Iterator[bytes]:
        yield b'{"game": "'
        for _ in range(count):
            yield b"x" * 1024
        yield b'"}'

    json_type = {"Content-Type": "application/json"}
    bodies: list[bytes | Iterator[bytes]] = [b"x" * (MOST_BYTES + 1), pieces(80)]
    for body in bodies:
        answer = anne.send("POST", "/api/tables", body, json_type)
        assert (answer.status, answer.json()["id"]) == (413, "qd.server.too_large")
        assert "volumineux" in answer.json()["error"]
        assert set(answer.headers) >= HEADERS
        anne.close()
    # Just below the limit it is read, and refused for what it says.
    assert anne.send("POST", "/api/tables", pieces(50), json_type).status == 422
    for path in ("/api/guests", "/guest", "/nowhere"):
        anne.close()
        assert anne.send("POST", path, b"x" * (MOST_BYTES + 1), json_type).status == 413
    assert mine(anne) == before


def test_a_client_that_asks_too_often_is_told_to_wait(launch: Launch) -> None:
    server = launch(rate=0.01, burst=30.0)
    client = server.client(language="fr")
    answers = [client.get("/api/games") for _ in range(40)]
    statuses = [answer.status for answer in answers]
    allowed = statuses.count(200)
    assert 20 <= allowed <= 30
    assert statuses == [200] * allowed + [429] * (40 - allowed)
    assert answers[-1].json()["id"] == "qd.server.too_fast"
    assert "patientez" in answers[-1].json()["error"]
    assert set(answers[-1].headers) >= HEADERS
    assert client.post("/api/guests", {"name": "x"}).status == 429


def test_buckets_fill_up_again_and_each_client_has_his_own() -> None:
    buckets = Buckets(rate=2.0, burst=3.0)
    assert [buckets.allow("a", 0.0) for _ in range(4)] == [True, True, True, False]
    assert buckets.allow("b", 0.0)
    assert not buckets.allow("a", 0.4)
    assert buckets.allow("a", 0.6)
    assert not buckets.allow("a", 0.6)
    assert [buckets.allow("a", 100.0) for _ in range(4)] == [True, True, True, False]


# What every answer carries


def test_every_answer_carries_the_security_headers(server: Server) -> None:
    anne = server.client("Anne")
    table = anne.host("here", "here")
    answers: list[Answer] = [
        anne.get("/api/games"),
        anne.get("/api/openapi.json"),
        anne.get(f"/api/tables/{table}"),
        anne.get(f"/api/tables/{table}/record"),
        anne.get("/api/tables/nothing"),
        anne.get("/api/nowhere"),
        anne.get("/nowhere"),
        anne.get("/"),
        anne.get(f"/t/{table}"),
        anne.get("/static/nothing.css"),
        anne.post("/api/games"),
        anne.post("/api/guests", {}),
        anne.post("/api/guests", {"name": "x"}),
        anne.try_move(table, 0, "pass"),
        anne.post("/api/guests", {"name": "x"}, Origin="https://evil.example"),
        anne.send("OPTIONS", "/api/games"),
        anne.send("HEAD", "/api/games"),
    ]
    assert {200, 201, 403, 404, 405, 409, 422} <= {answer.status for answer in answers}
    for answer in answers:
        assert set(answer.headers) >= HEADERS
        assert answer.headers["x-content-type-options"] == "nosniff"
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert "*" not in policy
        assert answer.status < 500
    with anne.watching(table) as stream:
        assert {name.lower() for name, _ in stream.response.getheaders()} >= HEADERS
        assert stream.response.getheader("cache-control") == "no-store"


# Odd names, texts and addresses

HTML = "<b onclick=x>Bob</b>"


def test_html_is_returned_as_data_and_escaped_on_pages(server: Server) -> None:
    eve = server.client(HTML)
    assert eve.name == HTML
    table = eve.host("here", "here", title="<script>alert(1)</script>")
    eve.tell(f"/api/tables/{table}/chat", {"text": "<img src=x onerror=alert(1)>"})
    for path in (f"/api/tables/{table}", f"/api/tables/{table}/chat", "/api/tables"):
        answer = eve.get(path)
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert eve.table(table)["seats"][0]["name"] == HTML
    assert eve.ask(f"/api/tables/{table}/chat")[0]["text"] == "<img src=x onerror=alert(1)>"
    for path in ("/", f"/t/{table}", f"/t/{table}/text", f"/t/{table}/replay", "/nowhere<b>"):
        answer = eve.get(quote(path))
        assert answer.status < 500
        if answer.headers.get("content-type", "").startswith("text/html"):
            for raw in ("<b onclick", "<script>alert", "<img src=x", "nowhere<b>"):
                assert raw not in answer.text, path


@pytest.mark.parametrize(
    "name",
    [
        "Zoë",
        "李小龍",
        "🐟",
        "عمر",
        "Ω",
        "O’Brien",
        "a",
        "x" * 24,
        "' OR 1=1 --",
        "{seat}",
        "%s",
        "None",
    ],
)
def test_people_may_be_called_what_they_are_called(server: Server, name: str) -> None:
    guest = server.client(name)
    assert guest.name == name
    table = guest.host("here", "here")
    for language in ("en", "fr"):
        assert guest.table(table, language)["seats"][0]["name"] == name
    assert guest.record(table)


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", "\t\n", "\x00", "a\x00b", "\u202egnp", "a\u200bb", "\ufeff", "\x1b[31m"),
        *("x" * 25, "\ud800", "\udfff\ud800", "x" * 60_000),
    ],
    ids=lambda name: repr(name)[:20],
)
def test_names_nobody_can_read_are_refused(server: Server, name: str) -> None:
    client = server.client()
    answer = client.post("/api/guests", {"name": name})
    assert answer.status in (400, 422)
    assert answer.json()["error"]


ODD_IDS = [
    "../../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "%2e%2e",
    "x" * 3000,
    "' OR '1'='1",
    '"; DROP TABLE guests; --',
    "%00",
    "a%00b",
    "%ff%fe",
    "é",
    "{table_id}",
    "0",
    "-1",
    "null",
    "%0d%0aSet-Cookie:%20a=b",
    "%ed%a0%80",
]


def test_odd_ids_lead_nowhere_and_odd_texts_break_nothing(launch: Launch, database: str) -> None:
    server = launch(database)
    anne = server.client("Anne")
    good = anne.host("here", "here")
    for odd in ODD_IDS:
        table = odd if "%" in odd else quote(odd, safe="/")
        for path in ("", "/choices", "/record", "/chat", "/events"):
            answer = anne.get(f"/api/tables/{table}{path}")
            assert answer.status in (400, 404, 422), (odd, path, answer.status)
        for path in (
            "join",
            "chat",
            "fill",
            "rematch",
            "leave",
            "seats/0/token",
            "seats/0/stand-in",
        ):
            data = {"text": "x", "seat": 0}
            answer = anne.post(f"/api/tables/{table}/{path}", data)
            assert answer.status in (400, 403, 404, 405, 422), (odd, path, answer.status)
        assert anne.try_move(table, 0, "pass").status in (400, 404, 405, 422)
        assert "set-cookie" not in answer.headers
    for text in ("a\x00b", "\ud800", "\u202e", "😀" * 100, "\r\nid: 7\r\n", "{0}", "\x1b[2J"):
        answer = anne.post(f"/api/tables/{good}/chat", {"text": text})
        assert answer.status in (201, 400, 422), (text, answer.status)
        for wish in (
            {**WISH, "title": text},
            {**WISH, "game": text},
            {**WISH, "seating": [text, text]},
            {**WISH, "options": {text: text}},
            {**WISH, "options": {"price_table": text}},
        ):
            answer = anne.post("/api/tables", wish)
            assert answer.status in (201, 400, 404, 422), (text, wish, answer.status)
            assert answer.json()
        assert anne.try_move(good, anne.lines(good), text).status == 422
        assert anne.try_move(good, anne.lines(good), "pass", key=text).status == 422
    for query in ("after=-1", "after=99999999999999999999", "after=x", "after=", "after=1e3"):
        assert anne.get(f"/api/tables/{good}/chat?{query}").status in (200, 422)
    for language in ("xx", "../en", "e" * 50, "fr%00", ""):
        assert anne.get(f"/api/tables/{good}?lang={language}").status in (200, 422)
        assert anne.get("/api/games", **{"Accept-Language": language}).status == 200
    assert anne.ask(f"/api/tables/{good}/chat") is not None
    assert anne.table(good)["lines"] > 0
    assert "Traceback" not in server.log


def test_a_body_of_another_type_is_not_taken_for_json(server: Server) -> None:
    anne = server.client("Anne")
    body = b'{"game": "salty_ocean", "seating": ["here", "open"]}'
    for kind in (
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/xml",
        "",
    ):
        answer = anne.send("POST", "/api/tables", body, {"Content-Type": kind})
        assert answer.status in (400, 415, 422), kind
        assert answer.json()["error"]
    assert mine(anne) == []


def test_deeply_nested_and_huge_numbers_are_refused(server: Server) -> None:
    anne = server.client("Anne")
    table = anne.host("here", "here")
    lines = anne.lines(table)
    deep = b'{"expected": ' + b"[" * 20_000 + b"]" * 20_000 + b"}"
    huge = b'{"expected": ' + b"9" * 10_000 + b', "choices": ["pass"], "key": "12345678"}'
    endless = b'{"expected": 1e999, "choices": ["pass"], "key": "12345678"}'
    nan = b'{"expected": NaN, "choices": ["pass"], "key": "12345678"}'
    twice = b'{"expected": 1, "expected": 2, "choices": [], "key": "12345678"}'
    for body in (deep, huge, endless, nan, twice):
        answer = anne.send(
            "POST", f"/api/tables/{table}/moves", body, {"Content-Type": "application/json"}
        )
        assert answer.status in (400, 422)
        assert answer.json()["error"]
    assert anne.lines(table) == lines


def test_garbage_instead_of_http_harms_nobody(server: Server) -> None:
    where = urlsplit(server.address)
    for garbage in (
        b"\x16\x03\x01\x02\x00\x01",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
        b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        b"POST /api/guests HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 20_000 + b"\r\n",
    ):
        with socket.create_connection((where.hostname, where.port), 30) as link:
            try:
                link.sendall(garbage)
                link.shutdown(socket.SHUT_WR)
                while link.recv(65536):
                    pass
            except ConnectionError:
                pass
    assert server.client().get("/api/games").status == 200


def test_a_key_may_be_used_again_at_another_table(server: Server) -> None:
    anne = server.client("Anne")
    key = new_key()
    for _ in range(2):
        table = anne.host("here", "here")
        lines = anne.lines(table)
        assert anne.try_move(table, lines, "pass", key=key).json()["lines"] == lines + 1
