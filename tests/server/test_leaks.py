"""The leak scan: what only one player has seen, nobody else is ever sent."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import cache

import pytest

from quarterdeck import games, record
from quarterdeck.games.salty_ocean.names import TILES
from quarterdeck.games.salty_ocean.words import tile_name
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from tests.server.client import Client
from tests.server.servers import Server
from tests.server.visitor import FRAGMENT, Visitor

RULES = games.load("salty_ocean")
OWNER = 0
PAGES = ("", "/text", "/replay", "/parts", "/record")


@cache
def words_for(tile: str) -> set[bytes]:
    """Everything that would give a tile away: its id and its names."""
    names = {Translator(language).text(tile_name(TILES.index(tile))) for language in LANGUAGES}
    return {tile.encode(), *(name.encode() for name in names)}


class Viewer:
    """Somebody who asks for everything he can, and looks through every byte he gets."""

    def __init__(self, name: str, client: Client, table: str) -> None:
        self.name = name
        self.client = client
        self.table = table
        self._scanned = 0
        self.received = 0

    def look_everywhere(self, lines: int) -> None:
        table = f"/api/tables/{self.table}"
        for language in LANGUAGES:
            for path in ("", "/choices", "/record", "/chat", "/nothing"):
                self.client.get(f"{table}{path}?lang={language}")
            if isinstance(self.client, Visitor):
                self.read_pages(self.client, lines, language)
        for language in LANGUAGES:
            # Refusals speak, too.
            for attempt in ("look grid_9", "see stock_1 event", "swap"):
                self.client.try_move(self.table, lines, attempt, language=language)

    def read_pages(self, visitor: Visitor, lines: int, language: str) -> None:
        """Every page of the table and every part of one, as this viewer's browser gets them."""
        replays = (f"/replay?ply={lines - 1}", f"/replay?ply={lines // 2}&eyes={OWNER}")
        speak = {"Accept-Language": language}
        frames = (f"/frames?from=0&to={lines}", f"/frames?from=0&to={lines}&eyes={OWNER}")
        for path in (*PAGES, *replays, *frames):
            visitor.get(f"/t/{self.table}{path}", **speak)
            visitor.get(f"/t/{self.table}{path}", **speak, **FRAGMENT)
        visitor.get("/", **speak)
        self._send_forms(visitor, lines, speak)

    def _send_forms(self, visitor: Visitor, lines: int, speak: dict[str, str]) -> None:
        """Forms that are refused, or change nothing, answer with the page or its parts."""
        for mode in ({}, FRAGMENT):
            asks = {**speak, **mode}
            for back in ("", "text"):
                wish = {"back": back, "seat": str(OWNER), "expected": str(lines), "key": "k" * 8}
                for act in ("choose", "undo", "device", "come-back"):
                    path = f"/t/{self.table}/{act}"
                    answer = visitor.send_form(path, {**wish, "choice": "look grid_9"}, **asks)
                    assert answer.status in (400, 403, 409, 422)

    def scan(self, secret: set[str]) -> None:
        """Nothing that came since the last scan speaks of a secret tile."""
        fresh = self.client.received[self._scanned :]
        self._scanned += len(fresh)
        self.received += sum(map(len, fresh))
        for chunk in fresh:
            for tile in secret:
                for word in words_for(tile):
                    assert word not in chunk, f"{self.name} was told of {tile}: {chunk[:2000]!r}"


def secrets_of(state: dict[str, list[dict[str, object]]]) -> dict[str, str]:
    """What the owner knows of tiles that lie face down: tile by place."""
    found = {}
    for place in state["places"]:
        tile = place["tile"]
        if isinstance(tile, dict) and not place["face_up"]:
            found[str(place["id"])] = str(tile["id"])
    return found


def prefer(*beginnings: str) -> Callable[[list[str]], str]:
    def pick(notations: list[str]) -> str:
        for beginning in beginnings:
            for notation in notations:
                if notation.startswith(beginning):
                    return notation
        return notations[0]

    return pick


def looking(*order: str) -> Callable[[list[str]], str]:
    """Builds the Fierté, then looks wherever she has not looked yet, in this order."""
    left = list(order)

    def pick(notations: list[str]) -> str:
        for place in left:
            if f"look {place}" in notations:
                left.remove(place)
                return f"look {place}"
        return prefer("build fierte", "swap", "pass", "no_look")(notations)

    return pick


