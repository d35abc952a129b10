"""Static files: style sheets, icons and the built script."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from quarterdeck.server.paths import link

STATIC = Path(__file__).parent / "static"
SCRIPT = "built/page.js"
YEAR = 365 * 24 * 3600


def has_script() -> bool:
    """Whether the script has been built; without it every page works as plain forms."""
    return (STATIC / SCRIPT).exists()


def asset(name: str) -> str:
    """The address of a static file; it changes with its content, so browsers may keep it."""
    return link(f"/static/{name}?v={_fingerprint(name, (STATIC / name).stat().st_mtime_ns)}")


@lru_cache
def _fingerprint(name: str, _changed: int) -> str:
    return hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:10]


class Assets(StaticFiles):
    """Static files that a browser keeps as long as their address names their content."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if response.status_code == 200 and b"v=" in scope.get("query_string", b""):
            response.headers["cache-control"] = f"public, max-age={YEAR}, immutable"
        return response
