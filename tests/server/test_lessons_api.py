"""Learning by program: a lesson from its beginning, and the coach asked at an ordinary table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.client import Client, wait_until
from tests.server.servers import Server


@pytest.fixture
def learner(toy_server: Server) -> Iterator[Client]:
    client = Client(toy_server.address).come("Lea")
    yield client
    client.close()


def begin(client: Client, **more: object) -> str:
    answer = client.post("/api/lessons", {"game": "skerries", **more})
    assert answer.status == 200, answer.text
    table: str = answer.json()["id"]
    return table


def hear(client: Client, table: str) -> dict[str, Any]:
    found: dict[str, Any] = client.ask(f"/api/tables/{table}/coach")
    return found


def go_on(client: Client, table: str) -> dict[str, Any]:
    now = hear(client, table)
    said = {"remark": now["remark"], "moment": now["moment"]}
    answer = client.post(f"/api/tables/{table}/coach", said)
    assert answer.status == 200, answer.text
    found: dict[str, Any] = answer.json()
    # Hearing it twice changes nothing
    assert client.post(f"/api/tables/{table}/coach", said).json() == found
    return found


def test_a_program_learns_as_people_do(learner: Client) -> None:
    lessons = {game["id"]: game["lesson"] for game in learner.ask("/api/games")}
    assert lessons["skerries"]
    table = begin(learner)
    first = hear(learner, table)
    assert (first["kind"], first["number"], first["total"]) == ("says", 1, 9)
    assert first["text"][0].startswith("You are a rower.")
    assert first["goes_on"]
    # It is taken up where it was left, or begun again
    assert learner.ask("/api/lessons") == {"skerries": {"table": table, "number": 1, "total": 9}}
    assert begin(learner) == table
    assert begin(learner, again=True) != table
    waiting = go_on(learner, table)
    assert (waiting["kind"], waiting["wanted"]) == ("waits", ["row north"])
    # Off the path, and back to it
    learner.move(table, learner.lines(table), "row south")
    left = hear(learner, table)
    assert left["kind"] == "left"
    assert left["goes_back"]
    wish = {"expected": learner.lines(table), "key": "back-to-the-path"}
    assert learner.post(f"/api/tables/{table}/coach/back", wish).status == 200
    assert hear(learner, table)["wanted"] == ["row north"]
    learner.move(table, learner.lines(table), "row north")
    assert hear(learner, table)["wanted"] == ["anchor long"]


def test_only_the_learner_is_coached(learner: Client, toy_server: Server) -> None:
    table = begin(learner, again=True)
    other = Client(toy_server.address).come("Max")
    for answer in (
        other.get(f"/api/tables/{table}/coach"),
        other.post(f"/api/tables/{table}/coach", {"remark": "goal", "moment": 0}),
    ):
        assert answer.status == 400
        assert answer.json()["id"] == "qd.server.no_coach"
    assert hear(learner, table)["number"] == 1
    assert other.post("/api/lessons", {"game": "draughts"}).status == 404
    other.close()


def test_a_program_may_ask_the_coach(anne: Client, bob: Client) -> None:
    table = anne.host("here", "random")
    wait_until(lambda: bool(anne.choices(table)["choices"]), "one's turn")
    told = anne.ask(f"/api/tables/{table}/advice")
    question = anne.choices(table)
    assert told["seat"] == question["seat"]
    assert told["about"]
    assert told["rules"].startswith("SO-")
    assert bob.get(f"/api/tables/{table}/advice").status == 400
