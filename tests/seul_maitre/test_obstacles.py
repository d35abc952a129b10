"""Each obstacle is explained by its own words."""

from __future__ import annotations

import pytest

from quarterdeck.games.seul_maitre import RULES, obstacles
from quarterdeck.games.seul_maitre.actions import CELL
from quarterdeck.games.seul_maitre.names import TILES
from quarterdeck.games.seul_maitre.steps.building import BuildCell
from quarterdeck.kernel.catalogue import Translator
from quarterdeck.kernel.obstacles import Obstacle
from quarterdeck.testing import rule
from tests.seul_maitre.scenario import RED, cell, lay_map

# Five cells demand land (r0c2, r1c0, r1c3, r2c0, r4c2) and five tiles with one coast are left: none
# may be laid elsewhere.
FIVE_COASTS_DEMANDED = """
- -         -        -        -
- coast_1@3 lair_1@0 -        -
- lair_2@3  centre@0 head_1@0 -
- -         lair_3@2 -        -
- -         -        -        -
"""
# r1c1 needs the last open tile, open_3: no neighbour shows it land.
ONE_OPEN_TILE_LEFT = """
- -         isle_1@0  open_4@0  -
- -         coast_4@1 coast_3@3 isle_2@0
- coast_2@3 centre@0  lair_2@1  coast_1@3
- lair_4@1  head_2@3  gale_2@0  open_1@0
- gale_1@0  open_2@0  -         -
"""


@rule("SM-2.10")
@pytest.mark.parametrize(
    ("laid", "tile", "at", "english", "french"),
    [
        (
            FIVE_COASTS_DEMANDED,
            "coast_2",
            "r3c3",
            "too few tiles with a coast would be left",
            "il resterait trop peu de tuiles côtières",
        ),
        (
            ONE_OPEN_TILE_LEFT,
            "open_3",
            "r4c3",
            "too few open sea tiles would be left",
            "il resterait trop peu de tuiles de pleine mer",
        ),
    ],
)
def test_the_coast_budget_says_which_tiles_would_run_out(
    laid: str, tile: str, at: str, english: str, french: str
) -> None:
    p = RULES.blank(*RULES.checked_setup(4, {}))
    p.set_up()
    lay_map(p, laid)
    reason = BuildCell(RED, TILES.index(tile)).why_not(p, CELL.at(cell(at)))
    assert reason.rule == "SM-2.10"
    assert Translator("en").text(reason.message) == english
    assert Translator("fr").text(reason.message) == french


def test_an_obstacle_is_called_as_its_message() -> None:
    """So that no two of them can be exchanged where they are declared."""
    declared = {name: each for name, each in vars(obstacles).items() if isinstance(each, Obstacle)}
    assert list(declared.values()) == RULES.obstacles.all
    for name, each in declared.items():
        assert each.message == f"sm.reason.{name.lower()}"
