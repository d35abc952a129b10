"""Who is told, in tests: a receiver of webhooks, and a push service with a browser of its own."""

from __future__ import annotations

import asyncio
import json
import ssl
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import urlsplit

import http_ece  # type: ignore[import-untyped]
import py_vapid.jwt  # type: ignore[import-untyped]
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from quarterdeck.server.reach.channel import Word
from quarterdeck.server.reach.outside import Allowed, Outside, Resolve, look_up
from quarterdeck.server.reach.push import Push, encode
from quarterdeck.server.reach.webhooks import Webhooks


def open_outside(*allow: str, resolve: Resolve | None = None, **more: Any) -> Outside:
    """A way outside; by default to this machine, where the receivers are."""
    return Outside(Allowed(allow or ["127.0.0.1/32"]), resolve or look_up, **more)


def deliver(channel: Push | Webhooks, address: str, word: Word | None = None) -> None:
    """Send a word, and leave nothing open."""

    async def main() -> None:
        try:
            await channel.send(address, word or some_word())
        finally:
            await channel.outside.close()

    # The tests in the browser have a loop of their own.
    with ThreadPoolExecutor(1) as aside:
        aside.submit(lambda: asyncio.run(main())).result()


def some_word(**changes: Any) -> Word:
    """What Bob is told."""
    fields: dict[str, Any] = {
        "id": "w-1",
        "language": "fr",
        "subject": "Sel d’Océan, « Chez Zoë » : à vous",
        "text": "Vendez du hareng, ou passez.",
        "link": "https://play.example.org/games/t/abcdefghijkl",
        "tag": "abcdefghijkl",
        "waiting": 2,
    }
    return Word(**{**fields, **changes})


@dataclass(frozen=True)
class Got:
    """A request as it arrived."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Receiver:
    """Takes every request, and answers as it is told."""

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self.got: list[Got] = []
        self.status = 200
        self.headers: dict[str, str] = {}
        self.body = b"{}"
        # Nothing is answered until it is set.
        self.gate = threading.Event()
        self.gate.set()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self) -> None:
                length = int(self.headers.get("content-length", "0"))
                heard = {name.lower(): value for name, value in self.headers.items()}
                receiver.got.append(Got(self.command, self.path, heard, self.rfile.read(length)))
                receiver.gate.wait(60)
                self.send_response(receiver.status)
                for name, value in receiver.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(receiver.body)))
                self.end_headers()
                self.wfile.write(receiver.body)

            do_GET = do_POST = do_PUT = answer  # noqa: N815

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        if tls is not None:
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        self.host = f"127.0.0.1:{self.port}"
        self.address = f"{'http' if tls is None else 'https'}://{self.host}"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.gate.set()
        self._server.shutdown()
        self._server.server_close()


@dataclass
class Browser:
    """What a browser keeps of a subscription."""

    private: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    auth: bytes = b"sixteen  letters"

    def subscription(self, endpoint: str) -> dict[str, Any]:
        """As `toJSON()` gives it."""
        public = self.private.public_key()
        point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": encode(point), "auth": encode(self.auth)}
        return {"endpoint": endpoint, "expirationTime": None, "keys": keys}

    def address(self, endpoint: str) -> str:
        made = self.subscription(endpoint)
        return json.dumps({"endpoint": endpoint, **made["keys"]})

    def open(self, body: bytes) -> dict[str, Any]:
        """What was sent, in clear."""
        opened = http_ece.decrypt(
            body, private_key=self.private, auth_secret=self.auth, version="aes128gcm"
        )
        found: dict[str, Any] = json.loads(opened)
        return found


def verify_vapid(got: Got, origin: str, now: float | None = None) -> dict[str, Any]:
    """What a request claims of its sender, if a push service would believe it."""
    scheme, _, rest = got.headers["authorization"].partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    claims: dict[str, Any] = py_vapid.jwt.decode(parts["t"], parts["k"])
    assert claims["aud"] == origin
    assert 0 < claims["exp"] - (now or time.time()) <= 24 * 3600
    assert urlsplit(claims["sub"]).scheme in ("mailto", "https")
    return {**claims, "key": parts["k"]}
