"""Answers in port and on sites: trade, training, discoveries, cargo one has to part with."""

from __future__ import annotations

from typing import Final

from quarterdeck.games.seul_maitre.actions import DONE, JETTISON, LAND, NONE, PICK, SELL, STOP
from quarterdeck.games.seul_maitre.plans import SHIPYARD_PARTS, Study, Way
from quarterdeck.games.seul_maitre.question import Question, by_worth
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


def refit(q: Question[Refit]) -> list[float]:
    """One part after the other, each as far as it is better than nothing of it."""
    found = by_worth(q)
    nothing = by_worth(Question(q.p, q.seat, q.step, [DONE.base]))[0]
    pairs = list(zip(q.codes, found, strict=True))
    for part in SHIPYARD_PARTS:
        if any(part.has(code) and value > nothing for code, value in pairs):
            break
    return [
        value if code == DONE.base or part.has(code) else min(value, nothing - RATHER)
        for code, value in pairs
    ]


def train(q: Question[Train]) -> list[float]:
    ways = [Way(q.after(code), code, 0.0) for code in q.codes]
    return q.values(Study(q.p, q.seat).judge(ways))


def selling(q: Question[Selling]) -> list[float]:
    left = sales_allowed(q.p, q.seat) - q.step.count
    chosen = Study(q.p, q.seat).sales(q.p, q.step.last, left)
    codes = [SELL.at(good) for good in chosen if SELL.at(good) in q.codes]
    return q.prefer(codes[0] if codes else STOP.base)


def sell_extra(q: Question[SellExtra]) -> list[float]:
    price = q.p.table.sale
    return [0.0 if code == NONE.base else 1.0 + price[SELL.value(code)] for code in q.codes]


def buy(q: Question[BuyCubes]) -> list[float]:
    """With what could still be bought of the port's other good."""
    study = Study(q.p, q.seat)
    waiting = [each.good for each in q.p.stack if isinstance(each, BuyCubes)]
    waiting.remove(q.step.good)
    ways = [
        Way(further, code, 0.0)
        for code in q.codes[: study.most_bought(q.p) + 1]
        for further in study.bought(q.after(code), waiting)
    ]
    return q.values(study.judge(ways))


def pick(q: Question[Pick]) -> list[float]:
    points = q.p.table.box.token_vp
    return [0.0 if code == NONE.base else float(points[PICK.value(code)]) for code in q.codes]


def land(q: Question[Land]) -> list[float]:
    return q.prefer(LAND.base)


def do_without(q: Question[ConvertSell] | Question[JettisonCargo]) -> list[float]:
    """The cube that would bring least."""
    worth = q.worth()
    family = JETTISON if JETTISON.has(q.codes[0]) else SELL
    return [-worth.sale(q.p, family.value(code), 0) for code in q.codes]
