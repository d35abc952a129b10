"""Rounds and turns: the main action, retiring, the end of a round.  SF-3 to SF-6, SF-15"""

from __future__ import annotations

from typing import ClassVar

from quarterdeck.games.saltfjord.actions import (
    BUILD_LARGE,
    DIE,
    DISCARD,
    GO_ON,
    LINE,
    RETIRE,
    ROLL,
    SOLO_ROLL,
    TAVERN_DIE,
)
from quarterdeck.games.saltfjord.names import (
    BUILD_SINGLE,
    COLOURS,
    CRATE_STACKS,
    FACES,
    FIRST_LARGE_STACK,
    FISH,
    FISHING,
    NO_CELL,
    NO_CRATE,
    NOT_RETIRED,
    NOTHING,
    ORANGE,
    ORDER,
    QUAY_COUNT,
    ROUNDS,
    TAVERN_TWO_FISHINGS,
    TAVERNS,
    TECH,
    WHITE,
    die_piece,
)
from quarterdeck.games.saltfjord.obstacles import (
    NO_SUCH_DIE,
    change_price,
    die_limit_obstacle,
    explain,
    line_obstacle,
    line_of,
    tavern_obstacle,
)
from quarterdeck.games.saltfjord.paying import fish_cost
from quarterdeck.games.saltfjord.position import (
    SaltfjordPosition,
    at_quay,
    in_pool,
    of_colour,
    on_tavern,
)
from quarterdeck.games.saltfjord.scoring import ranking, total
from quarterdeck.games.saltfjord.steps.activation import BY_OTHERS, ActionChoice
from quarterdeck.games.saltfjord.steps.building import add_large_builds, build, why_no_building
from quarterdeck.games.saltfjord.steps.closing import TurnEnd
from quarterdeck.games.saltfjord.steps.free import OpenStep
from quarterdeck.games.saltfjord.steps.orders import turn_up
from quarterdeck.games.saltfjord.steps.pay import pay
from quarterdeck.games.saltfjord.steps.rewards import pay_quay, wait_for
from quarterdeck.games.saltfjord.steps.sweep import start_sweep
from quarterdeck.games.saltfjord.steps.telling import before, tell_changes
from quarterdeck.games.saltfjord.words import die_name, good_name, line_name, tavern_name
from quarterdeck.kernel.messages import Message, Reason
from quarterdeck.kernel.position import NOT_OFFERED, ChanceStep, Phase, Step

TAVERN_ICONS = (FISHING, TECH, ORDER, BUILD_SINGLE, FISHING)


class MainAction(OpenStep):
    """Take a die, build a large building, or retire.  SF-3.3 to SF-3.6"""

    def options(self, position: SaltfjordPosition) -> list[int]:
        p = position
        codes: list[int] = []
        for colour in (WHITE, ORANGE):
            if die_limit_obstacle(p, self.seat, colour) is not None:
                continue
            if p.table.solo:
                for tavern in range(len(TAVERNS)):
                    if p.solo_dice[on_tavern(tavern, colour)]:
                        codes.append(TAVERN_DIE.base + on_tavern(tavern, colour))
            else:
                for face in range(FACES):
                    if p.pool[colour * FACES + face]:
                        codes.append(DIE.base + colour * FACES + face)
        codes.sort()
        add_large_builds(p, self.seat, codes)
        for tavern in range(len(TAVERNS)):
            if tavern_obstacle(p, tavern) is None:
                codes.append(RETIRE.base + tavern)
        self.add_free(p, codes)
        return codes

    def take(self, position: SaltfjordPosition, code: int) -> None:
        p = position
        seat = self.seat
        if self.take_free(p, code):
            return
        if DIE.has(code):
            colour, face = DIE.values(code)
            p.pool[in_pool(colour, face)] -= 1
            take_die(p, seat, colour, face)
        elif TAVERN_DIE.has(code):
            tavern, colour = TAVERN_DIE.values(code)
            face = p.solo_dice[on_tavern(tavern, colour)]
            p.solo_dice[on_tavern(tavern, colour)] = 0
            take_die(p, seat, colour, face)
        elif BUILD_LARGE.has(code):
            p.push(TurnEnd(seat, 0))
            build(p, seat, code - BUILD_LARGE.base + FIRST_LARGE_STACK)
        else:
            retire(p, seat, RETIRE.value(code))

    def why_not(self, position: SaltfjordPosition, code: int) -> Reason:
        p = position
        if DIE.has(code) or TAVERN_DIE.has(code):
            colour = DIE.values(code)[0] if DIE.has(code) else TAVERN_DIE.values(code)[1]
            found = die_limit_obstacle(p, self.seat, colour)
            return (found or NO_SUCH_DIE).reason(count=p.round)
        if BUILD_LARGE.has(code):
            return why_no_building(p, self.seat, code - BUILD_LARGE.base + FIRST_LARGE_STACK)
        if RETIRE.has(code):
            return explain(tavern_obstacle(p, RETIRE.value(code)))
        return super().why_not(p, code)


