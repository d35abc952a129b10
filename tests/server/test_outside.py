"""The way outside: only to places that are open to everybody, and to nothing else by any trick."""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Sequence
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path

import httpcore2
import pytest

from quarterdeck.kernel.errors import BadSetup
from quarterdeck.server.reach import outside
from quarterdeck.server.reach.channel import NotSent
from quarterdeck.server.reach.outside import (
    MOST_BYTES,
    Allowed,
    BadAddress,
    Outside,
    Place,
    Reply,
    is_public,
    read_address,
)
from tests.server.receivers import Receiver, open_outside
from tests.server.test_tls import CERTIFICATE, KEY

INSIDE = """
127.0.0.1 127.255.255.254 0.0.0.0 0.1.2.3 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1
169.254.169.254 100.64.0.1 100.100.100.200 100.127.255.255 224.0.0.1 239.255.255.255 240.0.0.1
255.255.255.255 192.0.0.192 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 192.88.99.1
168.63.129.16 :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254
::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b::10.0.0.1 64:ff9b::169.254.169.254 64:ff9b:1::1
2002:7f00:1:: 2002:a00:1::1 2002:808:808::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2
2001:db8::1 3fff::1 100::1 fc00::1 fd00:ec2::254 fe80::1 fec0::1 ff02::1 5f00::1 4000::1
2606:4700::1111%eth0
"""
OPEN = "1.1.1.1 8.8.8.8 151.101.1.140 2606:4700::1111 2a00:1450:4001:82a::200e ::ffff:8.8.8.8"
OPEN += " 64:ff9b::808:808"


@pytest.mark.parametrize("text", INSIDE.split())
def test_what_is_not_open_to_everybody_is_refused(text: str) -> None:
    assert not is_public(ip_address(text))


@pytest.mark.parametrize("text", OPEN.split())
def test_what_is_open_to_everybody_is_reached(text: str) -> None:
    assert is_public(ip_address(text))


def reason_of(address: str, *allow: str) -> str:
    with pytest.raises(BadAddress) as refused:
        read_address(address, Allowed(allow))
    return refused.value.message.id.removeprefix("qd.reach.address.")


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("", "malformed"),
        ("ntfy.sh/topic", "scheme"),
        ("ftp://example.org/", "scheme"),
        ("file:///etc/passwd", "scheme"),
        ("http://example.org/", "scheme"),
        ("https:///path", "malformed"),
        ("https://example.org:8443/", "port"),
        ("https://example.org:99999/", "malformed"),
        ("https://user:word@example.org/", "userinfo"),
        ("https://example.org@127.0.0.1/", "userinfo"),
        ("https://@example.org/", "userinfo"),
        ("https://exam ple.org/", "malformed"),
        ("https://example.org/\r\nHost: inside", "malformed"),
        ("https://example.org\\@127.0.0.1/", "malformed"),
        ("https://127.0.0.1/", "inside"),
        ("https://[::1]/", "inside"),
        ("https://[::ffff:127.0.0.1]/", "inside"),
        ("https://[fe80::1%25eth0]/", "malformed"),
        # One address, written as some programs read it.
        ("https://2130706433/", "malformed"),
        ("https://0x7f000001/", "malformed"),
        ("https://0x7f.1/", "malformed"),
        ("https://0177.0.0.1/", "malformed"),
        ("https://127.1/", "malformed"),
        ("https://127.0.0.1./", "malformed"),
        ("https://１２７.0.0.1/", "malformed"),
        ("https://①②⑦.0.0.1/", "malformed"),
        ("https://exa_.-mple.org/", "malformed"),
        ("https://" + "a" * 2000 + ".org/", "long"),
    ],
)
def test_an_odd_address_is_refused_in_words(address: str, reason: str) -> None:
    assert reason_of(address) == reason


def test_a_name_in_any_letters_is_looked_up_in_plain_ones() -> None:
    place = read_address("https://Bücher.example./Straße?q=ü#mark", Allowed())
    assert place.host == "xn--bcher-kva.example"
    assert place.target == "/Stra%C3%9Fe?q=%C3%BC"
    assert place.address == "https://xn--bcher-kva.example/Stra%C3%9Fe?q=%C3%BC"
    # What is stored can be read again
    assert read_address(place.address, Allowed()) == place


def test_the_operator_may_allow_hosts_and_networks() -> None:
    allowed = Allowed(["ntfy.lan", " 10.1.0.0/16", "::1", "Bücher.example"])
    assert read_address("http://ntfy.lan:8080/topic", allowed).port == 8080
    assert read_address("http://10.1.2.3/hook", allowed).scheme == "http"
    assert read_address("http://[::1]:9/hook", allowed).origin == "http://[::1]:9"
    assert read_address("http://bücher.example/", allowed).host == "xn--bcher-kva.example"
    for address in ("http://10.2.0.1/", "http://other.lan/", "http://sub.ntfy.lan/"):
        with pytest.raises(BadAddress):
            read_address(address, allowed)
    with pytest.raises(BadSetup):
        Allowed(["not a host"])


def send(
    way: Outside, address: str, *, body: bytes = b"word", headers: dict[str, str] | None = None
) -> Reply:
    async def main() -> Reply:
        try:
            return await way.send("POST", way.read(address), body, headers or {})
        finally:
            await way.close()

    return asyncio.run(main())


def fault_of(way: Outside, address: str) -> NotSent:
    with pytest.raises(NotSent) as failed:
        send(way, address)
    return failed.value


