"""Skerries: one class per decision, chance or automatic phase. Rule ids: see RULES.md."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from quarterdeck.kernel.messages import EVERYBODY, Message, Reason
from quarterdeck.kernel.obstacles import Obstacles
from quarterdeck.kernel.position import NOT_OFFERED, ChanceStep, Phase, Step
from tests.toy import position as sk
from tests.toy.position import SkerriesPosition

OBSTACLES: Final = Obstacles("sk")
NO_PEARL: Final = OBSTACLES.add("no_pearl", "SK-2.2")
NO_SHELL: Final = OBSTACLES.add("no_shell", "SK-4.1")
NO_CHARM_LEFT: Final = OBSTACLES.add("no_charm_left", "SK-4.2")
ELSEWHERE: Final = OBSTACLES.add("elsewhere", "SK-5.1")
DUELLED: Final = OBSTACLES.add("duelled", "SK-5.2")
PEACE: Final = OBSTACLES.add("peace", "SK-5.5")


def charm_name(kind: int) -> Message:
    return Message(f"sk.charm.{sk.CHARMS[kind]}")


def skerry_name(skerry: int) -> Message:
    return Message(f"sk.skerry.{sk.SKERRIES[skerry]}")


class OwnersChance(ChanceStep[SkerriesPosition]):
    """Something chance decides for one seat.  SK-1.2, SK-3.2"""

    FIELDS: ClassVar = ("owner",)

    def __init__(self, owner: int) -> None:
        super().__init__()
        self.owner = owner


class DrawCharm(OwnersChance):
    """A charm from the pile, for the eyes of its owner.  SK-1.2, SK-4.3"""

    def weighted(self, position: SkerriesPosition) -> list[tuple[int, int]]:
        return [(sk.CHARM.at(kind), left) for kind, left in enumerate(position.pile()) if left]

    def audience(self) -> int:
        return self.owner

    def take(self, position: SkerriesPosition, code: int) -> None:
        kind = sk.CHARM.value(code)
        position.charm[self.owner] = kind
        position.say(Message("sk.event.charm", charm=charm_name(kind)), self.owner)


class NextTide(Phase[SkerriesPosition]):
    """Two or three tides, then the end.  SK-1.3, SK-6.1, SK-6.2"""

    def run(self, position: SkerriesPosition) -> None:
        p = position
        if p.tide == p.tides:
            scores = [p.total(seat) for seat in range(p.seats)]
            p.conclude(scores, [1 + sum(other > mine for other in scores) for mine in scores])
            p.say(Message("sk.event.end"))
            return
        p.tide += 1
        p.say(Message("sk.event.tide", tide=p.tide))
        for step in (self, Voyages(0), Landfall(), SetOut()):
            p.push(step)


class SetOut(Phase[SkerriesPosition]):
    """Everybody who has a boat sets out at the same time.  SK-2.1, SK-5.6"""

    def run(self, position: SkerriesPosition) -> None:
        p = position
        lanes: list[Step[Any] | None] = [Course(seat) for seat in range(p.seats)]
        for seat in range(p.seats):
            if p.wrecked[seat]:
                lanes[seat] = None
        p.spot = [sk.ASHORE] * p.seats
        p.rope = [0] * p.seats
        p.wrecked = [0] * p.seats
        p.open_lanes(lanes)


class Course(Step[SkerriesPosition]):
    """Pick a skerry, in secret.  SK-2.1 to SK-2.4"""

    def options(self, position: SkerriesPosition) -> list[int]:
        reef_open = position.charm[self.seat] == sk.PEARL
        return [sk.ROW.at(skerry) for skerry in range(3 if reef_open else 2)]

    def take(self, position: SkerriesPosition, code: int) -> None:
        skerry = sk.ROW.value(code)
        position.spot[self.seat] = skerry
        position.say(Message("sk.event.row", seat=self.seat, skerry=skerry_name(skerry)))
        if skerry != sk.REEF:
            position.push(Anchor(self.seat))
        if skerry == sk.SOUTH:
            position.push(Wage(self.seat))

    def why_not(self, position: SkerriesPosition, code: int) -> Reason:
        if code == sk.ROW.at(sk.REEF):
            return NO_PEARL.reason(charm=charm_name(sk.PEARL))
        return NOT_OFFERED


class Wage(Phase[SkerriesPosition]):
    """A shell for whoever rows south, before the anchor is cast.  SK-2.4"""

    FIELDS: ClassVar = ("owner",)

    def __init__(self, owner: int) -> None:
        super().__init__()
        self.owner = owner

    def run(self, position: SkerriesPosition) -> None:
        position.shells[self.owner] += 1
        position.say(Message("sk.event.wage", seat=self.owner))


class Anchor(Step[SkerriesPosition]):
    """A short rope for nothing or a long one for a shell.  SK-2.5"""

    def options(self, position: SkerriesPosition) -> list[int]:
        return [sk.ANCHOR.at(rope) for rope in range(2) if position.shells[self.seat] >= rope]

    def take(self, position: SkerriesPosition, code: int) -> None:
        rope = sk.ANCHOR.value(code)
        position.rope[self.seat] = rope
        position.shells[self.seat] -= rope


class Landfall(Phase[SkerriesPosition]):
    """All boats are seen; whoever is on the reef has paid with the pearl.  SK-2.3, SK-3.1"""

    def run(self, position: SkerriesPosition) -> None:
        for seat, skerry in enumerate(position.spot):
            if skerry == sk.REEF:
                discard_charm(position, seat)
            if skerry != sk.ASHORE:
                message = Message("sk.event.landfall", seat=seat, skerry=skerry_name(skerry))
                position.say(message, EVERYBODY)


class Voyages(Phase[SkerriesPosition]):
    """Every boat in seat order.  SK-3.1"""

    FIELDS: ClassVar = ("first",)

    def __init__(self, first: int) -> None:
        super().__init__()
        self.first = first

    def run(self, position: SkerriesPosition) -> None:
        for seat in range(self.first, position.seats):
            if position.spot[seat] != sk.ASHORE:
                position.push(Voyages(seat + 1))
                position.push(Voyage(seat, 0))
                return


class Voyage(Step[SkerriesPosition]):
    """Dig or rest; before that trade as often as you can pay and duel once.  SK-3 to SK-5"""

    FIELDS: ClassVar = ("seat", "duelled")

    def __init__(self, seat: int, duelled: int) -> None:
        super().__init__(seat)
        self.duelled = duelled

    def options(self, position: SkerriesPosition) -> list[int]:
        free = [sk.TRADE.base, *(sk.DUEL.at(other) for other in range(position.seats))]
        return [sk.DIG.base, sk.REST.base] + [c for c in free if not self.obstacle(position, c)]

    def take(self, position: SkerriesPosition, code: int) -> None:
        if code == sk.TRADE.base:
            position.push(self)
            trade(position, self.seat)
        elif sk.DUEL.has(code):
            defender = sk.DUEL.value(code)
            position.say(Message("sk.event.duel", seat=self.seat, defender=defender))
            position.push(Voyage(self.seat, 1))
            position.push(Duel(defender, self.seat))
        elif code == sk.DIG.base:
            position.push(Dig(self.seat))

    def obstacle(self, position: SkerriesPosition, code: int) -> Reason | None:
        """SK-4.1, SK-4.2, SK-5.1, SK-5.2, SK-5.5"""
        if code == sk.TRADE.base:
            return trade_obstacle(position, self.seat)
        other = sk.DUEL.value(code)
        if other == self.seat or not 0 <= other < position.seats:
            return NOT_OFFERED
        if not position.duels:
            return PEACE.reason()
        if self.duelled:
            return DUELLED.reason()
        if position.spot[other] != position.spot[self.seat]:
            return ELSEWHERE.reason(seat=other)
        return None

    def why_not(self, position: SkerriesPosition, code: int) -> Reason:
        return self.obstacle(position, code) or NOT_OFFERED


class Duel(Step[SkerriesPosition]):
    """The one who is challenged, in the challenger's turn; trading is free here too.  SK-5.3"""

    FIELDS: ClassVar = ("seat", "challenger")

    def __init__(self, seat: int, challenger: int) -> None:
        super().__init__(seat)
        self.challenger = challenger

    def options(self, position: SkerriesPosition) -> list[int]:
        free = [] if trade_obstacle(position, self.seat) else [sk.TRADE.base]
        return [*free, sk.STAND.base] + [sk.YIELD.base] * (position.shells[self.seat] > 0)

    def take(self, position: SkerriesPosition, code: int) -> None:
        if code == sk.TRADE.base:
            position.push(self)
            trade(position, self.seat)
        elif code == sk.STAND.base:
            position.push(Brawl(self.challenger, self.seat))
        else:
            position.shells[self.seat] -= 1
            position.shells[self.challenger] += 1
            position.say(Message("sk.event.yield", seat=self.seat))

    def why_not(self, position: SkerriesPosition, code: int) -> Reason:
        found = trade_obstacle(position, self.seat) if code == sk.TRADE.base else None
        return found or NOT_OFFERED


