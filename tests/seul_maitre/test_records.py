"""What the recorded games of Seul Maître à Bord show together."""

from __future__ import annotations

from tests.fixtures.crossings import CROSSINGS, SIGHTS, Tale
from tests.fixtures.tales import Shelf


def test_everything_worth_seeing_is_recorded() -> None:
    """Every outcome of every pairing, every specialist and leader, every rare branch."""
    shelf = Shelf(Tale, CROSSINGS)
    seen = set().union(*(Tale(shelf.file(crossing.name)).sights for crossing in CROSSINGS))
    assert set(SIGHTS) - seen == set()
    assert seen <= set(SIGHTS)
