"""A passkey in software: what a browser and its authenticator would answer, or somebody who
cheats."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import bytes_to_base64url

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


@dataclass
class Authenticator:
    """One passkey, at one origin. `count` is what it says how often it was used."""

    origin: str
    rp_id: str
    credential: bytes = b"a passkey of tests"
    count: int = 0
    handle: str = ""
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to what a server needs for a new passkey."""
        self.handle = options["user"]["id"]
        numbers = self.key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        length = len(self.credential).to_bytes(2, "big")
        attested = bytes(16) + length + self.credential + public
        data = self._data(PRESENT | VERIFIED | ATTESTED) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options["challenge"])
        return self._answer(
            clientDataJSON=bytes_to_base64url(client),
            attestationObject=bytes_to_base64url(attestation),
            transports=["internal", "made up"],
        )

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to what a server needs to let somebody in."""
        self.count += 1
        data, client = self._data(PRESENT), self._client("webauthn.get", options["challenge"])
        signed = data + hashlib.sha256(client).digest()
        return self._answer(
            clientDataJSON=bytes_to_base64url(client),
            authenticatorData=bytes_to_base64url(data),
            signature=bytes_to_base64url(self.key.sign(signed, ec.ECDSA(hashes.SHA256()))),
            userHandle=self.handle,
        )

    def _data(self, flags: int) -> bytes:
        host = hashlib.sha256(self.rp_id.encode()).digest()
        return host + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _answer(self, **response: Any) -> dict[str, Any]:
        id = bytes_to_base64url(self.credential)
        return {"id": id, "rawId": id, "type": "public-key", "response": response}
