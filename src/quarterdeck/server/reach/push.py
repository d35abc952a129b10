"""Web Push: words to a browser whose page is closed, by the push service of its maker.

The browser names the address (a subscription: endpoint and keys); it is somebody's word, so it is
reached as everything outside is (`outside.py`). What is sent only that browser can read (RFC 8291),
and the service knows by a signature which server it is from (RFC 8292, VAPID).
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

import http_ece  # type: ignore[import-untyped]
import orjson
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from py_vapid import Vapid02, VapidException  # type: ignore[import-untyped]

from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message
from quarterdeck.server.identity import put_key
from quarterdeck.server.reach.channel import NotSent, Word
from quarterdeck.server.reach.outside import BadAddress, Outside, Place, Reply
from quarterdeck.server.reach.webhooks import cut, fields_of, judge
from quarterdeck.server.store import keep_private

KIND = "push"
VERSION = 1
HOUR = 3600
# How long a push service keeps a word for a device that is off.
KEPT = 3 * 24 * HOUR
# How long a signature is good; services refuse more than a day.
SIGNED = 12 * HOUR
# Every service takes 4096 bytes with the encryption's own.
MOST_BYTES = 3800
LONGEST_SUBJECT, LONGEST_TEXT, LONGEST_LINK = 200, 1500, 800
KEY_BYTES, AUTH_BYTES = 65, 16
_TOPIC = re.compile(r"[\w-]{1,32}", re.ASCII)
_CONTACT = re.compile(r"mailto:[^@\s]+@[^@\s]+\.[^@\s]+|https://[\w.-]+\.[\w-]+")


class PushKey:
    """The key by which push services know this server; every subscription is bound to it."""

    def __init__(self, private: ec.EllipticCurvePrivateKey) -> None:
        self._vapid = Vapid02(private)
        public = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public = encode(public)

    @classmethod
    def at(cls, path: Path) -> PushKey:
        """The key in a file, made at the first start and readable by its owner only."""
        try:
            if not path.exists():
                made = ec.generate_private_key(ec.SECP256R1())
                # Of several servers that start at once, the first one's key stays.
                put_key(path, made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
            keep_private(path)
            key = load_pem_private_key(path.read_bytes(), None)
        except OSError as error:
            why = error.strerror or str(error)
            raise BadSetup(Message("qd.server.start.file", file=str(path), why=why)) from error
        except (ValueError, TypeError, UnsupportedAlgorithm):
            key = None
        if not isinstance(key, ec.EllipticCurvePrivateKey) or key.curve.name != "secp256r1":
            raise BadSetup(Message("qd.reach.push.bad_key", file=str(path)))
        return cls(key)

    def sign(self, origin: str, contact: str, until: int) -> str:
        """What proves to a push service that a request is ours."""
        claims = {"aud": origin, "sub": contact, "exp": until}
        signed: dict[str, str] = self._vapid.sign(claims)
        return signed["Authorization"]


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    if not re.fullmatch(r"[\w-]*={0,2}", text, re.ASCII):
        raise ValueError(text)
    plain = text.rstrip("=")
    return base64.urlsafe_b64decode(plain + "=" * (-len(plain) % 4))


@dataclass(frozen=True)
class Subscription:
    """Where a browser is reached, and what only it can read is encrypted with."""

    place: Place
    key: bytes
    auth: bytes

    def text(self) -> str:
        """As it is stored."""
        parts = {
            "endpoint": self.place.address,
            "p256dh": encode(self.key),
            "auth": encode(self.auth),
        }
        return orjson.dumps(parts).decode()


def read_subscription(text: str, outside: Outside) -> Subscription:
    """A subscription as it is stored; raises `BadAddress`."""
    try:
        parts = orjson.loads(text)
        endpoint, key, auth = str(parts["endpoint"]), decode(parts["p256dh"]), decode(parts["auth"])
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
    except (ValueError, TypeError, KeyError, binascii.Error):
        raise BadAddress("subscription") from None
    if len(key) != KEY_BYTES or len(auth) != AUTH_BYTES:
        raise BadAddress("subscription")
    return Subscription(outside.read(endpoint), key, auth)


def checked_contact(contact: str) -> str:
    """Whom push services may write to about this server, or nobody."""
    if contact and not _CONTACT.fullmatch(contact):
        mail, page = "mailto:you@example.org", "https://example.org"
        raise BadSetup(
            Message("qd.reach.push.bad_contact", text=contact[:80], mail=mail, page=page)
        )
    return contact


def payload_of(word: Word) -> bytes:
    """What the service worker is told of a word (`script/worker.ts`), never more than fits."""
    short = replace(
        word,
        subject=cut(word.subject, LONGEST_SUBJECT),
        text=cut(word.text, LONGEST_TEXT),
        link=word.link if len(word.link) <= LONGEST_LINK else "",
    )
    while True:
        payload = orjson.dumps({"version": VERSION, **fields_of(short)})
        if len(payload) <= MOST_BYTES:
            return payload
        # Some letters take several bytes
        short = replace(short, text=cut(short.text, len(short.text) * 3 // 4))


def encrypt(payload: bytes, subscription: Subscription) -> bytes:
    """What only the subscription's browser can read."""
    sealed: bytes = http_ece.encrypt(
        payload,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=subscription.key,
        auth_secret=subscription.auth,
        version="aes128gcm",
    )
    return sealed


