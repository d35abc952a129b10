"""A guided first game at a real table: by plain forms, kept over restarts, told to nobody else."""

from __future__ import annotations

import re
from pathlib import Path

from quarterdeck.server.lessons import heard_at
from quarterdeck.server.limits import LESSONS_A_DAY
from quarterdeck.server.live import LiveTable
from tests.server.servers import Launch, Server
from tests.server.serving import TOY_GAME
from tests.server.test_store import table_row
from tests.server.visitor import Visitor, words_of


class Learner(Visitor):
    """Somebody who learns Skerries, in text mode."""

    at = ""

    def learn(self, **more: str) -> Learner:
        answer = self.send_form("/learn", {"game": "skerries", **more})
        assert answer.status == 303, answer.text[:300]
        self.at = answer.headers["location"].rpartition("/")[2]
        return self

    @property
    def path(self) -> str:
        return f"/t/{self.at}/text"

    def coach(self, path: str = "") -> str:
        """What the coach says, in plain words."""
        text = self.get(path or self.path).text
        found = re.search(r'<section class="coach".*?</section>', text, re.DOTALL)
        return words_of(found[0]) if found else ""

    def go_on(self) -> str:
        assert self.press(self.button(self.path, "/coach")).status == 303
        return self.coach()

    def choose_text(self, notation: str) -> str:
        """Press the button of a choice; the form waits for the bots."""
        button = next(b for b in self.buttons(self.path) if b.value == notation)
        answer = self.press(button)
        assert answer.status == 303, answer.text[:300]
        return self.coach()


def learner(server: Server, name: str = "Anne", language: str = "en") -> Learner:
    return Learner(server.address, language)


def test_the_lobby_offers_to_learn_a_game_and_to_go_on_learning(toy_server: Server) -> None:
    anne = learner(toy_server)
    assert "Learn (3 minutes)" in words_of(anne.get("/").text)
    anne.learn(name="Anne")
    lobby = anne.get("/").text
    assert "Go on learning (1 of 9)" in words_of(lobby)
    before = anne.at
    assert anne.learn().at == before
    assert anne.learn(again="yes").at != before
    # Nobody else is shown the table
    bob = learner(toy_server).come("Bob")
    assert before not in bob.get("/").text


def test_a_lesson_is_played_through_by_plain_forms(toy_server: Server) -> None:
    anne = learner(toy_server).learn(name="Anne")
    assert anne.coach().startswith("Coach 1 of 9 You are a rower.")
    assert "Coach 1 of 9" in anne.coach(f"/t/{anne.at}")
    said = anne.go_on()
    assert "2 of 9" in said
    assert "Row north" in said
    assert "Go on" not in said
    assert "Now: anchor (1 shell)." in anne.choose_text("row north")
    assert "Mistral is here as well. Dig!" in anne.choose_text("anchor long")
    assert "The second tide begins." in anne.choose_text("dig")
    assert "row south and cast any anchor" in anne.go_on()
    anne.choose_text("row south")
    assert "You see where everybody has landed." in anne.choose_text("anchor short")
    assert "Now: dig." in anne.go_on()
    assert "That was the last tide." in anne.choose_text("dig")
    said = anne.go_on()
    assert "That is all I wanted to show you. You have won with 6 points" in said
    answer = anne.press(anne.button(anne.path, "/play"))
    assert answer.status == 303
    assert "Deckhand" in words_of(anne.get(f"{answer.headers['location']}/text").text)
    assert "Learn (3 minutes)" in words_of(anne.get("/").text)


def test_leaving_the_path_is_noticed_and_can_be_taken_back_past_what_others_did(
    toy_server: Server,
) -> None:
    anne = learner(toy_server, language="fr").learn(name="Anne")
    anne.choose_text("row north")
    said = anne.choose_text("anchor short")
    assert "Ce n’est pas ce que j’avais en tête" in said
    assert "Suivre ma propre route" in said
    assert anne.press(anne.button(anne.path, "/coach/back")).status == 303
    assert "Maintenant : jeter l’ancre" in anne.coach().replace("\u00a0", " ")
    anne.choose_text("anchor short")
    assert "Creusez" in anne.go_on()


