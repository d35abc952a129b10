"""Coming together at a table over real HTTP, and once more."""

from __future__ import annotations

from typing import Any

import pytest

from quarterdeck import games
from quarterdeck.server.store.rows import GATHERING, RUNNING
from tests.server.client import Client, play_out, two_players, wait_for_result
from tests.server.servers import Server
from tests.server.visitor import Visitor

RULES = games.load("salty_ocean")


def test_the_games_are_listed_with_their_options_in_the_readers_language(server: Server) -> None:
    listed = server.client().ask("/api/games?lang=fr")
    (salty,) = [game for game in listed if game["id"] == "salty_ocean"]
    assert salty["seats"] == [2, 3, 4]
    assert {"greedy", "random"} <= set(salty["bots"])
    english = server.client(language="en").ask("/api/games")
    french = server.client(language="fr").ask("/api/games")
    assert french == listed
    assert english != french


def test_a_table_starts_when_the_last_seat_is_taken(anne: Client, bob: Client) -> None:
    table = anne.host("here", "open", title="  Rouen 1450  ")
    waiting = anne.table(table)
    assert waiting["status"] == GATHERING
    assert waiting["title"] == "Rouen 1450"
    assert [seat["kind"] for seat in waiting["seating"]] == ["person", "open"]
    assert table in [row["id"] for row in bob.ask("/api/tables")["open"]]
    answer = anne.try_move(table, 0, "pass")
    assert (answer.status, answer.json()["id"]) == (400, "qd.server.not_started")

    bob.join(table)
    begun = anne.table(table)
    assert begun["status"] == RUNNING
    assert [seat["name"] for seat in begun["seats"]] == ["Anne", "Bob"]
    assert [seat["mine"] for seat in begun["seats"]] == [True, False]
    lists = bob.ask("/api/tables")
    assert table not in [row["id"] for row in lists["open"]]
    assert table in [row["id"] for row in lists["running"]]
    assert table in [row["id"] for row in lists["mine"]]


def test_a_seat_can_be_chosen_left_and_taken_by_somebody_else(anne: Client, bob: Client) -> None:
    table = anne.host("open", "open", "here")
    bob.join(table, 1)
    answer = anne.post(f"/api/tables/{table}/join", {"seat": 1})
    assert (answer.status, answer.json()["id"]) == (409, "qd.server.seat_taken")
    answer = bob.post(f"/api/tables/{table}/join")
    assert (answer.status, answer.json()["id"]) == (409, "qd.server.already_seated")
    answer = bob.post(f"/api/tables/{table}/leave", {"seat": 2})
    assert (answer.status, answer.json()["id"]) == (403, "qd.server.not_your_seat")
    bob.tell(f"/api/tables/{table}/leave", {"seat": 1})
    anne.join(table, 1)
    kinds = [(seat["kind"], seat["name"]) for seat in anne.table(table)["seating"]]
    assert kinds == [("open", ""), ("person", "Anne"), ("person", "Anne")]


def test_only_the_host_fills_the_table_with_bots(anne: Client, bob: Client) -> None:
    table = anne.host("here", "open", "open")
    answer = bob.post(f"/api/tables/{table}/fill", {"bot": "random"})
    assert (answer.status, answer.json()["id"]) == (403, "qd.server.host_only")
    answer = anne.post(f"/api/tables/{table}/fill", {"bot": "hal"})
    assert answer.status == 404
    assert anne.table(table)["status"] == GATHERING
    assert anne.tell(f"/api/tables/{table}/fill", {"bot": "random"})["status"] == RUNNING
    assert [seat["bot"] for seat in anne.table(table)["seats"]] == [None, "random", "random"]


def test_a_started_table_takes_nobody_else(anne: Client, bob: Client, server: Server) -> None:
    table, _, _ = two_players(anne, bob)
    for path in ("join", "fill"):
        answer = anne.post(f"/api/tables/{table}/{path}")
        assert (answer.status, answer.json()["id"]) == (409, "qd.server.already_started")
    answer = server.client("Zoé").post(f"/api/tables/{table}/join")
    assert (answer.status, answer.json()["id"]) == (409, "qd.server.already_started")


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"game": "chess", "seating": ["here", "open"]}, 404),
        ({"game": "salty_ocean", "seating": ["here"]}, 422),
        ({"game": "salty_ocean", "seating": ["here"] * 5}, 422),
        ({"game": "salty_ocean", "seating": ["here", "hal"]}, 404),
        ({"game": "salty_ocean", "seating": ["here", "open"], "options": {"x": "y"}}, 404),
        (
            {
                "game": "salty_ocean",
                "seating": ["here", "open"],
                "options": {"price_table": "nine_rows"},
            },
            422,
        ),
        ({"seating": ["here", "open"]}, 422),
        ({"game": "salty_ocean", "seating": "here"}, 422),
    ],
)
def test_a_table_that_cannot_be_is_not_set_up(anne: Client, wish: Any, status: int) -> None:
    answer = anne.post("/api/tables", wish)
    assert answer.status == status
    assert answer.json()["error"]
    assert anne.ask("/api/tables")["mine"] == []