class Push:
    """The channel of Web Push."""

    def __init__(
        self,
        outside: Outside,
        key: PushKey,
        contact: str = "",
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`clock`: the time of day, as push services know it."""
        self.key = key
        self.outside = outside
        self._contact = checked_contact(contact)
        self._clock = clock

    @property
    def kind(self) -> str:
        return KIND

    def check(self, address: str) -> str:
        return read_subscription(address, self.outside).text()

    def shown(self, address: str) -> str:
        """The service a stored address belongs to; the rest of it is secret."""
        return read_subscription(address, self.outside).place.host

    def secret_of(self, _address: str) -> str:
        return ""

    async def send(self, address: str, word: Word) -> None:
        try:
            subscription = read_subscription(address, self.outside)
            headers = self._headers(subscription.place, word)
        except BadAddress as error:
            raise NotSent(error.message, gone=True) from None
        except VapidException:
            raise NotSent(BadAddress("subscription").message, gone=True) from None
        body = encrypt(payload_of(word), subscription)
        reply = await self.outside.send("POST", subscription.place, body, headers)
        _judge(reply, subscription.place.host)

    def _headers(self, place: Place, word: Word) -> dict[str, str]:
        until = int(self._clock()) + SIGNED
        headers = {
            "Authorization": self.key.sign(
                place.origin, self._contact or find_contact(word), until
            ),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT),
            # What is about one table is worth waking a sleeping phone for.
            "Urgency": "high" if word.tag else "normal",
        }
        if word.tag:
            # A newer word takes the place of one that still waits for the device.
            headers["Topic"] = topic_of(word.tag)
        return headers


def topic_of(tag: str) -> str:
    """A tag as push services take it: 32 letters at most."""
    if _TOPIC.fullmatch(tag):
        return tag
    return encode(hashlib.sha256(tag.encode()).digest())[:32]


def find_contact(word: Word) -> str:
    """Who is to be told if something is wrong with this server: whoever runs its pages."""
    link = urlsplit(word.link)
    address = f"https://{link.hostname}"
    return address if _CONTACT.fullmatch(address) else "mailto:webmaster@localhost"


def _judge(reply: Reply, host: str) -> None:
    if reply.status in (400, 401, 403):
        # Our key or our clock may be wrong: no reason to forget everybody's devices
        raise NotSent(Message("qd.reach.fault.signature", host=host, status=reply.status))
    judge(reply, host)
