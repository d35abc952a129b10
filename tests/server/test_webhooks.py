"""Webhooks: each service gets a word in its own shape, and nothing in it is markup."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from quarterdeck.server.reach.channel import NotSent, Word
from quarterdeck.server.reach.outside import BadAddress
from quarterdeck.server.reach.webhooks import Webhooks
from tests.server.receivers import Got, Receiver, deliver, open_outside, some_word
from tests.server.servers import ROOT

TOKEN = "s3cret-" + "x" * 60
DISCORD = f"https://discord.com/api/webhooks/123456789012345678/{TOKEN}"
SLACK = "https://hooks.slack.com/services/T0123ABCD/B0123ABCD/s3cretXXXXXXXXXXXXXXXXXX"
MATRIX = (
    "https://matrix.example.org/_matrix/client/v3/rooms/!abc:example.org?access_token=s3cret-token"
)
NTFY = "https://ntfy.sh/my-s3cret-topic"
HOSTS = ("discord.com", "hooks.slack.com", "matrix.example.org", "ntfy.sh", "hook.example.org")
HOSTILE = "@everyone <@123> <!channel> [click](https://evil.example) **bold** `x` # big https://evil.example"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as opened:
        yield opened


def channel(*allow: str) -> Webhooks:
    """All names mean this machine; by default none of them may."""
    return Webhooks(open_outside(*(allow or ("192.0.2.1",)), resolve=lambda *_: ["127.0.0.1"]))


def here(address: str, receiver: Receiver) -> str:
    """The same address, of a service that this test is."""
    scheme, _, rest = address.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme.replace('https', 'http')}://{host}:{receiver.port}{slash}{path}"


def send(address: str, receiver: Receiver, word: Word | None = None) -> Got:
    told = channel(*HOSTS)
    deliver(told, told.check(here(address, receiver)), word)
    return receiver.got[-1]


# Shapes


def test_discord_gets_a_text_that_mentions_nobody(receiver: Receiver) -> None:
    got = send(DISCORD, receiver)
    assert (got.method, got.target) == ("POST", f"/api/webhooks/123456789012345678/{TOKEN}")
    said = got.json()
    assert said["allowed_mentions"] == {"parse": []}
    lines = said["content"].split("\n")
    assert lines[0] == "Sel d’Océan, « Chez Zoë » \\: à vous"
    assert lines[-1] == f"<{some_word().link}>"


def test_in_discord_no_name_is_markup(receiver: Receiver) -> None:
    said = send(DISCORD, receiver, some_word(subject=HOSTILE, text="- one\n1. two")).json()[
        "content"
    ]
    for sign in (
        "\\@everyone",
        "\\<\\@123\\>",
        "\\[click\\]\\(https\\://",
        "\\*\\*bold",
        "\\`x",
        "\\# big",
    ):
        assert sign in said
    assert "https://evil" not in said
    assert "\n\\- one\n1\u200b. two\n" in said


def test_discord_refuses_nothing_as_too_long(receiver: Receiver) -> None:
    said = send(DISCORD, receiver, some_word(subject="*" * 3000, text="*" * 9000)).json()
    assert len(said["content"]) <= 2000
    assert some_word().link in said["content"]


def test_a_thread_of_discord_is_kept() -> None:
    assert channel().check(f"{DISCORD}?thread_id=42&wait=true") == f"{DISCORD}?thread_id=42"


def test_slack_gets_a_text_that_mentions_nobody(receiver: Receiver) -> None:
    said = send(SLACK, receiver, some_word(subject=HOSTILE)).json()
    assert said["unfurl_links"] is False
    text, _, link = said["text"].rpartition("\n")
    assert link == f"<{some_word().link}>"
    assert "&lt;!channel&gt;" in text
    assert not set("<>") & set(text)


def test_matrix_gets_plain_text_and_knows_what_it_got_already(receiver: Receiver) -> None:
    got = send(MATRIX, receiver, some_word(id="w/1", subject=HOSTILE))
    path = "/_matrix/client/v3/rooms/%21abc%3Aexample.org/send/m.room.message/w%2F1"
    assert (got.method, got.target) == ("PUT", path)
    assert got.headers["authorization"] == "Bearer s3cret-token"
    said = got.json()
    assert said["msgtype"] == "m.text"
    assert said["m.mentions"] == {}
    assert "formatted_body" not in said
    assert said["body"].splitlines() == [HOSTILE, some_word().text, some_word().link]
    again = send(MATRIX, receiver, some_word(id="w/1", subject=HOSTILE))
    assert again.target == got.target


def test_ntfy_gets_title_link_and_tags_in_any_letters(receiver: Receiver) -> None:
    got = send(f"{NTFY}?token=tk_s3crets3cret", receiver)
    assert (got.method, got.target) == ("POST", "/")
    assert got.headers["authorization"] == "Bearer tk_s3crets3cret"
    assert got.json() == {
        "topic": "my-s3cret-topic",
        "title": some_word().subject,
        "message": some_word().text,
        "click": some_word().link,
        "tags": ["game_die"],
    }
    assert "authorization" not in send(NTFY, receiver).headers


def test_an_ntfy_of_ones_own_is_named(receiver: Receiver) -> None:
    told = channel(*HOSTS)
    address = f"ntfy+http://hook.example.org:{receiver.port}/topic"
    assert told.check(address) == address
    assert told.service_of(address).id == "qd.reach.service.ntfy"
    deliver(told, address)
    assert receiver.got[-1].json()["topic"] == "topic"
    assert told.check("ntfy://ntfy.sh/topic") == "https://ntfy.sh/topic"


def test_a_program_gets_everything_signed(receiver: Receiver) -> None:
    told = channel(*HOSTS)
    address = told.check(here("https://hook.example.org/in?a=b", receiver))
    deliver(told, address)
    got = receiver.got[-1]
    assert got.target == "/in?a=b"
    assert got.json() == {
        "version": 1,
        "id": "w-1",
        "language": "fr",
        "subject": some_word().subject,
        "text": some_word().text,
        "link": some_word().link,
        "tag": "abcdefghijkl",
        "waiting": 2,
    }
    secret = told.secret_of(address)
    moment = got.headers["x-quarterdeck-timestamp"]
    expected = hmac.new(secret.encode(), moment.encode() + b"." + got.body, hashlib.sha256)
    assert got.headers["x-quarterdeck-signature"] == f"sha256={expected.hexdigest()}"
    assert secret.encode() not in got.body


def test_the_program_in_the_documentation_believes_us_and_nobody_else(receiver: Receiver) -> None:
    page = (ROOT / "docs" / "running-a-server.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    told: dict[str, Any] = {}
    exec(code, told)  # noqa: S102
    got = send("https://hook.example.org/in#secret=0123456789abcdef", receiver)
    headers = {name.title(): value for name, value in got.headers.items()}
    believes = told["is_from_quarterdeck"]
    assert believes("0123456789abcdef", headers, got.body)
    assert not believes("another-secret-xx", headers, got.body)
    assert not believes("0123456789abcdef", headers, got.body + b" ")
    later = {**headers, "X-Quarterdeck-Timestamp": "1700000000"}
    assert not believes("0123456789abcdef", later, got.body)


def test_every_program_has_a_secret_of_its_own() -> None:
    told = channel()
    first, second = (told.check("https://hook.example.org/in") for _ in range(2))
    assert told.secret_of(first) != told.secret_of(second)
    assert told.check(first) == first
    chosen = told.check("https://hook.example.org/in#secret=0123456789abcdef")
    assert told.secret_of(chosen) == "0123456789abcdef"


# Addresses


@pytest.mark.parametrize(
    ("address", "service", "shown"),
    [
        (DISCORD, "discord", "discord.com/api/webhooks/123456789012345678/…"),
        (SLACK, "slack", "hooks.slack.com/services/T0123ABCD/B0123ABCD/…"),
        (MATRIX, "matrix", "matrix.example.org !abc:example.org"),
        (NTFY, "ntfy", "ntfy.sh/my-…"),
        ("https://hook.example.org/s3cret", "json", "hook.example.org/…"),
    ],
)
def test_an_address_is_recognised_and_shown_without_its_secret(
    address: str, service: str, shown: str
) -> None:
    told = channel()
    stored = told.check(f"  {address} ")
    assert told.check(stored) == stored
    assert told.service_of(stored).id == f"qd.reach.service.{service}"
    assert told.shown(stored) == shown


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("https://discord.com/channels/1/2", "discord"),
        ("https://discord.com/api/webhooks/12345/short", "discord"),
        ("https://hooks.slack.com/services/T1/B1", "slack"),
        ("https://hooks.slack.com/workflows/T0123ABCD/x", "slack"),
        (
            "https://m.example/_matrix/client/v3/rooms/#alias:m.example?access_token=x",
            "matrix_room",
        ),
        (
            "https://m.example/_matrix/client/v3/rooms/abc:m.example?access_token=12345678",
            "matrix_room",
        ),
        ("https://m.example/_matrix/client/v3/rooms/!abc:m.example", "matrix_token"),
        ("https://ntfy.sh/", "ntfy"),
        ("https://ntfy.sh/a/b", "ntfy"),
        ("https://ntfy.sh/topic?token=a b", "malformed"),
        ("https://ntfy.sh/topic?token=a%20b%20c%20d%20e", "ntfy_token"),
        ("https://hook.example.org/#short", "secret"),
        ("https://localhost", None),
        ("http://hook.example.org/", "scheme"),
        ("ntfy+http://hook.example.org/topic", "scheme"),
        ("https://10.0.0.1/hook", "inside"),
        ("mailto:anne@example.org", "scheme"),
    ],
)
def test_what_is_wrong_with_an_address_is_told(address: str, reason: str | None) -> None:
    if reason is None:
        # A name is looked up when something is sent
        with pytest.raises(NotSent, match="inside"):
            deliver(channel(), channel().check(address))
        return
    with pytest.raises(BadAddress) as refused:
        channel().check(address)
    assert refused.value.message.id == f"qd.reach.address.{reason}"


# Answers


@pytest.mark.parametrize(
    ("status", "what", "gone"),
    [
        (404, "gone", True),
        (410, "gone", True),
        (401, "refused", True),
        (403, "refused", True),
        (302, "moved", True),
        (429, "busy", False),
        (500, "broken", False),
        (503, "broken", False),
        (400, "odd", False),
    ],
)
def test_what_an_answer_means(receiver: Receiver, status: int, what: str, gone: bool) -> None:
    receiver.status = status
    with pytest.raises(NotSent) as failed:
        send(NTFY, receiver)
    assert failed.value.gone == gone
    assert failed.value.reason.id == f"qd.reach.fault.{what}"
    assert failed.value.reason.arguments["host"] == "ntfy.sh"
    assert "s3cret" not in repr(failed.value.reason)


def test_how_long_a_service_wants_us_to_wait(receiver: Receiver) -> None:
    receiver.status, receiver.headers = 429, {"Retry-After": "7"}
    with pytest.raises(NotSent) as failed:
        send(DISCORD, receiver)
    assert failed.value.after == 7.0
    receiver.headers, receiver.body = {}, json.dumps({"retry_after_ms": 2500}).encode()
    with pytest.raises(NotSent) as failed:
        send(MATRIX, receiver)
    assert failed.value.after == 2.5


def test_what_the_operator_no_longer_allows_is_gone(receiver: Receiver) -> None:
    stored = channel(*HOSTS).check(here(NTFY, receiver))
    with pytest.raises(NotSent) as failed:
        deliver(channel(), stored)
    assert failed.value.gone
    assert not receiver.got
