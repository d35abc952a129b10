"""What may go wrong with a choice, said before it is made, with odds where they can be known.

It all follows from public facts and the dice.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from quarterdeck.games.seul_maitre.actions import CHANGE, ENGAGE, REROLL_DIE
from quarterdeck.games.seul_maitre.chart import PORT
from quarterdeck.games.seul_maitre.fights import chances
from quarterdeck.games.seul_maitre.names import (
    DIRECTIONS,
    FIRST_PIRATE,
    MERCHANT,
    NAVIGATOR,
    SPLASH,
    branch_at,
)
from quarterdeck.games.seul_maitre.obstacles import OUT_OF_ORDER
from quarterdeck.games.seul_maitre.position import MasterPosition
from quarterdeck.games.seul_maitre.steps.combat import RerollDie
from quarterdeck.games.seul_maitre.steps.engagement import engagements
from quarterdeck.games.seul_maitre.steps.preparation import WindChange, storms_after
from quarterdeck.games.seul_maitre.steps.refit import become_corsair
from quarterdeck.games.seul_maitre.steps.sailing import pay
from quarterdeck.games.seul_maitre.steps.trade import Selling, next_sale_obstacle, sales_allowed
from quarterdeck.games.seul_maitre.steps.voyage import storm_bits
from quarterdeck.games.seul_maitre.words import face_name, resource_name, sailors_words, vessel_name
from quarterdeck.kernel.messages import Message


def of_forced_fight(
    p: MasterPosition, vessel: int, place: int, cost: int, free: int
) -> Message | None:
    """Whom one must fight there, and how that may end, once the way is paid for.  SM-10.4"""
    world = p.clone()
    world.place[vessel] = place
    if vessel < FIRST_PIRATE:
        pay(world, vessel, cost, free)
    found: list[Message | None] = []
    for code in engagements(world, vessel):
        other = ENGAGE.value(code)
        odds = chances(world, vessel, other)
        found.append(
            Message(
                "sm.risk.forced",
                vessel=vessel_name(other),
                won=_percent(Fraction(odds.attacker, odds.of)),
                tied=_percent(Fraction(odds.tie, odds.of)),
            )
        )
    return _joined(found)


def of_attack(p: MasterPosition, mover: int, other: int) -> Message | None:
    """SM-12.5, SM-12.7"""
    odds = chances(p, mover, other)
    if not odds.defender:
        return None
    lost = _percent(Fraction(odds.defender, odds.of))
    if p.player_of(other) < 0:
        return Message("sm.risk.attack.pirate", lost=lost)
    return Message("sm.risk.attack", lost=lost, points=p.table.box.vp_defence)


def of_storm(p: MasterPosition, vessel: int, cell: int) -> Message:
    """What a storm on a cell does to a vessel that enters it.  SM-9.2, SM-9.3"""
    red = p.table.box.red
    missed = Fraction(red[SPLASH], sum(red))
    if vessel < FIRST_PIRATE and p.level[branch_at(vessel, NAVIGATOR)]:
        # Each die may be rolled once more
        missed = 1 - (1 - missed) ** 2
        kind = "sm.risk.storm.navigator"
    else:
        kind = "sm.risk.storm"
    return Message(kind, percent=_percent(1 - missed ** storm_bits(p, cell).bit_count()))


def of_storm_to_come(p: MasterPosition, seat: int) -> Message | None:
    """Whether a storm may come over a ship before the next round.  SM-5.1, SM-5.2, SM-5.9"""
    if p.round == p.table.rounds:
        return None
    cell = p.cell_of(seat)
    weighted = WindChange().weighted(p)
    caught = sum(
        weight
        for code, weight in weighted
        if cell in storms_after(p, (p.wind + CHANGE.value(code)) % len(DIRECTIONS))
    )
    if not caught:
        return None
    kind = "sm.risk.storm_comes.port" if p.place[seat] >= PORT else "sm.risk.storm_comes"
    total = sum(weight for _, weight in weighted)
    return Message(kind, percent=_percent(Fraction(caught, total)))


def of_ending(p: MasterPosition, seat: int) -> Message | None:
    """What whoever ends the turn loses, or may meet.  SM-23.2"""
    if p.round < p.table.rounds:
        return of_storm_to_come(p, seat)
    left = p.cubes(seat) + p.aboard[seat]
    return Message("sm.risk.unsold", count=left) if left else None


def of_letter(p: MasterPosition, seat: int) -> Message | None:
    """What a new Corsair has no room for.  SM-14.9, SM-14.10"""
    if p.kind[seat] != MERCHANT:
        return None
    trial = p.clone()
    trial.log = None
    become_corsair(trial, seat)
    held = trial.cubes(seat) + trial.aboard[seat] + trial.leaks[seat]
    sold = min(trial.cubes(seat), max(0, held - trial.spaces(seat)))
    moved = trial.deck[seat] - p.deck[seat]
    found: list[Message | None] = []
    if p.extended >> seat & 1:
        found.append(Message("sm.risk.letter.extension"))
    if sold:
        found.append(Message("sm.risk.letter.cubes", count=sold))
    if moved:
        found.append(Message("sm.risk.letter.sailors", count=moved))
    return _joined(found)


def of_buying(p: MasterPosition, seat: int, count: int) -> Message | None:
    """Sailors who find no room in the hold when they come back to it.  SM-20.1, SM-20.2"""
    away = p.sails[seat] + p.deck[seat]
    places = p.sailor_spaces(seat) - p.hold[seat] - p.leaks[seat]
    outside = away - max(0, min(places, p.room(seat) - count))
    without = away - p.berths(seat)
    if outside <= max(0, without):
        return None
    return Message("sm.risk.no_berth", count=outside)


def of_turning_in(p: MasterPosition, seat: int, tokens: int) -> Message | None:
    """A bid that costs action tokens.  SM-6.3, SM-6.4"""
    return Message("sm.risk.fewer_actions", count=p.tokens[seat] - tokens) if tokens else None


def of_selling(p: MasterPosition, step: Selling, good: int) -> Message | None:
    """Cubes that can be sold now, but not after this one.  SM-18.6"""
    if step.count + 1 >= sales_allowed(p, step.seat):
        return None
    return _joined(
        Message("sm.risk.skipped.sale", resource=resource_name(other))
        for other in range(good)
        if next_sale_obstacle(p, step.seat, other, step.last) is None
        and next_sale_obstacle(p, step.seat, other, good) is OUT_OF_ORDER
    )


def of_rerolling(p: MasterPosition, step: RerollDie, face: int) -> Message | None:
    """Dice that can be re-rolled now, but not after this one.  SM-11.11"""
    if step.picked >= 0:
        return None
    earlier = [REROLL_DIE.at(other) for other in range(face)]
    return _joined(
        Message("sm.risk.skipped.die", face=face_name(REROLL_DIE.value(code)))
        for code in step.options(p)
        if code in earlier
    )


def of_prisoners(lost: int) -> Message | None:
    """SM-12.14"""
    return Message("sm.risk.prisoners", sailors=sailors_words(lost)) if lost else None


def _percent(share: Fraction) -> int:
    return round(100 * share)


def _joined(risks: Iterable[Message | None]) -> Message | None:
    """Several risks as one text."""
    said: Message | None = None
    for risk in risks:
        if risk is not None:
            said = risk if said is None else Message("sm.risk.both", first=said, second=risk)
    return said