def take_die(p: SaltfjordPosition, seat: int, colour: int, face: int) -> None:
    """SF-4.1, SF-4.4"""
    if p.log is not None:
        p.say(Message("sf.event.die", seat=seat, die=die_name(colour, face)))
    p.dice_taken[of_colour(seat, colour)] += 1
    p.push(DieUse(seat, colour, face))


class DieUse(Step[SaltfjordPosition]):
    """Which line the die activates, or discard it.  SF-4.5 to SF-4.7, SF-4.15 to SF-4.18"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "colour", "face")

    def __init__(self, seat: int, colour: int, face: int) -> None:
        super().__init__(seat)
        self.colour = colour
        self.face = face

    def options(self, position: SaltfjordPosition) -> list[int]:
        p = position
        codes: list[int] = []
        for value in range(1, FACES + 1):
            if line_obstacle(p, self.seat, self.colour, self.face, value) is None:
                codes.append(LINE.base + value - 1)
        codes.append(DISCARD.base)
        return codes

    def take(self, position: SaltfjordPosition, code: int) -> None:
        p = position
        if code == DISCARD.base:
            earlier = before(p, self.seat)
            if p.log is not None:
                p.say(Message("sf.event.discarded", seat=self.seat))
            p.gain(self.seat, FISH, p.table.box.discard_fish)
            tell_changes(p, self.seat, earlier)
            p.push(TurnEnd(self.seat, 0))
            return
        value = LINE.value(code)
        piece = die_piece(self.colour, value)
        line = line_of(self.colour, value)
        if p.log is not None:
            p.say(Message("sf.event.sweep", seat=self.seat, line=line_name(line)))
        p.push(StartSweep(self.seat, line, piece))
        pay(p, self.seat, fish_cost(change_price(p, self.seat, self.face, value)))

    def why_not(self, position: SaltfjordPosition, code: int) -> Reason:
        if not LINE.has(code):
            return NOT_OFFERED
        p = position
        value = LINE.value(code)
        price = change_price(p, self.seat, self.face, value)
        found = line_obstacle(p, self.seat, self.colour, self.face, value)
        return explain(found, cost=good_name(FISH, price))


class StartSweep(Phase[SaltfjordPosition]):
    """The die is placed beside its line.  SF-4.7"""

    FIELDS: ClassVar[tuple[str, ...]] = ("owner", "line", "piece")

    def __init__(self, owner: int, line: int, piece: int) -> None:
        super().__init__()
        self.owner = owner
        self.line = line
        self.piece = piece

    def run(self, position: SaltfjordPosition) -> None:
        start_sweep(position, self.owner, self.line, self.piece)


class GainCube(Phase[SaltfjordPosition]):
    """The cube that Smokehouse has upgraded.  SF-12.9"""

    FIELDS: ClassVar[tuple[str, ...]] = ("owner", "kind")

    def __init__(self, owner: int, kind: int) -> None:
        super().__init__()
        self.owner = owner
        self.kind = kind

    def run(self, position: SaltfjordPosition) -> None:
        earlier = before(position, self.owner)
        position.gain(self.owner, self.kind, 1)
        tell_changes(position, self.owner, earlier)


# Retiring, SF-6


def retire(p: SaltfjordPosition, seat: int, tavern: int) -> None:
    if p.log is not None:
        p.say(Message("sf.event.retired", seat=seat, tavern=tavern_name(tavern)))
    p.taverns[seat] = tavern
    p.push(Quays(seat, 0, 1))
    if tavern == TAVERN_TWO_FISHINGS:
        wait_for(p, seat, 0, 1)
    p.push(ActionChoice(seat, TAVERN_ICONS[tavern], NO_CELL, BY_OTHERS, NO_CELL, 0))


class Quays(Phase[SaltfjordPosition]):
    """The quays from the top; a window before the first, and after each that paid.

    SF-6.5 to SF-6.8, SF-12.7
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("owner", "quay", "window")

    def __init__(self, owner: int, quay: int, window: int) -> None:
        super().__init__()
        self.owner = owner
        self.quay = quay
        self.window = window

    def run(self, position: SaltfjordPosition) -> None:
        p = position
        if self.quay == QUAY_COUNT:
            p.push(TurnEnd(self.owner, 0))
        elif self.window:
            p.push(QuayWindow(self.owner, self.quay))
        else:
            crates = p.quays[at_quay(self.owner, self.quay)]
            p.push(Quays(self.owner, self.quay + 1, 1 if crates else 0))
            pay_quay(p, self.owner, self.quay, crates)


