"""What is bid for the turn order."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.games.seul_maitre import risks
from quarterdeck.games.seul_maitre.actions import BID
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.initiative import Bid
from quarterdeck.games.seul_maitre.words import doubloons
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message


class BidFace(Face[MasterPosition, Bid]):
    step = Bid

    def prompt(self, p: MasterPosition, step: Bid) -> Message:
        return Message("sm.prompt.bid")

    def expected(self, p: MasterPosition, step: Bid) -> Sequence[int]:
        return [BID.at(slot) for slot in range(len(p.table.box.slots))]

    @describes(BID)
    def bid(self, p: MasterPosition, step: Bid, code: int) -> Description:
        slot = BID.value(code)
        price = p.table.box.slots[slot]
        missing = price - p.money[step.seat]
        said = Message("sm.choice.bid", money=doubloons(price))
        tokens = 0
        if missing > 0:
            tokens = -(-missing // p.table.box.bank_gain)
            said = Message("sm.choice.bid.tokens", money=doubloons(price), count=tokens)
        earlier = sum(1 for other in p.bids if other > slot)
        later = sum(1 for other in p.bids if 0 <= other < slot)
        open_bids = p.seats - 1 - earlier - later
        effect = Message("sm.effect.bid", first=earlier + 1, last=earlier + open_bids + 1)
        if not open_bids:
            effect = Message("sm.effect.bid.last", place=earlier + 1)
        return Description(
            said,
            (f"slot-{slot}",),
            price,
            effect=effect,
            risk=risks.of_turning_in(p, step.seat, tokens),
            things=("initiative",),
        )
