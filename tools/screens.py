"""Take the pictures of docs/screens: a table in the browser, as a newcomer would see it.

    PYTHONPATH=src .venv/bin/python -m tools.screens

Plays a game of each kind with bots up to the middle, puts them into an empty database as Anne's
tables, starts a server on it and photographs the pages with Debian's Chromium.
"""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

from playwright.sync_api import Browser, Page, sync_playwright

import quarterdeck as qd
from quarterdeck.bots import Budget, ask, make
from quarterdeck.game import Game
from quarterdeck.naming import wind
from quarterdeck.server.identity import hash_secret, new_secret
from quarterdeck.server.live import line
from quarterdeck.server.reading import standing_of
from quarterdeck.server.store import Database, Store, engine_for, migrate
from quarterdeck.server.store.rows import BOT, PERSON, RUNNING, SeatRow, TableRow
from tools.browser import FLAGS, chromium

ROOT = Path(__file__).resolve().parents[1]
SCREENS = ROOT / "docs" / "screens"
# Pictures further down are fetched when somebody scrolls there; one of the whole page wants all.
ALL_PICTURES = """() => Promise.all([...document.images].map((image) => {
  image.loading = "eager";
  return image.decode();
}))"""
DESKTOP = (1366, 768)
PHONE = (390, 844)
TABLE = "harbour"
VOYAGE = "voyage"
VILLAGE = "village"
CRUISE = "cruise"
ENDED = "ended"


def story(names: list[str], turn: int) -> Game:
    """A game between good players, at a move of the first one in the middle of a turn."""
    game = qd.new("salty_ocean", seats=len(names), seed=33, names=names)
    _play(game, lambda: game.view().turn >= turn and game.actor == 0 and sum(game.view().costs) > 5)
    return game


def voyage(names: list[str], turn: int) -> Game:
    """A game of Rolling Seas: the first player is about to sail, the others still think."""
    game = qd.new("rolling_seas", seats=len(names), seed=12, names=names)
    _play(game, lambda: game.view().turn >= turn and bool(game.view().die) and 0 in game.actors)
    sailing = next(c for c in game.legal_for(0) if c.notation.startswith("sail "))
    return game.play(sailing, seat=0)


def village(names: list[str], from_round: int) -> Game:
    """A game of Saltfjord: the first player is about to take another die."""
    game = qd.new("saltfjord", seats=len(names), seed=4, names=names)

    def taking_a_die() -> bool:
        begun = game.view().round >= from_round and game.view().players[0].white_taken > 0
        return begun and any(c.notation.startswith("die ") for c in game.legal_for(0))

    _play(game, taking_a_die)
    return game


def cruise(names: list[str], after: int) -> Game:
    """A game of Seul Maître à Bord: the first player is about to sail."""
    game = qd.new("seul_maitre", seats=len(names), seed=5, names=names)

    def can_sail() -> bool:
        sails = game.actor == 0 and any(c.notation == "do navigation" for c in game.legal_for(0))
        return game.view().round > after and sails

    _play(game, can_sail)
    return game.play("do navigation")


def ended(names: list[str]) -> Game:
    """A game of Upon a Salty Ocean that is over."""
    game = qd.new("salty_ocean", seats=len(names), seed=33, names=names)
    _play(game, lambda: game.finished)
    return game


def _play(game: Game, done: Callable[[], bool]) -> None:
    bots = [make("greedy", game.rules, seed) for seed in range(game.seats)]
    while not done():
        seat = game.actor
        assert seat is not None
        game.play(ask(bots[seat], game.position, seat, Budget()), seat=seat)


async def set_the_table(database: str) -> str:
    """Store the story as a running table of Anne's; gives her personal secret."""
    engine = engine_for(database)
    await migrate(engine)
    store = Store(Database(engine))
    await store.database.open()
    names = ["Anne", "Bruno", wind(2)]
    secret = new_secret()
    await store.guests.add("anne", names[0], hash_secret(secret))
    await _add(store, TABLE, story(names, 4), names)
    await _add(store, VOYAGE, voyage(names, 12), names)
    await _add(store, VILLAGE, village(names, 2), names)
    await _add(store, CRUISE, cruise(names, 3), names)
    await _add(store, ENDED, ended(names), names)
    await store.database.close()
    return secret


