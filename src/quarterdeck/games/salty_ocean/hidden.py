"""Face-down tiles: who knows what, and worlds a viewer could imagine.  SO-10.30"""

from __future__ import annotations

from random import Random

from quarterdeck.games.salty_ocean.names import NO_TILE, TILE_COUNT, TURNS
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.steps.setup import RevealTile


def count_revealed(p: SaltyPosition) -> int:
    """On how many places of the grid the tile lies face up, if there is one.  SO-1.11, SO-3.7"""
    if p.finished:
        return TILE_COUNT
    # The tile of the next turn is turned up at the end of the events phase
    before = any(isinstance(step, RevealTile) for step in p.stack)
    return min(p.turn + 1, TURNS) - before


def tiles_seen(p: SaltyPosition, viewer: int | None) -> list[int]:
    """The tile of every place, as far as a viewer knows it."""
    if p.finished:
        return _laid_open(p)
    up = count_revealed(p)
    known = 0 if viewer is None else p.known[viewer]
    return [
        tile if tile != NO_TILE and (place < up or known >> tile & 1) else NO_TILE
        for place, tile in enumerate(p.tiles)
    ]


def _laid_open(p: SaltyPosition) -> list[int]:
    """All tiles, once the game is over. Those nobody has ever looked at lie anywhere."""
    rest = [tile for tile in range(TILE_COUNT) if tile not in p.tiles]
    return [tile if tile != NO_TILE else rest.pop(0) for tile in p.tiles]


def redraw(p: SaltyPosition, viewer: int | None, random: Random) -> None:
    """Replace every drawn tile the viewer does not know by another that they have not seen.

    Whoever looked at such a tile knows the new one instead.
    """
    seen = tiles_seen(p, viewer)
    secret = [
        place for place in range(TILE_COUNT) if p.tiles[place] != NO_TILE and seen[place] == NO_TILE
    ]
    if not secret:
        return
    unseen = [tile for tile in range(TILE_COUNT) if tile not in seen]
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
