"""The table as an app: what a device is told to install it, under any path and in any language."""

from __future__ import annotations

import json
import re
import struct
from typing import Any

import pytest

from quarterdeck.server.assets import APP_ICONS, STATIC
from tests.server.servers import Launch, Server
from tests.server.visitor import Visitor
from tools.icons import DRAWN, shape

PNG = b"\x89PNG\r\n\x1a\n"


def setup_of(text: str) -> dict[str, Any]:
    """What the server writes above the service worker."""
    found = re.match(r"self\.QUARTERDECK=(\{.*?\});\n", text)
    assert found is not None
    setup: dict[str, Any] = json.loads(found[1])
    return setup


@pytest.mark.parametrize(
    ("language", "tables"), [("en", "My tables"), ("fr", "Mes tables"), ("xx", "My tables")]
)
def test_the_manifest_is_in_the_readers_language(
    server: Server, language: str, tables: str
) -> None:
    answer = Visitor(server.address).get(f"/manifest.webmanifest?lang={language}")
    assert answer.headers["content-type"] == "application/manifest+json"
    assert answer.headers["cache-control"] == "no-cache"
    said = json.loads(answer.body)
    assert said["lang"] == (language if language != "xx" else "en")
    assert (said["id"], said["start_url"], said["scope"]) == ("/", "/", "/")
    assert said["display"] == "standalone"
    assert said["shortcuts"][0]["name"] == tables
    purposes = {(icon["sizes"], icon.get("purpose", "any")) for icon in said["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= purposes
    for icon in said["icons"][1:]:
        drawn = Visitor(server.address).get(icon["src"]).body
        width, height = struct.unpack(">II", drawn[16:24])
        assert drawn.startswith(PNG)
        assert f"{width}x{height}" == icon["sizes"]
    for shortcut in said["shortcuts"]:
        assert Visitor(server.address).get(shortcut["url"].partition("#")[0]).status == 200


def test_every_page_leads_to_it(server: Server) -> None:
    visitor = Visitor(server.address)
    page = visitor.get("/", **{"Accept-Language": "fr"}).text
    assert 'rel="manifest" href="/manifest.webmanifest?lang=fr"' in page
    assert 'rel="apple-touch-icon"' in page
    assert page.count('<meta name="theme-color"') == 2
    # Only guests have tables that could wait
    assert "data-worker" not in page


def test_a_chosen_theme_colours_the_bar(server: Server) -> None:
    page = Visitor(server.address).get("/", Cookie="quarterdeck_theme=dark").text
    assert page.count('<meta name="theme-color"') == 1
    assert '<meta name="theme-color" content="#1a3147">' in page


def test_the_worker_knows_what_to_keep_and_nothing_of_anybody(server: Server) -> None:
    visitor = Visitor(server.address)
    answer = visitor.get("/worker.js?lang=fr")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert "worker-src 'self'" in answer.headers["content-security-policy"]
    assert "manifest-src 'self'" in answer.headers["content-security-policy"]
    setup = setup_of(answer.text)
    assert setup["root"] == ""
    for path in (setup["offline"], setup["icon"], setup["badge"], *setup["assets"]):
        assert visitor.get(path).status == 200
    # The page needs nothing that is not kept with it
    page = visitor.get(setup["offline"]).text
    assert set(re.findall(r'(?:href|src)="([^"]+)"', page)) == set(setup["assets"])
    # Browsers know by its bytes that there is nothing new
    assert visitor.get("/worker.js?lang=fr").body == answer.body
    assert setup_of(visitor.get("/worker.js?lang=en").text)["mark"] != setup["mark"]


def test_under_a_path_everything_stays_below_it(launch: Launch) -> None:
    """A proxy takes the path off, so that it is in no request, but in every address."""
    server = launch(root_path="/games")
    visitor = Visitor(server.address)
    said = json.loads(visitor.get("/manifest.webmanifest").body)
    places = [said["id"], said["start_url"], said["scope"]]
    places += [each["url"] for each in said["shortcuts"]] + [each["src"] for each in said["icons"]]
    setup = setup_of(visitor.get("/worker.js").text)
    assert setup["root"] == "/games"
    places += [setup["offline"], setup["icon"], setup["subscriptions"], *setup["assets"]]
    assert all(place.startswith("/games/") for place in places)
    page = Visitor.of(server.client("Anne")).get("/me").text
    assert 'data-worker="/games/worker.js?lang=en"' in page
    assert 'data-address="/games/api/push"' in page


def test_icons_are_drawn_as_systems_want_them() -> None:
    picture = (STATIC / "icon.svg").read_text()
    filled = shape(picture, 0.8, silhouette=False)
    assert " rx=" not in filled
    assert "scale(0.8)" in filled
    outline = shape(picture, 1.0, silhouette=True)
    assert "<rect" not in outline
    assert set(re.findall(r"#[0-9a-f]{6}", outline)) == {"#ffffff"}
    assert {name.rpartition("/")[2] for name in APP_ICONS} < set(DRAWN)
