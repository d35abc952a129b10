"""The end of a game in the words of the game."""

from __future__ import annotations

import pytest

from tests.server.client import Client, wait_until
from tests.server.servers import Server
from tests.server.visitor import Visitor, words_of


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ("Points after each turn", "Turn by turn")),
        ("fr", ("Points après chaque tour", "Tour par tour")),
    ],
)
def test_the_score_is_told_in_what_the_game_calls_its_rounds(
    anne: Client, server: Server, language: str, told: tuple[str, ...]
) -> None:
    table = anne.host("random", "random")
    wait_until(lambda: anne.table(table)["finished"], "the end")
    words = words_of(Visitor(server.address, language).get(f"/t/{table}").text)
    assert all(text in words for text in told)
    assert "Manche" not in words
    assert "Round" not in words
