"""Addresses on this server as browsers know them.

A reverse proxy may offer the server under a path of its own, `/games` for example. Within the
server every path begins where the server does; whatever leaves it for a browser goes through
`link`. There is one server in a process, so there is one such path.
"""

from __future__ import annotations

import re

from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message

_root = ""


def set_root(path: str) -> None:
    """Offer this process's server under a path: "" or "/games"."""
    global _root  # noqa: PLW0603
    _root = checked_root(path)


def checked_root(path: str) -> str:
    """A path without a slash at its end, or an error."""
    plain = path.rstrip("/")
    if plain and not re.fullmatch(r"(/[\w.~-]+)+", plain, re.ASCII):
        raise BadSetup(Message("qd.server.bad_root_path", text=path[:80]))
    return plain


def root() -> str:
    return _root


def link(path: str) -> str:
    """A path of this server for a browser."""
    return _root + path


def inner(path: str) -> str:
    """A path that a browser named, as this server knows it."""
    if _root and (path == _root or path.startswith((_root + "/", _root + "?"))):
        return path[len(_root) :] or "/"
    return path
