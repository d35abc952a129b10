"""The texts of the games by the JSON API: how to play, rules by id, a search."""

from __future__ import annotations

import pytest

from quarterdeck import games
from quarterdeck.server.lookup import find_rule, read_chapters
from tests.server.client import Client


@pytest.mark.parametrize("game", games.GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_game_tells_how_it_is_played(anne: Client, game: str, language: str) -> None:
    told = anne.ask(f"/api/games/{game}/how-to-play?lang={language}")
    for text in (told["how_to_play"], told["aid"]):
        assert text.startswith("# ")
        assert "](thing:" not in text
        assert "](rule:" not in text
        assert "](picture:" not in text


def test_rules_are_read_whole_by_chapter_and_one_by_one(anne: Client) -> None:
    told = anne.ask("/api/games/salty_ocean/rules")
    chapters = {chapter["id"]: chapter for chapter in told["chapters"] if chapter["id"]}
    assert chapters["SO-1"]["title"] == "Set-up"
    chapter = anne.ask("/api/games/salty_ocean/rules/so-1")
    assert chapter == {"id": "SO-1", "chapter": "Set-up", "text": chapters["SO-1"]["text"]}
    rule = anne.ask("/api/games/salty_ocean/rules/SO-1.3?lang=fr")
    assert rule["id"] == "SO-1.3"
    assert rule["text"].startswith("**SO-1.3** [RB] ")
    assert rule["text"] != anne.ask("/api/games/salty_ocean/rules/SO-1.3")["text"]


@pytest.mark.parametrize("game", games.GAMES)
def test_every_rule_that_a_choice_names_can_be_read(anne: Client, game: str) -> None:
    rules = games.load(game)
    named = {family.rule for family in rules.space.families if family.rule}
    assert named
    for language in ("en", "fr"):
        for id in named:
            assert id in find_rule(rules, language, id).text
    ids = [[c.id for c in read_chapters(rules, language)] for language in ("en", "fr")]
    assert ids[0] == ids[1]


def test_a_search_answers_first_what_is_called_so(anne: Client) -> None:
    found = anne.ask("/api/games/salty_ocean/search?q=vault")
    assert (found[0]["kind"], found[0]["title"]) == ("thing", "Vault")
    assert any(passage["kind"] == "rule" and "-" in passage["id"] for passage in found)
    assert not any("<mark>" in passage["title"] + passage["text"] for passage in found)
    assert anne.ask("/api/games/salty_ocean/search?q=") == []
    assert anne.get("/api/games/salty_ocean/search").status == 422
    assert anne.get(f"/api/games/salty_ocean/search?q={'x' * 81}").status == 422


def test_what_nobody_knows_is_refused_with_what_there_is(anne: Client) -> None:
    missing = anne.get("/api/games/salty_ocean/rules/SO-99")
    assert missing.status == 404
    assert "SO-12" in missing.json()["error"]
    for path in ("rules", "how-to-play", "search?q=x", "rules/SO-1"):
        assert anne.get(f"/api/games/nothing/{path}").status == 404
