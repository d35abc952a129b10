"""The main action, a die in hand, and the windows of retiring."""

from __future__ import annotations

from collections.abc import Sequence

from quarterdeck.games.saltfjord import risks
from quarterdeck.games.saltfjord.actions import (
    BUILD_LARGE,
    DIE,
    DISCARD,
    GO_ON,
    LINE,
    RETIRE,
    SPACE,
    TAVERN_DIE,
)
from quarterdeck.games.saltfjord.faces.building import describe_stack
from quarterdeck.games.saltfjord.faces.free import OpenFace
from quarterdeck.games.saltfjord.names import (
    COLOURS,
    FACES,
    FIRST_LARGE_STACK,
    FISH,
    PILOT,
    QUAYS,
    TAVERNS,
    WHITE,
)
from quarterdeck.games.saltfjord.obstacles import change_price, line_obstacle, line_of
from quarterdeck.games.saltfjord.position import SaltfjordPosition, at_quay, on_tavern
from quarterdeck.games.saltfjord.steps.sweep import NOT_BEGUN, reachable
from quarterdeck.games.saltfjord.steps.turn import DieUse, MainAction, QuayWindow
from quarterdeck.games.saltfjord.things import die_things
from quarterdeck.games.saltfjord.words import (
    cell_spot,
    die_name,
    good_name,
    icons_words,
    line_name,
    quay_gains,
    quay_name,
    tavern_name,
)
from quarterdeck.kernel.faces import Description, Face, Gesture, describes
from quarterdeck.kernel.messages import Message


def _line_yields(p: SaltfjordPosition, seat: int, line: int) -> Message:
    """The icons a die can activate along a line, in its order."""
    cells = reachable(p, seat, line, NOT_BEGUN)
    if not cells:
        return Message("sf.nothing")
    return icons_words(p.table.box, [p.icon(seat, cell) for cell in cells])


def _describe_die(p: SaltfjordPosition, seat: int, code: int) -> Description:
    """A die of the board or, alone, of a tavern, with what it finds in its line."""
    if DIE.has(code):
        colour, face = DIE.values(code)
        said = Message(
            "sf.choice.die", die=die_name(colour, face), line=_describe_line(p, seat, colour, face)
        )
        return _say_about_die(p, seat, colour, face, said, f"{face}")
    tavern, colour = TAVERN_DIE.values(code)
    face = p.solo_dice[on_tavern(tavern, colour)] or 1
    said = Message(
        "sf.choice.tavern_die",
        die=die_name(colour, face),
        number=tavern + 1,
        line=_describe_line(p, seat, colour, face),
    )
    return _say_about_die(p, seat, colour, face, said, TAVERNS[tavern])


def _say_about_die(
    p: SaltfjordPosition, seat: int, colour: int, face: int, said: Message, place: str
) -> Description:
    return Description(
        said,
        (f"die-{COLOURS[colour]}-{place}",),
        effect=_die_effect(p, seat),
        risk=risks.of_taking(p, seat, colour, face),
        things=die_things(colour),
    )


def _die_effect(p: SaltfjordPosition, seat: int) -> Message:
    """SF-4.5, SF-14.4"""
    if p.owns(seat, PILOT):
        return Message("sf.effect.die.pilot", fish=good_name(FISH, p.table.box.pilot_fish))
    return Message("sf.effect.die", fish=good_name(FISH))


def _describe_line(p: SaltfjordPosition, seat: int, colour: int, value: int) -> Message:
    line = line_of(colour, value)
    return Message("sf.line.yields", line=line_name(line), icons=_line_yields(p, seat, line))


class MainActionFace(OpenFace[MainAction]):
    step = MainAction

    def prompt(self, p: SaltfjordPosition, step: MainAction) -> Message:
        return Message("sf.prompt.main")

    def expected(self, p: SaltfjordPosition, step: MainAction) -> Sequence[int]:
        return [
            *(DIE.base + place for place, dice in enumerate(p.pool) if dice),
            *(TAVERN_DIE.base + place for place, face in enumerate(p.solo_dice) if face),
            *range(BUILD_LARGE.base, BUILD_LARGE.end),
            *range(RETIRE.base, RETIRE.end),
        ]

    @describes(DIE, TAVERN_DIE)
    def die(self, p: SaltfjordPosition, step: MainAction, code: int) -> Description:
        return _describe_die(p, step.seat, code)

    @describes(BUILD_LARGE)
    def build_large(self, p: SaltfjordPosition, step: MainAction, code: int) -> Description:
        return describe_stack(p, step.seat, FIRST_LARGE_STACK + BUILD_LARGE.value(code))

    @describes(RETIRE)
    def retire(self, p: SaltfjordPosition, step: MainAction, code: int) -> Description:
        tavern = RETIRE.value(code)
        said = Message("sf.choice.retire", tavern=tavern_name(tavern))
        spot = f"tavern-{TAVERNS[tavern]}"
        return Description(said, (spot,), risk=risks.of_retiring(p, step.seat), things=(spot,))

    def gestures(self, p: SaltfjordPosition, step: MainAction) -> list[Gesture]:
        """Every die by itself, and every line with every die that may activate it, cheapest
        first."""
        seat = step.seat
        dice: list[tuple[int, int, int]] = []
        for code in p.legal(seat):
            if DIE.has(code):
                colour, face = DIE.values(code)
                dice.append((colour, face, code))
            elif TAVERN_DIE.has(code):
                tavern, colour = TAVERN_DIE.values(code)
                dice.append((colour, p.solo_dice[on_tavern(tavern, colour)], code))
        found = [_offer_die(p, seat, colour, number, code) for colour, number, code in dice]
        for colour in (WHITE, WHITE + 1):
            for value in range(1, FACES + 1):
                ways = sorted(
                    (change_price(p, seat, number, value), code, number)
                    for own, number, code in dice
                    if own == colour and line_obstacle(p, seat, colour, number, value) is None
                )
                for turn, (_, code, number) in enumerate(ways):
                    notation = (SPACE.notation(code),)
                    found.append(_offer_line(p, seat, colour, number, value, notation, turn))
        return found


