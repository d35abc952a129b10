"""Skerries: one class per decision, chance or automatic phase. Rule ids: see RULES.md."""

from __future__ import annotations

from typing import Any, ClassVar

from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.position import NOT_OFFERED, ChanceStep, Phase, Step
from tests.toy.position import (
    ANCHOR,
    ASHORE,
    BRAWL,
    CHARM,
    CHARMS,
    DIG,
    DUEL,
    FIND,
    NO_CHARM,
    NORTH,
    PEARL,
    REEF,
    REST,
    ROW,
    SKERRIES,
    SOUTH,
    STAND,
    TRADE,
    YIELD,
    SkerriesPosition,
)


def charm_name(kind: int) -> Message:
    return Message(f"sk.charm.{CHARMS[kind]}")


def skerry_name(skerry: int) -> Message:
    return Message(f"sk.skerry.{SKERRIES[skerry]}")


class DrawCharm(ChanceStep[SkerriesPosition]):
    """A charm from the pile, for the eyes of its owner.  SK-1.2, SK-4.3"""

    FIELDS: ClassVar[tuple[str, ...]] = ("owner",)

    def __init__(self, owner: int) -> None:
        super().__init__()
        self.owner = owner

    def weighted(self, position: SkerriesPosition) -> list[tuple[int, int]]:
        return [(CHARM.at(kind), left) for kind, left in enumerate(position.pile()) if left]

    def audience(self) -> int:
        return self.owner

    def take(self, position: SkerriesPosition, code: int) -> None:
        position.charm[self.owner] = CHARM.value(code)
        if position.log is not None:
            message = Message("sk.event.charm", charm=charm_name(CHARM.value(code)))
            position.say(message, self.owner)


class NextTide(Phase[SkerriesPosition]):
    """Two or three tides, then the end.  SK-1.3, SK-6.1, SK-6.2"""

    def run(self, position: SkerriesPosition) -> None:
        p = position
        if p.tide == p.tides:
            scores = [p.total(seat) for seat in range(p.seats)]
            p.conclude(scores, [1 + sum(other > mine for other in scores) for mine in scores])
            if p.log is not None:
                p.say(Message("sk.event.end"))
            return
        p.tide += 1
        if p.log is not None:
            p.say(Message("sk.event.tide", tide=p.tide))
        p.push(self)
        p.push(Voyages(0))
        p.push(Landfall())
        p.push(SetOut())


class SetOut(Phase[SkerriesPosition]):
    """Everybody who has a boat sets out at the same time.  SK-2.1, SK-5.6"""

    def run(self, position: SkerriesPosition) -> None:
        p = position
        afloat = [not wrecked for wrecked in p.wrecked]
        p.spot = [ASHORE] * p.seats
        p.rope = [0] * p.seats
        p.wrecked = [0] * p.seats
        p.open_lanes([Course(seat) if afloat[seat] else None for seat in range(p.seats)])


class Course(Step[SkerriesPosition]):
    """Pick a skerry, in secret.  SK-2.1 to SK-2.3"""

    def options(self, position: SkerriesPosition) -> list[int]:
        codes = [ROW.at(NORTH), ROW.at(SOUTH)]
        if position.charm[self.seat] == PEARL:
            codes.append(ROW.at(REEF))
        return codes

    def take(self, position: SkerriesPosition, code: int) -> None:
        skerry = ROW.value(code)
        position.spot[self.seat] = skerry
        if position.log is not None:
            position.say(Message("sk.event.row", seat=self.seat, skerry=skerry_name(skerry)))
        if skerry != REEF:
            position.push(Anchor(self.seat))
        if skerry == SOUTH:
            position.push(Wage(self.seat))

    def why_not(self, position: SkerriesPosition, code: int) -> Reason:
        if code == ROW.at(REEF):
            return Reason(Message("sk.reason.no_pearl", charm=charm_name(PEARL)), "SK-2.2")
        return NOT_OFFERED


