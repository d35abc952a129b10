"""The table as an app: its manifest, its service worker, and the page without a connection.

Nothing here depends on who asks, so that a device may keep it for whoever comes.
"""

from __future__ import annotations

import hashlib
from typing import Annotated

import orjson
from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.server.assets import (
    APP_ICONS,
    BADGE,
    STATIC,
    WORKER,
    asset,
    has_icons,
)
from quarterdeck.server.errors import NotFound
from quarterdeck.server.house import House
from quarterdeck.server.pages.common import BARS, fill_in
from quarterdeck.server.paths import link
from quarterdeck.server.reach.push import PushKey

router = APIRouter()
Language = Annotated[str, Query(alias="lang", max_length=5)]

# What lies below the bar of every page: see `style/base.css`.
PAPER = "#f3e8cf"
# What changes with an update is asked for again, whoever keeps it in between.
ASK_AGAIN = {"cache-control": "no-cache"}
STYLES = ("style/base.css",)


def _known(language: str) -> str:
    return language if language in LANGUAGES else LANGUAGES[0]


@router.get("/manifest.webmanifest")
async def manifest(language: Language = LANGUAGES[0]) -> Response:
    """What a device needs to know to install the table as an app."""
    say = Translator(_known(language))
    home = link("/")
    content = {
        "id": home,
        "name": "Quarterdeck",
        "short_name": "Quarterdeck",
        "description": say("qd.page.tagline"),
        "lang": say.language,
        "dir": "ltr",
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "theme_color": BARS["light"],
        "background_color": PAPER,
        "categories": ["games"],
        "icons": _icons(),
        "shortcuts": [
            {"name": say("qd.app.my_tables"), "url": link("/mine")},
            {"name": say("qd.page.new_table"), "url": f"{home}#games"},
            {"name": say("qd.page.puzzles"), "url": link("/puzzles")},
        ],
    }
    return Response(
        orjson.dumps(content), media_type="application/manifest+json", headers=ASK_AGAIN
    )


def _icons() -> list[dict[str, str]]:
    drawn = {"src": asset("icon.svg"), "sizes": "any", "type": "image/svg+xml"}
    if not has_icons():
        return [drawn]
    return [
        drawn,
        *(
            {"src": asset(name), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            for name, (size, purpose) in APP_ICONS.items()
        ),
    ]


@router.get("/offline", response_class=HTMLResponse)
async def offline(language: Language = LANGUAGES[0]) -> HTMLResponse:
    """What a device shows of this server when it cannot reach it."""
    return HTMLResponse(_offline(_known(language)), headers=ASK_AGAIN)


def _offline(language: str) -> str:
    return fill_in("offline.html.jinja", say=Translator(language), language=language)


@router.get("/worker.js")
async def worker(request: Request, language: Language = LANGUAGES[0]) -> Response:
    """The service worker, from here because it may look after the pages below it and no others.

    It differs whenever what it keeps or says does, by which browsers know that there is a new one.
    """
    script = STATIC / WORKER
    if not script.exists():
        raise NotFound("qd.server.no_page")
    house: House = request.app.state.house
    setup = orjson.dumps(_setup(_known(language), house.push.key)).decode()
    text = f"self.QUARTERDECK={setup};\n{script.read_text(encoding='utf-8')}"
    return Response(text, media_type="text/javascript", headers=ASK_AGAIN)


def _setup(language: str, key: PushKey) -> dict[str, str | list[str]]:
    """What the service worker is told; see `script/worker.ts`."""
    say = Translator(language)
    mark = hashlib.sha256(_offline(language).encode()).hexdigest()[:10]
    icon = asset(next(iter(APP_ICONS)) if has_icons() else "icon.svg")
    return {
        "root": link(""),
        "mark": f"{language}-{mark}",
        "language": language,
        "offline": link(f"/offline?lang={language}"),
        "assets": [asset(name) for name in (*STYLES, "icon.svg")],
        "icon": icon,
        "badge": asset(BADGE) if has_icons() else icon,
        "something": say("qd.reach.push.something"),
        "key": key.public,
        "subscriptions": link("/api/push"),
    }