@pytest.mark.parametrize(
    "found", [["127.0.0.1"], ["10.0.0.1", "::1"], ["::ffff:127.0.0.1"], ["64:ff9b::7f00:1"], []]
)
def test_a_name_that_leads_inside_is_not_followed(found: list[str]) -> None:
    with Receiver() as receiver:
        fault = fault_of(
            open_outside("192.0.2.0/24", resolve=lambda *_: found), "https://a.example/"
        )
        assert fault.gone
        assert fault.reason.id == "qd.reach.fault.inside"
        assert not receiver.got


class Remembering:
    """A network that notes where connections go, and opens them all to one receiver."""

    def __init__(self, port: int, refuse: Sequence[str] = ()) -> None:
        self.port = port
        self.refuse = refuse
        self.tried: list[str] = []

    async def connect_tcp(self, host: str, _port: int, *more: object) -> object:
        self.tried.append(host)
        if host in self.refuse:
            raise httpcore2.ConnectError
        return await httpcore2.AnyIOBackend().connect_tcp("127.0.0.1", self.port)


def over(way: Outside, network: Remembering) -> Outside:
    vars(way._door)["_network"] = network
    return way


def test_of_two_addresses_only_the_open_one_is_tried_and_it_is_not_looked_up_again() -> None:
    """The name means something else at every look: only what was looked at counts."""
    answers = [["10.0.0.1", "93.184.216.34"], ["127.0.0.1"]]
    with Receiver() as receiver:
        network = Remembering(receiver.port)
        way = over(open_outside("a.lan", resolve=lambda *_: answers.pop(0)), network)
        place = Place("http", "a.example", 80, "/")

        async def main() -> None:
            assert (await way.send("POST", place, b"word", {})).status == 200
            await way.close()

        asyncio.run(main())
        assert network.tried == ["93.184.216.34"]
        assert len(answers) == 1
        assert receiver.got[0].headers["host"] == "a.example"


def test_if_one_open_address_does_not_answer_the_next_is_tried() -> None:
    with Receiver() as receiver:
        network = Remembering(receiver.port, refuse=["1.1.1.1"])
        way = open_outside("a.lan", resolve=lambda *_: ["1.1.1.1", "8.8.8.8"])
        assert send(over(way, network), "http://a.lan/").status == 200
        assert network.tried == ["1.1.1.1", "8.8.8.8"]


def test_this_machine_itself_is_inside_whatever_its_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert outside._is_own(ip_address("127.0.0.1"))
    monkeypatch.setattr(outside, "is_public", lambda _: True)
    with Receiver() as receiver:
        fault = fault_of(open_outside("a.lan"), f"https://127.0.0.1:443/{receiver.port}")
        assert fault.reason.id == "qd.reach.fault.inside"
        assert not receiver.got


def test_redirects_are_told_and_not_followed() -> None:
    with Receiver() as receiver:
        receiver.status, receiver.headers = 302, {"Location": f"{receiver.address}/elsewhere"}
        assert send(open_outside(), f"{receiver.address}/hook").status == 302
        assert [got.target for got in receiver.got] == ["/hook"]


def test_a_long_answer_is_read_in_part() -> None:
    with Receiver() as receiver:
        receiver.body = b"x" * (50 * MOST_BYTES)
        reply = send(open_outside(), receiver.address)
        assert len(reply.body) == MOST_BYTES


def test_who_does_not_answer_is_not_waited_for() -> None:
    with Receiver() as receiver:
        receiver.gate.clear()
        fault = fault_of(open_outside(seconds=0.3), receiver.address)
        assert not fault.gone
        assert fault.reason.id == "qd.reach.fault.slow"


def test_nobody_there_is_tried_again_later() -> None:
    with Receiver() as receiver:
        address = receiver.address
    fault = fault_of(open_outside(), address)
    assert not fault.gone
    assert not fault.gone
    assert fault.reason.id == "qd.reach.fault.unreachable"


def test_a_name_nobody_knows_is_tried_again_later() -> None:
    def resolve(*_: object) -> list[str]:
        raise OSError(-2, "Name or service not known")

    assert not fault_of(open_outside("a.lan", resolve=resolve), "https://b.example/").gone


def test_tls_is_checked_against_the_name(tmp_path: Path) -> None:
    (tmp_path / "both.pem").write_text(CERTIFICATE + KEY)
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server.load_cert_chain(tmp_path / "both.pem")
    trusting = ssl.create_default_context(cadata=CERTIFICATE)
    here = ["127.0.0.1"]
    with Receiver(server) as receiver:

        def way(tls: ssl.SSLContext | None) -> Outside:
            return open_outside("localhost", "b.lan", resolve=lambda *_: here, tls=tls)

        address = f"https://localhost:{receiver.port}/"
        assert send(way(trusting), address).status == 200
        for tls, place in ((None, address), (trusting, address.replace("localhost", "b.lan"))):
            assert fault_of(way(tls), place).reason.id == "qd.reach.fault.unreachable"
        assert len(receiver.got) == 1


def test_secrets_are_in_no_log_line(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with Receiver() as receiver:
        way = open_outside()
        send(way, f"{receiver.address}/s3cret", body=b"s3cret", headers={"X-Token": "s3cret"})
    assert receiver.got
    assert "s3cret" not in caplog.text


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("30", 30.0),
        ("0.5", 0.5),
        ("999999999", 86400.0),
        ("-3", None),
        ("soon", None),
        ("", None),
        ("nan", None),
    ],
)
def test_how_long_to_wait_is_read(said: str, seconds: float | None) -> None:
    assert Reply(429, {"retry-after": said}, b"").retry_after() == seconds


def test_a_date_to_wait_for_is_read() -> None:
    reply = Reply(503, {"retry-after": "Wed, 18 Nov 2026 10:00:30 GMT"}, b"")
    assert reply.retry_after(datetime(2026, 11, 18, 10, 0, tzinfo=UTC)) == 30.0
