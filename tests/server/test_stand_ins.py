"""A bot plays for somebody who is away, over real HTTP: nobody can be pushed out."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from quarterdeck import games, record
from quarterdeck.server.store import Database, Store, engine_for
from quarterdeck.server.store.rows import RUNNING
from tests.server.absence import LONG_ENOUGH, let_pass
from tests.server.client import (
    Answer,
    Client,
    any_choice,
    new_key,
    play_out,
    two_players,
    wait_until,
)
from tests.server.servers import Launch, Server
from tests.server.skerries import rowers
from tests.server.visitor import Visitor, words_of

RULES = games.load("salty_ocean")


def visitor(server: Server, name: str) -> Visitor:
    return Visitor(server.address).come(name)


def stand_in(table: str, seat: int) -> str:
    return f"/api/tables/{table}/seats/{seat}/stand-in"


def refusal(answer: Answer) -> tuple[int, str]:
    return answer.status, answer.json()["id"]


def chat(client: Client, table: str, language: str = "en") -> list[str]:
    """What the house has told this table."""
    lines = client.get(f"/api/tables/{table}/chat?lang={language}").json()
    return [line["text"] for line in lines if not line["name"]]


# Absence


def test_nobody_is_replaced_who_has_just_acted(anne: Client, bob: Client) -> None:
    """At two, the other decides alone: but only once there is real absence."""
    table, first, second = two_players(anne, bob)
    seat = first.table(table)["viewer"]
    choice = first.choices(table)["choices"][0]["notation"]
    first.move(table, first.lines(table), choice)
    answer = second.post(stand_in(table, seat))
    assert refusal(answer) == (400, "qd.server.still_here")
    assert answer.json()["error"] == (
        f"{first.name} is here. A stand-in can be asked for after 5 minutes away."
    )
    assert second.table(table)["seats"][seat]["bot"] is None
    assert second.table(table)["votes"] == []


def test_absence_takes_as_long_as_the_table_has_agreed_on(
    anne: Client, bob: Client, server: Server
) -> None:
    table = anne.host("here", "open")
    bob.join(table)
    let_pass(server, LONG_ENOUGH - 30)
    answer = anne.post(stand_in(table, 1))
    assert refusal(answer) == (400, "qd.server.not_away")
    assert "Bob has been away for 4 minutes." in answer.json()["error"]
    let_pass(server, 31)
    assert anne.tell(stand_in(table, 1)) == {"standing_in": True}


@pytest.mark.parametrize(("pace", "days"), [("day", 1), ("three_days", 3), ("week", 7)], ids=str)
def test_slow_tables_wait_for_days(
    anne: Client, bob: Client, server: Server, pace: str, days: int
) -> None:
    table = anne.host("here", "open", pace=pace)
    bob.join(table)
    let_pass(server, days * 86_400 - 60)
    answer = anne.post(stand_in(table, 1))
    assert refusal(answer) == (400, "qd.server.not_away")
    let_pass(server, 200)
    assert anne.tell(stand_in(table, 1)) == {"standing_in": True}


def test_whoever_listens_is_here_however_long_they_think(
    anne: Client, bob: Client, server: Server
) -> None:
    table = anne.host("here", "open")
    bob.join(table)
    with bob.watching(table) as stream:
        stream.next()
        let_pass(server, 86_400)
        assert refusal(anne.post(stand_in(table, 1))) == (400, "qd.server.still_here")
    # Absence begins when the page is closed
    wait_until(lambda: _closed(server, anne, table), "the server to notice")
    assert refusal(anne.post(stand_in(table, 1)))[0] == 400
    let_pass(server)
    assert anne.tell(stand_in(table, 1)) == {"standing_in": True}


def _closed(server: Server, reader: Client, table: str) -> bool:
    """Whether the absence of Bob grows."""
    let_pass(server, 30)
    return bool(reader.ask(stand_in(table, 1))["away"])


@pytest.mark.parametrize(
    "look", ["/t/{}", "/t/{}/text", "/api/tables/{}", "/api/tables/{}/choices"]
)
def test_looking_at_the_table_is_being_there(
    anne: Client, bob: Client, server: Server, look: str
) -> None:
    """So that nobody can tell from it whether somebody has acted in secret."""
    table = anne.host("here", "open")
    bob.join(table)
    let_pass(server)
    reader = Visitor.of(bob) if look.startswith("/t") else bob
    assert reader.get(look.format(table)).status == 200
    assert refusal(anne.post(stand_in(table, 1))) == (400, "qd.server.still_here")


def test_a_program_with_the_seats_token_is_the_person(
    anne: Client, bob: Client, server: Server
) -> None:
    table = anne.host("here", "open")
    token = bob.join(table)
    let_pass(server)
    assert Client(server.address, token).get(f"/api/tables/{table}/choices").status == 200
    assert refusal(anne.post(stand_in(table, 1))) == (400, "qd.server.still_here")


def test_a_spectator_is_not_the_person(anne: Client, bob: Client, server: Server) -> None:
    table = anne.host("here", "open")
    bob.join(table)
    let_pass(server)
    for other in (server.client(), server.client("Eve")):
        assert other.get(f"/api/tables/{table}").status == 200
    assert anne.tell(stand_in(table, 1)) == {"standing_in": True}


def test_nobody_is_away_because_the_server_was(launch: Launch, database: str) -> None:
    server = launch(database)
    anne, bob = server.client("Anne"), server.client("Bob")
    table = anne.host("here", "open")
    bob.join(table)
    let_pass(server, LONG_ENOUGH - 20)
    # What was counted before is stored; then it is down for long, by any other clock
    server.stop()
    for _ in range(3):
        server.start()
        server.kill()
        let_pass(server, 86_400)
    server.start()
    assert refusal(anne.post(stand_in(table, 1))) == (400, "qd.server.not_away")
    let_pass(server, 30)
    assert anne.tell(stand_in(table, 1)) == {"standing_in": True}


# Voting


def three(server: Server, **more: Any) -> tuple[str, Client, Client, Client]:
    anne, bob, cleo = (server.client(name) for name in ("Anne", "Bob", "Cléo"))
    table = anne.host("here", "open", "open", **more)
    bob.join(table)
    cleo.join(table)
    return table, anne, bob, cleo


def test_a_bot_stands_in_by_vote_and_gives_the_seat_back(server: Server) -> None:
    table, anne, bob, cleo = three(server)
    path = stand_in(table, 2)
    let_pass(server)
    for attempt, status, id in (
        (server.client("Eve"), 403, "qd.server.vote_others_only"),
        (server.client(), 403, "qd.server.sign_in_first"),
    ):
        assert refusal(attempt.post(path)) == (status, id)
    # One of two others is not more than half, however often they ask.
    assert anne.tell(path) == {"standing_in": False}
    assert anne.tell(path) == {"standing_in": False}
    assert anne.table(table)["seats"][2]["bot"] is None
    assert bob.tell(path) == {"standing_in": True}
    assert anne.table(table)["seats"][2]["bot"] == "greedy"
    assert refusal(anne.post(path)) == (400, "qd.server.stand_in_there")

    # The bot plays whenever the seat is asked; the others go on.
    stop = anne.lines(table) + 40
    play_out(table, {0: anne, 1: bob}, any_choice(5), stop=stop)
    played = [e for e in record.parse(anne.record(table)).entries if e.seat == 2]
    assert played

    # Only its owner takes the seat back, and then the bot is gone.
    assert refusal(anne.send("DELETE", path)) == (403, "qd.server.not_your_seat")
    assert cleo.send("DELETE", path).json() == {"standing_in": False}
    assert anne.table(table)["seats"][2]["bot"] is None
    play_out(table, {0: anne, 1: bob, 2: cleo}, any_choice(6))
    assert anne.table(table)["finished"]


def test_a_person_has_one_vote_however_many_seats_they_hold(server: Server) -> None:
    anne, bob, cleo = (server.client(name) for name in ("Anne", "Bob", "Cléo"))
    table = anne.host("here", "here", "open", "open")
    bob.join(table)
    cleo.join(table)
    let_pass(server)
    # Two seats of four, but one person of the two others.
    assert anne.tell(stand_in(table, 3)) == {"standing_in": False}
    assert anne.ask(stand_in(table, 3))["voted"] == [0]
    assert anne.ask(stand_in(table, 3))["needed"] == 2
    assert bob.tell(stand_in(table, 3)) == {"standing_in": True}


def test_whoever_holds_several_seats_is_replaced_and_returns_as_a_whole(server: Server) -> None:
    anne, bob = server.client("Anne"), server.client("Bob")
    table = anne.host("here", "open", "open")
    bob.join(table, 1)
    bob.join(table, 2)
    let_pass(server)
    assert anne.tell(stand_in(table, 2)) == {"standing_in": True}
    assert [seat["bot"] for seat in anne.table(table)["seats"]] == [None, "greedy", "greedy"]
    page = Visitor.of(bob)
    button = next(b for b in page.buttons(f"/t/{table}") if b.text == "Take my seat back")
    assert "seat" not in dict(button.fields)
    assert page.press(button).status == 303
    assert [seat["bot"] for seat in anne.table(table)["seats"]] == [None, None, None]


def test_the_bot_is_the_one_the_table_has_agreed_on(server: Server) -> None:
    table, anne, bob, _ = three(server, stand_in="random")
    assert anne.ask("/api/tables")["mine"][0]["stand_in"] == "random"
    let_pass(server)
    answer = anne.post(stand_in(table, 2), {"bot": "greedy"})
    assert refusal(answer) == (400, "qd.server.agreed_stand_in")
    anne.tell(stand_in(table, 2), {"bot": "random"})
    bob.tell(stand_in(table, 2))
    assert anne.table(table)["seats"][2]["bot"] == "random"


def test_random_never_plays_for_anybody_unless_that_was_agreed(server: Server) -> None:
    table, anne, _, _ = three(server)
    let_pass(server)
    answer = anne.post(stand_in(table, 2), {"bot": "random"})
    assert refusal(answer) == (400, "qd.server.agreed_stand_in")
    assert anne.table(table)["votes"] == []


@pytest.mark.parametrize(
    "wish", [{"pace": "hour"}, {"pace": 300}, {"stand_in": "hal"}, {"stand_in": 1}], ids=str
)
def test_a_table_agrees_on_what_exists(anne: Client, wish: dict[str, Any]) -> None:
    table = {"game": RULES.id, "seating": ["here", "open"], **wish}
    assert anne.post("/api/tables", table).status in (404, 422)
    assert anne.ask("/api/tables")["mine"] == []


@pytest.mark.parametrize("returns", ["looks", "acts", "listens"])
def test_whoever_returns_ends_the_vote_and_the_next_takes_a_new_absence(
    server: Server, returns: str
) -> None:
    table, anne, bob, cleo = three(server)
    let_pass(server)
    assert anne.tell(stand_in(table, 2)) == {"standing_in": False}
    (vote,) = bob.table(table)["votes"]
    assert (vote["name"], vote["bot"], vote["voted"], vote["needed"]) == (
        "Cléo",
        "greedy",
        ["Anne"],
        2,
    )
    assert vote["answer"]
    assert not anne.table(table)["votes"][0]["answer"]
    if returns == "looks":
        assert cleo.get(f"/t/{table}").status == 200 or cleo.table(table)
    elif returns == "acts":
        wish = {"expected": 0, "key": new_key(), "choices": ["pass"]}
        assert cleo.post(f"/api/tables/{table}/moves", wish).status == 409
    else:
        with cleo.watching(table) as stream:
            stream.next()
    if returns == "looks":
        cleo.table(table)
    assert bob.table(table)["votes"] == []
    assert refusal(bob.post(stand_in(table, 2))) == (400, "qd.server.still_here")
    # Nobody's old vote counts again after a new absence
    let_pass(server)
    assert bob.tell(stand_in(table, 2)) == {"standing_in": False}
    assert bob.table(table)["votes"][0]["voted"] == ["Bob"]


def test_coming_back_and_leaving_again_is_a_new_absence_each_time(server: Server) -> None:
    anne, bob = server.client("Anne"), server.client("Bob")
    table = anne.host("here", "open")
    bob.join(table)
    for _ in range(3):
        let_pass(server)
        assert anne.tell(stand_in(table, 1)) == {"standing_in": True}
        assert bob.send("DELETE", stand_in(table, 1)).status == 200
        assert refusal(anne.post(stand_in(table, 1))) == (400, "qd.server.still_here")


def test_whoever_has_left_has_no_vote_and_is_not_counted(server: Server) -> None:
    anne, bob, cleo, dan = (server.client(name) for name in ("Anne", "Bob", "Cléo", "Dan"))
    table = anne.host("here", "open", "open", "open")
    for other in (bob, cleo, dan):
        other.join(table)
    let_pass(server)
    assert bob.tell(stand_in(table, 3)) == {"standing_in": False}
    assert bob.tell(stand_in(table, 1), {"bot": "random"}) == {"standing_in": True}
    # Bob lets a bot play: his vote is gone, and he must come back to vote.
    assert anne.table(table)["votes"][0]["voted"] == []
    assert refusal(bob.post(stand_in(table, 3))) == (403, "qd.server.come_back_first")
    assert anne.tell(stand_in(table, 3)) == {"standing_in": False}
    # Of Anne and Cléo, Anne is left: the vote is decided.
    assert cleo.tell(stand_in(table, 2)) == {"standing_in": True}
    assert [seat["bot"] for seat in anne.table(table)["seats"]] == [
        None, "random", "greedy", "greedy",
    ]  # fmt: skip


def test_the_host_is_replaced_like_anybody_else(server: Server) -> None:
    anne, bob = server.client("Anne"), server.client("Bob")
    table = anne.host("here", "open")
    bob.join(table)
    let_pass(server)
    assert bob.tell(stand_in(table, 0)) == {"standing_in": True}
    assert anne.send("DELETE", stand_in(table, 0)).status == 200


def test_nobody_votes_for_a_bot_on_a_bots_seat(anne: Client) -> None:
    table = anne.host("here", "random")
    for seat in (1, 7):
        answer = anne.post(stand_in(table, seat))
        assert refusal(answer) == (400, "qd.server.no_person_there")
    assert anne.get(stand_in(table, 7)).status == 400


def test_nobody_is_replaced_once_the_game_is_over(toy_server: Server) -> None:
    players = rowers(toy_server, "Anne", "Bob", options={"duels": "off"})
    for _ in range(2):
        for player in players:
            player.sets_out("south")
        for player in players:
            player.play("rest")
    let_pass(toy_server)
    for seat in (0, 1):
        answer = players[0].client.post(stand_in(players[0].table, seat))
        assert refusal(answer) == (400, "qd.server.over")


def test_one_can_hand_over_ones_own_seat_at_any_time_to_any_bot(anne: Client, bob: Client) -> None:
    table, first, second = two_players(anne, bob)
    seat = first.table(table)["viewer"]
    lines = first.lines(table)
    with second.watching(table, last=lines) as stream:
        path = stand_in(table, seat)
        assert first.post(path, {"bot": "hal"}).status == 404
        assert first.tell(path, {"bot": "random"}) == {"standing_in": True}
        stream.until(lambda event: event.data["lines"] > lines)
    assert first.table(table)["seats"][seat]["bot"] == "random"
    assert first.tell(path) == {"standing_in": True}
    assert first.table(table)["seats"][seat]["bot"] == "greedy"


# Being told


def test_everybody_is_told_when_a_vote_opens_grows_and_is_decided(server: Server) -> None:
    table, anne, bob, cleo = three(server)
    let_pass(server)
    with bob.watching(table) as stream:
        stream.next()
        anne.tell(stand_in(table, 2))
        assert stream.next().name == "news"
    bob.tell(stand_in(table, 2))
    cleo.send("DELETE", stand_in(table, 2))
    cleo.tell(stand_in(table, 2))
    told = [
        "Anne asks whether a bot (Merchant bot) may play for Cléo, who is away.",
        "Bob agrees that a bot plays for Cléo.",
        "A bot (Merchant bot) plays for Cléo from now on; they can come back at any time.",
        "Cléo is back.",
        "Cléo lets a bot play (Merchant bot).",
    ]
    for client in (anne, bob, cleo):
        assert chat(client, table) == told
    asks = "Anne demande si un robot (Robot marchand) peut jouer à la place de Cléo"
    assert chat(anne, table, "fr")[0].startswith(asks)
    for path in (f"/t/{table}", f"/t/{table}/text"):
        page = words_of(Visitor.of(cleo).get(path).text)
        assert all(line in page for line in told)


def test_whoever_ends_a_vote_by_being_there_is_told_of_it(server: Server) -> None:
    table, anne, _, cleo = three(server)
    let_pass(server)
    anne.tell(stand_in(table, 2))
    page = words_of(Visitor.of(cleo).get(f"/t/{table}/text").text)
    assert "Anne asks whether a bot (Merchant bot) may play for Cléo, who is away." in page
    assert "Cléo is here, so no bot stands in." in page
    assert chat(anne, table)[-1] == "Cléo is here, so no bot stands in."


def test_pages_show_what_is_possible_and_why_not(server: Server) -> None:
    anne, ben, cleo, dan = (visitor(server, name) for name in ("Anne", "Ben", "Cleo", "Dan"))
    table = anne.host("here", "open", "open", "open")
    for person in (ben, cleo, dan):
        person.join(table)
    places = (f"/t/{table}", f"/t/{table}/text")
    why = "Dan is here. A stand-in (Merchant bot) can be asked for after 5 minutes away."
    for path in places:
        assert why in words_of(anne.get(path).text)
        assert not [b for b in anne.buttons(path) if b.action.endswith("/vote")]
    let_pass(server, 180)
    for person in (ben, cleo):
        person.get(places[0])
    why = "Dan has been away for 2 minutes. A stand-in (Merchant bot) can be asked for after"
    assert why in words_of(anne.get(places[1]).text)
    let_pass(server, 200)
    for person in (ben, cleo):
        person.get(places[0])
    for path in places:
        (vote,) = [b for b in anne.buttons(path) if b.action.endswith("/vote")]
        assert dict(vote.fields)["seat"] == "3"
        assert "It takes 2 votes." in words_of(anne.get(path).text)
    anne.press(vote)
    told = "Votes for a bot: Anne (1 of 2)"
    for person in (anne, ben, cleo, Visitor(server.address)):
        for path in places:
            assert told in words_of(person.get(path).text), (person.name, path)
    # Who has voted is not asked again, who has not still is, and strangers are not.
    for path in places:
        for person, asked in ((anne, False), (ben, True), (Visitor(server.address), False)):
            assert any(b.action.endswith("/vote") for b in person.buttons(path)) == asked
    yes = next(b for b in ben.buttons(places[1]) if b.action.endswith("/vote"))
    assert ben.press(yes).status == 303
    assert anne.table(table)["seats"][3]["bot"] == "greedy"
    for path in places:
        page = words_of(dan.get(path).text)
        assert "A bot plays for you (Merchant bot)." in page
    back = next(b for b in dan.buttons(places[1]) if b.action.endswith("/come-back"))
    assert dan.press(back).status == 303
    assert anne.table(table)["seats"][3]["bot"] is None


def test_strangers_are_not_told_who_is_here(server: Server) -> None:
    anne, ben = visitor(server, "Anne"), visitor(server, "Ben")
    table = anne.host("here", "open")
    ben.join(table)
    eve = visitor(server, "Eve")
    for path in (f"/t/{table}", f"/t/{table}/text"):
        assert "Ben is here." not in words_of(eve.get(path).text)
    assert eve.get(stand_in(table, 1)).status == 403


PACES = {
    "en": ("Live: nobody’s time runs.", "1 day per turn.", "3 days per turn.", "7 days per turn."),
    "fr": (
        "En direct : pas de limite",
        "1 jour par tour.",
        "3 jours par tour.",
        "7 jours par tour.",
    ),
}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_new_table_offers_paces_and_stand_ins(server: Server, language: str) -> None:
    anne = visitor(server, "Anne")
    page = anne.get(f"/new/{RULES.id}", **{"Accept-Language": language}).text
    for word, text in zip(("live", "day", "three_days", "week"), PACES[language], strict=True):
        assert f'<option value="{word}"' in page
        assert text in words_of(page)
    wish = {"seats": "2", "seat-0": "here", "seat-1": "open", "pace": "week", "stand-in": "random"}
    made = anne.send_form(f"/new/{RULES.id}", wish)
    assert made.status == 303
    room = visitor(server, "Ben").get(made.headers["location"]).text
    agreed = "If somebody is away for 7 days, the others may vote for a stand-in: Random bot."
    assert agreed in words_of(room)
    for bad in ({"pace": "hour"}, {"stand-in": "hal"}):
        assert anne.send_form(f"/new/{RULES.id}", {**wish, **bad}).status in (400, 404)


def test_a_rematch_keeps_what_was_agreed(toy_server: Server) -> None:
    players = rowers(
        toy_server, "Anne", "Bob", options={"duels": "off"}, pace="day", stand_in="random"
    )
    for _ in range(2):
        for player in players:
            player.sets_out("south")
        for player in players:
            player.play("rest")
    again = players[0].client.post(f"{players[0].path}/rematch").json()
    assert (again["away_after"], again["stand_in"]) == (86_400, "random")


# Together with everything else


def test_a_stand_in_is_voted_for_while_everybody_chooses_in_secret(toy_server: Server) -> None:
    anne, bob, cleo = rowers(toy_server, "Anne", "Bob", "Cleo")
    let_pass(toy_server)
    anne.sets_out()
    cleo.play("row north")
    assert anne.client.tell(stand_in(anne.table, 1)) == {"standing_in": False}
    assert cleo.client.tell(stand_in(anne.table, 1)) == {"standing_in": True}
    wait_until(lambda: anne.asked() == ["Cleo"], "the bot to choose for Bob")
    assert bob.state["view"]["skerries"] == [None, bob.state["view"]["skerries"][1], None]
    cleo.play("anchor short")
    assert not anne.state["together"]


def test_what_somebody_does_in_secret_shows_no_more_than_that_they_look(toy_server: Server) -> None:
    shown = []
    for acts in (True, False):
        anne, bob = rowers(toy_server, "Anne", "Bob")
        let_pass(toy_server)
        if acts:
            bob.client.try_move(bob.table, bob.lines, "row south")
        else:
            assert bob.notations
        answer = anne.client.post(stand_in(anne.table, 1))
        shown.append((answer.json(), anne.client.ask(stand_in(anne.table, 1)), anne.state["votes"]))
    assert shown[0] == shown[1]


def test_a_vote_outlives_a_move_and_a_wish_to_go_back(toy_server: Server) -> None:
    anne, bob, cleo, dan = rowers(toy_server, "Anne", "Bob", "Cleo", "Dan")
    for player in (anne, bob, cleo, dan):
        player.sets_out("north")
    let_pass(toy_server)
    anne.client.tell(stand_in(anne.table, 3))
    anne.play("rest")
    anne.does("back", ply=anne.state["back"])
    assert anne.state["recall"]["waiting"] == ["Bob", "Cleo", "Dan"]
    assert [vote["name"] for vote in bob.state["votes"]] == ["Dan"]
    assert bob.client.tell(stand_in(anne.table, 3)) == {"standing_in": True}
    # The bot has no say about going back: Dan is still to agree, and he returns to do so.
    for player in (bob, cleo):
        wish = {"ply": player.state["recall"]["ply"], "agree": True}
        assert player.client.post(f"{player.path}/back/answer", wish).json() == {"went_back": False}
    wish["agree"] = True
    assert dan.client.post(f"{dan.path}/back/answer", wish).json() == {"went_back": True}


def test_standing_orders_and_bots_are_no_signs_of_life(toy_server: Server) -> None:
    """What a stand-in plays does not make its person present."""
    anne, bob = rowers(toy_server, "Anne", "Bob")
    let_pass(toy_server)
    anne.sets_out()
    anne.client.tell(stand_in(anne.table, 1))
    wait_until(lambda: anne.asked() == ["Anne"], "the bot")
    before = anne.client.ask(stand_in(anne.table, 1))["away"]
    assert before >= 300
    assert bob.client.send("DELETE", stand_in(bob.table, 1)).status == 200
    assert anne.client.ask(stand_in(anne.table, 1))["away"] == 0


def test_somebody_away_can_be_nudged(toy_server: Server) -> None:
    anne, bob = rowers(toy_server, "Anne", "Bob")
    let_pass(toy_server)
    anne.sets_out()
    assert anne.client.post(f"{anne.path}/nudge").status == 200
    assert bob.state["nudges"] == ["Anne"]


def test_a_what_if_needs_nobody_else(toy_server: Server) -> None:
    (anne,) = rowers(toy_server, "Anne", bots=("random",))
    assert anne.client.ask(stand_in(anne.table, 0))["may_vote"] is False
    answer = anne.client.post(stand_in(anne.table, 1))
    assert refusal(answer) == (400, "qd.server.no_person_there")


def test_an_undo_after_returning_takes_back_ones_own_choice_only(toy_server: Server) -> None:
    anne, bob = rowers(toy_server, "Anne", "Bob")
    bob.play("row south")
    let_pass(toy_server)
    anne.client.tell(stand_in(anne.table, 1))
    wait_until(lambda: anne.asked() == ["Anne"], "the bot")
    bob.client.send("DELETE", stand_in(bob.table, 1))
    # The lanes are still open: what the bot chose for Bob is his to take back.
    bob.does("undo")
    assert bob.notations == ["anchor short", "anchor long"]
    bob.does("redo")
    assert anne.asked() == ["Anne"]


def test_old_tables_have_agreed_on_the_usual(launch: Launch, database: str) -> None:
    """Nobody was taken note of before: absence is counted from now on."""
    server = launch(database)
    anne, bob = server.client("Anne"), server.client("Bob")
    table = anne.host("here", "open")
    bob.join(table)
    server.kill()

    async def forget() -> None:
        store = Store(Database(engine_for(database)))
        async with store.database.engine.begin() as connection:
            await connection.exec_driver_sql("DELETE FROM signs")
            await connection.exec_driver_sql("DELETE FROM clock")
        found = await store.tables.find(table)
        assert found is not None
        assert found.status == RUNNING
        await store.database.close()

    asyncio.run(forget())
    server.start()
    let_pass(server)
    assert refusal(anne.post(stand_in(table, 1))) == (400, "qd.server.still_here")
    let_pass(server)
    assert anne.tell(stand_in(table, 1)) == {"standing_in": True}
