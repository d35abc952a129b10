"""Log lines: every request has an id, what matters is told once, and no secret is ever told."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from quarterdeck.server.addresses import Proxies
from quarterdeck.server.guard import Event, Receive, Scope, Send
from quarterdeck.server.health import Health
from quarterdeck.server.journal import RequestJournal
from quarterdeck.server.kinds import kind_of
from quarterdeck.server.logs import REQUEST, JsonLines, TextLines, without_passwords
from tests.server.client import Client, two_players
from tests.server.servers import Launch

# Requests in the application's own words


class Told(logging.Handler):
    """Keeps what was logged, as text and as JSON."""

    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []
        self.json: list[dict[str, Any]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.text.append(TextLines().format(record))
        self.json.append(json.loads(JsonLines().format(record)))


@pytest.fixture
def told() -> Iterator[Told]:
    handler = Told()
    logger = logging.getLogger("quarterdeck")
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield handler
    logger.removeHandler(handler)
    logger.setLevel(before)


def request(
    path: str = "/",
    headers: tuple[tuple[bytes, bytes], ...] = (),
    status: int = 200,
    peer: str = "127.0.0.1",
    **how: Any,
) -> tuple[str, str]:
    """Make a request of an application that answers so; gives the id it saw and the header."""
    seen = header = ""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal seen
        seen = scope["state"]["request_id"]
        assert REQUEST.get() == seen
        if status == 0:
            raise RuntimeError("a bug")
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def receive() -> Event:
        return {"type": "http.request"}

    async def send(message: Event) -> None:
        nonlocal header
        if message["type"] == "http.response.start":
            header = dict(message["headers"])[b"x-request-id"].decode()

    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "headers": list(headers),
        "client": (peer, 1234),
    }
    asyncio.run(RequestJournal(app, Health(), **how)(scope, receive, send))
    return seen, header


def test_every_request_has_an_id_of_its_own() -> None:
    ids = {request()[0] for _ in range(20)}
    assert len(ids) == 20
    seen, header = request()
    assert seen == header


OURS = Proxies(["127.0.0.1", "10.0.0.0/8"])


def test_an_id_is_taken_over_from_a_proxy_of_ours_only() -> None:
    named = ((b"x-request-id", b"edge-1.7"),)
    assert request(headers=named)[0] != "edge-1.7"
    assert request(headers=named, proxies=OURS) == ("edge-1.7", "edge-1.7")
    assert request(headers=named, proxies=OURS, peer="10.1.2.3")[0] == "edge-1.7"
    assert request(headers=named, proxies=OURS, peer="192.0.2.1")[0] != "edge-1.7"


@pytest.mark.parametrize("odd", [b"", b"a b", b"x" * 65, b"a\nb", b"\xe9", b"<b>"])
def test_an_odd_id_is_replaced_even_if_a_proxy_sent_it(odd: bytes) -> None:
    seen, header = request(headers=((b"x-request-id", odd),), proxies=OURS)
    assert seen == header
    assert len(seen) == 16


def test_a_request_that_went_well_is_not_worth_a_line(told: Told) -> None:
    request()
    request(status=404)
    assert told.text == []


def test_an_outage_is_not_told_with_every_request_it_costs(told: Told) -> None:
    request(status=503)
    assert told.text == []


def test_a_request_that_failed_is_told_with_its_id(told: Told) -> None:
    seen, _ = request("/t/abcdefghijkl/choose", status=500)
    assert len(told.text) == 1
    assert f"ERROR [{seen}] request failed method=GET kind=table status=500 ms=" in told.text[0]
    assert told.json[0]["request"] == seen
    assert told.json[0]["level"] == "error"
    assert told.json[0]["status"] == 500


def test_a_request_that_raised_is_told(told: Told) -> None:
    with pytest.raises(RuntimeError, match="a bug"):
        request(status=0)
    assert told.json[0]["status"] == 500


def test_every_request_is_told_if_somebody_wants_it(told: Told) -> None:
    seen, _ = request(log_all=True)
    assert told.json[0]["message"] == "request"
    assert told.json[0]["request"] == seen


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("POST", "/t/abc/choose", "move"),
        ("POST", "/api/tables/abc/moves", "move"),
        ("POST", "/t/abc/undo", "undo"),
        ("GET", "/t/abc/stream", "stream"),
        ("GET", "/api/tables/abc/events", "stream"),
        ("GET", "/t/abc", "table"),
        ("GET", "/t/abc/anything-else", "table"),
        ("POST", "/t/abc/anything-else", "act"),
        ("GET", "/api/tables/abc/record", "replay"),
        ("GET", "/static/page.js", "static"),
        ("GET", "/api/games", "api"),
        ("GET", "/", "lobby"),
        ("GET", "/me/a-secret-link", "page"),
        ("GET", "/wp-login.php", "page"),
    ],
)
def test_a_request_is_called_by_what_it_is_about(method: str, path: str, kind: str) -> None:
    assert kind_of(method, path) == kind


# Lines


def record(message: str, *arguments: object, trace: bool = False) -> logging.LogRecord:
    info = None
    if trace:
        try:
            raise RuntimeError("postgresql://anne:geheim@db/table")
        except RuntimeError:
            info = sys.exc_info()
    return logging.LogRecord("quarterdeck.x", logging.ERROR, "x.py", 1, message, arguments, info)


@pytest.mark.parametrize("lines", [TextLines(), JsonLines()])
def test_passwords_of_databases_are_masked(lines: logging.Formatter) -> None:
    line = lines.format(record("no %s", "postgresql+asyncpg://anne:ge/he:im@db/table", trace=True))
    assert "he:im" not in line
    assert "geheim" not in line
    assert "anne:***@db/table" in line


def test_an_address_without_a_password_stays_as_it_is() -> None:
    plain = "see http://localhost:8000/t/abc and postgresql://anne@db/table"
    assert without_passwords(plain) == plain


@pytest.mark.parametrize("lines", [TextLines(), JsonLines()])
def test_nobody_writes_lines_of_his_own(lines: logging.Formatter) -> None:
    assert "\n" not in lines.format(record("said %s", "a\r\n2026-01-01 ERROR forged"))


def test_a_json_line_carries_its_traceback() -> None:
    line = json.loads(JsonLines().format(record("oh", trace=True)))
    assert "RuntimeError" in line["trace"]
    assert line["logger"] == "quarterdeck.x"


# At a real server

CHAT = "Rendezvous-at-the-lighthouse"


def everything_secret(client: Client) -> list[str]:
    assert client.secret is not None
    return [client.secret, client.id, client.name]


def test_the_log_of_a_busy_server_tells_no_secret(launch: Launch, database: str) -> None:
    server = launch(database, access_log=True, log_format="json")
    anne, bob = server.client("Anne-Bonny"), server.client("Bartholomew")
    table, first, _ = two_players(anne, bob)
    token = anne.tell(f"/api/tables/{table}/seats/0/token", {})["token"]
    first.move(table, first.lines(table), first.choices(table)["choices"][0]["notation"])
    anne.tell(f"/api/tables/{table}/chat", {"text": CHAT})
    with bob.watching(table) as stream:
        stream.next()
    server.client().get(f"/me/{anne.secret}")
    server.client().get(f"/api/tables/{table}?token={token}")
    cookie = server.client().post("/guest", {}, Cookie=f"quarterdeck={bob.id}.0f0f0f")
    assert cookie.status in (403, 422)
    server.stop()
    lines = [json.loads(line) for line in server.log.splitlines()]
    assert {line.get("kind") for line in lines} >= {"move", "chat", "stream", "page", "api"}
    assert all(len(line["request"]) == 16 for line in lines if line["message"] == "request")
    for secret in [*everything_secret(anne), *everything_secret(bob), token, CHAT, table, "0f0f0f"]:
        assert secret not in server.log


def test_a_fault_of_the_database_tells_no_values(launch: Launch, tmp_path: Any) -> None:
    server = launch()
    anne = server.client("Anne-Bonny")
    table = anne.host("here", "here")
    for file in tmp_path.glob("table.db*"):
        file.write_bytes(b"no database at all" * 1000)
    answers = [anne.post(f"/api/tables/{table}/chat", {"text": CHAT}) for _ in range(3)]
    assert all(answer.status >= 500 for answer in answers)
    server.kill()
    assert CHAT not in server.log
    assert "Anne-Bonny" not in server.log
    assert anne.secret is not None
    assert anne.secret not in server.log


def test_answers_name_their_request(launch: Launch) -> None:
    server = launch(rate=0.001, burst=3.0)
    probe = server.client()
    ids = set()
    for _ in range(4):
        answer = probe.get("/api/games", **{"X-Request-ID": "forged"})
        ids.add(answer.headers["x-request-id"])
    assert answer.status == 429
    assert len(ids) == 4
    assert "forged" not in ids


def test_behind_a_proxy_its_ids_are_used(launch: Launch) -> None:
    server = launch(behind_proxy=["127.0.0.1"])
    answer = server.client().get("/api/games", **{"X-Request-ID": "edge-1.7"})
    assert answer.headers["x-request-id"] == "edge-1.7"
