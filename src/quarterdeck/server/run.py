"""Start a server: in this process, or in several under a supervisor."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import ssl
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import uvicorn

from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message
from quarterdeck.server.addresses import Proxies
from quarterdeck.server.app import Application, create_app
from quarterdeck.server.assets import has_script
from quarterdeck.server.door import Door, DoorLimits
from quarterdeck.server.logs import configure_logs
from quarterdeck.server.parent import stop_with_parent
from quarterdeck.server.publishing import publish
from quarterdeck.server.seldom import OncePerMinute
from quarterdeck.server.settings import Settings
from quarterdeck.server.supervisor import Supervisor
from quarterdeck.server.tidying import let_old_things_lie

if TYPE_CHECKING:
    from types import FrameType

logger = logging.getLogger(__name__)

# Seconds that requests may still take when the server ends. Streams end at once.
GRACE = 3
# Files that are no connections of visitors: the database, bots, logs.
OTHER_FILES = 128
MOST_CONNECTIONS = 10_000
BACKLOG = 2048
SIGNALS = (signal.SIGINT, signal.SIGTERM)


def answer_promptly() -> None:
    """Keep out of the way of requests what can wait."""
    let_old_things_lie()
    # The threads of the database hand over to the loop, and back, ten times sooner.
    sys.setswitchinterval(0.0005)


def listen(host: str, port: int) -> list[socket.socket]:
    """Sockets at an address; what is wrong with it is said before anything is started."""
    opened: list[socket.socket] = []
    try:
        found = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        for family, _, _, _, address in dict.fromkeys(found):
            opened.append(socket.create_server(address[:2], family=family, backlog=BACKLOG))
    except OSError as error:
        for made in opened:
            made.close()
        raise BadSetup(
            Message("qd.server.cannot_listen", host=host, port=port, why=_why(error))
        ) from error
    return opened


def _why(error: OSError) -> str:
    return (error.strerror or str(error))[:200]


def allow_many_files() -> int:
    """As many open files as the system allows without asking; gives how many these are."""
    try:
        import resource
    except ImportError:
        return 1024
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = hard if hard != resource.RLIM_INFINITY else MOST_CONNECTIONS + OTHER_FILES
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return MOST_CONNECTIONS + OTHER_FILES if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):
        return soft
    return wanted


def limits_of(settings: Settings) -> DoorLimits:
    room = max(16, min(allow_many_files() - OTHER_FILES, MOST_CONNECTIONS))
    return DoorLimits(
        room if settings.connections is None else min(settings.connections, room),
        settings.connections_per_address,
        settings.head_seconds,
        settings.send_seconds,
    )


def tls_of(settings: Settings) -> ssl.SSLContext | None:
    """What TLS needs, read and checked."""
    if settings.certificate is None:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(settings.certificate, settings.certificate_key)
    except (OSError, ssl.SSLError) as error:
        raise BadSetup(
            Message("qd.server.bad_certificate", file=str(settings.certificate), why=_why(error))
        ) from error
    return context


class _Server(uvicorn.Server):
    """Tells the application first when it ends: streams never end by themselves."""

    def __init__(self, config: uvicorn.Config, before: Callable[[], None]) -> None:
        super().__init__(config)
        self._before = before

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._before()
        await super().shutdown(sockets)


def _quietly() -> None:
    """Nobody waits to hear that the server answers."""


async def _serve(
    app: Application, sockets: Sequence[socket.socket], ready: Callable[[], None]
) -> None:
    async with app.opened():
        settings = app.settings
        door = Door(app, limits_of(settings), Proxies(settings.behind_proxy), tls=tls_of(settings))
        config = uvicorn.Config(
            door,
            http=door.protocol,
            ws="none",
            # Whom to believe about addresses is said in our own settings, and nowhere else.
            proxy_headers=False,
            lifespan="off",
            backlog=BACKLOG,
            log_config=None,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=GRACE,
        )
        server = _Server(config, app.say_goodbye)
        # uvicorn raises once more the signal that ended it; there is something to close before.
        before = [signal.signal(number, _note) for number in SIGNALS]
        ready()
        await server.serve(list(sockets))
        for number, handler in zip(SIGNALS, before, strict=True):
            signal.signal(number, handler)


def _note(_signal: int, _frame: FrameType | None) -> None:
    """A signal that has been heeded already."""


def serve_alone(
    app: Application, sockets: Sequence[socket.socket], ready: Callable[[], None] = _quietly
) -> None:
    """Serve from this process until interrupted."""
    answer_promptly()
    # It warns of every request that is none.
    logging.getLogger("uvicorn.error").addFilter(OncePerMinute())
    with asyncio.Runner(loop_factory=_loop_factory(app.settings)) as runner:
        runner.run(_serve(app, sockets, ready))


def _loop_factory(settings: Settings) -> Callable[[], asyncio.AbstractEventLoop] | None:
    if settings.certificate is not None:
        # uvloop does not let the door keep a connection waiting before it has been secured.
        return None
    try:
        import uvloop
    except ImportError:
        return None
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory


def work(settings: Settings, sockets: Sequence[socket.socket]) -> None:
    """What one of several processes does."""
    stop_with_parent(GRACE + 2)
    configure_logs(settings.log_format)
    try:
        serve_alone(create_app(settings), sockets)
    except BadSetup as error:
        logger.error("a server process cannot start: %s", error)
        sys.exit(2)


def warn_without_script() -> None:
    """Say so if this package was built without npm."""
    if not has_script():
        logger.warning(
            "this build has no page script, since it was made without npm: "
            "pages work as plain forms, without live updates"
        )


def serve(
    settings: Settings,
    host: str,
    port: int,
    workers: int = 1,
    ready: Callable[[], None] = _quietly,
) -> None:
    """Serve until interrupted. What cannot work is refused before anything is started."""
    configure_logs(settings.log_format)
    tls_of(settings)
    warn_without_script()
    app = create_app(settings)
    sockets = listen(host, port)
    if settings.metrics:
        publish(settings.metrics, several=workers > 1)
    if workers == 1:
        serve_alone(app, sockets, ready)
        return
    asyncio.run(app.prepare())
    ready()
    Supervisor(work, (settings, sockets), workers, GRACE + 2).run()
