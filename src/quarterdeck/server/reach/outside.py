"""Reaching out to addresses that people gave: the one client by which this server does so.

Whoever may name an address could lead the server's requests into its own network. So a name is
looked up here, every address that is not open to the whole internet is refused, and the connection
goes to exactly the address that was looked at: a name that means something else a moment later
changes nothing. Redirects are not followed. The operator may allow hosts and networks of their own.
"""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from ssl import SSLContext
from urllib.parse import SplitResult, quote, urlsplit

import httpcore2
import idna

from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message
from quarterdeck.server.errors import TableError
from quarterdeck.server.reach.channel import NotSent

# At its most talkative the library would write headers, and with them secrets.
logging.getLogger("httpcore2").setLevel(logging.WARNING)

Address = IPv4Address | IPv6Address
# From a host and a port to the addresses it has; it may take its time.
Resolve = Callable[[str, int], Sequence[str]]

PORTS = {"https": 443, "http": 80}
LONGEST_ADDRESS = 2000
MOST_BYTES = 64 * 1024
SECONDS = 20.0
CONNECTIONS = 100
RESOLVERS = 4
# As long as anybody may make us wait before we try again.
LONGEST_WAIT = 24 * 3600.0

_INTERNET = IPv6Network("2000::/3")
# Here an address of the fourth version is the end of one of the sixth.
_TRANSLATED = IPv6Network("64:ff9b::/96")
# Of the internet, but special: Teredo and its kind, examples, 6to4.
_SPECIAL = tuple(
    IPv6Network(text) for text in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
)
# What versions of Python disagree on or take for open to everybody: protocols' own, relays of 6to4,
# and the address by which Azure tells the machines it hosts their secrets.
_SPECIAL_4 = tuple(
    ip_network(text) for text in ("192.0.0.0/24", "192.88.99.0/24", "168.63.129.16/32")
)
# What some programs read as a number, and so as an address: 2130706433, 0x7f.1, 0177.0.0.1.
_NUMBER = re.compile(r"(?:0x[0-9a-f]*|[0-9]+)", re.IGNORECASE)
_NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)", re.ASCII)


class BadAddress(TableError):
    """An address that is not used, with the reason in words for whoever gave it."""

    status = 422

    def __init__(self, what: str, **arguments: int | str | Message) -> None:
        super().__init__(f"qd.reach.address.{what}", **arguments)


def is_public(address: Address) -> bool:
    """Whether an address is open to the whole internet, however it is written."""
    if isinstance(address, IPv6Address):
        if address.scope_id is not None:
            return False
        hidden = address.ipv4_mapped
        if hidden is None and address in _TRANSLATED:
            hidden = IPv4Address(int(address) & 0xFFFFFFFF)
        if hidden is not None:
            return is_public(hidden)
        return address in _INTERNET and not any(address in network for network in _SPECIAL)
    if address.is_multicast or address.is_reserved or not address.is_global:
        return False
    return not any(address in network for network in _SPECIAL_4)


class Allowed:
    """Hosts and networks of their own that the operator lets people reach, by any port."""

    def __init__(self, listed: Iterable[str] = ()) -> None:
        self._names: set[str] = set()
        self._networks = []
        for text in filter(None, (each.strip() for each in listed)):
            try:
                self._networks.append(ip_network(text, strict=False))
                continue
            except ValueError:
                pass
            try:
                self._names.add(_plain_name(text))
            except ValueError:
                raise BadSetup(Message("qd.reach.bad_allow", text=text[:80])) from None

    def has_name(self, host: str) -> bool:
        return host in self._names

    def has_address(self, address: Address) -> bool:
        if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        return any(address in network for network in self._networks)

    def has_host(self, host: str) -> bool:
        """Whether a host is named, or its address is in a network that is."""
        if self.has_name(host):
            return True
        literal = _literal(host)
        return literal is not None and self.has_address(literal)


