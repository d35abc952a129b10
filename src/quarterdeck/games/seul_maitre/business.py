"""Answers in port and on sites: trade, training, discoveries, cargo one has to part with."""

from __future__ import annotations

from typing import Final

from quarterdeck.games.seul_maitre.actions import DONE, JETTISON, LAND, NONE, PICK, SELL, STOP
from quarterdeck.games.seul_maitre.decision import Decision, by_worth
from quarterdeck.games.seul_maitre.plans import SHIPYARD_PARTS, Prospect, Study
from quarterdeck.games.seul_maitre.steps.exploring import Pick
from quarterdeck.games.seul_maitre.steps.learning import Train
from quarterdeck.games.seul_maitre.steps.refit import ConvertSell, Refit
from quarterdeck.games.seul_maitre.steps.rescue import JettisonCargo
from quarterdeck.games.seul_maitre.steps.trade import (
    BuyCubes,
    Land,
    SellExtra,
    Selling,
    sales_allowed,
)

# Rather nothing than something that is worth as much
RATHER: Final = 1e-6


def refit(d: Decision[Refit]) -> list[float]:
    """One part after the other, each as far as it is better than nothing of it."""
    found = by_worth(d)
    nothing = by_worth(Decision(d.p, d.seat, d.step, [DONE.base]))[0]
    pairs = list(zip(d.codes, found, strict=True))
    for part in SHIPYARD_PARTS:
        if any(part.has(code) and value > nothing for code, value in pairs):
            break
    return [
        value if code == DONE.base or part.has(code) else min(value, nothing - RATHER)
        for code, value in pairs
    ]


def train(d: Decision[Train]) -> list[float]:
    return d.values(Study(d.p, d.seat).judge(trainings(d)))


def trainings(d: Decision[Train]) -> list[Prospect]:
    return [Prospect(d.after(code), code, 0.0) for code in d.codes]


def selling(d: Decision[Selling]) -> list[float]:
    left = sales_allowed(d.p, d.seat) - d.step.count
    chosen = Study(d.p, d.seat).sales(d.p, d.step.last, left)
    codes = [SELL.at(good) for good in chosen if SELL.at(good) in d.codes]
    return d.prefer(codes[0] if codes else STOP.base)


def sell_extra(d: Decision[SellExtra]) -> list[float]:
    price = d.p.table.sale
    return [0.0 if code == NONE.base else 1.0 + price[SELL.value(code)] for code in d.codes]


def buy(d: Decision[BuyCubes]) -> list[float]:
    study = Study(d.p, d.seat)
    return d.values(study.judge(purchases(d, study)))


def purchases(d: Decision[BuyCubes], study: Study) -> list[Prospect]:
    """With what could still be bought of the port's other good."""
    waiting = [each.good for each in d.p.stack if isinstance(each, BuyCubes)]
    waiting.remove(d.step.good)
    return [
        Prospect(further, code, 0.0)
        for code in d.codes[: study.most_bought(d.p) + 1]
        for further in study.bought(d.after(code), waiting)
    ]


def pick(d: Decision[Pick]) -> list[float]:
    points = d.p.table.box.token_vp
    return [0.0 if code == NONE.base else float(points[PICK.value(code)]) for code in d.codes]


def land(d: Decision[Land]) -> list[float]:
    return d.prefer(LAND.base)


def do_without(d: Decision[ConvertSell] | Decision[JettisonCargo]) -> list[float]:
    """The cube that would bring least."""
    worth = d.worth()
    family = JETTISON if JETTISON.has(d.codes[0]) else SELL
    return [-worth.sale(d.p, family.value(code), 0) for code in d.codes]
