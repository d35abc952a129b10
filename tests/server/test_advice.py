"""The coach can be asked in an ordinary game: it answers whoever is to choose, and nobody else."""

from __future__ import annotations

import re
from fractions import Fraction

from quarterdeck import games
from quarterdeck.advice import Advice, find_reasons
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.figures import Change
from quarterdeck.kernel.messages import Message
from quarterdeck.preview import Preview, WayOfChance
from tests.server.client import Client, wait_until
from tests.server.servers import Server
from tests.server.visitor import FRAGMENT, Visitor, words_of


def start(anne: Client, *seating: str, **more: object) -> str:
    wish = {"game": "salty_ocean", "seating": seating or ("here", "random"), **more}
    answer = anne.post("/api/tables", wish)
    assert answer.status == 201, answer.text
    table: str = answer.json()["id"]
    return table


def until_asked(anne: Client, table: str) -> None:
    wait_until(lambda: bool(anne.choices(table)["choices"]), "one's turn")


def test_the_coach_says_what_it_would_do_and_why(anne: Client) -> None:
    table = start(anne)
    until_asked(anne, table)
    reader = Visitor.of(anne)
    page = reader.get(f"/t/{table}/advice").text
    words = words_of(page)
    assert "The question:" in words
    assert "I would choose:" in words
    found = re.search(r"#choice-(\d+)", page)
    assert found is not None
    rules = games.load("salty_ocean")
    notation = rules.space.notation(int(found[1]))
    assert notation in [c["notation"] for c in anne.choices(table)["choices"]]
    # Asked again at the same moment, it says the same
    assert words_of(reader.get(f"/t/{table}/advice").text) == words
    part = reader.get(f"/t/{table}/advice", **FRAGMENT).text
    assert "<html" not in part
    assert "I would choose:" in words_of(part)
    for path in (f"/t/{table}", f"/t/{table}/text"):
        assert "Ask the coach" in words_of(reader.get(path).text)


def test_the_coach_speaks_the_readers_language(server: Server) -> None:
    reader = Visitor(server.address, "fr").come("Anne")
    form = {"seats": "2", "seat-0": "here", "seat-1": "random", "listed": "no"}
    path = reader.send_form("/new/salty_ocean", form).headers["location"]
    wait_until(lambda: reader.get(f"{path}/advice").status == 200, "one's turn")
    assert "Je choisirais" in words_of(reader.get(f"{path}/advice").text)


def test_nobody_else_is_answered(anne: Client, bob: Client) -> None:
    table = start(anne)
    until_asked(anne, table)
    watching = Visitor.of(bob)
    refused = watching.get(f"/t/{table}/advice")
    assert refused.status == 400
    assert "whoever is to choose now" in words_of(refused.text)
    assert "Ask the coach" not in words_of(watching.get(f"/t/{table}").text)


def test_the_creator_switches_suggestions_off_for_everybody(anne: Client, bob: Client) -> None:
    reader = Visitor.of(anne)
    form = {"seats": "2", "seat-0": "here", "seat-1": "open", "suggestions": "no", "listed": "no"}
    answer = reader.send_form("/new/salty_ocean", form)
    table = answer.headers["location"].rpartition("/")[2]
    assert "makes no suggestions" in words_of(reader.get(f"/t/{table}").text)
    bob.join(table)
    for each in (anne, bob):
        if each.choices(table)["choices"]:
            # Known before it is asked, on the board's page, in its menu, and in text mode
            for page in ("", "/text"):
                asking = Visitor.of(each).get(f"/t/{table}{page}").text
                assert "Ask the coach about the question" in words_of(asking)
                assert "Suggestions are switched off at this table" in words_of(asking)
            assert "makes no suggestions" in words_of(Visitor.of(each).get(f"/t/{table}").text)
            words = words_of(Visitor.of(each).get(f"/t/{table}/advice").text)
            assert "The question:" in words
            assert "switched off" in words
            assert "I would choose" not in words
            return
    raise AssertionError("nobody is asked")


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
