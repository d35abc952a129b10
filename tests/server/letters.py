"""Ways to reach people that tests can look into: a channel in memory, and a real mail server."""

from __future__ import annotations

import asyncio
import ssl
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from quarterdeck.server.gathering import NewTable
from quarterdeck.server.house import House
from quarterdeck.server.live import LiveTable
from quarterdeck.server.presence import Clock
from quarterdeck.server.reach.channel import NotSent, Word
from quarterdeck.server.settings import Settings
from quarterdeck.server.store.rows import Guest
from tests.server.servers import PLENTY
from tests.server.serving import Fated
from tools.postgres import free_port

PUBLIC = "https://table.example.org"


P = ParamSpec("P")


def in_a_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A test that is run in an event loop of its own."""

    @wraps(test)
    def run(*arguments: P.args, **named: P.kwargs) -> None:
        asyncio.run(test(*arguments, **named))

    return run


class Time:
    """A clock that tests move: seconds of the house, and the time of day."""

    def __init__(self, wall: float = 1_790_000_000.0) -> None:
        self.seconds = 1000.0
        self.wall = wall

    def skip(self, seconds: float) -> None:
        self.seconds += seconds
        self.wall += seconds

    def clock(self) -> Clock:
        return Clock(lambda: self.seconds, 1e9, lambda: self.wall)


class Slate:
    """A channel that keeps what is sent, or fails as it is told."""

    def __init__(self, kind: str = "push") -> None:
        self.kind = kind
        self.words: list[tuple[str, Word]] = []
        self.failure: NotSent | None = None
        self.before: Callable[[], Any] | None = None

    def check(self, address: str) -> str:
        return address

    def shown(self, address: str) -> str:
        return address

    def secret_of(self, _address: str) -> str:
        return ""

    async def send(self, address: str, word: Word) -> None:
        if self.before is not None:
            await self.before()
        if self.failure is not None:
            raise self.failure
        self.words.append((address, word))

    def take(self) -> list[Word]:
        """What was sent since this was last asked."""
        words, self.words = self.words, []
        return [word for _, word in words]


@asynccontextmanager
async def quiet_house(database: str, folder: Path, time: Time, **more: Any) -> AsyncIterator[House]:
    """A house that looks and sends only when it is told to."""
    wanted = {"public_url": PUBLIC, "reach_tick": 1e9, "database": database, **more}
    settings = Settings(**{**PLENTY, "key_file": folder / "server.key", **wanted})
    house = House(settings, lambda: Fated(4, ""), time.clock())
    await house.open()
    await house.reach.close()
    try:
        yield house
    finally:
        await house.close()


async def come(
    house: House, name: str, channel: Slate | None = None, language: str = "en"
) -> Guest:
    """Somebody new, who can be reached by a channel."""
    guest, _ = await house.people.welcome(name)
    if channel is not None:
        await house.reach.addresses.add(guest, channel.kind, f"to {name}", "", language, "-")
    return guest


async def sit_down(house: House, game: str, *people: Guest, **more: Any) -> LiveTable:
    """A table at which these people play."""
    wish = NewTable(game, ("here", *["open"] * (len(people) - 1)), {}, **more)
    table = await house.tables.gathering.create(wish, people[0])
    for guest in people[1:]:
        await house.tables.gathering.join(table.row.id, guest)
    return table


async def tell(house: House) -> None:
    """Look who is to be told what, and send it."""
    await house.reach.look()
    await house.reach.send()


async def settle(house: House, time: Time, seconds: float = 61.0) -> None:
    """Look, let some time pass, and tell."""
    await tell(house)
    time.skip(seconds)
    await tell(house)


# A mail server


class Mailbox:
    """What a mail server was handed, and how it answers."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        # The last one as it came.
        self.raw = b""
        self.logins: list[str] = []
        self.refusal = ""
        self.secured: list[bool] = []
        self.came = threading.Event()

    async def handle_RCPT(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: Any
    ) -> str:
        if self.refusal:
            return self.refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802
        self, _server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        assert isinstance(envelope.content, bytes)
        letter = message_from_bytes(envelope.content, policy=default)
        assert isinstance(letter, EmailMessage)
        self.raw = envelope.content
        self.letters.append(letter)
        self.secured.append(session.ssl is not None)
        self.came.set()
        return "250 OK"

    def check(
        self, _server: SMTP, _session: Session, _envelope: Envelope, _how: str, data: Any
    ) -> Any:
        assert isinstance(data, LoginPassword)
        self.logins.append(data.login.decode())
        return AuthResult(success=data.password == b"harbour light", handled=False)

    def text(self) -> str:
        """The plain text of the last letter."""
        body = self.letters[-1].get_body(("plain",))
        assert body is not None
        return str(body.get_content())


class MailServer:
    """A mail server in a thread of its own."""

    def __init__(self, certificate: tuple[Path, Path] | None = None, login: bool = False) -> None:
        self.box = Mailbox()
        self.port = free_port()
        context = None
        if certificate is not None:
            context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            context.load_cert_chain(*certificate)
        self._controller = Controller(
            self.box,
            hostname="localhost",
            port=self.port,
            tls_context=context,
            require_starttls=context is not None,
            authenticator=self.box.check if login else None,
            auth_required=login,
            auth_require_tls=context is not None,
        )

    def __enter__(self) -> Mailbox:
        self._controller.start()
        return self.box

    def __exit__(self, *_: object) -> None:
        self._controller.stop()
