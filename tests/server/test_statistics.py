"""Statistics over real HTTP: whose they are, who sees them, taking them along, being taken out."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import re
from typing import Any

import pytest

from tests.server.client import Client, Picker, any_choice, play_out, wait_for_result
from tests.server.houses import sql
from tests.server.servers import Launch, Server
from tests.server.visitor import Visitor

PNG = b"\x89PNG"


def pass_if_possible(notations: list[str]) -> str:
    return "pass" if "pass" in notations else notations[0]


def finish_game(
    anne: Client, bob: Client, pick: Picker = pass_if_possible, hinted: str = ""
) -> str:
    """A game that two people have played to its end; `hinted`: the database, to note a hint."""
    table = anne.host("here", "open")
    bob.join(table)
    if hinted:
        asyncio.run(sql(hinted, f"UPDATE tables SET hinted = 1 WHERE id = '{table}'"))  # noqa: S608
    play_out(table, {0: anne, 1: bob}, pick)
    wait_for_result(bob, table)
    return table


def results(client: Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.ask("/api/me/statistics")["results"]
    return found


@pytest.fixture(scope="module")
def people(server: Server) -> tuple[Client, Client, str]:
    anne, bob = server.client("Anne"), server.client("Bob")
    return anne, bob, finish_game(anne, bob, any_choice(3))


def test_a_finished_game_tells_its_players_what_it_meant(
    people: tuple[Client, Client, str], server: Server
) -> None:
    anne, bob, table = people
    for client in (anne, bob):
        (result,) = results(client)
        change = round(result["rating_after"]) - 1000
        for page in (f"/t/{table}", f"/t/{table}/text"):
            told = Visitor.of(client).get(page).text
            written = f"{change:+d}".replace("-", "−")
            assert f"Your rating: {1000 + change} ({written})" in told
            first = "first win at" if result["rank"] == 1 else "first game of"
            assert f"Your {first} Upon a Salty Ocean" in told
            assert f'href="/t/{table}/result.png"' in told
    watching = server.client("Eve").get(f"/t/{table}").text
    assert "Your rating" not in watching
    assert "/people/" not in watching


def test_statistics_are_for_their_owner_alone_until_they_are_shown(
    people: tuple[Client, Client, str], server: Server
) -> None:
    anne, _, table = people
    mine = Visitor.of(anne)
    stranger = Visitor(server.address)
    for path in ("/me/statistics", "/me/statistics.csv", "/me/statistics.json"):
        assert stranger.get(path).status == 403
        assert mine.get(path).headers["cache-control"] == "no-store"
    assert server.client().get("/api/me/statistics").status == 403
    page = mine.get("/me/statistics").text
    assert "1 finished game" in page
    assert "/people/" not in page
    assert mine.send_form("/me/statistics", {"wish": "everybody"}).status == 400
    assert mine.send_form("/me/statistics", {"wish": "shown"}).status == 303
    found = re.search(r"/people/([\w-]+)", mine.get("/me/statistics").text)
    assert found is not None
    shown = stranger.get(found[0]).text
    assert "Statistics: Anne" in shown
    # Nothing of it leads to the tables, or lets anybody change it
    assert "/t/" not in shown
    assert "/me/statistics" not in shown
    assert f'href="{found[0]}">Anne</a>' in server.client("Eve").get(f"/t/{table}").text
    assert mine.send_form("/me/statistics", {"wish": "own"}).status == 303
    assert stranger.get(found[0]).status == 404
    assert stranger.get("/people/x").status == 404


def test_results_can_be_taken_along(people: tuple[Client, Client, str]) -> None:
    anne, _, table = people
    mine = Visitor.of(anne)
    answer = mine.get("/me/statistics.csv")
    assert "attachment" in answer.headers["content-disposition"]
    (row,) = csv.DictReader(io.StringIO(answer.text))
    (told,) = results(anne)
    assert (row["table"], row["points"]) == (table, str(told["points"]))
    data = mine.get("/me/statistics.json").json()
    assert data["results"] == [told]
    assert data["statistics"][0]["by_players"]["2"]["games"] == 1


def test_a_title_tells_how_many_games_and_little_else_of_few(launch: Launch) -> None:
    # Where nobody else has played
    server = launch()
    finish_game(server.client("Anne"), server.client("Bob"), any_choice(3))
    reader = Visitor(server.address)
    page = reader.get("/games/salty_ocean/statistics?players=2").text
    assert "Too few games to tell more" in page
    assert reader.get("/games/nothing/statistics").status == 404
    told = server.client().ask("/api/games/salty_ocean/statistics")
    assert told["by_players"]["2"]["games"] == 1
    assert told["by_players"]["2"]["by_seat"] == []


def test_hint_games_are_told_apart_and_nobody_is_rated(server: Server) -> None:
    anne, bob = server.client("Anne"), server.client("Bob")
    table = finish_game(anne, bob, hinted=server.database)
    (result,) = results(anne)
    assert result["hinted"]
    assert result["rating_after"] is None
    assert "this game is not rated" in Visitor.of(anne).get(f"/t/{table}").text
    page = Visitor.of(anne).get("/me/statistics").text
    assert "Apart, with hints: 1 game" in page
    assert anne.ask("/api/me/statistics")["statistics"][0]["all"] is None


def test_somebody_is_taken_out_of_all_results(server: Server) -> None:
    anne, bob = server.client("Anne"), server.client("Bob")
    table = finish_game(anne, bob)
    mine = Visitor.of(anne)
    asked = mine.get("/me/statistics/remove").text
    assert "1 result" in asked
    assert len(results(anne)) == 1
    other = {"Origin": "https://elsewhere.example"}
    assert mine.send_form("/me/statistics/remove", {}, **other).status == 403
    assert len(results(anne)) == 1
    before = results(bob)
    assert "1 result" in mine.send_form("/me/statistics/remove", {}).text
    assert (results(anne), results(bob)) == ([], before)
    assert "Your rating" not in mine.get(f"/t/{table}").text
    # Whoever wants none to be kept is not asked again
    assert mine.send_form("/me/statistics", {"wish": "none"}).status == 303
    finish_game(anne, bob)
    assert results(anne) == []
    assert len(results(bob)) == 2
    assert bob.send("DELETE", "/api/me/statistics").json() == {"removed": 2, "puzzles": 0}


def test_a_result_is_a_picture_for_whoever_may_see_the_table(server: Server) -> None:
    anne, bob = server.client("Anne"), server.client("Bob")
    table = finish_game(anne, bob)
    running = anne.host("here", "here")
    assert anne.get(f"/t/{running}/result.png").status == 400
    eve = server.client("Eve")
    picture = eve.get(f"/t/{table}/result.png")
    assert picture.status == 200
    assert picture.body.startswith(PNG)
    assert picture.headers["content-type"] == "image/png"
    eve.tell(f"/api/tables/{table}/chat", {"text": "Bravo!"})
    body = json.dumps({"how": "removed"}).encode()
    kind = {"Content-Type": "application/json"}
    answer = anne.send("PUT", f"/api/tables/{table}/spectators/{eve.id}", body, kind)
    assert answer.status == 200
    assert eve.get(f"/t/{table}/result.png").status == 403
