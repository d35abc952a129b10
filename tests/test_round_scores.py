"""The score after each round is kept along the way, for the graph at the end."""

from __future__ import annotations

from random import Random

from quarterdeck.game import Game
from tests.toy.rules import Skerries


def play_to_the_end(seed: int) -> Game:
    random = Random(seed)
    game = Game.new(Skerries(), 3, {"tides": "3"}, Random(seed))
    while not game.finished:
        game.play(random.choice(game.legal.codes))
    return game


def test_the_score_is_kept_after_each_round_and_at_the_end() -> None:
    game = play_to_the_end(5)
    found = game.round_scores
    assert [score.round for score in found] == [1, 2, 3]
    assert [score.ply for score in found] == sorted({score.ply for score in found})
    assert game.outcome is not None
    assert found[-1].totals() == game.outcome.scores
    assert found[-1].ply == game.ply


def test_what_is_read_from_the_record_is_the_same() -> None:
    game = play_to_the_end(6)
    assert Game(game.rules, game.record, None).round_scores == game.round_scores


def test_what_is_taken_back_is_forgotten() -> None:
    game = play_to_the_end(7)
    first = game.round_scores[0]
    game.rewind(first.ply)
    assert game.round_scores == (first,)
