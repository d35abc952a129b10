"""E-mail: what a real mail server is handed, how it may answer, and what settings are refused."""

from __future__ import annotations

import logging
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.server.errors import TableError
from quarterdeck.server.public_url import read_public_url
from quarterdeck.server.reach.channel import NotSent
from quarterdeck.server.reach.mail import Post, check_mail, read_mail_server
from quarterdeck.server.reach.reach import describe_channels
from quarterdeck.server.settings import Settings
from tests.server.letters import PUBLIC, MailServer, in_a_loop
from tests.server.test_tls import CERTIFICATE, KEY
from tools.postgres import free_port

PASSWORD = "harbour light"  # noqa: S105
SENDER = "Table <table@example.org>"


def post(port: int, tls: str = "none", **more: Any) -> Post:
    settings = Settings(
        mail_host="localhost",
        mail_port=str(port),
        mail_tls=tls,
        mail_from=SENDER,
        public_url=PUBLIC,
        **more,
    )
    server = read_mail_server(settings)
    return Post(server, PUBLIC, lambda: 1_790_000_000.0, lambda _: f"{PUBLIC}/reach/stop/abc")


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    files = tmp_path / "certificate.pem", tmp_path / "key.pem"
    files[0].write_text(CERTIFICATE, encoding="utf-8")
    files[1].write_text(KEY, encoding="utf-8")
    return files


def body(letter: EmailMessage, kind: str) -> str:
    found = letter.get_body((kind,))
    assert found is not None
    return str(found.get_content())


@in_a_loop
async def test_a_letter_has_both_texts_and_says_how_to_stop() -> None:
    server = MailServer()
    text = f"Élodie <b>waits</b> & hopes\n\n{PUBLIC}/t/abc"
    with server as box:
        await post(server.port).send_mail("anne@example.org", "À vous : «Été»", text, "fr", "w1")
    (letter,) = box.letters
    assert letter["To"] == "anne@example.org"
    assert letter["From"] == SENDER
    assert letter["Subject"] == "À vous : «Été»"
    assert letter["Message-ID"] == "<w1@example.org>"
    assert letter["Auto-Submitted"] == "auto-generated"
    assert letter["Date"] == "Mon, 21 Sep 2026 14:13:20 +0000"
    assert letter["Reply-To"] is None
    assert letter["List-Unsubscribe"] == f"<{PUBLIC}/reach/stop/abc>"
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert "Élodie <b>waits</b> & hopes" in body(letter, "plain")
    assert f"{PUBLIC}/reach/stop/abc" in body(letter, "plain")
    html = body(letter, "html")
    assert "Élodie &lt;b&gt;waits&lt;/b&gt; &amp; hopes" in html
    assert f'<a href="{PUBLIC}/t/abc">' in html


@in_a_loop
async def test_headers_cannot_be_smuggled_in() -> None:
    server = MailServer()
    with server as box:
        subject = "Turn\r\nBcc: victim@example.org\r\n\r\nBuy"
        await post(server.port).send_mail("anne@example.org", subject, "text")
        with pytest.raises((NotSent, ValueError, TableError)):
            await post(server.port).send_mail("a@b.org\r\nBcc: c@d.org", "Turn", "text")
    (letter,) = box.letters
    assert letter["Bcc"] is None
    assert letter["Subject"] == "Turn Bcc: victim@example.org Buy"


