"""Web Push: what only the browser can read, signed so that its push service believes it."""

from __future__ import annotations

import json
import stat
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import http_ece  # type: ignore[import-untyped]
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from quarterdeck.kernel.errors import BadSetup
from quarterdeck.server.names.devices import name_device
from quarterdeck.server.reach.channel import NotSent, Word
from quarterdeck.server.reach.outside import BadAddress
from quarterdeck.server.reach.push import MOST_BYTES, Push, PushKey, payload_of
from tests.server.client import Client
from tests.server.receivers import (
    Browser,
    Got,
    Receiver,
    deliver,
    open_outside,
    some_word,
    verify_vapid,
)
from tests.server.servers import Launch, Server


@pytest.fixture
def service() -> Iterator[Receiver]:
    with Receiver() as opened:
        opened.status = 201
        yield opened


@pytest.fixture
def key(tmp_path: Path) -> PushKey:
    return PushKey.at(tmp_path / "push.key")


def send(key: PushKey, service: Receiver, word: Word | None = None, **more: Any) -> tuple[Got, Any]:
    """A word to a browser, as the push service and as the browser see it."""
    browser = Browser()
    push = Push(open_outside(), key, **more)
    address = push.check(browser.address(f"{service.address}/send/s3cret"))
    deliver(push, address, word)
    got = service.got[-1]
    return got, browser.open(got.body)


def test_the_browser_reads_the_word_and_nobody_else(key: PushKey, service: Receiver) -> None:
    got, told = send(key, service)
    assert told == {
        "version": 1,
        "id": "w-1",
        "language": "fr",
        "subject": "Sel d’Océan, « Chez Zoë » : à vous",
        "text": "Vendez du hareng, ou passez.",
        "link": "https://play.example.org/games/t/abcdefghijkl",
        "tag": "abcdefghijkl",
        "waiting": 2,
    }
    assert b"hareng" not in got.body
    assert got.headers["content-encoding"] == "aes128gcm"
    with pytest.raises(http_ece.ECEException):
        Browser().open(got.body)


def test_the_push_service_knows_who_sends(key: PushKey, service: Receiver) -> None:
    got, _ = send(key, service, contact="mailto:anne@example.org")
    claims = verify_vapid(got, service.address)
    assert claims["sub"] == "mailto:anne@example.org"
    assert claims["key"] == key.public
    got, _ = send(key, service)
    assert verify_vapid(got, service.address)["sub"] == "https://play.example.org"
    got, _ = send(key, service, some_word(link="http://localhost:8000/t/x"))
    verify_vapid(got, service.address)


def test_a_newer_word_takes_the_place_of_one_that_waits(key: PushKey, service: Receiver) -> None:
    got, _ = send(key, service)
    assert got.headers["topic"] == "abcdefghijkl"
    assert got.headers["urgency"] == "high"
    assert int(got.headers["ttl"]) == 3 * 24 * 3600
    odd, _ = send(key, service, some_word(tag="table: « Zoë »"))
    assert len(odd.headers["topic"]) == 32
    digest, _ = send(key, service, some_word(tag=""))
    assert "topic" not in digest.headers
    assert digest.headers["urgency"] == "normal"


def test_a_long_word_is_cut_to_what_services_take(key: PushKey, service: Receiver) -> None:
    long = some_word(subject="…" * 900, text="“é”\n" * 9000, link="https://a.example/" + "x" * 900)
    got, told = send(key, service, long)
    assert len(got.body) <= 4096
    assert len(payload_of(long)) <= MOST_BYTES
    assert told["text"].endswith("…")
    assert told["link"] == ""


@pytest.mark.parametrize(
    ("status", "what", "gone"),
    [
        (404, "gone", True),
        (410, "gone", True),
        (429, "busy", False),
        (502, "broken", False),
        # Our own clock or key may be wrong: no device is forgotten for that.
        (401, "signature", False),
        (403, "signature", False),
        (413, "odd", False),
    ],
)
def test_what_an_answer_means(
    key: PushKey, service: Receiver, status: int, what: str, gone: bool
) -> None:
    service.status, service.headers = status, {"Retry-After": "60"}
    with pytest.raises(NotSent) as failed:
        send(key, service)
    assert failed.value.gone == gone
    assert failed.value.reason.id == f"qd.reach.fault.{what}"
    assert "s3cret" not in repr(failed.value.reason)
    if status in (429, 502):
        assert not failed.value.gone
        assert failed.value.after == 60.0


GOOD = Browser().address("https://push.example.org/x")


@pytest.mark.parametrize(
    "changes",
    [
        {"p256dh": "BAAA"},
        {"p256dh": "B" + "A" * 86},
        {"p256dh": None},
        {"auth": "c2hvcnQ"},
        {"auth": "not base64!!!!!!!!!!!!"},
        {"endpoint": 7},
        {"endpoint": "http://push.example.org/x"},
        {"endpoint": "https://127.0.0.1/x"},
        {"endpoint": "https://user@push.example.org/x"},
    ],
)
def test_a_subscription_that_is_none_is_refused(key: PushKey, changes: dict[str, Any]) -> None:
    push = Push(open_outside("192.0.2.1"), key)
    assert push.check(GOOD) == push.check(push.check(GOOD))
    with pytest.raises(BadAddress):
        push.check(json.dumps({**json.loads(GOOD), **changes}))
    for text in ("", "[]", "null", "{", "7"):
        with pytest.raises(BadAddress):
            push.check(text)


