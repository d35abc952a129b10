"""Discovery tokens face down: worlds a viewer could imagine.  SM-16.7"""

from __future__ import annotations

from random import Random

from quarterdeck.games.seul_maitre.names import (
    FAMILY_COUNT,
    RARITIES,
    token_at,
    token_kind,
)
from quarterdeck.games.seul_maitre.position import MasterPosition


def redraw(p: MasterPosition, viewer: int | None, random: Random) -> None:
    """Deal the families of other players' tokens on board anew, and so those still in the piles.

    Rarities are public; within one, every token the viewer has not seen is as likely anywhere.
    """
    if p.finished:
        return  # SM-23: nothing is hidden any more
    others = [seat for seat in range(p.seats) if seat != viewer]
    for rarity in range(len(RARITIES)):
        first = token_kind(rarity, 0)
        held: list[int] = []
        pool: list[int] = []
        for family in range(FAMILY_COUNT):
            pool += [family] * p.unseen[first + family]
        for seat in others:
            at = token_at(seat, first)
            for family in range(FAMILY_COUNT):
                count = p.carried[at + family]
                pool += [family] * count
                held += [seat] * count
                p.carried[at + family] = 0
        # In an order that tells nothing of what is hidden
        pool.sort()
        random.shuffle(pool)
        for seat in held:
            p.carried[token_at(seat, first + pool.pop())] += 1
        for family in range(FAMILY_COUNT):
            p.unseen[first + family] = pool.count(family)
