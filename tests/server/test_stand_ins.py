"""A bot plays for somebody who is away, over real HTTP."""

from __future__ import annotations

from quarterdeck import games, record
from tests.server.client import Client, any_choice, play_out, two_players
from tests.server.servers import Server

RULES = games.load("salty_ocean")


def test_a_bot_stands_in_by_vote_and_gives_the_seat_back(
    anne: Client, bob: Client, server: Server
) -> None:
    cleo = server.client("Cléo")
    table = anne.host("here", "open", "open")
    bob.join(table)
    cleo.join(table)
    path = f"/api/tables/{table}/seats/2/stand-in"
    for attempt, status, id in (
        (server.client("Eve"), 403, "qd.server.vote_others_only"),
        (server.client(), 403, "qd.server.sign_in_first"),
    ):
        answer = attempt.post(path)
        assert (answer.status, answer.json()["id"]) == (status, id)
    # One of two others is not more than half, however often he asks.
    assert anne.tell(path, {"bot": "random"}) == {"standing_in": False}
    assert anne.tell(path, {"bot": "random"}) == {"standing_in": False}
    assert anne.table(table)["seats"][2]["bot"] is None
    assert bob.tell(path, {"bot": "random"}) == {"standing_in": True}
    assert anne.table(table)["seats"][2]["bot"] == "random"

    # The bot plays whenever the seat is asked; the others go on.
    stop = anne.lines(table) + 40
    play_out(table, {0: anne, 1: bob}, any_choice(5), stop=stop)
    played = [e for e in record.parse(anne.record(table)).entries if e.seat == 2]
    assert played

    # Only its owner takes the seat back, and then the bot is gone.
    answer = anne.send("DELETE", path)
    assert (answer.status, answer.json()["id"]) == (403, "qd.server.not_your_seat")
    assert cleo.send("DELETE", path).json() == {"standing_in": False}
    assert anne.table(table)["seats"][2]["bot"] is None
    play_out(table, {0: anne, 1: bob, 2: cleo}, any_choice(6))
    assert anne.table(table)["finished"]


def test_one_can_hand_over_ones_own_seat(anne: Client, bob: Client) -> None:
    table, first, second = two_players(anne, bob)
    seat = first.table(table)["viewer"]
    lines = first.lines(table)
    with second.watching(table, last=lines) as stream:
        path = f"/api/tables/{table}/seats/{seat}/stand-in"
        assert first.post(path, {"bot": "hal"}).status == 404
        assert first.tell(path, {"bot": "random"}) == {"standing_in": True}
        stream.until(lambda event: event.data["lines"] > lines)
    assert first.table(table)["seats"][seat]["bot"] == "random"


def test_nobody_votes_for_a_bot_on_a_bots_seat(anne: Client) -> None:
    table = anne.host("here", "random")
    answer = anne.post(f"/api/tables/{table}/seats/1/stand-in")
    assert (answer.status, answer.json()["id"]) == (400, "qd.server.no_person_there")
    answer = anne.post(f"/api/tables/{table}/seats/7/stand-in")
    assert (answer.status, answer.json()["id"]) == (400, "qd.server.no_person_there")
