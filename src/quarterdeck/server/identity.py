"""Who somebody is: guests with a signed cookie, a personal link, and tokens for seats.

Secrets are random 160-bit numbers. The database keeps only their hashes; the cookie is signed,
so it cannot be made up.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import string
from pathlib import Path
from unicodedata import category

# Letters and digits only: a hyphen in front would read as an option of a command, and one at
# the end of a link is often cut off by what people send it with.
ALPHABET = string.ascii_letters + string.digits
# 160 bits and 71 bits.
SECRET_LENGTH, ID_LENGTH = 27, 12
# Characters that change the direction of what follows them.
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def new_secret() -> str:
    """A secret for a link or a seat: 160 bits, safe in an address."""
    return _draw(SECRET_LENGTH)


def new_id() -> str:
    """A public name for a guest or a table; unguessable too, but not a key to anything."""
    return _draw(ID_LENGTH)


def _draw(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def hash_secret(secret: str) -> str:
    """What the database keeps of a secret. It is long and random, so a plain hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def readable(text: str) -> str:
    """A text on one line, without what cannot be shown or would turn the rest around."""
    shown = (c for c in " ".join(text.split()) if category(c) != "Cc" and c not in TURNING)
    return "".join(shown).strip()


class Signer:
    """Signs guest ids for the cookie."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def sign(self, guest_id: str) -> str:
        return f"{guest_id}.{self._mac(guest_id)}"

    def read(self, cookie: str | None) -> str | None:
        """The guest id of a cookie, or None if the signature is not ours."""
        if not cookie or len(cookie) > 200:
            return None
        guest_id, dot, mac = cookie.rpartition(".")
        if not dot or not hmac.compare_digest(mac.encode(), self._mac(guest_id).encode()):
            return None
        return guest_id

    def _mac(self, text: str) -> str:
        return hmac.new(self._key, text.encode(), hashlib.sha256).hexdigest()


def server_key(path: Path) -> bytes:
    """The key this server signs with, made at its first start and readable by its owner only."""
    if not path.exists():
        put_key(path, secrets.token_bytes(32))
    return path.read_bytes()


def put_key(path: Path, key: bytes, replace: bool = False) -> bool:
    """Keep a key; False if another one is there and stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    draft.touch(mode=0o600)
    draft.write_bytes(key)
    try:
        if replace:
            draft.replace(path)
        else:
            # Of several servers that start at once, the first one's key stays.
            path.hardlink_to(draft)
    except FileExistsError:
        return path.read_bytes() == key
    finally:
        draft.unlink(missing_ok=True)
    return True
