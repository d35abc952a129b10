"""Friends by link, invitations, and people one does not want to meet."""

from __future__ import annotations

import re

import pytest

from tests.server.client import Client
from tests.server.servers import Launch, Server
from tests.server.visitor import Visitor, words_of


def befriend(one: Client, other: Client) -> None:
    key = one.tell("/api/me/friends/link")["key"]
    other.tell("/api/me/friends", {"key": key})


def names(found: list[dict[str, str]]) -> set[str]:
    return {each["name"] for each in found}


def test_friends_by_link_are_friends_of_each_other(launch: Launch, database: str) -> None:
    server = launch(database)
    anne, bob, eve = (server.client(name) for name in ("Anne", "Bob", "Eve"))
    page = Visitor.of(anne)
    page.send_form("/me/friends/link", {"what": "new"})
    found = re.search(r'value="[^"]*(/friends/\w+)"', page.get("/me/friends").text)
    assert found is not None
    # Looking at it changes nothing; a new guest may accept, too
    assert "Friends with Anne?" in Visitor.of(bob).get(found[1]).text
    assert anne.ask("/api/me/friends") == []
    assert Visitor.of(bob).send_form(found[1], {}).status == 303
    new = Visitor(server.address)
    assert new.send_form(found[1], {"name": "Claire"}).status == 303
    assert names(anne.ask("/api/me/friends")) == {"Bob", "Claire"}
    assert names(bob.ask("/api/me/friends")) == {"Anne"}
    # Nothing more is told of a friend than the name and what both share
    table = anne.host("here", "open", "open", listed=False)
    assert bob.ask("/api/me/friends")[0]["tables"] == []
    bob.join(table)
    assert bob.ask("/api/me/friends")[0]["tables"] == [table]
    # The link can be ended, and nobody befriends themselves
    key = found[1].rpartition("/")[2]
    assert anne.post("/api/me/friends", {"key": key}).status == 400
    anne.tell("/api/me/friends/link")
    assert eve.post("/api/me/friends", {"key": key}).status == 404
    assert anne.send("DELETE", "/api/me/friends/link").status == 200
    # It ends for both, and nobody is told
    assert bob.send("DELETE", f"/api/me/friends/{anne.id}").status == 200
    assert names(anne.ask("/api/me/friends")) == {"Claire"}


def test_friends_are_invited_in_one_tap(server: Server) -> None:
    anne, bob, eve = (server.client(name) for name in ("Anne", "Bob", "Eve"))
    befriend(anne, bob)
    table = anne.host("here", "open", "open", listed=False)
    page = Visitor.of(anne)
    (button,) = [b for b in page.buttons(f"/t/{table}") if b.name == "friend"]
    assert page.send_form(button.action, {button.name: button.value}).status == 303
    assert "invited" in words_of(page.get(f"/t/{table}").text)
    assert bob.ask("/api/me/invitations") == [{"table": table, "by": "Anne"}]
    assert "Anne invites you" in words_of(Visitor.of(bob).get("/").text)
    # Only friends, and only by those who sit there
    assert anne.post(f"/api/tables/{table}/invitations", {"friend": eve.id}).status == 404
    befriend(eve, bob)
    assert eve.post(f"/api/tables/{table}/invitations", {"friend": bob.id}).status == 403
    assert bob.send("DELETE", f"/api/me/invitations/{table}").status == 200
    assert bob.ask("/api/me/invitations") == []
    anne.tell(f"/api/tables/{table}/invitations", {"friend": bob.id})
    bob.join(table)
    assert bob.ask("/api/me/invitations") == []


def test_who_is_blocked_is_kept_away_and_not_told(launch: Launch, database: str) -> None:
    server = launch(database)
    anne, bob = server.client("Anne"), server.client("Bob")
    befriend(anne, bob)
    theirs = bob.host("here", "open", "open")
    asked = anne.host("here", "open", "open", listed=False)
    anne.tell(f"/api/tables/{asked}/invitations", {"friend": bob.id})
    anne.tell("/api/me/blocked", {"id": bob.id})
    mine = anne.host("here", "open", "open")
    # Neither sees the other's tables, and friendship and invitations are gone
    listed = {table["id"] for table in anne.ask("/api/tables")["open"]}
    assert theirs not in listed
    assert mine not in {table["id"] for table in bob.ask("/api/tables")["open"]}
    assert f"/t/{mine}" not in Visitor.of(bob).get("/").text
    assert (anne.ask("/api/me/friends"), bob.ask("/api/me/friends")) == ([], [])
    assert bob.ask("/api/me/invitations") == []
    refused = bob.post(f"/api/tables/{mine}/join", {"seat": None})
    assert (refused.status, refused.json()["id"]) == (403, "qd.server.closed_table")
    assert "Anne" not in refused.json()["error"]
    # Nor can they become friends again by a link
    key = anne.tell("/api/me/friends/link")["key"]
    refused = bob.post("/api/me/friends", {"key": key})
    gone = bob.post("/api/me/friends", {"key": "nosuchlink"})
    assert (refused.status, refused.body) == (gone.status, gone.body)
    assert bob.ask("/api/me/blocked") == []
    # A third person's table is open to both
    claire = server.client("Claire")
    common = claire.host("here", "open", "open")
    anne.join(common)
    bob.join(common)
    assert "blocked" in words_of(Visitor.of(anne).get(f"/t/{common}").text)
    assert "blocked" not in words_of(Visitor.of(bob).get(f"/t/{common}").text)
    anne.send("DELETE", f"/api/me/blocked/{bob.id}")
    assert bob.post(f"/api/tables/{mine}/join", {"seat": None}).status == 200


