"""What the Shipyard sells, and what a new Corsair has no room for."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.games.seul_maitre import risks
from quarterdeck.games.seul_maitre.actions import (
    DONE,
    HIRE,
    IMPROVE,
    MEND_CANNONS,
    MEND_LEAKS,
    MEND_SAILS,
    RECRUIT,
    SELL,
    SPACE,
)
from quarterdeck.games.seul_maitre.faces.trade import describe_black_market
from quarterdeck.games.seul_maitre.names import ACTIONS, ENGINEER, IMPROVEMENTS, LETTER, SHIPYARD
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.refit import ConvertSell, Refit, improvement_price
from quarterdeck.games.seul_maitre.words import improvement_name
from quarterdeck.kernel.faces import Description, Face, describes
from quarterdeck.kernel.messages import Message

# What is mended, as a thing on the board.
MENDED = {MEND_SAILS: "sail-damage", MEND_LEAKS: "leak", MEND_CANNONS: "cannon-damage"}


class RefitFace(Face[MasterPosition, Refit]):
    step = Refit

    def prompt(self, p: MasterPosition, step: Refit) -> Message:
        last = p.legal(step.seat) == [DONE.base]
        money = p.money[step.seat]
        return Message("sm.prompt.refit.last" if last else "sm.prompt.refit", count=money)

    def expected(self, p: MasterPosition, step: Refit) -> Sequence[int]:
        sailors = [RECRUIT.at(count) for count in range(1, p.table.box.recruits + 1)]
        return [*range(IMPROVE.base, IMPROVE.end), HIRE.base, *sailors]

    @describes(MEND_SAILS, MEND_LEAKS, MEND_CANNONS)
    def mend(self, p: MasterPosition, step: Refit, code: int) -> Description:
        family = SPACE.family_of(code)
        count = family.value(code)
        price = 0 if p.leads(step.seat, ENGINEER) else p.table.box.price_repair
        return Description(
            Message(f"sm.choice.{family.name}", count=count),
            cost=count * price,
            effect=Message(f"sm.effect.{family.name}", count=count),
            things=("repair", MENDED[family]),
        )

    @describes(IMPROVE)
    def improve(self, p: MasterPosition, step: Refit, code: int) -> Description:
        improvement = IMPROVE.value(code)
        said = Message("sm.choice.improve", improvement=improvement_name(improvement))
        spots = (f"improve-{IMPROVEMENTS[improvement]}",)
        price = improvement_price(p, step.seat, improvement)
        risk = risks.of_letter(p, step.seat) if improvement == LETTER else None
        return Description(said, spots, price, risk=risk, things=spots)

    @describes(HIRE)
    def hire(self, p: MasterPosition, step: Refit, code: int) -> Description:
        return Description(
            Message("sm.choice.hire"),
            ("specialists",),
            p.table.box.price_specialist,
            things=("specialist",),
        )

    @describes(RECRUIT)
    def recruit(self, p: MasterPosition, step: Refit, code: int) -> Description:
        count = RECRUIT.value(code)
        price = count * p.table.box.price_sailor
        return Description(
            Message("sm.choice.recruit", count=count),
            cost=price,
            effect=Message("sm.effect.recruit", count=p.hold[step.seat] + count),
            things=("sailor",),
        )

    @describes(DONE)
    def done(self, p: MasterPosition, step: Refit, code: int) -> Description:
        goes_on = p.tokens[step.seat] > 0
        return Description(
            Message("sm.choice.done" if goes_on else "sm.choice.done.last"),
            effect=Message("sm.effect.done", count=p.tokens[step.seat]),
            things=(f"action-{ACTIONS[SHIPYARD]}",),
        )


class ConvertSellFace(Face[MasterPosition, ConvertSell]):
    step = ConvertSell

    def prompt(self, p: MasterPosition, step: ConvertSell) -> Message:
        return Message("sm.prompt.convert")

    @describes(SELL)
    def sell(self, p: MasterPosition, step: ConvertSell, code: int) -> Description:
        return describe_black_market(p, SELL.value(code))
