"""Going back beyond one's last barrier: a player asks, and all other people must agree."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any
from urllib.parse import urlencode

import pytest
from sqlalchemy import update

from quarterdeck.server.store import Database, Store, engine_for
from quarterdeck.server.store.rows import RUNNING, EntryRow
from quarterdeck.server.store.schema import entries
from tests.server.client import Answer, Client, new_key, wait_until
from tests.server.servers import Launch, Server, new_postgres_database
from tests.server.serving import TOY_GAME
from tests.server.skerries import GAME, Rower, rowers


def at_sea(server: Server, *names: str, **more: Any) -> list[Rower]:
    """Everybody has set out; the first is asked what to do."""
    players = rowers(server, *names, **more)
    for player in players:
        player.sets_out("north")
    return players


def answer(player: Rower, agree: bool, ply: int | None = None) -> Answer:
    wish = player.state["recall"]["ply"] if ply is None else ply
    return player.client.post(f"{player.path}/back/answer", {"ply": wish, "agree": agree})


def stored(server: Server, table: str) -> list[EntryRow]:
    async def read() -> list[EntryRow]:
        store = Store(Database(engine_for(server.database)))
        try:
            return await store.lines.of(table)
        finally:
            await store.database.close()

    return asyncio.run(read())


# Asking and agreeing


def test_the_table_goes_back_once_everybody_agrees(toy_server: Server) -> None:
    anne, bob, cleo = at_sea(toy_server, "Anne", "Bob", "Cleo")
    before = anne.state
    anne.play("dig")
    assert bob.notations, "chance was dealt and Bob is asked"
    assert not anne.state["can_undo"]
    ply = anne.state["back"]
    lines = stored(toy_server, anne.table)

    assert anne.does("back", ply=ply) == {"lines": anne.lines, "went_back": False}
    wish = bob.state["recall"]
    assert (wish["name"], wish["waiting"], wish["answer"]) == ("Anne", ["Bob", "Cleo"], True)
    assert anne.state["recall"]["mine"]
    assert not anne.state["recall"]["answer"]
    assert answer(bob, True).json() == {"went_back": False}
    assert not bob.state["recall"]["answer"]
    assert cleo.state["recall"]["waiting"] == ["Cleo"]
    assert answer(cleo, True).json() == {"went_back": True}

    after = anne.state
    assert after["view"] == before["view"]
    assert [c["notation"] for c in after["choices"]] == [c["notation"] for c in before["choices"]]
    assert after["recall"] is None
    assert not after["can_redo"]
    # Nothing is lost: every line is still there, and so is the one that went back.
    now = stored(toy_server, anne.table)
    assert now[: len(lines)] == lines
    assert [(row.kind, row.seat) for row in now[len(lines) :]] == [("back", 0)]
    # What chance has dealt stays dealt.
    anne.play("dig")
    again = stored(toy_server, anne.table)[-2:]
    assert [(row.kind, row.notation) for row in again] == [
        (row.kind, row.notation) for row in lines[-2:]
    ]


def test_one_refusal_is_enough(toy_server: Server) -> None:
    anne, bob, cleo = at_sea(toy_server, "Anne", "Bob", "Cleo")
    anne.play("rest")
    anne.does("back", ply=anne.state["back"])
    assert answer(bob, True).status == 200
    assert answer(cleo, False).json() == {"went_back": False}
    for player in (anne, bob, cleo):
        wish = player.state["recall"]
        assert (wish["refused"], wish["waiting"], wish["answer"]) == ("Cleo", [], False)
    late = answer(bob, True)
    assert (late.status, late.json()["id"]) == (409, "qd.server.recall_gone")
    assert bob.notations
    # One may ask again.
    anne.does("back", ply=anne.state["back"])
    assert anne.state["recall"]["waiting"] == ["Bob", "Cleo"]


def test_a_wish_lapses_when_somebody_plays_on(toy_server: Server) -> None:
    anne, bob = at_sea(toy_server, "Anne", "Bob")
    anne.play("rest")
    anne.does("back", ply=anne.state["back"])
    ply = bob.state["recall"]["ply"]
    bob.play("rest")
    assert anne.state["recall"] is bob.state["recall"] is None
    late = answer(bob, True, ply)
    assert (late.status, late.json()["id"]) == (409, "qd.server.recall_gone")
    assert anne.state["view"]["tide"] == 2


def test_a_wish_outlives_what_others_choose_in_secret(toy_server: Server) -> None:
    """Otherwise everybody would notice that somebody has chosen."""
    anne, bob, cleo = at_sea(toy_server, "Anne", "Bob", "Cleo")
    for player in (anne, bob, cleo):
        player.play("rest")
    assert anne.state["together"]
    cleo.play("row south")
    anne.does("back", ply=anne.state["back"])
    bob.play("row south")
    assert cleo.state["recall"] is not None
    answer(bob, True)
    answer(cleo, True)
    assert anne.notations[:2] == ["dig", "rest"]
    assert not anne.state["together"]
    assert not bob.state["can_undo"]


def test_a_wish_can_be_withdrawn_by_whoever_made_it(toy_server: Server) -> None:
    anne, bob = at_sea(toy_server, "Anne", "Bob")
    anne.play("rest")
    anne.does("back", ply=anne.state["back"])
    path = f"{anne.path}/back"
    assert bob.client.send("DELETE", path).json()["id"] == "qd.server.recall_gone"
    assert anne.client.send("DELETE", path).status == 200
    assert bob.state["recall"] is None


def test_two_do_not_ask_at_the_same_time(toy_server: Server) -> None:
    anne, bob, _ = at_sea(toy_server, "Anne", "Bob", "Cleo")
    anne.play("rest")
    anne.does("back", ply=anne.state["back"])
    refused = bob.post("back", ply=bob.state["back"])
    assert (refused.status, refused.json()["id"]) == (409, "qd.server.recall_pending")


def test_only_those_who_are_asked_answer(toy_server: Server) -> None:
    anne, bob = at_sea(toy_server, "Anne", "Bob")
    anne.play("rest")
    anne.does("back", ply=anne.state["back"])
    ply = bob.state["recall"]["ply"]
    for stranger in (anne, Rower(toy_server.client("Eve"), anne.table)):
        refused = answer(stranger, True, ply)
        assert (refused.status, refused.json()["id"]) == (403, "qd.server.not_asked")


def test_one_goes_back_to_ones_own_choices_only(toy_server: Server) -> None:
    anne, bob = at_sea(toy_server, "Anne", "Bob")
    anne.play("rest")
    own = {line["back"] for line in anne.state["log"]} - {None}
    assert own
    for ply in range(anne.state["ply"] + 2):
        if ply not in own | {3, 4, 5, 6}:
            refused = anne.post("back", ply=ply)
            assert (refused.status, refused.json()["id"]) == (400, "qd.server.not_your_choice")
    assert own & {line["back"] for line in bob.state["log"]} == set()


def test_a_finished_game_stays_finished(toy_server: Server) -> None:
    players = rowers(toy_server, "Anne", "Bob", options={"duels": "off"})
    for _ in range(2):
        for player in players:
            player.sets_out("south")
        for player in players:
            player.play("rest")
    anne = players[0]
    assert anne.state["finished"]
    assert anne.state["back"] is None
    refused = anne.post("back", ply=3)
    assert (refused.status, refused.json()["id"]) == (400, "qd.server.over")


# What chance has dealt


def dealt(server: Server, table: str) -> list[str]:
    return [row.notation for row in stored(server, table) if row.kind == "deal"]


def alone_at_sea(server: Server) -> Rower:
    """Nobody has to agree here."""
    (anne,) = rowers(server, "Anne", options={"duels": "off"})
    anne.sets_out("north")
    return anne


def test_nobody_deals_again_by_going_back(toy_server: Server) -> None:
    """Not even alone, where nobody is asked."""
    anne = alone_at_sea(toy_server)
    anne.play("dig")
    found = dealt(toy_server, anne.table)[-1]
    for _ in range(5):
        assert anne.does("back", ply=anne.state["back"])["went_back"]
        anne.play("dig")
    assert dealt(toy_server, anne.table)[-6:] == [found] * 6


def test_what_was_dealt_stays_dealt_when_the_server_is_killed(
    launch: Launch, database: str
) -> None:
    server = launch(database, environment={TOY_GAME: "1"})
    anne = alone_at_sea(server)
    anne.play("dig")
    found = dealt(server, anne.table)[-1]
    for _ in range(4):
        anne.does("back", ply=anne.state["back"])
        server.kill()
        server.start()
        anne.play("dig")
        server.kill()
        server.start()
    assert dealt(server, anne.table)[-5:] == [found] * 5


def test_what_was_dealt_stays_dealt_in_another_process(launch: Launch, postgres: str) -> None:
    database = new_postgres_database(postgres)
    here, there = (launch(database, environment={TOY_GAME: "1"}) for _ in range(2))
    anne = alone_at_sea(here)
    other = Rower(Client(there.address, anne.client.secret), anne.table)
    anne.play("dig")
    found = dealt(here, anne.table)[-1]
    for _ in range(4):
        anne.does("back", ply=anne.state["back"])
        wait_until(lambda: "dig" in other.notations, "the news")
        other.play("dig")
        wait_until(lambda: "dig" not in anne.notations, "the news")
    assert dealt(here, anne.table)[-5:] == [found] * 5


def test_lines_of_before_are_asked_for_by_playing_them_again(launch: Launch, database: str) -> None:
    """Deals that were stored before it was noted what chance was asked."""
    server = launch(database, environment={TOY_GAME: "1"})
    anne = alone_at_sea(server)
    anne.play("dig")
    found = dealt(server, anne.table)[-1]
    server.kill()
    forget_odds(database)
    server.start()
    for _ in range(4):
        anne.does("back", ply=anne.state["back"])
        anne.play("dig")
    assert dealt(server, anne.table)[-5:] == [found] * 5


def forget_odds(database: str) -> None:
    async def run() -> None:
        engine = engine_for(database)
        async with engine.begin() as connection:
            await connection.execute(update(entries).values(odds=None))
        await engine.dispose()

    asyncio.run(run())


# Choices that were made at the same time


@pytest.mark.parametrize("first", [0, 1], ids=["having chosen first", "having chosen last"])
def test_going_back_into_a_phase_leaves_the_others_choices_there(
    toy_server: Server, first: int
) -> None:
    pair = rowers(toy_server, "Anne", "Bob")
    for player in (pair[first], pair[1 - first]):
        player.sets_out("south")
    anne, bob = pair
    anne.play("rest")
    # The last line but one of her choices in the lane: "row south"
    row = next(line for line in anne.state["log"] if line["text"].startswith("Anne rows"))
    anne.does("back", ply=row["back"])
    assert answer(bob, True).json() == {"went_back": True}
    assert anne.state["together"]
    assert anne.asked() == ["Anne"]
    assert anne.notations[:2] == ["row north", "row south"]
    assert bob.state["view"]["skerries"] == [None, "south"]
    assert anne.state["view"]["skerries"] == [None, None]
    assert bob.state["can_undo"], "his lane is open again, too"
    assert anne.sets_out("north") == bob.lines
    assert bob.state["view"]["skerries"] == ["north", "south"]


def test_in_an_open_phase_nobody_is_asked(toy_server: Server) -> None:
    anne, bob = rowers(toy_server, "Anne", "Bob")
    anne.sets_out("south")
    ply = next(line["back"] for line in anne.state["log"] if line["text"].startswith("Anne rows"))
    assert anne.does("back", ply=ply)["went_back"]
    assert anne.notations[:2] == ["row north", "row south"]
    assert bob.state["recall"] is None


# Who is asked


def test_alone_with_bots_one_needs_nobodys_consent(toy_server: Server) -> None:
    (anne,) = rowers(toy_server, "Anne", bots=("random",))
    anne.sets_out("north")
    wait_until(lambda: "dig" in anne.notations, "her turn")
    anne.play("dig")
    wait_until(lambda: bool(anne.notations), "her next turn")
    page = anne.client.get(f"/t/{anne.table}/back?ply={anne.state['back']}").text
    assert "You need nobody’s consent here." in page
    assert "What has been revealed since stays known" in page
    assert anne.does("back", ply=anne.state["back"])["went_back"]
    assert "dig" in anne.notations


def test_a_bot_has_no_say_whether_the_table_goes_back(toy_server: Server) -> None:
    anne, bob = rowers(toy_server, "Anne", "Bob", bots=("random",))
    for player in (anne, bob):
        player.sets_out("north")
    wait_until(lambda: "rest" in anne.notations, "the bot")
    anne.play("rest")
    anne.does("back", ply=anne.state["back"])
    assert anne.state["recall"]["waiting"] == ["Bob"]
    assert answer(bob, True).json() == {"went_back": True}


def test_whoever_has_a_stand_in_must_agree_too(toy_server: Server) -> None:
    """Otherwise the others could take back chance as soon as somebody is away."""
    anne, bob, cleo = at_sea(toy_server, "Anne", "Bob", "Cleo")
    anne.play("rest")
    cleo.client.tell(f"{cleo.path}/seats/2/stand-in", {"bot": "random"})
    anne.does("back", ply=anne.state["back"])
    assert anne.state["recall"]["waiting"] == ["Bob", "Cleo"]
    page = anne.client.get(f"/t/{anne.table}/back?ply={anne.state['back']}").text
    assert "everybody else must agree: Bob, Cleo." in page
    assert answer(bob, True).json() == {"went_back": False}
    assert anne.state["recall"]["waiting"] == ["Cleo"]
    assert answer(cleo, True).json() == {"went_back": True}
    assert "rest" in anne.notations


def test_leaving_the_table_to_a_bot_is_no_consent(toy_server: Server) -> None:
    anne, bob, cleo = at_sea(toy_server, "Anne", "Bob", "Cleo")
    anne.play("rest")
    anne.does("back", ply=anne.state["back"])
    answer(bob, True)
    cleo.client.tell(f"{cleo.path}/seats/2/stand-in", {"bot": "random"})
    assert "rest" not in anne.notations
    assert anne.state["recall"]["waiting"] == ["Cleo"]


def test_whoever_holds_several_seats_agrees_once(toy_server: Server) -> None:
    anne, bob = (toy_server.client(name) for name in ("Anne", "Bob"))
    table = anne.host("here", "open", "open", game=GAME)
    first = bob.join(table, 1)
    bob.join(table, 2)
    assert len(first) > 20, "a token with which a program plays this one seat"
    players = [Rower(anne, table), Rower(bob, table)]
    players[0].sets_out("north")
    for seat in (1, 2):
        lines = players[1].lines
        bob.try_move(table, lines, "row north", "anchor short", seat=seat)
    players[0].play("rest")
    players[0].does("back", ply=players[0].state["back"])
    program = Rower(Client(toy_server.address, first), table)
    assert answer(program, True).json() == {"went_back": True}


# Pages with scripts off


def form(client: Client, path: str, **fields: Any) -> Answer:
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    return client.send("POST", path, urlencode(fields).encode(), kind)


@pytest.mark.parametrize("back", ["", "text"], ids=["page", "text mode"])
def test_forms_ask_agree_and_go_back(toy_server: Server, back: str) -> None:
    anne, bob = at_sea(toy_server, "Anne", "Bob")
    anne.play("rest")
    where = f"/t/{anne.table}/text" if back else f"/t/{anne.table}"
    link = re.search(r'id="undo-back" href="([^"]+)"', anne.client.get(where).text)
    assert link is not None
    page = anne.client.get(link[1].replace("&amp;", "&")).text
    assert "everybody else must agree: Bob." in page
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', page))
    assert form(anne.client, f"/t/{anne.table}/back", **fields).status == 303
    assert "Still to agree: Bob" in anne.client.get(where).text
    asked = bob.client.get(where).text
    assert "Anne asks to go back" in asked
    assert f'action="/t/{anne.table}/back/answer"' in asked
    ply = bob.state["recall"]["ply"]
    sent = form(bob.client, f"/t/{anne.table}/back/answer", ply=ply, agree="no", back=back)
    assert (sent.status, sent.headers["location"]) == (303, where)
    assert "Bob would rather not go back." in anne.client.get(where).text
    fields["key"] = new_key()
    form(anne.client, f"/t/{anne.table}/back", **fields)
    form(anne.client, f"/t/{anne.table}/back/withdraw", back=back)
    assert anne.state["recall"] is None
    form(anne.client, f"/t/{anne.table}/back", **{**fields, "key": new_key()})
    form(bob.client, f"/t/{anne.table}/back/answer", ply=ply, agree="yes")
    assert "rest" in anne.notations


def test_a_log_line_of_ones_own_leads_back(toy_server: Server) -> None:
    anne, bob = at_sea(toy_server, "Anne", "Bob")
    page = anne.client.get(f"/t/{anne.table}").text
    links = re.findall(r'class="go-back" href="([^"]+)"', page)
    assert len(links) == 1
    assert "row to Gull Rock" in anne.client.get(links[0]).text
    assert not set(links) & set(
        re.findall(r'class="go-back" href="([^"]+)"', bob.client.get(f"/t/{anne.table}").text)
    )
    spectator = toy_server.client()
    assert "go-back" not in spectator.get(f"/t/{anne.table}").text
    assert spectator.get(links[0]).status == 403


def test_french_is_spoken(toy_server: Server) -> None:
    anne, bob = at_sea(toy_server, "Anne", "Bob")
    anne.play("rest")
    anne.does("back", ply=anne.state["back"])
    page = bob.client.get(f"/t/{anne.table}", **{"Accept-Language": "fr"}).text
    assert "Anne demande à revenir avant l’un de ses choix." in page
    assert "Accepter" in page


# Restarts and several processes


def test_a_wish_survives_a_restart(launch: Launch, database: str) -> None:
    server = launch(database, environment={TOY_GAME: "1"})
    anne, bob, cleo = at_sea(server, "Anne", "Bob", "Cleo")
    anne.play("dig")
    anne.does("back", ply=anne.state["back"])
    answer(bob, True)
    before = [player.state for player in (anne, bob, cleo)]
    server.kill()
    server.start()
    assert [player.state for player in (anne, bob, cleo)] == before
    assert answer(cleo, True).json() == {"went_back": True}
    gone_back = anne.state
    server.kill()
    server.start()
    assert anne.state == gone_back


def has_begun(player: Rower) -> bool:
    return bool(player.client.table(player.table)["status"] == RUNNING and player.notations)


def agree_at_once(here: Server, there: Server) -> None:
    """Anne asks; Bob and Cleo agree at the same moment, each at a process of his own."""
    anne, bob = Rower(here.client("Anne")), Rower(here.client("Bob"))
    cleo = Rower(there.client("Cleo"))
    players = anne, bob, cleo
    table = anne.client.host("here", "open", "open", game=GAME)
    for player in players:
        player.table = table
    bob.client.join(table)
    cleo.client.join(table)
    for player in players:
        begun = partial(has_begun, player)
        wait_until(begun, "the game to start, at this process too")
        player.sets_out("north")
    wait_until(lambda: "rest" in anne.notations, "her turn")
    anne.play("rest")
    anne.does("back", ply=anne.state["back"])
    wait_until(lambda: cleo.state["recall"] is not None, "the wish to arrive")
    ply = cleo.state["recall"]["ply"]
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda player: answer(player, True, ply), (bob, cleo)))
    assert [found.status for found in answers] == [200, 200]
    for player in (anne, cleo):
        wait_until(lambda: "Anne" in player.asked(), "the table to go back")  # noqa: B023
    assert [row.kind for row in stored(here, table)].count("back") == 1


def test_those_who_agree_last_at_two_processes_at_once(launch: Launch, postgres: str) -> None:
    database = new_postgres_database(postgres)
    here = launch(database, environment={TOY_GAME: "1"})
    there = launch(database, environment={TOY_GAME: "1"}, key_file=here.folder / "server.key")
    for _ in range(4):
        agree_at_once(here, there)
