"""Static files: style sheets, icons and the built script, each compressed once."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from quarterdeck.server.gzipping import BEST, SHORTEST, accepts_gzip, pack, weaken
from quarterdeck.server.paths import link

STATIC = Path(__file__).parent / "static"
SCRIPT = "built/page.js"
API_SCRIPT = "built/api.js"
WORKER = "built/worker.js"
FACES = "built/faces.css"
# The table as an app: width and purpose of each icon, and those of phones.
APP_ICONS = {
    "built/icons/app-192.png": (192, "any"),
    "built/icons/app-512.png": (512, "any"),
    "built/icons/maskable-192.png": (192, "maskable"),
    "built/icons/maskable-512.png": (512, "maskable"),
}
APPLE_ICON = "built/icons/apple-180.png"
BADGE = "built/icons/badge-96.png"
# What every page begins with.
CHIEF_FONTS = (
    "built/fonts/source-sans-3-latin-wght-normal.woff2",
    "built/fonts/source-serif-4-latin-400-normal.woff2",
    "built/fonts/source-serif-4-latin-700-normal.woff2",
)
YEAR = 365 * 24 * 3600
# For an address with a digest, which always shows the same.
FOR_GOOD = {"cache-control": f"public, max-age={YEAR}, immutable"}


def has_script() -> bool:
    """Whether the script has been built; without it every page works as plain forms."""
    return (STATIC / SCRIPT).exists()


def has_faces() -> bool:
    """Whether the typefaces are in place; without them a page is set in what the reader has."""
    return (STATIC / FACES).exists()


def has_icons() -> bool:
    """Whether icons have been drawn; without them an app has the one of its pages."""
    return all((STATIC / name).exists() for name in (*APP_ICONS, APPLE_ICON, BADGE))


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
        asked = Headers(scope=scope)
        response.headers.add_vary_header("Accept-Encoding")
        accepted = accepts_gzip(", ".join(asked.getlist("accept-encoding")))
        if accepted and "range" not in asked and isinstance(response, FileResponse):
            response = _packed(response)
        if response.status_code == 200 and b"v=" in scope.get("query_string", b""):
            response.headers["cache-control"] = f"public, max-age={YEAR}, immutable"
        return response


def _packed(whole: FileResponse) -> Response:
    """The same answer in fewer bytes, if it is worth the while."""
    assert whole.stat_result is not None
    if whole.stat_result.st_size < SHORTEST:
        return whole
    response = Response(_pack_file(str(whole.path), whole.stat_result.st_mtime_ns))
    for name in ("content-type", "last-modified", "vary"):
        response.headers[name] = whole.headers[name]
    response.headers["etag"] = weaken(whole.headers["etag"])
    response.headers["content-encoding"] = "gzip"
    return response


@lru_cache
def _pack_file(path: str, _changed: int) -> bytes:
    return pack(Path(path).read_bytes(), BEST)
