"""How people say where and when they are reached: on the page, by the API, by links in letters."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.server.client import Client, wait_until
from tests.server.letters import PUBLIC, Mailbox, MailServer
from tests.server.servers import Server
from tests.server.visitor import Visitor


class Harbour:
    """A server that sends letters, and what they are."""

    def __init__(self, server: Server, box: Mailbox) -> None:
        self.server, self.box = server, box

    def link(self, what: str) -> str:
        """The path of a link in the last letter."""
        found = re.search(rf"{PUBLIC}(/reach/{what}/\S+)", self.box.text())
        assert found is not None
        return found[1]

    def wait_for(self, count: int) -> None:
        """Time passes until there are so many letters."""

        def have_come() -> bool:
            self.server.skip(20)
            return len(self.box.letters) >= count

        wait_until(have_come, f"{count} letters")

    def confirmed(self, name: str, mail: str) -> Client:
        """Somebody who is reached by mail."""
        client = self.server.client(name)
        client.tell("/api/me/reach/addresses", {"kind": "mail", "address": mail})
        assert Visitor(self.server.address).send_form(self.link("confirm"), {}).status == 200
        return client


@pytest.fixture(scope="module")
def mail_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harbour]:
    folder = tmp_path_factory.mktemp("harbour")
    mails = MailServer()
    with mails as box:
        server = Server(
            folder,
            f"sqlite:///{folder / 'table.db'}",
            public_url=PUBLIC,
            mail_host="localhost",
            mail_port=str(mails.port),
            mail_tls="none",
            mail_from="table@example.org",
            reach_tick=0.1,
        ).start()
        yield Harbour(server, box)
        server.kill()


@pytest.fixture
def harbour(mail_server: Harbour) -> Harbour:
    """One of these for all tests; each has mailboxes of its own, and a day later what was sent by
    hand does not count any more."""
    mail_server.server.skip(25 * 3600)
    mail_server.box.letters.clear()
    mail_server.box.refusal = ""
    return mail_server


def state_of(client: Client) -> list[str]:
    return [each["state"] for each in client.ask("/api/me/reach")["addresses"]]


def test_by_forms_alone_an_address_is_added_confirmed_tried_and_removed(harbour: Harbour) -> None:
    anne = Visitor(harbour.server.address).come("Anne")
    page = anne.get("/me").text
    assert "How we reach you" in page
    fields = {"kind": "mail", "address": "anne1@example.org", "label": "Home"}
    assert anne.send_form("/me/reach/addresses", fields).status == 303
    assert "Waits for your confirmation" in anne.get("/me?said=added").text
    (letter,) = harbour.box.letters
    assert letter["To"] == "anne1@example.org"
    assert "If it is not you, do nothing" in harbour.box.text()
    link = harbour.link("confirm")
    # Programs that look at links change nothing
    stranger = Visitor(harbour.server.address)
    assert "anne1@example.org" in stranger.get(link).text
    assert "Waits for your confirmation" in anne.get("/me").text
    assert "The address is confirmed" in stranger.send_form(link, {}).text
    assert "Home</strong> <bdi>anne1@example.org</bdi><br>In use." in anne.get("/me").text
    # Once
    assert stranger.send_form(link, {}).status == 404
    assert anne.press(anne.button("/me", "/test")).status == 303
    assert harbour.box.letters[-1]["Subject"] == "It works"
    assert anne.press(anne.button("/me", "/remove")).status == 303
    assert "You have not added an address yet" in anne.get("/me").text


def test_a_turn_finds_its_player_and_not_the_one_who_has_stopped_it(harbour: Harbour) -> None:
    server = harbour.server
    anne = harbour.confirmed("Anne", "anne2@example.org")
    bob = server.client("Bob")
    before = len(harbour.box.letters)
    table = anne.host("here", "open", title="Evil.com/now")
    bob.join(table)
    # It is Bob who looks: what Anne has seen, she is not told
    asked = next(seat["number"] for seat in bob.table(table)["seats"] if seat["asked"])
    if asked == 1:
        bob.move(table, bob.lines(table), bob.choices(table)["choices"][0]["notation"])
    assert anne.ask("/api/me/reach")["waiting"] == 1
    harbour.wait_for(before + 1)
    told, where = harbour.box.letters[before]["Subject"].split(": ", 1)
    # If Bob begins and takes his time, there is a word about the beginning first
    assert told in (("Your turn",) if asked == 0 else ("Your turn", "The game begins"))
    assert where == "Upon a Salty Ocean, “Evil. com/ now”"
    assert f"{PUBLIC}/t/{table}" in harbour.box.text()
    # One click by the mail program: no cookie, no page
    stop = harbour.link("stop")
    assert f"\r\nList-Unsubscribe: <{PUBLIC}{stop}>\r\n".encode() in harbour.box.raw
    program = Client(server.address)
    assert program.get(stop).status == 200
    assert state_of(anne) == ["on"]
    click = b"List-Unsubscribe=One-Click"
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    assert program.send("POST", stop, click, kind).status == 200
    assert state_of(anne) == ["stopped"]
    assert program.send("POST", stop[:-1], click, kind).status == 404
    # Whoever has confirmed it before may do so again
    address = anne.ask("/api/me/reach")["addresses"][0]["id"]
    anne.tell(f"/api/me/reach/addresses/{address}/confirm")
    assert harbour.box.letters[-1]["Subject"] == "Confirm this address"
    for secret in ("anne2@example.org", stop, harbour.link("confirm")):
        assert secret not in server.log


def test_nobody_can_be_bothered_by_confirmations(harbour: Harbour) -> None:
    wish = {"kind": "mail", "address": "victim@example.org"}
    for number in range(6):
        answer = harbour.server.client(f"Guest {number}").post("/api/me/reach/addresses", wish)
        assert answer.status == (201 if number < 3 else 429), answer.text
    assert len(harbour.box.letters) == 3
    # They say that they want none: not even one in a week
    stranger = Visitor(harbour.server.address)
    assert stranger.send_form(harbour.link("stop"), {}).status == 200
    harbour.server.skip(7 * 24 * 3600)
    answer = harbour.server.client("Late").post("/api/me/reach/addresses", wish)
    assert answer.status == 429
    assert answer.json()["id"] == "qd.reach.silence"
    assert len(harbour.box.letters) == 3


def test_one_person_and_one_visitor_can_send_only_so_much(harbour: Harbour) -> None:
    anne = harbour.server.client("Anne")
    sent = [
        anne.post("/api/me/reach/addresses", {"kind": "mail", "address": f"a{n}@example.org"})
        for n in range(10)
    ]
    assert [answer.status for answer in sent] == [201] * 8 + [429] * 2
    bob = harbour.server.client("Bob")
    more = [
        bob.post("/api/me/reach/addresses", {"kind": "mail", "address": f"b{n}@example.org"})
        for n in range(8)
    ]
    # They come from the same place
    assert [answer.status for answer in more].count(201) < 8


def test_a_link_is_good_for_a_day(harbour: Harbour) -> None:
    anne = harbour.server.client("Anne")
    anne.tell("/api/me/reach/addresses", {"kind": "mail", "address": "anne5@example.org"})
    link = harbour.link("confirm")
    harbour.server.skip(25 * 3600)
    stranger = Visitor(harbour.server.address)
    assert stranger.get(link).status == 404
    assert stranger.send_form(link, {}).status == 404
    assert state_of(anne) == ["new"]


def test_an_address_that_fails_says_why(harbour: Harbour) -> None:
    anne = harbour.confirmed("Anne", "anne6@example.org")
    harbour.box.refusal = "451 4.3.0 not now"
    (address,) = anne.ask("/api/me/reach")["addresses"]
    answer = anne.post(f"/api/me/reach/addresses/{address['id']}/test", **{"Accept-Language": "fr"})
    assert answer.status == 400
    assert "code 451" in answer.json()["error"]
    (address,) = anne.ask("/api/me/reach?lang=fr")["addresses"]
    assert address["reason"] == "Le serveur de courrier demande de réessayer plus tard (code 451)."
    assert "The last message did not arrive." in Visitor.of(anne).get("/me").text


def test_wishes_are_kept_and_checked(harbour: Harbour) -> None:
    anne = harbour.server.client("Anne")
    browser = Visitor.of(anne)
    fields = {
        "cause.turn": "yes",
        "cause.alone": "yes",
        "remind": "12",
        "quiet-from": "22:30",
        "quiet-to": "07:00",
        "digest": "8",
        "zone": "Europe/Paris",
    }
    assert browser.send_form("/me/reach", fields).status == 303
    kept = anne.ask("/api/me/reach")
    assert [cause for cause, wanted in kept["causes"].items() if wanted] == ["turn", "alone"]
    assert (kept["remind"], kept["quiet"], kept["digest"]) == (12, ["22:30", "07:00"], 8)
    assert kept["zone"] == "Europe/Paris"
    for wrong in ({"remind": "7"}, {"quiet-from": "25:00"}, {"digest": "24"}, {"zone": "Mars/X"}):
        assert browser.send_form("/me/reach", {**fields, **wrong}).status == 400
    assert anne.ask("/api/me/reach") == kept
    assert browser.send_form("/settings", {"lang": "fr"}).status == 303
    assert anne.ask("/api/me/reach")["language"] == "fr"
    wish = '{"causes": ["nonsense"]}'
    kind = {"Content-Type": "application/json"}
    assert anne.send("PUT", "/api/me/reach", wish.encode(), kind).status == 400


def test_others_addresses_are_out_of_reach(harbour: Harbour) -> None:
    anne = harbour.confirmed("Anne", "anne8@example.org")
    (address,) = anne.ask("/api/me/reach")["addresses"]
    bob = harbour.server.client("Bob")
    for act in ("test", "confirm"):
        assert bob.post(f"/api/me/reach/addresses/{address['id']}/{act}").status == 404
    assert bob.send("DELETE", f"/api/me/reach/addresses/{address['id']}").status == 404
    assert Client(harbour.server.address).get("/api/me/reach").status == 403
    assert state_of(anne) == ["on"]


def test_without_a_mail_server_the_page_says_so(server: Server) -> None:
    anne = server.client("Anne")
    assert "This server sends no e-mail" in Visitor.of(anne).get("/me").text
    answer = anne.post("/api/me/reach/addresses", {"kind": "mail", "address": "a@example.org"})
    assert answer.status == 400
    assert answer.json()["id"] == "qd.reach.no_channel"
