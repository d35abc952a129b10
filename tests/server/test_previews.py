"""What a choice would change is told before it is made: on the page, as text, to programs."""

from __future__ import annotations

import html
import re
from pathlib import Path
from urllib.parse import quote

from tests.server.client import Client
from tests.server.servers import Launch, Server
from tests.server.serving import SEED, TOY_GAME
from tests.server.skerries import rowers
from tests.server.visitor import FRAGMENT, Visitor, words_of


def at_a_table(server: Server, *names: str) -> tuple[str, list[Client]]:
    """A table of Upon a Salty Ocean, and its players in turn order."""
    clients = [server.client(name) for name in names]
    table = clients[0].host("here", *["open"] * (len(names) - 1))
    for client in clients[1:]:
        client.join(table)
    first = next(i for i, client in enumerate(clients) if client.choices(table)["choices"])
    return table, [*clients[first:], *clients[:first]]


def test_a_program_is_told_in_numbers_and_words(server: Server) -> None:
    table, (anne, bo) = at_a_table(server, "Anne", "Bo")
    told = anne.ask(f"/api/tables/{table}/preview?choice=depot")
    (change,) = told["sure"]
    assert (change["id"], change["before"], change["after"]) == ("depot", 6, 15)
    assert told["text"] == ["Room in the Warehouse 6 → 15"]
    assert (told["ways"], told["exact"]) == ([], True)
    french = anne.ask(f"/api/tables/{table}/preview?choice=depot&lang=fr")
    assert french["text"] == ["Places au Dépôt 6 → 15"]
    before = anne.table(table)
    assert before == anne.table(table), "looking changes nothing"
    # Only who is asked, only what is open, only with a seat
    refused = bo.get(f"/api/tables/{table}/preview?choice=depot")
    assert (refused.status, refused.json()["id"]) == (403, "qd.error.not_your_turn")
    assert server.client("Cleo").get(f"/api/tables/{table}/preview?choice=depot").status == 403
    for wrong in ("fly", "build hotel_de_ville", "depot; depot", ""):
        answer = anne.get(f"/api/tables/{table}/preview?choice={quote(wrong)}")
        assert answer.status == 422, wrong
        assert answer.json()["error"]
    # Why it is closed is told as if it had been chosen
    closed = anne.get(f"/api/tables/{table}/preview?choice=build%20vitraux").json()
    assert closed == anne.try_move(table, anne.lines(table), "build vitraux").json()
    assert closed["rule"] == "SO-6.13"


def test_a_page_is_told_next_to_the_choice_and_text_mode_by_a_link(server: Server) -> None:
    table, (anne, *_) = at_a_table(server, "Anne", "Bo")
    page = Visitor.of(anne)
    part = page.send("GET", f"/t/{table}/preview?choice=depot", headers=FRAGMENT)
    assert "<span>room in the Warehouse 6 → 15</span>" in part.text
    assert part.headers["cache-control"] == "no-store"
    shown = page.get(f"/t/{table}").text
    assert f'data-preview="/t/{table}/preview"' in shown
    assert 'data-things="building-banque' in shown
    text = page.get(f"/t/{table}/text").text
    links = re.findall(r'<a class="look" href="([^"]+)"', text)
    assert len(links) == len(anne.choices(table)["choices"])
    (link,) = [link for link in links if "look=depot#" in link]
    looked = words_of(page.get(html.unescape(link)).text)
    assert "If you choose “buy a Warehouse level" in looked
    assert "Room in the Warehouse 6 → 15" in looked
    stale = page.get(f"/t/{table}/text?look=fly").text
    assert "fly" in stale
    assert 'id="foretold"' not in stale


def test_while_all_choose_in_secret_nothing_is_told_of_the_others(
    launch: Launch, tmp_path: Path
) -> None:
    told = []
    database = f"sqlite:///{tmp_path / 'table.db'}"
    server = launch(database, environment={TOY_GAME: "1", SEED: "7"})
    for skerry in ("north", "south"):
        anne, bo = rowers(server, "Anne", "Bo")
        bo.play(f"row {skerry}")
        look = f"{anne.path}/preview?choice={quote('row north')}"
        told.append(anne.client.ask(look))
        assert {change["seat"] for change in told[-1]["sure"]} <= {anne.state["viewer"]}
    assert told[0] == told[1]
