"""Component values that a game came with in the past: what was begun with them goes on so."""

from __future__ import annotations

from pathlib import Path

import pytest

from quarterdeck import games
from quarterdeck.game import Game, load, new
from quarterdeck.kernel.errors import RecordError
from quarterdeck.kernel.rules import AnyRules
from quarterdeck.record import Header, Record
from quarterdeck.record.replay import start
from tests.earlier_box import GAME, earlier

__all__ = ["earlier"]


def test_a_record_is_read_with_the_values_it_was_made_with(
    earlier: AnyRules, tmp_path: Path
) -> None:
    game = Game(earlier, Record.begin(earlier, 1, {}), None)
    path = tmp_path / "game.jsonl"
    game.save(path)
    again = load(path)
    assert again.rules.component_digest == earlier.component_digest
    assert games.load(GAME).component_digest != earlier.component_digest


def test_a_new_game_has_the_values_of_today(earlier: AnyRules) -> None:
    assert new(GAME, seats=1).rules.component_digest != earlier.component_digest


@pytest.mark.parametrize("digest", ["0123456789abcdef", "../components", "", "."])
def test_values_a_game_never_came_with_are_refused(digest: str) -> None:
    rules = games.load(GAME, digest)
    assert rules is games.load(GAME)
    header = Header(GAME, rules.version, 1, {}, digest, ("Anne",))
    with pytest.raises(RecordError):
        start(Record(header), rules)