class Wage(Phase[SkerriesPosition]):
    """A shell for whoever rows south, before the anchor is cast.  SK-2.4"""

    FIELDS: ClassVar[tuple[str, ...]] = ("owner",)

    def __init__(self, owner: int) -> None:
        super().__init__()
        self.owner = owner

    def run(self, position: SkerriesPosition) -> None:
        position.shells[self.owner] += 1
        if position.log is not None:
            position.say(Message("sk.event.wage", seat=self.owner, count=1))


class Anchor(Step[SkerriesPosition]):
    """A short rope for nothing or a long one for a shell.  SK-2.5"""

    def options(self, position: SkerriesPosition) -> list[int]:
        return [ANCHOR.at(rope) for rope in range(2) if position.shells[self.seat] >= rope]

    def take(self, position: SkerriesPosition, code: int) -> None:
        rope = ANCHOR.value(code)
        position.rope[self.seat] = rope
        position.shells[self.seat] -= rope


class Landfall(Phase[SkerriesPosition]):
    """All boats are seen; whoever is on the reef has paid with the pearl.  SK-2.3, SK-3.1"""

    def run(self, position: SkerriesPosition) -> None:
        p = position
        for seat, skerry in enumerate(p.spot):
            if skerry == ASHORE:
                continue
            if skerry == REEF:
                discard_charm(p, seat)
            if p.log is not None:
                p.say(Message("sk.event.landfall", seat=seat, skerry=skerry_name(skerry)))


class Voyages(Phase[SkerriesPosition]):
    """Every boat in seat order.  SK-3.1"""

    FIELDS: ClassVar[tuple[str, ...]] = ("next",)

    def __init__(self, next: int) -> None:  # noqa: A002
        super().__init__()
        self.next = next

    def run(self, position: SkerriesPosition) -> None:
        for seat in range(self.next, position.seats):
            if position.spot[seat] != ASHORE:
                position.push(Voyages(seat + 1))
                position.push(Voyage(seat, 0))
                return


class Voyage(Step[SkerriesPosition]):
    """Dig or rest; before that trade as often as you like and duel once.  SK-3, SK-4, SK-5"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "duelled")

    def __init__(self, seat: int, duelled: int) -> None:
        super().__init__(seat)
        self.duelled = duelled

    def options(self, position: SkerriesPosition) -> list[int]:
        codes = [DIG.base, REST.base]
        if trade_obstacle(position, self.seat) is None:
            codes.append(TRADE.base)
        for other in range(position.seats):
            if other != self.seat and self.duel_obstacle(position, other) is None:
                codes.append(DUEL.at(other))
        return codes

    def take(self, position: SkerriesPosition, code: int) -> None:
        if code == TRADE.base:
            position.push(self)
            trade(position, self.seat)
        elif DUEL.has(code):
            position.push(Voyage(self.seat, 1))
            position.push(Duel(DUEL.value(code), self.seat))
            if position.log is not None:
                defender = DUEL.value(code)
                position.say(Message("sk.event.duel", seat=self.seat, defender=defender))
        elif code == DIG.base:
            position.push(Dig(self.seat))

    def duel_obstacle(self, position: SkerriesPosition, other: int) -> Reason | None:
        """SK-5.1, SK-5.2, SK-5.5"""
        if not position.duels:
            return Reason(Message("sk.reason.peace"), "SK-5.5")
        if self.duelled:
            return Reason(Message("sk.reason.duelled"), "SK-5.2")
        if position.spot[other] != position.spot[self.seat]:
            return Reason(Message("sk.reason.elsewhere", seat=other), "SK-5.1")
        return None

    def why_not(self, position: SkerriesPosition, code: int) -> Reason:
        found: Reason | None = None
        if code == TRADE.base:
            found = trade_obstacle(position, self.seat)
        elif DUEL.has(code) and DUEL.value(code) < position.seats:
            if DUEL.value(code) != self.seat:
                found = self.duel_obstacle(position, DUEL.value(code))
        return found or NOT_OFFERED


class Duel(Step[SkerriesPosition]):
    """The one who is challenged, in the challenger's turn; trading is free here too.  SK-5.3"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "challenger")

    def __init__(self, seat: int, challenger: int) -> None:
        super().__init__(seat)
        self.challenger = challenger

    def options(self, position: SkerriesPosition) -> list[int]:
        codes = [TRADE.base] if trade_obstacle(position, self.seat) is None else []
        codes.append(STAND.base)
        if position.shells[self.seat]:
            codes.append(YIELD.base)
        return codes

    def take(self, position: SkerriesPosition, code: int) -> None:
        if code == TRADE.base:
            position.push(self)
            trade(position, self.seat)
        elif code == STAND.base:
            position.push(Brawl(self.challenger, self.seat))
        else:
            position.shells[self.seat] -= 1
            position.shells[self.challenger] += 1
            if position.log is not None:
                position.say(Message("sk.event.yield", seat=self.seat))

    def why_not(self, position: SkerriesPosition, code: int) -> Reason:
        found = trade_obstacle(position, self.seat) if code == TRADE.base else None
        return found or NOT_OFFERED


