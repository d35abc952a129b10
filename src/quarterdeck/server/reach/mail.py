"""E-mail: words and other letters of the server, by the mail server of its operator."""

from __future__ import annotations

import asyncio
import logging
import re
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from html import escape
from ipaddress import ip_address

import aiosmtplib

from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message
from quarterdeck.server.errors import TableError
from quarterdeck.server.identity import new_id, readable
from quarterdeck.server.reach.channel import NotSent, Word
from quarterdeck.server.seldom import Seldom
from quarterdeck.server.settings import Settings, mail_password

logger = logging.getLogger(__name__)

STARTTLS, TLS, NONE = "starttls", "tls", "none"
PORTS = {STARTTLS: 587, TLS: 465, NONE: 25}
# Seconds for each answer of the mail server, and for all of a letter.
ANSWERING, SENDING = 20.0, 60.0
LONGEST = 254
LONGEST_SUBJECT = 150
# Mail programs read the link to stop only if it stands there as it is, on a line of any length.
WRITTEN = SMTP.clone(max_line_length=998)
LOCAL = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
DOMAIN = re.compile(r"(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,62}")
# What mail servers say when there is no such mailbox, or will never be.
NO_MAILBOX = (521, 550, 551, 553, 556)


@dataclass(frozen=True)
class MailServer:
    """Where letters are handed in, checked."""

    host: str
    port: int
    tls: str
    sender: Address
    user: str = ""
    password: str = field(default="", repr=False)
    ca: str = ""


def read_mail_server(settings: Settings) -> MailServer | None:
    """The mail server of the settings; None if there is none. Raises BadSetup."""
    if not settings.mail_host:
        return None
    tls = settings.mail_tls or STARTTLS
    if tls not in PORTS:
        raise BadSetup(Message("qd.reach.start.tls", found=tls[:40]))
    port = settings.mail_port or str(PORTS[tls])
    if not port.isascii() or not port.isdecimal() or not 0 < int(port) < 65536:
        raise BadSetup(Message("qd.reach.start.port", found=port[:40]))
    try:
        name, address = parseaddr(settings.mail_from)
        sender = Address(readable(name) or "Quarterdeck", addr_spec=check_mail(address))
    except TableError:
        found = settings.mail_from[:80]
        raise BadSetup(Message("qd.reach.start.from", found=found)) from None
    password = mail_password() if settings.mail_user else ""
    if settings.mail_user and not password:
        raise BadSetup(Message("qd.reach.start.password"))
    if settings.mail_user and tls == NONE and not _is_own(settings.mail_host):
        raise BadSetup(Message("qd.reach.start.bare", host=settings.mail_host[:80]))
    if settings.mail_ca:
        _context(settings.mail_ca)
    return MailServer(
        settings.mail_host, int(port), tls, sender, settings.mail_user, password, settings.mail_ca
    )


