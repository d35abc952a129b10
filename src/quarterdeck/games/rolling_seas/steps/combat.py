"""Ambush combats at the end of the turn.  RS-14.2 to RS-14.11"""

from __future__ import annotations

from typing import ClassVar, Final

from quarterdeck.games.rolling_seas.actions import AMBUSH_ROLL, DEFENCE_ROLL, LOSE, SPOILS
from quarterdeck.games.rolling_seas.names import GOLD, SPENT
from quarterdeck.games.rolling_seas.obstacles import CANNOT_LOSE
from quarterdeck.games.rolling_seas.position import RollingPosition
from quarterdeck.games.rolling_seas.steps.telling import before, tell_changes
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.position import NOT_OFFERED, ChanceStep, Phase, Step

AMBUSH_ROLLS: Final[list[tuple[int, int]]] = [(AMBUSH_ROLL.at(face), 1) for face in range(1, 7)]
DEFENCE_ROLLS: Final[list[tuple[int, int]]] = [(DEFENCE_ROLL.at(face), 1) for face in range(1, 7)]
WINS: Final = 6
LOSES: Final = 1

# How a combat stands.
AMBUSHER_WINS: Final = 0
OWNER_WINS: Final = 1
TIED: Final = 2
UNDECIDED: Final = 3


def judge_first(roll: int) -> int:
    """Whether the ambusher's roll decides the combat.  RS-14.4"""
    if roll == WINS:
        return AMBUSHER_WINS
    return OWNER_WINS if roll == LOSES else UNDECIDED


def judge_second(attack: int, roll: int, cannons: int) -> int:
    """How the owner's roll ends it, against the ambusher's total.  RS-14.5, RS-14.6"""
    if roll == WINS:
        return OWNER_WINS
    if roll == LOSES or attack > roll + cannons:
        return AMBUSHER_WINS
    return OWNER_WINS if roll + cannons > attack else TIED


def combat_odds(attack: int, defence: int) -> tuple[float, float]:
    """How likely the owner of the ship wins and loses, with so many cannons on each side."""
    won = lost = 0
    faces = range(1, 7)
    for first in faces:
        for second in faces:
            judged = judge_first(first)
            if judged == UNDECIDED:
                judged = judge_second(first + attack, second, defence)
            won += judged == OWNER_WINS
            lost += judged == AMBUSHER_WINS
    return won / 36, lost / 36


class Combat(Phase[RollingPosition]):
    """An ambush that a ship has entered is fought, once.  RS-14.2, RS-14.3"""

    FIELDS: ClassVar[tuple[str, ...]] = ("owner", "number")

    def __init__(self, owner: int, number: int) -> None:
        super().__init__()
        self.owner = owner
        self.number = number

    def run(self, position: RollingPosition) -> None:
        p = position
        captain = p.captains[self.owner]
        states = captain.ambush_states[:]
        states[self.number] = SPENT
        captain.ambush_states = states
        ambusher = captain.ambushers[self.number]
        if p.log is not None:
            p.say(Message("rs.event.combat", seat=ambusher, owner=self.owner))
        p.push(AmbushRoll(ambusher, self.owner))


class AmbushRoll(ChanceStep[RollingPosition]):
    """The ambusher rolls first.  RS-14.4"""

    FIELDS: ClassVar[tuple[str, ...]] = ("ambusher", "owner")

    def __init__(self, ambusher: int, owner: int) -> None:
        super().__init__()
        self.ambusher = ambusher
        self.owner = owner

    def weighted(self, position: RollingPosition) -> list[tuple[int, int]]:
        return AMBUSH_ROLLS

    def take(self, position: RollingPosition, code: int) -> None:
        p = position
        roll = AMBUSH_ROLL.value(code)
        if p.log is not None:
            p.say(Message("rs.event.roll", seat=self.ambusher, face=roll))
        judged = judge_first(roll)
        if judged == AMBUSHER_WINS:
            decide(p, self.ambusher, self.owner)
        elif judged == OWNER_WINS:
            decide(p, self.owner, self.ambusher)
        else:
            p.push(DefenceRoll(self.ambusher, self.owner, roll))