def test_a_second_click_passes_over_nothing(toy_server: Server) -> None:
    anne = learner(toy_server).learn(name="Anne")
    button = anne.button(anne.path, "/coach")
    for _ in range(3):
        assert anne.press(button).status == 303
    assert "2 of 9" in anne.coach()


def test_the_coach_speaks_to_the_learner_alone(toy_server: Server) -> None:
    anne = learner(toy_server).learn(name="Anne")
    bob = learner(toy_server)
    bob.come("Bob")
    bob.at = anne.at
    for path in (bob.path, f"/t/{bob.at}"):
        page = bob.get(path)
        assert page.status == 200
        assert 'class="coach"' not in page.text
    refused = bob.send_form(f"/t/{bob.at}/coach", {"remark": "goal", "moment": "0"})
    assert refused.status == 400
    assert "1 of 9" in anne.coach()


def test_nothing_of_what_will_be_dealt_or_said_is_sent(toy_server: Server) -> None:
    anne = learner(toy_server).learn(name="Anne")
    sent = anne.get(f"/t/{anne.at}").text + anne.get(anne.path).text
    for later in ("find 2", "charm cork", "second tide", "Row north", "row south and cast"):
        assert later not in sent


def test_a_lesson_survives_a_restart(launch: Launch, database: str, tmp_path: Path) -> None:
    key = str(tmp_path / "server.key")
    server = launch(database, environment={TOY_GAME: "1"}, key_file=key)
    anne = learner(server).learn(name="Anne")
    anne.go_on()
    anne.choose_text("row north")
    said = anne.coach()
    server.stop()
    again = launch(database, environment={TOY_GAME: "1"}, key_file=key)
    back = learner(again)
    back.cookies, back.at = anne.cookies, anne.at
    assert back.coach() == said
    assert "Dig!" in back.choose_text("anchor long")


def test_lessons_neither_use_up_what_one_may_play_nor_flood_the_server(
    launch: Launch, database: str
) -> None:
    server = launch(database, environment={TOY_GAME: "1"}, tables_a_day=1, open_tables=1)
    anne = learner(server).learn(name="Anne")
    for _ in range(LESSONS_A_DAY - 1):
        anne.learn(again="yes")
    refused = anne.send_form("/learn", {"game": "skerries", "again": "yes"})
    assert refused.status == 429
    assert f"begun {LESSONS_A_DAY} lessons" in refused.text
    # What was begun can be gone on with, and an ordinary game can be played
    assert anne.learn().coach().startswith("Coach 1 of 9")
    assert anne.send_form("/play", {"game": "skerries"}).status == 303
    assert anne.send_form("/play", {"game": "skerries"}).status == 429


def test_newcomers_play_gentle_bots_and_a_short_first_game(server: Server) -> None:
    anne = learner(server)
    answer = anne.send_form("/play", {"game": "seul_maitre", "name": "Anne"})
    table = answer.headers["location"].rpartition("/")[2]
    assert words_of(anne.get(f"/t/{table}/text").text).count("(Deckhand)") == 2
    listed = anne.ask("/api/tables")["mine"][0]
    assert (listed["options"]["rounds"], listed["options"]["map_mode"]) == ("4", "random")


def test_a_game_without_a_lesson_cannot_be_learned(server: Server) -> None:
    anne = learner(server)
    answer = anne.send_form("/learn", {"game": "no_such_game", "name": "Anne"})
    assert answer.status == 404


def test_words_that_make_no_sense_are_passed_over() -> None:
    row = table_row(id="t", lesson="1:goal x:y 2: : 99999999999:no 3:end")
    assert heard_at(LiveTable(row, [])) == {(1, "goal"), (2, ""), (3, "end")}


def test_whoever_enters_no_name_learns_as_a_sailor(toy_server: Server) -> None:
    """The name stands far from the button on a phone; it must not be in the way."""
    anne = learner(toy_server)
    lobby = anne.get("/").text
    assert 'name="name" maxlength' in lobby
    anne.learn(name=" ")
    assert "You are Sailor" in words_of(anne.get("/").text)
