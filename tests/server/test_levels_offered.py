"""The levels at the table: offered first, in words, chosen, shown on their seats, and bounded."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from quarterdeck import games
from quarterdeck.bots import PLUGINS
from quarterdeck.bots.levels import LEVELS, levels_digest
from quarterdeck.bots.offering import tell_strengths
from quarterdeck.bots.strength import read_strength
from quarterdeck.bots.weights import weights_digest
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.rules import AnyRules
from tests.server.servers import Launch, Server
from tests.server.test_pages import visitor
from tests.server.visitor import Visitor, words_of

OTHERS = [name for name in PLUGINS.names() if name not in LEVELS]


def options_of(page: str, select: str) -> list[str]:
    found = re.search(rf'<select id="{select}".*?</select>', page, re.DOTALL)
    assert found is not None
    return re.findall(r'<option value="([^"]*)"', found[0])


def chosen_in(page: str, select: str) -> str:
    found = re.search(rf'<select id="{select}".*?</select>', page, re.DOTALL)
    assert found is not None
    (chosen,) = re.findall(r'<option value="([^"]*)" selected', found[0])
    return str(chosen)


def test_the_levels_come_first_wherever_a_bot_is_chosen(server: Server) -> None:
    anne = visitor(server, "Anne")
    new = anne.get("/new/salty_ocean").text
    bots = [*LEVELS, *OTHERS]
    assert options_of(anne.get("/").text, "level") == bots
    assert options_of(new, "seat-1") == ["here", "open", *bots, "written"]
    assert options_of(new, "stand-in") == bots
    table = anne.host("here", "open")
    assert options_of(anne.get(f"/t/{table}").text, "fill-bot") == [*bots, "written"]
    for game in anne.ask("/api/games"):
        assert [level["bot"] for level in game["levels"]] == list(LEVELS)
    zoe = Visitor(server.address, language="fr").come("Zoé")
    french = words_of(zoe.get("/new/salty_ocean").text)
    assert "Mousse" in french
    assert "Amiral" in french
    assert "Connaît le métier, mais oublie parfois un détail." in french


def test_whoever_played_a_level_is_offered_it_again(server: Server) -> None:
    anne = visitor(server, "Anne")
    assert chosen_in(anne.get("/").text, "level") == "deckhand", "for a first game"
    answer = anne.send_form("/play", {"game": "salty_ocean", "level": "captain"})
    table = answer.headers["location"].rpartition("/")[2]
    assert [seat["bot"] for seat in anne.table(table)["seats"]] == [None, "captain", "captain"]
    assert chosen_in(anne.get("/").text, "level") == "captain"
    assert words_of(anne.get(f"/t/{table}/text").text).count("(Captain)") == 2
    head = anne.get(f"/api/tables/{table}/record").text.splitlines()[0]
    assert json.loads(head)["bots"] == ["", "captain", "captain"]
    assert anne.send_form("/play", {"game": "salty_ocean", "level": "hal"}).status == 404


def test_a_bot_may_be_written_out_within_the_limit_of_the_server(launch: Launch) -> None:
    server = launch(bot_most_seconds=2.5)
    anne = visitor(server, "Anne")
    wish = {"seats": "2", "seat-0": "here", "seat-1": "written", "listed": "no"}
    made = anne.send_form("/new/salty_ocean", wish | {"bot-written": " admiral:seconds=2 "})
    table = made.headers["location"].rpartition("/")[2]
    assert anne.table(table)["seats"][1]["bot"] == "admiral:seconds=2"
    assert "Admiral (seconds=2)" in anne.get(f"/t/{table}").text
    mine = anne.ask("/api/tables")["mine"]
    why = "a bot may think about a choice for at most 2.5 seconds"
    refused = anne.send_form("/new/salty_ocean", wish | {"bot-written": "admiral:seconds=3"})
    assert (refused.status, why in words_of(refused.text)) == (400, True)
    waiting = anne.host("here", "open")
    for path, body in (
        ("/api/tables", {"game": "salty_ocean", "seating": ["here", "admiral:seconds=3"]}),
        (f"/api/tables/{waiting}/fill", {"bot": "search:seconds=60"}),
        (f"/api/tables/{table}/seats/0/stand-in", {"bot": "admiral:seconds=2.6"}),
    ):
        answer = anne.post(path, body)
        assert (answer.status, why in answer.json()["error"]) == (400, True), path
    assert len(anne.ask("/api/tables")["mine"]) == len(mine) + 1
    assert anne.table(table)["seats"][0]["bot"] is None


def test_players_are_told_who_plays_for_a_level_that_has_learnt_nothing(
    launch: Launch, tmp_path: Path
) -> None:
    server = launch(environment={"QUARTERDECK_WEIGHTS": str(tmp_path)})
    anne = visitor(server, "Anne")
    note = "Plays as the merchant bot does."
    table = anne.host("here", "mate")
    for path in ("/new/salty_ocean", f"/t/{table}/text", f"/t/{table}"):
        assert note in words_of(anne.get(path).text), path
    assert note in anne.ask("/api/games")[0]["levels"][2]["note"]


def test_only_what_was_measured_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules: AnyRules = games.load("salty_ocean")
    share = {"share": 0.306, "low": 0.26, "high": 0.35, "games": 400}
    bot = {"rating": 1200, "low": 1100, "high": 1300, "games": 400}
    told = {"mate": bot | {"among_greedy": share}, "captain": bot | {"among_greedy": None}}
    table = {
        "bots": told,
        "settings": {
            "seconds": 0.1,
            "weights": weights_digest(rules),
            "levels": levels_digest(rules),
            "components": rules.component_digest,
        },
        "date": "2026-11-17",
    }
    file = tmp_path / "strength.json"
    file.write_text(json.dumps({"format": 1, "seats": {"4": table}}))
    monkeypatch.setattr("quarterdeck.bots.strength.FILE", file)
    # As if the game were trained
    monkeypatch.setattr("quarterdeck.bots.strength.why_untrained", lambda _: None)
    read_strength.cache_clear()
    english, french = Translator("en"), Translator("fr")
    assert tell_strengths(english, rules, "mate") == (
        (4, "Won 31\u00a0% of 400 measured games with 4 players, against 3 merchant bots."),
    )
    assert tell_strengths(french, rules, "mate")[0][1].startswith(
        "A gagné 31\u00a0% de 400 parties"
    )
    assert tell_strengths(english, rules, "captain") == ()
    assert tell_strengths(english, rules, "admiral") == ()
    read_strength.cache_clear()


def test_the_process_that_answers_pages_does_not_load_what_bots_think_with() -> None:
    program = (
        "import sys, quarterdeck.server.app\n"
        "from quarterdeck import games\n"
        "from quarterdeck.bots.offering import note_on_bot, offer_bots\n"
        "from quarterdeck.kernel.catalogue import Translator\n"
        "offer_bots(Translator('en'))\n"
        "note_on_bot(Translator('en'), games.load('salty_ocean'), 'admiral')\n"
        "sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