@in_a_loop
async def test_starttls_with_a_certificate_of_our_own_and_a_password(
    certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    secret = tmp_path / "password"
    secret.write_text(f"{PASSWORD}\n", encoding="utf-8")
    monkeypatch.setenv("QUARTERDECK_MAIL_PASSWORD_FILE", str(secret))
    server = MailServer(certificate, login=True)
    with server as box:
        ours = post(server.port, "starttls", mail_user="table", mail_ca=str(certificate[0]))
        await ours.send_mail("anne@example.org", "Turn", "text")
        assert (box.logins, box.secured) == (["table"], [True])
        # Whoever cannot show a certificate we know is told nothing
        strangers = post(server.port, "starttls", mail_user="table")
        with pytest.raises(NotSent) as failure:
            await strangers.send_mail("anne@example.org", "Turn", "text")
        assert failure.value.reason.id == "qd.reach.mail.unreachable"
        assert box.logins == ["table"]
    assert PASSWORD not in repr(vars(ours))


@in_a_loop
async def test_a_mail_server_without_tls_is_not_trusted_with_letters() -> None:
    server = MailServer()
    with server as box:
        with pytest.raises(NotSent):
            await post(server.port, "starttls").send_mail("anne@example.org", "Turn", "text")
        assert box.letters == []


@in_a_loop
async def test_a_wrong_password_is_the_operators_trouble(
    certificate: tuple[Path, Path],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("QUARTERDECK_MAIL_PASSWORD", "fog horn")
    server = MailServer(certificate, login=True)
    with server, caplog.at_level(logging.WARNING):
        ours = post(server.port, "starttls", mail_user="table", mail_ca=str(certificate[0]))
        with pytest.raises(NotSent) as failure:
            await ours.send_mail("anne@example.org", "Turn", "text")
    assert not failure.value.gone
    assert failure.value.reason.arguments == {"code": 535}
    assert "code 535" in caplog.text
    assert "fog horn" not in caplog.text
    assert "anne@" not in caplog.text


@pytest.mark.parametrize(
    ("answer", "id", "gone"),
    [
        ("450 4.2.1 later", "qd.reach.mail.later", False),
        ("550 5.1.1 no such user", "qd.reach.mail.gone", True),
        ("550 5.7.1 we do not like you", "qd.reach.mail.refused", False),
        ("554 5.0.0 no", "qd.reach.mail.refused", False),
    ],
)
@in_a_loop
async def test_refusals_of_a_mailbox(answer: str, id: str, gone: bool) -> None:
    server = MailServer()
    with server as box:
        box.refusal = answer
        with pytest.raises(NotSent) as failure:
            await post(server.port).send_mail("anne@example.org", "Turn", "text")
    assert failure.value.reason.id == id
    assert failure.value.gone is gone
    for language in ("en", "fr"):
        assert answer[:3] in Translator(language).text(failure.value.reason)


@in_a_loop
async def test_a_mail_server_that_is_away() -> None:
    with pytest.raises(NotSent) as failure:
        await post(free_port()).send_mail("anne@example.org", "Turn", "text")
    assert failure.value.reason.id == "qd.reach.mail.unreachable"
    with pytest.raises(NotSent):
        await Post(None, PUBLIC, lambda: 0.0).send_mail("anne@example.org", "Turn", "text")


@pytest.mark.parametrize(
    "address",
    [
        *("", "anne", "anne@", "@example.org", "anne@localhost", "a b@example.org", "a@b..org"),
        *("anne@example.org\r\nBcc: x@y.org", "<anne@example.org>", "anne,bob@example.org"),
        *('"anne"@example.org', "anne@[127.0.0.1]", "anne@127.0.0.1", "a" * 65 + "@example.org"),
    ],
)
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(TableError):
        check_mail(address)


def test_addresses_have_one_spelling() -> None:
    assert check_mail(" Anne.B+games@Example.ORG ") == "Anne.B+games@example.org"
    assert check_mail("anne@hôtel.fr") == "anne@xn--htel-vqa.fr"


@pytest.mark.parametrize(
    ("wrong", "id"),
    [
        ({"mail_tls": "ssl"}, "qd.reach.start.tls"),
        ({"mail_port": "x"}, "qd.reach.start.port"),
        ({"mail_port": "70000"}, "qd.reach.start.port"),
        ({"mail_from": ""}, "qd.reach.start.from"),
        ({"mail_from": "nobody"}, "qd.reach.start.from"),
        ({"mail_user": "table"}, "qd.reach.start.password"),
        ({"mail_ca": "/no/such/file"}, "qd.server.start.file"),
        ({"public_url": "table.example.org"}, "qd.reach.start.url"),
        ({"public_url": "https://a.org/?x"}, "qd.reach.start.url"),
        ({"public_url": "https://user:x@a.org"}, "qd.reach.start.url"),
    ],
)
def test_settings_that_cannot_work_are_refused(wrong: dict[str, str], id: str) -> None:
    fine = {"mail_host": "mail.example.org", "mail_from": SENDER, "public_url": PUBLIC}
    with pytest.raises(BadSetup) as refusal:
        describe_channels(Settings(**{**fine, **wrong}))  # type: ignore[arg-type]
    assert refusal.value.message.id == id


def test_no_password_travels_in_the_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUARTERDECK_MAIL_PASSWORD", PASSWORD)
    bare = Settings(mail_host="mail.example.org", mail_from=SENDER, mail_user="a", mail_tls="none")
    with pytest.raises(BadSetup) as refusal:
        read_mail_server(bare)
    assert refusal.value.message.id == "qd.reach.start.bare"
    server = read_mail_server(
        Settings(mail_host="localhost", mail_from=SENDER, mail_user="a", mail_tls="none")
    )
    assert PASSWORD not in repr(server)


def test_operators_are_told_what_is_on() -> None:
    def told(**more: str) -> str:
        lines = describe_channels(Settings(**more))  # type: ignore[arg-type]
        return Translator("en").text(lines[0])

    assert told() == "E-mail is off: no mail server is named (--mail-host)."
    assert "--public-url" in told(mail_host="mail.example.org", mail_from=SENDER)
    on = told(mail_host="mail.example.org", mail_from=SENDER, public_url=f"{PUBLIC}/")
    assert on == "E-mail is on: by mail.example.org, from table@example.org."
    assert read_public_url(f"{PUBLIC}/games/") == f"{PUBLIC}/games"