async def _add(store: Store, table: str, game: Game, names: list[str]) -> None:
    now = time.time()
    row = TableRow(
        table, game.rules.id, game.rules.version, 3, game.record.header.options,
        game.rules.component_digest, "", True, RUNNING, "anne", None, None, now, now,
    )  # fmt: skip
    seats = [SeatRow(0, PERSON, None, "anne", names[0]), SeatRow(1, PERSON, None, "b", names[1])]
    await store.tables.add(row, [*seats, SeatRow(2, BOT, "random", None, names[2])])
    lines = [line(i, e) for i, e in enumerate(game.record.entries, 1)]
    await store.lines.append(row, lines, standing_of(game))


@contextmanager
def server() -> Iterator[tuple[str, str]]:
    """A server of its own, gone afterwards; its address and Anne's secret."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/q.db"
        secret = asyncio.run(set_the_table(database))
        command = [sys.executable, "-m", "quarterdeck", "serve", "--port", str(port)]
        running = subprocess.Popen(
            [*command, "--database", database], env={**os.environ, "XDG_DATA_HOME": folder}
        )
        address = f"http://127.0.0.1:{port}"
        try:
            _wait_for(address)
            yield address, secret
        finally:
            running.terminate()
            running.wait()


def _wait_for(address: str) -> None:
    for _ in range(900):
        try:
            urlopen(address).close()  # noqa: S310
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("the server does not answer")


def visitor(browser: Browser, size: tuple[int, int], language: str, scheme: str) -> Page:
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        locale=language,
        color_scheme="dark" if scheme == "dark" else "light",
        has_touch=size == PHONE,
        device_scale_factor=2 if size == PHONE else 1,
    )
    return context.new_page()


def take(page: Page, name: str, whole: bool = False) -> None:
    """What is on the screen or, of a page that one scrolls, the whole."""
    page.wait_for_timeout(800)
    page.evaluate(ALL_PICTURES)
    page.screenshot(path=str(SCREENS / f"{name}.png"), full_page=whole)


def sign_in(page: Page, link: str) -> None:
    page.goto(link)
    page.click("main form button")


def follow_a_lesson(page: Page, address: str, game: str, remarks: int) -> None:
    """Listen to the first remarks of a lesson."""
    page.goto(address)
    page.click(f'button[formaction$="/learn"][value="{game}"]')
    page.wait_for_selector("#coach")
    for _ in range(remarks):
        if page.locator("#coach-go-on").count():
            page.click("#coach-go-on")
            page.wait_for_timeout(800)


def take_review(page: Page, address: str) -> None:
    """The review of a game, once all its choices have been judged."""
    page.goto(address)
    page.wait_for_selector(".moment", timeout=600_000)
    page.locator(".review-graph a").nth(20).hover()
    page.wait_for_selector("#review-position svg")
    take(page, "review")


def main() -> None:
    SCREENS.mkdir(parents=True, exist_ok=True)
    with server() as (address, secret), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        table = f"{address}/t/{TABLE}"
        desk = visitor(browser, DESKTOP, "en-GB", "light")
        sign_in(desk, f"{address}/me/{secret}")
        take(desk, "lobby", whole=True)
        for name, place in (
            ("table", table),
            ("rolling-seas", f"{address}/t/{VOYAGE}"),
            ("saltfjord", f"{address}/t/{VILLAGE}"),
            ("seul-maitre", f"{address}/t/{CRUISE}"),
            ("replay", f"{table}/replay"),
            ("text", f"{table}/text"),
            ("rules", f"{address}/rules/salty_ocean"),
            ("how-to-play", f"{address}/howto/salty_ocean"),
            ("ending", f"{address}/t/{ENDED}"),
        ):
            desk.goto(place)
            take(desk, name)
        take_review(desk, f"{address}/t/{ENDED}/review")
        desk.goto(table)
        desk.locator("#part-choices .choice").first.hover()
        desk.wait_for_selector(".preview")
        take(desk, "before-choosing")
        desk.click("#hint-ask")
        desk.wait_for_selector(".hints", timeout=60_000)
        take(desk, "hint")
        desk.goto(f"{address}/puzzles")
        take(desk, "puzzles")
        follow_a_lesson(desk, address, "saltfjord", 4)
        take(desk, "lesson")
        for name, at, size, language, scheme in (
            ("table-dark-fr", TABLE, DESKTOP, "fr-FR", "dark"),
            ("phone", TABLE, PHONE, "en-GB", "light"),
            ("phone-saltfjord", VILLAGE, PHONE, "fr-FR", "dark"),
            ("phone-seul-maitre", CRUISE, PHONE, "en-GB", "light"),
        ):
            page = visitor(browser, size, language, scheme)
            sign_in(page, f"{address}/me/{secret}")
            page.goto(f"{address}/t/{at}")
            take(page, name)
        browser.close()


if __name__ == "__main__":
    main()
