"""What the recorded games of Saltfjord show together."""

from __future__ import annotations

from quarterdeck.games.saltfjord.names import ABILITIES, SCORE_TILES
from tests.fixtures.harbours import HARBOURS, Tale, scores, used_abilities
from tests.fixtures.tales import Shelf


def test_every_ability_and_every_score_tile_is_recorded() -> None:
    shelf = Shelf(Tale, HARBOURS)
    tales = [Tale(shelf.file(harbour.name)) for harbour in HARBOURS]
    assert set().union(*(used_abilities(each) for each in tales)) == set(ABILITIES)
    for tile in SCORE_TILES:
        assert any(scores(tile)(each) for each in tales), tile
