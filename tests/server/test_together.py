"""Everybody chooses at once: nobody is in anybody's way, and who has finished is known."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from quarterdeck import record
from tests.server.client import new_key, wait_until
from tests.server.servers import Launch, Server, new_postgres_database
from tests.server.serving import SEED, TOY_GAME
from tests.server.skerries import GAME, Rower, rowers


@pytest.fixture
def pair(toy_server: Server) -> tuple[Rower, Rower]:
    anne, bob = rowers(toy_server, "Anne", "Bob")
    return anne, bob


# Counting


def test_everybody_counts_his_own_lines_until_all_have_finished(
    pair: tuple[Rower, Rower], toy_server: Server
) -> None:
    anne, bob = pair
    spectator = Rower(toy_server.client(), anne.table)
    start = anne.lines
    assert bob.lines == spectator.lines == start
    assert anne.play("row north") == start + 1
    anne.does("undo")
    assert (anne.lines, bob.lines, spectator.lines) == (start + 2, start, start)
    assert [rower.state["ply"] for rower in (anne, bob, spectator)] == [2, 2, 2]
    anne.sets_out()
    assert anne.state["ply"] == 4
    assert bob.play("row south") == start + 1
    assert bob.play("anchor short") == anne.lines == spectator.lines == start + 6
    assert anne.state["ply"] == bob.state["ply"] == 6


def test_nobody_is_stale_because_of_another(pair: tuple[Rower, Rower]) -> None:
    anne, bob = pair
    seen = bob.lines
    anne.play("row north")
    assert bob.client.try_move(bob.table, seen, "row south").status == 200
    answer = bob.client.try_move(bob.table, seen, "anchor short")
    assert (answer.status, answer.json()["id"]) == (409, "qd.server.stale")
    # What a refusal says of the table is what its reader may know.
    assert f"is at {seen + 1})" in answer.json()["error"]


def test_log_lines_have_the_plies_of_their_reader(pair: tuple[Rower, Rower]) -> None:
    anne, bob = pair
    anne.sets_out("south")
    bob.play("row south")
    assert [line["ply"] for line in bob.state["log"]][-1] == bob.state["ply"] == 3
    assert "Anne rows" not in str(bob.state["log"])
    bob.play("anchor short")
    told = [line["text"] for line in bob.state["log"]]
    assert any("Anne rows" in line for line in told)


def digest_at_the_end(server: Server, order: tuple[int, ...] | None) -> str:
    """A whole game in which all set out one after the other, or (None) at the same time."""
    players = rowers(server, "Anne", "Bob", "Cleo", options={"duels": "off"})
    plans = [("north", "short"), ("south", "long"), ("south", "short")]
    for _ in range(2):
        if order is None:
            with ThreadPoolExecutor(3) as pool:
                list(pool.map(lambda player, plan: player.sets_out(*plan), players, plans))
        else:
            for seat in order:
                players[seat].sets_out(*plans[seat])
        for player in players:
            player.play("rest")
    told = record.parse(players[0].client.record(players[0].table))
    assert told.outcome is not None
    return told.digests[len(told.entries)]


def test_choices_in_any_order_lead_to_the_same_position(launch: Launch, tmp_path: Path) -> None:
    ends = set()
    for number, order in enumerate([(0, 1, 2), (2, 0, 1), None]):
        # The same deals for everybody
        database = f"sqlite:///{tmp_path / str(number)}.db"
        ends.add(digest_at_the_end(launch(database, environment={TOY_GAME: "1", SEED: "7"}), order))
    assert len(ends) == 1


# Who is still choosing


def test_who_is_still_choosing_is_known_to_all(
    pair: tuple[Rower, Rower], toy_server: Server
) -> None:
    anne, bob = pair
    spectator = Rower(toy_server.client(), anne.table)
    assert anne.state["together"]
    assert anne.asked() == bob.asked() == spectator.asked() == ["Anne", "Bob"]
    anne.play("row north")
    assert spectator.asked() == ["Anne", "Bob"]
    anne.play("anchor short")
    assert anne.asked() == bob.asked() == spectator.asked() == ["Bob"]
    assert anne.state["can_undo"]
    anne.does("undo")
    assert bob.asked() == ["Anne", "Bob"]
    anne.does("redo")
    bob.sets_out()
    assert not anne.state["together"]


@pytest.mark.parametrize(
    ("language", "still", "waiting"),
    [
        ("en", "Still choosing: Bob", "Waiting for the others."),
        ("fr", "Encore en train de choisir\u00a0: Bob", "On attend les autres."),
    ],
)
def test_the_page_and_text_mode_say_who_is_still_choosing(
    pair: tuple[Rower, Rower], language: str, still: str, waiting: str
) -> None:
    anne, _ = pair
    for path in ("", "/text"):
        page = anne.client.get(f"/t/{anne.table}{path}", **{"Accept-Language": language}).text
        assert still in page
        assert waiting not in page
    anne.sets_out()
    for path in ("", "/text"):
        page = anne.client.get(f"/t/{anne.table}{path}", **{"Accept-Language": language}).text
        assert still in page
        assert waiting in page


def test_a_stream_tells_of_ones_own_choices_and_of_who_has_finished(
    pair: tuple[Rower, Rower],
) -> None:
    anne, bob = pair
    start = anne.lines
    with anne.client.watching(anne.table) as stream:
        assert stream.next().id == str(start)
        bob.play("row north")
        bob.does("undo")
        bob.play("row south")
        bob.play("anchor short")
        event = stream.next()
        assert (event.name, event.id) == ("news", str(start)), "Bob has finished"
        bob.does("undo")
        assert stream.next().name == "news", "he has not"
        anne.play("row north")
        event = stream.next()
        assert (event.name, event.id) == ("table", str(start + 1))
        anne.play("anchor short")
        assert stream.next().id == str(start + 2)
        bob.play("anchor short")
        event = stream.next()
        assert event.id == str(anne.lines) != str(start + 3)


def test_one_person_on_two_seats_chooses_for_one_after_the_other(toy_server: Server) -> None:
    both = Rower(toy_server.client("Anne"))
    both.table = both.client.host("here", "here", game=GAME)
    start = both.lines
    for count, seat in ((0, 0), (2, 1)):
        state = both.state
        assert state["viewer"] == seat
        assert state["lines"] == start + count, "a page may not see its count fall"
        assert state["view"]["skerries"] == [None, None]
        both.sets_out("north")
    assert both.state["view"]["skerries"] == ["north", "north"]


# Taking back


def test_one_takes_back_and_makes_again_while_others_choose(pair: tuple[Rower, Rower]) -> None:
    anne, bob = pair
    anne.play("row south")
    bob.sets_out("south")
    before = anne.state["view"]
    anne.does("undo", whole_turn=True)
    assert anne.notations[:2] == ["row north", "row south"]
    assert not anne.state["can_undo"]
    bob.does("undo")
    bob.does("redo")
    anne.does("redo")
    assert anne.state["view"] == before
    answer = anne.post("redo")
    assert answer.json()["id"] == "qd.error.cannot_redo"
    anne.play("anchor short")
    assert not anne.state["can_undo"], "everybody has seen where the boats are"


# Nudges


def test_who_waits_nudges_who_is_still_choosing(pair: tuple[Rower, Rower]) -> None:
    anne, bob = pair
    assert not anne.state["can_nudge"]
    answer = anne.client.post(f"{anne.path}/nudge")
    assert (answer.status, answer.json()["id"]) == (400, "qd.server.nobody_to_nudge")
    anne.sets_out()
    assert anne.state["can_nudge"]
    with bob.client.watching(bob.table) as stream:
        stream.next()
        anne.client.tell(f"{anne.path}/nudge")
        assert stream.next().name == "news"
    assert bob.state["nudges"] == ["Anne"]
    assert anne.state["nudges"] == []
    assert "Anne is waiting for you." in bob.client.get(f"/t/{bob.table}").text
    french = bob.client.get(f"/t/{bob.table}/text", **{"Accept-Language": "fr"})
    assert "Anne vous attend." in french.text
    again = anne.client.post(f"{anne.path}/nudge")
    assert (again.status, again.json()["id"]) == (429, "qd.server.nudged")
    bob.sets_out()
    assert anne.state["nudges"] == bob.state["nudges"] == [], "a new question, no old nudges"


def test_spectators_nudge_nobody(pair: tuple[Rower, Rower], toy_server: Server) -> None:
    answer = toy_server.client("Eve").post(f"{pair[0].path}/nudge")
    assert (answer.status, answer.json()["id"]) == (403, "qd.server.players_only")


# Bots


def test_bots_choose_at_the_same_time_as_people(toy_server: Server) -> None:
    (anne,) = rowers(toy_server, "Anne", bots=("random", "greedy", "random"))
    start = anne.lines
    wait_until(lambda: anne.asked() == ["Anne"], "the bots to finish")
    assert anne.lines == start
    assert anne.state["view"]["skerries"] == [None] * 4
    anne.sets_out()
    assert anne.state["view"]["skerries"].count(None) == 0


# Restarts and several processes


def test_a_killed_server_comes_back_with_open_lanes(launch: Launch, database: str) -> None:
    server = launch(database, environment={TOY_GAME: "1"})
    anne, bob = rowers(server, "Anne", "Bob")
    anne.play("row south")
    anne.play("anchor short")
    anne.does("undo")
    anne.does("undo")
    bob.play("row south")
    before = [rower.state for rower in (anne, bob)]
    assert before[0]["can_redo"]
    server.kill()
    server.start()
    assert [rower.state for rower in (anne, bob)] == before
    # The first redo does not lose the second, not even if the server is killed in between.
    anne.does("redo")
    server.kill()
    server.start()
    anne.does("redo")
    assert anne.asked() == ["Bob"]
    bob.play("anchor short")
    assert anne.state["view"]["skerries"] == ["south", "south"]


@pytest.fixture
def two_servers(launch: Launch, postgres: str) -> tuple[Server, Server]:
    """Two processes on the same database."""
    database = new_postgres_database(postgres)
    one = launch(database, environment={TOY_GAME: "1"})
    two = launch(database, environment={TOY_GAME: "1"}, key_file=one.folder / "server.key")
    return one, two


def test_people_at_two_processes_choose_at_once_and_nobody_is_stale(
    two_servers: tuple[Server, Server],
) -> None:
    here, there = two_servers
    anne = Rower(here.client("Anne"))
    bob = Rower(there.client("Bob"))
    anne.table = bob.table = anne.client.host("here", "open", game=GAME)
    bob.client.join(bob.table)
    wait_until(lambda: bool(anne.notations), "the game to start here too")

    def to_and_fro(rower: Rower) -> None:
        lines = rower.lines
        for _ in range(15):
            lines = rower.client.move(rower.table, lines, "row south")
            wish = {"expected": lines, "key": new_key()}
            lines = rower.client.tell(f"{rower.path}/undo", wish)["lines"]

    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(to_and_fro, rower) for rower in (anne, bob)]:
            done.result()
    with ThreadPoolExecutor(2) as pool:
        for finished in [pool.submit(rower.sets_out, "south") for rower in (anne, bob)]:
            finished.result()
    for rower in (anne, bob):
        wait_until(lambda: not rower.state["together"], "the news from the other")  # noqa: B023
    assert anne.lines == bob.lines
    assert anne.state["view"]["skerries"] == bob.state["view"]["skerries"] == ["south"] * 2
    told = re.findall(r'"play": "(row \w+)"', anne.client.record(anne.table))
    assert told == ["row south"] * 2
