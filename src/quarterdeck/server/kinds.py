"""What a request is about: what the log and the metrics say instead of its address."""

from __future__ import annotations

import re

STREAM = "stream"

_AT_A_TABLE = re.compile(r"/(?:t|api/tables)/[^/]+(?:/([a-z-]+))?")
_READING = {
    "stream": STREAM,
    "events": STREAM,
    "replay": "replay",
    "record": "replay",
    "review": "replay",
    "result": "replay",
}
_ACTING = {
    "choose": "move",
    "moves": "move",
    "undo": "undo",
    "redo": "undo",
    "say": "chat",
    "chat": "chat",
}


def kind_of(method: str, path: str) -> str:
    """What a request is about, in one of a few words: no id, no name, no secret."""
    found = _AT_A_TABLE.match(path)
    if found:
        if method in ("GET", "HEAD"):
            return _READING.get(found[1], "table")
        return _ACTING.get(found[1], "act")
    if path.startswith(("/static/", "/games/")) and not path.endswith("/statistics"):
        return "static"
    if path in ("/worker.js", "/manifest.webmanifest", "/offline"):
        return "static"
    if path.startswith("/api"):
        return "api"
    return "lobby" if path == "/" else "page"