class Brawl(ChanceStep[SkerriesPosition]):
    """Two to one for the challenger; the loser's boat is wrecked.  SK-5.4, SK-5.6"""

    FIELDS: ClassVar = ("challenger", "defender")

    def __init__(self, challenger: int, defender: int) -> None:
        super().__init__()
        self.challenger = challenger
        self.defender = defender

    def weighted(self, position: SkerriesPosition) -> list[tuple[int, int]]:
        return [(sk.BRAWL.at(0), 2), (sk.BRAWL.at(1), 1)]

    def take(self, position: SkerriesPosition, code: int) -> None:
        loser = self.challenger if sk.BRAWL.value(code) else self.defender
        position.wrecked[loser] = 1
        position.say(Message("sk.event.wrecked", seat=loser))


class Dig(OwnersChance):
    """The south is sure, the north is not, the reef is rich; a long rope adds a shell.  SK-3.2"""

    def weighted(self, position: SkerriesPosition) -> list[tuple[int, int]]:
        weights = ((1, 2, 1), (0, 1, 0), (0, 1, 2))[position.spot[self.owner]]
        return [(sk.FIND.at(shells), w) for shells, w in enumerate(weights) if w]

    def take(self, position: SkerriesPosition, code: int) -> None:
        found = sk.FIND.value(code) + position.rope[self.owner]
        position.shells[self.owner] += found
        position.say(Message("sk.event.find", seat=self.owner, count=found))


def trade_obstacle(p: SkerriesPosition, seat: int) -> Reason | None:
    """SK-4.1, SK-4.2"""
    if p.shells[seat] < 1:
        return NO_SHELL.reason()
    return None if any(p.pile()) else NO_CHARM_LEFT.reason()


def trade(p: SkerriesPosition, seat: int) -> None:
    """SK-4.3"""
    p.shells[seat] -= 1
    discard_charm(p, seat)
    p.push(DrawCharm(seat))


def discard_charm(p: SkerriesPosition, seat: int) -> None:
    """SK-4.4: a charm that is given away is shown."""
    kind = p.charm[seat]
    if kind != sk.NO_CHARM:
        p.gone[kind] += 1
        p.charm[seat] = sk.NO_CHARM
        p.say(Message("sk.event.discard", seat=seat, charm=charm_name(kind)))
