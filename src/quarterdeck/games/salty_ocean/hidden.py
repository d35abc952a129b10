"""Face-down tiles: who knows what, and worlds a viewer could imagine.  SO-10.30"""

from __future__ import annotations

from random import Random

from quarterdeck.games.salty_ocean.names import NO_TILE, TILE_COUNT, TURNS
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.steps.setup import RevealTile


def face_up(p: SaltyPosition, place: int) -> bool:
    """Whether the tile of a place lies face up.  SO-1.11, SO-3.7"""
    return place < revealed(p) and p.tiles[place] != NO_TILE


def revealed(p: SaltyPosition) -> int:
    """On how many places of the grid the tile lies face up, if there is one."""
    # The tile of the next turn is turned up at the end of the events phase
    before = any(isinstance(step, RevealTile) for step in p.stack)
    return min(p.turn + 1, TURNS) - before


def known_to(p: SaltyPosition, place: int, viewer: int | None) -> bool:
    """Whether a viewer knows which tile lies on a place."""
    tile = p.tiles[place]
    if tile == NO_TILE:
        return False
    if face_up(p, place):
        return True
    return viewer is not None and bool(p.known[viewer] >> tile & 1)


def redraw(p: SaltyPosition, viewer: int | None, random: Random) -> None:
    """Replace every drawn tile the viewer does not know by another he has not seen.

    Whoever looked at such a tile knows the new one instead.
    """
    secret = [
        place
        for place in range(TILE_COUNT)
        if p.tiles[place] != NO_TILE and not known_to(p, place, viewer)
    ]
    if not secret:
        return
    open_tiles = [p.tiles[place] for place in range(TILE_COUNT) if known_to(p, place, viewer)]
    unseen = [tile for tile in range(TILE_COUNT) if tile not in open_tiles]
    random.shuffle(unseen)
    old = [p.tiles[place] for place in secret]
    new = unseen[: len(secret)]
    for place, tile in zip(secret, new, strict=True):
        p.tiles[place] = tile
    for seat in range(p.seats):
        kept = p.known[seat]
        for tile in old:
            kept &= ~(1 << tile)
        for before, after in zip(old, new, strict=True):
            if p.known[seat] >> before & 1:
                kept |= 1 << after
        p.known[seat] = kept