def _offer_die(p: SaltfjordPosition, seat: int, colour: int, number: int, code: int) -> Gesture:
    """A die taken in hand: pointing at it shows the line of its own value."""
    described = _describe_die(p, seat, code)
    return Gesture(
        choices=(SPACE.notation(code),),
        label=described.label,
        spot=described.spots[0],
        covers=_cells_along(p, seat, line_of(colour, number)),
        passes=True,
    )


def _offer_line(
    p: SaltfjordPosition,
    seat: int,
    colour: int,
    number: int,
    value: int,
    taking: tuple[str, ...],
    turn: int,
) -> Gesture:
    """A line for a die; `taking`: the choice that takes it first, if it is not in hand yet."""
    line = line_of(colour, value)
    price = change_price(p, seat, number, value)
    cost = good_name(FISH, price)
    if price > p.fish(seat):
        cost = Message("sf.cost.exchange", goods=cost)
    label = Message(
        "sf.gesture.line.paid" if price else "sf.gesture.line",
        die=die_name(colour, number),
        line=line_name(line),
        icons=_line_yields(p, seat, line),
        cost=cost,
    )
    return Gesture(
        choices=(*taking, SPACE.notation(LINE.at(value))),
        label=label,
        spot=f"line-{COLOURS[colour]}-{value}",
        covers=_cells_along(p, seat, line),
        passes=True,
        turn=turn,
        badge=f"−{price}" if price else "",
    )


def _cells_along(p: SaltfjordPosition, seat: int, line: int) -> tuple[str, ...]:
    """The cells a die passes along a line."""
    return tuple(cell_spot(cell) for cell in reachable(p, seat, line, NOT_BEGUN))


class DieUseFace(Face[SaltfjordPosition, DieUse]):
    step = DieUse

    def prompt(self, p: SaltfjordPosition, step: DieUse) -> Message:
        return Message("sf.prompt.die_use", die=die_name(step.colour, step.face))

    def expected(self, p: SaltfjordPosition, step: DieUse) -> Sequence[int]:
        return range(LINE.base, LINE.end)

    @describes(LINE)
    def line(self, p: SaltfjordPosition, step: DieUse, code: int) -> Description:
        value = LINE.value(code)
        line = line_of(step.colour, value)
        price = change_price(p, step.seat, step.face, value)
        id = "sf.choice.line.exchange" if price > p.fish(step.seat) else "sf.choice.line"
        said = Message(id, line=line_name(line), icons=_line_yields(p, step.seat, line))
        die, lines = die_things(step.colour)
        return Description(
            said,
            (f"line-{COLOURS[step.colour]}-{value}",),
            price or None,
            effect=Message(f"sf.effect.line.{'row' if step.colour else 'column'}"),
            things=(lines, die),
        )

    @describes(DISCARD)
    def discard(self, p: SaltfjordPosition, step: DieUse, code: int) -> Description:
        said = Message("sf.choice.discard", count=p.table.box.discard_fish)
        things = (die_things(step.colour)[0], "dice-taken")
        return Description(said, effect=Message("sf.effect.discard"), things=things)

    def gestures(self, p: SaltfjordPosition, step: DieUse) -> list[Gesture]:
        return [
            _offer_line(p, step.seat, step.colour, step.face, value, (), 0)
            for value in range(1, FACES + 1)
            if line_obstacle(p, step.seat, step.colour, step.face, value) is None
        ]


class QuayWindowFace(OpenFace[QuayWindow]):
    step = QuayWindow

    def prompt(self, p: SaltfjordPosition, step: QuayWindow) -> Message:
        return Message("sf.prompt.quay_window", quay=quay_name(step.quay))

    @describes(GO_ON)
    def go_on(self, p: SaltfjordPosition, step: QuayWindow, code: int) -> Description:
        said = Message("sf.choice.go_on", quay=quay_name(step.quay))
        crates = p.quays[at_quay(step.seat, step.quay)]
        effect = Message("sf.effect.go_on", gains=quay_gains(p.table.box, step.quay, crates))
        return Description(said, effect=effect, things=(f"quay-{QUAYS[step.quay]}",))
