"""The address under which browsers find this server, as its operator names it."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message
from quarterdeck.server.paths import root


def read_public_url(text: str) -> str:
    """The address without a slash at its end; "" if there is none. Raises BadSetup."""
    plain = text.strip().rstrip("/")
    if not plain:
        return ""
    try:
        parts = urlsplit(plain)
        fine = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        fine = False
    odd = not (plain.isascii() and plain.isprintable()) or re.search(r"[\s\"'<>\\@?#]", plain)
    if not fine or odd:
        raise BadSetup(Message("qd.reach.start.url", found=text[:80]))
    return plain


def base_of(public_url: str) -> str:
    """What links begin with: with the path, if a proxy offers the server under one."""
    if not public_url or public_url.endswith(root()):
        return public_url
    return public_url + root()
