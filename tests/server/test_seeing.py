"""What happened is shown one action at a time, and summed up: see `pages/frames.py`, `since.py`."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.games import GAMES
from quarterdeck.server.pages import frames
from tests.server.client import Client
from tests.server.houses import open_house, seat_here
from tests.server.servers import Server
from tests.server.test_replay import play_on
from tests.server.visitor import Visitor, words_of

LINES = 16


def frames_of(client: Client, table: str, since: int, to: int, more: str = "") -> Any:
    return client.ask(f"/t/{table}/frames?from={since}&to={to}{more}")


@pytest.mark.parametrize("game", GAMES)
def test_frames_tell_everything_once_and_lead_to_the_board_as_it_is(
    server: Server, game: str
) -> None:
    anne, bob = server.client("Anne"), server.client("Bob")
    table = anne.host("here", "open", game=game)
    bob.join(table)
    play_on(table, (anne, bob), LINES)
    for viewer in (anne, bob, server.client("Chloé")):
        state = viewer.table(table)
        found = frames_of(viewer, table, 0, state["ply"])
        assert (found["ply"], found["lines"], found["summed_up"]) == (
            state["ply"],
            state["lines"],
            0,
        )
        plies = [frame["ply"] for frame in found["frames"]]
        assert plies == sorted(set(plies))
        assert plies[-1] == state["ply"]
        told = [line["text"] for frame in found["frames"] for line in frame["told"]]
        assert told == [line["text"] for line in state["log"] if line["ply"] > 0]
        # The last frame of every piece is how it stands on the page.
        pieces: dict[str, str] = {}
        for frame in found["frames"]:
            if any(part["id"] == "part-board" for part in frame["parts"]):
                # A board drawn whole may have other pieces.
                pieces.clear()
            pieces.update({part["id"]: part["html"] for part in frame["parts"]})
        page = viewer.get(f"/t/{table}").text
        for id, piece in pieces.items():
            # While all choose at once, who has finished is told by the news, not by frames.
            if id != "part-board" and not state["together"]:
                assert piece.removeprefix("<svg>").removesuffix("</svg>") in page
        assert any(frame["parts"] for frame in found["frames"])
        assert all(frame["parts"] or frame["told"] for frame in found["frames"])


def test_a_stretch_of_frames_begins_and_ends_where_it_was_asked_to(
    server: Server,
) -> None:
    anne = server.client("Anne")
    table = anne.host("here", "here")
    for choice in ("saline", "depot", "depot", "saline"):
        anne.move(table, anne.lines(table), choice)
    last = anne.table(table)["ply"]
    plies = [frame["ply"] for frame in frames_of(anne, table, last - 2, last)["frames"]]
    assert plies == [last - 1, last]
    assert frames_of(anne, table, last, last)["frames"] == []
    # Beyond the end, or backwards, there is nothing more.
    assert frames_of(anne, table, last, last + 9)["frames"] == []
    assert frames_of(anne, table, last + 9, 1)["frames"] == []
    assert anne.get(f"/t/{table}/frames?from=-1&to=2").status in (400, 422)
    assert anne.get(f"/t/{table}/frames?from=x&to=2").status in (400, 422)


def test_many_plies_are_summed_up_in_the_first_frame(tmp_path: Path) -> None:
    async def look() -> None:
        async with open_house(f"sqlite:///{tmp_path / 'table.db'}", tmp_path) as house:
            _, table = await seat_here(house, "salty_ocean", "here", "here")
            game = table.playing()
            while game.ply <= frames.MOST_PLIES + 5:
                game.play(game.legal[-1])
            film = frames.Film(table, 0, "en", 0, game.ply)
            found = [frame async for frame in film.frames()]
            assert film.summed_up == game.ply - frames.MOST_PLIES
            assert film.summed_up < found[0].ply
            assert len(found) <= frames.MOST_PLIES
            told = [line.ply for frame in found for line in frame.told]
            assert told == [line.ply for line in game.log(0) if line.ply > 0]

    asyncio.run(look())


@pytest.mark.parametrize(
    ("language", "title", "told"),
    [
        ("en", "Since your last move", "{name} extends the Warehouse (1 coin)."),
        ("fr", "Depuis votre dernier coup", "{name} agrandit son Dépôt (1 pièce)."),
    ],
)
def test_page_text_mode_and_api_sum_up_what_the_other_did(
    server: Server, language: str, title: str, told: str
) -> None:
    anne, bob = server.client("Anne"), server.client("Bob")
    table = anne.host("here", "open")
    bob.join(table)
    seat = 1
    if not anne.choices(table)["choices"]:
        anne, bob, seat = bob, anne, 0
    told = told.format(name=bob.name)
    anne.move(table, anne.lines(table), "saline")
    bob.move(table, bob.lines(table), "depot")
    since = anne.table(table, language)["since"]
    assert since["players"] == [{"seat": seat, "text": told}]
    assert since["lines"] == [told]
    assert not since["first"]
    browser = Visitor.of(anne)
    for path in (f"/t/{table}", f"/t/{table}/text"):
        page = words_of(browser.get(path, **{"Accept-Language": language}).text)
        assert f"{title} {bob.name[0] + ' ' if path.endswith(table) else ''}{told}" in page
    # Whoever is not asked, and whoever watches, is not bothered.
    assert title not in words_of(Visitor.of(bob).get(f"/t/{table}").text)
    assert server.client("Chloé").table(table, language)["since"] is None
    # Gone with the next choice, back when it is taken back
    lines = anne.move(table, anne.lines(table), "depot")
    assert anne.table(table, language)["since"]["players"] == []
    assert bob.table(table, language)["since"]["players"][0]["seat"] != seat
    assert lines == anne.lines(table)