@dataclass(frozen=True)
class Place:
    """Where a request goes; nothing about it is odd."""

    scheme: str
    host: str
    port: int
    # Path and query, as they are sent.
    target: str

    @property
    def origin(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{host}{port}"

    @property
    def address(self) -> str:
        return self.origin + self.target

    @property
    def path(self) -> str:
        return self.target.partition("?")[0]

    @property
    def query(self) -> str:
        return self.target.partition("?")[2]


def read_address(text: str, allowed: Allowed) -> Place:
    """The place an address means; raises `BadAddress` if we do not go there."""
    text = text.strip()
    if len(text) > LONGEST_ADDRESS:
        raise BadAddress("long", most=LONGEST_ADDRESS)
    if not text or not text.isprintable() or re.search(r"[\s\\]", text):
        raise BadAddress("malformed")
    try:
        parts = urlsplit(text)
        if parts.scheme not in PORTS:
            raise BadAddress("scheme")
        port = parts.port
        host = _plain_host(parts.hostname or "")
    except ValueError:
        raise BadAddress("malformed") from None
    if "@" in parts.netloc:
        raise BadAddress("userinfo")
    own = allowed.has_host(host)
    literal = _literal(host)
    if literal is not None and not own and not is_public(literal):
        raise BadAddress("inside", host=host)
    if parts.scheme != "https" and not own:
        raise BadAddress("scheme")
    usual = PORTS[parts.scheme]
    if port not in (None, usual) and not own:
        raise BadAddress("port", port=int(port or 0))
    return Place(parts.scheme, host, port or usual, _target(parts))


def _target(parts: SplitResult) -> str:
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
    query = quote(parts.query, safe="/%:@!$&'()*+,;=~-._?")
    return f"{path}?{query}" if query else path


def _literal(host: str) -> Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _plain_host(host: str) -> str:
    """A host as it is looked up; raises `ValueError` if it is none."""
    literal = _literal(host)
    if literal is not None:
        if isinstance(literal, IPv6Address) and literal.scope_id is not None:
            raise ValueError(host)
        return str(literal)
    return _plain_name(host)


def _plain_name(name: str) -> str:
    """A name in the letters that are looked up; raises `ValueError` if it is none."""
    plain = name.rstrip(".").lower()
    if not plain.isascii():
        try:
            plain = idna.encode(plain, uts46=True).decode("ascii")
        except idna.IDNAError as error:
            raise ValueError(name) from error
    labels = plain.split(".")
    if len(plain) > 253 or not all(_NAME.fullmatch(label) for label in labels):
        raise ValueError(name)
    if _NUMBER.fullmatch(labels[-1]):
        raise ValueError(name)
    return plain


@dataclass(frozen=True)
class Reply:
    """What the other side said, as far as we listen."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def fine(self) -> bool:
        return 200 <= self.status < 300

    def retry_after(self, now: datetime | None = None) -> float | None:
        """How many seconds we are asked to wait."""
        text = self.headers.get("retry-after", "").strip()
        try:
            seconds = float(text)
        except ValueError:
            try:
                seconds = (parsedate_to_datetime(text) - (now or datetime.now(UTC))).total_seconds()
            except (ValueError, TypeError):
                return None
        # Neither is what is no number at all
        return min(seconds, LONGEST_WAIT) if seconds >= 0 else None


def look_up(host: str, port: int) -> list[str]:
    """The addresses of a host, as this machine knows them."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))


class Outside:
    """Sends requests to places that people gave. Only tests bring their own look-up and TLS."""

    def __init__(
        self,
        allowed: Allowed,
        resolve: Resolve = look_up,
        tls: SSLContext | None = None,
        seconds: float = SECONDS,
    ) -> None:
        self.allowed = allowed
        self._seconds = seconds
        self._door = _Door(allowed, resolve)
        self._pool = httpcore2.AsyncConnectionPool(
            ssl_context=tls,
            max_connections=CONNECTIONS,
            max_keepalive_connections=CONNECTIONS // 5,
            keepalive_expiry=10.0,
            network_backend=self._door,
        )

    async def close(self) -> None:
        await self._pool.aclose()
        self._door.close()

    def read(self, address: str) -> Place:
        return read_address(address, self.allowed)

    async def send(
        self, method: str, place: Place, body: bytes, headers: Mapping[str, str]
    ) -> Reply:
        """One request; raises `NotSent` if there is no answer."""
        try:
            async with asyncio.timeout(self._seconds):
                return await self._send(method, place, body, headers)
        except (TimeoutError, httpcore2.TimeoutException):
            raise NotSent(Message("qd.reach.fault.slow", host=place.host)) from None
        except Forbidden:
            raise NotSent(Message("qd.reach.fault.inside", host=place.host), gone=True) from None
        except (OSError, httpcore2.NetworkError, httpcore2.ProtocolError):
            raise NotSent(Message("qd.reach.fault.unreachable", host=place.host)) from None

    async def _send(
        self, method: str, place: Place, body: bytes, headers: Mapping[str, str]
    ) -> Reply:
        url = httpcore2.URL(
            scheme=place.scheme.encode(),
            host=place.host.encode(),
            port=place.port,
            target=place.target.encode(),
        )
        sent = {
            "Host": place.origin.partition("://")[2],
            "User-Agent": "Quarterdeck",
            "Accept": "*/*",
            "Content-Length": str(len(body)),
            **headers,
        }
        pairs = [(name.encode("ascii"), value.encode("ascii")) for name, value in sent.items()]
        async with self._pool.stream(method, url, headers=pairs, content=body) as response:
            found = {
                name.decode("latin-1").lower(): value.decode("latin-1")
                for name, value in response.headers
            }
            return Reply(response.status, found, await _beginning(response))


async def _beginning(response: httpcore2.Response) -> bytes:
    """As much of an answer as we are willing to read."""
    read = bytearray()
    async for chunk in response.aiter_stream():
        read += chunk
        if len(read) > MOST_BYTES:
            break
    return bytes(read[:MOST_BYTES])


class Forbidden(Exception):
    """A host with no address that we go to."""


class _Door(httpcore2.AsyncNetworkBackend):
    """Opens connections, to addresses that were looked at and to no others."""

    def __init__(self, allowed: Allowed, resolve: Resolve) -> None:
        self._allowed = allowed
        self._resolve = resolve
        self._network = httpcore2.AnyIOBackend()
        # Names that take long to look up must not hold up anything else of this server.
        self._resolvers = ThreadPoolExecutor(RESOLVERS, "look-up")

    def close(self) -> None:
        self._resolvers.shutdown(wait=False, cancel_futures=True)

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        failed: Exception = Forbidden()
        for address in await self._addresses(host, port):
            try:
                return await self._network.connect_tcp(
                    str(address), port, timeout, local_address, socket_options
                )
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failed = error
        raise failed

    async def _addresses(self, host: str, port: int) -> list[Address]:
        """The addresses of a host that we go to."""
        literal = _literal(host)
        if literal is not None:
            found = [literal]
        else:
            loop = asyncio.get_running_loop()
            texts = await loop.run_in_executor(self._resolvers, self._resolve, host, port)
            found = [ip_address(text) for text in texts]
        return [address for address in found if self._may_reach(host, address)]

    def _may_reach(self, host: str, address: Address) -> bool:
        if self._allowed.has_name(host) or self._allowed.has_address(address):
            return True
        return is_public(address) and not _is_own(address)

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,  # noqa: ASYNC109
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        raise Forbidden

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


def _is_own(address: Address) -> bool:
    """Whether an address is this machine's: what listens there may trust whoever is here.

    A socket for datagrams learns which address it would speak from without sending anything.
    """
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((str(address), 9))
            return ip_address(probe.getsockname()[0]) == address
    except OSError:
        return False