class DefenceRoll(ChanceStep[RollingPosition]):
    """The owner of the ship rolls; then cannons count.  RS-14.5, RS-14.6, RS-14.9"""

    FIELDS: ClassVar[tuple[str, ...]] = ("ambusher", "owner", "first")

    def __init__(self, ambusher: int, owner: int, first: int) -> None:
        super().__init__()
        self.ambusher = ambusher
        self.owner = owner
        self.first = first

    def weighted(self, position: RollingPosition) -> list[tuple[int, int]]:
        return DEFENCE_ROLLS

    def take(self, position: RollingPosition, code: int) -> None:
        p = position
        roll = DEFENCE_ROLL.value(code)
        if p.log is not None:
            p.say(Message("rs.event.roll", seat=self.owner, face=roll))
        attack = self.first + p.captains[self.ambusher].cannons
        judged = judge_second(attack, roll, p.captains[self.owner].cannons)
        if judged == OWNER_WINS:
            decide(p, self.owner, self.ambusher)
        elif judged == AMBUSHER_WINS:
            decide(p, self.ambusher, self.owner)
        else:
            if p.log is not None:
                p.say(Message("rs.event.tie", seat=self.ambusher, owner=self.owner))
            for seat in (self.ambusher, self.owner):
                earlier = before(p, seat)
                p.captains[seat].gain_story(p.table.box.tied_story)
                tell_changes(p, seat, earlier)


def decide(p: RollingPosition, winner: int, loser: int) -> None:
    """RS-14.7, RS-14.10"""
    if p.log is not None:
        p.say(Message("rs.event.won", seat=winner))
    earlier = before(p, winner)
    p.captains[winner].gain_story(p.table.box.won_story)
    tell_changes(p, winner, earlier)
    p.push(Defeat(loser))
    p.push(AmbushSpoils(winner))


class AmbushSpoils(Step[RollingPosition]):
    """The winner takes gold or provisions.  RS-14.7"""

    def options(self, position: RollingPosition) -> list[int]:
        return [SPOILS.base, SPOILS.base + 1]

    def take(self, position: RollingPosition, code: int) -> None:
        p = position
        captain = p.captains[self.seat]
        earlier = before(p, self.seat)
        if SPOILS.value(code) == GOLD:
            captain.gain_gold(p.table.box.won_gold)
        else:
            captain.gain_provisions(p.table.box.won_provisions)
            captain.trim()
        tell_changes(p, self.seat, earlier)


class Defeat(Phase[RollingPosition]):
    """The loser has a story to tell all the same, and something to lose.  RS-14.8"""

    FIELDS: ClassVar[tuple[str, ...]] = ("loser",)

    def __init__(self, loser: int) -> None:
        super().__init__()
        self.loser = loser

    def run(self, position: RollingPosition) -> None:
        p = position
        captain = p.captains[self.loser]
        earlier = before(p, self.loser)
        captain.gain_story(p.table.box.lost_story)
        if not losses(p, self.loser):
            captain.provisions = max(0, captain.provisions - p.table.box.lost_provisions)
        tell_changes(p, self.loser, earlier)
        if losses(p, self.loser):
            p.push(AmbushLoss(self.loser))


def losses(p: RollingPosition, seat: int) -> list[int]:
    """What a loser could pay in full."""
    captain = p.captains[seat]
    codes: list[int] = []
    if captain.gold >= p.table.box.lost_gold:
        codes.append(LOSE.base)
    if captain.provisions >= p.table.box.lost_provisions:
        codes.append(LOSE.base + 1)
    return codes


class AmbushLoss(Step[RollingPosition]):
    """The loser gives up gold or provisions.  RS-14.8"""

    def options(self, position: RollingPosition) -> list[int]:
        return losses(position, self.seat)

    def take(self, position: RollingPosition, code: int) -> None:
        p = position
        captain = p.captains[self.seat]
        earlier = before(p, self.seat)
        if LOSE.value(code) == GOLD:
            captain.gold -= p.table.box.lost_gold
        else:
            captain.provisions -= p.table.box.lost_provisions
        tell_changes(p, self.seat, earlier)

    def why_not(self, position: RollingPosition, code: int) -> Reason:
        return CANNOT_LOSE.reason() if LOSE.has(code) else NOT_OFFERED