def test_a_rematch_is_one_table_for_all_who_ask(anne: Client, bob: Client, server: Server) -> None:
    table, first, _ = two_players(anne, bob)
    path = f"/api/tables/{table}/rematch"
    answer = first.post(path)
    assert (answer.status, answer.json()["id"]) == (400, "qd.server.not_finished")
    play_out(table, {0: anne, 1: bob}, lambda n: "pass" if "pass" in n else n[0])
    answer = server.client("Eve").post(path)
    assert (answer.status, answer.json()["id"]) == (403, "qd.server.players_only")
    one = bob.tell(path)
    assert one["id"] != table
    assert one["game"] == "salty_ocean"
    assert one["status"] == GATHERING
    # Whoever accepts sits where they sat, and the game begins
    assert anne.tell(path)["id"] == one["id"]
    again = anne.table(one["id"])
    assert again["status"] == RUNNING
    assert [seat["name"] for seat in again["seats"]] == ["Anne", "Bob"]
    assert anne.tell(path)["id"] == one["id"], "asking twice changes nothing"


def test_people_who_shared_a_device_accept_a_rematch_together(server: Server) -> None:
    anne, bob = Visitor(server.address).come("Anne"), server.client("Bob")
    wish = {"seats": "3", "seat-0": "here", "seat-1": "open", "seat-2": "here", "name-2": "Ada"}
    table = anne.send_form("/new/salty_ocean", wish).headers["location"].removeprefix("/t/")
    bob.join(table)
    assert [seat["name"] for seat in anne.table(table)["seats"]] == ["Anne", "Bob", "Ada"]
    play_out(table, {0: anne, 1: bob, 2: anne}, lambda n: "pass" if "pass" in n else n[0])
    made = bob.tell(f"/api/tables/{table}/rematch")["id"]
    for page in (f"/t/{table}", f"/t/{table}/text"):
        assert "Bob would like to play again." in anne.get(page).text
    anne.send_form(f"/t/{table}/rematch", {})
    again = anne.table(made)
    assert again["status"] == RUNNING
    assert [seat["name"] for seat in again["seats"]] == ["Anne", "Bob", "Ada"]


def test_who_did_not_play_is_not_told_of_a_rematch(server: Server) -> None:
    anne, bob = Visitor(server.address).come("Anne"), server.client("Bob")
    eve, page = server.client("Eve"), Visitor(server.address).come("Mallory")
    wish = {"game": "salty_ocean", "seating": ["here", "open"], "listed": True}
    table = anne.tell("/api/tables", wish)["id"]
    bob.join(table)
    play_out(table, {0: anne, 1: bob}, lambda n: "pass" if "pass" in n else n[0])
    wait_for_result(bob, table)
    with eve.watching(table) as stream:
        stream.next()
        before = page.get(f"/t/{table}/parts", **{"HX-Request": "true"}).headers["x-edition"]
        made = bob.tell(f"/api/tables/{table}/rematch")["id"]
        answer = eve.post(f"/api/tables/{table}/rematch")
        assert (answer.status, answer.json()["id"]) == (403, "qd.server.players_only")
        answer = page.send_form(f"/t/{table}/rematch", {})
        assert answer.status == 403
        # Not even that there is one: the next event is what Bob says afterwards
        after = page.get(f"/t/{table}/parts", **{"HX-Request": "true"}).headers["x-edition"]
        assert after == before
        bob.tell(f"/api/tables/{table}/chat", {"text": "Again?"})
        stream.next()
        eve.table(table)
        eve.ask("/api/tables")
        page.get(f"/t/{table}")
        page.get(f"/t/{table}/text")
        page.get(f"/t/{table}/replay")
        page.get("/")
    for stranger in (eve, page):
        assert not any(made.encode() in received for received in stranger.received)
    # Players may pass the link on: whoever has it may sit down. Who comes too late finds the table
    eve.join(made)
    assert eve.table(made)["status"] == RUNNING
    assert anne.send_form(f"/t/{table}/rematch", {}).headers["location"] == f"/t/{made}"
