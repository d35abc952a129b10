"""What is told at the end of a game adds up."""

from __future__ import annotations

import random

import pytest

import quarterdeck as qd
from quarterdeck.games import GAMES
from quarterdeck.server.pages.ending import MOST_DIFFERENCES, _differences


@pytest.mark.parametrize("game_id", GAMES)
def test_the_differences_between_two_players_add_up_to_their_margin(game_id: str) -> None:
    game = qd.new(game_id, seats=2, seed=3)
    pick = random.Random(3)
    while not game.finished:
        seat = min(game.actors)
        game.play(pick.choice(game.legal_for(seat)), seat=seat)
    last = game.round_scores[-1]
    for ahead, behind in ((0, 1), (1, 0)):
        told = _differences(last, ahead, behind, game.translator("en"))
        totals = last.totals()
        assert sum(each.ahead for each in told) == totals[ahead] - totals[behind]
        assert [each.ahead for each in told] == sorted((e.ahead for e in told), reverse=True)
        assert len(told) <= MOST_DIFFERENCES + 1
