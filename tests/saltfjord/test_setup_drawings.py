"""While everything is being laid out a game can be looked at already: picture, text, scores."""

from __future__ import annotations

import pytest

from quarterdeck import pictures, record
from quarterdeck.game import rules_for
from quarterdeck.games.saltfjord.steps.turn import MainAction
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.testing.boards import NAMES, parse_svg
from tests.fixtures.shelves import SHELVES

SHELF = next(shelf for shelf in SHELVES if shelf.tell.game == "saltfjord")
TABLES = ("alone_won", "carts_alone", "two_villages", "three_villages", "four_villages", "carts")


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_ply_of_the_setup_can_be_drawn_and_read_by_everybody(
    name: str, language: str
) -> None:
    say = Translator(language, NAMES)
    plies = 0
    told = record.read(SHELF.file(name))
    rules = rules_for(told.header)
    for position in record.positions(told, rules):
        for viewer in (*range(position.seats), None):
            view = rules.view(position, viewer)
            parse_svg(pictures.board(rules, view, say))
            for section in rules.text(view, say):
                assert "sf." not in " ".join(section.lines)
        rules.score_sheet(position)
        plies += 1
        if position.stack and isinstance(position.stack[-1], MainAction):
            break
    assert plies > 20
