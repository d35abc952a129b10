"""What the steps that still wait in a turn may bring: generous guesses, to search in order."""

from __future__ import annotations

from typing import Final

from quarterdeck.games.saltfjord.cargo import quay_worth
from quarterdeck.games.saltfjord.names import (
    BUILD_SINGLE,
    CELLS,
    EMPTY,
    FACES,
    FISHING,
    NOTHING,
    ORDER,
    SIDE,
    WALK,
)
from quarterdeck.games.saltfjord.obstacles import change_price
from quarterdeck.games.saltfjord.outlook import Prices
from quarterdeck.games.saltfjord.position import SaltfjordPosition, at_quay
from quarterdeck.games.saltfjord.steps.activation import (
    ActionChoice,
    ForemanOffer,
    Repeat,
    UpgradeChoice,
)
from quarterdeck.games.saltfjord.steps.fishing import DoryOffer, GoFishing
from quarterdeck.games.saltfjord.steps.rewards import PendingReward
from quarterdeck.games.saltfjord.steps.sweep import CartsGoOn, CartStep, NextBuilding
from quarterdeck.games.saltfjord.steps.turn import DieUse, Quays, QuayWindow
from quarterdeck.games.saltfjord.village import LINES
from quarterdeck.games.saltfjord.worth import Worth

ACTION: Final = 3.0
SINGLE: Final = 2.5
FISHED: Final = 2.5
OFFER: Final = 1.0
CART: Final = 2.0


class Pending:
    """Guesses for the positions of one search."""

    def __init__(self, worth: Worth, seat: int) -> None:
        self.worth = worth
        self.seat = seat

    def total(self, p: SaltfjordPosition) -> float:
        prices = self.worth.prices(sum(self.worth.dice_left(p)))
        found = 0.0
        for step in p.stack:
            if isinstance(step, NextBuilding):
                found += self.line(p, step.line, step.position + 1)
            elif isinstance(step, ActionChoice):
                found += self.icon(step.icon, prices)
            elif isinstance(step, UpgradeChoice):
                found += prices.upgrade
            elif isinstance(step, PendingReward):
                found += step.upgrades * prices.upgrade + step.fishing * FISHED
            elif isinstance(step, Quays | QuayWindow):
                for quay in range(step.quay, 4):
                    found += self._quay(p, quay, prices)
            elif isinstance(step, DieUse):
                found += max(
                    self.line(p, step.colour * FACES + value - 1, 0)
                    - self.change(p, step.face, value)
                    for value in range(1, FACES + 1)
                )
            elif isinstance(step, GoFishing):
                found += FISHED
            elif isinstance(step, ForemanOffer | DoryOffer):
                found += OFFER
            elif isinstance(step, Repeat):
                found += self.icon(p.icon(self.seat, step.cell), prices)
            elif isinstance(step, CartStep | CartsGoOn):
                found += CART + self.line(p, step.line, 0)
        return found

    def icon(self, icon: int, prices: Prices) -> float:
        if icon == BUILD_SINGLE:
            return SINGLE
        if icon == FISHING:
            return FISHED
        return ACTION if icon >= ORDER else prices.icon[icon]

    def line(self, p: SaltfjordPosition, line: int, first: int) -> float:
        """What a die finds in a line from a place on."""
        prices = self.worth.prices(sum(self.worth.dice_left(p)))
        found = 0.0
        for number in range(first, SIDE):
            place = self.seat * CELLS + LINES[line][number]
            icon = p.icons[place]
            if EMPTY < icon < WALK and p.pieces[place] == NOTHING:
                found += self.icon(icon, prices)
        return found

    def change(self, p: SaltfjordPosition, face: int, value: int) -> float:
        prices = self.worth.prices(sum(self.worth.dice_left(p)))
        return change_price(p, self.seat, face, value) * prices.fish

    def _quay(self, p: SaltfjordPosition, quay: int, prices: Prices) -> float:
        crates = p.quays[at_quay(self.seat, quay)]
        if not crates:
            return 0.0
        box = self.worth.table.box
        fishing = box.quay_fishing[quay] * FISHED
        return crates * (quay_worth(box, quay, prices) + fishing)
