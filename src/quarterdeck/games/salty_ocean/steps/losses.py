"""Barrels that no longer fit: the owner chooses which are lost.  SO-7.11, SO-8.12, SO-11.9"""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.games.salty_ocean.actions import LOSE
from quarterdeck.games.salty_ocean.components import MOST_BARRELS
from quarterdeck.games.salty_ocean.names import COD, HERRING, SALT, store_at
from quarterdeck.games.salty_ocean.position import SaltyPosition
from quarterdeck.games.salty_ocean.words import good_name, store_name
from quarterdeck.kernel.messages import Message
from quarterdeck.kernel.position import Step, span


class Loss(Step[SaltyPosition]):
    """How many barrels of salt, then of herring, are lost; cod makes up the rest.

    SO-7.11, SO-8.12, SO-8.13, SO-11.8, SO-11.9
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "store", "excess", "good")

    def __init__(self, seat: int, store: int, excess: int, good: int = SALT) -> None:
        super().__init__(seat)
        self.store = store
        self.excess = excess
        self.good = good

    def options(self, position: SaltyPosition) -> list[int]:
        first = store_at(self.seat, self.store)
        stored = position.goods[first + self.good]
        later = position.goods[first + COD]
        if self.good == SALT:
            later += position.goods[first + HERRING]
        least = max(0, self.excess - later)
        base = LOSE.base + self.good * (MOST_BARRELS + 1)
        return span(base + least, base + min(self.excess, stored))

    def take(self, position: SaltyPosition, code: int) -> None:
        lost = (code - LOSE.base) % (MOST_BARRELS + 1)
        throw_away(position, self.seat, self.store, self.good, lost)
        rest = self.excess - lost
        if rest == 0:
            return
        if self.good == SALT:
            position.push(Loss(self.seat, self.store, rest, HERRING))
        else:
            throw_away(position, self.seat, self.store, COD, rest)


def throw_away(p: SaltyPosition, seat: int, store: int, good: int, count: int) -> None:
    p.goods[store_at(seat, store) + good] -= count
    if count and p.log is not None:
        p.say(
            Message(
                "so.event.lost",
                seat=seat,
                count=count,
                good=good_name(good),
                store=store_name(store),
            )
        )


def lose_what_does_not_fit(p: SaltyPosition, seat: int) -> None:
    """Ask for losses if the Dépôt is overfull."""
    room = p.depot_room(seat)
    if room < 0:
        p.push(Loss(seat, 0, -room))
