"""What a player may order beforehand.  SM-6.1, SM-10.4, SM-11, SM-12, SM-14.1"""

from __future__ import annotations

from typing import ClassVar, Final

from quarterdeck.games.seul_maitre.actions import BID, DECLINE
from quarterdeck.games.seul_maitre.defence import PARAMETERS, defend, is_interrupted
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.combat import ManCannons
from quarterdeck.games.seul_maitre.steps.initiative import Bid
from quarterdeck.games.seul_maitre.steps.refit import Refit
from quarterdeck.games.seul_maitre.steps.sailing import Engage
from quarterdeck.kernel.options import Option
from quarterdeck.kernel.orders import Given, LoneChoice, StandingOrder

CHEAPEST = "cheapest"


class Defend(StandingOrder[MasterPosition]):
    """How the ship defends itself when it is attacked in another's turn."""

    id = "defence"
    parameters = PARAMETERS
    is_patient = True

    def covers(self, position: MasterPosition, seat: int) -> bool:
        return is_interrupted(position, seat)

    def choose(self, position: MasterPosition, seat: int, given: Given) -> int | None:
        return defend(position, seat, given.values)


class BidAlike(StandingOrder[MasterPosition]):
    """The same bid for the turn order every round, while its place is free."""

    id = "bid"
    steps = (Bid,)
    parameters: ClassVar[tuple[Option, ...]] = (
        Option("slot", (CHEAPEST, "0", "1", "2", "3", "4"), CHEAPEST),
    )
    remembers = ("round",)
    ends = ("last_round",)

    def note(self, position: MasterPosition, seat: int) -> dict[str, int]:
        return {"round": position.round}

    def find_end(self, position: MasterPosition, seat: int, given: Given) -> str | None:
        is_last = position.round == position.table.rounds > given.noted["round"]
        return "last_round" if is_last else None

    def choose(self, position: MasterPosition, seat: int, given: Given) -> int | None:
        legal, slots = position.legal(seat), position.table.box.slots
        wish = given.values["slot"]
        if wish == CHEAPEST:
            return min(legal, key=lambda code: slots[BID.value(code)])
        return next((code for code in legal if slots[BID.value(code)] == int(wish)), None)


class ManAllCannons(StandingOrder[MasterPosition]):
    """Every cannon manned in the fights of one's own turn."""

    id = "cannons"
    steps = (ManCannons,)

    def covers(self, position: MasterPosition, seat: int) -> bool:
        return super().covers(position, seat) and not is_interrupted(position, seat)

    def choose(self, position: MasterPosition, seat: int, given: Given) -> int | None:
        return position.legal(seat)[-1]


class KeepPeace(StandingOrder[MasterPosition]):
    """No attack on anybody met on the way."""

    id = "peace"
    steps = (Engage,)

    def choose(self, position: MasterPosition, seat: int, given: Given) -> int | None:
        return DECLINE.base if DECLINE.base in position.legal(seat) else None


ORDERS: Final = (
    Defend(),
    BidAlike(),
    ManAllCannons(),
    KeepPeace(),
    LoneChoice[MasterPosition](Refit),
)
