"""One action ahead: what each choice leads to, up to where a position can be judged."""

from __future__ import annotations

import random
from dataclasses import dataclass

from quarterdeck.kernel.position import Position
from quarterdeck.kernel.rules import AnyRules


@dataclass(frozen=True)
class Prospect:
    """Where a choice may lead: a position at rest or finished, and how likely it is."""

    choice: int
    weight: float
    position: Position


def look_ahead(
    rules: AnyRules, world: Position, seat: int, codes: list[int], outcomes: int, seed: int
) -> list[Prospect]:
    """What each choice leads to if everybody then follows the game's advice until all is at rest.

    The first chance on the way is looked at with up to so many outcomes, later ones with one. All
    choices meet the same luck, as far as it is the same.
    """
    found: list[Prospect] = []
    for choice, code in enumerate(codes):
        after = world.clone()
        after.play(seat, code)
        dealer = random.Random(seed)
        if not _follow(rules, after):
            found.append(Prospect(choice, 1.0, after))
            continue
        for outcome, weight in pick_outcomes(after.outcomes(), outcomes, dealer):
            later = after.clone()
            later.deal(outcome)
            settle(rules, later, dealer)
            found.append(Prospect(choice, weight, later))
    return found


def settle(rules: AnyRules, position: Position, dealer: random.Random) -> bool:
    """Let everybody follow the game's advice, and chance deal, until a position is at rest.
    True if chance was asked on the way."""
    dealt = False
    while _follow(rules, position):
        position.deal(pick_outcomes(position.outcomes(), 1, dealer)[0][0])
        dealt = True
    return dealt


def _follow(rules: AnyRules, position: Position) -> bool:
    """Follow advice until a position is at rest; True if chance is due before."""
    while not position.finished:
        if position.chance:
            return True
        if rules.is_at_rest(position):
            return False
        seat = position.actors()[0]
        legal = position.legal(seat)
        worth = rules.advise(position, seat, legal)
        position.play(seat, legal[worth.index(max(worth))])
    return False


def pick_outcomes(
    weighted: list[tuple[int, int]], most: int, dealer: random.Random
) -> list[tuple[int, float]]:
    """All outcomes with their chances, or as many drawn by weight, all alike."""
    codes = [code for code, _ in weighted]
    weights = [weight for _, weight in weighted]
    if len(weighted) <= most:
        total = sum(weights)
        return [(code, weight / total) for code, weight in weighted]
    return [(code, 1 / most) for code in dealer.choices(codes, weights, k=most)]