def _is_own(host: str) -> bool:
    """Whether what is sent to a host stays on this machine."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _context(ca: str) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=ca or None)
    except (OSError, ssl.SSLError) as error:
        why = getattr(error, "strerror", None) or type(error).__name__
        raise BadSetup(Message("qd.server.start.file", file=ca, why=why)) from error


def check_mail(address: str) -> str:
    """An e-mail address in its one spelling; raises what is wrong with it."""
    local, at, domain = address.strip().rpartition("@")
    try:
        domain = domain.lower().encode("idna").decode()
    except UnicodeError:
        domain = ""
    plain = f"{local}@{domain}"
    if not at or len(plain) > LONGEST or len(local) > 64:
        raise TableError("qd.reach.mail.bad")
    if not LOCAL.fullmatch(local) or not DOMAIN.fullmatch(domain):
        raise TableError("qd.reach.mail.bad")
    return plain


class Post:
    """Sends letters; without a mail server it says that it cannot."""

    def __init__(
        self,
        server: MailServer | None,
        public_url: str,
        wall: Callable[[], float],
        stop_link: Callable[[str], str] = lambda _: "",
    ) -> None:
        """`stop_link`: where whoever gets letters at an address can say that they want none."""
        self._server = server
        self._public_url = public_url
        self._wall = wall
        self._stop_link = stop_link
        self._seldom = Seldom(logger)

    @property
    def is_set_up(self) -> bool:
        return self._server is not None and bool(self._public_url)

    async def send_mail(
        self, address: str, subject: str, text: str, language: str = "en", id: str = ""
    ) -> None:
        """Send one letter, with a way to get no more of them; raises NotSent.

        With the same `id` it is the same letter, should it arrive twice.
        """
        if self._server is None or not self._public_url:
            raise NotSent(Message("qd.reach.mail.off"))
        letter = self._write(self._server, address, subject, text, language, id or new_id())
        try:
            async with asyncio.timeout(SENDING):
                await self._hand_in(self._server, letter, address)
        except (aiosmtplib.SMTPException, OSError, TimeoutError, ValueError) as error:
            raise self._explain(error) from None

    def _write(
        self,
        server: MailServer,
        address: str,
        subject: str,
        text: str,
        language: str,
        id: str,
    ) -> EmailMessage:
        say = Translator(language)
        stop = self._stop_link(address)
        letter = EmailMessage(SMTP)
        letter["From"] = server.sender
        letter["To"] = Address(addr_spec=address)
        letter["Subject"] = readable(subject)[:LONGEST_SUBJECT]
        letter["Date"] = format_datetime(datetime.fromtimestamp(self._wall(), UTC))
        letter["Message-ID"] = f"<{id}@{server.sender.domain}>"
        letter["Auto-Submitted"] = "auto-generated"
        letter["Content-Language"] = language
        if stop:
            letter["List-Unsubscribe"] = f"<{stop}>"
            letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        paragraphs = text.split("\n\n")
        if stop:
            paragraphs.append(f"-- \n{say('qd.reach.mail.stop')}\n{stop}")
        letter.set_content("\n\n".join(paragraphs), cte="quoted-printable")
        letter.add_alternative(
            _as_html(paragraphs, language, self._public_url), "html", cte="quoted-printable"
        )
        return letter

    async def _hand_in(self, server: MailServer, letter: EmailMessage, address: str) -> None:
        await aiosmtplib.send(
            letter.as_bytes(policy=WRITTEN),
            sender=server.sender.addr_spec,
            recipients=[address],
            hostname=server.host,
            port=server.port,
            username=server.user or None,
            password=server.password or None,
            timeout=ANSWERING,
            use_tls=server.tls == TLS,
            start_tls=server.tls == STARTTLS,
            tls_context=None if server.tls == NONE else _context(server.ca),
            local_hostname=server.sender.domain,
        )

    def _explain(self, error: Exception) -> NotSent:
        """What went wrong, for the person; what the operator should know is logged."""
        refused = error.recipients if isinstance(error, aiosmtplib.SMTPRecipientsRefused) else []
        if refused:
            code = refused[0].code
            # That is about what we are, or what we wrote
            by_policy = refused[0].message.startswith("5.7.")
            gone = code in NO_MAILBOX and not by_policy
            return NotSent(Message(f"qd.reach.mail.{_refusal(gone, code)}", code=code), gone)
        if isinstance(error, aiosmtplib.SMTPResponseException):
            if error.code >= 500:
                self._seldom.warn(f"the mail server refuses us (code {error.code})")
            return NotSent(Message(f"qd.reach.mail.{_refusal(False, error.code)}", code=error.code))
        # Neither the address nor what the server says: both may hold more than a log should
        self._seldom.warn("the mail server cannot be used", type(error).__name__)
        return NotSent(Message("qd.reach.mail.unreachable"))


def _refusal(gone: bool, code: int) -> str:
    if gone:
        return "gone"
    return "later" if code < 500 else "refused"


def _as_html(paragraphs: Sequence[str], language: str, public_url: str) -> str:
    """The same text for those who read HTML. Only our own addresses are links."""

    def line(text: str) -> str:
        shown = escape(text)
        ours = text.startswith(f"{public_url}/") and " " not in text
        return f'<a href="{shown}">{shown}</a>' if ours else shown

    body = "".join(
        f"<p>{'<br>'.join(line(text) for text in paragraph.splitlines())}</p>\n"
        for paragraph in paragraphs
    )
    return f'<!doctype html>\n<html lang="{language}"><body>\n{body}</body></html>\n'


class MailChannel:
    """Words by e-mail."""

    kind = "mail"

    def __init__(self, post: Post) -> None:
        self._post = post

    def check(self, address: str) -> str:
        return check_mail(address)

    def shown(self, address: str) -> str:
        return address

    def secret_of(self, _address: str) -> str:
        return ""

    async def send(self, address: str, word: Word) -> None:
        await self._post.send_mail(address, word.subject, word.text, word.language, word.id)
