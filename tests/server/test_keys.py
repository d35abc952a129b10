"""A key stands for one request: sent again it is answered, used for another it is refused."""

from __future__ import annotations

from typing import Any

from tests.server.client import Answer, Client, new_key, two_players
from tests.server.servers import Launch, Server
from tests.server.visitor import Visitor

REFUSED = (409, "qd.server.key_used")


def said(answer: Answer) -> tuple[int, str]:
    return answer.status, answer.json()["id"]


def post(client: Client, table: str, act: str, expected: int, key: str, **more: Any) -> Answer:
    wish = {"expected": expected, "key": key, **more}
    return client.post(f"/api/tables/{table}/{act}", wish)


def other_choice(client: Client, table: str, than: str = "pass") -> str:
    asked = client.choices(table)["choices"]
    found: str = next(c["notation"] for c in asked if c["notation"] != than)
    return found


def test_a_key_used_again_with_another_choice_is_refused(launch: Launch, database: str) -> None:
    server = launch(database)
    anne, bob = server.client("Anne"), server.client("Bob")
    table, first, other = two_players(anne, bob)
    start, key = first.lines(table), new_key()
    made, not_made = "pass", other_choice(first, table)
    lines = first.try_move(table, start, made, key=key).json()["lines"]
    # The same again, also by somebody who has seen the table since
    for expected in (start, lines):
        again = first.try_move(table, expected, made, key=key)
        assert (again.status, again.json()["lines"]) == (200, lines)
    for choices in ((not_made,), (made, made), (0,)):
        assert said(first.try_move(table, start, *choices, key=key)) == REFUSED
    for act in ("undo", "redo"):
        assert said(post(first, table, act, lines, key)) == REFUSED
    assert said(post(first, table, "back", lines, key, ply=0)) == REFUSED
    # Another person's key is not a repeat of his own
    mover = first if first.choices(table)["choices"] else other
    stranger = other if mover is first else first
    assert said(other.try_move(table, lines, made, key=key)) == REFUSED
    assert said(stranger.try_move(table, lines, made, key=new_key()))[0] == 403
    assert anne.lines(table) == lines
    server.stop()
    server.start()
    assert said(first.try_move(table, lines, not_made, key=key)) == REFUSED
    assert first.try_move(table, lines, made, key=key).json()["lines"] == lines


def test_a_key_of_an_undo_is_not_one_of_a_turn_or_a_redo(anne: Client) -> None:
    table = anne.host("here", "here")
    seat = anne.choices(table)["seat"]
    lines = anne.move(table, anne.lines(table), "sell salt")
    undo, redo = new_key(), new_key()
    lines = post(anne, table, "undo", lines, undo, seat=seat).json()["lines"]
    assert said(post(anne, table, "undo", lines, undo, seat=seat, whole_turn=True)) == REFUSED
    assert said(post(anne, table, "redo", lines, undo, seat=seat)) == REFUSED
    assert post(anne, table, "undo", lines, undo, seat=seat).json()["lines"] == lines
    lines = post(anne, table, "redo", lines, redo, seat=seat).json()["lines"]
    assert post(anne, table, "redo", lines, redo, seat=seat).json()["lines"] == lines
    assert said(post(anne, table, "undo", lines, redo, seat=seat)) == REFUSED
    assert anne.lines(table) == lines


def test_a_seat_does_not_repeat_what_another_seat_of_the_same_person_did(anne: Client) -> None:
    table = anne.host("here", "here")
    lines, key = anne.lines(table), new_key()
    seat = anne.choices(table)["seat"]
    lines = anne.try_move(table, lines, "pass", key=key, seat=seat).json()["lines"]
    assert said(anne.try_move(table, lines, "pass", key=key, seat=1 - seat)) == REFUSED
    assert anne.lines(table) == lines


def test_a_form_sent_again_with_another_choice_says_what_counts(server: Server) -> None:
    anne = Visitor(server.address, "fr").come("Anne")
    table = anne.tell("/api/tables", {"game": "salty_ocean", "seating": ["here", "here"]})["id"]
    wish = {"expected": str(anne.lines(table)), "choice": "pass", "key": new_key()}
    wish["seat"] = str(anne.choices(table)["seat"])
    assert anne.send_form(f"/t/{table}/choose", wish).status == 303
    lines = anne.lines(table)
    assert anne.send_form(f"/t/{table}/choose", wish).status == 303
    answer = anne.send_form(f"/t/{table}/choose", {**wish, "choice": "city saline"})
    assert answer.status == 409
    assert "Cette page a déjà envoyé autre chose" in answer.text
    assert anne.lines(table) == lines


def test_a_wish_to_go_back_sent_again_keeps_who_agreed(launch: Launch, database: str) -> None:
    server = launch(database)
    guests = [server.client(name) for name in ("Anne", "Bob", "Cleo")]
    table = guests[0].host("here", "open", "open")
    for guest in guests[1:]:
        guest.join(table)
    by_seat = {s["number"]: g for g in guests for s in g.table(table)["seats"] if s["mine"]}

    def asked() -> int:
        found: int = next(s["number"] for s in guests[0].table(table)["seats"] if s["asked"])
        return found

    asker = asked()
    lines = by_seat[asker].move(table, by_seat[asker].lines(table), "pass")
    while (seat := asked()) == asker or by_seat[asker].table(table)["back"] is None:
        lines = by_seat[seat].move(table, lines, "pass")
    ply, key = by_seat[asker].table(table)["back"], new_key()
    wish = {"ply": ply, "seat": asker}
    assert post(by_seat[asker], table, "back", lines, key, **wish).json()["went_back"] is False
    voters = [seat for seat in by_seat if seat != asker]
    agree = {"ply": guests[0].table(table)["recall"]["ply"], "agree": True}
    by_seat[voters[0]].tell(f"/api/tables/{table}/back/answer", agree)
    # The answer was lost, and the same wish comes once more; then another with the same key
    assert post(by_seat[asker], table, "back", lines, key, **wish).json()["went_back"] is False
    assert len(guests[0].table(table)["recall"]["waiting"]) == 1
    assert said(post(by_seat[asker], table, "back", lines, key, ply=ply + 1)) == REFUSED
    assert said(by_seat[asker].try_move(table, lines, "pass", key=key)) == REFUSED
    went = by_seat[voters[1]].tell(f"/api/tables/{table}/back/answer", agree)
    assert went == {"went_back": True}
    lines = guests[0].lines(table)
    assert post(by_seat[asker], table, "back", lines, key, **wish).json()["went_back"] is True
    assert guests[0].lines(table) == lines