def test_a_game_that_has_begun_goes_on(server: Server) -> None:
    anne, bob = server.client("Anne"), server.client("Bob")
    table = anne.host("here", "open", listed=False)
    bob.join(table)
    bob.tell(f"/api/tables/{table}/chat", {"text": "Ahoy there"})
    page = Visitor.of(anne)
    address = f"/t/{table}/person?seat=1"
    assert address in page.get(f"/t/{table}").text
    assert "Bob" in page.get(address).text
    assert page.send_form(f"/t/{table}/block", {"seat": "1", "what": "block"}).status == 303
    shown = page.get(f"/t/{table}").text
    assert '<li id="chat-1" class="folded"><details>' in shown
    (line,) = anne.ask(f"/api/tables/{table}/chat")
    assert (line["folded"], line["text"]) == (True, "Ahoy there")
    (line,) = bob.ask(f"/api/tables/{table}/chat")
    assert not line["folded"]
    assert "folded" not in Visitor.of(bob).get(f"/t/{table}").text
    # Both can still play, nudge and talk
    asked = next(seat for seat in anne.table(table)["seats"] if seat["asked"])
    player = (anne, bob)[asked["number"]]
    state = player.table(table)
    player.move(table, state["lines"], state["choices"][0]["notation"])
    bob.tell(f"/api/tables/{table}/chat", {"text": "Still here"})
    # By a line of the chat it can be taken back
    assert page.send_form(f"/t/{table}/block", {"line": "1", "what": "unblock"}).status == 303
    assert "folded" not in page.get(f"/t/{table}").text


@pytest.mark.parametrize("where", ["seat=9", "line=99", "seat=-1", ""])
def test_nobody_is_where_nobody_is(server: Server, where: str) -> None:
    anne = server.client("Anne")
    table = anne.host("here", "open", listed=False)
    assert Visitor.of(anne).get(f"/t/{table}/person?{where}").status == 404


def test_ways_in_are_listed_and_ended_one_by_one(server: Server) -> None:
    anne = server.client("Anne")
    here, there = Visitor.of(anne), Visitor.of(anne)
    assert len(anne.ask("/api/me")["devices"]) == 2
    (button,) = [b for b in here.buttons("/me") if b.action.startswith("/me/devices/")]
    assert here.send_form(button.action, {}).status == 303
    assert there.get("/me").status == 403
    assert here.get("/me").status == 200
    assert here.send_form(button.action, {}).status == 404
    # No session can be made up from what the page shows
    assert here.cookies["quarterdeck"].partition(".")[0] not in here.get("/me").text
    # The personal link: without any other way in it ends only if that is meant
    assert anne.ask("/api/me")["link_made"] is not None
    assert "only the devices" in words_of(here.send_form("/me/end-link", {}).text)
    assert here.send_form("/me/end-link", {"sure": "yes"}).status == 303
    assert anne.get("/api/me").status == 403
    assert "Nobody has a personal link" in words_of(here.get("/me").text)
    assert here.send_form("/me/end-tokens", {}).status == 200


def test_programs_rename_themselves(server: Server) -> None:
    anne = server.client("Anne")
    renamed = anne.send(
        "PUT", "/api/me", b'{"name": "Mary Read"}', {"Content-Type": "application/json"}
    )
    assert renamed.json() == {"id": anne.id, "name": "Mary Read"}
    assert anne.ask("/api/me")["name"] == "Mary Read"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_everybody_may_read_what_is_kept(server: Server, language: str) -> None:
    text = words_of(Visitor(server.address, language).get("/privacy").text)
    assert ("180 days" if language == "en" else "180 jours") in text
    assert "qd." not in text
