"""Boards at the usual set-ups cut no word of their own, in either language."""

from __future__ import annotations

import random
import re

import pytest

from quarterdeck import games, pictures
from quarterdeck.game import Game
from quarterdeck.kernel.catalogue import LANGUAGES, Translator
from quarterdeck.record import Record
from quarterdeck.testing.boards import NAMES

PLIES, EVERY = 40, 8


@pytest.mark.parametrize("id", games.GAMES)
def test_no_word_of_a_board_is_cut_short(id: str) -> None:
    rules = games.load(id)
    count, options = rules.checked_setup(2, {})
    game = Game(rules, Record.begin(rules, count, options, ()), random.Random(1))
    player = random.Random(2)
    cut: set[str] = set()
    for ply in range(PLIES):
        if ply % EVERY == 0:
            for language in LANGUAGES:
                svg = pictures.board(rules, game.view(0), Translator(language, NAMES[:count]))
                cut |= {f"{language}: {text}" for text in re.findall(r">([^<>]*…)<", svg)}
        seat = game.actors[0]
        game.play(player.choice(list(game.position.legal(seat))), seat=seat)
    assert cut == set()