class Brawl(ChanceStep[SkerriesPosition]):
    """Two to one for the challenger; the loser's boat is wrecked.  SK-5.4, SK-5.6"""

    FIELDS: ClassVar[tuple[str, ...]] = ("challenger", "defender")

    def __init__(self, challenger: int, defender: int) -> None:
        super().__init__()
        self.challenger = challenger
        self.defender = defender

    def weighted(self, position: SkerriesPosition) -> list[tuple[int, int]]:
        return [(BRAWL.at(0), 2), (BRAWL.at(1), 1)]

    def take(self, position: SkerriesPosition, code: int) -> None:
        loser = self.challenger if BRAWL.value(code) else self.defender
        position.wrecked[loser] = 1
        if position.log is not None:
            position.say(Message("sk.event.wrecked", seat=loser))


class Dig(ChanceStep[SkerriesPosition]):
    """The south is sure, the north is not, the reef is rich; a long rope adds a shell.  SK-3.2"""

    FIELDS: ClassVar[tuple[str, ...]] = ("owner",)

    def __init__(self, owner: int) -> None:
        super().__init__()
        self.owner = owner

    def weighted(self, position: SkerriesPosition) -> list[tuple[int, int]]:
        weights = ((1, 2, 1), (0, 1, 0), (0, 1, 2))[position.spot[self.owner]]
        return [(FIND.at(shells), weight) for shells, weight in enumerate(weights) if weight]

    def take(self, position: SkerriesPosition, code: int) -> None:
        found = FIND.value(code) + position.rope[self.owner]
        position.shells[self.owner] += found
        if position.log is not None:
            position.say(Message("sk.event.find", seat=self.owner, count=found))


def trade_obstacle(p: SkerriesPosition, seat: int) -> Reason | None:
    """SK-4.1, SK-4.2"""
    if p.shells[seat] < 1:
        return Reason(Message("sk.reason.no_shell"), "SK-4.1")
    return None if any(p.pile()) else Reason(Message("sk.reason.no_charm_left"), "SK-4.2")


def trade(p: SkerriesPosition, seat: int) -> None:
    """SK-4.3"""
    p.shells[seat] -= 1
    discard_charm(p, seat)
    p.push(DrawCharm(seat))


def discard_charm(p: SkerriesPosition, seat: int) -> None:
    """SK-4.4: a charm that is given away is shown."""
    kind = p.charm[seat]
    if kind == NO_CHARM:
        return
    p.gone[kind] += 1
    p.charm[seat] = NO_CHARM
    if p.log is not None:
        p.say(Message("sk.event.discard", seat=seat, charm=charm_name(kind)))


STEPS: dict[str, type[Step[Any]]] = {
    step.__name__: step
    for step in (
        DrawCharm, NextTide, SetOut, Course, Wage, Anchor, Landfall,
        Voyages, Voyage, Duel, Brawl, Dig,
    )
}  # fmt: skip