@pytest.mark.parametrize(
    "order",
    [
        pytest.param(("stock_1", "grid_5", "stock_2", "grid_4"), id="stock first"),
        pytest.param(
            ("grid_4", "grid_3", "grid_5", "stock_1"), id="next tile first", marks=pytest.mark.soak
        ),
    ],
)
def test_what_the_fierte_shows_is_shown_to_nobody_else(
    server: Server, order: tuple[str, ...]
) -> None:
    anne, bob, cleo = server.client("Anne"), server.client("Bob"), server.client("Cléo")
    table = anne.host("here", "open", "open")
    token = bob.join(table)
    cleo.join(table)
    players = {0: anne, 1: bob, 2: cleo}
    viewers = [
        Viewer("seat 1", bob, table),
        Viewer("seat 2", cleo, table),
        Viewer("the program on seat 1", Client(server.address, token), table),
        Viewer("a spectator", server.client(), table),
        Viewer("a guest", server.client("Sam"), table),
        Viewer("the browser of seat 1", Visitor.of(bob), table),
        Viewer("the browser of seat 2", Visitor.of(cleo), table),
        Viewer("a spectator's browser", Visitor(server.address), table),
        Viewer("a guest's browser", Visitor(server.address).come("Tim"), table),
    ]
    browser = Visitor.of(anne)
    picks = {0: looking(*order), 1: prefer("pass"), 2: prefer("pass")}
    ever: set[str] = set()
    known: dict[str, str] = {}
    with ExitStack() as streams:
        for viewer in viewers:
            streams.enter_context(viewer.client.watching(table))
            if isinstance(viewer.client, Visitor):
                streams.enter_context(viewer.client.watching_page(table))
        while not (state := anne.table(table))["finished"]:
            secret = secrets_of(state["view"])
            ever |= set(secret.values())
            if secret != known:
                anne.tell(f"/api/tables/{table}/chat", {"text": "I have seen something."})
            for viewer in viewers:
                if secret != known:
                    viewer.look_everywhere(state["lines"])
                seen = viewer.client.table(table)
                for place in seen["view"]["places"]:
                    if place["id"] in secret:
                        assert place["tile"] is None
                        assert OWNER in place["looked_by"]
                viewer.scan(set(secret.values()))
            if secret != known:
                _redacted(viewers, secret)
                _shown_to_the_owner(browser, table, set(secret.values()) - set(known.values()))
            known = secret
            _move_on(table, players, picks)
    # The scan could have found something: the owner herself was told, of several tiles.
    assert len(ever) >= 2
    hers = b"".join(anne.received)
    assert all(tile.encode() in hers for tile in ever)
    assert all(viewer.received > 10_000 for viewer in viewers)
    # Once the game is over there are no secrets.
    told = record.parse(viewers[3].client.record(table))
    assert record.verify(told, RULES).finished
    assert any(entry.notation.startswith("see ") for entry in told.entries)


def _shown_to_the_owner(browser: Visitor, table: str, fresh: set[str]) -> None:
    """The scan could have found something: in the owner's browser every page tells it."""
    for path in PAGES:
        told = browser.get(f"/t/{table}{path}", **(FRAGMENT if path == "/parts" else {})).body
        for tile in fresh:
            assert any(word in told for word in words_for(tile)), (path, tile)


def _redacted(viewers: list[Viewer], secret: dict[str, str]) -> None:
    """The record of the running game covers the secret, and no digest lets it be guessed."""
    if not secret:
        return
    for viewer in viewers:
        text = viewer.client.record(viewer.table)
        told = record.parse(text)
        assert any(entry.notation == "?" for entry in told.entries)
        assert '"digest"' not in text
        assert '"result"' not in text
        viewer.scan(set(secret.values()))


def _move_on(
    table: str, players: dict[int, Client], picks: dict[int, Callable[[list[str]], str]]
) -> None:
    """Whoever is asked chooses."""
    for seat, player in players.items():
        asked = player.choices(table)
        if asked["choices"]:
            notations = [choice["notation"] for choice in asked["choices"]]
            player.move(table, asked["lines"], picks[seat](notations))
            return
    raise AssertionError("nobody is asked")


def test_a_look_cannot_be_taken_back(server: Server) -> None:
    """After a look the owner may not undo; what was dealt stays dealt."""
    anne = server.client("Anne")
    table = anne.host("here", "here")
    first = anne.choices(table)["seat"]
    anne.move(table, anne.lines(table), "build fierte")
    for _ in range(40):
        asked = anne.choices(table)
        notations = [choice["notation"] for choice in asked["choices"]]
        look = next((n for n in notations if n.startswith("look ")), None)
        if look is not None:
            break
        anne.move(table, asked["lines"], prefer("pass")(notations))
    assert look is not None
    assert asked["seat"] == first
    final = {choice["notation"]: choice["final"] for choice in asked["choices"]}
    assert final[look]
    lines = anne.move(table, asked["lines"], look)
    answer = anne.post(
        f"/api/tables/{table}/undo", {"expected": lines, "key": "undo-the-look", "seat": first}
    )
    assert (answer.status, answer.json()["id"]) == (422, "qd.error.cannot_undo")
