"""While everything is being laid out a game can be looked at already: picture, text, scores."""

from __future__ import annotations

import pytest

from quarterdeck import games, pictures, record
from quarterdeck.games.saltfjord.steps.turn import MainAction
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.testing.boards import NAMES, parse_svg
from tests.fixtures.shelves import SHELVES

RULES = games.load("saltfjord")
SHELF = next(shelf for shelf in SHELVES if shelf.rules.id == RULES.id)
TABLES = ("alone_won", "carts_alone", "two_villages", "three_villages", "four_villages", "carts")


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_ply_of_the_setup_can_be_drawn_and_read_by_everybody(
    name: str, language: str
) -> None:
    say = Translator(language, NAMES)
    plies = 0
    for position in record.positions(record.read(SHELF.file(name)), RULES):
        for viewer in (*range(position.seats), None):
            view = RULES.view(position, viewer)
            parse_svg(pictures.board(RULES, view, say))
            for section in RULES.text(view, say):
                assert "sf." not in " ".join(section.lines)
        RULES.score_sheet(position)
        plies += 1
        if position.stack and isinstance(position.stack[-1], MainAction):
            break
    assert plies > 20