class QuayWindow(OpenStep):
    """A moment for workers before a quay pays.  SF-6.8, SF-12.7"""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat", "quay")

    def __init__(self, seat: int, quay: int) -> None:
        super().__init__(seat)
        self.quay = quay

    def options(self, position: SaltfjordPosition) -> list[int]:
        codes = [GO_ON.base]
        self.add_free(position, codes)
        return codes

    def take(self, position: SaltfjordPosition, code: int) -> None:
        if not self.take_free(position, code):
            position.push(Quays(self.seat, self.quay, 0))


# Rounds


class RoundEnd(Phase[SaltfjordPosition]):
    """Everything back, or the end of the game.  SF-15, SF-19.10"""

    def run(self, position: SaltfjordPosition) -> None:
        p = position
        if p.round == ROUNDS:
            p.conclude([total(p, seat) for seat in range(p.seats)], ranking(p))
            return
        p.first = p.taverns.index(min(p.taverns))
        for seat in range(p.seats):
            p.workers[seat] = p.workers_owned(seat)
            p.taverns[seat] = NOT_RETIRED
            p.dice_taken[of_colour(seat, 0)] = p.dice_taken[of_colour(seat, 1)] = 0
        for place in range(len(p.pieces)):
            p.pieces[place] = NOTHING
        p.push(RoundStart())
        if p.table.solo:
            for stack in reversed(range(CRATE_STACKS)):
                if p.market[stack] != NO_CRATE:
                    p.market[stack] = NO_CRATE
                    p.crates_removed += 1
                turn_up(p, stack)


class RoundStart(Phase[SaltfjordPosition]):
    """The first player begins; from the second round on all dice are rolled first.  SF-15.4

    Those of the first round lie there since set-up (SF-1.6).
    """

    def run(self, position: SaltfjordPosition) -> None:
        p = position
        p.round += 1
        if p.log is not None:
            p.say(Message("sf.event.round", round=p.round))
            if not p.table.solo:
                p.say(Message("sf.event.first", seat=p.first))
        p.push(MainAction(p.first))
        if p.round > 1:
            roll_dice(p, p.round)


def roll_dice(p: SaltfjordPosition, number: int) -> None:
    """All dice of a round: on the board, alone on the taverns.  SF-1.6, SF-19.3, SF-19.4"""
    orange = p.table.orange[number - 1]
    if p.table.solo:
        for place in range(len(p.solo_dice)):
            p.solo_dice[place] = 0
        for tavern in range(len(TAVERNS) - orange, len(TAVERNS)):
            p.push(SoloRoll(tavern, ORANGE))
        for tavern in range(len(TAVERNS) - p.table.white, len(TAVERNS)):
            p.push(SoloRoll(tavern, WHITE))
        return
    for place in range(len(p.pool)):
        p.pool[place] = 0
    p.push(RollDice(ORANGE, orange))
    p.push(RollDice(WHITE, p.table.white))


class RollDice(ChanceStep[SaltfjordPosition]):
    """The dice of a colour, one after the other.  SF-1.6"""

    FIELDS: ClassVar[tuple[str, ...]] = ("colour", "left")

    def __init__(self, colour: int, left: int) -> None:
        super().__init__()
        self.colour = colour
        self.left = left

    def weighted(self, position: SaltfjordPosition) -> list[tuple[int, int]]:
        base = ROLL.base + self.colour * FACES
        return [(base + face, 1) for face in range(FACES)]

    def take(self, position: SaltfjordPosition, code: int) -> None:
        position.pool[code - ROLL.base] += 1
        if position.log is not None and self.left == 1:
            position.say(describe_roll(position, self.colour))
        if self.left > 1:
            position.push(RollDice(self.colour, self.left - 1))


def describe_roll(p: SaltfjordPosition, colour: int) -> Message:
    """The dice of a colour in words: "White dice: 1 1 3 6"."""
    faces = [str(f + 1) for f in range(FACES) for _ in range(p.pool[colour * FACES + f])]
    return Message(f"sf.event.rolled.{COLOURS[colour]}", faces=" ".join(faces))


class SoloRoll(ChanceStep[SaltfjordPosition]):
    """The die on a tavern in the solo game.  SF-19.3, SF-19.4"""

    FIELDS: ClassVar[tuple[str, ...]] = ("tavern", "colour")

    def __init__(self, tavern: int, colour: int) -> None:
        super().__init__()
        self.tavern = tavern
        self.colour = colour

    def weighted(self, position: SaltfjordPosition) -> list[tuple[int, int]]:
        base = SOLO_ROLL.base + on_tavern(self.tavern, self.colour) * FACES
        return [(base + face, 1) for face in range(FACES)]

    def take(self, position: SaltfjordPosition, code: int) -> None:
        face = (code - SOLO_ROLL.base) % FACES + 1
        position.solo_dice[on_tavern(self.tavern, self.colour)] = face
        if position.log is not None:
            die, tavern = die_name(self.colour, face), tavern_name(self.tavern)
            position.say(Message("sf.event.solo_die", die=die, tavern=tavern))
