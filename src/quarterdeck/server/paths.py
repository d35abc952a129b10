"""Addresses on this server as browsers know them.

A reverse proxy may offer the server under a path of its own, `/games` for example, which it takes
off before it passes a request on. Within the server every path begins where the server does;
whatever leaves it for a browser goes through `link`, or in templates through `root`. There is one
server in a process, so there is one such path.
"""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from quarterdeck.kernel.errors import BadSetup
from quarterdeck.kernel.messages import Message

_root = ""
_in_a_page = Markup()


def set_root(path: str) -> None:
    """Offer this process's server under a path: "" or "/games"."""
    global _root, _in_a_page  # noqa: PLW0603
    _root = checked_root(path)
    _in_a_page = escape(_root)


def checked_root(path: str) -> str:
    """A path without a slash at its end, or an error."""
    plain = path.rstrip("/")
    if plain and not re.fullmatch(r"(/(?!\.\.?(/|$))[\w.~-]+)+", plain, re.ASCII):
        raise BadSetup(Message("qd.server.bad_root_path", text=path[:80]))
    return plain


def root() -> str:
    return _root


def root_in_a_page() -> Markup:
    """For templates, which need not look whether it is safe."""
    return _in_a_page


def link(path: str) -> str:
    """A path of this server for a browser."""
    return _root + path
