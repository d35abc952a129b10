"""The coach can be asked what the question is about: it answers whoever is to choose."""

from __future__ import annotations

from fractions import Fraction

from quarterdeck.advice import Advice, find_reasons
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.figures import Change
from quarterdeck.kernel.messages import Message
from quarterdeck.preview import Preview, WayOfChance
from tests.server.client import Client, wait_until
from tests.server.servers import Server
from tests.server.visitor import FRAGMENT, Visitor, words_of


def start(anne: Client, *seating: str, **more: object) -> str:
    table = anne.host(*(seating or ("here", "random")), **more)
    wait_until(lambda: bool(anne.choices(table)["choices"]), "one's turn")
    return table


def test_the_coach_says_what_the_question_is_about(anne: Client) -> None:
    table = start(anne)
    reader = Visitor.of(anne)
    words = words_of(reader.get(f"/t/{table}/advice").text)
    assert "The question:" in words
    part = reader.get(f"/t/{table}/advice", **FRAGMENT).text
    assert "<html" not in part
    assert "The question:" in words_of(part)
    for path in (f"/t/{table}", f"/t/{table}/text"):
        assert "Ask the coach about the question" in words_of(reader.get(path).text)


def test_the_coach_speaks_the_readers_language(server: Server) -> None:
    reader = Visitor(server.address, "fr").come("Anne")
    form = {"seats": "2", "seat-0": "here", "seat-1": "random", "listed": "no"}
    path = reader.send_form("/new/salty_ocean", form).headers["location"]
    wait_until(lambda: reader.get(f"{path}/advice").status == 200, "one's turn")
    assert "La question" in words_of(reader.get(f"{path}/advice").text)


def test_nobody_else_is_answered(anne: Client, bob: Client) -> None:
    table = start(anne)
    watching = Visitor.of(bob)
    refused = watching.get(f"/t/{table}/advice")
    assert refused.status == 400
    assert "whoever is to choose now" in words_of(refused.text)
    assert bob.get(f"/api/tables/{table}/advice").status == 400
    assert "Ask the coach" not in words_of(watching.get(f"/t/{table}").text)


def test_what_a_learner_has_heard_is_no_public_matter(anne: Client) -> None:
    table = start(anne)
    listed = next(row for row in anne.ask("/api/tables")["mine"] if row["id"] == table)
    assert "lesson" not in listed
    assert listed["suggestions"] is True


def test_the_reason_is_what_would_surely_change_else_what_is_likeliest() -> None:
    label = Message("qd.coach.would")
    coins, others = (Change(0, "coins", label, 8, 6),), (Change(1, "coins", label, 8, 9),)
    say = Translator("en")
    sure = Advice(1, Preview((*others, *coins), (), exact=True))
    assert find_reasons(sure, 0, say) == "I would choose: 8 → 6"
    likely = Advice(
        1, Preview((), (WayOfChance(Fraction(2, 3), coins), WayOfChance(Fraction(1, 3), ())), True)
    )
    assert find_reasons(likely, 0, say) == "I would choose: 8 → 6"
    assert find_reasons(Advice(1, Preview((), (), True)), 0, say) == ""