def test_an_endpoint_that_leads_inside_is_not_followed(key: PushKey, service: Receiver) -> None:
    push = Push(open_outside("192.0.2.1", resolve=lambda *_: ["127.0.0.1"]), key)
    with pytest.raises(NotSent) as failed:
        deliver(push, GOOD)
    assert failed.value.gone
    assert not service.got


# The key


def test_the_key_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    """Also if several processes start at once."""
    path = tmp_path / "new" / "push.key"
    made: list[str] = []
    threads = [
        threading.Thread(target=lambda: made.append(PushKey.at(path).public)) for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 6
    assert len(set(made)) == 1
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not [file for file in path.parent.iterdir() if file != path]


def test_a_file_that_is_no_key_is_named(tmp_path: Path) -> None:
    path = tmp_path / "push.key"
    other = ec.generate_private_key(ec.SECP384R1())
    pem = other.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    for content in (b"", b"nonsense", pem):
        path.write_bytes(content)
        with pytest.raises(BadSetup) as refused:
            PushKey.at(path)
        assert refused.value.message.arguments["file"] == str(path)


@pytest.mark.parametrize("contact", ["anne@example.org", "mailto:anne", "http://example.org"])
def test_a_contact_that_is_none_is_refused(key: PushKey, contact: str) -> None:
    with pytest.raises(BadSetup):
        Push(open_outside(), key, contact)


# The API


def test_a_device_is_told_and_told_no_more(server: Server, anne: Client) -> None:
    subscription = Browser().subscription("https://push.example.org/send/1")
    assert len(anne.ask("/api/push")["key"]) == 87
    agent = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"}
    added = anne.post("/api/push", subscription, **agent)
    assert (added.status, added.json()) == (201, {"label": "Firefox · Linux"})
    assert anne.post("/api/push", subscription).status == 201
    body = json.dumps(subscription).encode()
    json_type = {"Content-Type": "application/json"}
    bob = server.client("Bob")
    assert bob.send("DELETE", "/api/push", body, json_type).json() == {"removed": False}
    assert anne.send("DELETE", "/api/push", body, json_type).json() == {"removed": True}
    assert anne.send("DELETE", "/api/push", body, json_type).json() == {"removed": False}


def test_nobody_in_particular_is_told_nothing(server: Server) -> None:
    stranger = server.client()
    subscription = Browser().subscription("https://push.example.org/send/1")
    assert stranger.post("/api/push", subscription).status == 403
    assert stranger.get("/api/me/waiting").status == 403


@pytest.mark.parametrize(
    "changes",
    [
        {"endpoint": "https://10.0.0.1/"},
        {"endpoint": "https://localhost:8080/"},
        {"endpoint": "x" * 1501},
        {"endpoint": None},
        {"keys": {}},
        {"keys": {"p256dh": "A" * 87, "auth": "A" * 22}},
        {"keys": {"p256dh": 1, "auth": 2}},
    ],
)
def test_a_bad_subscription_is_refused(anne: Client, changes: dict[str, Any]) -> None:
    wish = {**Browser().subscription("https://push.example.org/send/1"), **changes}
    answer = anne.post("/api/push", wish)
    assert answer.status == 422
    assert answer.json()["error"]


def test_tables_that_wait_are_listed(server: Server, anne: Client) -> None:
    bob = server.client("Bob")
    table = anne.host("here", "open")
    bob.join(table)
    anne.post(f"/api/tables/{table}/start")
    asked = [who for who in (anne, bob) if table in who.ask("/api/me/waiting")["tables"]]
    assert len(asked) == 1
    (who,) = asked
    assert who.ask(f"/api/tables/{table}/choices")["seat"] == (anne, bob).index(who)


def test_the_server_keeps_its_push_key(launch: Launch) -> None:
    server = launch()
    before = server.client().ask("/api/push")
    assert (server.folder / "push.key").exists()
    server.kill()
    server.start()
    assert server.client().ask("/api/push") == before


WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        (f"(iPhone; CPU iPhone OS 18_0 like Mac OS X) {WEBKIT} Safari/604.1", "Safari · iPhone"),
        (f"(Linux; Android 15) {WEBKIT} Chrome/142.0 Mobile Safari/537.36", "Chrome · Android"),
        (f"(Windows NT 10.0) {WEBKIT} Chrome/142.0 Safari/537.36 Edg/142.0", "Edge · Windows"),
        ("", ""),
    ],
)
def test_a_device_is_named_in_a_few_words(agent: str, label: str) -> None:
    assert name_device(f"Mozilla/5.0 {agent}") == label
