"""Searching the rules puts the answer first, in both languages."""

from __future__ import annotations

import html
import re

import pytest

from quarterdeck import games
from quarterdeck.server.lookup import index_of
from quarterdeck.server.searching import FoundPassage, Index, Passage, fold, read_passages
from tests.server.servers import Server
from tests.server.visitor import FRAGMENT

ENTRIES = [
    Passage("R-1", "R-1 Money", "Coins are points.", "chapter"),
    Passage("R-1.1", "R-1.1", "The bank pays interest.", "rule"),
    Passage("R-1.2", "R-1.2", "Bankers and the bank never meet.", "rule"),
    Passage("R-2.1", "R-2.1", "Interest is paid to whoever owns one.", "rule"),
    Passage("thing-vault", "Vault", "Keeps more than the bank.", "thing", "R-1.2"),
    Passage("thing-bank", "Bank", "Keeps your <coins>.", "thing", "R-2.1"),
    Passage("R-3.1", "R-3.1", "Fishing à la française: pêcher.", "rule"),
]


def find(game: str, language: str, query: str) -> list[FoundPassage]:
    return index_of(games.load(game), language).search(query)


def test_what_is_called_so_comes_first_then_its_rule_then_what_mentions_it() -> None:
    found = [each.anchor for each in Index(ENTRIES).search("BANK")]
    assert found == ["thing-bank", "R-2.1", "thing-vault", "R-1.1", "R-1.2"]
    assert Index(ENTRIES).search("banks")[0].anchor == "thing-bank"


def test_all_words_must_be_there_and_a_word_may_be_begun() -> None:
    assert [each.anchor for each in Index(ENTRIES).search("bank interest")] == ["R-1.1"]
    assert [each.anchor for each in Index(ENTRIES).search("inter")] == ["R-1.1", "R-2.1"]
    assert Index(ENTRIES).search("int") == []
    assert Index(ENTRIES).search(" ?! ") == []


def test_accents_and_capitals_make_no_difference_and_words_are_marked() -> None:
    (found,) = Index(ENTRIES).search("PECHER A")
    assert "<mark>à</mark> la française: <mark>pêcher</mark>." in found.text
    assert "Keeps your &lt;coins&gt;." in str(Index(ENTRIES).search("bank")[0].text)
    assert len(fold("Œuvre ﬁn İx ß")) == len("Œuvre ﬁn İx ß"), "marks stand where the words do"


def test_a_text_is_taken_apart_into_chapters_rules_and_rows() -> None:
    text = (
        '<h2 id="X-1">X-1 Ships</h2>\n<ul>\n<li id="X-1.1"><strong>X-1.1</strong> [RB] Ships &amp; '
        "sails.\n<ul>\n<li>Not a rule.</li>\n</ul>\n</li>\n</ul>\n"
        "<table><tr><th>name</th></tr>\n<tr><td>cog</td>\n<td>4</td></tr></table>"
    )
    assert read_passages(text) == [
        Passage("X-1", "X-1 Ships", "Ships & sails.", "chapter"),
        Passage("X-1.1", "X-1.1", "Ships & sails.", "rule"),
        Passage("X-1", "X-1 Ships", "cog · 4", "row"),
    ]


@pytest.mark.parametrize(
    ("game", "language", "query", "first"),
    [
        ("salty_ocean", "en", "bank", ["thing-building-banque", "SO-10.3"]),
        ("salty_ocean", "fr", "banque", ["thing-building-banque", "SO-10.3"]),
        ("salty_ocean", "en", "pirate", ["thing-weather-pirates", "SO-7.8"]),
        ("salty_ocean", "en", "salt", ["thing-good-salt", "SO-7.14"]),
        ("salty_ocean", "fr", "tempete", ["thing-weather-storm", "SO-7.7"]),
        ("rolling_seas", "en", "end of the game", ["RS-15"]),
        ("rolling_seas", "fr", "fin de la partie", ["RS-15"]),
        ("saltfjord", "en", "end of the game", ["SF-16"]),
        ("saltfjord", "fr", "fin de la partie", ["SF-16"]),
        ("seul_maitre", "fr", "FIN de partie", ["SM-23"]),
        ("seul_maitre", "en", "pirate", ["thing-pirate"]),
        ("seul_maitre", "fr", "pirate", ["thing-pirate"]),
    ],
)
def test_the_answer_comes_first(game: str, language: str, query: str, first: list[str]) -> None:
    found = find(game, language, query)
    assert [each.anchor for each in found[: len(first)]] == first


def test_the_rules_are_searched_with_and_without_scripts(server: Server) -> None:
    reader = server.client("Ada")
    whole = reader.get("/rules/salty_ocean?q=bank").text
    assert 'value="bank"' in whole
    part = reader.send("GET", "/rules/salty_ocean/search?q=bank", headers=FRAGMENT).text
    for text in (whole, part):
        found = re.findall(r'<li class="found-(\w+)"><a href="#([^"]+)">', text)
        assert found[:2] == [("thing", "thing-building-banque"), ("rule", "SO-10.3")]
    assert "<html" not in part
    for anchor in re.findall(r'<a href="#([^"]+)"', whole):
        assert f'id="{html.unescape(anchor)}"' in whole, anchor
    assert "Nothing found" in reader.get("/rules/salty_ocean/search?q=zzzz").text
    assert "<script>" not in reader.get("/rules/salty_ocean?q=%3Cscript%3E").text


def test_what_things_are_is_listed_and_can_be_kept(server: Server) -> None:
    reader = server.client("Ada")
    page = reader.get("/rules/salty_ocean?lang=fr").text
    assert re.search(r'<div id="thing-building-banque"><dt>\w+</dt>', page)
    table = reader.host("here", "greedy")
    (address,) = re.findall(r'<main[^>]* data-things="([^"]+)"', reader.get(f"/t/{table}").text)
    answer = reader.get(html.unescape(address))
    assert answer.json()["building-banque"]["rule"] == "SO-10.3"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    plain = reader.get("/games/salty_ocean/things.json?lang=fr&v=old")
    assert plain.json()["building-banque"]["name"] == "Banque"
    assert "immutable" not in plain.headers["cache-control"]
    assert set(plain.json()) == set(games.load("salty_ocean").things)
