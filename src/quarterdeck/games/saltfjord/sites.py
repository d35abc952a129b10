"""Where a tile does most for a village."""

from __future__ import annotations

from typing import Final

from quarterdeck.games.saltfjord.actions import PLACE
from quarterdeck.games.saltfjord.names import EMPTY, SIDE
from quarterdeck.games.saltfjord.outlook import village_ahead
from quarterdeck.games.saltfjord.position import SaltfjordPosition
from quarterdeck.games.saltfjord.steps.building import PlaceTile
from quarterdeck.games.saltfjord.steps.setup import PlaceStartBuilding
from quarterdeck.games.saltfjord.steps.sweep import NextBuilding
from quarterdeck.games.saltfjord.village import LINES
from quarterdeck.games.saltfjord.worth import Worth

SITES: Final = 3


def best_sites(
    p: SaltfjordPosition,
    seat: int,
    step: PlaceTile | PlaceStartBuilding,
    codes: list[int],
    worth: Worth,
) -> list[int]:
    """The best placements of a tile, by the village alone."""
    shape, icons = step.tile(p)
    sweep = next((each for each in p.stack if isinstance(each, NextBuilding)), None)
    ahead = LINES[sweep.line][sweep.position + 1 :] if sweep is not None else []
    white, orange, white_ahead, orange_ahead = worth.dice_left(p)
    white, orange = white + white_ahead, orange + orange_ahead
    prices = worth.prices(white + orange)
    village = p.village(seat)
    ranked: list[tuple[float, int]] = []
    open_codes = set(codes)
    for placement in p.table.placements[shape]:
        code = PLACE.base + placement.number
        if code not in open_codes:
            continue
        found = 0.0
        built = village[:]
        for number, cell in enumerate(placement.cells):
            built[cell] = icons[number]
            if cell in ahead:
                found += prices.icon[icons[number]]
        found += village_ahead(built, prices, white, orange)
        found += completed_pay(built, placement.cells, prices.walk)
        ranked.append((-found, code))
    ranked.sort()
    return [code for _, code in ranked[:SITES]]


def completed_pay(village: list[int], cells: list[int], walk: list[float]) -> float:
    """What the lines through some new cells pay if they are complete now."""
    found = 0.0
    for line in {cell % SIDE for cell in cells} | {SIDE + cell // SIDE for cell in cells}:
        icons = [village[cell] for cell in LINES[line]]
        if EMPTY not in icons:
            found += sum(walk[icon] for icon in icons)
    return found
