"""The replay page shows every ply of a table to everybody who may look, in every language."""

from __future__ import annotations

import pytest

from quarterdeck.games import GAMES
from quarterdeck.kernel.catalogue import LANGUAGES
from tests.server.client import Client, any_choice
from tests.server.servers import Server

FIRST_LINES = 24


def check_replay(server: Server, game: str, lines: int, both: bool) -> None:
    """Play a table as far as so many lines, and look at all of it through all eyes."""
    anne, bob = server.client("Anne"), server.client("Bob")
    table = anne.host("here", "open", game=game)
    bob.join(table)
    play_on(table, (anne, bob), lines)
    state = anne.table(table)
    finished = state["finished"]
    for ply in range(state["ply"] + 1):
        for number, viewer in enumerate((anne, bob, server.client("Chloé"))):
            languages = LANGUAGES if both else [LANGUAGES[(ply + number) % len(LANGUAGES)]]
            for language in languages:
                check_page(viewer, f"/t/{table}/replay?ply={ply}", language)
                if finished and viewer is bob:
                    check_page(viewer, f"/t/{table}/replay?ply={ply}&eyes=0", language)


def play_on(table: str, players: tuple[Client, ...], lines: int) -> None:
    """Whoever is asked chooses; in some games several are, at once."""
    pick = any_choice(5)
    while True:
        state = players[0].table(table)
        if state["finished"] or state["lines"] >= lines:
            return
        for player in players:
            asked = player.choices(table)
            if asked["choices"]:
                notations = [choice["notation"] for choice in asked["choices"]]
                player.move(table, asked["lines"], pick(notations))


def check_page(viewer: Client, path: str, language: str) -> None:
    answer = viewer.get(path, **{"Accept-Language": language})
    assert answer.status == 200, f"{path}: {answer.status}"
    assert f'lang="{language}"' in answer.text
    assert "<svg" in answer.text


@pytest.mark.parametrize("game", GAMES)
def test_the_first_plies_can_be_looked_at(server: Server, game: str) -> None:
    check_replay(server, game, FIRST_LINES, both=False)


def test_a_game_is_over_only_at_its_end_and_what_if_is_open_on_wish(server: Server) -> None:
    anne = server.client("Anne")
    table = anne.host("here", "random")
    first = anne.get(f"/t/{table}/replay?ply=0").text
    assert "Before the first choice." in first
    assert "The game was over." not in first
    play_on(table, (anne,), 10_000)
    assert "The game was over." in anne.get(f"/t/{table}/replay").text
    assert 'id="what-if">' in anne.get(f"/t/{table}/replay?ply=3").text
    assert 'id="what-if" open>' in anne.get(f"/t/{table}/replay?ply=3&what_if=1").text


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_every_ply_of_a_whole_game_can_be_looked_at(server: Server, game: str) -> None:
    check_replay(server, game, 10**9, both=True)
